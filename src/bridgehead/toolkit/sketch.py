"""A small picture of a position in plain text: the hexes about the place where the decision falls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bridgehead.core.game import View, view_of
from bridgehead.core.values import Hex, Side

if TYPE_CHECKING:
    from bridgehead.core.state import AnyState
    from bridgehead.toolkit.wargame import AnyWargame

FILES, RANKS = 11, 7
"""How many hexes the picture is wide and high."""
WIDTH = 5
"""Letters a hex takes; a shifted file stands one line lower."""


def sketch(game: AnyWargame, s: AnyState, side: Side | None) -> str:
    """Each hex as `2G.`: units, the first letter of their side, the first letter of the terrain."""
    view = view_of(s, side, game.view(s, side))
    units = counted(view)
    first, second = divmod(middle(game, view, units), 100)
    grid = game.board.grid
    low = max(grid.first[0], min(first - FILES // 2, grid.first[1] - FILES + 1))
    top = max(grid.second[0], min(second - RANKS // 2, grid.second[1] - RANKS + 1))
    files = range(low, min(low + FILES, grid.first[1] + 1))
    lines = ["  " + "".join(f"{file:02d}".rjust(WIDTH) for file in files)]
    for rank in range(top, min(top + RANKS, grid.second[1] + 1)):
        for shifted in (False, True):
            cells = [
                drawn(game, units, Hex(file * 100 + rank)) if grid.lies_shifted(file) is shifted else ""
                for file in files
            ]
            number = "  " if shifted else f"{rank:02d}"
            lines.append(number + "".join(cell.rjust(WIDTH) for cell in cells))
    return "\n".join(line.rstrip() for line in lines)


def counted(view: View) -> Mapping[Hex, str]:
    """By hex: how many counters a side sees there, and whose the last is."""
    found: dict[Hex, tuple[int, str]] = {}
    for hex, owner in (
        *((Hex(unit["hex"]), str(unit["side"])) for unit in view.units),
        *((back.hex, str(back.side)) for back in view.backs),
    ):
        if hex:
            found[hex] = found.get(hex, (0, ""))[0] + 1, owner
    return {hex: f"{count}{owner[:1].upper()}" for hex, (count, owner) in found.items()}


def middle(game: AnyWargame, view: View, units: Mapping[Hex, str]) -> Hex:
    """Where the decision falls: what it is about, or else the hex most units are near."""
    for hex in view.about.hexes:
        return hex
    for unit in view.units:
        if unit["id"] == view.about.unit and unit["hex"]:
            return Hex(unit["hex"])
    near = game.board.near
    return max(units, key=lambda hex: sum(to in units for to in near[hex]), default=game.board.hexes[0])


def drawn(game: AnyWargame, units: Mapping[Hex, str], hex: Hex) -> str:
    if hex not in game.board:
        return ""
    ground = game.board.terrain[hex]
    return units.get(hex, "") + ("." if ground == game.board.kinds[0] else ground[:1])
