"""Where fronts touch: what each side may lose there to the next assaults."""

from __future__ import annotations

import msgspec
import numpy as np

from bridgehead.bots.evaluation import differences
from bridgehead.bots.judges.breslau1945.count import LOOKS, STALE
from bridgehead.bots.judges.breslau1945.figures import WORN, Figures
from bridgehead.bots.judges.breslau1945.march import March, Vector
from bridgehead.bots.judges.breslau1945.timing import Timing, phase_of
from bridgehead.core.values import NOWHERE, Hex, Side, UnitId
from bridgehead.games.breslau1945.model.data import GERMAN, SOVIET
from bridgehead.games.breslau1945.model.game import Breslau
from bridgehead.games.breslau1945.model.state import State, Unit
from bridgehead.games.breslau1945.rules.attack import FACES, faces_that_hit

AHEAD = frozenset({"soon", "wait"})
"""When the Red Army still moves before it assaults."""
PRIZE = {SOVIET: 2.0, GERMAN: 0.5}
"""What driving off the defenders of a victory hex is worth beside them, in the eyes of who is to act."""
SILENCE = (1.0, 0.7, 0.45, 0.3, 0.2, 0.12)
"""How gladly the Red Army goes where so many units can fire."""
SHELLS, SPENT = 2 / 3, 0.1
"""Of the most that Artillery Fire may add, how much an assault counts on; and how much of the Supply."""
SHAKEN = 0.5
"""How much of what a Disorganised target adds is counted: it recovers before the garrison moves."""
SLIGHT = 0.13
"""What a strength that cannot hit yet is worth."""


class Base(msgspec.Struct):
    """Sums over the stacks of a position."""

    key: tuple[int, str]
    units: list[Unit]
    near: Vector
    """By hex: the Red Army that could strike there after a move."""
    blows: dict[Hex, float]
    """By hex: what the stack there stands to lose, negative for the garrison's stacks."""
    struck: float
    """What the garrison stands to lose."""
    hit: float
    """What the Red Army stands to lose."""
    stale: int = 0


class Front:
    """The front of one game, counted anew only where something changed."""

    def __init__(self, game: Breslau, figures: Figures, march: March, timing: Timing) -> None:
        self.game = game
        self.tables = game.tables
        self.figures = figures.of
        special = game.tables.special
        self.each = figures.each
        self.together = float(special.infantry_and_armor)
        self.shells = SHELLS * special.artillery_most
        self.fanatic = special.fanatic_target
        self.lost = {SOVIET: 1.0 - WORN, GERMAN: figures.tired}
        """By who strikes: the share of its worth that a unit loses."""
        self.march = march
        self.timing = timing
        self.base: Base | None = None

    def blows(self, s: State, when: str) -> tuple[float, float]:
        """What the garrison stands to lose to the next assaults, and the Red Army to the answer."""
        base = self.base
        key = (s.turn, when)
        changed = None if base is None or base.key != key else differences(s.units, base.units)
        if base is None or changed is None:
            base = self.base = self.survey(s, key)
            return base.struck, base.hit
        touched: set[Hex] = set()
        for at, unit in changed:
            was = base.units[at]
            if when in AHEAD and unit.side == SOVIET and unit.hex == was.hex:
                continue
            touched.add(unit.hex)
            touched.add(was.hex)
        touched.discard(NOWHERE)
        base.stale += len(touched) > STALE
        if base.stale > LOOKS:
            base = self.base = self.survey(s, key)
            return base.struck, base.hit
        return self.shifted(s, base, when, touched) if touched else (base.struck, base.hit)

    def shifted(self, s: State, base: Base, when: str, touched: set[Hex]) -> tuple[float, float]:
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

    def survey(self, s: State, key: tuple[int, str]) -> Base:
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

    def blow(self, s: State, hex: Hex, when: str, near: Vector) -> float:
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

    def garrison_around(self, s: State, hex: Hex) -> float:
        """The garrison that could assault a hex, with the guns it can pay for."""
        strength = 0.0
        for to in self.game.board.near[hex]:
            for id in s.stacks.get(to, ()):
                if s.units[id].side != GERMAN:
                    break
                strength += self.figures[id].strength
        levels = s.tracks["supply"] / self.tables.supply.artillery
        return strength + min(self.shells, SPENT * levels) if strength else 0.0

    def army_around(self, s: State, hex: Hex) -> float:
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
                strength = float(self.each + counter.assault)
                tanks = tanks or counter.armor
                foot = foot or not counter.armor
                if counter.division:
                    divisions[counter.division] = divisions.get(counter.division, 0.0) + strength
                else:
                    alone += strength
        best = max(divisions.values(), default=0.0)
        others = sum(divisions.values()) - best
        return alone + best + 0.25 * others + (self.together if foot and tanks else 0.0)

    def silence(self, s: State, hex: Hex) -> float:
        """How safely the Red Army can come next to a hex: by its two best ways."""
        fire, germans = s.ledger["fire_german"], s.ledger["german"]
        best = second = 0.0
        exits = self.tables.exits[SOVIET]
        for to in self.game.board.near[hex]:
            if germans[to] or not exits[to]:
                continue
            quiet = SILENCE[min(fire[to], len(SILENCE) - 1)]
            if quiet > best:
                best, second = quiet, best
            elif quiet > second:
                second = quiet
        return 0.6 * best + 0.4 * second

    def expected(self, s: State, hex: Hex, stack: tuple[UnitId, ...], by: Side, strength: float) -> float:
        """The worth of a stack that so much strength around it drives off, at its best division."""
        target = s.chart.success[by][hex] - s.chart.modifier[hex]
        shaken = SHAKEN * s.chart.disorganised
        fade = self.timing.fade(s)
        bonus = 0.0
        phase = phase_of(s)
        worth = PRIZE[phase.side] if hex in self.tables.victory and phase is not None else 0.0
        for id in stack:
            unit = s.units[id]
            bonus += self.game.counters[id].exposed + shaken * unit.disorganised + self.fanatic * unit.fanatic
            worth += fade * self.figures[id].worth * self.lost[by]
        size = len(stack)
        missing = target - bonus / size
        best = 0.0
        for hits in range(1, size + 1):
            share = strength / hits
            lacking = missing - share
            hope = faces_that_hit(lacking) / FACES if lacking <= FACES else SLIGHT * share / (missing - FACES)
            best = max(best, hits * (hope + 0.01 * min(share, FACES)))
        return best * worth / size
