"""Dealing what a side cannot see: lots of the guesser, what must stay where it is, who takes whose place.

A guess depends on the seed and on what the side knows, never on where the hidden units truly are.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from bridgehead.core.chance import MASK, advanced, mixed
from bridgehead.core.state import AnyState, Unit
from bridgehead.core.values import Hex, UnitId

T = TypeVar("T")


class Lots:
    """Lots drawn from a seed of their own, apart from the dice of the game."""

    def __init__(self, seed: int) -> None:
        self.seed = mixed(seed & MASK)

    def below(self, ways: int) -> int:
        """One of so many equal ways, counted from 0."""
        self.seed = advanced(self.seed)
        return mixed(self.seed) * ways >> 64

    def shuffled(self, items: Iterable[T]) -> list[T]:
        left = list(items)
        found: list[T] = []
        while left:
            found.append(left.pop(self.below(len(left))))
        return found


def spoken_of(s: AnyState) -> frozenset[UnitId]:
    """The units that the flow speaks of: they keep their places in a guess."""
    words = msgspec.json.encode(s.flow).decode().split('"')
    return frozenset(UnitId(word) for word in words if word in s.units)


def places_of(s: AnyState, units: Iterable[UnitId]) -> list[tuple[Hex, int]]:
    """Where units stand, each with its height in the stack, in the order of the map."""
    return sorted((s.units[unit].hex, s.stacks[s.units[unit].hex].index(unit)) for unit in units)


def exchange(s: AnyState, dealt: Iterable[tuple[int, Unit]]) -> None:
    """Units take one another's places: each as it shall be, with its height in the stack.

    Whoever exchanges units that do not count alike rebuilds the ledger.
    """
    for height, unit in dealt:
        s.units[unit.id] = unit
        stack = s.stacks[unit.hex]
        s.stacks[unit.hex] = (*stack[:height], unit.id, *stack[height + 1 :])
    s.touch()
