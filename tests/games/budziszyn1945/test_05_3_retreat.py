"""5.3 Retreat, and what results do to units."""

import pytest

from bridgehead.core.play import dice, options, why_not
from bridgehead.core.refusal import No
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.budziszyn1945.model.actions import (
    Dig,
)
from bridgehead.games.budziszyn1945.model.data import Cell
from bridgehead.games.budziszyn1945.model.state import RETREATED
from bridgehead.games.budziszyn1945.rules.combat import Combat
from bridgehead.games.budziszyn1945.rules.losses import test_units as roll_test
from bridgehead.games.budziszyn1945.rules.retreat import (
    retreat_tests,
    step_back,
)
from tests.games.budziszyn1945.field import (
    SOVIET,
    battle,
    moving,
    stand,
)
from tests.games.budziszyn1945.fights import facing


@pytest.mark.rule("5.3.10", "7.1.3")
def test_no_digging_after_a_retreat_unless_trapped() -> None:
    s, _, around = facing()
    s.did(UnitId("de_545_a"), RETREATED)
    moving(s, "de_545_a")
    assert Dig() not in options(s)
    no = why_not(s, Dig())
    assert isinstance(no, No) and no.rule == "5.3.10"
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
