"""13.0 Tactical concentration, 15.1 stars, 15.3 Volkssturm: what units are worth beyond their strength."""

from __future__ import annotations

from collections.abc import Iterable

from bridgehead.core.refusal import Modifier, No
from bridgehead.core.rules import rule
from bridgehead.core.values import UnitId
from bridgehead.games.budziszyn1945.model import words
from bridgehead.games.budziszyn1945.model.state import State, in_force
from bridgehead.games.budziszyn1945.rules.battle import Battle, defenders, main_hex
from bridgehead.games.budziszyn1945.rules.engineering import NOT_PLAYED, fortified

NOT_FIGHTING = No("15.1.1", "this unit does not fight in this combat")
NO_STAR = No("15.1.1", "this unit has no ability to use")
BLACK_AGAINST_WORKS = No("15.1.2a", "a black star counts only against unfortified enemies")
WHITE_WITHOUT_ARMOR = No("15.1.2b", "a white star counts only against armor")
YELLOW_DEFENDS = No("15.1.2c", "a yellow star counts only in attack")
TOWED_STAR = No("15.1.5", "a towed unit can use its star only in defense")
STAR_OVER_RIVER = No("15.1.8", "no star counts in an attack across a big river")
NOT_FORTIFIED = No("15.4.1", "a Fortification Unit must defend in a fortification")


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
        Modifier(sign * (many // size), words.CONCENTRATION.format(formation=s.game.names[name]), "13.1.2")
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
        Modifier(sign, words.STARS[s.counter(id).star].format(unit=s.counter(id).name), "15.1.3")
        for id in used
        if s.counter(id).star and s.counter(id).star not in silenced
    ]


def usable_stars(s: State, battle: Battle) -> list[UnitId]:
    """The attacking units whose star may be used in this combat."""
    return [id for id in battle.attackers if s.counter(id).star and why_not_star(s, battle, id) is None]


@rule("15.1.1", "15.1.2a", "15.1.2b", "15.1.2c", "15.1.2d", "15.1.5", "15.1.6", "15.1.8", "1.6e")
def why_not_star(s: State, battle: Battle, id: UnitId) -> No | None:
    """Why an attacking unit cannot use its star in this combat."""
    if not in_force(s):
        return NOT_PLAYED
    star, main = s.counter(id).star, main_hex(s, battle)
    if id not in battle.attackers or not star:
        return NO_STAR if id in battle.attackers else NOT_FIGHTING
    if star == "black" and fortified(s, main):
        return BLACK_AGAINST_WORKS
    if star == "white" and s.counter(id).towed:
        return TOWED_STAR
    if star == "white" and not any(has_armor(s, each) for each in defenders(s, battle)):
        return WHITE_WITHOUT_ARMOR
    return STAR_OVER_RIVER if s.game.ground.is_big(s.units[id].hex, main) else None


@rule("15.1.2a", "15.1.2b", "15.1.2c", "15.1.5", "15.4.1", "15.4.2", "15.1.8")
def usable_defending_stars(s: State, battle: Battle) -> list[UnitId]:
    return [id for id in defenders(s, battle) if why_not_defending_star(s, battle, id) is None]


@rule("15.1.2a", "15.1.2b", "15.1.2c", "15.1.5", "15.4.1", "15.4.2", "15.1.8")
def why_not_defending_star(s: State, battle: Battle, id: UnitId) -> No | None:
    """Why a defending unit cannot use its star, or a Fortification Unit its ability."""
    if not in_force(s):
        return NOT_PLAYED
    counter = s.counter(id)
    if s.units[id].hex not in battle.targets:
        return NOT_FIGHTING
    if not (counter.star or counter.fortification):
        return NO_STAR
    if counter.fortification and fortified(s, s.units[id].hex):
        return None
    if counter.star == "yellow":
        return YELLOW_DEFENDS
    if counter.star == "white" and not any(has_armor(s, each) for each in battle.attackers):
        return WHITE_WITHOUT_ARMOR
    return None if counter.star else NOT_FORTIFIED


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
