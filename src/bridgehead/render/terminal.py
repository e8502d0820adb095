"""The board as text for a console.

A hex is a block of two lines: its number, and that of the option it belongs to, above; the top counter of its
stack, or the name of the place, below. Blue bars and underlines between blocks are water.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from textwrap import wrap

import msgspec
from rich.style import Style as Look
from rich.text import Text

from bridgehead.core.game import View
from bridgehead.hexes.board import Board
from bridgehead.hexes.grid import NOWHERE, Hex, Hexside
from bridgehead.render.counters import NATIONS, OTHER
from bridgehead.render.layout import Layout
from bridgehead.render.position import Piece, stacks
from bridgehead.render.style import DARK
from bridgehead.render.water import WATER, WIDTHS
from bridgehead.toolkit.wargame import AnyWargame

COLUMNS = 120
ROWS = 38
LEGEND = 3
"""Lines kept for it below the window."""
USUAL, WIDE = 7, 8
"""Letters from one column of hexes to the next: as many as let everything of interest be seen."""

GROUNDS = {
    "woods": "#3d5230",
    "rough": "#5a4a2e",
    "hills": "#5a4a2e",
    "heights": "#66532f",
    "marsh": "#33504f",
    "swamp": "#33504f",
    "village": "#5b5650",
    "town": "#6a645d",
    "city": "#7a736b",
    "suburb": "#57524b",
    "park": "#46583a",
    "airfield": "#4c4a3b",
}
CLEAR = DARK.clear
OPEN_WATER = "#27485e"
LIT = Look(color="#1c1a14", bgcolor="#ffd34d", bold=True)
QUIET = "#c0b7a0"
STREAM = Look(color="#6fb7e8", bold=True)


class Cell(msgspec.Struct):
    """A character of the drawing with its look."""

    letter: str = " "
    look: Look = Look()


class Canvas:
    """A sheet of characters."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.cells = [[Cell() for _ in range(columns)] for _ in range(rows)]

    def write(self, column: int, row: int, words: str, look: Look) -> None:
        for i, letter in enumerate(words):
            if 0 <= row < self.rows and 0 <= column + i < self.columns:
                self.cells[row][column + i] = Cell(letter, look)

    @property
    def lowest(self) -> int:
        """The last row with something on it."""
        return max(
            (row for row, line in enumerate(self.cells) if any(cell.look.bgcolor for cell in line)),
            default=-1,
        )

    def add(self, column: int, row: int, count: int, look: Look) -> None:
        """Lay a look over what is written."""
        for i in range(count):
            if 0 <= row < self.rows and 0 <= column + i < self.columns:
                cell = self.cells[row][column + i]
                cell.look = cell.look + (look if cell.letter == " " else Look(underline=True))

    def text(self) -> Text:
        drawn = Text()
        for line in self.cells[: self.lowest + 1]:
            last = max(
                (i for i, cell in enumerate(line) if cell.letter != " " or cell.look.bgcolor), default=-1
            )
            for cell in line[: last + 1]:
                drawn.append(cell.letter, cell.look)
            drawn.append("\n")
        return drawn


class Window:
    """Which hexes are shown, and at which character each begins."""

    def __init__(self, board: Board, centre: Hex, columns: int, rows: int, wide: int = USUAL) -> None:
        self.layout = Layout(board.grid, 1.0)
        self.wide = wide if self.layout.flat else 8
        self.columns, self.rows = columns, rows
        spots = {hex: self.cell(hex) for hex in board.hexes}
        left, top = min(x for x, _ in spots.values()), min(y for _, y in spots.values())
        right, bottom = max(x for x, _ in spots.values()), max(y for _, y in spots.values())
        x, y = spots[centre]
        x = clamp(x - columns // 2, left, max(left, right + self.wide - columns))
        y = clamp(y - rows // 2, top, max(top, bottom + 2 - rows))
        self.spots = {
            hex: (column - x, row - y)
            for hex, (column, row) in spots.items()
            if 0 <= column - x <= columns - self.wide and 0 <= row - y <= rows - 2
        }

    def cell(self, hex: Hex) -> tuple[int, int]:
        """The character of a hex on the whole sheet."""
        px, py = self.layout.centre(hex)
        if self.layout.flat:
            return round(px / 1.5) * self.wide, round(py / (3**0.5 / 2))
        return round(px / (3**0.5 / 2)) * (self.wide // 2), round(py / 1.5) * 2


def best_window(board: Board, shown: list[Hex], focus: Hex, columns: int, rows: int) -> Window:
    """All that is of interest, side by side, if it fits; around the options or the fighting if not."""
    files = [hex // 100 for hex in shown]
    fits = columns // (max(files) - min(files) + 1) if files else 0
    if fits < USUAL or not Layout(board.grid, 1.0).flat:
        return Window(board, focus, columns, rows)
    amid = (max(files) + min(files) + 1) // 2
    centre = min(board.hexes, key=lambda hex: (abs(hex // 100 - amid), abs(hex % 100 - focus % 100)))
    return Window(board, centre, columns, rows, min(fits, WIDE))


def board_text(
    game: AnyWargame,
    view: View,
    lit: Mapping[Hex, str] | None = None,
    columns: int = COLUMNS,
    rows: int = ROWS,
    centre: Hex = NOWHERE,
) -> Text:
    """A window of the board around the fighting, or around a hex.

    `lit` holds the hexes of options with what to call each ("7", or "7-9" for several).
    """
    board, pieces = game.board, stacks(game, view)
    lit = {hex: option for hex, option in (lit or {}).items() if hex in board}
    if centre in board:
        window = Window(board, centre, columns, rows - LEGEND)
    else:
        shown = [hex for hex in (*pieces, *lit) if hex in board]
        window = best_window(board, shown, focus(board, view, lit), columns, rows - LEGEND)
    canvas = Canvas(columns, rows - LEGEND)
    for hex, spot in window.spots.items():
        draw_hex(canvas, board, hex, spot, window.wide - 1, pieces.get(hex, []), lit.get(hex, ""))
    for a, b in waters(board):
        draw_water(canvas, window, a, b)
    drawn = canvas.text()
    drawn.append_text(legend(board, pieces, window, lit))
    return drawn


def draw_hex(
    canvas: Canvas, board: Board, hex: Hex, spot: tuple[int, int], wide: int, pile: list[Piece], option: str
) -> None:
    """The block of a hex: number and option above, counter or name below."""
    column, row = spot
    ground = background(board, hex)
    canvas.write(column, row, board.grid.printed(hex).ljust(wide), Look(color=QUIET, bgcolor=ground))
    place = board.places.get(hex)
    name = place.name if place is not None and place.label else ""
    canvas.write(column, row + 1, name[:wide].ljust(wide), Look(color="#d8cfb8", bgcolor=ground, italic=True))
    if pile:
        nation = NATIONS.get(pile[-1].face.nationality, OTHER)
        look = Look(color=nation.ink, bgcolor=nation.fill, bold=True)
        canvas.write(column, row + 1, short(pile[-1], len(pile), wide), look)
    if option:
        tag = tag_of(option, wide - 4)
        canvas.write(column + wide - len(tag), row, tag, LIT)


def tag_of(option: str, letters: int) -> str:
    """What to call the option of a hex beside its number; the first of several where there is no room."""
    return f"▸{option if len(option) < letters else option.partition('-')[0].rstrip('+')}"


def short(piece: Piece, count: int, wide: int) -> str:
    """A counter in a few letters, with the number of those below it."""
    more = f"+{count - 1}" if count > 1 else ""
    label = piece.face.label or piece.face.symbol[:3]
    label = "?" if piece.hidden and not piece.face.label else label.replace(" ", "")
    return (label[: wide - len(more)].ljust(wide - len(more)) + more)[:wide]


def background(board: Board, hex: Hex) -> str:
    """The colour of the ground: of what stands on it if it is built over."""
    if board.terrain[hex] in WATER:
        return OPEN_WATER
    for kind in ("city", "town", "village", "woods", "swamp"):
        if hex in board.overlay.get(kind, ()):
            return GROUNDS[kind]
    if board.terrain[hex] not in GROUNDS and board.level[hex] > lowest_level(board):
        return DARK.level[min(board.level[hex] - lowest_level(board), len(DARK.level)) - 1]
    return GROUNDS.get(board.terrain[hex], CLEAR)


@lru_cache(maxsize=8)
def lowest_level(board: Board) -> int:
    return min(board.level[hex] for hex in board.hexes)


def waters(board: Board) -> Iterator[Hexside]:
    for kind in WIDTHS:
        yield from sorted(board.features.get(kind, ()))


def draw_water(canvas: Canvas, window: Window, a: Hex, b: Hex) -> None:
    """A blue bar in the gap between two blocks, or a line under the upper one."""
    if a not in window.spots or b not in window.spots:
        return
    (ax, ay), (bx, by) = window.spots[a], window.spots[b]
    left, other = ((ax, ay), (bx, by)) if ax < bx else ((bx, by), (ax, ay))
    gap = window.wide - 1
    underline = Look(underline=True, color="#6fb7e8")
    if ax == bx:
        canvas.add(ax, min(ay, by) + 1, gap, underline)
    elif window.layout.flat:
        canvas.write(left[0] + gap, max(ay, by), "┃", STREAM)
    elif ay == by:
        canvas.write(left[0] + gap, ay, "┃", STREAM)
        canvas.write(left[0] + gap, ay + 1, "┃", STREAM)
    else:
        upper = left if left[1] < other[1] else other
        start = upper[0] + (gap // 2 if upper == left else 0)
        canvas.add(start, upper[1] + 1, gap - gap // 2, underline)


def focus(board: Board, view: View, lit: Mapping[Hex, str]) -> Hex:
    """The hex to look at: amid the options, else where the sides meet, else amid the units."""
    sides: dict[Hex, str] = {}
    for unit in view.units:
        if unit.get("hex"):
            sides[unit["hex"]] = unit["side"]
    for back in view.backs:
        if back.hex:
            sides[back.hex] = back.side
    touching = [
        hex for hex, side in sides.items() if any(sides.get(to, side) != side for to in board.near[hex])
    ]
    return middle(board, list(lit) or touching or list(sides) or list(board.hexes))


def middle(board: Board, hexes: list[Hex]) -> Hex:
    """The hex of the board nearest to the centre of some."""
    points = [board.grid.point(hex) for hex in hexes if hex in board] or [board.grid.point(board.hexes[0])]
    x = sum(x for x, _ in points) / len(points)
    y = sum(y for _, y in points) / len(points)

    def far(hex: Hex) -> float:
        hx, hy = board.grid.point(hex)
        return (hx - x) ** 2 + 3 * (hy - y) ** 2

    return min(board.hexes, key=far)


def legend(board: Board, pieces: Mapping[Hex, list[Piece]], window: Window, lit: Mapping[Hex, str]) -> Text:
    """What the colours mean, and which options lie outside the window."""
    drawn = Text()
    drawn.append("▸n", LIT)
    drawn.append(" option  ", QUIET)
    drawn.append("┃", STREAM)
    drawn.append(" water  ", QUIET)
    for kind in ground_kinds(board, window.spots):
        drawn.append("  ", Look(bgcolor=GROUNDS.get(kind, OPEN_WATER if kind in WATER else CLEAR)))
        drawn.append(f" {kind}  ", QUIET)
    drawn.append("\n")
    for nationality in dict.fromkeys(piece.face.nationality for pile in pieces.values() for piece in pile):
        nation = NATIONS.get(nationality, OTHER)
        name = nationality.rstrip("0123456789").title()
        drawn.append(f" {name} ", Look(color=nation.ink, bgcolor=nation.fill, bold=True))
        drawn.append("  ")
    outside = [
        f"▸{option} {board.grid.printed(hex)}"
        for hex, option in sorted(lit.items())
        if hex not in window.spots
    ]
    if outside:
        more = f" and {len(outside) - 6} more" if len(outside) > 6 else ""
        drawn.append(f"outside: {', '.join(outside[:6])}{more}", QUIET)
    drawn.append("\n")
    drawn.append_text(cut_names(board, pieces, window))
    return drawn


def cut_names(board: Board, pieces: Mapping[Hex, list[Piece]], window: Window) -> Text:
    """The names in the window that stand in no hex in full: too long for it, or under a counter."""
    named = [(hex, board.places[hex]) for hex in sorted(window.spots) if hex in board.places]
    short = [
        f"{board.grid.printed(hex)} {place.name}"
        for hex, place in named
        if place.label and (hex in pieces or len(place.name) > window.wide - 1)
    ]
    return Text("".join(f"{line}\n" for line in wrap("; ".join(short), window.columns)), QUIET)


def ground_kinds(board: Board, hexes: Iterable[Hex]) -> list[str]:
    shown = set(hexes)
    found = {board.terrain[hex] for hex in shown}
    found.update(kind for kind, over in board.overlay.items() if kind in GROUNDS and shown & over)
    return sorted(found)


def clamp(value: int, low: int, high: int) -> int:
    return max(low, min(value, high))
