"""11.1, 11.2 How a unit comes onto the map."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.actions import Action, Cancel, Place
from bridgehead.core.flow import Decision, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.budziszyn1945.model.actions import Shift
from bridgehead.games.budziszyn1945.model.events import Entered, ShiftedZone, SomeoneEntered
from bridgehead.games.budziszyn1945.model.state import ACTED, HELD, SHIFTED, State, Unit, foes
from bridgehead.games.budziszyn1945.rules.marching import STOPPED, MoveUnit
from bridgehead.games.budziszyn1945.rules.movement import at, meets_unknown
from bridgehead.games.budziszyn1945.rules.reinforcements import (
    AMERICANS,
    SPARE_HQ,
    WAITING,
    entry_points,
    join_queue,
    near_zones,
    place_spare_hq,
    spare_towns,
    why_not_town,
)
from bridgehead.games.budziszyn1945.rules.zoc import in_enemy_zoc

NO_SHIFT = No("11.1.2", "this unit can enter only where its scenario says")
SHIFTS_BEFORE = No("11.2.2", "units change zones in the Movement Phase")
IN_ZONE = No("11.2.2", "this unit is already in this zone")
ZONES_AWAY = No("11.2.2", "this zone is more than 3 zones away")


@rule("11.1.3", "11.2.1", "11.2.2")
class EnterMap(Decision[State], frozen=True):
    """11.1 A reinforcement enters at a zone hex, shifts along the edge, or waits."""

    words = "enter {unit}, or move it to another zone"
    labels = {Place: "Enter at {hex}", Cancel: "Keep it waiting"}
    under = "11.1.2"
    clicks = (Place,)
    unit: UnitId
    strategic: bool = False

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit)

    def options(self, s: State) -> list[Action]:
        unit = s.units[self.unit]
        found: list[Action] = [Place(hex) for hex in self.places(s)]
        if unit.box == WAITING and not self.strategic:
            found.extend(Shift(zone) for zone in near_zones(s, unit, 3) if zone != unit.zone)
        return [*found, Cancel()]

    def places(self, s: State) -> Iterator[Hex]:
        """The hexes at which it may enter now, those of its own zones first."""
        unit = s.units[self.unit]
        if unit.box == SPARE_HQ:
            yield from spare_towns(s)
            return
        for zone in near_zones(s, unit, 1):
            for hex in s.game.ground.zones[zone]:
                if not isinstance(entry_points(s, unit, hex, strategic=self.strategic), No):
                    yield hex

    def take(self, s: State, action: Action) -> None:
        unit = s.units[self.unit]
        s.leave()
        if isinstance(action, Shift):
            s.mark(unit.id, zone=action.choice, done=unit.done | SHIFTED | HELD)
            s.tell(ShiftedZone(unit.id, action.choice), "11.2.2")
        elif isinstance(action, Place):
            if unit.box == SPARE_HQ:
                place_spare_hq(s, action.hex)
            else:
                self.enter(s, unit, action.hex)

    def enter(self, s: State, unit: Unit, hex: Hex) -> None:
        points = entry_points(s, unit, hex, strategic=self.strategic)
        assert not isinstance(points, No)
        start, left = points
        join_queue(s, hex, unit.cel)
        if unit.box == AMERICANS:
            s.track("american_day", s.turn)
            s.set(gates=s.gates | {hex})
        s.did(unit.id, ACTED | HELD)
        s.stir(unit.id)
        s.mark(unit.id, zone="")
        if meets_unknown(s, unit, hex):
            s.reveal()
        s.put(unit.id, hex)
        s.note(unit.id, Entered(unit.id, hex), "11.1.2")
        if not s.public(unit.id):
            s.tell(SomeoneEntered(unit.side, hex), "11.1.2", only=foes(s, unit.side))
        mp = STOPPED if in_enemy_zoc(s, unit.side, hex) else left
        s.enter(MoveUnit(self.side, unit.id, mp, start, self.strategic, moved=True, secondary=False))

    def why_not(self, s: State, action: Action) -> No | None:
        if isinstance(action, Place):
            if s.units[self.unit].box == SPARE_HQ:
                return why_not_town(s, action.hex)
            points = entry_points(s, s.units[self.unit], action.hex, strategic=self.strategic)
            return points if isinstance(points, No) else None
        return self.why_not_shift(s, action.choice) if isinstance(action, Shift) else None

    @rule("11.2.2")
    def why_not_shift(self, s: State, zone: str) -> No | None:
        unit = s.units[self.unit]
        if unit.box != WAITING:
            return NO_SHIFT
        if self.strategic:
            return SHIFTS_BEFORE
        if zone == unit.zone:
            return IN_ZONE
        return None if zone in near_zones(s, unit, 3) else ZONES_AWAY


def why_no_entry(s: State, unit: Unit, *, strategic: bool) -> No:
    """Why a unit that is due finds no way in: what closes a hex of its own zone, else of the next ones."""
    if unit.box == SPARE_HQ:
        reasons = [no for hex in sorted(s.game.ground.town) if (no := why_not_town(s, hex)) is not None]
    else:
        zones = near_zones(s, unit, 1)
        hexes = [hex for zone in zones for hex in s.game.ground.zones[zone]]
        tried = [(hex, entry_points(s, unit, hex, strategic=strategic)) for hex in hexes]
        reasons = [at(s, no, hex) for hex, no in tried if isinstance(no, No)]
    return reasons[0]
