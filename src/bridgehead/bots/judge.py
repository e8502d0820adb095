"""What a position is worth to a side, as a sum of terms a player would name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from bridgehead.core.values import Side, UnitId
from bridgehead.toolkit.wargame import WarState as State


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

    by_lot: bool
    """Do lots decide who acts next? Then plans tried against the enemy's answer tell too little."""

    def afresh(self, memory: dict[str, Any]) -> None:
        """Forget what was kept of other positions. Said before every decision: what a bot finds must not
        depend on what else was looked at. `memory` is the bot's own and lasts for a phase of its."""
        ...

    def camp(self, s: Any, side: Side) -> str:
        """Sides of one camp win together."""
        ...

    def standing(self, s: Any, side: Side) -> tuple[Term, ...]:
        """What the side has: steps, ground, objectives, supply."""
        ...

    def prospects(self, s: Any, side: Side) -> tuple[Term, ...]:
        """What the side may soon gain or lose where it stands: attacks it threatens, attacks it suffers."""
        ...

    def field(self, s: Any, side: Side) -> Sequence[float] | None:
        """By hex: how gladly the side would stand there. It orders moves before they are tried."""
        ...

    def might(self, s: Any, unit: UnitId) -> float:
        """What a unit brings to an attack: the mightiest are asked first."""
        ...

    def margin(self, s: Any, side: Side) -> float:
        """By how much the side did better in a game that is over, in the game's own measure."""
        ...


MOST_KEPT = 200
"""Results of one kind that a judge keeps at hand from one decision to the next."""


def forget(*kept: dict[Any, Any]) -> None:
    """Let go of what has become too much. Only between decisions: a sum made anew may differ in its last
    digit from one that was carried on, and a move must not depend on what else was looked at."""
    for each in kept:
        if len(each) > MOST_KEPT:
            each.clear()


DECIDED = 10_000.0
"""The worth of a game won."""


class Headcount:
    """The judge of a game that has none of its own: units on the map, ours less theirs."""

    eager: frozenset[str] = frozenset()
    by_lot = False

    def afresh(self, memory: dict[str, Any]) -> None:
        pass

    def camp(self, s: State, side: Side) -> str:
        return str(side)

    def standing(self, s: State, side: Side) -> tuple[Term, ...]:
        ours = sum(1 for unit in s.units.values() if unit.hex and unit.side == side)
        theirs = sum(1 for unit in s.units.values() if unit.hex and unit.side != side)
        return (Term("units", float(ours - theirs), f"{ours} units against {theirs}"),)

    def prospects(self, s: State, side: Side) -> tuple[Term, ...]:
        return ()

    def field(self, s: State, side: Side) -> None:
        return None

    def might(self, s: State, unit: UnitId) -> float:
        return 1.0

    def margin(self, s: State, side: Side) -> float:
        return sum(term.worth for term in self.standing(s, side))


def final_worth(judge: Judge, s: State, side: Side) -> float:
    """The worth of a game that is over: won, drawn or lost, and by how much."""
    assert s.ended is not None
    winner = s.ended.winner
    if winner is None:
        return judge.margin(s, side)
    won = judge.camp(s, winner) == judge.camp(s, side)
    return (DECIDED if won else -DECIDED) + judge.margin(s, side)
