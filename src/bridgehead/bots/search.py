"""The search through one operation: from a decision of ours, through what it opens, until it is closed.

An operation is what a player thinks of as one thing done: a unit moved, an attack assembled and fought out
with its retreats and advances. Dice are taken at their exact chances where they are few; the other side's
choices inside it (a retreat, a loss) are those that suit it best. What follows is left to the judge.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import compress, islice
from operator import is_not
from typing import Generic, TypeVar

import msgspec

from bridgehead.bots.cancellation import checkpoint
from bridgehead.bots.evaluation import Judge, Term, final_worth
from bridgehead.bots.limits import Limits
from bridgehead.bots.weights import Weights
from bridgehead.core.actions import Action, Cancel, Commit, Done, Pick
from bridgehead.core.chance import MASK, mixed
from bridgehead.core.flow import Frame
from bridgehead.core.outcomes import Tally, outcomes
from bridgehead.core.play import deciding, decision, options, push
from bridgehead.core.roles import names_unit, place_of, units_in
from bridgehead.core.values import Hex, Side
from bridgehead.toolkit.wargame import WarState

S = TypeVar("S", bound=WarState)

THRIFT = 0.04
"""What each further unit must add to an attack, as a share of what it gains, to be spent on it."""

SHARES, LEAST_VISITED = 4, 25
"""Sets of units an operation may try, by positions, and those that one of them is given at least."""
EXTRAS = 2
"""Things besides units that are added to an attack at the most."""

"""The hex an action names; asked only of those that name one."""


class Variation(msgspec.Struct, frozen=True):
    """Actions one after another, and what they are worth."""

    worth: float
    actions: tuple[Action, ...]


NOTHING = Variation(-float("inf"), ())


class Scope(msgspec.Struct, frozen=True):
    """How far an operation reaches, told by the flow."""

    base: int
    """The depth of the decision it began from."""
    below: tuple[Frame, ...] = ()
    """The frames under that decision: it is over when one of them changes."""

    def over(self, s: WarState) -> bool:
        """Is the operation closed, whatever was opened after it?"""
        return len(s.flow) <= self.base or self.gone(s)

    def gone(self, s: WarState) -> bool:
        """Is even the decision closed from which the operation began?"""
        flow = s.flow
        return len(flow) < self.base or any(
            now is not was for now, was in zip(flow, self.below, strict=False)
        )


class Search(Generic[S]):
    """One side's search from one decision."""

    def __init__(
        self, judge: Judge[S], side: Side, limits: Limits, seed: int, weights: Weights | None = None
    ) -> None:
        self.judge = judge
        self.side = side
        self.limits = limits
        self.seed = seed
        self.weights = weights or {}
        self.visited = 0
        """Positions visited so far."""
        self.allowed = limits.per_operation
        """How many may have been visited when the present part of the search ends."""
        self.contact: frozenset[Hex] | None = None
        """Hexes next to the enemy, where the search began."""

    def operation(self, s: S, action: Action) -> Variation:
        """An operation of ours that begins with this action, as far as the limits of one go."""
        return self.after(s, action, self.begin(s, len(s.flow)))

    def assembly(self, s: S) -> Variation:
        """The best that can be made of what is being assembled."""
        return self.assembled(s, self.begin(s, len(s.flow) - 1), 1)

    def begin(self, s: S, base: int) -> Scope:
        """A new operation: it may visit as many positions as one may."""
        self.allowed = self.visited + self.limits.per_operation
        return Scope(base, s.flow[: max(base - 1, 0)])

    def worth(self, s: S, side: Side | None = None) -> float:
        """A position in the judge's eyes, for us or for the other side."""
        side = side or self.side
        if s.ended is not None:
            return final_worth(self.judge, s, side)
        weights = self.weights
        if not weights:
            return sum([term.worth for term in self.terms(s, side)])
        return sum([term.worth * weights.get(term.name, 1.0) for term in self.terms(s, side)])

    def terms(self, s: S, side: Side) -> tuple[Term, ...]:
        """What the judge sees, as far as this bot sees."""
        if not self.limits.foresight:
            return self.judge.standing(s, side)
        return self.judge.standing(s, side) + self.judge.prospects(s, side)

    def visit(self, positions: int = 1) -> None:
        """One more position; whoever no longer waits for the search ends it here."""
        checkpoint()
        self.visited += positions

    @property
    def used_up(self) -> bool:
        return self.visited >= self.allowed

    # --- through an operation

    def after(self, s: S, action: Action, scope: Scope, depth: int = 0) -> Variation:
        """The worth of an action and of the best both sides can make of what it opens."""
        results = self.results(s, action, scope)
        if len(results) == 1:
            tried = self.followed(results[0][1], scope, depth, action)
            return Variation(tried.worth, (action, *tried.actions))
        total = sum(chance * self.followed(then, scope, depth, action).worth for chance, then in results)
        return Variation(total / sum(chance for chance, _ in results), (action,))

    def results(self, s: S, action: Action, scope: Scope) -> list[tuple[float, S]]:
        """The positions an action may lead to: all of them if they are few, otherwise a sample.

        Chance that comes after the operation is not ours to foresee: there the position
        is taken as it stands.
        """
        tally = Tally()
        ways = outcomes(s, action, foresee=lambda then: not scope.gone(then), tally=tally)
        found = [(each.chance, each.state) for each in islice(ways, self.limits.dice + 1)]
        self.visit(tally.tried)
        if len(found) == 1:
            return found
        if len(found) <= self.limits.dice:
            return merged(s, found)[: self.limits.branches]
        return self.sampled(s, action)

    def sampled(self, s: S, action: Action) -> list[tuple[float, S]]:
        """Some of the ways chance may go, where it is too wide."""
        most = self.limits.branches
        found = []
        for number in range(most):
            then = s.clone()
            self.visit()
            then.seed = mixed((self.seed + number * 7919) & MASK)
            push(then, action)
            found.append((1.0 / most, then))
        return found

    def followed(self, s: S, scope: Scope, depth: int, last: Action) -> Variation:
        """From a position inside an operation to its end."""
        if s.ended is not None or scope.over(s):
            return Variation(self.worth(s), ())
        side = deciding(s)
        assert side is not None
        if self.used_up or depth >= self.limits.depth:
            return NOTHING if side == self.side and assembles(s) else Variation(self.worth(s), ())
        if side == self.side:
            return self.best(s, scope, depth + 1, last)
        return Variation(self.after(s, self.reply(s, side), scope, depth + 1).worth, ())

    def best(self, s: S, scope: Scope, depth: int, last: Action) -> Variation:
        """The best of our own choices inside an operation; to take it back is none."""
        if assembles(s):
            return self.assembled(s, scope, depth)
        best = NOTHING
        for action in self.candidates(s, options(s), depth, last):
            if isinstance(action, Cancel):
                continue
            tried = self.after(s, action, scope, depth)
            if tried.worth > best.worth:
                best = tried
            if self.used_up:
                break
        return best

    def candidates(self, s: S, offered: list[Action], depth: int, last: Action) -> list[Action]:
        """Our options worth a thought: where we want to be, where the enemy is, and some others."""
        offered = onward([action for action in offered if not isinstance(action, Cancel)] or offered)
        if place_of(last) and Done() in offered:
            offered = [action for action in offered if type(action) is not type(last)]
        most = max(self.limits.breadth >> (depth - 1), 3)
        if len(offered) <= most:
            return offered
        places = [action for action in offered if place_of(action)]
        rest = [action for action in offered if not place_of(action)]
        field = self.judge.field(s, self.side)
        if field is None or len(places) < 2:
            return evenly(offered, most)
        return self.promising(s, places, field, most) + evenly(rest, max(most // 2, 2))

    def promising(self, s: S, places: list[Action], field: Sequence[float], most: int) -> list[Action]:
        """Of actions that name a hex: half by where it lies, the others next to the enemy or anywhere."""
        if self.contact is None:
            self.contact = self.hexes_in_contact(s)
        ranked = sorted(places, key=lambda action: -field[place_of(action)])
        best = ranked[: most // 2]
        others = ranked[most // 2 :]
        touching = [action for action in others if place_of(action) in self.contact]
        chosen = best + evenly(touching, most // 4 + 1)
        left = [action for action in others if action not in chosen]
        return chosen + evenly(left, most - len(chosen))

    def hexes_in_contact(self, s: S) -> frozenset[Hex]:
        near, units = s.game.board.near, s.units
        ours = self.judge.camp(s, self.side)
        hostile = cache(lambda side: self.judge.camp(s, side) != ours)
        found: set[Hex] = set()
        for hex, stack in s.stacks.items():
            if hostile(units[stack[-1]].side):
                found.update(near[hex])
        return frozenset(found)

    # --- putting an attack together

    def assembled(self, s: S, scope: Scope, depth: int) -> Variation:
        """Units picked one by one, the mightiest first, and resolved where it promised most.

        Where they cannot be resolved in that order, each unit is tried as the first of them, with the fewest
        further hexes that let it attack.
        """
        best = self.put_together(s, (), scope, depth)
        if best is not NOTHING:
            return best
        for first in [action for action in options(s) if isinstance(action, Pick)]:
            chosen, then = self.spread(s, first)
            if chosen:
                best = self.put_together(then, chosen, scope, depth)
            if best is not NOTHING or self.used_up:
                break
        return best

    def spread(self, s: S, first: Action) -> tuple[tuple[Action, ...], S]:
        """What lets a unit attack that may not do so alone; nothing, if nothing does."""
        tried: list[tuple[Action, ...]] = [(first,)]
        for chosen in tried:
            then = s.clone()
            for action in chosen:
                push(then, action)
            if deciding(then) != self.side:
                continue
            offered = options(then)
            if Commit() in offered:
                return chosen, then
            last = place_of(chosen[-1]) if len(chosen) > 1 else 0
            tried.extend((*chosen, action) for action in offered if place_of(action) > last)
        return (), s

    def put_together(self, s: S, picked: tuple[Action, ...], scope: Scope, depth: int) -> Variation:
        """One way to put it together: so many of the mightiest, then whatever else may be added."""
        sets = self.sets(s, picked, scope)
        if not sets:
            return NOTHING
        if scope.over(sets[-1][1]) or deciding(sets[-1][1]) != self.side:
            last, then = sets[-1]
            return Variation(self.followed(then, scope, depth, last[-1]).worth, last)
        allowed = self.allowed
        found: list[tuple[int, Variation]] = []
        for at in in_halves(len(sets)):
            if self.used_up and found:
                break
            self.allowed = min(
                allowed, self.visited + max(self.limits.per_operation // SHARES, LEAST_VISITED)
            )
            found.append((at, self.after(sets[at][1], Commit(), scope, depth)))
            self.allowed = allowed
        at, best = self.cheapest(s, found)
        chosen, then = sets[at]
        tried = Variation(best.worth, (*chosen, *best.actions))
        return self.extended(then, tried, chosen, scope, depth) if self.limits.foresight else tried

    def sets(self, s: S, picked: tuple[Action, ...], scope: Scope) -> list[tuple[tuple[Action, ...], S]]:
        """The mightiest unit, the two mightiest, and so on, as far as they could be resolved."""
        found = []
        here = s
        while True:
            offered = options(here)
            if Commit() in offered:
                found.append((picked, here))
            mightiest = self.mightiest(here, offered)
            if mightiest is None:
                return found
            picked = (*picked, mightiest)
            here = here.clone()
            push(here, mightiest)
            if scope.over(here) or deciding(here) != self.side:
                return [(picked, here)]

    def cheapest(self, s: S, found: list[tuple[int, Variation]]) -> tuple[int, Variation]:
        """The best of several sets of units, each unit having to add something."""
        most = max(one.worth for _, one in found)
        price = THRIFT * abs(most - self.worth(s))
        return max(found, key=lambda one: one[1].worth - price * one[0])

    def extended(
        self, s: S, best: Variation, picked: tuple[Action, ...], scope: Scope, depth: int
    ) -> Variation:
        """What else can be added that is no unit (fire bought, a trick of war), or done instead."""
        for _ in range(EXTRAS):
            found: tuple[Variation, Action, S] | None = None
            for action in options(s):
                if self.used_up or names_unit(action) or isinstance(action, Commit | Cancel | Done):
                    continue
                then = s.clone()
                push(then, action)
                if not scope.over(then) and deciding(then) == self.side and Commit() in options(then):
                    tried = self.after(then, Commit(), scope, depth)
                else:
                    tried = self.followed(then, scope, depth, action)
                if tried.worth > best.worth:
                    best = Variation(tried.worth, (*picked, action, *tried.actions))
                    found = (best, action, then)
            if found is None or found[1] not in best.actions or Commit() not in best.actions:
                break
            s, picked = found[2], (*picked, found[1])
        return best

    def mightiest(self, s: S, offered: list[Action]) -> Action | None:
        """The unit to add next to what is being assembled."""
        picks = [action for action in offered if names_unit(action) and not action.undoes]
        return max(picks, key=lambda pick: self.judge.might(s, units_in(pick)[0]), default=None)

    # --- the other side

    def reply(self, s: S, side: Side) -> Action:
        """What suits the other side best, one step deep; it brings all it may to a fight."""
        offered = options(s)
        if Commit() in offered:
            return self.mightiest(s, offered) or Commit()
        offered = evenly(
            onward([action for action in offered if not isinstance(action, Cancel)]), self.limits.replies
        )
        if len(offered) == 1 or self.used_up:
            return offered[0]
        best, most = offered[0], -float("inf")
        for action in offered:
            self.visit()
            then = s.clone()
            push(then, action)
            worth = self.worth(then, side)
            if worth > most:
                best, most = action, worth
        return best


def merged(before: S, found: list[tuple[float, S]]) -> list[tuple[float, S]]:
    """Results of the dice that came to the same thing, taken together; the likeliest first."""
    sums: dict[object, float] = {}
    first: dict[object, S] = {}
    for chance, then in found:
        key = (
            then.flow,
            tuple(compress(then.units.values(), map(is_not, then.units.values(), before.units.values()))),
            tuple(then.tracks.items()),
        )
        sums[key] = sums.get(key, 0.0) + chance
        first.setdefault(key, then)
    return sorted(((chance, first[key]) for key, chance in sums.items()), key=lambda one: -one[0])


def in_halves(count: int) -> list[int]:
    """Numbers below a count: the last, the middle one, and then the others from below."""
    first = [count - 1, (count - 1) // 2]
    return list(dict.fromkeys((*first, *range(count))))


def onward(offered: list[Action]) -> list[Action]:
    """Without what only takes something back, unless nothing else is offered."""
    return [action for action in offered if not action.undoes] or offered


def evenly(offered: list[Action], most: int) -> list[Action]:
    """So many of a list, evenly spaced, its last always among them."""
    if len(offered) <= most:
        return offered
    if most <= 0:
        return []
    step = (len(offered) - 1) / max(most - 1, 1)
    return [offered[round(number * step)] for number in range(most)]


def assembles(s: WarState) -> bool:
    """Is something being put together, unit by unit, to be resolved at once?"""
    kinds = {type(action) for action in options(s)}
    opened = Pick in kinds and Done not in kinds and (Cancel in kinds or decision(s).unordered)
    return Commit in kinds or opened
