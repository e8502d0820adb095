"""5.2.1b Who fights in a combat, and with how many Strength Points."""

from __future__ import annotations

from collections.abc import Iterable

from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, Value
from bridgehead.games.budziszyn1945.model.state import State, Unit
from bridgehead.games.budziszyn1945.rules.air import defensive_sp, offensive_sp
from bridgehead.games.budziszyn1945.rules.engineering import fixed_position


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


@rule("5.6.3", "6.3.4", "6.3.5", "5.1.8")
def direct_defenders(s: State, battle: Battle) -> tuple[UnitId, ...]:
    """Those in the attacked hexes, and guns that support them from elsewhere next to an attacker: they
    share every result."""
    near = s.game.board.near
    front = {s.units[id].hex for id in direct_attackers(s, battle)}
    close = (
        id
        for id in battle.defending_guns
        if s.units[id].hex not in battle.targets and not front.isdisjoint(near[s.units[id].hex])
    )
    return (*defenders(s, battle), *close)


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
