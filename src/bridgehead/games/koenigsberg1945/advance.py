"""9.6 Advance after combat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from bridgehead.core.actions import Action, Done, MoveTo, Pick
from bridgehead.core.flow import Decision
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.koenigsberg1945.events import Advanced
from bridgehead.games.koenigsberg1945.reach import barred, go
from bridgehead.games.koenigsberg1945.stacking import why_not_stack
from bridgehead.games.koenigsberg1945.state import State

OVER_MAJOR_RIVER = No("9.6.1", "no unit advances across an unbridged major river")
CANNOT_ADVANCE = No("9.6d", "a unit without movement does not advance")
NOT_AN_ATTACKER = No("9.6b", "only units that took part in the attack advance, and headquarters with them")
NO_SECOND_HEX = No("9.6.3", "only mechanized units advance a second hex")
ADVANCE_STOPS = No("9.6.4", "the advance ends in a town or city, or beyond an unbridged minor river")


@rule("9.6a", "9.6d", "9.6.1")
def why_not_advance(s: State, unit: UnitId, start: Hex, target: Hex) -> No | None:
    """May a unit enter the vacated hex? No MP are spent and enemy ZOC is ignored."""
    if not s.face(unit).movement:
        return CANNOT_ADVANCE
    side = s.book.ground.side(start, target)
    return OVER_MAJOR_RIVER if s.book.ground.major[side] else None


@rule("9.6.3", "9.6.4", "9.6.6")
def second_hexes(s: State, unit: UnitId, start: Hex, target: Hex) -> Iterator[Hex]:
    """9.6.3b Where a mechanized unit may go on to: any adjacent hex it could enter, overrunning too."""
    ground = s.book.ground
    settled = ground.settled(target)
    if (settled is not None and settled.stops_advance) or ground.minor[ground.side(start, target)]:
        return
    closed = barred(s, unit)
    for direction, to in enumerate(ground.board.around[target]):
        side = target * 6 + direction
        if ground.passable[side] and not ground.major[side] and to != start and not closed[to]:
            yield Hex(to)


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

    words = "choose a unit to advance into {target}, or end the advance"
    under: ClassVar[str] = "9.6a"
    target: Hex
    units: tuple[UnitId, ...]
    hqs: tuple[UnitId, ...]
    gone: tuple[tuple[Hex, Hex], ...] = ()
    """Whence and where units have advanced."""

    def options(self, s: State) -> Iterator[Action]:
        yield from self.picks(s)
        yield Done()

    def picks(self, s: State) -> list[Action]:
        units = [Pick(unit) for unit in self.units if advance_ends(s, unit, self.target)]
        hqs = [Pick(hq) for hq in self.hqs if s.units[hq].hex and self.hq_ends(s, hq)]
        return [*units, *hqs]

    def hq_ends(self, s: State, hq: UnitId) -> list[Hex]:
        """A headquarters goes with units of its stack: one hex, or two with a mechanized unit."""
        start = s.units[hq].hex
        ends = dict.fromkeys(end for whence, end in self.gone if whence == start)
        hexes = [self.target, *(end for end in ends if end != self.target)] if ends else []
        return [hex for hex in hexes if why_not_stack(s, hq, hex) is None]

    def over(self, s: State) -> bool:
        return not self.picks(s)

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                hq = unit in self.hqs
                ends = self.hq_ends(s, unit) if hq else advance_ends(s, unit, self.target)
                s.become(
                    replace(
                        self,
                        units=tuple(each for each in self.units if each != unit),
                        hqs=tuple(each for each in self.hqs if each != unit),
                    )
                )
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
            case Pick():
                return NOT_AN_ATTACKER
        return None


class AdvanceUnit(Decision[State], frozen=True):
    """9.6.3 The hex in which an advance ends; two hexes for mechanized units, through the vacated one."""

    words = "choose how far {unit} advances"
    under: ClassVar[str] = "9.6.3"
    unit: UnitId
    target: Hex
    ends: tuple[Hex, ...]

    def options(self, s: State) -> Iterator[Action]:
        yield from map(MoveTo, self.ends)

    def take(self, s: State, action: Action) -> None:
        assert isinstance(action, MoveTo)
        s.leave()
        advance(s, self.unit, self.target, action.hex)

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case MoveTo(hex) if hex in s.book.board:
                if not s.counter(self.unit).mech:
                    return NO_SECOND_HEX
                start = s.units[self.unit].hex
                if not any(True for _ in second_hexes(s, self.unit, start, self.target)):
                    return ADVANCE_STOPS
                return why_not_stack(s, self.unit, hex)
        return None


def advance(s: State, unit: UnitId, target: Hex, end: Hex) -> None:
    """A unit advances through the vacated hex; its headquarters may follow it."""
    frame = s.flow[-1]
    assert isinstance(frame, AdvanceAfterCombat)
    path = (target,) if end == target else (target, end)
    s.become(replace(frame, gone=(*frame.gone, (s.units[unit].hex, end))))
    s.tell(Advanced(unit, path), rule="9.6a")
    go(s, unit, path)
