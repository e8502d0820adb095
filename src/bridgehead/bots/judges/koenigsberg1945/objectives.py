"""Victory hexes: what they are worth, who wants them, who could walk into them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numba import njit
from numpy.typing import NDArray

from bridgehead.core.values import Hex
from bridgehead.games.koenigsberg1945.model.data import GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.game import Koenigsberg
from bridgehead.games.koenigsberg1945.model.state import State
from bridgehead.games.koenigsberg1945.rules.supply import supply_map
from bridgehead.games.koenigsberg1945.rules.victory import winner_of

# In points.
HEX = 50.0
"""A victory hex: more than all that is drawn to it loses by its being taken."""
TURNING = 30.0
"""What the eighth German hex is worth besides: with it the campaign is won or lost."""
SUDDEN_DEATH = 160.0
OPEN = 7.0
"""An empty victory hex with the enemy next to it."""
BACK = 0.35
"""How much a hex they have lost draws the Germans, of what it drew the Soviets."""
WATCHED = 7
"""Movement points around a victory hex within which the enemy is looked for."""


class Objectives:
    """The victory hexes of one game, always in the same order."""

    def __init__(self, game: Koenigsberg, paces: NDArray[np.int32]) -> None:
        self.game = game
        self.paces = paces
        self.hexes = tuple(sorted(game.ground.objectives))
        self.doors = tuple(Hex(int(number)) for number in game.tables.victory.sudden_death.split())
        """The cities that end the game."""
        self.turning = {name: self.turning_point(levels) for name, levels in game.levels.items()}
        """By scenario: halfway between the German hexes that lose the game and those that win it."""
        self.price = {hex: self.price_of(hex) for hex in self.hexes}
        self.worths = {name: self.worths_of_hexes(turning) for name, turning in self.turning.items()}
        self.watch_at, self.watch_near, self.watch_start = self.watched()
        self.wanted: dict[tuple[str, frozenset[Hex]], dict[Hex, float]] = {}

    def price_of(self, hex: Hex) -> float:
        """How much a victory hex draws the Soviets: two cities end the game, fortresses cost too much."""
        ringed = all(self.game.ground.lines[hex * 6 : hex * 6 + 6])
        if hex in self.doors:
            return 1.3 if ringed else 2.0
        return 0.6 if ringed else 1.0

    def turning_point(self, levels: Mapping[str, tuple[int, int]]) -> float:
        lost = (high for level, (_, high) in levels.items() if winner_of(level) == SOVIET)
        won = (low for level, (low, _) in levels.items() if winner_of(level) == GERMAN)
        return (max(lost, default=0) + min(won, default=len(self.hexes))) / 2

    def worths_of_hexes(self, turning: float) -> list[float]:
        """By victory hexes taken: what they are worth to the Soviets."""
        needed = len(self.hexes) - turning
        return [
            HEX * taken + TURNING / (1.0 + float(np.exp(-1.2 * (taken - needed))))
            for taken in range(len(self.hexes) + 1)
        ]

    def watched(self) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]:
        """The hexes around each victory hex, how near each is, and where each list begins."""
        at: list[int] = []
        near: list[float] = []
        start = []
        nothing = bytearray(self.game.board.size)
        for hex in self.hexes:
            start.append(len(at))
            distance = self.game.walker.spread((hex,), WATCHED, self.paces, nothing)
            for there in np.flatnonzero(distance >= 0).tolist():
                at.append(there)
                near.append(1.0 - (max(int(distance[there]), 1) - 1) / WATCHED)
        return np.array(at), np.array(near), np.array(start)

    def held(self, s: State, camp: str) -> float:
        """What the Soviets have taken; what the Germans still hold counts for nothing besides."""
        return self.worths[s.scenario][len(s.taken)] if camp == SOVIET else 0.0

    def goals(self, s: State, camp: str) -> dict[Hex, float]:
        """The Soviets want what they have not taken, the Germans what they have lost."""
        key = (camp, s.taken)
        known = self.wanted.get(key)
        if known is None:
            if camp == SOVIET:
                known = {hex: self.price[hex] for hex in self.hexes if hex not in s.taken}
            else:
                known = {hex: BACK * self.price[hex] for hex in self.hexes if hex in s.taken}
            self.wanted[key] = known
        return known

    def in_the_doors(self, s: State) -> float:
        """A supplied Soviet unit in Königsberg or Elbing wins at the end of the turn."""
        there = s.ledger["soviet_combat"]
        total = 0.0
        for hex in self.doors:
            if there[hex]:
                total += SUDDEN_DEATH if supply_map(s, SOVIET)[hex] >= 0 else 0.3 * SUDDEN_DEATH
        return total

    def unguarded(self, s: State) -> float:
        """Victory hexes the other side could walk into, by how near it is and who stands there."""
        taken = s.taken
        soviet, german = s.ledger["soviet_combat"], s.ledger["german_combat"]
        total = 0.0
        near = self.nearest(soviet)
        for at, hex in enumerate(self.hexes):
            if near[at] and hex not in taken:
                ajar = OPEN * self.price[hex] * near[at]
                if german[hex]:
                    ajar *= float(np.exp(-self.defence(s, hex) / 3.5))
                total += ajar
        if taken:
            near = self.nearest(german)
            for at, hex in enumerate(self.hexes):
                if near[at] and hex in taken and not soviet[hex]:
                    total -= 0.6 * OPEN * near[at]
        return total

    def nearest(self, ledger: bytearray) -> list[float]:
        """For each victory hex how near the nearest of those counted stands: 1 beside it, 0 far off."""
        counted = np.frombuffer(ledger, np.uint8)
        near: list[float] = nearest(counted, self.watch_at, self.watch_near, self.watch_start).tolist()
        return near

    def defence(self, s: State, hex: Hex) -> float:
        """The strength that stands in a victory hex, roughly: it shall not rise by a step lost."""
        pieces = self.game.counters
        return sum(pieces[id].full.defence / (2 if s.units[id].reduced else 1) for id in s.stacks[hex])


@njit(cache=True, nogil=True)
def nearest(counted, at, near, start):  # type: ignore[no-untyped-def]  # numba
    """For each list of hexes, by where it starts, how near the nearest is that is counted; 0 if none is."""
    found = np.zeros(start.shape[0])
    for i in range(start.shape[0]):
        end = start[i + 1] if i + 1 < start.shape[0] else at.shape[0]
        for j in range(start[i], end):
            if near[j] > found[i] and counted[at[j]] != 0:
                found[i] = near[j]
    return found
