"""What a player may lay over the map: reach, zones of control, supply, command, control."""

from __future__ import annotations

from bridgehead.core.game import Overlay
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.budziszyn1945.model.state import ZOC, State, Unit, camp, friends
from bridgehead.games.budziszyn1945.rules.command import commands, hq_range, hqs_about
from bridgehead.games.budziszyn1945.rules.marching import in_points
from bridgehead.games.budziszyn1945.rules.movement import Reach, starting_mp
from bridgehead.games.budziszyn1945.rules.supply import kind_of, line_to, lines, traced_line
from bridgehead.games.budziszyn1945.rules.zoc import OWNERS
from bridgehead.toolkit.threat import threat_overlays


def reach_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """Where a unit of one's own could go with its movement points of a fresh phase."""
    value = own_unit(s, side, hex, unit)
    if value is None:
        return Overlay("Movement")
    if not s.counter(value.id).mp:
        return Overlay("Movement")
    start = starting_mp(s, value, strategic=False, forced=False)
    costs = Reach(s, value, start, start, strategic=False, secondary=True).costs
    return Overlay("Movement", {to: in_points(cost) for to, cost in costs.items()})


def approach(s: State, unit: UnitId) -> set[Hex]:
    """5.1.10 Where a unit could stand to attack after a move with its whole allowance."""
    value, counter = s.units[unit], s.counter(unit)
    if not counter.attacks:
        return set()
    if not counter.mp:
        return {value.hex}
    start = starting_mp(s, value, strategic=False, forced=False)
    return {value.hex, *Reach(s, value, start, start, strategic=False, secondary=True).costs}


def strikes(s: State, unit: UnitId, at: Hex) -> tuple[Hex, ...]:
    """5.1.2 The hexes next to a hex, also across big rivers."""
    return s.game.board.near[at]


def own_unit(s: State, side: Side, hex: Hex, unit: UnitId) -> Unit | None:
    value: Unit | None = s.units.get(unit)
    if value is None or not value.hex:
        value = next((each for each in s.units_in(hex) if each.side == side), None)
    return value if value is not None and value.hex and value.side in friends(s, side) else None


def zoc_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    zoc = s.ledger[ZOC[1 - camp(side)]]
    return Overlay("Enemy zones of control", {each: "Z" for each in s.game.board.hexes if zoc[each]})


def supply_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """How far supply flows, and the line to a unit."""
    value = own_unit(s, side, hex, unit)
    mine = s.on_map(side)
    if value is None and not mine:
        return Overlay("Supply")
    of = value if value is not None else mine[0]
    found = lines(s, of.side, kind_of(s, of))
    reached = {each: str(found.spent[each]) for each in s.game.board.hexes if found.spent[each] >= 0}
    if value is None:
        for each in mine:
            if line_to(s, lines(s, each.side, kind_of(s, each)), each.hex) is None:
                reached[each.hex] = "cut off"
        return Overlay("Supply", reached)
    line = traced_line(s, value)
    return Overlay("Supply", reached, (line,) if line else ())


def command_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """The hexes within range of one's headquarters; of those that serve a unit, if one is named."""
    value = own_unit(s, side, hex, unit)
    found: dict[Hex, str] = {}
    for hq in hqs_about(s, side):
        if value is None or value.id == hq.id or commands(s, hq, value):
            for each in s.game.ground.near(hq.hex, hq_range(s, hq)):
                found[each] = s.counter(hq.id).label
    return Overlay("Headquarters", found)


def control_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    return Overlay(
        "Control",
        {each: OWNERS[s.control[each]][:1].upper() for each in s.game.board.hexes if s.control[each]},
    )


OVERLAYS = {
    "reach": reach_overlay,
    "zoc": zoc_overlay,
    "supply": supply_overlay,
    "command": command_overlay,
    "control": control_overlay,
    **threat_overlays(approach, strikes, camp),
}
