"""5.1, 6.3, 13.0, 15.1 How an attack is put together: guns, headquarters, stars, concentration."""

import pytest

from bridgehead.core.actions import Attack, Cancel, Commit, Done, Drop, MoveTo, Pick
from bridgehead.core.play import dice, options, why_not
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.budziszyn1945.model.actions import (
    DeclineAir,
    DeclineHq,
    FullStrength,
    SpendModifiers,
    Support,
    UseStar,
)
from bridgehead.games.budziszyn1945.model.data import Pool
from bridgehead.games.budziszyn1945.model.state import DEFECTED, FOUGHT, OPEN
from bridgehead.games.budziszyn1945.rules import (
    duties,
)
from bridgehead.games.budziszyn1945.rules import movement_phase as phases
from bridgehead.games.budziszyn1945.rules.abilities import (
    concentration,
    star_shifts,
    usable_defending_stars,
    usable_stars,
)
from bridgehead.games.budziszyn1945.rules.air import OFFENSIVE
from bridgehead.games.budziszyn1945.rules.artillery import may_fire
from bridgehead.games.budziszyn1945.rules.battle import direct_attackers
from bridgehead.games.budziszyn1945.rules.combat import Defend
from bridgehead.games.budziszyn1945.rules.command import all_covered, covered
from tests.games.budziszyn1945.field import (
    ALLIED,
    GERMAN,
    SOVIET,
    attack,
    battle,
    begin_combat,
    do,
    field,
    finish,
    fly,
    fortify,
    move,
    moving,
    reckon,
    stand,
)
from tests.games.budziszyn1945.fights import facing


@pytest.mark.rule("6.3.1", "6.3.2", "6.1.2", "8.2.2", "10.2.3", "9.2.1", "9.1.6", "5.2.1a")
def test_assembling_an_attack() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254", oos=1)
    stand(s, around[0], "su_124", "su_hq_52")
    stand(s, around[3], "su_5_art33")
    far = next(
        hex
        for hex in s.game.ground.near(Hex(around[0]), 5)
        if s.game.ground.distance(hex, Hex(around[0])) == 4
    )
    stand(s, far, "su_5_art32")
    fly(s, SOVIET, OFFENSIVE, clear, 6)
    s.set(pools=(Pool(SOVIET, Hex(clear), 5, s.combats),))
    attack(s, SOVIET)
    do(s, Attack(Hex(clear)), Pick(UnitId("su_254")), Pick(UnitId("su_124")))
    assert Support(UnitId("su_5_art32")) not in options(s)
    assert s.flow[-1].forecast(s).attack == f"{2 + 2 + 6} SP"
    do(s, Support(UnitId("su_5_art33")), FullStrength(UnitId("su_254")), UseStar(UnitId("su_124")))
    do(s, SpendModifiers("3"))
    assert s.flow[-1].forecast(s).attack == f"{4 + 2 + 5 + 6} SP"
    do(s, DeclineAir())
    assert s.flow[-1].forecast(s).attack == f"{4 + 2 + 5} SP"
    assert DeclineHq() in options(s)
    assert s.flow[-1].battle.spent == 3
    with dice(s, 3, 4):
        do(s, Commit())
        finish(s)
    assert s.units["su_254"].oos >= 2
    assert s.pools[0].left == 2


@pytest.mark.rule("5.2.1e", "9.2.1", "9.2.3", "9.2.4", "9.2.1a", "N.9a", "N.9b", "N.10", "T.7")
def test_headquarters_on_the_die() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254", "su_hq_52")
    stand(s, around[2], "su_50", "su_hq_5")
    fight = battle(SOVIET, clear, "su_254", "su_50")
    assert [each.amount for each in reckon(s, fight).die] == [-1]
    stand(s, clear + 2, "de_hq_v")
    assert sorted(each.amount for each in reckon(s, fight).die) == [-1, 1]
    assert [each.amount for each in reckon(s, replace(fight, hq=False)).die] == [1]
    far = next(
        hex for hex in s.game.ground.near(Hex(clear), 8) if s.game.ground.distance(hex, Hex(clear)) == 8
    )
    stand(s, far, "su_5_art32")
    assert all_covered(s, direct_attackers(s, fight), defending=False)
    stand(s, around[0], "pl_7_33", "pl_hq")
    pole = s.units["pl_7_33"]
    assert not covered(s, pole, defending=False)
    assert covered(s, pole, defending=True)
    s.put("pl_hq", Hex(clear - 1) if clear - 1 != around[0] else Hex(clear - 2))
    s.send("su_hq_52", "aside")
    s.send("su_hq_5", "aside")
    assert not covered(s, pole, defending=True)
    stand(s, around[0], "su_hq_3")
    assert covered(s, pole, defending=True)
    assert not covered(s, pole, defending=False)


@pytest.mark.rule("6.3.3", "6.3.6", "6.1.4", "6.6.1", "15.1.6a", "5.2.1e")
def test_the_defender_answers() -> None:
    s, clear, around = facing()
    stand(s, clear, "de_art_v", "de_1at", "de_hq_v")
    stand(s, clear + 3, "de_art732")
    stand(s, around[0], "su_iv_12", "su_iv_13")
    begin_combat(s, battle(SOVIET, clear, "su_iv_12", "su_iv_13"))
    frame = s.flow[-1]
    assert isinstance(frame, Defend)
    assert frame.battle.defending_guns == ("de_art_v",)
    assert {Support(UnitId("de_art732")), Drop(UnitId("de_art_v")), UseStar(UnitId("de_1at"))} <= set(
        options(s)
    )
    do(s, Support(UnitId("de_art732")), UseStar(UnitId("de_1at")), DeclineHq())
    found = s.flow[-1].forecast(s)
    assert found.defence == f"{3 + 3 + 3 + 2} SP"
    with dice(s, 3, 4):
        do(s, Commit())
        finish(s)
    assert not may_fire(s, s.units["de_art732"], supporting=True)
    assert s.units["de_art732"].done & OPEN


@pytest.mark.rule("15.1.1", "15.1.2a", "15.1.2b", "15.1.2c", "15.1.5", "15.1.4")
def test_stars() -> None:
    s, clear, around = facing()
    stand(s, clear, "de_691at", "de_21_22", "de_ag_gd")
    stand(s, around[0], "su_iv_12")
    fight = battle(SOVIET, clear, "su_iv_12")
    assert set(usable_defending_stars(s, fight)) == {"de_691at", "de_21_22"}
    s.send("su_iv_12", "aside")
    stand(s, around[0], "su_254")
    assert usable_defending_stars(s, battle(SOVIET, clear, "su_254")) == ["de_21_22"]
    assert len(star_shifts(s, [UnitId("de_21_22"), UnitId("de_ag_gd")], [], 1)) == 2
    assert star_shifts(s, [UnitId("de_21_22")], [UnitId("su_52_sp")], 1) == []
    assert star_shifts(s, [UnitId("de_ag_gd")], [UnitId("su_3gta_57")], 1) == []


@pytest.mark.rule("13.1.1", "13.1.1a", "13.1.4", "13.1.2")
def test_concentration() -> None:
    s = field()
    nine = [
        f"de_{each}"
        for each in ("463_a", "463_b", "463_c", "469_a", "469_b", "469_c", "464_a", "464_b", "464_c")
    ]
    assert sum(each.amount for each in concentration(s, map(UnitId, nine), 1)) == 3
    corps = [UnitId(id) for id in ("pl_i_1", "pl_i_2", "pl_i_3")]
    assert sum(each.amount for each in concentration(s, corps, -1)) == -1
    assert concentration(s, [UnitId(id) for id in ("pl_7_33", "pl_7_35", "pl_7_37")], 1) == []
    assert concentration(s, [UnitId(id) for id in ("su_13g", "su_97g", "su_9g")], 1) == []
    assert concentration(s, corps[:2], 1) == []


@pytest.mark.rule("T.16", "T.12")
def test_poles_must_attack_germans_beside_them() -> None:
    s, clear, around = facing("two_stars")
    stand(s, around[0], "pl_7_33", side=ALLIED, done=DEFECTED)
    stand(s, around[2], "us_69_271")
    stand(s, around[1], "su_254")
    fortify(s, clear, around[0], around[2])
    attack(s, ALLIED)
    assert s.flow[-1].bound == ("pl_7_33",)
    assert Attack(Hex(clear)) in options(s)
    assert Attack(Hex(around[1])) in options(s)
    assert Done() not in options(s)
    do(s, Attack(Hex(around[1])))
    assert why_not(s, Pick(UnitId("pl_7_33"))) == duties.POLES_FIRST
    do(s, Cancel(), Attack(Hex(clear)), Pick(UnitId("pl_7_33")), Commit())
    assert s.units["pl_7_33"].done & FOUGHT
    three = field("two_stars_three")
    stand(three, clear, "de_545_a")
    stand(three, around[0], "pl_7_33", side=ALLIED, done=DEFECTED)
    assert not duties.must_attack(three, three.units["pl_7_33"])


@pytest.mark.rule("N.22a")
def test_americans_and_soviets_do_not_attack_together() -> None:
    s, clear, around = facing()
    stand(s, around[0], "us_69_271")
    stand(s, around[1], "su_254")
    attack(s, SOVIET)
    do(s, Attack(Hex(clear)), Pick(UnitId("us_69_271")))
    assert why_not(s, Pick(UnitId("su_254"))) == duties.NOT_TOGETHER
    moving(s, "us_69_271")
    assert MoveTo(Hex(around[1])) not in options(s)


@pytest.mark.rule("T.10", "T.11")
def test_germans_wait_in_two_player_two_stars() -> None:
    s, _, around = facing("two_stars")
    stand(s, around[1], "su_254")
    stand(s, around[4], "us_69_271")
    s.set(turn=1)
    assert duties.why_not_attack(s, s.units["de_545_a"]) == duties.GERMANS_REST
    move(s, ALLIED)
    assert why_not(s, Pick(UnitId("de_545_a"))) == phases.GERMANS_WAIT
    stand(s, around[2], "de_art_v")
    assert may_fire(s, s.units["de_art_v"], supporting=True)
    assert not may_fire(s, s.units["de_art_v"], supporting=False)
    stand(s, around[0], "us_69_272")
    attack(s, ALLIED)
    do(s, Attack(Hex(around[1])), Pick(UnitId("us_69_272")))
    assert Support(UnitId("de_art_v")) not in options(s)
    s.set(turn=2)
    attack(s, ALLIED)
    do(s, Attack(Hex(around[1])), Pick(UnitId("us_69_272")))
    assert Support(UnitId("de_art_v")) in options(s)
    move(s, ALLIED)
    assert Pick(UnitId("us_69_271")) in options(s)
    assert why_not(s, Pick(UnitId("de_545_a"))) == phases.AMERICANS_FIRST
    do(s, Done())
    assert why_not(s, Pick(UnitId("us_69_271"))) == phases.AMERICANS_FIRST
    do(s, Pick(UnitId("de_545_a")), Cancel())


@pytest.mark.rule("15.1.2b", "15.1.2d")
def test_one_armored_unit_among_others_is_enough_for_a_white_star() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_52_sp", "su_254")
    fight = battle(SOVIET, clear, "su_52_sp", "su_254")
    assert usable_stars(s, fight) == []
    stand(s, clear, "de_21_22")
    assert usable_stars(s, fight) == ["su_52_sp"]
    counter = battle(GERMAN, around[0], "de_545_a")
    assert usable_defending_stars(s, counter) == []
    assert usable_defending_stars(s, replace(counter, attackers=("de_545_a", "de_21_22"))) == ["su_52_sp"]
