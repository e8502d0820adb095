"""9.6 Advance after combat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from bridgehead.core.actions import Action, Cancel, Done, MoveTo, Pick
from bridgehead.core.flow import Decision, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.koenigsberg1945.model.events import Advanced
from bridgehead.games.koenigsberg1945.model.state import State
from bridgehead.games.koenigsberg1945.rules.reach import ENEMY_HEX, WATER, barred, go
from bridgehead.games.koenigsberg1945.rules.stacking import why_not_stack

OVER_MAJOR_RIVER = No("9.6.1", "units can't advance across an unbridged major river")
CANNOT_ADVANCE = No("9.6d", "this unit has no movement allowance and can't advance")
NOT_AN_ATTACKER = No("9.6b", "this unit did not take part in the attack")
NO_SECOND_HEX = No("9.6.3", "only mechanized units can advance a second hex")
HQ_FOLLOWS = No("9.6.5", "this HQ can only follow units of its stack, as far as they advanced")
ADVANCED = No("9.6a", "this unit has already advanced")
TWO_HEXES = No("9.6.3", "out of range: units advance into the vacated hex, mechanized units 1 hex beyond")
NOT_BACK = No("9.6.3b", "a unit can't advance back into the hex it came from")
ADVANCE_STOPS = No("9.6.4", "the advance ends on entering a town or city or crossing a minor river")


@rule("9.6a", "9.6d", "9.6.1")
def why_not_advance(s: State, unit: UnitId, start: Hex, target: Hex) -> No | None:
    """May a unit enter the vacated hex? No MP are spent and enemy ZOC is ignored."""
    if not s.face(unit).movement:
        return CANNOT_ADVANCE
    side = s.game.ground.side(start, target)
    return OVER_MAJOR_RIVER if s.game.ground.major[side] else None


@rule("9.6.3", "9.6.4", "9.6.6")
def second_hexes(s: State, unit: UnitId, start: Hex, target: Hex) -> Iterator[Hex]:
    """9.6.3b Where a mechanized unit may go on to: any adjacent hex it could enter, overrunning too."""
    ground = s.game.ground
    if advance_stops(s, start, target):
        return
    closed = barred(s, unit)
    for direction, to in enumerate(ground.board.around[target]):
        side = target * 6 + direction
        if ground.passable[side] and not ground.major[side] and to != start and not closed[to]:
            yield to


def advance_stops(s: State, start: Hex, target: Hex) -> bool:
    """Does the first hex end the advance (9.6.4)?"""
    ground = s.game.ground
    settled = ground.settled(target)
    return bool((settled is not None and settled.stops_advance) or ground.minor[ground.side(start, target)])


@rule("9.6.3b", "7.0b", "11.5f")
def advance_ends(s: State, unit: UnitId, target: Hex) -> list[Hex]:
    """The hexes in which a unit may end its advance, with room for it."""
    start = s.units[unit].hex
    if why_not_advance(s, unit, start, target) is not None:
        return []
    ends = [target]
    if s.counter(unit).mech:
        ends.extend(second_hexes(s, unit, start, target))
    return [hex for hex in ends if why_not_stack(s, unit, hex) is None]


@rule("9.6.5", "11.1.2")
class AdvanceAfterCombat(Decision[State], frozen=True):
    """9.6 Any, all or none of the attackers advance into the vacated hex."""

    words = "Advance after combat: select a unit to advance into {target}"
    under: ClassVar[str] = "9.6a"
    labels: ClassVar[Mapping[type[Action], str]] = {Done: "End advance"}
    clicks = (Pick,)
    target: Hex
    units: tuple[UnitId, ...]
    hqs: tuple[UnitId, ...]
    gone: tuple[tuple[UnitId, Hex, Hex], ...] = ()
    """Who has advanced, whence and where."""

    def about(self, s: State) -> Subject:
        return Subject(hexes=(self.target,))

    def options(self, s: State) -> Iterator[Action]:
        yield from self.picks(s)
        yield Done()

    def picks(self, s: State) -> list[Action]:
        units = [Pick(unit) for unit in self.units if advance_ends(s, unit, self.target)]
        hqs = [Pick(hq) for hq in self.hqs if self.hq_ends(s, hq)]
        return [*units, *hqs]

    def hq_ends(self, s: State, hq: UnitId) -> list[Hex]:
        """A headquarters goes with units of its stack: one hex, or two with a mechanized unit."""
        start = s.units[hq].hex
        ends = dict.fromkeys(end for _, whence, end in self.gone if whence == start)
        hexes = [self.target, *(end for end in ends if end != self.target)] if ends else []
        return [hex for hex in hexes if why_not_stack(s, hq, hex) is None]

    def over(self, s: State) -> bool:
        return not self.picks(s)

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                hq = unit in self.hqs
                ends = self.hq_ends(s, unit) if hq else advance_ends(s, unit, self.target)
                if len(ends) == 1:
                    advance(s, unit, self.target, ends[0])
                else:
                    s.enter(AdvanceUnit(self.side, unit, self.target, tuple(ends)))
            case Done():
                s.leave()

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in self.units:
                no = why_not_advance(s, unit, s.units[unit].hex, self.target)
                return no or why_not_stack(s, unit, self.target)
            case Pick(unit) if unit in self.hqs:
                gone = any(whence == s.units[unit].hex for _, whence, _ in self.gone)
                return why_not_stack(s, unit, self.target) if gone else HQ_FOLLOWS
            case Pick(unit):
                return ADVANCED if any(unit == each for each, _, _ in self.gone) else NOT_AN_ATTACKER
        return None

    def after(self, unit: UnitId, whence: Hex, end: Hex) -> AdvanceAfterCombat:
        """The decision when a unit has advanced."""
        return replace(
            self,
            units=tuple(each for each in self.units if each != unit),
            hqs=tuple(each for each in self.hqs if each != unit),
            gone=(*self.gone, (unit, whence, end)),
        )


class AdvanceUnit(Decision[State], frozen=True):
    """9.6.3 The hex in which an advance ends; two hexes for mechanized units, through the vacated one."""

    words = "Advance after combat: select where {unit} ends its advance"
    under: ClassVar[str] = "9.6.3"
    labels: ClassVar[Mapping[type[Action], str]] = {MoveTo: "Advance to {hex}", Cancel: "Cancel advance"}
    clicks = (MoveTo,)
    unit: UnitId
    target: Hex
    ends: tuple[Hex, ...]

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit, hexes=(self.target,))

    def options(self, s: State) -> Iterator[Action]:
        yield from map(MoveTo, self.ends)
        yield Cancel()

    def take(self, s: State, action: Action) -> None:
        s.leave()
        if isinstance(action, MoveTo):
            advance(s, self.unit, self.target, action.hex)

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case MoveTo(hex) if s.counter(self.unit).headquarters:
                return why_not_stack(s, self.unit, hex) if hex in self.followed(s) else HQ_FOLLOWS
            case MoveTo(hex):
                return why_not_end(s, self.unit, self.target, hex)
        return None

    def followed(self, s: State) -> set[Hex]:
        """The hexes into which a headquarters may follow its stack."""
        advance = s.flow[-2] if len(s.flow) > 1 else None
        gone = advance.gone if isinstance(advance, AdvanceAfterCombat) else ()
        return {self.target, *(end for _, whence, end in gone if whence == s.units[self.unit].hex)}


@rule("9.6.3", "9.6.3b", "9.6.4")
def why_not_end(s: State, unit: UnitId, target: Hex, hex: Hex) -> No | None:
    """Why an advance may not end there: by the way to the hex, by who stands there, for want of room."""
    ground, start = s.game.ground, s.units[unit].hex
    if hex != target:
        if hex not in ground.board.near[target]:
            return TWO_HEXES
        if not s.counter(unit).mech:
            return NO_SECOND_HEX
        if advance_stops(s, start, target):
            return ADVANCE_STOPS
        side = ground.side(target, hex)
        if not ground.passable[side] or ground.major[side]:
            return OVER_MAJOR_RIVER if ground.passable[side] else WATER
        if hex == start or barred(s, unit)[hex]:
            return NOT_BACK if hex == start else ENEMY_HEX
    return why_not_stack(s, unit, hex)


def advance(s: State, unit: UnitId, target: Hex, end: Hex) -> None:
    """A unit advances through the vacated hex; its headquarters may follow it."""
    frame = s.flow[-1]
    assert isinstance(frame, AdvanceAfterCombat)
    path = (target,) if end == target else (target, end)
    s.become(frame.after(unit, s.units[unit].hex, end))
    s.tell(Advanced(unit, path), rule="9.6a")
    go(s, unit, path)
