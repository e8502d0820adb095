"""What a game's tests and its fuzzing know of it: how the causes that refusals name are taken away or seen,
and what a side can infer of hidden counters."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec

import msgspec

from bridgehead.testing.guesses import RuledOut
from bridgehead.testing.refusals import Fact, Remedy


class Known(msgspec.Struct, frozen=True):
    """One game's remedies and facts by rule, and why hidden counters cannot have changed places."""

    remedies: Mapping[str, Remedy]
    facts: Mapping[str, Fact]
    ruled_out: RuledOut | None = None
    """None where no counter is hidden."""


def known(name: str) -> Known | None:
    """What is known of a game; nothing of games that are not ours."""
    module = f"{__name__}.{name}"
    if find_spec(module) is None:
        return None
    held = import_module(module)
    return Known(held.REMEDIES, held.FACTS, getattr(held, "ruled_out", None))
