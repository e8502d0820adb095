"""What if: turning dials over a study, and the setting at which equal players are equal."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np

from bridgehead.core.play import BadSetup
from bridgehead.lab.analysis.statistics import share_interval
from bridgehead.lab.analysis.tables import Tables, gather
from bridgehead.lab.playing.runner import run_study
from bridgehead.lab.study import dials
from bridgehead.lab.study.cells import cells_of
from bridgehead.lab.study.definition import Bots, Dial, Study, check_dial
from bridgehead.lab.study.games import package_of

Progress = Callable[[int], None]


def quiet(games: int) -> None:
    """Nobody is told of progress."""


class Tried(msgspec.Struct, frozen=True):
    """One setting of the dial and what came of it."""

    value: float
    games: int
    share: float
    """Points of the first side: wins, draws counting half."""
    interval: tuple[float, float]
    margin: float


class Fair(msgspec.Struct, frozen=True, kw_only=True):
    """The handicap that makes equal bots equal."""

    game: str
    scenario: str
    side: str
    bots: Bots
    dial: str
    printed: float | None
    tried: list[Tried]
    value: float | None
    """Where the shares cross one half; None if they never do."""
    between: tuple[float, float] | None
    """The settings on both sides of it."""
    words: str


def fair_threshold(study: Study, folder: Path, workers: int, progress: Progress = quiet) -> Fair:
    """The score that splits the games of equal bots in two halves: the handicap in points."""
    cells = run_study(study, folder, workers, "", progress)
    tables = gather(folder, cells)
    margin = np.sort(tables.games["margin"].to_numpy())
    games = len(margin)
    half = 0.98 * math.sqrt(games)
    low = float(margin[max(0, int(games / 2 - half))])
    high = float(margin[min(games - 1, int(games / 2 + half))])
    middle = float(np.median(margin))
    side = first_side(study)
    won = tables.games["winner"].to_list()
    points = sum(1.0 if each == side else 0.5 if not each else 0.0 for each in won)
    of = tables.games["margin_of"][0]
    tried = Tried(0.0, games, points / games, share_interval(round(points), games), float(margin.mean()))
    below, above = float((margin < middle).mean()), float((margin > middle).mean())
    words = (
        f"{side} takes {points / games:.1%} of the points as printed. A line at {middle:g} ({of}) "
        "parts the games "
        f"in two: {below:.0%} fall short of it, {above:.0%} exceed it, {1 - below - above:.0%} reach it "
        "exactly. "
        f"With {games} games the line lies between {low:g} and {high:g} (95 %)."
    )
    return Fair(
        game=study.game,
        scenario=study.scenarios[0],
        side=side,
        bots=study.bots,
        dial=f"score: {of}",
        printed=None,
        tried=[tried],
        value=middle,
        between=(low, high),
        words=words,
    )


def fair_dial(
    study: Study, dial: Dial, folder: Path, workers: int, progress: Progress = quiet, most: int = 9
) -> Fair:
    """Search a dial for the setting at which the first side takes half the points."""
    check_dial(study, dial)
    settings = [value for value in dials.values(dial.values) if isinstance(value, (int, float))]
    if len(settings) < 2:
        raise BadSetup(f"{dial.path}: give a span of numbers to search, as -2..4 or 0..1/0.1")
    tried: dict[float, Tried] = {}

    def play(value: float) -> float:
        if value not in tried:
            turned = msgspec.structs.replace(study, dial=[Dial(dial.path, [value])])
            cells = run_study(turned, folder / f"{value:g}", workers, "", progress)
            tried[value] = outcome(value, gather(folder / f"{value:g}", cells), study)
        return tried[value].share - 0.5

    low, high = 0, len(settings) - 1
    first, last = play(settings[low]), play(settings[high])
    if first * last <= 0:
        while high - low > 1 and len(tried) < most:
            middle = (low + high) // 2
            found = play(settings[middle])
            if first * found <= 0:
                high = middle
            else:
                low, first = middle, found
    return settled(study, dial, tried, (settings[low], settings[high]))


def first_side(study: Study) -> str:
    """Whose share of the points is told."""
    return cells_of(msgspec.structs.replace(study, dial=[]))[0].camps[0]


def outcome(value: float, tables: Tables, study: Study) -> Tried:
    side = first_side(study)
    won = tables.games["winner"].to_list()
    points = sum(1.0 if each == side else 0.5 if not each else 0.0 for each in won)
    margin = float(tables.games["margin"].to_numpy().mean())
    return Tried(value, len(won), points / len(won), share_interval(round(points), len(won)), margin)


def settled(study: Study, dial: Dial, tried: dict[float, Tried], ends: tuple[float, float]) -> Fair:
    """What the search came to."""
    printed = dials.reading(package_of(study.game), dial.path)
    side = first_side(study)
    a, b = tried[ends[0]], tried[ends[1]]
    rows = [tried[value] for value in sorted(tried)]
    crossing = (a.share - 0.5) * (b.share - 0.5) <= 0
    value = None
    if crossing:
        part = (a.share - 0.5) / (a.share - b.share) if a.share != b.share else 0.5
        value = a.value + part * (b.value - a.value)
        nearest = min(rows, key=lambda row: abs(row.share - 0.5))
        low, high = nearest.interval
        words = (
            f"{side} takes half the points at about {value:.2f}, between {a.value:g} ({a.share:.1%}) and "
            f"{b.value:g} "
            f"({b.share:.1%}). Nearest tried: {nearest.value:g} with {nearest.share:.1%} ({low:.1%} to "
            f"{high:.1%})."
        )
    else:
        words = (
            f"No setting from {rows[0].value:g} to {rows[-1].value:g} makes the sides equal: {side} takes "
            f"{rows[0].share:.1%} at one end and {rows[-1].share:.1%} at the other."
        )
    number = printed[0] if len(printed) == 1 and isinstance(printed[0], (int, float)) else None
    return Fair(
        game=study.game,
        scenario=study.scenarios[0],
        side=side,
        bots=study.bots,
        dial=dial.path,
        printed=number,
        tried=rows,
        value=value,
        between=ends if crossing else None,
        words=words,
    )
