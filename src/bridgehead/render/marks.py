"""Hex numbers, towns and forts, marks, north arrow and scale."""

from math import hypot, sqrt

from bridgehead.hexes.board import Board
from bridgehead.hexes.grid import Hex
from bridgehead.render.counters import NATIONS
from bridgehead.render.ground import features, strewn
from bridgehead.render.layout import Point
from bridgehead.render.sheet import Sheet, escaped, group, num, path
from bridgehead.render.style import SANS, SERIF

BUILT = ("village", "suburb", "town", "city")


def numbers_svg(sheet: Sheet) -> str:
    """The number of every hex, at its upper edge."""
    size = sheet.size
    rise = 0.66 if sheet.layout.flat else 0.62
    texts = []
    for hex in sheet.board.hexes:
        x, y = sheet.layout.centre(hex)
        texts.append(f'<text x="{num(x)}" y="{num(y - rise * size)}">{sheet.board.grid.printed(hex)}</text>')
    return group(
        "layer numbers",
        *texts,
        fill=sheet.style.number,
        font_family=SANS,
        font_size=num(size * 0.19),
        text_anchor="middle",
    )


def towns_svg(sheet: Sheet) -> str:
    """Buildings, scaled to the class of the place, and what else stands in a hex."""
    board = sheet.board
    found = features(sheet.board)
    parts = [strewn(sheet, kind, sorted(found.get(kind, ()))) for kind in BUILT]
    forts = found.get("fort", set()) | {hex for hex, place in board.places.items() if place.kind == "fort"}
    parts.append("".join(fort(sheet, hex) for hex in sorted(forts)))
    parts.append("".join(airfield(sheet, hex) for hex in sorted(found.get("airfield", ()))))
    return group("towns", *parts)


def stations_svg(sheet: Sheet) -> str:
    """Stations, and places that are only a name."""
    board = sheet.board
    named = {hex for hex, place in board.places.items() if place.kind == "station"}
    return group(
        "stations",
        *(ring(sheet, hex) for hex in only_names(board)),
        *(station(sheet, hex) for hex in sorted(named | board.overlay.get("station", frozenset()))),
    )


def only_names(board: Board) -> list[Hex]:
    """The places without buildings: their terrain does not say that there are any."""
    found = features(board)
    built = set().union(*(found.get(kind, set()) for kind in BUILT))
    marked = ("place", "fort", "station")
    return sorted(hex for hex, place in board.places.items() if hex not in built and place.kind not in marked)


def ring(sheet: Sheet, hex: Hex) -> str:
    """A place that is only a name: no buildings, for its hex is what the ground is."""
    x, y = sheet.layout.centre(hex)
    return (
        f'<circle class="nameonly" cx="{num(x)}" cy="{num(y)}" r="{num(sheet.size * 0.075)}" '
        f'fill="{sheet.style.halo}" stroke="{sheet.style.text}" stroke-width="{num(sheet.size * 0.03)}"/>'
    )


def fort(sheet: Sheet, hex: Hex) -> str:
    """The star of a fortress around its hex."""
    x, y = sheet.layout.centre(hex)
    points = []
    for i in range(16):
        far = sheet.size * (0.66 if i % 2 else 0.8)
        angle = COMPASS_16[i]
        points.append(f"{num(x + far * angle[0])} {num(y + far * angle[1])}")
    return path(
        "M" + "L".join(points) + "Z",
        fill="none",
        stroke=sheet.style.works,
        stroke_width=num(sheet.size * 0.055),
        stroke_linejoin="round",
        class_="fort",
    )


def airfield(sheet: Sheet, hex: Hex) -> str:
    """Two crossed runways."""
    x, y = sheet.layout.centre(hex)
    far = sheet.size * 0.5
    data = (
        f"M{num(x - far)} {num(y + far * 0.3)}l{num(2 * far)} {num(-far * 0.6)}"
        f"M{num(x - far * 0.5)} {num(y - far * 0.6)}l{num(far)} {num(far * 1.2)}"
    )
    wide = path(data, stroke=sheet.style.block, stroke_width=num(sheet.size * 0.15))
    line = path(data, stroke=sheet.style.clear, stroke_width=num(sheet.size * 0.03), stroke_dasharray="4 3")
    return wide + line


def station(sheet: Sheet, hex: Hex) -> str:
    x, y = sheet.layout.centre(hex)
    w, h = sheet.size * 0.28, sheet.size * 0.16
    return (
        f'<rect x="{num(x - w / 2)}" y="{num(y - h / 2)}" width="{num(w)}" height="{num(h)}" '
        f'fill="{sheet.style.rail_gap}" stroke="{sheet.style.rail}" stroke-width="{num(sheet.size * 0.04)}"/>'
    )


def marks_svg(sheet: Sheet) -> str:
    """Objectives, ways in and supply sources, by the first word of a mark's name."""
    parts: list[str] = []
    for name, hexes in sheet.board.marks.items():
        word, _, letter = name.partition("_")
        if word in ("objective", "objectives", "victory"):
            parts.extend(flag(sheet, hex) for hex in hexes)
        elif word in ("entry", "zone"):
            parts.append(entry(sheet, name, hexes, letter))
        elif word in SOURCES:
            parts.extend(source(sheet, name, hex, letter) for hex in hexes)
    return group("layer marks", *parts, font_family=SANS, font_weight="700", text_anchor="middle")


SOURCES = ("supply", "source")
FLAG = (0.8, 0.38)
"""Left of a hex's middle and above it: the top of a flagpole, where counters leave room."""


def flag(sheet: Sheet, hex: Hex) -> str:
    """A small pennant at the left of the hex, where counters leave room."""
    x, y = sheet.layout.centre(hex)
    s = sheet.size
    left, top = x - FLAG[0] * s, y - FLAG[1] * s
    pole = f"M{num(left)} {num(top)}v{num(0.6 * s)}"
    cloth = f"M{num(left)} {num(top)}l{num(0.34 * s)} {num(0.11 * s)}l{num(-0.34 * s)} {num(0.11 * s)}z"
    rim = {"stroke": sheet.style.halo, "stroke_width": num(s * 0.03), "stroke_linejoin": "round"}
    return (
        f'<g class="objective">{path(pole, stroke=sheet.style.text, stroke_width=num(s * 0.045))}'
        f"{path(cloth, fill=sheet.style.objective, **rim)}</g>"
    )


def outward(sheet: Sheet, hex: Hex) -> Point:
    """The direction from a hex to the nearest edge of the map."""
    x, y = sheet.layout.centre(hex)
    left, top, right, bottom = sheet.layout.frame
    ways = (
        (x - left, (-1.0, 0.0)),
        (right - x, (1.0, 0.0)),
        (y - top, (0.0, -1.0)),
        (bottom - y, (0.0, 1.0)),
    )
    return min(ways)[1]


def entry(sheet: Sheet, name: str, hexes: tuple[Hex, ...], letter: str) -> str:
    """An arrow over the rim at each hex of an entry area, and the area's letter once beside them."""
    s, style = sheet.size, sheet.style
    arrows, tips = [], []
    sources = sourced(sheet.board)
    for hex in hexes:
        dx, dy = outward(sheet, hex)
        x, y = rim_point(sheet, hex, (dx, dy))
        px, py = -dy, dx
        tail = 0.34 * s
        arrows.append(
            f"M{num(x + px * 0.16 * s + dx * tail)} {num(y + py * 0.16 * s + dy * tail)}"
            f"L{num(x)} {num(y)}L{num(x - px * 0.16 * s + dx * tail)} {num(y - py * 0.16 * s + dy * tail)}Z"
        )
        far = (1.1 if hex in sources else 0.85) * s
        tips.append((x + dx * far, y + dy * far))
    middle = (sum(x for x, _ in tips) / len(tips), sum(y for _, y in tips) / len(tips))
    x, y = min(tips, key=lambda tip: hypot(tip[0] - middle[0], tip[1] - middle[1]))
    owner = sheet.drawing.owner.get(name, "")
    colour = NATIONS[owner].fill if owner else style.entry
    said = emblem(sheet, (x, y), letter.upper()[:2], owner) if letter else ""
    rim = {"stroke": NATIONS[owner].frame, "stroke_width": num(s * 0.03)} if owner else {}
    return group(f"entry {escaped(letter)}", path("".join(arrows), fill=colour, **rim), said)


def sourced(board: Board) -> set[Hex]:
    """The hexes with a supply source."""
    return {hex for mark, at in board.marks.items() if mark.partition("_")[0] in SOURCES for hex in at}


def rim_point(sheet: Sheet, hex: Hex, way: Point) -> Point:
    """Just outside the map beside a hex of its rim."""
    x, y = sheet.layout.centre(hex)
    left, top, right, bottom = sheet.layout.frame
    gap = 0.06 * sheet.size
    if way[0]:
        return ((right + gap) if way[0] > 0 else (left - gap), y)
    return (x, (bottom + gap) if way[1] > 0 else (top - gap))


def source(sheet: Sheet, name: str, hex: Hex, letter: str) -> str:
    """A supply source in the shape and colour of its owner, at the rim, or in the hex if it lies inside."""
    s = sheet.size
    x, y = sheet.layout.centre(hex)
    if not all(sheet.board.around[hex]):
        dx, dy = outward(sheet, hex)
        rx, ry = rim_point(sheet, hex, (dx, dy))
        x, y = rx + dx * 0.4 * s, ry + dy * 0.4 * s
    else:
        x, y = x + 0.5 * s, y - 0.4 * s
    letter = letter.upper() if len(letter) == 1 else ""
    return group(
        f"supply {escaped(name)}",
        emblem(sheet, (x, y), letter, sheet.drawing.owner.get(name, ""), sign=DEPOT),
    )


SHAPES = {
    "german": "M-1 -.86H1V.86H-1Z",
    "german1914": "M-1 -.86H1V.86H-1Z",
    "soviet": "M0 -1.12L1.1 -.35 .68 .95H-.68L-1.1 -.35Z",
    "russian1914": "M0 -1.12L1.1 -.35 .68 .95H-.68L-1.1 -.35Z",
    "polish": "M0 -1.2L1.2 0 0 1.2 -1.2 0Z",
    "american": "M-1.1 -.9H1.1L0 1.15Z",
}
"""Shapes by nationality, so that an owner is known without colors: a box, a pentagon, a diamond, a shield."""
DISC = "M-1 0A1 1 0 0 1 1 0A1 1 0 0 1 -1 0Z"
DEPOT = "M-.5 .5V-.12L0 -.52 .5 -.12V.5ZM-.16 .5V.12H.16V.5"
"""A storehouse, where a source has no letter."""


def emblem(sheet: Sheet, at: Point, letter: str, owner: str, sign: str = "") -> str:
    """A shape in its owner's color with a letter or a storehouse; two halves for two owners by turns."""
    s, style = sheet.size, sheet.style
    first, _, second = owner.partition("+")
    nation = NATIONS.get(first)
    fill, frame, ink = (
        (nation.fill, nation.frame, nation.ink) if nation else (style.entry, style.halo, style.halo)
    )
    body = f'<path d="{SHAPES.get(first, DISC)}" fill="{fill}" stroke="{frame}" stroke-width=".14"/>'
    if second:
        other = NATIONS[second]
        body = (
            f'<path d="M0 -1H-1V1H0Z" fill="{fill}" stroke="{frame}" stroke-width=".14"/>'
            f'<path d="M0 -1A1 1 0 0 1 0 1Z" fill="{other.fill}" stroke="{other.frame}" stroke-width=".14"/>'
        )
    if letter:
        body += f'<text y=".42" font-size="1.2" fill="{ink}">{escaped(letter)}</text>'
    elif sign:
        body += f'<path d="{sign}" fill="none" stroke="{ink}" stroke-width=".17" stroke-linejoin="round"/>'
    return f'<g transform="translate({num(at[0])} {num(at[1])}) scale({num(0.27 * s)})">{body}</g>'


def furniture_svg(sheet: Sheet) -> str:
    """North arrow and scale, in the lower margin."""
    return group("furniture", scale(sheet), north(sheet), fill=sheet.style.text, font_family=SERIF)


def north(sheet: Sheet) -> str:
    s = sheet.size
    x, y = sheet.layout.width - 1.0 * s, 0.95 * s
    needle = (
        f"M0 {num(-0.62 * s)}L{num(0.2 * s)} {num(0.5 * s)}L0 {num(0.28 * s)}L{num(-0.2 * s)} {num(0.5 * s)}Z"
    )
    half = f"M0 {num(-0.62 * s)}L{num(0.2 * s)} {num(0.5 * s)}L0 {num(0.28 * s)}Z"
    return (
        f'<g class="north" transform="translate({num(x)} {num(y)}) rotate({sheet.board.grid.north:g})">'
        f"{path(needle, fill=sheet.style.halo, stroke=sheet.style.text, stroke_width=num(s * 0.03))}"
        f'{path(half)}<text x="{num(-0.42 * s)}" y="{num(-0.1 * s)}" font-size="{num(0.4 * s)}" '
        f'text-anchor="middle">N</text></g>'
    )


def scale(sheet: Sheet) -> str:
    """A bar of a round number of meters or kilometers, four to eight hexes long."""
    s, grid = sheet.size, sheet.board.grid
    pixels = s * sqrt(3) / grid.metres
    metres = next(m for m in ROUND if m * pixels >= 4 * s)
    wide = metres * pixels
    x, y = sheet.layout.width - MARGIN_RIGHT * s - wide, sheet.layout.height - 0.75 * s
    bars = []
    for i in range(4):
        fill = sheet.style.text if i % 2 == 0 else sheet.style.halo
        bars.append(
            f'<rect x="{num(x + i * wide / 4)}" y="{num(y)}" width="{num(wide / 4)}" '
            f'height="{num(0.12 * s)}" fill="{fill}" stroke="{sheet.style.text}" '
            f'stroke-width="{num(0.025 * s)}"/>'
        )
    said = f"{metres // 1000} km" if metres >= 1000 else f"{metres} m"
    return group(
        "scale",
        *bars,
        f'<text x="{num(x)}" y="{num(y - 0.12 * s)}">0</text>',
        f'<text x="{num(x + wide)}" y="{num(y - 0.12 * s)}">{said}</text>',
        font_size=num(0.3 * s),
        text_anchor="middle",
    )


MARGIN_RIGHT = 2.0
ROUND = [m * k for k in (100, 1000, 10000, 100000) for m in (1, 2, 5)]
COMPASS_16 = [
    (0.0, -1.0),
    (0.3827, -0.9239),
    (0.7071, -0.7071),
    (0.9239, -0.3827),
    (1.0, 0.0),
    (0.9239, 0.3827),
    (0.7071, 0.7071),
    (0.3827, 0.9239),
    (0.0, 1.0),
    (-0.3827, 0.9239),
    (-0.7071, 0.7071),
    (-0.9239, 0.3827),
    (-1.0, 0.0),
    (-0.9239, -0.3827),
    (-0.7071, -0.7071),
    (-0.3827, -0.9239),
]
