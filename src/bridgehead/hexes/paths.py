"""The kernels: reach, spread and route over flat arrays, in integers of a game's smallest fraction of an MP.

A rule gives a kernel its price of every hexside and what is closed; the kernel never calls back.
A kernel names no types: numba infers them when it compiles, and mypy is told to look away there.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence

import msgspec
import numpy as np
from numba import njit
from numpy.typing import NDArray

from bridgehead.hexes.board import Board
from bridgehead.hexes.grid import Hex

CLOSED = -1
"""The price of a hexside that may not be crossed."""
STOP = 1 << 16
"""Added to a price: whoever crosses there may go no further."""
WHOLE = 1 << 17
"""Added to a price: crossed only by one who has spent nothing; it spends all, ZOC surcharges included."""
AMOUNT = STOP - 1

ZOC_STOPS = 1
"""Entering an enemy ZOC ends the move."""
ZOC_TO_ZOC_CLOSED = 2
"""No step from one enemy ZOC hex to another."""
ZOC_CLOSED = 4
"""No enemy ZOC may be entered."""


class Holders(msgspec.Struct, frozen=True):
    """Who controls what, for rulebooks in which no step may be taken between two hexes of one unit's ZOC."""

    foot: bytearray
    """Not 0 in hexes with units that control over the hexsides `over_foot`."""
    motor: bytearray
    over_foot: NDArray[np.uint8]
    over_motor: NDArray[np.uint8]


class Zoc(msgspec.Struct, frozen=True):
    """How enemy ZOC prices a move."""

    enter: int = 0
    leave: int = 0
    rules: int = 0
    holders: Holders | None = None
    """Set where no step from one enemy ZOC hex to another is allowed if the same unit holds both."""


class Extras(msgspec.Struct, frozen=True):
    """What only some rulebooks ask of a move. The kernel is compiled without what is None."""

    soft: bytearray | None = None
    """More hexes that are closed."""
    barred: bytearray | None = None
    """And more."""
    tax: bytearray | None = None
    """Added, times `rate`, to what it costs to enter a hex."""
    rate: int = 0
    cap: int | None = None
    """No step costs more."""


NO_ZOC = Zoc()
NO_EXTRAS = Extras()


FREE, HALT, CAME, ORDER, COSTS, VIA = range(6)
"""Rows of the scratch paper: cost while free to go on, cost when halted, where from at the least cost, finds,
their costs, where from when going on."""


@njit(cache=True, nogil=True)
def _one_holds_both(links, foot, motor, over_foot, over_motor, here, d):  # type: ignore[no-untyped-def]  # numba
    """Does one enemy unit control both a hex and its neighbour on that side? It stands next to both."""
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
def _reach(  # type: ignore[no-untyped-def]  # numba
    links, prices, closed, zoc, start, starts, budget, enter, leave, rules, paper, entries,
    soft, barred, tax, rate, cap, foot, motor, over_foot, over_motor,
):  # fmt: skip
    """Fill ORDER and COSTS with what is reached, and give how many; FREE and HALT are left at -1."""
    free = paper[0]
    halt = paper[1]
    came = paper[2]
    order = paper[3]
    costs = paper[4]
    via = paper[5]
    head = np.full(budget + 1, -1, np.int32)
    entered = 0
    found = 0
    if start != 0:
        free[start] = 0
        entries[0, 0] = start
        entries[1, 0] = -1
        head[0] = 0
        entered = 1
    for i in range(starts.shape[0]):
        here = starts[i]
        if free[here] < 0:
            free[here] = 0
            entries[0, entered] = here
            entries[1, entered] = head[0]
            head[0] = entered
            entered += 1
    for cost in range(budget + 1):
        while head[cost] >= 0:
            here = entries[0, head[cost]]
            head[cost] = entries[1, head[cost]]
            if free[here] != cost:
                continue
            in_zoc = zoc[here] != 0
            for d in range(6):
                to = links[here * 6 + d]
                price = prices[here * 6 + d]
                if to == 0 or price < 0 or closed[to] != 0:
                    continue
                if soft is not None and soft[to] != 0:
                    continue
                if barred is not None and barred[to] != 0:
                    continue
                stops = (price & 65536) != 0
                step = price & 65535
                if tax is not None:
                    step += rate * tax[to]
                if in_zoc:
                    step += leave
                if cap is not None and step > cap:
                    step = cap
                total = cost + step
                if zoc[to] != 0:
                    if (rules & 4) != 0 or ((rules & 2) != 0 and in_zoc):
                        continue
                    if (
                        foot is not None
                        and in_zoc
                        and _one_holds_both(links, foot, motor, over_foot, over_motor, here, d)
                    ):
                        continue
                    total += enter
                    if (rules & 1) != 0:
                        stops = True
                if (price & 131072) != 0:
                    if cost != 0:
                        continue
                    total = budget
                    stops = True
                if total > budget:
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
                    if best < 0 or total < best:
                        halt[to] = total
                elif free[to] < 0 or total < free[to]:
                    free[to] = total
                    via[to] = here
                    entries[0, entered] = to
                    entries[1, entered] = head[total]
                    head[total] = entered
                    entered += 1
    for i in range(found):
        to = order[i]
        costs[i] = free[to]
        if halt[to] >= 0 and (costs[i] < 0 or halt[to] < costs[i]):
            costs[i] = halt[to]
    for i in range(found):
        free[order[i]] = -1
        halt[order[i]] = -1
    free[start] = -1
    for i in range(starts.shape[0]):
        free[starts[i]] = -1
    return found


@njit(cache=True, nogil=True)
def _flood(links, prices, closed, starts, order, seen):  # type: ignore[no-untyped-def]  # numba
    """Fill ORDER with what open hexsides join to the starts, and give how many; `seen` is left at -1."""
    found = 0
    for start in starts:
        if closed[start] == 0 and seen[start] < 0:
            seen[start] = 0
            order[found] = start
            found += 1
    at = 0
    while at < found:
        here = order[at]
        at += 1
        for d in range(6):
            to = links[here * 6 + d]
            if to != 0 and prices[here * 6 + d] >= 0 and closed[to] == 0 and seen[to] < 0:
                seen[to] = 0
                order[found] = to
                found += 1
    for i in range(found):
        seen[order[i]] = -1
    return found


class Scratch(threading.local):
    """The scratch paper of the kernels, a sheet for every thread: making it anew costs more than a search."""

    def __init__(self, size: int) -> None:
        self.paper: NDArray[np.int32] = np.full((6, size), -1, np.int32)
        self.entries: NDArray[np.int32] = np.empty((2, size * 6), np.int32)
        self.order = self.paper[ORDER]
        self.costs = self.paper[COSTS]


class Reached(Mapping[Hex, int]):
    """The hexes a mover can get to with the cost of the cheapest way, in the order they were found.

    Most who ask want the hexes alone, or whether there are any: the costs are laid out when asked for.
    """

    __slots__ = ("_costs", "_found", "_hexes")

    def __init__(self, hexes: NDArray[np.int32], found: NDArray[np.int32]) -> None:
        self._hexes = hexes
        self._found = found
        self._costs: dict[Hex, int] | None = None

    def where(self, fit: NDArray[np.bool_]) -> Reached:
        """Those of the hexes that are marked."""
        kept = fit[self._hexes]
        return Reached(self._hexes[kept], self._found[kept])

    def costs(self) -> dict[Hex, int]:
        """What each hex costs. Whoever reached may go on and change it."""
        if self._costs is None:
            self._costs = dict(zip(self._hexes.tolist(), self._found.tolist(), strict=True))
        return self._costs

    def __getitem__(self, hex: Hex) -> int:
        return self.costs()[hex]

    def __iter__(self) -> Iterator[Hex]:
        hexes: list[Hex] = self._hexes.tolist()
        return iter(hexes)

    def __len__(self) -> int:
        return len(self._hexes)

    def __contains__(self, hex: object) -> bool:
        return hex in self.costs()


class Walker:
    """The kernels on one board. Threads may share it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.scratch = Scratch(board.size)

    def reach(
        self,
        start: int,
        budget: int,
        prices: NDArray[np.int32],
        closed: bytearray,
        zoc: bytearray,
        how: Zoc = NO_ZOC,
        extras: Extras = NO_EXTRAS,
    ) -> Reached:
        """The hexes a mover can get to with the cost of the cheapest way, in the order they were found.

        `closed` hexes are not even passed; in which others a stack may end is the caller's affair.
        """
        if budget <= 0:
            return Reached(NO_STARTS, NO_STARTS)
        scratch = self.scratch
        found = self._run(scratch, start, NO_STARTS, budget, prices, closed, zoc, how, extras)
        return Reached(scratch.order[:found].copy(), scratch.costs[:found].copy())

    def route(
        self,
        start: int,
        to: int,
        budget: int,
        prices: NDArray[np.int32],
        closed: bytearray,
        zoc: bytearray,
        how: Zoc = NO_ZOC,
        extras: Extras = NO_EXTRAS,
    ) -> tuple[Hex, ...]:
        """The hexes of the cheapest way, without the start; empty if there is none."""
        if budget <= 0:
            return ()
        scratch = self.scratch
        found = self._run(scratch, start, NO_STARTS, budget, prices, closed, zoc, how, extras)
        if not (scratch.order[:found] == to).any():
            return ()
        paper = scratch.paper
        way = [Hex(to)]
        here = Hex(int(paper[CAME, to]))
        while here != start:
            way.append(here)
            here = Hex(int(paper[VIA, here]))
        return tuple(reversed(way))

    def spread(
        self, starts: Sequence[int], budget: int, prices: NDArray[np.int32], closed: bytearray
    ) -> NDArray[np.int32]:
        """The distance of every hex from the nearest start, -1 beyond the budget: for supply and command."""
        sources = np.array(starts, np.int32)
        scratch = self.scratch
        found = self._run(scratch, 0, sources, budget, prices, closed, closed, NO_ZOC, NO_EXTRAS)
        distance = np.full(self.board.size, -1, np.int32)
        distance[scratch.order[:found]] = scratch.costs[:found]
        distance[sources] = 0
        return distance

    def flood(self, starts: Sequence[int], prices: NDArray[np.int32], closed: bytearray) -> list[Hex]:
        """All hexes joined to the starts by hexsides that may be crossed, over any length, in their order."""
        scratch = self.scratch
        sources = np.array(starts, np.int32)
        found = _flood(self.board.links, prices, closed, sources, scratch.order, scratch.paper[FREE])
        hexes: list[Hex] = np.sort(scratch.order[:found]).tolist()
        return hexes

    def _run(
        self,
        scratch: Scratch,
        start: int,
        starts: NDArray[np.int32],
        budget: int,
        prices: NDArray[np.int32],
        closed: bytearray,
        zoc: bytearray,
        how: Zoc,
        extras: Extras,
    ) -> int:
        holders = how.holders
        return _reach(  # type: ignore[no-any-return]
            self.board.links,
            prices,
            closed,
            zoc,
            start,
            starts,
            budget,
            how.enter,
            how.leave,
            how.rules,
            scratch.paper,
            scratch.entries,
            extras.soft,
            extras.barred,
            extras.tax,
            extras.rate,
            extras.cap,
            holders.foot if holders else None,
            holders.motor if holders else None,
            holders.over_foot if holders else None,
            holders.over_motor if holders else None,
        )


NO_STARTS: NDArray[np.int32] = np.empty(0, np.int32)


def uniform(board: Board, price: int = 1) -> NDArray[np.int32]:
    """The same price for every hexside."""
    return np.full(board.size * 6, price, np.int32)
