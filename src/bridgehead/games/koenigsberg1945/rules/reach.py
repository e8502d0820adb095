"""6.1 to 6.5 What a move costs, where it can go and which way."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.koenigsberg1945.model.data import GERMAN, SOVIET, Counter
from bridgehead.games.koenigsberg1945.model.events import Overrun
from bridgehead.games.koenigsberg1945.model.ground import HALF
from bridgehead.games.koenigsberg1945.model.state import ANY, COMBAT, FOE, ISOLATED, ZOC, State
from bridgehead.games.koenigsberg1945.rules.stacking import room
from bridgehead.games.koenigsberg1945.rules.victory import enter_hexes, is_frozen
from bridgehead.hexes.paths import AMOUNT, ZOC_CLOSED, ZOC_STOPS, Zoc

LONGEST_RIDE = 500

WATER = No("6.2.3a", "units can't enter water hexes or cross water hexsides")
ENEMY_HEX = No("6.3a", "enemy units occupy that hex")
HQ_MAY_NOT_OVERRUN = No("6.3b", "only a combat unit with an attack strength can overrun an HQ")
MAJOR_RIVER = No(
    "6.2.2b", "an unbridged major river can only be crossed by a unit that starts adjacent, as its whole move"
)
MAJOR_RIVER_ZOC = No("6.2.2b", "a unit can't cross a major river from one enemy ZOC into another")
TOO_FAR = No("6.1.1", "out of movement range")
OUT_OF_FROZEN_RANGE = No(
    "11.5a", "this corps is not released: its units must stay within command range of their HQ"
)


# --- allowance and prices


@rule("6.1.1", "10.3.2", "10.3.2b", "RE.5", "RE.5b")
def allowance(s: State, unit: UnitId, slowed: bool) -> int:
    """Movement points: halved if isolated, rounded down, then one less among refugees."""
    printed = s.face(unit).movement
    points = printed // 2 if s.units[unit].supply == ISOLATED else printed
    return max(0, points - 1) if slowed else points


def price_class(piece: Counter) -> str:
    """6.1.2d Headquarters move with the foot column."""
    return "mech" if piece.mech else "foot"


@rule("6.3a", "6.3b")
def barred(s: State, unit: UnitId) -> bytearray:
    """Hexes a mover may not enter: all enemies, or all but a lone headquarters if it can overrun one."""
    foe = FOE[s.counter(unit).camp]
    return s.ledger[COMBAT[foe]] if s.face(unit).attack else s.ledger[ANY[foe]]


@rule("6.3a", "6.3b", "11.5a")
def why_not_enter(s: State, unit: UnitId, hex: Hex) -> No | None:
    """Enemies there that it may not overrun, or the bounds of a frozen corps."""
    if barred(s, unit)[hex]:
        return ENEMY_HEX if s.ledger[COMBAT[FOE[s.counter(unit).camp]]][hex] else HQ_MAY_NOT_OVERRUN
    bound = frozen_range(s, unit)
    return OUT_OF_FROZEN_RANGE if bound is not None and hex not in bound else None


@rule("11.5a", "11.5b", "11.5g")
def frozen_range(s: State, unit: UnitId) -> frozenset[Hex] | None:
    """The hexes a unit of a frozen corps is bound to; None if it is free. Independents are of no corps."""
    own = s.game.frozen_by.get(s.game.counters[unit].formation)
    if own is None or not s.units[own].hex or not is_frozen(s, own):
        return None
    return s.game.ground.command_range(s.units[own].hex, s.game.counters[own].range)


@rule("5.1a", "5.1b", "5.1c", "6.1.2a", "6.1.2c", "6.2.2b", "6.3c")
def entry_cost(s: State, unit: UnitId, here: Hex, to: Hex, left: int, whole: int) -> int | No:
    """The half points it costs to step into a neighbouring hex with so many left of the whole, or why not.

    Enemy ZOC costs 2 to leave and 2 to enter, whatever friends stand there, and nothing else forbids it.
    """
    ground = s.game.ground
    side = ground.side(here, to)
    if not ground.passable[side]:
        return WATER
    no = why_not_enter(s, unit, to)
    if no is not None:
        return no
    zoc = s.ledger[ZOC[FOE[s.counter(unit).camp]]]
    if ground.major[side]:
        if left < whole:
            return MAJOR_RIVER
        return MAJOR_RIVER_ZOC if zoc[here] and zoc[to] else whole
    chart = s.tables.movement
    cost = int(ground.prices[price_class(s.counter(unit))][side]) & AMOUNT
    cost += chart.zoc_leave * HALF if zoc[here] else 0
    cost += chart.zoc_enter * HALF if zoc[to] else 0
    return cost if cost <= left else TOO_FAR


@rule("5.1a", "6.1.2c", "6.2.2b", "6.3a", "7.0a", "11.5a")
def has_a_step(s: State, unit: UnitId, whole: int) -> bool:
    """Could a unit with its whole allowance end its move in one of the six hexes around it?"""
    ground, piece, here = s.game.ground, s.game.counters[unit], s.units[unit].hex
    zoc, closed, bound = s.ledger[ZOC[FOE[piece.camp]]], barred(s, unit), frozen_range(s, unit)
    counted, less, limit = room(s, unit)
    costs, chart = ground.costs[price_class(piece)], s.tables.movement
    leave = chart.zoc_leave * HALF if zoc[here] else 0
    for direction, to in enumerate(ground.board.around[here]):
        side = here * 6 + direction
        if not ground.passable[side] or closed[to] or (bound is not None and to not in bound):
            continue
        if ground.major[side]:
            paid = not (zoc[here] and zoc[to])
        else:
            paid = costs[side] + leave + (chart.zoc_enter * HALF if zoc[to] else 0) <= whole
        if paid and counted[to] - (less[to] if less is not None else 0) < limit:
            return True
    return False


def with_room(s: State, unit: UnitId) -> NDArray[np.bool_]:
    """6.1b By hex: is there room for a unit to end its move? On the way friends are passed freely."""
    piece = s.game.counters[unit]
    key = ROOM[piece.camp, piece.combat]
    known: NDArray[np.bool_] | None = s.memo.get(key)
    if known is None:
        counted, less, limit = room(s, unit)
        full = np.frombuffer(counted, np.uint8)
        known = s.memo[key] = (full if less is None else full - np.frombuffer(less, np.uint8)) < limit
    return known


ROOM = {(camp, combat): f"room {camp} {combat}" for camp in (GERMAN, SOVIET) for combat in (False, True)}
"""Where a position keeps the hexes with room for a camp's combat units, and for its headquarters."""


@rule("6.0", "6.1b", "6.1.2d", "6.2.2b")
def regular_reach(s: State, unit: UnitId, mp: int, whole: int) -> Mapping[Hex, int]:
    """The hexes a unit can reach by regular movement."""
    if not mp:
        return {}
    game = s.game
    piece = game.counters[unit]
    start = s.units[unit].hex
    zoc = s.ledger[ZOC[FOE[piece.camp]]]
    closed = closed_hexes(s, unit)
    ground = game.ground
    reached = game.walker.reach(start, mp, ground.prices[price_class(piece)], closed, zoc, zoc_price(s))
    fit = with_room(s, unit)
    if mp < whole or not ground.on_major[start]:
        return reached.where(fit)
    found = reached.costs()
    for direction, to in enumerate(ground.board.around[start]):
        major = ground.major[start * 6 + direction]
        if major and not closed[to] and not (zoc[start] and zoc[to]):
            found.setdefault(to, mp)
    return {hex: cost for hex, cost in found.items() if fit[hex]}


def zoc_price(s: State) -> Zoc:
    return s.game.ground.zoc


def closed_hexes(s: State, unit: UnitId) -> bytearray:
    """Hexes a mover may not pass in regular movement."""
    bound = frozen_range(s, unit)
    closed = barred(s, unit)
    return closed if bound is None else outside(closed, bound)


def outside(closed: bytearray, bound: frozenset[Hex]) -> bytearray:
    """Closed hexes and all beyond a bound."""
    beyond = bytearray(b"\1" * len(closed))
    for hex in bound:
        beyond[hex] = closed[hex]
    return beyond


@rule("6.4", "6.4.1a", "6.4.1b", "6.4.1c", "6.4.1d")
def strategic_reach(s: State, unit: UnitId, mp: int) -> Mapping[Hex, int]:
    """The hexes of the road a unit can march to: out of every enemy ZOC and never over the stacking limit."""
    game = s.game
    piece = game.counters[unit]
    start = s.units[unit].hex
    zoc = s.ledger[ZOC[FOE[piece.camp]]]
    if not mp or not game.ground.on_road[start] or zoc[start]:
        return {}
    return game.walker.reach(start, mp, game.ground.strategic, closed_to_march(s, unit), zoc, AVOID_ZOC)


AVOID_ZOC = Zoc(rules=ZOC_CLOSED)
STOP_IN_ZOC = Zoc(rules=ZOC_STOPS)


def closed_to_march(s: State, unit: UnitId) -> bytearray:
    """Hexes a marching unit may not pass: barred ones and those without room for it."""
    closed = (np.frombuffer(closed_hexes(s, unit), np.uint8) != 0) | ~with_room(s, unit)
    return bytearray(closed.tobytes())


@rule("6.5a", "6.5b", "6.5c", "6.5d")
def rail_reach(s: State, unit: UnitId, ridden: tuple[Hex, ...]) -> Mapping[Hex, int]:
    """The hexes a unit can ride to on any railway; it stops in an enemy ZOC and short of any enemy."""
    game = s.game
    camp = game.counters[unit].camp
    start = s.units[unit].hex
    zoc = s.ledger[ZOC[FOE[camp]]]
    if not game.ground.on_rail[start] or zoc[start] or not s.face(unit).movement:
        return {}
    closed = closed_to_rail(s, unit, ridden)
    reached = game.walker.reach(start, LONGEST_RIDE, game.ground.railway, closed, zoc, STOP_IN_ZOC)
    return reached.where(with_room(s, unit))


def closed_to_rail(s: State, unit: UnitId, ridden: tuple[Hex, ...]) -> bytearray:
    """Hexes a train does not enter: enemies of any kind, and where it has been."""
    closed = s.ledger[ANY[FOE[s.counter(unit).camp]]]
    bound = frozen_range(s, unit)
    if bound is not None:
        closed = outside(closed, bound)
    if ridden:
        closed = closed[:]
        for hex in ridden:
            closed[hex] = 1
    return closed


# --- the way a unit goes


def way(s: State, unit: UnitId, to: Hex, mp: int) -> tuple[Hex, ...]:
    """The hexes of the cheapest regular way, without the start; else straight across a major river."""
    game = s.game
    piece = game.counters[unit]
    start = s.units[unit].hex
    prices = game.ground.prices[price_class(piece)]
    zoc = s.ledger[ZOC[FOE[piece.camp]]]
    found = game.walker.route(start, to, mp, prices, closed_hexes(s, unit), zoc, zoc_price(s))
    return found or (to,)


def cost_of(s: State, unit: UnitId, path: tuple[Hex, ...], whole: int) -> int:
    """The half points a unit spends on a way found for it; all it has, straight across a major river."""
    ground, piece, here = s.game.ground, s.game.counters[unit], s.units[unit].hex
    zoc, costs, chart = s.ledger[ZOC[FOE[piece.camp]]], ground.costs[price_class(piece)], s.tables.movement
    total = 0
    for to in path:
        side = ground.side(here, to)
        if ground.major[side]:
            return whole
        total += costs[side] + (chart.zoc_leave * HALF if zoc[here] else 0)
        total += chart.zoc_enter * HALF if zoc[to] else 0
        here = to
    return total


def spent_on(s: State, unit: UnitId, path: tuple[Hex, ...], left: int, whole: int) -> list[int]:
    """The half points spent at each hex of a way."""
    spent, here = 0, s.units[unit].hex
    found = []
    for to in path:
        price = entry_cost(s, unit, here, to, left - spent, whole)
        assert isinstance(price, int), price
        spent, here = spent + price, to
        found.append(spent)
    return found


def road_way(s: State, unit: UnitId, to: Hex, mp: int) -> tuple[Hex, ...]:
    zoc = s.ledger[ZOC[FOE[s.counter(unit).camp]]]
    start = s.units[unit].hex
    closed = closed_to_march(s, unit)
    return s.game.walker.route(start, to, mp, s.game.ground.strategic, closed, zoc, AVOID_ZOC)


def rail_way(s: State, unit: UnitId, to: Hex, ridden: tuple[Hex, ...]) -> tuple[Hex, ...]:
    zoc = s.ledger[ZOC[FOE[s.counter(unit).camp]]]
    start = s.units[unit].hex
    closed = closed_to_rail(s, unit, ridden)
    return s.game.walker.route(start, to, LONGEST_RIDE, s.game.ground.railway, closed, zoc, STOP_IN_ZOC)


@rule("6.3b", "6.3c", "11.1.3c", "11.1.4", "9.6.6")
def go(s: State, unit: UnitId, path: tuple[Hex, ...]) -> None:
    """A unit goes along a path; a lone enemy headquarters on it is overrun and removed with its chit."""
    foe = s.ledger[ANY[FOE[s.counter(unit).camp]]]
    for hex in path:
        if foe[hex]:
            for hq in s.hqs_in(hex):
                s.tell(Overrun(unit, hq, hex), rule="6.3b")
                s.remove_hq(hq, "11.1.3c")
    s.put(unit, path[-1])
    enter_hexes(s, unit, path)
