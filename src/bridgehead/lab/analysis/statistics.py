"""The few statistics the lab needs, on numpy alone."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Interval = tuple[float, float]
Mean = tuple[float, float, float]
"""A mean with both ends of its 95 % interval."""

Z95 = 1.959964
FLIPS = 20_000
LEAST_EXPECTED = 5.0


def mean_interval(values: Numbers) -> Mean:
    """A mean with its 95 % interval."""
    if not len(values):
        return math.nan, math.nan, math.nan
    mean = float(values.mean())
    half = Z95 * float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return mean, mean - half, mean + half


def sign_flip_p(differences: Numbers, seed: int = 1) -> float:
    """How often pairs without a difference in truth would differ on average as much as these do."""
    moved = differences[differences != 0]
    if not len(moved):
        return 1.0
    random = np.random.default_rng(seed)
    found = abs(float(moved.sum()))
    beyond = 0
    for _ in range(FLIPS // 1000):
        signs = random.integers(0, 2, size=(1000, len(moved)), dtype=np.int8) * 2 - 1
        beyond += int((np.abs(signs @ moved) >= found - 1e-9).sum())
    return (beyond + 1) / (FLIPS + 1)


def holm(chances: Sequence[float]) -> list[float]:
    """Error chances of several comparisons made together."""
    order = sorted(range(len(chances)), key=lambda at: chances[at])
    adjusted = [1.0] * len(chances)
    worst = 0.0
    for rank, at in enumerate(order):
        worst = max(worst, min(1.0, (len(chances) - rank) * chances[at]))
        adjusted[at] = worst
    return adjusted


def even_p(counts: Sequence[int]) -> float:
    """How often even chances would come out as uneven as these counts."""
    total = sum(counts)
    return fit_p(counts, [total / len(counts)] * len(counts)) if total else 1.0


def fit_p(found: Sequence[float], expected: Sequence[float]) -> float:
    """How often the expected chances would come out as far off; rare results are taken together."""
    pairs = sorted(zip(expected, found, strict=True))
    groups: list[list[float]] = []
    for wanted, seen in pairs:
        if groups and groups[-1][0] < LEAST_EXPECTED:
            groups[-1][0] += wanted
            groups[-1][1] += seen
        else:
            groups.append([wanted, seen])
    if len(groups) > 1 and groups[-1][0] < LEAST_EXPECTED:
        wanted, seen = groups.pop()
        groups[-1][0] += wanted
        groups[-1][1] += seen
    if len(groups) < 2:
        return 1.0
    square = sum((seen - wanted) ** 2 / wanted for wanted, seen in groups)
    return chi_square_p(square, len(groups) - 1)


def chi_square_p(square: float, freedom: int) -> float:
    """The upper tail of the chi-square distribution."""
    a, x = freedom / 2, square / 2
    if x <= 0:
        return 1.0
    scale = math.exp(-x + a * math.log(x) - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        step = a
        while abs(term) > abs(total) * 1e-12:
            step += 1
            term *= x / step
            total += term
        return max(0.0, 1 - total * scale)
    # Continued fraction (Lentz) for large x.
    b = x + 1 - a
    c = 1e300
    d = 1 / b
    found = d
    for step in range(1, 500):
        factor = -step * (step - a)
        b += 2
        d = 1 / (factor * d + b or 1e-300)
        c = b + factor / c or 1e-300
        found *= d * c
        if abs(d * c - 1) < 1e-12:
            break
    return min(1.0, scale * found)


def logistic(features: Numbers, outcome: Numbers, penalty: float = 1.0) -> Numbers:
    """Weights (the last is the constant) that predict an outcome between 0 and 1."""
    x = np.hstack([features, np.ones((len(features), 1))])
    weights = np.zeros(x.shape[1])
    ridge = penalty * np.eye(x.shape[1])
    ridge[-1, -1] = 1e-6
    for _ in range(25):
        chance = predicted(features, weights)
        slope = x.T @ (outcome - chance) - ridge @ weights
        curve = (x * (chance * (1 - chance))[:, None]).T @ x + ridge
        step = np.linalg.solve(curve, slope)
        weights = weights + step
        if float(np.abs(step).max()) < 1e-6:
            break
    return weights


def predicted(features: Numbers, weights: Numbers) -> Numbers:
    x = features @ weights[:-1] + weights[-1]
    chance: Numbers = 1 / (1 + np.exp(-np.clip(x, -30, 30)))
    return chance


class Bin(msgspec.Struct, frozen=True):
    """One column of a histogram."""

    start: float = msgspec.field(name="from")
    width: float
    count: int


def histogram(values: Numbers, most: int = 24) -> list[Bin]:
    """Counts by value, or by range where there are many values."""
    if not len(values):
        return []
    low, high = float(values.min()), float(values.max())
    whole = bool(np.all(values == np.round(values)))
    width = max(1.0, math.ceil((high - low + 1) / most)) if whole else (high - low) / most or 1.0
    start = math.floor(low / width) * width
    bins: dict[int, int] = {}
    for value in values:
        at = int((float(value) - start) // width)
        bins[at] = bins.get(at, 0) + 1
    return [Bin(start + at * width, width, bins.get(at, 0)) for at in range(max(bins) + 1)]


def share_interval(wins: int, games: int) -> Interval:
    """The 95 % Wilson interval of a share."""
    if not games:
        return 0.0, 1.0
    z = 1.959964
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * (share * (1 - share) / games + z * z / (4 * games * games)) ** 0.5 / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)
