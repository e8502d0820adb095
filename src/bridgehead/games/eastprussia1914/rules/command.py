"""4.3, 4.4 Command: range, who is In Command, whom an HQ activates."""

from __future__ import annotations

from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.eastprussia1914.model.state import (
    COMMAND_MODE,
    ISOLATED,
    State,
    Unit,
    is_garrison,
    is_hq,
    is_independent,
)

ENEMYS = No("", "that unit is the enemy's")
OUT_OF_COMMAND = No("4.3.5a", "the unit is out of command: not within the HQ's Command Range")
ANOTHER_CORPS = No("4.3.3", "an HQ never activates units of another corps")
OWN_CORPS = No("4.3.3", "the unit is of the HQ's own corps and activated with it")
STAFF = No("4.3.3", "an HQ commands combat units, not another HQ")
GARRISON = No("4.4e", "garrisons never move or attack")
TWICE = No("4.4d", "an independent unit is activated at most twice in a turn")
ISOLATED_HQ = No("11.3.3d", "an isolated HQ cannot be activated")


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


@rule("4.3.3", "4.3.3b", "4.3.5a")
def why_not_commandable(s: State, hq: Unit, unit: Unit) -> No | None:
    """4.3.3 Why an HQ may not activate a unit as an independent."""
    if is_garrison(s, unit):
        return GARRISON
    if is_hq(s, unit):
        return STAFF
    near = in_command(s, hq, unit.hex)
    if not is_independent(s, unit):
        if s.game.counters[unit.id].formation != s.game.counters[hq.id].formation:
            return ANOTHER_CORPS
        return OWN_CORPS if near else OUT_OF_COMMAND
    return too_often(s, unit) if near else OUT_OF_COMMAND


@rule("4.4d")
def too_often(s: State, unit: Unit) -> No | None:
    """4.4d An independent unit is activated at most twice in a turn."""
    return TWICE if unit.activated >= s.tables.file.command.independent_activations else None


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
