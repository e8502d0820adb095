"""Fights in figures: what their columns gave, and what luck was worth."""

from __future__ import annotations

import json
from collections import Counter, defaultdict

import msgspec
import numpy as np

from bridgehead.extras import extra
from bridgehead.lab.analysis.statistics import (
    Bin,
    Mean,
    fit_p,
    histogram,
    mean_interval,
)

with extra("lab"):
    import polars as pl

LEAST_FIGHTS = 20
"""Fights of a column that are compared with what was to be expected."""


class ResultCount(msgspec.Struct, frozen=True):
    """How often a result was to be expected, and how often it came."""

    result: str
    expected: float
    came: int


class ColumnFigures(msgspec.Struct, frozen=True):
    """All fights of one kind on one column."""

    kind: str
    column: str
    fights: int
    lost_own: float
    lost_foe: float
    results: list[ResultCount]
    p: float | None
    """None if there were too few fights to say."""


class SideLuck(msgspec.Struct, frozen=True):
    """What dice gave one side, in steps a game."""

    mean: Mean
    spread: float
    histogram: list[Bin]
    won_unlucky: float
    won_lucky: float


class Luck(msgspec.Struct, frozen=True):
    fights: int
    sides: dict[str, SideLuck]


def worth_of_results(fights: pl.DataFrame) -> dict[tuple[str, str], float]:
    """What a result is worth to whoever acts: the steps it cost the others less its own, on average."""
    if not fights.height:
        return {}
    means = fights.group_by("kind", "result").agg((pl.col("lost_foe") - pl.col("lost_own")).mean().alias("w"))
    return {(kind, result): float(worth) for kind, result, worth in means.iter_rows()}


def fights_by_column(fights: pl.DataFrame) -> list[ColumnFigures]:
    """For every kind of fight and column: results as they came and as they were to be expected."""
    groups: dict[tuple[str, str], list[int]] = {}
    expected: dict[tuple[str, str], dict[str, float]] = defaultdict(lambda: defaultdict(float))
    seen: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    columns = ("kind", "column", "result", "chances", "lost_own", "lost_foe")
    for kind, column, result, chances, own, foe in fights.select(columns).iter_rows():
        key = (kind, column)
        group = groups.setdefault(key, [0, 0, 0])
        for at, count in enumerate((1, own, foe)):
            group[at] += count
        if chances:
            seen[key][result] += 1
            for name, chance in json.loads(chances).items():
                expected[key][name] += chance
    found = []
    for key, (count, own, foe) in groups.items():
        results = sorted(sorted({*expected[key], *seen[key]}), key=lambda name: -expected[key].get(name, 0.0))
        wanted = [expected[key].get(name, 0.0) for name in results]
        came = [seen[key].get(name, 0) for name in results]
        enough = sum(came) >= LEAST_FIGHTS
        found.append(
            ColumnFigures(
                *key,
                count,
                own / count,
                foe / count,
                [ResultCount(name, round(e, 6), c) for name, e, c in zip(results, wanted, came, strict=True)],
                fit_p(came, wanted) if enough else None,
            )
        )
    return sorted(found, key=lambda each: (each.kind, column_order(each.column)))


def column_order(column: str) -> tuple[float, str]:
    """Odds and numbers in their order: 1:3 before 1:1 before 7-1+."""
    digits = column.replace("-", ":").rstrip("+ ").split(":")
    try:
        numbers = [float(each) for each in digits]
    except ValueError:
        return 1e9, column
    ratio = column.count(":") or column.rstrip("+").endswith("-1") or column.startswith("1-")
    return (numbers[0] / (numbers[1] or 1) if len(numbers) == 2 and ratio else numbers[0]), column


def luck(
    games: pl.DataFrame, fights: pl.DataFrame, sides: tuple[str, ...], worth: dict[tuple[str, str], float]
) -> Luck:
    """What dice gave each side beyond what was to be expected, in steps a game, and what it was good for."""
    gained = {side: dict.fromkeys(games["number"].to_list(), 0.0) for side in sides}
    counted = 0
    columns = ("number", "kind", "side", "result", "chances")
    for number, kind, side, result, chances in fights.select(columns).iter_rows():
        if not chances or side not in gained:
            continue
        counted += 1
        usual = sum(chance * worth.get((kind, name), 0.0) for name, chance in json.loads(chances).items())
        more = worth.get((kind, result), 0.0) - usual
        for each in sides:
            gained[each][number] += more if each == side else -more / (len(sides) - 1)
    winner = dict(zip(games["number"].to_list(), games["winner"].to_list(), strict=True))
    found: dict[str, SideLuck] = {}
    for side in sides:
        numbers = sorted(gained[side], key=lambda number: gained[side][number])
        values = np.array([gained[side][number] for number in numbers])
        third = max(1, len(numbers) // 3)
        unlucky, lucky = numbers[:third], numbers[-third:]
        found[side] = SideLuck(
            mean_interval(values),
            float(values.std()) if len(values) else 0.0,
            histogram(np.round(values, 2), 20),
            sum(winner[number] == side for number in unlucky) / third,
            sum(winner[number] == side for number in lucky) / third,
        )
    return Luck(counted, found)
