"""The figures of a study: what the report shows and figures.json holds."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import numpy as np
import polars as pl

from bridgehead.lab.analysis.comparison import compared
from bridgehead.lab.analysis.decisive import when_decided
from bridgehead.lab.analysis.fights import fights_by_column, luck, worth_of_results
from bridgehead.lab.analysis.statistics import (
    even_p,
    histogram,
    holm,
    mean_interval,
    share_interval,
)
from bridgehead.lab.analysis.tables import Tables, rows_of
from bridgehead.lab.playing.rows import layers_of
from bridgehead.lab.study.camps import sides_in
from bridgehead.lab.study.cells import Cell
from bridgehead.lab.study.definition import Study
from bridgehead.lab.study.games import game_of

TOP = 12
"""Hexes, chits and events that are named."""

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


def cell_figures(cell: Cell, tables: Tables, worth: dict[tuple[str, str], float]) -> Figures:
    game = game_of(cell.game, cell.files)
    sides = cell.camps
    dice = tables.dice.get(cell.key, {})
    faces = [sum(counts) for counts in zip(*dice.values(), strict=True)]
    games, turns, fights = (rows_of(table, cell) for table in (tables.games, tables.turns, tables.fights))
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
        "happenings": happenings(games, rows_of(tables.happenings, cell), sides),
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
                "interval": share_interval(won, games.height),
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
            "interval": share_interval(count, games.height),
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
    games = max(rows_of(tables.games, cell).height, 1)
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
