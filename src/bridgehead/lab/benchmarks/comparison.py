"""What got slower since another measurement: times as ratios to each run's own calibration loop."""

from __future__ import annotations

from pathlib import Path

import msgspec

from bridgehead.core.play import BadSetup
from bridgehead.lab.benchmarks.operations import GameTimes, Times

ALLOWED = 1.25
"""A figure so many times slower than before is called slower; less is noise."""


class Line(msgspec.Struct, frozen=True):
    """One figure then and now, in calibration loops."""

    game: str
    what: str
    before: float
    now: float
    ratio: float

    @property
    def slower(self) -> bool:
        return self.ratio > ALLOWED


def read_times(file: Path) -> Times:
    """A measurement as `bridgehead bench --json` printed it."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Times)
    except (OSError, UnicodeError, msgspec.DecodeError) as problem:
        raise BadSetup(f"{file} is no measurement of bridgehead bench --json: {problem}") from problem


def compare(before: Times, now: Times) -> list[Line]:
    """Every figure that both measured."""
    return [
        Line(game, what, then, present[what], round(present[what] / then, 3))
        for game, times in now.games.items()
        if game in before.games
        for present in [loops(times, now.calibration_ms)]
        for what, then in loops(before.games[game], before.calibration_ms).items()
        if what in present and then > 0
    ]


def loops(times: GameTimes, calibration_ms: float) -> dict[str, float]:
    """Each figure of a game in calibration loops: of an operation, or of a decision of random play."""
    played = {
        f"decision, {scenario}": 1000 / pace["decisions_per_second"] / calibration_ms
        for scenario, pace in times.random_play.items()
    }
    return times.ratio | played
