"""Lines of communication at Küstrin: how near the garrison is to one, and where one is opened or cut."""

from __future__ import annotations

from math import exp

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.values import Hex, Side
from bridgehead.games.seelow1945.model.data import GERMAN
from bridgehead.games.seelow1945.model.game import Seelow
from bridgehead.games.seelow1945.model.ground import Ground
from bridgehead.games.seelow1945.model.state import State
from bridgehead.games.seelow1945.rules.victory import garrison_of, unbridged
from bridgehead.hexes.board import Board
from bridgehead.hexes.paths import CLOSED, ZOC_CLOSED, Zoc

FAR = 400
MOST = 4000
"""Positions remembered."""
BARRED = 20
"""By how many hexes a line would rather be longer than go through one in enemy ZOC."""


class Lines:
    """The lines of one game."""

    def __init__(self, game: Seelow) -> None:
        self.game = game
        self.nothing = bytearray(game.board.size)
        self.west = min(game.board.marks["west_edge"], key=lambda hex: abs(hex % 100 - 4))
        self.lines = self.line_prices(game.grounds["kustrin"])
        self.into = into(game.board)
        """By hex: the hexsides one comes in by."""
        self.linked: dict[tuple[tuple[Hex, ...], bytes, bytes], tuple[int, ...]] = {}

    def line_prices(self, ground: Ground) -> NDArray[np.int32]:
        """Each hexside a line of communication may cross costs one."""
        s = self.game.state(game=self.game, scenario="kustrin", setting={}, seed=1)
        prices = np.full(self.game.board.size * 6, CLOSED, np.int32)
        for here in ground.hexes:
            for direction, to in enumerate(ground.around[here]):
                if to and not unbridged(s, here, to):
                    prices[here * 6 + direction] = 1
        return prices

    def barred(self, s: State, hexes: list[Hex]) -> tuple[int, ...]:
        """What bars the line of each unit of the garrison."""
        if not hexes:
            return ()
        ledger = s.ledger
        own = np.frombuffer(ledger["german"], np.uint8)
        zoc = np.where(own == 0, np.frombuffer(ledger["soviet_zoc"], np.uint8), 0).tobytes()
        soviet = ledger["soviet"]
        key = (tuple(hexes), zoc, bytes(soviet))
        known = self.linked.get(key)
        if known is None:
            if len(self.linked) > MOST:
                self.linked.clear()
            known = self.linked[key] = self.detours(hexes, bytearray(zoc), np.flatnonzero(soviet))
        return known

    def detours(self, hexes: list[Hex], zoc: bytearray, stacks: NDArray[np.intp]) -> tuple[int, ...]:
        """What bars each line at the least: five for each ZOC hex, more for an enemy stack."""
        prices = self.lines.copy()
        into = self.into[stacks].ravel()
        prices[into] += np.where(prices[into] > 0, BARRED * 3 // 2, 0)
        reached = self.game.walker.reach(self.west, BARRED * 9, prices, self.nothing, zoc, Zoc(enter=BARRED))
        distance = self.game.board.distance
        longer = [reached.get(hex, BARRED * 9) - distance(self.west, hex) for hex in hexes]
        return tuple(5 * (more // BARRED) for more in longer)

    def gates(self, s: State, side: Side) -> list[Hex]:
        """The hexes where one more unit of the side would open or cut a line of communication."""
        ends = [unit.hex for unit in garrison_of(s) if unit.hex]
        if not ends:
            return []
        ledger = s.ledger
        own, soviet, zoc = ledger["german"], ledger["soviet"], ledger["soviet_zoc"]
        free = bytearray(0 if own[hex] else zoc[hex] for hex in range(len(zoc)))

        def lines(closed: bytearray, zoc: bytearray) -> int:
            reached = self.game.walker.reach(self.west, FAR, self.lines, closed, zoc, Zoc(rules=ZOC_CLOSED))
            return sum(hex in reached for hex in ends)

        now = lines(soviet, free)
        controls = s.ground.controls["foot"]
        found = []
        for hex in s.ground.hexes:
            if side == GERMAN:
                if not free[hex]:
                    continue
                then = free.copy()
                then[hex] = 0
                if lines(soviet, then) > now:
                    found.append(hex)
            elif now and not own[hex] and not soviet[hex]:
                then, closed = free.copy(), soviet.copy()
                closed[hex] = 1
                for near in controls[hex]:
                    then[near] = 0 if own[near] else 1
                if lines(closed, then) < now:
                    found.append(hex)
        return found


def links(barred: tuple[int, ...], turn: int) -> float:
    """How near the garrison is to lines of communication; in the end only an open one counts."""
    scale = 14.0 - 0.9 * turn
    return sum([exp(-more / scale) for more in barred])


def into(board: Board) -> NDArray[np.int64]:
    """By hex: where prices keep the hexsides that lead into it."""
    found = np.zeros((board.size, 6), np.int64)
    for hex in board.hexes:
        for direction, at in enumerate(board.around[hex]):
            if at:
                found[hex, direction] = at * 6 + board.around[at].index(hex)
    return found
