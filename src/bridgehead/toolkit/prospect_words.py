"""Prospects in words: the figures, rows and notes that page and terminal print alike."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bridgehead.core.flow import Forecast
from bridgehead.core.refusal import Modifier
from bridgehead.core.values import Side
from bridgehead.core.words import counted, printed_with_name
from bridgehead.toolkit.endings import Harm
from bridgehead.toolkit.prospects import Prospect, Range, Row
from bridgehead.toolkit.wargame import WarState

HOLDS = "if it holds on"
SAVES = "if it saves its units"
"""The two ways the other side may choose, as headings."""
SMALLEST = 0.0005
TABLE_WIDTH = 74
"""What a narrow terminal has room for beside the die."""


class Figure(msgspec.Struct, frozen=True):
    """One line of the answer. `saved` differs where the other side's choice makes a difference."""

    label: str
    held: str
    saved: str


def text(s: WarState, shown: Prospect, side: Side) -> Iterator[str]:
    """The whole answer, line by line, for a terminal."""
    torn = bool(shown.saving)
    for each in figures(s, shown, side):
        either = each.held != each.saved
        yield f"{each.label}: {each.held}" + (f" {HOLDS}, {each.saved} {SAVES}" if either else "")
    if shown.forecast is not None:
        yield from table_text(shown.forecast)
    for heading, rows in ((HOLDS, shown.rows), (SAVES, shown.saving)):
        if torn:
            yield f"The enemy, {heading}:"
        for row in rows:
            dice = f" [{row.dice}{'' if row.always else ' …'}]" if row.dice else ""
            yield f"  {share(row.chance):>6}{dice} {' '.join(row_words(s, row, side))}"
    if shown.forecast is not None and len(shown.forecast.columns) > 1:
        yield from printed_table(shown.forecast)
    yield from notes(shown)


def table_text(shown: Forecast) -> Iterator[str]:
    """Strengths, what changes them, and the column."""
    used = shown.column if len(shown.columns) > 1 else ""
    column = " → ".join(dict.fromkeys(each for each in (shown.odds, used) if each))
    yield f"{shown.attack} against {shown.defence}" + (f": {column}" if column else "")
    for each in shown.modifiers:
        yield f"  {amount(each)}: {each.because}" + (f" ({each.rule})" if each.rule else "")


def printed_table(shown: Forecast) -> Iterator[str]:
    """The table with its column in brackets, and as many beside it as a narrow terminal holds."""
    lit = shown.columns.index(shown.column) if shown.column in shown.columns else None
    lines = [("", shown.columns), *shown.rows]
    widths = [max(len(cells[at]) for _, cells in lines) + 3 for at in range(len(shown.columns))]
    first = last = lit or 0
    while (first, last) != (wider := widened(first, last, widths)):
        first, last = wider
    for die, cells in lines:
        told = (f"[{cells[at]}]" if at == lit else f" {cells[at]} " for at in range(first, last + 1))
        row = "".join(each.rjust(width) for each, width in zip(told, widths[first:], strict=False))
        yield f"  {die:>3} {row}".rstrip()


def widened(first: int, last: int, widths: list[int]) -> tuple[int, int]:
    """One more column on each end, where there is room."""
    if first > 0 and sum(widths[first - 1 : last + 1]) <= TABLE_WIDTH:
        first -= 1
    if last + 1 < len(widths) and sum(widths[first : last + 2]) <= TABLE_WIDTH:
        last += 1
    return first, last


def figures(s: WarState, shown: Prospect, side: Side) -> list[Figure]:
    """Chance to clear each hex, steps each side can expect to lose, chance that nothing happens."""
    found = [
        Figure(f"Clears {printed_with_name(s.game, each.hex)}", percent(each.held), percent(each.saved))
        for each in shown.targets
    ]
    found += [
        Figure(f"{who(s, each.side, side)}: expected loss", steps(each.held), steps(each.saved))
        for each in sorted(shown.losses, key=lambda each: each.side == side)
    ]
    if shown.rows:
        found.append(Figure("Nothing happens", percent(shown.nothing), percent(shown.nothing_saved)))
    return found


def row_words(s: WarState, row: Row, side: Side) -> list[str]:
    """What an ending means, sentence by sentence; the enemy's part first."""
    cleared = [f"{capital(printed_with_name(s.game, hex))} cleared." for hex in row.cleared]
    harms = [
        f"{who(s, harm.side, side)}: {', '.join(harm_words(harm))}."
        for harm in sorted(row.harms, key=lambda harm: harm.side == side)
    ]
    return [*cleared, *harms, *row.told] or ["No effect."]


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def harm_words(harm: Harm) -> Iterator[str]:
    if harm.steps:
        yield f"{counted(harm.steps, 'step')} lost"
    if harm.eliminated:
        yield f"{counted(harm.eliminated, 'unit')} eliminated"
    if harm.removed:
        yield f"{counted(harm.removed, 'unit')} off the map"
    if harm.retreat:
        yield f"retreat {counted(harm.retreat, 'hex')}"
    for condition, number in harm.shaken:
        yield f"{counted(number, 'unit')} {condition}"


def who(s: WarState, side: Side, asking: Side) -> str:
    """A side as the asking one calls it."""
    if side == asking:
        return "You"
    sides = s.game.scenarios[s.scenario].sides or s.game.sides
    return "Enemy" if len(sides) == 2 else s.game.names.get(side, side)


def amount(modifier: Modifier) -> str:
    """What a modifier does, told apart by what it changes."""
    match modifier.kind:
        case "half":
            return f"÷{max(modifier.amount, 2)}"
        case "shift":
            return counted_signed(modifier.amount, "column")
        case "drm":
            return f"{signed(modifier.amount)} to the die"
    return signed(modifier.amount)


def signed(number: int) -> str:
    return f"−{-number}" if number < 0 else f"+{number}" if number else "±0"


def counted_signed(number: int, noun: str) -> str:
    return f"{signed(number)} {counted(abs(number), noun).partition(' ')[2]}"


def notes(shown: Prospect) -> list[str]:
    """How far the figures go."""
    found = []
    if shown.supported:
        found.append("With the support that hurts you most.")
    if shown.saving:
        found.append("The enemy may hold on or save its units; both are shown.")
    if shown.worlds > 1:
        found.append(f"The target is hidden: figures range over {shown.worlds} guesses at what may be there.")
    if not shown.complete:
        found.append("Too many ways to follow them all: figures are estimates.")
    return found


def percent(chance: Range) -> str:
    low, high = share(chance.low), share(chance.high)
    return low if low == high else f"{low.removesuffix('%')}–{high}"


def share(chance: float) -> str:
    if 0 < chance < SMALLEST:
        return "<0.1%"
    if 1 - SMALLEST < chance < 1:
        return ">99.9%"
    value = round(100 * chance, 1)
    return f"{value:.0f}%" if value == round(value) else f"{value:.1f}%"


def steps(loss: Range) -> str:
    low, high = (f"{round(each, 1):g}" for each in (loss.low, loss.high))
    if low == high:
        return f"{low} step{'' if low == '1' else 's'}"
    return f"{low}–{high} steps"
