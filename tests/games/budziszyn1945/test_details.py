"""Details of rules that no other test would miss."""

import numpy as np
import pytest

from bridgehead.core.actions import Commit, Pick
from bridgehead.core.play import dice, options, why_not
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.budziszyn1945.model.actions import Lose
from bridgehead.games.budziszyn1945.model.data import Pool
from bridgehead.games.budziszyn1945.model.state import FIRED, MARKED
from bridgehead.games.budziszyn1945.rules import engineering as works
from bridgehead.games.budziszyn1945.rules import movement_phase as phases
from bridgehead.games.budziszyn1945.rules.abilities import concentration, volkssturm
from bridgehead.games.budziszyn1945.rules.command import pool_for
from bridgehead.games.budziszyn1945.rules.losses import TakeLosses, recover
from bridgehead.games.budziszyn1945.rules.supply import blocked_by_towns
from bridgehead.games.budziszyn1945.rules.victory import towns
from bridgehead.games.budziszyn1945.rules.zoc import contested
from tests.games.budziszyn1945.field import (
    GERMAN,
    SOVIET,
    battle,
    begin_combat,
    do,
    field,
    open_ground,
    stand,
)


@pytest.mark.rule("9.1.7")
def test_a_lost_headquarters_counts_within_eight_hexes() -> None:
    s = field()
    here = Hex(3010)
    s.set(pools=(Pool(SOVIET, here, 5, s.combats),))
    far = s.game.ground.distance
    at = {many: next(hex for hex in s.game.board.hexes if far(here, hex) == many) for many in (0, 8, 9)}
    assert [pool_for(s, SOVIET, (at[many],)) for many in (0, 8, 9)] == [5, 5, 0]
    assert pool_for(s, SOVIET, (at[9], at[8])) == 5
    assert pool_for(s, GERMAN, (at[0],)) == 0


@pytest.mark.rule("9.1.6")
def test_its_modifiers_last_for_two_combat_phases() -> None:
    s = field()
    s.set(pools=(Pool(SOVIET, Hex(3010), 5, s.combats + 1),))
    found = []
    for _ in range(4):
        found.append(pool_for(s, SOVIET, (Hex(3010),)))
        s.set(combats=s.combats + 1)
    assert found == [0, 5, 5, 0]


@pytest.mark.rule("12.1.2")
def test_guns_that_supported_do_not_move_strategically() -> None:
    s = field()
    stand(s, 4010, "su_5_art32", transport=True, done=MARKED)
    frame = phases.MovementPhase(SOVIET, strategic=True)
    pick = Pick(UnitId("su_5_art32"))
    assert pick in frame.options(s)
    s.mark(UnitId("su_5_art32"), done=MARKED | FIRED)
    assert pick not in frame.options(s)
    assert frame.why_not(s, pick) == phases.FOUGHT_ALREADY


@pytest.mark.rule("13.1.2", "13.1.4")
def test_each_three_units_of_a_formation_give_a_column() -> None:
    s = field()
    panzer = ["de_20_panc", "de_20_59", "de_20_112", "de_20_art"]
    grenadiers = ["de_545_a", "de_545_b", "de_545_c"]

    def gained(*units: str) -> list[int]:
        return [each.amount for each in concentration(s, [UnitId(id) for id in units], 1)]

    assert gained(*panzer[:2]) == []
    assert gained(*panzer[:3]) == [1]
    assert gained(*panzer) == [1]
    assert gained(*panzer[:3], *grenadiers) == [1, 1]
    assert gained(*panzer[:2], *grenadiers[:1]) == []
    # No formation of these campaigns has six counters: two threes of one name stand for them.
    assert gained(*panzer[:3], *panzer[:3]) == [2]


@pytest.mark.rule("14.3.2b")
def test_when_the_site_of_a_bridge_is_safe() -> None:
    s = field()
    here, to = Hex(5213), Hex(5112)
    assert s.game.ground.is_big(here, to)
    stand(s, here, "su_hq_5")

    def goes_on() -> bool:
        s.works[UnitId("su_hq_5")] = (here, to, s.turn)
        works.check_works(s)
        return UnitId("su_hq_5") in s.works

    assert goes_on()
    stand(s, 5012, "de_545_a")
    assert not goes_on()
    stand(s, to, "su_13g")
    assert not goes_on()
    stand(s, here, "su_97g")
    assert goes_on()
    s.send(UnitId("su_13g"), "aside")
    assert not goes_on()
    s.send(UnitId("de_545_a"), "aside")
    stand(s, to, "de_art_v")
    assert not goes_on()


@pytest.mark.rule("15.1.7")
def test_a_unit_that_used_its_star_loses_first() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "su_254", "su_50")
    stand(s, around[0], "de_21_22", "de_21_125", "de_21_192")
    fight = battle(GERMAN, clear, "de_21_22", "de_21_125", "de_21_192", stars=(UnitId("de_21_22"),))
    with dice(s, 1, 1):  # attackers lose a CEL
        begin_combat(s, fight)
    while not isinstance(s.flow[-1], TakeLosses):
        do(s, Commit())
    assert s.flow[-1].side == GERMAN
    assert options(s) == [Lose(UnitId("de_21_22"))]
    assert why_not(s, Lose(UnitId("de_21_125"))).rule == "15.1.7"  # type: ignore[union-attr]


@pytest.mark.rule("15.3.1", "15.3.2")
def test_regular_units_stiffen_volkssturm() -> None:
    s = field()
    stand(s, 4010, "de_vs1")

    def gain() -> int:
        return volkssturm(s, tuple(s.stacks[Hex(4010)]))

    assert gain() == 2
    stand(s, 4010, "de_art_v", "de_hq_v")
    assert gain() == 2
    stand(s, 4010, "de_vs2")
    assert gain() == 2
    stand(s, 4010, "de_545_a")
    assert gain() == 1
    stand(s, 4010, "de_545_b")
    assert gain() == 0
    stand(s, 4010, "de_545_c")
    assert gain() == 0
    stand(s, 4012, "de_vs3")
    assert volkssturm(s, (UnitId("de_vs1"), UnitId("de_vs3"))) == 2


@pytest.mark.rule("5.6.5a", "5.6.5b")
def test_a_disorganized_unit_rests_a_whole_turn_from_its_last_deed() -> None:
    s = field()
    stand(s, 4010, "su_254", disorganized=18)

    def rested(tick: int) -> bool:
        s.set(tick=tick)
        recover(s)
        return not s.units["su_254"].disorganized

    assert not rested(29)
    s.stir(UnitId("su_254"))
    assert not rested(30)
    assert not rested(40)
    assert rested(41)


@pytest.mark.rule("N.8")
def test_german_towns_do_not_block_supply_across_big_rivers() -> None:
    s = field()
    ground, board = s.game.ground, s.game.board
    town = next(hex for hex in sorted(ground.town) if ground.across[hex] and s.control[hex] == 2)
    blocked = blocked_by_towns(s, np.zeros(board.size, np.uint8))
    this_side = [hex for hex in board.near[town] if hex not in ground.across[town]]
    assert {town, *this_side} <= set(blocked)
    others = {
        hex
        for each in ground.town
        if each != town and s.control[each] == 2
        for hex in (each, *board.near[each])
    }
    beyond = [hex for hex in ground.across[town] if hex not in others]
    assert beyond
    assert not set(beyond) & set(blocked)


@pytest.mark.rule("N.8", "T.6")
def test_a_german_town_blocks_soviet_supply_until_it_is_taken_or_garrisoned() -> None:
    s = field()
    town = Hex(4928)
    assert s.game.ground.kinds[town] and town in s.game.ground.town
    stand(s, town, "su_254")
    friend = np.zeros(s.game.board.size, np.uint8)
    assert town in blocked_by_towns(s, friend)
    friend[town] = 1
    assert town not in blocked_by_towns(s, friend)


@pytest.mark.rule("4.3.6", "N.24")
def test_a_contested_empty_town_scores_for_nobody() -> None:
    s = field()
    town = next(
        hex for hex in sorted(s.game.ground.town) if s.control[hex] == 2 and not s.game.ground.across[hex]
    )
    before = towns(s, 2)
    near = s.game.board.near[town]
    stand(s, near[0], "de_545_a")
    assert towns(s, 2) == before
    stand(s, near[3], "su_254")
    assert contested(s, town)
    assert towns(s, 2) == before - 1
    assert towns(s, 1, 3) == sum(1 for hex in s.game.ground.town if s.control[hex] == 1)
    stand(s, town, "de_545_b")
    assert towns(s, 2) == before
