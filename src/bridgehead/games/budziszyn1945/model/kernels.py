"""The kernel of supply, over flat arrays: how far it flows, in whole MPs."""

from __future__ import annotations

import threading

import numpy as np
from numba import njit
from numpy.typing import NDArray

from bridgehead.hexes.board import Board


@njit(cache=True, nogil=True)
def flow(links, prices, passable, friend, starts, budget, distance, came, queue):  # type: ignore[no-untyped-def]  # numba
    """10.1 The off-road supply MPs spent to every hex that a line may pass, -1 where none comes.

    Hexes are worked through MP by MP; a step that costs nothing joins the hexes of the present MP.
    """
    distance[:] = -1
    count = 0
    for i in range(starts.shape[0]):
        here = starts[i]
        if passable[here] != 0 and distance[here] < 0:
            distance[here] = 0
            came[here] = 0
            queue[0, count] = here
            queue[1, count] = 0
            count += 1
    for cost in range(budget + 1):
        at = 0
        while at < count:
            here = queue[0, at]
            if queue[1, at] == cost and distance[here] == cost:
                for d in range(6):
                    to = links[here * 6 + d]
                    if to == 0 or passable[to] == 0:
                        continue
                    price = prices[here * 6 + d]
                    if friend[here] != 0 and friend[to] != 0:
                        price = 0
                    if price < 0:
                        continue
                    total = cost + price
                    if total <= budget and (distance[to] < 0 or total < distance[to]):
                        distance[to] = total
                        came[to] = here
                        queue[0, count] = to
                        queue[1, count] = total
                        count += 1
            at += 1


class Scratch(threading.local):
    """The scratch paper of the kernel, a sheet for every thread."""

    def __init__(self, size: int) -> None:
        self.distance: NDArray[np.int32] = np.empty(size, np.int32)
        self.came: NDArray[np.int32] = np.zeros(size, np.int32)
        self.queue: NDArray[np.int32] = np.empty((2, size * 40), np.int32)


class Supplier:
    """The supply kernel on one board. Threads may share it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.scratch = Scratch(board.size)

    def lines(
        self,
        starts: NDArray[np.int32],
        budget: int,
        prices: NDArray[np.int32],
        passable: NDArray[np.uint8],
        friend: NDArray[np.uint8],
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """By hex: the MPs spent to get there (-1: out of reach), and the hex before it on the line."""
        scratch = self.scratch
        distance, came = scratch.distance, scratch.came
        flow(self.board.links, prices, passable, friend, starts, budget, distance, came, scratch.queue)
        return distance.copy(), came.copy()
