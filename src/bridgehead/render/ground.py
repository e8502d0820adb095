"""The ground: paper, levels, and areas of terrain with their textures, drawn across hex borders."""

from bridgehead.hexes.board import Board
from bridgehead.hexes.grid import Hex
from bridgehead.render.layout import Point
from bridgehead.render.sheet import Shape, Sheet, between, chance, group, moved, num, pair, path, unit
from bridgehead.render.texture import BLOCKS, TEXTURES, VARIANTS

AREAS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("rough", ("rough", "hills", "heights")),
    ("marsh", ("marsh", "swamp")),
    ("woods", ("woods",)),
    ("park", ("park",)),
    ("airfield", ("airfield",)),
    ("suburb", ("suburb",)),
    ("city", ("city",)),
)
"""Colours of the style with the terrain they are the ground of, lowest first."""

SHAPES = {
    "woods": Shape(calm=0.1, ragged=0.22),
    "marsh": Shape(calm=0.1, ragged=0.18),
    "rough": Shape(calm=0.2, ragged=0.13),
}
SOFT = Shape(calm=0.15, ragged=0.05)
SLOPE = Shape(calm=0.42)
OUTLINED = {"woods": "woods_ink", "marsh": "marsh_ink", "rough": "rough_ink"}


def features(board: Board) -> dict[str, set[Hex]]:
    """The hexes of each kind of terrain, as base or on top of it."""
    found: dict[str, set[Hex]] = {}
    for hex in board.hexes:
        found.setdefault(board.terrain[hex], set()).add(hex)
    for kind, hexes in board.overlay.items():
        found.setdefault(kind, set()).update(hexes)
    return found


def ground_svg(sheet: Sheet) -> str:
    style, layout = sheet.style, sheet.layout
    wide, high = num(layout.width), num(layout.height)
    paper = f'<rect class="paper" width="{wide}" height="{high}" fill="{style.paper}"/>'
    return group("ground", paper, path(outline(sheet), fill=style.clear), levels(sheet), areas(sheet))


def outline(sheet: Sheet) -> str:
    """The whole map, along its rim."""
    return "".join(sheet.hard_ring(ring) for ring in sheet.outline(sheet.board.hexes))


def levels(sheet: Sheet) -> str:
    """Nested tints, each with a shadow at its foot and hachures down its slope."""
    board, style, size = sheet.board, sheet.style, sheet.size
    heights = sorted({board.level[hex] for hex in board.hexes})
    parts = []
    for step, height in enumerate(heights[1:]):
        area = sheet.area((hex for hex in board.hexes if board.level[hex] >= height), SLOPE)
        tint = style.level[min(step, len(style.level) - 1)]
        foot = f"translate({num(size * 0.05)} {num(size * 0.08)})"
        parts.append(path(area, fill=style.shade, opacity=0.28, transform=foot))
        parts.append(path(area, fill=tint, stroke=style.slope, stroke_width=num(size * 0.035)))
    parts.append(path(hachures(sheet), stroke=style.slope, stroke_width=f"{size * 0.028:.2f}", opacity=0.8))
    return group("levels", *parts, clip_path=f"url(#{sheet.prefix}-ground)", stroke_linejoin="round")


def hachures(sheet: Sheet) -> str:
    """Strokes down every slope, longer where it falls further."""
    board, layout, size = sheet.board, sheet.layout, sheet.size
    data = []
    for height in sorted({board.level[hex] for hex in board.hexes})[1:]:
        for ring in sheet.outline(hex for hex in board.hexes if board.level[hex] >= height):
            spots, _ = sheet.ring(ring, SLOPE)
            for i, here in enumerate(ring):
                then = (i + 1) % len(ring)
                if here in sheet.rim and ring[then] in sheet.rim:
                    continue
                gates = (between(spots[i - 1], spots[i]), between(spots[i], spots[then]))
                for part in (0.1, 0.35, 0.6, 0.85):
                    start, way = on_arc(gates[0], spots[i], gates[1], part)
                    down = (way[1] * layout.turn, -way[0] * layout.turn)
                    far = size * 0.16 * (0.75 + 0.5 * chance(here[0] + round(part * 100), here[1], 5))
                    data.append(f"M{pair(start)}l{num(down[0] * far)} {num(down[1] * far)}")
    return "".join(data)


def on_arc(start: Point, bend: Point, end: Point, part: float) -> tuple[Point, Point]:
    """A point of a smooth outline, and which way the outline runs there."""
    a, b = between(start, bend, part), between(bend, end, part)
    return between(a, b, part), unit(a, b)


def areas(sheet: Sheet) -> str:
    """The ground of each terrain as one shape, and its texture hex by hex."""
    style, size = sheet.style, sheet.size
    found = features(sheet.board)
    parts = []
    for name, kinds in AREAS:
        hexes = set().union(*(found.get(kind, set()) for kind in kinds))
        if not hexes:
            continue
        edge = (
            {"stroke": getattr(style, OUTLINED[name]), "stroke_width": num(size * 0.025)}
            if name in OUTLINED
            else {}
        )
        opacity = 0.55 if name == "rough" else 0.85
        ground = path(
            sheet.area(hexes, SHAPES.get(name, SOFT)),
            fill=getattr(style, name),
            fill_opacity=opacity,
            stroke_opacity=0.5,
            **edge,
        )
        texture = "".join(
            strewn(sheet, kind, sorted(found.get(kind, ()))) for kind in kinds if kind in TEXTURES
        )
        parts.append(group(name, ground, texture))
    return group("areas", *parts, clip_path=f"url(#{sheet.prefix}-ground)")


def strewn(sheet: Sheet, kind: str, hexes: list[Hex]) -> str:
    """One of the variants of a texture in every hex."""
    if kind not in TEXTURES and kind not in BLOCKS:
        return ""
    uses = []
    for hex in hexes:
        x, y = sheet.layout.centre(hex)
        variant = int(chance(hex, len(kind), 7) * VARIANTS)
        uses.append(f'<use href="#bh-{kind}{variant}" x="{num(x)}" y="{num(y)}"/>')
    return "".join(uses)


def grid_svg(sheet: Sheet) -> str:
    """Every hexside once, and the rim."""
    board, layout, style, size = sheet.board, sheet.layout, sheet.style, sheet.size
    data = []
    for hex in board.hexes:
        keys = [layout.pixel(*key) for key in layout.corner_keys(hex)]
        drawn = [d for d in range(6) if board.around[hex][d] > hex]
        last = -1
        for d in drawn:
            if d != last:
                data.append(f"M{pair(keys[d])}")
            a, b = keys[d], keys[(d + 1) % 6]
            data.append(f"l{num(b[0] - a[0])} {num(b[1] - a[1])}")
            last = d + 1
    return group(
        "grid",
        path("".join(data), stroke=style.grid, stroke_width=f"{size * 0.022:.2f}", opacity=0.55),
        path(outline(sheet), stroke=style.rim, stroke_width=f"{size * 0.05:.1f}"),
        fill="none",
    )


def embankments(sheet: Sheet) -> str:
    """Railway banks and dykes along hexsides: a line with short strokes to both sides."""
    board, layout, style, size = sheet.board, sheet.layout, sheet.style, sheet.size
    data = []
    for a, b in sorted(board.features.get("embankment", ())):
        one, two = (layout.pixel(*corner) for corner in layout.side(a, b))
        dx, dy = unit(one, two)
        data.append(f"M{pair(one)}L{pair(two)}")
        for part in range(1, 8):
            here = between(one, two, part / 8)
            up, down = moved(here, (-dy, dx), size * 0.07), moved(here, (dy, -dx), size * 0.07)
            data.append(f"M{pair(up)}L{pair(down)}")
    return group(
        "embankment", path("".join(data)), stroke=style.slope, stroke_width=f"{size * 0.03:.1f}", fill="none"
    )
