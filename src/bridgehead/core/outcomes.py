"""What may come of an action: every way its dice may fall, played by the rules themselves.

Previews, bots, the lab and the contract all branch over chance here.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Generic, NamedTuple

import msgspec

from bridgehead.core.actions import Action
from bridgehead.core.chance import NeedsChance, Script
from bridgehead.core.events import Told
from bridgehead.core.play import push
from bridgehead.core.state import S


class Order(Enum):
    """Which branches come first, for whoever stops early."""

    AS_READ = "as read"
    """All that begins with a 1 before all that begins with a 2."""
    LIKELIEST = "likeliest"


class Outcome(NamedTuple, Generic[S]):
    """One way it may go."""

    chance: float
    state: S
    draws: tuple[int, ...]
    """How chance fell, counted from 0: a die's face less one."""


class Tally(msgspec.Struct):
    """How much work branching was."""

    tried: int = 0
    """Branches played, those that ended at a further die among them."""


class Reached(Exception):
    """The event waited for was told."""


def outcomes(
    s: S,
    action: Action,
    *,
    order: Order = Order.AS_READ,
    most: int | None = None,
    then: Callable[[S], None] | None = None,
    until: Callable[[Told], bool] | None = None,
    foresee: Callable[[S], bool] | None = None,
    known: tuple[int, ...] = (),
    tally: Tally | None = None,
) -> Iterator[Outcome[S]]:
    """Every result of an action up to the next decision, with its probability.

    - `order`: which branches come first.
    - `most`: so many branches are tried at most; what is left out is missing from the sum of the chances.
    - `then`: played on in the same passage after the action: answers of others that are not in question.
    - `until`: the passage ends when an event is told of which this is true.
    - `foresee`: asked where another die is needed; where it says no, the position is taken as it stands.
    - `known`: random bits of the first draws, where they are known to have fallen so.
    - `tally`: counts what was tried.
    """
    return branches(
        s,
        lambda after: play_out(after, action, then, until),
        order=order,
        most=most,
        foresee=foresee,
        known=known,
        tally=tally,
    )


def branches(
    s: S,
    run: Callable[[S], None],
    *,
    order: Order = Order.AS_READ,
    most: int | None = None,
    foresee: Callable[[S], bool] | None = None,
    known: tuple[int, ...] = (),
    tally: Tally | None = None,
) -> Iterator[Outcome[S]]:
    """Every way chance may fall while something runs on copies of a position; see `outcomes`."""
    tally = tally or Tally()
    likely = order is Order.LIKELIEST
    waiting: list[tuple[float, int, float, tuple[int, ...]]] = [(0.0, 0, 1.0, ())]
    count = 0
    while waiting and (most is None or tally.tried < most):
        _, _, chance, draws = heapq.heappop(waiting)
        tally.tried += 1
        after = s.clone()
        after.script = Script(draws, known=known)
        try:
            run(after)
        except Reached:
            pass
        except NeedsChance as needed:
            if foresee is None or foresee(after):
                each = chance / needed.ways
                for way in range(needed.ways) if likely else reversed(range(needed.ways)):
                    count += 1
                    place = (-each, count) if likely else (0.0, -count)
                    heapq.heappush(waiting, (*place, each, (*draws, way)))
                continue
        after.script = None
        after.listener = None
        yield Outcome(chance, after, draws)


def play_out(
    s: S, action: Action, then: Callable[[S], None] | None, until: Callable[[Told], bool] | None
) -> None:
    """Play one branch as far as it goes."""
    if until is not None:

        def listen(told: Told) -> None:
            if until(told):
                raise Reached

        s.listener = listen
    push(s, action)
    if then is not None:
        then(s)


def certain(s: S, action: Action) -> S | None:
    """The position after an action that needs no chance; None if it needs any."""
    after = s.clone()
    after.script = Script(())
    try:
        push(after, action)
    except NeedsChance:
        return None
    after.script = None
    return after
