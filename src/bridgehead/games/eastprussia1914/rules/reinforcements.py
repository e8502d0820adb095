"""8.0 Reinforcements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from bridgehead.core.actions import Action, Cancel, Done, Pick, Place
from bridgehead.core.flow import Decision, Procedure, Reminder, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.eastprussia1914.model.events import Arrived, SegmentBegan, SentBack
from bridgehead.games.eastprussia1914.model.state import (
    REINFORCEMENTS,
    State,
    Unit,
    enemy_in,
    is_hq,
    take_control,
)
from bridgehead.games.eastprussia1914.rules.movement import IMPASSABLE, allowance
from bridgehead.games.eastprussia1914.rules.stacking import crowded
from bridgehead.games.eastprussia1914.rules.unit_moves import MoveUnit
from bridgehead.games.eastprussia1914.rules.zoc import in_enemy_zoc

REINFORCEMENTS_SEGMENT = "Reinforcements Segment"

ENEMYS = No("8.1", "this is an enemy unit")
NOT_DUE = No("8.1", "this unit is not due yet")
NOT_WAITING = No("8.1", "this unit is not among the reinforcements")
NOT_ITS_ENTRY = No("8.1", "this unit enters at its own lettered hex")
BLOCKED = No("5.3", "reinforcements may not be placed on enemy units or in an enemy ZOC")
NOT_NEW = No("7.3", "only units that arrived in this segment go back")
NOT_THE_SURPLUS = No("7.3", "a unit of the other kind (combat unit or HQ) is in excess here")
TOO_FAR = No("8.2", "a blocked unit enters on the same map edge within 10 hexes of its own hex")


@rule("8.1", "8.5", "16.1.3", "16.3.3")
def why_not_arrive(s: State, unit: Unit) -> No | None:
    """8.1 A reinforcement is due from its turn on; 8.5 it may be held back."""
    if unit.box != REINFORCEMENTS:
        return NOT_WAITING
    return None if s.rules_of.unit[unit.id].turn <= s.turn else NOT_DUE


@rule("5.3", "8.2", "8.2b")
def why_not_free(s: State, unit: Unit, hex: Hex) -> No | None:
    """8.2b Passable land, no enemy unit, no EZOC; friends do not cancel it (5.3)."""
    if hex in s.ground.impassable:
        return IMPASSABLE
    return BLOCKED if enemy_in(s, hex, unit.side) or in_enemy_zoc(s, hex, unit.side) else None


@rule("8.1", "8.2", "8.2b")
def entry_hexes(s: State, unit: Unit) -> list[Hex]:
    """8.1 The lettered hex; 8.2 if it is blocked, free hexes of the same edge within ten hexes."""
    letter = letter_of(s, unit)
    if why_not_free(s, unit, letter) is None:
        return [letter]
    return [hex for hex in s.ground.board.hexes if why_not_enter(s, unit, hex) is None]


def letter_of(s: State, unit: Unit) -> Hex:
    """The lettered hex at which a unit is due."""
    return s.ground.letters[s.rules_of.unit[unit.id].entry]


@rule("8.1", "8.2", "8.2b")
def why_not_enter(s: State, unit: Unit, hex: Hex) -> No | None:
    """8.2 Why a unit may not come in at a hex."""
    letter = letter_of(s, unit)
    if why_not_free(s, unit, letter) is None:
        return None if hex == letter else NOT_ITS_ENTRY
    far = s.ground.board.distance(letter, hex) > s.tables.file.entry.blocked_within
    return TOO_FAR if far or not same_edge(s, letter, hex) else why_not_free(s, unit, hex)


@rule("8.2b")
def same_edge(s: State, letter: Hex, hex: Hex) -> bool:
    """8.2b The same side of the map as a lettered hex."""
    if letter // 100 in s.ground.board.grid.first:
        return hex // 100 == letter // 100
    return hex % 100 == letter % 100


@rule("3.2", "7.3", "8.6", "16.3.3")
class ReinforcementsSegment(Procedure[State], frozen=True, kw_only=True):
    """8.1 The side brings in the units due; then those that are too many go back (7.3)."""

    side: Side
    placed: tuple[UnitId, ...] = ()

    def bring_in(self, s: State) -> None:
        asked = Reinforcements(self.side)
        if not asked.over(s):
            s.tell(SegmentBegan(self.side, REINFORCEMENTS_SEGMENT), rule="3.2")
            s.enter(asked)

    def send_back(self, s: State) -> None:
        send_back_excess(s, self)

    sequence = (bring_in, send_back)


@rule("3.2", "8.1", "8.5", "8.6")
class Reinforcements(Decision[State], frozen=True):
    """8.1 The side brings in the units due, one at a time, each with a full move at once."""

    words = "Reinforcements Segment: select a unit to bring in"
    under = "8.1"
    clicks = (Pick,)
    fills = ("placed",)
    labels: ClassVar = {Done: "End Reinforcements Segment"}

    placed: tuple[UnitId, ...] = ()

    def about(self, s: State) -> Subject:
        return Subject(committed=self.placed)

    def options(self, s: State) -> Iterator[Action]:
        for unit in s.in_box(REINFORCEMENTS):
            if self.why_not_unit(s, unit) is None:
                yield Pick(unit.id)
        yield Done()

    @rule("8.1", "8.2")
    def why_not_unit(self, s: State, unit: Unit) -> No | None:
        if unit.side != self.side:
            return ENEMYS
        if (no := why_not_arrive(s, unit)) is not None:
            return no
        return None if entry_hexes(s, unit) else replace(BLOCKED, hex=letter_of(s, unit))

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in s.units:
                return self.why_not_unit(s, s.units[unit])
        return None

    def over(self, s: State) -> bool:
        return not self.placed and all(isinstance(action, Done) for action in self.options(s))

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                s.enter(Arrive(self.side, unit))
            case Done():
                s.leave(placed=self.placed)

    def reminders(self, s: State) -> tuple[Reminder, ...]:
        return tuple(
            Reminder("is due and has not arrived", unit=action.unit)
            for action in self.options(s)
            if isinstance(action, Pick)
        )


@rule("8.1", "8.2", "8.3")
class Arrive(Decision[State], frozen=True):
    """8.1 The unit is placed on its entry hex without spending MPs."""

    words = "Reinforcements Segment: place {unit}"
    under = "8.1"
    clicks = (Place,)
    labels: ClassVar = {Cancel: "Cancel arrival"}
    unit: UnitId

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit)

    def options(self, s: State) -> Iterator[Action]:
        yield from (Place(hex) for hex in entry_hexes(s, s.units[self.unit]))
        yield Cancel()

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Place(hex) if hex in s.ground.board:
                return why_not_enter(s, s.units[self.unit], hex)
        return None

    @rule("8.1", "8.3", "11.1c", "16.3.3")
    def take(self, s: State, action: Action) -> None:
        """8.3 Every unit then has a full move; an HQ has waited in Movement Mode."""
        s.leave()
        match action:
            case Place(hex):
                segment = s.flow[-1]
                assert isinstance(segment, Reinforcements)
                s.become(replace(segment, placed=(*segment.placed, self.unit)))
                s.put(self.unit, hex)
                if not is_hq(s, s.units[self.unit]):
                    take_control(s, hex, self.side)
                s.tell(Arrived(self.unit, hex), rule="8.1")
                s.enter(MoveUnit(self.side, self.unit, allowance(s, s.units[self.unit]), arriving=True))


@rule("7.3", "16.3.3")
def send_back_excess(s: State, segment: ReinforcementsSegment) -> None:
    """7.3 At the end of the segment units in excess go back; so do those outside the play area (16.3.3)."""
    bounds = s.ground.bounds.get(s.scenario)
    for unit in segment.placed:
        if bounds is not None and bounds[s.units[unit].hex]:
            send_unit_back(s, unit, "16.3.3")
    for hex in sorted({s.units[unit].hex for unit in segment.placed}):
        s.enter(ReturnExcess(segment.side, hex, segment.placed))


def send_unit_back(s: State, unit: UnitId, cited: str) -> None:
    s.send(unit, REINFORCEMENTS)
    s.tell(SentBack(unit), rule=cited)


@rule("7.3")
class ReturnExcess(Decision[State], frozen=True):
    """7.3 The hex is overstacked: the owner sends new units back to the track."""

    words = "Reinforcements Segment: {hex} is overstacked; select a unit to send back"
    under = "7.3"
    clicks = (Pick,)
    hex: Hex
    placed: tuple[UnitId, ...]

    def about(self, s: State) -> Subject:
        return Subject(hexes=(self.hex,))

    def options(self, s: State) -> Iterator[Action]:
        limits, here = s.tables.file.stacking, [u for u in self.placed if s.units[u].hex == self.hex]
        staffs = [unit for unit in here if is_hq(s, s.units[unit])]
        fighting = [unit for unit in here if unit not in staffs]
        if s.ledger[f"stack_{self.side}"][self.hex] > limits.combat_units:
            yield from (Pick(unit) for unit in fighting)
        if s.ledger[f"hqs_{self.side}"][self.hex] > limits.hqs:
            yield from (Pick(unit) for unit in staffs)

    def over(self, s: State) -> bool:
        return not crowded(s, self.hex, self.side)

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in s.units:
                new = unit in self.placed and s.units[unit].hex == self.hex
                return NOT_THE_SURPLUS if new else NOT_NEW
        return None

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                send_unit_back(s, unit, "7.3")
