"""5.3 Retreat: the owner's way back, and what it costs to stand instead."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.actions import Action, Cancel, Done, MoveTo, Pick
from bridgehead.core.flow import Decision, Procedure, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.budziszyn1945.model.actions import Lose
from bridgehead.games.budziszyn1945.model.data import hexside
from bridgehead.games.budziszyn1945.model.events import Retreated, RetreatShort
from bridgehead.games.budziszyn1945.model.state import RETREATED, State, Unit
from bridgehead.games.budziszyn1945.rules.elimination import lose
from bridgehead.games.budziszyn1945.rules.engineering import fixed_position
from bridgehead.games.budziszyn1945.rules.losses import ABILITY_FIRST, hexes_of, test_units
from bridgehead.games.budziszyn1945.rules.movement import (
    BOUND_TO_CITY,
    CLOSED_GROUND,
    ENEMY_THERE,
    NOT_ADJACENT,
    STACK_FULL,
    at,
    bridge_stands,
    why_not_end,
    why_not_enter,
)
from bridgehead.games.budziszyn1945.rules.zoc import in_enemy_zoc, occupied_by_foe

NOT_AWAY = No("5.3.2", "each hex of a retreat must be farther from the hex of the combat")
INTO_ZOC = No("5.3.3", "this hex is in an enemy ZOC and holds no friendly unit")
TOO_WEAK = No("5.3.4", "this unit would lose its last CEL there")
NO_BRIDGE = No("5.3.5", "a retreat can cross a big river only by a bridge")
NO_ROOM = No("5.3.6", "this hex would hold more than 8 CELs: a retreat can't end there")
ROOTED = No("6.2.4b", "artillery in combat setup can't retreat")
NEVER_MOVES = No("15.2.1", "Resilience Groups never move or retreat")
BUILDING = No("14.3.4", "this HQ is building a bridge and stays in its hex")
HAS_RETREATED = No("5.3.1", "this unit has already retreated")
NOT_RETREATING = No("5.3.1", "this unit does not have to retreat")
FAR_ENOUGH = No("5.3.7", "this unit retreated the full distance")
NOT_TO_PAY = No("5.3.8b", "this unit did not have to retreat")
NOT_BEGUN = No("5.3.7", "this unit has not retreated yet: cancel to put it back")
ON_THE_WAY = No("5.3.1", "this unit has already begun its retreat")
SHORT = No("5.3.7", "units that did not retreat the full distance must lose CELs")


@rule("6.2.3", "6.2.4b", "15.2.1", "15.2.4", "14.3.4")
def why_not_walk(s: State, id: UnitId) -> No | None:
    """Guns in combat setup, Resilience Groups and headquarters that build a bridge stay where they are."""
    counter = s.counter(id)
    if not counter.mp:
        return NEVER_MOVES
    if counter.guns and not s.units[id].transport:
        return ROOTED
    return BUILDING if id in s.works else None


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
        to = each
        if distance(origin, to) <= far or why_not_retreat(s, unit, here, to, origin) is not None:
            continue
        tired = tired_in(s, unit, to)
        if why_not_end(s, tired, to) is None:
            found.append(to)
            continue
        if steps_back(s, tired, to, left - 1, origin):
            found.append(to)
    return found


@rule("5.3.4", "5.3.6")
def tired_in(s: State, unit: Unit, to: Hex) -> Unit:
    """A retreating unit as it arrives in a hex: the CEL that a ZOC costs is gone before stacking counts."""
    return replace(unit, cel=unit.cel - 1) if in_enemy_zoc(s, unit.side, to) else unit


@rule("5.3.1", "5.3.7", "5.3.8b", "5.3.8d", "5.3.8c")
class Retreat(Decision[State], frozen=True):
    """5.3.8d The owner retreats his units one by one; whoever is not retreated stands."""

    words = "select a unit to retreat ({need:hex})"
    labels = {Pick: "Retreat {unit}", Done: "End retreat"}
    under = "5.3.7"
    clicks = (Pick,)
    need: int
    units: tuple[UnitId, ...]
    striker: str = ""
    """T.35 The nation before which they give way."""

    def about(self, s: State) -> Subject:
        return Subject(hexes=hexes_of(s, self.units))

    def able(self, s: State) -> list[UnitId]:
        return [id for id in self.units if self.can_retreat(s, id)]

    def can_retreat(self, s: State, id: UnitId) -> bool:
        unit = s.units[id]
        here = unit.hex
        ready = here and id not in dict(s.routs) and why_not_walk(s, id) is None
        return bool(ready and steps_back(s, unit, here, self.need, here))

    def options(self, s: State) -> list[Action]:
        return [*(Pick(id) for id in self.able(s)), Done()]

    def take(self, s: State, action: Action) -> None:
        if isinstance(action, Pick):
            unit = s.units[action.unit]
            s.enter(RetreatUnit(unit.side, unit.id, unit.hex, self.need, self.striker))
        else:
            s.leave()

    def why_not(self, s: State, action: Action) -> No | None:
        if not isinstance(action, Pick):
            return None
        if action.unit in dict(s.routs):
            return HAS_RETREATED
        if action.unit not in self.units or not s.units[action.unit].hex:
            return NOT_RETREATING
        return why_not_walk(s, action.unit) or why_not_go_back(s, s.units[action.unit])

    def over(self, s: State) -> bool:
        return not any(self.can_retreat(s, id) for id in self.units)


@rule("5.3.2", "5.3.4", "5.3.6", "5.3.7", "5.3.10")
class RetreatUnit(Decision[State], frozen=True):
    """5.3 One unit goes back hex by hex; it may stop early and pay for it."""

    words = "retreat {unit} ({left:hex} to go)"
    labels = {MoveTo: "Retreat to {hex}", Done: "End retreat here", Cancel: "Cancel retreat"}
    under = "5.3.2"
    clicks = (MoveTo,)
    unit: UnitId
    origin: Hex
    left: int
    striker: str = ""

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit, hexes=(self.origin,))

    def options(self, s: State) -> list[Action]:
        unit = s.units[self.unit]
        found: list[Action] = [MoveTo(hex) for hex in steps_back(s, unit, unit.hex, self.left, self.origin)]
        if unit.hex == self.origin:
            found.append(Cancel())
        elif not found or self.may_stop(s):
            found.append(Done())
        return found

    def may_stop(self, s: State) -> bool:
        unit = s.units[self.unit]
        full = s.ledger["cels"][unit.hex] > s.game.tables.number.stacking
        mixed = 0 < s.ledger["americans"][unit.hex] < len(s.stacks[unit.hex])
        return not full and not mixed

    def take(self, s: State, action: Action) -> None:
        if not isinstance(action, MoveTo):
            s.leave()
            return
        s.become(replace(self, left=self.left - 1))
        step_back(s, self.unit, action.hex, self.striker)

    def why_not(self, s: State, action: Action) -> No | None:
        unit = s.units[self.unit]
        if isinstance(action, MoveTo) and action.hex in s.game.board:
            no = why_not_retreat(s, unit, unit.hex, action.hex, self.origin)
            return no or no_room(s, unit, action.hex)
        if isinstance(action, Cancel):
            return ON_THE_WAY
        if not isinstance(action, Done):
            return None
        return NOT_BEGUN if unit.hex == self.origin else NO_ROOM

    def over(self, s: State) -> bool:
        return self.left == 0


def no_room(s: State, unit: Unit, hex: Hex) -> No | None:
    """5.3.6 Why a retreat may not end in a hex that it may enter."""
    no = why_not_end(s, tired_in(s, unit, hex), hex)
    return NO_ROOM if no is STACK_FULL else no


def why_not_go_back(s: State, unit: Unit) -> No | None:
    """Why a unit that could walk finds no way back: what closes the likeliest hex, and where."""
    reasons = [
        at(s, no, to)
        for to in s.game.board.near[unit.hex]
        if (no := why_not_retreat(s, unit, unit.hex, to, unit.hex) or no_room(s, unit, to)) is not None
    ]
    return min(reasons, key=lambda no: HARDNESS.get(no.rule, 0), default=None)


HARDNESS = {NO_BRIDGE.rule: 1, ENEMY_THERE.rule: 2, BOUND_TO_CITY.rule: 3, CLOSED_GROUND.rule: 4}
"""What closes a hex for longer is named later."""


def step_back(s: State, id: UnitId, to: Hex, striker: str) -> None:
    """One hex of a retreat, with the CEL a ZOC costs (5.3.4)."""
    unit = s.units[id]
    routs = dict(s.routs)
    path = routs.pop(id, (unit.hex,))
    s.set(routs=(*routs.items(), (id, (*path, to))))
    s.put(id, to)
    s.did(id, RETREATED)
    s.stir(id)
    s.tell(Retreated(id, (unit.hex, to)), "5.3.2")
    if in_enemy_zoc(s, unit.side, to):
        lose(s, id, "5.3.4", striker)


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

    words = "select a unit to lose CELs instead of retreating ({owed} left)"
    under = "5.3.8a"
    clicks = (Lose,)
    units: tuple[UnitId, ...]
    need: int
    paid: int = 0
    stars: tuple[UnitId, ...] = ()
    attacking: bool = False
    owed: int = 0
    striker: str = ""

    def about(self, s: State) -> Subject:
        return Subject(hexes=hexes_of(s, self.units))

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
        lose(s, action.unit, "5.3.7", self.striker)

    def over(self, s: State) -> bool:
        return max(self.short(s).values(), default=0) <= self.paid

    def why_not(self, s: State, action: Action) -> No | None:
        if not isinstance(action, Lose):
            return SHORT
        if action.unit in self.short(s):
            return ABILITY_FIRST
        return FAR_ENOUGH if action.unit in self.units else NOT_TO_PAY


def stand_firm(
    s: State,
    side: Side,
    units: tuple[UnitId, ...],
    need: int,
    stars: tuple[UnitId, ...],
    striker: str,
    *,
    attacking: bool,
) -> None:
    """Ask who pays; a single unit pays without being asked."""
    frame = StandFirm(side, units, need, 0, stars, attacking, striker=striker)
    short = frame.short(s)
    if short:
        s.tell(RetreatShort(max(short.values())), "5.3.7")
    if len(short) == 1:
        ((id, owed),) = short.items()
        for _ in range(min(owed, s.units[id].cel)):
            lose(s, id, "5.3.7", striker)
    elif short:
        s.enter(replace(frame, owed=max(short.values())))


@rule("5.3.9", "5.6.2d", "5.6.1")
def retreat_tests(s: State) -> Iterator[RetreatTest]:
    """Units that went back together test together, once for each hex but the first."""
    groups: dict[tuple[Hex, ...], list[UnitId]] = {}
    for id, path in s.routs:
        if s.units[id].hex:
            groups.setdefault(path, []).append(id)
    for path, units in groups.items():
        for _ in range(len(path) - 2):
            yield RetreatTest(units=tuple(units))


class RetreatTest(Procedure[State], frozen=True, kw_only=True):
    """5.3.9 One test of units that went back together; a frame of its own, for odds to stop at."""

    units: tuple[UnitId, ...]

    def roll(self, s: State) -> None:
        test_units(s, self.units, "5.3.9")

    sequence = (roll,)
