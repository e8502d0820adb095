"""5.1 Who may attack whom, and who must."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from bridgehead.core.flow import Decision, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.budziszyn1945.model.data import ALLIED
from bridgehead.games.budziszyn1945.model.state import (
    DEFECTED,
    FIRED,
    FOUGHT,
    SOFT,
    SOLID,
    State,
    Unit,
    american,
    camp,
    in_nysa,
)
from bridgehead.games.budziszyn1945.rules.battle import Battle
from bridgehead.games.budziszyn1945.rules.engineering import fortified
from bridgehead.games.budziszyn1945.rules.zoc import controls, in_enemy_zoc, occupied_by_foe

ONE_HEX = No("5.1.5a", "either all attackers or all defenders of a combat must be in one hex")
ALREADY_HIT = No("5.1.1", "this hex has already been attacked this phase")
ALREADY_FOUGHT = No("5.1.1", "this unit has already fought this phase")
SHELLED = No("6.4.5", "this hex took ranged fire this phase and can't be attacked")
TOWED = No("5.1.10", "towed units, HQs and Resilience Groups can't attack")
NOBODY_THERE = No("5.1.2", "no enemy unit is in this hex")
NOBODY_BESIDE = No("5.1.2", "none of your units is adjacent")
NOT_YOURS = No("5.1.1", "only your own units can attack")
IN_IT_ALREADY = No("5.1.1", "this unit already takes part")
GUNS_BESIDE = No(
    "5.1.5d", "artillery adjacent to the target counts as an attacker, and all attackers must be in one hex"
)
NOT_NEXT_TO_IT = No("5.1.2", "this unit is not adjacent to the target")
HEX_LEFT_ALONE = No("5.1.4c", "no other unit could make a mandatory attack")
UNIT_LEFT_OUT = No("5.1.3", "a unit that must attack would have no enemy left to attack")
NOT_TOGETHER = No("N.22a", "Americans and Soviets can't attack together")
POLES_FIRST = No("T.16", "Poles adjacent to Germans must attack the Germans")
GERMANS_REST = No("T.10", "on the first day only American units can act")
NOBODY_ATTACKS = No("5.2.1a", "select attacking units first")
DUTIES_OPEN = No("5.1.7", "a mandatory attack must be made first")


# --- who may attack


@rule("5.1.10", "5.1.1", "6.6.5a", "T.10")
def why_not_attack(s: State, unit: Unit) -> No | None:
    """Why a unit can take part in no direct attack just now."""
    if not s.counter(unit.id).attacks:
        return TOWED
    if unit.done & (FOUGHT | FIRED):
        return ALREADY_FOUGHT
    if s.turn == 1 and unit.side == ALLIED and not american(s, unit):
        return GERMANS_REST
    return None


def why_not_attacked(s: State, side: Side, hex: Hex) -> No | None:
    """Why nobody can attack a hex just now: of the units beside it the reason of the readiest."""
    own = [unit for to in s.game.board.near[hex] for unit in s.units_in(to) if unit.side == side]
    if not occupied_by_foe(s, side, hex) and not any(hex in germans_beside(s, unit) for unit in own):
        return NOBODY_THERE
    reasons = [why_not_attack(s, unit) or why_not_beside(s, unit, (hex,)) for unit in own]
    return next((no for no in reasons if no is not TOWED), TOWED if reasons else NOBODY_BESIDE)


@rule("5.1.2", "5.1.5a", "T.16")
def why_not_beside(s: State, unit: Unit, targets: tuple[Hex, ...]) -> No | None:
    """Why a unit cannot attack these hexes from where it stands."""
    beside = enemy_hexes_beside(s, unit)
    if all(hex in beside for hex in targets):
        return None
    if germans_beside(s, unit):
        return POLES_FIRST
    return ONE_HEX if len(targets) > 1 else NOT_NEXT_TO_IT


@rule("5.1.2", "T.16")
def enemy_hexes_beside(s: State, unit: Unit) -> list[Hex]:
    """The hexes a unit may attack: beside it, also across big rivers."""
    foe = 1 - camp(unit.side)
    solid, soft = s.ledger[SOLID[foe]], s.ledger[SOFT[foe]]
    if unit.done & DEFECTED:
        germans = germans_beside(s, unit)
        if germans:
            return germans
    return [hex for hex in s.game.board.near[unit.hex] if solid[hex] or soft[hex]]


@rule("T.16")
def germans_beside(s: State, unit: Unit) -> list[Hex]:
    """With two players a Pole on the Allied side must attack Germans beside it."""
    if not unit.done & DEFECTED or s.scenario != "two_stars":
        return []
    own = camp(unit.side)
    return [
        hex
        for hex in s.game.board.near[unit.hex]
        if (s.ledger[SOLID[own]][hex] or s.ledger[SOFT[own]][hex]) and not s.ledger["americans"][hex]
    ]


def able_beside(s: State, side: Side) -> dict[Hex, list[UnitId]]:
    """By enemy hex: the units of a side that could still attack it."""
    found: dict[Hex, list[UnitId]] | None = s.memo.get("able_beside")
    if found is None:
        found = {}
        for hex in stacks_in_contact(s, side):
            beside: list[Hex] | None = None
            for id in s.stacks[hex]:
                unit = s.units[id]
                if why_not_attack(s, unit) is not None:
                    continue
                if unit.done & DEFECTED:
                    targets = enemy_hexes_beside(s, unit)
                else:
                    beside = targets = enemy_hexes_beside(s, unit) if beside is None else beside
                for target in targets:
                    found.setdefault(target, []).append(id)
        s.memo["able_beside"] = found
    return found


def anyone_able(s: State, side: Side, likely: Iterable[UnitId] = ()) -> bool:
    """Could a unit of the side still attack somebody? Those likely to are looked at first."""
    if "able_beside" in s.memo:
        return bool(s.memo["able_beside"])
    if any(s.units[id].side == side and is_able(s, s.units[id]) for id in likely):
        return True
    foe = 1 - camp(side)
    solid, soft = s.ledger[SOLID[foe]], s.ledger[SOFT[foe]]
    near, units = s.game.board.near, s.units
    for hex, stack in s.stacks.items():
        if units[stack[0]].side != side:
            continue
        touching = any(map(solid.__getitem__, near[hex])) or any(map(soft.__getitem__, near[hex]))
        for id in stack:
            unit = units[id]
            if (touching or unit.done & DEFECTED) and is_able(s, unit):
                return True
    return False


def is_able(s: State, unit: Unit) -> bool:
    """Could a unit still attack somebody?"""
    return unit.hex != 0 and why_not_attack(s, unit) is None and bool(enemy_hexes_beside(s, unit))


def stacks_in_contact(s: State, side: Side) -> list[Hex]:
    """The hexes of a side with an enemy beside them, or with Poles who may have Germans to attack (T.16)."""
    foe = 1 - camp(side)
    units = s.units
    own = [hex for hex, stack in s.stacks.items() if units[stack[0]].side == side]
    if not own:
        return []
    there = np.frombuffer(s.ledger[SOLID[foe]], np.uint8) | np.frombuffer(s.ledger[SOFT[foe]], np.uint8)
    touching: list[bool] = there[s.game.ground.neighbours[own]].max(axis=1).tolist()
    return [
        hex
        for hex, near in zip(own, touching, strict=True)
        if near or (s.scenario == "two_stars" and any(units[id].done & DEFECTED for id in s.stacks[hex]))
    ]


# --- duties


@rule("5.1.3", "5.1.4b", "7.1.11", "7.2.5", "6.6.5a", "T.16")
def must_attack(s: State, unit: Unit) -> bool:
    """Is a unit bound to attack in this phase?"""
    counter = s.counter(unit.id)
    if not counter.regular or why_not_attack(s, unit) is not None:
        return False
    if germans_beside(s, unit):
        return True
    return in_enemy_zoc(s, unit.side, unit.hex) and not fortified(s, unit.hex)


@rule("5.1.4a", "5.1.5b")
def binders(s: State, unit: Unit) -> list[Hex]:
    """The hexes of the enemies whose ZOC holds a bound unit."""
    foe = camp(unit.side)
    return [
        hex
        for hex in s.game.board.near[unit.hex]
        if any(camp(each.side) != foe and controls(s, each, unit.hex) for each in s.units_in(hex))
    ]


class Duties(Decision[State], frozen=True):
    """5.1.3, 5.1.4 What a side must do in its Combat Phase, and what it has done."""

    bound: tuple[UnitId, ...] = ()
    hexes: tuple[Hex, ...] = ()
    hit: tuple[Hex, ...] = ()
    shelled: tuple[Hex, ...] = ()

    def about(self, s: State) -> Subject:
        """The hexes that must still be attacked."""
        return Subject(hexes=tuple(hex for hex in self.hexes if self.hex_open(s, hex)))

    @rule("6.4.5")
    def unshellable(self, s: State) -> set[Hex]:
        """Hexes attacked already or under an obligation take no ranged fire."""
        return {*self.hit, *self.shelled, *(hex for hex in self.hexes if self.hex_open(s, hex))}

    def open_duties(self, s: State) -> list[Hex | UnitId]:
        """5.1.4c What is still to be done and can be done."""
        return [
            *(hex for hex in self.hexes if self.hex_open(s, hex) and hex in able_beside(s, self.side)),
            *(id for id in self.bound if self.unit_open(s, id) and self.targets_left(s, id, frozenset())),
        ]

    @rule("5.1.4c", "6.4.5")
    def hex_open(self, s: State, hex: Hex) -> bool:
        """Neither attacked nor fired at yet, and still in contact with a unit that was bound."""
        if hex in self.hit or hex in self.shelled or hex not in s.stacks:
            return False
        bound = [s.units[id].hex for id in self.bound]
        mine = camp(self.side)
        return any(
            camp(enemy.side) != mine and controls(s, enemy, held)
            for enemy in s.units_in(hex)
            for held in bound
        )

    @rule("5.1.4c")
    def unit_open(self, s: State, id: UnitId) -> bool:
        unit = s.units[id]
        if not unit.hex or unit.done & (FOUGHT | FIRED):
            return False
        return in_enemy_zoc(s, unit.side, unit.hex) or bool(germans_beside(s, unit))

    def targets_left(self, s: State, id: UnitId, used: frozenset[Hex]) -> bool:
        closed = {*self.hit, *self.shelled, *used}
        return any(hex not in closed for hex in enemy_hexes_beside(s, s.units[id]))

    @rule("5.1.4c", "N.22a")
    def why_not_declare(self, s: State, battle: Battle) -> No | None:
        """A declaration may not make a duty impossible that could have been met."""
        used, hexes = frozenset(battle.attackers), frozenset(battle.targets)
        able = able_beside(s, self.side)
        for hex in self.hexes:
            others = able.get(hex)
            if others and hex not in hexes and used.issuperset(others) and self.hex_open(s, hex):
                return HEX_LEFT_ALONE
        force = {american(s, s.units[id]) for id in used}
        near = s.game.board.near
        for id in self.bound:
            if id in used or hexes.isdisjoint(near[s.units[id].hex]) or not self.unit_open(s, id):
                continue
            joins = not in_nysa(s) or american(s, s.units[id]) in force
            if joins and self.targets_left(s, id, frozenset()) and not self.targets_left(s, id, hexes):
                return UNIT_LEFT_OUT
        return None
