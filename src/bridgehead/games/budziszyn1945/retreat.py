"""5.3 Retreat: the owner's way back, and what it costs to stand instead."""

from __future__ import annotations

from bridgehead.core.actions import Action, Done, MoveTo, Pick
from bridgehead.core.flow import Decision
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.budziszyn1945.actions import Lose
from bridgehead.games.budziszyn1945.data import hexside
from bridgehead.games.budziszyn1945.engineering import fixed_position
from bridgehead.games.budziszyn1945.events import Retreated
from bridgehead.games.budziszyn1945.losses import test_units
from bridgehead.games.budziszyn1945.movement import (
    BOUND_TO_CITY,
    CLOSED_GROUND,
    ENEMY_THERE,
    NOT_ADJACENT,
    bridge_stands,
    why_not_end,
    why_not_enter,
)
from bridgehead.games.budziszyn1945.state import RETREATED, State, Unit
from bridgehead.games.budziszyn1945.zoc import in_enemy_zoc, occupied_by_foe

NOT_AWAY = No("5.3.2", "every step of a retreat leads further from the hex of the combat")
INTO_ZOC = No("5.3.3", "a retreat does not enter an enemy ZOC where no friend stands")
TOO_WEAK = No("5.3.4", "the unit would lose its last CEL there")
NO_BRIDGE = No("5.3.5", "a retreat crosses a big river by a bridge only")
NO_ROOM = No("5.3.6", "no retreat may end in a full hex")
ROOTED = No("6.2.4b", "guns in combat setup and Resilience Groups cannot retreat")
SHORT = No("5.3.7", "units that fall short of the retreat must pay for it")


@rule("6.2.3", "6.2.4b", "15.2.1", "15.2.4")
def can_walk(s: State, id: UnitId) -> bool:
    """Guns in combat setup and Resilience Groups stay where they are."""
    counter = s.counter(id)
    return counter.mp > 0 and not (counter.guns and not s.units[id].transport)


@rule("5.3.2", "5.3.3", "5.3.4", "5.3.5", "3.1.2", "N.11", "T.20", "5.4.14")
def why_not_retreat(s: State, unit: Unit, here: Hex, to: Hex, origin: Hex) -> No | None:
    """Why a retreating unit may not take this step."""
    ground = s.game.ground
    if not s.game.board.adjacent(here, to):
        return NOT_ADJACENT
    if ground.distance(origin, to) <= ground.distance(origin, here):
        return NOT_AWAY
    if occupied_by_foe(s, unit.side, to):
        return ENEMY_THERE
    no = why_not_enter(s, unit, here, to)
    if no is not None:
        return no
    if ground.is_big(here, to) and not bridge_stands(s, hexside(here, to)):
        return NO_BRIDGE
    if in_enemy_zoc(s, unit.side, to):
        if not any(id != unit.id for id in s.stacks.get(to, ())):
            return INTO_ZOC
        if unit.cel < 2:
            return TOO_WEAK
    return None


def steps_back(s: State, unit: Unit, here: Hex, left: int, origin: Hex) -> list[Hex]:
    """5.3.6 The next hexes of a retreat from which it can come to a lawful end."""
    if left <= 0:
        return []
    found = []
    distance = s.game.ground.distance
    far = distance(origin, here)
    for each in s.game.board.near[here]:
        to = Hex(each)
        if distance(origin, to) <= far or why_not_retreat(s, unit, here, to, origin) is not None:
            continue
        if why_not_end(s, unit, to) is None:
            found.append(to)
            continue
        tired = replace(unit, cel=unit.cel - 1) if in_enemy_zoc(s, unit.side, to) else unit
        if steps_back(s, tired, to, left - 1, origin):
            found.append(to)
    return found


@rule("5.3.1", "5.3.7", "5.3.8b", "5.3.8d", "5.3.8c")
class Retreat(Decision[State], frozen=True):
    """5.3.8d The owner retreats his units one by one; whoever is not retreated stands."""

    words = "choose a unit to retreat up to {need} hexes, or stand"
    under = "5.3.7"
    need: int
    units: tuple[UnitId, ...]

    def able(self, s: State) -> list[UnitId]:
        return [id for id in self.units if self.can_retreat(s, id)]

    def can_retreat(self, s: State, id: UnitId) -> bool:
        unit: Unit = s.units[id]
        here = unit.hex
        return bool(here and can_walk(s, id) and steps_back(s, unit, here, self.need, here))

    def options(self, s: State) -> list[Action]:
        return [*(Pick(id) for id in self.able(s)), Done()]

    def take(self, s: State, action: Action) -> None:
        if isinstance(action, Pick):
            s.become(replace(self, units=tuple(id for id in self.units if id != action.unit)))
            unit: Unit = s.units[action.unit]
            s.enter(RetreatUnit(unit.side, unit.id, unit.hex, self.need))
        else:
            s.leave()

    def why_not(self, s: State, action: Action) -> No | None:
        if isinstance(action, Pick) and action.unit in self.units:
            if not can_walk(s, action.unit):
                return ROOTED
            unit: Unit = s.units[action.unit]
            for each in s.game.board.near[unit.hex]:
                no = why_not_retreat(s, unit, unit.hex, Hex(each), unit.hex)
                if no is not None and no not in (NOT_AWAY, CLOSED_GROUND, ENEMY_THERE):
                    return no
            return INTO_ZOC
        return None

    def over(self, s: State) -> bool:
        return not any(self.can_retreat(s, id) for id in self.units)


@rule("5.3.2", "5.3.4", "5.3.6", "5.3.7", "5.3.10")
class RetreatUnit(Decision[State], frozen=True):
    """5.3 One unit goes back hex by hex; it may stop early and pay for it."""

    words = "retreat {unit}, {left} hexes to go"
    under = "5.3.2"
    unit: UnitId
    origin: Hex
    left: int

    def options(self, s: State) -> list[Action]:
        unit: Unit = s.units[self.unit]
        found: list[Action] = [MoveTo(hex) for hex in steps_back(s, unit, unit.hex, self.left, self.origin)]
        if not found or self.may_stop(s):
            found.append(Done())
        return found

    def may_stop(self, s: State) -> bool:
        unit: Unit = s.units[self.unit]
        if unit.hex == self.origin:
            return True
        full = s.ledger["cels"][unit.hex] > s.game.tables.number.stacking
        mixed = 0 < s.ledger["americans"][unit.hex] < len(s.stacks[unit.hex])
        return not full and not mixed

    def take(self, s: State, action: Action) -> None:
        if not isinstance(action, MoveTo):
            s.leave()
            return
        s.become(replace(self, left=self.left - 1))
        step_back(s, self.unit, action.hex)

    def why_not(self, s: State, action: Action) -> No | None:
        unit: Unit = s.units[self.unit]
        if isinstance(action, MoveTo) and action.hex in s.game.board:
            no = why_not_retreat(s, unit, unit.hex, action.hex, self.origin)
            return no or (NO_ROOM if why_not_end(s, unit, action.hex) else BOUND_TO_CITY)
        return NO_ROOM if isinstance(action, Done) else None

    def over(self, s: State) -> bool:
        return self.left == 0 or not s.units[self.unit].hex


def step_back(s: State, id: UnitId, to: Hex) -> None:
    """One hex of a retreat, with the CEL a ZOC costs (5.3.4)."""
    unit: Unit = s.units[id]
    routs = dict(s.routs)
    path = routs.pop(id, (unit.hex,))
    s.set(routs=(*routs.items(), (id, (*path, to))))
    s.put(id, to)
    s.did(id, RETREATED)
    s.stir(id)
    s.tell(Retreated(id, (to,)), "5.3.2")
    if in_enemy_zoc(s, unit.side, to):
        s.lose(id, "5.3.4")


# --- standing instead


def shortfall(s: State, id: UnitId, need: int, *, attacking: bool) -> int:
    """5.3.8a, 7.2.6 The hexes a unit fell short; one fewer for who stands in fixed positions."""
    gone = len(dict(s.routs).get(id, (0,))) - 1
    short = need - gone
    if not attacking and not gone and fixed_position(s, s.units[id].hex) is not None:
        short -= 1
    return max(0, short)


@rule("5.3.7", "5.3.8a", "5.3.8b", "5.3.8c", "7.2.6", "6.2.4c", "6.2.4e", "5.1.9b")
class StandFirm(Decision[State], frozen=True):
    """5.3.8a CELs are lost by those who fell short until nobody left owes more hexes than were paid."""

    words = "choose who pays for standing (owed {owed})"
    under = "5.3.8a"
    units: tuple[UnitId, ...]
    need: int
    paid: int = 0
    stars: tuple[UnitId, ...] = ()
    attacking: bool = False
    owed: int = 0

    def short(self, s: State) -> dict[UnitId, int]:
        found = {
            id: shortfall(s, id, self.need, attacking=self.attacking) for id in self.units if s.units[id].hex
        }
        return {id: hexes for id, hexes in found.items() if hexes}

    def payers(self, s: State) -> list[UnitId]:
        short = self.short(s)
        return [id for id in self.stars if id in short] or list(short)

    def options(self, s: State) -> list[Action]:
        return [Lose(id) for id in self.payers(s)]

    def take(self, s: State, action: Action) -> None:
        assert isinstance(action, Lose)
        s.become(replace(self, paid=self.paid + 1, stars=(), owed=self.owed - 1))
        s.lose(action.unit, "5.3.7")

    def over(self, s: State) -> bool:
        return max(self.short(s).values(), default=0) <= self.paid

    def why_not(self, s: State, action: Action) -> No | None:
        return SHORT if isinstance(action, Lose) else None


def stand_firm(
    s: State, side: Side, units: tuple[UnitId, ...], need: int, stars: tuple[UnitId, ...], *, attacking: bool
) -> None:
    """Ask who pays; a single unit pays without being asked."""
    frame = StandFirm(side, units, need, 0, stars, attacking)
    short = frame.short(s)
    if len(short) == 1:
        ((id, owed),) = short.items()
        for _ in range(min(owed, s.units[id].cel)):
            s.lose(id, "5.3.7")
    elif short:
        s.enter(replace(frame, owed=max(short.values())))


@rule("5.3.9", "5.6.2d", "5.6.1")
def retreat_tests(s: State) -> None:
    """Units that went back together test together, once for each hex but the first."""
    groups: dict[tuple[Hex, ...], list[UnitId]] = {}
    for id, path in s.routs:
        if s.units[id].hex:
            groups.setdefault(path, []).append(id)
    for path, units in groups.items():
        for _ in range(len(path) - 2):
            test_units(s, tuple(units), "5.3.9")
