"""6.1.1 The Movement Segment: choosing units to move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from bridgehead.core.actions import Action, Done, Pick
from bridgehead.core.flow import Reminder, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import UnitId, replace
from bridgehead.games.eastprussia1914.model.actions import ToTop
from bridgehead.games.eastprussia1914.model.state import (
    COMMAND_MODE,
    ISOLATED,
    OOS,
    State,
    is_garrison,
    is_hq,
)
from bridgehead.games.eastprussia1914.rules.command import GARRISON, OUT_OF_COMMAND, Movers
from bridgehead.games.eastprussia1914.rules.fog import bring_to_top, foggy
from bridgehead.games.eastprussia1914.rules.headquarters import relocate
from bridgehead.games.eastprussia1914.rules.movement import allowance
from bridgehead.games.eastprussia1914.rules.unit_moves import MoveUnit, why_not_move_off

ENEMYS = No("6.1.1", "this is an enemy unit")
OFF_MAP = No("6.1.1", "this unit is not on the map")
ISOLATED_STAYS = No("6.1.5", "this unit is isolated and can't move in the Movement Segment")
MUST_RELOCATE = No("11.3.2e", "the HQ is out of supply and must relocate before the segment ends")
COMMAND_MODE_STAYS = No("12.2.1", "an HQ in Command Mode can't move")
HAS_MOVED = No("6.1.1", "this unit has completed its move")
NOT_ACTIVATED = No("6.1.1", "this unit is not activated now")
TOPPED = No("17.1", "this unit has already been put on top in this activation")
ON_TOP = No("17.1", "this unit is already on top of its stack")


@rule("6.1.1", "4.3.5a", "11.3.2e", "11.3.2f", "12.3")
class MovementSegment(Movers, frozen=True):
    """6.1.1 The active player moves any, all or none of the activated units, one at a time."""

    words = "Movement Segment: select a unit to move"
    under = "6.1.1"
    clicks = (Pick,)
    fills = ("moved", "tired")
    labels: ClassVar = {Done: "End Movement Segment"}
    hq: UnitId
    units: tuple[UnitId, ...]
    topped: tuple[UnitId, ...] = ()

    def about(self, s: State) -> Subject:
        return Subject(unit=self.hq)

    def options(self, s: State) -> Iterator[Action]:
        yield from (Pick(unit) for unit in self.units if self.why_not_unit(s, unit) is None)
        yield from (ToTop(unit) for unit in self.units if self.why_not_top(s, unit) is None)
        if self.why_not_done(s) is None:
            yield Done()

    @rule("6.1.5", "11.3.3c", "12.2.1")
    def why_not_unit(self, s: State, unit: UnitId) -> No | None:
        """6.1.5 Isolated units stay; so does an HQ in Command Mode, unless it must relocate."""
        now = s.units[unit]
        if unit not in self.units:
            return self.why_not_activated(s, unit)
        if unit in self.done:
            return HAS_MOVED
        if not now.hex:
            return OFF_MAP
        if now.supply == ISOLATED:
            return ISOLATED_STAYS
        if is_hq(s, now) and now.supply == OOS:
            return None
        return COMMAND_MODE_STAYS if now.mode == COMMAND_MODE else why_not_move_off(s, now)

    @rule("4.3.5a", "4.4e", "6.1.1")
    def why_not_activated(self, s: State, unit: UnitId) -> No:
        """4.3.5a A unit of the HQ's corps that was not within range when it was measured, or any other."""
        now = s.units[unit]
        if now.side != self.side:
            return ENEMYS
        if not now.hex:
            return OFF_MAP
        if is_garrison(s, now):
            return GARRISON
        corps = s.game.counters[self.hq].formation if self.hq else ""
        own = corps and s.game.counters[unit].formation == corps
        return OUT_OF_COMMAND if own else NOT_ACTIVATED

    @rule("11.3.2e")
    def why_not_done(self, s: State) -> No | None:
        """11.3.2e An activated HQ that is out of supply must be relocated."""
        duty = self.hq and self.hq not in self.done and s.units[self.hq].supply == OOS
        return MUST_RELOCATE if duty else None

    @rule("17.1")
    def why_not_top(self, s: State, unit: UnitId) -> No | None:
        """17.1 Once an activation a unit may be put on top of its stack."""
        if not foggy(s) or unit not in self.units or not s.units[unit].hex:
            return NOT_ACTIVATED
        if unit in self.topped:
            return TOPPED
        return ON_TOP if s.stacks[s.units[unit].hex][-1] == unit else None

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in s.units:
                return self.why_not_unit(s, unit)
            case ToTop(unit) if unit in s.units:
                return self.why_not_top(s, unit)
            case Done():
                return self.why_not_done(s)
        return None

    def over(self, s: State) -> bool:
        """Nothing can be done in it. Once a unit has moved, its player says when the segment ends."""
        return not self.done and all(isinstance(action, Done) for action in self.options(s))

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                now = s.units[unit]
                if is_hq(s, now) and now.supply == OOS:
                    relocate(s, now)
                else:
                    s.enter(MoveUnit(self.side, unit, allowance(s, now)))
            case ToTop(unit):
                s.become(replace(self, topped=(*self.topped, unit)))
                bring_to_top(s, unit)
            case Done():
                s.leave(moved=self.done, tired=self.tired)

    def reminders(self, s: State) -> tuple[Reminder, ...]:
        if self.why_not_done(s) is not None:
            return (Reminder("must relocate", s.units[self.hq].hex, self.hq, duty=True),)
        return tuple(
            Reminder("has not moved", s.units[unit].hex, unit)
            for unit in self.units
            if self.why_not_unit(s, unit) is None
        )
