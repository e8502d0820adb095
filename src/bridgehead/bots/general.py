"""The general: many plans for a whole phase; the one that comes out best is tried against the enemy's answer.

A plan is what an officer does who weighs things a little otherwise: presses on, holds, closes up, or a
mixture bred from the best so far. Plans are compared by the judge where the phase ends, which no dice
disturb; the winner must then not do worse than the plain plan when both are played on in several worlds.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bridgehead.bots.course import Course
from bridgehead.bots.judges import judge_of
from bridgehead.bots.officer import Officer
from bridgehead.bots.operations import Care, Lookout
from bridgehead.bots.reasons import Reason
from bridgehead.bots.seat import Seat
from bridgehead.core.actions import Action, Done
from bridgehead.core.chance import MASK, advanced, mixed
from bridgehead.core.play import deciding, options, push
from bridgehead.core.state import State
from bridgehead.core.values import Side

GENERAL = Care(positions=800, stamina=24_000, breadth=24, replies=5, branches=11, foresight=True)
STAFF = Care(positions=60, stamina=500, breadth=6, replies=2, branches=3, foresight=True)
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
CHANGE = 1.6
"""By how much a term's weight is multiplied or divided at the most when a plan is bred from another."""


class Plan(msgspec.Struct, frozen=True):
    weights: Mapping[str, float]
    actions: tuple[Action, ...]
    worth: float | None
    """What it has come to at the end of the phase; None where dice fell first."""


class General:
    name = "general"

    def __init__(self, seed: int, plans: int = 8, worlds: int = 3) -> None:
        self.seed = mixed(seed & MASK)
        self.plans = plans
        """Plans drawn up besides the plain one: the time the general is given."""
        self.worlds = worlds
        """Worlds in which the best of them is tried."""
        self.officer = Officer("general", GENERAL, seed)
        self.course = Course()
        self.planned: tuple[int, str, int] = (0, "", 0)

    def choose(self, seat: Seat) -> Action:
        offered = seat.options()
        planned = self.course.next(seat, offered)
        if planned is not None:
            return planned
        if len(offered) == 1:
            return offered[0]
        where = seat.where()
        if where != self.planned:
            self.officer.emphasis = {}
            self.planned = where
            if len(offered) >= LEAST and Done() in offered and where[1] not in judge_of(seat.game).eager:
                self.course = self.best_course(seat)
                planned = self.course.next(seat, offered)
                if planned is not None:
                    return planned
        return self.officer.choose(seat)

    def reason(self, seat: Seat) -> Reason | None:
        return self.officer.reason(seat)

    def best_course(self, seat: Seat) -> Course:
        """The plan that comes out best; the officer keeps its way of weighing for the rest of the phase."""
        self.seed = advanced(self.seed)
        world = seat.sample(self.seed)
        best = plain = self.drawn_up(world, {}, seat.side)
        if plain.worth is not None and len(plain.actions) >= LEAST:
            for number in range(self.plans):
                plan = self.drawn_up(world, self.bred(best, number, world, seat), seat.side)
                if plan.worth is not None and best.worth is not None and plan.worth > best.worth:
                    best = plan
            if best.actions != plain.actions and not self.bears(best, plain, seat):
                best = plain
        self.officer.emphasis = best.weights
        return Course(world, seat.side, best.actions)

    def bred(self, best: Plan, number: int, world: State, seat: Seat) -> Mapping[str, float]:
        """How the next plan weighs things: first the aims that have names, then changes of the best."""
        if number < len(AIMS):
            return list(AIMS.values())[number]
        terms = Lookout(judge_of(seat.game), seat.side, GENERAL, self.seed).terms(world, seat.side)
        drawn = [mixed((self.seed + number * 1009 + at * 31) & MASK) / (1 << 64) for at in range(len(terms))]
        return {
            term.name: best.weights.get(term.name, 1.0) * float(CHANGE ** (2 * part - 1))
            for term, part in zip(terms, drawn, strict=True)
        }

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
                judged = Lookout(judge_of(s.game), side, GENERAL, self.seed).worth(s)
                return Plan(weights, tuple(kept), judged)
            before = s.seed
            push(s, action)
            if s.seed != before:
                break
        return Plan(weights, tuple(kept), None)

    def bears(self, plan: Plan, plain: Plan, seat: Seat) -> bool:
        """Does a plan, played on with the enemy's answer, hold its own against the plain one?"""
        worlds = [seat.sample(self.seed + 1 + number) for number in range(self.worlds)]
        return (
            surely(
                [self.tried(world, plain, seat.side) - self.tried(world, plan, seat.side) for world in worlds]
            )
            <= 0.0
        )

    def tried(self, world: State, plan: Plan, side: Side) -> float:
        """What a plan is worth in one world once both sides have gone on for a while, luck set aside."""
        s = world.clone()
        begun = (s.turn, type(s.flow[-1]).__name__)
        for action in plan.actions:
            if deciding(s) == side and action in options(s):
                push(s, action)
        trial = Trial(side, self.seed)
        for _ in range(ANSWER):
            who = deciding(s)
            if who is None or (who == side and s.turn > begun[0] and type(s.flow[-1]).__name__ == begun[1]):
                break
            trial.step(s, who)
        return Lookout(judge_of(s.game), side, GENERAL, self.seed).worth(s) - trial.luck


class Trial:
    """Both sides played on quickly. What each operation brought beyond what was expected of it is luck."""

    def __init__(self, side: Side, seed: int) -> None:
        self.side = side
        self.seed = seed
        self.minds: dict[Side, Officer] = {}
        self.luck = 0.0
        self.pending: tuple[Side, float, int] | None = None
        """Whose operation is under way, what is expected of it, and how deep it began."""

    def step(self, s: State, who: Side) -> None:
        if self.pending is not None and len(s.flow) <= self.pending[2]:
            self.settle(s, *self.pending[:2])
        if who not in self.minds:
            self.minds[who] = Officer("staff", STAFF, self.seed)
        mind = self.minds[who]
        before, depth = mind.thought, len(s.flow)
        action = mind.choose(Seat(s, who))
        thought = mind.thought
        if thought is not None and thought is not before and self.pending is None and action != Done():
            self.pending = (who, thought[1].worth, depth)
        push(s, action)

    def settle(self, s: State, who: Side, expected: float) -> None:
        """An operation is over: what came of it?"""
        judge = judge_of(s.game)
        found = Lookout(judge, who, STAFF, self.seed).worth(s) - expected
        self.luck += found if judge.camp(s, who) == judge.camp(s, self.side) else -found
        self.pending = None


def surely(edges: list[float]) -> float:
    """What can be counted on: the mean less what it may be off by."""
    mean = sum(edges) / len(edges)
    spread = sum((edge - mean) ** 2 for edge in edges) / max(len(edges) - 1, 1)
    return mean - float((spread / len(edges)) ** 0.5)
