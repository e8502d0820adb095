"""Rivers along hexsides, and water that fills whole hexes."""

from functools import cached_property
from itertools import pairwise

from bridgehead.hexes.grid import Hex
from bridgehead.render.chains import Edge, chains, edge, joints
from bridgehead.render.layout import Corner, Point
from bridgehead.render.sheet import (
    Shape,
    Sheet,
    along,
    between,
    chance,
    curve,
    group,
    moved,
    num,
    pair,
    path,
    rounded,
    unit,
)

WATER = ("lake", "sea", "haff", "river", "water")
"""Terrain that is drawn as open water."""
WIDTHS = {
    "ditch": 0.07,
    "stream": 0.07,
    "moat": 0.12,
    "canal": 0.10,
    "river": 0.15,
    "major_river": 0.27,
    "lake_side": 0.5,
    "sea_side": 0.5,
}
"""Hexside water, with its width as a part of the size."""
STILL = ("lake_side", "sea_side")
"""Narrow lakes along hexsides."""
RANKS = {kind: rank for rank, kind in enumerate(WIDTHS)}
BANK = 0.05
SHORE = Shape(calm=0.3, ragged=0.12)
SANDS = ("spit",)
"""Drawn features that are no water but land in it."""


class Waters:
    """All the water of a map, as areas and as lines."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        board = sheet.board
        self.hexes = frozenset(hex for hex in board.hexes if board.terrain[hex] in WATER)
        self.edges: dict[Edge, str] = {
            edge(*sheet.layout.side(a, b)): "ditch"
            for name, sides in board.drawn.items()
            if name not in SANDS
            for a, b in sides
        }
        for kind in WIDTHS:
            for a, b in board.features.get(kind, ()):
                self.edges[edge(*sheet.layout.side(a, b))] = kind
        self.lines = chains(self.edges, RANKS)
        self.joints = joints(self.lines)

    def controls(self, kind: str, line: list[Corner]) -> list[Point]:
        """The points that bend a line of water, its ends led into what it flows into."""
        points = [self.sheet.spot(corner) for corner in line]
        points[0] = self.mouth(line[0], line[1])
        points[-1] = self.mouth(line[-1], line[-2])
        return points

    def mouth(self, end: Corner, before: Corner) -> Point:
        """Where a line of water ends: in another line, in open water, or at its source."""
        sheet = self.sheet
        spot = sheet.spot(end)
        if end in self.joints and before not in self.joints[end]:
            one, two = (between(spot, sheet.spot(corner)) for corner in self.joints[end])
            return between(spot, between(one, two))
        shore = self.shores.get(end)
        if shore is not None and edge(end, before) not in self.shore_edges:
            return between(spot, sheet.layout.centre(shore), 0.35)
        return spot

    @cached_property
    def shores(self) -> dict[Corner, Hex]:
        """Corners of open water, each with a water hex it belongs to."""
        found: dict[Corner, Hex] = {}
        for hex in sorted(self.hexes):
            for corner in self.sheet.layout.corner_keys(hex):
                found[corner] = hex
        return found

    @cached_property
    def shore_edges(self) -> frozenset[Edge]:
        found: set[Edge] = set()
        for hex in self.hexes:
            keys = self.sheet.layout.corner_keys(hex)
            found.update(edge(keys[i], keys[(i + 1) % 6]) for i in range(6))
        return frozenset(found)

    def svg(self) -> str:
        """Banks first, then the water itself: where waters meet there is no line between them."""
        sheet, style, size = self.sheet, self.sheet.style, self.sheet.size
        area, shore = sheet.area(self.hexes, SHORE), sheet.shore(self.hexes, SHORE)
        drawn: dict[str, str] = {}
        for kind, line in self.lines:
            run = self.lens if kind in STILL else self.run
            drawn[kind] = drawn.get(kind, "") + run(kind, line)
        banks = [path(shore, stroke_width=f"{size * BANK:.1f}")]
        fills = [path(area, fill=style.water, stroke="none")]
        for kind, data in drawn.items():
            if kind == "ditch":
                fills.append(self.ditches(data))
            elif kind in STILL:
                banks.append(path(data, stroke_width=f"{size * BANK:.1f}"))
                fills.append(path(data, class_=kind, fill=style.water, stroke="none"))
            else:
                width = WIDTHS[kind] * size
                banks.append(path(data, stroke_width=f"{width + size * BANK:.1f}"))
                fills.append(path(data, stroke_width=f"{width:.1f}", class_=kind))
        return group(
            "water",
            group("banks", *banks, stroke=style.bank, fill="none"),
            group("waters", *fills, stroke=style.water, fill="none"),
            self.shallows(area, shore),
            self.sands(),
            self.islands(),
            group("ticks", self.ticks(), stroke=style.bank, fill="none"),
            stroke_linecap="round",
            stroke_linejoin="round",
            clip_path=f"url(#{sheet.prefix}-ground)",
        )

    def run(self, kind: str, line: list[Corner]) -> str:
        """Running water: a line as wide as its kind."""
        return curve(self.controls(kind, line))

    def lens(self, kind: str, line: list[Corner]) -> str:
        """A narrow lake along hexsides."""
        left, right = self.banks(kind, line)
        ring = [*left, *reversed(right)]
        return rounded(ring, [False] * len(ring))

    def banks(self, kind: str, line: list[Corner]) -> tuple[list[Point], list[Point]]:
        """The two banks of a narrow lake, which tapers to its ends unless they reach open water."""
        spots = self.controls(kind, line)
        if len(spots) == 2:
            spots.insert(1, between(spots[0], spots[1]))
        points, wide = along(spots, 3), WIDTHS[kind] / 2 * self.sheet.size
        left: list[Point] = []
        right: list[Point] = []
        for i, here in enumerate(points):
            part = i / (len(points) - 1)
            open_end = line[0 if part < 0.5 else -1] in self.shores
            full = 1.0 if open_end else min(1.0, 2 * min(part, 1 - part) * (len(line) - 1)) ** 0.6
            dx, dy = unit(points[max(0, i - 1)], points[min(len(points) - 1, i + 1)])
            for bank, way, salt in ((left, (-dy, dx), 11), (right, (dy, -dx), 12)):
                astray = 0.85 + 0.3 * chance(round(here[0]), round(here[1]), salt)
                bank.append(moved(here, way, wide * full * astray))
        return left, right

    def ditches(self, data: str) -> str:
        """What is drawn for its looks: dots, so that nobody takes it for a stream."""
        size = self.sheet.size
        return path(
            data,
            class_="ditch",
            stroke=self.sheet.style.bank,
            stroke_opacity=0.7,
            stroke_width=f"{WIDTHS['ditch'] * size:.1f}",
            stroke_dasharray=f"0 {num(size * 0.14)}",
        )

    def islands(self) -> str:
        """Land in the middle of water hexes: the hex is water all the same."""
        sheet, style, size = self.sheet, self.sheet.style, self.sheet.size
        data = ""
        for entry, hexes in sheet.board.labels:
            if entry.kind == "island":
                centres = [sheet.layout.centre(hex) for hex in hexes]
                way = unit(centres[0], centres[-1]) if len(centres) > 1 else (1.0, 0.0)
                start, end = moved(centres[0], way, -0.2 * size), moved(centres[-1], way, 0.2 * size)
                data += "M" + "L".join(pair(point) for point in (start, *centres, end))
        return group(
            "islands",
            path(data, stroke=style.bank, stroke_width=num(size * 0.66)),
            path(data, stroke=style.clear, stroke_width=num(size * 0.6)),
            path(data, stroke=style.city, stroke_width=num(size * 0.46)),
            fill="none",
        )

    def shallows(self, area: str, shore: str) -> str:
        """Lighter water along the shore."""
        if not area:
            return ""
        size, halo, own = self.sheet.size, self.sheet.style.halo, self.sheet.prefix
        bands = "".join(
            f'<use href="#{own}-shore" stroke-width="{num(size * wide)}" stroke-opacity="{opacity}"/>'
            for wide, opacity in ((0.7, 0.14), (0.36, 0.18))
        )
        return (
            f'<defs><path id="{own}-shore" d="{shore}"/>'
            f'<clipPath id="{own}-water"><path d="{area}"/></clipPath></defs>'
            f'<g class="shallows" clip-path="url(#{own}-water)" stroke="{halo}" fill="none">{bands}</g>'
        )

    def sands(self) -> str:
        """Spits: narrow land between two waters."""
        sheet, size = self.sheet, self.sheet.size
        edges = {
            edge(*sheet.layout.side(a, b)): name for name in SANDS for a, b in sheet.board.drawn.get(name, ())
        }
        data = "".join(curve([sheet.spot(corner) for corner in line]) for _, line in chains(edges, {}))
        return group(
            "sands",
            path(data, stroke=sheet.style.bank, stroke_width=num(size * 0.24)),
            path(data, stroke=sheet.style.clear, stroke_width=num(size * 0.18)),
            fill="none",
        )

    def ticks(self) -> str:
        """Strokes across canals and moats."""
        sheet, size = self.sheet, self.sheet.size
        data = []
        for kind, line in self.lines:
            if kind not in ("canal", "moat"):
                continue
            half = size * (WIDTHS[kind] / 2 + 0.06)
            for a, b in pairwise(sheet.spot(corner) for corner in line):
                (dx, dy), middle = unit(a, b), between(a, b)
                for part in (-0.18, 0.18):
                    here = moved(middle, (dx, dy), part * size)
                    data.append(f"M{pair(moved(here, (-dy, dx), half))}L{pair(moved(here, (dy, -dx), half))}")
        return path("".join(data), stroke_width=f"{size * 0.03:.1f}")

    def width_at(self, a: Hex, b: Hex) -> float:
        """How wide the water between two neighbours is drawn, 0 if there is none that needs a bridge."""
        kind = self.edges.get(edge(*self.sheet.layout.side(a, b)))
        return WIDTHS[kind] * self.sheet.size if kind and kind != "ditch" else 0.0
