"""Variants against one another, game by game with equal seeds."""

from __future__ import annotations

import msgspec
import numpy as np

from bridgehead.extras import extra
from bridgehead.lab.analysis.statistics import (
    Mean,
    Numbers,
    holm,
    mean_interval,
    sign_flip_p,
)
from bridgehead.lab.analysis.tables import Tables, rows_of
from bridgehead.lab.study.cells import Cell

with extra("lab"):
    import polars as pl


class Change(msgspec.Struct):
    """What changed in the mean, and how likely so much is by chance alone."""

    change: Mean
    p: float


class PointsChange(Change):
    """The same for points, p being adjusted for all comparisons of the study too."""

    p_together: float = 1.0


class Difference(msgspec.Struct, frozen=True):
    """One variant of a scenario against the first, game by game."""

    game: str
    scenario: str
    variant: str
    against: str
    games: int
    points: dict[str, PointsChange]
    margin: Change
    turns: Change
    lost: dict[str, Change]


def compared(cells: list[Cell], tables: Tables) -> list[Difference]:
    """Each variant against the first, game by game with equal seeds."""
    found: list[Difference] = []
    for where in dict.fromkeys((cell.game, cell.scenario) for cell in cells):
        first, *others = [cell for cell in cells if (cell.game, cell.scenario) == where]
        found.extend(difference(first, other, tables) for other in others)
    chances = [each.p for row in found for each in row.points.values()]
    adjusted = iter(holm(chances))
    for row in found:
        for each in row.points.values():
            each.p_together = next(adjusted)
    return found


def difference(first: Cell, other: Cell, tables: Tables) -> Difference:
    sides = first.camps
    a, b = rows_of(tables.games, first), rows_of(tables.games, other)
    both = a.join(b, on="number", suffix="_other").sort("number")
    winner, winner_other = both["winner"], both["winner_other"]
    return Difference(
        first.game,
        first.scenario,
        other.variant,
        first.variant,
        both.height,
        {side: PointsChange(*paired(points(winner_other, side), points(winner, side))) for side in sides},
        Change(*paired(both["margin_other"].to_numpy(), both["margin"].to_numpy())),
        Change(*paired(both["turn_other"].to_numpy().astype(float), both["turn"].to_numpy().astype(float))),
        {
            side: Change(*paired(losses(tables, other, side, both), losses(tables, first, side, both)))
            for side in sides
        },
    )


def paired(now: Numbers, before: Numbers) -> tuple[Mean, float]:
    """The mean change over pairs of games, and its p."""
    change = now - before
    return mean_interval(change), sign_flip_p(change)


def points(winners: pl.Series, side: str) -> Numbers:
    """One for a game won, a half for one nobody won."""
    return np.array([1.0 if won == side else 0.5 if not won else 0.0 for won in winners.to_list()])


def losses(tables: Tables, cell: Cell, side: str, games: pl.DataFrame) -> Numbers:
    """The steps a side lost in each game."""
    own = rows_of(tables.turns, cell).filter(pl.col("side") == side)
    total = dict(own.group_by("number").agg(pl.col("lost").sum()).iter_rows())
    return np.array([float(total.get(number, 0)) for number in games["number"].to_list()])
