"""A plan: actions to come, each tied to the decision it was meant for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from bridgehead.bots.seat import Seat, Where, where_of
from bridgehead.core.actions import Action, Done
from bridgehead.core.play import deciding, options, push
from bridgehead.core.values import Side
from bridgehead.toolkit.wargame import WarState


class Plan:
    """What is to be done next, and where: a Done meant for a unit must not end the phase.

    The actions were found in the world they are given with. What dice bring there may close one of them.
    """

    def __init__(
        self, world: WarState | None = None, side: Side | None = None, actions: Sequence[Action] = ()
    ) -> None:
        self.steps: list[tuple[Where, Action]] = []
        if world is None:
            return
        s = world.clone()
        for action in actions:
            if self.steps:
                push(s, self.steps[-1][1])
                if s.seed != world.seed and action not in options(s):
                    break
            if deciding(s) != side:
                break
            self.steps.append((where_of(s), action))

    def next(self, seat: Seat, offered: list[Action]) -> Action | None:
        """The next step, if this is where it was to be taken; otherwise the plan is given up."""
        if self.steps:
            where, action = self.steps.pop(0)
            if where == seat.where() and action in offered:
                return action
            self.steps = []
        return None

    def operation(self, seat: Seat) -> tuple[Action, ...]:
        """The steps to come, of a plan for a phase only those until the phase asks again."""
        steps = self.steps
        if Done() in seat.options():
            here = seat.where()
            steps = list(takewhile(lambda step: step[0] != here, steps))
        return tuple(action for _, action in steps)
