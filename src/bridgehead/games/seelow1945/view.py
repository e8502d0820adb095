"""What a side sees: the view, the faces of counters, overlays."""

from __future__ import annotations

from typing import Any

from bridgehead.core.game import Overlay, Seen
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.seelow1945.hidden import hidden_from
from bridgehead.games.seelow1945.model.data import Counter
from bridgehead.games.seelow1945.model.game import Seelow
from bridgehead.games.seelow1945.model.ground import Eyes
from bridgehead.games.seelow1945.model.state import (
    DEPLOYING,
    ELIMINATED,
    EXITED,
    REINFORCEMENTS,
    State,
    Unit,
    date_of,
    enemy_zoc,
)
from bridgehead.games.seelow1945.model.words import hour
from bridgehead.games.seelow1945.rules.artillery import spotted
from bridgehead.games.seelow1945.rules.combat import NOT_NEXT_TO_IT
from bridgehead.games.seelow1945.rules.entering import why_not_enterable
from bridgehead.games.seelow1945.rules.movement import MoveUnit
from bridgehead.games.seelow1945.rules.steps import allowance
from bridgehead.games.seelow1945.rules.victory import (
    elimination_points,
    garrison_of,
    garrison_points,
    line_of_communication,
    most_points,
)
from bridgehead.toolkit.threat import threat_overlays
from bridgehead.toolkit.wargame import Face

BOXES = {
    DEPLOYING: "To be deployed",
    REINFORCEMENTS: "Reinforcements",
    EXITED: "Off the map",
    ELIMINATED: "Eliminated",
}


def view(s: State, side: Side | None) -> Seen:
    hidden = hidden_from(s, side)
    return Seen(facts(s, hidden), hidden, lambda unit: str(unit.side))


@rule("2.1c", "1.0c")
def facts(s: State, hidden: frozenset[UnitId] = frozenset()) -> dict[str, Any]:
    """Turn, points and control; what hidden units are worth is not counted."""
    turns = s.tables.turns
    turn = turns[max(s.turn, 1) - 1]
    tracks = [{"name": "turn", "title": "Game-Turn", "value": s.turn, "most": s.campaign.entry.turns}]
    if s.battle == "kustrin":
        points = elimination_points(s) + garrison_points(s, hidden)
        most = most_points(s)
        tracks.append({"name": "vp", "title": "German Victory Points", "value": points, "most": most})
    markers = [
        {"hex": hex, "kind": "control", "side": side, "label": ""} for hex, side in sorted(s.control.items())
    ]
    return {
        "tracks": tracks,
        "markers": markers,
        "boxes": BOXES,
        "phase": s.phase,
        "actor": s.actor,
        "due": {
            unit: arrival.turn
            for unit, arrival in s.campaign.arrivals.items()
            if s.units[unit].box == REINFORCEMENTS and unit not in hidden
        },
        "out_of_play": s.ground.outside,
        "kind": turn.kind,
        "note": hour(date_of(s, turn), turn.label, turn.clock),
    }


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
    return Face(nationality=look, symbol="", name="Hidden unit")


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


def approach(s: State, unit: UnitId) -> set[Hex]:
    """7.1 Where a unit could stand to attack after a move with its whole allowance."""
    one, counter = s.units[unit], s.counter(unit)
    if one.move_mode or counter.commander:
        return set()
    probe = s.clone()
    probe.memo = {}
    return {one.hex, *MoveUnit(one.side, unit, allowance(s, one)).reach(probe)}


def strikes(s: State, unit: UnitId, at: Hex) -> list[Hex]:
    """7.18 The hexes a unit in a hex could attack: those it could enter."""
    one = replace(s.units[unit], hex=at)
    near = s.ground.near[at]
    return [to for to in near if why_not_enterable(s, one, to, rule="7.18", apart=NOT_NEXT_TO_IT) is None]


def zoc_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """4.2 The hexes the enemy controls; by how many units does not matter (4.28)."""
    zoc = enemy_zoc(s, side)
    return Overlay("Enemy Zones of Control", {to: "" for to in s.ground.hexes if zoc[to]})


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
    units = [unit for unit in garrison_of(s) if unit.hex] if s.battle == "kustrin" else []
    return Overlay(
        "Lines of communication", lines=tuple(filter(None, (line_of_communication(s, one) for one in units)))
    )


OVERLAYS = {
    "reach": reach_overlay,
    "zoc": zoc_overlay,
    "sight": sight_overlay,
    "control": control_overlay,
    "communication": communication_overlay,
    **threat_overlays(approach, strikes),
}
