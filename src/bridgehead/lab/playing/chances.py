"""What might have happened instead: the exact chances of a fight's results, by the rules themselves."""

from __future__ import annotations

import math
from collections.abc import Sequence

from bridgehead.core.actions import Action
from bridgehead.core.chance import MASK, advanced, mixed
from bridgehead.core.events import Event, Told
from bridgehead.core.outcomes import outcomes
from bridgehead.toolkit.wargame import WarState

MOST_BRANCHES = 1500
STRIDE = advanced(0)
INVERSE = pow(STRIDE, -1, 1 << 64)


def draws_between(seed: int, later: int) -> int:
    """How many draws of chance lie between two seeds."""
    return ((later - seed) & MASK) * INVERSE & MASK


def bits_from(seed: int, draws: int) -> tuple[int, ...]:
    """The random bits of the draws after a seed."""
    return tuple(mixed((seed + STRIDE * (at + 1)) & MASK) for at in range(draws))


def chances(
    before: WarState, action: Action, kind: type[Event], after: int, known: tuple[int, ...]
) -> dict[str, float]:
    """The results a fight may have that an event of a kind tells of, with their chances.

    `known` are the draws of the action that come before the fight's own, `after` the number of events told by
    then. Empty if there are too many ways to count.
    """
    found: dict[str, float] = {}
    for chance, s, _ in outcomes(
        before,
        action,
        foresee=lambda s: result_told(s.log[after:], kind) is None,
        known=known,
        most=MOST_BRANCHES,
    ):
        result = result_told(s.log[after:], kind) or ""
        found[result] = found.get(result, 0.0) + chance
    return found if math.isclose(sum(found.values()), 1.0) else {}


def result_told(log: Sequence[Told], kind: type[Event]) -> str | None:
    """The result of the fight that the first event of a kind tells of; None if none was told."""
    for told in log:
        if type(told.event) is kind:
            fight = told.event.fight()
            return fight.result if fight is not None else ""
    return None
