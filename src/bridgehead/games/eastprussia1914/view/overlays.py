"""Layers a player may lay over the map: reach, ZOC, supply, command range, control."""

from __future__ import annotations

from bridgehead.core.game import Overlay
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.eastprussia1914.model.data import SIDES
from bridgehead.games.eastprussia1914.model.state import EZOC, ISOLATED, OOS, State, Unit, is_garrison, is_hq
from bridgehead.games.eastprussia1914.rules.command import command_range
from bridgehead.games.eastprussia1914.rules.fog import unseen_by
from bridgehead.games.eastprussia1914.rules.movement import allowance, reach
from bridgehead.games.eastprussia1914.rules.supply import has_supply, supply_line, supply_of
from bridgehead.games.eastprussia1914.rules.supply_phase import foretold
from bridgehead.toolkit.threat import threat_overlays


def seen_unit(s: State, side: Side, unit: UnitId) -> Unit | None:
    """The unit asked about, if it is on the map and the asker may see it."""
    found = s.units.get(unit)
    return found if found is not None and found.hex and unit not in unseen_by(s, side) else None


@rule("6.1.2")
def reach_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """The hexes a unit could get to with its full allowance, with their cost."""
    now = seen_unit(s, side, unit)
    if now is None or now.supply == ISOLATED or is_garrison(s, now):
        return Overlay("Reach")
    found = reach(s, now, allowance(s, now))
    return Overlay("Reach", {to: str(cost) for to, cost in found.items()})


def approach(s: State, unit: UnitId) -> set[Hex]:
    """10.1.1 Where a unit could stand to attack after a move with its whole allowance."""
    now = s.units[unit]
    if is_hq(s, now) or now.supply == ISOLATED:
        return set()
    return {now.hex} if is_garrison(s, now) else {now.hex, *reach(s, now, allowance(s, now))}


def strikes(s: State, unit: UnitId, at: Hex) -> list[Hex]:
    """10.1.7 The hexes next to a hex, not across lakes."""
    ground = s.ground
    return [to for way, to in enumerate(ground.board.around[at]) if to and not ground.barred[at * 6 + way]]


@rule("5.2a", "5.6")
def zoc_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """The enemy's ZOC."""
    ledger = s.ledger[EZOC[side]]
    return Overlay("Enemy ZOC", {to: "Z" for to in s.ground.board.hexes if ledger[to]})


@rule("11.2.1a", "11.2.2a")
def supply_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """The live railways and each unit's supply if it were tested now; for a unit, the line it traces."""
    now = seen_unit(s, side, unit)
    owner = now.side if now is not None else side
    supply = supply_of(s, owner)
    hexes = dict.fromkeys(map(Hex, sorted(supply.live)), "=")
    if now is not None:
        return Overlay("Supply line", hexes, supply_line(s, now))
    for each in s.on_map(owner):
        if not has_supply(s, each):
            hexes[each.hex] = "isolated" if each.supply else "out of supply"
    return Overlay("Supply", hexes)


@rule("4.3.1a", "4.3.4a")
def command_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """The Command Range of an HQ in its present mode; without one, of all the side's HQs."""
    now = seen_unit(s, side, unit)
    hqs = [now] if now is not None and is_hq(s, now) else [u for u in s.on_map(side) if is_hq(s, u)]
    hexes: dict[Hex, str] = {}
    for hq in hqs:
        for to in s.ground.in_range(hq.hex, command_range(s, hq)):
            hexes[Hex(to)] = str(s.ground.board.distance(hq.hex, to))
    held = {each.hex for hq in hqs for each in s.on_map(hq.side)}
    return Overlay("Command Range", {to: label + ("*" if to in held else "") for to, label in hexes.items()})


@rule("15.1")
def control_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """Who controls what: the hexes held by another side than their country's."""
    return Overlay("Control", {to: owner[0].upper() for to, owner in sorted(s.taken.items())})


WILL_BE = {"": "back in supply", OOS: "will be out of supply", ISOLATED: "will be isolated"}
ROLLS = "isolated: will roll for attrition"


@rule("11.1b", "11.1.2a", "11.1.3b", "11.1.4c")
def forecast_overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """What the next Supply Phase would do to each unit, segment after segment, both sides."""
    after, hidden = foretold(s), unseen_by(s, side)
    hexes: dict[Hex, str] = {}
    for each in (u for owner in SIDES for u in s.on_map(owner) if u.id not in hidden):
        if (new := after.units[each.id].supply) != each.supply:
            hexes[each.hex] = WILL_BE[new]
        elif new == ISOLATED and not is_hq(s, each):
            hexes.setdefault(each.hex, ROLLS)
    return Overlay("Supply forecast", hexes)


OVERLAYS = {
    "reach": reach_overlay,
    "zoc": zoc_overlay,
    "supply": supply_overlay,
    "command": command_overlay,
    "control": control_overlay,
    "forecast": forecast_overlay,
    **threat_overlays(approach, strikes),
}
