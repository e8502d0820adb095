"""5.0 Combat: attacks, results, retreat, pursuit, terrain, disorganization; 13.0 and 15.0."""

from typing import Any

import pytest

from bridgehead.core.actions import Attack, Cancel, Commit, Done, Drop, MoveTo, Pick
from bridgehead.core.play import dice, options, push, why_not
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.budziszyn1945.model.actions import (
    DeclineAir,
    DeclineHq,
    Dig,
    Fire,
    FullStrength,
    Lose,
    Mainly,
    SpendModifiers,
    Strike,
    Support,
    UseStar,
)
from bridgehead.games.budziszyn1945.model.data import Cell, Pool
from bridgehead.games.budziszyn1945.model.events import CombatRolled, Pursued
from bridgehead.games.budziszyn1945.model.state import DEFECTED, FIRED, FOUGHT, OPEN, RETREATED
from bridgehead.games.budziszyn1945.rules import abilities as stars
from bridgehead.games.budziszyn1945.rules import (
    air,
    artillery,
    assault,
    combat,
    duties,
    losses,
    pursuit,
    retreat,
)
from bridgehead.games.budziszyn1945.rules import attack as attacks
from bridgehead.games.budziszyn1945.rules import engineering as works
from bridgehead.games.budziszyn1945.rules import movement_phase as phases
from bridgehead.games.budziszyn1945.rules.abilities import (
    concentration,
    star_shifts,
    usable_defending_stars,
    usable_stars,
)
from bridgehead.games.budziszyn1945.rules.air import OFFENSIVE
from bridgehead.games.budziszyn1945.rules.artillery import may_fire
from bridgehead.games.budziszyn1945.rules.assault import Assault
from bridgehead.games.budziszyn1945.rules.battle import direct_attackers, main_hexes
from bridgehead.games.budziszyn1945.rules.combat import Combat, Defend
from bridgehead.games.budziszyn1945.rules.command import all_covered, covered
from bridgehead.games.budziszyn1945.rules.elimination import remove
from bridgehead.games.budziszyn1945.rules.losses import TakeLosses
from bridgehead.games.budziszyn1945.rules.losses import test_units as roll_test
from bridgehead.games.budziszyn1945.rules.movement import NO_MIXED_STACK
from bridgehead.games.budziszyn1945.rules.movement_phase import NO_MPS, MovementPhase
from bridgehead.games.budziszyn1945.rules.odds import attack_parts, defence_parts
from bridgehead.games.budziszyn1945.rules.pursuit import Accompany, Lane, Pursue, Pursuit, lanes_of
from bridgehead.games.budziszyn1945.rules.retreat import (
    Retreat,
    RetreatUnit,
    StandFirm,
    retreat_tests,
    stand_firm,
    step_back,
)
from tests.games.budziszyn1945.field import (
    ALLIED,
    GERMAN,
    SOVIET,
    ask,
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
    open_ground,
    places,
    reckon,
    stand,
)


def facing(scenario: str = "nysa") -> tuple[Any, int, list[int]]:
    """Open ground with a German regiment in the middle."""
    s = field(scenario)
    clear, around = open_ground(s)
    stand(s, clear, "de_545_a")
    return s, clear, around


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


# --- 5.3 retreat


@pytest.mark.rule("5.3.10", "7.1.3")
def test_no_digging_after_a_retreat_unless_trapped() -> None:
    s, _, around = facing()
    s.did(UnitId("de_545_a"), RETREATED)
    moving(s, "de_545_a")
    assert Dig() not in options(s)
    assert why_not(s, Dig()).rule == "5.3.10"  # type: ignore[union-attr]
    for hex, unit in zip(around[::2], ("su_254", "su_50", "su_111"), strict=True):
        stand(s, hex, unit)
    moving(s, "de_545_a")
    assert Dig() in options(s)


@pytest.mark.rule("5.3.9", "5.6.1", "5.6.2d", "5.6.2b", "5.6.2c")
def test_retreat_tests_are_rolled_by_group() -> None:
    s, clear, _ = facing()
    stand(s, clear, "de_vs1", "de_36ss_89", "de_600_1601")
    for id in ("de_545_a", "de_vs1", "de_36ss_89"):
        for hex in (clear + 1, clear + 2):
            step_back(s, UnitId(id), Hex(hex), "")
    with dice(s, 5, 5):
        for test in retreat_tests(s):
            test.roll(s)
    assert s.units["de_vs1"].disorganized
    assert not s.units["de_545_a"].disorganized
    assert not s.units["de_36ss_89"].disorganized
    limits = {
        id: s.counter(UnitId(id)).morale for id in ("de_36ss_89", "de_545_a", "de_vs1", "su_13g", "su_254")
    }
    assert limits == {"de_36ss_89": 12, "de_545_a": 11, "de_vs1": 9, "su_13g": 11, "su_254": 10}
    assert {s.counter(UnitId(id)).morale for id in ("de_ukraine", "de_wlasow", "de_600_1601")} == {9}
    assert {s.counter(UnitId(id)).morale for id in ("us_69_271", "pl_7_33")} == {11}


@pytest.mark.rule("5.6.1", "5.6.6", "5.2.1g", "CT.1")
def test_results_disorganize() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254")
    fight = battle(SOVIET, clear, "su_254")
    stood = (UnitId("de_545_a"),)
    Combat(battle=fight, stood=stood, defender=Cell(disorganized=True)).defenders_disorganized(s)
    assert s.units["de_545_a"].disorganized == s.tick
    with dice(s, 6, 6):
        Combat(battle=fight, fought=(UnitId("su_254"),), attacker=Cell(test=True)).attackers_disorganized(s)
    assert s.units["su_254"].disorganized
    with dice(s, 1, 1):
        roll_test(s, (UnitId("su_254"),), "5.6.1")


# --- 5.4 pursuit


def retreated(length: int = 2) -> tuple[Any, int, list[int]]:
    """The German regiment went back south; two Soviet units stand north of its hex."""
    s, clear, around = facing()
    stand(s, clear - 1, "su_iv_12", "su_52_art48", "su_hq_5")
    for at in range(1, length + 1):
        step_back(s, UnitId("de_545_a"), Hex(clear + at), "")
    return s, clear, around


@pytest.mark.rule("5.4.1", "5.4.2", "5.4.3", "5.4.4", "5.4.5", "5.4.6", "5.4.9")
def test_pursuit_down_the_path() -> None:
    s, clear, around = retreated()
    lanes = lanes_of(s, (UnitId("de_545_a"),), {UnitId("de_545_a"): Hex(clear)})
    assert lanes == (Lane((Hex(clear), Hex(clear + 1), Hex(clear + 2)), 2),)
    came = tuple((UnitId(id), Hex(clear - 1)) for id in ("su_iv_12", "su_52_art48"))
    ask(s, Pursuit(SOVIET, came, lanes))
    assert options(s) == [Pick(UnitId("su_iv_12")), Done()]
    assert why_not(s, Pick(UnitId("su_52_art48"))) == pursuit.TOWED_STAY
    do(s, Pick(UnitId("su_iv_12")))
    assert why_not(s, MoveTo(Hex(around[1]))) == pursuit.FIRST_THE_HEX
    do(s, MoveTo(Hex(clear)))
    assert MoveTo(Hex(clear + 1)) in options(s)
    assert MoveTo(Hex(around[1])) in options(s)
    do(s, MoveTo(Hex(clear + 1)))
    assert isinstance(s.flow[-1], Pursuit)


@pytest.mark.rule("5.4.11")
def test_headquarters_goes_along() -> None:
    s, clear, _ = retreated()
    came = ((UnitId("su_iv_12"), Hex(clear - 1)),)
    ask(s, Pursuit(SOVIET, came, (Lane((Hex(clear), Hex(clear + 1), Hex(clear + 2)), 2),)))
    assert Pick(UnitId("su_hq_5")) not in options(s)
    do(s, Pick(UnitId("su_iv_12")), MoveTo(Hex(clear)), Done(), Pick(UnitId("su_hq_5")), MoveTo(Hex(clear)))
    assert places(s, "su_hq_5") == [clear]


@pytest.mark.rule("5.4.7", "3.2.1c", "5.4.12")
def test_pursuit_limits() -> None:
    s, clear, _ = retreated()
    lanes = (Lane((Hex(clear), Hex(clear + 1), Hex(clear + 2)), 2),)
    frame = Pursue(SOVIET, UnitId("su_iv_12"), lanes)
    stand(s, clear, "de_545_b")
    assert frame.steps(s) == []
    s.send("de_545_b", "aside")
    stand(s, clear, "de_art_v")
    ask(s, frame)
    do(s, MoveTo(Hex(clear)))
    assert s.units["de_art_v"].box == "eliminated"
    s, clear, _ = retreated(1)
    stand(s, clear, "su_254", "su_50", "su_111", "su_213")
    assert Pursue(SOVIET, UnitId("su_iv_12"), (Lane((Hex(clear), Hex(clear + 1)), 1),)).steps(s) == []
    assert Pursue(SOVIET, UnitId("su_iv_12"), (Lane((Hex(clear), Hex(clear + 1)), 2),)).steps(s) == [clear]


@pytest.mark.rule("5.4.8", "5.4.14")
def test_a_big_river_stops_pursuers() -> None:
    s = field()
    stand(s, 5213, "su_13g")
    ask(s, Pursue(SOVIET, UnitId("su_13g"), (Lane((Hex(5112), Hex(5012), Hex(4911)), 2),)))
    do(s, MoveTo(Hex(5112)))
    assert not s.flow
    frame = Pursue(SOVIET, UnitId("su_13g"), (), 1, stopped=True)
    assert frame.why_not(s, MoveTo(Hex(5012))) == pursuit.RIVER_STOPS


@pytest.mark.rule("5.4.10", "5.4.10a", "5.4.13")
def test_advance_into_an_emptied_hex() -> None:
    s, clear, around = facing()
    stand(s, clear - 1, "su_iv_12")
    where = {UnitId("de_545_a"): Hex(clear)}
    assert lanes_of(s, (UnitId("de_545_a"),), where) == ()
    fortify(s, clear)
    remove(s, UnitId("de_545_a"), "5.2.1f")
    lanes = lanes_of(s, (UnitId("de_545_a"),), where)
    assert lanes == (Lane((Hex(clear),), 2, advance=True),)
    ask(s, Pursue(SOVIET, UnitId("su_iv_12"), lanes))
    do(s, MoveTo(Hex(clear)))
    assert clear not in s.forts
    assert MoveTo(Hex(clear + 1)) in options(s)
    do(s, MoveTo(Hex(clear + 1)))
    assert not s.flow
    stand(s, clear - 1, "su_iv_13")
    stand(s, clear + 2, "de_545_b")
    stand(s, around[1], "de_545_c")
    ask(s, Pursue(SOVIET, UnitId("su_iv_13"), lanes))
    do(s, MoveTo(Hex(clear)))
    assert not s.flow


@pytest.mark.rule("5.4.1", "5.3.1", "5.3.8a")
def test_the_defender_pursues_a_beaten_attacker() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254")
    stand(s, clear, "de_21_22")
    with dice(s, 4, 4):
        begin_combat(s, battle(SOVIET, clear, "su_254"))
        while not isinstance(s.flow[-1], Retreat):
            push(s, Commit())
        do(s, Pick(UnitId("su_254")))
        push(s, options(s)[0])
        assert isinstance(s.flow[-1], Pursuit)
        assert s.flow[-1].side == GERMAN
        do(s, Pick(UnitId("de_21_22")), MoveTo(Hex(around[0])))
    assert places(s, "de_21_22") == [around[0]]


@pytest.mark.rule("15.2.1", "15.2.3", "15.2.4", "15.2.2")
def test_resilience_groups_hold_on() -> None:
    s, clear, around = facing()
    stand(s, clear, "de_rg1", "de_rg2")
    stand(s, around[0], "su_254", "su_50")
    shifts = reckon(s, battle(SOVIET, clear, "su_254", "su_50")).shifts
    assert [each.amount for each in shifts if each.rule == "15.2.3"] == [-1]
    pair = (UnitId("de_545_a"), UnitId("de_rg1"), UnitId("de_rg2"))
    ask(s, Retreat(GERMAN, 1, pair))
    assert Pick(UnitId("de_rg1")) not in options(s)
    do(s, Pick(UnitId("de_545_a")))
    push(s, options(s)[0])
    s.flow = ()
    stand_firm(s, GERMAN, pair, 1, (), "", attacking=False)
    do(s, Lose(UnitId("de_rg1")))
    assert places(s, "de_rg2") == [clear]
    assert lanes_of(s, pair, dict.fromkeys(pair, Hex(clear))) == ()
    ask(s, MovementPhase(GERMAN))
    assert why_not(s, Pick(UnitId("de_rg2"))) == NO_MPS


# --- the declaration


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


# --- why not


@pytest.mark.rule("15.1.1", "15.1.2a", "15.1.2b", "15.1.2c", "15.1.2d", "15.1.5", "15.1.8", "OPT.1")
def test_why_a_star_is_of_no_use() -> None:
    s, clear, around = facing()
    white, yellow, black = map(UnitId, ("su_52_sp", "su_124", "de_21_22"))
    stand(s, around[0], white, yellow)
    fight = battle(SOVIET, clear, white, yellow)
    assert stars.why_not_star(s, fight, white) == stars.WHITE_WITHOUT_ARMOR
    assert stars.why_not_star(s, fight, yellow) is None
    stand(s, clear, black)
    assert stars.why_not_star(s, fight, white) is None
    counter = battle(GERMAN, around[0], black, "de_691at")
    assert stars.why_not_star(s, counter, black) is None
    assert stars.why_not_star(s, counter, UnitId("de_691at")) == stars.TOWED_STAR
    fortify(s, around[0])
    assert stars.why_not_star(s, counter, black) == stars.BLACK_AGAINST_WORKS
    stand(s, 5213, yellow)
    stand(s, 5112, "de_545_b")
    assert stars.why_not_star(s, battle(SOVIET, 5112, yellow), yellow) == stars.STAR_OVER_RIVER
    off = field(complementary="off")
    assert stars.why_not_star(off, fight, yellow) == works.NOT_PLAYED
    assert stars.why_not_defending_star(off, fight, black) == works.NOT_PLAYED


@pytest.mark.rule("15.1.1", "15.1.2a", "15.1.2b", "15.1.2c", "15.1.5")
def test_which_stars_help_a_defender() -> None:
    s, _, around = facing()
    stand(s, around[0], "su_52_sp", "su_124", "su_254")
    fight = battle(GERMAN, around[0], "de_545_a")
    refused = {
        "su_52_sp": stars.WHITE_WITHOUT_ARMOR,
        "su_124": stars.YELLOW_DEFENDS,
        "su_254": stars.NO_STAR,
        "su_50": stars.NOT_FIGHTING,
    }
    for _ in range(2):  # in the open, then fortified: works help none of them
        assert {id: stars.why_not_defending_star(s, fight, UnitId(id)) for id in refused} == refused
        fortify(s, around[0])
    stand(s, around[2], "de_21_22", "de_691at")
    strike = battle(SOVIET, around[2], "su_254", "su_52_sp")
    assert stars.why_not_defending_star(s, strike, UnitId("de_21_22")) is None
    assert stars.why_not_defending_star(s, strike, UnitId("de_691at")) is None
    attacked = battle(SOVIET, around[2], "su_254")
    assert usable_defending_stars(s, attacked) == ["de_21_22"]


@pytest.mark.rule("6.1.2", "6.3.2", "5.1.5d", "6.1.3", "6.1.4")
def test_why_a_gun_does_not_support_an_attack() -> None:
    s, clear, around = facing()
    near = s.game.board.near
    stand(s, around[0], "su_254")
    stand(s, around[1], "de_545_b")
    apart = {
        many: next(
            hex
            for hex in s.game.board.hexes
            if s.game.ground.distance(hex, Hex(around[0])) == many
            and s.game.ground.distance(hex, Hex(clear)) > 1
        )
        for many in (3, 4)
    }
    stand(s, apart[3], "su_5_art32")
    stand(s, apart[4], "su_5_art33")
    stand(s, apart[3], "su_5_art34", transport=True)
    attack(s, SOVIET)
    do(s, Attack(Hex(clear)), Pick(UnitId("su_254")))
    assert why_not(s, Support(UnitId("su_5_art33"))) == assault.SUPPORT_TOO_FAR
    assert why_not(s, Support(UnitId("su_5_art34"))) == artillery.NOT_SET_UP
    assert why_not(s, Support(UnitId("de_545_a"))) == duties.NOT_YOURS
    do(s, Support(UnitId("su_5_art32")))
    assert why_not(s, Support(UnitId("su_5_art32"))) == duties.IN_IT_ALREADY
    assert Attack(Hex(around[1])) in options(s)
    beside = next(hex for hex in near[clear] if hex not in (around[0], around[1]))
    stand(s, beside, "su_52_art48")
    do(s, Attack(Hex(around[1])))
    assert why_not(s, Support(UnitId("su_52_art48"))) == duties.GUNS_BESIDE
    assert Support(UnitId("su_52_art48")) not in options(s)


@pytest.mark.rule("5.1.5d", "5.1.5a")
def test_a_gun_that_supports_from_beside_keeps_the_attack_to_one_hex() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254")
    stand(s, around[1], "de_545_b")
    stand(s, around[3], "su_5_art32")
    attack(s, SOVIET)
    do(s, Attack(Hex(clear)), Pick(UnitId("su_254")), Support(UnitId("su_5_art32")))
    assert Attack(Hex(around[1])) not in options(s)
    assert why_not(s, Attack(Hex(around[1]))) == duties.ONE_HEX


@pytest.mark.rule("6.4.5", "5.1.4a", "5.1.7")
def test_no_fire_where_blood_was_shed_or_must_be() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254")
    stand(s, clear + 3, "su_5_art32")
    stand(s, clear + 5, "de_545_b")
    phase = attack(s, SOVIET).flow[-1]
    assert phase.why_not(s, Fire(Hex(clear))) == attacks.ATTACKED_DIRECTLY
    assert Fire(Hex(clear)) not in options(s)
    assert Fire(Hex(clear + 5)) in options(s)
    for name in ("hit", "shelled"):
        closed = replace(phase, **{name: (Hex(clear + 5),)})
        assert closed.why_not(s, Fire(Hex(clear + 5))) == attacks.FIRED_AT
        assert Fire(Hex(clear + 5)) not in closed.options(s)
        over = replace(phase, **{name: (Hex(clear),)})
        assert Attack(Hex(clear)) not in over.options(s)


@pytest.mark.rule("5.1.3", "5.1.4c")
def test_no_declaration_leaves_a_bound_unit_without_an_enemy() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254")
    stand(s, around[1], "su_50")
    attack(s, SOVIET)
    do(s, Attack(Hex(clear)), Pick(UnitId("su_254")))
    assert why_not(s, Commit()) == duties.UNIT_LEFT_OUT
    do(s, Pick(UnitId("su_50")))
    assert why_not(s, Commit()) is None


@pytest.mark.rule("6.3.3", "6.3.6", "6.1.2", "15.1.6a", "15.1.2a")
def test_why_a_defender_is_not_helped() -> None:
    s, clear, around = facing()
    stand(s, clear, "de_art_v", "de_21_22")
    stand(s, around[0], "su_254")
    distance = s.game.ground.distance
    apart = {
        many: next(
            hex
            for hex in s.game.board.hexes
            if distance(hex, Hex(clear)) == many and distance(hex, Hex(around[0])) > 1
        )
        for many in (3, 4)
    }
    stand(s, apart[3], "de_art732")
    stand(s, apart[4], "de_art733")
    begin_combat(s, battle(SOVIET, clear, "su_254"))
    assert why_not(s, Support(UnitId("de_art733"))) == combat.DEFENCE_TOO_FAR
    assert why_not(s, Support(UnitId("de_545_a"))) == artillery.NOT_ARTILLERY
    assert why_not(s, Support(UnitId("su_5_art32"))) == combat.NOT_YOURS
    assert why_not(s, Support(UnitId("de_art_v"))) == artillery.FIRES_ALREADY
    assert why_not(s, UseStar(UnitId("su_254"))) == combat.NOT_YOURS
    assert why_not(s, UseStar(UnitId("de_545_a"))) == stars.NO_STAR
    do(s, UseStar(UnitId("de_21_22")), Drop(UnitId("de_art_v")), Support(UnitId("de_art732")))
    assert why_not(s, UseStar(UnitId("de_21_22"))) == combat.USED_ALREADY
    assert why_not(s, Support(UnitId("de_art_v"))) == combat.HELD_BACK
    assert s.flow[-1].battle.defending_guns == ("de_art732",)
    for id in ("de_545_a", "de_21_22"):
        s.send(id, "aside")
    alone = Defend(GERMAN, battle(SOVIET, clear, "su_254"))
    assert alone.why_not(s, Support(UnitId("de_art732"))) == combat.NOBODY_TO_SUPPORT
    assert alone.supporters(s) == []


@pytest.mark.rule("5.5.3")
def test_only_a_tie_lets_the_defender_choose_the_hex_that_counts() -> None:
    s, clear, around = facing()
    stand(s, around[1], "de_545_b")
    start = next(hex for hex in s.game.board.near[clear] if s.game.board.adjacent(hex, around[1]))
    stand(s, start, "su_254")
    fight = battle(SOVIET, (clear, around[1]), "su_254")
    asked = Defend(GERMAN, fight)
    assert asked.why_not(s, Mainly(Hex(2010))) == combat.NOT_ATTACKED
    chosen = replace(asked, battle=replace(fight, main=Hex(clear)))
    assert chosen.why_not(s, Mainly(Hex(around[1]))) == combat.MAIN_CHOSEN
    assert not [each for each in chosen.options(s) if isinstance(each, Mainly)]
    stand(s, clear, "de_545_c")
    assert asked.why_not(s, Mainly(Hex(around[1]))) == combat.FIXED_MAIN
    assert not [each for each in asked.options(s) if isinstance(each, Mainly)]


@pytest.mark.rule("5.1.8", "15.1.7", "5.3.7", "5.3.8b")
def test_who_may_be_made_to_pay() -> None:
    s, clear, _ = facing()
    stand(s, clear, "de_21_22")
    pair = (UnitId("de_545_a"), UnitId("de_21_22"))
    ask(s, TakeLosses(GERMAN, pair, 2, (UnitId("de_21_22"),)))
    assert why_not(s, Lose(UnitId("su_254"))) == losses.NOT_INVOLVED
    assert why_not(s, Lose(UnitId("de_545_a"))) == losses.ABILITY_FIRST
    do(s, Lose(UnitId("de_21_22")))
    assert options(s) == [Lose(id) for id in pair]
    s.flow = ()
    stand_firm(s, GERMAN, pair, 2, (UnitId("de_21_22"),), "", attacking=False)
    ask(s, *s.flow)
    assert why_not(s, Lose(UnitId("de_545_a"))) == losses.ABILITY_FIRST
    assert why_not(s, Done()) == retreat.SHORT
    step_back(s, UnitId("de_545_a"), Hex(clear + 1), "")
    step_back(s, UnitId("de_545_a"), Hex(clear + 2), "")
    assert why_not(s, Lose(UnitId("de_545_a"))) == retreat.FAR_ENOUGH
    assert why_not(s, Lose(UnitId("su_254"))) == retreat.NOT_TO_PAY


@pytest.mark.rule("5.3.2", "5.3.3", "5.3.4", "15.2.1")
def test_why_a_hex_is_no_way_back() -> None:
    s, clear, around = facing()
    stand(s, clear, "de_rg1")
    unit, rg = UnitId("de_545_a"), UnitId("de_rg1")
    board = s.game.board
    assert Retreat(GERMAN, 1, (unit, rg)).why_not(s, Pick(rg)) == retreat.NEVER_MOVES
    south = next(hex for hex in around if hex == clear + 1)
    beside = next(hex for hex in board.near[south] if hex in around)
    s.put(unit, Hex(south))
    step = RetreatUnit(GERMAN, unit, Hex(clear), 1)
    assert step.why_not(s, MoveTo(Hex(beside))) == retreat.NOT_AWAY
    assert step.why_not(s, MoveTo(Hex(clear))) == retreat.NOT_AWAY
    far = Hex(clear + 2)
    stand(s, far, "de_545_b")
    stand(s, clear + 3, "su_254")
    assert step.why_not(s, MoveTo(far)) is None
    s.mark(unit, cel=1)
    assert step.why_not(s, MoveTo(far)) == retreat.TOO_WEAK
    s.send(UnitId("de_545_b"), "aside")
    assert step.why_not(s, MoveTo(far)) == retreat.INTO_ZOC


@pytest.mark.rule("5.4.1", "5.4.2", "5.4.4", "5.4.6", "5.4.10", "5.4.11")
def test_why_somebody_does_not_pursue() -> None:
    s, clear, around = retreated()
    lane = Lane((Hex(clear), Hex(clear + 1), Hex(clear + 2)), 2)
    frame = Pursuit(SOVIET, ((UnitId("su_iv_12"), Hex(clear - 1)),), (lane,))
    stand(s, 2010, "su_50", "su_hq_52")
    assert frame.why_not(s, Pick(UnitId("su_50"))) == pursuit.NO_VICTOR
    assert frame.why_not(s, Pick(UnitId("su_hq_52"))) == pursuit.NO_VICTOR
    assert frame.why_not(s, Pick(UnitId("su_hq_5"))) == pursuit.NOBODY_TO_FOLLOW
    assert (
        replace(frame, done=(UnitId("su_iv_12"),)).why_not(s, Pick(UnitId("su_iv_12")))
        == pursuit.PURSUED_ALREADY
    )
    goes = Accompany(SOVIET, UnitId("su_hq_5"), (Hex(clear),))
    assert goes.options(s) == [MoveTo(Hex(clear)), Cancel()]
    assert goes.why_not(s, MoveTo(Hex(2010))) == pursuit.OUT_OF_STEP
    s.put(UnitId("su_iv_12"), Hex(clear))
    pursuer = Pursue(SOVIET, UnitId("su_iv_12"), (lane,), gone=1)
    assert pursuer.why_not(s, MoveTo(Hex(clear - 1))) is None
    wide = Pursue(
        SOVIET, UnitId("su_iv_12"), (Lane((Hex(clear + 1), Hex(clear + 2), Hex(clear + 3)), 2),), gone=1
    )
    assert wide.why_not(s, MoveTo(Hex(clear - 1))) == pursuit.OFF_THE_PATH
    fresh = Pursue(SOVIET, UnitId("su_iv_12"), (lane,))
    assert fresh.why_not(s, Done()) == pursuit.NOT_BEGUN
    assert pursuer.why_not(s, Cancel()) == pursuit.ON_THE_WAY
    stand(s, around[3], "de_545_b")
    advance = Pursue(
        SOVIET, UnitId("su_iv_12"), (Lane((Hex(clear),), 2, advance=True),), gone=1, stopped=True
    )
    assert advance.why_not(s, MoveTo(Hex(around[1]))) == pursuit.ZOC_STOPS


# --- what is shown before it is ordered


@pytest.mark.rule("1.6e", "5.2.1c", "5.1.4c", "5.6.4", "CT.1")
def test_what_is_shown_of_an_attack() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254")
    stand(s, around[1], "su_50")
    attack(s, SOVIET)
    do(s, Attack(Hex(clear)), Pick(UnitId("su_254")))
    shown = s.flow[-1].forecast(s)
    assert (shown.title, shown.attack, shown.defence) == (f"Attack on hex {clear:04d}", "4 SP", "3 SP")
    assert (shown.odds, shown.column, shown.commit, shown.modifiers) == ("1:1", "1:1", None, ())
    assert shown.columns == s.game.tables.columns
    assert [roll for roll, _ in shown.rows] == [str(roll) for roll in range(2, 13)]
    assert shown.rows[0][1][0] == "lose 1 CEL / lose 1 CEL, disorganized"
    assert shown.rows[10][1][12] == "lose 1 CEL, disorganized / retreat 2"
    s.mark(UnitId("su_50"), disorganized=3)
    fortify(s, clear)
    do(s, Pick(UnitId("su_50")))
    shown = s.flow[-1].forecast(s)
    assert (shown.attack, shown.odds, shown.column, shown.commit) == ("6 SP", "2:1", "1:2", Commit())
    assert [(each.because, each.kind) for each in shown.modifiers] == [
        ("1 disorganized unit halved", "half"),
        ("field fortification", "shift"),
    ]
    stand(s, 2533, "de_hq_moser")
    stand(s, 2534, "su_13g")
    alone = Assault(SOVIET, battle(SOVIET, 2533, "su_13g"))
    s.flow = (s.flow[0], alone)
    shown = s.flow[-1].forecast(s)
    assert (shown.defence, shown.odds, shown.column) == ("helpless", "10:1", "10:1")


@pytest.mark.rule("16.1.4a", "16.1.4b", "9.2.1", "13.1.2", "15.3.1")
def test_what_is_shown_of_an_attack_tells_nothing_of_who_is_hidden() -> None:
    s, clear, around = facing()
    stand(s, clear, "de_545_b", "de_545_c", "de_vs1", "de_hq_v")
    stand(s, around[0], "su_254", "su_hq_52")
    fortify(s, clear)
    fight = battle(SOVIET, clear, "su_254")
    assert {each.rule for each in reckon(s, fight).modifiers} >= {"7.1.10", "9.2.1", "13.1.2"}
    shown = combat.forecast_of(s, fight, None, SOVIET)
    assert (shown.attack, shown.defence, shown.odds, shown.column) == ("4 SP", "hidden", "", "")
    assert [(each.amount, each.because) for each in shown.modifiers] == [
        (-2, "field fortification"),
        (-1, "attacker's HQ"),
    ]
    told = combat.forecast_of(s, fight, None, GERMAN)
    assert told.defence != "hidden"
    assert len(told.modifiers) == len(reckon(s, fight).modifiers)
    for id in ("de_545_b", "de_545_c"):
        s.send(id, "aside")
    assert "15.3.1" in {each.rule for each in reckon(s, fight).modifiers}
    assert "15.3.1" not in {each.rule for each in combat.forecast_of(s, fight, None, SOVIET).modifiers}


@pytest.mark.rule("5.2.1b", "5.6.4", "10.2.2", "6.3.1", "8.2.2", "8.2.4", "6.3.6", "TI.3")
def test_strengths_are_told_in_their_parts() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254", "su_50")
    stand(s, clear + 3, "su_5_art32")
    stand(s, around[3], "de_art_v", "de_art732")
    fly(s, SOVIET, OFFENSIVE, clear, 4)
    fly(s, GERMAN, air.DEFENSIVE, clear, 3)
    s.mark(UnitId("su_50"), oos=1)
    s.mark(UnitId("su_5_art32"), disorganized=2)
    s.mark(UnitId("de_art_v"), disorganized=2)
    fight = battle(
        SOVIET,
        clear,
        "su_254",
        "su_50",
        guns=("su_5_art32",),
        defending_guns=(UnitId("de_art_v"), UnitId("de_art732")),
    )

    def parts(found: Any) -> list[tuple[str, int, str]]:
        return [(each.kind, each.amount, each.because) for each in found]

    assert parts(attack_parts(s, fight)) == [
        ("add", 6, "from units"),
        ("add", 3, "from artillery"),
        ("add", 4, "from aircraft"),
        ("half", 2, "1 disorganized unit halved"),
        ("half", 2, "1 out-of-supply unit halved"),
    ]
    forced = replace(fight, forced=(UnitId("su_50"),), air=False)
    assert parts(attack_parts(s, forced)) == [
        ("add", 8, "from units"),
        ("add", 3, "from artillery"),
        ("half", 2, "1 disorganized unit halved"),
    ]
    assert parts(defence_parts(s, fight)) == [
        ("add", 3, "from units"),
        ("add", 4, "from artillery"),
        ("add", 2, "from aircraft"),
        ("half", 2, "1 disorganized unit halved"),
    ]
    swamp = Hex(3002)
    beside = next(hex for hex in s.game.board.near[swamp] if hex not in s.game.ground.swamp)
    stand(s, swamp, "su_cav_1")
    stand(s, beside, "de_21_22")
    assert parts(attack_parts(s, battle(GERMAN, swamp, "de_21_22"))) == [
        ("add", 5, "from units"),
        ("half", 2, "halved by swamp"),
    ]


@pytest.mark.rule("5.5.4", "5.4.14", "TI.4")
def test_water_counts_when_more_than_half_comes_across_it() -> None:
    s = field()
    ground, near = s.game.ground, s.game.board.near

    def banks(hex: Hex) -> tuple[list[Hex], list[Hex], list[Hex]]:
        big = [to for to in near[hex] if ground.is_big(hex, to)]
        stream = [to for to in near[hex] if ground.is_stream(hex, to) and to not in big]
        return big, stream, [to for to in near[hex] if to not in (*big, *stream)]

    target = next(hex for hex in s.game.board.hexes if all(banks(hex)))
    over_river, over_stream, dry = (hexes[0] for hexes in banks(target))
    stand(s, target, "de_545_a")
    equal = ("su_254", "su_50", "su_111")
    for starts, found in (
        ((over_river, dry), []),
        ((over_river, over_river, dry), [-3]),
        ((over_stream, dry), []),
        ((over_stream, over_stream, dry), [-1]),
        ((over_river, over_stream, dry), [-1]),
        ((over_river, over_stream), [-1]),
    ):
        for unit, hex in zip(equal, starts, strict=False):
            stand(s, hex, unit)
        fight = battle(SOVIET, target, *equal[: len(starts)])
        assert [each.amount for each in reckon(s, fight).shifts if each.rule == "5.5.4"] == found, starts


@pytest.mark.rule("5.3.1", "5.1.8", "5.3.8a", "5.4.1", "5.6.1")
def test_the_dead_neither_retreat_nor_pay_nor_pursue_nor_shake() -> None:
    s, clear, around = facing()
    dead, alive = UnitId("de_545_b"), UnitId("de_545_a")
    s.eliminate(dead)
    both = (alive, dead)
    asked = Retreat(GERMAN, 1, both)
    assert asked.why_not(s, Pick(dead)) == retreat.NOT_RETREATING
    assert asked.options(s) == [Pick(alive), Done()]
    assert asked.about(s).hexes == (clear,)
    assert TakeLosses(GERMAN, both, 1).options(s) == [Lose(alive)]
    assert TakeLosses(GERMAN, (dead,), 1).over(s)
    firm = StandFirm(GERMAN, both, 1)
    assert firm.options(s) == [Lose(alive)]
    assert firm.why_not(s, Lose(dead)) == retreat.FAR_ENOUGH
    lane = Lane((Hex(around[0]),), 2, advance=True)
    came = ((alive, Hex(clear)), (dead, Hex(clear)))
    assert Pursuit(GERMAN, came, (lane,)).options(s) == [Pick(alive), Done()]
    with dice(s, 6, 6):
        roll_test(s, both, "5.6.1")
    assert s.units[alive].disorganized
    assert not s.units[dead].disorganized
    with dice(s):
        roll_test(s, (dead,), "5.6.1")
    fight = battle(GERMAN, around[0], alive, dead)
    Combat(battle=fight, fought=both, attacker=Cell(disorganized=True)).attackers_disorganized(s)
    assert not s.units[dead].disorganized
    s.mark(dead, oos=1)
    Combat(battle=fight, fought=both).levels(s)
    assert s.units[dead].oos == 1


# --- who stands where, and what follows


@pytest.mark.rule("15.1.3", "15.1.4", "15.1.6a")
def test_which_stars_silence_which() -> None:
    s = field()
    own = {"black": "de_21_22", "white": "de_691at", "yellow": "su_124"}
    assert {colour: s.counter(UnitId(id)).star for colour, id in own.items()} == {each: each for each in own}
    loud = {
        (mine, theirs): bool(star_shifts(s, [UnitId(own[mine])], [UnitId(own[theirs])], 1))
        for mine in own
        for theirs in own
    }
    silenced = {pair for pair, heard in loud.items() if not heard}
    assert silenced == {("black", "white"), ("yellow", "white"), ("yellow", "black")}
    both = [UnitId(own["black"]), UnitId(own["yellow"])]
    assert [each.amount for each in star_shifts(s, both, [], -1)] == [-1, -1]
    assert star_shifts(s, [UnitId("su_254")], [], 1) == []


@pytest.mark.rule("5.1.3", "5.1.4c", "N.22a")
def test_duties_that_are_done_or_cannot_be_bind_nobody() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254")
    stand(s, around[1], "su_50", done=FOUGHT)
    stand(s, around[2], "us_69_271")
    bound = tuple(map(UnitId, ("su_254", "su_50", "us_69_271")))
    phase = attacks.AttackPhase(SOVIET, bound, (Hex(clear),))
    assert phase.why_not_declare(s, battle(SOVIET, clear, "su_254")) is None
    assert not phase.unit_open(s, UnitId("su_50"))
    stand(s, around[1], "su_111")
    more = replace(phase, bound=(*bound, UnitId("su_111")))
    assert more.why_not_declare(s, battle(SOVIET, clear, "su_254")) == duties.UNIT_LEFT_OUT
    s.eliminate(UnitId("su_111"))
    assert not more.unit_open(s, UnitId("su_111"))
    assert more.why_not_declare(s, battle(SOVIET, clear, "su_254")) is None
    far = next(hex for hex in s.game.board.near[around[0]] if hex != clear and hex not in around)
    stand(s, far, "de_545_b")
    s.send(UnitId("us_69_271"), "aside")
    one = attacks.AttackPhase(SOVIET, (UnitId("su_254"),), (Hex(clear), Hex(far)))
    assert one.why_not_declare(s, battle(SOVIET, far, "su_254")) == duties.HEX_LEFT_ALONE
    assert replace(one, hit=(Hex(clear),)).why_not_declare(s, battle(SOVIET, far, "su_254")) is None
    assert replace(one, shelled=(Hex(clear),)).why_not_declare(s, battle(SOVIET, far, "su_254")) is None


@pytest.mark.rule("6.3.4", "6.3.5", "5.2.1a")
def test_what_a_click_makes_of_a_gun() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254", "su_5_art32")
    attack(s, SOVIET)
    do(s, Attack(Hex(clear)), Pick(UnitId("su_254")))
    click = s.flow[-1].click
    assert click(s, UnitId("su_5_art32")) == Support(UnitId("su_5_art32"))
    s.send(UnitId("su_254"), "aside")
    s.send(UnitId("de_545_a"), "aside")
    stand(s, clear, "su_50")
    stand(s, around[0], "de_21_art")
    own = Assault(GERMAN, battle(GERMAN, clear))
    assert own.click(s, UnitId("de_21_art")) == Pick(UnitId("de_21_art"))
    stand(s, next(hex for hex in s.game.board.near[around[0]] if hex not in (clear, *around)), "de_21_art")
    assert own.click(s, UnitId("de_21_art")) == Support(UnitId("de_21_art"))


@pytest.mark.rule("5.2.1a", "9.1.6", "10.2.3", "8.2.2", "9.2.1")
def test_nothing_is_offered_twice_in_an_attack() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_124", "su_254", "su_hq_52")
    s.mark(UnitId("su_254"), oos=1)
    fly(s, SOVIET, OFFENSIVE, clear, 4)
    s.set(pools=(Pool(SOVIET, Hex(clear), 2, s.combats + 1),))
    attack(s, SOVIET)
    s.set(combats=s.combats + 1)
    do(s, Attack(Hex(clear)), Pick(UnitId("su_124")))
    assert FullStrength(UnitId("su_254")) not in options(s)
    do(s, Pick(UnitId("su_254")))
    more = (UseStar(UnitId("su_124")), FullStrength(UnitId("su_254")), DeclineAir(), DeclineHq())
    assert {*more, SpendModifiers("1"), SpendModifiers("2")} <= set(options(s))
    assert SpendModifiers("3") not in options(s)
    assert FullStrength(UnitId("su_124")) not in options(s)
    for action in (*more, SpendModifiers("1")):
        do(s, action)
        assert action not in options(s)
    assert not [each for each in options(s) if isinstance(each, SpendModifiers)]
    fight = s.flow[-1].battle
    assert (fight.stars, fight.forced, fight.air, fight.hq, fight.spent) == (
        ("su_124",), ("su_254",), False, False, 1,
    )  # fmt: skip


@pytest.mark.rule("6.3.3", "6.1.2")
def test_guns_off_the_map_support_nobody() -> None:
    s = field()
    corner = Hex(100)
    beside = s.game.board.near[corner][0]
    stand(s, corner, "de_545_a")
    stand(s, beside, "su_254")
    assert Defend(GERMAN, battle(SOVIET, corner, "su_254")).supporters(s) == []
    stand(s, next(hex for hex in s.game.board.near[corner] if hex != beside), "de_art_v")
    found = Defend(GERMAN, battle(SOVIET, corner, "su_254"))
    assert found.supporters(s) == ["de_art_v"]
    assert (
        replace(found, battle=replace(found.battle, defending_guns=(UnitId("de_art_v"),))).supporters(s) == []
    )
    s.mark(UnitId("de_art_v"), transport=True)
    assert found.supporters(s) == []


@pytest.mark.rule("5.4.11", "14.3.4")
def test_a_headquarters_at_work_on_a_bridge_stays_behind() -> None:
    s, clear, _ = retreated()
    came = ((UnitId("su_iv_12"), Hex(clear - 1)),)
    frame = Pursuit(SOVIET, came, ())
    assert frame.staffs(s) == ["su_hq_5"]
    s.set(works={UnitId("su_hq_5"): (Hex(clear - 1), Hex(clear), 2)})
    assert frame.staffs(s) == []


@pytest.mark.rule("T.13", "5.3.6")
def test_a_retreat_does_not_end_among_partners() -> None:
    s = field("two_stars")
    clear, around = open_ground(s)
    unit = UnitId("us_69_271")
    stand(s, clear, unit)
    stand(s, clear + 1, "de_545_a")
    step = RetreatUnit(ALLIED, unit, Hex(clear), 2)
    assert step.why_not(s, MoveTo(Hex(clear + 1))) == NO_MIXED_STACK
    do(ask(s, step), MoveTo(Hex(clear + 1)))
    assert Done() not in options(s)
    assert step.may_stop(s) is False
    do(s, MoveTo(Hex(clear + 2)))
    assert places(s, unit) == [clear + 2]
    assert around


@pytest.mark.rule("6.5.6", "6.1.4")
def test_guns_that_fired_no_barrage_may_fire_from_the_first_combat_phase() -> None:
    s = field()
    s.set(combats=0)
    stand(s, 4010, "su_5_art32")
    assert artillery.why_not_fire(s, s.units["su_5_art32"], supporting=False) is None
    s.mark(UnitId("su_5_art32"), barred=2)
    assert artillery.why_not_fire(s, s.units["su_5_art32"], supporting=False) == artillery.AFTER_BARRAGE


@pytest.mark.rule("5.4.2", "5.4.3", "5.4.4", "5.4.7", "5.4.10")
def test_a_pursuer_keeps_to_the_path_it_chose_and_zones_do_not_stop_it() -> None:
    s, clear, around = facing()
    s.send("de_545_a", "aside")
    north = Hex(clear - 1)
    stand(s, north, "su_iv_12")
    near = s.game.board.near
    other = Hex(next(hex for hex in around if hex in near[north]))
    south, beyond = Hex(clear + 1), Hex(clear + 2)
    away = next(
        hex for hex in near[other] if hex not in near[clear] and hex not in near[north] and hex != north
    )
    lanes = (Lane((Hex(clear), south, beyond), 2), Lane((other, away), 1))
    ask(s, Pursue(SOVIET, UnitId("su_iv_12"), lanes))
    assert {each.hex for each in options(s) if isinstance(each, MoveTo)} == {clear, other}
    stand(s, clear + 3, "de_545_b")
    do(s, MoveTo(Hex(clear)))
    assert s.flow[-1].lanes == lanes[:1]
    assert MoveTo(south) in options(s)
    ask(s, Pursue(SOVIET, UnitId("su_iv_12"), (Lane((south, beyond, Hex(clear + 3)), 2),)))
    do(s, MoveTo(south))
    stand(s, clear + 4, "de_545_b")
    assert s.flow[-1].stopped is False
    s.put(UnitId("su_iv_12"), north)
    ask(s, Pursue(SOVIET, UnitId("su_iv_12"), lanes))
    do(s, MoveTo(other))
    assert not s.flow


@pytest.mark.rule("15.1.7", "5.3.8a", "5.2.1f")
def test_a_star_pays_for_standing_unless_it_has_already_paid() -> None:
    s, clear, around = facing()
    star, plain = UnitId("su_124"), UnitId("su_254")
    stand(s, around[0], star, plain)
    fight = battle(SOVIET, clear, star, plain, stars=(star,), defending_stars=(UnitId("de_545_a"),))
    stand(s, clear, "de_545_b")
    ours, theirs = (star, plain), (UnitId("de_545_a"), UnitId("de_545_b"))
    for lose, unpaid in ((0, (star,)), (1, ())):
        s.flow = ()
        Combat(battle=fight, attacker=Cell(lose=lose, retreat=1), fought=ours, stood=theirs).stand(s)
        firm = s.flow[-1]
        assert (firm.side, firm.stars, firm.attacking, firm.units) == (SOVIET, unpaid, True, ours)
        s.flow = ()
        Combat(battle=fight, defender=Cell(lose=lose, retreat=1), fought=ours, stood=theirs).stand(s)
        firm = s.flow[-1]
        expected = () if lose else (UnitId("de_545_a"),)
        assert (firm.side, firm.stars, firm.attacking, firm.units) == (GERMAN, expected, False, theirs)


@pytest.mark.rule("5.1.9a", "5.1.9b", "5.2.1f", "5.6.5b", "6.1.4", "5.1.1")
def test_what_a_combat_notes_of_those_who_fought() -> None:
    s, clear, around = facing()
    stand(s, clear, "de_art_v")
    stand(s, around[0], "su_254", disorganized=2)
    stand(s, clear + 3, "su_5_art32", disorganized=2)
    fight = battle(SOVIET, clear, "su_254", guns=("su_5_art32",), defending_guns=(UnitId("de_art_v"),))
    s.flow = (Combat(battle=fight),)
    s.flow[-1].line_up(s)
    now = s.flow[-1]
    assert (now.fought, now.stood) == (("su_254",), ("de_545_a", "de_art_v"))
    assert (now.trapped, now.places) == ((), (around[0], clear, clear))
    assert s.units["su_254"].done == FOUGHT
    assert s.units["su_5_art32"].done == s.units["de_art_v"].done == FIRED | OPEN
    assert s.units["de_545_a"].done == 0
    assert [s.units[id].disorganized for id in ("su_254", "su_5_art32")] == [s.tick, s.tick]
    s.send("de_545_a", "aside")
    stand(s, clear, "de_hq_v")
    s.flow = (Combat(battle=replace(fight, defending_guns=())),)
    s.flow[-1].line_up(s)
    assert s.flow[-1].trapped == ("de_art_v", "de_hq_v")


@pytest.mark.rule("5.3.1", "5.1.9b")
def test_who_is_eliminated_or_trapped_is_not_asked_to_retreat() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254")
    stand(s, clear, "de_545_b", "de_art_v")
    stood = tuple(map(UnitId, ("de_545_a", "de_545_b", "de_art_v")))
    s.send(stood[0], "eliminated")
    fight = battle(SOVIET, clear, "su_254")
    s.flow = (Combat(battle=fight, defender=Cell(retreat=2), stood=stood, trapped=stood[2:]),)
    s.flow[-1].retreats(s)
    assert (s.flow[-1].units, s.flow[-1].need) == (stood[1:2], 2)


@pytest.mark.rule("5.2.1b", "10.2.3", "9.1.6", "16.1.3", "6.3.6")
def test_what_the_declaration_of_a_combat_costs_and_shows() -> None:
    s, clear, around = facing()
    stand(s, clear, "de_art_v")
    stand(s, around[0], "su_254", oos=1)
    stand(s, clear + 3, "su_5_art32")
    s.set(pools=(Pool(SOVIET, Hex(clear), 5, s.combats),), routs=((UnitId("su_50"), (Hex(1), Hex(2))),))
    fight = battle(
        SOVIET, clear, "su_254", guns=("su_5_art32",), forced=(UnitId("su_254"),), spent=2
    )  # fmt: skip
    reveals = s.reveals
    s.flow = (Combat(battle=fight),)
    s.flow[-1].declare(s)
    assert s.routs == ()
    assert s.units["su_254"].oos == 2
    assert s.pools[0].left == 3
    assert s.reveals == reveals + 1
    shown = ("su_254", "su_5_art32", "de_545_a", "de_art_v")
    assert all(s.units[id].done & OPEN for id in shown)
    assert s.flow[-1].battle.defending_guns == ("de_art_v",)


@pytest.mark.rule("T.11", "2.1.4a")
def test_the_moves_of_a_nation_without_units_pass_by_themselves() -> None:
    s = field("two_stars")
    stand(s, 4010, "de_545_a")
    assert type(move(s, ALLIED).flow[-1]) is phases.GermanMoves
    stand(s, 2010, "us_69_271")
    assert type(move(s, ALLIED).flow[-1]) is phases.AmericanMoves
    s.send("de_545_a", "aside")
    do(s, Done())
    assert not s.flow
    s.set(turn=1)
    stand(s, 4010, "de_545_a")
    move(s, ALLIED)
    assert [type(frame) for frame in s.flow] == [phases.AmericanMoves]


@pytest.mark.rule("3.2.1c", "5.4.2", "5.4.6", "5.4.8")
def test_when_a_full_hex_may_be_passed_in_pursuit() -> None:
    s, clear, around = facing()
    s.send("de_545_a", "aside")
    north, south = Hex(clear - 1), Hex(clear + 1)
    stand(s, north, "su_294")
    stand(s, clear, "su_254", "su_50", "su_111", "su_213")
    lane = Lane((Hex(clear), south, Hex(clear + 2)), 2)

    def passes(*lanes: Lane, gone: int = 0) -> bool:
        frame = Pursue(SOVIET, UnitId("su_294"), lanes, gone=gone)
        return frame.passes(s, s.units["su_294"], Hex(clear))

    assert passes(lane)
    assert not passes(replace(lane, length=1))
    assert not passes(lane, gone=1)
    assert not passes(replace(lane, advance=True))
    assert not passes(Lane((south, Hex(clear + 2)), 2))
    assert passes(replace(lane, length=1), lane)
    enemies = iter(("de_545_b", "de_545_c", "de_615_a", "de_615_b", "de_72_124", "de_72_266"))
    for hex in s.game.board.near[clear]:
        if hex not in (north, south):
            stand(s, hex, next(enemies))
    assert passes(lane)
    stand(s, south, "su_337", "su_117g", "su_6g", "su_15g")
    stand(s, north, "su_iv_12", "su_iv_13", "su_iv_14")
    assert not passes(lane)
    stand(s, 5213, "su_294")
    stand(s, 5112, "su_254", "su_50", "su_111", "su_213")
    wet = Lane((Hex(5112), Hex(5012), Hex(4911)), 2)
    frame = Pursue(SOVIET, UnitId("su_294"), (wet,))
    assert not frame.passes(s, s.units["su_294"], Hex(5112))
    assert around


@pytest.mark.rule("5.4.11")
def test_a_headquarters_that_goes_along_is_noted_and_told() -> None:
    s, clear, _ = retreated()
    came = ((UnitId("su_iv_12"), Hex(clear - 1)),)
    frame = Pursuit(SOVIET, came, ())
    s.flow = (frame, Accompany(SOVIET, UnitId("su_hq_5"), (Hex(clear),)))
    s.flow[-1].take(s, MoveTo(Hex(clear)))
    assert s.flow == (replace(frame, done=(UnitId("su_hq_5"),)),)
    assert (places(s, "su_hq_5"), s.log[-1].event) == (
        [clear],
        Pursued(UnitId("su_hq_5"), (Hex(clear - 1), Hex(clear))),
    )
    s.flow = (frame, Accompany(SOVIET, UnitId("su_hq_5"), (Hex(clear),)))
    s.flow[-1].take(s, Cancel())
    assert s.flow == (frame,)


@pytest.mark.rule("5.2.1b", "9.1.6", "9.2.1", "15.1.6a", "6.3.3", "6.3.6", "5.5.3")
def test_nothing_is_offered_twice_to_a_defender() -> None:
    s, clear, around = facing()
    second = around[1]
    start = next(hex for hex in s.game.board.near[clear] if s.game.board.adjacent(hex, second))
    stand(s, clear, "de_21_22", "de_art_v")
    stand(s, second, "de_20_panc", "de_545_b", "de_art732")
    stand(s, start, "su_254", "su_50")
    away = next(
        hex
        for hex in s.game.board.hexes
        if s.game.ground.distance(hex, Hex(clear)) == 2 and s.game.ground.distance(hex, Hex(start)) == 3
    )
    stand(s, away, "de_art733", "de_hq_v")
    s.set(pools=(Pool(GERMAN, Hex(clear), 2, s.combats),))
    begin_combat(s, battle(SOVIET, (clear, second), "su_254", "su_50"))
    asked = (
        Support(UnitId("de_art733")),
        Drop(UnitId("de_art_v")),
        UseStar(UnitId("de_21_22")),
        SpendModifiers("2"),
        DeclineHq(),
    )
    assert {*asked, SpendModifiers("1"), UseStar(UnitId("de_20_panc"))} <= set(options(s))
    assert SpendModifiers("3") not in options(s)
    assert UseStar(UnitId("de_545_b")) not in options(s)
    for action in asked:
        do(s, action)
        assert action not in options(s)
        assert Commit() in options(s)
    assert not [each for each in options(s) if isinstance(each, SpendModifiers)]
    assert UseStar(UnitId("de_20_panc")) in options(s)
    answer = s.flow[-1].battle
    assert (answer.defending_guns, answer.defending_stars) == (("de_art732", "de_art733"), ("de_21_22",))
    assert (answer.defending_spent, answer.defending_hq) == (2, False)


@pytest.mark.rule("2.1.4a", "2.2.4", "6.4.1", "6.4.7")
def test_a_combat_phase_is_asked_for_while_one_thing_can_be_done() -> None:
    s, clear, around = facing("two_stars")
    bridge = (Hex(5110), Hex(5211))
    s.set(broken=frozenset(s.game.ground.bridges) - {bridge})
    assert not attack(s, SOVIET).flow
    stand(s, around[0], "su_5_art32")
    assert not attack(s, SOVIET).flow
    stand(s, clear + 3, "su_5_art32")
    assert options(attack(s, SOVIET)) == [Fire(Hex(clear)), Done()]
    stand(s, 5211, "su_5_art32")
    found = options(attack(s, SOVIET))
    assert found == [Strike(bridge), Done()]
    s.mark(UnitId("su_5_art32"), done=FIRED)
    assert not attack(s, SOVIET).flow
    stand(s, around[0], "su_254")
    s.dig(Hex(around[0]), SOVIET)
    assert options(attack(s, SOVIET)) == [Attack(Hex(clear)), Done()]
    s.mark(UnitId("su_254"), done=FOUGHT)
    assert not attack(s, SOVIET).flow


@pytest.mark.rule("T.10", "6.3.3", "6.3.6")
def test_on_the_first_day_german_guns_may_support_a_defense() -> None:
    s, clear, around = facing("two_stars")
    s.set(turn=1)
    stand(s, around[0], "su_254")
    stand(s, around[3], "de_art_v")
    far = next(hex for hex in s.game.board.hexes if s.game.ground.distance(hex, Hex(clear)) == 5)
    stand(s, far, "de_art732")
    answer = Defend(ALLIED, battle(SOVIET, clear, "su_254"))
    assert answer.supporters(s) == ["de_art_v"]
    assert answer.why_not(s, Support(UnitId("de_art732"))) == combat.DEFENCE_TOO_FAR
    stand(s, clear, "de_art733")
    assert artillery.guns_in(s, (Hex(clear),)) == ("de_art733",)


@pytest.mark.rule("5.4.11")
def test_no_headquarters_follows_the_dead() -> None:
    s, clear, _ = retreated()
    came = ((UnitId("su_iv_12"), Hex(clear - 1)),)
    s.eliminate(UnitId("su_iv_12"))
    assert Pursuit(SOVIET, came, ()).followed(s, UnitId("su_hq_5")) == []


@pytest.mark.rule("5.1.4c", "5.1.4a", "T.16")
def test_a_hex_that_the_enemy_has_left_binds_nobody() -> None:
    s, clear, around = facing()
    stand(s, around[0], "su_254")
    phase = attacks.AttackPhase(SOVIET, (UnitId("su_254"),), (Hex(clear),))
    assert phase.hex_open(s, Hex(clear))
    s.put(UnitId("de_545_a"), Hex(around[3]))
    stand(s, clear, "su_50")
    assert not phase.hex_open(s, Hex(clear))
    other, clear, around = facing("two_stars")
    stand(other, around[0], "pl_7_33", side=ALLIED, done=DEFECTED)
    stand(other, around[1], "su_254")
    found = attack(other, ALLIED).flow[-1]
    assert (UnitId("pl_7_33") in found.bound, found.hexes) == (True, (around[1],))
    s = field("two_stars")
    stand(s, clear, "de_545_a")
    stand(s, around[0], "pl_7_33", side=ALLIED, done=DEFECTED)
    beyond = next(
        hex for hex in s.game.board.near[around[0]] if not s.game.board.adjacent(hex, clear) and hex != clear
    )
    stand(s, beyond, "su_254")
    found = attack(s, ALLIED).flow[-1]
    assert (found.bound, found.hexes) == (("pl_7_33",), ())
