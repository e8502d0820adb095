"""The two kernels of the game, over flat arrays: where a unit can go, and how far supply flows.

Movement counts in twelfths of an MP, supply in whole MPs. Kernels are given everything and call nothing back.
"""

from __future__ import annotations

import threading

import msgspec
import numpy as np
from numba import njit
from numpy.typing import NDArray

from bridgehead.hexes.board import Board
from bridgehead.hexes.grid import Hex

CLOSED = -1


@njit(cache=True, nogil=True)
def shares_zoc(links, foot, motor, over_foot, over_motor, here, d):  # type: ignore[no-untyped-def]
    """4.2.3 Does one enemy unit control both the hex and its neighbour on that side?"""
    for turn in (1, 5):
        common = links[here * 6 + (d + turn) % 6]
        if common == 0 or (foot[common] == 0 and motor[common] == 0):
            continue
        # Seen from the hex next to both, `here` lies opposite to `d + turn`, the neighbour one side off.
        to_here = common * 6 + (d + turn + 3) % 6
        to_next = common * 6 + (d + 6 - turn) % 6
        if foot[common] != 0 and over_foot[to_here] and over_foot[to_next]:
            return True
        if motor[common] != 0 and over_motor[to_here] and over_motor[to_next]:
            return True
    return False


@njit(cache=True, nogil=True)
def march(  # type: ignore[no-untyped-def]
    links,
    prices,
    solid,
    soft,
    zoc,
    foot,
    motor,
    over_foot,
    over_motor,
    barred,
    tax,
    start,
    budget,
    cap,
    leave,
    zoc_closed,
    paper,
    entries,
):
    """Fill rows 3 and 4 of the paper with the hexes reached and their costs, and give how many."""
    free = paper[0]
    halt = paper[1]
    came = paper[2]
    order = paper[3]
    costs = paper[4]
    head = np.full(budget + 1, -1, np.int32)
    free[start] = 0
    entries[0, 0] = start
    entries[1, 0] = -1
    head[0] = 0
    entered = 1
    found = 0
    for cost in range(budget + 1):
        entry = head[cost]
        while entry >= 0:
            here = entries[0, entry]
            entry = entries[1, entry]
            if free[here] != cost:
                continue
            in_zoc = zoc[here] != 0
            for d in range(6):
                to = links[here * 6 + d]
                price = prices[here * 6 + d]
                if to == 0 or price < 0 or solid[to] != 0 or soft[to] != 0 or barred[to] != 0:
                    continue
                price += 12 * tax[to]
                if in_zoc:
                    price += leave
                price = min(price, cap)
                total = cost + price
                if total > budget:
                    continue
                stops = zoc[to] != 0
                if stops and (
                    zoc_closed or (in_zoc and shares_zoc(links, foot, motor, over_foot, over_motor, here, d))
                ):
                    continue
                best = free[to]
                if halt[to] >= 0 and (best < 0 or halt[to] < best):
                    best = halt[to]
                if best < 0:
                    order[found] = to
                    found += 1
                if best < 0 or total < best:
                    came[to] = here
                if stops:
                    if halt[to] < 0 or total < halt[to]:
                        halt[to] = total
                elif free[to] < 0 or total < free[to]:
                    free[to] = total
                    entries[0, entered] = to
                    entries[1, entered] = head[total]
                    head[total] = entered
                    entered += 1
    kept = 0
    for i in range(found):
        to = order[i]
        best = free[to]
        if halt[to] >= 0 and (best < 0 or halt[to] < best):
            best = halt[to]
        free[to] = -1
        halt[to] = -1
        if to != start:
            order[kept] = to
            costs[kept] = best
            kept += 1
    free[start] = -1
    halt[start] = -1
    return kept


@njit(cache=True, nogil=True)
def flow(links, prices, passable, friend, starts, budget, distance, came, queue):  # type: ignore[no-untyped-def]
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


class March(msgspec.Struct, frozen=True):
    """What a move must reckon with, beside the ground."""

    prices: NDArray[np.int32]
    solid: bytearray
    soft: bytearray
    zoc: bytearray
    foot: bytearray
    motor: bytearray
    barred: bytearray
    tax: bytearray
    leave: int
    zoc_closed: bool


class Scratch(threading.local):
    """The scratch paper of the kernels, a sheet for every thread."""

    def __init__(self, size: int) -> None:
        self.paper: NDArray[np.int32] = np.full((5, size), -1, np.int32)
        self.entries: NDArray[np.int32] = np.empty((2, size * 12), np.int32)
        self.distance: NDArray[np.int32] = np.empty(size, np.int32)
        self.came: NDArray[np.int32] = np.zeros(size, np.int32)
        self.queue: NDArray[np.int32] = np.empty((2, size * 40), np.int32)
        self.order = self.paper[3]
        self.costs = self.paper[4]


class Marcher:
    """The movement kernel on one board. Threads may share it."""

    def __init__(self, board: Board, over_foot: NDArray[np.uint8], over_motor: NDArray[np.uint8]) -> None:
        self.board = board
        self.over_foot = over_foot
        self.over_motor = over_motor
        self.scratch = Scratch(board.size)

    def reach(self, start: int, budget: int, cap: int, how: March) -> dict[Hex, int]:
        """Hexes with the cost of the cheapest way. Overruns are not among them."""
        if budget <= 0:
            return {}
        scratch = self.scratch
        found = self.run(scratch, start, budget, cap, how)
        return dict(zip(scratch.order[:found].tolist(), scratch.costs[:found].tolist(), strict=True))

    def run(self, scratch: Scratch, start: int, budget: int, cap: int, how: March) -> int:
        """Fill the scratch paper, and give how many hexes were found."""
        read = np.frombuffer
        return march(  # type: ignore[no-any-return]  # the kernel is compiled, and has no types
            self.board.links,
            how.prices,
            read(how.solid, np.uint8),
            read(how.soft, np.uint8),
            read(how.zoc, np.uint8),
            read(how.foot, np.uint8),
            read(how.motor, np.uint8),
            self.over_foot,
            self.over_motor,
            read(how.barred, np.uint8),
            read(how.tax, np.uint8),
            start,
            budget,
            cap,
            how.leave,
            how.zoc_closed,
            scratch.paper,
            scratch.entries,
        )

    def way(self, start: int, to: int, budget: int, cap: int, how: March) -> tuple[Hex, ...]:
        """The hexes of the cheapest way to a hex that can be reached, without the start."""
        scratch = self.scratch
        self.run(scratch, start, budget, cap, how)
        way = [Hex(to)]
        while (here := int(scratch.paper[2, way[-1]])) != start:
            way.append(Hex(here))
        return tuple(reversed(way))

    def supply(
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
