"""7.3 Tactical Movement: unit by unit, hex by hex, under the enemy's fire."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from bridgehead.core.actions import Action, Cancel, Done, MoveTo, Pick
from bridgehead.core.events import Moved
from bridgehead.core.flow import Decision, Reminder, Route, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.core.words import hexes_named
from bridgehead.games.breslau1945.model.actions import StandingOrders
from bridgehead.games.breslau1945.model.data import GERMAN, MOVEMENT_POINTS, SOVIET
from bridgehead.games.breslau1945.model.events import Withdrawn
from bridgehead.games.breslau1945.model.state import (
    OUT_OF_PHASE,
    State,
    Unit,
    is_full,
    on_map,
    space,
    take_control,
    to_space,
    unpicked,
    with_figures,
)
from bridgehead.games.breslau1945.rules.defence import answer_to, danger, poisoned
from bridgehead.games.breslau1945.rules.standing import ORDERED, GiveOrder
from bridgehead.games.breslau1945.rules.train import TrainRun
from bridgehead.hexes.paths import ZOC_STOPS, Zoc

LEGS = Zoc(rules=ZOC_STOPS)
"""A stretch of a move ends where the enemy may answer: there the mover decides anew (7.3.6)."""

ANY_COST = 1000
"""Movement points that lead everywhere."""

NOT_YOURS = No("7.3", "you can move only your own units")
OFF_MAP = No("7.3.4", "this unit is not on the map")
NO_MOVEMENT = No("7.3.1b", "this unit has no movement points")
HAS_BOMBARDED = No("8.2.10", "this artillery bombarded and can't move this turn")
HAS_MOVED = No("7.3.7b", "this unit has already moved this phase")
HEMMED_IN = No("3.0l", "no adjacent hex is open to this unit: enemy units occupy it")
GASSED_IN = No("10.5.2b", "no adjacent hex is open to this unit: chemical weapons are in it")
CROWDED_IN = No("7.3.8", "this unit can reach only full hexes and may not stop there")
NO_EXIT = No("7.3.5", "not enough MP to enter any adjacent hex")
MOVING = No("7.3.7", "this unit is already moving")
STANDS_THERE = No("7.3.4", "this unit is already in this hex")
NO_STEP_YET = No("7.3.3", "this unit has not moved yet; cancel the move instead")
HAS_BEGUN = No("7.3.7b", "this unit has already moved; finish its move instead")
WAY_BARRED = No("3.0l", "enemy units block the path")
WAY_GASSED = No("10.5.2b", "chemical weapons block the path")
NOT_CROWDED = No("7.3.9", "this unit is not in an overstacked hex")
NOT_NEXT = No("7.3.4", "this hex is not adjacent")
RIVER = No("13.2", "the Oder can't be entered")
ONE_DOOR = No("2.6b", "this Bridge can be entered only from {links}")
ONE_WAY_OUT = No("2.6c", "this Bridge can be left only to {links}")
NO_LINK = No("13.3", "a Bridge hex can be entered and left only through the land hexes it connects")
ENEMY_THERE = No("3.0l", "enemy units occupy this hex")
GAS_THERE = No("10.5.2b", "chemical weapons are in this hex; Red Army units may not enter")
TOO_DEAR = No("7.3.5", "not enough MP: needs {cost}; {left} left")
NO_PATH = No("7.3.4", "no path leads to this hex")
IN_STRETCHES = No("7.3.6b", "the enemy may fire on the way; move to that hex first")
ONE_AT_A_TIME = No("7.3.7", "finish the current unit's move first")
FULL = No("7.3.8", "this hex is full; German units may pass through but not stop there")
OVERSTACKED = No("7.3.9", "a hex is overstacked, and a unit in it can still move out")


# --- what a step costs (7.3.2)


@rule("7.3", "7.3.2", "7.3.2b", "7.3.4", "13.2", "13.3", "2.6b", "2.6c", "3.0l", "10.5.2b", "3.0a")
def entry_cost(s: State, unit: Unit, here: Hex, to: Hex) -> int | No:
    """The movement points a unit pays to go from a hex to the next, or why it may not."""
    return (
        barred_by_map(s, here, to) or barred_by_units(s, unit.side, to) or step_cost(s, unit.side, here, to)
    )


def step_cost(s: State, side: Side, here: Hex, to: Hex) -> int:
    return s.tables.steps[side][here * 6 + s.game.board.around[here].index(to)]


@rule("7.3.4", "13.2", "13.3", "2.6b", "2.6c")
def barred_by_map(s: State, here: Hex, to: Hex) -> No | None:
    """Why no unit ever takes the step."""
    if to not in s.game.board.near[here]:
        return NOT_NEXT
    if s.tables.ground[to] == "river":
        return RIVER
    return bad_link(s, here, to) if step_cost(s, SOVIET, here, to) < 0 else None


@rule("2.6b", "2.6c", "13.3")
def bad_link(s: State, here: Hex, to: Hex) -> No:
    """Why no step leads to or from a Bridge hex here; one with a single link is named with it."""
    for bridge, template in ((to, ONE_DOOR), (here, ONE_WAY_OUT)):
        links = s.tables.links.get(bridge, ())
        if len(links) == 1:
            return with_figures(template, links=hexes_named(s.game, tuple(links)))
    return NO_LINK


@rule("3.0l", "10.5.2b")
def barred_by_units(s: State, side: Side, to: Hex) -> No | None:
    """Why no unit of the side enters a hex just now."""
    if s.ledger["soviet" if side == GERMAN else "german"][to]:
        return ENEMY_THERE
    return GAS_THERE if poisoned(s, side, to) else None


def closed_to(s: State, side: Side) -> bytearray:
    """By hex: what a side cannot enter just now, enemy units and chemical counters."""
    if side == GERMAN:
        return s.ledger["soviet"]
    occupied = s.ledger["german"]
    if not s.gas:
        return occupied
    closed = occupied[:]
    for hex in s.gas:
        closed[hex] = 1
    return closed


@rule("7.3.1a", "7.3.5", "7.3.6a", "7.3.8", "3.0a")
def legs(s: State, unit: Unit, mp: int) -> Mapping[Hex, int]:
    """Where a unit can go in one stretch, with the points it costs."""
    known = s.memo.get("legs")
    if known is not None and known[0] == unit.id and known[1] == mp:
        kept: Mapping[Hex, int] = known[2]
        return kept
    side = unit.side
    threat = danger(s, side)
    reached = s.game.walker.reach(unit.hex, mp, s.tables.prices[side], closed_to(s, side), threat, LEGS)
    found: Mapping[Hex, int] = reached
    if side == GERMAN:
        limit = s.tables.limit[GERMAN]
        stacks = s.stacks
        found = {
            hex: cost
            for hex, cost in reached.costs().items()
            if hex not in stacks
            or len(stacks[hex]) < limit[hex]
            or (threat[hex] and can_go_on(s, unit, hex, mp - cost))
        }
    s.memo["legs"] = (unit.id, mp, found)
    return found


@rule("7.3.8")
def full_hexes(s: State) -> frozenset[Hex]:
    """The hexes in which no German unit can end its move; what they mean to the Red Army, `legs` says."""
    limit = s.tables.limit[GERMAN]
    return frozenset([hex for hex, ids in s.stacks.items() if len(ids) >= limit[hex]])


@rule("7.3.8")
def can_go_on(s: State, unit: Unit, hex: Hex, mp: int) -> bool:
    """Could a German unit fired at in a full hex still end its move in another one?"""
    side = unit.side
    closed = closed_to(s, side)
    limit = s.tables.limit[side]
    beyond = s.game.walker.reach(hex, mp, s.tables.prices[side], closed, closed)
    return any(len(s.stacks.get(to, ())) - (to == unit.hex) < limit[to] for to in beyond)


@rule("7.3.5", "7.3.8")
def can_step(s: State, unit: Unit, mp: int) -> bool:
    """Can a unit go anywhere? Mostly into a hex next to it, which is seen without a search."""
    here, side = unit.hex, unit.side
    if not here or mp <= 0:
        return False
    closed = closed_to(s, side)
    steps = s.tables.steps[side]
    for direction, to in enumerate(s.game.board.around[here], here * 6):
        if 0 <= steps[direction] <= mp and not closed[to] and (side == SOVIET or not is_full(s, side, to)):
            return True
    return side == GERMAN and bool(legs(s, unit, mp))


@rule("7.3.4")
def way(s: State, unit: Unit, to: Hex, mp: int) -> tuple[Hex, ...]:
    """The hexes of a stretch, the cheapest way."""
    side = unit.side
    prices = s.tables.prices[side]
    return s.game.walker.route(unit.hex, to, mp, prices, closed_to(s, side), danger(s, side), LEGS)


@rule("3.0b", "7.3.4")
def march(s: State, id: UnitId, path: tuple[Hex, ...]) -> None:
    """Move a unit along its way; every hex of it is its side's now."""
    side = s.units[id].side
    for hex in path:
        take_control(s, side, hex)
    s.put(id, path[-1])
    s.tell(Moved(id, path), rule="7.3.4")


# --- the phase (4.4.4, 4.4.8)


@rule("7.3.1b", "7.3.1c", "8.2.1a", "8.2.1b", "8.2.10", "7.1.5")
def movers(s: State, side: Side) -> tuple[UnitId, ...]:
    """The units that may make Tactical Movement in this phase."""
    counters = s.game.counters
    return tuple(unit.id for unit in on_map(s, side) if counters[unit.id].mp and not unit.fired)


@rule("4.4.4", "4.4.8", "7.3", "7.3.7", "7.3.7b", "7.3.9", "4.4a")
class TacticalMovement(Decision[State], frozen=True):
    """The side moves any, all or none of its units, one at a time."""

    words = "Tactical Movement Phase: select a unit to move"
    under = "7.3"
    clicks = (Pick,)
    labels = {Done: "End Movement Phase"}
    left: tuple[UnitId, ...]
    """The units that have not moved yet; one that is picked and makes no step stays among them."""
    ordered: bool = False

    def about(self, s: State) -> Subject:
        return Subject()

    def options(self, s: State) -> list[Action]:
        picks = s.tables.picks
        found: list[Action] = [picks[id] for id in self.able_to_move(s)]
        if not self.duty(s):
            found.append(Done())
        if not self.ordered:
            found.append(StandingOrders())
        return found

    def able_to_move(self, s: State) -> list[UnitId]:
        """The units that have not moved and have somewhere to go."""
        units = s.units
        exits = s.tables.exits[self.side]
        closed = closed_to(s, self.side)
        full = full_hexes(s)
        train = s.tables.train
        found = []
        for id in self.left:
            if id == train:
                if TrainRun(self.side, id, (units[id].hex,)).can_run(s):
                    found.append(id)
                continue
            for to in exits[units[id].hex]:
                if not closed[to] and to not in full:
                    found.append(id)
                    break
            else:
                if legs(s, units[id], MOVEMENT_POINTS):
                    found.append(id)
        return found

    def duty(self, s: State) -> list[UnitId]:
        """Units that have not moved and could still step out of an overstacked hex."""
        crowded = overstacked(s) if self.side == SOVIET else None
        if not crowded:
            return []
        closed = closed_to(s, self.side)
        exits = s.tables.exits[self.side]
        return [
            id
            for id in self.left
            if s.units[id].hex in crowded and any(not closed[to] for to in exits[s.units[id].hex])
        ]

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                s.become(replace(self, left=tuple(id for id in self.left if id != unit)))
                counter = s.game.counters[unit]
                if counter.train:
                    s.enter(TrainRun(self.side, unit, (s.units[unit].hex,)))
                else:
                    s.enter(MoveUnit(self.side, unit, counter.mp))
            case StandingOrders():
                s.enter(GiveOrder(self.side))
            case _:
                s.leave()

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(id):
                no = why_not_a_mover(s, self.side, s.units[id])
                return no or (why_hemmed_in(s, s.units[id]) if id in self.left else HAS_MOVED)
            case Done():
                return replace(OVERSTACKED, hex=s.units[self.duty(s)[0]].hex)
            case StandingOrders():
                return ORDERED
        return OUT_OF_PHASE

    def reminders(self, s: State) -> tuple[Reminder, ...]:
        duties = [
            Reminder("must leave its overstacked hex", s.units[id].hex, id, duty=True) for id in self.duty(s)
        ]
        idle = [Reminder("has not moved", s.units[id].hex, id) for id in self.left]
        return (*duties, *idle)


@rule("7.3", "7.3.1b", "8.2.10")
def why_not_a_mover(s: State, side: Side, unit: Unit) -> No | None:
    """Why a unit makes no Tactical Movement in this phase at all."""
    if unit.side != side:
        return NOT_YOURS
    if not unit.hex:
        return OFF_MAP
    if not s.game.counters[unit.id].mp:
        return NO_MOVEMENT
    return HAS_BOMBARDED if unit.fired else None


@rule("7.3.5", "3.0l", "10.5.2b", "7.3.8")
def why_hemmed_in(s: State, unit: Unit) -> No:
    """What closes the hexes around a unit that has not moved, and one of them."""
    if unit.id == s.tables.train:
        return TrainRun(unit.side, unit.id, (unit.hex,)).why_stuck(s)
    exits = s.tables.exits[unit.side][unit.hex]
    if not exits:
        return NO_EXIT
    no = barred_by_units(s, unit.side, exits[0])
    return replace(HEMMED_IN if no is ENEMY_THERE else GASSED_IN if no else CROWDED_IN, hex=exits[0])


@rule("7.3.1a", "7.3.2", "7.3.3", "7.3.5", "7.3.6a", "7.3.7", "7.3.7b", "7.3.8", "9.10c")
class MoveUnit(Decision[State], frozen=True):
    """One unit spends its points in stretches; each ends at a hex where the enemy may answer, or sooner."""

    words = "Tactical Movement Phase: move {unit} ({mp:MP} left)"
    under = "7.3"
    clicks = (
        MoveTo,
        Pick,
    )
    fills = ("left",)
    labels = {Done: "Finish move", Cancel: "Cancel move"}
    unit: UnitId
    mp: int

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit)

    def options(self, s: State) -> list[Action]:
        unit = s.units[self.unit]
        moves = s.tables.moves
        found: list[Action] = [moves[hex] for hex in legs(s, unit, self.mp)]
        if self.mp == s.game.counters[self.unit].mp:
            found.append(Cancel())
        elif not self.must_go_on(s, unit):
            found.append(Done())
        return found

    def take(self, s: State, action: Action) -> None:
        if isinstance(action, Cancel):
            s.leave(left=unpicked(s, self.unit))
            return
        if not isinstance(action, MoveTo):
            s.leave()
            return
        unit = s.units[self.unit]
        path = way(s, unit, action.hex, self.mp)
        cost = sum([step_cost(s, self.side, here, to) for here, to in pairwise((unit.hex, *path))])
        march(s, self.unit, path)
        s.become(replace(self, mp=self.mp - cost))
        answer_to(s, self.unit, path[-2] if len(path) > 1 else unit.hex)

    def over(self, s: State) -> bool:
        """Nothing left to choose: the unit is off the map, thrown back, or can go nowhere."""
        return not can_step(s, s.units[self.unit], self.mp)

    def must_go_on(self, s: State, unit: Unit) -> bool:
        return unit.side == GERMAN and len(s.stacks[unit.hex]) > s.tables.limit[GERMAN][unit.hex]

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case MoveTo(hex):
                return self.why_not_go(s, s.units[self.unit], hex)
            case Pick(id):
                return MOVING if id == self.unit else self.why_not_another(s, id)
            case Done():
                return NO_STEP_YET if self.mp == s.game.counters[self.unit].mp else FULL
            case Cancel():
                return HAS_BEGUN
        return OUT_OF_PHASE

    def why_not_another(self, s: State, id: UnitId) -> No:
        """Why another unit cannot be picked while one moves."""
        no = why_not_a_mover(s, self.side, s.units[id])
        return no or (ONE_AT_A_TIME if still_to_move(s, id) else HAS_MOVED)

    def why_not_go(self, s: State, unit: Unit, to: Hex) -> No | None:
        """What keeps the unit from a hex, there or on the way."""
        if to == unit.hex:
            return STANDS_THERE
        if s.tables.ground[to] == "river":
            return RIVER
        there = barred_by_units(s, unit.side, to)
        if there is not None:
            return there
        free = bytearray(s.game.board.size)
        best = self.path(s, unit, to, free)
        if not best:
            direct = barred_by_map(s, unit.hex, to)
            return self.too_dear(s, unit, to) if direct in (None, NOT_NEXT) else direct
        closed = closed_to(s, unit.side)
        open_way = self.path(s, unit, to, closed)
        if not open_way:
            enemies = s.ledger["soviet" if unit.side == GERMAN else "german"]
            at = next(hex for hex in best if closed[hex])
            return replace(WAY_BARRED if enemies[at] else WAY_GASSED, hex=at)
        threat = danger(s, unit.side)
        if self.path(s, unit, to, closed, threat):
            return FULL
        return replace(IN_STRETCHES, hex=next(hex for hex in open_way if threat[hex]))

    def too_dear(self, s: State, unit: Unit, to: Hex) -> No:
        """What the cheapest way to a hex would cost if nobody were about."""
        free = bytearray(s.game.board.size)
        costs = s.game.walker.reach(unit.hex, ANY_COST, s.tables.prices[unit.side], free, free)
        return with_figures(TOO_DEAR, cost=costs[to], left=self.mp) if to in costs else NO_PATH

    def path(
        self, s: State, unit: Unit, to: Hex, closed: bytearray, stops: bytearray | None = None
    ) -> tuple[Hex, ...]:
        """The cheapest way with the points left, where some hexes are closed and some end a stretch."""
        prices = s.tables.prices[unit.side]
        return s.game.walker.route(unit.hex, to, self.mp, prices, closed, stops or closed, LEGS)

    def route(self, s: State, action: Action) -> Route | None:
        unit = s.units[self.unit]
        if not isinstance(action, MoveTo) or action.hex not in legs(s, unit, self.mp):
            return None
        path = way(s, unit, action.hex, self.mp)
        spent = 0
        costs = []
        for here, to in zip((unit.hex, *path), path, strict=False):
            spent += step_cost(s, unit.side, here, to)
            costs.append(str(spent))
        return Route((unit.hex, *path), ("0", *costs), stops=bool(danger(s, unit.side)[action.hex]))


def still_to_move(s: State, id: UnitId) -> bool:
    """Does a unit wait for its move while another one makes its own?"""
    phase = s.flow[-2] if len(s.flow) > 1 else None
    return isinstance(phase, TacticalMovement) and id in phase.left


# --- stacking at the end of Phase 4 (7.3.9)


@rule("3.0k", "7.1.4a", "7.3.8", "7.3.9", "13.1")
def overstacked(s: State) -> frozenset[Hex]:
    """The hexes with more Red Army units than they may hold when Phase 4 ends."""
    limit = s.tables.limit[SOVIET]
    soviet = s.ledger["soviet"]
    return frozenset([hex for hex in s.stacks if soviet[hex] > limit[hex]])


@rule("7.3.9", "4.4a")
class Surplus(Decision[State], frozen=True):
    """Overstacked hexes that nothing can leave: the player chooses the units that go to the next space."""

    words = "Tactical Movement Phase: select a unit to withdraw from an overstacked hex ({box})"
    under = "7.3.9"
    clicks = (Pick,)
    labels = {Pick: "Withdraw {unit}"}
    box: str = ""
    """Where it goes; told in the prompt."""

    def options(self, s: State) -> Iterator[Action]:
        for hex in sorted(overstacked(s)):
            for id in s.stacks[hex]:
                yield Pick(id)

    def take(self, s: State, action: Action) -> None:
        assert isinstance(action, Pick)
        withdraw(s, action.unit, "7.3.9")

    def over(self, s: State) -> bool:
        return not overstacked(s)

    def why_not(self, s: State, action: Action) -> No | None:
        if not isinstance(action, Pick):
            return OUT_OF_PHASE
        unit = s.units[action.unit]
        if unit.side != self.side:
            return NOT_YOURS
        return NOT_CROWDED if unit.hex else OFF_MAP


def withdraw(s: State, id: UnitId, rule: str) -> None:
    """Take a unit from the map to the next space of the track."""
    hex = s.units[id].hex
    on_track = to_space(s, id, s.turn + 1)
    s.tell(Withdrawn(id, hex, space(s.turn + 1) if on_track else s.units[id].box), rule=rule)
