"""5.0 Movement, with the arrival of reinforcements (9.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.actions import Action, Cancel, Done, MoveTo, Pick, SendTo
from bridgehead.core.flow import Decision, Reminder, Route, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Hexside, Side, UnitId, replace
from bridgehead.games.seelow1945.model.actions import Raise
from bridgehead.games.seelow1945.model.events import Arrived, CameOnTop, LeftMap, Marched, Stopped
from bridgehead.games.seelow1945.model.state import (
    EXITED,
    REINFORCEMENTS,
    State,
    Unit,
    enemy_zoc,
)
from bridgehead.games.seelow1945.model.words import arrives_only_in, waits_to_arrive
from bridgehead.games.seelow1945.rules.blocked import first_of, why_not_reach, why_stuck
from bridgehead.games.seelow1945.rules.control import pass_through
from bridgehead.games.seelow1945.rules.steps import (
    allowance,
    entry_cost,
    exit_cost,
    has_a_step,
    prices,
    too_dear,
    why_not_enter_zoc,
    why_not_stand,
    zoc_for,
)
from bridgehead.hexes.paths import Zoc

NOT_YOURS = No("5.0", "this is not one of your units")
MOVED_ALREADY = No("5.26", "this unit has already moved in this phase")
IN_FIRE_MODE = No("5.19", "this artillery is in Fire Mode and can't move")
ARTILLERY_STAYS = No("8.36", "artillery can move only on day turns")
FROZEN = No("5.29", "German units can't move on this Game-Turn")
LEFT_THE_MAP = No("5.27b", "this unit has left the map and can't return")
ELIMINATED_UNIT = No("6.72", "this unit has been eliminated")
ONE_AT_A_TIME = No("5.26", "finish or cancel the move of the unit in hand first")
NO_STEP_YET = No("5.26", "this unit has not moved yet")
HAS_BEGUN = No("5.26", "this unit has begun its move")
NOT_DUE = No("9.11a", "this reinforcement is not due yet")
ON_TOP = No("6.13b", "this unit is already on top of its stack")
RAISED = No("6.13b", "this unit has already been put on top in this phase")
OPEN_STACKS = No("6.13b", "stacks are open: their order doesn't matter")


@rule("5.27b", "6.72")
def gone(unit: Unit) -> No:
    """5.27 A unit that left the map never returns; neither does one that was eliminated."""
    return LEFT_THE_MAP if unit.box == EXITED else ELIMINATED_UNIT


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
        return No("9.11a", arrives_only_in(s.game, arrival.hexes))
    no = why_not_stand(s, unit, hex)
    if no is None and enemy_zoc(s, unit.side)[hex]:
        no = why_not_enter_zoc(s, unit)
    return replace(no, hex=hex) if no else s.ground.edge_cost(s.counter(unit.id).klass, hex, arrival.edge)


@rule("9.12a", "9.12b", "9.13", "5.16")
def entries(s: State, unit: Unit) -> Iterator[tuple[Hex, int]]:
    """9.11 The edge hexes a reinforcement can enter now, with their cost."""
    mp = allowance(s, unit)
    for hex in s.campaign.arrivals[unit.id].hexes:
        cost = arrival_cost(s, unit, hex)
        if not isinstance(cost, No) and cost <= mp:
            yield hex, cost


@rule("5.16", "5.26")
def why_no_step(s: State, unit: Unit) -> No | None:
    """5.26 Why a unit that may move has no step it could take, so that it is not taken in hand."""
    if unit.hex:
        return None if has_a_step(s, unit) else why_stuck(s, unit)
    if any(entries(s, unit)):
        return None
    mp = allowance(s, unit)
    costs = [arrival_cost(s, unit, hex) for hex in s.campaign.arrivals[unit.id].hexes]
    return first_of([cost if isinstance(cost, No) else too_dear(cost, mp) for cost in costs])


# --- the phase


@rule("3.1-2", "3.1-6b", "5.0", "5.17")
class MovementPhase(Decision[State], frozen=True):
    """5.0 The phasing player moves any, all or none of his units, one at a time."""

    words = "Movement Phase: select a unit to move"
    under = "5.0"
    labels = {Done: "End Movement Phase"}
    clicks = (Pick,)
    raised: tuple[UnitId, ...] = ()
    """Laid on top of their stacks in this phase (6.13b)."""

    def about(self, s: State) -> Subject:
        return Subject()

    def options(self, s: State) -> Iterator[Action]:
        # This is why_not_move, unrolled: it looks at every unit before every move.
        if frozen(s, self.side) is None:
            side, picks = self.side, s.game.picks
            for unit in s.units.values():
                if unit.side == side and unit.hex and not unit.moved and has_a_step(s, unit):
                    yield picks[unit.id]
            for unit in reinforcements(s, side):
                if any(entries(s, unit)):
                    yield picks[unit.id]
        yield from (Raise(unit) for unit in self.stacked(s))
        yield Done()

    def over(self, s: State) -> bool:
        return isinstance(next(iter(self.options(s))), Done)

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                s.enter(MoveUnit(self.side, unit, allowance(s, s.units[unit])))
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
            if len(stack) > 1 and s.units[stack[-1]].side == self.side
            for unit in stack[:-1]
            if unit not in self.raised
        ]

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in s.units:
                return self.why_not_move(s, s.units[unit])
            case Raise(unit) if unit in s.units:
                return self.why_not_raise(s, s.units[unit])
        return None

    @rule("6.13b")
    def why_not_raise(self, s: State, unit: Unit) -> No:
        """6.13b Why a unit is not laid on top of its stack."""
        if s.setting.get("stacks") != "closed":
            return OPEN_STACKS
        if unit.side != self.side:
            return NOT_YOURS
        if not unit.hex:
            return NOT_DUE if unit.box == REINFORCEMENTS else gone(unit)
        return ON_TOP if s.stacks[unit.hex][-1] == unit.id else RAISED

    @rule("5.19", "5.26", "5.27b", "5.29", "8.31a", "8.36")
    def why_not_move(self, s: State, unit: Unit) -> No | None:
        """5.2 Why a unit may not begin to move."""
        counter = s.counter(unit.id)
        if unit.side != self.side:
            return NOT_YOURS
        if unit.box == REINFORCEMENTS and unit not in reinforcements(s, self.side):
            return NOT_DUE
        if not unit.hex and unit.box != REINFORCEMENTS:
            return gone(unit)
        if unit.moved:
            return MOVED_ALREADY
        if counter.artillery and not unit.move_mode:
            return IN_FIRE_MODE
        if counter.artillery and s.kind != "day":
            return ARTILLERY_STAYS
        return frozen(s, self.side) or why_no_step(s, unit)

    def reminders(self, s: State) -> tuple[Reminder, ...]:
        return tuple(
            Reminder(waits_to_arrive(s.game, unit.id), unit=unit.id)
            for unit in reinforcements(s, self.side)
            if any(entries(s, unit))
        )


@rule("5.29", "12.31")
def frozen(s: State, side: Side) -> No | None:
    """5.29 In the Seelow scenario German units may not move on Game-Turn 1."""
    return FROZEN if s.campaign.entry.frozen.get(side) == s.turn else None


@rule("5.16", "5.24", "5.26", "5.27a")
class MoveUnit(Decision[State], frozen=True):
    """5.1 The unit spends its movement points; entering an enemy-controlled hex ends its move (5.18)."""

    words = "move {unit} ({mp:MP} left)"
    under = "5.11"
    labels = {SendTo: "Leave the map", Done: "Finish move", Cancel: "Cancel move"}
    clicks = (MoveTo,)
    unit: UnitId
    mp: int
    fresh: bool = True
    """It has spent nothing yet."""

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit)

    def click(self, s: State, on: UnitId | Hex | Hexside) -> Action | None:
        """One's own unit is to be moved next; an enemy unit stands for its hex."""
        if not isinstance(on, str) or on not in s.units:
            return super().click(s, on)
        unit = s.units[on]
        return Pick(on) if unit.side == self.side and on != self.unit else MoveTo(unit.hex)

    def options(self, s: State) -> Iterator[Action]:
        yield from map(s.game.moves.__getitem__, self.reach(s))
        if self.may_exit(s):
            yield SendTo(EXITED)
        yield Cancel() if self.fresh else Done()

    def over(self, s: State) -> bool:
        return not (self.reach(s) or self.may_exit(s))

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

    @rule("4.24", "5.18a", "5.26", "12.46b")
    def go(self, s: State, hex: Hex) -> None:
        """Go the cheapest way to a hex; in enemy ZOC the move is over."""
        cost = self.reach(s)[hex]
        path = self.way(s, hex)
        arrives = not s.units[self.unit].hex
        left = self.mp - cost
        s.put(self.unit, hex)
        s.mark(self.unit, moved=True)
        stops = bool(enemy_zoc(s, self.side)[hex])
        if arrives:
            s.tell(Arrived(self.unit, hex, cost, left), rule="9.11b")
        elif stops and left:
            s.tell(Stopped(self.unit, path, cost), rule="5.18a")
        else:
            s.tell(Marched(self.unit, path, cost, left), rule="5.11")
        pass_through(s, self.side, path)
        if stops or not left:
            s.leave()
        else:
            s.become(replace(self, mp=left, fresh=False))

    def reach(self, s: State) -> Mapping[Hex, int]:
        """The hexes the unit can get to, with their cost."""
        whose: object
        found: Mapping[Hex, int]
        whose, found = s.memo.get("reach", (None, {}))
        if whose is not self:
            unit = s.units[self.unit]
            found = (
                s.game.walker.reach(unit.hex, self.mp, *self.hindrances(s))
                if unit.hex
                else dict(entries(s, unit))
            )
            s.memo["reach"] = self, found
        return found

    def hindrances(self, s: State) -> tuple[NDArray[np.int32], bytearray, bytearray, Zoc]:
        """Prices, closed hexes and ZOC for the kernel."""
        unit = s.units[self.unit]
        closed = s.ledger[s.game.closed[self.unit]]
        return prices(s, unit, self.fresh), closed, enemy_zoc(s, self.side), zoc_for(s, unit)

    def way(self, s: State, hex: Hex) -> tuple[Hex, ...]:
        start = s.units[self.unit].hex
        if not start:
            return (hex,)
        return s.game.walker.route(start, hex, self.mp, *self.hindrances(s))

    def may_exit(self, s: State) -> bool:
        cost = exit_cost(s, s.units[self.unit])
        return not isinstance(cost, No) and cost <= self.mp

    def why_not(self, s: State, action: Action) -> No | None:
        unit = s.units[self.unit]
        match action:
            case MoveTo(hex) if unit.hex:
                return why_not_reach(s, unit, hex, self.mp, self.fresh)
            case MoveTo(hex):
                cost = arrival_cost(s, unit, hex)
                return cost if isinstance(cost, No) else too_dear(cost, self.mp)
            case SendTo():
                cost = exit_cost(s, unit)
                return cost if isinstance(cost, No) else too_dear(cost, self.mp)
            case Pick():
                return ONE_AT_A_TIME
            case Done():
                return NO_STEP_YET
            case Cancel():
                return HAS_BEGUN
        return None

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
            cost = entry_cost(s, unit, here, to, fresh=here == unit.hex)
            assert not isinstance(cost, No), "a way that is offered has a cost at every step"
            spent += cost
            costs.append(str(spent))
        return Route((unit.hex, *path), tuple(costs), stops)
