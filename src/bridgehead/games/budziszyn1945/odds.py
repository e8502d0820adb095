"""1.5 to 1.7 Combat ratio and modifiers, 13.0 concentration, 15.0 special units: combat arithmetic."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bridgehead.core.refusal import Modifier
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, Value
from bridgehead.games.budziszyn1945.air import defensive_sp, offensive_sp
from bridgehead.games.budziszyn1945.command import all_covered
from bridgehead.games.budziszyn1945.engineering import fixed_position, fortified
from bridgehead.games.budziszyn1945.state import State, Unit, american, in_force
from bridgehead.toolkit.tables import clamp

ONE_TO_ONE = 3
"""The column 1:1."""
LAST = 12
"""The column 10:1."""


class Battle(Value, frozen=True):
    """One combat as both sides have set it up."""

    side: Side
    targets: tuple[Hex, ...]
    attackers: tuple[UnitId, ...] = ()
    guns: tuple[UnitId, ...] = ()
    """The attacker's supporting artillery."""
    forced: tuple[UnitId, ...] = ()
    """OoS units that attack at full strength (10.2.3)."""
    stars: tuple[UnitId, ...] = ()
    air: bool = True
    spent: int = 0
    """Modifiers of lost enemy headquarters."""
    hq: bool = True
    """The headquarters changes the die."""
    defending_guns: tuple[UnitId, ...] = ()
    defending_stars: tuple[UnitId, ...] = ()
    defending_spent: int = 0
    defending_hq: bool = True
    main: Hex = Hex(0)
    """The hex that counts for terrain, where the defender has chosen (5.5.3)."""


class Odds(msgspec.Struct, frozen=True):
    attack: int
    defence: int
    first: int
    """The column of the bare ratio."""
    column: int
    shifts: tuple[Modifier, ...]
    die: tuple[Modifier, ...]
    helpless: bool


# --- strengths


@rule("1.7a", "1.7b", "5.6.4", "10.2.2", "10.2.3", "1.2b")
def attack_sp(s: State, unit: Unit, *, forced: bool) -> int:
    """A unit's strength in attack, halved as its condition demands, rounding up each time."""
    counter = s.counter(unit.id)
    sp = counter.attack[counter.cel - unit.cel]
    if unit.disorganized:
        sp = half(sp)
    if unit.oos and not forced:
        sp = half(sp)
    return sp


@rule("5.6.4", "10.2.2")
def defence_sp(s: State, unit: Unit) -> int:
    counter = s.counter(unit.id)
    sp = counter.defence[counter.cel - unit.cel]
    return half(sp) if unit.disorganized else sp


@rule("1.7a")
def half(number: int) -> int:
    return (number + 1) // 2


@rule("5.1.9a", "5.1.9c", "6.6.1", "6.6.3", "6.6.4", "6.6.5", "6.2.4d", "5.1.5c")
def hex_defence(s: State, hex: Hex, guns: tuple[UnitId, ...]) -> int:
    """The strength of an attacked hex: 1 for guns alone, 0 for what is helpless."""
    total = 0
    escorted = any(s.counter(id).regular for id in s.stacks.get(hex, ()))
    ready = False
    fighters = False
    for unit in s.units_in(hex):
        counter = s.counter(unit.id)
        if counter.guns:
            ready = ready or not unit.transport
            if escorted and unit.id in guns:
                total += defence_sp(s, unit)
        elif not counter.hq:
            fighters = True
            total += defence_sp(s, unit)
    if not fighters and ready:
        return 1
    return total


@rule("5.5.3")
def main_hexes(s: State, battle: Battle) -> list[Hex]:
    """The attacked hexes with the most defending SPs: more than one if they tie."""
    if len(battle.targets) == 1:
        return [battle.targets[0]]
    sp = {hex: hex_defence(s, hex, battle.defending_guns) for hex in battle.targets}
    most = max(sp.values())
    return sorted(hex for hex in sp if sp[hex] == most)


def main_hex(s: State, battle: Battle) -> Hex:
    best = main_hexes(s, battle)
    return battle.main if battle.main in best else best[0]


@rule("5.1.5d", "6.3.4", "6.3.5", "5.6.3", "5.1.8", "6.6.2")
def close_guns(s: State, battle: Battle) -> tuple[UnitId, ...]:
    """Supporting artillery in a hex next to an attacked one: it shares every result."""
    near = s.game.board.near
    return tuple(id for id in battle.guns if any(hex in near[s.units[id].hex] for hex in battle.targets))


def direct_attackers(s: State, battle: Battle) -> tuple[UnitId, ...]:
    return (*battle.attackers, *close_guns(s, battle))


def defenders(s: State, battle: Battle) -> tuple[UnitId, ...]:
    """5.1.5c Everything in the attacked hexes."""
    return tuple(id for hex in battle.targets for id in s.stacks.get(hex, ()))


@rule("1.5a", "5.2.1b", "8.2.2", "TI.3", "7.2.2", "7.2.4", "6.3.1", "5.1.5b", "1.7b")
def attack_strength(s: State, battle: Battle) -> int:
    """All attacking SPs. Fixed positions halve what comes through them and support; swamp halves the sum."""
    main = main_hex(s, battle)
    front = rear = 0
    lines = s.game.fixed_lines
    for id in battle.attackers:
        unit = s.units[id]
        sp = attack_sp(s, unit, forced=id in battle.forced)
        if fixed_position(s, main) is not None and frozenset((unit.hex, main)) in lines:
            front += sp
        else:
            rear += sp
    support = sum(attack_sp(s, s.units[id], forced=False) for id in battle.guns)
    if battle.air:
        support += offensive_sp(s, battle.side, battle.targets)
    total = half(front + support) + rear if fixed_position(s, main) is not None else front + rear + support
    return half(total) if s.game.ground.halves[main] else total


@rule("6.3.1", "6.3.3", "6.3.6", "8.2.4", "6.4.6")
def defence_strength(s: State, battle: Battle) -> int:
    total = sum(hex_defence(s, hex, battle.defending_guns) for hex in battle.targets)
    if not supportable(s, defenders(s, battle)):
        return total
    remote = [id for id in battle.defending_guns if s.units[id].hex not in battle.targets]
    total += sum(defence_sp(s, s.units[id]) for id in remote)
    return total + defensive_sp(s, battle.targets)


@rule("6.3.6")
def supportable(s: State, units: Iterable[UnitId]) -> bool:
    """Support is given only where a regular unit or self-propelled artillery fights."""
    return any(s.counter(id).regular or s.counter(id).self_propelled for id in units)


@rule("5.1.9a", "5.1.9c", "6.6.4", "9.1.8")
def helpless(s: State, battle: Battle) -> bool:
    """Are there only headquarters and guns in transport setup?"""
    return all(hex_defence(s, hex, battle.defending_guns) == 0 for hex in battle.targets)


# --- columns


@rule("1.5a", "1.5b", "1.7c", "1.7d", "1.6b", "5.2.1c")
def ratio_column(attack: int, defence: int) -> int:
    """The column of a ratio, rounded to the nearest and held between 1:4 and 10:1."""
    if attack >= defence:
        return clamp(ONE_TO_ONE + (2 * attack + defence) // (2 * defence) - 1, 0, LAST)
    if not attack:
        return 0
    return clamp(ONE_TO_ONE - (2 * defence + attack) // (2 * attack) + 1, 0, LAST)


@rule("1.6a", "1.6b", "1.6c", "1.6d", "5.2.1d")
def shifted(column: int, attacker: int, defender: int) -> int:
    """Attacker's shifts first, held at 10:1; then the defender's, held at 1:4."""
    return max(0, min(LAST, column + attacker) - defender)


@rule("1.5a", "1.6e", "5.2.1b", "5.2.1c", "5.2.1d", "5.2.2")
def odds(s: State, battle: Battle) -> Odds:
    """The whole calculation of a combat, with every modifier and its reason."""
    die = tuple(die_modifiers(s, battle))
    attack = attack_strength(s, battle)
    if helpless(s, battle):
        return Odds(attack, 0, LAST, LAST, (), die, helpless=True)
    defence = defence_strength(s, battle)
    first = ratio_column(attack, defence)
    shifts = (*attacker_shifts(s, battle), *defender_shifts(s, battle))
    right = sum(shift.amount for shift in shifts if shift.amount > 0)
    left = -sum(shift.amount for shift in shifts if shift.amount < 0)
    return Odds(attack, defence, first, shifted(first, right, left), shifts, die, helpless=False)


def attacker_shifts(s: State, battle: Battle) -> list[Modifier]:
    found = [*concentration(s, (*battle.attackers, *battle.guns), 1)]
    found.extend(star_shifts(s, battle.stars, battle.defending_stars, 1))
    weakness = volkssturm(s, defenders(s, battle))
    if weakness:
        found.append(Modifier(weakness, "Volkssturm defends", "15.3.1"))
    if battle.spent:
        found.append(Modifier(battle.spent, "lost enemy headquarters", "9.1.6"))
    return found


@rule("5.5.1", "5.5.2", "5.5.3", "7.1.10", "15.2.3", "TI.3", "T.15", "15.3.1")
def defender_shifts(s: State, battle: Battle) -> list[Modifier]:
    main = main_hex(s, battle)
    found: list[Modifier] = []
    number = s.game.tables.number
    for kind in s.game.ground.kinds[main]:
        cm = s.game.tables.terrain[kind].cm
        if cm:
            found.append(Modifier(-cm, kind, "TI.3"))
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
        found.append(Modifier(-battle.defending_spent, "lost enemy headquarters", "9.1.6"))
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
        return [Modifier(-water["major_river"].cm, "across the big river", "5.5.4")]
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


@rule("13.1.1", "13.1.1a", "13.1.2", "13.1.3", "13.1.4", "13.1.5")
def concentration(s: State, units: Iterable[UnitId], sign: int) -> list[Modifier]:
    """Each three units of one division or armored corps give a column."""
    if not in_force(s):
        return []
    count: dict[str, int] = {}
    for id in units:
        name = s.counter(id).concentration
        if name:
            count[name] = count.get(name, 0) + 1
    size = s.game.tables.number.concentration
    return [
        Modifier(sign * (many // size), f"tactical concentration of {name}", "13.1.2")
        for name, many in count.items()
        if many >= size
    ]


@rule("15.1.2a", "15.1.2b", "15.1.2c", "15.1.2d", "15.1.3", "15.1.4", "15.1.6a")
def star_shifts(s: State, used: Iterable[UnitId], against: Iterable[UnitId], sign: int) -> list[Modifier]:
    """The stars that work: white silences black and yellow, black silences yellow."""
    enemy = {s.counter(id).star for id in against if not s.counter(id).fortification}
    silenced = set()
    if "white" in enemy:
        silenced = {"black", "yellow"}
    elif "black" in enemy:
        silenced = {"yellow"}
    return [
        Modifier(sign, f"{s.counter(id).star} star of {s.counter(id).name}", "15.1.3")
        for id in used
        if s.counter(id).star and s.counter(id).star not in silenced
    ]


@rule("15.1.1", "15.1.2a", "15.1.2b", "15.1.2c", "15.1.2d", "15.1.5", "15.1.6", "15.1.8", "1.6e")
def usable_stars(s: State, battle: Battle) -> list[UnitId]:
    """The attacking units whose star may be used in this combat."""
    if not in_force(s):
        return []
    main = main_hex(s, battle)
    armor = any(has_armor(s, id) for id in defenders(s, battle))
    found = []
    for id in battle.attackers:
        star = s.counter(id).star
        usable = (
            star in ("yellow", "blue")
            or (star == "black" and not fortified(s, main))
            or (star == "white" and armor and not s.counter(id).towed)
        )
        if usable and not s.game.ground.is_big(s.units[id].hex, main):
            found.append(id)
    return found


@rule("15.1.2a", "15.1.2b", "15.1.2c", "15.1.5", "15.4.1", "15.4.2", "15.1.8")
def usable_defending_stars(s: State, battle: Battle) -> list[UnitId]:
    if not in_force(s):
        return []
    armor = any(has_armor(s, id) for id in battle.attackers)
    found = []
    for id in defenders(s, battle):
        counter = s.counter(id)
        if (
            counter.star in ("black", "blue")
            or (counter.star == "white" and armor)
            or (counter.fortification and fortified(s, s.units[id].hex))
        ):
            found.append(id)
    return found


def has_armor(s: State, unit: UnitId) -> bool:
    counter = s.counter(unit)
    return counter.mechanized or counter.armored_cars


@rule("15.3.1", "15.3.2")
def volkssturm(s: State, units: Iterable[UnitId]) -> int:
    """What an enemy gains from Volkssturm: 2, less 1 for each other regular unit beside it; the worst hex."""
    if not in_force(s):
        return 0
    worst = 0
    for hex in {s.units[id].hex for id in units if s.counter(id).vs}:
        beside = sum(1 for id in s.stacks[hex] if s.counter(id).regular and not s.counter(id).vs)
        worst = max(worst, s.game.tables.number.volkssturm - beside)
    return worst


@rule("T.15")
def joint(s: State, attackers: Iterable[UnitId]) -> bool:
    """Do Americans and Germans attack together?"""
    return s.scenario != "nysa" and len({american(s, s.units[id]) for id in attackers}) == 2


@rule("9.2.1", "9.2.1a", "9.2.3", "9.2.4", "5.2.1e")
def die_modifiers(s: State, battle: Battle) -> list[Modifier]:
    found = []
    if battle.hq and all_covered(s, direct_attackers(s, battle), defending=False):
        found.append(Modifier(-1, "attacker's headquarters", "9.2.1", kind="drm"))
    if battle.defending_hq and all_covered(s, defenders(s, battle), defending=True):
        found.append(Modifier(1, "defender's headquarters", "9.2.1", kind="drm"))
    return found
