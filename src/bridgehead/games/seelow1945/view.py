"""What a side sees: the view, the faces of counters, guesses at closed stacks, overlays."""

from __future__ import annotations

from typing import Any

from bridgehead.core.chance import MASK, mixed
from bridgehead.core.codec import rebuild_ledger
from bridgehead.core.game import Overlay, View, seen
from bridgehead.core.rules import rule
from bridgehead.core.state import reseeded
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.seelow1945.model.data import Counter
from bridgehead.games.seelow1945.model.game import Seelow
from bridgehead.games.seelow1945.model.ground import Eyes
from bridgehead.games.seelow1945.model.state import (
    DEPLOYING,
    ELIMINATED,
    EXITED,
    MARKS,
    REINFORCEMENTS,
    State,
    Unit,
    covered,
    enemy_zoc,
    open_to,
)
from bridgehead.games.seelow1945.rules.artillery import spotted
from bridgehead.games.seelow1945.rules.movement import MoveUnit
from bridgehead.games.seelow1945.rules.steps import allowance
from bridgehead.games.seelow1945.rules.victory import (
    elimination_points,
    garrison_points,
    line_of_communication,
)
from bridgehead.toolkit.hidden import spoken_of
from bridgehead.toolkit.wargame import Face

BOXES = {
    DEPLOYING: "To be deployed",
    REINFORCEMENTS: "Reinforcements",
    EXITED: "the rear, off the map",
    ELIMINATED: "Eliminated",
}


@rule("6.13b")
def hidden_from(s: State, side: Side | None) -> frozenset[UnitId]:
    """6.13b The enemy units a side cannot see now; an onlooker sees no covered unit."""
    if s.setting.get("stacks") != "closed" or open_to(s, side):
        return frozenset()
    return frozenset(unit.id for unit in s.units.values() if unit.side != side and covered(s, unit))


def view(s: State, side: Side | None) -> View:
    return seen(s, side, facts(s), hidden_from(s, side), look=lambda unit: unit.side)


@rule("2.1c", "1.0c")
def facts(s: State) -> dict[str, Any]:
    """Turn, points and control, for everybody."""
    turns = s.tables.turns
    turn = turns[max(s.turn, 1) - 1]
    tracks = [{"name": "turn", "title": "Game-Turn", "value": s.turn, "most": s.campaign.entry.turns}]
    if s.scenario == "kustrin":
        points = elimination_points(s) + garrison_points(s)
        tracks.append({"name": "vp", "title": "German Victory Points now", "value": points, "most": 42})
    markers = [
        {"hex": hex, "kind": "control", "side": side, "label": ""} for hex, side in sorted(s.control.items())
    ]
    return {
        "tracks": tracks,
        "markers": markers,
        "boxes": BOXES,
        "phase": s.phase,
        "actor": s.actor,
        "kind": turn.kind,
        "note": f"{s.campaign.entry.date}, {turn.label.lower()}, {turn.clock}",
    }


@rule("6.13b")
def determinize(s: State, side: Side, seed: int) -> State:
    """A position the side could not tell from this one: hidden enemy units of a class are dealt out anew.

    The deal depends on the seed and on what the side knows, not on where the hidden units truly are.
    """
    twin = reseeded(s, seed)
    hidden = sorted(hidden_from(s, side) - spoken_of(s))
    if len(hidden) > 1:
        berths = sorted(hidden, key=lambda unit: (s.units[unit].hex, s.stacks[s.units[unit].hex].index(unit)))
        trade_places(twin, dict(zip(berths, dealt(s, berths, hidden, seed), strict=True)))
    return twin


TRIES = 400
"""Placings tried before a deal gives the limits up."""


def dealt(s: State, berths: list[UnitId], hidden: list[UnitId], seed: int) -> list[UnitId]:
    """Who stands in each berth, in an order drawn from the seed, as far as the stacks have room.

    The largest are placed first, so that what is left over still fits.
    """
    counters = s.game.counters
    room = {s.units[unit].hex: s.tables.stacking[s.units[unit].side] for unit in berths}
    for hex in room:
        room[hex] -= sum(counters[unit].stack for unit in s.stacks[hex] if unit not in hidden)
    drawn = {unit: mixed((seed + number * 977) & MASK) for number, unit in enumerate(hidden)}
    order = sorted(hidden, key=lambda unit: (-counters[unit].stack, drawn[unit]))
    placed: dict[int, UnitId] = {}
    tries = 0

    def deal(at: int) -> bool:
        nonlocal tries
        if at == len(order):
            return True
        unit = order[at]
        counter = counters[unit]
        for berth in sorted(range(len(berths)), key=lambda berth: mixed((drawn[unit] + berth) & MASK)):
            hex = s.units[berths[berth]].hex
            if berth in placed or counters[berths[berth]].klass != counter.klass or counter.stack > room[hex]:
                continue
            tries += 1
            placed[berth] = unit
            room[hex] -= counter.stack
            if deal(at + 1):
                return True
            room[hex] += counter.stack
            del placed[berth]
            if tries > TRIES:
                break
        return False

    if not deal(0):
        # In the middle of a crowded retreat the limits do not hold (7.55).
        room = dict.fromkeys(room, len(hidden) * 3)
        deal(0)
    return [placed[berth] for berth in range(len(berths))]


def trade_places(s: State, places: dict[UnitId, UnitId]) -> None:
    """Put each of the new units where the old one stood, disrupted and marked alike, so that ZOC stays."""
    old_units = {unit: s.units[unit] for unit in places}
    for hex in {unit.hex for unit in old_units.values()}:
        s.stacks[hex] = tuple(places.get(unit, unit) for unit in s.stacks[hex])
    for old, new in places.items():
        stood = old_units[old]
        marks = {name: getattr(stood, name) for name in MARKS}
        s.units[new] = replace(s.units[new], hex=stood.hex, disrupted=stood.disrupted, **marks)
    rebuild_ledger(s)
    s.touch()


# --- faces


@rule("2.21h", "2.22", "2.2")
def face(game: Seelow, unit: Unit) -> Face:
    """What a counter shows: Combat Strength, Antitank Fire Value, Morale Rating, Movement Allowance."""
    counter = game.counters[unit.id]
    values = counter.back if unit.reduced or unit.move_mode else counter.front
    strength = f"({values.cs})" if unit.move_mode or counter.commander else str(values.cs)
    circle = f" ●{counter.armor}" if counter.armored else f" ○{counter.range}" if counter.artillery else ""
    livery = game.drawing.livery(counter.side, counter.formation)
    return Face(
        nationality=counter.side,
        symbol=counter.symbol,
        size=counter.size,
        label=identity(counter.label),
        formation=counter.formation,
        band=livery.band,
        colour=livery.colour,
        stripe=livery.stripe,
        values=f"{strength}-{values.at}-{values.morale}-{values.ma}{circle}",
        figures=("", "", "", "foot" if counter.klass == "foot" else "motorized"),
        reduced=unit.reduced,
        badges=badges(counter, unit),
        name=counter.name,
    )


def identity(label: str) -> str:
    """2.21c A unit's own number: its parent's stands on the colour band."""
    own, slash, parent = label.partition("/")
    battalion = own.strip("IV") == ""
    return f"{own}/{parent.split()[0]}" if slash and battalion else own


@rule("2.23")
def badges(counter: Counter, unit: Unit) -> tuple[str, ...]:
    """2.23 The markers on a unit."""
    mode = "move_mode" if unit.move_mode else "fire_mode"
    shown = {
        "disrupted": unit.disrupted,
        mode: counter.artillery,
        "moved": unit.moved,
        "fired": bool(unit.aim),
        "attacked": unit.attacked,
        "advanced": unit.advanced,
        "retreated": unit.ran,
    }
    return tuple(name for name, on in shown.items() if on)


def back(game: Seelow, look: str) -> Face:
    """A counter under another: only its side is known."""
    return Face(nationality=look, symbol="", name="an unseen unit")


# --- overlays


def reach_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """Where a unit could go now with its whole allowance."""
    if unit not in s.units or not s.units[unit].hex or unit in hidden_from(s, side):
        return Overlay("Reach")
    one = s.units[unit]
    probe = s.clone()
    probe.memo = {}
    found = MoveUnit(one.side, unit, allowance(s, one)).reach(probe)
    return Overlay("Reach", {to: str(cost) for to, cost in found.items()})


def zoc_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """4.2 The hexes the enemy controls."""
    zoc = enemy_zoc(s, side)
    return Overlay("Enemy Zones of Control", {to: str(zoc[to]) for to in s.ground.hexes if zoc[to]})


def sight_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """8.2 The hexes the side spots now; from one hex, if one is named."""
    if s.turn and hex:
        eyes: Eyes = "zhukov" if unit and unit == s.game.commander else "plain"
        mask = s.ground.seen(hex, s.kind, eyes)
    else:
        mask = spotted(s, side) if s.turn else 0
    return Overlay("Sight", {to: "" for to in s.ground.hexes if mask & s.ground.bit[to]})


def control_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """12.46 Who controls the objectives."""
    return Overlay("Control", {to: str(s.game.names[who]) for to, who in s.control.items()})


def communication_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """11.43 The lines of communication of the garrison."""
    garrison = s.tables.victory.kustrin.garrison if s.scenario == "kustrin" else ()
    units = [s.units[one] for one in garrison if s.units[one].hex]
    return Overlay(
        "Lines of communication", lines=tuple(filter(None, (line_of_communication(s, one) for one in units)))
    )


OVERLAYS = {
    "reach": reach_overlay,
    "zoc": zoc_overlay,
    "sight": sight_overlay,
    "control": control_overlay,
    "communication": communication_overlay,
}
