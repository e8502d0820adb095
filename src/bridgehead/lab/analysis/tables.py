"""A study's rows as tables: read from its shards, written as Parquet, the same on any number of workers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import UnionType
from typing import get_args, get_type_hints

import msgspec
import numpy as np
from numpy.typing import NDArray

from bridgehead.extras import extra
from bridgehead.lab.playing.hexcounts import HexCounts, layers_of
from bridgehead.lab.playing.recorder import BINS
from bridgehead.lab.playing.rows import FightRow, GameRow, HappeningRow, TurnRow
from bridgehead.lab.playing.shards import Shard, read_shard, shard_tasks
from bridgehead.lab.study.cells import Cell
from bridgehead.lab.study.games import game_of

with extra("lab"):
    import polars as pl

KINDS: dict[str, type[msgspec.Struct]] = {
    "games": GameRow,
    "turns": TurnRow,
    "fights": FightRow,
    "happenings": HappeningRow,
}
COLUMNS: dict[type, type[pl.DataType]] = {str: pl.String, int: pl.Int64, float: pl.Float64}


class Tables(msgspec.Struct):
    """Everything kept of a study."""

    games: pl.DataFrame
    turns: pl.DataFrame
    fights: pl.DataFrame
    happenings: pl.DataFrame
    heat: dict[str, NDArray[np.int32]]
    """By cell: counts by layer, turn and hex."""
    dice: dict[str, dict[str, list[int]]]
    """By cell and side: how often each face was rolled."""
    bins: NDArray[np.int64]
    """How often chance fell in each part of its range."""
    seconds: pl.DataFrame


def schema(kind: type[msgspec.Struct]) -> dict[str, type[pl.DataType]]:
    """The columns of a table, by the fields of its rows."""
    hints = get_type_hints(kind)
    plain = {
        name: next(each for each in get_args(hint) if each is not type(None))
        if isinstance(hint, UnionType)
        else hint
        for name, hint in hints.items()
    }
    return {name: pl.UInt64 if name == "seed" else COLUMNS[plain[name]] for name in kind.__struct_fields__}


def frame(kind: type[msgspec.Struct], rows: Sequence[msgspec.Struct], game: str = "") -> pl.DataFrame:
    """Rows of one game as a table."""
    table = pl.DataFrame([msgspec.structs.astuple(row) for row in rows], schema=schema(kind), orient="row")
    return table.select(pl.lit(game).alias("game"), pl.all())


def gather(folder: Path, cells: list[Cell]) -> Tables:
    """All shards of a study, in the order of cells and games."""
    parts: dict[str, list[pl.DataFrame]] = {name: [frame(kind, [])] for name, kind in KINDS.items()}
    counts = {cell.key: HexCounts(cell) for cell in cells}
    dice: dict[str, dict[str, list[int]]] = {cell.key: {} for cell in cells}
    bins = np.zeros(BINS, np.int64)
    seconds: list[tuple[str, str, str, int, float]] = []
    for task in shard_tasks(folder / "shards"):
        cell = cells[task.cell]
        shard = read_shard(folder / "shards" / task.file)
        for name, kind in KINDS.items():
            parts[name].append(frame(kind, getattr(shard, name), cell.game))
        counts[cell.key].add_packed(shard.heat)
        bins += np.array(shard.bins, np.int64)
        add_dice(dice[cell.key], shard)
        timed = zip(shard.games, shard.seconds, strict=True)
        where = (cell.game, cell.variant, cell.scenario)
        seconds.extend((*where, game.number, taken) for game, taken in timed)
    return Tables(
        **{name: pl.concat(frames, rechunk=True) for name, frames in parts.items()},
        heat={key: each.array for key, each in counts.items()},
        dice=dice,
        bins=bins,
        seconds=pl.DataFrame(
            seconds,
            schema={
                "game": pl.String,
                "variant": pl.String,
                "scenario": pl.String,
                "number": pl.Int64,
                "seconds": pl.Float64,
            },
            orient="row",
        ),
    )


def add_dice(total: dict[str, list[int]], shard: Shard) -> None:
    for side, faces in shard.dice.items():
        before = total.setdefault(side, [0] * 6)
        total[side] = [a + b for a, b in zip(before, faces, strict=True)]


def heat_frame(cells: list[Cell], heat: dict[str, NDArray[np.int32]]) -> pl.DataFrame:
    """Counts by hex as rows, those of nothing left out."""
    found = []
    for cell in cells:
        game = game_of(cell.game, cell.files)
        layers = layers_of(cell.camps)
        counts = heat[cell.key]
        layer, turn, hex = np.nonzero(counts)
        found.append(
            pl.DataFrame(
                {
                    "game": [cell.game] * len(layer),
                    "variant": [cell.variant] * len(layer),
                    "scenario": [cell.scenario] * len(layer),
                    "layer": [layers[each] for each in layer],
                    "turn": turn.astype(np.int64),
                    "hex": np.array(game.board.hexes, np.int64)[hex],
                    "count": counts[layer, turn, hex].astype(np.int64),
                }
            )
        )
    return pl.concat(found, rechunk=True)


def write_parquet(tables: Tables, cells: list[Cell], folder: Path) -> list[Path]:
    """One file a table. All but timing.parquet are the same however the study was played."""
    frames = {name: getattr(tables, name) for name in KINDS}
    frames["hexes"] = heat_frame(cells, tables.heat)
    frames["timing"] = tables.seconds
    files = []
    for name, table in frames.items():
        file = folder / f"{name}.parquet"
        table.write_parquet(file)
        files.append(file)
    return files


def rows_of(table: pl.DataFrame, cell: Cell) -> pl.DataFrame:
    """The rows of one cell."""
    return table.filter(
        (pl.col("game") == cell.game)
        & (pl.col("variant") == cell.variant)
        & (pl.col("scenario") == cell.scenario)
    )
