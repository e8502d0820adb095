"""3.0 Movement, 4.2 zones of control, 12.0 strategic movement: what a step costs, where a unit can go."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Hexside, Side, replace
from bridgehead.core.words import printed_with_name
from bridgehead.games.budziszyn1945.model import words
from bridgehead.games.budziszyn1945.model.events import Overran
from bridgehead.games.budziszyn1945.model.ground import MP, Roads
from bridgehead.games.budziszyn1945.model.state import (
    FOOT,
    MOTOR,
    SOFT,
    SOLID,
    ZOC,
    State,
    Unit,
    american,
    camp,
    in_force,
    in_nysa,
)
from bridgehead.games.budziszyn1945.rules.elimination import remove, striker_of
from bridgehead.games.budziszyn1945.rules.interdiction import hampered
from bridgehead.games.budziszyn1945.rules.zoc import in_enemy_zoc, occupied_by_foe, one_unit_holds_both
from bridgehead.hexes.paths import CLOSED, NO_EXTRAS, NO_ZOC, ZOC_CLOSED, ZOC_STOPS, Extras, Holders, Zoc

NOT_ADJACENT = No("3.1.4", "this hex is not adjacent")
TOO_FAR = No("3.1.5", "not enough MP to get there")
STANDS_THERE = No("3.1.4", "this unit is already there")
ENEMY_ON_THE_WAY = No("3.1.8", "enemy units block the way")
ZOC_ENDS_MOVE = No("4.2.1", "an enemy ZOC on the way ends the move")
ENEMY_THERE = No("3.1.8", "enemy units occupy this hex")
CLOSED_GROUND = No("TI.1", "this terrain is closed to this unit")
STACK_FULL = No("3.2.1a", "this hex would hold more than 8 CELs")
ZOC_OF_ONE = No("4.2.3", "a unit can't move from hex to hex within the ZOC of one enemy unit")
NO_ZOC_IN_STRATEGIC = No("12.2.2", "strategic movement can't enter an enemy ZOC")
GUNS_IN_PLACE = No("6.2.3", "this artillery is in combat setup and can't move")
AMERICANS_STOP = No("N.11", "Americans can't cross the Elbe or go east of column 17")
BOUND_TO_CITY = No("T.20", "this unit may not leave its city")
NO_MIXED_STACK = No("T.13", "Americans can't end in a hex with their partners")
NOT_THROUGH_AMERICANS = No("T.14", "Germans can't move through hexes held by Americans")
CANNOT_OVERRUN = No("3.1.8", "only a regular unit can overrun artillery or HQs")


def roads(s: State) -> Roads:
    return s.game.ground.roads(s.broken, s.built)


def bridge_stands(s: State, side: Hexside) -> bool:
    """Is there a bridge to cross by on this hexside?"""
    return side in s.built or (side in s.game.ground.bridges and side not in s.broken)


def standing_bridges(s: State) -> list[Hexside]:
    """Printed bridges that are whole, then new ones."""
    printed = [side for side in s.game.ground.bridges if side not in s.broken]
    return [*printed, *sorted(s.built)]


@rule("3.1.16", "3.1.13d", "10.2.2", "8.2.14", "12.2.3", "1.7e")
def starting_mp(s: State, unit: Unit, *, strategic: bool, forced: bool) -> int:
    """The twelfths of an MP a unit begins a phase with."""
    mp: int = s.counter(unit.id).mp * MP
    if unit.oos and not forced:
        mp //= 2
    if unit.hex:
        mp -= MP * hampered(s, unit)[unit.hex]
    if strategic:
        mp -= MP * s.game.tables.number.strategic
    return max(0, mp)


@rule("N.11", "T.14", "T.20")
def barred(s: State, unit: Unit) -> bytearray:
    """Where this unit may not go for reasons of its own."""
    ground = s.game.ground
    if in_nysa(s):
        return ground.barred_east if american(s, unit) else ground.nothing
    city = s.game.campaigns.bound.get(unit.id)
    if city is not None:
        return ground.barred_outside[city]
    if camp(unit.side) and not american(s, unit):
        return s.ledger["americans"]
    return ground.nothing


def why_barred(s: State, unit: Unit) -> No:
    if in_nysa(s):
        return AMERICANS_STOP
    return BOUND_TO_CITY if unit.id in s.game.campaigns.bound else NOT_THROUGH_AMERICANS


class March(msgspec.Struct, frozen=True):
    """What a unit must reckon with on its way."""

    prices: NDArray[np.int32]
    closed: bytearray
    in_zoc: bytearray
    zoc: Zoc
    extras: Extras
    strategic: bool

    def search(self, start: int) -> tuple[NDArray[np.int32], bytearray, bytearray, Zoc, Extras]:
        """What the kernel asks for; no step costs more than a unit has at the start."""
        return self.prices, self.closed, self.in_zoc, self.zoc, replace(self.extras, cap=start)


def march_of(s: State, unit: Unit, *, strategic: bool) -> March:
    """All that hinders a unit."""
    foe = 1 - camp(unit.side)
    ledger, ground = s.ledger, s.game.ground
    cls = s.counter(unit.id).cls
    table = roads(s)
    dry = in_nysa(s) and american(s, unit)
    return March(
        prices=table.dry(cls) if dry else table.prices(cls),
        closed=ledger[SOLID[foe]],
        in_zoc=ledger[ZOC[foe]],
        zoc=Zoc(
            leave=MP * s.game.tables.number.leave_zoc,
            rules=ZOC_STOPS | (ZOC_CLOSED if strategic else 0),
            holders=Holders(ledger[FOOT[foe]], ledger[MOTOR[foe]], ground.over_foot, ground.over_motor),
        ),
        extras=Extras(soft=ledger[SOFT[foe]], barred=barred(s, unit), tax=hampered(s, unit), rate=MP),
        strategic=strategic,
    )


@rule(
    "3.1.5", "3.1.8", "3.1.11", "3.1.12", "3.1.13a", "3.1.13b", "3.1.13c", "3.1.14", "3.1.14a",
    "4.2.2", "4.2.3", "4.2.4", "4.2.5", "4.2.6", "12.2.2", "8.2.13", "8.2.15",
)  # fmt: skip
def entry_cost(s: State, unit: Unit, here: Hex, to: Hex, start: int, *, strategic: bool) -> int | No:
    """The twelfths it costs to step from a hex into the next, or why that may not be."""
    no = why_not_enter(s, unit, here, to)
    if no is not None:
        return no
    how = march_of(s, unit, strategic=strategic)
    price = int(how.prices[here * 6 + s.game.board.around[here].index(to)])
    leaving, entering = in_enemy_zoc(s, unit.side, here), in_enemy_zoc(s, unit.side, to)
    if entering and strategic:
        return NO_ZOC_IN_STRATEGIC
    if entering and leaving and one_unit_holds_both(s, unit.side, here, to):
        return ZOC_OF_ONE
    price += MP * hampered(s, unit)[to] + (how.zoc.leave if leaving else 0)
    return min(price, start) + overrun_toll(s, unit, to)


def why_not_enter(s: State, unit: Unit, here: Hex, to: Hex) -> No | None:
    """Why a neighbouring hex is closed to a unit, whatever it costs."""
    board, ground = s.game.board, s.game.ground
    if not board.adjacent(here, to):
        return NOT_ADJACENT
    foe = 1 - camp(unit.side)
    if s.ledger[SOLID[foe]][to]:
        return ENEMY_THERE
    if s.ledger[SOFT[foe]][to] and not s.counter(unit.id).regular:
        return CANNOT_OVERRUN
    if barred(s, unit)[to]:
        return why_barred(s, unit)
    table = roads(s)
    at = here * 6 + board.around[here].index(to)
    if table.prices(s.counter(unit.id).cls)[at] == CLOSED:
        return CLOSED_GROUND
    if in_nysa(s) and american(s, unit) and ground.big[at]:
        return AMERICANS_STOP
    return None


ENDLESS = 1 << 11
"""More twelfths than any way across the map costs."""


@rule("4.2.1", "3.1.5")
def why_not_reach(s: State, unit: Unit, to: Hex, mp: int, start: int, *, strategic: bool) -> No:
    """Why a unit cannot get to a hex: the first thing in its way, or the points for it."""
    board, ground = s.game.board, s.game.ground
    if board.adjacent(unit.hex, to):
        cost = entry_cost(s, unit, unit.hex, to, start, strategic=strategic)
        return cost if isinstance(cost, No) else TOO_FAR
    if s.ledger[SOLID[1 - camp(unit.side)]][to]:
        return ENEMY_THERE
    none, prices = ground.nothing, roads(s).prices(s.counter(unit.id).cls)
    free = (prices, none, none, NO_ZOC, replace(NO_EXTRAS, tax=hampered(s, unit), rate=MP, cap=start))
    walker = s.game.walker
    near = walker.reach(unit.hex, mp, *free)
    if to not in near:
        return TOO_FAR if to in walker.reach(unit.hex, ENDLESS, *free) else CLOSED_GROUND
    here = unit.hex
    for hex in walker.route(unit.hex, to, near[to], *free):
        no = why_not_pass(s, unit, here, hex, to, strategic=strategic)
        if no is not None:
            return no
        here = hex
    return TOO_FAR


def at(s: State, no: No, hex: Hex) -> No:
    """The same refusal, with the hex in which its cause is."""
    where = printed_with_name(s.game, hex)
    return replace(no, hex=hex, because=words.IN_HEX.format(because=no.because, hex=where))


def why_not_pass(s: State, unit: Unit, here: Hex, hex: Hex, to: Hex, *, strategic: bool) -> No | None:
    """Why a unit on its way to some hex cannot take this step; the refusal says where."""
    if here != unit.hex and in_enemy_zoc(s, unit.side, here):
        return at(s, ZOC_ENDS_MOVE, here)
    cost = entry_cost(s, unit, here, hex, 0, strategic=strategic)
    if isinstance(cost, No):
        return at(s, ENEMY_ON_THE_WAY if cost is ENEMY_THERE else cost, hex)
    passing = hex != to and occupied_by_foe(s, unit.side, hex)
    return at(s, ENEMY_ON_THE_WAY, hex) if passing else None


@rule("6.1.7a", "6.1.7b", "3.1.8a", "9.1.5", "7.1.12")
def overrun_toll(s: State, unit: Unit, hex: Hex) -> int:
    """What it costs on top to wipe out the guns in a hex: 1 MP each, 1 more if they are fortified."""
    if not s.ledger[SOFT[1 - camp(unit.side)]][hex]:
        return 0
    guns = sum(1 for each in s.stacks[hex] if s.counter(each).guns)
    return MP * (guns + (1 if guns and hex in s.forts else 0))


@rule("3.1.10", "3.1.9", "3.2.1a", "3.2.1c", "T.13", "N.22a", "3.2.2")
def why_not_end(s: State, unit: Unit, hex: Hex) -> No | None:
    """Why a unit may pass a hex but not end its move there."""
    if s.ledger["cels"][hex]:
        if occupied_by_foe(s, unit.side, hex):
            return None
        if s.ledger["cels"][hex] + unit.cel > s.game.tables.number.stacking:
            return STACK_FULL
        if bool(s.ledger["americans"][hex]) != american(s, unit):
            return NO_MIXED_STACK
    return None


class Reach:
    """Where a unit can get to, and by which way."""

    __slots__ = ("by_road", "costs", "here", "how", "s", "start", "unit")

    def __init__(
        self, s: State, unit: Unit, mp: int, start: int, *, strategic: bool, secondary: bool
    ) -> None:
        self.s = s
        self.unit = unit
        self.here = unit.hex
        self.start = start
        self.how = march_of(s, unit, strategic=strategic)
        self.costs = s.game.walker.reach(unit.hex, mp, *self.how.search(start)).costs()
        if s.counter(unit.id).regular and mp > 0:
            self.overruns(mp)
        self.by_road: dict[Hex, int] = {}
        if secondary and start > 0:
            self.bonus(mp)

    @rule("3.1.8", "6.1.7a", "5.4.12")
    def overruns(self, mp: int) -> None:
        """Hexes of guns and headquarters next to where the unit can stand free."""
        strategic = self.how.strategic
        alone = soft_alone(self.s, 1 - camp(self.unit.side))
        around = self.s.game.ground.around_all(alone)
        if self.here not in around and around.isdisjoint(self.costs):
            return
        for to in alone:
            for before in self.s.game.board.near[to]:
                if before != self.here and (before not in self.costs or self.how.in_zoc[before]):
                    continue
                cost = entry_cost(self.s, self.unit, before, to, self.start, strategic=strategic)
                if isinstance(cost, No):
                    continue
                total = cost + (0 if before == self.here else self.costs[before])
                if total <= mp and total < self.costs.get(to, mp + 1):
                    self.costs[to] = total

    @rule("3.1.15")
    def bonus(self, mp: int) -> None:
        """Along secondary routes alone a unit on foot or on tracks gets one hex further."""
        cls = self.s.counter(self.unit.id).cls
        if cls not in ("foot", "track"):
            return
        prices = roads(self.s).secondary(cls)
        how = replace(self.how, prices=prices)
        self.by_road = self.s.game.walker.reach(self.here, mp + MP, *how.search(self.start)).costs()
        for to, cost in self.by_road.items():
            if cost <= self.costs.get(to, cost):
                self.costs[to] = cost

    def on_secondary(self, to: Hex) -> bool:
        """Is the way there along secondary routes alone?"""
        return to in self.by_road and self.by_road[to] == self.costs[to]

    def way(self, to: Hex) -> tuple[Hex, ...]:
        """The hexes of the way, without the start."""
        soft = self.s.ledger[SOFT[1 - camp(self.unit.side)]]
        if soft[to]:
            before = min(
                (each for each in self.s.game.board.near[to] if each == self.here or each in self.costs),
                key=lambda each: (self.over_cost(each, to), each),
            )
            return (to,) if before == self.here else (*self.way(before), to)
        if self.on_secondary(to):
            cls = self.s.counter(self.unit.id).cls
            how = replace(self.how, prices=roads(self.s).secondary(cls))
        else:
            how = self.how
        return self.s.game.walker.route(self.here, to, self.costs[to], *how.search(self.start))

    def over_cost(self, before: Hex, to: Hex) -> int:
        if before != self.here and (
            self.how.in_zoc[before] or before in self.by_road.keys() - self.costs.keys()
        ):
            return 1 << 20
        cost = entry_cost(self.s, self.unit, before, to, self.start, strategic=self.how.strategic)
        if isinstance(cost, No):
            return 1 << 20
        return cost + (0 if before == self.here else self.costs[before])


def soft_alone(s: State, side: int) -> tuple[Hex, ...]:
    """The hexes in which a camp has only towed artillery and headquarters."""
    key = f"soft_alone_{side}"
    found: tuple[Hex, ...] | None = s.memo.get(key)
    if found is None:
        soft, solid = s.ledger[SOFT[side]], s.ledger[SOLID[side]]
        found = tuple(sorted([hex for hex in s.stacks if soft[hex] and not solid[hex]]))
        s.memo[key] = found
    return found


@rule("16.1.4a", "16.1.4b")
def meets_unknown(s: State, unit: Unit, to: Hex) -> bool:
    """Would a unit in that hex learn of an enemy stack that nobody of its camp stands beside yet?"""
    if s.setting.get("fog") == "open" or not in_force(s):
        return False
    mine = camp(unit.side)
    near = s.game.board.near
    solid, soft = s.ledger[SOLID[mine]], s.ledger[SOFT[mine]]
    return any(
        occupied_by_foe(s, unit.side, hex) and not any(solid[each] or soft[each] for each in near[hex])
        for hex in near[to]
    )


def overstacked(s: State, side: Side) -> list[Hex]:
    """Hexes of a side with more CELs than the limit."""
    limit = s.game.tables.number.stacking
    cels = s.ledger["cels"]
    return [hex for hex in s.stacks if cels[hex] > limit and s.units[s.stacks[hex][0]].side == side]


@rule("3.1.8", "3.1.8a", "6.1.7a", "9.1.5", "5.4.12")
def overrun(s: State, unit: Unit, hex: Hex) -> None:
    """Towed artillery and headquarters alone in a hex are wiped out by a regular unit that enters."""
    s.tell(Overran(hex), "6.1.7a")
    for each in s.stacks.get(hex, ()):
        remove(s, each, "9.1.5" if s.counter(each).hq else "6.1.7a", striker_of(s, (unit.id,)))
    s.fill_in(hex)
    s.reveal()
