"""5.0 Combat: attacks, strengths, losses, terrain."""

import pytest

from bridgehead.core.actions import Attack, Commit, Pick
from bridgehead.core.play import dice, options
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.budziszyn1945.model.actions import (
    Lose,
    Mainly,
    Support,
)
from bridgehead.games.budziszyn1945.model.data import Cell
from bridgehead.games.budziszyn1945.model.events import CombatRolled
from bridgehead.games.budziszyn1945.model.state import FOUGHT
from bridgehead.games.budziszyn1945.rules import attack as attacks
from bridgehead.games.budziszyn1945.rules import (
    duties,
)
from bridgehead.games.budziszyn1945.rules.battle import direct_attackers, main_hexes
from bridgehead.games.budziszyn1945.rules.combat import Combat
from bridgehead.games.budziszyn1945.rules.losses import TakeLosses
from tests.games.budziszyn1945.field import (
    GERMAN,
    SOVIET,
    ask,
    attack,
    battle,
    begin_combat,
    do,
    field,
    finish,
    fortify,
    reckon,
    stand,
)
from tests.games.budziszyn1945.fights import facing


@pytest.mark.rule("1.6e", "5.2.1d")
def test_the_log_says_which_modifiers_led_to_the_column() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254")
    fortify(s, clear)
    begin_combat(s, battle(SOVIET, clear, "su_254"))
    rolled = next(each.event for each in s.log if isinstance(each.event, CombatRolled))
    assert rolled.column == "1:3"
    assert rolled.shifts == "1:1, −2 field fortification = 1:3"


@pytest.mark.rule("5.1.1", "5.1.2", "5.2.1a")
def test_a_unit_and_a_hex_fight_once() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254")
    stand(s, around[1], "su_50")
    attack(s, SOVIET)
    do(s, Attack(Hex(clear)), Pick(UnitId("su_254")))
    assert Pick(UnitId("su_50")) in options(s)
    with dice(s, 3, 4):
        do(s, Pick(UnitId("su_50")), Commit())
        finish(s)
    assert s.units["su_254"].done & FOUGHT
    again = attacks.AttackPhase(SOVIET, hit=(Hex(clear),))
    assert again.why_not(s, Attack(Hex(clear))) == duties.ALREADY_HIT
    assert duties.why_not_attack(s, s.units["su_50"]) == duties.ALREADY_FOUGHT
    assert duties.able_beside(s, SOVIET) == {}


@pytest.mark.rule("5.1.10", "5.1.4b", "6.6.5a")
def test_towed_units_do_not_attack() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_5_art32", "su_hq_5")
    assert duties.why_not_attack(s, s.units["su_5_art32"]) == duties.TOWED
    assert duties.why_not_attack(s, s.units["su_hq_5"]) == duties.TOWED
    assert not duties.must_attack(s, s.units["su_hq_5"])
    s, clear, around = facing()
    s.send("de_545_a", "aside")
    stand(s, clear, "su_254")
    stand(s, around[0], "de_691at", "de_21_art")
    assert duties.why_not_attack(s, s.units["de_691at"]) == duties.TOWED
    assert not duties.must_attack(s, s.units["de_691at"])
    assert duties.why_not_attack(s, s.units["de_21_art"]) is None
    assert not duties.must_attack(s, s.units["de_21_art"])


@pytest.mark.rule("5.1.5c", "5.1.5d", "6.3.5", "6.6.2", "6.3.4", "5.6.3")
def test_close_support_counts_as_an_attacking_hex() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254")
    stand(s, around[1], "su_5_art32")
    far = next(hex for hex in s.game.board.near[around[0]] if hex != clear and hex not in around)
    stand(s, far, "su_5_art33")
    fight = battle(SOVIET, clear, "su_254", guns=("su_5_art32", "su_5_art33"))
    assert reckon(s, fight).attack == 4 + 5 + 5
    assert direct_attackers(s, fight) == ("su_254", "su_5_art32")
    frame = Combat(battle=fight, fought=direct_attackers(s, fight), attacker=Cell(disorganized=True))
    frame.attackers_disorganized(s)
    assert s.units["su_5_art32"].disorganized
    assert not s.units["su_5_art33"].disorganized
    stand(s, around[2], "de_545_b")
    attack(s, SOVIET)
    do(s, Attack(Hex(clear)), Pick(UnitId("su_254")), Support(UnitId("su_5_art32")))
    assert not [each for each in options(s) if isinstance(each, Attack)]


@pytest.mark.rule("5.1.8", "9.1.4")
def test_the_owner_allots_losses() -> None:
    s = field()
    stand(s, 4010, "de_545_a", "de_hq_v", "de_art_v")
    units = s.stacks[Hex(4010)]
    ask(s, TakeLosses(GERMAN, units, 2))
    assert options(s) == [Lose(id) for id in units]
    do(s, Lose(UnitId("de_hq_v")), Lose(UnitId("de_545_a")))
    assert s.units["de_hq_v"].box == "eliminated"
    assert s.units["de_545_a"].cel == 1
    assert not s.flow
    ask(s, TakeLosses(GERMAN, units, 9))
    do(s, Lose(UnitId("de_545_a")), Lose(UnitId("de_art_v")))
    assert not s.flow


@pytest.mark.rule("5.2.1b", "5.5.1", "5.5.2", "TI.3", "5.5.4")
def test_terrain_adds_up() -> None:
    s = field()
    ground = s.game.ground
    woods = next(
        hex
        for hex in s.game.board.hexes
        if ground.kinds[hex] == ("woods",) and any(ground.is_stream(hex, to) for to in s.game.board.near[hex])
    )
    across = next(to for to in s.game.board.near[woods] if ground.is_stream(woods, to))
    stand(s, woods, "de_545_a")
    stand(s, across, "su_254")
    shifts = reckon(s, battle(SOVIET, woods, "su_254")).shifts
    assert sorted((each.amount, each.rule) for each in shifts) == [(-1, "5.5.4"), (-1, "TI.3")]
    hilly = next(hex for hex in s.game.board.hexes if ground.kinds[hex] == ("hills", "woods"))
    assert ground.cm[hilly] == 2
    assert ground.cm[2533] >= 2
    assert ground.cm[4916] >= 1


@pytest.mark.rule("5.5.3")
def test_the_strongest_hex_counts_and_a_tie_is_the_defenders() -> None:
    s, clear, around = facing()
    other = around[1]
    stand(s, other, "de_545_b")
    fortify(s, other)
    start = next(hex for hex in s.game.board.near[clear] if s.game.board.adjacent(hex, other))
    stand(s, start, "su_254", "su_50")
    fight = battle(SOVIET, (clear, other), "su_254", "su_50")
    assert main_hexes(s, fight) == sorted((clear, other))
    begin_combat(s, fight)
    assert s.flow[-1].side == GERMAN
    assert {Mainly(Hex(clear)), Mainly(Hex(other))} <= set(options(s))
    do(s, Mainly(Hex(other)))
    assert s.flow[-1].forecast(s).modifiers[0].rule == "7.1.10"
    stand(s, clear, "de_1244")
    assert main_hexes(s, fight) == [clear]
    assert not reckon(s, fight).shifts
