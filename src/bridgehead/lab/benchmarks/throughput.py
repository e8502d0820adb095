"""How many games a second: by game, scenario and bot, and what a second worker adds."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import msgspec

from bridgehead.lab.playing.series import Series, play_one


class Pace(msgspec.Struct, frozen=True):
    """What one core does."""

    game: str
    scenario: str
    bot: str
    games: int
    seconds: float
    games_per_second: float
    decisions_per_second: float


def pace(game: str, scenario: str, sides: tuple[str, ...], bot: str, seconds: float) -> Pace:
    """Play for so many seconds, the first game apart (it warms caches), and at least one after it. Seconds of
    the processor: what else runs on the machine does not count."""
    series = Series(game, scenario, 1, 1, dict.fromkeys(sides, bot))
    play_one(series, 0)
    games = decisions = 0
    spent = 0.0
    while not games or spent < seconds:
        began = time.process_time()
        played = play_one(series, games + 1)
        spent += time.process_time() - began
        games += 1
        decisions += played.decisions
    return Pace(game, scenario, bot, games, spent, games / spent, decisions / spent)


class Scaling(msgspec.Struct, frozen=True):
    """The same games on one worker and on several."""

    workers: int
    games: int
    seconds: float
    games_per_second: float
    times: float
    """As fast as one worker, so many times."""


def scaling(
    series: Series, counts: list[int], told: Callable[[int], None] = lambda workers: None
) -> list[Scaling]:
    """Play a series on each number of workers, all of them started and warm before the clock runs."""
    found: list[Scaling] = []
    for workers in counts:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            list(pool.map(warm, [series] * workers * 2))
            started = time.perf_counter()
            list(pool.map(one, [(series, number) for number in range(series.games)], chunksize=1))
            spent = time.perf_counter() - started
        first = found[0].seconds if found else spent
        found.append(Scaling(workers, series.games, spent, series.games / spent, first / spent))
        told(workers)
    return found


def warm(series: Series) -> None:
    play_one(series, 0)
    time.sleep(0.2)


def one(work: tuple[Series, int]) -> int:
    return play_one(*work).decisions
