"""1.5 to 1.7 Combat ratio and modifiers: the column of a combat and the reasons for it."""

from __future__ import annotations

from collections.abc import Iterable

from bridgehead.core.refusal import Modifier
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.core.words import SENTENCE
from bridgehead.games.budziszyn1945.model import words
from bridgehead.games.budziszyn1945.model.state import (
    State,
    american,
    foes,
    in_force,
    in_nysa,
)
from bridgehead.games.budziszyn1945.rules.abilities import concentration, star_shifts, volkssturm
from bridgehead.games.budziszyn1945.rules.air import offensive_sp
from bridgehead.games.budziszyn1945.rules.artillery import guns_in
from bridgehead.games.budziszyn1945.rules.battle import (
    Battle,
    attack_sp,
    attack_strength,
    defence_sp,
    defence_strength,
    defenders,
    direct_attackers,
    direct_defenders,
    helpless,
    hex_defence,
    main_hex,
    supportable,
)
from bridgehead.games.budziszyn1945.rules.command import all_covered
from bridgehead.games.budziszyn1945.rules.engineering import fixed_position
from bridgehead.toolkit import combat
from bridgehead.toolkit.combat import IMPOSSIBLE


class Odds(combat.Odds, frozen=True, kw_only=True):
    helpless: bool = False
    """Only headquarters and guns in transport setup defend."""

    @property
    def shifts(self) -> tuple[Modifier, ...]:
        return tuple(each for each in self.modifiers if each.kind == "shift")

    @property
    def die(self) -> tuple[Modifier, ...]:
        return tuple(each for each in self.modifiers if each.kind == "drm")


@rule("5.2.1b")
def odds_of(s: State, attackers: tuple[UnitId, ...], target: Hex) -> Odds | None:
    """What an attack on a hex would be before the defender answers: guns among the attackers support it,
    those in the hex its defence. Without attackers, how the hex defends."""
    if target not in s.stacks:
        return None
    defender = s.units[s.stacks[target][0]].side
    side = s.units[attackers[0]].side if attackers else foes(s, defender)[0]
    beside = s.game.board.near[target]
    fight = tuple(id for id in attackers if s.counter(id).attacks and s.units[id].hex in beside)
    guns = tuple(id for id in attackers if id not in fight)
    found = odds(s, Battle(side, (target,), fight, guns, defending_guns=guns_in(s, (target,))))
    return found if attackers else replace(found, first=IMPOSSIBLE, column=IMPOSSIBLE)


@rule("1.6a", "1.6b", "1.6c", "1.6d", "5.2.1d")
def shifted(column: int, attacker: int, defender: int, last: int) -> int:
    """Attacker's shifts first, held at the last column; then the defender's, held at the first."""
    return max(0, min(last, column + attacker) - defender)


@rule("1.5a", "1.5b", "1.6b", "1.6e", "1.7c", "1.7d", "5.2.1b", "5.2.1c", "5.2.1d", "5.2.2")
def odds(s: State, battle: Battle) -> Odds:
    """The whole calculation of a combat, with every modifier and its reason."""
    die = tuple(die_modifiers(s, battle))
    attack = attack_strength(s, battle)
    ladder = s.game.tables.ladder
    last = len(ladder.ratios) - 1
    if helpless(s, battle):
        return Odds(attack=attack, defence=0, first=last, column=last, modifiers=die, helpless=True)
    defence = defence_strength(s, battle)
    first = ladder.nearest(attack, defence)
    shifts = (*attacker_shifts(s, battle), *defender_shifts(s, battle))
    right = sum(shift.amount for shift in shifts if shift.amount > 0)
    left = -sum(shift.amount for shift in shifts if shift.amount < 0)
    column = shifted(first, right, left, last)
    return Odds(attack=attack, defence=defence, first=first, column=column, modifiers=(*shifts, *die))


@rule("5.2.1b", "6.3.1", "8.2.2", "5.6.4", "10.2.2")
def attack_parts(s: State, battle: Battle) -> tuple[Modifier, ...]:
    """What the attacking strength is made of, and what halves it."""
    units = sum(attack_sp(s, s.units[id], forced=id in battle.forced) for id in battle.attackers)
    support = sum(attack_sp(s, s.units[id], forced=False) for id in battle.guns)
    air = offensive_sp(s, battle.side, battle.targets) if battle.air else 0
    main = main_hex(s, battle)
    taking_part = [s.units[id] for id in (*battle.attackers, *battle.guns)]
    shaken = sum(1 for unit in taking_part if unit.disorganized)
    starved = sum(1 for unit in taking_part if unit.oos and unit.id not in battle.forced)
    halves = (
        (shaken, words.DISORGANIZED_HALVED, "5.6.4"),
        (starved, words.STARVED_HALVED, "10.2.2"),
        (fixed_position(s, main) is not None, words.POSITIONS_HALVE, "7.2.2"),
        (s.game.ground.halves[main], words.SWAMP_HALVES, "TI.3"),
    )
    return (*added(units=units, support=support, air=air), *halved(halves))


@rule("5.2.1b", "6.3.1", "8.2.4", "5.6.4", "5.1.9a")
def defence_parts(s: State, battle: Battle) -> tuple[Modifier, ...]:
    """What the defending strength is made of, and what halves it."""
    units = sum(hex_defence(s, hex, battle.defending_guns) for hex in battle.targets)
    remote = remote_guns(s, battle) if supportable(s, defenders(s, battle)) else ()
    support = sum(defence_sp(s, s.units[id]) for id in remote)
    air = defence_strength(s, battle) - units - support
    shaken = sum(1 for id in (*defenders(s, battle), *remote) if s.units[id].disorganized)
    halves = ((shaken, words.DISORGANIZED_HALVED, "5.6.4"),)
    return (*added(units=units, support=support, air=air), *halved(halves))


def added(*, units: int, support: int, air: int) -> list[Modifier]:
    parts = (
        (units, words.UNITS, "5.2.1b"),
        (support, words.SUPPORT, "6.3.1"),
        (air, words.AIR, "8.2.2"),
    )
    return [Modifier(sp, because, rule, kind="add") for sp, because, rule in parts if sp]


def halved(parts: Iterable[tuple[int, str, str]]) -> list[Modifier]:
    return [
        Modifier(2, SENTENCE.format(because, units=units), rule, kind="half")
        for units, because, rule in parts
        if units
    ]


def attacker_shifts(s: State, battle: Battle) -> list[Modifier]:
    found = [*concentration(s, (*battle.attackers, *battle.guns), 1)]
    found.extend(star_shifts(s, battle.stars, battle.defending_stars, 1))
    weakness = volkssturm(s, defenders(s, battle))
    if weakness:
        found.append(Modifier(weakness, "Volkssturm defends", "15.3.1"))
    if battle.spent:
        found.append(Modifier(battle.spent, "lost enemy HQ", "9.1.6"))
    return found


TERRAIN = {"hills": "hills", "woods": "forest", "town": "town", "city": "city"}
"""Ground that helps the defender, as the book calls it."""


@rule("5.5.1", "5.5.2", "5.5.3", "7.1.10", "15.2.3", "TI.3", "T.15", "15.3.1")
def defender_shifts(s: State, battle: Battle) -> list[Modifier]:
    main = main_hex(s, battle)
    found: list[Modifier] = []
    number = s.game.tables.number
    for kind in s.game.ground.kinds[main]:
        cm = s.game.tables.terrain[kind].cm
        if cm:
            found.append(Modifier(-cm, TERRAIN[kind], "TI.3"))
    found.extend(river_shift(s, battle, main))
    found.extend(fortification_shift(s, battle, main))
    if in_force(s) and any(s.counter(id).rg for id in s.stacks.get(main, ())):
        found.append(Modifier(-number.resilience_group, "Resilience Group", "15.2.3"))
    found.extend(concentration(s, (*defenders(s, battle), *remote_guns(s, battle)), -1))
    found.extend(star_shifts(s, battle.defending_stars, battle.stars, -1))
    weakness = volkssturm(s, battle.attackers)
    if weakness:
        found.append(Modifier(-weakness, "Volkssturm attacks", "15.3.1"))
    if battle.defending_spent:
        found.append(Modifier(-battle.defending_spent, "lost enemy HQ", "9.1.6"))
    if joint(s, (*battle.attackers, *battle.guns)):
        found.append(Modifier(-number.joint_attack, "Americans and Germans attack together", "T.15"))
    return found


def remote_guns(s: State, battle: Battle) -> tuple[UnitId, ...]:
    return tuple(id for id in battle.defending_guns if s.units[id].hex not in battle.targets)


@rule("5.5.4", "5.4.14")
def river_shift(s: State, battle: Battle, main: Hex) -> list[Modifier]:
    """Water counts where more than half of the assaulting SPs come across it."""
    ground = s.game.ground
    total = big = wet = 0
    for id in direct_attackers(s, battle):
        unit = s.units[id]
        sp = attack_sp(s, unit, forced=id in battle.forced)
        total += sp
        if not s.game.board.adjacent(unit.hex, main):
            continue
        if ground.is_big(unit.hex, main):
            big += sp
            wet += sp
        elif ground.is_stream(unit.hex, main):
            wet += sp
    water = s.game.tables.water
    if 2 * big > total:
        return [Modifier(-water["major_river"].cm, "across a big river", "5.5.4")]
    if 2 * wet > total:
        return [Modifier(-water["stream"].cm, "across a stream", "5.5.4")]
    return []


@rule("7.1.10", "7.2.2", "7.2.3", "7.2.4", "15.4.1", "15.4.2")
def fortification_shift(s: State, battle: Battle, main: Hex) -> list[Modifier]:
    number = s.game.tables.number
    found: list[Modifier] = []
    position = fixed_position(s, main)
    if position is not None and frontal(s, battle, main):
        found.append(Modifier(-position, "fixed positions", "7.2.2"))
    elif position is not None or main in s.forts:
        rule = "7.2.4" if position is not None else "7.1.10"
        found.append(Modifier(-number.field_fortification, "field fortification", rule))
    for id in battle.defending_stars:
        if s.counter(id).fortification:
            found.append(Modifier(-number.fortification_unit, "Fortification Unit", "15.4.1"))
    return found


@rule("7.2.4")
def frontal(s: State, battle: Battle, main: Hex) -> bool:
    """Do at least half of the nominal SPs come through the fixed line?"""
    front = rear = 0
    for id in battle.attackers:
        sp = attack_sp(s, s.units[id], forced=id in battle.forced)
        if frozenset((s.units[id].hex, main)) in s.game.fixed_lines:
            front += sp
        else:
            rear += sp
    return front >= rear


@rule("T.15")
def joint(s: State, attackers: Iterable[UnitId]) -> bool:
    """Do Americans and Germans attack together?"""
    return not in_nysa(s) and len({american(s, s.units[id]) for id in attackers}) == 2


@rule("9.2.1", "9.2.1a", "9.2.3", "9.2.4", "5.2.1e")
def die_modifiers(s: State, battle: Battle) -> list[Modifier]:
    found = []
    if battle.hq and all_covered(s, direct_attackers(s, battle), defending=False):
        found.append(Modifier(-1, "attacker's HQ", "9.2.1", kind="drm"))
    if battle.defending_hq and all_covered(s, direct_defenders(s, battle), defending=True):
        found.append(Modifier(1, "defender's HQ", "9.2.1", kind="drm"))
    return found
