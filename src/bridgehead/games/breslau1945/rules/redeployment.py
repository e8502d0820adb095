"""7.1 Red Army Strategic Movement: the turn record track, the map, the track again."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.actions import Action, Done, Pick, Place, SendTo
from bridgehead.core.flow import Decision, Reminder, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.breslau1945.model.actions import Screen, WithdrawDivision
from bridgehead.games.breslau1945.model.data import NORTH_POLISH, SCREENS, SOVIET
from bridgehead.games.breslau1945.model.events import Boxed, Delayed, Placed, Screened
from bridgehead.games.breslau1945.model.state import (
    OUT_OF_PHASE,
    State,
    Unit,
    boxed,
    due,
    space,
    stand_in,
    to_space,
)
from bridgehead.games.breslau1945.rules.movement import withdraw
from bridgehead.games.breslau1945.rules.north import FIGHTING

NOT_RED_ARMY = No("7.1.2", "only units of the Red Army are moved in this phase")
NOT_DUE = No("7.1.2", "the unit is not on the space of this turn")
WRONG_HEX_RUSSIAN = No("7.1.3a", "Russians enter at Russian Concentration Hexes or Russian Screening Units")
WRONG_HEX_POLISH = No("7.1.3b", "Poles enter at Polish Concentration Hexes or Polish Screening Units")
ENEMY_IN_HEX = No("7.1.3c", "a Concentration Hex with a German unit cannot be used")
NO_ENTRY = No(
    "7.1.3c", "German units stand in every Concentration Hex of its nation, and it has no Screening Unit"
)
WHOLE_DIVISION = No("7.1.6a", "a division leaves the map with all its units: take it as a whole")
NOT_ON_MAP = No("7.1.6b", "the unit is not on the map")
NO_SCREEN = No("7.1.7b", "no Screening Unit of that nation is left")
NOT_VACATED = No("7.1.7a", "a Screening Unit goes only where units have been taken off the map just now")
NOT_EMPTY = No("7.1.7c", "units are still in the hex")
NOT_A_SCREEN = No("7.1.8b", "only a Screening Unit goes back to its pool")
TO_THE_POOL = No("7.1.8b", "a Screening Unit that is not placed goes to its pool")


@rule("9.9", "10.1.3g")
def poles_return_north(s: State) -> None:
    """While the northern front is fought over, Poles due this turn go back to their box."""
    if s.tracks["north"] != FIGHTING:
        return
    for unit in due(s):
        if s.game.counters[unit.id].nation == "polish":
            s.send(unit.id, NORTH_POLISH)
            s.tell(Boxed(unit.id, NORTH_POLISH), rule="9.9")


# --- step 1: holding back (7.1b)


@rule("7.1a", "7.1b", "7.1.8c")
class HoldBack(Decision[State], frozen=True):
    """Units on the space of this turn may be moved on to the next."""

    words = "choose a unit to hold back for a turn, or go on"
    under = "7.1b"
    clicks = (Pick,)
    unordered = True

    def options(self, s: State) -> Iterator[Action]:
        yield from (Pick(unit.id) for unit in due(s))
        yield Done()

    def take(self, s: State, action: Action) -> None:
        if isinstance(action, Pick):
            push_on(s, action.unit, "7.1b")
        else:
            s.leave()

    def over(self, s: State) -> bool:
        return not due(s)

    def why_not(self, s: State, action: Action) -> No | None:
        return why_not_due(s, action.unit) if isinstance(action, Pick) else OUT_OF_PHASE


@rule("7.1.2")
def why_not_due(s: State, id: UnitId) -> No | None:
    """Why a unit is not to be dealt with on the space of this turn."""
    unit = s.units.get(id)
    if unit is None or unit.side != SOVIET:
        return NOT_RED_ARMY
    return None if unit.box == space(s.turn) else NOT_DUE


def push_on(s: State, id: UnitId, rule: str) -> None:
    on_track = to_space(s, id, s.turn + 1)
    s.tell(Delayed(id, space(s.turn + 1) if on_track else s.units[id].box), rule=rule)


# --- step 2: onto the map (7.1.2 to 7.1.5)


@rule("7.1.3a", "7.1.3b", "7.1.3c", "7.1.3d", "7.1.3e", "3.0g")
def entry_hexes(s: State, nation: str) -> list[Hex]:
    """The Concentration Hexes of a nation without Germans in them, and its Screening Units."""
    known: list[Hex] | None = s.memo.get(f"entry {nation}")
    if known is not None:
        return known
    germans = s.ledger["german"]
    hexes = [hex for hex in s.tables.concentration[nation] if not germans[hex]]
    for id in s.tables.screens[nation]:
        there = s.units[id].hex
        if there and there not in hexes:
            hexes.append(there)
    s.memo[f"entry {nation}"] = hexes
    return hexes


@rule("7.1a", "7.1c", "7.1.2", "7.1.4b", "7.1.4c", "7.1.8b", "9.8", "4.4.2", "4.4a")
class EnterMap(Decision[State], frozen=True):
    """Units on the space of this turn enter one by one; what is left over moves on to the next space."""

    words = "choose a unit to bring onto the map, or go on"
    under = "7.1.2"
    clicks = (Pick,)
    homes: tuple[tuple[str, Hex], ...] = ()
    """Divisions that have entered in this phase, each with its hex."""

    def about(self, s: State) -> Subject:
        return Subject()

    def options(self, s: State) -> Iterator[Action]:
        picks = s.tables.picks
        counters = s.game.counters
        yield from (picks[unit.id] for unit in due(s) if entry_hexes(s, counters[unit.id].nation))
        yield Done()

    def take(self, s: State, action: Action) -> None:
        if not isinstance(action, Pick):
            s.leave()
            for unit in due(s):
                push_on(s, unit.id, "7.1c")
            return
        home = dict(self.homes).get(s.game.counters[action.unit].division)
        if home is not None:
            enter_at(s, action.unit, home)
        else:
            s.enter(EntryHex(self.side, action.unit, self.homes))

    def over(self, s: State) -> bool:
        return not due(s)

    def why_not(self, s: State, action: Action) -> No | None:
        if not isinstance(action, Pick):
            return OUT_OF_PHASE
        return why_not_due(s, action.unit) or NO_ENTRY

    def reminders(self, s: State) -> tuple[Reminder, ...]:
        return tuple(Reminder("will be held back to the next turn", unit=unit.id) for unit in due(s))


@rule("7.1.3a", "7.1.3b", "7.1.3c", "7.1.4a", "7.1.4b", "7.1.8b")
class EntryHex(Decision[State], frozen=True):
    """Where the unit enters; the rest of its division will follow it there."""

    words = "choose where {unit} enters"
    under = "7.1.3a"
    clicks = (Place,)
    unit: UnitId
    homes: tuple[tuple[str, Hex], ...]

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit)

    def options(self, s: State) -> Iterator[Action]:
        places = s.tables.places
        counter = s.game.counters[self.unit]
        yield from (places[hex] for hex in entry_hexes(s, counter.nation))
        if counter.kind == "screen":
            yield SendTo(SCREENS)

    def take(self, s: State, action: Action) -> None:
        match action:
            case Place(hex):
                division = s.game.counters[self.unit].division
                s.leave(homes=(*self.homes, (division, hex)) if division else self.homes)
                enter_at(s, self.unit, hex)
            case _:
                s.leave()
                s.send(self.unit, SCREENS)
                s.tell(Boxed(self.unit, SCREENS), rule="7.1.8b")

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Place(hex):
                nation = s.game.counters[self.unit].nation
                if hex in s.tables.concentration[nation]:
                    return ENEMY_IN_HEX
                return WRONG_HEX_POLISH if nation == "polish" else WRONG_HEX_RUSSIAN
            case SendTo(_):
                return TO_THE_POOL if s.game.counters[self.unit].kind == "screen" else NOT_A_SCREEN
        return OUT_OF_PHASE


@rule("7.1.2", "7.1.3e", "7.1.4a", "9.10d", "10.5.2e")
def enter_at(s: State, id: UnitId, hex: Hex) -> None:
    """Place a unit; stacking waits for the end of Phase 4, and placement is never fired at."""
    stand_in(s, id, hex)
    s.tell(Placed(id, hex), rule="7.1.2")


# --- step 3: off the map (7.1.6 to 7.1.8)


@rule("7.1a", "7.1.6a", "7.1.6b", "7.1.6c", "7.1.7a", "7.1.7b", "7.1.7c", "7.1.8")
class Withdrawal(Decision[State], frozen=True):
    """Whole divisions and single independent units leave for the next space; screens may fill the gaps."""

    words = "choose a division or an independent unit to take off the map, or end the phase"
    under = "7.1.6a"
    clicks = (
        Pick,
        Screen,
    )
    russian: frozenset[Hex] = frozenset()
    """Hexes Russian units have left in this phase."""
    polish: frozenset[Hex] = frozenset()

    def about(self, s: State) -> Subject:
        return Subject()

    def options(self, s: State) -> Iterator[Action]:
        counters = s.game.counters
        picks = s.tables.picks
        divisions = dict[str, None]()
        for unit in s.units.values():
            if unit.hex and unit.side == SOVIET:
                division = counters[unit.id].division
                if not division:
                    yield picks[unit.id]
                elif division not in divisions:
                    divisions[division] = None
                    yield WithdrawDivision(division)
        yield from screen_offers(s, self.russian, self.polish)
        yield Done()

    def take(self, s: State, action: Action) -> None:
        match action:
            case WithdrawDivision(choice):
                self.take_off(s, division_on_map(s, choice), "7.1.6a")
            case Pick(unit):
                self.take_off(s, [s.units[unit]], "7.1.6b")
            case Screen(hex):
                screen(s, hex, self.russian)
            case _:
                s.leave()

    def take_off(self, s: State, units: list[Unit], rule: str) -> None:
        polish = s.game.counters[units[0].id].nation == "polish"
        left = frozenset(unit.hex for unit in units)
        if polish:
            s.become(replace(self, polish=self.polish | left))
        else:
            s.become(replace(self, russian=self.russian | left))
        for unit in units:
            withdraw(s, unit.id, rule)

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in s.units:
                if s.units[unit].side != SOVIET:
                    return NOT_RED_ARMY
                return WHOLE_DIVISION if s.units[unit].hex else NOT_ON_MAP
            case WithdrawDivision(_):
                return NOT_ON_MAP
            case Screen(hex):
                return why_not_screen(s, hex, self.russian, self.polish)
        return OUT_OF_PHASE


@rule("7.1.6a", "7.1.6c", "3.0i", "3.0i2")
def division_on_map(s: State, division: str) -> list[Unit]:
    """Every unit of a division that stands on the map; members on the track stay there."""
    return [unit for unit in s.on_map(SOVIET) if s.game.counters[unit.id].division == division]


# --- screening the gaps (7.1.7)


def screens_left(s: State, nation: str) -> list[UnitId]:
    counters = s.game.counters
    return [unit.id for unit in boxed(s, SCREENS) if counters[unit.id].nation == nation]


@rule("7.1.7a", "7.1.7b", "7.1.7c")
def why_not_screen(s: State, hex: Hex, russian: frozenset[Hex], polish: frozenset[Hex]) -> No | None:
    """Why no Screening Unit may be put in a hex."""
    if hex not in russian | polish:
        return NOT_VACATED
    if hex in s.stacks:
        return NOT_EMPTY
    able = (hex in russian and screens_left(s, "soviet")) or (hex in polish and screens_left(s, "polish"))
    return None if able else NO_SCREEN


def screen_offers(s: State, russian: frozenset[Hex], polish: frozenset[Hex]) -> Iterator[Action]:
    for hex in sorted(russian | polish):
        if why_not_screen(s, hex, russian, polish) is None:
            yield Screen(hex)


@rule("7.1.7a", "7.1.7b")
def screen(s: State, hex: Hex, russian: frozenset[Hex]) -> None:
    """Put a Screening Unit of the nation that left on the hex."""
    waiting = screens_left(s, "soviet") if hex in russian else []
    unit = (waiting or screens_left(s, "polish"))[0]
    stand_in(s, unit, hex)
    s.tell(Screened(unit, hex), rule="7.1.7a")
