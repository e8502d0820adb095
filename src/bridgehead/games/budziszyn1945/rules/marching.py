"""2.2.3 The Movement Phase and 2.2.5 the Strategic Movement Phase, unit by unit."""

from __future__ import annotations

from bridgehead.core.actions import Action, Cancel, Done, MoveTo
from bridgehead.core.flow import Decision, Route, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Hexside, Side, UnitId, replace
from bridgehead.games.budziszyn1945.model.actions import (
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
from bridgehead.games.budziszyn1945.model.data import Counter, hexside
from bridgehead.games.budziszyn1945.model.events import (
    Limbered,
    Marched,
    MarkedStrategic,
    Restored,
    SomeoneMarched,
    UnitGone,
    Unlimbered,
)
from bridgehead.games.budziszyn1945.model.ground import MP
from bridgehead.games.budziszyn1945.model.state import (
    ACTED,
    DUG,
    GAVE,
    HELD,
    MARKED,
    SOFT,
    State,
    Unit,
    camp,
    foes,
    in_force,
    in_nysa,
    stirred,
)
from bridgehead.games.budziszyn1945.rules import engineering as works
from bridgehead.games.budziszyn1945.rules.interdiction import attack_waders
from bridgehead.games.budziszyn1945.rules.movement import (
    BOUND_TO_CITY,
    GUNS_IN_PLACE,
    STANDS_THERE,
    TOO_FAR,
    Reach,
    bridge_stands,
    meets_unknown,
    overrun,
    overstacked,
    starting_mp,
    why_not_end,
    why_not_reach,
)
from bridgehead.games.budziszyn1945.rules.reinforcements import (
    leave_map,
    leaving_cost,
)
from bridgehead.games.budziszyn1945.rules.zoc import in_enemy_zoc

STOPPED = -1000
"""Movement points of a unit that may not go on."""

RESTORED = No("15.3.3", "this unit took a CEL from Volkssturm and can only dig now")
MOVED_ALREADY = No("15.3.3", "a unit must take a CEL from Volkssturm before it does anything else")
ONE_LEVEL = No("15.3.4", "this unit has already taken a CEL this turn")
NOT_FOOT = No("15.3.3", "only infantry on foot can take CELs from Volkssturm")
AT_FULL_STRENGTH = No("15.3.3", "this unit has all its CELs")
NOT_VOLKSSTURM = No("15.3.3", "only Volkssturm can give CELs to others")
GIVER_ELSEWHERE = No("15.3.3", "the Volkssturm is not in this unit's hex")
GIVER_ACTED = No("15.3.3", "the Volkssturm has done something else this phase")
ONLY_MARCHES = No("12.1.1", "in the Strategic Movement Phase units can only move")
NO_POINTS = No("3.1.5", "not enough MP")
NOT_AT_BRIDGE = No("14.2.1", "this unit is at neither end of the bridge")
BUILT_FIRST = No("14.3.2a", "building a bridge takes all the MP of an HQ, and this one has moved")
BUSY = No("7.1.4", "building takes all of this unit's MP, and it has already used some")
ACTIVATED = No("12.1.2", "this unit has already done something this phase")
NOT_STARVED = No("10.2.3", "this unit is in supply and has all its MP")
MPS_USED = No("10.2.3", "this unit has already begun its move")
NO_SETUPS = No("6.2.2", "only towed artillery changes setup")
NOT_AT_A_ZONE = No("11.2.3", "this hex is in no entry zone")
NOTHING_DONE = No("3.1.6", "this unit has done nothing yet: cancel to put it back")
SPENT = No("3.1.6", "this unit has already used MP and can't be put back")
MUST_DISPERSE = No("3.2.1c", "this stack is above 8 CELs and must disperse")

DONE = Done()
CANCEL = Cancel()


@rule("3.1.4", "3.1.6", "3.1.7", "3.1.10", "4.2.1", "2.2.3")
class MoveUnit(Decision[State], frozen=True):
    """3.1 One unit spends its movement points; entering an enemy ZOC ends its move (4.2.1)."""

    words = "move {unit} ({points} MP left)"
    labels = {Done: "Finish move", Cancel: "Cancel move"}
    under = "3.1.5"
    clicks = (MoveTo, Restore, Demolish)
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

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit)

    def click(self, s: State, on: UnitId | Hex | Hexside) -> Action | None:
        """A bridge that stands is destroyed, a broken one repaired; headquarters build over big rivers."""
        if not isinstance(on, tuple):
            return super().click(s, on)
        side = hexside(*on)
        if bridge_stands(s, side):
            return Demolish(side)
        return BuildBridge(side) if s.counter(self.unit).hq and works.is_big(s, side) else Repair(side)

    def reach(self, s: State) -> Reach:
        key = f"reach_{self.unit}_{self.mp}_{self.secondary}"
        found: Reach | None = s.memo.get(key)
        if found is None:
            unit = s.units[self.unit]
            found = Reach(s, unit, self.mp, self.start, strategic=self.strategic, secondary=self.secondary)
            s.memo[key] = found
        return found

    def may_step(self, s: State) -> bool:
        unit = s.units[self.unit]
        return (
            not self.restored
            and self.mp != STOPPED
            and not (s.counter(self.unit).guns and not unit.transport)
        )

    def options(self, s: State) -> list[Action]:
        unit = s.units[self.unit]
        found: list[Action] = []
        if self.may_step(s):
            found.extend(self.destinations(s, unit))
        if found and must_go(s, unit, strategic=self.strategic):
            waits = [MARK] if may_wait(s, strategic=self.strategic) else []
            return found if self.moved else [*found, *waits, CANCEL]
        if not self.strategic:
            found.extend(self.labours(s, unit))
        elif unit.oos and not self.moved:
            found.append(FORCE)
        if not self.restored and leaving_cost(s, unit, self.mp, self.start) is not None:
            found.append(LEAVE)
        found.append(DONE if self.moved or self.restored else CANCEL)
        return found

    def destinations(self, s: State, unit: Unit) -> list[Action]:
        moves = s.game.moves
        cels = s.ledger["cels"]
        return [
            moves[hex] for hex in self.reach(s).costs if not cels[hex] or why_not_end(s, unit, hex) is None
        ]

    def labours(self, s: State, unit: Unit) -> list[Action]:
        """What else a unit may do in its Movement Phase."""
        found: list[Action] = []
        counter = s.counter(unit.id)
        if not self.moved:
            if works.why_not_dig(s, unit, trapped=self.trapped(s, unit)) is None:
                found.append(DIG)
            if self.restored:
                return found
            if in_force(s):
                found.append(MARK)
            if unit.oos:
                found.append(FORCE)
            found.extend(Restore(each) for each in givers(s, unit))
            if in_force(s):
                found.extend(BuildBridge(side) for side in works.sites(s, unit))
        if self.mp == STOPPED:
            return found
        if counter.guns and self.mp >= MP * s.game.tables.number.change_setup:
            found.append(SETUP)
        if not in_force(s):
            return found
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
        return all(in_enemy_zoc(s, unit.side, hex) for hex in self.reach(s).costs)

    @rule("12.1.4")
    def take(self, s: State, action: Action) -> None:
        unit = s.units[self.unit]
        match action:
            case MoveTo(hex):
                self.march(s, unit, hex)
            case Dig():
                s.leave()
                works.dig(s, unit)
            case MarkStrategic():
                s.leave()
                s.did(unit.id, MARKED | HELD)
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
                s.did(unit.id, ACTED | HELD)
                leave_map(s, unit)
            case _:
                s.leave()

    def spend(self, s: State, price: int | No) -> None:
        assert isinstance(price, int)
        s.did(self.unit, ACTED | HELD)
        s.become(replace(self, mp=self.mp - price, moved=True))

    @rule("10.2.3", "10.2.9")
    def force(self, s: State, unit: Unit) -> None:
        """An OoS unit moves with all its MPs and gains a level."""
        s.raise_oos(unit.id, "10.2.3")
        s.did(unit.id, ACTED | HELD)
        start = starting_mp(s, s.units[unit.id], strategic=self.strategic, forced=True)
        s.become(replace(self, mp=start, start=start, moved=True))

    @rule("6.2.2", "6.2.3", "6.2.4a")
    def change_setup(self, s: State, unit: Unit) -> None:
        s.mark(unit.id, transport=not unit.transport)
        s.note(unit.id, Unlimbered(unit.id) if unit.transport else Limbered(unit.id), "6.2.4a")
        self.spend(s, MP * s.game.tables.number.change_setup)

    @rule("15.3.3", "15.3.4")
    def restore(self, s: State, unit: Unit, giver: UnitId) -> None:
        """A reduced infantry unit takes a CEL from Volkssturm in its hex; neither moves."""
        other = s.units[giver]
        s.mark(unit.id, cel=unit.cel + 1)
        s.did(unit.id, ACTED | HELD)
        s.note(unit.id, Restored(unit.id, giver), "15.3.3")
        if other.cel > 1:
            s.mark(giver, cel=other.cel - 1)
            s.did(giver, ACTED | HELD | GAVE)
        else:
            s.eliminate(giver)
            s.tell(UnitGone(giver, unit.hex), "15.3.3")
        s.become(replace(self, restored=True))

    @rule("3.1.2", "5.6.5a")
    def march(self, s: State, unit: Unit, to: Hex) -> None:
        """Go the way, wiping out guns and headquarters at its end, under air attack where it wades."""
        reach = self.reach(s)
        cost, way = reach.costs[to], reach.way(to)
        secondary = self.secondary and reach.on_secondary(to)
        before = unit.hex
        overran = bool(s.ledger[SOFT[1 - camp(unit.side)]][to])
        if overran:
            overrun(s, unit, to)
        if meets_unknown(s, unit, to):
            s.reveal()
        s.swap(unit, replace(stirred(s, unit), hex=to, box="", done=unit.done | ACTED | HELD))
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
        unit = s.units[self.unit]
        match action:
            case MoveTo(hex) if hex in s.game.board:
                return self.why_not_go(s, unit, hex)
            case Dig():
                busy = self.why_not_work(s, unit) or (BUSY if self.moved else None)
                busy = None if busy is RESTORED else busy
                return busy or works.why_not_dig(s, unit, trapped=self.trapped(s, unit))
            case MarkStrategic():
                return self.why_not_mark(s)
            case ForceMarch():
                return NOT_STARVED if not unit.oos else MPS_USED if self.moved else self.why_not_work(s, unit)
            case ChangeSetup():
                return self.why_not_setup(s, unit)
            case LeaveMap():
                return self.why_not_leave(s, unit)
            case Demolish(side) | Repair(side) | BuildBridge(side):
                return self.why_not_work(s, unit) or self.why_not_bridge(s, unit, action, side)
            case Restore(giver):
                no = self.why_not_work(s, unit)
                if no is None:
                    no = MOVED_ALREADY if self.moved else why_not_restore(s, unit, giver)
                return ONE_LEVEL if no is RESTORED else no
            case Done():
                going = must_go(s, unit, strategic=self.strategic)
                return MUST_DISPERSE if going else NOTHING_DONE
            case Cancel():
                return SPENT
        return None

    @rule("12.1.2", "12.1.4")
    def why_not_mark(self, s: State) -> No | None:
        if not in_force(s):
            return works.NOT_PLAYED
        if self.strategic:
            return ONLY_MARCHES
        return ACTIVATED if self.moved or self.restored else None

    @rule("6.2.2", "6.2.4a")
    def why_not_setup(self, s: State, unit: Unit) -> No | None:
        if not s.counter(unit.id).guns:
            return NO_SETUPS
        if self.strategic:
            return ONLY_MARCHES
        cost = MP * s.game.tables.number.change_setup
        return NO_POINTS if self.mp < cost else self.why_not_work(s, unit)

    @rule("11.2.3")
    def why_not_leave(self, s: State, unit: Unit) -> No | None:
        if unit.hex not in s.game.ground.zone_of:
            return NOT_AT_A_ZONE
        if self.restored:
            return RESTORED
        if s.counter(unit.id).guns and not unit.transport:
            return GUNS_IN_PLACE
        if unit.id in s.game.campaigns.bound and not in_nysa(s):
            return BOUND_TO_CITY
        return NO_POINTS

    def why_not_go(self, s: State, unit: Unit, to: Hex) -> No:
        if to == unit.hex:
            return STANDS_THERE
        if self.restored:
            return RESTORED
        if s.counter(unit.id).guns and not unit.transport:
            return GUNS_IN_PLACE
        if to in self.reach(s).costs:
            return why_not_end(s, unit, to) or TOO_FAR
        return why_not_reach(s, unit, to, self.mp, self.start, strategic=self.strategic)

    def why_not_work(self, s: State, unit: Unit) -> No | None:
        """Why a unit may do nothing but march just now."""
        if self.strategic:
            return ONLY_MARCHES
        if self.restored:
            return RESTORED
        going = not self.moved and self.may_step(s) and must_go(s, unit, strategic=self.strategic)
        if going and self.destinations(s, unit):
            return MUST_DISPERSE
        return None

    def why_not_bridge(self, s: State, unit: Unit, action: Action, side: Hexside) -> No | None:
        if not in_force(s):
            return works.NOT_PLAYED
        if unit.hex not in side:
            return NOT_AT_BRIDGE
        if isinstance(action, BuildBridge):
            return BUILT_FIRST if self.moved else works.why_not_site(s, unit, side)
        price = works.price_to_repair if isinstance(action, Repair) else works.price_to_demolish
        cost = price(s, unit, side)
        return cost if isinstance(cost, No) else NO_POINTS if cost > self.mp else None

    def route(self, s: State, action: Action) -> Route | None:
        if not isinstance(action, MoveTo) or action.hex not in self.reach(s).costs:
            return None
        reach = self.reach(s)
        way = reach.way(action.hex)
        unit = s.units[self.unit]
        costs = tuple(in_points(reach.costs[hex]) for hex in way)
        return Route((unit.hex, *way), ("", *costs), in_enemy_zoc(s, unit.side, action.hex))


DIG, MARK, FORCE, SETUP, LEAVE = Dig(), MarkStrategic(), ForceMarch(), ChangeSetup(), LeaveMap()


def in_points(twelfths: int) -> str:
    """Movement points as a player writes them: 5 1/3."""
    whole, rest = divmod(max(0, twelfths), MP)
    if not rest:
        return str(whole)
    part = {6: "1/2", 4: "1/3", 8: "2/3", 3: "1/4", 9: "3/4"}.get(rest, f"{rest}/12")
    return f"{whole} {part}" if whole else part


@rule("3.2.1a", "3.2.1b", "3.2.1c")
def overfull(s: State, side: Side, *, strategic: bool) -> list[Hex]:
    """Hexes of a side that must still be brought down to the limit in this phase.

    Set-up stacks have until the end of the first Strategic Movement Phase: on the first day those kept for
    it count as gone.
    """
    limit = s.game.tables.number.stacking
    found = overstacked(s, side)
    if not may_wait(s, strategic=strategic):
        return found
    waiting = {hex: sum(each.cel for each in s.units_in(hex) if each.done & MARKED) for hex in found}
    return [hex for hex in found if s.ledger["cels"][hex] - waiting[hex] > limit]


@rule("3.2.1b")
def may_wait(s: State, *, strategic: bool) -> bool:
    """May a set-up stack above the limit still wait for the first Strategic Movement Phase?"""
    return s.turn == 1 and not strategic and in_force(s)


def must_go(s: State, unit: Unit, *, strategic: bool) -> bool:
    """Is a unit in a stack that must be brought down to the limit in this phase?"""
    full = s.ledger["cels"][unit.hex] > s.game.tables.number.stacking
    return full and unit.hex in overfull(s, unit.side, strategic=strategic)


@rule("15.3.3", "15.3.4")
def givers(s: State, unit: Unit) -> list[UnitId]:
    """The Volkssturm that could give a reduced infantry unit a CEL."""
    if not takes_levels(s.counter(unit.id)) or unit.cel >= s.counter(unit.id).cel:
        return []
    return [id for id in s.stacks[unit.hex] if why_not_restore(s, unit, id) is None]


def takes_levels(counter: Counter) -> bool:
    return counter.type == "INF" and not counter.motorized and not counter.vs


@rule("15.3.3", "15.3.4")
def why_not_restore(s: State, unit: Unit, giver: UnitId) -> No | None:
    """Why a unit cannot take a level from another."""
    each = s.units[giver]
    if not takes_levels(s.counter(unit.id)):
        return NOT_FOOT
    if not s.counter(giver).vs or each.side != unit.side:
        return NOT_VOLKSSTURM
    if unit.cel >= s.counter(unit.id).cel:
        return AT_FULL_STRENGTH
    if each.hex != unit.hex:
        return GIVER_ELSEWHERE
    acted = (each.done & ACTED and not each.done & (DUG | GAVE)) or each.done & MARKED
    return GIVER_ACTED if acted else None


def tell_march(s: State, unit: UnitId, path: tuple[Hex, ...]) -> None:
    """The owner hears which unit moved, the enemy only that one did."""
    s.note(unit, Marched(unit, path), "3.1.4")
    if not s.public(unit):
        side = s.units[unit].side
        s.tell(SomeoneMarched(side, path), "3.1.4", only=foes(s, side))
