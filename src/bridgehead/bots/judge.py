"""What a position is worth to a side, as a sum of terms a player would name."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from bridgehead.core.state import State
from bridgehead.core.values import Side


class Term(msgspec.Struct, frozen=True):
    """One thing a position is valued for."""

    name: str
    worth: float
    phrase: str
    """What it says to a player: "holds the canal", "the corridor is cut"."""


class Judge(Protocol):
    """A game's evaluation. It reads the position and asks the engine; it repeats no rule."""

    eager: frozenset[str]
    """Decisions (by class) that only say who may act: there a bot takes what it can get."""

    def standing(self, s: Any, side: Side) -> tuple[Term, ...]:
        """What the side has: steps, ground, objectives, supply."""
        ...

    def prospects(self, s: Any, side: Side) -> tuple[Term, ...]:
        """What the side may soon gain or lose where it stands: attacks it threatens, attacks it suffers."""
        ...


DECIDED = 10_000.0
"""The worth of a game won."""


class Headcount:
    """The judge of a game that has none of its own: units on the map, ours less theirs."""

    eager: frozenset[str] = frozenset()

    def standing(self, s: State, side: Side) -> tuple[Term, ...]:
        ours = sum(1 for unit in s.units.values() if unit.hex and unit.side == side)
        theirs = sum(1 for unit in s.units.values() if unit.hex and unit.side != side)
        return (Term("units", float(ours - theirs), f"{ours} units against {theirs}"),)

    def prospects(self, s: State, side: Side) -> tuple[Term, ...]:
        return ()


def final_worth(s: State, side: Side) -> float:
    """The worth of a game that is over."""
    assert s.ended is not None
    if s.ended.winner is None:
        return 0.0
    return DECIDED if s.ended.winner == side else -DECIDED
