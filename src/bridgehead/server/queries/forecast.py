"""The odds of what is being assembled, or of an action, as the page shows them."""

from __future__ import annotations

from collections.abc import Sequence

from bridgehead.core.actions import Action
from bridgehead.core.flow import Forecast
from bridgehead.core.perspective import Perspective
from bridgehead.core.values import Side
from bridgehead.server.wire import (
    EmptyHex,
    FigureLine,
    ForecastInfo,
    ForecastMessage,
    ModifierLine,
    OutcomeLine,
)
from bridgehead.toolkit.prospect_words import amount, figures, notes, row_words, share
from bridgehead.toolkit.prospects import QUICK, THOROUGH, Range, Row, prospect
from bridgehead.toolkit.wargame import WarState

MOST_ROWS = 40


def answer_forecast(
    perspective: Perspective[WarState], action: Action | None, thorough: bool = False
) -> ForecastMessage:
    """First the answer, then what made the column and the die, then the endings with their dice."""
    shown = prospect(perspective, action, THOROUGH if thorough else QUICK)
    s, side = perspective.state, perspective.side
    return ForecastMessage(
        forecast=forecast_info(shown.forecast) if shown.forecast is not None else None,
        figures=[FigureLine(each.label, each.held, each.saved) for each in figures(s, shown, side)],
        outcomes=outcome_lines(s, shown.rows, side),
        saving=outcome_lines(s, shown.saving, side),
        empty=[EmptyHex(each.hex, middle(each.held), middle(each.saved)) for each in shown.targets],
        covered=round(min(sum(row.chance for row in shown.rows), 1.0), 4),
        notes=notes(shown),
        complete=shown.complete,
        guessed=perspective.guessed,
    )


def middle(chance: Range) -> float:
    return (chance.low + chance.high) / 2


def outcome_lines(s: WarState, rows: Sequence[Row], side: Side) -> list[OutcomeLine]:
    return [
        OutcomeLine(
            chance=row.chance,
            share=share(row.chance),
            dice=row.dice,
            always=row.always,
            results=list(row.results),
            words=row_words(s, row, side),
        )
        for row in rows[:MOST_ROWS]
    ]


def forecast_info(shown: Forecast) -> ForecastInfo:
    return ForecastInfo(
        title=shown.title,
        attack=shown.attack,
        defence=shown.defence,
        odds=shown.odds,
        columns=list(shown.columns),
        column=shown.column,
        rows=[(die, list(cells)) for die, cells in shown.rows],
        modifiers=[
            ModifierLine(amount=amount(each), because=each.because, rule=each.rule, kind=each.kind)
            for each in shown.modifiers
        ],
        commit=shown.commit,
    )
