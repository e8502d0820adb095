"""Learned weights: how much more or less than its judge says each side should count a term.

The figures in `weights.toml` were found by playing (`bridgehead lab tune`), not by argument.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from bridgehead.core.values import Side

FILE = Path(__file__).with_name("weights.toml")

Weights = Mapping[str, float]
"""By term of the judge: the factor on its worth; 1 where nothing is said."""
WeightsBySide = dict[str, dict[str, dict[str, dict[str, float]]]]
"""By game, scenario, side and term."""


@cache
def all_weights() -> WeightsBySide:
    found: WeightsBySide = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return found


def weights_of(game: str, scenario: str, side: Side) -> Weights:
    """How a side weighs terms; nothing where none was found."""
    return all_weights().get(game, {}).get(scenario, {}).get(side, {})


def combined(one: Weights, other: Weights) -> dict[str, float]:
    """Two ways of weighing, one upon the other."""
    return {name: one.get(name, 1.0) * other.get(name, 1.0) for name in {**one, **other}}
