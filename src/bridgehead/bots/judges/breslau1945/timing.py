"""Time: turns left, what they leave to be done, and where in a turn we are."""

from __future__ import annotations

from typing import Any

from bridgehead.core.flow import Decision
from bridgehead.games.breslau1945.model.data import SOVIET
from bridgehead.games.breslau1945.rules.assault import AssaultPhase
from bridgehead.games.breslau1945.rules.movement import Surplus, TacticalMovement
from bridgehead.games.breslau1945.rules.north import NorthernDice


class Timing:
    """The turns of each scenario."""

    def __init__(self, game: Any) -> None:
        self.last = {name: entry.turns for name, entry in game.tables.scenarios.items()}

    def turns(self, s: Any) -> int:
        """All turns of the scenario."""
        return int(self.last[s.scenario])

    def left(self, s: Any) -> int:
        """Turns after this one."""
        return self.turns(s) - int(s.turn)

    def fade(self, s: Any) -> float:
        """What is left of a unit's worth: the nearer the end, the less it can still do."""
        return 0.12 + 0.88 * self.left(s) / self.turns(s)

    def scale(self, s: Any) -> float:
        """Over how many turns of marching a unit counts: fewer when few are left."""
        left = self.left(s)
        return 0.8 if left >= 3 else 0.7 if left == 2 else 0.6 if left == 1 else 0.45

    def settled(self, s: Any) -> bool:
        """Is control as it will be at the end, for the garrison moves no more?"""
        return self.left(s) == 0 and not german_move_to_come(s)


def german_move_to_come(s: Any) -> bool:
    """Can the garrison still move in this turn after what is now being decided?"""
    phase = phase_of(s)
    if phase is None:
        return False
    return phase.side == SOVIET or isinstance(phase, AssaultPhase | NorthernDice)


def moment(s: Any) -> str:
    """Is the Red Army assaulting, moving, about to move, or waiting for the garrison?"""
    phase = phase_of(s)
    if phase is None or phase.side != SOVIET:
        return "wait"
    if not isinstance(phase, TacticalMovement | AssaultPhase | Surplus):
        return "soon"
    return "assault" if isinstance(phase, AssaultPhase) else "move"


def phase_of(s: Any) -> Any:
    """The decision of the present phase, under what it may have opened."""
    return next((frame for frame in s.flow if isinstance(frame, Decision)), None)
