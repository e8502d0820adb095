"""10.3 Strengths, ratio and shifts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bridgehead.core.refusal import Modifier
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.eastprussia1914.model import words
from bridgehead.games.eastprussia1914.model.data import FOE
from bridgehead.games.eastprussia1914.model.state import (
    COMMAND_MODE,
    ISOLATED,
    OOS,
    State,
    Unit,
    attack_value,
    combat_units_in,
    corps_hq,
    defence_value,
    is_cavalry,
)
from bridgehead.games.eastprussia1914.rules.command import in_command
from bridgehead.games.eastprussia1914.rules.fortresses import owned_fortress
from bridgehead.toolkit.combat import Odds
from bridgehead.toolkit.tables import total

EIGHTHS = 8
"""Strengths are summed in eighths: a unit is halved at most three times."""
HALVES = 2
"""And in defence in halves."""


# --- 10.3.2 strengths


@rule("2.1.1", "10.3.2a", "10.3.2b", "10.3.2c", "10.3.3", "11.3.2a", "11.3.3a", "14.2")
def attack_strength(s: State, unit: Unit, target: Hex) -> int:
    """10.3.2 A unit's attack in eighths: every halving applies in turn (2.1.1)."""
    if unit.supply == ISOLATED:
        return 0
    strength = attack_value(s, unit) * EIGHTHS
    return strength >> len(halvings(s, unit, target))


@rule("10.3.2a", "11.3.2a", "11.3.3a")
def attack_in_the_open(s: State, unit: Unit) -> int:
    """10.3.2a A unit's attack in eighths where neither river nor works halve it."""
    strength = attack_value(s, unit) * EIGHTHS
    return 0 if unit.supply == ISOLATED else strength >> (unit.supply == OOS)


@rule("10.3.2a", "10.3.2b", "10.3.2c")
def halvings(s: State, unit: Unit, target: Hex) -> list[Modifier]:
    """10.3.2 What halves the attack of one unit."""
    found = []
    name = s.game.counters[unit.id].name
    side = unit.hex * 6 + s.ground.board.around[unit.hex].index(target)
    if unit.supply == OOS:
        found.append(Modifier(1, words.OUT_OF_SUPPLY.format(unit=name), "10.3.2a", "half"))
    if s.ground.minor[side] or s.ground.major[side]:
        found.append(Modifier(1, words.ACROSS_A_RIVER.format(unit=name), "10.3.2b", "half"))
    works = target in s.ground.cities or target in s.ground.fortresses
    if works and is_cavalry(s, unit):
        found.append(Modifier(1, words.CAVALRY_AGAINST_WORKS.format(unit=name), "10.3.2c", "half"))
    return found


@rule("10.3.2a", "10.3.2b", "10.3.2c")
def attackers_halved(s: State, attackers: Iterable[UnitId], target: Hex) -> Iterator[Modifier]:
    """10.3.2 What halves the attackers, unit after unit."""
    for unit in attackers:
        yield from halvings(s, s.units[unit], target)


@rule("11.3.3a")
def defenders_halved(s: State, target: Hex, side: Side) -> Iterator[Modifier]:
    """11.3.3a The defenders that are halved, being isolated."""
    for unit in combat_units_in(s, target, side):
        if unit.supply == ISOLATED:
            name = s.game.counters[unit.id].name
            yield Modifier(1, words.IS_ISOLATED.format(unit=name), "11.3.3a", "half")


@rule("2.1.2", "10.3.1")
def attack_total(s: State, attackers: Iterable[UnitId], target: Hex) -> int:
    """2.1.2 The attackers' total: fractions are kept until the sum is rounded down."""
    return sum(attack_strength(s, s.units[unit], target) for unit in attackers) // EIGHTHS


@rule("2.1.2", "10.1.4", "10.3.2a", "11.3.2b", "11.3.3a", "12.1a")
def defence_total(s: State, target: Hex, side: Side) -> int:
    """10.1.4 All combat units in the hex defend together; isolated ones at half strength."""
    return sum(defence_strength(s, unit) for unit in combat_units_in(s, target, side)) // HALVES


@rule("10.3.2a", "11.3.2b", "11.3.3a")
def defence_strength(s: State, unit: Unit) -> int:
    """11.3.3a A unit's defence in halves: it is halved when isolated."""
    return defence_value(s, unit) * (1 if unit.supply == ISOLATED else HALVES)


# --- 10.3.1, 10.3.4 the column


@rule("10.2.1", "10.3.1", "10.3.4a", "10.3.4b", "10.3.4c", "10.3.5a", "10.3.5g")
def odds(
    s: State, side: Side, hq: UnitId, attackers: tuple[UnitId, ...], target: Hex, guns: str = ""
) -> Odds:
    """10.3 The column of an attack: the ratio, then the net of all shifts, applied once; below 0 it is not
    possible (10.3.4a)."""
    attack = attack_total(s, attackers, target)
    defence = defence_total(s, target, FOE[side])
    halved = (*attackers_halved(s, attackers, target), *defenders_halved(s, target, FOE[side]))
    shifts = ratio_shifts(s, side, hq, attackers, target, guns) if defence else ()
    ladder = s.tables.crt.ladder
    first = ladder.floor(attack, defence)
    column = min(first + total(shifts, "shift"), len(ladder.ratios) - 1)
    return Odds(attack=attack, defence=defence, first=first, column=column, modifiers=(*halved, *shifts))


# --- 10.3.5 shifts


@rule("10.3.5a", "10.3.5b", "10.3.5c", "10.3.5g")
def ratio_shifts(
    s: State, side: Side, hq: UnitId, attackers: tuple[UnitId, ...], target: Hex, guns: str
) -> tuple[Modifier, ...]:
    """10.3.5 Every shift of an attack: up for the attacker, down for the defender."""
    found = terrain_shifts(s, target, FOE[side])
    if (shift := attacker_hq_shift(s, hq, attackers, target)) is not None:
        found.append(shift)
    if (shift := defender_hq_shift(s, target, FOE[side])) is not None:
        found.append(shift)
    if guns:
        found.append(Modifier(1, words.MASSED_GUNS, "18.2b"))
    return tuple(found)


@rule("2.2.2", "10.3.5b", "10.3.5c", "13.2")
def terrain_shifts(s: State, target: Hex, defender: Side) -> list[Modifier]:
    """10.3.5c Ground, settlement and fortress, each with its own shift down."""
    file, terrain = s.tables.file, s.ground.board.terrain[target]
    found = []
    if shift := file.terrain[terrain].shift:
        found.append(Modifier(-shift, terrain, "10.3.5c"))
    if target in s.ground.settlements:
        kind = "city" if target in s.ground.cities else "town"
        found.append(Modifier(-file.works[kind].shift, kind, "10.3.5c"))
    if owned_fortress(s, target, defender):
        found.append(Modifier(-file.works["fort"].shift, "fortress", "13.2"))
    return found


@rule("10.3.5d", "10.3.5f", "11.3.2d", "11.3.3d")
def shifting(s: State, hq: Unit, target: Hex) -> bool:
    """10.3.5 An HQ shifts only in Command Mode, without a marker, with the hex in its range."""
    return hq.mode == COMMAND_MODE and not hq.supply and in_command(s, hq, target)


@rule("10.3.5d")
def attacker_hq_shift(s: State, hq: UnitId, attackers: tuple[UnitId, ...], target: Hex) -> Modifier | None:
    """10.3.5d The activated HQ helps an attack that includes a unit of its own corps."""
    if not hq or not s.units[hq].hex or not shifting(s, s.units[hq], target):
        return None
    counter = s.game.counters[hq]
    if not any(s.game.counters[unit].formation == counter.formation for unit in attackers):
        return None
    return Modifier(counter.ratio_shift, counter.name, "10.3.5d")


@rule("10.3.5e")
def defender_hq_shift(s: State, target: Hex, defender: Side) -> Modifier | None:
    """10.3.5e The best HQ of a corps among the defenders, up to the limit of the command table."""
    best: Modifier | None = None
    for unit in combat_units_in(s, target, defender):
        hq = corps_hq(s, unit)
        if hq is None or not shifting(s, hq, target):
            continue
        counter = s.game.counters[hq.id]
        shift = min(counter.ratio_shift, s.tables.file.command.defence_shift_most)
        if best is None or -shift < best.amount:
            best = Modifier(-shift, counter.name, "10.3.5e")
    return best
