"""The northern front: what the Poles may still win there."""

from __future__ import annotations

from math import erf, sqrt
from typing import Any

from bridgehead.bots.judges.breslau1945.goals import GROUND
from bridgehead.bots.judges.breslau1945.timing import phase_of
from bridgehead.core.values import Side
from bridgehead.games.breslau1945.model.data import NORTH_GERMAN, NORTH_POLISH, RESERVES, SOVIET
from bridgehead.games.breslau1945.model.state import boxed, space
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
POLES = 25
"""How many Poles are expected while none has been sent."""


def northern_front(s: Any, left: int, side: Side) -> float:
    """What the Poles may still win; before they are sent, it is the garrison that thinks of it."""
    if not 0 < left <= 10:
        return 0.0
    prize: float = GROUND * NORTH_BANK * min(1.0, left / 5)
    if s.tracks["north"] == OVER:
        return 0.5 * prize if poles_are_through(s) else 0.0
    poles = len(boxed(s, NORTH_POLISH)) or POLES
    line = len(boxed(s, NORTH_GERMAN))
    if s.tracks["north"] == FIGHTING:
        top = s.flow[-1] if s.flow else None
        if isinstance(top, NorthernDice):
            return prize * broken(s, poles - top.total, top.left, 0)
        return prize * broken(s, poles, 2 * line, min(s.tracks["supply"], 10))
    if side == SOVIET:
        return 0.0
    hoped = 7.0 * line + s.game.tables.special.north_bonus * min(2 * line, 6, int(s.tracks["supply"]))
    hoped += STANDBY * min(len(boxed(s, RESERVES)), 4)
    fear = max(0.0, 1.0 - hoped / (SAFELY * poles))
    return (FEAR if left < 9 else 0.5 * FEAR) * fear * prize if left >= 4 else 0.0


def poles_are_through(s: Any) -> bool:
    """Have the Poles broken through just now, and come next turn?"""
    if not isinstance(phase_of(s), HoldBack | EnterMap | Withdrawal | BombardmentPhase):
        return False
    counters = s.game.counters
    coming = boxed(s, space(s.turn + 1))
    return len([unit for unit in coming if counters[unit.id].nation == "polish"]) >= MASS


def broken(s: Any, against: int, dice: int, supply: int) -> float:
    """The chance that so many dice, some of them paid for, stay below a number."""
    mean = 3.5 * dice + s.game.tables.special.north_bonus * min(supply, dice)
    spread = sqrt(2 * 2.92 * dice)
    if not spread:
        return 1.0 if against > 0 else 0.0
    return 0.5 * (1.0 + erf((against - 0.5 - mean) / spread))
