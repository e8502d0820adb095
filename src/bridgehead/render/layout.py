"""Where hexes lie on the drawn sheet, in pixels.

A file of hexes (one first pair) runs along `second_points`: north or south makes hexes with a flat top, east
or west hexes with a pointed one. Affine coordinates are those of `hexes/grid.py`; corners of hexes have whole
numbers in them, so that what meets at a corner meets exactly.
"""

from functools import cached_property
from math import sqrt

import msgspec

from bridgehead.hexes.grid import NOWHERE, Grid, Hex

Point = tuple[float, float]
Corner = tuple[int, int]
"""A corner of hexes, or a centre, in affine coordinates."""

SIZE = 40.0
"""Pixels from the centre of a hex to a corner, unless told otherwise."""
MARGIN = 1.6
"""Width of the paper around the hexes, as a multiple of the size."""

CORNERS: tuple[Corner, ...] = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
"""Affine offsets of the corners. The side in direction d runs from corner d to corner d + 1."""

COMPASS: dict[str, Point] = {"N": (0.0, -1.0), "E": (1.0, 0.0), "S": (0.0, 1.0), "W": (-1.0, 0.0)}


class Numbers(msgspec.Struct, frozen=True):
    """A layout for the browser: centre = origin + first * first_step + second * second_step (+ shift)."""

    size: float
    width: float
    height: float
    flat: bool
    """Flat-topped hexes; otherwise they stand on a point."""
    origin: Point
    first_step: Point
    second_step: Point
    shift: Point
    """Added in the files that lie shifted."""
    shifted: str
    """Those files: odd or even first pairs."""
    corners: tuple[Point, ...]
    """The six corners from a centre; the side in direction d runs from corner d to corner d + 1."""
    first: tuple[int, int]
    second: tuple[int, int]
    north: float
    """Degrees by which true north is turned clockwise from the top."""
    metres: int
    separator: str = ""
    """What stands between the two pairs of a hex number."""


class Layout:
    """A grid laid out on the sheet, the paper's upper left corner at 0, 0."""

    def __init__(self, grid: Grid, size: float = SIZE) -> None:
        self.grid = grid
        self.size = size
        self.flat = grid.second_points in ("N", "S")
        along, across = COMPASS[grid.first_points], COMPASS[grid.second_points]
        if along[0] * across[0] + along[1] * across[1]:
            raise ValueError("first_points and second_points must be at right angles")
        self._x = (along[0] * size / 2, along[1] * size / 2)
        self._y = (across[0] * size * sqrt(3) / 2, across[1] * size * sqrt(3) / 2)
        self._origin = (0.0, 0.0)
        left, top, right, bottom = self._extent()
        margin = MARGIN * size
        self._origin = (margin - left, margin - top)
        self.width = right - left + 2 * margin
        self.height = bottom - top + 2 * margin

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the whole sheet: an SVG viewBox."""
        return (0.0, 0.0, self.width, self.height)

    @cached_property
    def frame(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the hexes, without the paper around them."""
        margin = MARGIN * self.size
        return (margin, margin, self.width - margin, self.height - margin)

    @property
    def turn(self) -> int:
        """1 if corners are counted clockwise on the sheet, otherwise -1."""
        return 1 if self._x[0] * self._y[1] - self._x[1] * self._y[0] > 0 else -1

    def pixel(self, x: float, y: float) -> Point:
        """A point in affine coordinates, on the sheet."""
        ox, oy = self._origin
        return (ox + x * self._x[0] + y * self._y[0], oy + x * self._x[1] + y * self._y[1])

    def affine(self, px: float, py: float) -> Point:
        """A point of the sheet, in affine coordinates."""
        dx, dy = px - self._origin[0], py - self._origin[1]
        x = (dx * self._x[0] + dy * self._x[1]) / (self._x[0] ** 2 + self._x[1] ** 2)
        y = (dx * self._y[0] + dy * self._y[1]) / (self._y[0] ** 2 + self._y[1] ** 2)
        return (x, y)

    def centre(self, hex: int) -> Point:
        return self.pixel(*self.grid.point(hex))

    def corner_keys(self, hex: int) -> tuple[Corner, ...]:
        """The six corners in affine coordinates: equal for all hexes that share a corner."""
        x, y = self.grid.point(hex)
        return tuple((x + dx, y + dy) for dx, dy in CORNERS)

    def corners(self, hex: int) -> tuple[Point, ...]:
        return tuple(self.pixel(*key) for key in self.corner_keys(hex))

    def side(self, a: int, b: int) -> tuple[Corner, Corner]:
        """The corners at the ends of the side between two neighbours."""
        direction = self.grid.direction(a, b)
        if direction < 0:
            raise ValueError(f"{a:04d} and {b:04d} are not adjacent")
        keys = self.corner_keys(a)
        return keys[direction], keys[(direction + 1) % 6]

    def middle(self, a: int, b: int) -> Point:
        """The middle of the side between two neighbours."""
        ax, ay = self.centre(a)
        bx, by = self.centre(b)
        return ((ax + bx) / 2, (ay + by) / 2)

    def hex_at(self, px: float, py: float) -> Hex:
        """The hex under a point of the sheet, 0 beyond the numbering."""
        x, y = self.affine(px, py)
        file = round(x / 3)
        best, found = 1e9, NOWHERE
        for first in (file - 1, file, file + 1):
            shift = 1 if self.grid.lies_shifted(first) else 0
            second = round((y - shift) / 2)
            dx, dy = x - 3 * first, y - 2 * second - shift
            far = dx * dx + 3 * dy * dy
            if far < best:
                best, found = far, self.grid.at(3 * first, 2 * second + shift)
        return found if best <= 4.0 + 1e-6 and found in self.grid and self._holds(found, x, y) else NOWHERE

    def numbers(self) -> Numbers:
        """Everything the browser needs to find hexes on the same sheet."""
        px, py = self.pixel(0, 0)
        base = self.pixel(0, 0)

        def step(x: float, y: float) -> Point:
            there = self.pixel(x, y)
            return (round(there[0] - base[0], 4), round(there[1] - base[1], 4))

        return Numbers(
            size=self.size,
            width=round(self.width, 4),
            height=round(self.height, 4),
            flat=self.flat,
            origin=(round(px, 4), round(py, 4)),
            first_step=step(3, 0),
            second_step=step(0, 2),
            shift=step(0, 1),
            shifted=self.grid.shifted,
            corners=tuple(step(*corner) for corner in CORNERS),
            first=self.grid.first,
            second=self.grid.second,
            north=self.grid.north,
            metres=self.grid.metres,
            separator=self.grid.separator,
        )

    def _holds(self, hex: int, x: float, y: float) -> bool:
        cx, cy = self.grid.point(hex)
        dx, dy = abs(x - cx), abs(y - cy)
        return dy <= 1 + 1e-6 and dx + dy <= 2 + 1e-6

    def _extent(self) -> tuple[float, float, float, float]:
        grid = self.grid
        rim = [
            Hex(first * 100 + second)
            for first in range(grid.first[0], grid.first[1] + 1)
            for second in grid.second
            if first or second
        ]
        points = [point for hex in rim for point in self.corners(hex)]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return (min(xs), min(ys), max(xs), max(ys))
