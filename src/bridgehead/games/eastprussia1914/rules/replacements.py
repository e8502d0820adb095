"""9.0 Replacements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from bridgehead.core.actions import Action, Cancel, Done, Pick, Place
from bridgehead.core.flow import Decision, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.eastprussia1914.model.events import SegmentBegan, UnitRebuilt, UnitRestored
from bridgehead.games.eastprussia1914.model.state import (
    OOS,
    State,
    Unit,
    controller,
    corps_hq,
    enemy_in,
    hqs_on_map,
    is_garrison,
    take_control,
)
from bridgehead.games.eastprussia1914.rules.movement import IMPASSABLE
from bridgehead.games.eastprussia1914.rules.special import why_not_in_bounds
from bridgehead.games.eastprussia1914.rules.stacking import why_not_stack
from bridgehead.games.eastprussia1914.rules.zoc import in_enemy_zoc

ENEMYS = No("9.1", "this is an enemy unit")
NO_POINTS = No("9.1", "not enough replacement points left")
FULL_STRENGTH = No("9.2", "this unit is at full strength")
CANNOT = No("9.2", "garrisons, one-step units and HQs receive no replacements")
IS_OOS = No("9.3", "this unit is out of supply and receives no replacements")
IS_ISOLATED = No("9.3b", "this unit is isolated and receives no replacements")
GIVEN = No("9.4b", "this unit has already received a replacement point in this segment")
LOST_ISOLATED = No("9.4", "this unit was eliminated while isolated and can't be rebuilt")
NO_HOME = No("9.4", "no HQ in supply or home city where this unit could be rebuilt")
NOT_IN_PLAY = No("9.4", "this unit is neither on the map nor eliminated")
BAD_PLACE = No("9.4", "a rebuilt unit is placed with its HQ or in a home city, or next to it if that is full")
ROOM_THERE = No("9.4b", "there is room with its HQ or in the city itself")
NOT_FREE = No("9.4b", "a rebuilt unit may not be placed on enemy units or in an enemy ZOC")


@rule("9.2", "9.3", "9.3b", "9.4", "9.4b", "11.3.2c")
def why_not_replace(s: State, unit: Unit, points: int, given: tuple[UnitId, ...]) -> No | None:
    """9.0 Why a unit may not be restored or rebuilt now."""
    costs = s.tables.file.replacement
    if is_garrison(s, unit) or s.game.counters[unit.id].steps < 2:
        return CANNOT
    if unit.id in given:
        return GIVEN
    if unit.hex:
        if unit.steps > 1:
            return FULL_STRENGTH
        if unit.supply:
            return IS_OOS if unit.supply == OOS else IS_ISOLATED
        return NO_POINTS if points < costs.flip else None
    if unit.box != ELIMINATED:
        return NOT_IN_PLAY
    if unit.lost_isolated:
        return LOST_ISOLATED
    if points < costs.rebuild:
        return NO_POINTS
    return None if rebuild_hexes(s, unit) else NO_HOME


@rule("9.4")
def rebuild_centres(s: State, unit: Unit) -> list[Hex]:
    """9.4 The hex of its corps HQ; for an independent any friendly HQ or controlled city of its country."""
    if s.game.counters[unit.id].formation:
        hq = corps_hq(s, unit)
        hqs = [hq] if hq is not None else []
        cities: list[Hex] = []
    else:
        hqs = hqs_on_map(s, unit.side)
        cities = [
            hex
            for hex in sorted(s.ground.cities)
            if s.ground.home[hex] == unit.side
            and controller(s, hex) == unit.side
            and not enemy_in(s, hex, unit.side)
        ]
    centres = [hq.hex for hq in hqs if not hq.supply] + cities
    return [hex for hex in dict.fromkeys(centres) if not in_enemy_zoc(s, hex, unit.side)]


@rule("9.4", "9.4b")
def rebuild_hexes(s: State, unit: Unit) -> list[Hex]:
    """9.4b The centre itself; if it is full, a free adjacent hex within stacking."""
    centres = rebuild_centres(s, unit)
    found: list[Hex] = []
    for centre in centres:
        room = why_not_stack(s, unit, centre) is None
        found.extend((centre,) if room else s.ground.board.near[centre])
    return [hex for hex in dict.fromkeys(found) if why_not_rebuild_in(s, unit, hex, centres) is None]


@rule("9.4", "9.4b")
def why_not_rebuild_in(s: State, unit: Unit, hex: Hex, centres: list[Hex]) -> No | None:
    """9.4b Why a unit may not be rebuilt in a hex."""
    beside = [centre for centre in centres if hex in s.ground.board.near[centre]]
    if hex not in centres:
        if not beside:
            return BAD_PLACE
        if all(why_not_stack(s, unit, centre) is None for centre in beside):
            return replace(ROOM_THERE, hex=beside[0])
    if hex in s.ground.impassable:
        return IMPASSABLE
    if enemy_in(s, hex, unit.side) or in_enemy_zoc(s, hex, unit.side):
        return NOT_FREE
    return why_not_in_bounds(s, unit, hex) or why_not_stack(s, unit, hex)


@rule("3.2", "9.1")
def begin_replacements(s: State, side: Side) -> None:
    """9.1 A side spends its points of the turn, if there is anything to spend them on."""
    asked = Replacements(side, s.tables.turns[s.turn].replacements.of(side))
    if not asked.over(s):
        s.tell(SegmentBegan(side, "Replacements Segment"), rule="9.1")
        s.enter(asked)


@rule("3.2", "9.1", "9.2")
class Replacements(Decision[State], frozen=True):
    """9.1 The side spends its replacement points; what is not spent is lost."""

    words = "Replacements Segment: select a unit to restore or rebuild ({points:replacement point} left)"
    under = "9.1"
    clicks = (Pick,)
    labels: ClassVar = {Done: "End Replacements Segment"}
    points: int
    given: tuple[UnitId, ...] = ()

    def about(self, s: State) -> Subject:
        return Subject(committed=self.given)

    def options(self, s: State) -> Iterator[Action]:
        for unit in s.units.values():
            if unit.side == self.side and why_not_replace(s, unit, self.points, self.given) is None:
                yield Pick(unit.id)
        yield Done()

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in s.units:
                own = s.units[unit].side == self.side
                return why_not_replace(s, s.units[unit], self.points, self.given) if own else ENEMYS
        return None

    def over(self, s: State) -> bool:
        return all(isinstance(action, Done) for action in self.options(s))

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit) if s.units[unit].hex:
                after = self.spent(unit, s.tables.file.replacement.flip)
                s.become(after)
                s.mark(unit, steps=s.units[unit].steps + 1)
                s.tell(UnitRestored(unit, self.points - after.points, after.points), rule="9.2")
            case Pick(unit):
                s.enter(Rebuild(self.side, unit))
            case Done():
                s.leave()

    def spent(self, unit: UnitId, points: int) -> Replacements:
        """The decision with points gone to a unit."""
        return replace(self, points=self.points - points, given=(*self.given, unit))


@rule("9.4", "9.4b", "11.1c")
class Rebuild(Decision[State], frozen=True):
    """9.4 An eliminated unit returns at reduced strength."""

    words = "Replacements Segment: place the rebuilt {unit}"
    under = "9.4"
    clicks = (Place,)
    labels: ClassVar = {Cancel: "Cancel rebuilding"}
    unit: UnitId

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit)

    def options(self, s: State) -> Iterator[Action]:
        yield from (Place(hex) for hex in rebuild_hexes(s, s.units[self.unit]))
        yield Cancel()

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Place(hex) if hex in s.ground.board:
                unit = s.units[self.unit]
                return why_not_rebuild_in(s, unit, hex, rebuild_centres(s, unit))
        return None

    def take(self, s: State, action: Action) -> None:
        s.leave()
        match action:
            case Place(hex):
                segment, cost = s.flow[-1], s.tables.file.replacement.rebuild
                assert isinstance(segment, Replacements)
                after = segment.spent(self.unit, cost)
                s.become(after)
                s.mark(self.unit, steps=1, supply="")
                s.put(self.unit, hex)
                take_control(s, hex, self.side)
                s.tell(UnitRebuilt(self.unit, hex, cost, after.points), rule="9.4")
