"""Time: turns left, what they leave to be done, and where in a turn we are."""

from __future__ import annotations

from bridgehead.core.flow import Decision
from bridgehead.games.breslau1945.model.data import SOVIET
from bridgehead.games.breslau1945.model.game import Breslau
from bridgehead.games.breslau1945.model.state import State
from bridgehead.games.breslau1945.rules.assault import AssaultPhase
from bridgehead.games.breslau1945.rules.movement import Surplus, TacticalMovement
from bridgehead.games.breslau1945.rules.north import NorthernDice


class Timing:
    """The turns of each scenario."""

    def __init__(self, game: Breslau) -> None:
        self.last = {name: entry.turns for name, entry in game.tables.scenarios.items()}
        self.fades = {
            name: [0.12 + 0.88 * (turns - turn) / turns for turn in range(turns + 1)]
            for name, turns in self.last.items()
        }

    def turns(self, s: State) -> int:
        """All turns of the scenario."""
        return self.last[s.scenario]

    def left(self, s: State) -> int:
        """Turns after this one."""
        return self.turns(s) - s.turn

    def fade(self, s: State) -> float:
        """What is left of a unit's worth: the nearer the end, the less it can still do."""
        return self.fades[s.scenario][s.turn]

    def scale(self, s: State) -> float:
        """Over how many turns of marching a unit counts: fewer when few are left."""
        left = self.last[s.scenario] - s.turn
        return 0.8 if left >= 3 else 0.7 if left == 2 else 0.6 if left == 1 else 0.45

    def settled(self, s: State) -> bool:
        """Is control as it will be at the end, for the garrison moves no more?"""
        return self.left(s) == 0 and not german_move_to_come(s)


def german_move_to_come(s: State) -> bool:
    """Can the garrison still move in this turn after what is now being decided?"""
    phase = phase_of(s)
    if phase is None:
        return False
    return phase.side == SOVIET or isinstance(phase, AssaultPhase | NorthernDice)


def moment(s: State) -> str:
    """Is the Red Army assaulting, moving, about to move, or waiting for the garrison?"""
    phase = phase_of(s)
    if phase is None or phase.side != SOVIET:
        return "wait"
    if not isinstance(phase, TacticalMovement | AssaultPhase | Surplus):
        return "soon"
    return "assault" if isinstance(phase, AssaultPhase) else "move"


def phase_of(s: State) -> Decision[State] | None:
    """The decision of the present phase, under what it may have opened."""
    for frame in s.flow:
        if isinstance(frame, Decision):
            return frame
    return None
