"""7.5 Retreats: who goes along, in which order, by which way."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

import msgspec

from bridgehead.core.actions import Action, Done, MoveTo, Pick, SendTo
from bridgehead.core.flow import Decision, Procedure, Route, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import NOWHERE, Hex, UnitId, replace
from bridgehead.games.seelow1945.model.events import LeftMap, NoRetreat, Overcrowded, Retreated, Stayed
from bridgehead.games.seelow1945.model.state import EXITED, State, Unit, enemies, enemy_zoc, places, points_in
from bridgehead.games.seelow1945.rules.control import pass_through
from bridgehead.games.seelow1945.rules.morale import disrupt, remove
from bridgehead.hexes.paths import CLOSED

OFF_MAP = NOWHERE
"""The imaginary hex beyond the map-edge, as a way to go (7.54)."""

ENEMY_IN_THE_WAY = No("7.53", "units can't retreat into an enemy-occupied hex")
CONTROLLED = No("7.53", "units can't retreat into an enemy ZOC unless a friendly unit is there")
IMPASSABLE = No("7.53", "this unit can never enter that hex from its own")
NOT_TWO_AWAY = No("7.51a", "a retreat must end exactly 2 hexes away")
HEX_BY_HEX = No("7.51a", "retreat one hex at a time: select an adjacent hex")
NOWHERE_ON = No("7.51a", "no hex 2 hexes away can be entered from there")
NO_REST = No("7.55a", "the stacking limit is reached there, and the retreat can't go on from it")
VACANT_FIRST = No("7.52", "vacant hexes come first, then hexes with room, then full ones")
DOUBLING_BACK = No("7.55a", "a retreat can't turn back")
NOT_IN_THE_HEX = No("7.57a", "only units in the hex of a retreating unit may retreat with it")
RETREATS_ALREADY = No("7.57a", "this unit is already retreating")
ARTILLERY_STAYS = No("7.57b", "artillery can't retreat")
NO_WAY_OUT = No("7.57b", "this unit has no legal retreat")
NO_EDGE = No("7.54", "this unit can't leave the map from here")
MUST_RETREAT = No("7.51a", "this unit must retreat 2 hexes")
NEED_NOT_RETREAT = No("7.51b", "this unit does not have to retreat")


class Ways(msgspec.Struct, frozen=True):
    """7.52 The best class of routes a unit has: by first hex, its second hexes. Empty: no retreat."""

    rank: int
    seconds: dict[Hex, tuple[Hex, ...]]


NO_WAYS = Ways(0, {})


class Retreater:
    """One unit looking for a way out of a hex; `group` are the units retreating with it."""

    def __init__(self, s: State, unit: UnitId, start: Hex, group: Iterable[UnitId]) -> None:
        self.s = s
        self.unit = unit
        self.start = start
        self.group = set(group)
        self.ground = ground = s.ground
        counter = s.counter(unit)
        self.side = side = counter.side
        self.open = ground.open[counter.klass]
        self.exits = ground.exits[counter.klass]
        self.stack = counter.stack
        self.enemies = enemies(s, side)
        self.zoc = enemy_zoc(s, side)
        self.own = s.ledger[side]
        self.limit = s.tables.stacking[side]
        self.full = s.ledger[s.game.closed[unit]] if self.stack else None
        """By hex: is there no room for the unit, unless it is there itself? For those that take up room."""

    @rule("7.53", "4.27")
    def why_not_into(self, hex: Hex) -> No | None:
        """7.53 Why a hex may not be retreated into or through; a friendly unit in it cancels ZOC."""
        if self.enemies[hex]:
            return ENEMY_IN_THE_WAY
        return CONTROLLED if self.zoc[hex] and not self.own[hex] else None

    @rule("7.51b")
    def vacant(self, hex: Hex) -> bool:
        """7.52 Without any unit but those of the same group."""
        return not self.own[hex] or self.group.issuperset(self.s.stacks[hex])

    def fits(self, hex: Hex) -> bool:
        """7.55 Is there room for the unit?"""
        if self.full is not None and not self.full[hex]:
            return True
        here = self.unit in self.s.stacks.get(hex, ())
        return points_in(self.s, hex) + (0 if here else self.stack) <= self.limit

    @rule("7.53", "4.27")
    def steps(self, here: Hex) -> list[Hex]:
        # This is why_not_into, unrolled: it looks at every hex around.
        enemies, zoc, own = self.enemies, self.zoc, self.own
        return [to for to in self.open[here] if not enemies[to] and (own[to] or not zoc[to])]

    @rule("7.51a", "7.54")
    def exist(self) -> bool:
        """7.51 Is there any way, of whatever class?"""
        start, exits = self.start, self.exits
        if exits[start] != CLOSED:
            return True
        near = self.ground.near[start]
        crowded: list[tuple[Hex, Hex]] = []
        for first in self.steps(start):
            if exits[first] != CLOSED:
                return True
            for second in self.steps(first):
                if second != start and second not in near:
                    if self.fits(second):
                        return True
                    crowded.append((first, second))
        return any(self.goes_on(path) for path in crowded)

    @rule("7.51a", "7.52", "7.54")
    def ways(self) -> Ways:
        """7.52 Routes of two hexes: both vacant; or with friends and room; or, at the last, overstacked."""
        found: dict[int, dict[Hex, list[Hex]]] = {1: {}, 2: {}, 3: {}}
        if self.exits[self.start] != CLOSED:
            found[1][OFF_MAP] = []
        near = self.ground.near[self.start]
        for first in self.steps(self.start):
            if self.exits[first] != CLOSED:
                found[1 if self.vacant(first) else 2].setdefault(first, []).append(OFF_MAP)
            for second in self.steps(first):
                if second == self.start or second in near:
                    continue
                rank = self.rank(first, second)
                if rank:
                    found[rank].setdefault(first, []).append(second)
        for rank in (1, 2, 3):
            if found[rank]:
                return Ways(rank, {first: tuple(seconds) for first, seconds in found[rank].items()})
        return NO_WAYS

    def rank(self, first: Hex, second: Hex) -> int:
        """7.52 The class of a route; 0 if it cannot be completed."""
        if self.fits(second):
            return 1 if self.vacant(first) and self.vacant(second) else 2
        return 3 if self.goes_on((first, second)) else 0

    @rule("7.55a")
    def onward(self, path: tuple[Hex, ...]) -> tuple[Hex, ...]:
        """7.55 How an overcrowded retreat may go on: vacant hexes first, never back or nearer than two."""
        steps = self.further(path[-1], path)
        vacant = [to for to in steps if self.vacant(to) and self.fits(to)]
        if self.exits[path[-1]] != CLOSED:
            vacant.append(OFF_MAP)
        return tuple(vacant or (to for to in steps if self.fits(to) or self.comes_to_rest(to, path)))

    @rule("7.54", "7.55a")
    def goes_on(self, path: tuple[Hex, ...]) -> bool:
        """7.55 Has an overcrowded retreat any way on?"""
        if self.exits[path[-1]] != CLOSED:
            return True
        steps = self.further(path[-1], path)
        return any(self.fits(to) for to in steps) or any(self.comes_to_rest(to, path) for to in steps)

    def further(self, here: Hex, barred: Container[Hex]) -> list[Hex]:
        """The next hexes of a retreat that goes on."""
        near = self.ground.near[self.start]
        return [to for to in self.steps(here) if to not in barred and to not in near and to != self.start]

    def comes_to_rest(self, hex: Hex, path: tuple[Hex, ...]) -> bool:
        """7.55 Does a way lead on from a full hex to one with room, or off the map?"""
        seen = {*path, hex}
        waiting = [hex]
        while waiting:
            here = waiting.pop()
            if self.exits[here] != CLOSED:
                return True
            for to in self.further(here, seen):
                if self.fits(to):
                    return True
                seen.add(to)
                waiting.append(to)
        return False

    @rule("7.51a", "7.52", "7.55a")
    def why_not_go(self, path: tuple[Hex, ...], hex: Hex) -> No:
        """7.5 Why a hex that is open to the unit is not the next of its retreat."""
        near = (self.start, *self.ground.near[self.start])
        if hex in path:
            return DOUBLING_BACK
        if path and hex in near:
            return NOT_TWO_AWAY
        no = self.why_not_into(hex)
        if no:
            return replace(no, hex=hex)
        if not path:
            return self.why_not_first(hex, [to for to in self.ground.near[hex] if to not in near])
        rests = self.fits(hex) or self.comes_to_rest(hex, path)
        return VACANT_FIRST if rests else replace(NO_REST, hex=hex)

    def why_not_first(self, first: Hex, seconds: list[Hex]) -> No:
        """Why a retreat does not begin through a hex: no way on, no rest there, or better ways."""
        on = [to for to in seconds if to in self.steps(first)]
        if self.exits[first] != CLOSED or any(self.rank(first, to) for to in on):
            return VACANT_FIRST
        if on:
            return replace(NO_REST, hex=on[0])
        barred = [(to, self.why_not_into(to)) for to in seconds if to in self.open[first]]
        return next((replace(no, hex=to) for to, no in barred if no), NOWHERE_ON)


@rule("7.58a", "7.58b", "8.33")
def can_retreat(s: State, unit: Unit, group: tuple[UnitId, ...]) -> bool:
    """7.58 Artillery never retreats; any other unit needs a way."""
    if s.counter(unit.id).artillery:
        return False
    return Retreater(s, unit.id, unit.hex, (*group, unit.id)).exist()


@rule("7.57a", "7.57b")
class GoAlong(Decision[State], frozen=True):
    """7.57 Units in the hex of a retreating unit may retreat with it; they are disrupted too."""

    words = "select units to retreat with {forced}"
    under = "7.57a"
    labels = {Done: "End selection"}
    unordered = True
    clicks = (Pick,)
    fills = ("along",)
    forced: tuple[UnitId, ...]
    """Who must retreat."""
    may: tuple[UnitId, ...]
    along: tuple[UnitId, ...] = ()
    """Who goes along so far."""

    @property
    def group(self) -> tuple[UnitId, ...]:
        return (*self.forced, *self.along)

    def about(self, s: State) -> Subject:
        return Subject(committed=self.group, hexes=places(s, self.group))

    def options(self, s: State) -> Iterator[Action]:
        yield from (Pick(unit) for unit in self.may)
        yield Done()

    def take(self, s: State, action: Action) -> None:
        along, may = self.along, self.may
        if isinstance(action, Pick):
            along = (*along, action.unit)
            may = tuple(unit for unit in may if unit != action.unit)
        if isinstance(action, Done) or not may:
            s.leave(along=along)
        else:
            s.become(replace(self, along=along, may=may))

    def why_not(self, s: State, action: Action) -> No | None:
        if not isinstance(action, Pick) or action.unit not in s.units:
            return None
        if action.unit in self.group:
            return RETREATS_ALREADY
        if s.units[action.unit].hex not in places(s, self.group):
            return NOT_IN_THE_HEX
        return ARTILLERY_STAYS if s.counter(action.unit).artillery else NO_WAY_OUT


def companions(s: State, group: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """7.57 The units that may go along: in the same hex, no artillery, with a retreat of their own."""
    others = [unit for hex in places(s, group) for unit in s.units_in(hex) if unit.id not in group]
    return tuple(unit.id for unit in others if can_retreat(s, unit, together(s, group, unit.hex)))


def together(s: State, group: tuple[UnitId, ...], hex: Hex) -> tuple[UnitId, ...]:
    """7.51b The units of a group that retreat from one hex."""
    return tuple(unit for unit in group if s.units[unit].hex == hex)


def retreats(s: State, forced: tuple[UnitId, ...], along: tuple[UnitId, ...] = ()) -> Retreats:
    """The retreats of units that must retreat now, and of those that go along."""
    units = (*forced, *along)
    stacks = tuple(together(s, units, hex) for hex in places(s, units))
    return Retreats(waiting=units, stacks=stacks, along=along)


@rule("7.51b")
class Retreats(Procedure[State], frozen=True):
    """7.5 The units retreat one after another, in the order their owner likes."""

    waiting: tuple[UnitId, ...]
    stacks: tuple[tuple[UnitId, ...], ...]
    """Who retreats from one hex together."""
    along: tuple[UnitId, ...] = ()
    """Who need not retreat."""

    def next_unit(self, s: State) -> None:
        first, *others = self.waiting
        if others:
            s.enter(RetreatOrder(s.units[first].side, self.waiting, self.stacks, self.along))
        else:
            s.become(replace(self, waiting=()))
            begin_retreat(s, first, self.stacks, self.along)

    sequence = (next_unit,)

    def again(self, s: State) -> bool:
        return bool(self.waiting)


class RetreatOrder(Decision[State], frozen=True):
    """7.51 The owner says which unit retreats next."""

    words = "select the unit to retreat next"
    under = "7.51b"
    clicks = (Pick,)
    fills = ("waiting",)
    waiting: tuple[UnitId, ...]
    stacks: tuple[tuple[UnitId, ...], ...]
    along: tuple[UnitId, ...] = ()

    def about(self, s: State) -> Subject:
        return Subject(hexes=places(s, self.waiting))

    def options(self, s: State) -> Iterator[Action]:
        return (Pick(unit) for unit in self.waiting)

    def take(self, s: State, action: Action) -> None:
        assert isinstance(action, Pick)
        s.leave(waiting=tuple(unit for unit in self.waiting if unit != action.unit))
        begin_retreat(s, action.unit, self.stacks, self.along)

    def why_not(self, s: State, action: Action) -> No | None:
        return NEED_NOT_RETREAT if isinstance(action, Pick) else None


@rule("7.57b", "7.58a", "7.58b", "8.33")
def begin_retreat(
    s: State, unit: UnitId, stacks: tuple[tuple[UnitId, ...], ...], along: tuple[UnitId, ...]
) -> None:
    """7.58 A unit without a way out is eliminated where it stands; one that need not go stays (7.57)."""
    one = s.units[unit]
    group = next(stack for stack in stacks if unit in stack)
    if can_retreat(s, one, group):
        if unit in along:
            disrupt(s, unit, rule="7.57b")
        s.enter(Retreat(one.side, unit, one.hex, group))
    elif unit in along:
        s.tell_of(unit, Stayed(unit), rule="7.57b")
    else:
        s.tell(NoRetreat(unit), rule="7.58b")
        remove(s, unit, rule="8.33" if s.counter(unit).artillery else "7.58b")


@rule("7.51a", "7.52")
class Retreat(Decision[State], frozen=True):
    """7.51 The owner retreats the unit hex by hex."""

    words = "retreat {unit} 2 hexes"
    under = "7.51a"
    labels = {MoveTo: "Retreat to {hex}", SendTo: "Retreat off the map"}
    clicks = (MoveTo,)
    unit: UnitId
    start: Hex
    group: tuple[UnitId, ...]
    path: tuple[Hex, ...] = ()
    then: tuple[Hex, ...] = ()
    """After the first hex: the second ones of the same class."""

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit)

    def looking(self, s: State) -> Retreater:
        return Retreater(s, self.unit, self.start, self.group)

    def ways(self, s: State) -> Ways:
        """7.52 The routes of two hexes, found once a position."""
        whose: object
        found: Ways
        whose, found = s.memo.get("ways", (None, NO_WAYS))
        if whose is not self:
            found = self.looking(s).ways()
            s.memo["ways"] = self, found
        return found

    def onward(self, s: State) -> tuple[Hex, ...]:
        """The next hexes of the way."""
        match len(self.path):
            case 0:
                return tuple(self.ways(s).seconds)
            case 1:
                return self.then
        return self.looking(s).onward(self.path)

    def options(self, s: State) -> Iterator[Action]:
        return (SendTo(EXITED) if hex == OFF_MAP else MoveTo(hex) for hex in self.onward(s))

    def take(self, s: State, action: Action) -> None:
        if isinstance(action, MoveTo):
            self.step(s, action.hex)
        else:
            s.leave()
            s.send(self.unit, EXITED)
            s.tell(LeftMap(self.unit), rule="7.54")

    def step(self, s: State, hex: Hex) -> None:
        then = self.ways(s).seconds[hex] if not self.path else ()
        path = (*self.path, hex)
        s.put(self.unit, hex)
        if s.tables.switches.control_changes_by_retreat:
            pass_through(s, self.side, (hex,))
        if len(path) < 2:
            s.become(replace(self, path=path, then=then))
        elif self.looking(s).fits(hex):
            s.leave()
            self.arrive(s, path)
        else:
            s.become(replace(self, path=path, then=()))
            overcrowd(s, self.unit, hex)

    def arrive(self, s: State, path: tuple[Hex, ...]) -> None:
        """7.56 Whoever ends among friends can be caught there later in the phase."""
        s.tell(Retreated(self.unit, path), rule="7.51a")
        if any(unit not in self.group for unit in s.stacks[path[-1]]):
            s.mark(self.unit, ran=True)

    def why_not(self, s: State, action: Action) -> No | None:
        here = self.path[-1] if self.path else self.start
        looking = self.looking(s)
        if isinstance(action, SendTo):
            return NO_EDGE if looking.exits[here] == CLOSED else VACANT_FIRST
        if not isinstance(action, MoveTo):
            return MUST_RETREAT
        hex = action.hex
        if hex not in s.ground.near[here]:
            return HEX_BY_HEX
        return looking.why_not_go(self.path, hex) if hex in looking.open[here] else IMPASSABLE

    def route(self, s: State, action: Action) -> Route | None:
        here = self.path[-1] if self.path else self.start
        return Route((here, action.hex)) if isinstance(action, MoveTo) else None


@rule("7.55b")
def overcrowd(s: State, unit: UnitId, hex: Hex) -> None:
    """7.55 Where a retreat has to go on because of stacking, every unit in the hex is disrupted."""
    s.tell(Overcrowded(unit, hex), rule="7.55b")
    for other in s.units_in(hex):
        disrupt(s, other.id, rule="7.55b")
