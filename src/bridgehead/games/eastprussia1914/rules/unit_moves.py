"""6.1, 6.3, 6.4 One unit completes its move: by MPs, along roads, or by rail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from bridgehead.core.actions import Action, Cancel, Choose, Done, MoveTo
from bridgehead.core.flow import Decision, Route, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.eastprussia1914.model.data import FOE
from bridgehead.games.eastprussia1914.model.events import UnitMarched, UnitMoved, UnitRailed
from bridgehead.games.eastprussia1914.model.ground import ANYWHERE
from bridgehead.games.eastprussia1914.model.state import State, Unit, is_hq, is_lone_hq, take_control
from bridgehead.games.eastprussia1914.rules.command import move_is_over
from bridgehead.games.eastprussia1914.rules.headquarters import overrun
from bridgehead.games.eastprussia1914.rules.movement import (
    IMPASSABLE,
    MAJOR_RIVER,
    Search,
    allowance,
    crossings,
    entry_cost,
    must_stop,
    search,
    step_cost,
    why_not_cross,
    why_not_there,
)
from bridgehead.games.eastprussia1914.rules.obstacles import why_no_march, why_no_train, why_no_way
from bridgehead.games.eastprussia1914.rules.rail import rail_cost, rail_search, why_not_rail
from bridgehead.games.eastprussia1914.rules.special import OUTSIDE, bound_of, from_the_west
from bridgehead.games.eastprussia1914.rules.stacking import full_hexes, why_not_stack
from bridgehead.games.eastprussia1914.rules.strategic import (
    march_search,
    strategic_allowance,
    why_not_march,
)
from bridgehead.hexes.paths import CLOSED

STRATEGIC = "strategic"
RAIL = "rail"

STANDS_THERE = No("6.1.1", "this unit is already in that hex")
HAS_BEGUN = No("6.1.1", "this unit has begun its move")
MOVING_ALREADY = No(
    "6.3.1", "strategic and rail movement replace normal movement: this unit has begun its move"
)

MOVES: tuple[MoveTo, ...] = tuple(MoveTo(Hex(hex)) for hex in range(10_000))
"""Every move, made once."""


@rule("6.1.1", "6.1.2", "6.3.1", "6.4.3", "8.1")
class MoveUnit(Decision[State], frozen=True):
    """6.1 One unit moves by its MPs; before the first step it may take to the road or the railway instead."""

    words = "Normal movement: move {unit} ({mp:MP} left)"
    under = "6.1.2"
    clicks = (MoveTo,)
    labels: ClassVar = {Done: "Finish move", Cancel: "Cancel move"}
    unit: UnitId
    mp: int
    moved: bool = False
    arriving: bool = False

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit)

    def search(self, s: State) -> Search:
        """How the walker looks for the hexes in reach."""
        return search(s, s.units[self.unit], self.mp, self.bound(s))

    def reachable(self, s: State) -> Mapping[Hex, int]:
        """The hexes in reach with their cost."""
        unit = s.units[self.unit]
        found = s.game.walker.reach(unit.hex, *self.search(s))
        across = [] if self.moved else [hex for hex in crossings(s, unit) if hex not in found]
        return {**found, **dict.fromkeys(across, self.mp)} if across else found

    def bound(self, s: State) -> str:
        """16.3.3 An arriving unit may pass outside the play area."""
        return ANYWHERE if self.outside(s) else bound_of(s, s.units[self.unit])

    @rule("16.3.3")
    def outside(self, s: State) -> bool:
        """16.3.3 Is the unit still outside the play area?"""
        bounds = s.ground.bounds.get(s.scenario)
        return bounds is not None and bool(bounds[s.units[self.unit].hex])

    def ends(self, s: State) -> list[Hex]:
        """7.2 The hexes in reach where the unit may end."""
        used, full = full_hexes(s, s.units[self.unit])
        found = [hex for hex in self.reachable(s) if used[hex] < full]
        if s.scenario in s.ground.bounds:
            outside = s.ground.bounds[s.scenario]
            found = [hex for hex in found if not outside[hex]]
        return found

    def options(self, s: State) -> Iterable[Action]:
        found: list[Action] = [MOVES[hex] for hex in self.ends(s)]
        found.extend(self.other_ways(s))
        found.append(Done() if self.moved or self.arriving else Cancel())
        return found

    def over(self, s: State) -> bool:
        """A unit that has arrived need not go on."""
        return self.arriving and not self.moved and len(list(self.options(s))) == 1

    @rule("6.3.1", "6.4.3")
    def other_ways(self, s: State) -> Iterator[Action]:
        """6.3.1, 6.4.3 Instead of normal movement: along roads or by rail."""
        if not self.moved:
            for choice, why in ((STRATEGIC, self.why_not_by_road), (RAIL, self.why_not_by_rail)):
                if why(s) is None:
                    yield Choose(choice)

    @rule("6.3.1")
    def why_not_by_road(self, s: State) -> No | None:
        return why_not_march(s, s.units[self.unit]) or self.by_road(s).why_stuck(s)

    @rule("6.4.3")
    def why_not_by_rail(self, s: State) -> No | None:
        return why_not_rail(s, s.units[self.unit], self.rail_points(s)) or self.by_rail(s).why_stuck(s)

    def by_road(self, s: State) -> MarchUnit:
        hexes = strategic_allowance(s, s.units[self.unit])
        return MarchUnit(self.side, self.unit, hexes, arriving=self.arriving)

    def by_rail(self, s: State) -> RailUnit:
        left = s.tracks[f"rail_{self.side}"]
        return RailUnit(self.side, self.unit, left, arriving=self.arriving, cost=self.rail_points(s))

    @rule("18.1.6")
    def rail_points(self, s: State) -> int:
        """The Rail Points of a journey; 18.1.6 through trains from the West cost none."""
        unit = s.units[self.unit]
        return 0 if self.arriving and from_the_west(s, unit) else rail_cost(s, unit)

    # --- why not

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case MoveTo(hex) if hex in s.ground.board:
                return self.why_not_move(s, s.units[self.unit], hex)
            case Choose(choice) if choice in (STRATEGIC, RAIL):
                if self.moved:
                    return MOVING_ALREADY
                return self.why_not_by_road(s) if choice == STRATEGIC else self.why_not_by_rail(s)
            case Cancel():
                return HAS_BEGUN
        return None

    def why_not_move(self, s: State, unit: Unit, hex: Hex) -> No:
        """Why the unit cannot end there: what holds of the hex itself, else the first obstacle on the way."""
        if hex == unit.hex:
            return STANDS_THERE
        if (no := why_not_there(s, unit, hex)) is not None:
            return no
        if hex in self.reachable(s):
            return why_not_stack(s, unit, hex) or OUTSIDE
        return self.why_no_way(s, unit, hex)

    def why_no_way(self, s: State, unit: Unit, hex: Hex) -> No:
        """The first obstacle on the way to a hex."""
        if hex in s.ground.board.near[unit.hex]:
            cost = entry_cost(s, unit, unit.hex, hex)
            if cost is MAJOR_RIVER and not self.moved:
                return why_not_cross(s, unit, hex) or MAJOR_RIVER
            if isinstance(cost, No):
                return cost
        return why_no_way(s, unit, hex, self.mp, self.bound(s))

    @rule("6.1.1")
    def why_stuck(self, s: State) -> No | None:
        """6.1.1 Why the unit cannot take a single step this way, told of the first hex that land leads to."""
        if self.ends(s):
            return None
        unit = s.units[self.unit]
        found = [(hex, self.why_not_move(s, unit, hex)) for hex in self.first_steps(s, unit)]
        hex, no = next(((hex, no) for hex, no in found if no is not IMPASSABLE), (unit.hex, IMPASSABLE))
        return no if no.hex else replace(no, hex=hex)

    def first_steps(self, s: State, unit: Unit) -> list[Hex]:
        return list(s.ground.board.near[unit.hex])

    # --- the move

    def take(self, s: State, action: Action) -> None:
        match action:
            case MoveTo(hex):
                self.go(s, hex)
            case Choose(choice):
                s.become(self.by_road(s) if choice == STRATEGIC else self.by_rail(s))
            case Cancel():
                self.give_up(s)
            case Done():
                self.finish(s)

    def give_up(self, s: State) -> None:
        """Nothing was spent."""
        s.leave()

    def go(self, s: State, hex: Hex) -> None:
        """The unit goes by the cheapest way, takes what it passes, and goes on or ends its move."""
        unit = s.units[self.unit]
        path = self.path(s, hex)
        cost, left = self.price(s, path)
        self.tell(s, (unit.hex, *path), cost)
        if not is_hq(s, unit):
            for each in path:
                if is_lone_hq(s, each, FOE[unit.side]):
                    overrun(s, self.unit, each)
                take_control(s, each, unit.side)
        s.put(self.unit, hex)
        self.spend(s, cost)
        after = replace(self, moved=True, mp=left)
        s.become(after)
        if left == 0 or not after.ends(s):
            after.finish(s)

    def tell(self, s: State, path: tuple[Hex, ...], cost: int) -> None:
        s.tell(UnitMoved(self.unit, path, cost), rule="6.1.2")

    def spend(self, s: State, cost: int) -> None:
        """What a move costs beside the unit's own points."""

    def path(self, s: State, hex: Hex) -> tuple[Hex, ...]:
        """The hexes of the cheapest way; a river crossed as the whole move is one step (6.2.3)."""
        return s.game.walker.route(s.units[self.unit].hex, hex, *self.search(s)) or (hex,)

    @rule("6.2.2", "6.2.3")
    def price(self, s: State, path: tuple[Hex, ...]) -> tuple[int, int]:
        """What a way costs and what it leaves: nothing after a river (6.2.2, 6.2.3)."""
        here = s.units[self.unit].hex
        if path[0] in s.ground.crossings(here):
            return self.mp, 0
        total = self.running(s, path)[-1]
        last = path[-2] if len(path) > 1 else here
        return total, 0 if must_stop(s, last, path[-1]) else self.mp - total

    def running(self, s: State, path: tuple[Hex, ...]) -> list[int]:
        """The MPs spent at each hex of a way."""
        unit = s.units[self.unit]
        here, total, found = unit.hex, 0, []
        if path[0] in s.ground.crossings(here):
            return [self.mp]
        for to in path:
            total += step_cost(s, unit, here, s.ground.board.around[here].index(to))
            found.append(total)
            here = to
        return found

    @rule("6.1.1", "6.3.4", "6.4.3")
    def finish(self, s: State) -> None:
        """6.1.1 The move is over; 6.3.4, 6.4.3 who marched or went by rail may not attack."""
        move_is_over(s, self.unit, () if type(self) is MoveUnit else (self.unit,))

    def route(self, s: State, action: Action) -> Route | None:
        if not isinstance(action, MoveTo) or action.hex not in self.reachable(s):
            return None
        path = self.path(s, action.hex)
        _, left = self.price(s, path)
        return Route(path, tuple(map(str, self.running(s, path))), stops=left == 0)


@rule("6.3.1", "6.3.2", "6.3.4")
class MarchUnit(MoveUnit, frozen=True):
    """6.3 Strategic movement: so many hexes along connected roads."""

    words = "Strategic movement: move {unit} along the road ({mp:hex} left)"
    under = "6.3.1"
    labels: ClassVar = {Done: "Finish move", Cancel: "Back to normal movement"}

    def search(self, s: State) -> Search:
        return march_search(s, s.units[self.unit], self.mp, self.bound(s))

    def reachable(self, s: State) -> Mapping[Hex, int]:
        return s.game.walker.reach(s.units[self.unit].hex, *self.search(s))

    def options(self, s: State) -> Iterable[Action]:
        return [*(MOVES[hex] for hex in self.ends(s)), Done() if self.moved else Cancel()]

    def over(self, s: State) -> bool:
        return False

    def why_no_way(self, s: State, unit: Unit, hex: Hex) -> No:
        return why_no_march(s, unit, hex, self.mp, self.bound(s))

    def first_steps(self, s: State, unit: Unit) -> list[Hex]:
        around = s.ground.board.around[unit.hex]
        return [hex for d, hex in enumerate(around) if s.ground.road[unit.hex * 6 + d]]

    def give_up(self, s: State) -> None:
        s.become(MoveUnit(self.side, self.unit, allowance(s, s.units[self.unit]), arriving=self.arriving))

    def tell(self, s: State, path: tuple[Hex, ...], cost: int) -> None:
        s.tell(UnitMarched(self.unit, path), rule="6.3.1")

    def price(self, s: State, path: tuple[Hex, ...]) -> tuple[int, int]:
        return len(path), self.mp - len(path)

    def running(self, s: State, path: tuple[Hex, ...]) -> list[int]:
        return list(range(1, len(path) + 1))


@rule("6.4.1a", "6.4.2", "6.4.3", "6.4.6")
class RailUnit(MarchUnit, frozen=True):
    """6.4 Rail movement: any distance along a railway, for the Rail Points of the unit."""

    words = "Rail movement: select a destination for {unit} (costs {cost:Rail Point}; {mp} left)"
    under = "6.4.3"
    cost: int = 0

    def search(self, s: State) -> Search:
        return rail_search(s, s.units[self.unit], self.bound(s))

    def why_no_way(self, s: State, unit: Unit, hex: Hex) -> No:
        return why_no_train(s, unit, hex, self.bound(s))

    def first_steps(self, s: State, unit: Unit) -> list[Hex]:
        around, net = s.ground.board.around[unit.hex], s.ground.trains[unit.side]
        return [hex for d, hex in enumerate(around) if net[unit.hex * 6 + d] != CLOSED]

    def tell(self, s: State, path: tuple[Hex, ...], cost: int) -> None:
        s.tell(UnitRailed(self.unit, path, cost, self.mp - cost), rule="6.4.3")

    def spend(self, s: State, cost: int) -> None:
        s.mark(self.unit, railed=True)
        s.track(f"rail_{self.side}", self.mp - cost)

    def price(self, s: State, path: tuple[Hex, ...]) -> tuple[int, int]:
        return self.cost, 0

    def running(self, s: State, path: tuple[Hex, ...]) -> list[int]:
        return [self.cost] * len(path)


@rule("6.1.1")
def why_not_move_off(s: State, unit: Unit) -> No | None:
    """6.1.1 Why a unit cannot take a single step: by MPs, by road or by rail."""
    if can_step(s, unit):
        return None
    move = MoveUnit(unit.side, unit.id, allowance(s, unit))
    return None if any(move.other_ways(s)) else move.why_stuck(s)


def can_step(s: State, unit: Unit) -> bool:
    """Is there room in an adjacent hex that its MPs pay for? Looked at first, for it is quickly seen."""
    used, full = full_hexes(s, unit)
    mp = allowance(s, unit)
    for to in s.ground.board.near[unit.hex]:
        if used[to] < full:
            cost = entry_cost(s, unit, unit.hex, to)
            if not isinstance(cost, No) and cost <= mp:
                return True
    return False
