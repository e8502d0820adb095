"""What the general has learned: how much more or less than its judge says each side should weigh a thing.

The figures in `doctrine.toml` were found by playing (`bridgehead lab breed`), not by argument.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from bridgehead.core.values import Side

FILE = Path(__file__).with_name("doctrine.toml")


Doctrines = dict[str, dict[str, dict[str, dict[str, float]]]]
"""By game, scenario, side and term: the factor on the term's worth."""


@cache
def doctrines() -> Doctrines:
    told: Doctrines = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return told


def doctrine(game: str, scenario: str, side: Side) -> Mapping[str, float]:
    """How a side weighs things; nothing where none was found."""
    return doctrines().get(game, {}).get(scenario, {}).get(side, {})


def blended(one: Mapping[str, float], other: Mapping[str, float]) -> dict[str, float]:
    """Two ways of weighing, one upon the other."""
    return {name: one.get(name, 1.0) * other.get(name, 1.0) for name in {**one, **other}}
