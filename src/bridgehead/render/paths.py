"""Roads and railways: curves through hex centres that run on through junctions, and their bridges."""

from collections.abc import Iterable
from itertools import combinations, pairwise

from bridgehead.hexes.grid import Hex
from bridgehead.render.layout import COMPASS, Point
from bridgehead.render.sheet import Sheet, between, curve, group, moved, num, pair, path, unit
from bridgehead.render.water import Waters

Link = tuple[Hex, Hex | str]
"""Two neighbours, the smaller first, or a hex and the edge of the map it leaves over."""

FAMILIES = (
    ("track", "road", "main_road", "motorway"),
    ("gauge_gap", "narrow_gauge", "broad_gauge", "railroad"),
)
"""Kinds that share one course where they run together; the last is the one drawn."""

APART = 0.13
"""How far road and railway keep apart where they cross the same hexside."""
CALM = 0.35
"""How much of a bend a path cuts off where there is nothing to visit."""
VISIT = -0.5
"""How much further it bends to run through the middle of a place."""
LEAN = (0.42, -0.91)
"""The railway keeps to this side of a road it runs along."""


class Network:
    """One family of paths: its links, the gates they pass, and how they run on through hexes."""

    def __init__(self, sheet: Sheet, kinds: tuple[str, ...]) -> None:
        self.sheet = sheet
        self.rank = {kind: rank for rank, kind in enumerate(kinds)}
        self.links: dict[Link, str] = {}
        self.triples: set[tuple[Hex, Hex, Hex]] = set()
        board = sheet.board
        for kind in kinds:
            for lines in board.paths.get(kind, {}).values():
                for line in lines:
                    for a, b in pairwise(line):
                        self.links[link(a, b)] = kind
                    self.triples.update(zip(line, line[1:], line[2:], strict=False))
            for hex, edge in board.edges.get(kind, ()):
                self.links[hex, edge] = kind
        self.at: dict[Hex, list[Link]] = {}
        for each in sorted(self.links, key=str):
            for end in each:
                if isinstance(end, int):
                    self.at.setdefault(end, []).append(each)
        self.shifts: dict[Link, Point] = {}
        self.follows: dict[tuple[Hex, Link], Link] = {}

    def keep_apart(self, other: "Network", by: float) -> None:
        """Move the gates of links that another family shares."""
        for each in self.links:
            if each in other.links:
                across = self.across(each)
                lean = 1 if across[0] * LEAN[0] + across[1] * LEAN[1] > 0 else -1
                far = lean * by * self.sheet.size
                self.shifts[each] = (across[0] * far, across[1] * far)

    def across(self, each: Link) -> Point:
        """The direction of the hexside a link crosses."""
        a, b = each
        if isinstance(b, str):
            dx, dy = COMPASS[b]
            return (-dy, dx)
        one, two = self.sheet.layout.side(a, b)
        return unit(self.sheet.layout.pixel(*one), self.sheet.layout.pixel(*two))

    def gate(self, each: Link) -> Point:
        """Where a link crosses from hex to hex, or over the rim."""
        a, b = each
        if isinstance(b, str):
            crossing = moved(self.sheet.layout.centre(a), COMPASS[b], self.sheet.size * 0.9)
        else:
            crossing = self.sheet.crossing(a, b)
        dx, dy = self.shifts.get(each, (0.0, 0.0))
        return (crossing[0] + dx, crossing[1] + dy)

    def through(self, hex: Hex) -> list[tuple[Link, Link]]:
        """Which links of a hex run on into each other, the chief pair first."""
        left = list(self.at[hex])
        pairs: list[tuple[Link, Link]] = []
        while len(left) > 1:
            best = max(combinations(left, 2), key=lambda two: self.likeness(hex, *two))
            if pairs and self.straightness(hex, *best) < 0.4:
                break
            pairs.append(best)
            left = [each for each in left if each not in best]
        return pairs

    def likeness(self, hex: Hex, one: Link, two: Link) -> tuple[int, int, float]:
        a, b = far_end(one, hex), far_end(two, hex)
        named = (a, hex, b) in self.triples or (b, hex, a) in self.triples
        width = min(self.rank[self.links[one]], self.rank[self.links[two]])
        return (width, int(named), self.straightness(hex, one, two))

    def straightness(self, hex: Hex, one: Link, two: Link) -> float:
        centre = self.sheet.layout.centre(hex)
        a, b = unit(centre, self.gate(one)), unit(centre, self.gate(two))
        return -(a[0] * b[0] + a[1] * b[1])

    def bend(self, hex: Hex, one: Link, two: Link) -> Point:
        """The point that bends a path on its way through a hex, at its centre or nearer the straight way."""
        x, y = self.sheet.layout.centre(hex)
        (ax, ay), (bx, by) = self.shifts.get(one, (0.0, 0.0)), self.shifts.get(two, (0.0, 0.0))
        centre = (x + (ax + bx) / 2, y + (ay + by) / 2)
        straight = between(self.gate(one), self.gate(two))
        if hex in self.sheet.board.places:
            return between(centre, straight, VISIT)
        return between(centre, straight, 0.0 if len(self.at[hex]) > 2 else CALM)

    def lines(self) -> list[tuple[str, list[Point], list[Point]]]:
        """Every link once, as long lines of one kind: the bending points and the gates between them."""
        ends = {hex: self.junction(hex) for hex in self.at}
        found = []
        left = dict.fromkeys(sorted(self.links, key=lambda each: (-self.rank[self.links[each]], str(each))))
        while left:
            first = next(iter(left))
            del left[first]
            hexes, run = [first[0], first[1]], [first]
            for _ in range(2):
                while (
                    isinstance(here := hexes[-1], int) and (then := self.follows.get((here, run[-1]))) in left
                ):
                    assert then is not None
                    del left[then]
                    run.append(then)
                    hexes.append(far_end(then, here))
                hexes.reverse()
                run.reverse()
            found.append((self.links[first], self.bends(hexes, run, ends), [self.gate(each) for each in run]))
        return found

    def bends(self, hexes: list[Hex | str], run: list[Link], ends: dict[Hex, Point]) -> list[Point]:
        points = []
        for i, hex in enumerate(hexes):
            if isinstance(hex, str):
                gate = self.gate(run[0] if i == 0 else run[-1])
                points.append(moved(gate, COMPASS[hex], self.sheet.size * 0.7))
            elif i in (0, len(hexes) - 1):
                points.append(ends[hex])
            else:
                points.append(self.bend(hex, run[i - 1], run[i]))
        return points

    def junction(self, hex: Hex) -> Point:
        """Where paths that do not run on end in a hex; notes those that do."""
        pairs = self.through(hex)
        for one, two in pairs:
            if self.links[one] == self.links[two]:
                self.follows[hex, one] = two
                self.follows[hex, two] = one
        if not pairs:
            return self.sheet.layout.centre(hex)
        one, two = pairs[0]
        bend = self.bend(hex, one, two)
        return between(bend, between(self.gate(one), self.gate(two)))


def link(a: Hex, b: Hex) -> Link:
    return (a, b) if a < b else (b, a)


def far_end(each: Link, hex: Hex | str) -> Hex | str:
    return each[1] if each[0] == hex else each[0]


def paths_svg(sheet: Sheet, waters: Waters) -> str:
    roads, rails = (Network(sheet, kinds) for kinds in FAMILIES)
    roads.keep_apart(rails, -APART / 2)
    rails.keep_apart(roads, APART)
    return group(
        "paths",
        roads_svg(sheet, drawn(roads)),
        rails_svg(sheet, drawn(rails)),
        bridges_svg(sheet, waters, (roads, rails)),
        fill="none",
        stroke_linejoin="round",
    )


def drawn(network: Network) -> dict[str, str]:
    """One path for each kind."""
    found: dict[str, str] = {}
    for kind, bends, gates in network.lines():
        found[kind] = found.get(kind, "") + curve(bends, gates)
    return found


def roads_svg(sheet: Sheet, data: dict[str, str]) -> str:
    style, size = sheet.style, sheet.size

    def stroke(kind: str, colour: str, width: float, **more: str) -> str:
        return path(data.get(kind, ""), stroke=colour, stroke_width=f"{size * width:.2f}", **more)

    dashes = f"{num(size * 0.14)} {num(size * 0.07)}"
    return group(
        "roads",
        stroke("track", style.track, 0.045, stroke_dasharray=dashes),
        stroke("road", style.road, 0.085),
        stroke("main_road", style.road, 0.125),
        stroke("motorway", style.motorway, 0.17),
        stroke("road", style.road_core, 0.035),
        stroke("main_road", style.road_core, 0.065),
        stroke("motorway", style.motorway_core, 0.115),
        stroke("motorway", style.motorway, 0.03),
        stroke_linecap="round",
    )


def rails_svg(sheet: Sheet, data: dict[str, str]) -> str:
    style, size = sheet.style, sheet.size
    parts = []
    for kind, width, gap in (
        ("gauge_gap", 0.06, 0.05),
        ("narrow_gauge", 0.05, 0.08),
        ("broad_gauge", 0.1, 0.2),
        ("railroad", 0.085, 0.12),
    ):
        if kind in data:
            dashes = f"{num(size * gap)}"
            parts.append(path(data[kind], stroke=style.rail, stroke_width=f"{size * width:.2f}"))
            inner = f"{size * width * 0.55:.2f}"
            parts.append(path(data[kind], stroke=style.rail_gap, stroke_width=inner, stroke_dasharray=dashes))
    return group("rails", *parts)


def bridges_svg(sheet: Sheet, waters: Waters, networks: Iterable[Network]) -> str:
    """Two bars along what bridges water by the rules; what does not is cut off at the banks."""
    size, counted = sheet.size, sheet.drawing.bridges
    bars, gaps = [], []
    bridging = dict(zip(("road", "railroad"), networks, strict=True))
    bridged = {each for name in counted for each in bridging[name].links}
    for name, network in bridging.items():
        for (a, b), width in wet(network, waters).items():
            way = unit(sheet.layout.centre(a), sheet.layout.centre(b))
            if name in counted:
                bars.append(bridge(network.gate((a, b)), way, width / 2 + size * 0.07, size))
            elif counted and (a, b) not in bridged:
                gate = network.gate((a, b))
                half = width / 2 - size * 0.01
                gaps.append(f"M{pair(moved(gate, way, -half))}L{pair(moved(gate, way, half))}")
        bars.extend(long_bridge(network, hex) for hex in sheet.board.marks.get("bridge", ()))
    return group(
        "bridges",
        path("".join(gaps), class_="gap", stroke=sheet.style.water, stroke_width=f"{size * 0.14:.1f}"),
        path("".join(bars), stroke=sheet.style.bridge, stroke_width=f"{size * 0.04:.1f}"),
    )


def wet(network: Network, waters: Waters) -> dict[tuple[Hex, Hex], float]:
    """The links that cross water at a hexside, with how wide it is drawn."""
    found = {}
    for a, b in sorted(network.links, key=str):
        width = waters.width_at(a, b) if isinstance(b, int) else 0.0
        if width and isinstance(b, int):
            found[a, b] = width
    return found


def long_bridge(network: Network, hex: Hex) -> str:
    """The bars of a bridge that spans a hex of water, along whatever runs through it."""
    here = network.at.get(hex, [])
    centre, size = network.sheet.layout.centre(hex), network.sheet.size
    if len(here) > 1:
        ways = [
            (network.gate(one), network.bend(hex, one, two), network.gate(two))
            for one, two in network.through(hex)
        ]
    else:
        ways = [(gate := network.gate(each), between(gate, centre), centre) for each in here]
    data = []
    for start, bend, end in ways:
        spots = [between(between(start, bend, t / 6), between(bend, end, t / 6), t / 6) for t in range(7)]
        for side in (0.1, -0.1):
            rail = [
                moved(spot, (-dy, dx), side * size)
                for spot, (dx, dy) in (
                    (spot, unit(spots[max(0, i - 1)], spots[min(6, i + 1)])) for i, spot in enumerate(spots)
                )
            ]
            data.append("M" + "L".join(pair(point) for point in rail))
    return "".join(data)


def bridge(gate: Point, way: Point, half: float, size: float) -> str:
    """The rails of a bridge, bent outward at their ends."""
    data = []
    for side in (1, -1):
        out = (-way[1] * side, way[0] * side)
        rail = moved(gate, out, size * 0.085)
        a, b = moved(rail, way, -half), moved(rail, way, half)
        flare = size * 0.05
        start = moved(moved(a, way, -flare), out, flare)
        end = moved(moved(b, way, flare), out, flare)
        data.append(f"M{pair(start)}L{pair(a)}L{pair(b)}L{pair(end)}")
    return "".join(data)
