"""Borders and fortified lines along hexsides."""

from bridgehead.hexes.board import side_list
from bridgehead.render.chains import chains, edge
from bridgehead.render.sheet import Sheet, between, curve, group, moved, num, pair, path, unit


def borders_svg(sheet: Sheet) -> str:
    """A frontier: long dash, two short ones, over a soft band."""
    board, style, size = sheet.board, sheet.style, sheet.size
    edges = {edge(*sheet.layout.side(a, b)): "border" for a, b in board.features.get("border", ())}
    data = "".join(curve([sheet.spot(corner) for corner in line]) for _, line in chains(edges, {}))
    dashes = " ".join(num(size * part) for part in (0.3, 0.1, 0.06, 0.1, 0.06, 0.1))
    return group(
        "borders",
        path(data, stroke_width=num(size * 0.22), opacity=0.22),
        path(data, stroke_width=num(size * 0.06), stroke_dasharray=dashes),
        stroke=style.border,
        fill="none",
        stroke_linejoin="round",
    )


def works_svg(sheet: Sheet) -> str:
    """Fortified lines; their teeth point from the first hex of a pair, which profits, to the second."""
    return group("works", teeth(sheet, "line"), teeth(sheet, "festung"))


def teeth(sheet: Sheet, kind: str) -> str:
    board, layout, style, size = sheet.board, sheet.layout, sheet.style, sheet.size
    pairs = side_list(
        board.file.hexside.get(kind, ""), board.grid, kind, lambda key, why: ValueError(key + why)
    )
    strong = kind == "festung"
    inset, tall, count = (0.1, 0.13, 5) if strong else (0.07, 0.1, 4)
    bases, points = [], []
    for a, b in pairs:
        one, two = (layout.pixel(*corner) for corner in layout.side(a, b))
        out = unit(layout.centre(a), layout.centre(b))
        back = -inset * size
        one, two = moved(one, out, back), moved(two, out, back)
        one, two = between(one, two, 0.05), between(one, two, 0.95)
        bases.append(f"M{pair(one)}L{pair(two)}")
        for i in range(count):
            left = between(one, two, (i + 0.22) / count)
            right = between(one, two, (i + 0.78) / count)
            points.append(
                f"M{pair(left)}L{pair(moved(between(left, right), out, tall * size))}L{pair(right)}Z"
            )
    return group(
        kind,
        path("".join(bases), stroke=style.works, stroke_width=f"{size * (0.075 if strong else 0.045):.1f}"),
        path("".join(points), fill=style.works),
        stroke_linecap="round",
    )
