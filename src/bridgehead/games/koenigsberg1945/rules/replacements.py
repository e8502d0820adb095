"""11.2 Replacements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from bridgehead.core.actions import Action, Cancel, Done, Place
from bridgehead.core.flow import Decision, Procedure, Reminder, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import NOWHERE, Hex, Hexside, Side, UnitId, replace
from bridgehead.core.words import say
from bridgehead.games.koenigsberg1945.model.actions import Rebuild, Restore
from bridgehead.games.koenigsberg1945.model.data import FRONT_2, FRONT_3, GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.events import PointsReceived, Rebuilt, Restored
from bridgehead.games.koenigsberg1945.model.state import SUPPLIED, State
from bridgehead.games.koenigsberg1945.model.words import PointsLeft
from bridgehead.games.koenigsberg1945.rules.activation import commands, idle_headquarters
from bridgehead.games.koenigsberg1945.rules.movement import move_of
from bridgehead.games.koenigsberg1945.rules.reinforcements import check_room
from bridgehead.games.koenigsberg1945.rules.special import GD, GD_WITHDRAWN

POINTS = "replacement_points"

NOT_LOST = No("11.2a", "this unit is neither reduced nor eliminated")
NO_REPLACEMENTS = No("11.2c", "HQs, one-step units and units that can't move receive no replacements")
OTHER_SIDE = No("11.2a", "these replacement points are for another force")
UNSUPPLIED = No("11.2.4", "this unit is out of supply")
HQ_UNSUPPLIED = No("11.2.4", "the HQ there is out of supply")
TOO_DEAR = No("11.2a", "not enough replacement points")
NOT_THIS_TURN = No("11.2.2b", "this unit was rebuilt this turn and can't be restored until a later turn")
NO_HQ = No("11.2.3a", "no HQ that commands this unit is there")
GD_IS_AWAY = No("2.5.4c", "the Grossdeutschland Corps is withdrawn")


@rule("11.2.1a", "11.2.1b", "11.2.2a")
def step_cost(s: State, unit: UnitId) -> int:
    """One point a Soviet step or a German foot step, two a German mechanized one."""
    piece = s.counter(unit)
    costs = s.tables.replacements
    if piece.camp == SOVIET:
        return costs.soviet_step
    return costs.german_mech_step if piece.mech else costs.german_foot_step


@rule("11.2c")
def renewable(s: State, unit: UnitId) -> bool:
    """May a unit receive replacements at all?"""
    piece = s.counter(unit)
    return piece.back is not None and bool(piece.full.movement)


def too_dear(s: State, unit: UnitId) -> No | None:
    return TOO_DEAR if step_cost(s, unit) > s.tracks.get(POINTS, 0) else None


@rule("11.2a", "11.2b", "11.2.2b", "11.2.4", "11.2d")
def why_not_restore(s: State, unit: UnitId, rebuilt: tuple[UnitId, ...]) -> No | None:
    """May a unit on the map regain its step? An enemy ZOC is no obstacle, want of supply is."""
    state = s.units[unit]
    if not renewable(s, unit):
        return NO_REPLACEMENTS
    if not state.hex or not state.reduced:
        return NOT_LOST
    if unit in rebuilt and s.counter(unit).camp == GERMAN:
        return NOT_THIS_TURN
    return too_dear(s, unit) or (UNSUPPLIED if state.supply != SUPPLIED else None)


@rule("11.2.3a", "11.2.3c", "11.2.3d", "11.2.4")
def rebuild_hexes(s: State, unit: UnitId) -> tuple[Hex, ...]:
    """Where a unit is rebuilt: with its own supplied headquarters, an independent with any of its force."""
    return tuple(s.units[hq].hex for hq in rebuilders(s, unit) if s.units[hq].supply == SUPPLIED)


def rebuilders(s: State, unit: UnitId) -> list[UnitId]:
    """The headquarters on the map with which a unit could be rebuilt, supplied or not."""
    piece = s.counter(unit)
    return [
        hq
        for hq in s.game.headquarters
        if s.units[hq].hex
        and s.counter(hq).force == piece.force
        and (piece.independent or commands(s.counter(hq), piece))
    ]


@rule("11.2a", "2.5.4c")
def why_not_rebuild(s: State, unit: UnitId) -> No | None:
    """May an eliminated unit come back?"""
    if not renewable(s, unit):
        return NO_REPLACEMENTS
    if s.units[unit].box != ELIMINATED:
        return NOT_LOST
    if s.counter(unit).formation == GD and s.tracks.get(GD_WITHDRAWN, 0) == 1:
        return GD_IS_AWAY
    no = too_dear(s, unit)
    if no is not None or rebuild_hexes(s, unit):
        return no
    return HQ_UNSUPPLIED if rebuilders(s, unit) else NO_HQ


class ReplacementSegment(Procedure[State], frozen=True):
    """11.2 Points of the turn are spent, the Germans first, and lost if unused; then idle headquarters go."""

    @rule("11.2a")
    def german(self, s: State) -> None:
        """The German player assigns his points first."""
        receive(s, GERMAN)
        s.enter(AssignReplacements(GERMAN, GERMAN))

    def soviet(self, s: State) -> None:
        """With three players the Fronts share the points, the 2nd choosing first on odd turns."""
        receive(s, SOVIET)
        if s.leader(FRONT_2) == SOVIET:
            s.enter(AssignReplacements(SOVIET, SOVIET))
            return
        order = (FRONT_2, FRONT_3) if s.turn % 2 else (FRONT_3, FRONT_2)
        for force in reversed(order):
            s.enter(AssignReplacements(force, force))

    @rule("11.1.3a", "11.1.3e")
    def idle(self, s: State) -> None:
        """On both sides headquarters with nothing to command leave the game."""
        s.track(POINTS, 0)
        for hq in idle_headquarters(s):
            s.remove_hq(hq, "11.1.3a")

    sequence = (german, soviet, idle)


@rule("11.2a", "11.2e")
def receive(s: State, camp: Side) -> None:
    """The points of the turn; their number is a figure of ours."""
    points = s.tables.turn[str(s.turn)].replacements[camp]
    s.track(POINTS, points)
    s.tell(PointsReceived(camp, points), rule="11.2e")


class AssignReplacements(Decision[State], frozen=True):
    """11.2 Points are spent one unit at a time, in any order."""

    words = "Replacement Segment: select a unit to restore or rebuild"
    under: ClassVar[str] = "11.2a"
    labels: ClassVar[Mapping[type[Action], str]] = {Done: "End Replacement Segment"}
    force: Side
    rebuilt: tuple[UnitId, ...] = ()

    def about(self, s: State) -> Subject:
        return Subject()  # no unit is in hand yet

    def click(self, s: State, on: UnitId | Hex | Hexside) -> Action | None:
        """A unit on the map is restored, one off it rebuilt."""
        if not isinstance(on, str):
            return None
        return Restore(on) if s.units[on].hex else Rebuild(on)

    def options(self, s: State) -> Iterator[Action]:
        yield from self.choices(s)
        yield Done()

    def choices(self, s: State) -> list[Action]:
        key = f"replacements {self.force} {self.rebuilt}"
        known: list[Action] | None = s.memo.get(key)
        if known is None:
            known = list(self.find(s)) if s.tracks.get(POINTS) else []
            s.memo[key] = known
        return known

    def find(self, s: State) -> Iterator[Action]:
        for id, unit in s.units.items():
            if (unit.reduced or unit.box == ELIMINATED) and self.own(s, id):
                if why_not_restore(s, id, self.rebuilt) is None:
                    yield Restore(id)
                elif why_not_rebuild(s, id) is None:
                    yield Rebuild(id)

    def own(self, s: State, unit: UnitId) -> bool:
        return self.force in (s.counter(unit).force, s.counter(unit).camp)

    def over(self, s: State) -> bool:
        return not self.choices(s)

    def take(self, s: State, action: Action) -> None:
        match action:
            case Restore(unit):
                cost = step_cost(s, unit)
                left = s.tracks[POINTS] - cost
                s.track(POINTS, left)
                s.mark(unit, reduced=False)
                s.tell_of(unit, Restored(unit, cost, left), rule="11.2a")
            case Rebuild(unit):
                s.enter(Rebuilding(unit=unit))
            case Done():
                s.leave()

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Restore(unit) | Rebuild(unit) if not self.own(s, unit):
                return OTHER_SIDE
            case Restore(unit) if unit in s.units:
                return why_not_restore(s, unit, self.rebuilt)
            case Rebuild(unit) if unit in s.units:
                return why_not_rebuild(s, unit)
        return None

    def reminders(self, s: State) -> tuple[Reminder, ...]:
        return (Reminder(say(s.game, PointsLeft(s.tracks.get(POINTS, 0)))),)


class Rebuilding(Procedure[State], frozen=True):
    """11.2.3 A rebuilt unit is placed with a headquarters and moves at once."""

    unit: UnitId
    hex: Hex = NOWHERE

    def place(self, s: State) -> None:
        hexes = rebuild_hexes(s, self.unit)
        if len(hexes) == 1:
            s.become(replace(self, hex=hexes[0]))
        else:
            s.enter(ChooseHeadquartersHex(s.leader(s.counter(self.unit).force), self.unit, hexes))

    @rule("11.2.3b", "7.1a", "11.1.4")
    def move(self, s: State) -> None:
        """It comes back reduced, may overstack for now, and moves by any kind of movement."""
        if not self.hex:
            return
        self.pay(s)
        s.mark(self.unit, reduced=True, supply=SUPPLIED)
        s.put(self.unit, self.hex)
        cost = step_cost(s, self.unit)
        s.tell(Rebuilt(self.unit, self.hex, cost, s.tracks[POINTS]), rule="11.2.3a")
        s.enter(move_of(s, self.unit, segment=False))

    @rule("11.2a", "11.2.2b")
    def pay(self, s: State) -> None:
        """The points are spent when the unit is placed, not when it is thought of."""
        s.track(POINTS, s.tracks[POINTS] - step_cost(s, self.unit))
        s.flow = tuple(
            replace(frame, rebuilt=(*frame.rebuilt, self.unit))
            if isinstance(frame, AssignReplacements)
            else frame
            for frame in s.flow
        )

    def check(self, s: State) -> None:
        check_room(s, self.unit)

    sequence = (place, move, check)


class ChooseHeadquartersHex(Decision[State], frozen=True):
    """11.2.3 The headquarters with which an independent is rebuilt."""

    words = "Replacement Segment: select the HQ hex where {unit} is rebuilt"
    under: ClassVar[str] = "11.2.3a"
    clicks = (Place,)
    fills = ("hex",)
    unit: UnitId
    hexes: tuple[Hex, ...]

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit)

    def options(self, s: State) -> Iterator[Action]:
        yield from map(Place, self.hexes)
        yield Cancel()

    def take(self, s: State, action: Action) -> None:
        match action:
            case Place(hex):
                s.leave(hex=hex)
            case Cancel():
                s.leave()

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Place(hex):
                there = [hq for hq in rebuilders(s, self.unit) if s.units[hq].hex == hex]
                return HQ_UNSUPPLIED if there else NO_HQ
        return None
