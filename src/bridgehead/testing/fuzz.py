"""Random play under all contracts; failures are kept as records."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from pathlib import Path

import msgspec

from bridgehead.core.actions import Action
from bridgehead.core.chance import MASK, advanced, mixed
from bridgehead.core.match import Match
from bridgehead.core.play import options, push
from bridgehead.core.state import S
from bridgehead.testing import contract
from bridgehead.toolkit.wargame import AnyWargame, WarState

LONGEST_GAME = 200_000
"""Decisions after which a game is taken to be endless."""
REMEMBERED = 60
"""Actions of other positions that are asked for again, to see them refused."""


class Fuzzer:
    """A random player that checks every promise at every n-th position."""

    def __init__(self, seed: int, every: int) -> None:
        self.seed = mixed(seed & MASK)
        self.every = every
        self.moves = 0
        self.checked = 0
        self.seen: list[Action] = []
        self.last: WarState

    def choose(self, s: WarState) -> Action:
        """An action, the position having been checked if its turn has come."""
        offered = options(s)
        action = offered[self.draw(len(offered))]
        self.moves += 1
        if self.every and self.moves % self.every == 0:
            contract.check_position(s, action, self.seen, self.draw(MASK))
            self.checked += 1
        if len(self.seen) < REMEMBERED:
            self.seen.append(action)
        else:
            self.seen[self.draw(REMEMBERED)] = action
        return action

    def draw(self, ways: int) -> int:
        self.seed = advanced(self.seed)
        return mixed(self.seed) * ways >> 64


def play_checked(s: WarState, fuzzer: Fuzzer, done: list[Action] | None = None) -> WarState:
    """Play to the end; every action is added to `done` before it is played."""
    s = s.clone()
    fuzzer.last = s
    for _ in range(LONGEST_GAME):
        if not s.flow:
            return s
        action = fuzzer.choose(s)
        if done is not None:
            done.append(action)
        looked_at = fuzzer.every and fuzzer.moves % fuzzer.every == 0
        before = s.clone() if looked_at else s
        push(s, action)
        if looked_at:
            contract.check_told(before, s)
    raise contract.BrokenContract(f"a game ends: {s.game.name}/{s.scenario}, {LONGEST_GAME} decisions")


class Failure(msgspec.Struct, frozen=True):
    """A promise broken under random play."""

    scenario: str
    seed: int
    problem: str
    decisions: int
    file: str


class FuzzReport(msgspec.Struct):
    """What a fuzzing run came to."""

    game: str
    seconds: float = 0.0
    games: int = 0
    decisions: int = 0
    checked: int = 0
    failures: list[Failure] = []


def fuzz(
    game: AnyWargame,
    seconds: float,
    seed: int,
    folder: Path,
    progress: Callable[[FuzzReport], None] = lambda found: None,
) -> FuzzReport:
    """Play all scenarios with all options at random under all contracts until the time is up."""
    found = FuzzReport(game.name)
    started = time.monotonic()
    while (spent := time.monotonic() - started) < seconds:
        found.seconds = spent
        scenario = list(game.scenarios)[found.games % len(game.scenarios)]
        fuzz_one(game, scenario, mixed((seed + found.games) & MASK), folder, found)
        progress(found)
    found.seconds = time.monotonic() - started
    return found


def fuzz_one(game: AnyWargame, scenario: str, seed: int, folder: Path, found: FuzzReport) -> None:
    fuzzer = Fuzzer(seed, every=37)
    chosen = {
        name: option.choices[fuzzer.draw(len(option.choices))]
        for name, option in game.options.items()
        if not option.scenarios or scenario in option.scenarios
    }
    done: list[Action] = []
    match = Match(game, scenario, seed, **chosen)
    try:
        play_checked(match.now, fuzzer, done)
    except Exception as problem:
        file = keep(match, done, folder)
        said = "".join(traceback.format_exception_only(problem)).strip()
        found.failures.append(Failure(scenario, seed, said, len(done), str(file)))
    found.games += 1
    found.decisions += fuzzer.moves
    found.checked += fuzzer.checked


def keep(match: Match[S], done: list[Action], folder: Path) -> Path:
    """Write the record of a failed game: its last action is the one that failed."""
    match.actions = done
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{match.game.name}-{match.at(0).scenario}-{match.seed}.json"
    file.write_text(match.record(), encoding="utf-8")
    return file
