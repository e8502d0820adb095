"""Arithmetic as the log writes it: "9 vs. 4 = 2:1, +1 (attacking armor) = 3:1"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bridgehead.core.refusal import Modifier
from bridgehead.toolkit.tables import total

MINUS = "−"


def signed(number: int) -> str:
    return f"{MINUS}{-number}" if number < 0 else f"+{number}"


def die_sum(die: int, modifiers: Iterable[Modifier]) -> str:
    """`4`, or `4 + 2 (dusk or dawn) = 6`."""
    return added(die, [(each.amount, each.because) for each in modifiers if each.kind == "drm"])


def added(first: int, parts: Sequence[tuple[int, str]]) -> str:
    """A number and what is added to it, each part with its name."""
    counted = [(amount, name) for amount, name in parts if amount]
    if not counted:
        return str(first)
    terms = "".join(
        f" {MINUS if amount < 0 else '+'} {abs(amount)}{f' ({name})' if name else ''}"
        for amount, name in counted
    )
    return f"{first}{terms} = {first + sum(amount for amount, _ in counted)}"


def column_sum(columns: Sequence[str], first: int, modifiers: Iterable[Modifier], last: int) -> str:
    """`2:1`, or `2:1, +1 (attacking armor) = 3:1`; the table may be too short for all shifts."""
    shifts = [each for each in modifiers if each.kind == "shift" and each.amount]
    if not shifts:
        return columns[first]
    listed = ", ".join(f"{signed(each.amount)} ({each.because})" for each in shifts)
    cut = "" if first + total(shifts, "shift") == last else ", the end of the table"
    return f"{columns[first]}, {listed} = {columns[last]}{cut}"


def divided(first: str, divisors: Sequence[tuple[int, str]], result: int) -> str:
    """`6 / 2 (across water) = 3`, or just `6` where nothing divides it."""
    terms = "".join(f" / {amount} ({name})" for amount, name in divisors)
    return f"{first}{terms} = {result}" if terms else first


def total_of(values: Sequence[str], total: int) -> str:
    """`6`, or `3 + 3 = 6`: what each of several gives, and their sum."""
    return " + ".join(values) + (f" = {total}" if len(values) > 1 else "")
