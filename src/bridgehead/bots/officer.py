"""The officer: one operation after another, each the best it finds. Recruit and veteran are officers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bridgehead.bots.course import Course
from bridgehead.bots.judges import judge_of
from bridgehead.bots.operations import NOTHING, Care, Line, Lookout, assembles
from bridgehead.bots.reasons import Reason, reason_for
from bridgehead.bots.seat import Seat
from bridgehead.core.actions import Action, Cancel, Done
from bridgehead.core.chance import MASK, advanced, mixed
from bridgehead.core.flow import Frame
from bridgehead.toolkit.wargame import WarState as State

PATIENCE = 300
"""Decisions of one kind in one phase, after which something is going in circles."""
GAIN = 1e-6
"""What an operation must gain to be begun instead of ending the phase."""

RECRUIT = Care(
    positions=60,
    stamina=400,
    breadth=8,
    replies=2,
    dice=6,
    branches=5,
    foresight=False,
    worn=Care(positions=3, stamina=0, breadth=2, replies=1, dice=6, branches=2, foresight=False),
)
WORN = Care(positions=30, stamina=0, breadth=5, replies=2, dice=6, branches=4, foresight=True)
VETERAN = Care(
    positions=400, stamina=3_500, breadth=16, replies=4, dice=36, branches=9, foresight=True, worn=WORN
)


class Phase:
    """What an officer keeps for the length of one phase, through all that is decided inside it."""

    def __init__(self, turn: int, kind: str, below: tuple[Frame, ...]) -> None:
        self.turn = turn
        self.kind = kind
        self.below = below
        self.gains: dict[Action, float] = {}
        """What each operation was last found to gain."""
        self.courses: dict[Action, tuple[Action, ...]] = {}
        """And what it then consisted of."""
        self.spent = 0
        """Positions looked at."""
        self.visits = 0
        """Decisions made."""
        self.acted = False
        """Has anything been done since all was last looked at?"""
        self.memory: dict[str, Any] = {}
        """What the judge keeps for this officer."""

    def holds(self, turn: int, kind: str, below: tuple[Frame, ...]) -> bool:
        """Is a decision this phase's own, or does it lie inside it?"""
        size = len(self.below)
        if turn != self.turn or len(below) < size or below[:size] != self.below:
            return False
        return len(below) > size or kind == self.kind


class Officer:
    """One operation at a time; a course begun is carried through while it is offered."""

    def __init__(self, name: str, care: Care, seed: int, emphasis: Mapping[str, float] | None = None) -> None:
        self.name = name
        self.care = care
        self.seed = mixed(seed & MASK)
        self.emphasis = emphasis
        self.course = Course()
        self.phases: list[Phase] = [Phase(0, "", ())]
        """The phase we are in, under it those that contain it."""
        self.looked = 0
        """Positions looked at in all."""
        self.thought: tuple[State, Line] | None = None
        """Where the present course was decided on, and what it is."""

    @property
    def phase(self) -> Phase:
        return self.phases[-1]

    def choose(self, seat: Seat) -> Action:
        offered = seat.options()
        planned = self.course.next(seat, offered)
        if planned is not None:
            return planned
        if len(offered) == 1:
            return offered[0]
        self.seed = advanced(self.seed)
        world = seat.sample(self.seed)
        self.come_to(world)
        line = self.considered(world, offered, seat) if self.phase.visits < PATIENCE else NOTHING
        if line is NOTHING:
            self.thought = None
            return self.any_of(offered)
        self.thought = (world, line)
        self.course = Course(world, seat.side, line.actions)
        return self.course.next(seat, offered) or line.actions[0]

    def reason(self, seat: Seat) -> Reason | None:
        """Why it does what it is doing."""
        if self.thought is None:
            return None
        world, line = self.thought
        return reason_for(world, line, self.phase.gains, self.lookout(seat), self.phase.courses)

    def any_of(self, offered: list[Action]) -> Action:
        """Where nothing can be foreseen, or nothing comes of it, chance decides."""
        onward = [action for action in offered if not isinstance(action, Cancel)] or offered
        return onward[mixed(self.seed) % len(onward)]

    def come_to(self, world: State) -> None:
        """Forget what was found where we no longer are; what lies inside a phase does not end it."""
        turn, kind, below = world.turn, type(world.flow[-1]).__name__, world.flow[:-1]
        while self.phases and not self.phases[-1].holds(turn, kind, below):
            self.phases.pop()
        if not self.phases or len(self.phases[-1].below) < len(below):
            self.phases.append(Phase(turn, kind, below))
        self.phase.visits += 1

    def considered(self, world: State, offered: list[Action], seat: Seat) -> Line:
        """The operation that gains most, or the ending; where nothing ends, the best of all."""
        ending = next((action for action in offered if isinstance(action, Done)), None)
        judge_of(seat.game).afresh(self.phase.memory)
        look = self.lookout(seat)
        standing = look.worth(world)
        others = [action for action in offered if action != ending]
        eager = type(world.flow[-1]).__name__ in judge_of(seat.game).eager
        if ending is None or (eager and others):
            line = self.choice(world, others, standing, look)
        else:
            line = self.gaining(world, others, standing, look) or Line(standing, (ending,))
        self.phase.spent += look.looked
        self.looked += look.looked
        return line

    def choice(self, world: State, others: list[Action], standing: float, look: Lookout) -> Line:
        """The best of what must or should be chosen from."""
        if assembles(world):
            return look.assembly(world)
        tried = look.considered(world, others, 1, Done())
        self.phase.gains = {}
        return self.promised(world, tried, standing, look, -float("inf")) or NOTHING

    def gaining(self, world: State, others: list[Action], standing: float, look: Lookout) -> Line | None:
        """The operation that gains most; before it gives up, those are asked again that gained nothing."""
        best = self.promised(world, others, standing, look, GAIN)
        if best is None and self.phase.acted and self.care.foresight and not self.weary(look):
            self.phase.acted = False
            self.phase.gains = {}
            best = self.promised(world, others, standing, look, GAIN)
        self.phase.acted = self.phase.acted or best is not None
        return best

    def promised(
        self, world: State, others: list[Action], standing: float, look: Lookout, least: float
    ) -> Line | None:
        """In the order of what each last promised: the first that still gains what the next one promises."""
        promise = self.phase.gains
        order = sorted(others, key=lambda action: -promise.get(action, float("inf")))
        best: Line | None = None
        for action in order:
            promised = promise.get(action, float("inf"))
            if promised <= least or (best is not None and promised <= best.worth - standing):
                break
            line = look.operation(world, action)
            promise[action] = line.worth - standing
            self.phase.courses[action] = line.actions
            if promise[action] > least and (best is None or line.worth > best.worth):
                best = line
            if best is not None and promise[action] > GAIN and (not self.care.foresight or self.weary(look)):
                break
        return best

    def weary(self, look: Lookout) -> bool:
        return self.phase.spent + look.looked > self.care.stamina

    def lookout(self, seat: Seat) -> Lookout:
        worn = self.care.worn if self.phase.spent > self.care.stamina else None
        return Lookout(judge_of(seat.game), seat.side, worn or self.care, self.seed, self.emphasis)


def recruit(seed: int) -> Officer:
    """An easy opponent: takes the first step that gains something, and answers at once."""
    return Officer("recruit", RECRUIT, seed)


def veteran(seed: int) -> Officer:
    """A serious opponent: weighs exact odds, foresees danger and supply; up to two seconds a phase."""
    return Officer("veteran", VETERAN, seed)
