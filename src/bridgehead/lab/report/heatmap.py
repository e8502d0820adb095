"""The map of a study: control, front line, fights and losses as heat on the drawn sheet."""

from __future__ import annotations

import base64
import json
import re
from html import escape
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from bridgehead.lab.analysis.tables import Tables, rows_of
from bridgehead.lab.playing.hexcounts import layers_of
from bridgehead.lab.report.charts import colour_of, number
from bridgehead.lab.study.cells import Cell
from bridgehead.lab.study.games import game_of
from bridgehead.render.layout import Layout
from bridgehead.render.map import map_layers

SIZE = 24.0
BY_TURN = 6
"""Cells whose heat is kept turn by turn; of the others the whole game only."""
FIRE = "#c0391b"
FRONT = "#6b2d8c"


class Layer(TypedDict):
    """One thing the map can show; `turns` holds a byte a hex, see `encoded`."""

    title: str
    colour: str
    most: float
    unit: str
    turns: dict[str, str]


class CellHeat(TypedDict):
    turns: int
    layers: list[Layer]


def heat_section(cells: list[Cell], tables: Tables) -> str:
    """The map of one game, the choices beside it, and the numbers behind it."""
    game = game_of(cells[0].game, cells[0].files)
    layout = Layout(game.board.grid, SIZE)
    data = [cell_heat(cell, tables, at < BY_TURN) for at, cell in enumerate(cells)]
    hexes = game.board.hexes
    corners = layout.corners(hexes[0])
    centre = layout.centre(hexes[0])
    shape = " ".join(f"{x - centre[0]:.1f} {y - centre[1]:.1f}" for x, y in corners)
    spots = [f"{x:.1f} {y:.1f}" for x, y in map(layout.centre, hexes)]
    names = [f"{game.printed(hex)} {game.names.get(f'{hex:04d}', '')}".strip() for hex in hexes]
    variants = len({cell.variant for cell in cells}) > 1
    cell_choice = "".join(
        f'<option value="{at}">{escape(title(cell, variants))}</option>' for at, cell in enumerate(cells)
    )
    held = {"cells": data, "names": names, "shape": shape, "spots": spots}
    return (
        '<div class="heat"><p class="controls">'
        f'<label>Games <select class="heat-cell">{cell_choice}</select></label> '
        '<label>Show <select class="heat-layer"></select></label> '
        '<label>Turn <input class="heat-turn" type="range" min="0" max="1" value="0"> '
        '<output class="heat-turn-name">whole game</output></label></p>'
        '<p class="heat-note note">Point at a hex to read its figure.</p>'
        f'<svg class="sheet" viewBox="0 0 {number(layout.width)} {number(layout.height)}">'
        f'{own_ids(map_layers(game.board, layout), game.name)}<g class="heat-hexes"></g></svg>'
        f'<script type="application/json" class="heat-data">{json.dumps(held)}</script></div>'
    )


def own_ids(drawn: str, name: str) -> str:
    """A drawing whose ids are its own, so that several stand on one page."""
    return re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{name}-", drawn)


def title(cell: Cell, variants: bool) -> str:
    scenario = game_of(cell.game, cell.files).scenarios[cell.scenario].title
    return f"{scenario} · {cell.variant}" if variants else scenario


def cell_heat(cell: Cell, tables: Tables, by_turn: bool) -> CellHeat:
    """The layers of one cell, each scaled to a byte a hex."""
    game = game_of(cell.game, cell.files)
    sides = cell.camps
    counts = tables.heat[cell.key].astype(float)
    layers = layers_of(sides)
    games = max(rows_of(tables.games, cell).height, 1)
    turns = counts.shape[1] - 1
    names = {side: game.names.get(side, side) for side in sides}
    found = [
        layer("fights", FIRE, counts[layers.index("fought")], games, "fights a game", by_turn),
        layer("front line", FRONT, counts[layers.index("front")], games, "of turns", by_turn, turns),
    ]
    for side in sides:
        colour = colour_of(side, sides)
        held = counts[layers.index(f"held:{side}")]
        lost = counts[layers.index(f"lost:{side}")]
        stood = counts[layers.index(f"stood:{side}")]
        found.append(layer(f"{names[side]}: ground held", colour, held, games, "of turns", by_turn, turns))
        found.append(layer(f"{names[side]}: units stood", colour, stood, games, "of turns", by_turn, turns))
        found.append(layer(f"{names[side]}: steps lost", FIRE, lost, games, "steps a game", by_turn))
    return {"turns": turns, "layers": found}


def layer(
    title: str,
    colour: str,
    counts: NDArray[np.float64],
    games: int,
    unit: str,
    by_turn: bool,
    turns: int = 0,
) -> Layer:
    """Counts by turn and hex as bytes: 255 is `most`. A share of turns counts turns, otherwise sums."""
    whole = counts.sum(axis=0) / games / (turns or 1)
    shown = {"all": whole}
    if by_turn:
        shown.update({str(turn): counts[turn] / games for turn in range(1, counts.shape[0])})
    most = (
        1.0 if turns else float(max((each.max(initial=0.0) for each in shown.values()), default=0.0)) or 1.0
    )
    return {
        "title": title,
        "colour": colour,
        "most": most,
        "unit": unit,
        "turns": {name: encoded(each / most) for name, each in shown.items()},
    }


def encoded(shares: NDArray[np.float64]) -> str:
    """A byte a hex; a run of nothing is a zero and its length."""
    found = bytearray()
    run = 0
    for byte in [*np.ceil(np.clip(shares, 0, 1) * 255).astype(np.uint8).tolist(), None]:
        if byte == 0 and run < 255:
            run += 1
            continue
        if run:
            found += bytes((0, run))
        run = int(byte == 0)
        if byte:
            found.append(byte)
    return base64.b64encode(bytes(found)).decode()


def decoded(text: str) -> bytes:
    """What `encoded` wrote."""
    found = bytearray()
    held = iter(base64.b64decode(text))
    for byte in held:
        found += bytes(next(held)) if byte == 0 else bytes((byte,))
    return bytes(found)
