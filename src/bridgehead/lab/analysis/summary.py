"""A series in figures, as `simulate --json` prints it."""

from __future__ import annotations

from collections import Counter

import msgspec

from bridgehead.lab.analysis.statistics import Interval, share_interval
from bridgehead.lab.playing.series import Played, Series


class Wins(msgspec.Struct, frozen=True):
    games: int
    share: float
    interval: Interval


class Ending(msgspec.Struct, frozen=True):
    """One way in which games ended."""

    winner: str | None
    level: str
    rule: str
    games: int
    interval: Interval


class Summary(msgspec.Struct, frozen=True):
    """What a series came to."""

    game: str
    scenario: str
    games: int
    seed: int
    bots: dict[str, str]
    wins: dict[str, Wins]
    results: list[Ending]
    turns: float
    decisions: int
    seconds: float
    decisions_per_second: float


def summary(series: Series, played: list[Played]) -> Summary:
    endings = Counter((one.winner, one.level, one.rule) for one in played)
    winners = Counter(one.winner for one in played)
    decisions = sum(one.decisions for one in played)
    seconds = sum(one.seconds for one in played)
    games = len(played)
    return Summary(
        series.game,
        series.scenario,
        games,
        series.seed,
        series.bots,
        {
            winner or "draw": Wins(won, won / games, share_interval(won, games))
            for winner, won in sorted(winners.items())
        },
        [
            Ending(winner or None, level, rule, count, share_interval(count, games))
            for (winner, level, rule), count in endings.most_common()
        ],
        sum(one.turn for one in played) / games,
        decisions,
        seconds,
        decisions / seconds if seconds else 0.0,
    )
