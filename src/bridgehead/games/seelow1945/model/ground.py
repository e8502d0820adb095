"""5.1 The ground of a scenario: what every hexside costs and closes, once for all (with 4.22, 5.27, 8.2)."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import NOWHERE, Hex
from bridgehead.games.seelow1945.model.data import Class, Edge, Kind, Tables
from bridgehead.hexes.board import Board
from bridgehead.hexes.paths import CLOSED, WHOLE
from bridgehead.hexes.sight import Sights

NO_BRIDGE = No("5.12d", "rivers can be crossed only by road, track or railroad")
SWAMP = No("5.11", "motorized units can enter a swamp only by road, track or railroad")
OUT_OF_PLAY = No("11.0b", "this hex is not in play")
NOT_ADJACENT = No("5.11", "the hexes are not adjacent")

CLASSES: tuple[Class, ...] = ("foot", "motz")
Eyes = Literal["plain", "zhukov"]
Limit = Literal["edge", "wall"]
"""What the border of the play area is where the map itself goes on (5.27c)."""
OBSTACLE = 1
"""What a village, a town or a wood adds to the height of its hex (8.23b)."""


@rule("5.13", "5.14b")
def network_cost(board: Board, tables: Tables, klass: Class, here: Hex, to: Hex) -> int | None:
    """5.13 What a road, track or railroad through the hexside makes of the cost; None if there is none."""
    costs = [getattr(cost, klass) for kind, cost in tables.network.items() if board.has(kind, here, to)]
    return min(costs, default=None)


@rule("5.14a", "5.15")
def climb(board: Board, here: Hex, to: Hex) -> int:
    """5.14 How many levels one climbs; from the hexside where that lies lower (5.15)."""
    low = min(board.level[here], board.side_level.get((here, to), board.level[here]))
    return max(0, board.level[to] - low)


@rule("5.11", "5.12a", "5.12b", "5.12d", "2.21e")
def terrain_cost(board: Board, tables: Tables, klass: Class, here: Hex, to: Hex) -> int | No:
    """5.1 The points it costs a class to go from hex to hex; WHOLE where it costs the whole allowance."""
    network = network_cost(board, tables, klass, here, to)
    if network is not None:
        return network
    if board.has("river", here, to):
        return NO_BRIDGE
    cost: int = getattr(tables.terrain[board.terrain[to]], klass)
    if cost == CLOSED:
        return SWAMP
    stream = board.has("stream", here, to)
    if stream and klass == "motz":
        return WHOLE
    per_level: int = getattr(tables.climb, klass)
    return cost + climb(board, here, to) * per_level + (tables.movement.foot_stream if stream else 0)


class Ground:
    """The part of the map a scenario plays on. Flat arrays are indexed by hex, or by hex * 6 + direction."""

    def __init__(self, board: Board, tables: Tables, rows: tuple[int, int], limit: Limit) -> None:
        self.board = board
        self.tables = tables
        self.rows = rows
        self.limit = limit
        self.hexes: tuple[Hex, ...] = tuple(h for h in board.hexes if rows[0] <= h % 100 <= rows[1])
        inside = set(self.hexes)
        self.outside = [hex for hex in board.hexes if hex not in inside]
        self.around: list[tuple[Hex, ...]] = [
            tuple(to if to in inside else NOWHERE for to in six) for six in board.around
        ]
        self.near: list[tuple[Hex, ...]] = [tuple(to for to in six if to) for six in self.around]
        self.cost: dict[Class, list[int]] = {klass: self._costs(klass) for klass in CLASSES}
        """What entering costs by class: CLOSED where it never can, WHOLE across streams for motz."""
        self.prices: dict[Class, NDArray[np.int32]] = {
            klass: np.array(self.cost[klass], np.int32) for klass in CLASSES
        }
        self.bridges: dict[Class, NDArray[np.int32]] = {
            klass: np.array([CLOSED if cost == WHOLE else cost for cost in self.cost[klass]], np.int32)
            for klass in CLASSES
        }
        """The same for whoever crosses streams by bridges only: a disrupted motz unit, or one on its way."""
        self.into: dict[Class, list[dict[Hex, int]]] = {klass: self._into(klass) for klass in CLASSES}
        """The same by hex and neighbour."""
        self.open: dict[Class, list[tuple[Hex, ...]]] = {klass: self._open(klass) for klass in CLASSES}
        """By hex: the neighbours a class can ever enter from it."""
        self.controls: dict[Class, list[tuple[Hex, ...]]] = {
            klass: self._controls(klass) for klass in CLASSES
        }
        """By hex: the neighbours a unit of the class controls from it."""
        self._over: dict[tuple[Class, Hex, Edge], int | No] = {}
        self.exits: dict[Class, list[int]] = {klass: self._exits(klass) for klass in CLASSES}
        """By hex: the cost of leaving the map, CLOSED where one cannot."""
        self.bit: list[int] = [0] * board.size
        for number, hex in enumerate(self.hexes):
            self.bit[hex] = 1 << number
        self.sights = Sights(board, *self._heights())
        self._seen: dict[tuple[Hex, Kind, Eyes], int] = {}
        self._near: dict[tuple[Hex, int], int] = {}

    def in_play(self, hex: Hex) -> bool:
        return 0 < hex < self.board.size and self.bit[hex] != 0

    def crosses_water(self, here: Hex, to: Hex) -> bool:
        """6.31, 7.33: a stream or a (bridged) river between the hexes."""
        return self.board.has("stream", here, to) or self.board.has("river", here, to)

    def edge_cost(self, klass: Class, hex: Hex, edge: Edge) -> int | No:
        """5.27, 9.11: the cost over a map-edge."""
        known = self._over.get((klass, hex, edge))
        if known is None:
            known = self._over[klass, hex, edge] = self._edge_cost(klass, hex, edge)
        return known

    @rule("9.11b", "5.27a")
    def _edge_cost(self, klass: Class, hex: Hex, edge: Edge) -> int | No:
        """5.27, 9.11: the hex's own terrain, or the road that runs off there."""
        chart: int = getattr(self.tables.terrain[self.board.terrain[hex]], klass)
        costs = [] if chart == CLOSED else [chart]
        for kind, cost in self.tables.network.items():
            over_the_edge = (hex, edge) in self.board.edges.get(kind, ())
            if over_the_edge or (edge == "S" and self._runs_on(kind, hex)):
                costs.append(getattr(cost, klass))
        return min(costs) if costs else SWAMP

    def _runs_on(self, kind: str, hex: Hex) -> bool:
        """Does a road run on beyond the last row in play?"""
        beyond = [to for to in self.board.near[hex] if to not in self.near[hex]]
        return any(self.board.has(kind, hex, to) for to in beyond)

    @rule("5.27c", "11.0b")
    def _edges(self, hex: Hex) -> tuple[Edge, ...]:
        """The map-edges a hex in play lies on."""
        first, last = self.board.grid.first
        edges: list[Edge] = []
        if hex % 100 == self.rows[0]:
            edges.append("N")
        if hex // 100 == last:
            edges.append("E")
        if hex % 100 == self.rows[1] and (self.limit == "edge" or self.rows[1] == self.board.grid.second[1]):
            edges.append("S")
        if hex // 100 == first:
            edges.append("W")
        return tuple(edges)

    def _exits(self, klass: Class) -> list[int]:
        costs = [CLOSED] * self.board.size
        for hex in self.hexes:
            found = [self.edge_cost(klass, hex, edge) for edge in self._edges(hex)]
            costs[hex] = min((cost for cost in found if not isinstance(cost, No)), default=CLOSED)
        return costs

    def _costs(self, klass: Class) -> list[int]:
        costs = [CLOSED] * (self.board.size * 6)
        for here in self.hexes:
            for direction, to in enumerate(self.around[here]):
                if to:
                    cost = terrain_cost(self.board, self.tables, klass, here, to)
                    costs[here * 6 + direction] = CLOSED if isinstance(cost, No) else cost
        return costs

    def _into(self, klass: Class) -> list[dict[Hex, int]]:
        costs = self.cost[klass]
        return [
            {to: costs[here * 6 + direction] for direction, to in enumerate(six) if to}
            for here, six in enumerate(self.around)
        ]

    def _open(self, klass: Class) -> list[tuple[Hex, ...]]:
        costs = self.cost[klass]
        return [
            tuple(to for direction, to in enumerate(six) if to and costs[here * 6 + direction] != CLOSED)
            for here, six in enumerate(self.around)
        ]

    @rule("4.0", "4.22", "4.23", "4.28b")
    def _controls(self, klass: Class) -> list[tuple[Hex, ...]]:
        """4.2 The six hexes around, save those it can never enter (4.22) and level 3 from level 1 (4.23)."""
        level = self.board.level
        return [
            tuple(to for to in open_to if not (level[here] == 1 and level[to] == 3))
            for here, open_to in enumerate(self.open[klass])
        ]

    @rule("8.22", "8.22b", "8.23b")
    def _heights(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """8.23b Ground is as high as its level, an obstacle adds one; out of play nothing blocks (8.22b)."""
        ground = np.array(self.board.level, np.int32)
        top = np.zeros_like(ground)
        for hex in self.hexes:
            blocks = self.tables.terrain[self.board.terrain[hex]].blocks_sight
            top[hex] = ground[hex] + (OBSTACLE if blocks else 0)
        return ground, top

    # --- sight and range as sets of hexes, one bit a hex

    def within(self, hex: Hex, distance: int) -> int:
        """The hexes in play no further than that."""
        known = self._near.get((hex, distance))
        if known is None:
            known = 0
            for to in self.disc(hex, distance):
                known |= self.bit[to]
            self._near[hex, distance] = known
        return known

    def disc(self, hex: Hex, distance: int) -> set[Hex]:
        """The hexes of the map no further than that."""
        found = rim = {hex}
        for _ in range(distance):
            rim = {to for here in rim for to in self.board.near[here]} - found
            found = found | rim
        return found

    def seen(self, hex: Hex, kind: Kind, eyes: Eyes) -> int:
        """The hexes a unit in a hex spots on a turn of that kind."""
        known = self._seen.get((hex, kind, eyes))
        if known is None:
            known = 0
            for to in self.disc(hex, self.sight_limit(hex, 2, kind, eyes)) - {hex}:
                if self.bit[to] and self.spots(hex, to, kind, eyes):
                    known |= self.bit[to]
            self._seen[hex, kind, eyes] = known
        return known

    @rule("8.21", "8.22", "8.23a", "8.23b", "8.25", "8.2A", "8.2B")
    def spots(self, hex: Hex, to: Hex, kind: Kind, eyes: Eyes) -> bool:
        """8.21 Is a hex within spotting distance on a clear line?"""
        lower = max(0, self.board.level[hex] - self.board.level[to])
        near = self.board.distance(hex, to) <= self.sight_limit(hex, lower, kind, eyes)
        return near and self.sights.clear(hex, to)

    @rule("8.24", "8.26", "8.27", "10.12", "10.26", "10.27")
    def sight_limit(self, hex: Hex, lower: int, kind: Kind, eyes: Eyes) -> int:
        """8.24 Spotting distance to a target so many levels lower; 2 at dusk and dawn, none at night."""
        table = self.tables.spotting
        if kind == "night":
            return 0
        if kind == "dusk_dawn":
            return table.dusk_dawn
        bonus = table.zhukov if eyes == "zhukov" and self.board.level[hex] >= table.zhukov_level else 0
        return table.distance[lower] + bonus
