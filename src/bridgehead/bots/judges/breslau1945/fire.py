"""An attack put together and not yet rolled: its chance, and what it would change."""

from __future__ import annotations

from bridgehead.bots.judges.breslau1945.count import Count, Sums
from bridgehead.bots.judges.breslau1945.figures import WORN, Figures
from bridgehead.bots.judges.breslau1945.goals import GROUND, Goals
from bridgehead.bots.judges.breslau1945.kernel import OCCUPIED
from bridgehead.bots.judges.breslau1945.timing import Timing
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.breslau1945.model.data import GERMAN, SOVIET
from bridgehead.games.breslau1945.model.game import Breslau
from bridgehead.games.breslau1945.model.state import State, Unit
from bridgehead.games.breslau1945.rules.assault import Assault
from bridgehead.games.breslau1945.rules.attack import FACES, chance_in_six
from bridgehead.games.breslau1945.rules.bombardment import Bombardment
from bridgehead.games.breslau1945.rules.defence import DefensiveFire

SUPPLY = 0.3
"""What a point of Supply is worth to the garrison early in the game."""
HARDENED = 0.5
"""How much of what a Fanatic marker adds to the die is counted when units are chosen."""


class Fire:
    """Attacks being assembled."""

    def __init__(self, game: Breslau, figures: Figures, goals: Goals, count: Count, timing: Timing) -> None:
        self.game = game
        self.figures = figures
        self.goals = goals
        self.count = count
        self.timing = timing

    def promised(self, s: State, sums: Sums, hoped: float) -> float:
        """The chance of the attack, times what the target is worth."""
        top = s.flow[-1] if s.flow else None
        if isinstance(top, DefensiveFire):
            if not top.firers:
                return 0.0
        elif not isinstance(top, Assault) or not top.attackers:
            return 0.0
        attack = top.attack()
        chance = chance_in_six(s, attack) / FACES
        gain = chance * self.loss(s, s.units[attack.target], sums, hoped)
        cost = self.timing.fade(s) * SUPPLY * (self.game.tables.supply.artillery * attack.artillery)
        return gain + (cost if attack.side == GERMAN else 0.0)

    def loss(self, s: State, unit: Unit, sums: Sums, hoped: float) -> float:
        """What changes for the Red Army when a unit is Fatigued."""
        gone = self.count.bound(s, unit)
        if unit.hex in self.game.tables.victory and len(s.stacks[unit.hex]) == 1:
            gone = gone + OCCUPIED * (self.goals.at == unit.hex)
        worth = self.figures.of[unit.id].worth * self.timing.fade(s)
        if unit.side == SOVIET:
            back = self.count.returning(s, unit, s.turn + self.figures.rest)
            then = self.goals.hoped(s, sums.soviet - gone + back, sums.german)
            return -worth * self.figures.tired + GROUND * (then - hoped)
        then = self.goals.hoped(s, sums.soviet, sums.german - gone)
        return worth * (1 - WORN) + GROUND * (then - hoped)

    def might(self, s: State, unit: UnitId) -> float:
        """What a unit adds to the die; of guns to bombard with, first those that can do nothing else."""
        top = s.flow[-1]
        if isinstance(top, Bombardment):
            return 1.0 - 0.1 * float(s.ledger["near_german"][s.units[unit].hex])
        counter = self.game.counters[unit]
        strength = float(self.figures.each + counter.assault) - (0.1 if counter.exposed else 0.0)
        strength += HARDENED * self.game.tables.special.fanatic_attack if s.units[unit].fanatic else 0.0
        if counter.division and isinstance(top, Assault | DefensiveFire):
            strength += self.with_its_division(s, counter.division, s.units[top.target].hex)
        return strength

    def with_its_division(self, s: State, division: str, hex: Hex) -> float:
        """What a division has around a hex: only one of them can join in an attack."""
        counters = self.game.counters
        return sum(
            float(self.figures.each + counters[id].assault)
            for to in self.game.board.near[hex]
            for id in s.stacks.get(to, ())
            if counters[id].division == division
        )
