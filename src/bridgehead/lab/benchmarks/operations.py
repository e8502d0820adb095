"""Measurements. Machines differ and are noisy: every figure is also a ratio to a calibration loop."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec
import numpy as np

from bridgehead.bots import BOTS
from bridgehead.bots.seat import Seat
from bridgehead.core.actions import MoveTo
from bridgehead.core.codec import load, save
from bridgehead.core.play import deciding, decision, options, push, setup, view
from bridgehead.hexes.paths import Zoc, uniform
from bridgehead.hexes.sight import Sights
from bridgehead.lab.playing.series import Series, play_one
from bridgehead.lab.study.camps import sides_in
from bridgehead.toolkit.wargame import AnyWargame, WarState

REACH_BUDGET = 10
SAMPLE = 40


class GameTimes(msgspec.Struct, kw_only=True):
    """What single operations of one game take."""

    clone_us: float
    options_us: float
    move_options_us: float | None
    reach_us: float
    trace_us: float
    sight_us: float
    view_ms: float
    save_ms: float
    load_ms: float
    random_play: dict[str, dict[str, float]]
    ratio: dict[str, float] = {}


class Times(msgspec.Struct, frozen=True):
    """What all games measured take."""

    calibration_ms: float
    note: str
    games: dict[str, GameTimes]


def timed(work: Callable[[], object], least: float = 0.15) -> float:
    """Seconds one call takes, from the best of several short runs."""
    work()
    times = 1
    while True:
        started = time.perf_counter()
        for _ in range(times):
            work()
        spent = time.perf_counter() - started
        if spent > least / 5:
            break
        times *= 2
    best = spent / times
    for _ in range(4):
        started = time.perf_counter()
        for _ in range(times):
            work()
        best = min(best, (time.perf_counter() - started) / times)
    return best


def calibration() -> float:
    """Seconds of a fixed loop of plain Python: what other figures are compared with."""

    def loop() -> int:
        total = 0
        for number in range(10_000):
            total += number ^ (total & 7)
        return total

    return timed(loop)


def bench_game(game: AnyWargame, games: int = 4) -> GameTimes:
    """All figures of one game, over its scenarios."""
    scenario = next(iter(game.scenarios))
    sample = positions(game, scenario)
    s = max(sample, key=lambda each: len(each.stacks))
    moves = [each for each in sample if any(isinstance(option, MoveTo) for option in options(each))]
    text = save(s)
    board = game.board
    prices, nothing = uniform(board, 2), bytearray(board.size)
    start = board.hexes[len(board.hexes) // 2]
    stop = Zoc(leave=2, rules=1)
    return GameTimes(
        clone_us=timed(s.clone) * 1e6,
        options_us=timed(lambda: fresh_options(sample)) / len(sample) * 1e6,
        move_options_us=timed(lambda: fresh_options(moves)) / len(moves) * 1e6 if moves else None,
        reach_us=timed(lambda: game.walker.reach(start, REACH_BUDGET, prices, nothing, nothing, stop)) * 1e6,
        trace_us=timed(lambda: game.walker.spread((start,), 1000, prices, nothing)) * 1e6,
        sight_us=sight(game) * 1e6,
        view_ms=timed(lambda: view(s, game.sides[0])) * 1e3,
        save_ms=timed(lambda: save(s)) * 1e3,
        load_ms=timed(lambda: load(text, game)) * 1e3,
        random_play={name: play_out(game, name, games) for name in game.scenarios},
    )


def play_out(game: AnyWargame, scenario: str, games: int) -> dict[str, float]:
    """Random play to the end: decisions and games a second, all options generated at every decision. No
    clock runs beside it, as it does in studies: two readings a decision are a tenth of the quicker games."""
    for number in range(2):
        play_one(Series(game.name, scenario, 2), number)
    decisions = 0
    seconds = 0.0
    for number in range(games):
        s = setup(game, scenario, number)
        bots = {side: BOTS["random"](number) for side in sides_in(game, scenario)}
        started = time.perf_counter()
        while (side := deciding(s)) is not None:
            push(s, bots[side].choose(Seat(s, side)))
            decisions += 1
        seconds += time.perf_counter() - started
    return {
        "decisions_per_second": decisions / seconds,
        "games_per_second": games / seconds,
        "decisions_per_game": decisions / games,
    }


def positions(game: AnyWargame, scenario: str) -> list[WarState]:
    """Positions from all over a random game, spread evenly."""
    s = setup(game, scenario, 5)
    choose = BOTS["random"](5)
    kept: list[WarState] = []
    count = 0
    while (side := deciding(s)) is not None:
        if count % 17 == 0:
            kept.append(s.clone())
        push(s, choose.choose(Seat(s, side)))
        count += 1
    return kept[:: max(1, len(kept) // SAMPLE)]


def fresh_options(sample: list[WarState]) -> None:
    for s in sample:
        list(decision(s).options(s))


def sight(game: AnyWargame) -> float:
    """Seconds of one line of sight not asked for before."""
    board = game.board
    ground = np.array(board.level, np.int32)
    top = ground + (np.array(board.code) != 0)
    start = board.hexes[len(board.hexes) // 2]
    around = board.within(start, 5)[1:]

    def look() -> None:
        sights = Sights(board, ground, top)
        for hex in around:
            sights.clear(start, hex)

    return timed(look) / len(around)


def bench(games: list[AnyWargame]) -> Times:
    unit = calibration()
    found = {game.name: bench_game(game) for game in games}
    for times in found.values():
        times.ratio = ratios(times, unit)
    note = "one core; *_us and *_ms are the best of several runs; ratio = time / calibration loop"
    return Times(unit * 1e3, note, found)


def ratios(times: GameTimes, unit: float) -> dict[str, float]:
    """Each time as a ratio to the calibration loop."""
    scale = {"us": 1e-6, "ms": 1e-3}
    return {
        name.rpartition("_")[0]: round(value * scale[name.rpartition("_")[2]] / unit, 5)
        for name, value in msgspec.structs.asdict(times).items()
        if isinstance(value, float)
    }
