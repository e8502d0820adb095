"""The key: what is drawn on a map and on its counters, with what it means, made from the game's own data."""

from collections.abc import Iterable, Iterator

from bridgehead.render import texture
from bridgehead.render.key_counters import badges, counters, first_units, formations, nationalities, symbols
from bridgehead.render.key_map import hexsides, marks, paths, terrain
from bridgehead.render.layout import Layout
from bridgehead.render.rows import ART, COLUMN, GAP, LEADING, LETTERS, Heading, Row
from bridgehead.render.samples import Sampler
from bridgehead.render.sheet import escaped, num
from bridgehead.render.style import LIGHT, SANS, SERIF, Style
from bridgehead.toolkit.wargame import AnyWargame

Item = Row | Heading


def key_svg(game: AnyWargame, style: Style = LIGHT, columns: int = 3) -> str:
    """The key as an SVG document of its own."""
    body, high = key_block(game, style, columns)
    wide = columns * COLUMN + (columns + 1) * GAP
    title = (
        f'<text x="{num(GAP)}" y="38" font-family="{SERIF}" font-weight="700" font-size="24" '
        f'fill="{style.text}">{escaped(game.title)}: key</text>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="key {style.name}" '
        f'viewBox="0 0 {num(wide)} {num(high + 62)}">'
        f"<defs>{texture.defs(Layout(game.board.grid), style)}</defs>"
        f'<rect width="{num(wide)}" height="{num(high + 62)}" fill="{style.paper}"/>{title}'
        f'<g transform="translate({num(GAP)} 46)">{body}</g></svg>'
    )


def key_block(game: AnyWargame, style: Style, columns: int) -> tuple[str, float]:
    """The key in so many columns, without title, and how high it is; textures are defined elsewhere."""
    items = list(entries(game, style))
    found = [drawn(column, style) for column in poured(items, columns)]
    parts = [
        f'<g transform="translate({num(i * (COLUMN + GAP))} 0)">{body}</g>'
        for i, (body, _) in enumerate(found)
    ]
    return f'<g class="layer key">{"".join(parts)}</g>', max(high for _, high in found)


def poured(items: list[Item], columns: int) -> list[list[Item]]:
    """The items in columns of about equal height; a heading never stands last."""
    share = sum(item.height for item in items) / columns
    found: list[list[Item]] = [[]]
    high = 0.0
    for i, item in enumerate(items):
        after = items[i + 1].height if isinstance(item, Heading) and i + 1 < len(items) else 0.0
        if found[-1] and high + item.height * 0.6 + after > share and len(found) < columns:
            found.append([])
            high = 0.0
        found[-1].append(item)
        high += item.height
    return found


def drawn(items: Iterable[Item], style: Style) -> tuple[str, float]:
    """One column, and how high it is."""
    parts, y = [], 0.0
    for item in items:
        parts.append(heading(item, y, style) if isinstance(item, Heading) else row(item, y, style))
        y += item.height
    return "".join(parts), y


def heading(item: Heading, y: float, style: Style) -> str:
    return (
        f'<text x="0" y="{num(y + 24)}" font-family="{SERIF}" font-weight="700" font-size="17" '
        f'fill="{style.text}">{escaped(item.words)}</text>'
        f'<path d="M0 {num(y + 30)}H{num(COLUMN)}" stroke="{style.rim}" stroke-width="1"/>'
    )


def row(item: Row, y: float, style: Style) -> str:
    """The drawing in the middle of its room, the words beside it."""
    wide, high = item.size
    scale = min((ART - 8) / wide, item.high / high)
    x, top = (ART - 8 - wide * scale) / 2, y + (item.height - 5 - high * scale) / 2
    lines = item.lines()
    first = y + (item.height - 5 - LEADING * len(lines)) / 2 + LEADING * 0.78
    words = "".join(
        f'<tspan x="{num(ART)}" y="{num(first + i * LEADING)}">{escaped(line)}</tspan>'
        for i, line in enumerate(lines)
    )
    return (
        f'<g transform="translate({num(x)} {num(top)}) scale({scale:.4f})">{item.art}</g>'
        f'<text font-family="{SANS}" font-size="{LETTERS:g}" fill="{style.text}">{words}</text>'
    )


def entries(game: AnyWargame, style: Style) -> Iterator[Item]:
    """Everything in its order."""
    sampler = Sampler(game.board, game.drawing, style)
    units = first_units(game)
    sections: tuple[tuple[str, Iterable[Row]], ...] = (
        ("Terrain", terrain(game, sampler)),
        ("Hexsides", hexsides(game, sampler)),
        ("Roads and railroads", paths(game, sampler)),
        ("On the map", marks(game, sampler, style, nationalities(game, units))),
        ("Counters", counters(game, units)),
        ("Markers on counters", badges(game)),
        ("Symbols", symbols(game, units)),
        ("Formations", formations(game, units.values())),
    )
    for title, rows in sections:
        found = list(rows)
        if found:
            yield Heading(title)
            yield from found
