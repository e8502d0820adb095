"""A series in figures."""

from __future__ import annotations

from collections import Counter
from typing import Any

from bridgehead.lab.analysis.statistics import share_interval
from bridgehead.lab.playing.series import Played, Series


def summary(series: Series, played: list[Played]) -> dict[str, Any]:
    """A series in figures, as `simulate --json` prints it."""
    kinds = Counter((one.winner, one.level, one.rule) for one in played)
    winners = Counter(one.winner for one in played)
    decisions = sum(one.decisions for one in played)
    seconds = sum(one.seconds for one in played)
    games = len(played)
    return {
        "game": series.game,
        "scenario": series.scenario,
        "games": games,
        "seed": series.seed,
        "bots": series.bots,
        "wins": {
            winner or "draw": {"games": won, "share": won / games, "interval": share_interval(won, games)}
            for winner, won in sorted(winners.items())
        },
        "results": [
            {
                "winner": winner or None,
                "level": level,
                "rule": rule,
                "games": won,
                "interval": share_interval(won, games),
            }
            for (winner, level, rule), won in kinds.most_common()
        ],
        "turns": sum(one.turn for one in played) / games,
        "decisions": decisions,
        "seconds": seconds,
        "decisions_per_second": decisions / seconds if seconds else 0.0,
    }
