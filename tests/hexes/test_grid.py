"""Numbers, neighbours, distance, lines."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridgehead.hexes.grid import STEPS, Grid, Hex, passages

ODD = Grid(first=(10, 36), second=(1, 17), shifted="odd")
EVEN = Grid(first=(1, 26), second=(1, 40), shifted="even")
ZERO = Grid(first=(0, 9), second=(0, 9), shifted="odd")
GRIDS = [ODD, EVEN, ZERO]


def test_a_hex_is_written_as_its_map_prints_it() -> None:
    pointed = Grid(first=(1, 45), second=(1, 39), shifted="even", separator=".")
    assert [ODD.printed(hex) for hex in (2314, 905)] == ["2314", "0905"]
    assert [pointed.printed(hex) for hex in (2239, 905)] == ["22.39", "09.05"]


def hexes_of(grid: Grid) -> st.SearchStrategy[int]:
    return st.sampled_from(list(grid.hexes()))


def test_hexes_are_their_printed_numbers() -> None:
    assert len(list(ODD.hexes())) == 27 * 17
    assert 2314 in ODD
    assert 905 not in ODD
    assert 2318 not in ODD
    assert 0 not in ZERO
    assert 1 in ZERO
    assert "2314" not in ODD
    assert ODD.size == 3700


def test_an_odd_file_lies_lower() -> None:
    """The road from Diedersdorf to Seelow is a chain of neighbours."""
    chain = [1012, 1111, 1211, 1310, 1410]
    assert all(ODD.distance(a, b) == 1 for a, b in pairwise(chain))
    assert ODD.distance(1012, 1112) == 1
    assert ODD.distance(1012, 1113) == 2


@pytest.mark.parametrize("grid", GRIDS)
def test_neighbours_are_mutual_and_opposite(grid: Grid) -> None:
    for hex in grid.hexes():
        for direction in range(6):
            there = grid.neighbour(hex, direction)
            if there:
                assert grid.neighbour(there, (direction + 3) % 6) == hex
                assert grid.direction(hex, there) == direction
                assert grid.distance(hex, there) == 1
    assert grid.direction(next(iter(grid.hexes())), list(grid.hexes())[-1]) == -1


@given(st.data(), st.sampled_from(GRIDS))
def test_distance_is_a_metric(data: st.DataObject, grid: Grid) -> None:
    a, b, c = (data.draw(hexes_of(grid)) for _ in range(3))
    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(st.data())
def test_distance_is_the_number_of_steps(data: st.DataObject) -> None:
    """Breadth-first search on a small grid agrees."""
    start, goal = data.draw(hexes_of(ZERO)), data.draw(hexes_of(ZERO))
    seen, ring, steps = {Hex(start)}, {Hex(start)}, 0
    while goal not in seen:
        ring = {n for h in ring for d in range(6) if (n := ZERO.neighbour(h, d))} - seen
        seen |= ring
        steps += 1
    # Hex 0000 does not exist, so a way around it may be longer by one.
    assert 0 <= steps - ZERO.distance(start, goal) <= 1


def test_a_point_is_its_hex_again() -> None:
    for grid in GRIDS:
        assert all(grid.at(*grid.point(hex)) == hex for hex in grid.hexes())
    assert ODD.at(-3, 5) == 0


def test_a_line_along_a_file_passes_the_hexes_between() -> None:
    assert [p.steps for p in passages(0, 6)] == [((0, 2),), ((0, 4),)]
    assert [p.middle for p in passages(0, 6)] == [Fraction(1, 3), Fraction(2, 3)]


def test_a_line_between_two_hexes_runs_along_their_side() -> None:
    (spine,) = passages(6, 0)
    assert sorted(spine.steps) == [(3, -1), (3, 1)]
    assert spine.middle == Fraction(1, 2)


def test_neighbours_have_nothing_between() -> None:
    assert all(passages(*step) == () for step in STEPS)


@given(st.integers(-8, 8), st.integers(-16, 16))
def test_a_line_passes_as_many_hexes_as_it_is_long(files: int, rows: int) -> None:
    dx, dy = 3 * files, rows
    if (files + rows) % 2 or (dx, dy) == (0, 0):
        return
    far = max(abs(files), (abs(files) + abs(rows)) // 2)
    line = passages(dx, dy)
    assert far - 1 <= len(line) <= 2 * far - 1
    middles = [p.middle for p in line]
    assert middles == sorted(middles)
    assert all(0 < m < 1 for m in middles)
    back = passages(-dx, -dy)
    assert [1 - m for m in reversed(middles)] == [p.middle for p in back]
