"""Statistics, against values from tables."""

import numpy as np
import pytest

from bridgehead.lab.analysis.statistics import (
    chi_square_p,
    even_p,
    fit_p,
    histogram,
    holm,
    logistic,
    mean_interval,
    predicted,
    sign_flip_p,
)


@pytest.mark.parametrize(
    ("square", "freedom", "p"),
    [
        (3.841, 1, 0.05),
        (11.070, 5, 0.05),
        (0.412, 5, 0.995),
        (15.086, 5, 0.01),
        (2.0, 2, 0.3679),
        (0.0, 3, 1.0),
    ],
)
def test_chi_square(square: float, freedom: int, p: float) -> None:
    assert chi_square_p(square, freedom) == pytest.approx(p, abs=2e-4)


def test_dice_are_doubted_only_when_uneven() -> None:
    assert even_p([100, 104, 97, 101, 99, 99]) > 0.9
    assert even_p([100, 100, 100, 100, 100, 200]) < 1e-6
    assert even_p([0] * 6) == 1.0


def test_rare_results_are_taken_together() -> None:
    assert fit_p([50, 50, 1, 0], [49.5, 50.5, 0.5, 0.5]) > 0.5
    assert fit_p([3], [3]) == 1.0
    assert fit_p([90, 10, 0], [50, 46, 4]) < 1e-6


def test_differences_in_pairs() -> None:
    random = np.random.default_rng(1)
    assert sign_flip_p(np.zeros(50)) == 1.0
    assert sign_flip_p(random.normal(0, 1, 200)) > 0.05
    assert sign_flip_p(random.normal(0.5, 1, 200)) < 0.001


def test_many_comparisons_are_judged_together() -> None:
    assert holm([0.01, 0.04, 0.5]) == pytest.approx([0.03, 0.08, 0.5])
    assert holm([]) == []


def test_a_mean_lies_in_its_interval() -> None:
    mean, low, high = mean_interval(np.array([1.0, 2.0, 3.0, 4.0]))
    assert low < mean == 2.5 < high
    assert np.isnan(mean_interval(np.array([]))[0])


def test_logistic_learns_what_tells_the_outcome() -> None:
    random = np.random.default_rng(2)
    x = random.normal(size=(300, 2))
    y = (x[:, 0] > 0).astype(float)
    weights = logistic(x, y)
    assert ((predicted(x, weights) > 0.5) == (y > 0.5)).mean() > 0.95
    assert abs(weights[0]) > 5 * abs(weights[1])


def test_a_histogram_counts_everything() -> None:
    bins = histogram(np.array([1.0, 1.0, 2.0, 5.0]))
    assert [(each.start, each.count) for each in bins] == [(1, 2), (2, 1), (3, 0), (4, 0), (5, 1)]
    wide = histogram(np.arange(1000, dtype=float))
    assert len(wide) <= 25
    assert sum(each.count for each in wide) == 1000
    assert sum(each.count for each in histogram(np.array([0.1, 0.25, 0.9]))) == 3
    assert histogram(np.array([])) == []
