"""The ground: paper, levels, and areas of terrain with their textures, drawn across hex borders."""

from bridgehead.render.layout import Point
from bridgehead.render.sheet import Sheet, between, chance, group, moved, num, pair, path, unit
from bridgehead.render.texture import TEXTURES, VARIANTS

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

OUTLINED = {"woods": "woods_ink", "marsh": "marsh_ink", "rough": "rough_ink"}


def features(sheet: Sheet) -> dict[str, set[int]]:
    """The hexes of each kind of terrain, as base or on top of it."""
    board = sheet.board
    found: dict[str, set[int]] = {}
    for hex in board.hexes:
        found.setdefault(board.terrain[hex], set()).add(hex)
    for kind, hexes in board.overlay.items():
        found.setdefault(kind, set()).update(hexes)
    return found


def ground_svg(sheet: Sheet) -> str:
    style, layout = sheet.style, sheet.layout
    paper = f'<rect class="paper" width="{num(layout.width)}" height="{num(layout.height)}" fill="{style.paper}"/>'
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
        area = sheet.area(hex for hex in board.hexes if board.level[hex] >= height)
        tint = style.level[min(step, len(style.level) - 1)]
        foot = f"translate({num(size * 0.05)} {num(size * 0.08)})"
        parts.append(path(area, fill=style.shade, opacity=0.28, transform=foot))
        parts.append(path(area, fill=tint, stroke=style.slope, stroke_width=num(size * 0.035)))
    parts.append(path(hachures(sheet), stroke=style.slope, stroke_width=f"{size * 0.028:.2f}", opacity=0.8))
    return group("levels", *parts, clip_path="url(#bh-ground)", stroke_linejoin="round")


def hachures(sheet: Sheet) -> str:
    """Strokes down every slope, from the higher hex to the lower."""
    board, layout, size = sheet.board, sheet.layout, sheet.size
    data = []
    for hex in board.hexes:
        for to in board.near[hex]:
            fall = board.level[hex] - board.level[to]
            if fall <= 0:
                continue
            one, two = layout.side(hex, to)
            down = unit(layout.centre(hex), layout.centre(to))
            gate = between(sheet.spot(one), sheet.spot(two))
            for start in shore(sheet.spot(one), gate, sheet.spot(two)):
                far = size * (0.12 + 0.05 * fall) * (0.8 + 0.4 * chance(hex, round(start[0]), 5))
                end = moved(start, down, far)
                data.append(f"M{pair(start)}l{num(end[0] - start[0])} {num(end[1] - start[1])}")
    return "".join(data)


def shore(one: Point, gate: Point, two: Point) -> list[Point]:
    """Points along one side of a smoothed outline, which rounds off the corners."""
    a, b = between(one, gate, 0.3), between(gate, two, 0.7)
    return [between(a, b, part) for part in (0.04, 0.27, 0.5, 0.73, 0.96)]


def areas(sheet: Sheet) -> str:
    """The ground of each terrain as one shape, and its texture hex by hex."""
    style, size = sheet.style, sheet.size
    found = features(sheet)
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
            sheet.area(hexes), fill=getattr(style, name), fill_opacity=opacity, stroke_opacity=0.5, **edge
        )
        texture = "".join(strewn(sheet, kind, sorted(found.get(kind, ()))) for kind in kinds)
        parts.append(group(name, ground, texture))
    return group("areas", *parts, clip_path="url(#bh-ground)")


def strewn(sheet: Sheet, kind: str, hexes: list[int]) -> str:
    """One of the variants of a texture in every hex."""
    if kind not in TEXTURES:
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
