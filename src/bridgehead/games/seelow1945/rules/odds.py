"""7.2, 7.3 What an attack would be: strengths, ratio, shifts and additions to the die."""

from __future__ import annotations

from collections.abc import Sequence

from bridgehead.core.refusal import Modifier
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.seelow1945.model.state import State, Unit
from bridgehead.toolkit.combat import IMPOSSIBLE, Odds, shifted


@rule("7.2-2", "7.2-3", "7.2-4", "7.56")
def odds(s: State, attackers: Sequence[UnitId], hex: Hex) -> Odds | None:
    """7.2 What an attack by these units on a hex would be; without attackers, how the hex defends.

    The ratio is rounded in the defender's favour and limited to the ends of the table, before and after the
    shifts. Units that retreated there in this phase add nothing (7.56). None if nobody is left to attack."""
    attacking = [s.units[unit] for unit in attackers]
    defending = [unit for unit in defenders(s, hex) if not unit.ran]
    if not defending:
        return None
    attack, defence = strength(s, attacking), strength(s, defending)
    modifiers = tuple(combat_modifiers(s, hex, attacking))
    first = column = IMPOSSIBLE
    if attacking:
        first = s.tables.crt.first(attack, defence)
        column = shifted(first, modifiers, len(s.tables.crt.columns))
    return Odds(attack=attack, defence=defence, first=first, column=column, modifiers=modifiers)


@rule("7.2-2", "7.14", "8.37", "2.21a")
def defenders(s: State, hex: Hex) -> list[Unit]:
    """7.14 All non-armored units in the hex defend together."""
    return [unit for unit in s.units_in(hex) if not s.counter(unit.id).armored]


def strength(s: State, units: Sequence[Unit]) -> int:
    """7.2 The Combat Strengths added up."""
    return sum(s.values(unit).cs for unit in units)


@rule("7.31", "7.32", "7.33", "7.34", "7.38")
def ground_shifts(s: State, hex: Hex, attackers: Sequence[Unit]) -> list[Modifier]:
    """7.31-7.34 What the ground gives the defender: cover, water before all attackers, height."""
    ground, table = s.ground, s.tables.combat
    terrain = ground.board.terrain[hex]
    found = []
    if s.tables.terrain[terrain].shift:
        cite = "7.31" if terrain == "village" else "7.32"
        found.append(Modifier(s.tables.terrain[terrain].shift, terrain, cite))
    if not attackers:
        return found
    if all(ground.crosses_water(unit.hex, hex) for unit in attackers):
        found.append(Modifier(table.stream, "all across water", "7.33"))
    higher = ground.board.level[hex] - max(ground.board.level[unit.hex] for unit in attackers)
    if higher > 0:
        found.append(Modifier(higher * table.per_level, "defender higher", "7.34"))
    return found


@rule("7.35a", "7.35b", "7.35c", "7.36", "7.37", "7.62", "7.38")
def combat_modifiers(s: State, hex: Hex, attackers: Sequence[Unit]) -> list[Modifier]:
    """7.3 All shifts and additions to the die, by name."""
    table = s.tables.combat
    found = ground_shifts(s, hex, attackers)
    ours = any(s.counter(unit.id).armored for unit in attackers)
    theirs = any(s.counter(unit.id).armored and not unit.ran for unit in s.units_in(hex))
    if ours and not theirs:
        found.append(Modifier(table.attacker_armor, "attacking armor", "7.35a"))
    if theirs and not ours:
        found.append(Modifier(table.defender_armor, "defending armor", "7.35b"))
    if any(unit.disrupted and not unit.ran for unit in defenders(s, hex)):
        found.append(Modifier(table.disrupted, "defender disrupted", "7.36", "drm"))
    if s.kind == "dusk_dawn":
        found.append(Modifier(table.dusk_dawn, "dusk or dawn", "7.37", "drm"))
    return found
