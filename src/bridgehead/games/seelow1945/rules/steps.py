"""5.1, 5.2 What a unit may spend on this turn, and what one step costs it or why it may not be taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.seelow1945.model.data import Counter, Kind, MovementTable
from bridgehead.games.seelow1945.model.game import Allowances
from bridgehead.games.seelow1945.model.ground import NOT_ADJACENT, OUT_OF_PLAY, terrain_cost
from bridgehead.games.seelow1945.model.state import ZOC_OF_FOE, State, Unit, enemies, enemy_zoc
from bridgehead.games.seelow1945.model.words import needs_points
from bridgehead.hexes.paths import CLOSED, WHOLE, ZOC_CLOSED, ZOC_STOPS, ZOC_TO_ZOC_CLOSED, Zoc

ENEMY_THERE = No("5.21", "an enemy unit is in the way")
NO_ROOM = No("5.25", "exceeds the stacking limit (checked throughout movement)")
ZOC_TO_ZOC = No("5.22b", "units can't move directly from one enemy ZOC to another")
NO_ZOC_FOR_ARTILLERY = No("8.34", "artillery can't enter an enemy ZOC")
NO_ZOC_FOR_DISRUPTED = No("7.67", "disrupted units can't enter an enemy ZOC")
NO_ZOC_AT_NIGHT = No("10.23", "units can't enter an enemy ZOC at night")
NO_ZOC_AT_DUSK = No("5.28c", "units can't enter an enemy ZOC at dusk or dawn")
DISRUPTED_AT_STREAM = No(
    "5.12c", "a disrupted motorized unit can cross a stream only by road, track or railroad"
)
STREAM_TAKES_ALL = No("5.12b", "crossing a stream takes a motorized unit's whole move")
NO_EDGE = No("5.27a", "this unit can't leave the map from here")


@rule("5.16")
def too_dear(cost: int, mp: int) -> No:
    """5.16 Nobody enters a hex he cannot pay for."""
    return No("5.16", needs_points(cost, mp))


# --- what a unit may spend


@rule("5.23", "5.28a", "5.28b", "10.21", "10.22", "8.36", "5.19", "7.61")
def points(table: MovementTable, counter: Counter, ma: int, kind: Kind, *, disrupted: bool) -> int:
    """5.2 The movement points of a unit on a turn: disruption halves, then the hour reduces."""
    if disrupted:
        ma //= table.disrupted_divisor
    if kind == "day":
        return ma
    if counter.artillery:
        return 0
    divisor = table.dusk_dawn_divisor if kind == "dusk_dawn" else table.night_divisor
    return -(-ma // divisor)


def allowances(counters: Mapping[UnitId, Counter], table: MovementTable) -> Mapping[Kind, Allowances]:
    """5.2 The movement points of every counter on every kind of turn."""

    def four(counter: Counter, kind: Kind) -> tuple[int, int, int, int]:
        front, back = counter.front.ma, counter.back.ma
        return (
            points(table, counter, front, kind, disrupted=False),
            points(table, counter, front, kind, disrupted=True),
            points(table, counter, back, kind, disrupted=False),
            points(table, counter, back, kind, disrupted=True),
        )

    return {kind: {id: four(counter, kind) for id, counter in counters.items()} for kind in get_args(Kind)}


def allowance(s: State, unit: Unit) -> int:
    """5.2 The movement points of a unit on this turn."""
    back = 2 if unit.reduced or unit.move_mode else 0
    return s.game.allowances[s.kind][unit.id][back + unit.disrupted]


@rule("5.18b", "5.28c", "7.67", "8.34", "10.23")
def why_not_enter_zoc(s: State, unit: Unit) -> No | None:
    """5.18 Why a unit may enter no enemy-controlled hex at all."""
    if s.counter(unit.id).artillery:
        return NO_ZOC_FOR_ARTILLERY
    if unit.disrupted:
        return NO_ZOC_FOR_DISRUPTED
    if s.kind == "night":
        return NO_ZOC_AT_NIGHT
    if s.kind == "dusk_dawn" and not s.tables.switches.enter_enemy_zoc_at_dusk_dawn:
        return NO_ZOC_AT_DUSK
    return None


@rule("5.22a", "5.22b", "4.24", "4.26", "5.18a", "4.27")
def zoc_for(s: State, unit: Unit) -> Zoc:
    """5.22 How enemy ZOC hinders a unit; a friendly unit in the hex changes nothing (4.27)."""
    leave = s.tables.movement.leave_enemy_zoc
    if why_not_enter_zoc(s, unit):
        return Zoc(leave=leave, rules=ZOC_CLOSED)
    return Zoc(leave=leave, rules=ZOC_STOPS | ZOC_TO_ZOC_CLOSED)


@rule("5.12b", "5.12c")
def prices(s: State, unit: Unit, fresh: bool) -> NDArray[np.int32]:
    """5.12 What the hexsides cost a unit; streams are closed to a motz unit on its way, or disrupted."""
    table = s.ground.prices if fresh and not unit.disrupted else s.ground.bridges
    return table[s.counter(unit.id).klass]


# --- one step


@rule("5.21", "5.25", "4.11")
def why_not_stand(s: State, unit: Unit, hex: Hex) -> No | None:
    """5.2 Why a unit may not be in a hex, not even in passing."""
    if not s.ground.in_play(hex):
        return OUT_OF_PLAY
    if enemies(s, unit.side)[hex]:
        return ENEMY_THERE
    return NO_ROOM if s.ledger[s.game.closed[unit.id]][hex] else None


@rule("5.11", "5.12b", "5.12c", "5.12d", "5.22a", "5.22b", "5.26b")
def entry_cost(s: State, unit: Unit, here: Hex, to: Hex, *, fresh: bool = True) -> int | No:
    """5.1 The points it costs a unit, fresh or on its way, to go from hex to hex, or why it may not."""
    no = why_not_stand(s, unit, to)
    if no:
        return no
    if to not in s.ground.near[here]:
        return NOT_ADJACENT
    cost = terrain_cost(s.ground.board, s.tables, s.counter(unit.id).klass, here, to)
    if isinstance(cost, No):
        return cost
    zoc = enemy_zoc(s, unit.side)
    if zoc[to]:
        no = why_not_enter_zoc(s, unit) or (ZOC_TO_ZOC if zoc[here] else None)
        if no:
            return no
    if cost == WHOLE:
        if unit.disrupted:
            return DISRUPTED_AT_STREAM
        return allowance(s, unit) if fresh else STREAM_TAKES_ALL
    return cost + (s.tables.movement.leave_enemy_zoc if zoc[here] else 0)


@rule("5.27a")
def exit_cost(s: State, unit: Unit) -> int | No:
    """5.27 The points it costs to leave the map from where the unit stands."""
    cost = s.ground.exits[s.counter(unit.id).klass][unit.hex]
    if cost == CLOSED:
        return NO_EDGE
    return cost + (s.tables.movement.leave_enemy_zoc if enemy_zoc(s, unit.side)[unit.hex] else 0)


@rule("5.16", "5.18b", "5.21", "5.22a", "5.22b", "5.25", "5.27a")
def has_a_step(s: State, unit: Unit) -> bool:
    """5.16 Can a unit that has not moved yet go anywhere? `entry_cost` for all hexes around, and the edge."""
    game = s.game
    back = 2 if unit.reduced or unit.move_mode else 0
    mp = game.allowances[s.kind][unit.id][back + unit.disrupted]
    if mp <= 0:
        return False
    here, ground, klass = unit.hex, game.grounds[s.scenario], game.counters[unit.id].klass
    closed, zoc = s.ledger[game.closed[unit.id]], s.ledger[ZOC_OF_FOE[unit.side]]
    left = mp - game.tables.movement.leave_enemy_zoc if zoc[here] else mp
    for to, cost in ground.into[klass][here].items():
        payable = CLOSED < cost <= left or (cost == WHOLE and not unit.disrupted)
        if payable and not closed[to] and not (zoc[to] and (zoc[here] or why_not_enter_zoc(s, unit))):
            return True
    return CLOSED < ground.exits[klass][here] <= left
