"""4.3, 4.4 Command: range, who is In Command, whom an HQ activates."""

from __future__ import annotations

from bridgehead.core.flow import Decision
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import ChitId, Hex, UnitId, replace
from bridgehead.games.eastprussia1914.model.data import AOK8
from bridgehead.games.eastprussia1914.model.state import (
    COMMAND_MODE,
    ISOLATED,
    State,
    Unit,
    is_garrison,
    is_hq,
    is_independent,
)

ENEMYS = No("4.3.3", "this is an enemy unit")
OFF_MAP = No("4.3.3", "this unit is not on the map")
OUT_OF_COMMAND = No("4.3.5a", "this unit is Out of Command: not within the HQ's Command Range")
ANOTHER_CORPS = No("4.3.3", "this unit belongs to another corps")
OWN_CORPS = No("4.3.3", "this unit belongs to the HQ's own corps and is activated with it")
STAFF = No("4.3.3", "an HQ commands combat units, not another HQ")
GARRISON = No("4.4e", "garrisons never move or attack")
DOES_NOTHING = No("11.3.3c", "this unit is isolated: it can neither move nor attack")
TWICE = No("4.4d", "this independent unit has already been activated twice this turn")
SAME_HQ = No("4.4d", "this HQ has already activated this independent unit this turn")
ISOLATED_HQ = No("11.3.3d", "this HQ is isolated and can't be activated")


# --- units that move one after another


class Movers(Decision[State], frozen=True, kw_only=True):
    """Units that move one after another; a unit has moved when it has taken a step, not when it is picked."""

    done: tuple[UnitId, ...] = ()
    """6.1.1 Those that have completed their move."""
    tired: tuple[UnitId, ...] = ()
    """6.3.4, 6.4.3 Those that marched or went by rail: they may not attack."""


def has_moved(s: State, unit: UnitId, tired: tuple[UnitId, ...] = ()) -> None:
    """6.1.1 A unit has completed its move, without anything asked."""
    if s.flow and isinstance(movers := s.flow[-1], Movers):
        s.become(replace(movers, done=(*movers.done, unit), tired=(*movers.tired, *tired)))


def move_is_over(s: State, unit: UnitId, tired: tuple[UnitId, ...] = ()) -> None:
    """6.1.1 A unit has completed its move: back to those that are still to move."""
    s.leave()
    has_moved(s, unit, tired)


# --- 4.3 command


@rule("12.2.1", "2.4.1")
def command_range(s: State, hq: Unit) -> int:
    """12.2.1 The Command Range of an HQ's present mode."""
    counter = s.game.counters[hq.id]
    return counter.command_range if hq.mode == COMMAND_MODE else counter.movement_mode_range


@rule("4.3.1a", "4.3.2a", "4.3.4a")
def in_command(s: State, hq: Unit, hex: Hex) -> bool:
    """4.3.1 Does a hex lie within the Command Range of an HQ? It need not be activated."""
    return hex in s.ground.in_range(hq.hex, command_range(s, hq))


@rule("4.3.3", "4.3.5a", "4.3.5b")
def corps_units(s: State, hq: Unit) -> list[UnitId]:
    """4.3.3 The combat units of the HQ's own corps that are In Command; the others are out of command."""
    formation = s.game.counters[hq.id].formation
    return [
        unit.id
        for unit in s.on_map(hq.side)
        if s.game.counters[unit.id].formation == formation
        and not is_hq(s, unit)
        and in_command(s, hq, unit.hex)
    ]


@rule("4.3.3", "4.3.3b", "4.3.5a", "11.3.3c")
def why_not_commandable(s: State, hq: Unit, unit: Unit) -> No | None:
    """4.3.3 Why an HQ may not activate a unit as an independent."""
    if unit.side != hq.side:
        return ENEMYS
    if not unit.hex:
        return OFF_MAP
    if is_garrison(s, unit):
        return GARRISON
    if is_hq(s, unit):
        return STAFF
    near = in_command(s, hq, unit.hex)
    if not is_independent(s, unit):
        if s.game.counters[unit.id].formation != s.game.counters[hq.id].formation:
            return ANOTHER_CORPS
        return OWN_CORPS if near else OUT_OF_COMMAND
    if not near:
        return OUT_OF_COMMAND
    idle = unit.supply == ISOLATED and s.setting.get("demolitions") != "on"
    return DOES_NOTHING if idle else too_often(s, unit, chit_of(hq.id))


@rule("4.4d")
def too_often(s: State, unit: Unit, by: ChitId = AOK8) -> No | None:
    """4.4d An independent unit is activated at most twice in a turn, and by different HQs."""
    if len(unit.activated) >= s.tables.file.command.independent_activations:
        return TWICE
    return SAME_HQ if by in unit.activated else None


@rule("4.4d", "4.2.6", "12.7c")
def activate_unit(s: State, unit: UnitId, by: ChitId = AOK8) -> None:
    """4.4d Count an activation: of corps units too, for their HQ may be lost before the turn is over."""
    s.mark(unit, activated=(*s.units[unit].activated, by))


def chit_of(hq: UnitId) -> ChitId:
    """The chit of an HQ; whose it is everybody sees when it is drawn."""
    return ChitId(f"chit-{hq}")


@rule("4.3.3")
def commandable(s: State, hq: Unit) -> list[UnitId]:
    """4.3.3 The independent units an HQ could activate now."""
    near = s.ground.in_range(hq.hex, command_range(s, hq))
    return [
        unit.id for unit in s.on_map(hq.side) if unit.hex in near and why_not_commandable(s, hq, unit) is None
    ]


@rule("4.3.4b", "11.3.3d", "12.6b", "12.6c")
def why_not_activate(s: State, hq: Unit) -> No | None:
    """11.3.3 An isolated HQ cannot be activated; it is not removed for being isolated (12.6c)."""
    return ISOLATED_HQ if hq.supply == ISOLATED else None
