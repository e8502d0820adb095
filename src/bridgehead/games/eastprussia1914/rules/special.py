"""18.0 Events: the random event of each turn and the historical events of a few."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from bridgehead.core.actions import Action, Cancel, Done, Pick, Place
from bridgehead.core.flow import Decision, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import ChitId, Hex, Hexside, Side, UnitId
from bridgehead.games.eastprussia1914.model.data import GERMAN, RUSSIAN, HistoricalEntry
from bridgehead.games.eastprussia1914.model.events import (
    BrigadeReturned,
    EventLapses,
    EventNotUsed,
    EventRolled,
    HistoricalEvent,
    PointsSet,
)
from bridgehead.games.eastprussia1914.model.ground import ANYWHERE, NOT_INTO_GERMANY
from bridgehead.games.eastprussia1914.model.state import State, Unit, controller, enemy_in
from bridgehead.games.eastprussia1914.rules.stacking import why_not_stack
from bridgehead.games.eastprussia1914.rules.zoc import in_enemy_zoc

LANDSTURM, COLLISION, REFUGEES, WIRELESS, HEAT, QUIET, BREAD, AIRMEN, ZHILINSKY, GUNS, STAVKA = range(2, 13)
"""The rolls of the Random Event Table by name."""


# --- 18.1 historical events


def historical(s: State, number: str) -> HistoricalEntry | None:
    """A historical event, if the scenario uses it and its turn has come."""
    if number not in s.rules_of.historical_events:
        return None
    event = s.tables.file.historical_event[number]
    return event if s.turn in event.turns else None


@rule("16.1.5", "16.3.7d", "18.1.1", "18.1.2", "18.1.3a", "18.1.4", "18.1.5", "18.1.6")
def announce_historical_events(s: State) -> None:
    """18.1 Tell the historical events of the turn."""
    for number in s.rules_of.historical_events:
        if (event := historical(s, number)) is not None:
            s.tell(HistoricalEvent(event.title, event.about), rule=ANNOUNCED.get(number, number))


ANNOUNCED = {"18.1.3": "18.1.3a"}
"""The entry of the rule index under which an event is told."""


@rule("18.1.1", "18.1.3a")
def compulsory_chits(s: State, side: Side, turn: int) -> tuple[ChitId, ...]:
    """18.1.1, 18.1.3 The chits a side must select on a turn."""
    number = "18.1.1" if side == GERMAN else "18.1.3"
    event = s.tables.file.historical_event[number]
    used = number in s.rules_of.historical_events and turn in event.turns
    return event.chits if used else ()


@rule("18.1.2")
def assembling(s: State, unit: Unit) -> bool:
    """18.1.2 Is this a unit of the Second Army that may not yet enter Germany?"""
    event = historical(s, "18.1.2")
    if event is None:
        return False
    return unit.side == RUSSIAN and (
        s.game.counters[unit.id].formation in event.formations or unit.id in event.units
    )


@rule("16.3.4", "18.1.2")
def bound_of(s: State, unit: Unit) -> str:
    """Where a unit may not go this turn: outside the play area (16.3.4), into Germany (18.1.2)."""
    if s.scenario in s.ground.bounds:
        return s.scenario
    return NOT_INTO_GERMANY if assembling(s, unit) else ANYWHERE


OUTSIDE = No("16.3.4", "this hex is outside the play area of the scenario")
STILL_ASSEMBLING = No("18.1.2", "Samsonov is still assembling: this unit may not enter Germany on turn 1")


@rule("16.3.4", "18.1.2")
def why_not_in_bounds(s: State, unit: Unit, hex: Hex) -> No | None:
    """Why a hex is out of bounds for a unit, by whatever way: move, retreat, advance, relocation."""
    bound = bound_of(s, unit)
    if not s.ground.bounds[bound][hex]:
        return None
    return OUTSIDE if bound == s.scenario else STILL_ASSEMBLING


@rule("18.1.6")
def from_the_west(s: State, unit: Unit) -> bool:
    """18.1.6 Does a unit arrive by through trains that cost no Rail Points?"""
    event = historical(s, "18.1.6")
    if event is None or unit.side != GERMAN:
        return False
    return s.game.counters[unit.id].formation in event.formations or unit.id in event.units


# --- 18.2 random events


@rule("3.1", "18.2a", "18.2b", "16.3.7h")
def roll_random_event(s: State) -> None:
    """18.2 Two dice on the Random Event Table; its effect lasts for the turn."""
    dice = s.roll(6), s.roll(6)
    roll = int(sum(dice))
    entry = s.tables.events[roll]
    s.tell(EventRolled(roll, entry.title, entry.about, dice), rule="18.2b")
    event = roll
    if roll in s.rules_of.no_event:
        event = QUIET
        s.tell(EventNotUsed(entry.title), rule="16.3.7h")
    s.set(event=event)
    if event == LANDSTURM:
        asked = LandsturmCalledOut(GERMAN)
        if asked.over(s):
            s.tell(EventLapses(entry.title), rule="18.2d")
        else:
            s.enter(asked)


@rule("6.4.1a", "6.4.1b", "16.3.7b", "18.2b")
def set_rail_points(s: State) -> None:
    """6.4.1 Rail Points of the turn from the Rail Cap Table; a collision halves the German ones."""
    points = s.tables.turns[s.turn].rail_points
    s.track("rail_german", points.german // 2 if s.event == COLLISION else points.german)
    s.track("rail_russian", points.russian)
    s.tell(PointsSet(s.tracks["rail_german"], points.russian), rule="6.4.1a")


@rule("18.2b", "18.2c")
def event_command_points(s: State, side: Side, points: int) -> int:
    """18.2b Zhilinsky takes a Russian Command Point (never below three), the Stavka adds one."""
    if side == RUSSIAN and s.event == ZHILINSKY:
        return max(points - 1, min(points, s.tables.file.event_effect.least_command_points))
    return points + 1 if side == RUSSIAN and s.event == STAVKA else points


NOT_A_CITY = No("18.2b", "the brigade returns to a German city")
RUSSIAN_CITY = No("18.2b", "this city is in Russian hands")
CITY_IN_EZOC = No("18.2b", "this city is in an enemy ZOC")
NOT_ONE_STEP = No("18.2b", "only a one-step German infantry brigade may return")
NOT_LOST = No("18.2b", "this brigade is not eliminated")
NO_CITY = No("18.2b", "no German city is free of enemy ZOC with room for this brigade")


@rule("18.2b", "18.2d")
class LandsturmCalledOut(Decision[State], frozen=True):
    """18.2b Event 2: the German may return an eliminated one-step infantry brigade to a German city."""

    words = "Landsturm called out: select an eliminated one-step brigade to return to a German city"
    under = "18.2b"
    labels: ClassVar = {Done: "Return no brigade", Cancel: "Cancel return"}
    unit: UnitId = UnitId("")

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit)

    def click(self, s: State, on: UnitId | Hex | Hexside) -> Action | None:
        """First a brigade, then its city."""
        if isinstance(on, str):
            return Pick(on) if not self.unit else None
        return Place(on) if self.unit and isinstance(on, int) else None

    def options(self, s: State) -> Iterator[Action]:
        if self.unit:
            yield from (Place(hex) for hex in landsturm_cities(s, s.units[self.unit]))
            yield Cancel()
            return
        for unit in s.in_box(ELIMINATED):
            if why_not_landsturm(s, unit) is None:
                yield Pick(unit.id)
        yield Done()

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in s.units:
                return why_not_landsturm(s, s.units[unit])
            case Place(hex) if hex in s.ground.board and self.unit:
                return why_not_landsturm_in(s, s.units[self.unit], hex)
        return None

    def over(self, s: State) -> bool:
        return all(isinstance(action, Done) for action in self.options(s))

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                s.become(LandsturmCalledOut(self.side, unit))
            case Place(hex):
                s.mark(self.unit, steps=1, supply="", lost_isolated=False)
                s.put(self.unit, hex)
                s.tell(BrigadeReturned(self.unit, hex), rule="18.2b")
                s.leave()
            case Cancel():
                s.become(LandsturmCalledOut(self.side))
            case Done():
                s.leave()


def why_not_landsturm(s: State, unit: Unit) -> No | None:
    counter = s.game.counters[unit.id]
    fits = (counter.side, counter.kind, counter.size, counter.steps) == (GERMAN, "infantry", "brigade", 1)
    if not fits:
        return NOT_ONE_STEP
    if unit.box != ELIMINATED:
        return NOT_LOST
    return None if landsturm_cities(s, unit) else NO_CITY


def landsturm_cities(s: State, unit: Unit) -> list[Hex]:
    """18.2b German-controlled German cities free of EZOC and within stacking (and in the play area)."""
    return [hex for hex in sorted(s.ground.cities) if why_not_landsturm_in(s, unit, hex) is None]


def why_not_landsturm_in(s: State, unit: Unit, hex: Hex) -> No | None:
    """18.2b Why a brigade may not return to a hex."""
    if hex not in s.ground.cities or s.ground.home[hex] != GERMAN:
        return NOT_A_CITY
    if controller(s, hex) != GERMAN or enemy_in(s, hex, GERMAN):
        return RUSSIAN_CITY
    if in_enemy_zoc(s, hex, GERMAN):
        return CITY_IN_EZOC
    return why_not_in_bounds(s, unit, hex) or why_not_stack(s, unit, hex)
