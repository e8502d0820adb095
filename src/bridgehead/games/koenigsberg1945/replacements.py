"""11.2 Replacements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from bridgehead.core.actions import Action, Done, Place
from bridgehead.core.flow import Decision, Procedure, Reminder
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import NOWHERE, Hex, Side, UnitId, replace
from bridgehead.games.koenigsberg1945.activation import commands, idle_headquarters
from bridgehead.games.koenigsberg1945.data import FRONT_2, FRONT_3, GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.events import Rebuilt, Restored
from bridgehead.games.koenigsberg1945.movement import move_of
from bridgehead.games.koenigsberg1945.reinforcements import check_room
from bridgehead.games.koenigsberg1945.special import GD, GD_WITHDRAWN
from bridgehead.games.koenigsberg1945.state import SUPPLIED, State

POINTS = "replacement_points"

NOT_LOST = No("11.2a", "replacements restore lost steps and rebuild eliminated units")
NO_REPLACEMENTS = No("11.2c", "one-step units and units that cannot move receive no replacements")
UNSUPPLIED = No("11.2.4", "units and headquarters without supply receive no replacements")
TOO_DEAR = No("11.2a", "there are not enough replacement points")
NOT_THIS_TURN = No("11.2.2b", "a German unit rebuilt this turn gets its second step in a later one")
NO_HQ = No("11.2.3a", "no supplied headquarters is there to rebuild it")
GD_IS_AWAY = No("2.5.4c", "the Grossdeutschland Corps is withdrawn")


class Restore(Action, frozen=True):
    """11.2 A reduced unit regains its step."""

    words = "Restore {unit}"
    unit: UnitId


class Rebuild(Action, frozen=True):
    """11.2 An eliminated unit comes back reduced."""

    words = "Rebuild {unit}"
    unit: UnitId


@rule("11.2.1a", "11.2.1b", "11.2.2a")
def step_cost(s: State, unit: UnitId) -> int:
    """One point a Soviet step or a German foot step, two a German mechanized one."""
    piece = s.counter(unit)
    costs = s.book.tables.replacements
    if piece.camp == SOVIET:
        return costs.soviet_step
    return costs.german_mech_step if piece.mech else costs.german_foot_step


@rule("11.2c")
def why_not_replace(s: State, unit: UnitId) -> No | None:
    """May a unit receive replacements at all?"""
    piece = s.counter(unit)
    if not piece.combat or piece.back is None or not piece.full.movement:
        return NO_REPLACEMENTS
    return TOO_DEAR if step_cost(s, unit) > s.tracks.get(POINTS, 0) else None


@rule("11.2a", "11.2b", "11.2.2b", "11.2.4", "11.2d")
def why_not_restore(s: State, unit: UnitId, rebuilt: tuple[UnitId, ...]) -> No | None:
    """May a unit on the map regain its step? An enemy ZOC is no obstacle, want of supply is."""
    state = s.units[unit]
    if not state.hex or not state.reduced:
        return NOT_LOST
    if unit in rebuilt and s.counter(unit).camp == GERMAN:
        return NOT_THIS_TURN
    return why_not_replace(s, unit) or (UNSUPPLIED if state.supply != SUPPLIED else None)


@rule("11.2.3a", "11.2.3c", "11.2.3d", "11.2.4")
def rebuild_hexes(s: State, unit: UnitId) -> tuple[Hex, ...]:
    """Where a unit is rebuilt: with its own supplied headquarters, an independent with any of its force."""
    piece = s.counter(unit)
    return tuple(
        s.units[hq].hex
        for hq in s.book.headquarters
        if s.units[hq].hex
        and s.units[hq].supply == SUPPLIED
        and s.counter(hq).force == piece.force
        and (piece.independent or commands(s.counter(hq), piece))
    )


@rule("11.2a", "2.5.4c")
def why_not_rebuild(s: State, unit: UnitId) -> No | None:
    """May an eliminated unit come back?"""
    if s.units[unit].box != ELIMINATED:
        return NOT_LOST
    if s.counter(unit).formation == GD and s.tracks.get(GD_WITHDRAWN, 0) == 1:
        return GD_IS_AWAY
    return why_not_replace(s, unit) or (None if rebuild_hexes(s, unit) else NO_HQ)


class ReplacementSegment(Procedure[State], frozen=True):
    """11.2 Points of the turn are spent, the Germans first, and lost if unused; then idle headquarters go."""

    @rule("11.2a")
    def german(self, s: State) -> None:
        """The German player assigns his points first."""
        s.track(POINTS, s.book.tables.turn[str(s.turn)].replacements[GERMAN])
        s.enter(AssignReplacements(GERMAN, GERMAN))

    def soviet(self, s: State) -> None:
        """With three players the Fronts share the points, the 2nd choosing first on odd turns."""
        s.track(POINTS, s.book.tables.turn[str(s.turn)].replacements[SOVIET])
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


class AssignReplacements(Decision[State], frozen=True):
    """11.2 Points are spent one unit at a time, in any order."""

    words = "restore or rebuild a unit, or end the replacements"
    under: ClassVar[str] = "11.2a"
    force: Side
    rebuilt: tuple[UnitId, ...] = ()

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
        pieces = s.book.pieces
        for id, unit in s.units.items():
            if (unit.reduced or unit.box == ELIMINATED) and self.force in (pieces[id].force, pieces[id].camp):
                if why_not_restore(s, id, self.rebuilt) is None:
                    yield Restore(id)
                elif why_not_rebuild(s, id) is None:
                    yield Rebuild(id)

    def over(self, s: State) -> bool:
        return not self.choices(s)

    def take(self, s: State, action: Action) -> None:
        match action:
            case Restore(unit):
                cost = step_cost(s, unit)
                s.track(POINTS, s.tracks[POINTS] - cost)
                s.mark(unit, reduced=False)
                s.tell_of(unit, Restored(unit, cost), rule="11.2a")
            case Rebuild(unit):
                s.track(POINTS, s.tracks[POINTS] - step_cost(s, unit))
                s.become(replace(self, rebuilt=(*self.rebuilt, unit)))
                s.enter(Rebuilding(unit=unit))
            case Done():
                s.leave()

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Restore(unit) if unit in s.units:
                return why_not_restore(s, unit, self.rebuilt)
            case Rebuild(unit) if unit in s.units:
                return why_not_rebuild(s, unit)
        return None

    def reminders(self, s: State) -> tuple[Reminder, ...]:
        return (Reminder(f"{s.tracks.get(POINTS, 0)} replacement points are lost"),)


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
        s.mark(self.unit, reduced=True, supply=SUPPLIED)
        s.put(self.unit, self.hex)
        s.tell(Rebuilt(self.unit, self.hex, step_cost(s, self.unit)), rule="11.2.3a")
        s.enter(move_of(s, self.unit, segment=False))

    def check(self, s: State) -> None:
        check_room(s, self.unit)

    sequence = (place, move, check)


class ChooseHeadquartersHex(Decision[State], frozen=True):
    """11.2.3 The headquarters with which an independent is rebuilt."""

    words = "choose the headquarters with which {unit} is rebuilt"
    under: ClassVar[str] = "11.2.3a"
    unit: UnitId
    hexes: tuple[Hex, ...]

    def options(self, s: State) -> Iterator[Action]:
        yield from map(Place, self.hexes)

    def take(self, s: State, action: Action) -> None:
        assert isinstance(action, Place)
        s.leave(hex=action.hex)

    def why_not(self, s: State, action: Action) -> No | None:
        return NO_HQ
