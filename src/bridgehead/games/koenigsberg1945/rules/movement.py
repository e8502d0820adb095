"""6.0 Movement: regular, strategic and by rail."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import ClassVar, NamedTuple

from bridgehead.core.actions import Action, Cancel, Done, MoveTo, Pick
from bridgehead.core.flow import Decision, Reminder, Route, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Hexside, Side, UnitId, replace
from bridgehead.games.koenigsberg1945.model.actions import March, Ride
from bridgehead.games.koenigsberg1945.model.data import GERMAN, camp_of
from bridgehead.games.koenigsberg1945.model.events import (
    GasBurned,
    MovedByRail,
    MovedRegular,
    MovedStrategic,
)
from bridgehead.games.koenigsberg1945.model.ground import HALF
from bridgehead.games.koenigsberg1945.model.state import State
from bridgehead.games.koenigsberg1945.rules.blocked import (
    joined_by_rail,
    why_no_step,
    why_not_march,
    why_not_ride,
    why_not_walk,
)
from bridgehead.games.koenigsberg1945.rules.orders import ENEMY_UNIT, NOT_ACTIVATED, orders
from bridgehead.games.koenigsberg1945.rules.reach import (
    TOO_FAR,
    allowance,
    cost_of,
    go,
    has_a_step,
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

FROZEN_HQ = No("11.5a", "this HQ may not move until its corps is released")
NO_STRATEGIC_REFUGEES = No("RE.5", "no strategic movement: refugees block the roads")
NO_MIXED_MOVE = No("6.5a", "this unit has begun another kind of movement in this segment")
MOVED_ALREADY = No("4.2.2d", "this unit has already moved in this activation")
CANNOT_MOVE = No("6.1.1", "this unit has no movement allowance")
MUST_LEAVE = No("7.1a", "this hex is overstacked: the unit must move on")
NOT_BEGUN = No("6.1a", "this unit has not moved yet; cancel its move instead")
HAS_BEGUN = No("6.1a", "this unit has already moved; finish its move instead")


@cache
def offers(verb: Callable[[Hex], Action], size: int) -> tuple[Action, ...]:
    """The same action for every hex, made once: a train may have hundreds of destinations."""
    return tuple(verb(Hex(hex)) for hex in range(size))


class Reach(NamedTuple):
    """Where a unit can go now, by kind of movement, with the cost in half points."""

    regular: Mapping[Hex, int]
    strategic: Mapping[Hex, int]
    rail: Mapping[Hex, int]


# --- decisions


@rule("2.5.3a", "2.5.3b", "2.5.3c", "2.5.3d")
def burn_gas(s: State, unit: UnitId) -> None:
    """No Gas: a two-step German mechanized unit at full strength that starts to move loses a step."""
    piece = s.counter(unit)
    if piece.camp == GERMAN and piece.mech and piece.back is not None and not s.units[unit].reduced:
        s.tell(GasBurned(unit), rule="2.5.3a")
        s.lose_step(unit, "2.5.3a")


@rule("6.1a")
class MoveUnit(Decision[State], frozen=True):
    """6.1 One unit moves, in legs if its player likes, until it is done."""

    words = "Movement Segment: move {unit} by regular, strategic or rail movement"
    under: ClassVar[str] = "6.1a"
    labels: ClassVar[Mapping[type[Action], str]] = {Done: "Finish move", Cancel: "Cancel move"}
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
        key = f"reach {self.unit} {self.mp} {self.whole} {kind} {self.slowed} {self.ridden}"
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
        kind = self.kind or next((kind for kind, hexes in found if on in hexes), "")
        return verbs[kind or self.meant(s, on)](on)

    def meant(self, s: State, hex: Hex) -> str:
        """Out of reach on foot, but on the unit's own railway: rail movement is meant."""
        far = joined_by_rail(s, self.unit, hex) and why_not_walk(s, self, hex) == TOO_FAR
        return RAIL if far else REGULAR

    def options(self, s: State) -> list[Action]:
        reach, size = self.reach(s), s.game.board.size
        found = [
            *map(offers(MoveTo, size).__getitem__, reach.regular),
            *map(offers(March, size).__getitem__, reach.strategic),
            *map(offers(Ride, size).__getitem__, reach.rail),
        ]
        if self.untouched:
            return [*found, Cancel()]
        return found if self.must_leave(s) else [*found, Done()]

    @property
    def untouched(self) -> bool:
        """Picked up in a Movement Segment and not moved yet: it can be put back."""
        return self.segment and not self.kind

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
                self.ride(s, hex)
            case Done() | Cancel():
                s.leave()

    def ride(self, s: State, hex: Hex) -> None:
        path = rail_way(s, self.unit, hex, self.ridden)
        ridden = (*self.ridden, s.units[self.unit].hex, *path[:-1])
        s.become(replace(self, kind=RAIL, ridden=ridden, mp=0))
        self.begin(s)
        s.tell(MovedByRail(self.unit, hex, path), rule="6.5a")
        go(s, self.unit, path)

    def regular(self, s: State, hex: Hex) -> None:
        path = way(s, self.unit, hex, self.mp)
        cost = cost_of(s, self.unit, path, self.whole)
        left = 0 if self.stops(s, path) else self.mp - cost
        s.become(replace(self, kind=REGULAR, mp=left))
        self.begin(s)
        self.burn(s)
        s.tell(MovedRegular(self.unit, hex, path, points(cost), points(left)), rule="6.1a")
        go(s, self.unit, path)

    def strategic(self, s: State, hex: Hex) -> None:
        cost = self.reach(s).strategic[hex]
        path = road_way(s, self.unit, hex, self.mp)
        left = self.mp - cost
        s.become(replace(self, kind=STRATEGIC, mp=left))
        self.begin(s)
        self.burn(s)
        s.tell(MovedStrategic(self.unit, hex, path, points(cost), points(left)), rule="6.4")
        go(s, self.unit, path)

    @rule("4.2.2d", "6.1a")
    def begin(self, s: State) -> None:
        """The first step: only now the unit has had its move."""
        if not self.kind:
            s.flow = tuple(
                [
                    frame.without(self.unit) if isinstance(frame, MovementSegment) else frame
                    for frame in s.flow
                ]
            )

    @rule("2.5.3a", "2.5.3c")
    def burn(self, s: State) -> None:
        if self.untouched and s.tracks.get(NO_GAS):
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
                return NOT_BEGUN if self.untouched else MUST_LEAVE
            case Cancel():
                return HAS_BEGUN
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


@rule("6.1.2c", "6.0")
def can_move(s: State, unit: UnitId, slowed: bool) -> bool:
    """Is there a hex it could move to now? The next hexes answer it nearly always."""
    key = f"can move {unit} {slowed}"
    known: bool | None = s.memo.get(key)
    if known is None:
        whole = allowance(s, unit, slowed) * HALF
        known = has_a_step(s, unit, whole) or any(move_of(s, unit, slowed).reach(s))
        s.memo[key] = known
    return known


@rule("6.0", "6.1a")
class MovementSegment(Decision[State], frozen=True):
    """6.0 The active player moves any, all or none of what is activated, one unit at a time."""

    words = "Movement Segment: select a unit to move"
    under: ClassVar[str] = "6.0"
    labels: ClassVar[Mapping[type[Action], str]] = {Done: "End Movement Segment"}
    clicks = (Pick,)
    units: tuple[UnitId, ...]
    """Those that may still move."""
    slowed: bool = False

    def about(self, s: State) -> Subject:
        return Subject()  # no unit is in hand yet

    def movable(self, s: State) -> Iterator[UnitId]:
        """Those that can go somewhere just now."""
        return (unit for unit in self.units if can_move(s, unit, self.slowed))

    def options(self, s: State) -> Iterator[Action]:
        yield from map(Pick, self.movable(s))
        yield Done()

    def over(self, s: State) -> bool:
        return not any(True for _ in self.movable(s))

    def without(self, unit: UnitId) -> MovementSegment:
        """The segment when a unit has begun its move."""
        left = tuple([each for each in self.units if each != unit])
        return replace(self, units=left) if len(left) < len(self.units) else self

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                s.enter(move_of(s, unit, self.slowed))
            case Done():
                s.leave()

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in self.units:
                return why_no_step(s, move_of(s, unit, self.slowed))
            case Pick(unit) if unit in s.units:
                return why_not_pick_up(s, self.side, unit)
        return None

    def reminders(self, s: State) -> tuple[Reminder, ...]:
        return tuple(Reminder("has not moved", s.units[unit].hex, unit) for unit in self.movable(s))


@rule("4.0a", "4.2.1a", "4.2.2d", "6.1.1", "11.5a")
def why_not_pick_up(s: State, side: Side, unit: UnitId) -> No:
    """Why a unit is not among those that may still move."""
    if s.counter(unit).camp != camp_of(side):
        return ENEMY_UNIT
    if unit not in orders(s).movers:
        return NOT_ACTIVATED
    if is_frozen(s, unit):
        return FROZEN_HQ
    return MOVED_ALREADY if s.face(unit).movement else CANNOT_MOVE


def move_of(s: State, unit: UnitId, slowed: bool = False, segment: bool = True) -> MoveUnit:
    """The move of one unit with its whole allowance."""
    halves = allowance(s, unit, slowed) * HALF
    return MoveUnit(s.leader(s.counter(unit).force), unit, halves, halves, slowed=slowed, segment=segment)
