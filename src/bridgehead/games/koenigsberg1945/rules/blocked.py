"""6.0 Why a unit may not go there: the cause in the hex itself, or the first one on the way to it."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import NOWHERE, Hex, UnitId, replace
from bridgehead.games.koenigsberg1945.model.ground import HALF, Ground
from bridgehead.games.koenigsberg1945.model.state import ANY, FOE, ZOC, State
from bridgehead.games.koenigsberg1945.rules.reach import (
    LONGEST_RIDE,
    MAJOR_RIVER,
    OUT_OF_FROZEN_RANGE,
    TOO_FAR,
    WATER,
    barred,
    entry_cost,
    frozen_range,
    price_class,
    why_not_enter,
)
from bridgehead.games.koenigsberg1945.rules.stacking import why_not_stack
from bridgehead.hexes.paths import AMOUNT

if TYPE_CHECKING:
    from bridgehead.games.koenigsberg1945.rules.movement import MoveUnit

STANDS_THERE = No("6.1a", "this unit is already in that hex")
ENEMY_ON_THE_WAY = No("6.3a", "an enemy unit is in the way")
ZOC_TOO_DEAR = No("5.1a", "not enough MP to enter and leave the enemy ZOC on the way")
MINOR_RIVER = No("6.2.2", "the move ends across the unbridged minor river on the way")
NO_STRATEGIC_IN_ZOC = No("6.4.1a", "strategic movement may not start in or enter an enemy ZOC")
NO_STRATEGIC_ROAD = No("6.4", "no road leads there from this unit's hex")
NO_STRATEGIC_STACKING = No("6.4.1c", "exceeds the stacking limit (checked throughout strategic movement)")
NO_RAIL_IN_ZOC = No("6.5a", "rail movement may not start in an enemy ZOC")
NO_RAIL = No("6.5a", "no railroad leads there from this unit's hex")
RAIL_STOPS = No("6.5b", "rail movement must stop in the enemy ZOC on the way")
RAIL_BLOCKED = No("6.5c", "an enemy unit blocks the railroad")
RIDDEN = No("6.5a", "this unit has already passed through that hex by rail")

FARTHEST = 2000
"""Half movement points that lead from anywhere to everywhere."""


@rule("6.3a", "6.2.3a", "7.0a", "11.5a", "6.1.1", "6.1.2c", "5.1a")
def why_not_walk(s: State, move: MoveUnit, hex: Hex) -> No:
    """Why a unit may not go there by regular movement."""
    start, ground = s.units[move.unit].hex, s.game.ground
    no = why_not_there(s, move.unit, hex) or why_not_stack(s, move.unit, hex)
    if no is not None:
        return no
    if hex in s.game.board.near[start] and ground.major[ground.side(start, hex)]:
        cost = entry_cost(s, move.unit, start, hex, move.mp, move.whole)
        if isinstance(cost, No):
            return cost
    prices = ground.prices[price_class(s.counter(move.unit))]
    free = bytearray(s.game.board.size)
    way = s.game.walker.route(start, hex, move.mp, prices, free, free)
    if way:
        return on_the_way(s, move.unit, way)
    return river_on_the_way(s, move, hex) or TOO_FAR


@rule("6.1.2c", "6.3a", "7.0a", "11.5a", "5.1a")
def why_no_step(s: State, move: MoveUnit) -> No | None:
    """Why a unit can go nowhere just now: what closes the hexes around it."""
    start = s.units[move.unit].hex
    closed = [
        replace(no, hex=to)
        for to in s.game.board.near[start]
        if (no := why_not_walk(s, move, to)) is not None
    ]
    return min(closed, key=lambda no: (no == replace(WATER, hex=no.hex), in_order(no.rule)), default=WATER)


def in_order(number: str) -> list[tuple[int, str]]:
    """A rule's place in the book: 6.4.1c comes before 7.0a, and 11.5a after both."""
    parts = (re.fullmatch(r"(\d*)(.*)", part) for part in number.split("."))
    return [(int(found[1] or 0), found[2]) for found in parts if found is not None]


def joined_by_rail(s: State, unit: UnitId, hex: Hex) -> bool:
    """Does a railroad lead there from the unit's hex, whoever is on it?"""
    start, ground = s.units[unit].hex, s.game.ground
    if hex not in s.game.board or not ground.on_rail[start] or not ground.on_rail[hex]:
        return False
    free = bytearray(s.game.board.size)
    return bool(s.game.walker.route(start, hex, LONGEST_RIDE, ground.railway, free, free))


def why_not_there(s: State, unit: UnitId, hex: Hex) -> No | None:
    """What the hex itself has against the unit."""
    if hex == s.units[unit].hex:
        return STANDS_THERE
    if hex not in s.game.board or not s.game.ground.land[hex]:
        return WATER
    return why_not_enter(s, unit, hex)


def on_the_way(s: State, unit: UnitId, way: tuple[Hex, ...]) -> No:
    """What makes a way impassable that the ground and the movement points would allow."""
    start, closed, bound = s.units[unit].hex, barred(s, unit), frozen_range(s, unit)
    for hex in way:
        if closed[hex]:
            return replace(ENEMY_ON_THE_WAY, hex=hex)
        if bound is not None and hex not in bound:
            return replace(OUT_OF_FROZEN_RANGE, hex=hex)
    zoc = s.ledger[ZOC[FOE[s.counter(unit).camp]]]
    return replace(ZOC_TOO_DEAR, hex=next((hex for hex in (start, *way) if zoc[hex]), NOWHERE))


@rule("6.2.2", "6.2.2b")
def river_on_the_way(s: State, move: MoveUnit, hex: Hex) -> No | None:
    """The river that ends or forbids a move the movement points would allow; None if they would not."""
    ground, walker, start = s.game.ground, s.game.walker, s.units[move.unit].hex
    free = bytearray(s.game.board.size)
    unstopped, bridged = without_rivers(ground, price_class(s.counter(move.unit)))
    for river, prices, no in ((ground.minor, unstopped, MINOR_RIVER), (ground.major, bridged, MAJOR_RIVER)):
        way = walker.route(start, hex, move.mp, prices, free, free)
        crossed = (to for here, to in pairwise((start, *way)) if river[ground.side(here, to)])
        if way:
            return replace(no, hex=next(crossed, NOWHERE))
    return None


def without_rivers(ground: Ground, moves_as: str) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The prices if minor rivers stopped nobody, and if besides major ones were as good as bridged."""
    prices = ground.prices[moves_as]
    unstopped = np.where(prices < 0, prices, prices & AMOUNT).astype(np.int32)
    bridged = np.where(np.frombuffer(ground.major, np.uint8) != 0, HALF, unstopped).astype(np.int32)
    return unstopped, bridged


@rule("6.4.1a", "6.4.1b", "6.4.1c")
def why_not_march(s: State, move: MoveUnit, hex: Hex) -> No:
    """Why a unit may not go there by strategic movement."""
    start, ground = s.units[move.unit].hex, s.game.ground
    zoc = s.ledger[ZOC[FOE[s.counter(move.unit).camp]]]
    if hex == start:
        return STANDS_THERE
    if not ground.on_road[hex] or not ground.on_road[start]:
        return NO_STRATEGIC_ROAD
    if zoc[start]:
        return replace(NO_STRATEGIC_IN_ZOC, hex=start)
    free = bytearray(s.game.board.size)
    way = s.game.walker.route(start, hex, move.mp, ground.strategic, free, free)
    for at in (hex, *way):
        no = NO_STRATEGIC_IN_ZOC if zoc[at] else why_not_enter(s, move.unit, at)
        no = no or (NO_STRATEGIC_STACKING if why_not_stack(s, move.unit, at) else None)
        if no is not None:
            return no if at == hex else replace(no, hex=at)
    far = s.game.walker.route(start, hex, FARTHEST, ground.strategic, free, free)
    return TOO_FAR if far else NO_STRATEGIC_ROAD


@rule("6.5a", "6.5b", "6.5c")
def why_not_ride(s: State, move: MoveUnit, hex: Hex) -> No:
    """Why a unit may not go there by rail."""
    start, ground, foe = s.units[move.unit].hex, s.game.ground, FOE[s.counter(move.unit).camp]
    if hex == start:
        return STANDS_THERE
    if s.ledger[ZOC[foe]][start]:
        return replace(NO_RAIL_IN_ZOC, hex=start)
    free = bytearray(s.game.board.size)
    way = s.game.walker.route(start, hex, LONGEST_RIDE, ground.railway, free, free)
    if not way:
        return NO_RAIL
    for at in (hex, *way):
        no = why_no_train(s, move, at)
        if no is not None:
            return no if at == hex else replace(no, hex=at)
    full = why_not_stack(s, move.unit, hex)
    return full or replace(RAIL_STOPS, hex=next((at for at in way if s.ledger[ZOC[foe]][at]), NOWHERE))


def why_no_train(s: State, move: MoveUnit, hex: Hex) -> No | None:
    """Why rail movement may not even pass a hex."""
    if s.ledger[ANY[FOE[s.counter(move.unit).camp]]][hex]:
        return RAIL_BLOCKED
    bound = frozen_range(s, move.unit)
    if bound is not None and hex not in bound:
        return OUT_OF_FROZEN_RANGE
    return RIDDEN if hex in move.ridden else None
