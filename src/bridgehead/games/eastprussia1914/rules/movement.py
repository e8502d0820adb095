"""6.1, 6.2 Movement: what a step costs, and how far a unit gets."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex
from bridgehead.games.eastprussia1914.model.data import FOE
from bridgehead.games.eastprussia1914.model.ground import Prices
from bridgehead.games.eastprussia1914.model.state import COMBAT, EZOC, HQS, State, Unit, is_hq
from bridgehead.games.eastprussia1914.rules.special import HEAT, bound_of, why_not_in_bounds
from bridgehead.games.eastprussia1914.rules.zoc import hq_may_enter, in_enemy_zoc
from bridgehead.hexes.paths import STOP, Zoc

IMPASSABLE = No("6.2.4", "sea, lakes, lake hexsides and the map edge are impassable")
ENEMY_THERE = No("6.1.3", "an enemy combat unit is in that hex")
ENEMY_HQ = No("12.3", "an HQ may not enter a hex with enemy units")
HQ_IN_EZOC = No("5.7", "an HQ may enter an enemy ZOC only where a friendly combat unit is")
MAJOR_RIVER = No("6.2.3", "crossing an unbridged major river takes a unit's whole move, from where it began")
EZOC_ACROSS = No("6.2.3", "an unbridged major river may not be crossed from one enemy ZOC into another")

Search = tuple[int, Prices, bytearray, bytearray, Zoc]
"""What the walker needs beside the start: budget, prices, what is closed, EZOCs and how they count."""


@rule("6.1.2", "18.2b")
def allowance(s: State, unit: Unit) -> int:
    """6.1.2 The MPs of a unit this turn; heat and dust take one from every foot unit."""
    counter = s.game.counters[unit.id]
    mp = counter.values[unit.steps][2]
    return max(1, mp - 1) if s.event == HEAT and counter.kind == "infantry" else mp


@rule("5.1", "5.7", "6.1.2", "6.1.3", "6.1.4", "6.2.1", "6.2.2", "6.2.3", "6.2.4", "16.3.4", "18.1.2")
def entry_cost(s: State, unit: Unit, here: Hex, to: Hex) -> int | No:
    """6.1.2 The MPs it costs to enter the next hex, or why it may not be entered."""
    ground = s.ground
    direction = ground.board.around[here].index(to)
    if ground.barred[here * 6 + direction]:
        return IMPASSABLE
    if (no := why_not_there(s, unit, to)) is not None:
        return no
    if ground.major[here * 6 + direction]:
        return MAJOR_RIVER
    return step_cost(s, unit, here, direction)


@rule("5.1", "6.2.1")
def step_cost(s: State, unit: Unit, here: Hex, direction: int) -> int:
    """5.1 The price of one step: ground, river and road, and two MPs for each EZOC left or entered."""
    cost = s.ground.price(s.game.counters[unit.id].movement_class, here, direction) & (STOP - 1)
    costs, to = s.tables.file.movement, s.ground.board.around[here][direction]
    leaving = costs.leave_zoc if in_enemy_zoc(s, here, unit.side) else 0
    return cost + leaving + (costs.enter_zoc if in_enemy_zoc(s, to, unit.side) else 0)


def why_not_there(s: State, unit: Unit, to: Hex) -> No | None:
    """Why a unit may not be in a hex at all, however it gets there."""
    if to in s.ground.impassable:
        return IMPASSABLE
    return why_not_in_bounds(s, unit, to) or why_not_enter(s, unit, to)


@rule("6.1.3", "12.3", "5.7")
def why_not_enter(s: State, unit: Unit, to: Hex) -> No | None:
    """6.1.3 Why the enemy keeps a unit out of a hex."""
    foe = FOE[unit.side]
    if s.ledger[COMBAT[foe]][to]:
        return ENEMY_THERE
    if is_hq(s, unit):
        if s.ledger[HQS[foe]][to]:
            return ENEMY_HQ
        if not hq_may_enter(s, to, unit.side):
            return HQ_IN_EZOC
    return None


@rule("6.2.2")
def must_stop(s: State, here: Hex, to: Hex) -> bool:
    """6.2.2 Who crosses an unbridged minor river ends the move there."""
    return bool(s.ground.minor[here * 6 + s.ground.board.around[here].index(to)])


@rule("6.2.3")
def why_not_cross(s: State, unit: Unit, to: Hex) -> No | None:
    """6.2.3 Why a unit that has not moved may not cross an unbridged major river as its whole move."""
    if (no := why_not_there(s, unit, to)) is not None:
        return no
    both = in_enemy_zoc(s, unit.hex, unit.side) and in_enemy_zoc(s, to, unit.side)
    return EZOC_ACROSS if both else None


def closed_to(s: State, unit: Unit) -> bytearray:
    """The hexes a unit may not even pass (6.1.3; for an HQ 12.3 and 5.7)."""
    side = unit.side
    if not is_hq(s, unit):
        return s.ledger[COMBAT[FOE[side]]]
    known: bytearray | None = s.memo.get(f"closed_to_hq_{side}")
    if known is None:
        zoc, friends, enemies, staffs = (
            np.frombuffer(s.ledger[name], np.uint8)
            for name in (EZOC[side], COMBAT[side], COMBAT[FOE[side]], HQS[FOE[side]])
        )
        known = bytearray((((zoc != 0) & (friends == 0)) | (enemies != 0) | (staffs != 0)).tobytes())
        s.memo[f"closed_to_hq_{side}"] = known
    return known


def zoc_prices(s: State) -> Zoc:
    """5.1 Two MPs to enter an EZOC, two to leave one."""
    costs = s.tables.file.movement
    return Zoc(costs.enter_zoc, costs.leave_zoc)


@rule("5.1", "6.1.2", "6.1.4")
def search(s: State, unit: Unit, mp: int, bound: str) -> Search:
    """6.1 How the walker finds where a unit can get to by normal movement."""
    prices = s.ground.walk[s.game.counters[unit.id].movement_class, bound]
    return mp, prices, closed_to(s, unit), s.ledger[EZOC[unit.side]], zoc_prices(s)


def reach(s: State, unit: Unit, mp: int) -> Mapping[Hex, int]:
    """6.1 Every hex a unit can get to by normal movement, with its cost."""
    return s.game.walker.reach(unit.hex, *search(s, unit, mp, bound_of(s, unit)))


@rule("6.2.3")
def crossings(s: State, unit: Unit) -> list[Hex]:
    """6.2.3 The hexes a unit may cross a major river into, as its whole move."""
    return [to for to in s.ground.crossings(unit.hex) if why_not_cross(s, unit, to) is None]
