"""The ground: what the terrain influence table makes of the map, worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Hexside
from bridgehead.games.budziszyn1945.model.data import CLASSES, ROUTES, Campaigns, Tables, hexside
from bridgehead.games.budziszyn1945.model.kernels import Supplier
from bridgehead.hexes.board import Board
from bridgehead.hexes.paths import CLOSED

MP = 12
"""One movement point, in the twelfths in which all movement is counted (1.7e)."""


class Roads:
    """Prices of every hexside while the bridges stand as they do, made when first asked for."""

    def __init__(self, ground: Ground, broken: frozenset[Hexside], built: frozenset[Hexside]) -> None:
        self.ground = ground
        self.broken = broken
        self.built = built
        self._made: dict[tuple[str, str], NDArray[np.int32]] = {}

    def prices(self, cls: str) -> NDArray[np.int32]:
        """For a movement class."""
        return self.made("prices", cls)

    def secondary(self, cls: str) -> NDArray[np.int32]:
        """3.1.15 The same with all but secondary-route links closed."""
        return self.made("secondary", cls)

    def dry(self, cls: str) -> NDArray[np.int32]:
        """N.11 The same with the big rivers closed, bridges and all."""
        return self.made("dry", cls)

    def supply(self) -> NDArray[np.int32]:
        """10.1 Whole MPs of a supply line: nothing along roads."""
        return self.made("supply", "truck")

    def made(self, kind: str, cls: str) -> NDArray[np.int32]:
        found = self._made.get((kind, cls))
        if found is None:
            found = self.ground.laid(kind, cls, self.broken, self.built)
            self._made[kind, cls] = found
        return found


@rule("TI.5")
class Ground:
    """Terrain, water, routes and zones in the shape the rules ask for them."""

    def __init__(self, board: Board, tables: Tables, campaigns: Campaigns) -> None:
        self.board = board
        self.tables = tables
        self.neighbours = np.array(board.around, np.intp)
        """By hex: its six neighbours, 0 where the map ends."""
        self._terrain()
        self._water()
        self._places()
        self._lay_routes()
        self._zones(campaigns)
        self._bars()
        self.over_foot = self._controls("foot")
        self.over_motor = self._controls("track")
        self.zoc_foot = bytes(self.over_foot)
        self.zoc_motor = bytes(self.over_motor)
        self.held_by_foot = self._held(self.zoc_foot)
        self.held_by_motor = self._held(self.zoc_motor)
        self.supplier = Supplier(board)
        self.roads = lru_cache(maxsize=32)(self._roads_while)
        self.distance = lru_cache(maxsize=1 << 16)(self._apart)
        self.near = lru_cache(maxsize=8192)(self._within)
        self.ring = lru_cache(maxsize=4096)(self._ranged)
        self.zones_from = lru_cache(maxsize=256)(self._zones_from)
        self.around_all = lru_cache(maxsize=4096)(self._around_all)
        self.bridge_ends = lru_cache(maxsize=32)(self._ends_of)
        self.bridges_near = lru_cache(maxsize=4096)(self._bridges_within)

    def _terrain(self) -> None:
        board, terrain = self.board, self.tables.terrain
        over = board.overlay
        self.town: frozenset[Hex] = frozenset(board.marks["towns"])
        """4.3, N.24 Town hexes, those of cities among them."""
        swamp = (hex for hex in board.hexes if board.terrain[hex] == "swamp")
        self.swamp: frozenset[Hex] = frozenset(swamp)
        self.kinds: list[tuple[str, ...]] = [()] * board.size
        """By hex: its terrain and what lies on top of it."""
        for hex in board.hexes:
            self.kinds[hex] = (board.terrain[hex], *(kind for kind in over if hex in over[kind]))
        self.cm: list[int] = [sum(terrain[kind].cm for kind in kinds) for kinds in self.kinds]
        """TI.3 The combat modifiers of a hex."""
        self.halves: list[bool] = [any(terrain[kind].halves for kind in kinds) for kinds in self.kinds]
        self._entry: dict[str, list[int | None]] = {
            cls: [self._enter(cls, Hex(hex)) if self.kinds[hex] else None for hex in range(board.size)]
            for cls in CLASSES
        }

    def _water(self) -> None:
        """Rivers, routes and the bridges where they meet."""
        board = self.board
        big, stream = board.bits("major_river"), board.bits("stream")
        self.big: list[bool] = [bool(bits & big) for bits in board.sides]
        """By hex * 6 + direction."""
        self.stream: list[bool] = [bool(bits & stream) for bits in board.sides]
        self.route: dict[Hexside, str] = {}
        """The best route on each printed link."""
        for kind in ROUTES:
            for a, b in board.features.get(kind, ()):
                self.route[hexside(a, b)] = kind
        wet = big | stream
        self.bridges: dict[Hexside, bool] = {
            side: bool(board.side(*side) & big) for side in self.route if board.side(*side) & wet
        }
        """14.1.1 Printed bridges; True over a big river."""
        self.bridges_at: list[tuple[Hexside, ...]] = [()] * board.size
        for side in self.bridges:
            for end in side:
                self.bridges_at[end] = (*self.bridges_at[end], side)
        self.across: list[tuple[Hex, ...]] = [()] * board.size
        """By hex: the hexes on the other bank of a big river."""
        for hex in board.hexes:
            beyond = (to for d, to in enumerate(board.around[hex]) if to and self.big[hex * 6 + d])
            self.across[hex] = tuple(beyond)

    @rule("N.11", "T.20")
    def _bars(self) -> None:
        """Where some units may not go."""
        size = self.board.size
        self.nothing = bytearray(size)
        self.barred_east = bytearray(size)
        """Americans in Nysa."""
        for hex in self.board.hexes:
            self.barred_east[hex] = hex // 100 > self.tables.number.american_column
        self.barred_outside = {city: bytearray(b"\1" * size) for city in ("dresden", "goerlitz")}
        """Fortress troops in Two Stars."""
        for city, barred in self.barred_outside.items():
            for hex in self.board.marks[city]:
                barred[hex] = 0

    @rule("1.1", "3.1.11", "3.1.12", "TI.1", "9.1.3", "TI.6")
    def enter(self, cls: str, hex: Hex) -> int | None:
        """The MPs to enter a hex off the roads, None if it is closed to the class."""
        return self._entry[cls][hex]

    def _enter(self, cls: str, hex: Hex) -> int | None:
        costs = [self.tables.terrain[kind].enter.get(cls) for kind in self.kinds[hex]]
        return None if None in costs else max(cost for cost in costs if cost is not None)

    @rule("6.4.4", "8.2.7")
    def screens(self, hex: Hex) -> int:
        """The SPs that ranged fire and air attacks lose by the ground: two a combat modifier of the hex."""
        return 2 * self.cm[hex]

    def step(self, cls: str, here: Hex, to: Hex) -> int | None:
        """The MPs of one step off the roads, water included."""
        cost = self.enter(cls, to)
        if cost is None:
            return None
        at = here * 6 + self.board.around[here].index(to)
        for kind, wet in (("major_river", self.big[at]), ("stream", self.stream[at])):
            if wet:
                cost += self.tables.water[kind].add[cls]
        return cost

    @rule("4.1.3", "4.1.4")
    def _controls(self, cls: str) -> NDArray[np.uint8]:
        """By hex * 6 + direction: does a unit of the class control the hex beyond that side?"""
        reaches = np.zeros(self.board.size * 6, np.uint8)
        for hex in self.board.hexes:
            for d, to in enumerate(self.board.around[hex]):
                if not self.big[hex * 6 + d] and self.enter(cls, to) is not None:
                    reaches[hex * 6 + d] = 1
        return reaches

    def _held(self, reaches: bytes) -> tuple[tuple[Hex, ...], ...]:
        """By hex: the hexes that a unit there controls."""
        around = self.board.around
        return tuple(
            tuple(to for at, to in enumerate(around[hex], hex * 6) if to and reaches[at])
            for hex in range(self.board.size)
        )

    def _prices(self, cls: str) -> NDArray[np.int32]:
        prices = np.full(self.board.size * 6, CLOSED, np.int32)
        for hex in self.board.hexes:
            for d, to in enumerate(self.board.around[hex]):
                cost = self.step(cls, hex, to)
                if cost is not None:
                    prices[hex * 6 + d] = cost * MP
        return prices

    def _roads_while(self, broken: frozenset[Hexside], built: frozenset[Hexside]) -> Roads:
        """Prices with those printed bridges destroyed and those new ones standing."""
        return Roads(self, broken, built)

    @rule("3.1.14", "TI.2", "14.1.5", "14.3.5", "N.6b", "1.7e")
    def laid(
        self, kind: str, cls: str, broken: frozenset[Hexside], built: frozenset[Hexside]
    ) -> NDArray[np.int32]:
        """Prices with every route laid; a destroyed bridge breaks its link, a new one joins two banks as a
        secondary road, whatever crossed there before."""
        found = self._whole[kind, cls].copy()
        rough = self._whole["rough", cls]
        bare = CLOSED if kind == "secondary" else None
        for side in (*broken, *built):
            for at in self.both_ways(side):
                if side in built:
                    price = self.tables.route["road"][cls]
                else:
                    price = int(rough[at]) if bare is None else bare
                found[at] = price
        if kind == "dry":
            found[self._wet] = CLOSED
        if kind == "supply":
            for side in (*broken, *built):
                for at in self.both_ways(side):
                    found[at] = 0 if side in built else rough[at] // MP
        return found

    def _lay_routes(self) -> None:
        """Price arrays with all printed routes whole."""
        self._wet = np.array(self.big)
        self._whole: dict[tuple[str, str], NDArray[np.int32]] = {}
        for cls in CLASSES:
            rough = self._prices(cls)
            price = rough.copy()
            only = np.full_like(price, CLOSED)
            free = rough // MP
            for side, kind in self.route.items():
                rate = self.tables.route[kind][cls]
                for at in self.both_ways(side):
                    price[at] = rate
                    free[at] = 0
                    if kind == "road":
                        only[at] = rate
            self._whole["rough", cls] = rough
            self._whole["prices", cls] = price
            self._whole["dry", cls] = price
            self._whole["secondary", cls] = only
            self._whole["supply", cls] = free
        self.open_to = {cls: self._open_to(cls) for cls in CLASSES}

    def _open_to(self, cls: str) -> bytearray:
        """By hex: can a unit of a class come to stand there, off the roads or by one?"""
        found = bytearray(self.board.size)
        prices = self._whole["prices", cls]
        for hex in self.board.hexes:
            for d, to in enumerate(self.board.around[hex]):
                if to and prices[hex * 6 + d] != CLOSED:
                    found[to] = 1
        return found

    def both_ways(self, side: Hexside) -> tuple[int, int]:
        a, b = side
        around = self.board.around
        return a * 6 + around[a].index(b), b * 6 + around[b].index(a)

    @rule("11.2.4", "11.1.6")
    def _zones(self, campaigns: Campaigns) -> None:
        marks = self.board.marks
        self.zones: dict[str, tuple[Hex, ...]] = {
            zone: tuple(marks[f"zone_{zone}"]) for zone in self.tables.ring
        }
        self.zone_of: dict[Hex, str] = {hex: zone for zone, hexes in self.zones.items() for hex in hexes}
        self.leaves: dict[Hex, str] = {
            hex: kind for kind in ROUTES for hex, _ in self.board.edges.get(kind, ())
        }
        """Hexes whose road runs off the map, with its kind."""
        rows = self.board.grid.second
        columns = self.board.grid.first
        edges = {"north": [], "south": [], "east": [], "west": []}  # type: dict[str, list[Hex]]
        for each in self.board.hexes:
            hex = each
            for name, on in (
                ("north", hex % 100 == rows[0]),
                ("south", hex % 100 == rows[1]),
                ("west", hex // 100 == columns[0]),
                ("east", hex // 100 == columns[1]),
            ):
                if on:
                    edges[name].append(hex)
        self.edge: dict[str, tuple[Hex, ...]] = {name: tuple(hexes) for name, hexes in edges.items()}
        self.american_bases: tuple[Hex, ...] = tuple(
            hex for hex in self.edge["west"] if hex in self.leaves and hex in marks["us_reserve"]
        )
        """T.19 Roads that come in over the western edge, south of the Elbe."""
        self.west_bank = self._west_bank()

    def _zones_from(self, mine: tuple[str, ...]) -> Mapping[str, int]:
        """How far every zone is along the ring from the nearest of some, the nearest first."""
        ring: tuple[str, ...] = self.tables.ring

        def apart(a: str, b: str) -> int:
            steps = abs(ring.index(a) - ring.index(b))
            return min(steps, len(ring) - steps)

        far = {zone: min((apart(zone, each) for each in mine), default=99) for zone in ring}
        return dict(sorted(far.items(), key=lambda one: (one[1], one[0])))

    def _west_bank(self) -> frozenset[Hex]:
        """N.21a The land west of the Neisse: what hangs together with Cottbus without crossing a big river.

        The Elbe parts it from more land to the west, which is west of the Neisse as well.
        """
        east = self._bank_of(Hex(6620))
        return frozenset(hex for hex in self.board.hexes if hex not in east)

    def _bank_of(self, start: Hex) -> set[Hex]:
        found, waiting = {start}, [start]
        while waiting:
            here = waiting.pop()
            for to in self.board.near[here]:
                if to not in found and not self.is_big(here, to):
                    found.add(to)
                    waiting.append(to)
        return found

    def entry_cost(self, cls: str, hex: Hex) -> int | None:
        """11.1.6 Twelfths to enter the map at a hex, or to leave it there (11.2.3)."""
        kind = self.leaves.get(hex)
        if kind is not None:
            return self.tables.route[kind][cls]
        cost = self.enter(cls, hex)
        return None if cost is None else cost * MP

    def _within(self, centre: Hex, distance: int) -> tuple[Hex, ...]:
        """The hexes no further away than that, the centre among them."""
        found = {centre}
        ring = {centre}
        for _ in range(distance):
            ring = {to for here in ring for to in self.board.near[here]} - found
            found |= ring
        return tuple(sorted(found))

    def _ranged(self, centre: Hex) -> frozenset[Hex]:
        """6.4.3 The hexes at which ranged fire may be aimed: in range, not next to the guns."""
        far = self.tables.number.artillery_range
        return frozenset(self.near(centre, far)) - frozenset(self.near(centre, 1))

    def _bridges_within(self, centre: Hex) -> tuple[Hexside, ...]:
        """6.4.7 Printed bridges within the range of artillery."""
        far = self.tables.number.artillery_range
        return tuple({side for hex in self.near(centre, far) for side in self.bridges_at[hex]})

    def _around_all(self, hexes: tuple[Hex, ...]) -> frozenset[Hex]:
        """The hexes next to any of some."""
        return frozenset(to for hex in hexes for to in self.board.near[hex])

    def _ends_of(self, built: frozenset[Hexside]) -> Mapping[Hex, tuple[Hexside, ...]]:
        """By hex: the printed bridges with an end there, and new ones."""
        found = {hex: self.bridges_at[hex] for side in self.bridges for hex in side}
        for side in sorted(built):
            for hex in side:
                here = found.get(hex, ())
                found[hex] = here if side in self.bridges_at[hex] else (*here, side)
        return found

    def _places(self) -> None:
        """Cube coordinates, for distances."""
        self._across = [0] * self.board.size
        self._down = [0] * self.board.size
        for hex in self.board.hexes:
            x, y = self.board.grid.point(hex)
            self._across[hex] = x // 3
            self._down[hex] = (y - x // 3) // 2

    @rule("1.1")
    def _apart(self, a: Hex, b: Hex) -> int:
        """How many hexes lie between two, counted in steps."""
        dq = self._across[a] - self._across[b]
        dr = self._down[a] - self._down[b]
        return max(abs(dq), abs(dr), abs(dq + dr))

    @rule("TI.4")
    def is_big(self, a: Hex, b: Hex) -> bool:
        """Is the side between two neighbours a big river?"""
        return self.big[a * 6 + self.board.around[a].index(b)]

    def is_stream(self, a: Hex, b: Hex) -> bool:
        return self.stream[a * 6 + self.board.around[a].index(b)]
