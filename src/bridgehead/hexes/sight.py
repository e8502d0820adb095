"""Lines of sight over ground heights and obstacles, in exact arithmetic."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from bridgehead.hexes.board import Board
from bridgehead.hexes.grid import Hex, passages


@cache
def _table(dx: int, dy: int) -> tuple[tuple[int, int, int, int, int, int], ...]:
    """Passages of a line as integers: two steps (equal where it is one hex), and middle as a fraction."""
    return tuple(
        (*passage.steps[0], *passage.steps[-1], passage.middle.numerator, passage.middle.denominator)
        for passage in passages(dx, dy)
    )


class Sights:
    """All the sight lines of a map, worked out when first asked for.

    `ground` is the height of a hex, `top` the height of what stands on it. A hex between the ends blocks when
    its top is higher than the line at the middle of its passage there; a tie does not block. A line along
    the side shared by two hexes is blocked only if both block; a hex off the map does not block.
    """

    def __init__(self, board: Board, ground: NDArray[np.int32], top: NDArray[np.int32]) -> None:
        self.board = board
        self.ground = ground
        self.top = top
        self._clear: dict[tuple[int, int], bool] = {}

    def clear(self, a: int, b: int) -> bool:
        """Does a straight line between the centres run free?"""
        known = self._clear.get((a, b))
        if known is None:
            known = not self.blocking(a, b)
            self._clear[a, b] = self._clear[b, a] = known
        return known

    def blocking(self, a: int, b: int) -> tuple[Hex, ...]:
        """The hexes that block the line, for the player who asks why."""
        grid = self.board.grid
        ax, ay = grid.point(a)
        bx, by = grid.point(b)
        blocked: list[Hex] = []
        low, high = int(self.ground[a]), int(self.ground[b])
        for x1, y1, x2, y2, over, under in _table(bx - ax, by - ay):
            pair = {grid.at(ax + x1, ay + y1), grid.at(ax + x2, ay + y2)}
            line = low * under + (high - low) * over
            if all(hex in self.board and int(self.top[hex]) * under > line for hex in pair):
                blocked.extend(sorted(pair))
        return tuple(blocked)
