"""Lines of supply and command over the board, for rulebooks that trace them hex by hex."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from bridgehead.hexes.paths import Walker

Field = NDArray[np.int32]
"""A number for every hex."""


def closed_to_lines(enemies: Iterable[bytearray], zoc: bytearray, friends: Iterable[bytearray]) -> bytearray:
    """Hexes no line may use: where an enemy is, or in an enemy ZOC with no friend there to negate it."""
    held = anywhere(friends) == 0
    closed = (anywhere(enemies) != 0) | ((np.frombuffer(zoc, np.uint8) != 0) & held)
    return bytearray(closed.tobytes())


def anywhere(ledgers: Iterable[bytearray]) -> NDArray[np.uint8]:
    """By hex: above 0 where one of several ledgers is."""
    found: NDArray[np.uint8] = reduce(np.bitwise_or, [np.frombuffer(ledger, np.uint8) for ledger in ledgers])
    return found


def lines_to(walker: Walker, ends: Sequence[int], closed: bytearray, prices: Field, limit: int) -> Field:
    """The cost of the shortest line from every hex to one of the ends, -1 beyond the limit."""
    if not ends:
        return np.full(walker.board.size, -1, np.int32)
    return walker.spread(ends, limit, prices, closed)


def within_command(walker: Walker, prices: Field, hex: int, range: int) -> frozenset[int]:
    """The hexes no further from a headquarters than its range, its own included; enemies do not matter."""
    nothing = bytearray(walker.board.size)
    return frozenset(walker.reach(hex, range, prices, nothing, nothing)) | {hex}
