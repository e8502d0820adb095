"""Textures and buildings: a few variants of each, laid into hexes by reference."""

from collections.abc import Callable
from random import Random

from bridgehead.render.layout import Layout, Point
from bridgehead.render.sheet import num
from bridgehead.render.style import Style

VARIANTS = 4


def trees(x: float, y: float, u: float, rng: Random) -> str:
    """A conifer: two strokes."""
    h = u * rng.uniform(0.9, 1.25)
    w = h * 0.42
    return f"M{num(x - w)} {num(y + h / 2)}l{num(w)} {num(-h)}l{num(w)} {num(h)}"


def reeds(x: float, y: float, u: float, rng: Random) -> str:
    """A dash of water, now and then with blades above it."""
    w = u * rng.uniform(0.8, 1.5)
    dash = f"M{num(x - w)} {num(y)}h{num(2 * w)}"
    if rng.random() < 0.4:
        dash += f"M{num(x)} {num(y - u * 0.25)}v{num(-u * 0.8)}"
        dash += f"m{num(-u * 0.4)} {num(u * 0.15)}l{num(u * 0.2)} {num(u * 0.5)}"
        dash += f"m{num(u * 0.6)} {num(-u * 0.5)}l{num(-u * 0.2)} {num(u * 0.5)}"
    return dash


def hachure(x: float, y: float, u: float, rng: Random) -> str:
    """The near side of a small hill."""
    w = u * rng.uniform(1.0, 1.5)
    top = f"M{num(x - w)} {num(y + u * 0.3)}q{num(w)} {num(-u * 1.5)} {num(2 * w)} 0"
    strokes = ""
    for part in (0.1, 0.4, 0.7):
        strokes += f"M{num(x + w * part)} {num(y - u * 0.35 * (1 - part))}l{num(u * 0.3)} {num(u * 0.75)}"
    return top + strokes


def bushes(x: float, y: float, u: float, rng: Random) -> str:
    """A round tree of a park."""
    r = u * rng.uniform(0.35, 0.55)
    arc = f"a{num(r)} {num(r)} 0 1 1"
    return f"M{num(x - r)} {num(y)}{arc} {num(2 * r)} 0{arc} {num(-2 * r)} 0"


Mark = Callable[[float, float, float, Random], str]

TEXTURES: dict[str, tuple[Mark, float, float, str]] = {
    "woods": (trees, 0.17, 0.27, "woods_ink"),
    "marsh": (reeds, 0.13, 0.36, "marsh_ink"),
    "swamp": (reeds, 0.13, 0.30, "marsh_ink"),
    "rough": (hachure, 0.15, 0.5, "rough_ink"),
    "hills": (hachure, 0.16, 0.62, "rough_ink"),
    "heights": (hachure, 0.2, 0.55, "rough_ink"),
    "park": (bushes, 0.2, 0.36, "woods_ink"),
}
"""Each texture: its mark, the mark's measure and distance as parts of the size, and its ink."""

BLOCKS = {"hamlet": 0.2, "village": 0.4, "town": 0.62, "suburb": 0.86, "city": 0.92}
"""How far buildings reach from the centre."""


def defs(layout: Layout, style: Style) -> str:
    """All variants, to be put into `<defs>`."""
    parts = []
    for kind, (mark, measure, apart, ink) in TEXTURES.items():
        for variant in range(VARIANTS):
            rng = Random(f"{kind} {variant}")
            unit = measure * layout.size
            data = "".join(mark(x, y, unit, rng) for x, y in scattered(layout, apart, rng))
            parts.append(
                f'<path id="bh-{kind}{variant}" d="{data}" fill="none" stroke="{getattr(style, ink)}" '
                f'stroke-width="{num(layout.size * 0.03)}" stroke-opacity=".75" stroke-linecap="round"/>'
            )
    for kind, reach in BLOCKS.items():
        for variant in range(VARIANTS):
            data = buildings(kind, reach * layout.size, layout.size, Random(f"{kind} blocks {variant}"))
            faint = ' fill-opacity=".5"' if kind in ("city", "suburb") else ""
            parts.append(f'<path id="bh-{kind}{variant}" d="{data}" fill="{style.block}"{faint}/>')
    return "".join(parts)


def scattered(layout: Layout, apart: float, rng: Random) -> list[Point]:
    """Points strewn over one hex, none too near another, kept a little inside it."""
    far = apart * layout.size
    found: list[Point] = []
    for _ in range(400):
        x, y = rng.uniform(-0.94, 0.94) * layout.size, rng.uniform(-0.94, 0.94) * layout.size
        if inside(layout, x, y) and all((x - a) ** 2 + (y - b) ** 2 >= far * far for a, b in found):
            found.append((x, y))
    return sorted(found, key=lambda point: point[1])


def inside(layout: Layout, x: float, y: float) -> bool:
    """Is a point, seen from a centre, within nine tenths of the hex?"""
    there = layout.affine(*moved_origin(layout, x, y))
    ax, ay = abs(there[0]), abs(there[1])
    return ay <= 0.88 and ax + ay <= 1.76


def moved_origin(layout: Layout, x: float, y: float) -> Point:
    ox, oy = layout.pixel(0, 0)
    return (ox + x, oy + y)


def buildings(kind: str, reach: float, size: float, rng: Random) -> str:
    """Blocks of houses along two streets, thinning out from the centre."""
    pitch = size * (0.2 if kind in ("city", "town") else 0.19)
    lean = rng.uniform(-0.22, 0.22)
    thin = {"suburb": 0.42, "village": 0.8, "hamlet": 0.75}.get(kind, 0.92)
    data = []
    count = int(reach / pitch) + 1
    for i in range(-count, count + 1):
        for j in range(-count, count + 1):
            x, y = (i + lean * j) * pitch, (j - lean * i) * pitch
            away = (x * x + y * y) ** 0.5
            if away > reach or rng.random() > thin * (1.05 - 0.35 * away / reach):
                continue
            w, h = pitch * rng.uniform(0.5, 0.8), pitch * rng.uniform(0.45, 0.78)
            data.append(block(x, y, w, h, lean))
    return "".join(data)


def block(x: float, y: float, w: float, h: float, lean: float) -> str:
    """A slightly turned rectangle."""
    return (
        f"M{num(x - w / 2)} {num(y - h / 2)}l{num(w)} {num(-lean * w)}l{num(lean * h)} {num(h)}"
        f"l{num(-w)} {num(lean * w)}z"
    )
