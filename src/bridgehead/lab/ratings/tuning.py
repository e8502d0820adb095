"""What pays: how each camp should weigh the terms of its judge, found by playing.

In every game of a series both camps weigh each term a little more or less than usual, as chance has it. What
the margin then owes to each weight says which way to turn it. All weights are tried at once in every game, so
few games tell of many weights.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from bridgehead.bots.greedy import GreedyBot
from bridgehead.bots.judges import judge_of
from bridgehead.bots.limits import Limits
from bridgehead.bots.weights import FILE, WeightsBySide, all_weights
from bridgehead.core.chance import MASK, mixed
from bridgehead.core.play import BadSetup, setup
from bridgehead.core.values import Side
from bridgehead.games import load_game
from bridgehead.lab.playing.series import Clock, run
from bridgehead.lab.study.camps import camp_by_side, sides_in

QUICK = Limits(per_operation=60, per_phase=400, breadth=6, replies=2, dice=6, branches=5, foresight=True)
"""How closely the bots of a trial look: many games tell more than careful ones."""
SPREAD = 0.6
"""How far weights are turned in a game: the standard deviation of their logarithm."""
RIDGE = 2.0
"""How many games speak beforehand for a weight that does not matter."""
LEAST_SURE = 1.0
"""Standard errors an effect must be away from nothing to be acted on."""
TURN, FURTHEST = 0.25, 0.7
"""How far a weight is turned for each standard error, in logarithms, and at the most."""


class DrawnWeights(Mapping[str, float]):
    """How a camp weighs things in one game: a factor for each term, drawn when it is first asked for."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.drawn: dict[str, float] = {}

    def __getitem__(self, term: str) -> float:
        if term not in self.drawn:
            drawn = np.random.default_rng((self.seed, zlib.crc32(term.encode()))).standard_normal()
            self.drawn[term] = float(np.exp(SPREAD * drawn))
        return self.drawn[term]

    def __iter__(self) -> Iterator[str]:
        return iter(self.drawn)

    def __len__(self) -> int:
        return len(self.drawn)

    def __bool__(self) -> bool:
        """Every term has a weight, drawn yet or not."""
        return True


class Trial(msgspec.Struct, frozen=True):
    """One game: how far each camp turned each weight, and by how much the first camp did better."""

    number: int
    margin: float
    turned: dict[str, dict[str, float]]


class Effect(msgspec.Struct, frozen=True):
    """What it does for a camp to weigh a term e times as much, in standard deviations of the margin."""

    camp: str
    term: str
    gain: float
    error: float

    @property
    def weight(self) -> float:
        """The factor that follows from it."""
        sure = self.gain / self.error
        turned = TURN * sure if abs(sure) >= LEAST_SURE else 0.0
        return round(float(np.exp(np.clip(turned, -FURTHEST, FURTHEST))), 2)


def trial(where: tuple[str, str], seed: int, number: int) -> Trial:
    """One game, played to its end."""
    game = load_game(where[0])
    own = mixed((seed * 1_000_003 + number) & MASK)
    s = setup(game, where[1], own)
    camps = camp_by_side(game, where[1], {})
    sides = sides_in(game, where[1])
    weights = {camp: DrawnWeights(mixed(own + 77 + at)) for at, camp in enumerate(camps_in(where))}
    bots = {
        side: GreedyBot("quick", QUICK, mixed(own + at + 1), weights[camps[side]])
        for at, side in enumerate(sides)
    }
    run(s, bots, Clock())
    turned = {
        camp: {term: float(np.log(factor)) for term, factor in sorted(drawn.items())}
        for camp, drawn in weights.items()
    }
    return Trial(number, judge_of(game).margin(s, Side(sides[0])), turned)


def camps_in(where: tuple[str, str]) -> list[str]:
    """The camps of a scenario, that of the first side first."""
    game = load_game(where[0])
    camps = camp_by_side(game, where[1], {})
    return list(dict.fromkeys(camps[side] for side in sides_in(game, where[1])))


def trials(
    where: tuple[str, str], games: int, seed: int, workers: int, told: Callable[[int], None] = lambda n: None
) -> list[Trial]:
    """A series of games, in order, the same on any number of workers."""
    if len(camps_in(where)) != 2:
        raise BadSetup(f"{where[0]}/{where[1]} has more than two camps: a margin between two is wanted")
    found = []
    for one in played(where, games, seed, workers):
        found.append(one)
        told(1)
    return sorted(found, key=lambda one: one.number)


def played(where: tuple[str, str], games: int, seed: int, workers: int) -> Iterator[Trial]:
    if workers <= 1:
        yield from (trial(where, seed, number) for number in range(games))
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(trial, where, seed, number) for number in range(games)]
        yield from (done.result() for done in as_completed(waiting))


def effects(series: Sequence[Sequence[Trial]]) -> list[Effect]:
    """What the margin owes to each weight, from one series of games for each scenario of one game."""
    camps = list(dict.fromkeys(camp for trials in series for one in trials for camp in one.turned))
    terms = sorted({term for trials in series for one in trials for by in one.turned.values() for term in by})
    rows: list[list[float]] = []
    margins: list[float] = []
    for trials_ in series:
        margin = np.array([one.margin for one in trials_])
        margins.extend(((margin - margin.mean()) / (margin.std() or 1.0)).tolist())
        rows.extend([one.turned.get(c, {}).get(t, 0.0) for c in camps for t in terms] for one in trials_)
    gains, errors = fitted(np.array(rows), np.array(margins))
    found = []
    for at, (camp, term) in enumerate((camp, term) for camp in camps for term in terms):
        for_camp = 1.0 if camp == camps[0] else -1.0
        found.append(Effect(camp, term, for_camp * float(gains[at]), float(errors[at])))
    return found


def fitted(x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Least squares with a little ridge: what each column brings, and its standard error."""
    inverse = np.linalg.inv(x.T @ x + RIDGE * SPREAD**2 * np.eye(x.shape[1]))
    gains = inverse @ x.T @ y
    rest = y - x @ gains
    spread = rest @ rest / max(len(y) - x.shape[1], 1)
    return gains, np.sqrt(np.diag(inverse) * spread)


def write_weights(name: str, scenarios: Sequence[str], found: list[Effect], file: Path = FILE) -> None:
    """Put the weights of these scenarios into the file, the others left as they are."""
    known = {each: dict(by) for each, by in all_weights().items()}
    game = load_game(name)
    for scenario in scenarios:
        camps = camp_by_side(game, scenario, {})
        known.setdefault(name, {})[scenario] = {
            side: {one.term: one.weight for one in found if one.camp == camps[side] and one.weight != 1.0}
            for side in sides_in(game, scenario)
        }
    file.write_text("\n".join(lines_of(known)) + "\n", encoding="utf-8")


def lines_of(known: WeightsBySide) -> Iterator[str]:
    yield "# Written by `bridgehead lab tune`: by game, scenario and side, a factor for each term."
    for name, scenarios in sorted(known.items()):
        for scenario, sides in sorted(scenarios.items()):
            for side, weights in sorted(sides.items()):
                yield ""
                yield f'[{name}.{scenario}."{side}"]'
                yield from (f"{term} = {weight}" for term, weight in sorted(weights.items()))
