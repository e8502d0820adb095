"""Names on the map: of places beside their hexes, of waters along their courses, of regions across them.

Every name keeps clear of those already placed. Large places choose first, and a name that finds no room is
left out (pointing at the hex still tells it).
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from math import hypot

from bridgehead.hexes.board import LabelEntry
from bridgehead.hexes.grid import Hex
from bridgehead.render.layout import COMPASS, Point
from bridgehead.render.letters import width
from bridgehead.render.sheet import Sheet, along, between, escaped, group, moved, num, pair, unit
from bridgehead.render.style import SERIF
from bridgehead.render.texture import BLOCKS
from bridgehead.render.water import WIDTHS, Waters

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

KINDS: dict[str, tuple[float, str]] = {
    "city": (0.42, 'font-weight="700"'),
    "town": (0.33, 'font-weight="600"'),
    "fort": (0.29, 'font-weight="600"'),
    "village": (0.27, ""),
    "station": (0.24, 'font-style="italic"'),
    "hamlet": (0.24, 'font-style="italic"'),
    "place": (0.24, 'font-style="italic"'),
}
"""Places in the order they choose, with the height of their letters as a part of the size."""
COURSES = ("water", "river", "stream", "canal")
"""Labels that follow a line of water if there is one."""
STILL = ("lake", "sea", "haff")
LANDS = ("region", "heights")
"""Names of whole landscapes, which choose before villages do; woods and quarters take what is left."""
LARGE = ("city", "town", "fort")
SMALLEST = 0.8


class Names:
    """The names placed so far."""

    def __init__(self, sheet: Sheet, waters: Waters) -> None:
        self.sheet = sheet
        self.waters = waters
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
        """The best free spot around a hex, at full size or a little smaller."""
        centre, full = self.sheet.layout.centre(hex), KINDS[kind][0] * self.sheet.size
        for shrink in (1.0, 0.9, SMALLEST):
            letters = full * shrink
            spots = self.spots(centre, name, letters, kind)
            free = [(spot[0] + self.cost(spot[4]), *spot[1:]) for spot in spots if self.free(spot[4])]
            if not free:
                continue
            _, x, y, anchor, box = min(free)
            self.take(name, box)
            said = "" if anchor == "middle" else f' text-anchor="{anchor}"'
            said += "" if shrink == 1.0 else f' font-size="{num(letters)}"'
            return f'<text x="{num(x)}" y="{num(y)}"{said}>{escaped(name)}</text>'
        return ""

    def spots(
        self, centre: Point, name: str, letters: float, kind: str
    ) -> list[tuple[float, float, float, str, Box]]:
        """Where a name may stand, the usual places first: cost, point, anchor, box."""
        size, wide = self.sheet.size, width(name, letters)
        reach = max(BLOCKS.get(kind, 0.25), 0.3) * size
        x, y = centre
        below, above = y + 0.81 * size, y - 0.5 * size
        found = [
            (0.0, x, below, "middle"),
            (0.6, x, y + 0.74 * size, "middle"),
            (1.2, x, above, "middle"),
        ]
        for far, extra in ((reach + 0.08 * size, 0.8), (reach + 0.3 * size, 1.6)):
            for rise, more in ((0.1, 0.0), (0.42, 0.1), (-0.25, 0.2), (0.7, 0.3), (-0.55, 0.5)):
                found.append((extra + more, x + far, y + rise * size, "start"))
                found.append((extra + more + 0.05, x - far, y + rise * size, "end"))
        for slide in (0.45, -0.45, 0.8, -0.8):
            found.append((1.0 + abs(slide), x + slide * size, below, "middle"))
            found.append((1.8 + abs(slide), x + slide * size, above, "middle"))
        found.append((2.6, x, y + 1.12 * size, "middle"))
        found.append((2.8, x, y - 0.86 * size, "middle"))
        return [
            (cost, px, py, anchor, text_box(px, py, anchor, wide, letters)) for cost, px, py, anchor in found
        ]

    # --- waters and regions

    def labels(self, wanted: Callable[[LabelEntry], bool]) -> str:
        """Names along waters and across areas."""
        parts = []
        for number, (entry, hexes) in enumerate(self.sheet.board.labels):
            if not hexes or not wanted(entry):
                continue
            line = self.course(set(hexes)) if entry.kind in COURSES else None
            if line:
                parts.append(self.along_course(number, entry, line))
            elif entry.kind not in COURSES[1:] and not self.said_near(entry.name, hexes[0]):
                parts.append(self.across(entry, list(hexes)))
        return "".join(parts)

    def said_near(self, name: str, hex: Hex) -> bool:
        """Does the same name stand within a few hexes already?"""
        x, y = self.sheet.layout.centre(hex)
        near = 5 * self.sheet.size
        return any(text == name and hypot(box[0] - x, box[1] - y) < near for text, box in self.placed)

    def course(self, hexes: set[Hex]) -> tuple[str, list[Point], int, int] | None:
        """The line of water that runs along most of these hexes, and which part of it does."""
        best: tuple[int, str, list[Point], int, int] | None = None
        layout = self.sheet.layout
        corners = {corner: 0 for hex in hexes for corner in layout.corner_keys(hex)}
        for kind, line in self.waters.lines:
            if kind == "ditch":
                continue
            touching = [i for i, (a, b) in enumerate(pairwise(line)) if a in corners and b in corners]
            if touching and (best is None or len(touching) > best[0]):
                points = [self.sheet.spot(corner) for corner in line]
                best = (len(touching), kind, points, touching[0], touching[-1] + 1)
        return best[1:] if best and best[0] >= 2 else None

    def along_course(self, number: int, entry: LabelEntry, line: tuple[str, list[Point], int, int]) -> str:
        """A name beside the best stretch of its river, on either bank."""
        kind, points, first, last = line
        size = self.sheet.size
        wide_water = kind in ("major_river", "lake_side", "sea_side")
        letters = size * (0.34 if wide_water else 0.27)
        spacing = letters * 0.12
        need = width(entry.name, letters, spacing) + letters
        offset = size * (WIDTHS[kind] / 2 + 0.13) + letters * 0.2
        best: tuple[float, list[Point], list[Box]] | None = None
        hops = max(2, round(need / size) + 1)
        if len(points) <= hops:
            first, last = 0, len(points) - 1
        starts = range(max(0, first - hops // 2), max(first + 1, min(last, len(points) - hops)), 1)
        for start in starts:
            stretch = smoothed(along(points[start : start + hops + 1], 4))
            if len(stretch) < 2:
                continue
            if stretch[-1][0] < stretch[0][0] - 1e-6:
                stretch.reverse()
            for side in (1.0, -1.0):
                far = offset if side > 0 else offset + letters * 0.42
                way = lengthened(shifted(stretch, -far * side), need)
                boxes = letter_boxes(way, need, letters)
                if all(self.free(box) for box in boxes):
                    cost = sum(map(self.cost, boxes)) + 2.0 * bending(way) + (0.4 if side < 0 else 0.0)
                    if best is None or cost < best[0]:
                        best = (cost, way, boxes)
        if best is None:
            return ""
        for box in best[2]:
            self.take(entry.name, box)
        return self.on_path(number, entry.name, best[1], letters, spacing, "course")

    def on_path(
        self, number: int, name: str, way: list[Point], letters: float, spacing: float, kind: str
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
    cuts = [i for i, letter in enumerate(name) if letter == " "]
    if not cuts:
        return (name,)
    cut = min(cuts, key=lambda i: abs(i - len(name) / 2))
    return (name[:cut], name[cut + 1 :])


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def text_box(x: float, y: float, anchor: str, wide: float, letters: float) -> Box:
    left = x - wide / 2 if anchor == "middle" else x if anchor == "start" else x - wide
    return (left - 1, y - letters * 0.78, left + wide + 1, y + letters * 0.24)


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
