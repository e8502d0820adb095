"""Pieces of map for the key: a hex or two with one thing in it, drawn by the same layers as the map."""

from typing import Any

import msgspec

from bridgehead.hexes.board import Board, MapFile
from bridgehead.hexes.grid import Grid, Hex, printed
from bridgehead.render.layout import SIZE, Layout
from bridgehead.render.map import land_svg
from bridgehead.render.marks import DEPOT, emblem, marks_svg
from bridgehead.render.sheet import Sheet, num
from bridgehead.render.style import SANS, Style
from bridgehead.render.water import Waters
from bridgehead.toolkit.drawing import Drawing

HERE = Hex(202)
CLOSE = (1.15, 0.8)
"""Half the width and height of what is shown around a hexside, as multiples of the size of a hex."""


class Sampler:
    """Draws samples in the way of one map; each has ids of its own."""

    def __init__(self, board: Board, drawing: Drawing, style: Style) -> None:
        self.drawing = drawing
        self.style = style
        self.default = board.file.default
        self.grid: Grid = msgspec.structs.replace(board.grid, first=(1, 3), second=(1, 3))
        self.count = 0

    def beside(self) -> Hex:
        """The neighbour of the sample's hex that lies most to its right."""
        layout = Layout(self.grid)
        return max((self.grid.neighbour(HERE, d) for d in range(6)), key=lambda hex: layout.centre(hex)[0])

    def terrain(self, kind: str) -> str:
        return self.draw((HERE,), terrain={kind: printed(HERE)})

    def overlay(self, kind: str) -> str:
        return self.draw((HERE,), overlay={kind: printed(HERE)})

    def hexside(self, kind: str) -> str:
        return self.draw((HERE, self.beside()), hexside={kind: self.side()})

    def drawn(self, name: str) -> str:
        return self.draw((HERE, self.beside()), drawn={name: self.side()})

    def path(self, kind: str, water: str = "") -> str:
        """A road or railroad from one hex to the next, over water if that is named."""
        over = {"hexside": {water: self.side()}} if water else {}
        return self.draw((HERE, self.beside()), path={kind: {"a": self.side().replace("/", " ")}}, **over)

    def place(self, kind: str) -> str:
        return self.draw((HERE,), place={printed(HERE): {"name": "", "kind": kind}})

    def level(self) -> str:
        return self.draw((HERE, self.beside()), level={"1": printed(self.beside())})

    def bridge_hex(self) -> str:
        """A hex of water that a road crosses."""
        through = (
            f"{printed(self.grid.neighbour(HERE, 0))} {printed(HERE)} {printed(self.grid.neighbour(HERE, 3))}"
        )
        return self.draw(
            (HERE,),
            terrain={"lake": printed(HERE)},
            path={"main_road": {"a": through}},
            mark={"bridge": printed(HERE)},
        )

    def island(self) -> str:
        label = {"name": "", "hexes": printed(HERE), "kind": "island"}
        return self.draw((HERE,), terrain={"lake": printed(HERE)}, label=[label])

    def mark(self, name: str) -> str:
        return self.draw((HERE,), mark={name: printed(HERE)})

    def emblem(self, name: str) -> str:
        """What stands at the edge of the map for a source or a way in."""
        word, _, letter = name.partition("_")
        sheet, at = self.sheet(self.grid), 0.4 * SIZE
        sign = DEPOT if word in ("source", "supply") else ""
        drawn = emblem(
            sheet,
            (at, at),
            letter.upper() if len(letter) == 1 else "",
            sheet.drawing.owner.get(name, ""),
            sign,
        )
        return (
            f'<svg width="{num(2 * at)}" height="{num(2 * at)}" viewBox="0 0 {num(2 * at)} {num(2 * at)}">'
            f'<g font-family="{SANS}" font-weight="700" text-anchor="middle">{drawn}</g></svg>'
        )

    def side(self) -> str:
        return f"{printed(HERE)}/{printed(self.beside())}"

    def draw(self, hexes: tuple[Hex, ...], **tables: Any) -> str:
        """The hexes with what the tables say; what a path needs beyond them is there, and not shown."""
        keep = hexes if "path" not in tables or len(hexes) > 1 else tuple(self.grid.hexes())
        off = " ".join(printed(hex) for hex in self.grid.hexes() if hex not in keep)
        sheet = self.sheet(self.grid, off=off, **tables)
        return picture(sheet, view_box(sheet.layout, hexes))

    def sheet(self, grid: Grid, **tables: Any) -> Sheet:
        """A sheet of its own ids."""
        whole = {"grid": msgspec.to_builtins(grid), "default": self.default, "terrain": {}, **tables}
        board = Board(msgspec.convert(whole, MapFile), lambda key, why: ValueError(f"{key}: {why}"))
        self.count += 1
        return Sheet(board, Layout(board.grid), self.style, self.drawing, f"bh-k{self.count}")


def picture(sheet: Sheet, box: tuple[float, float, float, float]) -> str:
    """Part of a sheet as a nested SVG."""
    left, top, wide, high = map(num, box)
    return (
        f'<svg width="{wide}" height="{high}" viewBox="{left} {top} {wide} {high}">'
        f"{land_svg(sheet, Waters(sheet))}{marks_svg(sheet)}</svg>"
    )


def view_box(layout: Layout, hexes: tuple[Hex, ...]) -> tuple[float, float, float, float]:
    """Left, top, width and height around some hexes."""
    if len(hexes) > 1:
        (x, y), wide, high = layout.middle(*hexes), CLOSE[0] * layout.size, CLOSE[1] * layout.size
        return (x - wide, y - high, 2 * wide, 2 * high)
    corners = [corner for hex in hexes for corner in layout.corners(hex)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return (min(xs) - 2, min(ys) - 2, max(xs) - min(xs) + 4, max(ys) - min(ys) + 4)
