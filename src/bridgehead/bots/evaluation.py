"""What a position is worth to a side, as a sum of terms a player would name.

A game's judge is a `Judge` of its own state. A bot looks at thousands of positions that differ from one
another by a unit or two, so judges keep sums from one look to the next and count only what changed
(`differences`): units are immutable, and the same unit is the same object. `FrontJudge` does so for what
attacks threaten where fronts touch.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import compress
from operator import is_not
from typing import ClassVar, Generic, Protocol, TypeVar

import msgspec

from bridgehead.core.flow import Frame
from bridgehead.core.state import Unit
from bridgehead.core.values import NOWHERE, Hex, Side, UnitId
from bridgehead.core.words import counted
from bridgehead.toolkit.wargame import AnyWargame, WarState

S = TypeVar("S", bound=WarState)
U = TypeVar("U", bound=Unit)

DECIDED = 10_000.0
"""The worth of a game won."""
MOST_KEPT = 200
"""Results of one kind that a judge keeps at hand from one decision to the next."""
MOST_CHANGED = 24
"""Changed units beyond which sums are made again from nothing."""


class Term(msgspec.Struct, frozen=True):
    """One thing a position is valued for."""

    name: str
    worth: float
    phrase: str
    """What it says to a player: "holds the canal", "the corridor is cut"."""


class Memory:
    """What a judge keeps for one bot during one phase. A game's judge adds its own fields in a subclass."""


class Judge(ABC, Generic[S]):
    """A game's evaluation. It reads the position and asks the engine; it repeats no rule."""

    eager: ClassVar[frozenset[type[Frame]]] = frozenset()
    """Decisions that only say who may act: there a bot takes what it can get."""

    by_lot: ClassVar[bool] = False
    """Do lots decide who acts next? Then plans tried against the enemy's answer tell too little."""

    def new_memory(self) -> Memory:
        return Memory()

    @abstractmethod
    def begin_decision(self, memory: Memory) -> None:
        """Forget what was kept of other positions. Said before every decision: what a bot finds must not
        depend on what else was looked at. `memory` is the bot's own and lasts for a phase of its."""

    def camp(self, s: S, side: Side) -> str:
        """Sides of one camp win together."""
        return str(side)

    @abstractmethod
    def standing(self, s: S, side: Side) -> tuple[Term, ...]:
        """What the side has: steps, ground, objectives, supply."""

    @abstractmethod
    def prospects(self, s: S, side: Side) -> tuple[Term, ...]:
        """What the side may soon gain or lose where it stands: attacks it threatens, attacks it suffers."""

    @abstractmethod
    def field(self, s: S, side: Side) -> Sequence[float] | None:
        """By hex: how gladly the side would stand there. It orders moves before they are tried."""

    @abstractmethod
    def might(self, s: S, unit: UnitId) -> float:
        """What a unit brings to an attack: the mightiest are asked first."""

    @abstractmethod
    def margin(self, s: S, side: Side) -> float:
        """By how much the side did better in a game that is over, in the game's own measure."""


def final_worth(judge: Judge[S], s: S, side: Side) -> float:
    """The worth of a game that is over: won, drawn or lost, and by how much."""
    assert s.ended is not None
    winner = s.ended.winner
    if winner is None:
        return judge.margin(s, side)
    won = judge.camp(s, winner) == judge.camp(s, side)
    return (DECIDED if won else -DECIDED) + judge.margin(s, side)


class Headcount(Judge[WarState]):
    """The judge of a game that has none of its own: units on the map, ours less theirs."""

    def begin_decision(self, memory: Memory) -> None:
        pass

    def standing(self, s: WarState, side: Side) -> tuple[Term, ...]:
        ours = sum(1 for unit in s.units.values() if unit.hex and unit.side == side)
        theirs = sum(1 for unit in s.units.values() if unit.hex and unit.side != side)
        return (Term("units", float(ours - theirs), f"{counted(ours, 'unit')} vs. {theirs}"),)

    def prospects(self, s: WarState, side: Side) -> tuple[Term, ...]:
        return ()

    def field(self, s: WarState, side: Side) -> None:
        return None

    def might(self, s: WarState, unit: UnitId) -> float:
        return 1.0

    def margin(self, s: WarState, side: Side) -> float:
        return sum(term.worth for term in self.standing(s, side))


# --- sums kept from one look to the next


def differences(
    units: Mapping[UnitId, U], before: list[U], most: int = MOST_CHANGED
) -> list[tuple[int, U]] | None:
    """The units that are not what they were, by place; None if there are too many to bother."""
    if len(units) != len(before):
        return None
    places = list(compress(range(len(before)), map(is_not, units.values(), before)))
    return [(at, units[before[at].id]) for at in places] if len(places) <= most else None


class Kept(Protocol):
    """A dictionary, whatever is in it."""

    def __len__(self) -> int: ...

    def clear(self) -> None: ...


def forget(*kept: Kept) -> None:
    """Let go of what has become too much. Only between decisions: a sum made anew may differ in its last
    digit from one that was carried on, and a move must not depend on what else was looked at."""
    for each in kept:
        if len(each) > MOST_KEPT:
            each.clear()


# --- where fronts touch


class Troop(msgspec.Struct, frozen=True):
    """A unit in figures: what it is worth, and what it attacks and defends with just now."""

    worth: float
    attack: float
    defence: float


Strength = tuple[bool, float, float, float]
"""Of a stack: ours?, attack, defence, worth."""


class FrontSums(msgspec.Struct):
    """Sums over a position, by hex."""

    units: list[Unit]
    strengths: dict[Hex, Strength]
    blows: dict[Hex, float]
    """What the attackers around a stack may gain by it."""
    mine: float
    theirs: float


class FrontJudge(Judge[S]):
    """A judge that counts what each side may gain by attacks on the stacks next to its own."""

    our_blows: ClassVar[float]
    their_blows: ClassVar[float]
    """How much attacks count that we could make, and those that we may suffer."""

    def __init__(self, game: AnyWargame) -> None:
        self.near = game.board.near
        self.fronts: dict[str, FrontSums] = {}

    def begin_decision(self, memory: Memory) -> None:
        self.fronts.clear()

    @abstractmethod
    def bloc(self, s: S, side: Side) -> str:
        """Whose strength is counted as ours: those who fight together, though each may win for itself."""

    @abstractmethod
    def tempo(self, s: S, bloc: str) -> tuple[float, float]:
        """How near our next attacks are, and how near theirs."""

    @abstractmethod
    def strength(self, s: S, hex: Hex, ours: str) -> Strength: ...

    @abstractmethod
    def blow(self, s: S, hex: Hex, strengths: dict[Hex, Strength]) -> float:
        """What all who stand around a stack may gain by attacking it. It should rise with every unit added,
        or bots will not bring up the first."""

    def prospects(self, s: S, side: Side) -> tuple[Term, ...]:
        ours = self.bloc(s, side)
        mine, theirs = self.blows(s, ours)
        soon, late = self.tempo(s, ours)
        return (
            Term("attacks", soon * self.our_blows * mine, "can attack at good odds"),
            Term("danger", -late * self.their_blows * theirs, "is in danger where it stands"),
        )

    def blows(self, s: S, ours: str) -> tuple[float, float]:
        """What we could drive off next to us, and what the other side could."""
        base = self.fronts.get(ours)
        changed = None if base is None else differences(s.units, base.units)
        if base is None or changed is None:
            base = self.fronts[ours] = self.front(s, ours)
            return base.mine, base.theirs
        return self.shifted(s, ours, base, changed)

    def shifted(
        self, s: S, ours: str, base: FrontSums, changed: Sequence[tuple[int, Unit]]
    ) -> tuple[float, float]:
        """The same, counted anew only around the units that changed."""
        touched = {unit.hex for _, unit in changed} | {base.units[at].hex for at, _ in changed}
        touched.discard(NOWHERE)
        if not touched:
            return base.mine, base.theirs
        strengths = base.strengths.copy()
        for hex in touched:
            if hex in s.stacks:
                strengths[hex] = self.strength(s, hex, ours)
            else:
                strengths.pop(hex, None)
        mine, theirs = base.mine, base.theirs
        for hex in map(Hex, touched.union(*(self.near[hex] for hex in touched))):
            was = base.strengths.get(hex)
            if was is not None:
                if was[0]:
                    theirs -= base.blows[hex]
                else:
                    mine -= base.blows[hex]
            now = strengths.get(hex)
            if now is not None:
                if now[0]:
                    theirs += self.blow(s, hex, strengths)
                else:
                    mine += self.blow(s, hex, strengths)
        return mine, theirs

    def front(self, s: S, ours: str) -> FrontSums:
        strengths = {hex: self.strength(s, hex, ours) for hex in s.stacks}
        blows = {hex: self.blow(s, hex, strengths) for hex in strengths}
        mine = sum(blow for hex, blow in blows.items() if not strengths[hex][0])
        theirs = sum(blow for hex, blow in blows.items() if strengths[hex][0])
        return FrontSums(list(s.units.values()), strengths, blows, mine, theirs)
