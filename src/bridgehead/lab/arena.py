"""Bots against bots: paired games with sides swapped and seeds shared, and a rating from the results."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations
from typing import Any

import msgspec

from bridgehead.games import load_game
from bridgehead.lab.series import Played, Series, interval, play_series


class Pairing(msgspec.Struct, frozen=True):
    """What two bots made of each other, from the first one's side of the table."""

    first: str
    second: str
    games: int
    points: float
    """Wins, a draw counting half."""
    interval: tuple[float, float]
    by_side: dict[str, float]
    """The first bot's share of points when it has that side."""
    levels: dict[str, int]
    """How its games ended: won, drawn or lost, with the level of victory."""
    seconds_per_turn: dict[str, float]


def points(one: Played, side: str) -> float:
    return 0.5 if not one.winner else 1.0 if one.winner == side else 0.0


def pair(
    where: tuple[str, str],
    bots: tuple[str, str],
    games: int,
    seed: int,
    workers: int,
    progress: Callable[[int], None] = lambda done: None,
    data: str = "",
) -> Pairing:
    """Two bots over one scenario: half the games with each side, the same seeds both ways."""
    game = load_game(where[0])
    sides = game.scenarios[where[1]].sides or game.sides
    half = (games + 1) // 2
    by_side: dict[str, float] = {}
    levels: dict[str, int] = {}
    scored = 0.0
    seconds = turns = 0.0
    for side in sides[:2]:
        seating = {str(each): bots[0] if each == side else bots[1] for each in sides}
        played = play_series(Series(where[0], where[1], half, seed, seating, {}, data), workers, progress)
        gained = sum(points(one, side) for one in played)
        by_side[side] = gained / half
        scored += gained
        for one in played:
            word = "drawn" if not one.winner else "won" if one.winner == side else "lost"
            key = f"{word}: {one.level}"
            levels[key] = levels.get(key, 0) + 1
            seconds += one.seconds
            turns += one.turn
    total = half * 2
    low, high = interval(round(scored), total)
    pace = {"both": seconds / max(turns, 1)}
    return Pairing(bots[0], bots[1], total, scored / total, (low, high), by_side, levels, pace)


def arena(
    where: tuple[str, str],
    bots: list[str],
    games: int,
    seed: int,
    workers: int,
    progress: Callable[[int], None] = lambda done: None,
) -> dict[str, Any]:
    """Every bot against every other, and what they are rated at."""
    pairings = [pair(where, both, games, seed, workers, progress) for both in combinations(bots, 2)]
    return {
        "game": where[0],
        "scenario": where[1],
        "seed": seed,
        "pairings": pairings,
        "ratings": ratings(bots, pairings),
    }


def ratings(bots: list[str], pairings: list[Pairing]) -> dict[str, float]:
    """Elo ratings that explain the results best, the first bot at 0; a shut-out is half a game short."""
    strength = dict.fromkeys(bots, 0.0)
    for _ in range(2000):
        for bot in bots[1:]:
            pull = 0.0
            for each in pairings:
                if bot not in (each.first, each.second):
                    continue
                other = each.second if bot == each.first else each.first
                won = each.points if bot == each.first else 1 - each.points
                edge = 0.5 / each.games
                expected = 1 / (1 + math.exp(strength[other] - strength[bot]))
                pull += min(max(won, edge), 1 - edge) - expected
            strength[bot] += 0.5 * pull
    return {bot: round(value * 400 / math.log(10), 1) for bot, value in strength.items()}
