"""5.0 Why a unit cannot get to a hex: the true cause, wherever on the way it stands."""

from __future__ import annotations

import re
from collections.abc import Callable
from heapq import heappop, heappush

from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, replace
from bridgehead.games.seelow1945.model.ground import terrain_cost
from bridgehead.games.seelow1945.model.state import State, Unit, enemy_zoc
from bridgehead.games.seelow1945.model.words import enters_no_hex
from bridgehead.games.seelow1945.rules.steps import (
    DISRUPTED_AT_STREAM,
    STREAM_TAKES_ALL,
    ZOC_TO_ZOC,
    allowance,
    entry_cost,
    prices,
    too_dear,
    why_not_enter_zoc,
    why_not_stand,
)
from bridgehead.hexes.paths import CLOSED, WHOLE

ALREADY_THERE = No("5.11", "this unit is already there")
ZOC_ENDS_MOVE = No("5.18a", "entering an enemy ZOC ends the move")
FAR = 999
GROUND = {"5.11", "5.12d"}
"""Reasons that no turn changes: the map."""

Step = Callable[[Hex, Hex, int], tuple[int, list[No]] | None]
"""From hex to hex, having spent so much: what is spent then, and all that forbids the step; None: no way."""


@rule("5.16")
def why_not_reach(s: State, unit: Unit, hex: Hex, mp: int, fresh: bool) -> No:
    """Why a unit with so many points cannot get to a hex it cannot get to."""
    if hex == unit.hex:
        return ALREADY_THERE
    no = why_not_stand(s, unit, hex)
    if no:
        return replace(no, hex=hex)
    if hex in s.ground.near[unit.hex]:
        cost = entry_cost(s, unit, unit.hex, hex, fresh=fresh)
        return replace(cost, hex=hex) if isinstance(cost, No) else too_dear(cost, mp)
    cause = (
        first_cause(s, unit.hex, hex, within_points(s, unit, mp, fresh))
        or needs_points(s, unit, hex, mp, fresh)
        or first_cause(s, unit.hex, hex, over_any_ground(s, unit))
    )
    assert cause is not None, "a way over open ground needs points only"
    return cause


@rule("5.16", "5.26")
def why_stuck(s: State, unit: Unit) -> No:
    """5.16 What keeps a unit that has not moved from every step it could take."""
    mp = allowance(s, unit)
    nos = [why_not_reach(s, unit, to, mp, fresh=True) for to in s.ground.near[unit.hex]]
    return first_of(nos)


def first_of(nos: list[No]) -> No:
    """Of the causes that close one hex each: first what can change, in the book's order, then the ground."""
    no = min(nos, key=lambda no: (no.rule in GROUND, book_order(no.rule)))
    return replace(no, because=enters_no_hex(no.because))


def book_order(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", number))


def first_cause(s: State, start: Hex, goal: Hex, step: Step) -> No | None:
    """What first forbids the way on which the fewest causes stand; None if there is no way at all."""
    waiting: list[tuple[int, int, int, Hex, No | None]] = [(0, 0, 0, start, None)]
    least: dict[Hex, int] = {}
    count = 0
    while waiting:
        causes, spent, _, here, first = heappop(waiting)
        if here == goal:
            return first
        if least.get(here, FAR) <= spent:
            continue
        least[here] = spent
        for to in s.ground.near[here]:
            taken = step(here, to, spent)
            if taken is not None:
                then, nos = taken
                count += 1
                heappush(waiting, (causes + len(nos), then, count, to, first or next(iter(nos), None)))
    return None


def within_points(s: State, unit: Unit, mp: int, fresh: bool) -> Step:
    """Steps the unit can pay for over ground it may use, whatever enemies and friends forbid."""
    costs, around, leave = prices(s, unit, fresh), s.ground.around, surcharge(s, unit)

    def step(here: Hex, to: Hex, spent: int) -> tuple[int, list[No]] | None:
        price = int(costs[here * 6 + around[here].index(to)])
        if price == CLOSED or (price == WHOLE and spent):
            return None
        then = mp if price == WHOLE else spent + price + (leave if here == unit.hex else 0)
        return (then, forbidden(s, unit, here, to)) if then <= mp else None

    return step


@rule("5.18a", "5.21", "5.22b", "5.25")
def forbidden(s: State, unit: Unit, here: Hex, to: Hex) -> list[No]:
    """5.2 All that enemies and friends have against a step on the way, and where they have it."""
    zoc = enemy_zoc(s, unit.side)
    found = [replace(ZOC_ENDS_MOVE, hex=here)] if zoc[here] and here != unit.hex else []
    no = why_not_stand(s, unit, to) or (why_not_enter_zoc(s, unit) if zoc[to] else None)
    if no is None and zoc[here] and zoc[to]:
        no = ZOC_TO_ZOC
    return [*found, replace(no, hex=to)] if no else found


def needs_points(s: State, unit: Unit, hex: Hex, mp: int, fresh: bool) -> No | None:
    """5.16 A way the unit could go, if it had the points and nobody were about."""
    nobody = bytearray(s.ground.board.size)
    reached = s.game.walker.reach(unit.hex, FAR, prices(s, unit, fresh), nobody, nobody)
    return too_dear(reached[hex] + surcharge(s, unit), mp) if hex in reached else None


@rule("5.22a")
def surcharge(s: State, unit: Unit) -> int:
    """5.22 For leaving the zone it stands in; whoever enters another one on the way goes no further."""
    return s.tables.movement.leave_enemy_zoc if enemy_zoc(s, unit.side)[unit.hex] else 0


@rule("5.11", "5.12b", "5.12c", "5.12d")
def over_any_ground(s: State, unit: Unit) -> Step:
    """Steps over all ground, with what the ground has against them."""
    klass = s.counter(unit.id).klass
    stream = DISRUPTED_AT_STREAM if unit.disrupted else STREAM_TAKES_ALL

    def step(here: Hex, to: Hex, spent: int) -> tuple[int, list[No]]:
        cost = terrain_cost(s.ground.board, s.tables, klass, here, to)
        no = cost if isinstance(cost, No) else stream if cost == WHOLE else None
        return spent + 1, [replace(no, hex=to)] if no else []

    return step
