"""The recruit: does the first thing that betters the position in the eyes of the game's judge."""

from __future__ import annotations

from bridgehead.bots.judge import Judge
from bridgehead.bots.judges import judge_of
from bridgehead.bots.operations import Care, Line, Lookout, ends
from bridgehead.bots.seat import Seat
from bridgehead.core.actions import Action
from bridgehead.core.chance import MASK, advanced, mixed
from bridgehead.core.state import State

CARE = Care(positions=400, breadth=10, replies=3, branches=6)
GAIN = 1e-6
"""What a step must gain to be taken instead of ending."""


class Recruit:
    """One operation at a time; a course begun is carried through while it is offered."""

    name = "recruit"

    def __init__(self, seed: int) -> None:
        self.seed = mixed(seed & MASK)
        self.course: list[Action] = []
        self.tried: set[Action] = set()
        self.where: tuple[int, str, int] = (0, "", 0)

    def choose(self, seat: Seat) -> Action:
        offered = seat.options()
        if len(offered) == 1:
            self.course = []
            return offered[0]
        if self.course and self.course[0] in offered:
            return self.course.pop(0)
        self.seed = advanced(self.seed)
        world = seat.sample(self.seed)
        self.come_to(world)
        line = self.considered(world, offered, judge_of(seat.game), seat)
        self.course = list(line.actions[1:])
        return line.actions[0]

    def come_to(self, world: State) -> None:
        """Forget what was tried where we no longer are."""
        where = (world.turn, type(world.flow[-1]).__name__, len(world.flow))
        if where != self.where:
            self.where = where
            self.tried = set()

    def considered(self, world: State, offered: list[Action], judge: Judge, seat: Seat) -> Line:
        """The first course that gains, or the ending; where nothing ends, the best of all."""
        base = len(world.flow)
        ending = next((action for action in offered if ends(action)), None)
        standing = Lookout(judge, seat.side, CARE, self.seed).worth(world)
        best = Line(standing + GAIN, (ending,)) if ending is not None else Line(-float("inf"), ())
        for action in offered:
            if action == ending or action in self.tried:
                continue
            line = Lookout(judge, seat.side, CARE, self.seed).after(world, action, base)
            if line.worth > best.worth:
                best = line
                if ending is not None:
                    break
            elif ending is not None:
                self.tried.add(action)
        return best
