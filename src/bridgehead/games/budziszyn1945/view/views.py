"""What a side sees: the view of a position, faces and backs of counters."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from bridgehead.core.game import Seen
from bridgehead.core.rules import rule
from bridgehead.core.values import Side, printed
from bridgehead.core.words import say
from bridgehead.games.budziszyn1945.model import words
from bridgehead.games.budziszyn1945.model.data import SOVIET, Counter
from bridgehead.games.budziszyn1945.model.game import Budziszyn
from bridgehead.games.budziszyn1945.model.scenarios import book_of
from bridgehead.games.budziszyn1945.model.state import (
    State,
    Unit,
    in_nysa,
    in_play,
)
from bridgehead.games.budziszyn1945.rules.air import air_left, still_secret
from bridgehead.games.budziszyn1945.rules.masking import hidden_from, look_of
from bridgehead.games.budziszyn1945.rules.reinforcements import LATER
from bridgehead.games.budziszyn1945.rules.victory import american_points, german_points, soviet_points, towns
from bridgehead.games.budziszyn1945.rules.zoc import OWNERS
from bridgehead.toolkit.wargame import Face

SIZES = {"C": "I", "B": "II", "R": "III", "BR": "X", "D": "XX", "HQ": "XXX"}
SYMBOLS = {
    "HQ": "headquarters",
    "ARM": "armor",
    "INF": "infantry",
    "ART": "artillery",
    "RG": "garrison",
    "AT": "antitank",
    "AA": "flak",
    "ENG": "engineer",
    "AG": "assault_gun",
    "MECH": "mechanized",
    "CAV": "cavalry",
    "REC": "recon",
}
COLOURS = {"ukrainian": "german", "russian": "german"}


# --- what a side may know


@rule("16.1.1")
def view(s: State, side: Side | None) -> Seen:
    """What a side sees; of an enemy stack the counter it may see lies on top."""
    hidden = hidden_from(s, side)
    return Seen(facts(s, side), hidden, lambda unit: look_of(s, side, unit))


def facts(s: State, side: Side | None) -> dict[str, Any]:
    """Tracks, markers and boxes, as far as a side may know them."""
    number = s.game.tables.number
    found: dict[str, Any] = {
        "phase": s.phase,
        "phasing": s.phasing,
        "tracks": tracks(s, side),
        "markers": markers(s, side),
        "boxes": {
            "reinforcements": "Reinforcements to come",
            "waiting": "Waiting at the map's edge",
            "left": "Left the map",
            "army28": "28th Army",
            "americans": "American regiments",
            "spare_hq": "Replacement HQ",
            "berlin": say(s.game, words.GoneToBerlin(s.tracks.get("exited", 0), number.exit_levels)),
            "eliminated": "Eliminated",
            "removed": "Removed before play",
        },
        "note": note(s),
        "due": {
            unit: arrival.turn
            for arrival in s.game.campaigns.arrivals.get(book_of(s), ())
            for unit in arrival.units
            if s.units[unit].box == LATER
        },
        "pools": [msgspec.to_builtins(pool) for pool in s.pools],
    }
    if side is not None and side in in_play(s):
        found["air_left"] = air_left(s, side)
        secret = still_secret(s)
        found["missions"] = [
            msgspec.to_builtins(mission) for mission in s.missions if mission.side == side or not secret
        ]
        found["works"] = {id: list(work) for id, work in s.works.items() if s.units[id].side == side}
        if side == SOVIET:
            found["air_days"] = {str(day): sp for day, sp in sorted(s.air_days.items())}
    return found


def note(s: State) -> str:
    """How the game stands, found once a position."""
    found: str | None = s.memo.get("note")
    if found is None:
        found = s.memo["note"] = say(s.game, standing(s))
    return found


def standing(s: State) -> words.NysaStanding | words.StarsStanding:
    if in_nysa(s):
        return words.NysaStanding(towns(s, 1, 3), towns(s, 2), s.tracks.get("exited", 0))
    return words.StarsStanding(soviet_points(s), american_points(s), german_points(s))


def tracks(s: State, side: Side | None) -> list[dict[str, Any]]:
    turns = s.game.scenarios[s.scenario].turns
    found: list[dict[str, Any]] = [{"name": "turn", "title": "Day", "value": s.turn, "most": turns}]
    if in_nysa(s):
        most = s.game.tables.number.exit_levels
        found.append(
            {"name": "exited", "title": "CELs toward Berlin", "value": s.tracks["exited"], "most": most}
        )
        found.append(
            {"name": "ammunition", "title": "Ammo Units", "value": s.tracks["ammunition"], "most": 10}
        )
    return found


def markers(s: State, side: Side | None) -> list[dict[str, Any]]:
    """What lies on the map beside units."""
    found: list[dict[str, Any]] = [
        {"hex": hex, "kind": "fortification", "side": owner, "label": "FF"}
        for hex, owner in sorted(s.forts.items())
    ]
    for a, b in sorted(s.broken - s.built):
        found.append({"hex": a, "kind": "bridge_destroyed", "side": "", "label": printed(b)})
    for a, b in sorted(s.built):
        found.append({"hex": a, "kind": "pontoon", "side": "", "label": printed(b)})
    for hex in sorted(s.game.ground.town):
        found.append({"hex": hex, "kind": "control", "side": OWNERS[s.control[hex]], "label": ""})
    for id, (here, to, _) in s.works.items():
        if s.units[id].side == side:
            found.append(
                {"hex": here, "kind": "bridge_building", "side": s.units[id].side, "label": printed(to)}
            )
    return found


# --- faces


def face(game: Budziszyn, unit: Unit) -> Face:
    counter = game.counters[unit.id]
    at = counter.cel - unit.cel
    if counter.artillery:
        values = f"{counter.attack[at]}/{counter.defence[at]}-{counter.mp}"
    else:
        values = f"{counter.attack[at]}-{counter.mp}"
    symbol = SYMBOLS[counter.type]
    if counter.self_propelled:
        symbol = "selfpropelled_artillery"
    elif counter.vs:
        symbol = "militia"
    elif counter.type == "INF" and counter.motorized:
        symbol = "motorized"
    livery = game.drawing.livery(counter.nation, counter.formation)
    return Face(
        nationality=COLOURS.get(counter.nation, counter.nation),
        symbol=symbol,
        size=SIZES[counter.size],
        label=identity(counter),
        formation=counter.formation,
        band=livery.band,
        colour=livery.colour,
        stripe=livery.stripe,
        values=values + {"black": " ★", "white": " ☆", "yellow": " ✦", "blue": " ✶"}.get(counter.star, ""),
        reduced=at > 0,
        badges=badges(counter, unit),
        name=counter.name,
    )


KIND = r"\b(?:INF|ARM|CAV|REC|ART|HQ|Art|art|Sap|mot|Corps|Army|Polish|2nd)\b|-(?:BR|R|B)\b"
NOISE = re.compile(rf"\(.*?\)|\[.*?\]|/.*|{KIND}|[\".]")
"""What a label says of kind and parent."""


def identity(counter: Counter) -> str:
    """A unit's own number: its parent's stands on the colour band, its kind is its symbol."""
    own = " ".join(NOISE.sub(" ", counter.label).split())
    guards = "G" if "(G)" in counter.label and own.isdigit() else ""
    return f"{own}{guards}" or counter.label.split("/")[0].split()[0]


def badges(counter: Counter, unit: Unit) -> tuple[str, ...]:
    found = []
    if unit.disorganized:
        found.append("disorganized")
    if unit.oos:
        found.append("out_of_supply")
    if counter.guns:
        found.append("move_mode" if unit.transport else "fire_mode")
    for bit, name in ((1, "moved"), (16, "attacked"), (32, "fired"), (64, "retreated")):
        if unit.done & bit:
            found.append(name)
    return tuple(found)


LOOK = r"^(?:([A-Z]+)-([A-Z]+))?(?: (\d+ CEL))?"
"""Type, size and CELs, where a hidden counter's look tells them."""
BACK_MARKS = {"*": "disorganized", "!": "out_of_supply"}


def back(game: Budziszyn, look: str) -> Face:
    """16.1.4 The markers on a hidden counter, and what is known beside one's own units: type, size, CELs."""
    kind, size, levels = (word or "" for word in re.findall(LOOK, look)[0])
    return Face(
        nationality="german",
        symbol=SYMBOLS.get(kind, ""),
        size=SIZES.get(size, ""),
        label=levels,
        badges=tuple(name for mark, name in BACK_MARKS.items() if mark in look),
        name=" ".join(word for word in ("hidden unit", size and f"{kind}-{size}", levels) if word),
    )
