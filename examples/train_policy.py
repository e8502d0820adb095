"""Train small masked policies for the sides of a game against random play: numpy alone, minutes on one core.

    python examples/train_policy.py eastprussia1914 tannenberg --minutes 8

The policy is linear: each option gets the sum of its features times the weights (beside the plain features,
the features times the kind of verb, so that a move and an attack may want different places), and an option is
drawn by softmax. The weights are found by the cross-entropy method: draw many, play a few games with each,
keep the best quarter, draw again around them. Nothing of a game's rules is known to it.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.envs.encoding import FEATURES
from bridgehead.envs.single import OneSide
from bridgehead.games import load_game
from bridgehead.lab.analysis.statistics import share_interval

Weights = NDArray[np.float64]
VERB_FEATURES = (2, 3, 7, 8, 10)
"""Features that count apart for every verb: where, who is around, how near the enemy, a marked hex."""

MARGIN = 0.03
"""Worth of a point of the score beside the 1 of a victory."""


class Policy:
    """Chooses among the options of an observation."""

    def __init__(self, env: OneSide, weights: Weights) -> None:
        self.verbs = len(env.encoder.verbs)
        self.weights = weights
        plain = env.encoder.width
        self.flat = weights[:plain]
        self.apart = weights[plain:].reshape(self.verbs, len(VERB_FEATURES))

    @staticmethod
    def size(env: OneSide) -> int:
        return env.encoder.width + len(env.encoder.verbs) * len(VERB_FEATURES)

    def choose(self, seen: dict[str, Any], random: np.random.Generator) -> np.int64:
        count = int(seen["action_mask"].sum())
        rows = seen["actions"][:count]
        verb = rows[:, len(FEATURES) : len(FEATURES) + self.verbs].argmax(axis=1)
        worth = rows @ self.flat + (rows[:, VERB_FEATURES] * self.apart[verb]).sum(axis=1)
        chance = np.exp(worth - worth.max())
        return np.int64(random.choice(count, p=chance / chance.sum()))


def play(env: OneSide, policy: Policy, seed: int) -> tuple[float, float]:
    """One game: what it was worth to learn from, and the result alone (1, 0, -1)."""
    random = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    while True:
        seen, reward, over, cut, info = env.step(policy.choose(seen, random))
        if over or cut:
            return float(reward) + margin(env, info.get("score", {})), float(reward)


def margin(env: OneSide, score: dict[str, int]) -> float:
    """A little for every point ahead, where the game counts points by side: it tells near misses apart."""
    ours = score.get(env.side)
    theirs = [score[side] for side in env.others if side in score]
    return MARGIN * (ours - max(theirs)) if ours is not None and theirs else 0.0


def generation(
    env: OneSide, mean: Weights, spread: Weights, many: int, games: int, random: np.random.Generator
) -> tuple[Weights, Weights, float]:
    """Draw weights, try them on the same games, and gather around the best quarter."""
    drawn = mean + spread * random.standard_normal((many, len(mean)))
    seeds = random.integers(1 << 40, size=games)
    worth = np.array(
        [np.mean([play(env, Policy(env, weights), int(seed))[0] for seed in seeds]) for weights in drawn]
    )
    best = drawn[np.argsort(-worth, kind="stable")[: max(2, many // 4)]]
    return (
        0.3 * mean + 0.7 * best.mean(axis=0),
        np.maximum(0.3 * spread + 0.7 * best.std(axis=0), 0.1),
        float(worth.mean()),
    )


def train(
    env: OneSide, seconds: float, many: int, games: int, seed: int, generations: int = 10_000
) -> tuple[Weights, int]:
    """Train until the time is up; the weights, and how many games it took."""
    random = np.random.default_rng(seed)
    mean, spread = np.zeros(Policy.size(env)), np.full(Policy.size(env), 1.0)
    started, played = time.monotonic(), 0
    for number in range(1, generations + 1):
        mean, spread, worth = generation(env, mean, spread, many, games, random)
        played += many * games
        spent = time.monotonic() - started
        tell(f"generation {number}: mean reward {worth:+.3f}, {played} games, {spent:.0f} s")
        if spent * (number + 1) / number > seconds:
            break
    return mean, played


def measured(env: OneSide, policy: Policy, games: int) -> tuple[int, int, int]:
    """Wins, draws and losses in games no training saw."""
    results = [play(env, policy, 1_000_000 + number)[1] for number in range(games)]
    return results.count(1.0), results.count(0.0), results.count(-1.0)


def tell(words: str) -> None:
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


def said(name: str, counts: tuple[int, int, int]) -> str:
    won, drawn, lost = counts
    games = sum(counts)
    points = (won + drawn / 2) / games
    low, high = share_interval(round(won + drawn / 2), games)
    return (
        f"{name}: {won} won, {drawn} drawn, {lost} lost; {points:.1%} of the points ({low:.1%} to {high:.1%})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a masked policy against random play.")
    parser.add_argument("game")
    parser.add_argument("scenario")
    parser.add_argument("side", nargs="*", help="sides to train; all of them if none is named")
    parser.add_argument("--minutes", type=float, default=8.0, help="for all sides together")
    parser.add_argument("--many", type=int, default=20, help="weights tried in a generation")
    parser.add_argument("--games", type=int, default=3, help="games with each")
    parser.add_argument("--measure", type=int, default=60, help="games of the final comparison")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = load_game(given.game)
    sides = given.side or list(game.scenarios[given.scenario].sides or game.sides)
    total = np.zeros((2, 3), dtype=int)
    for side in sides:
        env = OneSide(game, given.scenario, side)
        weights, _ = train(env, given.minutes * 60 / len(sides), given.many, given.games, given.seed)
        for row, policy in enumerate((np.zeros(Policy.size(env)), weights)):
            counts = measured(env, Policy(env, policy), given.measure)
            tell(said(f"{side}, {('random', 'trained')[row]}", counts))
            total[row] += counts
    for name, (won, drawn, lost) in zip(("random", "trained"), total.tolist(), strict=True):
        tell(said(f"all sides against random, {name}", (won, drawn, lost)))


if __name__ == "__main__":
    main()
