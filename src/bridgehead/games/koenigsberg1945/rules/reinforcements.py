"""8.0 Reinforcements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from bridgehead.core.actions import Action, Done, Pick, Place
from bridgehead.core.flow import Decision, Procedure, Reminder, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import NOWHERE, Hex, Side, UnitId, replace
from bridgehead.games.koenigsberg1945.model.events import Arrived, CannotArrive, ChitsArrive, Overcrowded
from bridgehead.games.koenigsberg1945.model.state import ANY, FOE, REINFORCEMENTS, ZOC, State
from bridgehead.games.koenigsberg1945.rules.movement import move_of
from bridgehead.games.koenigsberg1945.rules.special import hipper_arrives
from bridgehead.games.koenigsberg1945.rules.stacking import overstacked
from bridgehead.games.koenigsberg1945.rules.victory import MIKOSCH

ALONG_THE_EDGE = 10
"""8.0.3 How far from its entry hex a unit may come in instead."""

ENTRY_ENEMY = No("8.0.3a", "enemy units occupy that hex")
ENTRY_ZOC = No("5.3", "reinforcements may not be placed in an enemy ZOC")
ENTRY_ELSEWHERE = No("8.0.3b", "not a hex of the same map edge or coast within 10 hexes of the entry hex")

MUST_ENTER = No("8.0a", "these reinforcements must enter this turn")
NOT_DUE = No("8.0a", "this unit is not due now")
ENTERED = No("8.0a", "this unit is already on the map")

Arrivals = tuple[tuple[UnitId, str], ...]
"""Units with the entry area each comes by."""


# --- who comes


@rule("8.0a", "8.0b", "14.1.2")
def arrivals(s: State, force: Side) -> Arrivals:
    """The units of a force due this turn, with their entry areas."""
    due = [
        (unit, each.entry)
        for each in s.game.reinforcements.values()
        for unit in each.units
        if each.turn == s.turn and each.entry != "haff" and s.units[unit].box == REINFORCEMENTS
    ]
    mikosch = s.game.optional["mikosch"]
    if s.tracks.get(MIKOSCH) and s.units[UnitId(mikosch.unit)].box == REINFORCEMENTS:
        due.append((UnitId(mikosch.unit), mikosch.entry))
    return tuple(
        (unit, entry) for unit, entry in due if force in (s.counter(unit).force, s.counter(unit).camp)
    )


@rule("8.1", "8.1.1a", "8.1.1b", "8.1.1c", "2.5b", "2.1.5b", "16.0c")
def chits_arrive(s: State) -> None:
    """The chits of this turn go into the cup: of arriving and of idle headquarters, and special ones."""
    new = tuple(chit for chit, each in s.game.chits.items() if each.turn == s.turn and chit not in s.gone)
    fresh = tuple(chit for chit in new if chit not in s.cup)
    if fresh:
        s.add_to_cup(fresh)
        s.tell(ChitsArrive(fresh), rule="8.1")


class ReinforcementSegment(Procedure[State], frozen=True):
    """8.0 Each side brings in and moves its reinforcements; the Germans first (3.0g)."""

    def chits(self, s: State) -> None:
        chits_arrive(s)
        for each in s.game.reinforcements.values():
            if each.entry == "haff" and each.turn == s.turn:
                hipper_arrives(s)

    @rule("3.0g", "3.0i")
    def sides(self, s: State) -> None:
        """The Germans finish before the Soviets begin."""
        for side in reversed(s.game.scenarios[s.scenario].sides):
            bring_in(s, side, arrivals(s, side))

    sequence = (chits, sides)


@rule("8.0.6x")
def bring_in(s: State, side: Side, who: Arrivals) -> None:
    """Arrivals, in their own segment or by an event before the next draw, follow the same rules."""
    s.enter(BringIn(side, who))


class BringIn(Decision[State], frozen=True):
    """8.0 Which reinforcement enters next; all must."""

    words = "Reinforcement Segment: select the next unit to enter"
    under: ClassVar[str] = "8.0a"
    clicks = (Pick,)
    waiting: Arrivals

    def about(self, s: State) -> Subject:
        return Subject()  # no unit is in hand yet

    def options(self, s: State) -> Iterator[Action]:
        yield from (Pick(unit) for unit, _ in self.waiting)

    def over(self, s: State) -> bool:
        return not self.waiting

    def take(self, s: State, action: Action) -> None:
        assert isinstance(action, Pick)
        entry = dict(self.waiting)[action.unit]
        s.become(replace(self, waiting=tuple(each for each in self.waiting if each[0] != action.unit)))
        s.enter(Arrival(unit=action.unit, entry=entry))

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Done():
                return MUST_ENTER
            case Pick(unit) if unit in s.units:
                return ENTERED if s.units[unit].hex else NOT_DUE
        return None

    def reminders(self, s: State) -> tuple[Reminder, ...]:
        return tuple(Reminder("has not entered yet", unit=unit, duty=True) for unit, _ in self.waiting)


# --- where


@rule("5.3", "8.0.3a")
def why_not_enter(s: State, camp: Side, hex: Hex) -> No | None:
    """May reinforcements be placed there? Friends in the hex do not help against an enemy ZOC."""
    if s.ledger[ANY[FOE[camp]]][hex]:
        return ENTRY_ENEMY
    return ENTRY_ZOC if s.ledger[ZOC[FOE[camp]]][hex] else None


@rule("8.0.3b", "8.0.3c")
def entry_hexes(s: State, camp: Side, entry: str) -> tuple[Hex, ...]:
    """The entry hex; if it is closed, the open hexes of the same edge or coast within ten."""
    at, *others = entry_area(s, entry)
    if why_not_enter(s, camp, at) is None:
        return (at,)
    return tuple(hex for hex in others if why_not_enter(s, camp, hex) is None)


def entry_area(s: State, entry: str) -> list[Hex]:
    """An entry hex, and the hexes that may stand in for it."""
    board = s.game.board
    at = board.marks[f"entry_{entry}"][0]
    return [at, *(hex for hex in same_edge(s, at) if board.distance(at, hex) <= ALONG_THE_EDGE)]


def same_edge(s: State, at: int) -> list[Hex]:
    """The land hexes of the map edge, or of the coast, an entry area lies on."""
    board, land = s.game.board, s.game.ground.land
    coast = board.marks["coast"]
    if at in coast:
        return list(coast)
    first, second = divmod(at, 100)
    if first in board.grid.first:
        return [hex for hex in board.hexes if hex // 100 == first and land[hex]]
    return [hex for hex in board.hexes if hex % 100 == second and land[hex]]


class Arrival(Procedure[State], frozen=True):
    """8.0 One unit is placed and moves at once."""

    unit: UnitId
    entry: str
    hex: Hex = NOWHERE

    @rule("8.0.4", "8.0.4b")
    def place(self, s: State) -> None:
        """Where it can enter; if nowhere, it is lost, a headquarters with its chit."""
        piece = s.counter(self.unit)
        hexes = entry_hexes(s, piece.camp, self.entry)
        if not hexes:
            s.tell(CannotArrive(self.unit), rule="8.0.4")
            if piece.headquarters:
                s.remove_hq(self.unit, "8.0.4")
            else:
                s.eliminate(self.unit)
        elif len(hexes) == 1:
            s.become(replace(self, hex=hexes[0]))
        else:
            s.enter(ChooseEntry(s.leader(piece.force), self.unit, hexes))

    @rule("8.0a", "8.0.1", "8.0.2", "8.0.5x", "7.1a")
    def move(self, s: State) -> None:
        """Placement costs nothing and may overstack; the unit then moves, and does not attack."""
        if self.hex:
            s.put(self.unit, self.hex)
            s.tell(Arrived(self.unit, self.hex), rule="8.0a")
            s.enter(move_of(s, self.unit, segment=False))

    def check(self, s: State) -> None:
        check_room(s, self.unit)

    sequence = (place, move, check)


@rule("7.1a")
def check_room(s: State, unit: UnitId) -> None:
    """Whoever cannot leave an overstacked hex is lost."""
    hex = s.units[unit].hex
    if overstacked(s, s.counter(unit).camp, hex):
        s.tell(Overcrowded(unit, hex), rule="7.1a")
        if s.counter(unit).headquarters:
            s.remove_hq(unit, "7.1a")
        else:
            s.eliminate(unit)


class ChooseEntry(Decision[State], frozen=True):
    """8.0.3 The hex by which a unit enters when its entry area is closed."""

    words = "Reinforcement Segment: select the hex where {unit} enters"
    under: ClassVar[str] = "8.0.3b"
    clicks = (Place,)
    fills = ("hex",)
    unit: UnitId
    hexes: tuple[Hex, ...]

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit)

    def options(self, s: State) -> Iterator[Action]:
        yield from map(Place, self.hexes)

    def take(self, s: State, action: Action) -> None:
        assert isinstance(action, Place)
        s.leave(hex=action.hex)

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Place(hex) if hex in s.game.board:
                arrival = s.flow[-2]
                assert isinstance(arrival, Arrival)
                elsewhere = hex not in entry_area(s, arrival.entry)
                return ENTRY_ELSEWHERE if elsewhere else why_not_enter(s, s.counter(self.unit).camp, hex)
        return None


def early(s: State, event: int) -> list[str]:
    """The groups a random event may bring that are not in play yet."""
    return [
        name
        for name, each in s.game.reinforcements.items()
        if each.event == event and any(s.units[unit].box == REINFORCEMENTS for unit in each.units)
    ]


@rule("RE.2b", "RE.12b")
def arrive_early(s: State, name: str) -> None:
    """A group comes now, with its chit; its scheduled arrival is cancelled."""
    group = s.game.reinforcements[name]
    who = tuple((unit, group.entry) for unit in group.units)
    chits = tuple(chit for chit, each in s.game.chits.items() if each.headquarters in group.units)
    if chits:
        s.add_to_cup(chits)
        s.tell(ChitsArrive(chits), rule="8.1")
    force = s.counter(group.units[0]).force
    bring_in(s, s.leader(force), who)
