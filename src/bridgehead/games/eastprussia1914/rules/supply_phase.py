"""11.1, 11.3 The Supply Phase: five segments in strict order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.actions import Action, Cancel, Done, MoveTo, Pick
from bridgehead.core.events import Eliminated
from bridgehead.core.flow import Decision, Procedure, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.eastprussia1914.model.data import FOE, GERMAN, RUSSIAN
from bridgehead.games.eastprussia1914.model.events import (
    AttritionEscaped,
    AttritionSuffered,
    BackInSupply,
    CreptTo,
    Isolated,
    OutOfSupply,
    PhaseOfBoth,
    SegmentBegan,
)
from bridgehead.games.eastprussia1914.model.ground import ANYWHERE
from bridgehead.games.eastprussia1914.model.state import (
    COMBAT,
    HQS,
    ISOLATED,
    MOVEMENT_MODE,
    OOS,
    State,
    Unit,
    enemy_in,
    is_hq,
    lose_step,
    take_control,
)
from bridgehead.games.eastprussia1914.rules.special import bound_of, why_not_in_bounds
from bridgehead.games.eastprussia1914.rules.stacking import why_not_stack
from bridgehead.games.eastprussia1914.rules.supply import has_supply, hq_line, sheltered, supply_of
from bridgehead.games.eastprussia1914.rules.zoc import in_enemy_zoc
from bridgehead.toolkit.supply import Field

TOLD = {"": BackInSupply, OOS: OutOfSupply, ISOLATED: Isolated}
"""The event that tells of each state."""


def bearing(s: State, marker: str) -> tuple[list[Unit], list[Unit]]:
    """The HQs and the combat units on the map that bear a marker (none if empty); garrisons never do."""
    hqs: list[Unit] = []
    combat_units: list[Unit] = []
    counters = s.game.counters
    for unit in s.units.values():
        if unit.hex and unit.supply == marker:
            kind = counters[unit.id].kind
            if kind == "headquarters":
                hqs.append(unit)
            elif kind != "garrison":
                combat_units.append(unit)
    return hqs, combat_units


@rule("2.6", "11.0", "11.1c")
def set_supply(s: State, unit: Unit, state: str, cited: str) -> None:
    """11.0 Change a unit's state; markers change in the Supply Phase only (11.1c)."""
    s.mark(unit.id, supply=state)
    s.tell(TOLD[state](unit.id, unit.side), rule=cited)


@rule("3.5", "11.1a")
class SupplyPhase(Procedure[State], frozen=True, kw_only=True):
    """11.1 Both sides determine supply together, segment by segment."""

    freed: tuple[UnitId, ...] = ()
    """11.1.4d The units whose marker was removed in this phase."""

    @rule("3.5.1", "11.1.1", "11.1b", "11.3.1")
    def in_supply_segment(self, s: State) -> None:
        """11.1.1 Marked units that are now in supply lose their marker: HQs first, then combat units."""
        freed: list[UnitId] = []
        hqs, combat_units = bearing(s, OOS)
        cut_hqs, cut_combat_units = bearing(s, ISOLATED)
        for marked in ((*hqs, *cut_hqs), (*combat_units, *cut_combat_units)):
            ready = [unit for unit in marked if has_supply(s, unit)]
            for unit in ready:
                set_supply(s, unit, "", "11.1.1")
            freed.extend(unit.id for unit in ready)
        s.become(replace(self, freed=tuple(freed)))

    @rule("3.5.2", "11.1.2a", "11.1.2b", "11.3.3e", "11.3.5a", "11.3.5b", "11.3.5c", "11.3.5d")
    def attrition_segment(self, s: State) -> None:
        """11.1.2 Every combat unit still isolated rolls; on 1 or 2 it loses a step."""
        _, isolated = bearing(s, ISOLATED)
        if isolated:
            s.tell(PhaseOfBoth("Attrition Segment"), rule="3.5.2")
        for unit in isolated:
            roll_attrition(s, unit)

    @rule("3.5.3", "11.1.3a", "11.1.3b", "11.1.3c", "11.1.3d", "11.1.3e", "11.1d")
    def isolation_check_segment(self, s: State) -> None:
        """11.1.3 Units still OOS: HQs become isolated, and combat units no HQ in supply has In Command."""
        hqs, combat_units = bearing(s, OOS)
        cut_off = [unit for unit in combat_units if not sheltered(s, unit)]
        for unit in hqs:
            set_supply(s, unit, ISOLATED, "11.1.3c")
        for unit in cut_off:
            set_supply(s, unit, ISOLATED, "11.1.3a")

    @rule("3.5.4", "11.1.4a", "11.1.4b", "11.1.4c", "11.1.4d")
    def supply_status_segment(self, s: State) -> None:
        """11.1.4 Units that began the phase without a marker and fail 11.2 are marked OOS: HQs first."""
        hqs, combat_units = bearing(s, "")
        for units, cited in ((hqs, "11.1.4b"), (combat_units, "11.1.4c")):
            failing = [unit for unit in units if unit.id not in self.freed and not has_supply(s, unit)]
            for unit in failing:
                set_supply(s, unit, OOS, cited)

    @rule("3.5.5", "11.1.5", "11.3.4f")
    def german_isolated_movement(self, s: State) -> None:
        """11.1.5 The German creeps first."""
        begin_isolated_movement(s, GERMAN)

    def russian_isolated_movement(self, s: State) -> None:
        begin_isolated_movement(s, RUSSIAN)

    sequence = (
        in_supply_segment,
        attrition_segment,
        isolation_check_segment,
        supply_status_segment,
        german_isolated_movement,
        russian_isolated_movement,
    )


@rule("11.1b", "11.1.1", "11.1.3b", "11.1.4a")
def foretold(s: State) -> State:
    """11.1 The position after the segments of a Supply Phase begun now, without the dice of attrition."""
    after = s.clone()
    after.listener = None
    phase = SupplyPhase()
    after.flow = (phase,)
    phase.in_supply_segment(after)
    phase.isolation_check_segment(after)
    current = after.flow[-1]
    assert isinstance(current, SupplyPhase)
    current.supply_status_segment(after)
    return after


@rule("11.3.5a", "11.3.5b")
def roll_attrition(s: State, unit: Unit) -> None:
    """11.3.5 One die: on 1 or 2 a step is lost, and a unit on its last step with it."""
    die = s.roll(6)
    lost = die in s.tables.file.supply.attrition
    told = AttritionSuffered if lost else AttritionEscaped
    s.tell(told(unit.id, unit.side, die), rule="11.3.5a")
    if lost:
        lose_step(s, unit.id)
        if not s.units[unit.id].hex:
            s.tell(Eliminated(unit.id), rule="11.3.5b")


# --- 11.3.4 isolated movement


ENEMYS = No("11.3.4a", "this is an enemy unit")
INTO_EZOC = No("11.3.4b", "an isolated unit may never move into an enemy ZOC")
NOT_CLOSER = No("11.3.4d", "this hex is no nearer to one where the unit would be in supply")
ENEMY = No("11.3.4f", "isolated movement may not enter a hex with enemy units")
WATER = No("11.3.4d", "this hex is impassable")
NOWHERE_NEARER = No("11.3.4d", "no adjacent hex is nearer to one where the unit would be in supply")
NOT_ISOLATED = No("11.3.4a", "this unit is not isolated")
HAS_CREPT = No("11.3.4a", "this unit has already used isolated movement this turn")
ONE_HEX = No("11.3.4a", "isolated movement is one hex")

FARTHEST = 99
OPPOSITE = np.array([3, 4, 5, 0, 1, 2])


@rule("11.1.5")
def begin_isolated_movement(s: State, side: Side) -> None:
    """11.1.5 A side's isolated units may move, if any can."""
    segment = IsolatedMovement(side, isolated_units(s, side))
    if not segment.over(s):
        s.tell(SegmentBegan(side, "Isolated Movement Segment"), rule="3.5.5")
        s.enter(segment)


def isolated_units(s: State, side: Side) -> tuple[UnitId, ...]:
    return tuple(unit.id for unit in s.on_map(side) if unit.supply == ISOLATED)


@rule("11.3.4d")
def distance_to_supply(s: State, unit: Unit) -> Field:
    """11.3.4d How many hexes over the grid each hex is from one where the unit would be in supply."""
    without = unit.id if opens_a_line(s, unit) else UnitId("")
    key = f"goals_{unit.side}_{is_hq(s, unit)}_{without}"
    known: Field | None = s.memo.get(key)
    if known is None:
        goals = supplied_hexes(s, unit, without).tolist()
        nothing = s.ground.bounds[ANYWHERE]
        known = s.game.walker.spread(goals, FARTHEST, s.ground.grid_steps, nothing)
        s.memo[key] = known
    return known


def opens_a_line(s: State, unit: Unit) -> bool:
    """Would the unit's hex be closed to friendly lines if the unit left it?"""
    alone = len(s.stacks[unit.hex]) == 1
    return alone and in_enemy_zoc(s, unit.hex, unit.side)


@rule("11.3.4d", "11.2.1g")
def supplied_hexes(s: State, unit: Unit, without: UnitId) -> NDArray[np.int64]:
    """11.3.4d The land hexes free of enemies where, all else as it stands, the unit would be in supply.

    A line is never closed by an EZOC in the hex it starts from (11.2.1g).
    """
    supply, side = supply_of(s, unit.side, without), unit.side
    ground, limits = s.ground, s.tables.file.supply
    if is_hq(s, unit):
        ends = [(supply.to_depot, limits.hq_line)]
    else:
        ends = [(supply.to_hq, hq_line(s, side)), (supply.to_home_rail, limits.combat_unit_line)]
    good = np.frombuffer(ground.home_cities[side], np.uint8) != 0
    in_zoc = np.flatnonzero(np.frombuffer(supply.closed, np.uint8))
    for far, limit in ends:
        good |= far >= 0
        good[in_zoc] |= starts_line(s, far, limit, in_zoc)
    foes, staffs = (np.frombuffer(s.ledger[name[FOE[side]]], np.uint8) for name in (COMBAT, HQS))
    outside = np.frombuffer(ground.bounds[bound_of(s, unit)], np.uint8)
    land = np.frombuffer(ground.land, np.uint8)
    return np.flatnonzero(good & (foes == 0) & (staffs == 0) & (outside == 0) & (land != 0))


def starts_line(s: State, far: Field, limit: int, hexes: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which hexes have a neighbour through which a line of that length begins."""
    ground = s.ground
    links = ground.board.links.reshape(-1, 6)[hexes]
    prices = ground.lines.reshape(-1, 6)[links, OPPOSITE]
    beyond = far[links]
    fits = (links != 0) & (prices >= 0) & (beyond >= 0) & (prices + beyond <= limit)
    found: NDArray[np.bool_] = fits.any(axis=1)
    return found


@rule("11.3.4a", "11.3.4b", "11.3.4d", "11.3.4f")
def why_not_creep(s: State, unit: Unit, to: Hex) -> No | None:
    """11.3.4 Why an isolated unit may not step into a hex; an unbridged major river may be crossed."""
    ground = s.ground
    if to not in ground.board.near[unit.hex]:
        return ONE_HEX
    if ground.barred[unit.hex * 6 + ground.board.around[unit.hex].index(to)]:
        return WATER
    if (no := why_not_in_bounds(s, unit, to)) is not None:
        return no
    if enemy_in(s, to, unit.side):
        return ENEMY
    if in_enemy_zoc(s, to, unit.side):
        return INTO_EZOC
    if (full := why_not_stack(s, unit, to)) is not None:
        return full
    far = distance_to_supply(s, unit)
    return None if 0 <= far[to] < far[unit.hex] else NOT_CLOSER


def creep_hexes(s: State, unit: Unit) -> list[Hex]:
    """11.3.4 Where an isolated unit may creep."""
    return [to for to in s.ground.board.near[unit.hex] if why_not_creep(s, unit, to) is None]


@rule("11.1.5", "11.3.4a", "11.3.4f")
class IsolatedMovement(Decision[State], frozen=True):
    """11.3.4 The side's isolated units may creep one hex toward supply, one at a time."""

    words = "Isolated Movement Segment: select a unit to move one hex toward supply"
    under = "11.3.4a"
    clicks = (Pick,)
    labels: ClassVar = {Done: "End Isolated Movement Segment"}
    units: tuple[UnitId, ...]

    def about(self, s: State) -> Subject:
        return Subject()

    def options(self, s: State) -> Iterator[Action]:
        yield from (Pick(unit) for unit in self.units if creep_hexes(s, s.units[unit]))
        yield Done()

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in s.units:
                return self.why_not_unit(s, s.units[unit])
        return None

    def why_not_unit(self, s: State, unit: Unit) -> No | None:
        """What closes the hexes that are nearer to supply, told of the first of them."""
        if unit.side != self.side:
            return ENEMYS
        if unit.id not in self.units:
            return HAS_CREPT if unit.supply == ISOLATED else NOT_ISOLATED
        far = distance_to_supply(s, unit)
        for to in s.ground.board.near[unit.hex]:
            if 0 <= far[to] < far[unit.hex] and (no := why_not_creep(s, unit, to)) is not None:
                return replace(no, hex=to)
        return NOWHERE_NEARER

    def over(self, s: State) -> bool:
        return not any(creep_hexes(s, s.units[unit]) for unit in self.units)

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                s.enter(Creep(self.side, unit))
            case Done():
                s.leave()


@rule("11.3.4a", "11.3.4b", "11.3.4c", "11.3.4d", "11.3.4f")
class Creep(Decision[State], frozen=True):
    """11.3.4 One hex nearer to supply."""

    words = "Isolated movement: move {unit} one hex toward supply"
    under = "11.3.4a"
    clicks = (MoveTo,)
    labels: ClassVar = {Cancel: "Cancel move"}
    unit: UnitId

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit)

    def options(self, s: State) -> Iterator[Action]:
        yield from (MoveTo(hex) for hex in creep_hexes(s, s.units[self.unit]))
        yield Cancel()

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case MoveTo(hex) if hex in s.ground.board:
                return why_not_creep(s, s.units[self.unit], hex)
        return None

    def take(self, s: State, action: Action) -> None:
        s.leave()
        match action:
            case MoveTo(hex):
                self.finish(s)
                s.put(self.unit, hex)
                s.tell(CreptTo(self.unit, hex), rule="11.3.4a")
                if is_hq(s, s.units[self.unit]):
                    s.mark(self.unit, mode=MOVEMENT_MODE)
                else:
                    take_control(s, hex, self.side)

    def finish(self, s: State) -> None:
        """11.3.4a The unit has had its move."""
        if s.flow and isinstance(segment := s.flow[-1], IsolatedMovement):
            left = tuple(other for other in segment.units if other != self.unit)
            s.become(replace(segment, units=left))
