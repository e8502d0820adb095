"""5.0 Movement, with the arrival of reinforcements (9.0)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.actions import Action, Done, MoveTo, Pick, SendTo
from bridgehead.core.events import Moved
from bridgehead.core.flow import Decision, Reminder, Route
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, printed, replace
from bridgehead.games.seelow1945.model.actions import Raise
from bridgehead.games.seelow1945.model.events import Arrived, CameOnTop, CannotMove, LeftMap
from bridgehead.games.seelow1945.model.ground import NOT_ADJACENT, OUT_OF_PLAY, terrain_cost
from bridgehead.games.seelow1945.model.state import (
    EXITED,
    REINFORCEMENTS,
    State,
    Unit,
    closed_to,
    enemies,
    enemy_zoc,
)
from bridgehead.games.seelow1945.rules.control import pass_through
from bridgehead.hexes.paths import CLOSED, WHOLE, ZOC_CLOSED, ZOC_STOPS, ZOC_TO_ZOC_CLOSED, Zoc

ENEMY_THERE = No("5.21", "an enemy unit stands there")
NO_ROOM = No("5.25", "the stacking limit would be broken, even in passing")
ZOC_TO_ZOC = No("5.22b", "a unit may not go directly from one enemy-controlled hex to another")
NO_ZOC_FOR_ARTILLERY = No("8.34", "artillery may not enter an enemy-controlled hex")
NO_ZOC_FOR_DISRUPTED = No("7.67", "a disrupted unit may not enter an enemy-controlled hex")
NO_ZOC_AT_NIGHT = No("10.23", "no unit may enter an enemy-controlled hex at night")
NO_ZOC_AT_DUSK = No("5.28c", "no unit may enter an enemy-controlled hex at dusk or dawn")
DISRUPTED_AT_STREAM = No("5.12c", "a disrupted motorized unit crosses a stream only by a bridge")
STREAM_TAKES_ALL = No("5.12b", "a motorized unit crosses a stream only as its whole move")
TOO_DEAR = No("5.16", "the unit has not the movement points for it")
NO_WAY = No("5.16", "no way leads there within the unit's movement points")
NOT_YOURS = No("5.0", "only the phasing player's units move")
MOVED_ALREADY = No("5.26", "the unit's move in this phase is over")
IN_FIRE_MODE = No("5.19", "artillery in Fire Mode has no movement allowance")
ARTILLERY_STAYS = No("8.36", "artillery moves on day turns only")
FROZEN = No("5.29", "German units may not move on this Game-Turn")
NOT_ON_MAP = No("5.27b", "the unit is not on the map")
NOT_DUE = No("9.11a", "the reinforcement is not due yet")
NO_EDGE = No("5.27a", "the hex is not at a map-edge the unit can leave by")
ON_TOP = No("6.13b", "the unit need not or may not be laid on top now")


# --- what a unit may spend


@rule("5.23", "5.28a", "5.28b", "10.21", "10.22", "8.36", "5.19", "7.61")
def allowance(s: State, unit: Unit) -> int:
    """5.2 The movement points of a unit on this turn: disruption halves, then the hour reduces."""
    ma = s.values(unit).ma
    table = s.tables.movement
    if unit.disrupted:
        ma //= table.disrupted_divisor
    if s.kind == "day":
        return ma
    if s.counter(unit.id).artillery:
        return 0
    divisor = table.dusk_dawn_divisor if s.kind == "dusk_dawn" else table.night_divisor
    return -(-ma // divisor)


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


# --- one step


@rule("5.21", "5.25", "4.11")
def why_not_stand(s: State, unit: Unit, hex: Hex) -> No | None:
    """5.2 Why a unit may not be in a hex, not even in passing."""
    if not s.ground.in_play(hex):
        return OUT_OF_PLAY
    if enemies(s, unit.side)[hex]:
        return ENEMY_THERE
    return NO_ROOM if s.ledger[closed_to(s.counter(unit.id))][hex] else None


@rule("5.11", "5.12b", "5.12c", "5.12d", "5.22a", "5.22b", "5.26b")
def entry_cost(s: State, unit: Unit, here: Hex, to: Hex, spent: int = 0) -> int | No:
    """5.1 The points it costs a unit to go on from hex to hex, or why it may not."""
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
        return allowance(s, unit) if spent == 0 else STREAM_TAKES_ALL
    return cost + (s.tables.movement.leave_enemy_zoc if zoc[here] else 0)


@rule("5.27a")
def exit_cost(s: State, unit: Unit) -> int | No:
    """5.27 The points it costs to leave the map from where the unit stands."""
    cost = s.ground.exits[s.counter(unit.id).klass][unit.hex]
    if cost == CLOSED:
        return NO_EDGE
    return cost + (s.tables.movement.leave_enemy_zoc if enemy_zoc(s, unit.side)[unit.hex] else 0)


# --- reinforcements (9.1)


@rule("9.0", "9.11a", "9.14", "12.21", "12.22", "11.21")
def reinforcements(s: State, side: Side) -> list[Unit]:
    """9.1 The side's units that may come this turn: those due, and those held back (9.14)."""
    arrivals = s.campaign.arrivals
    return [
        s.units[id]
        for id, arrival in arrivals.items()
        if arrival.turn <= s.turn and s.units[id].side == side and s.units[id].box == REINFORCEMENTS
    ]


@rule("9.11b", "9.12a", "9.12b", "9.13")
def arrival_cost(s: State, unit: Unit, hex: Hex) -> int | No:
    """9.11 The cost of entering through an edge hex, or why it cannot be entered."""
    arrival = s.campaign.arrivals[unit.id]
    if hex not in arrival.hexes:
        return No("9.11a", f"the unit arrives in {', '.join(printed(h) for h in arrival.hexes)} only")
    no = why_not_stand(s, unit, hex)
    if no is None and enemy_zoc(s, unit.side)[hex]:
        no = why_not_enter_zoc(s, unit)
    return no or s.ground.edge_cost(s.counter(unit.id).klass, hex, arrival.edge)


# --- the phase


@rule("3.1-2", "3.1-6b", "5.0", "5.17")
class MovementPhase(Decision[State], frozen=True):
    """5.0 The phasing player moves any, all or none of his units, one at a time."""

    words = "move a unit, or end the Movement Phase"
    under = "5.0"
    raised: tuple[UnitId, ...] = ()

    def options(self, s: State) -> Iterator[Action]:
        # This is why_not_move, unrolled: it looks at every unit before every move.
        day = s.kind == "day"
        counters = s.game.counters
        if frozen(s, self.side) is None:
            for unit in s.units.values():
                if unit.hex and not unit.moved and unit.side == self.side:
                    if counters[unit.id].artillery and not (day and unit.move_mode):
                        continue
                    yield Pick(unit.id)
            for unit in reinforcements(s, self.side):
                if not unit.moved:
                    yield Pick(unit.id)
        yield from (Raise(unit) for unit in self.stacked(s))
        yield Done()

    def over(self, s: State) -> bool:
        return isinstance(next(iter(self.options(s))), Done)

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                s.mark(unit, moved=True)
                move = MoveUnit(self.side, unit, allowance(s, s.units[unit]))
                s.enter(move)
                if move.over(s):
                    s.tell_of(unit, CannotMove(unit), rule="5.16")
            case Raise(unit):
                s.become(replace(self, raised=(*self.raised, unit)))
                s.lay_on_top(unit)
                s.tell(CameOnTop(unit, s.units[unit].hex), rule="6.13b")
            case _:
                s.leave()

    def stacked(self, s: State) -> list[UnitId]:
        """6.13b The units that may be laid on top of their stacks, each once a phase."""
        if s.setting.get("stacks") != "closed":
            return []
        return [
            unit
            for stack in s.stacks.values()
            if len(stack) > 1 and s.units[stack[0]].side == self.side
            for unit in stack[:-1]
            if unit not in self.raised
        ]

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in s.units:
                return self.why_not_move(s, s.units[unit])
            case Raise(_):
                return ON_TOP
        return None

    @rule("5.19", "5.26", "5.27b", "5.29", "8.31a", "8.36")
    def why_not_move(self, s: State, unit: Unit) -> No | None:
        """5.2 Why a unit may not begin to move."""
        counter = s.counter(unit.id)
        if unit.side != self.side:
            return NOT_YOURS
        if unit.box == REINFORCEMENTS and unit not in reinforcements(s, self.side):
            return NOT_DUE
        if not unit.hex and unit.box != REINFORCEMENTS:
            return NOT_ON_MAP
        if unit.moved:
            return MOVED_ALREADY
        if counter.artillery and not unit.move_mode:
            return IN_FIRE_MODE
        if counter.artillery and s.kind != "day":
            return ARTILLERY_STAYS
        return frozen(s, self.side)

    def reminders(self, s: State) -> tuple[Reminder, ...]:
        return tuple(
            Reminder(f"{s.counter(unit.id).name} waits to arrive", unit=unit.id)
            for unit in reinforcements(s, self.side)
            if not unit.moved
        )


@rule("5.29", "12.31")
def frozen(s: State, side: Side) -> No | None:
    """5.29 In the Seelow scenario German units may not move on Game-Turn 1."""
    return FROZEN if s.campaign.entry.frozen.get(side) == s.turn else None


@rule("5.16", "5.24", "5.26", "5.27a")
class MoveUnit(Decision[State], frozen=True):
    """5.1 The unit spends its movement points; entering an enemy-controlled hex ends its move (5.18)."""

    words = "move {unit}, or end its move"
    under = "5.11"
    unit: UnitId
    mp: int
    fresh: bool = True
    """It has spent nothing yet."""

    def options(self, s: State) -> Iterator[Action]:
        yield from map(MoveTo, self.reach(s))
        if self.may_exit(s):
            yield SendTo(EXITED)
        yield Done()

    def over(self, s: State) -> bool:
        return self.mp <= 0 or not (self.reach(s) or self.may_exit(s))

    def take(self, s: State, action: Action) -> None:
        match action:
            case MoveTo(hex):
                self.go(s, hex)
            case SendTo():
                s.leave()
                s.send(self.unit, EXITED)
                s.tell(LeftMap(self.unit), rule="5.27a")
            case _:
                s.leave()

    @rule("4.24", "5.18a", "12.46b")
    def go(self, s: State, hex: Hex) -> None:
        """Go the cheapest way to a hex; in enemy ZOC the move is over."""
        cost = self.reach(s)[hex]
        path = self.way(s, hex)
        arrives = not s.units[self.unit].hex
        s.put(self.unit, hex)
        s.tell(
            Arrived(self.unit, hex) if arrives else Moved(self.unit, path),
            rule="9.11a" if arrives else "5.11",
        )
        pass_through(s, self.side, path)
        if enemy_zoc(s, self.side)[hex] or cost >= self.mp:
            s.leave()
        else:
            s.become(replace(self, mp=self.mp - cost, fresh=False))

    def reach(self, s: State) -> dict[Hex, int]:
        """The hexes the unit can get to, with their cost."""
        found: dict[Hex, int] | None = s.memo.get("reach")
        if found is None:
            unit = s.units[self.unit]
            found = (
                s.game.walker.reach(unit.hex, self.mp, *self.hindrances(s)) if unit.hex else self.entries(s)
            )
            s.memo["reach"] = found
        return found

    def hindrances(self, s: State) -> tuple[NDArray[np.int32], bytearray, bytearray, Zoc]:
        """Prices, closed hexes and ZOC for the kernel."""
        unit = s.units[self.unit]
        counter = s.counter(self.unit)
        ground = s.ground
        prices = ground.prices if self.fresh and not unit.disrupted else ground.bridges
        return (
            prices[counter.klass],
            s.ledger[closed_to(counter)],
            enemy_zoc(s, self.side),
            zoc_for(s, unit),
        )

    def entries(self, s: State) -> dict[Hex, int]:
        """9.11 The edge hexes a reinforcement can enter, with their cost."""
        unit = s.units[self.unit]
        costs = {hex: arrival_cost(s, unit, hex) for hex in s.campaign.arrivals[self.unit].hexes}
        return {hex: cost for hex, cost in costs.items() if not isinstance(cost, No) and cost <= self.mp}

    def way(self, s: State, hex: Hex) -> tuple[Hex, ...]:
        start = s.units[self.unit].hex
        if not start:
            return (hex,)
        return s.game.walker.route(start, hex, self.mp, *self.hindrances(s))

    def may_exit(self, s: State) -> bool:
        unit = s.units[self.unit]
        if not unit.hex:
            return False
        cost = exit_cost(s, unit)
        return not isinstance(cost, No) and cost <= self.mp

    def why_not(self, s: State, action: Action) -> No | None:
        unit = s.units[self.unit]
        match action:
            case MoveTo(hex) if not unit.hex:
                cost = arrival_cost(s, unit, hex)
                return cost if isinstance(cost, No) else TOO_DEAR
            case MoveTo(hex):
                return self.why_not_go(s, unit, hex)
            case SendTo():
                cost = exit_cost(s, unit) if unit.hex else NO_EDGE
                return cost if isinstance(cost, No) else TOO_DEAR
        return None

    def why_not_go(self, s: State, unit: Unit, hex: Hex) -> No | None:
        """The reason for one step, or the best there is for a hex further off."""
        no = why_not_stand(s, unit, hex)
        if no:
            return no
        if hex in s.ground.near[unit.hex]:
            cost = entry_cost(s, unit, unit.hex, hex, 0 if self.fresh else 1)
            return cost if isinstance(cost, No) else TOO_DEAR
        if enemy_zoc(s, self.side)[hex]:
            return why_not_enter_zoc(s, unit) or NO_WAY
        return NO_WAY

    def route(self, s: State, action: Action) -> Route | None:
        if not isinstance(action, MoveTo) or action.hex not in self.reach(s):
            return None
        unit = s.units[self.unit]
        path = self.way(s, action.hex)
        stops = bool(enemy_zoc(s, self.side)[action.hex])
        if not unit.hex:
            return Route(path, (str(self.reach(s)[action.hex]),), stops)
        spent, costs = 0, ["0"]
        for here, to in pairwise((unit.hex, *path)):
            cost = entry_cost(s, unit, here, to, spent)
            spent += cost if isinstance(cost, int) else 0
            costs.append(str(spent))
        return Route((unit.hex, *path), tuple(costs), stops)
