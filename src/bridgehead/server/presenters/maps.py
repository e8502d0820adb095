"""Maps and their layout, as the drawings give them, in the shape the browser wants."""

from __future__ import annotations

import msgspec

from bridgehead.hexes.board import Board
from bridgehead.render.key import key_svg as drawn_key
from bridgehead.render.layout import Layout
from bridgehead.render.map import map_svg as drawn_map
from bridgehead.render.style import DARK, LIGHT
from bridgehead.toolkit.wargame import AnyWargame


def map_svg(game: AnyWargame, theme: str) -> str:
    """The drawn map, a whole SVG document."""
    return drawn_map(game.board, DARK if theme == "dark" else LIGHT, drawing=game.drawing)


def key_svg(game: AnyWargame, theme: str) -> str:
    """The key to map and counters, a whole SVG document."""
    return drawn_key(game, DARK if theme == "dark" else LIGHT)


def layout(game: AnyWargame) -> dict[str, object]:
    """Where hexes lie in the drawing, which there are, and what the ground is in each."""
    board = game.board
    numbers: dict[str, object] = msgspec.to_builtins(Layout(board.grid).numbers())
    return numbers | {
        "hexes": list(board.hexes),
        "terrain": {str(hex): terrain_of(board, hex) for hex in board.hexes},
    }


def terrain_of(board: Board, hex: int) -> str:
    """The terrain of a hex in words: what covers it, and its level where the map has levels."""
    over = [kind for kind, hexes in board.overlay.items() if hex in hexes]
    level = [f"level {board.level[hex]}"] if board.file.level else []
    return ", ".join([board.terrain[hex], *over, *level])
