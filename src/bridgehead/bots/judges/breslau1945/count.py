"""Counting units: what both sides can bring to the victory hexes, what they are worth, where they crowd."""

from __future__ import annotations

import msgspec
import numpy as np

from bridgehead.bots.judges.breslau1945.changes import changed_since, listed
from bridgehead.bots.judges.breslau1945.figures import Figures
from bridgehead.bots.judges.breslau1945.goals import Goals
from bridgehead.bots.judges.breslau1945.kernel import LEAST
from bridgehead.bots.judges.breslau1945.march import March, Vector
from bridgehead.bots.judges.breslau1945.timing import Timing, phase_of
from bridgehead.core.values import NOWHERE, Hex, Side
from bridgehead.games.breslau1945.model.data import GERMAN, NORTH_GERMAN, NORTH_POLISH, RESERVES, SOVIET
from bridgehead.games.breslau1945.model.game import Breslau
from bridgehead.games.breslau1945.model.state import State, Unit
from bridgehead.games.breslau1945.rules.redeployment import Withdrawal

STALE, LOOKS = 8, 100
"""Sums are made again from nothing after so many looks at positions that differ by more units than this."""
CROWDED = 0.6
COUNTED = (NORTH_POLISH, NORTH_GERMAN, RESERVES)
"""The boxes in which units are counted."""
RETURNING = {"soviet": 0.6, "polish": 1.0}
"""How much a unit that may enter anywhere counts of what it would in the best place."""


class Sums(msgspec.Struct, frozen=True):
    """Sums over a position."""

    soviet: Vector
    """By victory hex: what the Red Army can bring there."""
    german: Vector
    troops: float
    crowded: float
    boxed: dict[str, int]
    """By box: the units in it, where their number counts."""


class Base(msgspec.Struct):
    """A position counted from nothing."""

    key: tuple[int, float, bool]
    units: list[Unit]
    sums: Sums
    crowds: dict[Hex, float]
    stale: int = 0


class Count:
    """The sums of one game, counted anew only where something changed."""

    def __init__(self, game: Breslau, figures: Figures, march: March, goals: Goals, timing: Timing) -> None:
        self.game = game
        self.figures = figures.of
        self.worth = figures.worth
        kinds: dict[tuple[Side, float, bool], int] = {}
        self.kinds = {
            id: kinds.setdefault((counter.side, self.figures[id].weight, counter.mp > 0), len(kinds))
            for id, counter in game.counters.items()
        }
        """Units of one kind count the same for the victory hexes."""
        self.bounds: dict[tuple[float, int, Hex], Vector] = {}
        self.march = march
        self.goals = goals
        self.timing = timing
        self.nowhere = np.zeros(len(goals.hexes))
        self.entries: dict[str, Vector] = {}
        """By nation: how much a unit that may enter anywhere counts for each victory hex."""
        self.base: Base | None = None

    def sums(self, s: State) -> Sums:
        base = self.base
        key = (s.turn, self.timing.scale(s), leaving(s))
        changed = None if base is None or base.key != key else changed_since(s, base.units)
        if base is not None and changed is not None:
            base.stale += len(changed) > STALE
        if base is None or changed is None or base.stale > LOOKS:
            base = self.base = self.counted(s, key)
            return base.sums
        return self.shifted(s, base, changed) if changed else base.sums

    def shifted(self, s: State, base: Base, changed: list[tuple[int, Unit]]) -> Sums:
        """The sums, with what changed."""
        soviet, german, troops = base.sums.soviet, base.sums.german, base.sums.troops
        boxed = base.sums.boxed
        fade = self.timing.fade(s)
        touched = set()
        for at, unit in changed:
            was = base.units[at]
            troops += self.worth(s, unit, fade) - self.worth(s, was, fade)
            if unit.hex == was.hex and unit.box == was.box:
                continue
            if was.box in COUNTED or unit.box in COUNTED:
                boxed = {box: boxed[box] + (unit.box == box) - (was.box == box) for box in COUNTED}
            move = self.bound(s, unit) - self.bound(s, was)
            if unit.side == SOVIET:
                soviet = soviet + move
                touched.add(unit.hex)
                touched.add(was.hex)
            else:
                german = german + move
        touched.discard(NOWHERE)
        crowded = base.sums.crowded
        for hex in touched:
            crowded += self.crowd(s, hex) - base.crowds.get(hex, 0.0)
        return Sums(soviet, german, troops, crowded, boxed)

    def counted(self, s: State, key: tuple[int, float, bool]) -> Base:
        sums = {side: np.full(len(self.goals.hexes), LEAST) for side in (SOVIET, GERMAN)}
        units = listed(s)
        for unit in units:
            if unit.hex:
                sums[unit.side] += self.bound(s, unit)
        self.look_for_entries(s, sums[SOVIET], sums[GERMAN])
        for unit in units:
            if not unit.hex:
                sums[unit.side] += self.bound(s, unit)
        fade = self.timing.fade(s)
        troops = sum(self.worth(s, unit, fade) for unit in units)
        crowds = {hex: crowd for hex in s.stacks if (crowd := self.crowd(s, hex))}
        boxed = {box: sum(unit.box == box for unit in units) for box in COUNTED}
        found = Sums(sums[SOVIET], sums[GERMAN], troops, sum(crowds.values()), boxed)
        return Base(key, units, found, crowds)

    def look_for_entries(self, s: State, soviet: Vector, german: Vector) -> None:
        """The Concentration Hex of each nation from which most is in question."""
        question = self.goals.question(s, soviet, german)
        pull = self.march.pull(self.timing.scale(s), SOVIET)
        for nation, hexes in self.game.tables.concentration.items():
            best = max(hexes, key=lambda hex: float(np.dot(pull[hex], question)))
            self.entries[nation] = RETURNING[nation] * pull[best]

    def bound(self, s: State, unit: Unit) -> Vector:
        """What a unit counts for the victory hexes: one that cannot move only for its own."""
        if not unit.hex:
            if not unit.box.startswith("turn") or leaving(s):
                return self.nowhere
            return self.returning(s, unit, int(unit.box[4:]))
        key = (self.timing.scale(s), self.kinds[unit.id], unit.hex)
        known = self.bounds.get(key)
        if known is None:
            near = self.march.pull(key[0], unit.side)[unit.hex]
            weight = self.figures[unit.id].weight
            mobile = self.game.counters[unit.id].mp
            known = self.bounds[key] = weight * (near if mobile else np.where(near >= 1.0, near, 0.0))
        return known

    def returning(self, s: State, unit: Unit, turn: float) -> Vector:
        """What a unit on the track counts for: it may enter where it is needed most."""
        weight = self.figures[unit.id].weight
        if weight < 1.0:
            return self.nowhere
        nation = self.game.counters[unit.id].nation
        found: Vector = weight * 0.5 ** max(turn - s.turn, 0) * self.entries[nation]
        return found

    def crowd(self, s: State, hex: Hex) -> float:
        """What the Red Army loses by a stack that is too high."""
        stack = s.stacks.get(hex, ())
        over = len(stack) - self.game.tables.limit[SOVIET][hex]
        return -CROWDED * over if over > 0 and s.units[stack[0]].side == SOVIET else 0.0


def leaving(s: State) -> bool:
    """Is the Red Army choosing what to take off the map? Then what waits counts for nothing."""
    return isinstance(phase_of(s), Withdrawal)
