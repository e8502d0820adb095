"""The map as a graph: terrain by hex, features by hexside, paths, names and marks. Immutable.

Everything hot is a flat array indexed by hex, or by hex * 6 + direction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise

import msgspec
import numpy as np
from numpy.typing import NDArray

from bridgehead.hexes.grid import NOWHERE, Grid, Hex, Hexside, printed

Problem = Callable[[str, str], Exception]
"""Makes the error for a key and what is wrong with it."""


class PlaceEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    kind: str = "place"
    """How large it is drawn: city, town, village, hamlet, fort, station, place."""
    label: bool = True


class LabelEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name along something: a river, a lake, a wood."""

    name: str
    hexes: str
    kind: str = "water"


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """map.toml. Lists of hexes are whitespace-separated numbers as printed; hexsides are `1003/1102`."""

    grid: Grid
    default: str
    """The terrain of a hex that no list names."""
    terrain: dict[str, str]
    off: str = ""
    """Numbers that are no hexes of this map."""
    level: dict[str, str] = {}
    """Hexes by level; 0 where no list names them (or 1 if the list begins at 2)."""
    overlay: dict[str, str] = {}
    """A second terrain on top of the first: hexes by feature (town on woods, swamp on hills)."""
    hexside: dict[str, str] = {}
    path: dict[str, dict[str, str]] = {}
    """Roads and railways: kind, name, the hexes it runs through. `x` may break a line in two."""
    edge: dict[str, str] = {}
    """Paths that run over the edge: kind, `1012/W` hex and compass edge."""
    hexside_level: dict[str, int] = {}
    place: dict[str, PlaceEntry] = {}
    label: list[LabelEntry] = []
    mark: dict[str, str] = {}
    """Hexes with a meaning of their own: objectives, entry areas, supply sources."""
    drawn: dict[str, str] = {}
    """Features without effect, drawn for their looks: hexsides by name."""


class Board:
    """A map, ready to be played on."""

    def __init__(self, file: MapFile, problem: Problem) -> None:
        self.file = file
        self.grid = grid = file.grid
        self.size = size = grid.size
        off = set(hex_list(file.off, grid, "off", problem))
        self.hexes: tuple[Hex, ...] = tuple(hex for hex in grid.hexes() if hex not in off)
        here = set(self.hexes)
        self.near: list[tuple[Hex, ...]] = [()] * size
        """By hex: its neighbours on the map, in direction order."""
        self.around: list[tuple[Hex, ...]] = [(NOWHERE,) * 6] * size
        """By hex: the hex on each of its six sides, 0 where there is none."""
        for hex in self.hexes:
            six = tuple(to if to in here else NOWHERE for to in (grid.neighbour(hex, d) for d in range(6)))
            self.around[hex] = six
            self.near[hex] = tuple(to for to in six if to)
        self.links: NDArray[np.int32] = np.array(self.around, dtype=np.int32).reshape(-1)
        """`around`, flat, for the kernels."""

        self.kinds: tuple[str, ...] = (file.default, *(kind for kind in file.terrain if kind != file.default))
        """Names of terrain; a hex's `terrain` counts in this."""
        self.code: NDArray[np.uint8] = np.zeros(size, dtype=np.uint8)
        self.terrain: list[str] = [""] * size
        for hex in self.hexes:
            self.terrain[hex] = file.default
        for kind, text in file.terrain.items():
            for hex in hex_list(text, grid, f"terrain.{kind}", problem):
                self.terrain[hex] = kind
                self.code[hex] = self.kinds.index(kind)
        self.overlay: Mapping[str, frozenset[Hex]] = {
            kind: frozenset(hex_list(text, grid, f"overlay.{kind}", problem))
            for kind, text in file.overlay.items()
        }
        self.level: list[int] = self._levels(problem)

        self.features: dict[str, frozenset[Hexside]] = {}
        """Hexsides by feature, each as (smaller, larger)."""
        self.bit: dict[str, int] = {}
        """The bit of a feature in `sides`."""
        self.sides: list[int] = [0] * (size * 6)
        """By hex * 6 + direction: the features of that hexside, as bits."""
        for kind, text in file.hexside.items():
            self._lay(kind, side_list(text, grid, f"hexside.{kind}", problem), problem)
        self.paths: dict[str, dict[str, tuple[tuple[Hex, ...], ...]]] = {}
        for kind, named in file.path.items():
            self.paths[kind] = {}
            pairs: list[Hexside] = []
            for name, text in named.items():
                lines = line_list(text, grid, f"path.{kind}.{name}", problem)
                self.paths[kind][name] = lines
                pairs.extend(pair for line in lines for pair in pairwise(line))
            self._lay(kind, pairs, problem)
        self.edges: dict[str, tuple[tuple[Hex, str], ...]] = {
            kind: tuple(edge_list(text, grid, f"edge.{kind}", problem)) for kind, text in file.edge.items()
        }
        self.side_level: dict[Hexside, int] = {}
        for key, level in file.hexside_level.items():
            for a, b in side_list(key, grid, f"hexside_level.{key}", problem):
                self.side_level[a, b] = self.side_level[b, a] = level
        self.places: dict[Hex, PlaceEntry] = {}
        for key, place in file.place.items():
            for hex in hex_list(key, grid, f"place.{key}", problem):
                self.places[hex] = place
        self.marks: dict[str, tuple[Hex, ...]] = {
            name: tuple(hex_list(text, grid, f"mark.{name}", problem)) for name, text in file.mark.items()
        }
        self.drawn: dict[str, tuple[Hexside, ...]] = {
            name: tuple(side_list(text, grid, f"drawn.{name}", problem)) for name, text in file.drawn.items()
        }
        self.labels: tuple[tuple[LabelEntry, tuple[Hex, ...]], ...] = tuple(
            (entry, tuple(hex_list(entry.hexes, grid, f"label.{entry.name}", problem)))
            for entry in file.label
        )

    def __contains__(self, hex: object) -> bool:
        return isinstance(hex, int) and 0 < hex < self.size and bool(self.terrain[hex])

    def distance(self, a: int, b: int) -> int:
        return self.grid.distance(a, b)

    def within(self, centre: int, distance: int) -> tuple[Hex, ...]:
        """The hexes of the map no further than that, nearest first."""
        column = centre // 100
        columns = (hex for hex in self.hexes if abs(hex // 100 - column) <= distance)
        found = [(self.grid.distance(centre, hex), hex) for hex in columns]
        return tuple(hex for far, hex in sorted(found) if far <= distance)

    def has(self, feature: str, a: int, b: int) -> bool:
        """Does the hexside between two neighbours carry a feature?"""
        return ((a, b) if a < b else (b, a)) in self.features.get(feature, ())

    def side(self, a: int, b: int) -> int:
        """The features of the hexside between two neighbours, as bits."""
        return self.sides[a * 6 + self.around[a].index(b)]

    def adjacent(self, a: int, b: int) -> bool:
        return b in self.near[a]

    def bits(self, *features: str) -> int:
        """The bits of several features together."""
        mask = 0
        for feature in features:
            mask |= self.bit.get(feature, 0)
        return mask

    def flags(self, hexes: Iterable[int]) -> bytearray:
        """A byte per hex: 1 for those named."""
        flagged = bytearray(self.size)
        for hex in hexes:
            flagged[hex] = 1
        return flagged

    def _levels(self, problem: Problem) -> list[int]:
        levels = [0] * self.size
        given = {int(level): text for level, text in self.file.level.items()}
        lowest = min(given, default=1) - 1
        for hex in self.hexes:
            levels[hex] = max(lowest, 0)
        for level, text in given.items():
            for hex in hex_list(text, self.grid, f"level.{level}", problem):
                levels[hex] = level
        return levels

    def _lay(self, kind: str, pairs: Iterable[Hexside], problem: Problem) -> None:
        """Lay a feature on hexsides."""
        bit = self.bit.setdefault(kind, 1 << len(self.bit))
        laid = set(self.features.get(kind, ()))
        for a, b in pairs:
            if b not in self.near[a]:
                raise problem(kind, f"{printed(a)} and {printed(b)} are not adjacent on this map")
            laid.add((a, b) if a < b else (b, a))
            self.sides[a * 6 + self.around[a].index(b)] |= bit
            self.sides[b * 6 + self.around[b].index(a)] |= bit
        self.features[kind] = frozenset(laid)


def hex_of(text: str, grid: Grid, key: str, problem: Problem) -> Hex:
    if not (text.isdigit() and len(text) == 4 and int(text) in grid):
        raise problem(key, f"{text!r} is not a hex of this map")
    return Hex(int(text))


def hex_list(text: str, grid: Grid, key: str, problem: Problem) -> list[Hex]:
    return [hex_of(each, grid, key, problem) for each in text.split()]


def side_list(text: str, grid: Grid, key: str, problem: Problem) -> list[Hexside]:
    pairs = []
    for each in text.split():
        a, slash, b = each.partition("/")
        if not slash:
            raise problem(key, f"{each!r} is not a hexside: write two hexes as 1003/1102")
        pairs.append((hex_of(a, grid, key, problem), hex_of(b, grid, key, problem)))
    return pairs


def line_list(text: str, grid: Grid, key: str, problem: Problem) -> tuple[tuple[Hex, ...], ...]:
    """Lines of consecutive hexes, parted by `x`."""
    return tuple(
        tuple(hex_list(part, grid, key, problem))
        for part in " ".join(text.split()).split(" x ")
        if part.strip()
    )


def edge_list(text: str, grid: Grid, key: str, problem: Problem) -> list[tuple[Hex, str]]:
    found: list[tuple[Hex, str]] = []
    for each in text.split():
        number, _, edge = each.partition("/")
        if edge not in ("N", "E", "S", "W"):
            raise problem(key, f"{each!r} is not a map edge: write 1012/W")
        found.append((hex_of(number, grid, key, problem), edge))
    return found
