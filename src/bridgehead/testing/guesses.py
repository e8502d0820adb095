"""Are guesses wide enough? Over many guesses, what never varies must be what a side can infer.

A game tells (`ruled_out`, in `causes/`) why a side knows that two hidden counters have not changed places: a
small solver over what the side has seen, written apart from the dealing itself.
"""

from __future__ import annotations

from collections.abc import Callable

from bridgehead.core.play import determinize
from bridgehead.core.secrecy import hidden_from
from bridgehead.core.values import Side, UnitId
from bridgehead.testing.contract import require
from bridgehead.toolkit.hidden import Berth, berths_of
from bridgehead.toolkit.wargame import WarState

RuledOut = Callable[[WarState, Side, UnitId, UnitId], str]
"""Why a side knows that the second counter does not lie where the first does and the other way round; nothing
if for all it knows the two may have changed places."""

ENOUGH = 200
"""Guesses after which a counter that could be another has been another."""


def unseen_on_map(s: WarState, side: Side) -> dict[Berth, UnitId]:
    """The berths of enemy counters whose face a side cannot see, and who lies there."""
    hidden = hidden_from(s, side)
    return berths_of(s, (unit.id for unit in s.units.values() if unit.hex and unit.id in hidden))


def varied(s: WarState, side: Side, seed: int, number: int) -> dict[Berth, set[UnitId]]:
    """Who lay in each berth over so many guesses."""
    found: dict[Berth, set[UnitId]] = {berth: set() for berth in unseen_on_map(s, side)}
    for each in range(number):
        guess = determinize(s, side, seed + each)
        for berth, seen in found.items():
            seen.add(guess.stacks[berth.hex][berth.height])
    return found


def check_guesses(s: WarState, side: Side, seed: int, ruled_out: RuledOut, number: int = ENOUGH) -> int:
    """What never varied is what the side can infer; gives the number of hidden counters looked at."""
    lying = unseen_on_map(s, side)
    for berth, seen in varied(s, side, seed, number).items():
        if len(seen) == 1:
            true = lying[berth]
            others = [id for id in lying.values() if id != true and not ruled_out(s, side, true, id)]
            require(not others, "a counter that could be another is guessed to be one", (berth, true, others))
    return len(lying)
