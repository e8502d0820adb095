"""10.5 Retreats."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.actions import Action, MoveTo, Pick
from bridgehead.core.events import Eliminated
from bridgehead.core.flow import Decision, Procedure
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.eastprussia1914.data import FOE
from bridgehead.games.eastprussia1914.events import RetreatBlocked, Retreated
from bridgehead.games.eastprussia1914.headquarters import (
    can_overrun,
    overrun,
    remove_hq,
    remove_hq_left_behind,
)
from bridgehead.games.eastprussia1914.losses import alive, demand_losses
from bridgehead.games.eastprussia1914.special import bound_of
from bridgehead.games.eastprussia1914.stacking import crowded
from bridgehead.games.eastprussia1914.state import (
    COMBAT,
    HQS,
    ISOLATED,
    MOVEMENT_MODE,
    STACK,
    State,
    is_hq,
    is_lone_hq,
    take_control,
)
from bridgehead.games.eastprussia1914.zoc import in_enemy_zoc

BARRED = No("10.5.1", "a retreat may not pass there: water, an unbridged major river, enemies or the edge")
NOT_FARTHER = No("10.5.2", "each hex of a retreat must be one farther from where it began")
NOT_BEST = No(
    "10.5.3", "a retreat goes as far as it must, through as few enemy ZOCs as it can, in its own direction"
)

Worth = tuple[int, int, int]
"""Hexes not made, EZOC hexes entered, whether any step leaves the compass: the least is best."""


# --- 10.5.1 to 10.5.4 where a retreat may go


@rule("10.5.1", "16.3.4", "18.1.2")
def passable(s: State, units: tuple[UnitId, ...], here: Hex, direction: int) -> Hex:
    """10.5.1 The hex a retreat enters on that side, or 0 if it may not."""
    ground, side = s.ground, s.units[units[0]].side
    to = Hex(ground.board.around[here][direction])
    if not ground.dry[here * 6 + direction] or s.ledger[COMBAT[FOE[side]]][to]:
        return Hex(0)
    if any(ground.bounds[bound_of(s, s.units[unit])][to] for unit in units):
        return Hex(0)
    if s.ledger[HQS[FOE[side]]][to] and not any(can_overrun(s, s.units[unit]) for unit in units):
        return Hex(0)
    if not alive(s, units) and in_enemy_zoc(s, to, side):
        return Hex(0)
    return to


@rule("10.5.2", "10.5.3", "10.5.4")
def worth(s: State, units: tuple[UnitId, ...], origin: Hex, here: Hex, left: int) -> Worth:
    """10.5.2-4 The best that can be made of a retreat from here on."""
    if left == 0:
        return 0, 0, 0
    ways = steps_from(s, units, origin, here, left)
    return min((each for _, each in ways), default=(left, 0, 0))


def steps_from(
    s: State, units: tuple[UnitId, ...], origin: Hex, here: Hex, left: int
) -> list[tuple[Hex, Worth]]:
    """Each next hex of a retreat with the best that follows from it."""
    board, side = s.ground.board, s.units[units[0]].side
    far = board.distance(origin, here)
    found = []
    for direction in range(6):
        to = passable(s, units, here, direction)
        if not to or board.distance(origin, to) != far + 1:
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
    willing: bool = False
    """14.1 A withdrawal: a hex that cannot be made costs nothing."""
    crowded_out: bool = False
    """10.5.6 It goes on because it found no room: if it cannot, it is lost."""

    def present(self, s: State) -> tuple[UnitId, ...]:
        return tuple(unit for unit in self.units if s.units[unit].hex)

    def next_hex(self, s: State) -> None:
        """10.5.2 One hex farther, or a step for each hex that cannot be made."""
        units = self.present(s)
        if not units or self.left == 0:
            s.become(replace(self, left=0))
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
        s.tell(Retreated(units, hex), rule="10.5.1")
        if in_enemy_zoc(s, hex, self.side):
            demand_losses(s, self.side, units, 1, self.role, True)

    @rule("10.5.2", "10.5.6", "12.7b")
    def cannot_go_on(self, s: State, units: tuple[UnitId, ...]) -> None:
        """10.5.2 A step for every hex not made, owner's choice; 10.5.6 lost if it has no room."""
        if self.willing:
            return
        if not self.crowded_out:
            s.tell(RetreatBlocked(units, self.left), rule="10.5.2")
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
        remove_hq(s, unit, "it found no room after a retreat", "10.5.6")
        return
    s.mark(unit, lost_isolated=now.supply == ISOLATED)
    s.eliminate(unit)
    s.tell(Eliminated(unit), rule="10.5.6")
    remove_hq_left_behind(s, now.hex, now.side)


@rule("10.5.1", "10.5.8")
class ChooseRetreat(Decision[State], frozen=True):
    """10.5.1 The owner chooses the next hex; 10.5.8 or parts a unit to go its own way."""

    words = "choose the next hex of the retreat ({left} to go) of {units}"
    under = "10.5.1"
    units: tuple[UnitId, ...]
    origin: Hex
    left: int

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
                    return BARRED
                if not passable(s, self.units, here, board.around[here].index(hex)):
                    return BARRED
                far = board.distance(self.origin, here)
                return NOT_BEST if board.distance(self.origin, hex) == far + 1 else NOT_FARTHER
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
                s.enter(replace(parent, units=(unit,), at=0))


@rule("10.5.6")
class ChooseWhoGoesOn(Decision[State], frozen=True):
    """10.5.6 The hex is full: the owner chooses which of the retreating units goes one hex farther."""

    words = "choose the unit that retreats one hex farther: there is no room"
    under = "10.5.6"
    units: tuple[UnitId, ...]

    def options(self, s: State) -> Iterator[Action]:
        yield from (Pick(unit) for unit in self.units)

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                s.leave()
                parent = s.flow[-1]
                assert isinstance(parent, Retreat)
                parent.send_on(s, unit)
