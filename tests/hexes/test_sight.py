"""Lines of sight over heights."""

import numpy as np
import pytest

from bridgehead.hexes.board import Board, MapFile
from bridgehead.hexes.grid import Grid
from bridgehead.hexes.sight import Sights


def problem(key: str, what: str) -> Exception:
    return ValueError(key + what)


BOARD = Board(
    MapFile(grid=Grid(first=(1, 9), second=(1, 12), shifted="odd"), default="clear", terrain={}), problem
)


def sights(tops: dict[int, int], ground: dict[int, int] | None = None) -> Sights:
    low = np.zeros(BOARD.size, np.int32)
    for hex, height in (ground or {}).items():
        low[hex] = height
    top = low.copy()
    for hex, height in tops.items():
        top[hex] = low[hex] + height
    return Sights(BOARD, low, top)


def test_open_ground_hides_nothing_and_neighbours_always_see() -> None:
    assert sights({}).clear(401, 412)
    assert sights({401: 1, 402: 1}).clear(401, 402)


def test_what_stands_between_blocks_and_is_named() -> None:
    seen = sights({404: 1})
    assert not seen.clear(402, 406)
    assert not seen.clear(406, 402)
    assert seen.blocking(402, 406) == (404,)
    assert seen.clear(402, 404)


def test_a_line_along_a_side_needs_both_hexes_to_block() -> None:
    a, b = 402, 602
    (pair,) = [tuple(sorted(set(BOARD.near[a]) & set(BOARD.near[b])))]
    assert len(pair) == 2
    assert sights({pair[0]: 1}).clear(a, b)
    assert not sights({pair[0]: 1, pair[1]: 1}).clear(a, b)


def test_off_the_map_nothing_blocks() -> None:
    a, b = 201, 401
    both = set(BOARD.near[a]) & set(BOARD.near[b])
    assert len(both) == 1
    assert sights(dict.fromkeys(both, 3)).clear(a, b)


@pytest.mark.parametrize(("wood", "clear"), [(403, True), (404, True), (405, False)])
def test_from_a_height_one_sees_over_what_is_near(wood: int, clear: bool) -> None:
    """From height 2 at 0402 down to 0 at 0406 a line is at 1.5, 1 and 0.5; a tie does not block."""
    assert sights({wood: 1}, {402: 2}).clear(402, 406) is clear
