"""The compiled kernels against their plain twins."""

import heapq
from itertools import pairwise
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgehead.hexes.board import Board, MapFile
from bridgehead.hexes.grid import Grid, Hex
from bridgehead.hexes.paths import (
    AMOUNT,
    CLOSED,
    NO_EXTRAS,
    STOP,
    WHOLE,
    ZOC_CLOSED,
    ZOC_STOPS,
    ZOC_TO_ZOC_CLOSED,
    Extras,
    Holders,
    Walker,
    Zoc,
    uniform,
)
from bridgehead.hexes.paths import _flood as compiled_flood
from bridgehead.hexes.paths import _one_holds_both as one_holds_both
from bridgehead.hexes.paths import _reach as compiled


def problem(key: str, what: str) -> Exception:
    return ValueError(f"{key}: {what}")


BOARD = Board(
    MapFile(grid=Grid(first=(1, 7), second=(1, 7), shifted="even"), default="clear", terrain={}), problem
)
WALKER = Walker(BOARD)
NOTHING = bytearray(BOARD.size)
_reach: Any = compiled
_flood: Any = compiled_flood
_one_holds_both: Any = one_holds_both
WITHOUT_EXTRAS = (None, None, None, 0, None, None, None, None, None)
"""What the kernel is given where a rulebook asks for none of the extras."""


PAPER = (WALKER.scratch.paper, WALKER.scratch.entries)


def step_price(here: int, to: int, price: int, zoc: bytearray, how: Zoc, extras: Extras) -> int:
    """What a step costs, without what it costs to enter a ZOC."""
    step = (
        (price & AMOUNT)
        + (extras.rate * extras.tax[to] if extras.tax else 0)
        + (how.leave if zoc[here] else 0)
    )
    return step if extras.cap is None else min(step, extras.cap)


def held_by_one(here: int, to: int, holders: Holders) -> bool:
    """Does a unit next to both hexes control both?"""
    for common in set(BOARD.near[here]) & set(BOARD.near[to]):
        sides = [common * 6 + BOARD.around[common].index(hex) for hex in (here, to)]
        for units, over in ((holders.foot, holders.over_foot), (holders.motor, holders.over_motor)):
            if units[common] and all(over[side] for side in sides):
                return True
    return False


def plain_reach(
    start: int,
    budget: int,
    prices: Any,
    closed: bytearray,
    zoc: bytearray,
    how: Zoc,
    extras: Extras = NO_EXTRAS,
) -> dict[int, int]:
    """The oracle: a search over (hex, halted) in plain Python, one step of the rule at a time."""
    best: dict[tuple[int, bool], int] = {(start, False): 0}
    queue = [(0, start)]
    while queue:
        cost, here = heapq.heappop(queue)
        if best.get((here, False)) != cost:
            continue
        for direction, to in enumerate(BOARD.around[here]):
            price = int(prices[here * 6 + direction])
            if not to or price == CLOSED or closed[to]:
                continue
            if (extras.soft and extras.soft[to]) or (extras.barred and extras.barred[to]):
                continue
            total, halted = cost + step_price(here, to, price, zoc, how, extras), bool(price & STOP)
            if zoc[to]:
                if how.rules & ZOC_CLOSED or (how.rules & ZOC_TO_ZOC_CLOSED and zoc[here]):
                    continue
                if how.holders and zoc[here] and held_by_one(here, to, how.holders):
                    continue
                total += how.enter
                halted = halted or bool(how.rules & ZOC_STOPS)
            if price & WHOLE:
                if cost:
                    continue
                total, halted = budget, True
            if total <= budget and total < best.get((to, halted), budget + 1):
                best[to, halted] = total
                if not halted:
                    heapq.heappush(queue, (total, to))
    found: dict[int, int] = {}
    for (hex, _), cost in best.items():
        if hex != start:
            found[hex] = min(cost, found.get(hex, cost))
    return found


def price_of(steps: tuple[int, ...], budget: int, prices: Any, zoc: bytearray, how: Zoc) -> int:
    """What a way costs, walked step by step; no step but the last may be a halt."""
    spent = 0
    for number, (here, to) in enumerate(pairwise(steps), 1):
        price = int(prices[here * 6 + BOARD.around[here].index(to)])
        halts = bool(price & (STOP | WHOLE)) or bool(zoc[to] and how.rules & ZOC_STOPS)
        assert not halts or number == len(steps) - 1
        assert not (zoc[to] and (how.rules & ZOC_CLOSED or (how.rules & ZOC_TO_ZOC_CLOSED and zoc[here])))
        assert not price & WHOLE or spent == 0
        spent += (price & AMOUNT) + (how.leave if zoc[here] else 0) + (how.enter if zoc[to] else 0)
        if price & WHOLE:
            spent = budget
    return spent


def spread_out(drawn: list[int]) -> Any:
    table = uniform(BOARD, CLOSED)
    for hex, six in zip(BOARD.hexes, zip(*[iter(drawn)] * 6, strict=True), strict=True):
        table[hex * 6 : hex * 6 + 6] = six
    return table


one_price = st.sampled_from([0, 1, 1, 2, 3, CLOSED, 2 + STOP, 1 + WHOLE])
prices = st.lists(one_price, min_size=49 * 6, max_size=49 * 6).map(spread_out)
few = st.lists(st.sampled_from(BOARD.hexes), max_size=6).map(BOARD.flags)
hows = st.builds(Zoc, enter=st.integers(0, 2), leave=st.integers(0, 2), rules=st.integers(0, 7))


@settings(max_examples=150)
@given(st.sampled_from(BOARD.hexes), st.integers(1, 12), prices, few, few, hows)
def test_reach_agrees_with_its_plain_twin(
    start: int, budget: int, table: Any, closed: bytearray, zoc: bytearray, how: Zoc
) -> None:
    expected = plain_reach(start, budget, table, closed, zoc, how)
    assert WALKER.reach(start, budget, table, closed, zoc, how) == expected
    for to in expected:
        way = WALKER.route(start, to, budget, table, closed, zoc, how)
        assert way[-1] == to
        steps = (start, *way)
        assert all(b in BOARD.near[a] and not closed[b] for a, b in pairwise(steps))
        assert price_of(steps, budget, table, zoc, how) == expected[to]


controls = st.lists(st.booleans(), min_size=BOARD.size * 6, max_size=BOARD.size * 6).map(
    lambda drawn: np.array(drawn, np.uint8)
)
holding = st.builds(Holders, few, few, controls, controls)
maybe = st.one_of(st.none(), few)
all_extras = st.builds(
    Extras,
    soft=maybe,
    barred=maybe,
    tax=maybe,
    rate=st.integers(1, 3),
    cap=st.one_of(st.none(), st.integers(1, 4)),
)


@settings(max_examples=100)
@given(
    st.sampled_from(BOARD.hexes),
    st.integers(1, 12),
    prices,
    few,
    few,
    hows,
    st.one_of(st.none(), holding),
    all_extras,
)
def test_extras_and_holders_agree_with_the_plain_twin(
    start: int,
    budget: int,
    table: Any,
    closed: bytearray,
    zoc: bytearray,
    how: Zoc,
    holders: Holders | None,
    extras: Extras,
) -> None:
    how = Zoc(how.enter, how.leave, how.rules, holders)
    expected = plain_reach(start, budget, table, closed, zoc, how, extras)
    assert WALKER.reach(start, budget, table, closed, zoc, how, extras) == expected
    for to in expected:
        way = WALKER.route(start, to, budget, table, closed, zoc, how, extras)
        assert way[-1] == to
        assert all(b in BOARD.near[a] and not closed[b] for a, b in pairwise((start, *way)))


@settings(max_examples=60)
@given(st.sampled_from(BOARD.hexes), st.integers(1, 10), prices, few, few)
def test_more_points_never_reach_less(
    start: int, budget: int, table: Any, closed: bytearray, zoc: bytearray
) -> None:
    how = Zoc(leave=2, rules=ZOC_STOPS | ZOC_TO_ZOC_CLOSED)
    less = WALKER.reach(start, budget, table, closed, zoc, how)
    more = WALKER.reach(start, budget + 1, table, closed, zoc, how)
    assert less.keys() <= more.keys()


@settings(max_examples=60)
@given(st.lists(st.sampled_from(BOARD.hexes), min_size=1, max_size=4), st.integers(1, 9), prices, few)
def test_spread_is_the_best_of_its_starts(
    starts: list[int], budget: int, table: Any, closed: bytearray
) -> None:
    table = np.where(table == 1 + WHOLE, 1, table & ~np.where(table == CLOSED, 0, STOP))
    spread = WALKER.spread(starts, budget, table.astype(np.int32), closed)
    for hex in BOARD.hexes:
        ways = [
            0 if start == hex else plain_reach(start, budget, table, closed, NOTHING, Zoc()).get(hex, -1)
            for start in starts
        ]
        good = [way for way in ways if way >= 0]
        assert spread[hex] == (min(good) if good else -1)


def test_no_points_reach_nothing_and_no_way_is_no_route() -> None:
    assert WALKER.reach(404, 0, uniform(BOARD), NOTHING, NOTHING) == {}
    WALKER.reach(404, 0, uniform(BOARD), NOTHING, NOTHING).costs()[Hex(101)] = 1
    assert WALKER.reach(404, 0, uniform(BOARD), NOTHING, NOTHING) == {}, "nobody else's"
    assert WALKER.route(404, 101, 2, uniform(BOARD), NOTHING, NOTHING) == ()
    assert WALKER.route(404, 101, 0, uniform(BOARD), NOTHING, NOTHING) == ()


def test_what_is_reached_is_a_mapping_that_can_be_thinned() -> None:
    found = WALKER.reach(404, 2, uniform(BOARD), NOTHING, NOTHING)
    assert list(found) == list(found.costs()) and len(found) == 18
    assert all(found[hex] == BOARD.distance(404, hex) for hex in found)
    assert 101 not in found and 405 in found
    near = np.zeros(BOARD.size, np.bool_)
    near[[405, 101]] = True
    assert dict(found.where(near)) == {405: 1}


def test_a_flood_takes_what_is_joined_at_whatever_length() -> None:
    network = uniform(BOARD, CLOSED)
    for here, to in ((101, 102), (102, 103), (103, 104)):
        network[here * 6 + BOARD.around[here].index(to)] = 0
    assert WALKER.flood((101,), network, NOTHING) == [101, 102, 103, 104]
    assert WALKER.flood((101, 103), network, BOARD.flags((103,))) == [101, 102]
    assert WALKER.flood((101,), network, BOARD.flags((101,))) == []
    assert WALKER.flood((), network, NOTHING) == []
    paper = WALKER.scratch.paper
    starts = np.array((102, 102), np.int32)
    arguments = (BOARD.links, network, NOTHING, starts, paper[3], paper[0])
    assert _flood.py_func(*arguments) == _flood(*arguments) == 3


def test_the_kernel_leaves_its_paper_clean() -> None:
    WALKER.reach(404, 5, uniform(BOARD), NOTHING, NOTHING)
    WALKER.flood((404,), uniform(BOARD), NOTHING)
    WALKER.spread((101, 707), 3, uniform(BOARD), NOTHING)
    assert (WALKER.scratch.paper[:2] == -1).all()


def test_the_kernel_is_the_same_uncompiled() -> None:
    """The Python body of the kernel, line by line."""
    table = uniform(BOARD, 1)
    table[404 * 6] = 1 + WHOLE
    table[404 * 6 + 1] = 2 + STOP
    table[404 * 6 + 2] = CLOSED
    zoc = BOARD.flags((403, 503))
    closed = BOARD.flags((305,))
    starts = np.array((101, 101), np.int32)
    arguments = (BOARD.links, table, closed, zoc, 404, starts, 6, 1, 2, ZOC_STOPS)
    slow = _reach.py_func(*arguments, *PAPER, *WITHOUT_EXTRAS)
    kept = WALKER.scratch.paper[3:5, :slow].copy()
    assert _reach(*arguments, *PAPER, *WITHOUT_EXTRAS) == slow
    assert (WALKER.scratch.paper[3:5, :slow] == kept).all()
    for rules in (ZOC_CLOSED, ZOC_TO_ZOC_CLOSED):
        arguments = (*arguments[:-1], rules)
        assert _reach.py_func(*arguments, *PAPER, *WITHOUT_EXTRAS) > 0


def test_the_kernel_uncompiled_finds_cheaper_ways_and_whole_moves() -> None:
    """A hex first found dear is entered again when found cheap; a whole move is only for the unspent."""
    table = uniform(BOARD, 1)
    here, dear = 404, BOARD.around[404][0]
    table[here * 6] = 5
    table[dear * 6 : dear * 6 + 6] = 1 + WHOLE
    nothing = NOTHING
    one = np.array((here,), np.int32)
    arguments = (BOARD.links, table, nothing, nothing, 0, one, 6, 0, 0, 0)
    found = _reach.py_func(*arguments, *PAPER, *WITHOUT_EXTRAS)
    costs = dict(
        zip(WALKER.scratch.order[:found].tolist(), WALKER.scratch.costs[:found].tolist(), strict=True)
    )
    assert costs[dear] == 2
    assert _reach(*arguments, *PAPER, *WITHOUT_EXTRAS) == found


def test_the_kernel_uncompiled_reckons_with_extras() -> None:
    """Closed hexes of other kinds, taxes, a cap, and zones that one unit holds."""
    table = uniform(BOARD, 1)
    near = BOARD.around[404]
    zoc = BOARD.flags((404, *near))
    nothing = NOTHING
    everywhere = np.ones(BOARD.size * 6, np.uint8)
    soft, barred, taxed, foot, motor = (
        BOARD.flags((hex,)) for hex in (near[0], near[1], near[3], near[3], near[4])
    )
    arguments = (BOARD.links, table, nothing, zoc, 404, np.empty(0, np.int32), 2, 0, 1, 0)
    for holders in ((foot, nothing), (nothing, motor)):
        extras = (soft, barred, taxed, 4, 2, *holders, everywhere, everywhere)
        found = _reach.py_func(*arguments, *PAPER, *extras)
        reached = set(WALKER.scratch.order[:found].tolist())
        assert reached
        assert not reached & {near[0], near[1]}
        direction = 3 if holders[0] is foot else 4
        held = near[direction]
        assert not reached & set(BOARD.near[held]) & set(near)
        assert _reach(*arguments, *PAPER, *extras) == found
        # Seen from 404, the hexes on both sides of the one where the holder stands are his as well as 404.
        zones = (*holders, everywhere, everywhere)
        held_ways = {d for d in range(6) if _one_holds_both.py_func(BOARD.links, *zones, 404, d)}
        assert held_ways == {direction - 1, direction + 1}
        powerless = (*holders, np.zeros_like(everywhere), np.zeros_like(everywhere))
        assert not any(_one_holds_both.py_func(BOARD.links, *powerless, 404, d) for d in range(6))
