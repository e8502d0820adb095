"""The acceptance cases C20 to C33: combat."""

from typing import Any

import pytest

from bridgehead.core.actions import Attack, Choose, Commit, Done, MoveTo, Pick
from bridgehead.core.play import dice, options, push
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.eastprussia1914.rules.advance import AdvanceAfterCombat, SecondHex
from bridgehead.games.eastprussia1914.rules.cavalry import Withdrawal, may_withdraw
from bridgehead.games.eastprussia1914.rules.combat import BELOW_TABLE, CombatSegment
from bridgehead.games.eastprussia1914.rules.losses import DEFENDER, STRONGEST_FIRST, LoseStep
from bridgehead.games.eastprussia1914.rules.odds import attack_total, odds
from bridgehead.games.eastprussia1914.rules.results import Combat
from bridgehead.games.eastprussia1914.rules.retreat import ChooseRetreat, Retreat
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


def column(s: State, target: int, *attackers: str, hq: str = "") -> str:
    found = odds(s, unit(s, attackers[0]).side, UnitId(hq), units(*attackers), Hex(target))
    return s.tables.crt.columns[found.column] if found.column >= 0 else "none"


def fight(s: State, target: int, die: int, *attackers: str, ratio: str, **fields: Any) -> State:
    """A combat on a given column: the case names the column, not the strengths."""
    side = unit(s, attackers[0]).side
    at = s.tables.crt.columns.index(ratio)
    frame = Combat(
        side=side,
        hq=UnitId(""),
        target=Hex(target),
        attackers=units(*attackers),
        column=at,
        die=die,
        at=2,
        **fields,
    )
    found: State = ask(s, frame)
    return found


@pytest.mark.rule("10.3.5b", "10.3.5c", "10.3.1", "2.2.2")
def test_c20_rough_with_a_city() -> None:
    s = empty(turn=5)
    stand(s, 2024, "R-1", "R-36")
    stand(s, 2125, "R-1Rif", "R-59R")
    stand(s, 2025, "G-3R")
    stand(s, 2224, "R-HQ-XIII", mode="movement")
    four = ("R-1", "R-36", "R-1Rif", "R-59R")
    found = odds(s, RUSSIAN, UnitId("R-HQ-XIII"), units(*four), Hex(2025))
    assert (found.attack, found.defence) == (16, 5)
    assert s.tables.crt.columns[found.first] == "3:1"
    assert sum(shift.amount for shift in found.modifiers) == -3
    assert column(s, 2025, *four, hq="R-HQ-XIII") == "1:1"


@pytest.mark.rule("10.3.5a", "10.3.5c")
def test_c21_one_shift() -> None:
    s = empty()
    stand(s, 3513, "G-1R", "G-36R")
    stand(s, 3414, "G-HQ-IR", mode="movement")
    stand(s, 3613, "R-54R", steps=1)
    assert odds(s, GERMAN, UnitId("G-HQ-IR"), units("G-1R", "G-36R"), Hex(3613)).defence == 2
    assert column(s, 3613, "G-1R", "G-36R", hq="G-HQ-IR") == "4:1"


def gumbinnen() -> State:
    s = empty()
    stand(s, 3714, "G-35", "G-36")
    stand(s, 3814, "R-25", "R-27")
    stand(s, 3614, "G-HQ-XVII", mode="command")
    stand(s, 3913, "R-HQ-III", mode="command")
    return s


@pytest.mark.rule("10.3.5d", "10.3.5e", "10.3.5f", "10.3.5g", "10.4.1", "11.3.2d", "12.2.1")
def test_c22_gumbinnen() -> None:
    s = gumbinnen()
    assert column(s, 3814, "G-35", "G-36", hq="G-HQ-XVII") == "1.5:1"
    assault(s, 3814, "G-35", "G-36", hq="G-HQ-XVII")
    commit(s, 2)
    assert isinstance(now(s), LoseStep) and now(s).side == GERMAN
    assert {action.unit for action in options(s) if isinstance(action, Pick)} == set(units("G-35", "G-36"))
    push(s, Pick(UnitId("G-36")))
    assert (unit(s, "G-36").steps, unit(s, "G-36").hex, unit(s, "R-25").hex) == (1, 3714, 3814)
    s = gumbinnen()
    s.mark(UnitId("R-HQ-III"), supply="oos")
    assert column(s, 3814, "G-35", "G-36", hq="G-HQ-XVII") == "2:1"
    s = gumbinnen()
    s.mark(UnitId("G-HQ-XVII"), mode="movement")
    assert column(s, 3814, "G-35", "G-36", hq="G-HQ-XVII") == "1:2"


@pytest.mark.rule("10.3.2b", "10.3.1")
def test_c23_river_halving() -> None:
    s = gumbinnen()
    s.put(UnitId("G-36"), Hex(3715))
    found = odds(s, GERMAN, UnitId("G-HQ-XVII"), units("G-35", "G-36"), Hex(3814))
    assert (found.attack, found.defence) == (9, 12)
    assert s.tables.crt.columns[found.first] == "1:2"
    assert column(s, 3814, "G-35", "G-36", hq="G-HQ-XVII") == "1:1"


@pytest.mark.rule("2.1.1", "2.1.2", "10.3.2a", "10.3.2b", "11.3.2a")
def test_c24_cumulative_halving_and_rounding() -> None:
    s = empty()
    stand(s, 3715, "G-35", supply="oos")
    stand(s, 3714, "G-36", supply="oos")
    stand(s, 3814, "R-5Rif")
    assert attack_total(s, units("G-35"), Hex(3814)) == 1
    assert attack_total(s, units("G-35", "G-36"), Hex(3814)) == 4
    assert column(s, 3814, "G-35", "G-36") == "1:1"
    stand(s, 3715, "G-37", supply="oos")
    assert attack_total(s, units("G-35", "G-36", "G-37"), Hex(3814)) == 6


@pytest.mark.rule("10.3.4c", "11.3.3a")
def test_c25_defence_rounded_to_zero() -> None:
    s = empty()
    stand(s, 3613, "R-1CB", supply="isolated")
    stand(s, 3513, "G-1/1")
    found = odds(s, GERMAN, UnitId(""), units("G-1/1"), Hex(3613))
    assert (found.attack, found.defence) == (1, 0)
    assert [each.because for each in found.modifiers] == ["1st Independent Cavalry Brigade is isolated"]
    assert column(s, 3613, "G-1/1") == "7:1"
    stand(s, 3614, "R-1CB")
    stand(s, 3714, "G-1/1")
    assert column(s, 3614, "G-1/1") == "7:1", "no shift for the town"


@pytest.mark.rule("10.3.4b", "10.3.5b")
def test_c26_cap_before_shifts() -> None:
    s = empty(turn=5)
    stand(s, 2025, "G-70Lw")
    stand(s, 2024, "R-3Gd", "R-7S")
    stand(s, 2125, "R-8S")
    found = odds(s, RUSSIAN, UnitId(""), units("R-3Gd", "R-7S", "R-8S"), Hex(2025))
    assert (found.attack, found.defence) == (18, 2)
    assert column(s, 2025, "R-3Gd", "R-7S", "R-8S") == "4:1"


@pytest.mark.rule("10.3.4a", "10.1.8", "17.1")
def test_c27_not_possible() -> None:
    for fog in ("off", "on"):
        s = empty(fog=fog)
        stand(s, 3613, "G-1")
        stand(s, 3513, "G-HQ-I", mode="command")
        stand(s, 3612, "R-25")
        stand(s, 3712, "R-HQ-III", mode="command")
        found = odds(s, RUSSIAN, UnitId("R-HQ-III"), units("R-25"), Hex(3613))
        assert (found.attack, found.defence) == (5, 6)
        assert s.tables.crt.columns[found.first] == "1:2"
        assert sum(shift.amount for shift in found.modifiers) == -2 and found.column < 0
        ask(s, CombatSegment(RUSSIAN, UnitId("R-HQ-III"), units("R-25")))
        if fog == "off":
            assert not s.flow
            stand(s, 3914, "R-1C")
            stand(s, 3915, "G-1/1")
            ask(s, CombatSegment(RUSSIAN, UnitId("R-HQ-III"), units("R-25", "R-1C")))
            assert Attack(Hex(3915)) in options(s) and no(s, Attack(Hex(3613))) is BELOW_TABLE
            continue
        push(s, Attack(Hex(3613)))
        push(s, Pick(UnitId("R-25")))
        push(s, Commit())
        assert any(type(told.event).__name__ == "AttackCancelled" for told in s.log)
        assert options(s) == [Done()] and now(s).fighters == ()
        assert unit(s, "G-1").steps == unit(s, "R-25").steps == 2


@pytest.mark.rule("10.2.3", "10.2.3b", "10.5.7", "10.5.3")
def test_c28_asterisk_and_town() -> None:
    s = empty()
    stand(s, 1930, "G-41")
    stand(s, 1931, "R-2")
    stand(s, 2030, "G-37")
    fight(s, 1931, 4, "G-41", ratio="2:1")
    assert unit(s, "G-41").steps == 2 and unit(s, "R-2").hex != 1931
    s = empty()
    stand(s, 1427, "R-2")
    stand(s, 1527, "G-41")
    fight(s, 1527, 4, "R-2", ratio="2:1")
    assert unit(s, "G-41").hex == 1527 and unit(s, "R-2").steps == 1
    s = empty()
    stand(s, 3813, "R-28", steps=1)
    for hex, name in ((3812, "G-2"), (3714, "G-1"), (4014, "G-1/1")):
        stand(s, hex, name)
    fight(s, 3813, 4, "G-2", "G-1", ratio="2:1")
    if isinstance(now(s), ChooseRetreat):
        push(s, options(s)[0])
    assert unit(s, "R-28").box == "eliminated" and unit(s, "G-1").steps == unit(s, "G-2").steps == 2
    s = empty()
    stand(s, 1427, "R-2")
    stand(s, 1527, "G-70Lw")
    fight(s, 1527, 2, "R-2", ratio="4:1")
    assert unit(s, "G-70Lw").box == "eliminated" and unit(s, "R-2").steps == 2


@pytest.mark.rule("10.5.3", "10.5.4", "5.4", "10.4.1")
def test_c29_retreat_with_ezocs() -> None:
    s = empty()
    stand(s, 3813, "R-28")
    stand(s, 3812, "G-2")
    stand(s, 3714, "G-1")
    fight(s, 3813, 5, "G-2", "G-1", ratio="2:1")
    assert (unit(s, "R-28").hex, unit(s, "R-28").steps) == (3914, 1)
    s = empty()
    stand(s, 3813, "R-28")
    stand(s, 3812, "G-2")
    stand(s, 3714, "G-1")
    stand(s, 4014, "G-1/1")
    fight(s, 3813, 5, "G-2", "G-1", ratio="2:1")
    assert isinstance(now(s), ChooseRetreat)
    assert {action.hex for action in options(s) if isinstance(action, MoveTo)} == {3814, 3914, 3913}
    push(s, MoveTo(Hex(3914)))
    assert unit(s, "R-28").box == "eliminated"


def pillau(left: int) -> State:
    s = empty()
    stand(s, 1514, "G-1LwB", "G-69")
    stand(s, 1513, "R-25")
    stand(s, 1613, "R-27")
    frame = Retreat(side=GERMAN, units=units("G-1LwB", "G-69"), origin=Hex(1514), left=left, role=DEFENDER)
    found: State = ask(s, frame)
    return found


@pytest.mark.rule("10.5.1", "10.5.2", "10.5.7")
def test_c30_nowhere_to_go() -> None:
    s = pillau(1)
    assert isinstance(now(s), LoseStep)
    assert {action.unit for action in options(s) if isinstance(action, Pick)} == set(units("G-1LwB", "G-69"))
    push(s, Pick(UnitId("G-1LwB")))
    assert unit(s, "G-1LwB").box == "eliminated" and unit(s, "G-69").steps == 2
    s = empty()
    stand(s, 1514, "G-1LwB", "G-69")
    stand(s, 1513, "R-25")
    stand(s, 1613, "R-27")
    fight(s, 1514, 6, "R-25", "R-27", ratio="3:1")
    assert unit(s, "G-69").steps == 1
    assert isinstance(now(s), LoseStep) and not now(s).first
    push(s, Pick(UnitId("G-69")))
    assert unit(s, "G-69").box == "eliminated" and unit(s, "G-1LwB").hex == 1514


def koenigsberg() -> State:
    s = empty()
    stand(s, 2113, "G-Koenigsberg", "G-Ersatz", "G-1LwB")
    stand(s, 2112, "R-25", "R-27")
    stand(s, 2212, "R-28", "R-29")
    stand(s, 2213, "R-30", "R-40")
    return s


@pytest.mark.rule("13.2", "10.4.4", "10.4.1", "10.2.3")
def test_c31_fortress() -> None:
    s = koenigsberg()
    found = odds(s, RUSSIAN, UnitId(""), units("R-25", "R-27"), Hex(2113))
    assert found.defence == 11 and sum(shift.amount for shift in found.modifiers) == -3
    fight(s, 2113, 6, "R-25", "R-27", ratio="1.5:1")
    assert unit(s, "G-Koenigsberg").steps == 2 and unit(s, "G-Ersatz").hex == 2113
    s = koenigsberg()
    fight(s, 2113, 5, "R-25", "R-27", ratio="5:1")
    assert unit(s, "G-Koenigsberg").steps == 1
    assert s.game.counters[UnitId("G-Koenigsberg")].values[1] == (0, 4, 0)
    assert {unit(s, name).hex for name in ("G-Koenigsberg", "G-Ersatz", "G-1LwB")} == {2113}
    s = koenigsberg()
    fight(s, 2113, 1, "R-25", "R-27", ratio="5:1")
    assert isinstance(now(s), LoseStep) and now(s).side == RUSSIAN


@pytest.mark.rule("10.6.1", "10.6.2", "10.6.4", "14.1", "12.4", "14.2")
def test_c32_cavalry_pursuit() -> None:
    s = empty()
    stand(s, 4109, "R-1GdC", "R-2GdC")
    stand(s, 4009, "G-41/1")
    stand(s, 3910, "G-HQ-I", mode="command")
    assert column(s, 4009, "R-1GdC", "R-2GdC") == "6:1"
    assert not may_withdraw(s, Hex(4009), GERMAN, units("R-1GdC", "R-2GdC"))
    assault(s, 4009, "R-1GdC", "R-2GdC")
    commit(s, 3)
    assert unit(s, "G-41/1").box == "eliminated"
    assert isinstance(now(s), AdvanceAfterCombat)
    push(s, Pick(UnitId("R-1GdC")))
    assert isinstance(now(s), SecondHex)
    push(s, MoveTo(Hex(3910)))
    assert unit(s, "G-HQ-I").box == "removed" and unit(s, "R-1GdC").hex == 3910
    s = empty()
    stand(s, 4109, "R-25", "R-27")
    stand(s, 4009, "G-2Lw")
    fight(s, 4009, 3, "R-25", "R-27", ratio="6:1")
    push(s, Pick(UnitId("R-25")))
    assert unit(s, "R-25").hex == 4009 and isinstance(now(s), AdvanceAfterCombat)


@pytest.mark.rule("14.1", "10.6.1")
def test_c33_cavalry_slips_away() -> None:
    s = empty()
    stand(s, 3813, "R-3C")
    stand(s, 3714, "G-1")
    assault(s, 3813, "G-1")
    with dice(s):
        push(s, Commit())
    assert isinstance(now(s), Withdrawal) and now(s).side == RUSSIAN
    push(s, Choose("withdraw two hexes"))
    push(s, MoveTo(Hex(3914)))
    push(s, MoveTo(Hex(4014)))
    assert unit(s, "R-3C").hex == 4014 and unit(s, "R-3C").steps == 2
    assert isinstance(now(s), AdvanceAfterCombat)
    push(s, Pick(UnitId("G-1")))
    assert unit(s, "G-1").hex == 3813
    assert options(s) == [Done()] and now(s).fighters == ()
    s = empty()
    stand(s, 3813, "R-3C")
    stand(s, 3714, "G-1", "G-1/1")
    assert not may_withdraw(s, Hex(3813), RUSSIAN, units("G-1", "G-1/1"))
    assert may_withdraw(s, Hex(3813), RUSSIAN, units("G-1"))
    s.mark(UnitId("R-3C"), supply="isolated")
    assert not may_withdraw(s, Hex(3813), RUSSIAN, units("G-1"))


@pytest.mark.rule("10.4.1")
def test_the_first_step_comes_from_the_strongest() -> None:
    s = empty()
    stand(s, 1514, "G-69", "G-Ersatz", "G-1LwB")
    ask(
        s, LoseStep(GERMAN, units("G-69", "G-Ersatz"), units("G-69", "G-Ersatz", "G-1LwB"), 1, DEFENDER, True)
    )
    assert no(s, Pick(UnitId("G-1LwB"))) is STRONGEST_FIRST
