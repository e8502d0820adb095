"""Looking ahead through one operation: from a decision of ours, through what it opens, until it is closed.

An operation is what a player thinks of as one thing done: a unit moved, an attack assembled and fought out
with its retreats and advances. Dice are taken at their exact chances where they are few; the other side's
choices inside it (a retreat, a loss) are those that suit it best. What follows is left to the judge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import compress, islice
from operator import attrgetter, is_not

import msgspec

from bridgehead.bots.cancellation import checkpoint
from bridgehead.bots.judge import Judge, Term, final_worth
from bridgehead.core.actions import Action, Cancel, Commit, Done, Drop, Pick
from bridgehead.core.chance import MASK, NeedsChance, Script, mixed
from bridgehead.core.flow import Frame
from bridgehead.core.play import deciding, decision, options, push
from bridgehead.core.values import Hex, Side
from bridgehead.toolkit.wargame import WarState as State

THRIFT = 0.04
"""What each further unit must add to an attack, as a share of what it gains, to be spent on it."""

SHARES, LEAST_LOOKED = 4, 25
"""Sets of units that an operation has care for, and the positions looked at for one of them at least."""
EXTRAS = 2
"""Things besides units that are added to an attack at the most."""

hex_of = attrgetter("hex")
"""The hex an action names; asked only of those that name one."""


class Care(msgspec.Struct, frozen=True):
    """How much a bot considers. Counted in positions, not in seconds, so that a seed gives one move."""

    positions: int
    """Positions looked at for one operation at the most."""
    stamina: int
    """Positions looked at in one phase; after them the first gain found is taken, with little care."""
    breadth: int
    """Options of ours tried at the first decision inside an operation; further in, fewer."""
    replies: int
    """Options of the other side tried at each of its decisions inside our operation."""
    dice: int
    """Ways the dice may fall that are gone through one by one: 6 is a die, 36 are two."""
    branches: int
    """Different results of the dice that are followed."""
    foresight: bool
    """Does it weigh what may soon happen (prospects), or only what is (standing)?"""
    depth: int = 10
    worn: Care | None = None
    """What is left of it when a phase has worn it out."""


class Line(msgspec.Struct, frozen=True):
    """A course of action and what it is worth."""

    worth: float
    actions: tuple[Action, ...]


NOTHING = Line(-float("inf"), ())


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
        self.looked = 0
        self.limit = care.positions
        self.contact: frozenset[Hex] | None = None
        """Hexes next to the enemy, where we look from."""
        self.below: tuple[Frame, ...] = ()
        """The frames under the operation: it is over when one of them changes."""

    def operation(self, s: State, action: Action) -> Line:
        """An operation of ours that begins with this action, with as much care as we have for one."""
        base = self.begin(s, len(s.flow))
        return self.after(s, action, base)

    def assembly(self, s: State) -> Line:
        """The best that can be made of what is being assembled."""
        return self.assembled(s, self.begin(s, len(s.flow) - 1), 1)

    def begin(self, s: State, base: int) -> int:
        self.limit = self.looked + self.care.positions
        self.below = s.flow[: max(base - 1, 0)]
        return base

    def over(self, s: State, base: int) -> bool:
        """Is the operation closed, whatever was opened after it?"""
        return len(s.flow) <= base or self.gone(s, base)

    def gone(self, s: State, base: int) -> bool:
        """Is even the decision closed from which the operation began?"""
        flow = s.flow
        return len(flow) < base or any(now is not was for now, was in zip(flow, self.below, strict=False))

    def worth(self, s: State, side: Side | None = None) -> float:
        """A position in the judge's eyes, for us or for the other side."""
        side = side or self.side
        if s.ended is not None:
            return final_worth(self.judge, s, side)
        emphasis = self.emphasis
        if not emphasis:
            return sum([term.worth for term in self.terms(s, side)])
        return sum([term.worth * emphasis.get(term.name, 1.0) for term in self.terms(s, side)])

    def terms(self, s: State, side: Side) -> tuple[Term, ...]:
        """What the judge sees, as far as this bot looks."""
        if not self.care.foresight:
            return self.judge.standing(s, side)
        return self.judge.standing(s, side) + self.judge.prospects(s, side)

    @property
    def tired(self) -> bool:
        return self.looked >= self.limit

    # --- onward through an operation

    def after(self, s: State, action: Action, base: int, depth: int = 0) -> Line:
        """The worth of an action and of the best both sides can make of what it opens."""
        fell = self.fallen(s, action, base)
        if len(fell) == 1:
            line = self.onward(fell[0][1], base, depth, action)
            return Line(line.worth, (action, *line.actions))
        total = sum(chance * self.onward(then, base, depth, action).worth for chance, then in fell)
        return Line(total / sum(chance for chance, _ in fell), (action,))

    def fallen(self, s: State, action: Action, base: int) -> list[tuple[float, State]]:
        """The positions an action may lead to: all of them if they are few, otherwise some, drawn."""
        found = list(islice(self.ways(s, action, base), self.care.dice + 1))
        if len(found) == 1:
            return found
        if len(found) <= self.care.dice:
            return alike(s, found)[: self.care.branches]
        return self.drawn(s, action)

    def ways(self, s: State, action: Action, base: int) -> Iterator[tuple[float, State]]:
        """Every result of an action with its probability. Chance that comes after the operation is not ours
        to foresee: there the position is taken as it stands."""
        waiting: list[tuple[float, tuple[int, ...]]] = [(1.0, ())]
        while waiting:
            chance, draws = waiting.pop()
            self.looked += 1
            checkpoint()
            after = s.clone()
            after.script = Script(draws)
            try:
                push(after, action)
            except NeedsChance as needed:
                if not self.gone(after, base):
                    each = chance / needed.ways
                    waiting.extend((each, (*draws, way)) for way in reversed(range(needed.ways)))
                    continue
            after.script = None
            yield chance, after

    def drawn(self, s: State, action: Action) -> list[tuple[float, State]]:
        """Some of the ways chance may go, where it is too wide."""
        most = self.care.branches
        drawn = []
        for number in range(most):
            then = s.clone()
            self.looked += 1
            checkpoint()
            then.seed = mixed((self.seed + number * 7919) & MASK)
            push(then, action)
            drawn.append((1.0 / most, then))
        return drawn

    def onward(self, s: State, base: int, depth: int, last: Action) -> Line:
        """From a position inside an operation to its end."""
        if s.ended is not None or self.over(s, base):
            return Line(self.worth(s), ())
        side = deciding(s)
        assert side is not None
        if self.tired or depth >= self.care.depth:
            return NOTHING if side == self.side and assembles(s) else Line(self.worth(s), ())
        if side == self.side:
            return self.best(s, base, depth + 1, last)
        return Line(self.after(s, self.reply(s, side), base, depth + 1).worth, ())

    def best(self, s: State, base: int, depth: int, last: Action) -> Line:
        """The best of our own choices inside an operation; to take it back is none."""
        if assembles(s):
            return self.assembled(s, base, depth)
        best = NOTHING
        for action in self.considered(s, options(s), depth, last):
            if isinstance(action, Cancel):
                continue
            line = self.after(s, action, base, depth)
            if line.worth > best.worth:
                best = line
            if self.tired:
                break
        return best

    def considered(self, s: State, offered: list[Action], depth: int, last: Action) -> list[Action]:
        """Our options worth a thought: where we want to be, where the enemy is, and some others."""
        offered = [action for action in offered if not isinstance(action, Cancel)] or offered
        if hasattr(last, "hex") and Done() in offered:
            offered = [action for action in offered if type(action) is not type(last)]
        most = max(self.care.breadth >> (depth - 1), 3)
        if len(offered) <= most:
            return offered
        places = [action for action in offered if hasattr(action, "hex")]
        rest = [action for action in offered if not hasattr(action, "hex")]
        field = self.judge.field(s, self.side)
        if field is None or len(places) < 2:
            return spaced(offered, most)
        return self.promising(s, places, field, most) + spaced(rest, max(most // 2, 2))

    def promising(self, s: State, places: list[Action], field: Sequence[float], most: int) -> list[Action]:
        """Of actions that name a hex: half by where it lies, the others next to the enemy or anywhere."""
        if self.contact is None:
            self.contact = self.front(s)
        ranked = sorted(places, key=lambda action: -field[hex_of(action)])
        best = ranked[: most // 2]
        others = ranked[most // 2 :]
        touching = [action for action in others if hex_of(action) in self.contact]
        chosen = best + spaced(touching, most // 4 + 1)
        left = [action for action in others if action not in chosen]
        return chosen + spaced(left, most - len(chosen))

    def front(self, s: State) -> frozenset[Hex]:
        near, units = s.game.board.near, s.units
        ours = self.judge.camp(s, self.side)
        hostile = cache(lambda side: self.judge.camp(s, side) != ours)
        found: set[Hex] = set()
        for hex, stack in s.stacks.items():
            if hostile(units[stack[-1]].side):
                found.update(near[hex])
        return frozenset(found)

    # --- putting an attack together

    def assembled(self, s: State, base: int, depth: int) -> Line:
        """Units picked one by one, the mightiest first, and resolved where it promised most.

        Where they cannot be resolved in that order, each unit is tried as the first of them, with the fewest
        further hexes that let it attack.
        """
        best = self.gathered(s, (), base, depth)
        if best is not NOTHING:
            return best
        for first in [action for action in options(s) if isinstance(action, Pick)]:
            chosen, then = self.spread(s, first)
            if chosen:
                best = self.gathered(then, chosen, base, depth)
            if best is not NOTHING or self.tired:
                break
        return best

    def spread(self, s: State, first: Action) -> tuple[tuple[Action, ...], State]:
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
            last = hex_of(chosen[-1]) if len(chosen) > 1 else 0
            tried.extend((*chosen, action) for action in offered if getattr(action, "hex", 0) > last)
        return (), s

    def gathered(self, s: State, picked: tuple[Action, ...], base: int, depth: int) -> Line:
        """One way to put it together: so many of the mightiest, then whatever else may be added."""
        sets = self.sets(s, picked, base)
        if not sets:
            return NOTHING
        if self.over(sets[-1][1], base) or deciding(sets[-1][1]) != self.side:
            last, then = sets[-1]
            return Line(self.onward(then, base, depth, last[-1]).worth, last)
        limit = self.limit
        found: list[tuple[int, Line]] = []
        for at in in_halves(len(sets)):
            if self.tired and found:
                break
            self.limit = min(limit, self.looked + max(self.care.positions // SHARES, LEAST_LOOKED))
            found.append((at, self.after(sets[at][1], Commit(), base, depth)))
            self.limit = limit
        at, best = self.cheapest(s, found)
        chosen, then = sets[at]
        line = Line(best.worth, (*chosen, *best.actions))
        return self.furthered(then, line, chosen, base, depth) if self.care.foresight else line

    def sets(self, s: State, picked: tuple[Action, ...], base: int) -> list[tuple[tuple[Action, ...], State]]:
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
            if self.over(here, base) or deciding(here) != self.side:
                return [(picked, here)]

    def cheapest(self, s: State, found: list[tuple[int, Line]]) -> tuple[int, Line]:
        """The best of several sets of units, each unit having to add something."""
        most = max(line.worth for _, line in found)
        price = THRIFT * abs(most - self.worth(s))
        return max(found, key=lambda one: one[1].worth - price * one[0])

    def furthered(self, s: State, best: Line, picked: tuple[Action, ...], base: int, depth: int) -> Line:
        """What else can be added that is no unit (fire bought, a trick of war), or done instead."""
        for _ in range(EXTRAS):
            found: tuple[Line, Action, State] | None = None
            for action in options(s):
                if self.tired or hasattr(action, "unit") or isinstance(action, Commit | Cancel | Done):
                    continue
                then = s.clone()
                push(then, action)
                if not self.over(then, base) and deciding(then) == self.side and Commit() in options(then):
                    line = self.after(then, Commit(), base, depth)
                else:
                    line = self.onward(then, base, depth, action)
                if line.worth > best.worth:
                    best = Line(line.worth, (*picked, action, *line.actions))
                    found = (best, action, then)
            if found is None or found[1] not in best.actions or Commit() not in best.actions:
                break
            s, picked = found[2], (*picked, found[1])
        return best

    def mightiest(self, s: State, offered: list[Action]) -> Action | None:
        """The unit to add next to what is being assembled."""
        picks = [action for action in offered if hasattr(action, "unit") and not isinstance(action, Drop)]
        return max(picks, key=lambda pick: self.judge.might(s, pick.unit), default=None)

    # --- the other side

    def reply(self, s: State, side: Side) -> Action:
        """What suits the other side best, looked at one step deep; it brings all it may to a fight."""
        offered = options(s)
        if Commit() in offered:
            return self.mightiest(s, offered) or Commit()
        offered = spaced([action for action in offered if not isinstance(action, Cancel)], self.care.replies)
        if len(offered) == 1 or self.tired:
            return offered[0]
        best, most = offered[0], -float("inf")
        for action in offered:
            self.looked += 1
            checkpoint()
            then = s.clone()
            push(then, action)
            worth = self.worth(then, side)
            if worth > most:
                best, most = action, worth
        return best


def alike(before: State, found: list[tuple[float, State]]) -> list[tuple[float, State]]:
    """Results of the dice that came to the same thing, taken together; the likeliest first."""
    sums: dict[object, float] = {}
    first: dict[object, State] = {}
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


def spaced(offered: list[Action], most: int) -> list[Action]:
    """So many of a list, evenly spaced, its last always among them."""
    if len(offered) <= most:
        return offered
    if most <= 0:
        return []
    step = (len(offered) - 1) / max(most - 1, 1)
    return [offered[round(number * step)] for number in range(most)]


def assembles(s: State) -> bool:
    """Is something being put together, unit by unit, to be resolved at once?"""
    kinds = {type(action) for action in options(s)}
    opened = Pick in kinds and Done not in kinds and (Cancel in kinds or decision(s).unordered)
    return Commit in kinds or opened
