"""Looking ahead through one operation: from a decision of ours, through what it opens, until it is closed.

An operation is what a player thinks of as one thing done: a unit moved, an attack assembled and fought out
with its retreats and advances. Dice are taken at their exact chances where they are few; the other side's
choices inside it (a retreat, a loss) are those that suit it best. What follows is left to the judge.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

import msgspec

from bridgehead.bots.judge import Judge, Term, final_worth
from bridgehead.core.actions import Action, Cancel, Commit, Done, Drop, Pick
from bridgehead.core.chance import MASK, mixed
from bridgehead.core.play import deciding, options, outcomes, push
from bridgehead.core.state import State
from bridgehead.core.values import Side


class Care(msgspec.Struct, frozen=True):
    """How much a bot considers. Counted in positions, not in seconds, so that a seed gives one move."""

    positions: int
    """Positions judged for one operation at the most."""
    breadth: int
    """Options of ours tried at each decision inside an operation."""
    replies: int
    """Options of the other side tried at each of its decisions inside our operation."""
    branches: int
    """Ways the dice may fall that are counted; beyond them some are drawn."""
    foresight: bool
    """Does it weigh what may soon happen (prospects), or only what is (standing)?"""
    depth: int = 8


class Line(msgspec.Struct, frozen=True):
    """A course of action and what it is worth."""

    worth: float
    actions: tuple[Action, ...]


class Lookout:
    """One side's look ahead from one decision."""

    def __init__(
        self, judge: Judge, side: Side, care: Care, seed: int, emphasis: Mapping[str, float] | None = None
    ) -> None:
        self.judge = judge
        self.side = side
        self.care = care
        self.seed = seed
        self.emphasis = emphasis or {}
        """By term: how much more or less than usual it counts for us."""
        self.judged = 0

    def worth(self, s: State, side: Side | None = None) -> float:
        """A position in the judge's eyes, for us or for the other side."""
        self.judged += 1
        side = side or self.side
        if s.ended is not None:
            return final_worth(self.judge, s, side)
        emphasis = self.emphasis
        return sum(term.worth * emphasis.get(term.name, 1.0) for term in self.terms(s, side))

    def terms(self, s: State, side: Side) -> tuple[Term, ...]:
        """What the judge sees, as far as this bot looks."""
        if not self.care.foresight:
            return self.judge.standing(s, side)
        return self.judge.standing(s, side) + self.judge.prospects(s, side)

    @property
    def tired(self) -> bool:
        return self.judged >= self.care.positions

    def after(self, s: State, action: Action, base: int, depth: int = 0) -> Line:
        """The worth of an action and of the best we can make of what it opens."""
        total = 0.0
        weight = 0.0
        following: tuple[Action, ...] = ()
        fell = self.fallen(s, action)
        for chance, then in fell:
            line = self.onward(then, base, depth)
            total += chance * line.worth
            weight += chance
            if len(fell) == 1:
                following = line.actions
        return Line(total / weight, (action, *following))

    def fallen(self, s: State, action: Action) -> list[tuple[float, State]]:
        """The positions an action may lead to: all of them if they are few, otherwise some, drawn."""
        most = self.care.branches
        found = list(islice(outcomes(s, action), most + 1))
        if len(found) <= most:
            return found
        drawn = []
        for number in range(most):
            then = s.clone()
            then.seed = mixed((self.seed + number * 7919) & MASK)
            push(then, action)
            drawn.append((1.0 / most, then))
        return drawn

    def onward(self, s: State, base: int, depth: int) -> Line:
        """From a position inside an operation to its end."""
        while s.ended is None and len(s.flow) > base and not self.tired and depth < self.care.depth:
            side = deciding(s)
            if side == self.side:
                return self.best(s, base, depth + 1)
            assert side is not None
            push(s, self.reply(s, side))
            depth += 1
        return Line(self.worth(s), ())

    def best(self, s: State, base: int, depth: int) -> Line:
        """The best of our own choices inside an operation."""
        offered = options(s)
        if any(isinstance(action, Commit) for action in offered) or assembles(offered):
            return self.assembled(s, base, depth)
        best = Line(-float("inf"), ())
        for action in self.considered(s):
            line = self.after(s, action, base, depth)
            if line.worth > best.worth:
                best = line
            if self.tired:
                break
        return best

    def assembled(self, s: State, base: int, depth: int) -> Line:
        """Units picked one by one for as long as there are any, and resolved where it promised most."""
        best = Line(-float("inf"), ())
        picked: tuple[Action, ...] = ()
        here = s
        while not self.tired:
            offered = options(here)
            if Commit() in offered:
                line = self.after(here, Commit(), base, depth)
                if line.worth > best.worth:
                    best = Line(line.worth, (*picked, *line.actions))
            picks = [action for action in offered if not isinstance(action, Commit | Cancel | Drop | Done)]
            if not picks:
                break
            picked = (*picked, self.most_useful(here, spaced(picks, self.care.breadth), base, depth))
            here = here.clone()
            push(here, picked[-1])
            if len(here.flow) <= base or deciding(here) != self.side:
                break
        return best if best.actions else self.tried_in_order(s, base, depth)

    def most_useful(self, s: State, picks: list[Action], base: int, depth: int) -> Action:
        """The unit to add next: for the careful the one that helps most, otherwise the first."""
        if len(picks) == 1 or not self.care.foresight:
            return picks[0]

        def help_of(pick: Action) -> float:
            then = s.clone()
            push(then, pick)
            if self.tired or deciding(then) != self.side or Commit() not in options(then):
                return -float("inf")
            return self.after(then, Commit(), base, depth).worth

        return max(picks, key=help_of)

    def tried_in_order(self, s: State, base: int, depth: int) -> Line:
        """Each option by itself, where nothing could be resolved."""
        lines = [self.after(s, action, base, depth) for action in self.considered(s)[:3]]
        return max(lines, key=lambda line: line.worth)

    def considered(self, s: State) -> list[Action]:
        """Our options worth a thought: all, or an even choice among them."""
        offered = [action for action in options(s) if not isinstance(action, Cancel)] or options(s)
        return spaced(offered, self.care.breadth)

    def reply(self, s: State, side: Side) -> Action:
        """What suits the other side best, looked at one step deep."""
        offered = spaced(options(s), self.care.replies)
        if len(offered) == 1 or self.tired:
            return offered[0]

        def its_worth(action: Action) -> float:
            then = s.clone()
            push(then, action)
            return self.worth(then, side)

        return max(offered, key=its_worth)


def spaced(offered: list[Action], most: int) -> list[Action]:
    """So many of a list, evenly spaced, its last always among them."""
    if len(offered) <= most:
        return offered
    step = (len(offered) - 1) / max(most - 1, 1)
    return [offered[round(number * step)] for number in range(most)]


def assembles(offered: list[Action]) -> bool:
    """Is something being put together that can be given up again?"""
    return any(isinstance(action, Cancel) for action in offered) and any(
        isinstance(action, Pick) for action in offered
    )
