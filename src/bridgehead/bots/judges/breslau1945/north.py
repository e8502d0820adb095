"""The northern front: what the Poles may still win there."""

from __future__ import annotations

from math import erf, sqrt

from bridgehead.bots.judges.breslau1945.goals import GROUND
from bridgehead.bots.judges.breslau1945.timing import phase_of
from bridgehead.core.values import Side
from bridgehead.games.breslau1945.model.data import NORTH_GERMAN, NORTH_POLISH, RESERVES, SOVIET
from bridgehead.games.breslau1945.model.game import Breslau
from bridgehead.games.breslau1945.model.state import State, space
from bridgehead.games.breslau1945.rules.bombardment import BombardmentPhase
from bridgehead.games.breslau1945.rules.north import FIGHTING, OVER, NorthernDice
from bridgehead.games.breslau1945.rules.redeployment import EnterMap, HoldBack, Withdrawal

NORTH_BANK = 8.0
"""Victory hexes the Poles may take if they break through in time."""
MASS = 15
"""Polish units that come together after a breakthrough."""
STANDBY = 1.5
"""What a battalion in reserve, of four at most, counts for the northern front."""
FEAR = 0.5
"""How much of what the Poles could win the garrison thinks of before they are sent."""
SAFELY = 1.2
"""By how much the dice must be expected to beat the Poles for the garrison to feel safe."""
MOST_PAID, MOST_PAID_EARLY = 10, 6
"""For how many dice at most the garrison is thought to pay: in a fight, and before there is one."""
MEAN, VARIANCE = 3.5, 2.92
"""Of a die."""


class North:
    """The northern front of one game."""

    def __init__(self, game: Breslau) -> None:
        tables = game.tables
        self.dice = tables.special.north_dice
        self.bonus = tables.special.north_bonus
        self.price = tables.supply.north
        letters = [letter for letter, event in tables.events.items() if event.effect == "polish_army"]
        self.poles = sum(len(tables.arrivals[letter]) for letter in letters) or 1
        """How many Poles are expected while none has been sent."""

    def worth(self, s: State, left: int, side: Side, boxed: dict[str, int]) -> float:
        """What the Poles may still win; before they are sent, it is the garrison that thinks of it."""
        if not 0 < left <= 10:
            return 0.0
        prize = GROUND * NORTH_BANK * min(1.0, left / 5)
        if s.tracks["north"] == OVER:
            return 0.5 * prize if poles_are_through(s) else 0.0
        poles = boxed[NORTH_POLISH] or self.poles
        dice = self.dice * boxed[NORTH_GERMAN]
        if s.tracks["north"] == FIGHTING:
            top = s.flow[-1] if s.flow else None
            if isinstance(top, NorthernDice):
                return prize * self.broken(poles - top.total, top.left, 0)
            return prize * self.broken(poles, dice, min(self.paid(s), MOST_PAID))
        if side == SOVIET:
            return 0.0
        hoped = MEAN * dice + self.bonus * min(dice, MOST_PAID_EARLY, self.paid(s))
        hoped += STANDBY * min(boxed[RESERVES], 4)
        fear = max(0.0, 1.0 - hoped / (SAFELY * poles))
        return (FEAR if left < 9 else 0.5 * FEAR) * fear * prize if left >= 4 else 0.0

    def paid(self, s: State) -> int:
        """The dice the garrison could pay for."""
        return s.tracks["supply"] // self.price if self.price else MOST_PAID

    def broken(self, against: int, dice: int, paid: int) -> float:
        """The chance that so many dice, some of them paid for, stay below a number."""
        mean = MEAN * dice + self.bonus * min(paid, dice)
        spread = sqrt(2 * VARIANCE * dice)
        if not spread:
            return 1.0 if against > 0 else 0.0
        return 0.5 * (1.0 + erf((against - 0.5 - mean) / spread))


def poles_are_through(s: State) -> bool:
    """Have the Poles broken through just now, and come next turn?"""
    if not isinstance(phase_of(s), HoldBack | EnterMap | Withdrawal | BombardmentPhase):
        return False
    counters = s.game.counters
    coming = s.in_box(space(s.turn + 1))
    return len([unit for unit in coming if counters[unit.id].nation == "polish"]) >= MASS
