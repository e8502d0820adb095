"""Variants against one another, game by game with equal seeds."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from bridgehead.lab.analysis.statistics import (
    Numbers,
    holm,
    mean_interval,
    sign_flip_p,
)
from bridgehead.lab.analysis.tables import Tables, rows_of
from bridgehead.lab.study.cells import Cell


def compared(cells: list[Cell], tables: Tables) -> list[dict[str, Any]]:
    """Each variant against the first, game by game with equal seeds."""
    found: list[dict[str, Any]] = []
    for where in dict.fromkeys((cell.game, cell.scenario) for cell in cells):
        first, *others = [cell for cell in cells if (cell.game, cell.scenario) == where]
        found.extend(difference(first, other, tables) for other in others)
    chances = [each["p"] for row in found for each in row["points"].values()]
    adjusted = iter(holm(chances))
    for row in found:
        for each in row["points"].values():
            each["p_together"] = next(adjusted)
    return found


def difference(first: Cell, other: Cell, tables: Tables) -> dict[str, Any]:
    sides = first.camps
    a, b = rows_of(tables.games, first), rows_of(tables.games, other)
    both = a.join(b, on="number", suffix="_other").sort("number")

    def paired(now: Numbers, before: Numbers) -> dict[str, Any]:
        change = now - before
        return {"change": mean_interval(change), "p": sign_flip_p(change)}

    return {
        "game": first.game,
        "scenario": first.scenario,
        "variant": other.variant,
        "against": first.variant,
        "games": both.height,
        "points": {
            side: paired(points(both["winner_other"], side), points(both["winner"], side)) for side in sides
        },
        "margin": paired(both["margin_other"].to_numpy(), both["margin"].to_numpy()),
        "turns": paired(both["turn_other"].to_numpy().astype(float), both["turn"].to_numpy().astype(float)),
        "lost": {
            side: paired(losses(tables, other, side, both), losses(tables, first, side, both))
            for side in sides
        },
    }


def points(winners: pl.Series, side: str) -> Numbers:
    """One for a game won, a half for one nobody won."""
    return np.array([1.0 if won == side else 0.5 if not won else 0.0 for won in winners.to_list()])


def losses(tables: Tables, cell: Cell, side: str, games: pl.DataFrame) -> Numbers:
    """The steps a side lost in each game."""
    own = rows_of(tables.turns, cell).filter(pl.col("side") == side)
    total = dict(own.group_by("number").agg(pl.col("lost").sum()).iter_rows())
    return np.array([float(total.get(number, 0)) for number in games["number"].to_list()])
