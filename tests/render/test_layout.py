"""Hexes on the sheet and back."""

import msgspec
import pytest

from bridgehead.hexes.grid import Compass, Grid
from bridgehead.render.layout import CORNERS, Layout

AXES: list[tuple[Compass, Compass]] = [
    ("E", "S"),
    ("W", "N"),
    ("N", "W"),
    ("S", "E"),
    ("E", "N"),
    ("N", "E"),
    ("W", "S"),
    ("S", "W"),
]


def grids() -> list[Grid]:
    return [
        Grid(first=(1, 9), second=(0, 7), shifted=shifted, first_points=first, second_points=second)
        for first, second in AXES
        for shifted in ("odd", "even")
    ]


@pytest.mark.parametrize("grid", grids(), ids=str)
def test_the_hex_at_every_centre_and_just_inside_every_corner(grid: Grid) -> None:
    layout = Layout(grid, 31.0)
    for hex in grid.hexes():
        x, y = layout.centre(hex)
        assert layout.hex_at(x, y) == hex
        for cx, cy in layout.corners(hex):
            assert layout.hex_at(x + 0.96 * (cx - x), y + 0.96 * (cy - y)) == hex


@pytest.mark.parametrize("grid", grids(), ids=str)
def test_neighbours_share_their_side(grid: Grid) -> None:
    layout = Layout(grid)
    for hex in grid.hexes():
        for direction in range(6):
            to = grid.neighbour(hex, direction)
            if to:
                assert set(layout.side(hex, to)) == set(layout.side(to, hex))
                a, b = (layout.pixel(*corner) for corner in layout.side(hex, to))
                middle = layout.middle(hex, to)
                assert middle == pytest.approx(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))


@pytest.mark.parametrize(("first", "second"), AXES)
def test_numbers_grow_where_the_grid_says(first: Compass, second: Compass) -> None:
    layout = Layout(
        Grid(first=(1, 9), second=(1, 9), shifted="odd", first_points=first, second_points=second)
    )
    steps = {"E": (1, 0), "W": (-1, 0), "N": (0, -1), "S": (0, 1)}
    x, y = layout.centre(303)
    for hex, points in ((503, first), (305, second)):
        to = layout.centre(hex)
        dx, dy = to[0] - x, to[1] - y
        assert (round(dx) > 0) - (round(dx) < 0) == steps[points][0]
        assert (round(dy) > 0) - (round(dy) < 0) == steps[points][1]


def test_files_that_run_north_have_flat_tops_and_those_that_run_east_points() -> None:
    flat = Layout(Grid(first=(1, 3), second=(1, 3), shifted="odd", first_points="W", second_points="N"))
    pointed = Layout(Grid(first=(1, 3), second=(1, 3), shifted="odd", first_points="N", second_points="W"))
    assert flat.flat
    assert not pointed.flat
    tops = [y for _, y in flat.corners(202)]
    assert sum(1 for y in tops if y == pytest.approx(min(tops))) == 2
    tops = [y for _, y in pointed.corners(202)]
    assert sum(1 for y in tops if y == pytest.approx(min(tops))) == 1


def test_everything_lies_on_the_sheet() -> None:
    for grid in grids():
        layout = Layout(grid)
        left, top, width, height = layout.bounds
        points = [point for hex in grid.hexes() for point in layout.corners(hex)]
        assert min(x for x, _ in points) > left
        assert min(y for _, y in points) > top
        assert max(x for x, _ in points) < width
        assert max(y for _, y in points) < height


def test_there_is_no_hex_beyond_the_map() -> None:
    layout = Layout(Grid(first=(1, 4), second=(1, 4), shifted="odd"))
    assert layout.hex_at(1, 1) == 0
    assert layout.hex_at(layout.width + 500, 40) == 0
    assert layout.hex_at(-900, -900) == 0


def test_the_browser_finds_the_same_centres_from_the_numbers() -> None:
    for grid in grids():
        layout = Layout(grid)
        numbers = msgspec.json.decode(msgspec.json.encode(layout.numbers()))
        for hex in grid.hexes():
            first, second = divmod(hex, 100)
            x, y = numbers["origin"]
            x += first * numbers["first_step"][0] + second * numbers["second_step"][0]
            y += first * numbers["first_step"][1] + second * numbers["second_step"][1]
            if first % 2 == (numbers["shifted"] == "odd"):
                x, y = x + numbers["shift"][0], y + numbers["shift"][1]
            assert (x, y) == pytest.approx(layout.centre(hex), abs=0.02)
            for (dx, dy), corner in zip(numbers["corners"], layout.corners(hex), strict=True):
                assert (x + dx, y + dy) == pytest.approx(corner, abs=0.02)


def test_sides_of_hexes_that_do_not_touch_and_parallel_axes_are_refused() -> None:
    layout = Layout(Grid(first=(1, 4), second=(1, 4), shifted="odd"))
    with pytest.raises(ValueError, match="not adjacent"):
        layout.side(101, 303)
    with pytest.raises(ValueError, match="right angles"):
        Layout(Grid(first=(1, 4), second=(1, 4), shifted="odd", first_points="E", second_points="W"))


def test_corners_go_round() -> None:
    assert len(set(CORNERS)) == 6
