"""The map: every layer of terrain, lines, names and marks, as one SVG."""

from bridgehead.hexes.board import Board
from bridgehead.render import texture
from bridgehead.render.ground import embankments, grid_svg, ground_svg, outline
from bridgehead.render.layout import SIZE, Layout
from bridgehead.render.marks import furniture_svg, marks_svg, numbers_svg, stations_svg, towns_svg
from bridgehead.render.names import Names
from bridgehead.render.paths import paths_svg
from bridgehead.render.sheet import Sheet, group, num
from bridgehead.render.style import LIGHT, Style
from bridgehead.render.water import Waters
from bridgehead.render.works import borders_svg, works_svg
from bridgehead.toolkit.drawing import UNDRAWN, Drawing


def map_svg(board: Board, style: Style = LIGHT, size: float = SIZE, drawing: Drawing = UNDRAWN) -> str:
    """A whole SVG document of the map, its layers in groups of class `layer ...`."""
    layout = Layout(board.grid, size)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(layout.width)} {num(layout.height)}" '
        f'class="map {style.name}">{map_layers(board, layout, style, drawing)}</svg>'
    )


def map_layers(board: Board, layout: Layout, style: Style = LIGHT, drawing: Drawing = UNDRAWN) -> str:
    """The layers alone, for a page or a position that has an SVG of its own.

    Classes of the groups: terrain, grid, lines, numbers, marks, names, furniture.
    """
    sheet = Sheet(board, layout, style, drawing)
    waters = Waters(sheet)
    return "".join(
        (
            f"<defs>{texture.defs(layout, style)}</defs>",
            land_svg(sheet, waters),
            numbers_svg(sheet),
            marks_svg(sheet),
            Names(sheet, waters).svg(),
            furniture_svg(sheet),
        )
    )


def land_svg(sheet: Sheet, waters: Waters) -> str:
    """Ground, grid and lines, without letters or marks; its textures are defined elsewhere."""
    return "".join(
        (
            f'<defs><clipPath id="{sheet.prefix}-ground"><path d="{outline(sheet)}"/></clipPath></defs>',
            group("layer terrain", ground_svg(sheet), waters.svg(), embankments(sheet)),
            group("layer grid", grid_svg(sheet)),
            group(
                "layer lines",
                borders_svg(sheet),
                towns_svg(sheet),
                paths_svg(sheet, waters),
                works_svg(sheet),
                stations_svg(sheet),
            ),
        )
    )
