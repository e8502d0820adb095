"""What most wars for ground have in common: troops, victory hexes, the way to them, odds where fronts touch.

A game's judge gives the facts (what a unit is worth and can do, which hexes count, who holds them); the sums
are made here. A bot looks at thousands of positions that differ from one another by a unit or two, so the
sums are kept from one look to the next and only what changed is counted anew: units are immutable, and the
same unit is the same object.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import compress
from operator import is_not
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from bridgehead.bots.judge import Term, forget
from bridgehead.core.values import Side, UnitId
from bridgehead.hexes.paths import uniform

AFRESH = 24
"""Changed units beyond which the sums are made again from nothing."""


class Troop(msgspec.Struct, frozen=True):
    """A unit in figures: what it is worth, and what it attacks and defends with just now."""

    worth: float
    attack: float
    defence: float
    mobile: bool = True
    post: float = 0.0
    """What the place it stands in adds: cover, a bridge kept."""


class Weights(msgspec.Struct, frozen=True):
    """How much each term counts; a point of victory is worth `ground`."""

    ground: float = 6.0
    march: float = 0.5
    guard: float = 0.35
    """How much the defender gains by standing near what the other side wants."""
    blow: float = 0.5
    threat: float = 0.3
    scale: float = 6.0
    """Over how many hexes a goal draws."""


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What a game tells of itself. All of it is asked for every position looked at: it must be quick."""

    troop: Callable[[Any, Any], Troop | None]
    """(s, unit): from the unit's own fields alone, for the sums are kept by unit."""
    camp: Callable[[Any, Side], str]
    """(s, side): sides of one camp win together."""
    ground: Callable[[Any, str], float]
    """(s, camp): the victory points the camp holds now."""
    goals: Callable[[Any, str], Mapping[int, float]]
    """(s, camp): the hexes the camp still wants, with what each is worth."""
    extra: Callable[[Any, str], tuple[Term, ...]]
    """(s, camp): what is particular to the game."""
    chance: Callable[[Any, int, float], float]
    """(s, hex, odds): the chance that an attack there drives the defenders off. It should rise with every
    unit added, or bots will not bring up the first."""
    margin: Callable[[Any, str], float]
    """(s, camp): by how much the camp did better in a game that is over."""
    tempo: Callable[[Any, str], tuple[float, float]] = lambda s, camp: (1.0, 1.0)
    """(s, camp): how near our next attacks are, and how near theirs."""


class Count(msgspec.Struct):
    """Sums over a position, by unit."""

    units: list[Any]
    want: list[float]
    guard: list[float]
    shares: list[tuple[float, float]]
    troops: float
    march: float


class Front(msgspec.Struct):
    """Sums over a position, by hex."""

    units: list[Any]
    strengths: dict[int, tuple[bool, float, float, float]]
    """Ours?, attack, defence, worth of each stack."""
    blows: dict[int, float]
    """What the attackers around a stack may gain by it."""
    mine: float
    theirs: float


class War:
    """The judge of one game."""

    by_lot = False

    def __init__(
        self, game: Any, facts: Facts, weights: Weights, eager: frozenset[str] = frozenset()
    ) -> None:
        self.game = game
        self.facts = facts
        self.weights = weights
        self.eager = eager
        self.paces = uniform(game.board, 1)
        self.nothing = bytearray(game.board.size)
        self.far: dict[int, Any] = {}
        self.pulls: dict[tuple[tuple[int, float], ...], list[float]] = {}
        self.draws: dict[tuple[tuple[int, float], ...], NDArray[np.float64]] = {}
        self.counts: dict[str, Count] = {}
        self.fronts: dict[str, Front] = {}

    def afresh(self, memory: dict[str, Any]) -> None:
        self.counts.clear()
        self.fronts.clear()
        forget(self.pulls, self.draws)

    def camp(self, s: Any, side: Side) -> str:
        return self.facts.camp(s, side)

    # --- what we have

    def standing(self, s: Any, side: Side) -> tuple[Term, ...]:
        ours = self.facts.camp(s, side)
        troops, march = self.counted(s, ours)
        weights = self.weights
        theirs = self.other(s, ours)
        held = self.facts.ground(s, ours) - self.facts.ground(s, theirs)
        return (
            Term("troops", troops, "keeps its troops in being"),
            Term("ground", weights.ground * held, "holds ground that counts"),
            Term("march", weights.march * march, "brings strength where it counts"),
            *self.facts.extra(s, ours),
        )

    def other(self, s: Any, camp: str) -> str:
        """The camp we are chiefly at war with."""
        sides = self.game.scenarios[s.scenario].sides or self.game.sides
        return next(there for side in sides if (there := self.facts.camp(s, side)) != camp)

    def pull(self, goals: Mapping[int, float]) -> list[float]:
        """How strongly the goals together draw a unit, by hex."""
        key = tuple(goals.items())
        if key not in self.pulls:
            self.pulls[key] = self.drawn(goals).tolist()
        return self.pulls[key]

    def drawn(self, goals: Mapping[int, float]) -> NDArray[np.float64]:
        """The same for all hexes at once."""
        key = tuple(goals.items())
        if key not in self.draws:
            total = np.zeros(self.game.board.size)
            for hex, worth in key:
                if hex not in self.far:
                    self.far[hex] = self.game.walker.spread((hex,), 60, self.paces, self.nothing).copy()
                distance = self.far[hex]
                near = np.where(distance >= 0, np.exp(-np.maximum(distance, 0) / self.weights.scale), 0.0)
                total = np.maximum(total, worth * near)
            self.draws[key] = total
        return self.draws[key]

    def counted(self, s: Any, ours: str) -> tuple[float, float]:
        """Troops and march, ours less theirs."""
        want = self.pull(self.facts.goals(s, ours))
        guard = self.pull(self.facts.goals(s, self.other(s, ours)))
        base = self.counts.get(ours)
        if base is None or base.want is not want or base.guard is not guard:
            return self.count(s, ours, want, guard)
        changed = differences(s.units, base.units)
        if changed is None:
            return self.count(s, ours, want, guard)
        troops, march = base.troops, base.march
        for at, unit in changed:
            now, was = self.share(s, unit, ours, want, guard), base.shares[at]
            troops += now[0] - was[0]
            march += now[1] - was[1]
        return troops, march

    def count(self, s: Any, ours: str, want: list[float], guard: list[float]) -> tuple[float, float]:
        units = list(s.units.values())
        shares = [self.share(s, unit, ours, want, guard) for unit in units]
        troops = sum(share[0] for share in shares)
        march = sum(share[1] for share in shares)
        self.counts[ours] = Count(units, want, guard, shares, troops, march)
        return troops, march

    def share(
        self, s: Any, unit: Any, ours: str, want: list[float], guard: list[float]
    ) -> tuple[float, float]:
        """What one unit adds to troops and march."""
        hex = unit.hex
        if not hex:
            return 0.0, 0.0
        one = self.facts.troop(s, unit)
        if one is None:
            return 0.0, 0.0
        keen = self.weights.guard
        if self.facts.camp(s, unit.side) == ours:
            drawn = one.worth * (want[hex] + keen * guard[hex]) if one.mobile else 0.0
            return one.worth + one.post, drawn
        drawn = one.worth * (guard[hex] + keen * want[hex]) if one.mobile else 0.0
        return -one.worth - one.post, -drawn

    def field(self, s: Any, side: Side) -> Sequence[float]:
        ours = self.facts.camp(s, side)
        want = self.pull(self.facts.goals(s, ours))
        guard = self.pull(self.facts.goals(s, self.other(s, ours)))
        keen = self.weights.guard
        return [a + keen * b for a, b in zip(want, guard, strict=True)]

    def might(self, s: Any, unit: UnitId) -> float:
        one = self.facts.troop(s, s.units[unit])
        return 0.0 if one is None else one.attack

    def margin(self, s: Any, side: Side) -> float:
        return self.facts.margin(s, self.facts.camp(s, side))

    # --- what may soon happen

    def prospects(self, s: Any, side: Side) -> tuple[Term, ...]:
        ours = self.facts.camp(s, side)
        mine, theirs = self.blows(s, ours)
        soon, late = self.facts.tempo(s, ours)
        return (
            Term("attacks", soon * self.weights.blow * mine, "can attack at good odds"),
            Term("danger", -late * self.weights.threat * theirs, "is in danger where it stands"),
        )

    def blows(self, s: Any, ours: str) -> tuple[float, float]:
        """What we could drive off next to us, and what the other side could."""
        base = self.fronts.get(ours)
        changed = None if base is None else differences(s.units, base.units)
        if base is None or changed is None:
            base = self.fronts[ours] = self.front(s, ours)
            return base.mine, base.theirs
        return self.shifted(s, ours, base, changed)

    def shifted(self, s: Any, ours: str, base: Front, changed: list[tuple[int, Any]]) -> tuple[float, float]:
        """The same, counted anew only around the units that changed."""
        touched = {unit.hex for _, unit in changed} | {base.units[at].hex for at, _ in changed}
        touched.discard(0)
        if not touched:
            return base.mine, base.theirs
        strengths = base.strengths.copy()
        for hex in touched:
            if hex in s.stacks:
                strengths[hex] = self.strength(s, hex, ours)
            else:
                strengths.pop(hex, None)
        near = self.game.board.near
        mine, theirs = base.mine, base.theirs
        for hex in touched.union(*(near[hex] for hex in touched)):
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

    def front(self, s: Any, ours: str) -> Front:
        strengths = {hex: self.strength(s, hex, ours) for hex in s.stacks}
        blows = {hex: self.blow(s, hex, strengths) for hex in strengths}
        mine = sum(blow for hex, blow in blows.items() if not strengths[hex][0])
        theirs = sum(blow for hex, blow in blows.items() if strengths[hex][0])
        return Front(list(s.units.values()), strengths, blows, mine, theirs)

    def strength(self, s: Any, hex: int, ours: str) -> tuple[bool, float, float, float]:
        attack = defence = worth = 0.0
        mine = False
        for id in s.stacks[hex]:
            unit = s.units[id]
            one = self.facts.troop(s, unit)
            if one is not None:
                mine = self.facts.camp(s, unit.side) == ours
                attack += one.attack
                defence += one.defence
                worth += one.worth
        return mine, attack, defence, worth

    def blow(self, s: Any, hex: int, strengths: dict[int, tuple[bool, float, float, float]]) -> float:
        """What a stack is worth, times the chance that all who stand around it drive it off."""
        mine, _, defence, worth = strengths[hex]
        if not worth:
            return 0.0
        against = 0.0
        for at in self.game.board.near[hex]:
            there = strengths.get(at)
            if there is not None and there[0] != mine:
                against += there[1]
        return worth * self.facts.chance(s, hex, against / max(defence, 0.5)) if against else 0.0


def differences(units: dict[Any, Any], before: list[Any], most: int = AFRESH) -> list[tuple[int, Any]] | None:
    """The units that are not what they were; None if there are too many to bother."""
    if len(units) != len(before):
        return None
    places = list(compress(range(len(before)), map(is_not, units.values(), before)))
    return [(at, units[before[at].id]) for at in places] if len(places) <= most else None
