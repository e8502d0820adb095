"""The map: every layer of terrain, lines, names and marks, as one SVG."""

from bridgehead.hexes.board import Board
from bridgehead.render.layout import SIZE, Layout
from bridgehead.render.style import LIGHT, Style


def map_svg(board: Board, style: Style = LIGHT, size: float = SIZE) -> str:
    """A whole SVG document of the map, its layers in groups of class `layer ...`."""
    layout = Layout(board.grid, size)
    width, height = layout.width, layout.height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'class="map {style.name}">{map_layers(board, layout, style)}</svg>'
    )


def map_layers(board: Board, layout: Layout, style: Style) -> str:
    """The layers alone, for a page or a position that has an SVG of its own."""
    return ""
