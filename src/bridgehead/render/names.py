"""Names on the map: of places beside their hexes, of waters along their courses, of regions across them.

Every name keeps clear of those already placed. Large places choose first, and a name that finds no room is
left out (pointing at the hex still tells it).
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from math import hypot

import msgspec

from bridgehead.hexes.board import LabelEntry
from bridgehead.hexes.grid import Hex
from bridgehead.render.courses import KINDS as COURSES
from bridgehead.render.courses import Course, courses
from bridgehead.render.layout import COMPASS, Point
from bridgehead.render.letters import width
from bridgehead.render.sheet import Sheet, along, between, escaped, group, moved, num, pair, unit
from bridgehead.render.style import SERIF
from bridgehead.render.texture import BLOCKS
from bridgehead.render.water import WIDTHS, Waters

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

KINDS: dict[str, tuple[float, str]] = {
    "city": (0.38, 'font-weight="700"'),
    "town": (0.3, 'font-weight="600"'),
    "fort": (0.27, 'font-weight="600"'),
    "village": (0.26, ""),
    "station": (0.23, 'font-style="italic"'),
    "hamlet": (0.23, 'font-style="italic"'),
    "place": (0.23, 'font-style="italic"'),
}
"""Places in the order they choose, with the height of their letters as a part of the size."""
STILL = ("lake", "sea", "haff")
LANDS = ("region", "heights")
"""Names of whole landscapes, which choose before villages do; woods and quarters take what is left."""
LONG = 12
"""A water with so many hexes from its first to another is named more than once."""
LARGE = ("city", "town", "fort")
SIZES = ((1.0, 0.0), (0.88, 0.35), (0.76, 0.9))
"""How much smaller a name may be written than it should, and what that costs."""
GOOD = 0.9
"""A spot that costs no more is taken without looking at smaller letters."""
COUNTER = 0.6
"""Half the edge of a counter as a part of the size: what it may cover of a hex."""
COVERED = 5.0
"""What it costs to lie under a counter, by the area that may be covered."""
OFF = 0.25
"""What it costs a river's name to be a hexside further from the middle of its stretch."""
STRAY = 2.4
"""What it costs to stand away from one's hex."""


LETTERS = {"major_river": 0.34, "lake_side": 0.34, "sea_side": 0.34, "ditch": 0.22}
"""Letters along a water, as a part of the size, where they differ."""


class Spot(msgspec.Struct, frozen=True):
    """Where a name may stand."""

    cost: float
    x: float
    y: float
    """The base of its first line."""
    anchor: str
    lines: tuple[str, ...]
    box: Box

    @staticmethod
    def at(cost: float, x: float, y: float, anchor: str, lines: tuple[str, ...], letters: float) -> "Spot":
        wide = max(width(line, letters) for line in lines)
        left, top, right, bottom = text_box(x, y, anchor, wide, letters)
        return Spot(cost, x, y, anchor, lines, (left, top, right, bottom + (len(lines) - 1) * letters))


class Names:
    """The names placed so far."""

    def __init__(self, sheet: Sheet, waters: Waters) -> None:
        self.sheet = sheet
        self.waters = waters
        self.courses = courses(sheet, waters)
        self.cell = sheet.size * 2
        self.boxes: dict[tuple[int, int], list[Box]] = {}
        self.points: dict[tuple[int, int], list[tuple[Point, float]]] = {}
        self.placed: list[tuple[str, Box]] = []

    def cells(self, box: Box) -> Iterator[tuple[int, int]]:
        for x in range(int(box[0] // self.cell), int(box[2] // self.cell) + 1):
            for y in range(int(box[1] // self.cell), int(box[3] // self.cell) + 1):
                yield x, y

    def avoid(self, point: Point, weight: float) -> None:
        """Names had better not cover this point."""
        cell = (int(point[0] // self.cell), int(point[1] // self.cell))
        self.points.setdefault(cell, []).append((point, weight))

    def take(self, text: str, box: Box) -> None:
        self.placed.append((text, box))
        for cell in self.cells(box):
            self.boxes.setdefault(cell, []).append(box)

    def free(self, box: Box) -> bool:
        """Is it on the sheet and clear of other names?"""
        layout = self.sheet.layout
        if box[0] < 2 or box[1] < 2 or box[2] > layout.width - 2 or box[3] > layout.height - 2:
            return False
        return not any(overlap(box, other) for cell in self.cells(box) for other in self.boxes.get(cell, ()))

    def cost(self, box: Box) -> float:
        """How much else a name would cover there."""
        return sum(
            weight
            for cell in self.cells(box)
            for point, weight in self.points.get(cell, ())
            if box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]
        )

    # --- what is in the way

    def survey(self) -> None:
        """Note numbers, buildings, waters and paths, which names should leave visible."""
        sheet, board = self.sheet, self.sheet.board
        for hex in board.hexes:
            x, y = sheet.layout.centre(hex)
            self.avoid((x, y - sheet.size * 0.72), 1.5)
            if hex in board.places or board.terrain[hex] in BLOCKS:
                for dx, dy in ((0, 0), (-0.2, 0), (0.2, 0), (0, 0.2), (0, -0.2)):
                    self.avoid((x + dx * sheet.size, y + dy * sheet.size), 1.6)
        for kinds in board.paths.values():
            for lines in kinds.values():
                for a, b in (step for line in lines for step in pairwise(line)):
                    one, two = sheet.layout.centre(a), sheet.layout.centre(b)
                    for part in (0.25, 0.5, 0.75):
                        self.avoid(between(one, two, part), 0.5)
        for hex, edge in (each for edges in board.edges.values() for each in edges):
            for far in (0.5, 0.75, 1.0, 1.25, 1.5):
                self.avoid(moved(sheet.layout.centre(hex), COMPASS[edge], far * sheet.size), 1.0)
        for kind, line in self.waters.lines:
            if kind != "ditch":
                for spot in along([sheet.spot(corner) for corner in line], 2):
                    self.avoid(spot, 0.9)

    # --- places

    def places(self, kinds: tuple[str, ...]) -> str:
        """The names of all places of these kinds, the largest first."""
        size = self.sheet.size
        parts = []
        for kind in kinds:
            letters, look = KINDS[kind]
            texts = "".join(
                self.place(hex, place.name, kind)
                for hex, place in sorted(self.sheet.board.places.items())
                if place.label and (place.kind if place.kind in KINDS else "place") == kind
            )
            if texts:
                parts.append(f'<g class="{kind}" font-size="{num(letters * size)}" {look}>{texts}</g>')
        return "".join(parts)

    def place(self, hex: Hex, name: str, kind: str) -> str:
        """The best free spot around a hex, in one line or two, at full size or a little smaller."""
        centre, full = self.sheet.layout.centre(hex), KINDS[kind][0] * self.sheet.size
        best: tuple[float, Spot, float] | None = None
        for shrink, more in SIZES:
            if best is not None and best[0] <= GOOD:
                break
            for spot in self.spots(centre, name, full * shrink, kind):
                if self.free(spot.box):
                    cost = spot.cost + more + self.cost(spot.box) + self.stray(hex, spot.box)
                    if best is None or cost < best[0]:
                        best = (cost, spot, shrink)
        if best is None:
            return ""
        _, spot, shrink = best
        self.take(name, spot.box)
        said = "" if spot.anchor == "middle" else f' text-anchor="{spot.anchor}"'
        said += "" if shrink == 1.0 else f' font-size="{num(full * shrink)}"'
        x = num(spot.x)
        more_lines = "".join(f'<tspan x="{x}" dy="1em">{escaped(line)}</tspan>' for line in spot.lines[1:])
        return f'<text x="{x}" y="{num(spot.y)}"{said}>{escaped(spot.lines[0])}{more_lines}</text>'

    def stray(self, hex: Hex, box: Box) -> float:
        """What it costs to stand away from a hex, and where counters would cover a name."""
        layout, size = self.sheet.layout, self.sheet.size
        x, y = layout.centre(hex)
        aside = abs((box[0] + box[2]) / 2 - x) / size
        far = hypot(max(box[0] - x, x - box[2], 0.0), max(box[1] - y, y - box[3], 0.0)) / size
        covered = sum(
            common(box, square(layout.centre(each), COUNTER * size))
            for each in (hex, *self.sheet.board.near[hex])
        )
        return COVERED * covered / size**2 + STRAY * (max(0.0, aside - 0.5) + max(0.0, far - 0.65))

    def spots(self, centre: Point, name: str, letters: float, kind: str) -> list["Spot"]:
        """Where a name may stand, the usual places first."""
        size, split = self.sheet.size, in_two(name)
        found = [Spot.at(*spot, (name,), letters) for spot in self.around(centre, kind)]
        if len(split) > 1 and width(name, letters) > 1.7 * size:
            x, y = centre
            found.extend(
                Spot.at(cost, x + slide * size, y + rise * size, "middle", split, letters)
                for cost, rise in ((0.2, 0.78), (0.5, 0.86), (1.2, -0.78), (1.4, -0.62))
                for slide in (0.0, 0.3, -0.3)
            )
        return found

    def around(self, centre: Point, kind: str) -> list[tuple[float, float, float, str]]:
        """Cost, point and anchor of names in one line: below, above, and to both sides."""
        size = self.sheet.size
        reach = max(BLOCKS.get(kind, 0.25), 0.3) * size
        x, y = centre
        found = []
        for rise, cost in ((0.86, 0.0), (0.94, 0.1), (0.78, 0.3), (1.05, 0.8), (-0.62, 1.0), (-0.72, 1.2)):
            found.append((cost, x, y + rise * size, "middle"))
            for slide in (0.3, -0.3, 0.6, -0.6):
                found.append((cost + abs(slide), x + slide * size, y + rise * size, "middle"))
        for far, extra in ((reach + 0.08 * size, 1.4), (reach + 0.3 * size, 1.6)):
            for rise, more in ((0.1, 0.0), (0.42, 0.1), (-0.25, 0.2), (0.7, 0.3), (-0.55, 0.5)):
                found.append((extra + more, x + far, y + rise * size, "start"))
                found.append((extra + more + 0.05, x - far, y + rise * size, "end"))
        return found

    # --- waters and regions

    def labels(self, wanted: Callable[[LabelEntry], bool]) -> str:
        """Names along waters and across areas."""
        parts = []
        for number, (entry, hexes) in enumerate(self.sheet.board.labels):
            if not hexes or not wanted(entry):
                continue
            along_water = self.courses.get(number, ())
            for i, course in enumerate(along_water):
                parts.append(self.along_course(f"{number}-{i}", entry, course))
            if not along_water and entry.kind not in COURSES[1:]:
                parts.extend(self.across(entry, part) for part in self.parts(entry, hexes))
        return "".join(parts)

    def parts(self, entry: LabelEntry, hexes: Iterable[Hex]) -> Iterator[list[Hex]]:
        """The hexes of a label, those of a long water one by one, where its name does not stand already."""
        hexes = list(hexes)
        spread = max(self.sheet.board.distance(hexes[0], hex) for hex in hexes)
        for part in [[hex] for hex in hexes] if is_water(entry) and spread > LONG else [hexes]:
            if not self.said_near(entry.name, part[0]):
                yield part

    def said_near(self, name: str, hex: Hex) -> bool:
        """Does the same name stand within a few hexes already?"""
        x, y = self.sheet.layout.centre(hex)
        near = 5 * self.sheet.size
        return any(text == name and hypot(box[0] - x, box[1] - y) < near for text, box in self.placed)

    def along_course(self, id: str, entry: LabelEntry, course: Course) -> str:
        """A name beside the best part of a stretch of its river, on either bank."""
        size = self.sheet.size
        letters = size * LETTERS.get(course.kind, 0.27)
        spacing = letters * 0.12
        need = width(entry.name, letters, spacing) + letters
        offset = size * (WIDTHS[course.kind] / 2 + 0.13) + letters * 0.2
        best: tuple[float, list[Point], list[Box]] | None = None
        for off, stretch in windows(course, max(2, round(need / size) + 1)):
            for side in (1.0, -1.0):
                far = offset if side > 0 else offset + letters * 0.42
                way = lengthened(shifted(stretch, -far * side), need)
                boxes = letter_boxes(way, need, letters)
                if all(self.free(box) for box in boxes):
                    cost = sum(map(self.cost, boxes)) + 2.0 * bending(way) + (0.4 if side < 0 else 0.0) + off
                    if best is None or cost < best[0]:
                        best = (cost, way, boxes)
        if best is None:
            return ""
        for box in best[2]:
            self.take(entry.name, box)
        return self.on_path(id, entry.name, best[1], letters, spacing, "course")

    def on_path(
        self, number: str, name: str, way: list[Point], letters: float, spacing: float, kind: str
    ) -> str:
        data = f"M{pair(way[0])}L" + " ".join(pair(point) for point in way[1:])
        return (
            f'<path id="bh-way{number}" d="{data}" fill="none" stroke="none"/>'
            f'<text class="{kind}" font-size="{num(letters)}" letter-spacing="{num(spacing)}">'
            f'<textPath href="#bh-way{number}" startOffset="50%">{escaped(name)}</textPath></text>'
        )

    def across(self, entry: LabelEntry, hexes: list[Hex]) -> str:
        """A name across an area, straight, in one line or two, as large as there is room for."""
        size = self.sheet.size
        large = 0.44 if entry.kind in (*LANDS, "sea", "haff", "water") else 0.3
        for letters in (large * size, large * size * 0.8, 0.24 * size, 0.2 * size):
            spacing = letters * (0.3 if letters > 0.3 * size else 0.1)
            for lines in ((entry.name,), in_two(entry.name)):
                wide = max(width(line, letters, spacing) for line in lines)
                if wide > 4 * size and len(lines) == 1 and " " in entry.name:
                    continue
                spot = self.room(entry.name, hexes, wide, letters, len(lines))
                if spot is not None:
                    return self.lettering(entry, spot, lines, letters, spacing)
        return ""

    def room(self, name: str, hexes: list[Hex], wide: float, letters: float, lines: int) -> Point | None:
        """The best free spot amid some hexes for a name of so many lines; it is taken."""
        size = self.sheet.size
        centres = [self.sheet.layout.centre(hex) for hex in hexes]
        middle = (sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres))
        found = []
        tries = [
            (x, y + rise * size) for x, y in (middle, *centres) for rise in (0.1, 0.45, -0.3, 0.78, -0.6, 1.0)
        ]
        for i, (x, y) in enumerate(tries):
            left, top, right, bottom = text_box(x, y, "middle", wide, letters)
            box = (left, top, right, bottom + (lines - 1) * letters * 1.1)
            if self.free(box):
                found.append((self.cost(box) + 0.15 * i, (x, y), box))
        if not found:
            return None
        _, spot, box = min(found)
        self.take(name, box)
        return spot

    def lettering(
        self, entry: LabelEntry, spot: Point, lines: tuple[str, ...], letters: float, spacing: float
    ) -> str:
        x, y = num(spot[0]), num(spot[1])
        first, rest = lines[0], lines[1:]
        more = "".join(f'<tspan x="{x}" dy="1.1em">{escaped(line)}</tspan>' for line in rest)
        return (
            f'<text class="{escaped(entry.kind)}" x="{x}" y="{y}" font-size="{num(letters)}" '
            f'letter-spacing="{num(spacing)}">{escaped(first)}{more}</text>'
        )

    def svg(self) -> str:
        style, size = self.sheet.style, self.sheet.size
        self.survey()
        large = self.places(LARGE)
        waters = self.labels(is_water)
        lands = self.labels(lambda entry: entry.kind in LANDS)
        small = self.places(tuple(kind for kind in KINDS if kind not in LARGE))
        areas = self.labels(lambda entry: not is_water(entry) and entry.kind not in LANDS)
        thin = num(size * 0.06)
        return group(
            "layer names",
            group("regions", lands, areas, fill=style.quiet, font_style="italic", stroke_width=thin),
            group("waters", waters, fill=style.water_text, font_style="italic"),
            group("places", large, small, fill=style.text),
            stroke=style.halo,
            stroke_width=num(size * 0.07),
            stroke_linejoin="round",
            paint_order="stroke",
            text_anchor="middle",
            font_family=SERIF,
        )


def is_water(entry: LabelEntry) -> bool:
    return entry.kind in (*COURSES, *STILL)


def in_two(name: str) -> tuple[str, ...]:
    """A name in two lines of about equal length, if it has more than one word."""
    cuts = [i for i, letter in enumerate(name) if letter == " " and name[i + 1 : i + 2] not in "/–-"]
    if not cuts:
        return (name,)
    cut = min(cuts, key=lambda i: abs(i - len(name) / 2))
    return (name[:cut], name[cut + 1 :])


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def text_box(x: float, y: float, anchor: str, wide: float, letters: float) -> Box:
    left = x - wide / 2 if anchor == "middle" else x if anchor == "start" else x - wide
    return (left - 1, y - letters * 0.78, left + wide + 1, y + letters * 0.24)


def square(middle: Point, half: float) -> Box:
    return (middle[0] - half, middle[1] - half, middle[0] + half, middle[1] + half)


def common(a: Box, b: Box) -> float:
    """The area two boxes share."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def windows(course: Course, hops: int) -> Iterator[tuple[float, list[Point]]]:
    """The parts of a stretch, so many hexsides long, read from left to right; how far each is off its middle
    first."""
    points, first, last = course.points, course.first, course.last
    if len(points) <= hops:
        first, last = 0, len(points) - 1
    for start in range(max(0, first - hops // 2), max(first + 1, min(last, len(points) - hops))):
        stretch = smoothed(along(points[start : start + hops + 1], 4))
        if len(stretch) < 2:
            continue
        if stretch[-1][0] < stretch[0][0] - 1e-6:
            stretch.reverse()
        yield OFF * abs(start + hops / 2 - (course.first + course.last) / 2), stretch


def smoothed(points: list[Point]) -> list[Point]:
    """A calmer line for letters to stand on."""
    for _ in range(6):
        inner = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(points, points[1:], points[2:], strict=False)
        ]
        points = [points[0], *inner, points[-1]]
    return points


def shifted(points: list[Point], far: float) -> list[Point]:
    """A line beside a line."""
    found = []
    for i, point in enumerate(points):
        dx, dy = unit(points[max(0, i - 1)], points[min(len(points) - 1, i + 1)])
        found.append(moved(point, (-dy, dx), far))
    return found


def length(points: Iterable[Point]) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))


def lengthened(points: list[Point], need: float) -> list[Point]:
    """A line drawn out at both ends until a name fits on it."""
    short = need - length(points)
    if short <= 0:
        return points
    start = moved(points[0], unit(points[1], points[0]), short / 2 + 1)
    end = moved(points[-1], unit(points[-2], points[-1]), short / 2 + 1)
    return [start, *points, end]


def letter_boxes(way: list[Point], need: float, letters: float) -> list[Box]:
    """Boxes that hold the letters of a name centred on a line."""
    total = length(way)
    begin, end = (total - need) / 2, (total + need) / 2
    found, run = [], 0.0
    for a, b in pairwise(way):
        far = hypot(b[0] - a[0], b[1] - a[1])
        steps = max(1, round(far / (letters * 0.5)))
        for step in range(steps):
            here = run + far * (step + 0.5) / steps
            if begin <= here <= end:
                x, y = between(a, b, (step + 0.5) / steps)
                half = letters * 0.45
                found.append((x - half, y - letters * 0.8, x + half, y + letters * 0.3))
        run += far
    return found


def bending(way: list[Point]) -> float:
    """How much a line turns, in right angles."""
    total = 0.0
    for a, b, c in zip(way, way[1:], way[2:], strict=False):
        one, two = unit(a, b), unit(b, c)
        total += abs(one[0] * two[1] - one[1] * two[0])
    return total
