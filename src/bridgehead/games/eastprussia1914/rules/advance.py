"""10.6 Advance after combat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from bridgehead.core.actions import Action, Done, MoveTo, Pick
from bridgehead.core.flow import Decision, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.eastprussia1914.model.data import FOE
from bridgehead.games.eastprussia1914.model.events import Advanced
from bridgehead.games.eastprussia1914.model.state import (
    COMBAT,
    MOVEMENT_MODE,
    State,
    Unit,
    hq_in,
    is_cavalry,
    is_hq,
    is_lone_hq,
    take_control,
)
from bridgehead.games.eastprussia1914.rules.headquarters import overrun
from bridgehead.games.eastprussia1914.rules.movement import ENEMY_THERE, IMPASSABLE
from bridgehead.games.eastprussia1914.rules.special import why_not_in_bounds
from bridgehead.games.eastprussia1914.rules.stacking import why_not_stack

ENEMYS = No("10.6.1", "this is an enemy unit")
OFF_MAP = No("10.6.1", "this unit is not on the map")
ACROSS_MAJOR = No("10.6.3", "units may not advance across an unbridged major river")
NOT_AN_ATTACKER = No("10.6.1", "only surviving attackers may advance, and an HQ stacked with them")
ADVANCED = No("10.6.1", "this unit has already advanced into the hex")
NOT_BESIDE = No("10.6.1", "this unit is no longer adjacent to the hex")
FOLLOWS_NOBODY = No("12.1c", "an HQ advances only after a unit it was stacked with, into the same hex")
ONE_HEX_MORE = No("10.6.2", "cavalry advances one more hex, to an adjacent one")


@rule("10.6.1", "10.6.3", "16.3.4", "18.1.2")
def why_not_advance(s: State, unit: Unit, to: Hex) -> No | None:
    """10.6 Why a unit may not advance one hex: without MPs and ignoring EZOCs, within stacking."""
    ground, here = s.ground, unit.hex
    if to not in ground.board.near[here]:
        return NOT_BESIDE
    side = here * 6 + ground.board.around[here].index(to)
    if ground.barred[side]:
        return IMPASSABLE
    if s.ledger[COMBAT[FOE[unit.side]]][to]:
        return ENEMY_THERE
    if ground.major[side]:
        return ACROSS_MAJOR
    return why_not_in_bounds(s, unit, to) or why_not_stack(s, unit, to)


@rule("10.6.1", "12.1c")
class AdvanceAfterCombat(Decision[State], frozen=True):
    """10.6.1 Any of the surviving attackers may advance into the hex, up to stacking."""

    words = "Advance after combat: select a unit to advance into {target}"
    under = "10.6.1"
    clicks = (Pick,)
    labels: ClassVar = {Done: "End advance"}
    target: Hex
    units: tuple[UnitId, ...]
    left_from: tuple[Hex, ...] = ()
    """The hexes combat units advanced from."""
    one_hex: bool = False
    """14.1 After a withdrawal nobody advances farther than the vacated hex."""

    def about(self, s: State) -> Subject:
        return Subject(hexes=(self.target,))

    def options(self, s: State) -> Iterator[Action]:
        yield from (Pick(unit) for unit in self.units if self.why_not_unit(s, unit) is None)
        yield from (Pick(hq) for hq in self.staffs(s))
        yield Done()

    @rule("12.1c", "5.7")
    def staffs(self, s: State) -> list[UnitId]:
        """12.1c HQs that may follow the units they were stacked with into the hex."""
        if not s.ledger[COMBAT[self.side]][self.target]:
            return []
        hqs = [hq_in(s, hex, self.side) for hex in dict.fromkeys(self.left_from)]
        return [hq.id for hq in hqs if hq is not None and why_not_advance(s, hq, self.target) is None]

    def why_not_unit(self, s: State, unit: UnitId) -> No | None:
        now = s.units[unit]
        if unit in self.units:
            return why_not_advance(s, now, self.target)
        if now.side != self.side:
            return ENEMYS
        if not now.hex:
            return OFF_MAP
        if now.hex == self.target:
            return ADVANCED
        if not is_hq(s, now):
            return NOT_AN_ATTACKER
        follows = now.hex in self.left_from and s.ledger[COMBAT[self.side]][self.target]
        return why_not_advance(s, now, self.target) if follows else FOLLOWS_NOBODY

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in s.units:
                return self.why_not_unit(s, unit)
        return None

    def over(self, s: State) -> bool:
        return not self.staffs(s) and all(self.why_not_unit(s, unit) is not None for unit in self.units)

    @rule("10.6.2")
    def take(self, s: State, action: Action) -> None:
        """10.6.2 Cavalry may go on, unless it crossed a minor river or entered a city or town."""
        match action:
            case Pick(unit):
                here = s.units[unit].hex
                halted = s.ground.minor[here * 6 + s.ground.board.around[here].index(self.target)]
                rest = tuple(other for other in self.units if other != unit)
                from_hexes = self.left_from if is_hq(s, s.units[unit]) else (*self.left_from, here)
                s.become(replace(self, units=rest, left_from=from_hexes))
                advance_one(s, unit, self.target)
                stops = halted or self.target in s.ground.settlements or self.one_hex
                if is_cavalry(s, s.units[unit]) and not stops:
                    s.enter(SecondHex(self.side, unit))
            case Done():
                s.leave()


@rule("10.6.1", "10.6.4", "12.1c", "12.4")
def advance_one(s: State, unit: UnitId, hex: Hex) -> None:
    """10.6 One hex forward: a lone enemy HQ is overrun (10.6.4); an HQ ends in Movement Mode (12.1c)."""
    now = s.units[unit]
    if is_lone_hq(s, hex, FOE[now.side]):
        overrun(s, unit, hex)
    s.put(unit, hex)
    s.tell(Advanced(unit, hex), rule="10.6.1")
    if is_hq(s, now):
        s.mark(unit, mode=MOVEMENT_MODE)
    else:
        take_control(s, hex, now.side)


@rule("10.6.2", "10.6.4", "14.2")
class SecondHex(Decision[State], frozen=True):
    """10.6.2 Cavalry may advance a second hex."""

    words = "Advance after combat: advance {unit} a second hex"
    under = "10.6.2"
    clicks = (MoveTo,)
    labels: ClassVar = {MoveTo: "Advance to {hex}", Done: "End advance"}
    unit: UnitId

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit)

    def options(self, s: State) -> Iterator[Action]:
        unit = s.units[self.unit]
        for hex in s.ground.board.near[unit.hex]:
            if why_not_advance(s, unit, hex) is None:
                yield MoveTo(hex)
        yield Done()

    def over(self, s: State) -> bool:
        return all(isinstance(action, Done) for action in self.options(s))

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case MoveTo(hex) if hex in s.ground.board:
                near = hex in s.ground.board.near[s.units[self.unit].hex]
                return why_not_advance(s, s.units[self.unit], hex) if near else ONE_HEX_MORE
        return None

    def take(self, s: State, action: Action) -> None:
        s.leave()
        match action:
            case MoveTo(hex):
                advance_one(s, self.unit, hex)
