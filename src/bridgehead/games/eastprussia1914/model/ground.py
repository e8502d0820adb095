"""2.2 The map as the rules see it: prices, barriers, rails and countries, worked out once as flat arrays.

Arrays are indexed by hex, or by hex * 6 + direction for what a hexside does to one who crosses it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side
from bridgehead.games.eastprussia1914.model.data import GERMAN, RUSSIAN, SIDES, ScenarioEntry, Tables
from bridgehead.hexes.board import Board
from bridgehead.hexes.paths import CLOSED, STOP, Walker, uniform
from bridgehead.toolkit.supply import within_command

Prices = NDArray[np.int32]

ANYWHERE = ""
"""No bound on where a unit may go."""
NOT_INTO_GERMANY = "not into Germany"
"""18.1.2 The bound of the Second Army on turn 1."""
CLASSES = ("foot", "horse", "hq")
LETTERS = {RUSSIAN: "abcdefgh", GERMAN: "ijklm"}


@rule("2.2.1", "2.2.2", "2.2.4", "2.2.5")
class Ground:
    """2.2 Everything about the map that never changes."""

    def __init__(
        self, board: Board, walker: Walker, tables: Tables, scenarios: dict[str, ScenarioEntry]
    ) -> None:
        self.board = board
        self.walker = walker
        self.tables = tables
        russia = set(board.marks["russia"])
        self.impassable = frozenset(h for h in board.hexes if tables.file.terrain[board.terrain[h]].foot == 0)
        self.home: list[Side] = [Side("")] * board.size
        """The country a land hex belongs to, named by its side."""
        for hex in board.hexes:
            if hex not in self.impassable:
                self.home[hex] = RUSSIAN if hex in russia else GERMAN
        self.land = board.flags(hex for hex in board.hexes if self.home[hex])
        self.cities = board.overlay["city"]
        self.home_cities = {
            side: board.flags(hex for hex in self.cities if self.home[hex] == side) for side in SIDES
        }
        self.settlements = board.overlay["city"] | board.overlay["town"]
        self.fortresses = board.overlay["fort"]
        self.sources: dict[Side, tuple[Hex, ...]] = {side: self._sources(side) for side in SIDES}
        self.letters: dict[str, Hex] = {
            letter.upper(): board.marks[f"source_{letter}"][0]
            for letters in LETTERS.values()
            for letter in letters
        }
        self._hexsides()
        self._prices(scenarios)
        self._rails()
        self._command: dict[tuple[Hex, int], frozenset[int]] = {}
        self._distances: dict[Hex, NDArray[np.int32]] = {}
        self._points = np.array([board.grid.point(Hex(hex)) for hex in range(board.size)], np.int32)

    def _sources(self, side: Side) -> tuple[Hex, ...]:
        marks = [f"source_{letter}" for letter in LETTERS[side]]
        if side == GERMAN:
            marks.append("source_koenigsberg")
        return tuple(self.board.marks[mark][0] for mark in marks)

    # --- hexsides

    @rule("2.2.3", "2.2.3b", "6.2.4", "5.6", "10.1.7")
    def _hexsides(self) -> None:
        """2.2.3 A river crossed by a road or a railway is bridged and has no effect.

        `barred` is water, lake hexsides and the edge of the map, which nobody and nothing crosses (6.2.4);
        `major` and `minor` are unbridged rivers; `dry` is where ZOCs reach, and retreats and advances may go:
        no barrier, no unbridged major river (5.6).
        """
        board = self.board
        bridge = board.bits("road", "railroad", "broad_gauge")
        self.gaps = frozenset(gauge_gaps(board.marks["gauge_gap"]))
        lake, major, minor = (board.bits(kind) for kind in ("lake_side", "major_river", "river"))
        self.barred, self.major, self.minor, self.road, dry = (bytearray(len(board.sides)) for _ in range(5))
        for here in board.hexes:
            for direction, to in enumerate(board.around[here]):
                side, bits = here * 6 + direction, board.sides[here * 6 + direction]
                wet = to == 0 or to in self.impassable or here in self.impassable
                self.barred[side] = wet or bool(bits & lake)
                bridged = bool(bits & bridge) or (here, to) in self.gaps
                self.major[side] = bool(bits & major) and not bridged
                self.minor[side] = bool(bits & minor) and not bridged
                self.road[side] = bool(bits & board.bits("road"))
                dry[side] = not (self.barred[side] or self.major[side])
        self.dry = bytes(dry)

    def crossings(self, hex: Hex) -> tuple[Hex, ...]:
        """The hexes across an unbridged major river."""
        around = self.board.around[hex]
        return tuple(to for d, to in enumerate(around) if self.major[hex * 6 + d])

    # --- prices

    def enter(self, movement_class: str, hex: int) -> int:
        """The MPs of a hex by the terrain effects chart; a settlement costs its own price (6.2.5)."""
        works = self.tables.file.works
        if hex in self.cities:
            return works["city"].enter
        if hex in self.settlements:
            return works["town"].enter
        entry = self.tables.file.terrain[self.board.terrain[hex]]
        return {"foot": entry.foot, "horse": entry.horse, "hq": entry.hq}[movement_class]

    @rule("6.2.1", "6.2.2", "6.2.5")
    def price(self, movement_class: str, here: int, direction: int) -> int:
        """6.2 The price of one step without ZOC; unbridged major rivers are crossed by 6.2.3 only."""
        side = here * 6 + direction
        if self.barred[side] or self.major[side]:
            return CLOSED
        if self.road[side]:
            return self.tables.file.movement.road
        cost = self.enter(movement_class, self.board.around[here][direction])
        return cost + self.tables.file.movement.minor_river + STOP if self.minor[side] else cost

    def _prices(self, scenarios: dict[str, ScenarioEntry]) -> None:
        """One array for each movement class and bound, for marches on roads, supply lines and command."""
        germany = {hex for hex in self.board.hexes if self.home[hex] == GERMAN}
        self.bounds: dict[str, bytearray] = {
            ANYWHERE: bytearray(self.board.size),
            NOT_INTO_GERMANY: self.board.flags(germany),
        }
        for name, scenario in scenarios.items():
            if (area := scenario.play_area) is not None:
                outside = {
                    h for h in self.board.hexes if h // 100 < area.min_column or h % 100 > area.max_row
                }
                self.bounds[name] = self.board.flags(outside)
        self.walk: dict[tuple[str, str], Prices] = {
            (each, bound): self._bounded(self._array(partial(self.price, each)), closed)
            for each in CLASSES
            for bound, closed in self.bounds.items()
        }
        self.crossed = {each: self._array(partial(self._crossing_price, each)) for each in CLASSES}
        """By movement class: the prices if every river could be crossed and the move go on."""
        by_road = self._array(lambda hex, d: 1 if self.road[hex * 6 + d] else CLOSED)
        self.march: dict[str, Prices] = {b: self._bounded(by_road, shut) for b, shut in self.bounds.items()}
        abroad = self.board.flags(h for h in self.board.hexes if h not in germany)
        self.landwehr_march = {b: self._bounded(prices, abroad) for b, prices in self.march.items()}
        self.lines = self._array(self._line_price)
        self.command = self._array(self._command_price)
        self.grid_steps = uniform(self.board)

    def _crossing_price(self, movement_class: str, here: int, direction: int) -> int:
        side = here * 6 + direction
        return CLOSED if self.barred[side] else self.enter(movement_class, self.board.around[here][direction])

    @rule("11.2.1b", "11.2.1f")
    def _line_price(self, here: int, direction: int) -> int:
        """11.2.1f A supply line seen from its end: the foot cost of entering `here` from the hex beyond."""
        to = self.board.around[here][direction]
        price = self.price("foot", to, (direction + 3) % 6) if to else CLOSED
        return price if price == CLOSED else price & (STOP - 1)

    @rule("4.3.4a")
    def _command_price(self, here: int, direction: int) -> int:
        """4.3.4a Range counts hexes, not through lakes or sea, and ends one hex beyond a major river."""
        side = here * 6 + direction
        return CLOSED if self.barred[side] else 1 + STOP if self.major[side] else 1

    def _array(self, price: Callable[[int, int], int]) -> Prices:
        prices = np.full(len(self.board.sides), CLOSED, np.int32)
        for hex in self.board.hexes:
            for direction in range(6):
                prices[hex * 6 + direction] = price(hex, direction)
        return prices

    def _bounded(self, prices: Prices, closed: bytearray) -> Prices:
        """The same prices with some hexes closed."""
        bounded = prices.copy()
        bounded[np.frombuffer(closed, np.uint8)[self.board.links] != 0] = CLOSED
        return bounded

    # --- railways

    def _rails(self) -> None:
        """The railways as nets: one for supply, one for the trains of each side."""
        self.rail_net = self._array(self._joined)
        self.rail_hexes = self._served(self.rail_net)
        self.home_rail = {
            side: frozenset(hex for hex in self.rail_hexes if self.home[hex] == side) for side in SIDES
        }
        self.trains = {side: self._array(partial(self._track, side)) for side in SIDES}
        self.stations = {side: self._served(self.trains[side]) for side in SIDES}

    @rule("11.2.2b")
    def _joined(self, here: int, direction: int) -> int:
        """11.2.2b Supply runs over both gauges and over the gaps at the frontier."""
        rails = self.board.bits("railroad", "broad_gauge")
        gap = (here, self.board.around[here][direction]) in self.gaps
        return 1 if gap or self.board.sides[here * 6 + direction] & rails else CLOSED

    @rule("6.4.5")
    def _track(self, side: Side, here: int, direction: int) -> int:
        """6.4.5 Trains keep to their own gauge, in their own country."""
        gauge = self.board.bits("railroad" if side == GERMAN else "broad_gauge")
        to = self.board.around[here][direction]
        own = self.home[here] == side and self.home[to] == side
        return 1 if own and self.board.sides[here * 6 + direction] & gauge else CLOSED

    def _served(self, net: Prices) -> frozenset[int]:
        """The hexes a net touches."""
        return frozenset(hex for hex in self.board.hexes if (net[hex * 6 : hex * 6 + 6] != CLOSED).any())

    # --- looking

    def in_range(self, hex: Hex, reach: int) -> frozenset[int]:
        """4.3.2a, 4.3.4a The hexes within Command Range of an HQ in a hex, its own included."""
        known = self._command.get((hex, reach))
        if known is None:
            known = self._command[hex, reach] = within_command(self.walker, self.command, hex, reach)
        return known

    @rule("2.2.1")
    def distances(self, hex: Hex) -> NDArray[np.int32]:
        """2.2.1 The distance of every hex from one, along the shortest grid path."""
        known = self._distances.get(hex)
        if known is None:
            across, along = np.abs(self._points - self._points[hex]).T
            across = across // 3
            known = self._distances[hex] = across + np.maximum(0, (along - across) // 2)
        return known


def gauge_gaps(hexes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The gaps as pairs of hexes, in both directions."""
    for german, russian in zip(hexes[::2], hexes[1::2], strict=True):
        yield german, russian
        yield russian, german
