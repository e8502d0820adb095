"""Looking ahead through one operation: from a decision of ours, through what it opens, until it is closed again.

An operation is what a player thinks of as one thing done: a unit moved, an attack assembled and fought out with its
retreats and advances. Dice are taken at their exact chances where they are few; the other side's choices inside it (a
retreat, a loss) are those that suit it best. What follows the operation is left to the judge.
"""

from __future__ import annotations

from itertools import islice

import msgspec

from bridgehead.bots.judge import Judge, final_worth
from bridgehead.core.actions import Action, Cancel, Done
from bridgehead.core.chance import MASK, mixed
from bridgehead.core.play import deciding, options, outcomes, push
from bridgehead.core.state import State
from bridgehead.core.values import Side


class Care(msgspec.Struct, frozen=True):
    """How much a bot considers. Counted in positions, not in seconds, so that a seed gives one move."""

    positions: int
    """Positions judged for one decision at the most."""
    breadth: int
    """Options of ours tried at each decision inside an operation."""
    replies: int
    """Options of the other side tried at each of its decisions inside our operation."""
    branches: int
    """Ways the dice may fall that are counted; beyond them some are drawn."""
    depth: int = 8


class Line(msgspec.Struct, frozen=True):
    """A course of action and what it is worth."""

    worth: float
    actions: tuple[Action, ...]


class Lookout:
    """One side's look ahead from one decision."""

    def __init__(self, judge: Judge, side: Side, care: Care, seed: int) -> None:
        self.judge = judge
        self.side = side
        self.care = care
        self.seed = seed
        self.judged = 0

    def worth(self, s: State, side: Side | None = None) -> float:
        self.judged += 1
        side = side or self.side
        return final_worth(s, side) if s.ended is not None else self.judge.worth(s, side)

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
        while s.ended is None and len(s.flow) > base:
            side = deciding(s)
            if self.tired or depth >= self.care.depth:
                break
            if side == self.side:
                return self.best(s, base, depth + 1)
            assert side is not None
            push(s, self.reply(s, side))
            depth += 1
        return Line(self.worth(s), ())

    def best(self, s: State, base: int, depth: int) -> Line:
        """The best of our own choices inside an operation."""
        lines = [self.after(s, action, base, depth) for action in self.considered(s) if not self.tired]
        if not lines:
            return Line(self.worth(s), ())
        return max(lines, key=lambda line: line.worth)

    def considered(self, s: State) -> list[Action]:
        """Our options worth a thought: all, or an even choice among them with the endings kept."""
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
    step = len(offered) / (most - 1) if most > 1 else len(offered)
    chosen = [offered[int(number * step)] for number in range(most - 1)]
    return [*chosen, offered[-1]]


def ends(action: Action) -> bool:
    """Does it merely end what we were asked?"""
    return isinstance(action, Done)
