"""The general: several plans for a whole phase, each tried against the enemy's answer.

It weighs things by its doctrine, which was found by playing. A plan is what an officer does who has an aim
and weighs them a little otherwise: presses on, holds, closes up. Plans are played on in several worlds
through the enemy's answer, attacks counted at what they promise, so that no dice disturb the comparison.
How many plans and worlds there are depends on the positions it may look at: that is the time it is given.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bridgehead.bots.course import Course
from bridgehead.bots.doctrine import blended, doctrine
from bridgehead.bots.judges import judge_of
from bridgehead.bots.officer import WORN, Officer
from bridgehead.bots.operations import Care, Line, Lookout
from bridgehead.bots.reasons import Reason, reason_for
from bridgehead.bots.seat import Seat
from bridgehead.core.actions import Action, Done
from bridgehead.core.chance import MASK, advanced, mixed
from bridgehead.core.play import deciding, options, push
from bridgehead.core.values import Side
from bridgehead.toolkit.wargame import WarState as State

GENERAL = Care(
    positions=600, stamina=12_000, breadth=24, replies=5, dice=36, branches=11, foresight=True, worn=WORN
)
STAFF = Care(
    positions=100, stamina=1_000, breadth=6, replies=2, dice=6, branches=5, foresight=True, worn=WORN
)
"""How both sides are played when a plan is tried out."""

AIMS: dict[str, dict[str, float]] = {
    "press on": {"ground": 1.5, "attacks": 1.8, "troops": 0.75, "danger": 0.5},
    "hold": {"danger": 1.9, "troops": 1.3, "attacks": 0.7},
    "close up": {"march": 2.0, "danger": 0.7},
}
"""By name: how an aim weighs the judge's terms."""

LEAST = 4
"""Actions below which there is nothing to plan."""
LONGEST_PLAN = 400
ANSWER = 120
"""Decisions of both sides that are played out after a plan before it is judged."""
PROMISES = 4
"""Attacks of a phase that are counted when a plan is tried out."""
MEANS = 20_000
"""Positions to be looked at for the plan of a phase: half to draw up plans, the others to try them."""
FEWEST, WORLDS = 2, 3
"""Worlds in which plans are tried: one says nothing of how sure a gain is."""
GAIN = 1.0
"""What a plan must surely gain over the plain one."""
DOUBT = {2: 6.3, 3: 2.9}
"""By worlds: the standard errors that are taken off a gain to be sure of it, one time in twenty wrongly
(Student's t)."""


class Plan(msgspec.Struct, frozen=True):
    weights: Mapping[str, float]
    actions: tuple[Action, ...]
    whole: bool
    """Does it reach the end of the phase, before any dice fall?"""
    looked: int
    """Positions that were looked at for it."""


class General:
    """The strongest in most games: tries whole plans against your answer; up to ten seconds a phase."""

    name = "general"

    def __init__(self, seed: int, means: int = MEANS) -> None:
        self.seed = mixed(seed & MASK)
        self.means = means
        self.spent = 0
        """Positions looked at for the plan of this phase."""
        self.officer = Officer("general", GENERAL, seed)
        self.course = Course()
        self.step: tuple[Action, ...] = ()
        """The operation of its plan that it has just begun."""
        self.planned: tuple[int, str, int] = (0, "", 0)
        self.doctrine: Mapping[str, float] = {}
        """How it weighs things where no plan says otherwise."""

    def choose(self, seat: Seat) -> Action:
        offered = seat.options()
        planned = self.followed(seat, offered)
        if planned is not None:
            return planned
        if len(offered) == 1:
            return offered[0]
        where = seat.where()
        if where != self.planned:
            self.doctrine = doctrine(seat.game.name, seat.scenario, seat.side)
            self.officer.emphasis = self.doctrine
            self.planned = where
            if self.plans(seat, offered):
                self.course = self.best_course(seat)
                planned = self.followed(seat, offered)
                if planned is not None:
                    return planned
        return self.officer.choose(seat)

    def plans(self, seat: Seat, offered: list[Action]) -> bool:
        """Is there enough to decide in a phase, and is an answer to be foreseen?"""
        judge = judge_of(seat.game)
        if judge.by_lot or len(offered) < LEAST or Done() not in offered:
            return False
        return seat.where()[1] not in judge.eager

    def followed(self, seat: Seat, offered: list[Action]) -> Action | None:
        """The plan's next step, if it is to be taken here."""
        planned = self.course.next(seat, offered)
        self.step = () if planned is None else (planned, *self.course.operation(seat))
        return planned

    def reason(self, seat: Seat) -> Reason | None:
        if not self.step:
            return self.officer.reason(seat)
        look = Lookout(judge_of(seat.game), seat.side, GENERAL, self.seed)
        return reason_for(seat.sample(self.seed), Line(0.0, self.step), {}, look)

    def best_course(self, seat: Seat) -> Course:
        """The plan that comes out best; the officer keeps its way of weighing for the rest of the phase."""
        self.seed = advanced(self.seed)
        world = seat.sample(self.seed)
        self.spent = 0
        plain = self.drawn_up(world, self.doctrine, seat.side)
        if not plain.whole or len(plain.actions) < LEAST:
            return Course(world, seat.side, plain.actions)
        plans = {plain.actions: plain}
        for aim in AIMS.values():
            if self.spent + plain.looked <= self.means // 2:
                plan = self.drawn_up(world, blended(self.doctrine, aim), seat.side)
                plans.setdefault(plan.actions, plan)
        chosen = self.answered(list(plans.values()), seat)
        self.officer.emphasis = chosen.weights
        return Course(world, seat.side, chosen.actions)

    def answered(self, plans: list[Plan], seat: Seat) -> Plan:
        """The plan that does best once the enemy has answered; other than the plain one only if that is
        sure, for worlds differ in what chance brings."""
        plain, *others = plans
        gains: list[list[float]] = [[] for _ in others]
        left = list(range(len(others)))
        for number in range(WORLDS):
            if not left or (number >= FEWEST and self.spent > self.means):
                break
            world = seat.sample(self.seed + 1 + number)
            usual = self.tried(world, plain, seat.side)
            for at in left:
                gains[at].append(self.tried(world, others[at], seat.side) - usual)
            left = [at for at in left if sum(gains[at]) > 0]
            if number and all(gains[at][-1] == gains[at][-2] for at in left):
                break  # nothing is hidden here, and no world differs from another
        best = max(left, key=lambda at: surely(gains[at]), default=None)
        return plain if best is None or surely(gains[best]) <= GAIN else others[best]

    def drawn_up(self, world: State, weights: Mapping[str, float], side: Side) -> Plan:
        """What an officer who weighs so would do, to the end of the phase or the first dice."""
        s = world.clone()
        base = len(s.flow)
        officer = Officer("plan", GENERAL, self.seed, weights)
        kept: list[Action] = []
        for _ in range(LONGEST_PLAN):
            if deciding(s) != side:
                break
            action = officer.choose(Seat(s, side))
            kept.append(action)
            if len(s.flow) == base and isinstance(action, Done):
                return self.plan(weights, kept, officer, whole=True)
            before = s.seed
            push(s, action)
            if s.seed != before:
                break
        return self.plan(weights, kept, officer, whole=False)

    def plan(self, weights: Mapping[str, float], kept: list[Action], officer: Officer, whole: bool) -> Plan:
        self.spent += officer.looked
        return Plan(weights, tuple(kept), whole, officer.looked)

    def tried(self, world: State, plan: Plan, side: Side) -> float:
        """What a plan is worth in one world once both sides have gone on for a while."""
        s = world.clone()
        begun = (s.turn, type(s.flow[-1]).__name__)
        for action in plan.actions:
            if deciding(s) == side and action in options(s):
                push(s, action)
        trial = Trial(side, self.seed, self.doctrine)
        for _ in range(ANSWER):
            who = deciding(s)
            if who is None or (who == side and s.turn > begun[0] and type(s.flow[-1]).__name__ == begun[1]):
                break
            trial.step(s, who)
        self.spent += sum(mind.looked for mind in trial.minds.values())
        judge = judge_of(s.game)
        judge.afresh({})
        return Lookout(judge, side, GENERAL, self.seed, self.doctrine).worth(s) + trial.expected


class Trial:
    """Both sides played on quickly. Attacks are not fought out: what they promise is counted instead."""

    def __init__(self, side: Side, seed: int, doctrine: Mapping[str, float]) -> None:
        self.side = side
        self.seed = seed
        self.doctrine = doctrine
        self.minds: dict[Side, Officer] = {}
        self.expected = 0.0
        """What the attacks of both sides promised, for us."""

    def step(self, s: State, who: Side) -> None:
        if who not in self.minds:
            leaning = self.doctrine if who == self.side else None
            self.minds[who] = Officer("staff", STAFF, self.seed, leaning)
        mind = self.minds[who]
        ending = Done() in options(s)
        before = mind.thought
        action = mind.choose(Seat(s, who))
        if ending and mind.thought is not None and mind.thought is not before and self.chancy(s, mind, who):
            gains = sorted((gain for gain in mind.phase.gains.values() if gain > 0), reverse=True)
            promised = sum(gains[:PROMISES])
            judge = judge_of(s.game)
            self.expected += promised if judge.camp(s, who) == judge.camp(s, self.side) else -promised
            mind.course = Course()
            action = Done()
        push(s, action)

    def chancy(self, s: State, mind: Officer, who: Side) -> bool:
        """Would dice fall, or the other side decide, in what it is about to do?"""
        assert mind.thought is not None
        then = s.clone()
        for action in mind.thought[1].actions:
            if deciding(then) != who or action not in options(then):
                return True
            push(then, action)
        return then.seed != s.seed and mind.thought[1].actions != (Done(),)


def surely(gains: list[float]) -> float:
    """What can be counted on: the mean less what it may be off by."""
    mean = sum(gains) / len(gains)
    spread = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
    return mean - DOUBT[len(gains)] * float((spread / len(gains)) ** 0.5)
