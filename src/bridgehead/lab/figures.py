"""The figures of a study: what the report shows and figures.json holds."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from typing import Any

import numpy as np

from bridgehead.extras import extra
from bridgehead.lab.camps import sides_in
from bridgehead.lab.decided import when_decided
from bridgehead.lab.rows import layers_of
from bridgehead.lab.series import interval
from bridgehead.lab.stats import Numbers, even_p, fit_p, histogram, holm, mean_interval, sign_flip_p
from bridgehead.lab.study import Cell, Study, game_of
from bridgehead.lab.tables import Tables

with extra("lab"):
    import polars as pl

TOP = 12
"""Hexes, chits and events that are named."""
LEAST_FIGHTS = 20
"""Fights of a column that are compared with what was to be expected."""

Figures = dict[str, Any]


def figures(study: Study, cells: list[Cell], tables: Tables) -> Figures:
    """All figures, as plain values."""
    games = list(dict.fromkeys(cell.game for cell in cells))
    worth = {game: worth_of_results(tables.fights.filter(pl.col("game") == game)) for game in games}
    found = [cell_figures(cell, tables, worth[cell.game]) for cell in cells]
    for each, p in zip(found, holm([each["dice_together"]["p"] for each in found]), strict=True):
        each["dice_together"]["p_together"] = p
    return {
        "title": study.title,
        "game": games[0] if len(games) == 1 else games,
        "games": study.games,
        "seed": study.seed,
        "cells": found,
        "compared": compared(cells, tables),
        "chance": {"bins": tables.bins.tolist(), "p": even_p(tables.bins.tolist())},
    }


def only(table: pl.DataFrame, cell: Cell) -> pl.DataFrame:
    return table.filter(
        (pl.col("game") == cell.game)
        & (pl.col("variant") == cell.variant)
        & (pl.col("scenario") == cell.scenario)
    )


def cell_figures(cell: Cell, tables: Tables, worth: dict[tuple[str, str], float]) -> Figures:
    game = game_of(cell.game, cell.files)
    sides = cell.camps
    dice = tables.dice.get(cell.key, {})
    faces = [sum(counts) for counts in zip(*dice.values(), strict=True)]
    games, turns, fights = (only(table, cell) for table in (tables.games, tables.turns, tables.fights))
    margin = games["margin"].to_numpy()
    return {
        "game": cell.game,
        "variant": cell.variant,
        "scenario": cell.scenario,
        "title": game.scenarios[cell.scenario].title,
        "bots": {side: cell.bots.get(side, "random") for side in sides_in(game, cell.scenario)},
        "options": cell.options,
        "sides": list(sides),
        "data": game.version,
        "games": games.height,
        "wins": wins(games, sides),
        "levels": levels(games),
        "margin": {
            "of": str(games["margin_of"][0]) if games.height else "",
            "mean": mean_interval(margin),
            "median": float(np.median(margin)) if len(margin) else 0.0,
            "histogram": histogram(margin),
        },
        "length": {
            "turns": mean_interval(games["turn"].to_numpy().astype(float)),
            "decisions": mean_interval(games["decisions"].to_numpy().astype(float)),
            "histogram": histogram(games["turn"].to_numpy().astype(float)),
        },
        "decided": when_decided(games, turns, sides),
        "by_turn": by_turn(turns, sides),
        "fights": fights_by_column(fights),
        "fights_a_game": fights.height / max(games.height, 1),
        "dice": {side: {"faces": counts, "p": even_p(counts)} for side, counts in sorted(dice.items())},
        "dice_together": {"rolled": sum(faces), "p": even_p(faces)},
        "luck": luck(games, fights, sides, worth),
        "happenings": happenings(games, only(tables.happenings, cell), sides),
        "hexes": hot_hexes(cell, tables, sides),
    }


def wins(games: pl.DataFrame, sides: tuple[str, ...]) -> dict[str, Any]:
    """The share of games each side won, and of those nobody did."""
    winners = Counter(games["winner"].to_list())
    others = sorted(winner for winner in winners if winner and winner not in sides)
    found = {}
    for side in (*sides, *others, ""):
        won = winners.get(side, 0)
        if side or won:
            share = won / max(games.height, 1)
            found[side or "nobody"] = {
                "games": won,
                "share": share,
                "interval": interval(won, games.height),
            }
    return found


def levels(games: pl.DataFrame) -> list[dict[str, Any]]:
    kinds = Counter(zip(games["winner"], games["level"], games["rule"], strict=True))
    return [
        {
            "winner": winner,
            "level": level,
            "rule": rule,
            "games": count,
            "share": count / games.height,
            "interval": interval(count, games.height),
        }
        for (winner, level, rule), count in sorted(kinds.items(), key=lambda each: -each[1])
    ]


def by_turn(turns: pl.DataFrame, sides: tuple[str, ...]) -> dict[str, Any]:
    """Means over the games that reached a turn, by side."""
    columns = ("lost", "fought_off", "units", "steps", "held", "eliminated")
    means = (
        turns.group_by("side", "turn")
        .agg(pl.len().alias("games"), *(pl.col(name).cast(pl.Float64).mean() for name in columns))
        .sort("turn")
    )
    found = {}
    for side in sides:
        own = means.filter(pl.col("side") == side)
        found[side] = {name: own[name].to_list() for name in ("turn", "games", *columns)}
    return found


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


def happenings(games: pl.DataFrame, told: pl.DataFrame, sides: tuple[str, ...]) -> list[dict[str, Any]]:
    """Chits and events: how often, and how the first side fared with more of them than usual."""
    first = dict(
        zip(
            games["number"].to_list(),
            [1.0 if won == sides[0] else 0.5 if not won else 0.0 for won in games["winner"].to_list()],
            strict=True,
        )
    )
    counts: dict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    for number, kind, label in told.select("number", "kind", "label").iter_rows():
        counts[kind, label][number] += 1
    found = []
    for (kind, label), per_game in counts.items():
        usual = sum(per_game.values()) / games.height
        many = [first[number] for number in first if per_game[number] > usual]
        few = [first[number] for number in first if per_game[number] <= usual]
        found.append(
            {
                "kind": kind,
                "label": label,
                "a_game": usual,
                "games": len(per_game) / games.height,
                "first_side_with_more": sum(many) / len(many) if many else None,
                "first_side_with_fewer": sum(few) / len(few) if few else None,
            }
        )
    return sorted(found, key=lambda each: (each["kind"], -float(each["a_game"]), each["label"]))


def hot_hexes(cell: Cell, tables: Tables, sides: tuple[str, ...]) -> list[dict[str, Any]]:
    """The hexes most fought over."""
    game = game_of(cell.game, cell.files)
    layers = layers_of(sides)
    counts = tables.heat[cell.key].sum(axis=1)
    fought = counts[layers.index("fought")]
    games = max(only(tables.games, cell).height, 1)
    order = [int(at) for at in np.argsort(-fought, kind="stable")[:TOP] if fought[at]]
    return [
        {
            "hex": game.board.hexes[at],
            "name": game.names.get(f"{game.board.hexes[at]:04d}", ""),
            "fights": int(fought[at]) / games,
            "lost": {side: int(counts[layers.index(f"lost:{side}")][at]) / games for side in sides},
        }
        for at in order
    ]


# --- variants


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
    a, b = only(tables.games, first), only(tables.games, other)
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
    own = only(tables.turns, cell).filter(pl.col("side") == side)
    total = dict(own.group_by("number").agg(pl.col("lost").sum()).iter_rows())
    return np.array([float(total.get(number, 0)) for number in games["number"].to_list()])
