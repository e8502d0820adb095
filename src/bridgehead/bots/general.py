"""The general: several plans for a whole phase, each played out with the enemy's answer; the best is taken.

A plan is what an officer does who weighs things a little differently: more for ground, less for losses. Where
dice decide soon, there is no plan to follow and the general fights like a careful veteran.
"""

from __future__ import annotations

import msgspec

from bridgehead.bots.judges import judge_of
from bridgehead.bots.officer import RECRUIT, VETERAN, Officer
from bridgehead.bots.operations import Lookout
from bridgehead.bots.reasons import Reason
from bridgehead.bots.seat import Seat
from bridgehead.core.actions import Action, Done
from bridgehead.core.chance import MASK, advanced, mixed
from bridgehead.core.play import deciding, push
from bridgehead.core.state import State
from bridgehead.core.values import Side

PLANS = 5
LEAST = 6
"""Options below which a decision is not worth a plan."""
LONGEST_PLAN = 400
ANSWER = 220
"""Decisions of both sides that are played out after a plan before it is judged."""


class Plan(msgspec.Struct, frozen=True):
    worth: float
    actions: tuple[Action, ...]


class General:
    name = "general"

    def __init__(self, seed: int) -> None:
        self.seed = mixed(seed & MASK)
        self.officer = Officer("general", VETERAN, seed)
        self.course: list[Action] = []
        self.planned: tuple[int, str, int] = (0, "", 0)

    def choose(self, seat: Seat) -> Action:
        offered = seat.options()
        if len(offered) == 1:
            return offered[0]
        if self.course and self.course[0] in offered:
            return self.course.pop(0)
        self.course = []
        self.seed = advanced(self.seed)
        world = seat.sample(self.seed)
        where = (world.turn, type(world.flow[-1]).__name__, len(world.flow))
        if where != self.planned and len(offered) >= LEAST and any(isinstance(a, Done) for a in offered):
            self.planned = where
            best = max(
                (self.plan(world, number, seat) for number in range(PLANS)), key=lambda plan: plan.worth
            )
            self.course = list(best.actions)
            if self.course and self.course[0] in offered:
                return self.course.pop(0)
        return self.officer.choose(seat)

    def reason(self, seat: Seat) -> Reason | None:
        return self.officer.reason(seat)

    def plan(self, world: State, number: int, seat: Seat) -> Plan:
        """One way to spend the phase: up to the first dice it is kept, and it is judged after the answer."""
        s = world.clone()
        base = len(s.flow)
        officer = Officer("plan", VETERAN, self.seed + number, emphasis(self.seed, number, s, seat))
        kept: list[Action] = []
        certain = True
        for _ in range(LONGEST_PLAN):
            if s.ended is not None or len(s.flow) < base or deciding(s) is None:
                break
            side = deciding(s)
            assert side is not None
            action = (
                officer.choose(Seat(s, side))
                if side == seat.side
                else self.answer(side).choose(Seat(s, side))
            )
            before = s.seed
            push(s, action)
            certain = certain and s.seed == before and side == seat.side
            if certain:
                kept.append(action)
        return Plan(self.judged(s, seat), tuple(kept))

    def judged(self, s: State, seat: Seat) -> float:
        """What a plan is worth once both sides have gone on for a while."""
        minds: dict[Side, Officer] = {}
        for _ in range(ANSWER):
            side = deciding(s)
            if side is None or (side == seat.side and type(s.flow[-1]).__name__ == self.planned[1]):
                break
            mind = minds.setdefault(side, self.answer(side))
            push(s, mind.choose(Seat(s, side)))
        return Lookout(judge_of(seat.game), seat.side, VETERAN, self.seed).worth(s)

    def answer(self, side: Side) -> Officer:
        return Officer("answer", RECRUIT, self.seed ^ len(side))


def emphasis(seed: int, number: int, s: State, seat: Seat) -> dict[str, float]:
    """How one plan weighs the judge's terms; the first weighs them as they are."""
    if number == 0:
        return {}
    look = Lookout(judge_of(seat.game), seat.side, VETERAN, seed)
    weights = {}
    for at, term in enumerate(look.terms(s, seat.side)):
        drawn = mixed((seed + number * 1009 + at * 31) & MASK) / (1 << 64)
        weights[term.name] = 0.5 * 4.0**drawn
    return weights
