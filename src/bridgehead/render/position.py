"""A position: the map with its counters, markers and a title."""

from typing import Any

from bridgehead.core.game import View
from bridgehead.render.map import map_svg
from bridgehead.render.style import LIGHT, Style
from bridgehead.toolkit.wargame import Wargame


def position_svg(game: Wargame[Any], view: View, style: Style = LIGHT) -> str:
    """A whole SVG document of what a side sees."""
    return map_svg(game.board, style)
