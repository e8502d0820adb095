"""What most wars for ground have in common: troops, victory hexes, the way to them, odds where fronts touch.

A game's judge gives the facts (what a unit is worth and can do, which hexes count, who holds them); the sums
are made here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import numpy as np

from bridgehead.bots.judge import Term
from bridgehead.core.values import Side
from bridgehead.hexes.paths import uniform


class Troop(msgspec.Struct, frozen=True):
    """A unit in figures: what it is worth, and what it attacks and defends with just now."""

    worth: float
    attack: float
    defence: float
    mobile: bool = True


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


class War:
    """The judge of one game."""

    def __init__(
        self,
        game: Any,
        *,
        troop: Callable[[Any, Any], Troop | None],
        camp: Callable[[Side], str],
        ground: Callable[[Any, str], float],
        goals: Callable[[Any, str], Mapping[int, float]],
        extra: Callable[[Any, str], tuple[Term, ...]],
        chance: Callable[[Any, int, float], float],
        weights: Weights,
        eager: frozenset[str] = frozenset(),
    ) -> None:
        self.eager = eager
        self.game = game
        self.troop = troop
        self.camp = camp
        """The camp of a side or of a unit's side: sides of one camp win together."""
        self.ground = ground
        """The victory points a camp holds now."""
        self.goals = goals
        """The hexes a camp still wants, with what each is worth."""
        self.extra = extra
        self.chance = chance
        """The chance that an attack on a hex at some odds drives the defenders off."""
        self.weights = weights
        self.paces = uniform(game.board, 1)
        self.nothing = bytearray(game.board.size)
        self.far: dict[int, Any] = {}
        self.pulls: dict[tuple[tuple[int, float], ...], list[float]] = {}

    def pull(self, goals: Mapping[int, float]) -> list[float]:
        """How strongly the goals together draw a unit, by hex."""
        key = tuple(sorted(goals.items()))
        if key not in self.pulls:
            total = np.zeros(self.game.board.size)
            for hex, worth in key:
                if hex not in self.far:
                    self.far[hex] = self.game.walker.spread((hex,), 60, self.paces, self.nothing)
                distance = self.far[hex]
                near = np.where(distance >= 0, np.exp(-np.maximum(distance, 0) / self.weights.scale), 0.0)
                total = np.maximum(total, worth * near)
            self.pulls[key] = total.tolist()
        return self.pulls[key]

    def standing(self, s: Any, side: Side) -> tuple[Term, ...]:
        ours = self.camp(side)
        theirs = self.other(ours)
        want, guard = self.pull(self.goals(s, ours)), self.pull(self.goals(s, theirs))
        troops = march = 0.0
        weights = self.weights
        for unit in s.units.values():
            hex = unit.hex
            if not hex:
                continue
            one = self.troop(s, unit)
            if one is None:
                continue
            if self.camp(unit.side) == ours:
                troops += one.worth
                march += one.worth * (want[hex] + weights.guard * guard[hex]) if one.mobile else 0.0
            else:
                troops -= one.worth
                march -= one.worth * (guard[hex] + weights.guard * want[hex]) if one.mobile else 0.0
        held = self.ground(s, ours) - self.ground(s, theirs)
        return (
            Term("troops", troops, "keeps its troops in being"),
            Term("ground", weights.ground * held, "holds ground that counts"),
            Term("march", weights.march * march, "brings strength where it counts"),
            *self.extra(s, ours),
        )

    def other(self, camp: str) -> str:
        return next(self.camp(side) for side in self.game.sides if self.camp(side) != camp)

    def prospects(self, s: Any, side: Side) -> tuple[Term, ...]:
        ours = self.camp(side)
        mine, theirs = self.blows(s, ours)
        return (
            Term("attacks", self.weights.blow * mine, "can attack at good odds"),
            Term("danger", -self.weights.threat * theirs, "is in danger where it stands"),
        )

    def blows(self, s: Any, ours: str) -> tuple[float, float]:
        """What we could drive off next to us, and what the other side could."""
        near = self.game.board.near
        strength: dict[int, tuple[bool, float, float, float]] = {}
        for hex, stack in s.stacks.items():
            attack = defence = worth = 0.0
            mine = False
            for id in stack:
                unit = s.units[id]
                one = self.troop(s, unit)
                if one is not None:
                    mine = self.camp(unit.side) == ours
                    attack += one.attack
                    defence += one.defence
                    worth += one.worth
            strength[hex] = (mine, attack, defence, worth)
        sums = {True: 0.0, False: 0.0}
        for hex, (mine, _, defence, worth) in strength.items():
            if not worth:
                continue
            against = sum(
                there[1] for at in near[hex] if (there := strength.get(at)) is not None and there[0] != mine
            )
            if against:
                sums[not mine] += worth * self.chance(s, hex, against / max(defence, 0.5))
        return sums[True], sums[False]
