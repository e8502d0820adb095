"""9.0 Replacements."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.actions import Action, Done, Pick, Place
from bridgehead.core.flow import Decision
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.eastprussia1914.events import UnitRebuilt, UnitRestored
from bridgehead.games.eastprussia1914.special import bound_of
from bridgehead.games.eastprussia1914.stacking import why_not_stack
from bridgehead.games.eastprussia1914.state import (
    OOS,
    State,
    Unit,
    controller,
    corps_hq,
    enemy_in,
    hqs_on_map,
    is_garrison,
    is_hq,
    take_control,
)
from bridgehead.games.eastprussia1914.zoc import in_enemy_zoc

NO_POINTS = No("9.1", "not enough replacement points are left")
FULL_STRENGTH = No("9.2", "the unit is at full strength")
CANNOT = No("9.2", "garrisons, one-step units and HQs receive no replacements")
IS_OOS = No("9.3", "a unit out of supply receives no replacements")
IS_ISOLATED = No("9.3b", "an isolated unit receives no replacements")
GIVEN = No("9.4b", "the unit has already received a point in this segment")
LOST_ISOLATED = No("9.4", "a unit eliminated while isolated cannot be rebuilt")
NO_HOME = No("9.4", "no HQ in supply or city of its own where the unit could be rebuilt")
NOT_IN_PLAY = No("9.4", "only a reduced unit on the map or an eliminated one is restored")
BAD_PLACE = No("9.4b", "a rebuilt unit is placed with its HQ or in a home city, or beside it if that is full")


@rule("9.2", "9.3", "9.3b", "9.4", "9.4b", "11.3.2c")
def why_not_replace(s: State, unit: Unit, points: int, given: tuple[UnitId, ...]) -> No | None:
    """9.0 Why a unit may not be restored or rebuilt now."""
    costs = s.tables.file.replacement
    if is_hq(s, unit) or is_garrison(s, unit) or s.game.counters[unit.id].steps < 2:
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
            Hex(hex)
            for hex in sorted(s.ground.cities)
            if s.ground.home[hex] == unit.side
            and controller(s, Hex(hex)) == unit.side
            and not enemy_in(s, Hex(hex), unit.side)
        ]
    centres = [hq.hex for hq in hqs if not hq.supply] + cities
    return [hex for hex in dict.fromkeys(centres) if not in_enemy_zoc(s, hex, unit.side)]


@rule("9.4", "9.4b")
def rebuild_hexes(s: State, unit: Unit) -> list[Hex]:
    """9.4b The centre itself; if it is full, a free adjacent hex within stacking."""
    found: list[Hex] = []
    outside = s.ground.bounds[bound_of(s, unit)]
    for centre in rebuild_centres(s, unit):
        if why_not_stack(s, unit, centre) is None:
            found.append(centre)
            continue
        for to in s.ground.board.near[centre]:
            hex = Hex(to)
            free = not (enemy_in(s, hex, unit.side) or in_enemy_zoc(s, hex, unit.side) or outside[hex])
            if free and hex not in s.ground.impassable and why_not_stack(s, unit, hex) is None:
                found.append(hex)
    return [hex for hex in dict.fromkeys(found) if not outside[hex]]


@rule("3.2", "9.1", "9.2")
class Replacements(Decision[State], frozen=True):
    """9.1 The side spends its replacement points; what is not spent is lost."""

    words = "spend replacement points ({points} left), or end the segment"
    under = "9.1"
    points: int
    given: tuple[UnitId, ...] = ()

    def options(self, s: State) -> Iterator[Action]:
        for unit in s.units.values():
            if unit.side == self.side and why_not_replace(s, unit, self.points, self.given) is None:
                yield Pick(unit.id)
        yield Done()

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in s.units and s.units[unit].side == self.side:
                return why_not_replace(s, s.units[unit], self.points, self.given)
        return None

    def over(self, s: State) -> bool:
        return self.points == 0 or all(isinstance(action, Done) for action in self.options(s))

    def take(self, s: State, action: Action) -> None:
        costs = s.tables.file.replacement
        match action:
            case Pick(unit):
                given = (*self.given, unit)
                if s.units[unit].hex:
                    s.become(replace(self, points=self.points - costs.flip, given=given))
                    s.mark(unit, steps=s.units[unit].steps + 1)
                    s.tell(UnitRestored(unit), rule="9.2")
                else:
                    s.become(replace(self, points=self.points - costs.rebuild, given=given))
                    s.enter(Rebuild(self.side, unit))
            case Done():
                s.leave()


@rule("9.4", "9.4b", "11.1c")
class Rebuild(Decision[State], frozen=True):
    """9.4 An eliminated unit returns at reduced strength."""

    words = "place the rebuilt {unit}"
    under = "9.4"
    unit: UnitId

    def options(self, s: State) -> Iterator[Action]:
        yield from (Place(hex) for hex in rebuild_hexes(s, s.units[self.unit]))

    def why_not(self, s: State, action: Action) -> No | None:
        return BAD_PLACE if isinstance(action, Place) else None

    def take(self, s: State, action: Action) -> None:
        match action:
            case Place(hex):
                s.mark(self.unit, steps=1, supply="")
                s.put(self.unit, hex)
                take_control(s, hex, self.side)
                s.tell(UnitRebuilt(self.unit, hex), rule="9.4")
                s.leave()
