"""The way to victory hexes, and how far an assault may reach after a move."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.values import Hex, Side
from bridgehead.games.breslau1945.model.data import GERMAN, MOVEMENT_POINTS, SOVIET
from bridgehead.games.breslau1945.model.game import Breslau

Vector = NDArray[np.float64]

FAR = 120
NEVER = 400.0
"""Turns to where there is no way."""
SECOND_MOVE = 0.35
"""How surely a unit assaults a place that is two moves off."""


class March:
    """The ways of one game, worked out once."""

    def __init__(self, game: Breslau, goals: list[Hex]) -> None:
        self.game = game
        self.nothing = bytearray(game.board.size)
        self.days = {side: self.days_to(goals, side) for side in (SOVIET, GERMAN)}
        self.on_map = np.array(sorted(game.board.hexes))
        self.nears: dict[tuple[float, Side], Vector] = {}
        self.nears_on_map: dict[tuple[float, Side], Vector] = {}
        self.pulls: dict[tuple[float, Side], list[Vector]] = {}
        self.reaches: dict[int, Vector] = {}

    def days_to(self, goals: list[Hex], side: Side) -> Vector:
        """By hex and goal: the turns a unit of the side needs to march there."""
        tables = self.game.tables
        prices = tables.prices[side]
        cost = {kind: row.cost[side] for kind, row in tables.chart.items()}
        enter = np.array([cost.get(kind, 0) for kind in tables.ground], float)
        table = np.full((self.game.board.size, len(goals)), NEVER)
        for number, goal in enumerate(goals):
            found = self.game.walker.spread((goal,), FAR, prices, self.nothing)
            there = np.where(found >= 0, np.maximum(found - enter + enter[goal], 0), NEVER * MOVEMENT_POINTS)
            there[goal] = 0.0
            table[:, number] = there / MOVEMENT_POINTS
        return table

    def nearness(self, scale: float, side: Side) -> Vector:
        """By hex and goal: how much a unit there counts here."""
        key = (scale, side)
        if key not in self.nears:
            self.nears[key] = np.exp(-self.days[side] / scale)
        return self.nears[key]

    def field(self, scale: float, side: Side, wanted: Vector) -> Vector:
        """By hex: how much a unit there counts for all goals, each as much as it is wanted."""
        key = (scale, side)
        if key not in self.nears_on_map:
            self.nears_on_map[key] = self.nearness(scale, side)[self.on_map]
        found = np.zeros(self.game.board.size)
        found[self.on_map] = self.nears_on_map[key] @ wanted
        return found

    def pull(self, scale: float, side: Side) -> list[Vector]:
        """The same by hex alone, quick to look into."""
        key = (scale, side)
        if key not in self.pulls:
            self.pulls[key] = list(self.nearness(scale, side))
        return self.pulls[key]

    def reach(self, hex: int) -> Vector:
        """By hex: how surely a Red Army unit here could assault there after one move."""
        if hex not in self.reaches:
            prices = self.game.tables.prices[SOVIET]
            found = self.game.walker.spread((hex,), 2 * MOVEMENT_POINTS, prices, self.nothing)
            there = np.where(found < 0, 0.0, np.where(found <= MOVEMENT_POINTS, 1.0, SECOND_MOVE))
            beside = np.zeros(len(there))
            for at in self.game.board.hexes:
                beside[at] = max((there[to] for to in self.game.board.near[at]), default=0.0)
            self.reaches[hex] = beside
        return self.reaches[hex]
