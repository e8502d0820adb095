"""Bots against bots: the same seeds with sides swapped, and ratings from the results.

A duel is one seed played twice, each bot once with the camp in question. Whoever did better with it has won
the duel: by victory if only one of them won, otherwise by the margin. So a scenario that one side always wins
still tells which bot is the better.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations

import msgspec
import numpy as np

from bridgehead.bots.evaluation import DECIDED
from bridgehead.bots.judges import judge_of
from bridgehead.core.play import setup
from bridgehead.games import load_game
from bridgehead.lab.analysis.statistics import mean_interval, share_interval
from bridgehead.lab.playing.series import Played, Series, ThinkingTime, play_series
from bridgehead.lab.study.camps import sides_in

Player = tuple[str, str]
"""A bot and the camp it has; without one, the bot with any."""


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


class Standings(msgspec.Struct, frozen=True):
    """What an arena came to in one scenario."""

    game: str
    scenario: str
    seed: int
    pairings: list[Pairing]
    ratings: dict[str, float]
    side_ratings: dict[str, dict[str, float]]


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
    for side in sides_in(game, where[1]):
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
        self.thought: dict[str, list[ThinkingTime]] = {bot: [] for bot in bots}

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
            share_interval(round(sum(shares)), len(shares)),
            {names[camp]: sum(gained) / len(gained) for camp, gained in self.points.items()},
            len(duels),
            sum(duels) / len(duels),
            share_interval(round(sum(duels)), len(duels)),
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
) -> Standings:
    """Every bot against every other, and what they are rated at."""
    pairings = [pair(where, both, games, seed, workers, progress) for both in combinations(bots, 2)]
    return Standings(*where, seed, pairings, ratings(bots, pairings), side_ratings(bots, pairings))


class Contest(msgspec.Struct, frozen=True):
    """What one player made of others who played together against it."""

    player: Player
    others: tuple[Player, ...]
    share: float
    rivals: int = 1
    """Camps that could have won instead: with two of them, one game in three is no sign of strength."""


def ratings(bots: list[str], pairings: list[Pairing]) -> dict[str, float]:
    """Elo ratings that explain the duels best, the first bot at 0; a shut-out is half a duel short."""
    duels = [
        Contest((each.first, ""), ((each.second, ""),), short_of_all(each.duels_won, each.duels))
        for each in pairings
    ]
    found = rated(bots[0], duels)
    return {bot: found[bot, ""] for bot in bots}


def side_ratings(bots: list[str], pairings: list[Pairing]) -> dict[str, dict[str, float]]:
    """The same for every bot with every camp, from games won; the first bot is at 0 with all of them, so that
    what a scenario gives a camp shows in the others' ratings."""
    camps = list(pairings[0].by_side)
    games = [
        Contest(
            (each.first, camp),
            tuple((each.second, other) for other in camps if other != camp),
            short_of_all(share, each.games // len(camps)),
            len(camps) - 1,
        )
        for each in pairings
        for camp, share in each.by_side.items()
    ]
    found = rated(bots[0], games)
    return {bot: {camp: found[bot, camp] for camp in camps if (bot, camp) in found} for bot in bots}


def short_of_all(share: float, games: int) -> float:
    edge = 0.5 / max(games, 1)
    return min(max(share, edge), 1 - edge)


def rated(anchor: str, contests: list[Contest]) -> dict[Player, float]:
    """The ratings that explain shares best, the anchor's being 0."""
    players = list({player: None for each in contests for player in (each.player, *each.others)})
    free = [player for player in players if player[0] != anchor]
    terms = np.zeros((len(contests), len(free)))
    for row, each in zip(terms, contests, strict=True):
        for player, part in ((each.player, 1.0), *((other, -1 / len(each.others)) for other in each.others)):
            if player in free:
                row[free.index(player)] = part
    shares = np.array([each.share for each in contests])
    handicaps = np.log([each.rivals for each in contests])
    strength = np.zeros(len(free))
    for _ in range(100):  # Newton's steps, none too long
        expected = 1 / (1 + np.exp(handicaps - terms @ strength))
        slope = terms.T @ (terms * (expected * (1 - expected))[:, None]) + 1e-9 * np.eye(len(free))
        strength += np.linalg.solve(slope, terms.T @ (shares - expected)).clip(-1, 1)
    found = dict.fromkeys(players, 0.0)
    found.update(zip(free, (strength * 400 / math.log(10)).round(1).tolist(), strict=True))
    return found
