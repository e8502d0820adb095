"""The map as the terrain effects chart reads it (2.2.2): prices, barriers and lines of every hexside."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.rules import rule
from bridgehead.core.values import Hex
from bridgehead.games.koenigsberg1945.model.data import WATER, SettlementEntry, TablesFile
from bridgehead.games.koenigsberg1945.model.kernels import GROUND, NETWORK
from bridgehead.hexes.board import Board, side_list
from bridgehead.hexes.paths import AMOUNT, CLOSED, STOP, Walker, Zoc, uniform
from bridgehead.toolkit.supply import within_command

LINE = 1
FESTUNG = 2
HALF = 2
"""Movement is counted in half movement points, because strategic movement costs one half (6.4)."""
SSW, W, NNW, NNE, E, SSE = range(6)
"""The six directions; the sheet is turned by 29 degrees (9.5.4b)."""


@rule("2.2", "2.2.2", "16.0e")
class Ground:
    """Flat arrays by hex, or by hex * 6 + direction."""

    def __init__(self, board: Board, walker: Walker, tables: TablesFile) -> None:
        self.board = board
        self.walker = walker
        self.tables = tables
        size = board.size
        self.land = bytearray(
            1 if hex in board and board.terrain[hex] not in WATER else 0 for hex in range(size)
        )
        self.roads = board.bits("road", "motorway")
        self.rails = board.bits("railroad")
        self.passable = bytearray(size * 6)
        """1 where a unit may cross at all (6.2.3)."""
        self.minor = bytearray(size * 6)
        """1 on an unbridged minor river (6.2.2)."""
        self.major = bytearray(size * 6)
        """1 on an unbridged major river (6.2.2b)."""
        self.road = bytearray(size * 6)
        self.rail = bytearray(size * 6)
        self._sides()
        self._prices()
        self.zoc_reaches = bytes(
            1 if self.passable[side] and not self.major[side] else 0 for side in range(size * 6)
        )
        """1 where a zone of control reaches across (5.6)."""
        self.lines = self._lines()
        self.settlement: list[str] = [""] * size
        for kind in ("village", "town", "city"):
            for hex in board.overlay[kind]:
                self.settlement[hex] = kind
        self.on_road = bytearray(size)
        self.on_rail = bytearray(size)
        self.on_major = bytearray(size)
        """1 in hexes beside an unbridged major river."""
        for hex in board.hexes:
            self.on_road[hex] = any(self.road[hex * 6 : hex * 6 + 6])
            self.on_rail[hex] = any(self.rail[hex * 6 : hex * 6 + 6])
            self.on_major[hex] = any(self.major[hex * 6 : hex * 6 + 6])

    def _prices(self) -> None:
        """The price of every hexside, for each kind of movement and for supply and command."""
        self.prices = {kind: self._movement(kind) for kind in ("foot", "mech")}
        self.costs: dict[str, list[int]] = {
            kind: (prices & AMOUNT).tolist() for kind, prices in self.prices.items()
        }
        """The same in half points alone, where a hexside is open and no major river."""
        chart = self.tables.movement
        self.zoc = Zoc(chart.zoc_enter * HALF, chart.zoc_leave * HALF)
        """What an enemy ZOC costs (5.1)."""
        self.strategic = self._along(self.road, self.tables.movement.strategic_halves)
        self.railway = self._along(self.rail, 1)
        self.network = self._along(bytearray(a | b for a, b in zip(self.road, self.rail, strict=True)), 1)
        self.open_ground = self._supply()
        self.supply_ways: NDArray[np.uint8] = np.where(self.network >= 0, NETWORK, 0).astype(np.uint8)
        self.supply_ways[self.open_ground >= 0] |= GROUND
        self.links: NDArray[np.int16] = self.board.links.astype(np.int16)
        self.plain = uniform(self.board)
        self.command = self._command(WATER)
        self.command_at_sea = self._command(("lake", "sea"))

    @rule("2.2.10", "6.2.3a", "6.2.3b", "9.3.1d")
    def _sides(self) -> None:
        """A river crossed by road or railway is bridged; only a hexside wholly of water is closed."""
        board = self.board
        water_sides = board.bits("lake_side", "sea_side")
        minor, major = board.bits("river"), board.bits("major_river")
        for hex in board.hexes:
            for direction, to in enumerate(board.around[hex]):
                side = hex * 6 + direction
                bits = board.sides[side]
                self.road[side] = 1 if bits & self.roads else 0
                self.rail[side] = 1 if bits & self.rails else 0
                if self.land[hex] and self.land[to] and not bits & water_sides:
                    self.passable[side] = 1
                    bridged = bits & (self.roads | self.rails)
                    self.minor[side] = 1 if bits & minor and not bridged else 0
                    self.major[side] = 1 if bits & major and not bridged else 0

    @rule("6.1.2a", "6.1.2b", "6.2", "6.2.1", "6.2.1b", "6.2.2", "2.2.2")
    def _movement(self, moves_as: str) -> NDArray[np.int32]:
        """Regular movement in half points; unbridged major rivers are crossed apart (6.2.2b)."""
        chart = self.tables.movement
        prices: NDArray[np.int32] = np.full(self.board.size * 6, CLOSED, np.int32)
        for side in self._open_sides():
            to = self.board.around[side // 6][side % 6]
            if self.road[side]:
                prices[side] = chart.road * HALF
            elif not self.major[side]:
                enter = self.tables.terrain[self.board.terrain[to]].enter
                prices[side] = (enter.mech if moves_as == "mech" else enter.foot) * HALF
                if self.minor[side]:
                    prices[side] += chart.minor_river * HALF + STOP
        return prices

    def _along(self, drawn: bytearray, price: int) -> NDArray[np.int32]:
        """The same price along a drawn line, closed elsewhere."""
        prices: NDArray[np.int32] = np.full(self.board.size * 6, CLOSED, np.int32)
        for side in self._open_sides():
            if drawn[side]:
                prices[side] = price
        return prices

    @rule("10.1.1a", "2.2.10b")
    def _supply(self) -> NDArray[np.int32]:
        """Any passable terrain, but no unbridged major river."""
        prices: NDArray[np.int32] = np.full(self.board.size * 6, CLOSED, np.int32)
        for side in self._open_sides():
            if not self.major[side]:
                prices[side] = 1
        return prices

    @rule("4.2.5a", "4.2.5b", "11.4d")
    def _command(self, barred: tuple[str, ...]) -> NDArray[np.int32]:
        """Not over water, one hex beyond an unbridged major river; into the Haff where allowed."""
        prices: NDArray[np.int32] = np.full(self.board.size * 6, CLOSED, np.int32)
        for hex in self.board.hexes:
            for direction, to in enumerate(self.board.around[hex]):
                side = hex * 6 + direction
                if self.passable[side]:
                    prices[side] = 1 + (STOP if self.major[side] else 0)
                elif self.board.terrain[to] == "haff" and "haff" not in barred:
                    prices[side] = 1 + STOP
        return prices

    def _open_sides(self) -> list[int]:
        return [side for side, open in enumerate(self.passable) if open]

    @rule("9.3.1b")
    def _lines(self) -> bytearray:
        """By the defender's hex and the direction the attack comes from: nothing, LINE or FESTUNG."""
        lines = bytearray(self.board.size * 6)
        for kind, mark in (("line", LINE), ("festung", FESTUNG)):
            pairs = side_list(
                self.board.file.hexside[kind], self.board.grid, kind, lambda k, p: ValueError(p)
            )
            for behind, front in pairs:
                lines[behind * 6 + self.board.around[behind].index(front)] = mark
        return lines

    def side(self, a: int, b: int) -> int:
        """The index of the hexside from one hex to its neighbour."""
        return a * 6 + self.board.around[a].index(b)

    def settled(self, hex: int) -> SettlementEntry | None:
        """What a village, town or city does there."""
        kind = self.settlement[hex]
        return self.tables.settlement[kind] if kind else None

    @cached_property
    def objectives(self) -> frozenset[Hex]:
        return self.marked("objective")

    @cached_property
    def split_sources(self) -> frozenset[Hex]:
        return self.marked("supply_split")

    @cached_property
    def soviet_at_start(self) -> frozenset[Hex]:
        """Places behind the Soviet lines when play begins (11.3d)."""
        return self.marked("soviet_at_start")

    @cached_property
    def autobahn(self) -> tuple[Hex, ...]:
        """The hexes without which Königsberg is not linked to Elbing (10.2.2)."""
        marks = self.board.marks
        return (*marks["elbing"], *marks["koenigsberg"], *marks["link"])

    @cached_property
    def autobahn_legs(self) -> tuple[tuple[Hex, ...], ...]:
        """The two ways between them, of which one will do (10.2.2)."""
        return tuple(tuple(self.board.marks[leg]) for leg in ("link_west", "link_east"))

    def marked(self, name: str) -> frozenset[Hex]:
        return frozenset(self.board.marks[name])

    @cached_property
    def koenigsberg(self) -> Hex:
        return self.board.marks["koenigsberg"][0]

    @cached_property
    def settlements(self) -> tuple[Hex, ...]:
        return tuple(hex for hex in self.board.hexes if self.settlement[hex])

    @cached_property
    def began_german(self) -> NDArray[np.int64]:
        """The settlements that did not begin behind the Soviet lines (11.3d)."""
        return np.array([hex for hex in self.settlements if hex not in self.soviet_at_start], np.int64)

    @cached_property
    def near_koenigsberg(self) -> frozenset[Hex]:
        """The hexes within five of Königsberg, over land and water (14.1.2b)."""
        return frozenset(self.board.within(self.koenigsberg, self.tables.mikosch.distance))

    @cached_property
    def haff(self) -> frozenset[Hex]:
        return self.marked("frisches_haff")

    @cached_property
    def haff_reach(self) -> frozenset[Hex]:
        """The hexes Admiral Hipper can shell (11.4b)."""
        reach = self.tables.hipper.reach
        return frozenset(hex for haff in self.haff for hex in self.board.within(haff, reach))

    def distances(self, hex: Hex) -> bytes:
        """By hex: how many hexes away it is, over land and water."""
        known = self._distances.get(hex)
        if known is None:
            across, along = self._points
            x, y = np.abs(across - across[hex]), np.abs(along - along[hex])
            far = np.minimum(x + np.maximum(0, (y - x) // 2), 255)
            known = self._distances[hex] = far.astype(np.uint8).tobytes()
        return known

    @cached_property
    def _points(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """By hex: its column, and its place in it in half hexes."""
        points = np.array([self.board.grid.point(hex) for hex in range(self.board.size)])
        return points[:, 0] // 3, points[:, 1]

    @cached_property
    def _distances(self) -> dict[Hex, bytes]:
        return {}

    @rule("4.2.4a", "4.2.5c")
    def command_range(self, hex: Hex, range: int) -> frozenset[Hex]:
        """The hexes within command range of a headquarters there, whoever stands on the map (4.2.4)."""
        known = self._ranges.get((hex, range))
        if known is None:
            known = frozenset(map(Hex, within_command(self.walker, self.command, hex, range)))
            self._ranges[hex, range] = known
        return known

    @cached_property
    def _ranges(self) -> dict[tuple[Hex, int], frozenset[Hex]]:
        return {}

    def commands_haff(self, hex: Hex, range: int) -> bool:
        """Does a headquarters reach the Frisches Haff (11.4c, 11.4d)?"""
        known = self._at_sea.get((hex, range))
        if known is None:
            known = bool(self.haff & within_command(self.walker, self.command_at_sea, hex, range))
            self._at_sea[hex, range] = known
        return known

    @cached_property
    def _at_sea(self) -> dict[tuple[Hex, int], bool]:
        return {}
