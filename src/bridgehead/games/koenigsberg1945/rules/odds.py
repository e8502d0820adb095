"""9.3 Odds: strengths, ratio, shifts, and what the defender's place ignores."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bridgehead.core.refusal import Modifier
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.koenigsberg1945.model.data import GERMAN
from bridgehead.games.koenigsberg1945.model.ground import FESTUNG, LINE
from bridgehead.games.koenigsberg1945.model.state import COMBAT, ISOLATED, SUPPLIED, State
from bridgehead.games.koenigsberg1945.rules.air import air_shifts

QUARTERS = 4
"""Strengths are added in quarters, for a unit may be halved twice (2.1.1)."""
ALL = 99
"""All retreat results are ignored."""


class Odds(msgspec.Struct, frozen=True):
    """An attack as it stands."""

    attack: int
    defence: int
    ratio: int
    """The column before shifts: 0 is 1-2, 1 is 1-1, 2 is 2-1, and on; -1 is 1-3, -2 is 1-4."""
    modifiers: tuple[Modifier, ...]
    line: int = 0
    """LINE or FESTUNG if all attackers cross one."""

    @property
    def column(self) -> int:
        """The column of the table, or below 0 when there is none."""
        if not self.defence:
            return COLUMNS - 1
        return min(self.ratio + sum(each.amount for each in self.modifiers), COLUMNS - 1)


COLUMNS = 8
IMPOSSIBLE = -99


def odds_name(ratio: int) -> str:
    """A ratio as players say it."""
    if ratio == IMPOSSIBLE:
        return "no strength"
    return f"{ratio}-1" if ratio > 0 else f"1-{2 - ratio}"


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
        if s.units[unit].supply != SUPPLIED:
            strength //= 2
        if ground.minor[side] or ground.major[side]:
            strength //= 2
        quarters += strength
    return quarters // QUARTERS


@rule("9.2.2", "9.3c", "10.3.2")
def defence_strength(s: State, target: Hex) -> int:
    """All units in the hex defend together; isolated ones with half their strength."""
    quarters = 0
    for unit in s.combat_units_in(target):
        strength = s.face(unit).defence * QUARTERS
        quarters += strength // 2 if s.units[unit].supply == ISOLATED else strength
    return quarters // QUARTERS


@rule("9.3e", "9.3a")
def ratio_of(attack: int, defence: int) -> int:
    """The ratio as a column, never rounded up: 19 to 5 is 3-1, 9 to 10 is 1-2."""
    if not attack:
        return IMPOSSIBLE
    if not defence:
        return COLUMNS - 1
    return attack // defence if attack >= defence else 2 - -(-defence // attack)


@rule("9.3.1b", "9.3.1c")
def line_crossed(s: State, attackers: tuple[UnitId, ...], target: Hex) -> int:
    """The line a German defender profits from: all attackers must cross one, and festung counts if any do."""
    if not attackers or not s.ledger[COMBAT[GERMAN]][target]:
        return 0
    ground = s.game.ground
    crossed = [ground.lines[ground.side(target, s.units[unit].hex)] for unit in attackers]
    return max(crossed) if all(crossed) else 0


@rule("9.3.1a", "9.3.1e")
def terrain_shifts(s: State, target: Hex, line: int) -> Iterator[Modifier]:
    """The columns the ground gives the defender; they add up."""
    game = s.game
    terrain = game.board.terrain[target]
    if s.tables.terrain[terrain].shift:
        yield Modifier(-s.tables.terrain[terrain].shift, terrain, "9.3.1a")
    yield from settlement_shift(s, target)
    if line:
        name = "festung" if line == FESTUNG else "line"
        yield Modifier(-s.tables.line[name].shift, f"{name}: all attackers cross it", "9.3.1b")


def settlement_shift(s: State, target: Hex) -> Iterator[Modifier]:
    settled = s.game.ground.settled(target)
    if settled is not None and settled.shift:
        yield Modifier(-settled.shift, s.game.ground.settlement[target], "9.3.1a")


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
    shifts = (*terrain_shifts(s, target, line), *air_shifts(s, full, normal))
    return Odds(attack, defence, ratio_of(attack, defence), shifts, line)


# --- what the defender's place ignores


class Shelter(msgspec.Struct, frozen=True):
    """How much of a result the defender's place ignores."""

    steps: int = 0
    hexes: int = 0


@rule("9.4.4a", "9.4.4b", "9.5.7a", "9.5.7c", "9.5.8", "9.5.9a", "9.5.9b", "9.5.9c")
def shelter(s: State, target: Hex, line: int) -> Shelter:
    """What the place ignores: the first step, the first hex, or behind a line every hex."""
    settled = s.game.ground.settled(target)
    strong = settled is not None and settled.ignores_first_loss
    if line == LINE:
        return Shelter(1 if strong else 0, ALL)
    if line == FESTUNG:
        return Shelter(1, ALL if strong else 1)
    if settled is None:
        return Shelter()
    return Shelter(1 if strong else 0, 1 if settled.ignores_first_retreat else 0)


def halvings(s: State, attackers: tuple[UnitId, ...], target: Hex) -> Iterator[Modifier]:
    """Every halving, with its reason."""
    ground = s.game.ground
    for unit in attackers:
        name = s.counter(unit).name
        side = ground.side(s.units[unit].hex, target)
        if s.units[unit].supply != SUPPLIED:
            yield Modifier(2, f"{name} has no supply", "9.3b", "half")
        if ground.minor[side] or ground.major[side]:
            yield Modifier(2, f"{name} attacks across a river", "9.3d", "half")
    for unit in s.combat_units_in(target):
        if s.units[unit].supply == ISOLATED:
            yield Modifier(2, f"{s.counter(unit).name} is isolated", "9.3c", "half")
