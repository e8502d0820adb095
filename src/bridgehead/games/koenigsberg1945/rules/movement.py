"""6.0 Movement: regular, strategic and by rail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import ClassVar, NamedTuple

from bridgehead.core.actions import Action, Done, MoveTo, Pick
from bridgehead.core.flow import Decision, Reminder, Route, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Hexside, UnitId, replace
from bridgehead.games.koenigsberg1945.model.actions import March, Ride
from bridgehead.games.koenigsberg1945.model.data import GERMAN
from bridgehead.games.koenigsberg1945.model.events import MovedByRail, MovedRegular, MovedStrategic
from bridgehead.games.koenigsberg1945.model.ground import HALF
from bridgehead.games.koenigsberg1945.model.state import State
from bridgehead.games.koenigsberg1945.rules.blocked import why_not_march, why_not_ride, why_not_walk
from bridgehead.games.koenigsberg1945.rules.orders import orders
from bridgehead.games.koenigsberg1945.rules.reach import (
    allowance,
    go,
    rail_reach,
    rail_way,
    regular_reach,
    road_way,
    spent_on,
    strategic_reach,
    way,
)
from bridgehead.games.koenigsberg1945.rules.stacking import overstacked
from bridgehead.games.koenigsberg1945.rules.victory import is_frozen

NO_GAS = "no_gas"
"""Track: the No Gas chit has been drawn this turn."""

REGULAR = "regular"
STRATEGIC = "strategic"
RAIL = "rail"

FROZEN_HQ = No("11.5a", "the headquarters may not move before its corps is released")
NO_STRATEGIC_REFUGEES = No("RE.5", "refugees choke the roads: no strategic movement")
NO_MIXED_MOVE = No("6.5a", "a unit uses one kind of movement in a segment")
NOT_ACTIVATED = No("4.0a", "only units activated by the headquarters move")
MOVED_ALREADY = No("4.2.2d", "the unit has moved; it moves once in an activation")
CANNOT_MOVE = No("6.1.1", "the unit has no movement allowance")
MUST_LEAVE = No("7.1a", "the hex is overstacked: the unit must move on")


@cache
def offers(verb: Callable[[Hex], Action], size: int) -> tuple[Action, ...]:
    """The same action for every hex, made once: a train may have hundreds of destinations."""
    return tuple(verb(Hex(hex)) for hex in range(size))


class Reach(NamedTuple):
    """Where a unit can go now, by kind of movement, with the cost in half points."""

    regular: dict[Hex, int]
    strategic: dict[Hex, int]
    rail: dict[Hex, int]


# --- decisions


@rule("2.5.3a", "2.5.3b", "2.5.3c", "2.5.3d")
def burn_gas(s: State, unit: UnitId) -> None:
    """No Gas: a two-step German mechanized unit at full strength that starts to move loses a step."""
    piece = s.counter(unit)
    if piece.camp == GERMAN and piece.mech and piece.back is not None and not s.units[unit].reduced:
        s.lose_step(unit, "2.5.3a")


@rule("6.1a")
class MoveUnit(Decision[State], frozen=True):
    """6.1 One unit moves, in legs if its player likes, until it is done."""

    words = "move {unit} by regular, strategic or rail movement, or end its move"
    under: ClassVar[str] = "6.1a"
    unit: UnitId
    mp: int
    """Half movement points left."""
    whole: int
    """Half movement points of its allowance."""
    kind: str = ""
    """The kind of movement it has begun."""
    ridden: tuple[Hex, ...] = ()
    slowed: bool = False
    segment: bool = True
    """False for arrivals, which move outside a Movement Segment (2.5.3c)."""

    def reach(self, s: State) -> Reach:
        kind = self.kind
        key = f"reach {self.unit} {self.mp} {kind} {self.slowed}"
        known: Reach | None = s.memo.get(key)
        if known is None:
            known = Reach(
                regular_reach(s, self.unit, self.mp, self.whole) if kind in ("", REGULAR) else {},
                strategic_reach(s, self.unit, self.mp) if kind in ("", STRATEGIC) and not self.slowed else {},
                rail_reach(s, self.unit, self.ridden) if kind in ("", RAIL) else {},
            )
            s.memo[key] = known
        return known

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit)

    def click(self, s: State, on: UnitId | Hex | Hexside) -> Action | None:
        """The kind of movement that has begun; before it has, the first by which the hex can be reached."""
        if not isinstance(on, int):
            return None
        verbs = {REGULAR: MoveTo, STRATEGIC: March, RAIL: Ride}
        found = zip(verbs, self.reach(s), strict=True)
        return verbs[self.kind or next((kind for kind, hexes in found if on in hexes), REGULAR)](on)

    def options(self, s: State) -> list[Action]:
        reach, size = self.reach(s), s.game.board.size
        found = [
            *map(offers(MoveTo, size).__getitem__, reach.regular),
            *map(offers(March, size).__getitem__, reach.strategic),
            *map(offers(Ride, size).__getitem__, reach.rail),
        ]
        return found if self.must_leave(s) else [*found, Done()]

    def over(self, s: State) -> bool:
        reach = self.reach(s)
        return not (reach.regular or reach.strategic or reach.rail)

    def must_leave(self, s: State) -> bool:
        return not self.segment and overstacked(s, s.counter(self.unit).camp, s.units[self.unit].hex)

    def take(self, s: State, action: Action) -> None:
        match action:
            case MoveTo(hex):
                self.regular(s, hex)
            case March(hex):
                self.strategic(s, hex)
            case Ride(hex):
                path = rail_way(s, self.unit, hex, self.ridden)
                ridden = (*self.ridden, s.units[self.unit].hex, *path[:-1])
                s.become(replace(self, kind=RAIL, ridden=ridden, mp=0))
                s.tell(MovedByRail(self.unit, hex, path), rule="6.5a")
                go(s, self.unit, path)
            case Done():
                s.leave()

    def regular(self, s: State, hex: Hex) -> None:
        cost = self.reach(s).regular[hex]
        path = way(s, self.unit, hex, self.mp)
        s.become(replace(self, kind=REGULAR, mp=0 if self.stops(s, path) else self.mp - cost))
        self.burn(s)
        s.tell(MovedRegular(self.unit, hex, path), rule="6.1a")
        go(s, self.unit, path)

    def strategic(self, s: State, hex: Hex) -> None:
        cost = self.reach(s).strategic[hex]
        path = road_way(s, self.unit, hex, self.mp)
        s.become(replace(self, kind=STRATEGIC, mp=self.mp - cost))
        self.burn(s)
        s.tell(MovedStrategic(self.unit, hex, path), rule="6.4")
        go(s, self.unit, path)

    def burn(self, s: State) -> None:
        if self.segment and not self.kind and s.tracks.get(NO_GAS):
            burn_gas(s, self.unit)

    @rule("6.5a", "6.4", "RE.5")
    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case MoveTo(hex):
                return why_not_walk(s, self, hex) if self.kind in ("", REGULAR) else NO_MIXED_MOVE
            case March(hex):
                if self.slowed:
                    return NO_STRATEGIC_REFUGEES
                return why_not_march(s, self, hex) if self.kind in ("", STRATEGIC) else NO_MIXED_MOVE
            case Ride(hex):
                return why_not_ride(s, self, hex) if self.kind in ("", RAIL) else NO_MIXED_MOVE
            case Done():
                return MUST_LEAVE
        return None

    def route(self, s: State, action: Action) -> Route | None:
        reach = self.reach(s)
        match action:
            case MoveTo(hex) if hex in reach.regular:
                path = way(s, self.unit, hex, self.mp)
                costs = spent_on(s, self.unit, path, self.mp, self.whole)
                return Route(path, tuple(map(points, costs)), stops=self.stops(s, path))
            case March(hex) if hex in reach.strategic:
                path = road_way(s, self.unit, hex, self.mp)
                return Route(path, tuple(points(number) for number in range(1, len(path) + 1)))
            case Ride(hex) if hex in reach.rail:
                return Route(rail_way(s, self.unit, hex, self.ridden))
        return None

    def stops(self, s: State, path: tuple[Hex, ...]) -> bool:
        """Does the last crossing end the move (6.2.2)?"""
        before = path[-2] if len(path) > 1 else s.units[self.unit].hex
        side = s.game.ground.side(before, path[-1])
        return bool(s.game.ground.minor[side] or s.game.ground.major[side])


def points(halves: int) -> str:
    """Half points as players read them."""
    whole, half = divmod(halves, HALF)
    return f"{whole or ''}½" if half else str(whole)


@rule("6.0", "6.1a")
class MovementSegment(Decision[State], frozen=True):
    """6.0 The active player moves any, all or none of what is activated, one unit at a time."""

    words = "choose a unit to move, or end the Movement Segment"
    under: ClassVar[str] = "6.0"
    clicks = (Pick,)
    units: tuple[UnitId, ...]
    """Those that may still move."""
    slowed: bool = False

    def about(self, s: State) -> Subject:
        return Subject()  # no unit is in hand yet

    def options(self, s: State) -> Iterator[Action]:
        yield from map(Pick, self.units)
        yield Done()

    def over(self, s: State) -> bool:
        return not self.units

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                s.become(replace(self, units=tuple(each for each in self.units if each != unit)))
                s.enter(move_of(s, unit, self.slowed))
            case Done():
                s.leave()

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in s.units:
                return why_not_pick_up(s, unit)
        return None

    def reminders(self, s: State) -> tuple[Reminder, ...]:
        return tuple(Reminder("has not moved", s.units[unit].hex, unit) for unit in self.units)


@rule("4.0a", "4.2.2d", "6.1.1", "11.5a")
def why_not_pick_up(s: State, unit: UnitId) -> No:
    """Why a unit is not among those that may still move."""
    if unit not in orders(s).movers:
        return NOT_ACTIVATED
    if is_frozen(s, unit):
        return FROZEN_HQ
    return MOVED_ALREADY if s.face(unit).movement else CANNOT_MOVE


def move_of(s: State, unit: UnitId, slowed: bool = False, segment: bool = True) -> MoveUnit:
    """The move of one unit with its whole allowance."""
    halves = allowance(s, unit, slowed) * HALF
    return MoveUnit(s.leader(s.counter(unit).force), unit, halves, halves, slowed=slowed, segment=segment)
