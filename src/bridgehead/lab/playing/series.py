"""Many matches in many processes, with the same figures on any number of workers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

import msgspec

from bridgehead.bots import BOTS, Bot
from bridgehead.bots.judges import judge_of
from bridgehead.bots.seat import Seat
from bridgehead.core.chance import MASK, mixed
from bridgehead.core.play import deciding, push, setup
from bridgehead.core.values import Side
from bridgehead.games import load_game
from bridgehead.lab.study.camps import sides_in
from bridgehead.toolkit.wargame import WarState

LONGEST_GAME = 200_000
"""Decisions after which a game is taken to be endless."""

CHUNK = 5
"""Games a worker plays before it reports."""


class EndlessGame(AssertionError):
    """A game that does not come to an end."""


class Series(msgspec.Struct, frozen=True):
    """What is to be played."""

    game: str
    scenario: str
    games: int
    seed: int = 1
    bots: dict[str, str] = {}
    """By side: the bot's name; random where none is named."""
    options: dict[str, str] = {}
    data: str = ""


class ThinkingTime(msgspec.Struct, frozen=True):
    """Processor time a bot took by phase: one run of decisions of one kind, whatever lies inside it."""

    phases: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def and_then(self, phase: float) -> ThinkingTime:
        return ThinkingTime(self.phases + 1, self.seconds + phase, max(self.longest, phase))


class Clock:
    """Takes the time of bots while they play."""

    def __init__(self) -> None:
        self.phase: dict[str, str] = {}
        self.spent: dict[str, float] = {}
        self.thought: dict[str, ThinkingTime] = {}

    def took(self, side: str, phase: str, seconds: float) -> None:
        if self.phase.get(side) != phase:
            self.close(side)
            self.phase[side] = phase
        self.spent[side] += seconds

    def close(self, side: str) -> None:
        """A phase of the side is over."""
        if side in self.phase:
            self.thought[side] = self.thought.get(side, ThinkingTime()).and_then(self.spent[side])
        self.spent[side] = 0.0

    def times(self) -> dict[str, ThinkingTime]:
        for side in list(self.phase):
            self.close(side)
            del self.phase[side]
        return self.thought


class Played(msgspec.Struct, frozen=True):
    """One game of a series."""

    number: int
    winner: str
    level: str
    rule: str
    turn: int
    decisions: int
    seconds: float
    score: dict[str, int]
    margins: dict[str, float] = {}
    """By camp: by how much it did better, as its judge measures it."""
    won: str = ""
    """The camp that won."""
    thought: dict[str, ThinkingTime] = {}
    """By side: how long its bot took."""
    loading: bool = False
    """Was it the process's first game of its kind, for which tables and kernels were loaded?"""


def seed_of(series: Series, number: int) -> int:
    """The seed of one game: the same whoever plays it."""
    return mixed((series.seed * 1_000_003 + number) & MASK)


played_here: set[str] = set()
"""Games this process has played."""


def play_one(series: Series, number: int) -> Played:
    loading = series.game not in played_here
    played_here.add(series.game)
    game = load_game(series.game, Path(series.data) if series.data else None)
    seed = seed_of(series, number)
    s = setup(game, series.scenario, seed, **series.options)
    bots = {
        side: BOTS[series.bots.get(side, "random")](mixed(seed + index + 1))
        for index, side in enumerate(sides_in(game, series.scenario))
    }
    clock = Clock()
    started = time.perf_counter()
    decisions = run(s, bots, clock)
    taken = time.perf_counter() - started
    ended = s.ended
    assert ended is not None
    judge = judge_of(game)
    return Played(
        number,
        ended.winner or "",
        ended.level,
        ended.rule,
        s.turn,
        decisions,
        taken,
        ended.score,
        {judge.camp(s, side): judge.margin(s, side) for side in bots},
        "" if ended.winner is None else judge.camp(s, ended.winner),
        clock.times(),
        loading,
    )


def run(s: WarState, bots: Mapping[Side, Bot], clock: Clock) -> int:
    """Play a position to its end in place; how many decisions it took."""
    for decisions in range(LONGEST_GAME):
        side = deciding(s)
        if side is None:
            return decisions
        began = time.process_time()
        action = bots[side].choose(Seat(s, side))
        clock.took(side, phase_of(s), time.process_time() - began)
        push(s, action)
    raise EndlessGame(f"{s.game.name}/{s.scenario} goes on after {LONGEST_GAME} decisions, turn {s.turn}")


def phase_of(s: WarState) -> str:
    """The phase or segment a decision belongs to."""
    names = [type(frame).__name__ for frame in s.flow]
    phases = [name for name in names if name.endswith(("Phase", "Segment"))] or names[:2]
    return f"{s.turn} {phases[-1]}"


def play_chunk(series: Series, numbers: range) -> list[Played]:
    return [play_one(series, number) for number in numbers]


def play_series(
    series: Series, workers: int, progress: Callable[[int], None] = lambda games: None
) -> list[Played]:
    """All games of a series, in order, `progress` being told how many more are done."""
    chunks = [range(at, min(at + CHUNK, series.games)) for at in range(0, series.games, CHUNK)]
    played: list[Played] = []
    for done in in_chunks(series, chunks, workers):
        played.extend(done)
        progress(len(done))
    return sorted(played, key=lambda one: one.number)


def in_chunks(series: Series, chunks: list[range], workers: int) -> Iterator[list[Played]]:
    if workers <= 1:
        yield from (play_chunk(series, chunk) for chunk in chunks)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(play_chunk, series, chunk) for chunk in chunks]
        yield from (done.result() for done in as_completed(waiting))
