"""10.0 Combat, 12.1 HQs in combat, 13.0 fortresses."""

from typing import Any

import pytest

from bridgehead.core.actions import Attack, Choose, Commit, Done, MoveTo, Pick
from bridgehead.core.outcomes import outcomes
from bridgehead.core.play import decision, dice, options, push
from bridgehead.core.refusal import Modifier
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.eastprussia1914.model.state import take_control
from bridgehead.games.eastprussia1914.rules.advance import (
    ACROSS_MAJOR,
    FOLLOWS_NOBODY,
    NOT_BESIDE,
    AdvanceAfterCombat,
    SecondHex,
    why_not_advance,
)
from bridgehead.games.eastprussia1914.rules.cavalry import may_withdraw, withdrawals
from bridgehead.games.eastprussia1914.rules.combat import (
    ALREADY_ATTACKED,
    HQ_ALONE,
    ISOLATED_FIGHTER,
    LAKE_BETWEEN,
    NO_ENEMY,
    NO_STRENGTH,
    NOT_A_FIGHTER,
    NOT_NEXT,
    OFF_MAP,
    UNIT_NOT_NEXT,
    AssembleAttack,
    CombatSegment,
    odds_of,
)
from bridgehead.games.eastprussia1914.rules.fortresses import owned_fortress
from bridgehead.games.eastprussia1914.rules.losses import (
    ATTACKER,
    DEFENDER,
    HQ_EXEMPT,
    LoseStep,
    demand_losses,
)
from bridgehead.games.eastprussia1914.rules.movement import ENEMY_THERE as BLOCKED_BY_ENEMY
from bridgehead.games.eastprussia1914.rules.movement import IMPASSABLE
from bridgehead.games.eastprussia1914.rules.movement_segment import MovementSegment
from bridgehead.games.eastprussia1914.rules.odds import (
    attack_in_the_open,
    attack_strength,
    defence_total,
    defender_hq_shift,
    halvings,
    odds,
    ratio_shifts,
)
from bridgehead.games.eastprussia1914.rules.results import HqStaysOrGoes
from bridgehead.games.eastprussia1914.rules.retreat import (
    ENEMY_THERE,
    MORE_ZOCS,
    NOT_FARTHER,
    ChooseRetreat,
    ChooseWhoGoesOn,
    Retreat,
    lose_for_want_of_room,
    retreat_hexes,
)
from bridgehead.games.eastprussia1914.rules.stacking import crowded, why_not_stack
from tests.games.eastprussia1914 import printed
from tests.games.eastprussia1914.table import (
    GERMAN,
    RUSSIAN,
    State,
    ask,
    assault,
    commit,
    empty,
    no,
    now,
    stand,
    unit,
    units,
)
from tests.games.eastprussia1914.test_cases_combat import fight


def front() -> State:
    s = empty()
    stand(s, 3714, "G-35", "G-36")
    stand(s, 3814, "R-25")
    return s


@pytest.mark.rule("10.1.1", "10.1.2", "10.1.3")
def test_10_1_who_attacks_whom_and_how_often() -> None:
    s = front()
    stand(s, 3713, "G-1")
    stand(s, 3813, "R-27")
    ask(s, CombatSegment(GERMAN, UnitId(""), units("G-35", "G-36", "G-1")))
    assert Done() in options(s)
    assert no(s, Attack(Hex(3614))) is NO_ENEMY
    stand(s, 4014, "R-28")
    assert no(s, Attack(Hex(4014))) is NOT_NEXT
    push(s, Attack(Hex(3814)))
    push(s, Pick(UnitId("G-35")))
    assert no(s, Pick(UnitId("G-1"))) is UNIT_NOT_NEXT
    assert no(s, Pick(UnitId("G-2"))) is OFF_MAP
    stand(s, 3913, "G-2")
    assert no(s, Pick(UnitId("G-2"))) is NOT_A_FIGHTER
    s.send(UnitId("G-2"), "aside")
    commit(s, 3)
    while not isinstance(now(s), CombatSegment):
        push(s, options(s)[0])
    assert now(s).fighters == units("G-36", "G-1") and now(s).fought == units("G-35")
    assert no(s, Attack(Hex(3814))) is ALREADY_ATTACKED
    push(s, Attack(Hex(3813)))
    assert no(s, Pick(UnitId("G-35"))).rule == "10.1.2"


@pytest.mark.rule("10.1.4", "12.1a")
def test_10_1_4_the_whole_stack_defends_without_its_hq() -> None:
    s = front()
    stand(s, 3814, "R-27")
    stand(s, 3814, "R-HQ-III", mode="movement")
    assert defence_total(s, Hex(3814), RUSSIAN) == 12
    ask(s, LoseStep(RUSSIAN, units("R-25", "R-27"), units("R-25", "R-27"), 1, DEFENDER, True))
    assert no(s, Pick(UnitId("R-HQ-III"))) is HQ_EXEMPT


@pytest.mark.rule("10.1.5")
def test_10_1_5_an_hq_alone_is_not_attacked() -> None:
    s = front()
    stand(s, 3713, "R-HQ-III", mode="command")
    ask(s, CombatSegment(GERMAN, UnitId(""), units("G-35")))
    assert no(s, Attack(Hex(3713))) is HQ_ALONE


@pytest.mark.rule("10.1.6")
def test_10_1_6_zero_and_isolated_units() -> None:
    s = front()
    ask(s, CombatSegment(GERMAN, UnitId(""), units("G-35", "G-36")))
    push(s, Attack(Hex(3814)))
    assert no(s, Commit()) is NO_STRENGTH
    s.mark(UnitId("G-36"), supply="isolated")
    ask(
        s,
        CombatSegment(GERMAN, UnitId(""), units("G-35")),
        AssembleAttack(GERMAN, UnitId(""), Hex(3814), units("G-35")),
    )
    assert no(s, Pick(UnitId("G-36"))) is ISOLATED_FIGHTER
    assert attack_strength(s, unit(s, "G-36"), Hex(3814)) == 0


@pytest.mark.rule("10.1.7", "10.3.2b", "10.6.3")
def test_10_1_7_across_a_major_river_at_half_strength_without_advance() -> None:
    s = empty()
    stand(s, 3124, "G-1")
    stand(s, 3224, "R-25")
    stand(s, 3024, "R-27")
    ask(s, CombatSegment(GERMAN, UnitId(""), units("G-1")))
    if s.flow:
        assert no(s, Attack(Hex(3224))) is LAKE_BETWEEN
    s = empty()
    stand(s, 2913, "G-1", "G-2")
    stand(s, 2914, "R-1CB")
    assert attack_strength(s, unit(s, "G-1"), Hex(2914)) == 6 * 8 // 2
    ask(s, AdvanceAfterCombat(GERMAN, Hex(2915), units("G-1")))
    assert not s.flow
    s.send(UnitId("R-1CB"), "aside")
    stand(s, 2914, "G-35")
    ask(s, AdvanceAfterCombat(GERMAN, Hex(2914), units("G-1", "G-35")))
    assert not s.flow
    frame = AdvanceAfterCombat(GERMAN, Hex(2914), units("G-1"))
    assert frame.why_not_unit(s, UnitId("G-1")) is ACROSS_MAJOR


@pytest.mark.rule("10.2.1", "10.3.3")
def test_10_2_1_procedure_and_preview() -> None:
    s = front()
    assault(s, 3814, "G-35", "G-36")
    shown = decision(s).forecast(s)
    assert shown is not None and (shown.attack, shown.defence, shown.column) == ("12", "6", "2:1")
    assert len(shown.rows) == 6 and shown.commit == Commit()
    assert sum(chance for chance, _, _ in outcomes(s, Commit())) == pytest.approx(1)
    s.mark(UnitId("R-25"), steps=1)
    assert odds(s, GERMAN, UnitId(""), units("G-35"), Hex(3814)).defence == 3


@pytest.mark.rule("10.3.1", "10.3.4a", "10.3.4b")
def test_10_3_1_ratio() -> None:
    crt = empty().tables.crt
    names = [
        crt.columns[crt.ladder.floor(*pair)] for pair in ((11, 6), (8, 6), (5, 6), (50, 6), (3, 6), (9, 6))
    ]
    assert names == ["1.5:1", "1:1", "1:2", "7:1", "1:2", "1.5:1"]
    assert crt.ladder.floor(2, 6) == -1 and crt.ladder.floor(1, 4) == -2 and crt.ladder.floor(0, 4) < -9


@pytest.mark.rule("10.3.2c", "14.2")
def test_10_3_2c_cavalry_against_works() -> None:
    s = empty()
    stand(s, 2024, "R-1C")
    stand(s, 2025, "G-3R")
    assert attack_strength(s, unit(s, "R-1C"), Hex(2025)) == 8
    stand(s, 3122, "R-2C")
    stand(s, 3222, "G-Loetzen")
    assert attack_strength(s, unit(s, "R-2C"), Hex(3222)) == 8
    stand(s, 1427, "R-3C")
    stand(s, 1527, "G-41")
    assert attack_strength(s, unit(s, "R-3C"), Hex(1527)) == 16


@pytest.mark.rule("10.4.1", "10.4.2", "10.4.3")
def test_10_4_first_and_further_losses() -> None:
    s = empty()
    stand(s, 3714, "G-35")
    stand(s, 3614, "G-1R", "G-6Lw")
    ask(s)
    demand_losses(s, GERMAN, units("G-35", "G-1R", "G-6Lw"), 2, ATTACKER, True)
    assert unit(s, "G-35").steps == 1
    assert {action.unit for action in options(s) if isinstance(action, Pick)} == set(
        units("G-35", "G-1R", "G-6Lw")
    )
    push(s, Pick(UnitId("G-6Lw")))
    assert unit(s, "G-6Lw").box == "eliminated" and not s.flow
    demand_losses(s, GERMAN, units("G-35"), 5, ATTACKER, True)
    assert unit(s, "G-35").box == "eliminated" and not s.flow


@pytest.mark.rule("10.5.1", "10.5.2", "10.5.4")
def test_10_5_1_refusals_of_a_retreat() -> None:
    s = empty()
    stand(s, 3813, "R-28", "R-29")
    stand(s, 3812, "G-2")
    ask(s, Retreat(side=RUSSIAN, units=units("R-28", "R-29"), origin=Hex(3813), left=1, role=DEFENDER))
    assert isinstance(now(s), ChooseRetreat)
    assert {action.hex for action in options(s) if isinstance(action, MoveTo)} == {3914, 3814}
    assert no(s, MoveTo(Hex(3812))) is ENEMY_THERE
    assert no(s, MoveTo(Hex(3713))) is MORE_ZOCS
    assert retreat_hexes(s, units("R-28"), Hex(3814), Hex(3813), 1)
    ask(s, ChooseRetreat(RUSSIAN, units("R-28", "R-29"), Hex(3814), 1))
    assert no(s, MoveTo(Hex(3814))) is NOT_FARTHER


@pytest.mark.rule("10.5.4")
def test_10_5_4_compass() -> None:
    s = empty()
    stand(s, 3614, "G-1")
    assert set(retreat_hexes(s, units("G-1"), Hex(3614), Hex(3614), 1)) == {3613, 3514, 3515}
    stand(s, 4014, "R-25")
    assert set(retreat_hexes(s, units("R-25"), Hex(4014), Hex(4014), 1)) == {4015, 4115, 4114}


@pytest.mark.rule("10.5.1")
def test_10_5_1_a_retreat_may_not_cross_an_unbridged_major_river() -> None:
    s = empty()
    stand(s, 2913, "R-28")
    assert 2914 not in retreat_hexes(s, units("R-28"), Hex(2913), Hex(2913), 1)


@pytest.mark.rule("10.5.1", "12.4")
def test_10_5_1_a_retreating_unit_overruns_a_lone_hq() -> None:
    s = empty()
    stand(s, 3813, "R-28")
    stand(s, 3914, "G-HQ-I", mode="movement")
    stand(s, 3812, "G-2")
    stand(s, 3714, "G-1")
    fight(s, 3813, 5, "G-2", "G-1", ratio="2:1")
    assert unit(s, "R-28").hex == 3914 and unit(s, "G-HQ-I").box == "removed"
    s = empty()
    stand(s, 3813, "R-28", supply="isolated")
    stand(s, 3914, "G-HQ-I", mode="movement")
    assert 3914 not in retreat_hexes(s, units("R-28"), Hex(3813), Hex(3813), 1)


@pytest.mark.rule("10.5.5", "13.2", "13.3")
def test_10_5_5_garrisons_do_not_retreat() -> None:
    s = empty()
    stand(s, 3222, "G-Loetzen", "G-3R")
    stand(s, 3322, "R-26", "R-43")
    fight(s, 3222, 5, "R-26", "R-43", ratio="1:1")
    fight(s, 3222, 6, "R-26", "R-43", ratio="1:1")
    assert unit(s, "G-Loetzen").hex == unit(s, "G-3R").hex == 3222


@pytest.mark.rule("10.5.5")
def test_10_5_5_a_garrison_stays_where_the_others_retreat() -> None:
    s = empty()
    stand(s, 3222, "G-Loetzen", "G-3R")
    s.set(fallen=(3222,))
    stand(s, 3322, "R-26", "R-43")
    fight(s, 3222, 6, "R-26", "R-43", ratio="4:1")
    while s.flow:
        push(s, options(s)[0])
    assert unit(s, "G-Loetzen").hex == 3222 and s.ground.board.distance(3222, unit(s, "G-3R").hex) == 1


@pytest.mark.rule("10.5.1", "12.1b", "12.4")
def test_12_4_a_retreating_stack_overruns_with_its_combat_unit_whatever_hq_is_with_it() -> None:
    s = empty()
    stand(s, 3813, "R-28")
    stand(s, 3813, "R-HQ-XX", mode="command")
    stand(s, 3914, "G-HQ-I", mode="movement")
    stand(s, 3812, "G-2")
    stand(s, 3714, "G-1")
    fight(s, 3813, 5, "G-2", "G-1", ratio="2:1")
    assert unit(s, "R-28").hex == unit(s, "R-HQ-XX").hex == 3914
    assert unit(s, "G-HQ-I").box == "removed"


@pytest.mark.rule("5.7", "10.5.6")
def test_10_5_6_an_hq_crowded_out_goes_one_hex_farther_outside_enemy_zones() -> None:
    for guard, stays in (("", True), ("G-2", False)):
        s = empty()
        stand(s, 3914, "R-25")
        stand(s, 3914, "R-HQ-III", "R-HQ-IV", mode="command")
        if guard:
            for hex in s.ground.board.near[3914]:
                s.ledger["zoc_german"][hex] = 1
            s.touch()
        going = units("R-HQ-IV")
        ask(s, Retreat(side=RUSSIAN, units=going, origin=Hex(3813), left=0, role=DEFENDER))
        while s.flow:
            push(s, options(s)[0])
        hq = unit(s, "R-HQ-IV")
        assert bool(hq.hex) == stays and (not hq.hex or s.ground.board.distance(3914, hq.hex) == 1)
        assert not s.taken, "an HQ controls nothing"
        assert unit(s, "R-HQ-III").hex == 3914


@pytest.mark.rule("10.5.6")
def test_10_5_6_overstacked_retreat_goes_on() -> None:
    s = empty()
    stand(s, 3813, "R-28")
    stand(s, 3914, "R-25", "R-27")
    stand(s, 3812, "G-2")
    stand(s, 3714, "G-1")
    fight(s, 3813, 5, "G-2", "G-1", ratio="2:1")
    while isinstance(now(s), ChooseRetreat):
        push(s, options(s)[0])
    assert s.ground.board.distance(3813, unit(s, "R-28").hex) == 2
    s = empty()
    stand(s, 3813, "R-28", "R-29")
    stand(s, 3914, "R-25")
    stand(s, 3812, "G-2")
    stand(s, 3714, "G-1")
    ask(s, Retreat(side=RUSSIAN, units=units("R-28", "R-29"), origin=Hex(3813), left=1, role=DEFENDER))
    push(s, MoveTo(Hex(3914)))
    assert isinstance(now(s), ChooseWhoGoesOn)
    push(s, Pick(UnitId("R-28")))
    while s.flow:
        push(s, options(s)[0])
    assert unit(s, "R-29").hex == 3914 and s.ground.board.distance(3813, unit(s, "R-28").hex) == 2


@pytest.mark.rule("10.5.6", "12.7b")
def test_10_5_6_without_room_a_unit_is_eliminated_and_a_second_hq_removed() -> None:
    s = empty()
    stand(s, 3914, "R-25", "R-27", "R-28")
    stand(s, 3914, "R-HQ-III", "R-HQ-IV", mode="command")
    for hex, name in (
        (3913, "G-1"),
        (4013, "G-2"),
        (4014, "G-35"),
        (3915, "G-36"),
        (3814, "G-37"),
        (3813, "G-41"),
    ):
        stand(s, hex, name)
    frame = Retreat(side=RUSSIAN, units=units("R-28", "R-HQ-IV"), origin=Hex(3813), left=0, role=DEFENDER)
    ask(s, frame)
    assert unit(s, "R-28").box == "eliminated" and unit(s, "R-HQ-IV").box == "removed"
    assert unit(s, "R-HQ-III").hex == 3914


@pytest.mark.rule("10.5.8", "5.4")
def test_10_5_8_a_stack_may_part_and_pay_separately() -> None:
    s = empty()
    stand(s, 3813, "R-28", "R-29")
    stand(s, 3812, "G-2")
    ask(s, Retreat(side=RUSSIAN, units=units("R-28", "R-29"), origin=Hex(3813), left=1, role=DEFENDER))
    push(s, Pick(UnitId("R-28")))
    push(s, MoveTo(Hex(3914)))
    push(s, MoveTo(Hex(3814)))
    assert (unit(s, "R-28").hex, unit(s, "R-29").hex) == (3914, 3814)
    s = empty()
    stand(s, 3813, "R-28", "R-29")
    for hex, name in ((3812, "G-2"), (3714, "G-1"), (4014, "G-1/1")):
        stand(s, hex, name)
    ask(s, Retreat(side=RUSSIAN, units=units("R-28", "R-29"), origin=Hex(3813), left=1, role=DEFENDER))
    push(s, MoveTo(Hex(3914)))
    assert isinstance(now(s), LoseStep) and now(s).steps == 1


@pytest.mark.rule("10.5.9", "10.5.7")
def test_10_5_9_every_attacker_retreats_from_its_own_hex() -> None:
    s = empty()
    stand(s, 3714, "G-35", "G-1R")
    stand(s, 3713, "G-36")
    stand(s, 3813, "R-25", "R-27")
    fight(s, 3813, 1, "G-35", "G-36", ratio="1.5:1")
    while s.flow and not isinstance(now(s), CombatSegment):
        push(s, options(s)[0])
    assert unit(s, "G-35").hex != 3714 and unit(s, "G-36").hex != 3713 and unit(s, "G-1R").hex == 3714
    assert unit(s, "G-35").steps + unit(s, "G-36").steps == 3
    s = empty()
    stand(s, 3614, "G-35")
    stand(s, 3714, "R-25", "R-27")
    fight(s, 3714, 2, "G-35", ratio="1:1")
    assert unit(s, "G-35").hex == 3614 and unit(s, "G-35").steps == 1


@pytest.mark.rule("10.6.1", "12.1c")
def test_10_6_1_advance_up_to_stacking_with_the_hq() -> None:
    s = front()
    stand(s, 3713, "G-1")
    stand(s, 3714, "G-HQ-XVII", mode="command")
    s.send(UnitId("R-25"), "aside")
    ask(s, AdvanceAfterCombat(GERMAN, Hex(3814), units("G-35", "G-36", "G-1")))
    assert no(s, Pick(UnitId("G-HQ-XVII"))) is FOLLOWS_NOBODY
    push(s, Pick(UnitId("G-35")))
    push(s, Pick(UnitId("G-HQ-XVII")))
    assert unit(s, "G-HQ-XVII").hex == 3814 and unit(s, "G-HQ-XVII").mode == "movement"
    push(s, Pick(UnitId("G-36")))
    assert not s.flow


@pytest.mark.rule("10.6.2")
def test_10_6_2_cavalry_stops_in_a_settlement_or_behind_a_river() -> None:
    s = empty()
    stand(s, 3714, "G-1/1")
    ask(s, AdvanceAfterCombat(GERMAN, Hex(3614), units("G-1/1")))
    push(s, Pick(UnitId("G-1/1")))
    assert not s.flow
    stand(s, 3715, "G-2/1")
    assert s.ground.minor[3715 * 6 + s.ground.board.around[3715].index(3814)]
    ask(s, AdvanceAfterCombat(GERMAN, Hex(3814), units("G-2/1")))
    push(s, Pick(UnitId("G-2/1")))
    assert not s.flow
    stand(s, 3714, "G-41/1")
    ask(s, AdvanceAfterCombat(GERMAN, Hex(3713), units("G-41/1")))
    push(s, Pick(UnitId("G-41/1")))
    assert isinstance(now(s), SecondHex)
    assert no(s, MoveTo(Hex(3713))).because
    push(s, Done())
    assert unit(s, "G-41/1").hex == 3713


@pytest.mark.rule("12.1b")
def test_12_1b_an_hq_retreats_with_its_stack() -> None:
    s = empty()
    stand(s, 3813, "R-28")
    stand(s, 3813, "R-HQ-XX", mode="command")
    stand(s, 3812, "G-2")
    stand(s, 3714, "G-1")
    fight(s, 3813, 5, "G-2", "G-1", ratio="2:1")
    assert unit(s, "R-HQ-XX").hex == unit(s, "R-28").hex == 3914 and unit(s, "R-HQ-XX").mode == "movement"
    for choice, hex in (("stay", 3714), ("go", 0)):
        s = empty()
        stand(s, 3714, "G-35", "G-1R")
        stand(s, 3714, "G-HQ-XVII", mode="command")
        stand(s, 3813, "R-25", "R-27")
        fight(s, 3813, 1, "G-35", ratio="1.5:1")
        assert isinstance(now(s), HqStaysOrGoes)
        push(s, Choose(choice))
        while s.flow:
            push(s, options(s)[0])
        assert unit(s, "G-HQ-XVII").hex == (hex or unit(s, "G-35").hex)


@pytest.mark.rule("12.1d")
def test_12_1d_an_hq_left_behind_is_removed() -> None:
    s = empty()
    stand(s, 3813, "R-28", steps=1)
    stand(s, 3813, "R-HQ-XX", mode="command")
    stand(s, 3812, "G-2")
    fight(s, 3813, 5, "G-2", ratio="2:1")
    assert unit(s, "R-HQ-XX").box == "removed"


@pytest.mark.rule("11.3.4e")
def test_11_3_4e_isolated_units_retreat_into_ezocs() -> None:
    s = empty()
    stand(s, 3813, "R-28", supply="isolated")
    for hex, name in ((3812, "G-2"), (3714, "G-1"), (4014, "G-1/1")):
        stand(s, hex, name)
    ask(s, Retreat(side=RUSSIAN, units=units("R-28"), origin=Hex(3813), left=1, role=DEFENDER))
    push(s, MoveTo(Hex(3914)))
    assert unit(s, "R-28").hex == 3914 and unit(s, "R-28").steps == 1


@pytest.mark.rule("13.1", "13.2", "13.4", "15.1")
def test_13_a_fortress_lost_is_lost_for_good() -> None:
    s = empty()
    assert set(s.ground.fortresses) == {2113, 236, 430, 622, 3222, 4130}
    assert owned_fortress(s, Hex(3222), GERMAN) and not owned_fortress(s, Hex(3222), RUSSIAN)
    assert owned_fortress(s, Hex(4130), RUSSIAN)
    stand(s, 3322, "G-1", "G-2")
    stand(s, 3222, "R-26")
    shifts = {shift.because for shift in odds(s, GERMAN, UnitId(""), units("G-1"), Hex(3222)).modifiers}
    assert shifts == {"town"}
    take_control(s, Hex(3222), RUSSIAN)
    take_control(s, Hex(3222), GERMAN)
    assert not owned_fortress(s, Hex(3222), GERMAN) and s.fallen == (3222,)


@pytest.mark.rule("18.2b", "18.2d")
def test_18_2b_airmen_and_guns() -> None:
    s = front()
    s.set(event=9)
    assault(s, 3814, "G-35", "G-36")
    before = now(s).odds(s)
    push(s, Choose("airmen"))
    assert now(s).odds(s) == before, "a report moves the die, not the column"
    commit(s, 6)
    assert s.tracks["event_used"] == 1
    told: Any = next(told.event for told in s.log if type(told.event).__name__ == "Attacked")
    assert (told.rolled, told.count, told.result) == (6, "6 + 1 (airmen's report)", "D1r1")
    s = front()
    s.set(event=11)
    stand(s, 3813, "R-27")
    ask(s, CombatSegment(RUSSIAN, UnitId(""), units("R-25", "R-27")))
    push(s, Attack(Hex(3714)))
    push(s, Pick(UnitId("R-25")))
    push(s, Pick(UnitId("R-27")))
    before = now(s).odds(s).column
    push(s, Choose("guns"))
    assert now(s).odds(s).column == before + 1
    commit(s, 1)
    ask(
        s,
        CombatSegment(RUSSIAN, UnitId(""), units("R-25")),
        AssembleAttack(RUSSIAN, UnitId(""), Hex(3714), units("R-25")),
    )
    assert no(s, Choose("guns")).rule == "18.2b"


@pytest.mark.rule("14.1")
def test_14_1_cavalry_may_stand() -> None:
    s = empty()
    stand(s, 3813, "R-3C")
    stand(s, 3714, "G-1")
    assault(s, 3813, "G-1")
    push(s, Commit())
    assert no(s, Choose("withdraw three hexes")).because
    commit_with_stand(s)
    assert any(type(told.event).__name__ == "Attacked" for told in s.log)


def commit_with_stand(s: State) -> None:
    with dice(s, 6):
        push(s, Choose("stand"))


@pytest.mark.rule("16.3.4", "18.1.2", "10.5.1", "10.6.1")
def test_16_3_4_retreats_and_advances_keep_to_the_play_area() -> None:
    s = empty("masurian")
    stand(s, 1720, "G-1")
    assert all(hex // 100 >= 17 for hex in retreat_hexes(s, units("G-1"), Hex(1720), Hex(1720), 1))
    ask(s, SecondHex(GERMAN, UnitId("G-1")))
    assert no(s, MoveTo(Hex(1620))).rule == "16.3.4"
    s = empty(turn=1)
    stand(s, 1935, "R-6C")
    ask(s, SecondHex(RUSSIAN, UnitId("R-6C")))
    assert no(s, MoveTo(Hex(1834))).rule == "18.1.2"


@pytest.mark.rule("10.3.5e", "10.3.5g")
def test_10_3_5e_the_best_hq_of_a_corps_among_the_defenders() -> None:
    def shift() -> tuple[int, str] | None:
        found = defender_hq_shift(s, Hex(3614), GERMAN)
        return (found.amount, found.because) if found is not None else None

    s = empty()
    stand(s, 3614, "G-1R", "G-1")
    stand(s, 3613, "G-HQ-IR", mode="command")
    assert shift() == (-1, "I Reserve Corps HQ")
    stand(s, 3514, "G-HQ-I", mode="command")
    assert shift() == (-2, "I Corps HQ")
    s.mark(UnitId("G-HQ-I"), mode="movement")
    assert shift() == (-1, "I Reserve Corps HQ")
    s.mark(UnitId("G-HQ-I"), mode="command", supply="oos")
    assert shift() == (-1, "I Reserve Corps HQ")
    s.mark(UnitId("G-HQ-I"), supply="")
    s.put(UnitId("G-HQ-I"), Hex(3114))
    assert s.ground.board.distance(3114, 3614) == 5 and shift() == (-1, "I Reserve Corps HQ")
    s.send(UnitId("G-1R"), "aside")
    assert shift() is None
    stand(s, 3514, "G-HQ-XVII", mode="command")
    assert shift() is None  # the HQ of another corps does not help


@pytest.mark.rule("14.1", "10.2.1")
def test_14_1_after_a_withdrawal_nothing_is_rolled_and_nobody_loses_anything() -> None:
    s = empty()
    stand(s, 3814, "R-3C")
    stand(s, 3714, "G-1", "G-1/1")
    assault(s, 3814, "G-1")
    push(s, Commit())
    with dice(s):
        push(s, Choose("withdraw one hex"))
        while not isinstance(now(s), AdvanceAfterCombat):
            push(s, options(s)[0])
    assert (unit(s, "G-1").steps, unit(s, "R-3C").steps) == (2, 2)
    assert now(s).units == units("G-1") and now(s).one_hex
    ask(s, AdvanceAfterCombat(GERMAN, Hex(3814), units("G-1/1"), one_hex=True))
    push(s, Pick(UnitId("G-1/1")))
    assert not s.flow, "nobody advances farther than the vacated hex"


@pytest.mark.rule("14.1")
def test_14_1_which_stacks_may_withdraw() -> None:
    def allowed(*attackers: str) -> bool:
        return may_withdraw(s, Hex(3813), RUSSIAN, units(*attackers))

    s = empty()
    stand(s, 3813, "R-3C", "R-2C")
    stand(s, 3714, "G-1", "G-1/1")
    assert allowed("G-1") and not allowed("G-1/1") and not allowed("G-1", "G-1/1")
    stand(s, 3813, "R-HQ-III", mode="command")
    assert allowed("G-1")
    s.mark(UnitId("R-2C"), supply="isolated")
    assert not allowed("G-1")
    s.mark(UnitId("R-2C"), supply="oos")
    assert allowed("G-1")
    s.send(UnitId("R-2C"), "aside")
    stand(s, 3813, "R-28")
    assert not allowed("G-1")


@pytest.mark.rule("14.1")
def test_14_1_only_a_length_that_can_be_made_in_full() -> None:
    s = empty()
    stand(s, 3813, "R-3C")
    stand(s, 3714, "G-1")
    assert withdrawals(s, Hex(3813), RUSSIAN) == ["withdraw one hex", "withdraw two hexes"]
    for hex in s.ground.board.hexes:
        if s.ground.board.distance(3813, hex) == 2 and s.ground.home[hex] and hex != 3714:
            s.ledger["combat_german"][hex] = 1
    s.touch()
    assert withdrawals(s, Hex(3813), RUSSIAN) == ["withdraw one hex"]
    for hex in s.ground.board.near[3813]:
        s.ledger["combat_german"][hex] = 1
    s.touch()
    assert withdrawals(s, Hex(3813), RUSSIAN) == []
    assert not may_withdraw(s, Hex(3813), RUSSIAN, units("G-1"))


@pytest.mark.rule("12.1c", "10.6.2")
def test_12_1c_an_hq_follows_only_into_a_hex_that_is_held() -> None:
    s = empty()
    stand(s, 3714, "G-41/1")
    stand(s, 3714, "G-HQ-XVII", mode="command")
    stand(s, 3712, "G-36")
    ask(s, AdvanceAfterCombat(GERMAN, Hex(3713), units("G-41/1", "G-36")))
    push(s, Pick(UnitId("G-41/1")))
    push(s, MoveTo(Hex(3813)))
    assert options(s) == [Pick(UnitId("G-36")), Done()]
    assert no(s, Pick(UnitId("G-HQ-XVII"))) is FOLLOWS_NOBODY
    push(s, Pick(UnitId("G-36")))
    assert Pick(UnitId("G-HQ-XVII")) in options(s)


@pytest.mark.rule("12.1c", "7.1")
def test_12_1c_one_hq_only_advances_into_a_hex() -> None:
    s = empty()
    stand(s, 3714, "G-35")
    stand(s, 3714, "G-HQ-XVII", mode="command")
    stand(s, 3712, "G-1")
    stand(s, 3712, "G-HQ-I", mode="command")
    stand(s, 3613, "G-2")
    ask(s, AdvanceAfterCombat(GERMAN, Hex(3713), units("G-35", "G-1")))
    push(s, Pick(UnitId("G-35")))
    push(s, Pick(UnitId("G-1")))
    assert set(options(s)) == {Pick(UnitId("G-HQ-XVII")), Pick(UnitId("G-HQ-I")), Done()}
    push(s, Pick(UnitId("G-HQ-I")))
    assert not s.flow and unit(s, "G-HQ-I").hex == 3713 and unit(s, "G-HQ-XVII").hex == 3714


@pytest.mark.rule("10.3.2a", "10.3.2b", "10.3.2c", "10.3.5c", "10.3.5d", "10.3.5e", "18.2b")
def test_10_3_every_part_of_the_odds_has_its_name_amount_and_rule() -> None:
    s = empty()
    stand(s, 3715, "G-1/1", supply="oos")
    assert halvings(s, unit(s, "G-1/1"), Hex(3814)) == [
        Modifier(1, "1st Cavalry Brigade is out of supply", "10.3.2a", "half"),
        Modifier(1, "1st Cavalry Brigade attacks across a river", "10.3.2b", "half"),
    ]
    stand(s, 2024, "R-1C")
    works = Modifier(1, "1st Cavalry Division is cavalry attacking a city or fortress", "10.3.2c", "half")
    assert halvings(s, unit(s, "R-1C"), Hex(2025)) == [works]
    stand(s, 2025, "G-3R")
    stand(s, 2024, "R-1", "R-HQ-XIII", mode="command")
    stand(s, 2125, "R-6")
    corps = ratio_shifts(s, RUSSIAN, UnitId("R-HQ-XIII"), units("R-6", "R-1"), Hex(2025), "guns")
    assert corps == (
        Modifier(-1, "rough", "10.3.5c"),
        Modifier(-2, "city", "10.3.5c"),
        Modifier(1, "XIII Corps HQ", "10.3.5d"),
        Modifier(1, "massed Russian guns", "18.2b"),
    )
    assert len(ratio_shifts(s, RUSSIAN, UnitId("R-HQ-XIII"), units("R-6"), Hex(2025), "")) == 2
    stand(s, 4130, "R-7S")
    stand(s, 4029, "G-1")
    fort = ratio_shifts(s, GERMAN, UnitId(""), units("G-1"), Hex(4130), "")
    assert fort[-1] == Modifier(-1, "fortress", "13.2")


@pytest.mark.rule("10.3.2a", "11.3.2a", "11.3.3a")
def test_10_3_2_the_attack_of_a_unit_in_the_open() -> None:
    s = empty()
    stand(s, 3714, "G-35")
    found = []
    for supply in ("", "oos", "isolated"):
        s.mark(UnitId("G-35"), supply=supply)
        found.append(attack_in_the_open(s, unit(s, "G-35")))
    assert found == [6 * 8, 3 * 8, 0]


@pytest.mark.rule("10.1.7", "10.2.1", "10.3.1")
def test_10_3_odds_are_told_of_the_hq_that_is_active_for_those_who_can_attack() -> None:
    s = front()
    stand(s, 3614, "G-HQ-XVII", mode="command")
    stand(s, 3613, "G-1")
    attackers, target = units("G-35", "G-36"), Hex(3814)
    plain = odds_of(s, attackers, target)
    assert plain is not None and not plain.modifiers
    assert odds_of(s, (*attackers, UnitId("G-1")), target) is None, "one of them is not adjacent"
    assert odds_of(s, attackers, Hex(3813)) is None, "nobody is there"
    for frame in (
        CombatSegment(GERMAN, UnitId("G-HQ-XVII"), attackers),
        MovementSegment(GERMAN, UnitId("G-HQ-XVII"), attackers),
    ):
        s.flow = (frame,)
        led = odds_of(s, attackers, target)
        assert led is not None and [each.because for each in led.modifiers] == ["XVII Corps HQ"]
    s.flow = (CombatSegment(RUSSIAN, UnitId("R-HQ-III"), ()),)
    assert odds_of(s, attackers, target) == plain
    stand(s, 3814, "R-HQ-III", mode="movement")
    s.send(UnitId("R-25"), "aside")
    assert odds_of(s, attackers, target) is None, "an HQ alone does not defend"


@pytest.mark.rule("17.1", "10.3.1")
def test_17_1_odds_are_not_told_of_defenders_not_seen() -> None:
    s = empty(fog="on")
    stand(s, 3714, "G-35")
    stand(s, 3814, "R-25", "R-27")
    s.flow = ()
    assert odds_of(s, units("G-35"), Hex(3814)) is None
    s.flow = (CombatSegment(GERMAN, UnitId(""), units("G-35"), attacked=(Hex(3814),)),)
    assert odds_of(s, units("G-35"), Hex(3814)) is not None


@pytest.mark.rule("10.1.1", "10.1.7", "12.1a")
def test_10_1_1_an_hq_adjacent_to_a_hex_is_nobody_to_attack_it() -> None:
    s = empty()
    stand(s, 3814, "R-25")
    stand(s, 3714, "G-HQ-XVII", mode="command")
    frame = CombatSegment(GERMAN, UnitId("G-HQ-XVII"), ())
    assert frame.why_not(s, Attack(Hex(3814))) is NOT_NEXT
    stand(s, 3224, "R-27")
    stand(s, 3124, "G-1")
    assert frame.why_not(s, Attack(Hex(3224))) is LAKE_BETWEEN


@pytest.mark.rule("13.4")
def test_13_4_a_fortress_is_lost_once() -> None:
    s = empty()
    for side in (RUSSIAN, GERMAN, RUSSIAN):
        take_control(s, Hex(3222), side)
    assert s.fallen == (3222,) and s.taken == {3222: RUSSIAN}
    take_control(s, Hex(2025), RUSSIAN)
    assert s.fallen == (3222,), "a city is no fortress"


@pytest.mark.rule("10.2.1", "10.3.1", "10.3.4a")
def test_10_3_the_forecast_prints_the_table_and_the_lowest_column_is_rolled() -> None:
    s = empty()
    stand(s, 3714, "G-1")
    stand(s, 3814, "R-25", "R-27")
    assault(s, 3814, "G-1")
    shown = decision(s).forecast(s)
    assert shown is not None and shown.title == "Attack on hex 38.14"
    rows = [row.split() for row in printed.CRT.strip().splitlines()]
    assert shown.columns == tuple(row[0].rstrip(":") for row in rows)
    assert shown.rows == tuple((str(die), tuple(row[die] for row in rows)) for die in range(1, 7))
    commit(s, 6)
    assert type(s.log[0].event).__name__ == "Attacked"
    s = empty(fog="on")
    stand(s, 3715, "G-1")
    stand(s, 3814, "R-25", "R-27")
    assault(s, 3814, "G-1")
    shown = decision(s).forecast(s)
    assert shown is not None and (shown.attack, shown.defence, shown.column) == ("3", "?", "")
    s.mark(UnitId("R-25"), supply="isolated")
    assert decision(s).forecast(s) == shown, "what is hidden stays hidden"
    assert [each.kind for each in shown.modifiers] == ["half"] and shown.title == "Attack on hex 38.14"
    s = empty()
    stand(s, 3715, "G-1")
    stand(s, 3614, "R-25")
    s.flow = (AssembleAttack(GERMAN, UnitId(""), Hex(3614), units("G-1")),)
    assert decision(s).forecast(s) is None, "nothing is foretold before a unit is named"


@pytest.mark.rule("10.4.1", "10.4.2")
def test_10_4_2_after_the_first_step_the_owner_is_free() -> None:
    s = empty()
    stand(s, 3714, "G-35", "G-36", "G-1R")
    ask(s)
    demand_losses(s, GERMAN, units("G-35", "G-36", "G-1R"), 2, ATTACKER, True)
    assert options(s) == [Pick(UnitId("G-35")), Pick(UnitId("G-36"))]
    push(s, Pick(UnitId("G-35")))
    assert options(s) == [Pick(UnitId("G-35")), Pick(UnitId("G-36")), Pick(UnitId("G-1R"))]
    assert (now(s).steps, now(s).first) == (1, False)


@pytest.mark.rule("10.3.5e")
def test_10_3_5e_of_two_hqs_as_good_the_first_is_named() -> None:
    s = empty()
    stand(s, 3814, "R-25", "R-28")
    stand(s, 3813, "R-HQ-XX", mode="command")
    stand(s, 3914, "R-HQ-III", mode="command")
    found = defender_hq_shift(s, Hex(3814), RUSSIAN)
    assert found == Modifier(-1, "III Corps HQ", "10.3.5e")


@pytest.mark.rule("10.6.1", "10.6.3", "6.2.4", "15.1")
def test_10_6_1_where_an_advance_may_go_and_what_it_takes() -> None:
    s = empty()
    stand(s, 3124, "G-1/1")
    stand(s, 3814, "R-25")
    cavalry = unit(s, "G-1/1")
    assert why_not_advance(s, cavalry, Hex(3224)) is IMPASSABLE
    assert why_not_advance(s, cavalry, Hex(3814)) is NOT_BESIDE
    stand(s, 3123, "R-27")
    assert why_not_advance(s, cavalry, Hex(3123)) is BLOCKED_BY_ENEMY
    s = empty()
    stand(s, 4213, "G-35")
    stand(s, 4213, "G-HQ-XVII", mode="command")
    ask(s, AdvanceAfterCombat(GERMAN, Hex(4214), units("G-35")))
    push(s, Pick(UnitId("G-35")))
    assert s.taken == {4214: GERMAN} and unit(s, "G-35").mode == ""
    s.taken.clear()
    push(s, Pick(UnitId("G-HQ-XVII")))
    assert not s.taken, "an HQ controls nothing"


@pytest.mark.rule("7.1", "13.3")
def test_7_1_garrisons_do_not_count_for_stacking() -> None:
    s = empty()
    stand(s, 3222, "G-1", "G-2")
    assert why_not_stack(s, unit(s, "G-Loetzen"), Hex(3222)) is None
    stand(s, 3222, "G-Loetzen")
    assert not crowded(s, Hex(3222), GERMAN)


@pytest.mark.rule("9.4", "10.5.6")
def test_10_5_6_a_unit_lost_for_want_of_room_while_isolated_is_lost_as_such() -> None:
    for supply in ("", "oos", "isolated"):
        s = empty()
        stand(s, 3914, "R-28", supply=supply)
        lose_for_want_of_room(s, UnitId("R-28"))
        assert unit(s, "R-28").box == "eliminated" and unit(s, "R-28").lost_isolated == (supply == "isolated")
