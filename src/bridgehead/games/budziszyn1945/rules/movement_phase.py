"""2.2.3 The Movement Phase and 2.2.5 the Strategic Movement Phase: whose turn it is to move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from bridgehead.core.actions import Action, Done, Pick
from bridgehead.core.flow import Decision, Reminder
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Side, replace
from bridgehead.games.budziszyn1945.model.data import ALLIED
from bridgehead.games.budziszyn1945.model.ground import MP
from bridgehead.games.budziszyn1945.model.state import (
    BARRAGED,
    DEFECTED,
    FIRED,
    FOUGHT,
    HELD,
    MARKED,
    SHIFTED,
    State,
    Unit,
    american,
    in_force,
)
from bridgehead.games.budziszyn1945.rules.entering import EnterMap, why_no_entry
from bridgehead.games.budziszyn1945.rules.marching import CANCEL, DONE, MUST_DISPERSE, MoveUnit, overfull
from bridgehead.games.budziszyn1945.rules.movement import (
    BOUND_TO_CITY,
    CLOSED_GROUND,
    ENEMY_THERE,
    GUNS_IN_PLACE,
    NO_ZOC_IN_STRATEGIC,
    Reach,
    at,
    entry_cost,
    starting_mp,
    why_not_end,
)
from bridgehead.games.budziszyn1945.rules.reinforcements import (
    AMERICANS,
    ARMY_28,
    BERLIN,
    ENTERING,
    LATER,
    LEFT,
    ONE_A_DAY,
    SPARE_HQ,
    WAITING,
    may_enter,
)
from bridgehead.games.budziszyn1945.rules.zoc import in_enemy_zoc

AMERICANS_FIRST = No("T.11", "all Americans must move before any German")
GERMANS_WAIT = No("T.10", "on the first day only American units can act")
NOT_YOURS = No("3.1.3", "this unit is not yours to move")
NOT_DUE = No("11.1.1", "this unit is not due yet")
OUT_OF_PLAY = No("11.1.3", "this unit is out of the game")
NOT_CROSSED = No("N.21a", "no further unit of this type of 52 Army has crossed the Neisse")
LEFT_TODAY = No("11.2.3", "this unit left the map and can return in its next Movement Phase")
GONE_TO_BERLIN = No("N.23b", "this unit has left for Berlin")
NO_AMERICANS_YET = No("N.22", "American regiments arrive from 25 April")
NO_HQ_LOST = No("N.12", "the Germans have not lost an HQ yet")
NOT_NOW_HQ = No("N.12", "the replacement HQ is placed in the Movement Phase")
NOT_A_HQ = No("N.12", "this artillery is placed with the replacement HQ")
ON_ITS_WAY = No("11.2.2", "this unit is on its way to another zone this turn")
HAS_MOVED = No("3.1.6", "this unit has already moved this phase")
NOT_MARKED = No("12.1.4", "this unit was not kept for strategic movement")
ZOC_HOLDS = No("12.2.1", "this unit is in an enemy ZOC and can't use strategic movement")
FOUGHT_ALREADY = No("12.1.2", "this unit fought, supported or fired in this turn's Combat Phase")
FIRED_BARRAGE = No("6.5.5", "this artillery fired a barrage and can't move this turn")
BUILDING = No("14.3.4", "this HQ is building a bridge")
NO_MPS = No("3.1.13d", "this unit has no MP")


@rule("12.1.2", "12.2.1", "12.2.3", "6.5.5", "14.3.4", "3.1.13d", "15.2.1", "2.1.2")
def why_not_pick(s: State, unit: Unit, *, strategic: bool) -> No | None:
    """Why a unit on the map may not be given its move now."""
    if unit.done & HELD:
        return HAS_MOVED
    if not s.counter(unit.id).mp:
        return NO_MPS
    if unit.id in s.works:
        return BUILDING
    if not strategic:
        return FIRED_BARRAGE if unit.done & BARRAGED else None
    if not unit.done & MARKED:
        return NOT_MARKED
    if unit.done & (FOUGHT | FIRED):
        return FOUGHT_ALREADY
    if unit.transport is False and s.counter(unit.id).guns:
        return GUNS_IN_PLACE
    return ZOC_HOLDS if in_enemy_zoc(s, unit.side, unit.hex) else None


@rule("2.2.3", "2.2.5", "3.1.1", "3.1.3", "12.1.1", "12.1.3", "2.1.4a")
class MovementPhase(Decision[State], frozen=True):
    """2.2.3 The side moves its units one after the other, in any order, and brings reinforcements in."""

    words = "select a unit to move"
    labels = {Done: "End movement"}
    under = "3.1.3"
    clicks = (Pick,)
    nation: ClassVar[str] = ""
    """Whose moves these are, where a side does not move as one."""
    strategic: bool = False

    def options(self, s: State) -> list[Action]:
        found: list[Action] = list(self.movers(s))
        if next(self.dispersing(s), None) is None:
            found.append(DONE)
        return found

    def movers(self, s: State) -> Iterator[Pick]:
        """The units that may now be given their move."""
        picks, rooted, works = s.game.picks, s.game.rooted, s.works
        side, strategic, nation = self.side, self.strategic, self.nation
        units, americans, ours = s.units, s.game.americans, nation == "american"
        free = not strategic and in_force(s)  # each may be kept for the Strategic Movement Phase
        for unit in map(units.__getitem__, s.game.american_force) if ours else units.values():
            if unit.side != side or unit.done & HELD:
                continue
            if nation and (unit.id in americans or unit.done & DEFECTED != 0) != ours:
                continue
            if not unit.hex:
                if unit.box not in ENTERING or not may_come(s, unit, strategic=strategic):
                    continue
            elif strategic:
                if not unit.done & MARKED or why_not_pick(s, unit, strategic=True) is not None:
                    continue
            elif unit.done & BARRAGED or unit.id in rooted or unit.id in works:
                continue
            if free or not unit.hex or not boxed_in(s, unit, strategic=strategic):
                yield picks[unit.id]

    @rule("T.10", "T.11")
    def why_not_nation(self, s: State, unit: Unit) -> No | None:
        if not self.nation or american(s, unit) == (self.nation == "american"):
            return None
        return GERMANS_WAIT if s.turn == 1 else AMERICANS_FIRST

    def must_disperse(self, s: State) -> list[Unit]:
        return list(self.dispersing(s))

    @rule("3.2.1a", "3.2.1b", "3.2.1c")
    def dispersing(self, s: State) -> Iterator[Unit]:
        """Units that could still leave a stack above the limit."""
        for hex in overfull(s, self.side, strategic=self.strategic):
            for unit in s.units_in(hex):
                if (
                    why_not_pick(s, unit, strategic=self.strategic) is None
                    and self.why_not_nation(s, unit) is None
                    and can_move_away(s, unit, strategic=self.strategic)
                ):
                    yield unit

    def take(self, s: State, action: Action) -> None:
        if not isinstance(action, Pick):
            s.leave()
            return
        unit = s.units[action.unit]
        if unit.hex:
            start = starting_mp(s, unit, strategic=self.strategic, forced=False)
            s.enter(MoveUnit(self.side, unit.id, start, start, self.strategic))
        else:
            s.enter(EnterMap(self.side, unit.id, self.strategic))

    def why_not(self, s: State, action: Action) -> No | None:
        if isinstance(action, Done):
            return MUST_DISPERSE
        if not isinstance(action, Pick) or action.unit not in s.units:
            return None
        unit = s.units[action.unit]
        if unit.side != self.side:
            return NOT_YOURS
        if not unit.hex:
            return self.why_not_nation(s, unit) or why_not_come(s, unit, strategic=self.strategic)
        no = self.why_not_nation(s, unit) or why_not_pick(s, unit, strategic=self.strategic)
        return no or why_boxed_in(s, unit, strategic=self.strategic)

    @rule("2.1.4a")
    def over(self, s: State) -> bool:
        """A strategic phase with nobody to move passes by itself, and so do the moves of one nation."""
        return (
            bool(self.strategic or self.nation)
            and next(self.movers(s), None) is None
            and next(self.dispersing(s), None) is None
        )

    def reminders(self, s: State) -> tuple[Reminder, ...]:
        duties = [
            Reminder("must leave its overstacked hex", unit.hex, unit.id, duty=True)
            for unit in self.must_disperse(s)
        ]
        if self.strategic:
            return tuple(duties)
        waiting = [
            Reminder("can enter the map", unit=unit.id)
            for unit in s.units.values()
            if unit.side == self.side and not unit.hex and unit.box and may_enter(s, unit, strategic=False)
        ]
        return (*duties, *waiting)


@rule("T.10", "T.11")
class AmericanMoves(MovementPhase, frozen=True):
    """Two Stars with two players: the Americans move first, and alone on the first day."""

    words = "select an American unit to move"
    labels = {Done: "End American moves"}
    under = "T.11"
    nation = "american"


@rule("T.11")
class GermanMoves(MovementPhase, frozen=True):
    """And the Germans when all Americans have moved."""

    words = "select a German unit to move"
    labels = {Done: "End German moves"}
    under = "T.11"
    nation = "german"


def open_moves(s: State, side: Side, *, strategic: bool = False) -> None:
    """The moves of a side; those entered last are made first."""
    if s.scenario != "two_stars" or side != ALLIED:
        s.enter(MovementPhase(side, strategic))
        return
    if s.turn > 1:
        s.enter(GermanMoves(side, strategic))
    s.enter(AmericanMoves(side, strategic))


@rule("3.1.6", "12.1.1")
def boxed_in(s: State, unit: Unit, *, strategic: bool) -> bool:
    """Is there nothing that a unit on the map could do with its move now?"""
    start = starting_mp(s, unit, strategic=strategic, forced=False)
    if start and not s.counter(unit.id).guns:
        for to in s.game.board.near[unit.hex]:  # most units have room beside them: no need to look further
            if why_not_end(s, unit, to) is None and isinstance(
                entry_cost(s, unit, unit.hex, to, start, strategic=strategic), int
            ):
                return False
    return MoveUnit(unit.side, unit.id, start, start, strategic).options(s) == [CANCEL]


def why_boxed_in(s: State, unit: Unit, *, strategic: bool) -> No | None:
    """What closes the hexes about a unit that can do nothing: the one that could open soonest is named."""
    start = starting_mp(s, unit, strategic=strategic, forced=False)
    move = MoveUnit(unit.side, unit.id, start, start, strategic)
    reasons = [at(s, move.why_not_go(s, unit, to), to) for to in s.game.board.near[unit.hex]]
    return min(reasons, key=lambda no: HARDNESS.get(no.rule, 0), default=None)


HARDNESS = {NO_ZOC_IN_STRATEGIC.rule: 1, ENEMY_THERE.rule: 2, BOUND_TO_CITY.rule: 3, CLOSED_GROUND.rule: 4}
"""What closes a hex for longer is named later."""


NOT_HERE = {LATER: NOT_DUE, ARMY_28: NOT_CROSSED, LEFT: LEFT_TODAY, BERLIN: GONE_TO_BERLIN}
"""By box: why a unit there does not come in."""


@rule("11.1.3", "11.2.2")
def may_come(s: State, unit: Unit, *, strategic: bool) -> bool:
    """May a unit off the map come in or go to another zone now, and is there a way?"""
    if not may_enter(s, unit, strategic=strategic):
        return False
    if unit.box == WAITING and not strategic:
        return True  # there are always other zones to go to
    return any(True for _ in EnterMap(unit.side, unit.id, strategic).places(s))


def why_not_come(s: State, unit: Unit, *, strategic: bool) -> No:
    """Why a unit off the map does not come in now."""
    if may_enter(s, unit, strategic=strategic):
        return why_no_entry(s, unit, strategic=strategic)
    if unit.done & HELD:
        return HAS_MOVED
    if unit.done & SHIFTED:
        return ON_ITS_WAY
    if unit.box == AMERICANS:
        return ONE_A_DAY if s.turn >= s.game.tables.number.american_release else NO_AMERICANS_YET
    if unit.box == SPARE_HQ:
        lost = s.tracks.get("german_hqs_lost", 0)
        return NOT_A_HQ if not s.counter(unit.id).hq else NOT_NOW_HQ if lost else NO_HQ_LOST
    return NOT_HERE.get(unit.box, OUT_OF_PLAY)


def can_move_away(s: State, unit: Unit, *, strategic: bool) -> bool:
    start = starting_mp(s, unit, strategic=strategic, forced=False)
    if s.counter(unit.id).guns and not unit.transport:
        return (
            not strategic and start > MP and can_move_away(s, replace(unit, transport=True), strategic=False)
        )
    reach = Reach(s, unit, start, start, strategic=strategic, secondary=False)
    return any(why_not_end(s, unit, hex) is None for hex in reach.costs)
