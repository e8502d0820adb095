"""The general: several plans for a whole phase, each played out in several worlds with the enemy's answer.

A plan is what an officer does who has an aim: press on, hold, close up. It is followed up to the first dice;
after them the officer goes on with the same aim. A plan other than the plain one is taken only if it does
better by more than its results vary.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

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

PLAIN: tuple[str, dict[str, float]] = ("as things stand", {})
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


class Plan(msgspec.Struct, frozen=True):
    aim: str
    weights: Mapping[str, float]
    actions: tuple[Action, ...]


class General:
    name = "general"

    def __init__(self, seed: int, worlds: int = 3) -> None:
        self.seed = mixed(seed & MASK)
        self.worlds = worlds
        """Worlds a plan is tried in: what the general's time is measured by."""
        self.officer = Officer("general", GENERAL, seed)
        self.course: list[Action] = []
        self.planned: tuple[int, str, int] = (0, "", 0)

    def choose(self, seat: Seat) -> Action:
        offered = seat.options()
        if len(offered) == 1:
            return offered[0]
        if self.course and self.course[0] in offered:
            return self.course.pop(0)
        self.course = []
        where = seat.where()
        if where != self.planned:
            self.officer.emphasis = {}
            self.planned = where
            if len(offered) >= LEAST and Done() in offered and where[1] not in judge_of(seat.game).eager:
                self.course = list(self.best_plan(seat).actions)
                if self.course and self.course[0] in offered:
                    return self.course.pop(0)
        return self.officer.choose(seat)

    def reason(self, seat: Seat) -> Reason | None:
        return self.officer.reason(seat)

    def best_plan(self, seat: Seat) -> Plan:
        """The plan that does best on the whole; the officer keeps its aim."""
        self.seed = advanced(self.seed)
        worlds = [seat.sample(self.seed + number) for number in range(self.worlds)]
        best = plain = self.drawn_up(worlds[0], *PLAIN, seat.side)
        if len(plain.actions) < LEAST:
            return plain
        plans = {plain.actions: plain}
        for aim, weights in AIMS.items():
            plan = self.drawn_up(worlds[0], aim, weights, seat.side)
            plans.setdefault(plan.actions, plan)
        others = list(plans.values())[1:]
        if others:
            usual = [self.tried(world, plain, seat.side) for world in worlds]
            most = 0.0
            for plan in others:
                edges = [
                    self.tried(world, plan, seat.side) - before
                    for world, before in zip(worlds, usual, strict=True)
                ]
                gain = surely(edges)
                if gain > most:
                    best, most = plan, gain
        self.officer.emphasis = best.weights
        return best

    def drawn_up(self, world: State, aim: str, weights: Mapping[str, float], side: Side) -> Plan:
        """What an officer with this aim would do, as far as no dice fall and nobody else decides."""
        s = world.clone()
        base, kind = len(s.flow), type(s.flow[-1])
        officer = Officer(aim, GENERAL, self.seed, weights)
        kept: list[Action] = []
        for _ in range(LONGEST_PLAN):
            if (
                deciding(s) != side
                or len(s.flow) < base
                or (len(s.flow) == base and type(s.flow[-1]) is not kind)
            ):
                break
            action = officer.choose(Seat(s, side))
            before = s.seed
            push(s, action)
            kept.append(action)
            if s.seed != before:
                break
        return Plan(aim, weights, tuple(kept))

    def tried(self, world: State, plan: Plan, side: Side) -> float:
        """What a plan is worth in one world once both sides have gone on for a while."""
        s = world.clone()
        begun = (s.turn, type(s.flow[-1]).__name__)
        for action in plan.actions:
            if deciding(s) == side and action in options(s):
                push(s, action)
        minds: dict[Side, Officer] = {}
        for _ in range(ANSWER):
            who = deciding(s)
            if who is None or (who == side and s.turn > begun[0] and type(s.flow[-1]).__name__ == begun[1]):
                break
            if who not in minds:
                minds[who] = Officer("staff", STAFF, self.seed, plan.weights if who == side else None)
            push(s, minds[who].choose(Seat(s, who)))
        return Lookout(judge_of(s.game), side, GENERAL, self.seed).worth(s)


def surely(edges: list[float]) -> float:
    """What can be counted on: the mean less what it may be off by."""
    mean = sum(edges) / len(edges)
    spread = sum((edge - mean) ** 2 for edge in edges) / max(len(edges) - 1, 1)
    return mean - float((spread / len(edges)) ** 0.5)
