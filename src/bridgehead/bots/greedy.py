"""The greedy bot: one operation after another, each the best it finds. Recruit and veteran play so."""

from __future__ import annotations

from collections.abc import Sequence

from bridgehead.bots.evaluation import Memory
from bridgehead.bots.explain import Reason, reason_for
from bridgehead.bots.judges import judge_of
from bridgehead.bots.limits import Limits
from bridgehead.bots.plan import Plan
from bridgehead.bots.search import NOTHING, Search, Variation, assembles, onward
from bridgehead.bots.seat import Seat
from bridgehead.bots.weights import Weights
from bridgehead.core.actions import Action, Cancel, Done
from bridgehead.core.chance import MASK, advanced, mixed
from bridgehead.core.flow import Frame
from bridgehead.toolkit.wargame import WarState

MOST_DECISIONS = 300
"""Decisions of one kind in one phase, after which something is going in circles."""
GAIN = 1e-6
"""What an operation must gain to be begun instead of ending the phase."""


class PhaseRecord:
    """What a bot keeps for the length of one phase, through all that is decided inside it."""

    def __init__(self, turn: int, kind: type[Frame], below: tuple[Frame, ...], memory: Memory) -> None:
        self.turn = turn
        self.kind = kind
        self.below = below
        self.gains: dict[Action, float] = {}
        """What each operation was last found to gain."""
        self.operations: dict[Action, tuple[Action, ...]] = {}
        """And what it then consisted of."""
        self.visited = 0
        """Positions visited by searches."""
        self.decisions = 0
        """Decisions made."""
        self.acted = False
        """Has anything been done since all operations were last searched?"""
        self.memory = memory
        """What the judge keeps for this bot."""

    def holds(self, turn: int, kind: type[Frame], below: tuple[Frame, ...]) -> bool:
        """Is a decision this phase's own, or does it lie inside it?"""
        size = len(self.below)
        if turn != self.turn or len(below) < size or below[:size] != self.below:
            return False
        return len(below) > size or kind == self.kind


class GreedyBot:
    """One operation at a time; a plan begun is carried through while it is offered."""

    def __init__(self, name: str, limits: Limits, seed: int, weights: Weights | None = None) -> None:
        self.name = name
        self.limits = limits
        self.seed = mixed(seed & MASK)
        self.weights = weights
        self.plan = Plan()
        self.phases: list[PhaseRecord] = []
        """The phase we are in last, before it those that contain it."""
        self.visited = 0
        """Positions visited in all."""
        self.decided: tuple[WarState, Variation] | None = None
        """Where the present plan was decided on, and what it is."""

    def choose(self, seat: Seat) -> Action:
        offered = seat.options()
        planned = self.plan.next(seat, offered)
        if planned is not None:
            return planned
        offered = onward(offered)
        if len(offered) == 1:
            return offered[0]
        self.seed = advanced(self.seed)
        world = seat.sample(self.seed)
        phase = self.come_to(world)
        best = self.considered(world, offered, seat) if phase.decisions < MOST_DECISIONS else NOTHING
        if best is NOTHING:
            self.decided = None
            return self.any_of(offered)
        self.decided = (world, best)
        self.plan = Plan(world, seat.side, best.actions)
        return self.plan.next(seat, offered) or best.actions[0]

    def reason(self, seat: Seat) -> Reason | None:
        """Why it does what it is doing."""
        if self.decided is None:
            return None
        world, best = self.decided
        return reason_for(world, best.actions, self.phase.gains, self.search(seat), self.phase.operations)

    def ahead(self) -> Plan:
        return self.plan

    @property
    def phase(self) -> PhaseRecord:
        return self.phases[-1]

    def any_of(self, offered: list[Action]) -> Action:
        """Where nothing can be foreseen, or nothing comes of it, chance decides."""
        onward = [action for action in offered if not isinstance(action, Cancel)] or offered
        return onward[mixed(self.seed) % len(onward)]

    def come_to(self, world: WarState) -> PhaseRecord:
        """Forget what was found where we no longer are; what lies inside a phase does not end it."""
        turn, kind, below = world.turn, type(world.flow[-1]), world.flow[:-1]
        while self.phases and not self.phases[-1].holds(turn, kind, below):
            self.phases.pop()
        if not self.phases or len(self.phases[-1].below) < len(below):
            self.phases.append(PhaseRecord(turn, kind, below, judge_of(world.game).new_memory()))
        self.phase.decisions += 1
        return self.phase

    def considered(self, world: WarState, offered: list[Action], seat: Seat) -> Variation:
        """The operation that gains most, or the ending; where nothing ends, the best of all."""
        ending = next((action for action in offered if isinstance(action, Done)), None)
        judge = judge_of(seat.game)
        judge.begin_decision(self.phase.memory)
        search = self.search(seat)
        standing = search.worth(world)
        others = [action for action in offered if action != ending and not (ending and action == Cancel())]
        eager = type(world.flow[-1]) in judge.eager
        if ending is None or (eager and others):
            best = self.choice(world, others, standing, search)
        else:
            best = self.gaining(world, others, standing, search) or Variation(standing, (ending,))
        self.phase.visited += search.visited
        self.visited += search.visited
        return best

    def choice(
        self, world: WarState, others: list[Action], standing: float, search: Search[WarState]
    ) -> Variation:
        """The best of what must or should be chosen from."""
        if assembles(world):
            return search.assembly(world)
        tried = search.candidates(world, others, 1, Done())
        self.phase.gains = {}
        return self.promised(world, tried, standing, search, -float("inf")) or NOTHING

    def gaining(
        self, world: WarState, others: list[Action], standing: float, search: Search[WarState]
    ) -> Variation | None:
        """The operation that gains most; before it gives up, those are searched again that gained nothing."""
        best = self.promised(world, others, standing, search, GAIN)
        if best is None and self.phase.acted and self.limits.foresight and not self.used_up(search):
            self.phase.acted = False
            self.phase.gains = {}
            best = self.promised(world, others, standing, search, GAIN)
        self.phase.acted = self.phase.acted or best is not None
        return best

    def promised(
        self,
        world: WarState,
        others: Sequence[Action],
        standing: float,
        search: Search[WarState],
        least: float,
    ) -> Variation | None:
        """In the order of what each last promised: the first that still gains what the next one promises."""
        gains = self.phase.gains
        best: Variation | None = None
        for action in sorted(others, key=lambda action: -gains.get(action, float("inf"))):
            promised = gains.get(action, float("inf"))
            if promised <= least or (best is not None and promised <= best.worth - standing):
                break
            found = search.operation(world, action)
            gain = gains[action] = found.worth - standing
            self.phase.operations[action] = found.actions
            if gain > least and (best is None or found.worth > best.worth):
                best = found
            if best is not None and gain > GAIN and (not self.limits.foresight or self.used_up(search)):
                break
        return best

    def used_up(self, search: Search[WarState]) -> bool:
        """Have the positions of the phase been used up?"""
        return self.phase.visited + search.visited > self.limits.per_phase

    def search(self, seat: Seat) -> Search[WarState]:
        used_up = self.phase.visited > self.limits.per_phase
        limits = (self.limits.beyond if used_up else None) or self.limits
        return Search(judge_of(seat.game), seat.side, limits, self.seed, self.weights)
