"""Random play under all contracts; failures are kept as records.

Beside the promises of `contract`, refusals of clicks are checked (the cause is taken away, the option
appears) and guesses at hidden counters (what never varies can be inferred), for games of which that is known.
"""

from __future__ import annotations

import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec

from bridgehead.core.actions import Action
from bridgehead.core.chance import MASK, advanced, mixed
from bridgehead.core.match import Match
from bridgehead.core.play import options, push
from bridgehead.core.values import Side
from bridgehead.testing import contract
from bridgehead.testing.causes import Known, known
from bridgehead.testing.guesses import ENOUGH, check_guesses, unseen_on_map
from bridgehead.testing.refusals import Refusal, check, one_game
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
    """Positions at which every promise was checked."""
    refusals_checked: int = 0
    """Refusals whose cause was taken away until the option appeared."""
    guesses_checked: int = 0
    """Guesses at what a side cannot see, compared with what it can infer."""
    failures: list[Failure] = []


def fuzz(
    game: AnyWargame,
    seconds: float,
    seed: int,
    folder: Path,
    progress: Callable[[FuzzReport], None] = lambda found: None,
) -> FuzzReport:
    """Play all scenarios with all options at random under all contracts until the time is up.

    Half of the time is spent on asking.
    """
    found = FuzzReport(game.name)
    about = known(game.name)
    started = time.monotonic()
    while (spent := time.monotonic() - started) < seconds:
        found.seconds = spent
        scenario = list(game.scenarios)[found.games % len(game.scenarios)]
        own = mixed((seed + found.games) & MASK)
        fuzz_one(game, scenario, own, folder, found)
        played = time.monotonic() - started
        while about is not None and time.monotonic() - started < min(seconds, played + (played - spent)):
            own = mixed(own)
            fuzz_asked(Match(game, scenario, own, **drawn_setting(game, scenario, own)), about, folder, found)
        progress(found)
    found.seconds = time.monotonic() - started
    return found


def drawn_setting(game: AnyWargame, scenario: str, seed: int) -> dict[str, str]:
    """Optional rules by lot."""
    lots = Fuzzer(seed, every=0)
    return {
        name: option.choices[lots.draw(len(option.choices))]
        for name, option in game.options.items()
        if not option.scenarios or scenario in option.scenarios
    }


def fuzz_one(game: AnyWargame, scenario: str, seed: int, folder: Path, found: FuzzReport) -> None:
    fuzzer = Fuzzer(seed, every=37)
    done: list[Action] = []
    match = Match(game, scenario, seed, **drawn_setting(game, scenario, seed))
    try:
        play_checked(match.now, fuzzer, done)
    except Exception as problem:
        found.failures.append(failure_of(match, done, problem, folder))
    found.games += 1
    found.decisions += fuzzer.moves
    found.checked += fuzzer.checked


REFUSALS_A_GAME = 240
"""Refusals of one random game that are checked, no more than a few of a kind."""
ALIKE = 4
LOOKS = 2
"""Positions of a random game at which the guesses of every side are measured."""


def fuzz_asked(match: Match[WarState], about: Known, folder: Path, found: FuzzReport) -> None:
    """Click here and there in a random game, ask why not, and guess at what is hidden."""
    done: list[Action] = []
    alike: Counter[tuple[str, str, str, str]] = Counter()
    looks = [match.seed % 50 + 40 * number**2 for number in range(LOOKS, 0, -1)]
    for refusal in one_game(match.now, match.seed, done):
        try:
            if alike[refusal.kind] < ALIKE and sum(alike.values()) < REFUSALS_A_GAME:
                alike[refusal.kind] += 1
                check(refusal, about.remedies, about.facts)
                found.refusals_checked += 1
            if looks and len(done) >= looks[-1]:
                looks.pop()
                found.guesses_checked += guessed(refusal, about, match.seed)
        except Exception as problem:
            found.failures.append(failure_of(match, done, problem, folder))
        if not looks and sum(alike.values()) >= REFUSALS_A_GAME:
            return


def guessed(refusal: Refusal, about: Known, seed: int) -> int:
    """How many guesses were made at a position: none where nothing is hidden."""
    if about.ruled_out is None:
        return 0
    s = refusal.s
    hiding: list[Side] = [side for side in contract.sides_of(s) if unseen_on_map(s, side)]
    for side in hiding:
        check_guesses(s, side, seed & MASK, about.ruled_out)
    return ENOUGH * len(hiding)


def failure_of(match: Match[WarState], done: list[Action], problem: Exception, folder: Path) -> Failure:
    """A failed game, written down."""
    start = match.at(0)
    said = "".join(traceback.format_exception_only(problem)).strip()
    return Failure(start.scenario, match.seed, said, len(done), str(keep(match, done, folder)))


def keep(match: Match[WarState], done: list[Action], folder: Path) -> Path:
    """Write the record of a failed game: its last action is the one that failed."""
    match.actions = list(done)
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{match.game.name}-{match.at(0).scenario}-{match.seed}-{len(done)}.json"
    file.write_text(match.record(), encoding="utf-8")
    return file
