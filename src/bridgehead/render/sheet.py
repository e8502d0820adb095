"""The sheet a map is drawn on: its geometry, and the small tools all layers use.

Natural lines run through hex corners that are moved a little, each corner always the same way, so that a
river and a shore that share a corner share it in the drawing too.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from math import hypot

import msgspec

from bridgehead.hexes.board import Board
from bridgehead.hexes.grid import Hex
from bridgehead.render.layout import Corner, Layout, Point
from bridgehead.render.style import Style
from bridgehead.toolkit.drawing import UNDRAWN, Drawing

WOBBLE = 0.075
"""How far a corner may be moved, as a part of the size."""
RESTART = 12
"""After so many smooth joints a curve is pinned again, so that rounding cannot add up."""


class Sheet:
    """A board laid out, with a style."""

    def __init__(
        self, board: Board, layout: Layout, style: Style, drawing: Drawing = UNDRAWN, prefix: str = "bh"
    ) -> None:
        self.board = board
        self.drawing = drawing
        self.prefix = prefix
        """Begins the ids of what is cut out by this sheet's own outlines."""
        self.layout = layout
        self.style = style
        self.size = layout.size
        self._spots: dict[Corner, Point] = {}

    @cached_property
    def rim(self) -> frozenset[Corner]:
        """The corners on the edge of the map."""
        found: set[Corner] = set()
        for hex in self.board.hexes:
            keys = self.layout.corner_keys(hex)
            for direction, to in enumerate(self.board.around[hex]):
                if not to:
                    found.update((keys[direction], keys[(direction + 1) % 6]))
        return frozenset(found)

    def spot(self, corner: Corner) -> Point:
        """Where natural lines pass a corner."""
        known = self._spots.get(corner)
        if known is None:
            x, y = self.layout.pixel(*corner)
            if corner not in self.rim:
                reach = self.size * WOBBLE
                x += reach * (chance(corner[0], corner[1], 1) * 2 - 1)
                y += reach * (chance(corner[0], corner[1], 2) * 2 - 1)
            known = self._spots[corner] = (x, y)
        return known

    def crossing(self, a: Hex, b: Hex) -> Point:
        """Where a path crosses the side between two hexes."""
        one, two = self.layout.side(a, b)
        return between(self.spot(one), self.spot(two))

    def outline(self, hexes: Iterable[Hex]) -> list[list[Corner]]:
        """The rings of corners around a set of hexes, holes included."""
        inside = set(hexes)
        after: dict[Corner, Corner] = {}
        for hex in sorted(inside):
            keys = self.layout.corner_keys(hex)
            for direction, to in enumerate(self.board.around[hex]):
                if to not in inside:
                    after[keys[direction]] = keys[(direction + 1) % 6]
        rings = []
        while after:
            start, here = after.popitem()
            ring = [start]
            while here != start:
                ring.append(here)
                here = after.pop(here)
            rings.append(ring)
        return rings

    def area(self, hexes: Iterable[Hex], shape: "Shape") -> str:
        """A path around a set of hexes, smooth inside the map and sharp along its edge."""
        return "".join(rounded(*self.ring(ring, shape)) for ring in self.outline(hexes))

    def shore(self, hexes: Iterable[Hex], shape: "Shape") -> str:
        """The same outline without the stretches along the edge of the map."""
        return "".join(shoreline(*self.ring(ring, shape)) for ring in self.outline(hexes))

    def ring(self, ring: Sequence[Corner], shape: "Shape") -> tuple[list[Point], list[bool]]:
        """The points that bend a closed outline, and which of them it runs through sharply."""
        plain = [self.spot(corner) for corner in ring]
        sharp = [corner in self.rim for corner in ring]
        calm = shape.calm if len(ring) > 6 else shape.calm / 3
        spots: list[Point] = []
        keep: list[bool] = []
        for i, corner in enumerate(ring):
            then = (i + 1) % len(ring)
            spots.append(
                plain[i]
                if sharp[i]
                else self.bent(corner, plain[i - 1], plain[i], plain[then], calm, shape.ragged)
            )
            keep.append(sharp[i])
            if shape.ragged and not (sharp[i] and sharp[then]):
                spots.append(self.swing(corner, ring[then], plain[i], plain[then], shape.ragged))
                keep.append(False)
        return spots, keep

    def bent(
        self, corner: Corner, before: Point, here: Point, after: Point, calm: float, ragged: float
    ) -> Point:
        """A corner of an outline: drawn in toward its neighbours, and a little astray."""
        x, y = between(here, between(before, after), calm)
        far = ragged * self.size * 0.7
        return (
            x + far * (chance(corner[0], corner[1], 8) * 2 - 1),
            y + far * (chance(corner[0], corner[1], 9) * 2 - 1),
        )

    def swing(self, a: Corner, b: Corner, one: Point, two: Point, ragged: float) -> Point:
        """A point beside the middle of a side, always on the same side of it for the same two corners."""
        dx, dy = unit(one, two)
        far = (chance(a[0] + b[0], a[1] + b[1], 3) * 2 - 1) * ragged * self.size
        return moved(between(one, two), (-dy, dx), far if a < b else -far)

    def hard_ring(self, ring: Sequence[Corner]) -> str:
        return "M" + "L".join(pair(self.layout.pixel(*corner)) for corner in ring) + "Z"


class Shape(msgspec.Struct, frozen=True):
    """How an outline is drawn."""

    calm: float = 0.0
    """How far corners are drawn in toward the line between their neighbours."""
    ragged: float = 0.0
    """How far it swings out and in between corners, as a part of the size."""


def rounded(spots: Sequence[Point], sharp: Sequence[bool]) -> str:
    """A closed smooth path bent by points, except where it is sharp."""
    parts = [f"M{pair(between(spots[-1], spots[0]))}"]
    smooth = 0
    for i, here in enumerate(spots):
        end = between(here, spots[(i + 1) % len(spots)])
        if sharp[i]:
            parts.append(f"L{pair(here)}L{pair(end)}")
            smooth = 0
        elif smooth % RESTART:
            parts.append(f"T{pair(end)}")
            smooth += 1
        else:
            parts.append(f"Q{pair(here)} {pair(end)}")
            smooth += 1
    return "".join(parts) + "Z"


def shoreline(spots: Sequence[Point], sharp: Sequence[bool]) -> str:
    """That path with the pen lifted wherever two sharp points follow each other."""
    count = len(spots)
    lifted = [sharp[i] and sharp[(i + 1) % count] for i in range(count)]
    parts = [] if lifted[-1] else [f"M{pair(between(spots[-1], spots[0]))}"]
    for i, here in enumerate(spots):
        end = between(here, spots[(i + 1) % count])
        if not sharp[i]:
            parts.append(f"Q{pair(here)} {pair(end)}")
            continue
        if not lifted[i - 1]:
            parts.append(f"L{pair(here)}")
        if not lifted[i]:
            begin = f"M{pair(here)}" if lifted[i - 1] else ""
            parts.append(f"{begin}L{pair(end)}")
    return "".join(parts)


def chance(a: int, b: int, salt: int) -> float:
    """A number from 0 to 1 that is always the same for the same place."""
    z = (a * 0x9E3779B1 + b * 0x85EBCA77 + salt * 0xC2B2AE3D) & 0xFFFFFFFF
    z = ((z ^ (z >> 15)) * 0x2C1B3C6D) & 0xFFFFFFFF
    z = ((z ^ (z >> 12)) * 0x297A2D39) & 0xFFFFFFFF
    return (z ^ (z >> 15)) / 0x100000000


def num(value: float) -> str:
    """A number with one decimal at most."""
    tenths = round(value * 10)
    return str(tenths // 10) if tenths % 10 == 0 else f"{tenths / 10}"


def pair(point: Point) -> str:
    return f"{num(point[0])} {num(point[1])}"


def between(a: Point, b: Point, part: float = 0.5) -> Point:
    return (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)


def unit(a: Point, b: Point) -> Point:
    """The direction from one point to another, of length 1."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    far = hypot(dx, dy) or 1.0
    return (dx / far, dy / far)


def moved(point: Point, along: Point, far: float) -> Point:
    return (point[0] + along[0] * far, point[1] + along[1] * far)


def curve(controls: Sequence[Point], gates: Sequence[Point] | None = None) -> str:
    """A smooth line from the first point to the last, bending at those between.

    It passes the gates, one between each two points: their middles unless told otherwise.
    """
    if len(controls) < 3:
        inner = "".join(f"L{pair(gate)}" for gate in gates or ())
        return f"M{pair(controls[0])}{inner}L{pair(controls[-1])}"
    through = gates or [between(a, b) for a, b in pairwise(controls)]
    parts = [f"M{pair(controls[0])}L{pair(through[0])}"]
    for i in range(1, len(controls) - 1):
        if gates is None and i % RESTART != 1:
            parts.append(f"T{pair(through[i])}")
        else:
            parts.append(f"Q{pair(controls[i])} {pair(through[i])}")
    parts.append(f"L{pair(controls[-1])}")
    return "".join(parts)


def along(controls: Sequence[Point], steps: int = 6) -> list[Point]:
    """The points of that smooth line, for laying names along it."""
    if len(controls) < 3:
        return list(controls)
    gates = [between(a, b) for a, b in pairwise(controls)]
    found = [controls[0], gates[0]]
    for i in range(1, len(controls) - 1):
        for step in range(1, steps + 1):
            t = step / steps
            found.append(between(between(gates[i - 1], controls[i], t), between(controls[i], gates[i], t), t))
    return [*found, controls[-1]]


def group(name: str, *inside: str, **attributes: str | float) -> str:
    """A `<g>` of a class; nothing if it would be empty."""
    body = "".join(inside)
    if not body:
        return ""
    said = "".join(f' {key.rstrip("_").replace("_", "-")}="{value}"' for key, value in attributes.items())
    return f'<g class="{name}"{said}>{body}</g>'


def path(data: str, **attributes: str | float) -> str:
    if not data:
        return ""
    said = "".join(f' {key.rstrip("_").replace("_", "-")}="{value}"' for key, value in attributes.items())
    return f'<path d="{data}"{said}/>'


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
