"""When a game was decided: from which turn on the position told who would win.

For every turn a logistic model learns from the study's own games what the positions at its end were worth.
Each game is judged by a model that did not see it. A game counts as decided from the first turn after which
the model never again gave its actual winner less than three chances in four.
"""

from __future__ import annotations

import json

import msgspec
import numpy as np

from bridgehead.extras import extra
from bridgehead.lab.analysis.statistics import Numbers, logistic, predicted

with extra("lab"):
    import polars as pl

SURE = 0.75
PARTS = 5
"""Parts of the games of which each is judged by a model of the others."""
LEAST_GAMES = 40
LEAST_OF_EACH = 6
"""Wins and other games without which nothing can be learned."""


class Foretold(msgspec.Struct, frozen=True):
    """How often the position at the end of a turn foretold the winner."""

    turn: int
    games: int
    right: float


class TurnCount(msgspec.Struct, frozen=True):
    """The games decided in one turn."""

    turn: int
    games: int


class Decided(msgspec.Struct, frozen=True, kw_only=True):
    known: bool = True
    side: str
    guess: float
    """How often a guess without looking would be right."""
    foretold: list[Foretold]
    turns: list[TurnCount]
    median: float


class Unknown(msgspec.Struct, frozen=True, kw_only=True):
    """Nothing could be learned from these games."""

    known: bool = False
    few: bool
    why: str


def when_decided(games: pl.DataFrame, turns: pl.DataFrame, sides: tuple[str, ...]) -> Decided | Unknown:
    """How well each turn foretold the winner, and when games were decided."""
    first = sides[0]
    won = dict(zip(games["number"].to_list(), [w == first for w in games["winner"].to_list()], strict=True))
    wins = sum(won.values())
    if len(won) < LEAST_GAMES or min(wins, len(won) - wins) < LEAST_OF_EACH:
        return Unknown(few=len(won) < LEAST_GAMES, why=too_plain(len(won), wins, first))
    last = dict(zip(games["number"].to_list(), games["turn"].to_list(), strict=True))
    positions = features_by_turn(turns, sides)
    chances: dict[int, dict[int, float]] = {}
    foretold = []
    for turn in sorted(positions):
        at_end = {number: row for number, row in positions[turn].items() if turn < last[number]}
        judged = judge(at_end, won)
        chances[turn] = judged
        if judged:
            right = sum((chance > 0.5) == won[number] for number, chance in judged.items())
            foretold.append(Foretold(turn, len(judged), right / len(judged)))
    decided = [decided_at(number, won[number], last[number], chances) for number in won]
    share = wins / len(won)
    return Decided(
        side=first,
        guess=max(share, 1 - share),
        foretold=foretold,
        turns=[TurnCount(turn, decided.count(turn)) for turn in range(min(decided), max(decided) + 1)],
        median=float(np.median(decided)),
    )


def too_plain(games: int, wins: int, side: str) -> str:
    if games < LEAST_GAMES:
        return f"{games} games are too few to learn from; {LEAST_GAMES} are needed"
    won = "nearly all" if wins > games / 2 else "hardly any"
    return f"{side} wins {won} games: between these players it is decided before it begins"


def features_by_turn(turns: pl.DataFrame, sides: tuple[str, ...]) -> dict[int, dict[int, list[float]]]:
    """By turn and game: strength, losses and ground of each side, and all tracks."""
    found: dict[int, dict[int, list[float]]] = {}
    columns = ("turn", "number", "side", "steps", "alive", "held", "tracks")
    for turn, number, side, steps, alive, held, tracks in turns.select(columns).iter_rows():
        row = found.setdefault(turn, {}).setdefault(number, [])
        row.extend((steps, alive, held))
        if side == sides[-1]:
            row.extend(json.loads(tracks).values())
    for turn, rows in found.items():
        width = max(len(row) for row in rows.values())
        found[turn] = {number: row for number, row in rows.items() if len(row) == width}
    return found


def judge(rows: dict[int, list[float]], won: dict[int, bool]) -> dict[int, float]:
    """The first side's chance in each game, by a model of the other games."""
    numbers = sorted(rows)
    if len(numbers) < LEAST_GAMES:
        return {}
    x: Numbers = np.array([rows[number] for number in numbers], dtype=float)
    spread = x.std(axis=0)
    x = (x[:, spread > 0] - x[:, spread > 0].mean(axis=0)) / spread[spread > 0]
    y: Numbers = np.array([float(won[number]) for number in numbers])
    found: dict[int, float] = {}
    for part in range(PARTS):
        apart = np.array([number % PARTS == part for number in numbers])
        if not apart.any() or apart.all():
            continue
        weights = logistic(x[~apart], y[~apart], penalty=2.0)
        for number, chance in zip(np.array(numbers)[apart], predicted(x[apart], weights), strict=True):
            found[int(number)] = float(chance)
    return found


def decided_at(number: int, won: bool, last: int, chances: dict[int, dict[int, float]]) -> int:
    """The turn from which on the winner was never in doubt; the last one if ever."""
    decided = last
    for turn in sorted(chances, reverse=True):
        chance = chances[turn].get(number)
        if chance is None:
            continue
        if (chance if won else 1 - chance) < SURE:
            break
        decided = turn
    return decided
