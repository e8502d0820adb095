"""6.6 and 6.7 Morale and steps, 7.6 disruption and rally: what befalls a single unit."""

from __future__ import annotations

from bridgehead.core.events import Eliminated
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.seelow1945.model.events import (
    Caught,
    Checked,
    CheckFailed,
    Disrupted,
    LostLastStep,
    LostStep,
    RallyFailed,
    RallyRolled,
)
from bridgehead.games.seelow1945.model.state import State, Unit
from bridgehead.games.seelow1945.model.sums import added as plus


@rule("6.64", "6.64b", "7.42b", "7.64", "2.21c")
def rating(s: State, unit: Unit) -> int:
    """6.64 The Morale Rating for checks and combat results: two lower if disrupted, without a floor."""
    morale = s.values(unit).morale
    return morale + s.tables.morale.disrupted if unit.disrupted else morale


@rule("6.52", "6.53", "6.61", "6.62")
def passes_check(s: State, unit: Unit, added: int) -> bool:
    """6.6 The owner rolls one die and adds the number of the result; equal or less passes."""
    die = s.roll(6)
    passed = die + added <= rating(s, unit)
    told = (Checked if passed else CheckFailed)(unit.id, die, added, rating(s, unit), *rated(s, unit))
    s.tell_of(unit.id, told, rule="6.61")
    return passed


def rated(s: State, unit: Unit) -> tuple[int, int]:
    """6.64 The printed Morale Rating, and what disruption takes away."""
    return s.values(unit).morale, s.tables.morale.disrupted if unit.disrupted else 0


@rule("6.71", "6.72", "6.73", "6.74")
def lose_step(s: State, unit: UnitId, rule: str) -> None:
    """6.7 A full two-step unit flips to its reduced side; any other is eliminated."""
    left = s.counter(unit).two_steps and not s.units[unit].reduced
    if left:
        s.tell_of(unit, LostStep(unit), rule)
        s.mark(unit, reduced=True)
    else:
        s.tell_of(unit, LostLastStep(unit), rule)
        remove(s, unit, rule)


def remove(s: State, unit: UnitId, rule: str) -> None:
    """The unit is eliminated."""
    s.tell(Eliminated(unit), rule)
    s.eliminate(unit)


@rule("7.65")
def disrupt(s: State, unit: UnitId, rule: str) -> None:
    """7.6 The unit is disrupted; a second time changes nothing."""
    if not s.units[unit].disrupted:
        s.tell_of(unit, Disrupted(unit), rule)
        s.mark(unit, disrupted=True)


@rule("7.56")
def catch_retreated(s: State, hex: Hex) -> None:
    """7.56 Units that retreated into this friendly-occupied hex in this phase are eliminated."""
    for unit in s.units_in(hex):
        if unit.ran:
            s.tell(Caught(unit.id, hex), rule="7.56")
            s.eliminate(unit.id)


@rule("7.66a", "7.66b", "7.66c", "7.68", "11.31", "11.32", "3.1-11a")
def rally(s: State, unit: Unit) -> None:
    """7.66 One die against the printed rating of the side that lies up; a scenario may add to it (11.32)."""
    die = s.roll(6)
    added = s.campaign.entry.rally.get(unit.side, 0)
    morale = s.values(unit).morale
    recovers = die + added <= morale
    roll = plus(die, [(added, "shortage at Küstrin, 11.32")])
    told = (RallyRolled if recovers else RallyFailed)(unit.id, die, added, roll, morale)
    s.tell_of(unit.id, told, rule="7.66a")
    if recovers:
        s.mark(unit.id, disrupted=False)
