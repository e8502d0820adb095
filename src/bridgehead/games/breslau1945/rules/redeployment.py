"""7.1 Red Army Strategic Movement: the turn record track, the map, the track again."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.actions import Action, Cancel, Done, Pick, Place, SendTo
from bridgehead.core.flow import Decision, Reminder, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import Hex, Hexside, UnitId, replace
from bridgehead.games.breslau1945.model.actions import PolishScreen, Screen, WithdrawDivision
from bridgehead.games.breslau1945.model.data import NORTH_POLISH, SCREENS, SOVIET, Nation
from bridgehead.games.breslau1945.model.events import Boxed, Delayed, Placed, Screened
from bridgehead.games.breslau1945.model.state import (
    OUT_OF_PHASE,
    State,
    Unit,
    boxed,
    due,
    on_map,
    space,
    stand_in,
    to_space,
    track_after,
)
from bridgehead.games.breslau1945.rules.movement import withdraw
from bridgehead.games.breslau1945.rules.north import FIGHTING

NOT_RED_ARMY = No("7.1.2", "only Red Army units can be moved in this phase")
NOT_DUE = No("7.1.2", "this unit is not in this turn's space of the Turn Record Track")
WRONG_HEX_RUSSIAN = No(
    "7.1.3a", "Russian units are placed in Russian Concentration Hexes or with Russian Screening Units"
)
WRONG_HEX_POLISH = No(
    "7.1.3b", "Polish units are placed in Polish Concentration Hexes or with Polish Screening Units"
)
ENEMY_IN_HEX = No("7.1.3c", "German units occupy this Concentration Hex")
NO_ENTRY = No(
    "7.1.3c",
    "German units occupy every Concentration Hex of its nation, and no Screening Unit of it is on the map",
)
WHOLE_DIVISION = No("7.1.6a", "units of a division can't leave the map alone; withdraw the whole division")
NOT_ON_MAP = No("7.1.6b", "this unit is not on the map")
NO_SUCH_DIVISION = No("7.1.6a", "no unit of this division is on the map")
NO_RUSSIAN_SCREEN = No("7.1.7b", "no Russian Screening Unit is left in the pool")
NO_POLISH_SCREEN = No("7.1.7b", "no Polish Screening Unit is left in the pool")
NO_RUSSIANS_LEFT = No("7.1.7a", "no Russian unit has been withdrawn from this hex this phase")
NO_POLES_LEFT = No("7.1.7a", "no Polish unit has been withdrawn from this hex this phase")
NOT_EMPTY = No("7.1.7c", "this hex is not empty")
NOT_A_SCREEN = No("7.1.8b", "only Screening Units can be moved to their pool")
TO_THE_POOL = No("7.1.8b", "a Screening Unit that is not placed can be moved only to its pool")


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

    words = "Strategic Movement Phase: select a unit to delay by one turn"
    under = "7.1b"
    clicks = (Pick,)
    labels = {Pick: "Delay {unit}", Done: "Next step"}
    unordered = True

    def options(self, s: State) -> Iterator[Action]:
        picks = s.tables.picks
        yield from [picks[unit.id] for unit in due(s)]
        yield Done()

    def take(self, s: State, action: Action) -> None:
        if isinstance(action, Pick):
            push_on(s, action.unit, "7.1b")
        else:
            s.leave()

    def over(self, s: State) -> bool:
        """Nobody waits, or no turn follows to wait for."""
        return not due(s) or track_after(s) == ELIMINATED

    def why_not(self, s: State, action: Action) -> No | None:
        return why_not_due(s, action.unit) if isinstance(action, Pick) else OUT_OF_PHASE


@rule("7.1.2")
def why_not_due(s: State, id: UnitId) -> No | None:
    """Why a unit is not to be dealt with on the space of this turn."""
    unit = s.units[id]
    if unit.side != SOVIET:
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

    words = "Strategic Movement Phase: select a unit to place (units left over: {left_over})"
    under = "7.1.2"
    clicks = (Pick,)
    labels = {Pick: "Place {unit}", Done: "Next step"}
    homes: tuple[tuple[str, Hex], ...] = ()
    """Divisions that have entered in this phase, each with its hex."""
    left_over: str = ""
    """Where those go that are not placed: the next space, or out of the game. Told in the prompt."""

    def about(self, s: State) -> Subject:
        return Subject()

    def options(self, s: State) -> Iterator[Action]:
        picks = s.tables.picks
        counters = s.game.counters
        for unit in due(s):
            counter = counters[unit.id]
            if counter.kind == "screen" or entry_hexes(s, counter.nation):
                yield picks[unit.id]
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
        what = (
            "will be removed from the game"
            if self.left_over == ELIMINATED
            else "will be delayed to the next turn"
        )
        return tuple(Reminder(what, unit=unit.id) for unit in due(s))


@rule("7.1.3a", "7.1.3b", "7.1.3c", "7.1.4a", "7.1.4b", "7.1.8b")
class EntryHex(Decision[State], frozen=True):
    """Where the unit enters; the rest of its division will follow it there."""

    words = "Strategic Movement Phase: select a hex for {unit}"
    under = "7.1.3a"
    clicks = (Place,)
    fills = ("homes",)
    labels = {Cancel: "Select another unit"}
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
        yield Cancel()

    def take(self, s: State, action: Action) -> None:
        match action:
            case Place(hex):
                division = s.game.counters[self.unit].division
                s.leave(homes=(*self.homes, (division, hex)) if division else self.homes)
                enter_at(s, self.unit, hex)
            case Cancel():
                s.leave()
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

    words = "Strategic Movement Phase: select a division or independent unit to withdraw ({box})"
    under = "7.1.6a"
    clicks = (
        Pick,
        Screen,
    )
    labels = {Pick: "Withdraw {unit}", Done: "End Strategic Movement Phase"}
    russian: frozenset[Hex] = frozenset()
    """Hexes Russian units have left in this phase."""
    polish: frozenset[Hex] = frozenset()
    box: str = ""
    """Where they go: the next space, or out of the game. Told in the prompt."""

    def about(self, s: State) -> Subject:
        return Subject()

    def click(self, s: State, on: UnitId | Hex | Hexside) -> Action | None:
        """A hex that only Poles have left is screened by Poles."""
        if isinstance(on, int) and on in self.polish and on not in self.russian:
            return PolishScreen(on)
        return super().click(s, on)

    def options(self, s: State) -> Iterator[Action]:
        units, picks, withdrawals = s.units, s.tables.picks, s.tables.withdrawals
        divisions: set[str] = set()
        for id, division in s.tables.army:
            if division in divisions or not units[id].hex:
                continue
            if division:
                divisions.add(division)
                yield withdrawals[division]
            else:
                yield picks[id]
        yield from screen_offers(s, self.russian, self.polish)
        yield Done()

    def take(self, s: State, action: Action) -> None:
        match action:
            case WithdrawDivision(choice):
                self.take_off(s, division_on_map(s, choice), "7.1.6a")
            case Pick(unit):
                self.take_off(s, [s.units[unit]], "7.1.6b")
            case Screen(hex):
                screen(s, hex, "soviet")
            case PolishScreen(hex):
                screen(s, hex, "polish")
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
            case Pick(unit):
                if s.units[unit].side != SOVIET:
                    return NOT_RED_ARMY
                return WHOLE_DIVISION if s.units[unit].hex else NOT_ON_MAP
            case WithdrawDivision(_):
                return NO_SUCH_DIVISION
            case Screen(hex):
                return why_not_screen(s, hex, "soviet", self.russian)
            case PolishScreen(hex):
                return why_not_screen(s, hex, "polish", self.polish)
        return OUT_OF_PHASE


@rule("7.1.6a", "7.1.6c", "3.0i", "3.0i2")
def division_on_map(s: State, division: str) -> list[Unit]:
    """Every unit of a division that stands on the map; members on the track stay there."""
    return [unit for unit in on_map(s, SOVIET) if s.game.counters[unit.id].division == division]


# --- screening the gaps (7.1.7)


def screens_left(s: State, nation: str) -> list[UnitId]:
    key = f"screens {nation}"
    known: list[UnitId] | None = s.memo.get(key)
    if known is None:
        counters = s.game.counters
        known = s.memo[key] = [unit.id for unit in boxed(s, SCREENS) if counters[unit.id].nation == nation]
    return known


@rule("7.1.7a", "7.1.7b", "7.1.7c")
def why_not_screen(s: State, hex: Hex, nation: Nation, vacated: frozenset[Hex]) -> No | None:
    """Why no Screening Unit of a nation may be put in a hex."""
    if hex not in vacated:
        return NO_POLES_LEFT if nation == "polish" else NO_RUSSIANS_LEFT
    if hex in s.stacks:
        return NOT_EMPTY
    if screens_left(s, nation):
        return None
    return NO_POLISH_SCREEN if nation == "polish" else NO_RUSSIAN_SCREEN


def screen_offers(s: State, russian: frozenset[Hex], polish: frozenset[Hex]) -> Iterator[Action]:
    """Where both nations have left, the player chooses whose Screening Unit is placed."""
    if not russian and not polish:
        return
    for hex in sorted(russian | polish):
        if why_not_screen(s, hex, "soviet", russian) is None:
            yield Screen(hex)
        if why_not_screen(s, hex, "polish", polish) is None:
            yield PolishScreen(hex)


@rule("7.1.7a", "7.1.7b")
def screen(s: State, hex: Hex, nation: Nation) -> None:
    """Put a Screening Unit of a nation that left on the hex."""
    unit = screens_left(s, nation)[0]
    stand_in(s, unit, hex)
    s.tell(Screened(unit, hex), rule="7.1.7a")
