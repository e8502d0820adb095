"""2.2.3 The Movement Phase and 2.2.5 the Strategic Movement Phase, unit by unit."""

from __future__ import annotations

from bridgehead.core.actions import Action, Done, MoveTo, Pick
from bridgehead.core.flow import Decision, Reminder, Route
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.budziszyn1945 import engineering as works
from bridgehead.games.budziszyn1945.actions import (
    BuildBridge,
    ChangeSetup,
    Demolish,
    Dig,
    ForceMarch,
    LeaveMap,
    MarkStrategic,
    Repair,
    Restore,
)
from bridgehead.games.budziszyn1945.interdiction import attack_waders
from bridgehead.games.budziszyn1945.data import hexside
from bridgehead.games.budziszyn1945.events import (
    Marched,
    MarkedStrategic,
    Overran,
    Restored,
    SetupChanged,
    SomeoneMarched,
    UnitGone,
)
from bridgehead.games.budziszyn1945.ground import MP
from bridgehead.games.budziszyn1945.movement import (
    GUNS_IN_PLACE,
    TOO_FAR,
    Reach,
    bridge_stands,
    entry_cost,
    overstacked,
    starting_mp,
    why_not_end,
)
from bridgehead.games.budziszyn1945.reinforcements import EnterMap, leave_map, leaving_cost, may_enter
from bridgehead.games.budziszyn1945.state import (
    ACTED,
    BARRAGED,
    DUG,
    FIRED,
    FOUGHT,
    HELD,
    MARKED,
    SOFT,
    State,
    Unit,
    american,
    camp,
    foes,
)
from bridgehead.games.budziszyn1945.zoc import in_enemy_zoc

STOPPED = -1000
"""Movement points of a unit that may not go on."""

AMERICANS_FIRST = No("T.11", "all American moves are made before any German move")
GERMANS_WAIT = No("T.10", "on the first day the Allied player activates American units only")
HAS_MOVED = No("3.1.6", "the unit has had its move")
MUST_DISPERSE = No("3.2.1c", "a stack above 8 CELs must disperse while it can")
NOT_MARKED = No("12.1.4", "only units kept for it move strategically")
ZOC_HOLDS = No("12.2.1", "a unit in an enemy ZOC cannot use strategic movement")
FOUGHT_ALREADY = No("12.1.2", "the unit fought, supported or fired in this turn's Combat Phase")
FIRED_BARRAGE = No("6.5.5", "artillery that fired a barrage does not move in the same turn")
BUILDING = No("14.3.4", "the headquarters is building a bridge")
NO_MPS = No("3.1.13d", "the unit has no movement points")


@rule("T.10", "T.11")
def why_not_nation(s: State, unit: Unit, *, germans_moved: bool) -> No | None:
    """Two Stars with two players: Americans move first, Germans not at all on the first day."""
    if s.scenario != "two_stars" or unit.side != "allied":
        return None
    if american(s, unit):
        return AMERICANS_FIRST if germans_moved else None
    return GERMANS_WAIT if s.turn == 1 else None


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
class MovementPhase(Decision, frozen=True):
    """2.2.3 The side moves its units one after the other, in any order, and brings reinforcements in."""

    words = "move a unit, or end the phase"
    strategic: bool = False
    germans: bool = False
    """A German unit has moved: no American may any more (T.11)."""

    def options(self, s: State) -> list[Action]:
        picks = s.game.picks
        side, strategic = self.side, self.strategic
        found: list[Action] = []
        for unit in s.units.values():
            if unit.side != side or unit.done & HELD:
                continue
            if unit.hex:
                if not unit.done & MARKED if strategic else unit.done & BARRAGED:
                    continue
                if why_not_pick(s, unit, strategic=strategic) is None and self.nation(s, unit) is None:
                    found.append(picks[unit.id])
            elif unit.box and may_enter(s, unit, strategic=strategic) and self.nation(s, unit) is None:
                found.append(picks[unit.id])
        if not self.must_disperse(s):
            found.append(DONE)
        return found

    def nation(self, s: State, unit: Unit) -> No | None:
        return why_not_nation(s, unit, germans_moved=self.germans)

    @rule("3.2.1a", "3.2.1b", "3.2.1c")
    def must_disperse(self, s: State) -> list[Unit]:
        """Units that could still leave a stack above the limit. Set-up stacks have until the end of the first
        Strategic Movement Phase."""
        if s.turn == 1 and not self.strategic:
            return []
        return [
            unit
            for hex in overstacked(s, self.side)
            for unit in s.units_in(hex)
            if why_not_pick(s, unit, strategic=self.strategic) is None
            and self.nation(s, unit) is None
            and can_move_away(s, unit, strategic=self.strategic)
        ]

    def take(self, s: State, action: Action) -> None:
        if not isinstance(action, Pick):
            s.leave()
            return
        unit: Unit = s.units[action.unit]
        if unit.side == "allied" and not american(s, unit) and not self.germans:
            s.become(replace(self, germans=True))
        s.did(unit.id, HELD)
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
        unit: Unit = s.units[action.unit]
        if unit.side != self.side:
            return None
        return self.nation(s, unit) or (why_not_pick(s, unit, strategic=self.strategic) if unit.hex else None)

    def reminders(self, s: State) -> tuple[Reminder, ...]:
        duties = [
            Reminder("must leave its overfull hex", unit.hex, unit.id, duty=True) for unit in self.must_disperse(s)
        ]
        if self.strategic:
            return tuple(duties)
        waiting = [
            Reminder("waits off the map", unit=unit.id)
            for unit in s.units.values()
            if unit.side == self.side and not unit.hex and unit.box and may_enter(s, unit, strategic=False)
        ]
        return (*duties, *waiting)

    rule = "3.1.3"


DONE = Done()


def can_move_away(s: State, unit: Unit, *, strategic: bool) -> bool:
    start = starting_mp(s, unit, strategic=strategic, forced=False)
    if s.counter(unit.id).guns and not unit.transport:
        return not strategic and start > MP and can_move_away(s, replace(unit, transport=True), strategic=False)
    reach = Reach(s, unit, start, start, strategic=strategic, secondary=False)
    return any(why_not_end(s, unit, Hex(hex)) is None for hex in reach.costs)


@rule("3.1.4", "3.1.6", "3.1.7", "3.1.10", "4.2.1", "2.2.3")
class MoveUnit(Decision, frozen=True):
    """3.1 One unit spends its movement points; entering an enemy ZOC ends its move (4.2.1)."""

    words = "move {unit}, {points} MP left"
    unit: UnitId
    mp: int
    """Twelfths of a movement point left."""
    start: int
    """What it began with: no single hex costs more (3.1.13)."""
    strategic: bool = False
    moved: bool = False
    restored: bool = False
    secondary: bool = True
    """So far it kept to secondary routes (3.1.15)."""

    @property
    def points(self) -> str:
        return in_points(self.mp)

    def reach(self, s: State) -> Reach:
        key = f"reach_{self.unit}_{self.mp}_{self.secondary}"
        found: Reach | None = s.memo.get(key)
        if found is None:
            unit: Unit = s.units[self.unit]
            found = Reach(s, unit, self.mp, self.start, strategic=self.strategic, secondary=self.secondary)
            s.memo[key] = found
        return found

    def may_step(self, s: State) -> bool:
        unit: Unit = s.units[self.unit]
        return not self.restored and self.mp != STOPPED and not (s.counter(self.unit).guns and not unit.transport)

    def options(self, s: State) -> list[Action]:
        unit: Unit = s.units[self.unit]
        found: list[Action] = []
        if self.may_step(s):
            found.extend(self.destinations(s, unit))
        if not self.moved and found and self.must_go(s, unit):
            return found
        if not self.strategic:
            found.extend(self.labours(s, unit))
        if not self.restored and leaving_cost(s, unit, self.mp, self.start) is not None:
            found.append(LEAVE)
        if not (not self.moved and found and self.must_go(s, unit)):
            found.append(DONE)
        return found

    def destinations(self, s: State, unit: Unit) -> list[Action]:
        moves = s.game.moves
        cels, room = s.ledger["cels"], s.game.tables.number.stacking - unit.cel
        found: list[Action] = []
        for hex in self.reach(s).costs:
            # Most hexes are empty; only a stack needs the whole question.
            if cels[hex] and (cels[hex] > room or s.stacks.get(hex)) and why_not_end(s, unit, Hex(hex)) is not None:
                continue
            found.append(moves[hex])
        return found

    @rule("3.2.1c")
    def must_go(self, s: State, unit: Unit) -> bool:
        """In a stack above the limit that has had its time to disperse."""
        over = s.ledger["cels"][unit.hex] > s.game.tables.number.stacking
        return over and not (s.turn == 1 and not self.strategic)

    def labours(self, s: State, unit: Unit) -> list[Action]:
        """What else a unit may do in its Movement Phase."""
        found: list[Action] = []
        counter = s.counter(unit.id)
        if not self.moved:
            if counter.regular and works.why_not_dig(s, unit, trapped=self.trapped(s, unit)) is None:
                found.append(DIG)
            if self.restored:
                return found
            found.append(MARK)
            if unit.oos:
                found.append(FORCE)
            found.extend(Restore(each) for each in givers(s, unit))
            if counter.hq:
                found.extend(BuildBridge(side) for side in works.sites(s, unit))
        if self.mp == STOPPED:
            return found
        if counter.guns and self.mp >= MP * s.game.tables.number.change_setup:
            found.append(SETUP)
        for side in works.bridges_at(s, unit.hex):
            for price, action in (
                (works.price_to_demolish(s, unit, side), Demolish(side)),
                (works.price_to_repair(s, unit, side) if side in s.broken else TOO_FAR, Repair(side)),
            ):
                if not isinstance(price, No) and price <= self.mp:
                    found.append(action)
        return found

    @rule("7.1.3")
    def trapped(self, s: State, unit: Unit) -> bool:
        """In an enemy ZOC with no way out of it."""
        if not in_enemy_zoc(s, unit.side, unit.hex):
            return False
        return all(in_enemy_zoc(s, unit.side, Hex(hex)) for hex in self.reach(s).costs)

    def take(self, s: State, action: Action) -> None:
        unit: Unit = s.units[self.unit]
        match action:
            case MoveTo(hex):
                self.march(s, unit, hex)
            case Dig():
                s.leave()
                works.dig(s, unit)
            case MarkStrategic():
                s.leave()
                s.did(unit.id, MARKED)
                s.mark(unit.id, done=s.units[unit.id].done & ~HELD)
                s.did(unit.id, HELD)
                s.tell(MarkedStrategic(unit.id), "12.1.4", only=(self.side,))
            case ForceMarch():
                self.force(s, unit)
            case ChangeSetup():
                self.change_setup(s, unit)
            case Demolish(side):
                self.spend(s, works.price_to_demolish(s, unit, side))
                works.destroy_bridge(s, side, "14.3.1" if works.is_big(s, side) else "14.2.1")
            case Repair(side):
                self.spend(s, works.price_to_repair(s, unit, side))
                works.restore_bridge(s, side, "14.2.2")
            case BuildBridge(side):
                s.leave()
                works.begin_bridge(s, unit, side)
            case Restore(giver):
                self.restore(s, unit, giver)
            case LeaveMap():
                s.leave()
                s.did(unit.id, ACTED)
                leave_map(s, unit)
            case _:
                s.leave()

    def spend(self, s: State, price: int | No) -> None:
        assert isinstance(price, int)
        s.did(self.unit, ACTED)
        s.become(replace(self, mp=self.mp - price, moved=True))

    @rule("10.2.3", "10.2.9")
    def force(self, s: State, unit: Unit) -> None:
        """An OoS unit moves with all its MPs and gains a level."""
        s.raise_oos(unit.id, "10.2.3")
        s.did(unit.id, ACTED)
        start = starting_mp(s, s.units[unit.id], strategic=self.strategic, forced=True)
        s.become(replace(self, mp=start, start=start, moved=True))

    @rule("6.2.2", "6.2.3", "6.2.4a")
    def change_setup(self, s: State, unit: Unit) -> None:
        s.mark(unit.id, transport=not unit.transport)
        s.note(unit.id, SetupChanged(unit.id, "combat" if unit.transport else "transport"), "6.2.4")
        self.spend(s, MP * s.game.tables.number.change_setup)

    @rule("15.3.3", "15.3.4")
    def restore(self, s: State, unit: Unit, giver: UnitId) -> None:
        """A reduced infantry unit takes a CEL from Volkssturm in its hex; neither moves."""
        other: Unit = s.units[giver]
        s.mark(unit.id, cel=unit.cel + 1)
        s.did(unit.id, ACTED)
        s.note(unit.id, Restored(unit.id, giver), "15.3.3")
        if other.cel > 1:
            s.mark(giver, cel=other.cel - 1)
            s.did(giver, ACTED | HELD)
        else:
            s.eliminate(giver)
            s.tell(UnitGone(giver, unit.hex), "15.3.3")
        s.become(replace(self, restored=True))

    @rule("3.1.2", "5.6.5a")
    def march(self, s: State, unit: Unit, to: Hex) -> None:
        """Go the way, wiping out guns and headquarters at its end, under attack from the air where it wades."""
        reach = self.reach(s)
        cost, way = reach.costs[to], reach.way(to)
        secondary = self.secondary and reach.on_secondary(to)
        before = unit.hex
        overran = bool(s.ledger[SOFT[1 - camp(unit.side)]][to])
        if overran:
            overrun(s, unit, to)
        s.did(unit.id, ACTED)
        s.stir(unit.id)
        s.put(unit.id, to)
        works.trample(s, unit.side, to)
        tell_march(s, unit.id, (before, *way))
        here = before
        for hex in way:
            if s.game.ground.is_big(here, hex) and not bridge_stands(s, hexside(here, hex)):
                attack_waders(s, unit.id, hex)
            here = hex
        if not s.units[unit.id].hex:
            s.leave()
            return
        left = STOPPED if in_enemy_zoc(s, unit.side, to) else self.mp - cost
        s.become(replace(self, mp=left, moved=True, secondary=secondary))

    def over(self, s: State) -> bool:
        if self.mp == STOPPED:
            return True
        if self.mp > 0 or not self.moved:
            return False
        return not self.may_step(s) or not self.reach(s).costs

    def why_not(self, s: State, action: Action) -> No | None:
        unit: Unit = s.units[self.unit]
        match action:
            case MoveTo(hex) if hex in s.game.board:
                if s.counter(unit.id).guns and not unit.transport:
                    return GUNS_IN_PLACE
                cost = entry_cost(s, unit, unit.hex, hex, self.start, strategic=self.strategic)
                if isinstance(cost, No) and (cost.rule != "3.1.4" or hex in s.game.board.near[unit.hex]):
                    return cost
                return why_not_end(s, unit, hex) or TOO_FAR
            case Dig():
                return works.why_not_dig(s, unit, trapped=self.trapped(s, unit))
            case Demolish(side):
                price = works.price_to_demolish(s, unit, side)
                return price if isinstance(price, No) else TOO_FAR
            case Repair(side):
                price = works.price_to_repair(s, unit, side)
                return price if isinstance(price, No) else TOO_FAR
            case Done():
                return MUST_DISPERSE
        return None

    def route(self, s: State, action: Action) -> Route | None:
        if not isinstance(action, MoveTo) or action.hex not in self.reach(s).costs:
            return None
        reach = self.reach(s)
        way = reach.way(action.hex)
        unit: Unit = s.units[self.unit]
        costs = tuple(in_points(reach.costs[hex]) if hex in reach.costs else "" for hex in way)
        return Route((unit.hex, *way), ("", *costs), in_enemy_zoc(s, unit.side, action.hex))

    rule = "3.1.5"


DIG, MARK, FORCE, SETUP, LEAVE = Dig(), MarkStrategic(), ForceMarch(), ChangeSetup(), LeaveMap()


def in_points(twelfths: int) -> str:
    """Movement points as a player writes them: 5 1/3."""
    whole, rest = divmod(max(0, twelfths), MP)
    if not rest:
        return str(whole)
    part = {6: "1/2", 4: "1/3", 8: "2/3", 3: "1/4", 9: "3/4"}.get(rest, f"{rest}/12")
    return f"{whole} {part}" if whole else part


@rule("15.3.3", "15.3.4")
def givers(s: State, unit: Unit) -> list[UnitId]:
    """The Volkssturm that could give a reduced infantry unit a CEL."""
    counter = s.counter(unit.id)
    if counter.type != "INF" or counter.motorized or counter.vs or unit.cel >= counter.cel:
        return []
    return [
        each.id
        for each in s.units_in(unit.hex)
        if s.counter(each.id).vs and (not each.done & ACTED or each.done & DUG) and not each.done & MARKED
    ]


@rule("3.1.8", "3.1.8a", "6.1.7a", "9.1.5", "5.4.12")
def overrun(s: State, unit: Unit, hex: Hex) -> None:
    """Towed artillery and headquarters alone in a hex are wiped out by a regular unit that enters."""
    s.set(striker=s.game.striker_of(s, (unit.id,)))
    s.tell(Overran(hex), "6.1.7")
    for each in s.stacks.get(hex, ()):
        s.remove(each, "9.1.5" if s.counter(each).hq else "6.1.7")
    s.set(striker="")
    s.fill_in(hex)
    s.reveal()


def tell_march(s: State, unit: UnitId, path: tuple[Hex, ...]) -> None:
    """The owner hears which unit moved, the enemy only that one did."""
    s.note(unit, Marched(unit, path), "3.1.4")
    if not s.public(unit):
        side = s.units[unit].side
        s.tell(SomeoneMarched(side, path), "3.1.4", only=foes(s, side))
