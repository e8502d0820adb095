"""The sheet for the wall: the position with its turn track, its boxes and the key under it."""

from collections.abc import Iterable

import msgspec

from bridgehead.core.game import View
from bridgehead.render.key import key_block
from bridgehead.render.layout import SIZE, Layout
from bridgehead.render.letters import width
from bridgehead.render.position import TITLE, Piece, Tray, board_svg, known_units, title_svg
from bridgehead.render.rows import COLUMN, GAP, wrapped
from bridgehead.render.sheet import escaped, num
from bridgehead.render.style import LIGHT, SANS, SERIF, Style
from bridgehead.toolkit.wargame import AnyWargame, back_face

EDGE = 40.0
"""Paper at both sides of what stands under the map."""
PIECE = 44.0
STEP = 48.0
"""A counter in a box, and how far the next one lies from it."""
COLUMNS = 430.0
"""About how wide a column of the key becomes."""
SPACES = 12
"""Turns in one row of the track."""
BOX = 5
"""The fewest counters a box has room for in a row."""


class Panel(msgspec.Struct, frozen=True):
    """A box with its name, what it says, and what lies in it."""

    title: str
    words: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()
    now: str = ""
    """Something to mark it by."""

    def across(self, wide: float) -> int:
        return max(1, int((wide - 12) / STEP))

    def height(self, wide: float) -> float:
        rows = -(-len(self.pieces) // self.across(wide))
        return 30 + 17 * len(self.words) + STEP * max(rows, 0 if self.words else 1) + 8


def wall_svg(game: AnyWargame, view: View, style: Style = LIGHT) -> str:
    """A whole SVG document of what a side sees, to be printed and pinned up."""
    layout, tray = Layout(game.board.grid, SIZE), Tray()
    title = TITLE * SIZE
    board = board_svg(game, view, style, layout, tray)
    foot, high = foot_svg(game, view, style, layout.width, tray)
    whole = layout.height + high
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="wall {style.name}" '
        f'viewBox="0 {num(-title)} {num(layout.width)} {num(whole + title)}">{tray.defs()}'
        f'<rect y="{num(-title)}" width="{num(layout.width)}" height="{num(whole + title)}" '
        f'fill="{style.paper}"/>{board}{title_svg(game, view, layout, style)}'
        f'<g transform="translate(0 {num(layout.height)})">{foot}</g></svg>'
    )


def foot_svg(game: AnyWargame, view: View, style: Style, wide: float, tray: Tray) -> tuple[str, float]:
    """Turn track, boxes and key, and how high they are together."""
    room = wide - 2 * EDGE
    turns = turn_panels(game, view)
    spaces = -(-len(turns) // -(-len(turns) // SPACES))
    parts, y = [], 0.0
    sections = (
        ("turns", "Turn track, with reinforcements", rows_of(turns, room, spaces)),
        ("boxes", "Standing, and what is off the map", flow(box_panels(game, view), room)),
    )
    for name, head, rows in sections:
        body, high = section(head, rows, style, tray)
        parts.append(f'<g class="{name}" transform="translate({num(EDGE)} {num(y)})">{body}</g>')
        y += high
    columns = max(3, round(wide / COLUMNS))
    scale = room / (columns * (COLUMN + GAP) - GAP)
    key, high = key_block(game, style, columns)
    place = f"translate({num(EDGE)} {num(y)}) scale({scale:.4f})"
    parts.append(f'<g transform="{place}">{key}</g>')
    return "".join(parts), y + high * scale + EDGE


Placed = tuple[Panel, float, float]
"""A panel with its left edge and its width."""


def section(head: str, rows: Iterable[list[Placed]], style: Style, tray: Tray) -> tuple[str, float]:
    """A heading with rows of panels, and how high that is."""
    parts = [
        f'<text y="22" font-family="{SERIF}" font-weight="700" font-size="24" fill="{style.text}">'
        f"{escaped(head)}</text>"
    ]
    y = 36.0
    for row in rows:
        high = max(panel.height(wide) for panel, _, wide in row)
        parts.extend(panel_svg(panel, (left, y, wide, high), style, tray) for panel, left, wide in row)
        y += high + 10
    return "".join(parts), y + 22


def panel_svg(panel: Panel, box: tuple[float, float, float, float], style: Style, tray: Tray) -> str:
    left, top, wide, high = box
    rim = (style.entry, 4) if panel.now else (style.rim, 1.2)
    size = min(18.0, 18 * (wide - 16) / max(width(panel.title, 18), 1.0))
    said = "".join(
        f'<text x="{num(left + 8)}" y="{num(top + 43 + 17 * i)}" font-size="14">{escaped(line)}</text>'
        for i, line in enumerate(panel.words)
    )
    first, across = top + 32 + 17 * len(panel.words), panel.across(wide)
    pieces = "".join(
        tray.use(piece, left + 8 + i % across * STEP, first + i // across * STEP, PIECE)
        for i, piece in enumerate(panel.pieces)
    )
    return (
        f'<g class="panel" font-family="{SANS}" fill="{style.text}">'
        f'<rect x="{num(left)}" y="{num(top)}" width="{num(wide)}" height="{num(high)}" rx="6" '
        f'fill="{style.clear}" stroke="{rim[0]}" stroke-width="{rim[1]}"/>'
        f'<text x="{num(left + 8)}" y="{num(top + 22)}" font-weight="700" font-size="{num(size)}">'
        f"{escaped(panel.title)}</text>{said}{pieces}</g>"
    )


def rows_of(panels: list[Panel], room: float, spaces: int) -> list[list[Placed]]:
    """Panels of one width in full rows."""
    wide = room / spaces
    return [
        [(panel, i * wide, wide - 8) for i, panel in enumerate(panels[start : start + spaces])]
        for start in range(0, len(panels), spaces)
    ]


def flow(panels: list[Panel], room: float) -> list[list[Placed]]:
    """Panels as wide as their contents, one after another, then stretched to fill their rows."""
    rows: list[list[tuple[Panel, float]]] = [[]]
    for panel in panels:
        longest = max(width(line, 14) for line in (panel.title, *panel.words))
        wide = min(room, max(BOX, min(len(panel.pieces), 4 * BOX)) * STEP + 16)
        wide = max(wide, 1.25 * longest if panel.title else wide)
        if rows[-1] and sum(each for _, each in rows[-1]) + wide > room:
            rows.append([])
        rows[-1].append((panel, min(wide, room)))
    placed = []
    for row in rows:
        stretch, left = room / max(sum(each for _, each in row), room * 0.5), 0.0
        line = []
        for panel, wide in row:
            line.append((panel, left, wide * stretch - 8))
            left += wide * stretch
        placed.append(line)
    return [line for line in placed if line]


# --- what they hold


def turn_panels(game: AnyWargame, view: View) -> list[Panel]:
    """A space for each turn, with who comes then."""
    scenario = game.scenarios[view.scenario]
    due: dict[str, int] = view.facts.get("due", {})
    faces: dict[str, Piece] = {
        unit.id: Piece(game.face(game, unit)) for unit in known_units(game, view) if unit.id in due
    }
    found = []
    for turn in range(scenario.first_turn, scenario.turns + 1):
        name = scenario.turn_names[turn - 1] if turn <= len(scenario.turn_names) else ""
        coming = tuple(faces[unit] for unit, when in due.items() if when == turn and unit in faces)
        words = tuple(wrapped(name, 140, 14)) if name else ()
        found.append(Panel(f"Turn {turn}", words, coming, "now" if turn == max(view.turn, 1) else ""))
    return found


def box_panels(game: AnyWargame, view: View) -> list[Panel]:
    """The tracks, and the boxes with what lies in them."""
    due = view.facts.get("due", {})
    lying: dict[str, list[Piece]] = {}
    for unit in known_units(game, view):
        if unit.box and unit.id not in due:
            lying.setdefault(unit.box, []).append(Piece(game.face(game, unit)))
    for back in view.backs:
        if back.box:
            lying.setdefault(back.box, []).append(Piece(back_face(game, back), hidden=True))
    boxes: dict[str, str] = {box: box.replace("_", " ") for box in lying} | view.facts.get("boxes", {})
    turns = {f"Turn {turn}" for turn in range(game.scenarios[view.scenario].turns + 1)}
    panels = [
        Panel(title[:1].upper() + title[1:], (), tuple(lying.get(box, ())))
        for box, title in boxes.items()
        if title not in turns and (box in lying or box not in HIDDEN_EMPTY)
    ]
    return [*track_panels(view), *panels]


HIDDEN_EMPTY = ("unused", "removed", "deploying", "setup")
"""Boxes that are only worth printing while something is in them."""


def track_panels(view: View) -> list[Panel]:
    """What is counted."""
    note = str(view.facts.get("note", ""))
    lines = wrapped(note, 420, 14) if note else []
    for track in view.facts.get("tracks", ()):
        if track["name"] != "turn":
            most = f" of {track['most']}" if track.get("most") else ""
            lines.append(f"{track['title']}: {track['value']}{most}")
    return [Panel("Tracks", tuple(lines))] if lines else []
