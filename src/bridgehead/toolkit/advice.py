"""What a beginner overlooks, in words, with the rule and where to look."""

from __future__ import annotations

import msgspec

from bridgehead.core.state import AnyState
from bridgehead.core.values import Hex, Side, UnitId


class Supplied(msgspec.Struct, frozen=True):
    """How a unit of one's own would fare if its supply were looked at now."""

    unit: UnitId
    lost: bool
    words: str
    rule: str


class Advice(msgspec.Struct, frozen=True):
    """A note of the adviser: what, under which rule, and where to look."""

    words: str
    rule: str
    hexes: tuple[Hex, ...] = ()


def no_supply(s: AnyState, side: Side) -> tuple[Supplied, ...]:
    """For games in which units need no supply."""
    return ()
