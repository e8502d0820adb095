"""Odds: how strengths become a column of a printed table, and what moves it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from bridgehead.core.refusal import Modifier
from bridgehead.toolkit.tables import clamp, total

IMPOSSIBLE = -99
"""The column of an attack without strength."""


class Ladder(msgspec.Struct, frozen=True):
    """The odds columns of a table, from the worst for the attacker to the best: 1:2, 1:1, 3:2, 2:1, ..."""

    ratios: tuple[Fraction, ...]

    @classmethod
    def read(cls, columns: Sequence[str]) -> Ladder:
        """From the names of the columns: `1:2`, `1-2`, `1.5:1`."""
        return cls(tuple(ratio(name) for name in columns))

    def floor(self, attack: int, defence: int) -> int:
        """The highest column not above the ratio. Below the first they go on as 1:3, 1:4 at -1, -2."""
        if not attack:
            return IMPOSSIBLE
        if not defence:
            return len(self.ratios) - 1
        odds = Fraction(attack, defence)
        if odds >= self.ratios[0]:
            return max(at for at, each in enumerate(self.ratios) if each <= odds)
        return int(1 / self.ratios[0]) - -(-defence // attack)

    def beyond(self, attack: int, defence: int) -> int:
        """Like `floor`, but above the last column whole ratios go on: 9:1 stands two columns beyond 7:1. For
        tables whose shifts count before the ratio is cut to the last column."""
        column, last = self.floor(attack, defence), len(self.ratios) - 1
        return last + attack // defence - int(self.ratios[last]) if column == last and defence else column

    def nearest(self, attack: int, defence: int) -> int:
        """The column of the ratio rounded to whole numbers, halves up, within the table."""
        if not attack:
            return 0
        if attack >= defence:
            return self.within(Fraction((2 * attack + defence) // (2 * defence)))
        return self.within(Fraction(1, (2 * defence + attack) // (2 * attack)))

    def within(self, odds: Fraction) -> int:
        return max((at for at, each in enumerate(self.ratios) if each <= odds), default=0)


def ratio(name: str) -> Fraction:
    """A ratio as a table prints it; a last column may end in `+`."""
    ours, _, theirs = name.rstrip("+").replace("-", ":").partition(":")
    return Fraction(ours) / Fraction(theirs)


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """What an attack would be, ready to be rolled. A game adds its own fields in a subclass."""

    attack: int
    defence: int
    first: int
    """The column of the bare ratio."""
    column: int
    """The column used, after all shifts; below 0 the attack is not possible."""
    modifiers: tuple[Modifier, ...] = ()

    @property
    def drm(self) -> int:
        """What is added to the die."""
        return total(self.modifiers, "drm")


def shifted(column: int, modifiers: Sequence[Modifier], columns: int) -> int:
    """A column after all shifts at once, within the table."""
    return clamp(column + total(modifiers, "shift"), 0, columns - 1)
