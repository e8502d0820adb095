"""6.1.1 The Movement Segment: choosing units and moving them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bridgehead.core.actions import Action, Choose, Done, MoveTo, Pick
from bridgehead.core.flow import Decision, Reminder, Route, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.eastprussia1914.model.actions import ToTop
from bridgehead.games.eastprussia1914.model.data import FOE
from bridgehead.games.eastprussia1914.model.events import UnitMoved
from bridgehead.games.eastprussia1914.model.ground import ANYWHERE
from bridgehead.games.eastprussia1914.model.state import (
    COMMAND_MODE,
    ISOLATED,
    OOS,
    State,
    Unit,
    is_hq,
    is_lone_hq,
    take_control,
)
from bridgehead.games.eastprussia1914.rules.command import ENEMYS, OUT_OF_COMMAND
from bridgehead.games.eastprussia1914.rules.fog import bring_to_top, foggy
from bridgehead.games.eastprussia1914.rules.headquarters import overrun, relocate
from bridgehead.games.eastprussia1914.rules.movement import (
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

NORMAL = ""
STRATEGIC = "strategic"
RAIL = "rail"
GOES = {NORMAL: "moves", STRATEGIC: "marches", RAIL: "goes by rail"}
CITED = {NORMAL: "6.1.2", STRATEGIC: "6.3.1", RAIL: "6.4.3"}

ISOLATED_STAYS = No("6.1.5", "an isolated unit does not move in the Movement Segment")
STANDS_THERE = No("6.1.1", "the unit stands there already")
MUST_RELOCATE = No("11.3.2e", "the HQ is out of supply: it must be relocated before the segment ends")
COMMAND_MODE_STAYS = No("12.2.1", "an HQ in Command Mode does not move")
HAS_MOVED = No("6.1.1", "the unit has completed its move")
NOT_ACTIVATED = No("6.1.1", "only units activated now may move")

MOVES: tuple[MoveTo, ...] = tuple(MoveTo(Hex(hex)) for hex in range(10_000))
"""Every move, made once."""


@rule("6.1.1", "4.3.5a", "11.3.2e", "11.3.2f", "12.3")
class MovementSegment(Decision[State], frozen=True):
    """6.1.1 The active player moves any, all or none of the activated units, one at a time."""

    words = "choose a unit to move, or end the Movement Segment"
    under = "6.1.1"
    clicks = (Pick,)
    hq: UnitId
    units: tuple[UnitId, ...]
    done: tuple[UnitId, ...] = ()
    moved: tuple[UnitId, ...] = ()
    tired: tuple[UnitId, ...] = ()
    topped: tuple[UnitId, ...] = ()

    def about(self, s: State) -> Subject:
        return Subject(unit=self.hq)

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
            if s.units[unit].side != self.side:
                return ENEMYS
            return OUT_OF_COMMAND if self.out_of_command(s, unit) else NOT_ACTIVATED
        if unit in self.done:
            return HAS_MOVED
        now = s.units[unit]
        if now.supply == ISOLATED:
            return ISOLATED_STAYS
        stays = now.mode == COMMAND_MODE and now.supply != OOS
        return COMMAND_MODE_STAYS if stays else None

    @rule("4.3.5a")
    def out_of_command(self, s: State, unit: UnitId) -> bool:
        """4.3.5a A unit of the HQ's corps that was not within range when it was measured."""
        corps = s.game.counters[self.hq].formation if self.hq else ""
        return bool(corps) and s.game.counters[unit].formation == corps and s.units[unit].side == self.side

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
                now = s.units[unit]
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


@rule("6.1.1", "6.1.2", "6.3.1", "6.4.3", "8.1")
class MoveUnit(Decision[State], frozen=True):
    """6.1 One unit completes its move: by MPs, along roads, or by rail."""

    words = "move {unit} ({mp} left), or end its move"
    under = "6.1.2"
    clicks = (MoveTo,)
    unit: UnitId
    mp: int
    how: str = NORMAL
    moved: bool = False
    arriving: bool = False

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit)

    def search(self, s: State) -> Search:
        """How the walker looks for the hexes in reach, in the manner chosen."""
        unit = s.units[self.unit]
        if self.how == RAIL:
            return rail_search(s, unit, self.bound(s))
        if self.how == STRATEGIC:
            return march_search(s, unit, self.mp, self.bound(s))
        return search(s, unit, self.mp, self.bound(s))

    def reachable(self, s: State) -> dict[Hex, int]:
        """The hexes in reach with their cost."""
        unit = s.units[self.unit]
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
        found = [hex for hex in self.reachable(s) if used[hex] < full]
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
        unit = s.units[self.unit]
        if why_not_march(s, unit) is None:
            yield Choose(STRATEGIC)
        if why_not_rail(s, unit, self.rail_points(s)) is None:
            yield Choose(RAIL)

    @rule("18.1.6")
    def rail_points(self, s: State) -> int:
        """The Rail Points of a journey; 18.1.6 through trains from the West cost none."""
        unit = s.units[self.unit]
        return 0 if self.arriving and from_the_west(s, unit) else rail_cost(s, unit)

    def why_not(self, s: State, action: Action) -> No | None:
        unit = s.units[self.unit]
        match action:
            case MoveTo(hex) if hex in s.ground.board:
                return self.why_not_move(s, unit, hex)
            case Choose(choice) if choice == STRATEGIC and not self.moved:
                return why_not_march(s, unit)
            case Choose(choice) if choice == RAIL and not self.moved:
                return why_not_rail(s, unit, self.rail_points(s))
        return None

    def why_not_move(self, s: State, unit: Unit, hex: Hex) -> No:
        """Why the unit cannot end there: what holds of the hex itself, else the first obstacle on the way."""
        if hex == unit.hex:
            return STANDS_THERE
        if (no := why_not_there(s, unit, hex)) is not None:
            return no
        if hex in self.reachable(s):
            return why_not_stack(s, unit, hex) or OUTSIDE
        if self.how == RAIL:
            return why_no_train(s, unit, hex, self.bound(s))
        if self.how == STRATEGIC:
            return why_no_march(s, unit, hex, self.mp, self.bound(s))
        if hex in s.ground.board.near[unit.hex]:
            cost = entry_cost(s, unit, unit.hex, hex)
            if cost is MAJOR_RIVER and not self.moved:
                return why_not_cross(s, unit, hex) or MAJOR_RIVER
            if isinstance(cost, No):
                return cost
        return why_no_way(s, unit, hex, self.mp, self.bound(s))

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
        unit = s.units[self.unit]
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
        return s.game.walker.route(s.units[self.unit].hex, hex, *self.search(s)) or (hex,)

    @rule("6.2.2", "6.2.3")
    def price(self, s: State, path: tuple[Hex, ...]) -> tuple[int, int]:
        """What a way costs and what it leaves: nothing after a river (6.2.2, 6.2.3) or a train."""
        if self.how == RAIL:
            return self.rail_points(s), 0
        if self.how == STRATEGIC:
            return len(path), self.mp - len(path)
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
        for to in path:
            total += step_cost(s, unit, here, s.ground.board.around[here].index(to))
            found.append(total)
            here = to
        return found

    @rule("6.3.4", "6.4.3")
    def finish(self, s: State) -> None:
        """The move is over; 6.3.4, 6.4.3 who marched or went by rail may not attack."""
        if self.arriving or not self.moved:
            s.leave()
            return
        parent = s.flow[-2]
        assert isinstance(parent, MovementSegment)
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
