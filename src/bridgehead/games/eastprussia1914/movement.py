"""6.0 Movement: normal, strategic and by rail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from bridgehead.core.actions import Action, Choose, Done, MoveTo, Pick
from bridgehead.core.flow import Decision, Reminder, Route
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.eastprussia1914.data import FOE
from bridgehead.games.eastprussia1914.events import UnitMoved
from bridgehead.games.eastprussia1914.fog import ToTop, bring_to_top, foggy
from bridgehead.games.eastprussia1914.ground import ANYWHERE, Prices
from bridgehead.games.eastprussia1914.headquarters import overrun, relocate
from bridgehead.games.eastprussia1914.special import (
    HEAT,
    REFUGEES,
    bound_of,
    from_the_west,
)
from bridgehead.games.eastprussia1914.stacking import full_hexes, why_not_stack
from bridgehead.games.eastprussia1914.state import (
    COMBAT,
    COMMAND_MODE,
    EZOC,
    HQS,
    ISOLATED,
    OOS,
    State,
    Unit,
    is_hq,
    is_lone_hq,
    take_control,
)
from bridgehead.games.eastprussia1914.zoc import hq_may_enter, in_enemy_zoc
from bridgehead.hexes.paths import NO_ZOC, STOP, ZOC_CLOSED, Zoc

NORMAL = ""
STRATEGIC = "strategic"
RAIL = "rail"
GOES = {NORMAL: "moves", STRATEGIC: "marches", RAIL: "goes by rail"}
CITED = {NORMAL: "6.1.2", STRATEGIC: "6.3.1", RAIL: "6.4.3"}

ISOLATED_STAYS = No("6.1.5", "an isolated unit does not move in the Movement Segment")
IMPASSABLE = No("6.2.4", "sea, lakes, lake hexsides and the edge of the map are impassable")
OUTSIDE = No("16.3.4", "the hex lies outside the play area of this scenario")
STILL_ASSEMBLING = No("18.1.2", "Samsonov is still assembling: this unit may not enter Germany on turn 1")
ENEMY_THERE = No("6.1.3", "an enemy combat unit holds that hex")
ENEMY_HQ = No("12.3", "an HQ may not enter a hex with enemy units")
HQ_IN_EZOC = No("5.7", "an HQ enters an enemy ZOC only where a friendly combat unit is")
MAJOR_RIVER = No(
    "6.2.3", "an unbridged major river is crossed only as the whole move, from where the unit began"
)
EZOC_ACROSS = No("6.2.3", "an unbridged major river may not be crossed from one enemy ZOC into another")
TOO_FAR = No("6.1.2", "the unit has not enough movement points left to get there")

NO_ROAD = No("6.3.1", "strategic movement begins on a road")
MARCH_IN_EZOC = No("6.3.2", "strategic movement may not begin, pass or end in an enemy ZOC")
MARCH_FAR = No("6.3.1", "not within its strategic allowance along connected roads")
ROADS_FULL = No("18.2b", "refugee columns block the roads: no German strategic movement this turn")
LANDWEHR = No("14.3", "Landwehr may not use strategic movement outside Germany")

NO_STATION = No("6.4.3", "rail movement begins on a railway of the unit's own country")
RAIL_IN_EZOC = No("6.4.4", "rail movement may not begin in an enemy ZOC")
NO_RAIL_POINTS = No("6.4.1a", "not enough Rail Points are left this turn")
RAILED = No("6.4.6", "the unit has already used rail movement this turn")
NO_LINE = No("6.4.3", "no open railway of its own gauge leads there")

Search = tuple[int, Prices, bytearray, bytearray, Zoc]
"""What the walker needs beside the start: budget, prices, what is closed, EZOCs and how they count."""

MOVES: tuple[MoveTo, ...] = tuple(MoveTo(Hex(hex)) for hex in range(4800))
"""Every move, made once."""


# --- 6.1, 6.2 normal movement


@rule("6.1.2", "18.2b")
def allowance(s: State, unit: Unit) -> int:
    """6.1.2 The MPs of a unit this turn; heat and dust take one from every foot unit."""
    counter = s.game.counters[unit.id]
    mp = counter.values[unit.steps][2]
    return max(1, mp - 1) if s.event == HEAT and counter.kind == "infantry" else mp


@rule("5.1", "5.7", "6.1.2", "6.1.3", "6.1.4", "6.2.1", "6.2.2", "6.2.3", "6.2.4", "16.3.4", "18.1.2")
def entry_cost(s: State, unit: Unit, here: Hex, to: Hex) -> int | No:
    """6.1.2 The MPs it costs to enter the next hex, or why it may not be entered."""
    ground = s.ground
    direction = ground.board.around[here].index(to)
    if ground.barred[here * 6 + direction]:
        return IMPASSABLE
    if (no := why_not_there(s, unit, to)) is not None:
        return no
    if ground.major[here * 6 + direction]:
        return MAJOR_RIVER
    return step_cost(s, unit, here, direction)


@rule("5.1", "6.2.1")
def step_cost(s: State, unit: Unit, here: Hex, direction: int) -> int:
    """5.1 The price of one step: ground, river and road, and two MPs for each EZOC left or entered."""
    cost = s.ground.price(s.game.counters[unit.id].movement_class, here, direction) & (STOP - 1)
    costs, to = s.tables.file.movement, Hex(s.ground.board.around[here][direction])
    leaving = costs.leave_zoc if in_enemy_zoc(s, here, unit.side) else 0
    return cost + leaving + (costs.enter_zoc if in_enemy_zoc(s, to, unit.side) else 0)


@rule("6.1.3", "12.3", "5.7")
def why_not_there(s: State, unit: Unit, to: Hex) -> No | None:
    """Why a unit may not be in a hex at all, however it gets there."""
    if to in s.ground.impassable:
        return IMPASSABLE
    bound = bound_of(s, unit)
    if s.ground.bounds[bound][to]:
        return OUTSIDE if bound == s.scenario else STILL_ASSEMBLING
    foe = FOE[unit.side]
    if s.ledger[COMBAT[foe]][to]:
        return ENEMY_THERE
    if is_hq(s, unit):
        if s.ledger[HQS[foe]][to]:
            return ENEMY_HQ
        if not hq_may_enter(s, to, unit.side):
            return HQ_IN_EZOC
    return None


@rule("6.2.2")
def must_stop(s: State, here: Hex, to: Hex) -> bool:
    """6.2.2 Who crosses an unbridged minor river ends the move there."""
    return bool(s.ground.minor[here * 6 + s.ground.board.around[here].index(to)])


@rule("6.2.3")
def why_not_cross(s: State, unit: Unit, to: Hex) -> No | None:
    """6.2.3 Why a unit that has not moved may not cross an unbridged major river as its whole move."""
    if (no := why_not_there(s, unit, to)) is not None:
        return no
    both = in_enemy_zoc(s, unit.hex, unit.side) and in_enemy_zoc(s, to, unit.side)
    return EZOC_ACROSS if both else None


def closed_to(s: State, unit: Unit) -> bytearray:
    """The hexes a unit may not even pass (6.1.3; for an HQ 12.3 and 5.7)."""
    side = unit.side
    if not is_hq(s, unit):
        return s.ledger[COMBAT[FOE[side]]]
    known: bytearray | None = s.memo.get(f"closed_to_hq_{side}")
    if known is None:
        zoc, friends, enemies, staffs = (
            np.frombuffer(s.ledger[name], np.uint8)
            for name in (EZOC[side], COMBAT[side], COMBAT[FOE[side]], HQS[FOE[side]])
        )
        known = bytearray((((zoc != 0) & (friends == 0)) | (enemies != 0) | (staffs != 0)).tobytes())
        s.memo[f"closed_to_hq_{side}"] = known
    return known


def zoc_prices(s: State) -> Zoc:
    """5.1 Two MPs to enter an EZOC, two to leave one."""
    costs = s.tables.file.movement
    return Zoc(costs.enter_zoc, costs.leave_zoc)


@rule("5.1", "6.1.2", "6.1.4")
def search(s: State, unit: Unit, mp: int, bound: str) -> Search:
    """6.1 How the walker finds where a unit can get to by normal movement."""
    prices = s.ground.walk[s.game.counters[unit.id].movement_class, bound]
    return mp, prices, closed_to(s, unit), s.ledger[EZOC[unit.side]], zoc_prices(s)


def reach(s: State, unit: Unit, mp: int) -> dict[int, int]:
    """6.1 Every hex a unit can get to by normal movement, with its cost."""
    return s.game.walker.reach(unit.hex, *search(s, unit, mp, bound_of(s, unit)))


@rule("6.2.3")
def crossings(s: State, unit: Unit) -> list[Hex]:
    """6.2.3 The hexes a unit may cross a major river into, as its whole move."""
    return [to for to in s.ground.crossings(unit.hex) if why_not_cross(s, unit, to) is None]


# --- 6.3 strategic movement


@rule("6.3.1", "18.2b")
def strategic_allowance(s: State, unit: Unit) -> int:
    """6.3.1 The road hexes a unit may enter; one less for foot in heat and dust."""
    counter = s.game.counters[unit.id]
    hexes = s.tables.file.strategic.of(unit.side).of(counter.movement_class)
    return max(1, hexes - 1) if s.event == HEAT and counter.kind == "infantry" else hexes


@rule("6.3.1", "6.3.2", "14.3", "18.2b")
def why_not_march(s: State, unit: Unit) -> No | None:
    """6.3 Why a unit may not use strategic movement from where it stands."""
    if s.event == REFUGEES and unit.side == "german":
        return ROADS_FULL
    if not any(s.ground.road[unit.hex * 6 + d] for d in range(6)):
        return NO_ROAD
    if in_enemy_zoc(s, unit.hex, unit.side):
        return MARCH_IN_EZOC
    if "landwehr" in s.game.counters[unit.id].flags and s.ground.home[unit.hex] != "german":
        return LANDWEHR
    return None


@rule("6.3.2", "6.3.3")
def march_search(s: State, unit: Unit, hexes: int, bound: str) -> Search:
    """6.3 The road hexes a unit can enter; 6.3.3 a full hex may not even be passed."""
    landwehr = "landwehr" in s.game.counters[unit.id].flags
    prices = (s.ground.landwehr_march if landwehr else s.ground.march)[bound]
    used, full = full_hexes(s, unit)
    closed = np.frombuffer(closed_to(s, unit), np.uint8)
    shut = bytearray(((closed != 0) | (np.frombuffer(used, np.uint8) >= full)).tobytes())
    return hexes, prices, shut, s.ledger[EZOC[unit.side]], Zoc(rules=ZOC_CLOSED)


# --- 6.4 rail movement


@rule("6.4.2")
def rail_cost(s: State, unit: Unit) -> int:
    """6.4.2 Two Rail Points for a division, one for a brigade or an HQ."""
    return s.tables.file.rail_cost[s.game.counters[unit.id].size]


@rule("6.4.1a", "6.4.3", "6.4.4", "6.4.5", "6.4.6")
def why_not_rail(s: State, unit: Unit, cost: int) -> No | None:
    """6.4 Why a unit may not begin rail movement where it stands."""
    if unit.railed:
        return RAILED
    if unit.hex not in s.ground.stations[unit.side] or unit.hex in s.demolished:
        return NO_STATION
    if in_enemy_zoc(s, unit.hex, unit.side):
        return RAIL_IN_EZOC
    return NO_RAIL_POINTS if s.tracks[f"rail_{unit.side}"] < cost else None


def train_block(s: State, unit: Unit) -> bytearray:
    """6.4.4 Where no train may go: enemy units, EZOCs, destroyed track."""
    side = unit.side
    known: bytearray | None = s.memo.get(f"trains_{side}")
    if known is None:
        zoc, enemies, staffs = (
            np.frombuffer(s.ledger[name], np.uint8)
            for name in (EZOC[side], COMBAT[FOE[side]], HQS[FOE[side]])
        )
        known = bytearray(((zoc != 0) | (enemies != 0) | (staffs != 0)).tobytes())
        for hex in s.demolished:
            known[hex] = 1
        s.memo[f"trains_{side}"] = known
    return known


LONGEST_LINE = 400


@rule("6.4.3", "6.4.4", "6.4.5")
def rail_search(s: State, unit: Unit, bound: str) -> Search:
    """6.4.3 The rail hexes a train can reach; the journey may not leave the play area (16.3.4)."""
    closed = train_block(s, unit)
    if bound != ANYWHERE:
        outside = np.frombuffer(s.ground.bounds[bound], np.uint8)
        closed = bytearray((np.frombuffer(closed, np.uint8) | outside).tobytes())
    return LONGEST_LINE, s.ground.trains[unit.side], closed, s.ground.bounds[ANYWHERE], NO_ZOC


# --- moving one unit


@rule("6.1.1", "6.1.2", "6.3.1", "6.4.3", "8.1")
class MoveUnit(Decision, frozen=True):
    """6.1 One unit completes its move: by MPs, along roads, or by rail."""

    words = "move {unit} ({mp} left), or end its move"
    under = "6.1.2"
    unit: UnitId
    mp: int
    how: str = NORMAL
    moved: bool = False
    arriving: bool = False

    def search(self, s: State) -> Search:
        """How the walker looks for the hexes in reach, in the manner chosen."""
        unit: Unit = s.units[self.unit]
        if self.how == RAIL:
            return rail_search(s, unit, self.bound(s))
        if self.how == STRATEGIC:
            return march_search(s, unit, self.mp, self.bound(s))
        return search(s, unit, self.mp, self.bound(s))

    def reachable(self, s: State) -> dict[int, int]:
        """The hexes in reach with their cost."""
        unit: Unit = s.units[self.unit]
        found = s.game.walker.reach(unit.hex, *self.search(s))
        if not self.moved and self.how == NORMAL:
            for hex in crossings(s, unit):
                found.setdefault(hex, self.mp)
        return found

    def bound(self, s: State) -> str:
        """16.3.3 An arriving unit may pass outside the play area."""
        return ANYWHERE if self.arriving and self.outside(s) else bound_of(s, s.units[self.unit])

    @rule("16.3.3")
    def outside(self, s: State) -> bool:
        """16.3.3 Is the unit still outside the play area?"""
        bounds = s.ground.bounds.get(s.scenario)
        return bounds is not None and bool(bounds[s.units[self.unit].hex])

    def ends(self, s: State) -> list[Hex]:
        """7.2 The hexes in reach where the unit may end."""
        used, full = full_hexes(s, s.units[self.unit])
        found = [Hex(hex) for hex in self.reachable(s) if used[hex] < full]
        if self.arriving and s.scenario in s.ground.bounds:
            outside = s.ground.bounds[s.scenario]
            found = [hex for hex in found if not outside[hex]]
        return found

    def options(self, s: State) -> Iterable[Action]:
        found: list[Action] = [MOVES[hex] for hex in self.ends(s)]
        if not self.moved and self.how == NORMAL:
            found.extend(self.other_ways(s))
        found.append(Done())
        return found

    def other_ways(self, s: State) -> Iterator[Action]:
        """6.3.1, 6.4.3 Instead of normal movement: along roads or by rail."""
        unit: Unit = s.units[self.unit]
        if why_not_march(s, unit) is None:
            yield Choose(STRATEGIC)
        if why_not_rail(s, unit, self.rail_points(s)) is None:
            yield Choose(RAIL)

    @rule("18.1.6")
    def rail_points(self, s: State) -> int:
        """The Rail Points of a journey; 18.1.6 through trains from the West cost none."""
        unit: Unit = s.units[self.unit]
        return 0 if self.arriving and from_the_west(s, unit) else rail_cost(s, unit)

    def why_not(self, s: State, action: Action) -> No | None:
        unit: Unit = s.units[self.unit]
        match action:
            case MoveTo(hex) if hex in s.ground.board:
                return self.why_not_move(s, unit, hex)
            case Choose(choice) if choice == STRATEGIC and not self.moved:
                return why_not_march(s, unit)
            case Choose(choice) if choice == RAIL and not self.moved:
                return why_not_rail(s, unit, self.rail_points(s))
        return None

    def why_not_move(self, s: State, unit: Unit, hex: Hex) -> No:
        """The most particular reason why the unit cannot end there."""
        if (no := why_not_there(s, unit, hex)) is not None:
            return no
        if hex in self.reachable(s):
            return why_not_stack(s, unit, hex) or OUTSIDE
        if self.how == RAIL:
            return NO_LINE
        if self.how == STRATEGIC:
            return MARCH_IN_EZOC if in_enemy_zoc(s, hex, unit.side) else MARCH_FAR
        if hex in s.ground.board.near[unit.hex]:
            cost = entry_cost(s, unit, unit.hex, hex)
            if cost is MAJOR_RIVER and not self.moved:
                return why_not_cross(s, unit, hex) or MAJOR_RIVER
            if isinstance(cost, No):
                return cost
        return TOO_FAR

    def take(self, s: State, action: Action) -> None:
        match action:
            case MoveTo(hex):
                self.go(s, hex)
            case Choose(choice) if choice == STRATEGIC:
                s.become(replace(self, how=choice, mp=strategic_allowance(s, s.units[self.unit])))
            case Choose(choice):
                s.become(replace(self, how=choice))
            case Done():
                self.finish(s)

    def go(self, s: State, hex: Hex) -> None:
        """The unit goes by the cheapest way, takes what it passes, and goes on or ends its move."""
        unit: Unit = s.units[self.unit]
        path = self.path(s, hex)
        cost, left = self.price(s, path)
        s.tell(UnitMoved(self.unit, GOES[self.how], path, cost), rule=CITED[self.how])
        if not is_hq(s, unit):
            for each in path:
                if is_lone_hq(s, each, FOE[unit.side]):
                    overrun(s, self.unit, each)
                take_control(s, each, unit.side)
        s.put(self.unit, hex)
        if self.how == RAIL:
            s.mark(self.unit, railed=True)
            s.track(f"rail_{unit.side}", s.tracks[f"rail_{unit.side}"] - cost)
        after = replace(self, moved=True, mp=left)
        s.become(after)
        if left == 0:
            after.finish(s)

    def path(self, s: State, hex: Hex) -> tuple[Hex, ...]:
        """The hexes of the cheapest way; a river crossed as the whole move is one step (6.2.3)."""
        found = s.game.walker.route(s.units[self.unit].hex, hex, *self.search(s))
        return tuple(Hex(each) for each in found) or (hex,)

    @rule("6.2.2", "6.2.3")
    def price(self, s: State, path: tuple[Hex, ...]) -> tuple[int, int]:
        """What a way costs and what it leaves: nothing after a river (6.2.2, 6.2.3) or a train."""
        if self.how == RAIL:
            return self.rail_points(s), 0
        if self.how == STRATEGIC:
            return len(path), self.mp - len(path)
        here: Hex = s.units[self.unit].hex
        if path[0] in s.ground.crossings(here):
            return self.mp, 0
        total = self.running(s, path)[-1]
        last = path[-2] if len(path) > 1 else here
        return total, 0 if must_stop(s, last, path[-1]) else self.mp - total

    def running(self, s: State, path: tuple[Hex, ...]) -> list[int]:
        """The MPs spent at each hex of a way."""
        unit: Unit = s.units[self.unit]
        here, total, found = unit.hex, 0, []
        for to in path:
            total += step_cost(s, unit, here, s.ground.board.around[here].index(to))
            found.append(total)
            here = to
        return found

    @rule("6.3.4", "6.4.3")
    def finish(self, s: State) -> None:
        """The move is over; 6.3.4, 6.4.3 who marched or went by rail may not attack."""
        parent: Any = s.flow[-2]
        if self.arriving or not self.moved:
            s.leave()
            return
        tired = parent.tired if self.how == NORMAL else (*parent.tired, self.unit)
        s.leave(moved=(*parent.moved, self.unit), tired=tired)

    def route(self, s: State, action: Action) -> Route | None:
        if not isinstance(action, MoveTo) or action.hex not in self.reachable(s):
            return None
        path = self.path(s, action.hex)
        cost, left = self.price(s, path)
        running = [cost] * len(path) if self.how == RAIL or cost == self.mp else self.running(s, path)
        if self.how == STRATEGIC:
            running = list(range(1, len(path) + 1))
        return Route(path, tuple(map(str, running)), stops=left == 0)


# --- 6.1.1 the Movement Segment


MUST_RELOCATE = No("11.3.2e", "the HQ is out of supply: it must be relocated before the segment ends")
COMMAND_MODE_STAYS = No("12.2.1", "an HQ in Command Mode does not move")
HAS_MOVED = No("6.1.1", "the unit has completed its move")
NOT_ACTIVATED = No("6.1.1", "only units activated now may move")


@rule("6.1.1", "4.3.5a", "11.3.2e", "11.3.2f", "12.3")
class MovementSegment(Decision, frozen=True):
    """6.1.1 The active player moves any, all or none of the activated units, one at a time."""

    words = "choose a unit to move, or end the Movement Segment"
    under = "6.1.1"
    hq: UnitId
    units: tuple[UnitId, ...]
    done: tuple[UnitId, ...] = ()
    moved: tuple[UnitId, ...] = ()
    tired: tuple[UnitId, ...] = ()
    topped: tuple[UnitId, ...] = ()

    def options(self, s: State) -> Iterator[Action]:
        yield from (Pick(unit) for unit in self.units if self.why_not_unit(s, unit) is None)
        if foggy(s):
            yield from (ToTop(unit) for unit in self.units if self.may_top(s, unit))
        if self.why_not_done(s) is None:
            yield Done()

    @rule("6.1.5", "11.3.3c", "12.2.1")
    def why_not_unit(self, s: State, unit: UnitId) -> No | None:
        """6.1.5 Isolated units stay; so does an HQ in Command Mode, unless it must relocate."""
        if unit not in self.units:
            return NOT_ACTIVATED
        if unit in self.done:
            return HAS_MOVED
        now: Unit = s.units[unit]
        if now.supply == ISOLATED:
            return ISOLATED_STAYS
        stays = now.mode == COMMAND_MODE and now.supply != OOS
        return COMMAND_MODE_STAYS if stays else None

    @rule("11.3.2e")
    def why_not_done(self, s: State) -> No | None:
        """11.3.2e An activated HQ that is out of supply must be relocated."""
        duty = self.hq and self.hq not in self.done and s.units[self.hq].supply == OOS
        return MUST_RELOCATE if duty else None

    def may_top(self, s: State, unit: UnitId) -> bool:
        """17.1 Once an activation a unit may be put on top of its stack."""
        return unit not in self.topped and s.stacks[s.units[unit].hex][-1] != unit

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in s.units:
                return self.why_not_unit(s, unit)
            case Done():
                return self.why_not_done(s)
        return None

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                s.become(replace(self, done=(*self.done, unit)))
                now: Unit = s.units[unit]
                if is_hq(s, now) and now.supply == OOS:
                    relocate(s, now)
                else:
                    s.enter(MoveUnit(self.side, unit, allowance(s, now)))
            case ToTop(unit):
                s.become(replace(self, topped=(*self.topped, unit)))
                bring_to_top(s, unit)
            case Done():
                s.leave(moved=self.moved, tired=self.tired)

    def reminders(self, s: State) -> tuple[Reminder, ...]:
        if self.why_not_done(s) is not None:
            return (Reminder("The HQ must relocate", s.units[self.hq].hex, self.hq, duty=True),)
        return tuple(
            Reminder("has not moved", s.units[unit].hex, unit)
            for unit in self.units
            if self.why_not_unit(s, unit) is None
        )
