"""The planner: several plans for a whole phase, each tried against the enemy's answer. The general plays so.

It weighs terms by what was learned (`weights.toml`). A plan is what a greedy bot does that has an aim and
weighs them a little otherwise: presses on, holds, closes up. Plans are played on in several worlds through
the enemy's answer, attacks counted at what they promise, so that no dice disturb the comparison. How many
plans and worlds there are depends on the positions it may visit: that is the time it is given.
"""

from __future__ import annotations

import msgspec

from bridgehead.bots.explain import Reason, reason_for
from bridgehead.bots.greedy import GreedyBot
from bridgehead.bots.judges import judge_of
from bridgehead.bots.limits import TRIAL, Limits
from bridgehead.bots.plan import Plan
from bridgehead.bots.search import Search
from bridgehead.bots.seat import Seat, Where, where_of
from bridgehead.bots.weights import Weights, combined, weights_of
from bridgehead.core.actions import Action, Done
from bridgehead.core.chance import MASK, advanced, mixed
from bridgehead.core.play import deciding, options, push
from bridgehead.core.values import Side
from bridgehead.toolkit.wargame import WarState

AIMS: dict[str, Weights] = {
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
POSITIONS = 20_000
"""Positions to be visited for the plan of a phase: half to draw up plans, the others to try them."""
FEWEST, WORLDS = 2, 3
"""Worlds in which plans are tried: one says nothing of how sure a gain is."""
SURE_GAIN = 1.0
"""What a plan must surely gain over the plain one."""
DOUBT = {2: 6.3, 3: 2.9}
"""By worlds: the standard errors that are taken off a gain to be sure of it, one time in twenty wrongly
(Student's t)."""


class Draft(msgspec.Struct, frozen=True):
    """A plan drawn up with some weights, before it is known whether it is the best."""

    weights: Weights
    actions: tuple[Action, ...]
    whole: bool
    """Does it reach the end of the phase, before any dice fall?"""
    visited: int
    """Positions that were visited for it."""


class PlannerBot:
    """Follows the best plan it finds for a phase; where there is none to follow it plays greedily."""

    def __init__(self, name: str, limits: Limits, seed: int, positions: int = POSITIONS) -> None:
        self.name = name
        self.limits = limits
        self.seed = mixed(seed & MASK)
        self.positions = positions
        self.visited = 0
        """Positions visited for the plan of this phase."""
        self.greedy = GreedyBot(name, limits, seed)
        self.plan = Plan()
        self.operation: tuple[Action, ...] = ()
        """The operation of its plan that it has just begun."""
        self.planned: Where | None = None
        """Where it last considered to plan."""
        self.weights: Weights = {}
        """How it weighs terms where no plan says otherwise."""

    def choose(self, seat: Seat) -> Action:
        offered = seat.options()
        planned = self.followed(seat, offered)
        if planned is not None:
            return planned
        if len(offered) == 1:
            return offered[0]
        where = seat.where()
        if where != self.planned:
            self.weights = weights_of(seat.game.name, seat.scenario, seat.side)
            self.greedy.weights = self.weights
            self.planned = where
            if self.plans(seat, offered):
                self.plan = self.best_plan(seat)
                planned = self.followed(seat, offered)
                if planned is not None:
                    return planned
        return self.greedy.choose(seat)

    def reason(self, seat: Seat) -> Reason | None:
        if not self.operation:
            return self.greedy.reason(seat)
        search = Search(judge_of(seat.game), seat.side, self.limits, self.seed)
        return reason_for(seat.sample(self.seed), self.operation, {}, search)

    def ahead(self) -> Plan:
        return self.plan if self.plan.steps else self.greedy.plan

    def plans(self, seat: Seat, offered: list[Action]) -> bool:
        """Is there enough to decide in a phase, and is an answer to be foreseen?"""
        judge = judge_of(seat.game)
        if judge.by_lot or len(offered) < LEAST or Done() not in offered:
            return False
        return seat.where().kind not in judge.eager

    def followed(self, seat: Seat, offered: list[Action]) -> Action | None:
        """The plan's next step, if it is to be taken here."""
        planned = self.plan.next(seat, offered)
        self.operation = () if planned is None else (planned, *self.plan.operation(seat))
        return planned

    def best_plan(self, seat: Seat) -> Plan:
        """The plan that comes out best; its weights are kept for the rest of the phase."""
        self.seed = advanced(self.seed)
        world = seat.sample(self.seed)
        self.visited = 0
        plain = self.drawn_up(world, self.weights, seat.side)
        if not plain.whole or len(plain.actions) < LEAST:
            return Plan(world, seat.side, plain.actions)
        drafts = {plain.actions: plain}
        for aim in AIMS.values():
            if self.visited + plain.visited <= self.positions // 2:
                draft = self.drawn_up(world, combined(self.weights, aim), seat.side)
                drafts.setdefault(draft.actions, draft)
        chosen = self.answered(list(drafts.values()), seat)
        self.greedy.weights = chosen.weights
        return Plan(world, seat.side, chosen.actions)

    def answered(self, drafts: list[Draft], seat: Seat) -> Draft:
        """The plan that does best once the enemy has answered; other than the plain one only if that is
        sure, for worlds differ in what chance brings."""
        plain, *others = drafts
        gains: list[list[float]] = [[] for _ in others]
        left = list(range(len(others)))
        for number in range(WORLDS):
            if not left or (number >= FEWEST and self.visited > self.positions):
                break
            world = seat.sample(self.seed + 1 + number)
            usual = self.tried(world, plain, seat.side)
            for at in left:
                gains[at].append(self.tried(world, others[at], seat.side) - usual)
            left = [at for at in left if sum(gains[at]) > 0]
            if number and all(gains[at][-1] == gains[at][-2] for at in left):
                break  # nothing is hidden here, and no world differs from another
        best = max(left, key=lambda at: surely(gains[at]), default=None)
        return plain if best is None or surely(gains[best]) <= SURE_GAIN else others[best]

    def drawn_up(self, world: WarState, weights: Weights, side: Side) -> Draft:
        """What a greedy bot with these weights would do, to the end of the phase or the first dice."""
        s = world.clone()
        base = len(s.flow)
        bot = GreedyBot("plan", self.limits, self.seed, weights)
        actions: list[Action] = []
        whole = False
        for _ in range(LONGEST_PLAN):
            if deciding(s) != side:
                break
            action = bot.choose(Seat(s, side))
            actions.append(action)
            whole = len(s.flow) == base and isinstance(action, Done)
            before = s.seed
            if not whole:
                push(s, action)
            if whole or s.seed != before:
                break
        self.visited += bot.visited
        return Draft(weights, tuple(actions), whole, bot.visited)

    def tried(self, world: WarState, draft: Draft, side: Side) -> float:
        """What a plan is worth in one world once both sides have gone on for a while."""
        s = world.clone()
        begun = where_of(s)
        for action in draft.actions:
            if deciding(s) == side and action in options(s):
                push(s, action)
        trial = Trial(side, self.seed, self.weights)
        for _ in range(ANSWER):
            who = deciding(s)
            if who is None or (who == side and s.turn > begun.turn and type(s.flow[-1]) is begun.kind):
                break
            trial.step(s, who)
        self.visited += sum(bot.visited for bot in trial.bots.values())
        judge = judge_of(s.game)
        judge.begin_decision(judge.new_memory())
        return Search(judge, side, self.limits, self.seed, self.weights).worth(s) + trial.expected


class Trial:
    """Both sides played on quickly. Attacks are not fought out: what they promise is counted instead."""

    def __init__(self, side: Side, seed: int, weights: Weights) -> None:
        self.side = side
        self.seed = seed
        self.weights = weights
        self.bots: dict[Side, GreedyBot] = {}
        self.expected = 0.0
        """What the attacks of both sides promised, for us."""

    def step(self, s: WarState, who: Side) -> None:
        if who not in self.bots:
            self.bots[who] = GreedyBot("trial", TRIAL, self.seed, self.weights if who == self.side else None)
        bot = self.bots[who]
        ending = Done() in options(s)
        before = bot.decided
        action = bot.choose(Seat(s, who))
        if ending and bot.decided is not before and self.chancy(s, bot, who):
            gains = sorted((gain for gain in bot.phase.gains.values() if gain > 0), reverse=True)
            promised = sum(gains[:PROMISES])
            judge = judge_of(s.game)
            self.expected += promised if judge.camp(s, who) == judge.camp(s, self.side) else -promised
            bot.plan = Plan()
            action = Done()
        push(s, action)

    def chancy(self, s: WarState, bot: GreedyBot, who: Side) -> bool:
        """Would dice fall, or the other side decide, in what it is about to do?"""
        if bot.decided is None:
            return False
        actions = bot.decided[1].actions
        then = s.clone()
        for action in actions:
            if deciding(then) != who or action not in options(then):
                return True
            push(then, action)
        return then.seed != s.seed and actions != (Done(),)


def surely(gains: list[float]) -> float:
    """What can be counted on: the mean less what it may be off by."""
    mean = sum(gains) / len(gains)
    spread = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
    return mean - DOUBT[len(gains)] * float((spread / len(gains)) ** 0.5)
