"""10.5 Retreats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from bridgehead.core.actions import Action, MoveTo, Pick
from bridgehead.core.events import Eliminated
from bridgehead.core.flow import Decision, Procedure, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.eastprussia1914.model.data import FOE
from bridgehead.games.eastprussia1914.model.events import HqWithoutRoom, RetreatBlocked, Retreated
from bridgehead.games.eastprussia1914.model.state import (
    COMBAT,
    HQS,
    ISOLATED,
    MOVEMENT_MODE,
    REMOVED,
    STACK,
    State,
    is_hq,
    is_lone_hq,
    take_control,
)
from bridgehead.games.eastprussia1914.rules.headquarters import can_overrun, overrun
from bridgehead.games.eastprussia1914.rules.losses import alive, demand_losses
from bridgehead.games.eastprussia1914.rules.special import why_not_in_bounds
from bridgehead.games.eastprussia1914.rules.stacking import crowded
from bridgehead.games.eastprussia1914.rules.zoc import in_enemy_zoc

BARRED = No("10.5.1", "retreats may not cross water, an unbridged major river or the map edge")
ENEMY_THERE = No("10.5.1", "an enemy combat unit is in that hex")
ENEMY_HQ = No("12.4", "only a combat unit with an attack strength can overrun the enemy HQ there")
HQ_IN_EZOC = No("5.7", "an HQ alone may not retreat into an enemy ZOC")
NEXT_HEX = No("10.5.2", "this hex is not adjacent to the retreating units")
NOT_FARTHER = No("10.5.2", "each hex of a retreat must be one farther from where it began")
COMES_SHORT = No("10.5.2", "the retreat would end short this way; another path allows its full length")
MORE_ZOCS = No("10.5.3", "another path enters fewer enemy ZOCs")
OFF_COMPASS = No("10.5.4", "another path that is as good keeps to the side's direction of retreat")
NOT_RETREATING = No("10.5.8", "this unit is not in the retreating stack")
ALONE = No("10.5.8", "there is no other combat unit to part from")
STAFF = No("12.1b", "an HQ retreats with one of the units it was stacked with")
GOES_NOT_ON = No("10.5.6", "this is not one of the retreating units in excess here")

Worth = tuple[int, int, bool]
"""Hexes not made, EZOC hexes entered, whether any step leaves the compass: the least is best."""


# --- 10.5.1 to 10.5.4 where a retreat may go


@rule("5.7", "10.5.1", "12.4", "16.3.4", "18.1.2")
def why_not_pass(s: State, units: tuple[UnitId, ...], here: Hex, direction: int) -> No | None:
    """10.5.1 Why a retreat may not go over a hexside."""
    side, to = s.units[units[0]].side, s.ground.board.around[here][direction]
    if not s.ground.dry[here * 6 + direction]:
        return BARRED
    if s.ledger[COMBAT[FOE[side]]][to]:
        return ENEMY_THERE
    for unit in units:
        if (no := why_not_in_bounds(s, s.units[unit], to)) is not None:
            return no
    if s.ledger[HQS[FOE[side]]][to] and not any(can_overrun(s, s.units[unit]) for unit in units):
        return ENEMY_HQ
    return HQ_IN_EZOC if not alive(s, units) and in_enemy_zoc(s, to, side) else None


@rule("10.5.2", "10.5.3", "10.5.4")
def worth(s: State, units: tuple[UnitId, ...], origin: Hex, here: Hex, left: int) -> Worth:
    """10.5.2-4 The best that can be made of a retreat from here on."""
    ways = steps_from(s, units, origin, here, left) if left else []
    return min((each for _, each in ways), default=(left, 0, False))


def steps_from(
    s: State, units: tuple[UnitId, ...], origin: Hex, here: Hex, left: int
) -> list[tuple[Hex, Worth]]:
    """Each next hex of a retreat with the best that follows from it."""
    board, side = s.ground.board, s.units[units[0]].side
    far = board.distance(origin, here)
    found = []
    for direction in range(6):
        to = board.around[here][direction]
        if not to or board.distance(origin, to) != far + 1:
            continue
        if why_not_pass(s, units, here, direction) is not None:
            continue
        short, zocs, off = worth(s, units, origin, to, left - 1)
        off = max(off, direction not in s.tables.compass[side])
        found.append((to, (short, zocs + in_enemy_zoc(s, to, side), off)))
    return found


@rule("10.5.2", "10.5.3", "10.5.4", "5.4")
def retreat_hexes(s: State, units: tuple[UnitId, ...], origin: Hex, here: Hex, left: int) -> list[Hex]:
    """10.5 The next hexes of the best ways: as far as possible, fewest EZOCs, then the side's own compass."""
    ways = steps_from(s, units, origin, here, left)
    best = min((each for _, each in ways), default=None)
    return [to for to, each in ways if each == best]


@rule("10.5.2", "10.5.3", "10.5.4")
def why_not_best(
    s: State, units: tuple[UnitId, ...], origin: Hex, here: Hex, left: int, to: Hex
) -> No | None:
    """10.5.2-4 In what a way is worse than the best."""
    ways = dict(steps_from(s, units, origin, here, left))
    if to not in ways:
        return NOT_FARTHER
    best, this = min(ways.values()), ways[to]
    worse = (no for at, no in enumerate((COMES_SHORT, MORE_ZOCS, OFF_COMPASS)) if this[at] > best[at])
    return next(worse, None)


# --- the retreat itself


@rule("10.5.1", "10.5.2", "10.5.5", "10.5.6", "10.5.8", "11.3.4e", "12.1b")
class Retreat(Procedure[State], frozen=True, kw_only=True):
    """10.5 Units that retreat together, hex by hex; the owner may part them (10.5.8)."""

    side: Side
    units: tuple[UnitId, ...]
    """The units going together, an HQ among them perhaps."""
    origin: Hex
    left: int
    role: str
    """Attackers or defenders: which strength counts for losses."""
    crowded_out: bool = False
    """10.5.6 It goes on because it found no room: if it cannot, it is lost."""

    def present(self, s: State) -> tuple[UnitId, ...]:
        return tuple(unit for unit in self.units if s.units[unit].hex)

    def next_hex(self, s: State) -> None:
        """10.5.2 One hex farther, or a step for each hex that cannot be made."""
        units = self.present(s)
        if not units or not self.left:
            return
        hexes = retreat_hexes(s, units, self.origin, s.units[units[0]].hex, self.left)
        if not hexes:
            s.become(replace(self, left=0))
            self.cannot_go_on(s, units)
        elif len(hexes) == 1 and len(alive(s, units)) < 2:
            self.go(s, units, hexes[0])
        else:
            s.enter(ChooseRetreat(self.side, units, self.origin, self.left))

    @rule("5.4", "10.5.3", "12.4")
    def go(self, s: State, units: tuple[UnitId, ...], hex: Hex) -> None:
        """10.5.3 The units enter the hex together; an EZOC there costs them one step in all."""
        s.become(replace(self, units=units, left=self.left - 1))
        if is_lone_hq(s, hex, FOE[self.side]):
            overrun(s, next(unit for unit in units if can_overrun(s, s.units[unit])), hex)
        for unit in units:
            s.put(unit, hex)
            if is_hq(s, s.units[unit]):
                s.mark(unit, mode=MOVEMENT_MODE)
        if alive(s, units):
            take_control(s, hex, self.side)
        s.tell(Retreated(self.side, units, hex), rule="10.5.1")
        if in_enemy_zoc(s, hex, self.side):
            demand_losses(s, self.side, units, 1, self.role, True)

    @rule("10.5.2", "10.5.6", "12.7b")
    def cannot_go_on(self, s: State, units: tuple[UnitId, ...]) -> None:
        """10.5.2 A step for every hex not made, owner's choice; 10.5.6 lost if it has no room."""
        if not self.crowded_out:
            s.tell(RetreatBlocked(self.side, units, self.left), rule="10.5.2")
            demand_losses(s, self.side, units, self.left, self.role, False)
            return
        for unit in units:
            lose_for_want_of_room(s, unit)

    @rule("10.5.6")
    def find_room(self, s: State) -> None:
        """10.5.6 Who would end overstacked goes one hex farther; the owner says who."""
        units = self.present(s)
        if self.left or not units:
            return
        hex = s.units[units[0]].hex
        surplus = surplus_units(s, self.side, units, hex)
        if len(surplus) == 1:
            self.send_on(s, surplus[0])
        elif surplus:
            s.enter(ChooseWhoGoesOn(self.side, surplus))

    def send_on(self, s: State, unit: UnitId) -> None:
        s.become(replace(self, units=tuple(other for other in self.units if other != unit)))
        s.enter(
            Retreat(
                side=self.side, units=(unit,), origin=self.origin, left=1, role=self.role, crowded_out=True
            )
        )

    sequence = (next_hex, find_room)

    def again(self, s: State) -> bool:
        units = self.present(s)
        if not units:
            return False
        return self.left > 0 or bool(surplus_units(s, self.side, units, s.units[units[0]].hex))


def surplus_units(s: State, side: Side, units: tuple[UnitId, ...], hex: Hex) -> tuple[UnitId, ...]:
    """10.5.6 The retreating units of which one must go on, if the hex is overstacked."""
    if not crowded(s, hex, side):
        return ()
    limits = s.tables.file.stacking
    if s.ledger[STACK[side]][hex] > limits.combat_units and (fighting := alive(s, units)):
        return fighting
    if s.ledger[HQS[side]][hex] > limits.hqs:
        return tuple(unit for unit in units if is_hq(s, s.units[unit]))
    return ()


@rule("10.5.6")
def lose_for_want_of_room(s: State, unit: UnitId) -> None:
    """10.5.6 A unit without room is eliminated, a second HQ removed."""
    now = s.units[unit]
    if is_hq(s, now):
        s.send(unit, REMOVED)
        s.tell(HqWithoutRoom(unit), rule="10.5.6")
        return
    s.mark(unit, lost_isolated=now.supply == ISOLATED)
    s.eliminate(unit)
    s.tell(Eliminated(unit), rule="10.5.6")


@rule("10.5.1", "10.5.8")
class ChooseRetreat(Decision[State], frozen=True):
    """10.5.1 The owner chooses the next hex; 10.5.8 or parts a unit to go its own way."""

    words = "Retreat: select the next hex for {units} ({left:hex} left)"
    under = "10.5.1"
    clicks = (MoveTo, Pick)
    labels: ClassVar = {MoveTo: "Retreat to {hex}", Pick: "Retreat {unit} separately"}
    units: tuple[UnitId, ...]
    origin: Hex
    left: int

    def about(self, s: State) -> Subject:
        return Subject(unit=self.units[0], committed=self.units, hexes=(self.origin,))

    def options(self, s: State) -> Iterator[Action]:
        here = s.units[self.units[0]].hex
        yield from (MoveTo(hex) for hex in retreat_hexes(s, self.units, self.origin, here, self.left))
        fighting = alive(s, self.units)
        if len(fighting) > 1:
            yield from (Pick(unit) for unit in fighting)

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case MoveTo(hex) if hex in s.ground.board:
                here, board = s.units[self.units[0]].hex, s.ground.board
                if hex not in board.near[here]:
                    return NEXT_HEX
                if (no := why_not_pass(s, self.units, here, board.around[here].index(hex))) is not None:
                    return no
                return why_not_best(s, self.units, self.origin, here, self.left, hex)
            case Pick(unit) if unit in s.units:
                if unit not in self.units:
                    return NOT_RETREATING
                return STAFF if is_hq(s, s.units[unit]) else ALONE
        return None

    def take(self, s: State, action: Action) -> None:
        s.leave()
        parent = s.flow[-1]
        assert isinstance(parent, Retreat)
        match action:
            case MoveTo(hex):
                parent.go(s, self.units, hex)
            case Pick(unit):
                s.become(replace(parent, units=tuple(each for each in self.units if each != unit)))
                s.enter(replace(parent, units=(unit,)))


@rule("10.5.6")
class ChooseWhoGoesOn(Decision[State], frozen=True):
    """10.5.6 The hex is full: the owner chooses which of the retreating units goes one hex farther."""

    words = "Retreat: the hex is overstacked; select the unit that retreats one hex farther"
    under = "10.5.6"
    clicks = (Pick,)
    units: tuple[UnitId, ...]

    def about(self, s: State) -> Subject:
        return Subject(hexes=(s.units[self.units[0]].hex,))

    def options(self, s: State) -> Iterator[Action]:
        yield from (Pick(unit) for unit in self.units)

    def why_not(self, s: State, action: Action) -> No | None:
        return GOES_NOT_ON if isinstance(action, Pick) else None

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                s.leave()
                parent = s.flow[-1]
                assert isinstance(parent, Retreat)
                parent.send_on(s, unit)
