"""Crowded positions reckoned again from the rules: ZOCs, control, supply, headquarters, hidden stacks."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.budziszyn1945.model.state import OPEN, camp
from bridgehead.games.budziszyn1945.rules.command import all_covered, covered
from bridgehead.games.budziszyn1945.rules.masking import hidden_from
from bridgehead.games.budziszyn1945.rules.movement import roads
from bridgehead.games.budziszyn1945.rules.supply import in_supply
from bridgehead.games.budziszyn1945.rules.zoc import (
    contested,
    controls,
    enemy_held,
    in_enemy_zoc,
    occupied_by_foe,
    one_unit_holds_both,
    update_control,
)
from tests.games.budziszyn1945.field import ALLIED, GERMAN, SOVIET, field, stand

CROWD = 70
SEEDS = range(2)
SCENARIOS = ("nysa", "two_stars", "two_stars_three")


def crowded(scenario: str, seed: int, **setting: str) -> Any:
    """Counters of all sides in a corner of the map, in all conditions, never with enemies or strangers."""
    lots = Random(seed)
    s = field(scenario, **setting)
    middle = lots.choice(s.game.board.hexes)
    ground = [hex for hex in s.game.board.within(middle, 6) if s.game.board.terrain[hex] != "lake"]
    control = bytearray(s.control)
    for hex in ground:
        control[hex] = lots.choice((1, 2, 3))
    s.set(control=bytes(control))
    for id in lots.sample(sorted(s.units), CROWD):
        hex = lots.choice(ground)
        there = s.units_in(hex)
        if there and (there[0].side, nation(s, there[0])) != (s.units[id].side, nation(s, s.units[id])):
            continue
        if sum(unit.cel for unit in there) + s.units[id].cel > 8:
            continue
        stand(s, hex, id)
        guns = s.counter(id).guns
        s.mark(
            id,
            oos=lots.choice((0, 0, 1)),
            transport=guns and lots.random() < 0.5,
            done=lots.choice((0, 0, OPEN)),
        )
    s.touch()
    return s


def nation(s: Any, unit: Any) -> str:
    """Whose hexes and supply are a unit's."""
    theirs = s.counter(unit.id).nation
    return "american" if theirs == "american" else "soviet" if unit.side == SOVIET else "german"


def zoc(s: Any, unit: Any, *, everybody: bool = False) -> Iterator[Hex]:
    """4.1: the six hexes but across big rivers, lakes, for motorized ones swamps; in supply nearly all."""
    counter = s.counter(unit.id)
    fights = counter.regular or (everybody and not counter.hq and not unit.transport)
    if not fights:
        return
    for to in s.game.board.near[unit.hex]:
        terrain = s.game.board.terrain[to]
        motor = counter.motorized if counter.regular else not counter.rg
        if s.game.ground.is_big(unit.hex, to) or terrain == "lake" or (motor and terrain == "swamp"):
            continue
        yield to


def standing(s: Any) -> list[Any]:
    return [unit for unit in s.units.values() if unit.hex]


def foes_of(s: Any, side: Side) -> list[Any]:
    return [unit for unit in standing(s) if camp(unit.side) != camp(side)]


def friends_of(s: Any, side: Side) -> list[Any]:
    return [unit for unit in standing(s) if camp(unit.side) == camp(side)]


@pytest.mark.rule("4.1.1", "4.1.2", "4.1.3", "4.1.4", "4.1.5", "4.2.3", "4.2.5", "5.1.5b")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_zones_of_control(scenario: str, seed: int) -> None:
    s = crowded(scenario, seed)
    reach = {unit.id: set(zoc(s, unit)) for unit in standing(s)}
    for unit in standing(s):
        near = s.game.board.near[unit.hex]
        assert {hex for hex in near if controls(s, unit, hex)} == reach[unit.id]
    for side in {unit.side for unit in standing(s)}:
        theirs = [reach[unit.id] for unit in foes_of(s, side)]
        held = {hex for hex in s.game.board.hexes if in_enemy_zoc(s, side, hex)}
        assert held == set().union(*theirs)
        taken = {hex for hex in s.game.board.hexes if occupied_by_foe(s, side, hex)}
        assert taken == {unit.hex for unit in foes_of(s, side)}
        for hex in held:
            for to in held.intersection(s.game.board.near[hex]):
                assert one_unit_holds_both(s, side, hex, to) == any({hex, to} <= each for each in theirs)


@pytest.mark.rule("4.3.2", "4.3.3", "4.3.5", "4.3.6", "4.3.7")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_control_changes_hands(scenario: str, seed: int) -> None:
    codes = {"soviet": 1, "german": 2, "american": 3}
    for side in sorted({unit.side for unit in standing(crowded(scenario, seed))}):
        s = crowded(scenario, seed)
        own = [unit for unit in standing(s) if unit.side == side]
        taken = {unit.hex for unit in standing(s)}
        hostile = {hex for unit in foes_of(s, side) for hex in zoc(s, unit)}
        expected = list(s.control)
        for unit in own:
            expected[unit.hex] = codes[nation(s, unit)]
            for hex in zoc(s, unit) if not unit.oos else ():
                assert enemy_held(s, side, hex) == enemy_code(s, side, s.control[hex])
                if hex not in taken | hostile and enemy_code(s, side, expected[hex]):
                    expected[hex] = codes[nation(s, unit)]
        update_control(s, side)
        changed = {
            hex: (now, then)
            for hex, (now, then) in enumerate(zip(s.control, expected, strict=True))
            if now != then
        }
        assert changed == {}
        zones = [
            {to for unit in units for to in zoc(s, unit)} for units in (foes_of(s, side), friends_of(s, side))
        ]
        between = {hex for hex in s.game.board.hexes if contested(s, hex)}
        assert between == (zones[0] & zones[1]) - taken


def enemy_code(s: Any, side: Side, code: int) -> bool:
    """Is a hex of this owner the enemy's? In Nysa the Americans are with the Soviets."""
    red = code == 1 or (code == 3 and s.scenario == "nysa")
    return code != 0 and red != (camp(side) == 0)


@pytest.mark.rule(
    "10.1.1", "10.1.5", "10.1.6", "10.1.7", "10.1.8", "10.1.9", "10.1.10", "10.1.10a", "10.1.11", "N.8", "T.6"
)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_who_has_a_line_of_supply(scenario: str, seed: int) -> None:
    s = crowded(scenario, seed)
    kinds = {(unit.side, nation(s, unit)) for unit in standing(s)}
    seen = set()
    for side, kind in sorted(kinds):
        supplied = reached(s, side, kind)
        for unit in standing(s):
            if (unit.side, nation(s, unit)) == (side, kind):
                assert in_supply(s, unit) == (unit.hex in supplied), unit
                seen.add(unit.hex in supplied)
    assert seen


def reached(s: Any, side: Side, kind: str) -> set[Hex]:
    """The hexes a line of supply gets to, found by trying every step until nothing gets cheaper."""
    budget = {"american": 12, "german": 10, "soviet": 8}[kind]
    board, ground = s.game.board, s.game.ground
    prices = roads(s).supply()
    friends = {unit.hex for unit in friends_of(s, side)}
    regular = {unit.hex for unit in friends_of(s, side) if s.counter(unit.id).regular}
    enemies = {unit.hex for unit in foes_of(s, side)}
    shut = {hex for unit in foes_of(s, side) for hex in zoc(s, unit, everybody=True)}
    if kind == "soviet":
        for town in ground.town:
            if s.control[town] == 2 and town not in friends:
                shut |= {town, *(to for to in board.near[town] if not ground.is_big(town, to))}
    bases = bases_of(s, side, kind)

    def open_to_pass(hex: Hex) -> bool:
        return hex not in enemies and (hex in regular or hex not in shut)

    def price(here: Hex, to: Hex) -> int:
        if here in friends and to in friends:
            return 0
        return int(prices[here * 6 + board.around[here].index(to)])

    spent = {hex: 0 for hex in bases if open_to_pass(hex)}
    waiting = list(spent)
    while waiting:
        here = waiting.pop()
        for to in board.near[here]:
            cost = price(here, to)
            total = spent[here] + cost
            if cost >= 0 and total <= budget and open_to_pass(to) and total < spent.get(to, budget + 1):
                spent[to] = total
                waiting.append(to)
    last = {
        to
        for here in spent
        for to in board.near[here]
        if price(here, to) >= 0 and spent[here] + price(here, to) <= budget
    }
    return {*spent, *last, *bases}


def bases_of(s: Any, side: Side, kind: str) -> set[Hex]:
    edges, marks = s.game.ground.edge, s.game.board.marks
    if kind == "american" and s.scenario == "nysa":
        return set(s.gates)
    if kind == "american":
        return {Hex(hex) for hex in (116, 119, 122, 129, 138) if not enemy_code(s, side, s.control[hex])}
    sides = ("east",) if kind == "soviet" else ("north", "west", "south")
    held = {hex for each in sides for hex in edges[each] if not enemy_code(s, side, s.control[hex])}
    own = {hex for hex in marks["dresden"] if s.control[hex] == 2} if kind == "german" else set()
    return held | own


@pytest.mark.rule("9.2.1", "9.2.1a", "9.2.2", "N.9a", "N.9b", "N.10", "T.7")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_who_is_under_a_headquarters(scenario: str, seed: int) -> None:
    s = crowded(scenario, seed)
    ranges = {"american": 4, "german": 4, "soviet": 3, "polish": 0}
    staffs = [unit for unit in standing(s) if s.counter(unit.id).hq]
    for unit in standing(s):
        theirs = s.counter(unit.id).nation
        for defending in (False, True):
            found = False
            for hq in staffs:
                if hq.side != unit.side:
                    continue
                its = s.counter(hq.id).nation
                apart = "soviet", "polish", "american"
                own = its == theirs if its in apart else theirs not in apart
                reach = ranges.get(its, 3)
                near = s.game.ground.distance(hq.hex, unit.hex) <= reach
                found |= own and near and (defending or reach > 0)
                found |= defending and hq.hex == unit.hex
            assert covered(s, unit, defending=defending) == found, (unit, defending)
            assert all_covered(s, [unit.id], defending=defending) == found
    assert not all_covered(s, [], defending=True)


@pytest.mark.rule("16.1.1", "16.1.2", "16.1.3", "16.1.5")
@pytest.mark.parametrize("fog", ["open", "standard", "masked"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_whose_faces_are_hidden(scenario: str, fog: str) -> None:
    s = crowded(scenario, 1, fog=fog)
    for side in (SOVIET, GERMAN, ALLIED, None):
        expected: set[UnitId] = set()
        for stack in s.stacks.values():
            units = [s.units[id] for id in stack]
            ours = side is not None and camp(units[0].side) == camp(side)
            if fog == "open" or ours:
                continue
            strongest = max(strength(s, unit) for unit in units)
            top = [unit.id for unit in units if strength(s, unit) == strongest][-1]
            expected |= {
                unit.id for unit in units if not unit.done & OPEN and (fog == "masked" or unit.id != top)
            }
        assert hidden_from(s, side) == expected


def strength(s: Any, unit: Any) -> tuple[int, int]:
    """A counter lies by its attack strength, then by its CELs."""
    counter = s.counter(unit.id)
    return counter.attack[counter.cel - unit.cel], unit.cel
