"""6.0 Why a hex lies out of reach: the points, or the first obstacle on the way there."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, replace
from bridgehead.games.eastprussia1914.model.data import GERMAN
from bridgehead.games.eastprussia1914.model.ground import ANYWHERE, Prices
from bridgehead.games.eastprussia1914.model.state import State, Unit, enemy_in
from bridgehead.games.eastprussia1914.rules.movement import (
    IMPASSABLE,
    MAJOR_RIVER,
    must_stop,
    search,
    why_not_enter,
)
from bridgehead.games.eastprussia1914.rules.rail import NOT_OURS, rail_search
from bridgehead.games.eastprussia1914.rules.special import why_not_in_bounds
from bridgehead.games.eastprussia1914.rules.stacking import why_not_stack
from bridgehead.games.eastprussia1914.rules.strategic import (
    LANDWEHR,
    MARCH_IN_EZOC,
    is_landwehr,
    march_search,
)
from bridgehead.games.eastprussia1914.rules.zoc import in_enemy_zoc
from bridgehead.hexes.paths import AMOUNT, CLOSED, NO_ZOC

TOO_FAR = No("6.1.2", "not enough MP left to get there")
ZOC_DEAR = No("5.1", "not enough MP left for the enemy ZOC on the way")
MINOR_RIVER = No("6.2.2", "crossing an unbridged minor river on the way ends the move")
MARCH_FAR = No("6.3.1", "the road there is longer than the unit's strategic allowance")
NO_ROAD_THERE = No("6.3.1", "no connected road leads there")
ROAD_FULL = No("6.3.3", "strategic movement may not pass a fully stacked hex")
NO_LINE = No("6.4.3", "no railroad of the unit's own country and gauge leads there")
LINE_CUT = No("6.4.4", "rail movement may not enter enemy units or enemy ZOC")
LINE_DESTROYED = No("17.3", "the railroad there is destroyed")

FAR = 900
"""More points than any way costs."""

Step = Callable[[Hex, Hex], No | None]
"""What stands against going from one hex of a way to the next."""


@rule("5.1", "6.1.2", "6.2.2", "6.2.3", "6.2.4")
def why_no_way(s: State, unit: Unit, to: Hex, mp: int, bound: str) -> No:
    """6.1 Why normal movement does not lead to a hex."""
    walker = s.game.walker
    _, prices, closed, zoc, costs = search(s, unit, FAR, bound)
    cheap = (unit.hex, *walker.route(unit.hex, to, mp, prices, closed, zoc))
    dear = next((hex for hex in cheap if in_enemy_zoc(s, hex, unit.side)), None)
    if len(cheap) > 1 and dear is not None:
        return replace(ZOC_DEAR, hex=dear)

    def step(here: Hex, there: Hex) -> No | None:
        if s.ground.bounds[bound][there]:
            return why_not_in_bounds(s, unit, there)
        if (no := why_not_enter(s, unit, there)) is not None:
            return no
        if s.ground.major[here * 6 + s.ground.board.around[here].index(there)]:
            return replace(MAJOR_RIVER, hex=here) if here != unit.hex else MAJOR_RIVER
        return MINOR_RIVER if must_stop(s, here, there) and there != to else None

    nothing = s.ground.bounds[ANYWHERE]
    dry = np.where(prices == CLOSED, CLOSED, prices & AMOUNT)
    wet = s.ground.crossed[s.game.counters[unit.id].movement_class]
    nets = (dry, closed), (dry, nothing), (wet, nothing)
    if (no := first_on_way(s, unit, to, mp, nets, step)) is not None:
        return no
    if walker.route(unit.hex, to, FAR, prices, closed, zoc, costs):
        return TOO_FAR
    return first_on_way(s, unit, to, FAR, nets, step) or IMPASSABLE


@rule("6.3.1", "6.3.2", "6.3.3", "14.3")
def why_no_march(s: State, unit: Unit, to: Hex, mp: int, bound: str) -> No:
    """6.3 Why strategic movement does not lead to a hex."""
    walker, nothing, roads = s.game.walker, s.ground.bounds[ANYWHERE], s.ground.march
    near = walker.route(unit.hex, to, mp, roads[bound], nothing, nothing)
    if not near and walker.route(unit.hex, to, *march_search(s, unit, FAR, bound)):
        return MARCH_FAR

    def step(here: Hex, there: Hex) -> No | None:
        if s.ground.bounds[bound][there]:
            return why_not_in_bounds(s, unit, there)
        if (no := why_not_enter(s, unit, there)) is not None:
            return no
        if in_enemy_zoc(s, there, unit.side):
            return MARCH_IN_EZOC
        if is_landwehr(s, unit) and s.ground.home[there] != GERMAN:
            return LANDWEHR
        return ROAD_FULL if why_not_stack(s, unit, there) is not None else None

    nets = ((roads[bound], nothing), (roads[ANYWHERE], nothing))
    return first_on_way(s, unit, to, FAR, nets, step) or NO_ROAD_THERE


@rule("6.4.3", "6.4.4", "6.4.5", "17.3")
def why_no_train(s: State, unit: Unit, to: Hex, bound: str) -> No:
    """6.4 Why no train leads to a hex."""
    _, net, _, nothing, _ = rail_search(s, unit, bound)

    def step(here: Hex, there: Hex) -> No | None:
        if s.ground.bounds[bound][there]:
            return why_not_in_bounds(s, unit, there)
        if there in s.demolished:
            return LINE_DESTROYED
        if in_enemy_zoc(s, there, unit.side) or enemy_in(s, there, unit.side):
            return LINE_CUT
        return NOT_OURS if there in s.taken else None

    return first_on_way(s, unit, to, FAR, ((net, nothing),), step) or NO_LINE


def first_on_way(
    s: State, unit: Unit, to: Hex, mp: int, nets: tuple[tuple[Prices, bytearray], ...], step: Step
) -> No | None:
    """The first obstacle on a way of so many points by the first net that has one; none without a way."""
    for prices, closed in nets:
        way = s.game.walker.route(unit.hex, to, mp, prices, closed, closed, NO_ZOC)
        for here, there in pairwise((unit.hex, *way)):
            if (no := step(here, there)) is not None:
                return no if no.hex or there == to else replace(no, hex=there)
    return None
