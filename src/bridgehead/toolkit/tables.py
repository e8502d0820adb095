"""Printed tables: odds, columns, rows."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from bridgehead.core.refusal import Modifier


def clamp(value: int, low: int, high: int) -> int:
    return low if value < low else high if value > high else value


def threshold_column(value: int, minima: Sequence[int]) -> int:
    """The last column whose smallest value is reached; -1 below the first."""
    return bisect_right(minima, value) - 1


def total(modifiers: Iterable[Modifier], kind: str) -> int:
    """The sum of the modifiers of one kind."""
    return sum(modifier.amount for modifier in modifiers if modifier.kind == kind)
