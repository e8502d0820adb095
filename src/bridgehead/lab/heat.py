"""The map of a study: control, front line, fights and losses as heat on the drawn sheet."""

from __future__ import annotations

import base64
import json
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.lab.charts import colour_of, number
from bridgehead.lab.study import Cell, game_of, sides_in
from bridgehead.lab.tables import Tables
from bridgehead.lab.watch import layers_of
from bridgehead.render.layout import Layout
from bridgehead.render.map import map_layers

SIZE = 24.0
BY_TURN = 6
"""Cells whose heat is kept turn by turn; of the others the whole game only."""
FIRE = "#c0391b"
FRONT = "#6b2d8c"


def heat_section(cells: list[Cell], tables: Tables) -> str:
    """The map, the choices beside it, and the numbers behind it."""
    game = game_of(cells[0].game, cells[0].files)
    layout = Layout(game.board.grid, SIZE)
    data = [cell_heat(cell, tables, at < BY_TURN) for at, cell in enumerate(cells)]
    hexes = game.board.hexes
    first = decoded(data[0]["layers"][0]["turns"]["all"])
    polygons = "".join(
        f'<path d="{outline(layout, hex)}" data-i="{at}" fill="{FIRE}" '
        f'fill-opacity="{number(first[at] / 300)}"/>'
        for at, hex in enumerate(hexes)
    )
    names = [f"{hex:04d} {game.names.get(f'{hex:04d}', '')}".strip() for hex in hexes]
    cell_choice = "".join(
        f'<option value="{at}">{escape(cell.key)}</option>' for at, cell in enumerate(cells)
    )
    layer_choice = "".join(
        f'<option value="{at}">{escape(layer["title"])}</option>'
        for at, layer in enumerate(data[0]["layers"])
    )
    return (
        '<section id="map"><h2>On the map</h2><p class="controls">'
        f'<label>Games <select id="heat-cell">{cell_choice}</select></label> '
        f'<label>Show <select id="heat-layer">{layer_choice}</select></label> '
        '<label>Turn <input id="heat-turn" type="range" min="0" max="1" value="0"> '
        '<output id="heat-turn-name">whole game</output></label></p>'
        '<p id="heat-note" class="note">Point at a hex to read its figure.</p>'
        f'<svg class="sheet" viewBox="0 0 {number(layout.width)} {number(layout.height)}">'
        f"{map_layers(game.board, layout)}"
        f'<g id="heat">{polygons}</g></svg>'
        '<script type="application/json" id="heat-data">'
        f"{json.dumps({'cells': data, 'names': names})}</script>"
        "</section>"
    )


def outline(layout: Layout, hex: int) -> str:
    return "M" + " ".join(f"{x:.1f} {y:.1f}" for x, y in layout.corners(hex)) + "Z"


def cell_heat(cell: Cell, tables: Tables, by_turn: bool) -> dict[str, Any]:
    """The layers of one cell, each scaled to a byte a hex."""
    game = game_of(cell.game, cell.files)
    sides = sides_in(game, cell.scenario)
    counts = tables.heat[cell.key].astype(float)
    layers = layers_of(sides)
    mine = (tables.games["variant"] == cell.variant) & (tables.games["scenario"] == cell.scenario)
    games = max(int(mine.sum()), 1)
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
) -> dict[str, Any]:
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
    return base64.b64encode(np.ceil(np.clip(shares, 0, 1) * 255).astype(np.uint8).tobytes()).decode()


def decoded(text: str) -> bytes:
    return base64.b64decode(text)
