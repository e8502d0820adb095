"""Where fronts touch: what each side may lose there to the next assaults."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from bridgehead.bots.evaluation import differences
from bridgehead.bots.judges.breslau1945.count import LOOKS, STALE
from bridgehead.bots.judges.breslau1945.figures import LATE, WORN, Figures
from bridgehead.bots.judges.breslau1945.march import March, Vector
from bridgehead.bots.judges.breslau1945.timing import Timing, phase_of
from bridgehead.core.values import Side
from bridgehead.games.breslau1945.model.data import GERMAN, SOVIET

AHEAD = frozenset({"soon", "wait"})
"""When the Red Army still moves before it assaults."""
PRIZE = {SOVIET: 2.0, GERMAN: 0.5}
"""What driving off the defenders of a victory hex is worth beside them, in the eyes of who is to act."""
SILENCE = (1.0, 0.7, 0.45, 0.3, 0.2, 0.12)
"""How gladly the Red Army goes where so many units can fire."""


class Base(msgspec.Struct):
    """Sums over the stacks of a position."""

    key: tuple[int, str]
    units: list[Any]
    near: Vector
    """By hex: the Red Army that could strike there after a move."""
    blows: dict[int, float]
    """By hex: what the stack there stands to lose, negative for the garrison's stacks."""
    struck: float
    """What the garrison stands to lose."""
    hit: float
    """What the Red Army stands to lose."""
    stale: int = 0


class Front:
    """The front of one game, counted anew only where something changed."""

    def __init__(self, game: Any, figures: Figures, march: March, timing: Timing) -> None:
        self.game = game
        self.tables = game.tables
        self.figures = figures.of
        self.march = march
        self.timing = timing
        self.base: Base | None = None

    def blows(self, s: Any, when: str) -> tuple[float, float]:
        """What the garrison stands to lose to the next assaults, and the Red Army to the answer."""
        base = self.base
        key = (s.turn, when)
        changed = None if base is None or base.key != key else differences(s.units, base.units)
        if base is None or changed is None:
            base = self.base = self.survey(s, key)
            return base.struck, base.hit
        touched: set[int] = set()
        for at, unit in changed:
            was = base.units[at]
            if when in AHEAD and unit.side == SOVIET and unit.hex == was.hex:
                continue
            touched.add(unit.hex)
            touched.add(was.hex)
        touched.discard(0)
        base.stale += len(touched) > STALE
        if base.stale > LOOKS:
            base = self.base = self.survey(s, key)
            return base.struck, base.hit
        return self.shifted(s, base, when, touched) if touched else (base.struck, base.hit)

    def shifted(self, s: Any, base: Base, when: str, touched: set[int]) -> tuple[float, float]:
        """The sums, counted anew only around the hexes touched."""
        near = self.game.board.near
        struck, hit = base.struck, base.hit
        touched = touched.union(*(near[hex] for hex in touched))
        if when in AHEAD:
            touched = touched.union(*(near[hex] for hex in touched))
        for hex in touched:
            change = -base.blows.get(hex, 0.0)
            if change > 0:
                struck -= change
            else:
                hit += change
            if hex in s.stacks:
                blow = self.blow(s, hex, when, base.near)
                if blow < 0:
                    struck -= blow
                else:
                    hit += blow
        return struck, hit

    def survey(self, s: Any, key: tuple[int, str]) -> Base:
        near = np.zeros(self.game.board.size)
        if key[1] in AHEAD:
            for unit in s.units.values():
                if unit.hex and unit.side == SOVIET and self.game.counters[unit.id].mp:
                    near += self.figures[unit.id].strength * self.march.reach(unit.hex)
            near = 7.0 * (1.0 - np.exp(-near / 9.0))
        blows = {hex: self.blow(s, hex, key[1], near) for hex in s.stacks}
        struck = -sum(blow for blow in blows.values() if blow < 0)
        hit = sum(blow for blow in blows.values() if blow > 0)
        return Base(key, list(s.units.values()), near, blows, struck, hit)

    def blow(self, s: Any, hex: int, when: str, near: Vector) -> float:
        """What a stack stands to lose to those around it; negative for the garrison."""
        stack = s.stacks[hex]
        if s.units[stack[0]].side == SOVIET:
            strength = self.garrison_around(s, hex)
            return self.expected(s, hex, stack, GERMAN, strength) if strength else 0.0
        if when in AHEAD:
            strength = float(near[hex])
            if not strength:
                return 0.0
            return -self.silence(s, hex) * self.expected(s, hex, stack, SOVIET, strength)
        strength = self.army_around(s, hex)
        return -self.expected(s, hex, stack, SOVIET, strength) if strength else 0.0

    def garrison_around(self, s: Any, hex: int) -> float:
        """The garrison that could assault a hex, with the guns it can pay for."""
        strength = 0.0
        for to in self.game.board.near[hex]:
            for id in s.stacks.get(to, ()):
                if s.units[id].side != GERMAN:
                    break
                strength += self.figures[id].strength
        return strength + min(2.0, 0.1 * s.tracks["supply"]) if strength else 0.0

    def army_around(self, s: Any, hex: int) -> float:
        """The most of the Red Army that could assault a hex together: one division and the independent."""
        units, counters = s.units, self.game.counters
        alone = 0.0
        divisions: dict[str, float] = {}
        foot = tanks = False
        for to in self.game.board.near[hex]:
            for id in s.stacks.get(to, ()):
                unit = units[id]
                if unit.side != SOVIET:
                    break
                if unit.fired:
                    continue
                counter = counters[id]
                strength = 1.0 + counter.assault
                tanks = tanks or counter.kind == "armor"
                foot = foot or counter.kind != "armor"
                if counter.division:
                    divisions[counter.division] = divisions.get(counter.division, 0.0) + strength
                else:
                    alone += strength
        best = max(divisions.values(), default=0.0)
        others = sum(divisions.values()) - best
        return alone + best + 0.25 * others + (1.0 if foot and tanks else 0.0)

    def silence(self, s: Any, hex: int) -> float:
        """How safely the Red Army can come next to a hex: by its two best ways."""
        fire, germans = s.ledger["fire_german"], s.ledger["german"]
        best = second = 0.0
        exits = self.tables.exits[SOVIET]
        for to in self.game.board.near[hex]:
            if germans[to] or not exits[to]:
                continue
            quiet = SILENCE[min(fire[to], 5)]
            if quiet > best:
                best, second = quiet, best
            elif quiet > second:
                second = quiet
        return 0.6 * best + 0.4 * second

    def expected(self, s: Any, hex: int, stack: tuple[str, ...], by: Side, strength: float) -> float:
        """The worth of a stack that so much strength around it drives off, at its best division."""
        target = self.tables.success[by][hex] - self.tables.modifier[hex]
        fade = self.timing.fade(s)
        bonus = 0.0
        phase = phase_of(s)
        worth = PRIZE[phase.side] if hex in self.tables.victory and phase is not None else 0.0
        for id in stack:
            unit = s.units[id]
            bonus += self.game.counters[id].exposed + unit.disorganised - unit.fanatic
            worth += fade * self.figures[id].worth * (1.0 - WORN if by == SOVIET else 3 * LATE)
        size = len(stack)
        missing = target - bonus / size
        best = 0.0
        for hits in range(1, size + 1):
            share = strength / hits
            lacking = missing - share
            chance = (7.0 - max(2.0, lacking)) / 6 if lacking <= 6 else 0.13 * share / (missing - 6)
            best = max(best, hits * (chance + 0.01 * min(share, 6.0)))
        return best * worth / size
