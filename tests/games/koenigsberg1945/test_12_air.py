"""12.0 Air units."""

from collections import Counter

import pytest

from bridgehead.core.actions import Attack, Commit
from bridgehead.core.play import decision, dice, push, why_not
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.koenigsberg1945.model.actions import FullAttack, NormalAttack
from bridgehead.games.koenigsberg1945.model.data import FRONT_2, FRONT_3, GERMAN
from bridgehead.games.koenigsberg1945.model.events import NormalAttackFlown
from bridgehead.games.koenigsberg1945.rules.air import (
    COMMITTED,
    NOT_AIR,
    NOT_ALONE,
    NOT_READY,
    OTHER_FRONT,
    bad_weather,
    refitted_unit_return,
)
from bridgehead.games.koenigsberg1945.rules.combat import AssembleAttack
from tests.games.koenigsberg1945.field import (
    assemble,
    box,
    column,
    field,
    fight,
    force_of,
    may,
    segment,
    told,
)
from tests.support import stand


@pytest.mark.rule("12.0", "12.3b")
def test_one_german_and_seven_soviet_air_units() -> None:
    s = field()
    assert Counter(force_of(s, unit) for unit in s.game.air) == {GERMAN: 1, FRONT_2: 3, FRONT_3: 4}


@pytest.mark.rule("12.0", "12.1a", "12.1c", "2.1.4c", "12.3")
def test_only_the_attackers_own_aircraft_and_before_the_die() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2115, "s2bf_2sha_88")
    assemble(s, 2114, "s2bf_2sha_88")
    assert column(s) == "1-1"
    assert why_not(s, FullAttack(UnitId("air_1aa_1"))) is OTHER_FRONT
    assert why_not(s, FullAttack(UnitId("air_lw_1"))) is OTHER_FRONT
    push(s, NormalAttack(UnitId("air_4aa_1")))
    assert column(s) == "2-1"
    assert why_not(s, FullAttack(UnitId("air_4aa_1"))) is COMMITTED
    push(s, FullAttack(UnitId("air_4aa_2")))
    assert column(s) == "4-1"
    frame = decision(s)
    assert isinstance(frame, AssembleAttack)
    forecast = frame.forecast(s)
    assert forecast is not None
    assert (forecast.column, forecast.attack, forecast.defence) == ("4-1", "6", "4")
    with dice(s, 1):
        push(s, Commit())
    assert (box(s, "air_4aa_1"), box(s, "air_4aa_2")) == ("refit", "grounded")


@pytest.mark.rule("12.1a", "2.2.7")
def test_an_air_unit_that_is_not_ready_does_not_fly() -> None:
    s = field()
    s.send(UnitId("air_4aa_1"), "refit")
    stand(s, 2114, "g_independent_23")
    stand(s, 2115, "s2bf_2sha_88")
    assemble(s, 2114, "s2bf_2sha_88")
    assert why_not(s, FullAttack(UnitId("air_4aa_1"))) is NOT_READY


@pytest.mark.rule("12.4", "12.2.2")
def test_the_baltic_air_armies_wait_for_a_six() -> None:
    s = field()
    for unit in ("air_3aa", "air_18aa", "air_1aa_1"):
        s.send(UnitId(unit), "refit")
    with dice(s, 6, 5):
        refitted_unit_return(s)
    assert [box(s, unit) for unit in ("air_1aa_1", "air_3aa", "air_18aa")] == [
        "air_army_1",
        "air_army_1",
        "refit",
    ]


@pytest.mark.rule("RE.6")
def test_bad_weather_grounds_both_sides() -> None:
    s = field()
    s.send(UnitId("air_4aa_1"), "refit")
    s.send(UnitId("air_4aa_2"), "grounded")
    bad_weather(s)
    assert box(s, "air_4aa_1") == box(s, "air_4aa_2") == "grounded"
    assert {box(s, unit) for unit in s.game.air} == {"grounded", "refit"}


def test_air_units_need_an_attacker_first() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2115, "s2bf_2sha_88")
    segment(s, "s2bf_2sha_88")
    push(s, Attack(Hex(2114)))
    assert not may(s, FullAttack(UnitId("air_4aa_1")))


@pytest.mark.rule("12.1a", "12.3")
def test_what_is_no_air_unit_does_not_fly() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88")
    s.send(UnitId("air_4aa_1"), "refit")
    assemble(s, 2114, "s2bf_2sha_88")
    assert why_not(s, FullAttack(UnitId("s2bf_2sha_88"))) is NOT_AIR
    assert why_not(s, NormalAttack(UnitId("air_1aa_1"))) is OTHER_FRONT
    assert why_not(s, NormalAttack(UnitId("air_4aa_1"))) is NOT_READY


@pytest.mark.rule("12.3", "12.1a")
def test_an_air_unit_of_another_force_is_refused_as_such_before_any_unit_is_in() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88")
    segment(s, "s2bf_2sha_88")
    push(s, Attack(Hex(2114)))
    assert why_not(s, FullAttack(UnitId("air_1aa_1"))) is OTHER_FRONT
    assert why_not(s, FullAttack(UnitId("air_4aa_1"))) is NOT_ALONE


@pytest.mark.rule("12.1.1", "12.1a")
def test_a_normal_attack_is_told_and_sends_to_refit() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2113, "s2bf_2sha_88")
    fight(s, 2114, "s2bf_2sha_88", die=4, normal=["air_4aa_1"])
    assert [(each.unit, each.box) for each in told(s, NormalAttackFlown)] == [("air_4aa_1", "refit")]


@pytest.mark.rule("12.1a")
def test_an_air_unit_that_makes_a_full_attack_makes_no_other() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 2115, "s2bf_2sha_88")
    assemble(s, 2114, "s2bf_2sha_88", full=["air_4aa_1"])
    for verb in (FullAttack, NormalAttack):
        assert why_not(s, verb(UnitId("air_4aa_1"))) is COMMITTED
