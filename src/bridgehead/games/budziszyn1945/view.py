"""16.0 Unit masking: what a side sees; worlds it could be in; faces, backs and overlays."""

from __future__ import annotations

from typing import Any

import msgspec

from bridgehead.core.game import View, seen
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, printed
from bridgehead.games.budziszyn1945.air import air_left, still_secret
from bridgehead.games.budziszyn1945.data import SOVIET, Counter
from bridgehead.games.budziszyn1945.engineering import fortified
from bridgehead.games.budziszyn1945.state import SOFT, SOLID, State, Unit, camp, in_force
from bridgehead.games.budziszyn1945.victory import american_points, german_points, soviet_points, towns
from bridgehead.games.budziszyn1945.zoc import OWNERS
from bridgehead.toolkit.wargame import Face, Wargame

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


@rule("16.1.1", "16.1.2", "16.1.5", "OPT.1")
def fog(s: State) -> str:
    """How stacks are hidden: open, standard (the top counter shows) or masked."""
    return s.setting.get("fog", "standard") if in_force(s) else "open"


@rule("16.1.1", "16.1.2", "16.1.3", "16.1.5")
def hidden_from(s: State, side: Side | None) -> frozenset[UnitId]:
    """The units a side sees from behind: enemy stacks but for their top counter and for who fought."""
    how = fog(s)
    if how == "open":
        return frozenset()
    mine = None if side is None else camp(side)
    found: set[UnitId] = set()
    for hex, stack in s.stacks.items():
        if camp(s.units[stack[0]].side) == mine or (how == "standard" and len(stack) == 1):
            continue
        shown = top_of(s, hex) if how == "standard" else None
        found.update(id for id in stack if id != shown and not s.public(id))
    return frozenset(found)


def top_of(s: State, hex: Hex) -> UnitId:
    """The strongest unit of a stack, which lies on top of it."""
    return max(s.stacks[hex], key=lambda id: strength_key(s, id))


def strength_key(s: State, id: UnitId) -> tuple[int, int, str]:
    counter: Counter = s.game.counters[id]
    unit = s.units[id]
    return counter.attack[counter.cel - unit.cel], unit.cel, id


@rule("16.1.4a", "16.1.4b", "5.6.6")
def look_of(s: State, side: Side | None, unit: Unit) -> str:
    """What may be known of a hidden counter: its markers, and beside one's own units its type and CELs."""
    marks = f"{'*' if unit.disorganized else ''}{f'!{unit.oos}' if unit.oos else ''}"
    if side is None or not beside_own(s, side, unit.hex):
        return marks
    counter = s.counter(unit.id)
    levels = "" if fortified(s, unit.hex) else f" {unit.cel} CEL"
    return f"{counter.type}-{counter.size}{levels}{marks}"


def beside_own(s: State, side: Side, hex: Hex) -> bool:
    mine = camp(side)
    solid, soft = s.ledger[SOLID[mine]], s.ledger[SOFT[mine]]
    return any(solid[to] or soft[to] for to in s.game.board.near[hex])


def view(s: State, side: Side | None) -> View:
    hidden = hidden_from(s, side)
    return seen(s, side, facts(s, side), hidden, lambda unit: look_of(s, side, unit))


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
            "army28": "28 Army",
            "americans": "American regiments",
            "spare_hq": "Replacement headquarters",
            "berlin": f"Left for Berlin ({s.tracks.get('exited', 0)} of {number.exit_levels} CEL)",
            "eliminated": "Eliminated",
            "removed": "Removed before play",
        },
        "note": note(s),
        "pools": [msgspec.to_builtins(pool) for pool in s.pools],
    }
    if side is not None and side in s.game.sides_of(s):
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
    if s.scenario == "nysa":
        return (
            f"Towns: Soviet {towns(s, 1, 3)}, German {towns(s, 2)}. Berlin: {s.tracks.get('exited', 0)} CEL."
        )
    return f"VP: Soviet {soviet_points(s)}, American {american_points(s)}, German {german_points(s)}."


def tracks(s: State, side: Side | None) -> list[dict[str, Any]]:
    turns = s.game.scenarios[s.scenario].turns
    found: list[dict[str, Any]] = [{"name": "turn", "title": "Day", "value": s.turn, "most": turns}]
    if s.scenario == "nysa":
        most = s.game.tables.number.exit_levels
        found.append(
            {"name": "exited", "title": "CELs towards Berlin", "value": s.tracks["exited"], "most": most}
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
    for a, b in sorted(s.broken):
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


def face(game: Wargame[State, Unit], unit: Any) -> Face:
    counter: Counter = game.counters[unit.id]  # type: ignore[assignment]
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
    return Face(
        nationality=COLOURS.get(counter.nation, counter.nation),
        symbol=symbol,
        size=SIZES[counter.size],
        label=counter.label,
        formation=counter.formation,
        values=values + {"black": " ★", "white": " ☆", "yellow": " ✦", "blue": " ✶"}.get(counter.star, ""),
        reduced=at > 0,
        badges=badges(counter, unit),
        name=counter.name,
    )


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


def back(game: Wargame[State, Unit], look: str) -> Face:
    kind, dash, _ = look.partition("-")
    return Face(
        nationality="german",
        symbol=SYMBOLS.get(kind if dash else "", "infantry"),
        label=look,
        badges=("hidden",),
    )
