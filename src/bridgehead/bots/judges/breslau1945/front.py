"""Where fronts touch: what each side may lose there to the next assaults."""

from __future__ import annotations

import msgspec
import numpy as np

from bridgehead.bots.judges.breslau1945.changes import changed_since, listed
from bridgehead.bots.judges.breslau1945.count import LOOKS, STALE
from bridgehead.bots.judges.breslau1945.figures import WORN, Figures
from bridgehead.bots.judges.breslau1945.march import March
from bridgehead.bots.judges.breslau1945.timing import Timing, phase_of
from bridgehead.core.values import NOWHERE, Hex, Side, UnitId
from bridgehead.games.breslau1945.model.charts import Chart
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


class Look(msgspec.Struct, frozen=True):
    """What holds for every stack of a position."""

    ahead: bool
    """Does the Red Army still move before it assaults?"""
    prize: float
    """What driving off the defenders of a victory hex is worth just now."""
    guns: float
    """What the guns of the garrison add to an assault of its."""
    shaken: float
    """What a Disorganised target adds to the die, as far as it is counted."""
    missing: dict[Side, list[int]]
    """By who strikes and hex: what the die must bring without modifiers."""
    losses: dict[Side, dict[UnitId, float]]
    """By who strikes and unit: what its loss is worth."""


class Base(msgspec.Struct):
    """Sums over the stacks of a position."""

    key: tuple[int, str]
    units: list[Unit]
    near: list[float]
    """By hex: the Red Army that could strike there after a move."""
    look: Look
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
        self.exposed = {id: counter.exposed for id, counter in game.counters.items()}
        self.strengths = {id: figure.strength for id, figure in figures.of.items()}
        self.assaults = {
            id: (float(figures.each + counter.assault), counter.armor, counter.division)
            for id, counter in game.counters.items()
        }
        """What a unit of the Red Army adds to an assault, whether it is armor, and its division."""
        exits = game.tables.exits[SOVIET]
        self.approaches = [[to for to in near if exits[to]] for near in game.board.near]
        """By hex: those next to it in which the Red Army can stand."""
        self.together = float(special.infantry_and_armor)
        self.shells = SHELLS * special.artillery_most
        self.fanatic = special.fanatic_target
        self.lost = {SOVIET: 1.0 - WORN, GERMAN: figures.tired}
        """By who strikes: the share of its worth that a unit loses."""
        self.losses: dict[float, dict[Side, dict[UnitId, float]]] = {}
        self.missing = {
            name: {side: missing(chart, side) for side in (SOVIET, GERMAN)}
            for name, chart in game.tables.charts.items()
        }
        self.hopes: dict[tuple[int, float, float], float] = {}
        self.march = march
        self.timing = timing
        self.base: Base | None = None

    def look(self, s: State, when: str) -> Look:
        phase = phase_of(s)
        levels = s.tracks["supply"] / self.tables.supply.artillery
        fade = self.timing.fade(s)
        if fade not in self.losses:
            self.losses[fade] = {
                by: {id: fade * figure.worth * lost for id, figure in self.figures.items()}
                for by, lost in self.lost.items()
            }
        return Look(
            when in AHEAD,
            PRIZE[phase.side] if phase is not None else 0.0,
            min(self.shells, SPENT * levels),
            SHAKEN * s.chart.disorganised,
            self.missing[s.setting["chart"]],
            self.losses[fade],
        )

    def blows(self, s: State, when: str) -> tuple[float, float]:
        """What the garrison stands to lose to the next assaults, and the Red Army to the answer."""
        base = self.base
        key = (s.turn, when)
        changed = None if base is None or base.key != key else changed_since(s, base.units)
        if base is None or changed is None:
            base = self.base = self.survey(s, key)
            return base.struck, base.hit
        if not changed:
            return base.struck, base.hit
        ahead = when in AHEAD
        ours: set[Hex] = set()
        theirs: set[Hex] = set()
        touched: set[Hex] = set()
        for at, unit in changed:
            was = base.units[at]
            soviet = unit.side == SOVIET
            side = ours if soviet else theirs
            side.add(unit.hex)
            side.add(was.hex)
            if ahead and soviet and unit.hex == was.hex:
                continue
            touched.add(unit.hex)
            touched.add(was.hex)
        touched.discard(NOWHERE)
        base.stale += len(touched) > STALE
        if base.stale > LOOKS:
            base = self.base = self.survey(s, key)
            return base.struck, base.hit
        if not touched:
            return base.struck, base.hit
        ours.discard(NOWHERE)
        theirs.discard(NOWHERE)
        return self.shifted(s, base, self.look(s, when), ours, theirs, touched)

    def shifted(
        self, s: State, base: Base, look: Look, ours: set[Hex], theirs: set[Hex], touched: set[Hex]
    ) -> tuple[float, float]:
        """The sums, with what changed around the hexes touched, by units of the Red Army and of the garrison.

        A stack that nothing touches stands to lose what it did, unless the phase or Supply is another."""
        near = self.game.board.near.__getitem__
        beside = touched.union(*map(near, touched))
        soviet = touched.union(ours, *map(near, theirs))
        if look.ahead:
            german = soviet.union(*map(near, soviet)) if theirs else touched
            beside = beside.union(*map(near, beside))
        else:
            german = touched.union(*map(near, ours))
        same = look.prize == base.look.prize and look.guns == base.look.guns
        stacks, blows, ours_in = s.stacks, base.blows, s.ledger["soviet"]
        struck, hit = base.struck, base.hit
        for hex in beside:
            blow = blows.get(hex)
            if blow:
                if blow < 0:
                    struck += blow
                else:
                    hit -= blow
            stack = stacks.get(hex)
            if stack is None:
                continue
            if blow is None or not same or hex in (soviet if ours_in[hex] else german):
                blow = self.blow(s, hex, stack, look, base.near)
            if blow < 0:
                struck -= blow
            else:
                hit += blow
        return struck, hit

    def survey(self, s: State, key: tuple[int, str]) -> Base:
        strikes = np.zeros(self.game.board.size)
        look = self.look(s, key[1])
        if look.ahead:
            for unit in s.units.values():
                if unit.hex and unit.side == SOVIET and self.game.counters[unit.id].mp:
                    strikes += self.figures[unit.id].strength * self.march.reach(unit.hex)
            strikes = 7.0 * (1.0 - np.exp(-strikes / 9.0))
        near = strikes.tolist()
        blows = {hex: self.blow(s, hex, stack, look, near) for hex, stack in s.stacks.items()}
        struck = -sum(blow for blow in blows.values() if blow < 0)
        hit = sum(blow for blow in blows.values() if blow > 0)
        return Base(key, listed(s), near, look, blows, struck, hit)

    def blow(self, s: State, hex: Hex, stack: tuple[UnitId, ...], look: Look, near: list[float]) -> float:
        """What a stack stands to lose to those around it; negative for the garrison."""
        if s.ledger["soviet"][hex]:
            strength = self.garrison_around(s, hex, look)
            return self.expected(s, hex, stack, GERMAN, strength, look) if strength else 0.0
        if look.ahead:
            strength = near[hex]
            if not strength:
                return 0.0
            return -self.silence(s, hex) * self.expected(s, hex, stack, SOVIET, strength, look)
        strength = self.army_around(s, hex)
        return -self.expected(s, hex, stack, SOVIET, strength, look) if strength else 0.0

    def garrison_around(self, s: State, hex: Hex, look: Look) -> float:
        """The garrison that could assault a hex, with the guns it can pay for."""
        if not s.ledger["near_german"][hex]:
            return 0.0
        germans, stacks, strengths = s.ledger["german"], s.stacks, self.strengths
        strength = 0.0
        for to in self.game.board.near[hex]:
            if germans[to]:
                for id in stacks[to]:
                    strength += strengths[id]
        return strength + look.guns if strength else 0.0

    def army_around(self, s: State, hex: Hex) -> float:
        """The most of the Red Army that could assault a hex together: one division and the independent."""
        if not s.ledger["near_soviet"][hex]:
            return 0.0
        soviets, stacks, units = s.ledger["soviet"], s.stacks, s.units
        alone = 0.0
        divisions: dict[str, float] = {}
        foot = tanks = False
        for to in self.game.board.near[hex]:
            if not soviets[to]:
                continue
            for id in stacks[to]:
                if units[id].fired:
                    continue
                strength, armor, division = self.assaults[id]
                if armor:
                    tanks = True
                else:
                    foot = True
                if division:
                    divisions[division] = divisions.get(division, 0.0) + strength
                else:
                    alone += strength
        best = max(divisions.values(), default=0.0)
        others = sum(divisions.values()) - best
        return alone + best + 0.25 * others + (self.together if foot and tanks else 0.0)

    def silence(self, s: State, hex: Hex) -> float:
        """How safely the Red Army can come next to a hex: by its two best ways."""
        fire, germans = s.ledger["fire_german"], s.ledger["german"]
        best = second = 0.0
        for to in self.approaches[hex]:
            if germans[to]:
                continue
            quiet = SILENCE[min(fire[to], len(SILENCE) - 1)]
            if quiet > best:
                best, second = quiet, best
            elif quiet > second:
                second = quiet
        return 0.6 * best + 0.4 * second

    def expected(
        self, s: State, hex: Hex, stack: tuple[UnitId, ...], by: Side, strength: float, look: Look
    ) -> float:
        """The worth of a stack that so much strength around it drives off, at its best division."""
        units, exposed, losses, shaken = s.units, self.exposed, look.losses[by], look.shaken
        bonus = 0.0
        worth = look.prize if hex in self.tables.victory else 0.0
        for id in stack:
            unit = units[id]
            bonus += exposed[id] + shaken * unit.disorganised + self.fanatic * unit.fanatic
            worth += losses[id]
        size = len(stack)
        return self.hope(size, look.missing[by][hex] - bonus / size, strength) * worth / size

    def hope(self, size: int, missing: float, strength: float) -> float:
        """How many of a stack may be driven off where the die lacks so much, at the best division."""
        key = (size, missing, strength)
        best = self.hopes.get(key)
        if best is None:
            best = 0.0
            for hits in range(1, size + 1):
                share = strength / hits
                lacking = missing - share
                if lacking <= FACES:
                    hope = faces_that_hit(lacking) / FACES
                else:
                    hope = SLIGHT * share / (missing - FACES)
                best = max(best, hits * (hope + 0.01 * min(share, FACES)))
            self.hopes[key] = best
        return best


def missing(chart: Chart, side: Side) -> list[int]:
    """By hex: what the die must bring there without modifiers but the ground's."""
    return [number - ground for number, ground in zip(chart.success[side], chart.modifier, strict=True)]
