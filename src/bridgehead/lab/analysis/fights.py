"""Fights in figures: what their columns gave, and what luck was worth."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from typing import Any

import numpy as np
import polars as pl

from bridgehead.lab.analysis.statistics import (
    fit_p,
    histogram,
    mean_interval,
)

LEAST_FIGHTS = 20
"""Fights of a column that are compared with what was to be expected."""


def worth_of_results(fights: pl.DataFrame) -> dict[tuple[str, str], float]:
    """What a result is worth to whoever acts: the steps it cost the others less its own, on average."""
    if not fights.height:
        return {}
    means = fights.group_by("kind", "result").agg((pl.col("lost_foe") - pl.col("lost_own")).mean().alias("w"))
    return {(kind, result): float(worth) for kind, result, worth in means.iter_rows()}


def fights_by_column(fights: pl.DataFrame) -> list[dict[str, Any]]:
    """For every kind of fight and column: results as they came and as they were to be expected."""
    groups: dict[tuple[str, str], dict[str, Any]] = {}
    expected: dict[tuple[str, str], dict[str, float]] = defaultdict(lambda: defaultdict(float))
    seen: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    columns = ("kind", "column", "result", "chances", "lost_own", "lost_foe")
    for kind, column, result, chances, own, foe in fights.select(columns).iter_rows():
        key = (kind, column)
        group = groups.setdefault(key, {"fights": 0, "own": 0, "foe": 0})
        group["fights"] += 1
        group["own"] += own
        group["foe"] += foe
        if chances:
            seen[key][result] += 1
            for name, chance in json.loads(chances).items():
                expected[key][name] += chance
    found = []
    for (kind, column), group in groups.items():
        key = (kind, column)
        results = sorted(sorted({*expected[key], *seen[key]}), key=lambda name: -expected[key].get(name, 0.0))
        wanted = [expected[key].get(name, 0.0) for name in results]
        came = [seen[key].get(name, 0) for name in results]
        enough = sum(came) >= LEAST_FIGHTS
        found.append(
            {
                "kind": kind,
                "column": column,
                "fights": group["fights"],
                "lost_own": group["own"] / group["fights"],
                "lost_foe": group["foe"] / group["fights"],
                "results": [
                    {"result": name, "expected": round(e, 6), "came": c}
                    for name, e, c in zip(results, wanted, came, strict=True)
                ],
                "p": fit_p(came, wanted) if enough else None,
            }
        )
    return sorted(found, key=lambda each: (each["kind"], column_order(str(each["column"]))))


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
) -> dict[str, Any]:
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
    found: dict[str, Any] = {}
    for side in sides:
        numbers = sorted(gained[side], key=lambda number: gained[side][number])
        values = np.array([gained[side][number] for number in numbers])
        third = max(1, len(numbers) // 3)
        unlucky, lucky = numbers[:third], numbers[-third:]
        found[side] = {
            "mean": mean_interval(values),
            "spread": float(values.std()) if len(values) else 0.0,
            "histogram": histogram(np.round(values, 2), 20),
            "won_unlucky": sum(winner[number] == side for number in unlucky) / third,
            "won_lucky": sum(winner[number] == side for number in lucky) / third,
        }
    return {"fights": counted, "sides": found}
