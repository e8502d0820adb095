"""16.0 Scenarios: set-up."""

from __future__ import annotations

from bridgehead.core.rules import rule
from bridgehead.core.values import NOWHERE, Hex, UnitId
from bridgehead.games.eastprussia1914.model.data import RUSSIAN, PlacedEntry
from bridgehead.games.eastprussia1914.model.state import (
    MOVEMENT_MODE,
    REINFORCEMENTS,
    State,
    Unit,
    is_hq,
    take_control,
)


@rule("2.7", "16.1.2", "16.2.1", "16.3.2", "16.3.7a")
def set_up(s: State) -> None:
    """2.7 Place the units of the scenario; all begin in supply, the cup is empty."""
    s.turn = s.rules_of.first_turn
    for name in s.game.counters:
        placed = s.rules_of.unit.get(name)
        if placed is not None:
            s.enlist(new_unit(s, name, placed))
    set_control(s)


@rule("2.5.2b", "2.7", "16.1.3")
def new_unit(s: State, name: UnitId, placed: PlacedEntry) -> Unit:
    """A unit as the scenario lists it: in its hex, or waiting for its turn."""
    counter = s.game.counters[name]
    steps = counter.steps - placed.reduced
    mode = placed.mode if counter.is_hq else ""
    if placed.hex:
        return Unit(name, counter.side, Hex(int(placed.hex)), "", steps, "", mode)
    return Unit(
        name, counter.side, NOWHERE, REINFORCEMENTS, steps, "", MOVEMENT_MODE if counter.is_hq else ""
    )


@rule("15.1", "16.2.1", "16.3.5")
def set_control(s: State) -> None:
    """15.1 Countries control their own; 16.2.1, 16.3.5 and Russians what they hold at the start."""
    for hex in s.rules_of.russian_held.split():
        take_control(s, Hex(int(hex)), RUSSIAN)
    for unit in s.units.values():
        if unit.hex and not is_hq(s, unit):
            take_control(s, unit.hex, unit.side)
