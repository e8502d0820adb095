"""9.3 Odds: strengths, ratio, shifts, and what the defender's place ignores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from bridgehead.core.events import Event
from bridgehead.core.refusal import Modifier
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, UnitId, Value
from bridgehead.core.words import say
from bridgehead.games.koenigsberg1945.model import words
from bridgehead.games.koenigsberg1945.model.data import GERMAN
from bridgehead.games.koenigsberg1945.model.events import (
    AttackOverRiverHalved,
    IsolatedAttackHalved,
    IsolatedDefenceHalved,
    UnsuppliedAttackHalved,
)
from bridgehead.games.koenigsberg1945.model.ground import FESTUNG, Ground
from bridgehead.games.koenigsberg1945.model.state import COMBAT, ISOLATED, SUPPLIED, State
from bridgehead.games.koenigsberg1945.rules.air import air_shifts
from bridgehead.toolkit import combat
from bridgehead.toolkit.tables import total

if TYPE_CHECKING:
    from bridgehead.games.koenigsberg1945.model.game import Koenigsberg

QUARTERS = 4
"""Strengths are added in quarters, for a unit may be halved twice (2.1.1)."""
ALL = 99
"""All retreat results are ignored."""


class Odds(combat.Odds, frozen=True, kw_only=True):
    """An attack as it stands; `first` goes on beyond the columns printed, for shifts count before the cut."""

    line: int = 0
    """LINE or FESTUNG if all attackers cross one."""


@rule("9.3e", "9.3a")
def ratio_of(game: Koenigsberg, attack: int, defence: int) -> int:
    """The ratio as a column, never rounded up: 19 to 5 is 3-1, 9 to 10 is 1-2."""
    known = game.ratios.get((attack, defence))
    if known is None:
        known = game.ratios[attack, defence] = game.ladder.beyond(attack, defence)
    return known


def odds_name(game: Koenigsberg, column: int) -> str:
    """A ratio as players say it."""
    names, ratios = game.tables.crt.columns, game.ladder.ratios
    if column == combat.IMPOSSIBLE:
        return "no strength"
    if column < 0:
        return f"1-{int(1 / ratios[0]) - column}"
    beyond = column - len(names) + 1
    return names[column] if beyond < 0 else f"{int(ratios[-1]) + beyond}-1"


@rule("9.3b", "10.3.1", "10.3.2")
def attack_divisor(supply: int) -> int:
    """Units out of supply or isolated attack with half their strength."""
    return 1 if supply == SUPPLIED else 2


@rule("9.3c", "10.3.2")
def defence_divisor(supply: int) -> int:
    """Isolated units defend with half their strength."""
    return 2 if supply == ISOLATED else 1


@rule("9.3d")
def river_divisor(ground: Ground, side: int) -> int:
    """Attacks across an unbridged river are made with half the strength."""
    return 2 if ground.minor[side] or ground.major[side] else 1


@rule("2.1.1", "2.1.2", "9.3a", "9.3b", "9.3c", "9.3d", "9.3f", "10.3.1", "10.3.2")
def attack_strength(s: State, attackers: tuple[UnitId, ...], target: Hex, hipper: int) -> int:
    """The attackers' strength: halved for want of supply, and again for an unbridged river crossed.

    Fractions are added and the sum is rounded down. Admiral Hipper is never halved.
    """
    ground = s.game.ground
    quarters = hipper * QUARTERS
    for unit in attackers:
        strength = s.face(unit).attack * QUARTERS
        side = ground.side(s.units[unit].hex, target)
        quarters += strength // (attack_divisor(s.units[unit].supply) * river_divisor(ground, side))
    return quarters // QUARTERS


@rule("9.2.2", "9.3c", "10.3.2")
def defence_strength(s: State, target: Hex) -> int:
    """All units in the hex defend together; isolated ones with half their strength."""
    quarters = 0
    for unit in s.combat_units_in(target):
        quarters += s.face(unit).defence * QUARTERS // defence_divisor(s.units[unit].supply)
    return quarters // QUARTERS


@rule("9.3.1b", "9.3.1c")
def line_crossed(s: State, attackers: tuple[UnitId, ...], target: Hex) -> int:
    """The line a German defender profits from."""
    if not s.ledger[COMBAT[GERMAN]][target]:
        return 0
    return line_between(s.game.ground, [s.units[unit].hex for unit in attackers], target)


def line_between(ground: Ground, hexes: Sequence[Hex], target: Hex) -> int:
    """All attacks from these hexes must cross a line, and festung counts if any do."""
    crossed = [ground.lines[ground.side(target, hex)] for hex in hexes]
    return max(crossed, default=0) if all(crossed) else 0


@rule("9.3.1a", "9.3.1e")
def terrain_shifts(game: Koenigsberg, target: Hex, line: int) -> Iterator[Modifier]:
    """The columns the ground gives the defender; they add up."""
    terrain = game.board.terrain[target]
    if game.tables.terrain[terrain].shift:
        yield Modifier(-game.tables.terrain[terrain].shift, words.TERRAIN.get(terrain, terrain), "9.3.1a")
    yield from settlement_shift(game, target)
    if line:
        name = "festung" if line == FESTUNG else "line"
        yield Modifier(-game.tables.line[name].shift, words.LINES_CROSSED[line], "9.3.1b")


def settlement_shift(game: Koenigsberg, target: Hex) -> Iterator[Modifier]:
    settled = game.ground.settled(target)
    if settled is not None and settled.shift:
        yield Modifier(-settled.shift, game.ground.settlement[target], "9.3.1a")


@rule("9.3.3b", "9.3.3c")
def odds(
    s: State,
    attackers: tuple[UnitId, ...],
    target: Hex,
    full: tuple[UnitId, ...] = (),
    normal: tuple[UnitId, ...] = (),
    hipper: int = 0,
) -> Odds:
    """The odds of an attack with all its shifts. Against a defence of nothing the last column is used."""
    attack = attack_strength(s, attackers, target, hipper)
    defence = defence_strength(s, target)
    line = line_crossed(s, attackers, target)
    shifts = (*terrain_shifts(s.game, target, line), *air_shifts(s, full, normal))
    first, last = ratio_of(s.game, attack, defence), len(s.game.crt) - 1
    column = min(first + total(shifts, "shift"), last) if defence else last
    return Odds(attack=attack, defence=defence, first=first, column=column, modifiers=shifts, line=line)


@rule("9.0b", "9.2.2")
def attack_odds(s: State, attackers: tuple[UnitId, ...], target: Hex) -> Odds | None:
    """What an attack on a hex would be, or without attackers how it defends; None if it cannot be made."""
    beside = all(target in s.game.board.near[s.units[unit].hex] for unit in attackers)
    return odds(s, attackers, target) if beside and s.combat_units_in(target) else None


# --- what the defender's place ignores


class Shelter(msgspec.Struct, frozen=True):
    """How much of a result the defender's place ignores, and by which rule."""

    steps: int = 0
    hexes: int = 0
    place: str = ""
    loss_rule: str = ""
    retreat_rule: str = ""


@rule("9.4.4a", "9.4.4b", "9.5.7a", "9.5.7c", "9.5.8", "9.5.9a", "9.5.9b", "9.5.9c")
def shelter(ground: Ground, target: Hex, line: int) -> Shelter:
    """What the place ignores: the first step, the first hex, or behind a line every hex."""
    settled = ground.settled(target)
    strong = settled is not None and settled.ignores_first_loss
    if line:
        return behind_a_line(ground.settlement[target], line, steps=1 if strong else 0)
    if settled is None:
        return Shelter()
    hexes = 1 if settled.ignores_first_retreat else 0
    return Shelter(1 if strong else 0, hexes, ground.settlement[target], "9.4.4a", "9.5.7a")


@rule("9.4.4a", "9.5.7a", "9.5.8", "9.5.9a", "9.5.9b")
def behind_a_line(settlement: str, line: int, steps: int) -> Shelter:
    """Behind a line a village is ignored; a town or city, which spares a step, ignores all retreats."""
    if steps:
        place = words.SETTLEMENTS_BEHIND[line].format(settlement=settlement)
        return Shelter(1, ALL, place, "9.5.9b", "9.5.9b")
    if line == FESTUNG:
        return Shelter(1, 1, words.LINES[line], "9.4.4a", "9.5.9a" if settlement else "9.5.7a")
    return Shelter(0, ALL, words.LINES[line], "", "9.5.9a" if settlement else "9.5.8")


class Halving(msgspec.Struct, frozen=True):
    """A unit that fights with half its strength: what the log says of it, and what the forecast."""

    told: Event
    shown: Value
    rule: str


@rule("9.3b", "9.3c", "9.3d", "10.3.1", "10.3.2")
def halved(s: State, attackers: tuple[UnitId, ...], target: Hex) -> Iterator[Halving]:
    """Every halving, with its reason."""
    ground = s.game.ground
    for unit in attackers:
        supply = s.units[unit].supply
        if supply == ISOLATED:
            yield Halving(IsolatedAttackHalved(unit), words.IsolatedFights(unit), "9.3c")
        elif attack_divisor(supply) > 1:
            yield Halving(UnsuppliedAttackHalved(unit), words.OutOfSupplyAttacks(unit), "9.3b")
        if river_divisor(ground, ground.side(s.units[unit].hex, target)) > 1:
            yield Halving(AttackOverRiverHalved(unit), words.CrossesRiver(unit), "9.3d")
    for unit in s.combat_units_in(target):
        if defence_divisor(s.units[unit].supply) > 1:
            yield Halving(IsolatedDefenceHalved(unit), words.IsolatedFights(unit), "9.3c")


def halvings(s: State, attackers: tuple[UnitId, ...], target: Hex) -> Iterator[Modifier]:
    """The same for a forecast."""
    for each in halved(s, attackers, target):
        yield Modifier(2, say(s.game, each.shown), each.rule, "half")


# --- the arithmetic, as a log shows it


def shifted(ratio: str, modifiers: Iterable[Modifier], column: str) -> str:
    """Every shift with its reason: "3-1, −1 (town), +2 (1st Air Army I: full attack) = 4-1"."""
    shifts = "".join(f", {each.amount:+d} ({each.because})".replace("-", "−") for each in modifiers)
    return ratio if column == ratio and not shifts else f"{ratio}{shifts} = {column}"


def reckoned(game: Koenigsberg, found: Odds) -> str:
    """How an attack comes from its ratio to its column, or how far it stays below the first."""
    if not found.defence:
        return f"defense 0 = {game.tables.crt.columns[found.column]}"
    name = odds_name(game, found.column) if found.column < 0 else game.tables.crt.columns[found.column]
    return shifted(odds_name(game, found.first), found.modifiers, name)
