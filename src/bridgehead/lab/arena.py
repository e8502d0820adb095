"""Bots against bots: the same seeds with sides swapped, and ratings from the results.

A duel is one seed played twice, each bot once with the camp in question. Whoever did better with it has won
the duel: by victory if only one of them won, otherwise by the margin. So a scenario that one side always wins
still tells which bot is the better.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations
from typing import Any

import msgspec
import numpy as np

from bridgehead.bots.judge import DECIDED
from bridgehead.bots.judges import judge_of
from bridgehead.core.play import setup
from bridgehead.games import load_game
from bridgehead.lab.series import Played, Series, Thought, interval, play_series
from bridgehead.lab.stats import mean_interval


class Pairing(msgspec.Struct, frozen=True):
    """What two bots made of each other, from the first one's side of the table."""

    first: str
    second: str
    games: int
    points: float
    """Share of its games won, a draw counting half."""
    interval: tuple[float, float]
    by_side: dict[str, float]
    """The first bot's share of points when it has that camp."""
    duels: int
    duels_won: float
    """Share of duels won, an even one counting half."""
    duels_interval: tuple[float, float]
    margin: float
    """What it does better by in a game on the average, in the game's own measure."""
    margin_interval: tuple[float, float] | None
    """None for a single duel, of which nothing can be said."""
    levels: dict[str, int]
    """How its games ended: won, drawn or lost, with the level of victory."""
    seconds: dict[str, tuple[float, float]]
    """By bot: seconds for a phase, the mean and the longest."""


def points(one: Played, camp: str) -> float:
    return 0.5 if not one.won else 1.0 if one.won == camp else 0.0


def worth(one: Played, camp: str) -> float:
    """A result as a figure: victory first, then the margin."""
    return 2 * DECIDED * points(one, camp) + one.margins[camp]


def camps_of(where: tuple[str, str]) -> dict[str, list[str]]:
    """The camps of a scenario with their sides."""
    game = load_game(where[0])
    s = setup(game, where[1], 1)
    judge = judge_of(game)
    camps: dict[str, list[str]] = {}
    for side in game.scenarios[where[1]].sides or game.sides:
        camps.setdefault(judge.camp(s, side), []).append(side)
    return camps


def pair(
    where: tuple[str, str],
    bots: tuple[str, str],
    games: int,
    seed: int,
    workers: int,
    progress: Callable[[int], None] = lambda done: None,
    data: str = "",
) -> Pairing:
    """Two bots over one scenario: every seed twice, the bots changing places."""
    camps = camps_of(where)
    asked = list(camps) if len(camps) > 2 else list(camps)[:1]
    each = max(games // (2 * len(asked)), 1)
    tally = Tally(bots)
    for camp in asked:
        played: list[list[Played]] = []
        for one, other in (bots, bots[::-1]):
            seats = {side: one if its == camp else other for its, sides in camps.items() for side in sides}
            series = Series(where[0], where[1], each, seed, seats, {}, data)
            played.append(play_series(series, workers, progress))
            tally.clock(seats, played[-1])
        tally.duels(camp, *played)
        tally.games(camp, played[0])
        if len(camps) == 2:
            tally.games(next(its for its in camps if its != camp), played[1])
    return tally.pairing({camp: camp if camp in sides else "+".join(sides) for camp, sides in camps.items()})


class Tally:
    """The results of a pairing as they come in."""

    def __init__(self, bots: tuple[str, str]) -> None:
        self.bots = bots
        self.points: dict[str, list[float]] = {}
        self.levels: dict[str, int] = {}
        self.edges: list[float] = []
        self.margins: list[float] = []
        self.thought: dict[str, list[Thought]] = {bot: [] for bot in bots}

    def clock(self, seats: dict[str, str], played: list[Played]) -> None:
        """Note how long bots took; a game for which all had to be loaded is set aside if there are others."""
        for one in [each for each in played if not each.loading] or played:
            for side, thought in one.thought.items():
                self.thought[seats[side]].append(thought)

    def duels(self, camp: str, mine: list[Played], theirs: list[Played]) -> None:
        for one, other in zip(mine, theirs, strict=True):
            self.edges.append(worth(one, camp) - worth(other, camp))
            self.margins.append((one.margins[camp] - other.margins[camp]) / 2)

    def games(self, camp: str, played: list[Played]) -> None:
        """Games in which the first bot had this camp."""
        for one in played:
            share = points(one, camp)
            self.points.setdefault(camp, []).append(share)
            key = f"{'drawn' if share == 0.5 else 'won' if share else 'lost'}: {one.level}"
            self.levels[key] = self.levels.get(key, 0) + 1

    def pairing(self, names: dict[str, str]) -> Pairing:
        """The figures, camps under the names of their sides."""
        shares = [share for side in self.points.values() for share in side]
        duels = [0.5 if not edge else 1.0 if edge > 0 else 0.0 for edge in self.edges]
        mean, low, high = mean_interval(np.array(self.margins))
        return Pairing(
            *self.bots,
            len(shares),
            sum(shares) / len(shares),
            interval(round(sum(shares)), len(shares)),
            {names[camp]: sum(gained) / len(gained) for camp, gained in self.points.items()},
            len(duels),
            sum(duels) / len(duels),
            interval(round(sum(duels)), len(duels)),
            mean,
            (low, high) if len(duels) > 1 else None,
            dict(sorted(self.levels.items(), key=lambda one: -one[1])),
            {bot: self.pace(bot) for bot in self.bots},
        )

    def pace(self, bot: str) -> tuple[float, float]:
        phases = sum(each.phases for each in self.thought[bot])
        seconds = sum(each.seconds for each in self.thought[bot])
        return seconds / max(phases, 1), max((each.longest for each in self.thought[bot]), default=0.0)


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
    """Elo ratings that explain the duels best, the first bot at 0; a shut-out is half a duel short."""
    strength = dict.fromkeys(bots, 0.0)
    for _ in range(2000):
        for bot in bots[1:]:
            pull = 0.0
            for each in pairings:
                if bot not in (each.first, each.second):
                    continue
                other = each.second if bot == each.first else each.first
                won = each.duels_won if bot == each.first else 1 - each.duels_won
                edge = 0.5 / each.duels
                expected = 1 / (1 + math.exp(strength[other] - strength[bot]))
                pull += min(max(won, edge), 1 - edge) - expected
            strength[bot] += 0.5 * pull
    return {bot: round(value * 400 / math.log(10), 1) for bot, value in strength.items()}
