"""Hex numbers and their geometry.

A hex number is two pairs of digits. Hexes with the same first pair (a file) touch edge to edge along the
second pair; every other file is shifted by half a hex. Directions count from 0 to 5: 0 is the neighbour with
the smaller second number, then around by way of the file with the larger first number; `d + 3` lies opposite.

Affine coordinates used for distance and lines: x = 3 * first, y = 2 * second (+1 in shifted files). A hex
then is the set |y| <= 1, |x + y| <= 2, |x - y| <= 2 around its centre, all in integers.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Literal, NewType

import msgspec

Compass = Literal["N", "E", "S", "W"]
Hex = NewType("Hex", int)
"""A printed hex number: 2314, and 905 for the hex printed 0905. 0 is no hex."""
Hexside = tuple[Hex, Hex]
"""The side between two neighbours."""

NOWHERE = Hex(0)


def printed(hex: int) -> str:
    """A hex in four digits, as data and most maps write it."""
    return f"{hex:04d}"


class Grid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbering of a map."""

    first: tuple[int, int]
    """Smallest and largest first pair."""
    second: tuple[int, int]
    shifted: Literal["odd", "even"]
    """The files that lie half a hex toward larger second numbers."""
    first_points: Compass = "E"
    """Where the first pair grows on the sheet as it is drawn."""
    second_points: Compass = "S"
    north: float = 0.0
    """Degrees by which true north is turned clockwise from the top of the sheet."""
    metres: int = 1000
    separator: str = ""
    """What the map prints between the two pairs of a hex number."""

    def printed(self, hex: int) -> str:
        """A hex as the map prints it: 2314, or 23.14."""
        number = printed(hex)
        return f"{number[:-2]}{self.separator}{number[-2:]}"

    @property
    def size(self) -> int:
        """Length of an array indexed by hex."""
        return self.first[1] * 100 + 100

    def hexes(self) -> Iterator[Hex]:
        for first in range(self.first[0], self.first[1] + 1):
            for second in range(self.second[0], self.second[1] + 1):
                if first or second:
                    yield Hex(first * 100 + second)

    def __contains__(self, hex: object) -> bool:
        if not isinstance(hex, int) or hex <= 0:
            return False
        first, second = divmod(hex, 100)
        return self.first[0] <= first <= self.first[1] and self.second[0] <= second <= self.second[1]

    def lies_shifted(self, first: int) -> bool:
        return first % 2 == (1 if self.shifted == "odd" else 0)

    def point(self, hex: int) -> tuple[int, int]:
        """The centre of a hex in affine coordinates."""
        first, second = divmod(hex, 100)
        return 3 * first, 2 * second + (1 if self.lies_shifted(first) else 0)

    def at(self, x: int, y: int) -> Hex:
        """The hex at an affine centre, on the map or not; 0 where the number would be negative."""
        first = x // 3
        second = (y - (1 if self.lies_shifted(first) else 0)) // 2
        return Hex(first * 100 + second) if first >= 0 and 0 <= second <= 99 else NOWHERE

    def neighbour(self, hex: int, direction: int) -> Hex:
        """The hex on that side, or 0 beyond the edge of the numbering."""
        x, y = self.point(hex)
        dx, dy = STEPS[direction]
        there = self.at(x + dx, y + dy)
        return there if there in self else NOWHERE

    def distance(self, a: int, b: int) -> int:
        ax, ay = self.point(a)
        bx, by = self.point(b)
        dx, dy = abs(ax - bx) // 3, abs(ay - by)
        return dx + max(0, (dy - dx) // 2)

    def direction(self, a: int, b: int) -> int:
        """The side of `a` on which its neighbour `b` lies, or -1."""
        ax, ay = self.point(a)
        bx, by = self.point(b)
        return STEPS.index((bx - ax, by - ay)) if (bx - ax, by - ay) in STEPS else -1


STEPS = ((0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1))
"""Affine steps to the six neighbours, by direction."""


class Passage(msgspec.Struct, frozen=True):
    """A stretch of a straight line: through one hex, or along the side shared by two."""

    steps: tuple[tuple[int, int], ...]
    """Affine offsets from the start of the one or two hexes."""
    middle: Fraction
    """How far along the line its middle lies, from 0 to 1."""


@cache
def passages(dx: int, dy: int) -> tuple[Passage, ...]:
    """The hexes strictly between the ends of a centre-to-centre line, in order."""
    found: dict[tuple[Fraction, Fraction], list[tuple[int, int]]] = {}
    for x in range(min(0, dx) - 3, max(0, dx) + 4, 3):
        for y in range(min(0, dy) - 2, max(0, dy) + 3):
            if (x // 3 + y) % 2 or (x, y) in ((0, 0), (dx, dy)):
                continue
            stretch = crossing(dx, dy, x, y)
            if stretch is not None:
                found.setdefault(stretch, []).append((x, y))
    return tuple(
        Passage(tuple(steps), (stretch[0] + stretch[1]) / 2) for stretch, steps in sorted(found.items())
    )


def crossing(dx: int, dy: int, x: int, y: int) -> tuple[Fraction, Fraction] | None:
    """Where the line from 0 to (dx, dy) runs through the hex at (x, y); None if it but touches a corner."""
    low, high = Fraction(0), Fraction(1)
    for speed, offset, width in ((dy, y, 1), (dx + dy, x + y, 2), (dx - dy, x - y, 2)):
        if speed == 0:
            if abs(offset) > width:
                return None
            continue
        ends = sorted((Fraction(offset - width, speed), Fraction(offset + width, speed)))
        low, high = max(low, ends[0]), min(high, ends[1])
    return (low, high) if low < high else None
