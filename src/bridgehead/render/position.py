"""A position: the map with its counters, markers and a title."""

from collections.abc import Iterator

import msgspec

from bridgehead.core.game import Back, View
from bridgehead.core.state import Unit
from bridgehead.hexes.grid import Hex
from bridgehead.render.areas import areas_svg
from bridgehead.render.counters import FONT, back_svg, counter_svg
from bridgehead.render.layout import SIZE, Layout
from bridgehead.render.map import map_layers
from bridgehead.render.markers import markers_svg
from bridgehead.render.sheet import Sheet, escaped, group, num
from bridgehead.render.style import LIGHT, SANS, SERIF, Style
from bridgehead.toolkit.wargame import AnyWargame, Face, back_face

COUNTER = 1.18
"""The edge of a counter as a multiple of the size of a hex."""
OFFSET = 0.085
"""How far each counter of a stack lies up and to the right of the one below."""
SHOWN = 4
"""Counters of a stack that can be told apart; the number says how many there are."""
TITLE = 1.1


class Piece(msgspec.Struct, frozen=True):
    """A counter as it lies on the map."""

    face: Face
    hidden: bool = False


class Tray:
    """The faces drawn so far: each once, as a symbol that is used wherever it lies."""

    def __init__(self) -> None:
        self.names: dict[Piece, str] = {}

    def name(self, piece: Piece) -> str:
        return self.names.setdefault(piece, f"bh-c{len(self.names)}")

    def use(self, piece: Piece, left: float, top: float, wide: float) -> str:
        """A piece somewhere."""
        return (
            f'<use href="#{self.name(piece)}" x="{num(left)}" y="{num(top)}" width="{num(wide)}" '
            f'height="{num(wide)}"/>'
        )

    def defs(self) -> str:
        symbols = (
            f'<symbol id="{name}" viewBox="0 0 100 100" {FONT}>'
            f"{back_svg(piece.face) if piece.hidden else counter_svg(piece.face)}</symbol>"
            for piece, name in self.names.items()
        )
        return f"<defs>{''.join(symbols)}</defs>"


def position_svg(game: AnyWargame, view: View, style: Style = LIGHT, size: float = SIZE) -> str:
    """A whole SVG document of what a side sees: the map with its counters and a title."""
    layout, tray = Layout(game.board.grid, size), Tray()
    title = TITLE * size
    inside = board_svg(game, view, style, layout, tray)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="position {style.name}" '
        f'viewBox="0 {num(-title)} {num(layout.width)} {num(layout.height + title)}">'
        f"{tray.defs()}{inside}{title_svg(game, view, layout, style)}</svg>"
    )


def board_svg(game: AnyWargame, view: View, style: Style, layout: Layout, tray: Tray) -> str:
    """The map with everything that lies on it."""
    nations = nationalities(game, view)
    piles = (pile_svg(layout, hex, pile, tray) for hex, pile in sorted(stacks(game, view).items()))
    return "".join(
        (
            map_layers(game.board, layout, style, game.drawing),
            areas_svg(Sheet(game.board, layout, style), view.facts, nations),
            markers_svg(layout, style, view.facts.get("markers", ()), nations),
            group("layer counters", *piles),
        )
    )


def stacks(game: AnyWargame, view: View) -> dict[Hex, list[Piece]]:
    """The pieces in every hex, the top one last, as far as the view shows them."""
    units = {unit.id: unit for unit in known_units(game, view)}
    behind: dict[Hex, list[Back]] = {}
    for back in view.backs:
        if back.hex:
            behind.setdefault(back.hex, []).append(back)
    found: dict[Hex, list[Piece]] = {}
    for key, ids in view.stacks.items():
        hex = Hex(int(key))
        backs = iter(behind.get(hex, ()))
        pieces = []
        for id in ids:
            if id:
                pieces.append(Piece(game.face(game, units[id])))  # type: ignore[index]
            else:
                pieces.append(Piece(back_face(game, next(backs)), hidden=True))
        found[hex] = pieces
    return found


def known_units(game: AnyWargame, view: View) -> Iterator[Unit]:
    for fields in view.units:
        yield msgspec.convert(fields, game.unit)


def nationalities(game: AnyWargame, view: View) -> dict[str, str]:
    """The nationality that stands for each side: that of its first unit."""
    found: dict[str, str] = {}
    for unit in known_units(game, view):
        if unit.side not in found:
            found[unit.side] = game.face(game, unit).nationality
    return found


def pile_svg(layout: Layout, hex: Hex, pile: list[Piece], tray: Tray) -> str:
    """A stack, offset up and to the right, with its count."""
    size = layout.size
    wide = COUNTER * size
    x, y = layout.centre(hex)
    shown = pile[-SHOWN:]
    begin = -(len(shown) - 1) * OFFSET / 2
    parts = []
    for i, piece in enumerate(shown):
        shift = (begin + i * OFFSET) * size
        parts.append(tray.use(piece, x - wide / 2 + shift, y - wide / 2 - shift, wide))
    if len(pile) > 1:
        far = wide / 2 + (begin + (len(shown) - 1) * OFFSET) * size
        parts.append(count_svg(x + far, y - far, len(pile), size))
    return f'<g class="stack" data-hex="{hex:04d}">{"".join(parts)}</g>'


def count_svg(x: float, y: float, many: int, size: float) -> str:
    """How many counters a stack has."""
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(size * 0.17)}" fill="#fffdf6" '
        f'stroke="#2a241d" stroke-width="{num(size * 0.035)}"/>'
        f'<text x="{num(x)}" y="{num(y + size * 0.085)}" font-size="{num(size * 0.25)}" '
        f'font-family="{SANS}" font-weight="700" text-anchor="middle" fill="#2a241d">{many}</text>'
    )


def title_svg(game: AnyWargame, view: View, layout: Layout, style: Style) -> str:
    """Which game, which turn, who decides."""
    size, top = layout.size, TITLE * layout.size
    scenario = game.scenarios[view.scenario]
    names = scenario.turn_names
    turn = f"Turn {view.turn} of {scenario.turns}"
    if 0 < view.turn <= len(names):
        turn += f" · {names[view.turn - 1]}"
    if view.ended is not None:
        turn += f" · {view.ended.get('level', 'ended')}"
    elif view.deciding is not None:
        turn += f" · {game.names.get(view.deciding, view.deciding)} to decide"
    bar = f'<rect y="{num(-top)}" width="{num(layout.width)}" height="{num(top)}" fill="{style.clear}"/>'
    line = size * 0.05
    rule = f'<rect y="{num(-line)}" width="{num(layout.width)}" height="{num(line)}" fill="{style.rim}"/>'
    base = num(-top * 0.34)
    return (
        f'<g class="title" fill="{style.text}">{bar}{rule}'
        f'<text x="{num(size)}" y="{base}" font-family="{SERIF}" font-weight="700" '
        f'font-size="{num(size * 0.5)}">{escaped(game.title)} · {escaped(scenario.title)}</text>'
        f'<text x="{num(layout.width - size)}" y="{base}" font-family="{SANS}" font-size="{num(size * 0.4)}" '
        f'text-anchor="end">{escaped(turn)}</text></g>'
    )
