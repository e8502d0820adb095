"""Rules of one campaign at its beginning: defectors, setup losses, the Soviet air days."""

from __future__ import annotations

from bridgehead.core.actions import Action, Choose, Done, Place
from bridgehead.core.flow import Decision, Procedure, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.budziszyn1945.model.actions import Lose
from bridgehead.games.budziszyn1945.model.data import ALLIED, SOVIET
from bridgehead.games.budziszyn1945.model.events import (
    AirDaysChosen,
    DefectionRolled,
    RemovedBefore,
    StartsReduced,
)
from bridgehead.games.budziszyn1945.model.state import DEFECTED, State, Unit
from bridgehead.games.budziszyn1945.rules.losses import hexes_of
from bridgehead.games.budziszyn1945.rules.movement import (
    CLOSED_GROUND,
    ENEMY_THERE,
    NO_MIXED_STACK,
    STACK_FULL,
)
from bridgehead.games.budziszyn1945.rules.zoc import occupied_by_foe

OTHER_FORMATION = No("T.21", "these losses fall on another formation")
FLIP_FIRST = No("T.21", "units must be reduced before any is removed")
LAST_IN_HEX = No("T.21", "a counter of the formation must stay in each of its hexes")
REMOVED = "removed"
"""Taken off before play: counts for nobody (T.36)."""


@rule("T.21", "T.25", "T.36")
class SetupLosses(Decision[State], frozen=True):
    """T.21 The owner removes CELs from a formation before play, keeping a counter in each of its hexes."""

    words = "select a unit to start reduced ({left:CEL} left)"
    labels = {Lose: "Reduce {unit}"}
    under = "T.21"
    clicks = (Lose,)
    units: tuple[UnitId, ...]
    left: int

    def about(self, s: State) -> Subject:
        return Subject(hexes=hexes_of(s, self.units))

    def options(self, s: State) -> list[Action]:
        whole = [id for id in self.units if s.units[id].hex and s.units[id].cel > 1]
        return [Lose(id) for id in whole or self.spare(s)]

    def spare(self, s: State) -> list[UnitId]:
        """Units at their last CEL that are not alone of their formation in the hex."""
        there = [s.units[id] for id in self.units if s.units[id].hex]
        return [unit.id for unit in there if sum(each.hex == unit.hex for each in there) > 1]

    def take(self, s: State, action: Action) -> None:
        assert isinstance(action, Lose)
        unit = s.units[action.unit]
        if unit.cel > 1:
            s.mark(unit.id, cel=unit.cel - 1)
            s.note(unit.id, StartsReduced(unit.id, unit.cel - 1), "T.21")
        else:
            s.send(unit.id, REMOVED)
            s.tell(RemovedBefore(unit.id), "T.21", only=(self.side,))
        s.become(replace(self, left=self.left - 1))

    def why_not(self, s: State, action: Action) -> No | None:
        if not isinstance(action, Lose):
            return None
        if action.unit not in self.units or not s.units[action.unit].hex:
            return OTHER_FORMATION
        whole = any(s.units[id].hex and s.units[id].cel > 1 for id in self.units)
        return FLIP_FIRST if whole else LAST_IN_HEX

    def over(self, s: State) -> bool:
        return not self.left or not any(True for _ in self.options(s))


# --- T.3 the Soviet air days


DAY_TAKEN = No("T.3", "air support is already planned for this day")
NO_SUCH_DAY = No("T.3", "choose one of the days of the game")


@rule("T.3", "T.30a")
class AirDays(Decision[State], frozen=True):
    """T.3 The Soviet player keeps three days of air support for himself to choose, in secret."""

    words = "select the day for {sp} air SP"
    under = "T.3"
    sp: int

    def options(self, s: State) -> list[Action]:
        days = range(1, s.game.tables.calendar["two_stars"].turns + 1)
        return [Choose(f"day {day}") for day in days if day not in s.air_days]

    def take(self, s: State, action: Action) -> None:
        assert isinstance(action, Choose)
        s.leave()
        day = int(action.choice.split()[1])
        s.set(air_days={**s.air_days, day: self.sp})
        s.tell(AirDaysChosen(self.sp, day), "T.3", only=(SOVIET,))

    def why_not(self, s: State, action: Action) -> No | None:
        if not isinstance(action, Choose):
            return None
        days = s.game.tables.calendar["two_stars"].turns
        return DAY_TAKEN if action.choice in (f"day {day}" for day in range(1, days + 1)) else NO_SUCH_DAY


# --- T.4 Polish defection


@rule("T.4a", "T.4c", "T.30a", "T.36")
class Defections(Procedure[State], frozen=True):
    """T.4a One die for every Polish counter, in their order; defectors are placed as they come."""

    waiting: tuple[UnitId, ...]

    def next_unit(self, s: State) -> None:
        id, *rest = self.waiting
        s.become(replace(self, waiting=tuple(rest)))
        roll_defection(s, id)

    sequence = (next_unit,)

    def again(self, s: State) -> bool:
        return bool(self.waiting)


RESULTS = (
    "joins the Allies",
    "joins the Allies and loses a CEL",
    "loses a CEL",
    "is disorganized",
    "stays",
    "stays",
)


@rule("T.4a", "T.4c", "T.5")
def roll_defection(s: State, id: UnitId) -> None:
    die = s.roll(6)
    s.tell(DefectionRolled(id, die, RESULTS[die - 1]), "T.4a")
    if die in (2, 3):
        cel = s.units[id].cel - 1
        if not cel:
            s.send(id, REMOVED)
            return
        s.mark(id, cel=cel)
    if die in (1, 2):
        s.send(id, "defected")
        s.mark(id, side=ALLIED, done=s.units[id].done | DEFECTED)
        s.enter(PlaceDefector(ALLIED, id))
    elif die == 4:
        s.mark(id, disorganized=max(1, s.tick))


@rule("T.4b", "T.13")
class PlaceDefector(Decision[State], frozen=True):
    """T.4b A defector is placed with any American headquarters, or as near to it as there is room."""

    words = "place {unit} with an American HQ"
    labels = {Done: "Remove it: there is no room"}
    under = "T.4b"
    clicks = (Place,)
    unit: UnitId

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit)

    def options(self, s: State) -> list[Action]:
        return [Place(hex) for hex in self.places(s)] or [Done()]

    def places(self, s: State) -> list[Hex]:
        unit = s.units[self.unit]
        centres = [
            s.units[id].hex for id in s.game.hqs if s.units[id].hex and s.counter(id).nation == "american"
        ]
        if not centres:
            centres = [hex for hex in sorted(s.stacks) if s.ledger["americans"][hex]]
        room = [hex for hex in s.game.board.hexes if has_room(s, unit, hex)]
        found: dict[Hex, None] = {}
        for centre in centres:
            away = {hex: s.game.ground.distance(centre, hex) for hex in room}
            nearest = min(away.values(), default=0)
            found.update({hex: None for hex in room if away[hex] == nearest})
        return list(found)

    def take(self, s: State, action: Action) -> None:
        s.leave()
        if isinstance(action, Place):
            s.put(self.unit, action.hex)
        else:
            s.send(self.unit, REMOVED)

    def why_not(self, s: State, action: Action) -> No | None:
        if not isinstance(action, Place):
            return None
        return why_not_room(s, s.units[self.unit], action.hex) or NEARER_ROOM


NOT_AMERICAN = No("T.4b", "the Americans don't control this hex")
NEARER_ROOM = No("T.4b", "there is room nearer to an American HQ")


def has_room(s: State, unit: Unit, hex: Hex) -> bool:
    return why_not_room(s, unit, hex) is None


@rule("T.4b", "T.13")
def why_not_room(s: State, unit: Unit, hex: Hex) -> No | None:
    """Why a defector cannot be placed in a hex, however near."""
    if s.control[hex] != 3:
        return NOT_AMERICAN
    if s.game.ground.enter(s.counter(unit.id).cls, hex) is None:
        return CLOSED_GROUND
    if occupied_by_foe(s, ALLIED, hex):
        return ENEMY_THERE
    if s.stacks.get(hex) and not s.ledger["americans"][hex]:
        return NO_MIXED_STACK
    full = s.ledger["cels"][hex] + unit.cel > s.game.tables.number.stacking
    return STACK_FULL if full else None


# --- free placement


FEW = 20
"""Hexes that can be shown as the places a unit is for; an area is more."""
OTHER_HEXES = No("N.26", "the set-up places this unit elsewhere")
ONE_EACH = No("T.20", "this hex already has a unit of the formation")
EMPTY_FIRST = No("T.20", "another listed hex must get a unit of the formation first")
NO_ROOM = No("3.2.1b", "this hex would hold more than 8 CELs")


@rule("N.15", "N.16", "N.26", "T.20", "T.26", "T.30a", "3.2.1b")
class PlaceUnits(Decision[State], frozen=True):
    """The owner places units of his set-up that have a choice of hexes, one after the other."""

    words = "place {unit}"
    under = "3.2.1b"
    clicks = (Place,)
    unit: UnitId
    waiting: tuple[UnitId, ...]
    mode: str
    hexes: tuple[Hex, ...]
    fortified: bool

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit, hexes=self.hexes if len(self.hexes) < FEW else ())

    def options(self, s: State) -> list[Action]:
        return [Place(hex) for hex in self.places(s)]

    def places(self, s: State) -> list[Hex]:
        room = s.game.tables.number.stacking - s.units[self.unit].cel
        cls = self.cls(s)
        found = [
            hex
            for hex in self.hexes
            if s.ledger["cels"][hex] <= room and s.game.ground.enter(cls, hex) is not None
        ]
        if self.mode == "one_each":
            taken = {s.units[id].hex for id in s.game.group_of[self.unit]}
            found = [hex for hex in found if hex not in taken]
        if self.mode == "among":
            return self.none_left_empty(s, found)
        return found

    def cls(self, s: State) -> str:
        """Whoever cannot move is carried like men on foot."""
        found = s.counter(self.unit).cls
        return "foot" if found == "static" else found

    def none_left_empty(self, s: State, found: list[Hex]) -> list[Hex]:
        """Each listed hex gets at least one unit of the formation where there are enough."""
        mates = s.game.group_of[self.unit]
        bare = [hex for hex in self.hexes if not any(id in mates for id in s.stacks.get(hex, ()))]
        if len(bare) > len(self.waiting) and any(hex in bare for hex in found):
            return [hex for hex in found if hex in bare]
        return found

    def take(self, s: State, action: Action) -> None:
        assert isinstance(action, Place)
        s.put(self.unit, action.hex)
        if self.fortified:
            s.dig(action.hex, s.units[self.unit].side)
        if self.waiting:
            s.become(replace(self, unit=self.waiting[0], waiting=self.waiting[1:]))
        else:
            s.leave()

    def why_not(self, s: State, action: Action) -> No | None:
        if not isinstance(action, Place):
            return None
        hex, unit = action.hex, s.units[self.unit]
        if hex not in self.hexes:
            return OTHER_HEXES
        if s.ledger["cels"][hex] + unit.cel > s.game.tables.number.stacking:
            return NO_ROOM
        if s.game.ground.enter(self.cls(s), hex) is None:
            return CLOSED_GROUND
        return ONE_EACH if self.mode == "one_each" else EMPTY_FIRST
