"""13.0 Tactical concentration, 15.1 stars, 15.3 Volkssturm: what units are worth beyond their strength."""

from __future__ import annotations

from collections.abc import Iterable

from bridgehead.core.refusal import Modifier
from bridgehead.core.rules import rule
from bridgehead.core.values import UnitId
from bridgehead.games.budziszyn1945.model.state import State, in_force
from bridgehead.games.budziszyn1945.rules.battle import Battle, defenders, main_hex
from bridgehead.games.budziszyn1945.rules.engineering import fortified


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
