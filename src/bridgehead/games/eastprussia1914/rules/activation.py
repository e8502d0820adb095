"""4.2 The Command Chit Draw Phase: one chit after another, each an activation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from bridgehead.core.actions import Action, Done, Drop, Pick
from bridgehead.core.flow import Decision, Procedure, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import ChitId, Side, UnitId, replace
from bridgehead.games.eastprussia1914.model.data import AOK8, GERMAN
from bridgehead.games.eastprussia1914.model.events import (
    ChitDrawn,
    ChitIdle,
    ChitVoid,
    SegmentBegan,
    UnitsActivated,
)
from bridgehead.games.eastprussia1914.model.state import (
    ISOLATED,
    REMOVED,
    State,
    Unit,
    hqs_on_map,
    is_garrison,
    is_hq,
    is_independent,
)
from bridgehead.games.eastprussia1914.rules.combat import CombatSegment
from bridgehead.games.eastprussia1914.rules.command import (
    GARRISON,
    activate_unit,
    chit_of,
    commandable,
    corps_units,
    too_often,
    why_not_activate,
    why_not_commandable,
)
from bridgehead.games.eastprussia1914.rules.demolition import RailwayWork, demolitions_on
from bridgehead.games.eastprussia1914.rules.headquarters import ChooseMode
from bridgehead.games.eastprussia1914.rules.movement_segment import MovementSegment

NO_UNIT = UnitId("")
ENEMYS = No("4.2.6", "this is an enemy unit")
OFF_MAP = No("4.2.6", "this unit is not on the map")
ISOLATED_UNIT = No("4.2.6", "this unit is isolated: AOK8 does not move isolated units")
ALREADY_ACTIVE = No("4.2.6", "this unit is already activated by this chit")
NAMED = No("4.3.3", "this unit is already selected")
NOT_NAMED = No("4.3.3", "this unit is not selected")
NOT_INDEPENDENT = No(
    "4.2.6", "this is not an independent unit: beside an HQ, AOK8 moves independent units only"
)
NOT_AN_HQ = No("4.2.6", "this is not an HQ: AOK8 activates an HQ first")


@rule("3.4a", "4.2.1", "3.3b")
class DrawPhase(Procedure[State], frozen=True):
    """4.2.1 Chits are drawn at random until the cup is empty; then the Supply Phase follows (3.3b)."""

    @rule("4.2.1", "4.2.3", "4.2.4", "4.2.5")
    def draw(self, s: State) -> None:
        """4.2.1 Draw a chit; 4.2.4 without its HQ it has no effect."""
        if not s.cup:
            return
        drawn = s.cup[s.chance(len(s.cup))]
        s.set(cup=tuple(chit for chit in s.cup if chit != drawn), used=(*s.used, drawn))
        s.reveal()
        chit = s.game.chits[drawn]
        s.tell(ChitDrawn(chit.side, drawn, len(s.cup)), rule="4.2.1")
        if chit.hq and s.units[chit.hq].box == REMOVED:
            s.tell(ChitVoid(drawn), rule="4.2.4")
        elif chit.hq and why_not_activate(s, s.units[chit.hq]) is not None:
            s.tell(ChitIdle(drawn), rule="11.3.3d")
        else:
            s.enter(Activation(side=chit.side, chit=drawn, hq=chit.hq))

    sequence = (draw,)

    def again(self, s: State) -> bool:
        return bool(s.cup)


@rule("4.2.2", "3.4b", "4.2.6b")
class Activation(Procedure[State], frozen=True, kw_only=True):
    """4.2.2 One chit: the HQ's mode, its range, all movement, then all combat."""

    side: Side
    chit: ChitId
    hq: UnitId = NO_UNIT
    units: tuple[UnitId, ...] = ()
    """4.3.2b The combat units activated, for the whole activation."""
    free: tuple[UnitId, ...] = ()
    """4.2.6 The two independents AOK8 moves."""
    moved: tuple[UnitId, ...] = ()
    tired: tuple[UnitId, ...] = ()
    """6.3.4, 6.4.3 Those that marched or went by rail: they may not attack."""
    fought: tuple[UnitId, ...] = ()

    @rule("4.2.6")
    def choose_hq(self, s: State) -> None:
        if self.chit == AOK8:
            s.enter(ChooseHq(self.side))

    def choose_mode(self, s: State) -> None:
        if self.hq:
            s.enter(ChooseMode(self.side, self.hq))

    @rule("4.3.2a", "4.3.2b", "4.3.3", "4.3.3b", "4.4d")
    def measure_range(self, s: State) -> None:
        """4.3.2a Range is measured now, before anything moves, and holds for the whole activation."""
        if not self.hq:
            return
        hq = s.units[self.hq]
        corps = tuple(corps_units(s, hq))
        s.become(replace(self, units=corps))
        for unit in corps:
            activate_unit(s, unit, chit_of(self.hq))
        if commandable(s, hq):
            most = s.tables.file.command.independents.of(self.side)
            s.enter(ChooseIndependents(self.side, self.hq, most))

    @rule("4.2.6", "4.2.6b")
    def name_free_movers(self, s: State) -> None:
        if self.chit == AOK8:
            s.enter(ChooseFreeMovers(self.side, self.units, s.tables.file.command.free_movers))

    def movement_segment(self, s: State) -> None:
        """4.2.2 All that were activated may move; 4.3.2b they stay activated wherever they go."""
        if self.units or self.free:
            s.tell(UnitsActivated((*self.units, *self.free)), rule="4.3.3")
        mine = (*((self.hq,) if self.hq else ()), *self.units, *self.free)
        segment = MovementSegment(self.side, self.hq, mine)
        begin_segment(s, segment, "Movement Segment", "6.1.1")

    @rule("4.2.6", "6.3.4", "6.4.3", "10.1.1")
    def combat_segment(self, s: State) -> None:
        """10.1.1 The activated units may attack, but not those that marched, railed or moved for AOK8."""
        fighters = tuple(
            unit for unit in self.units if unit not in self.tired and s.units[unit].supply != ISOLATED
        )
        segment = CombatSegment(self.side, self.hq, fighters, tired=self.tired, free=self.free)
        begin_segment(s, segment, "Combat Segment", "10.1.1")

    @rule("17.3")
    def railway_work(self, s: State) -> None:
        if demolitions_on(s):
            idle = tuple(
                unit
                for unit in (*self.units, *self.free)
                if unit not in self.moved and unit not in self.fought
            )
            s.enter(RailwayWork(self.side, idle))

    sequence = (
        choose_hq,
        choose_mode,
        measure_range,
        name_free_movers,
        movement_segment,
        combat_segment,
        railway_work,
    )


def begin_segment(s: State, segment: Decision[State], name: str, cited: str) -> None:
    """A segment has its heading in the log, unless there is nothing to do in it."""
    if not segment.over(s):
        s.tell(SegmentBegan(segment.side, name), rule=cited)
        s.enter(segment)


@rule("4.2.6", "12.6b")
class ChooseHq(Decision[State], frozen=True):
    """4.2.6 AOK8: any German HQ on the map that is not isolated, even one already activated."""

    words = "AOK8: select the HQ to activate"
    under = "4.2.6"
    labels: ClassVar = {Done: "Activate no HQ"}
    clicks = (Pick,)
    fills = ("hq",)

    def options(self, s: State) -> Iterator[Action]:
        yield from (Pick(hq.id) for hq in hqs_on_map(s, GERMAN) if why_not_activate(s, hq) is None)
        yield Done()

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in s.units:
                return self.why_not_hq(s, s.units[unit])
        return None

    def why_not_hq(self, s: State, unit: Unit) -> No | None:
        if unit.side != self.side:
            return ENEMYS
        if not is_hq(s, unit):
            return NOT_AN_HQ
        return why_not_activate(s, unit) if unit.hex else OFF_MAP

    def over(self, s: State) -> bool:
        return not any(isinstance(action, Pick) for action in self.options(s))

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                s.leave(hq=unit)
            case Done():
                s.leave()


@rule("4.3.3", "4.3.3b", "4.4d")
class ChooseIndependents(Decision[State], frozen=True):
    """4.3.3 The owner names the independent units in range that the HQ activates."""

    words = "{hq}: select independent units to command ({left} more at most)"
    under = "4.3.3"
    unordered = True
    clicks = (Pick,)
    fills = ("units",)
    labels: ClassVar = {Done: "End selection"}
    hq: UnitId
    left: int
    chosen: tuple[UnitId, ...] = ()

    def about(self, s: State) -> Subject:
        return Subject(unit=self.hq, committed=self.chosen)

    def options(self, s: State) -> Iterator[Action]:
        yield from (Pick(unit) for unit in commandable(s, s.units[self.hq]) if unit not in self.chosen)
        yield from (Drop(unit) for unit in self.chosen)
        yield Done()

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in self.chosen:
                return NAMED
            case Pick(unit) if unit in s.units:
                return why_not_commandable(s, s.units[self.hq], s.units[unit])
            case Drop():
                return NOT_NAMED
        return None

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                after = replace(self, chosen=(*self.chosen, unit), left=self.left - 1)
                s.become(after)
                if not after.left or set(after.chosen) >= set(commandable(s, s.units[self.hq])):
                    after.finish(s)
            case Drop(unit):
                kept = tuple(each for each in self.chosen if each != unit)
                s.become(replace(self, chosen=kept, left=self.left + 1))
            case Done():
                self.finish(s)

    def finish(self, s: State) -> None:
        for unit in self.chosen:
            activate_unit(s, unit, chit_of(self.hq))
        parent = s.flow[-2]
        assert isinstance(parent, Activation)
        s.leave(units=(*parent.units, *self.chosen))


@rule("4.2.6", "4.2.6b", "4.4d")
class ChooseFreeMovers(Decision[State], frozen=True):
    """4.2.6 AOK8 also moves up to two independent units anywhere; they may not attack."""

    words = "AOK8: select independent units to move anywhere ({left} more at most)"
    under = "4.2.6"
    unordered = True
    clicks = (Pick,)
    fills = ("free",)
    labels: ClassVar = {Done: "End selection"}
    commanded: tuple[UnitId, ...]
    left: int
    chosen: tuple[UnitId, ...] = ()

    def about(self, s: State) -> Subject:
        return Subject(committed=(*self.commanded, *self.chosen))

    def options(self, s: State) -> Iterator[Action]:
        for unit in s.on_map(self.side):
            if self.why_not_unit(s, unit) is None:
                yield Pick(unit.id)
        yield from (Drop(unit) for unit in self.chosen)
        yield Done()

    def why_not_unit(self, s: State, unit: Unit) -> No | None:
        if unit.side != self.side:
            return ENEMYS
        if not unit.hex:
            return OFF_MAP
        if unit.id in self.commanded or unit.id in self.chosen:
            return ALREADY_ACTIVE
        if is_garrison(s, unit):
            return GARRISON
        if not is_independent(s, unit):
            return NOT_INDEPENDENT
        return ISOLATED_UNIT if unit.supply == ISOLATED else too_often(s, unit)

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in s.units:
                return self.why_not_unit(s, s.units[unit])
            case Drop():
                return NOT_NAMED
        return None

    def over(self, s: State) -> bool:
        return all(isinstance(action, Done) for action in self.options(s))

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                after = replace(self, chosen=(*self.chosen, unit), left=self.left - 1)
                s.become(after)
                if not after.left:
                    after.finish(s)
            case Drop(unit):
                kept = tuple(each for each in self.chosen if each != unit)
                s.become(replace(self, chosen=kept, left=self.left + 1))
            case Done():
                self.finish(s)

    def finish(self, s: State) -> None:
        for unit in self.chosen:
            activate_unit(s, unit)
        s.leave(free=self.chosen)
