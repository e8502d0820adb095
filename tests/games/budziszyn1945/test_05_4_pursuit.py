"""5.4 Pursuit and advance; 15.2 resilience."""

import pytest

from bridgehead.core.actions import Commit, Done, MoveTo, Pick
from bridgehead.core.play import dice, options, push, why_not
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.budziszyn1945.model.actions import (
    Lose,
)
from bridgehead.games.budziszyn1945.rules import (
    pursuit,
)
from bridgehead.games.budziszyn1945.rules.elimination import remove
from bridgehead.games.budziszyn1945.rules.movement_phase import NO_MPS, MovementPhase
from bridgehead.games.budziszyn1945.rules.pursuit import Lane, Pursue, Pursuit, lanes_of
from bridgehead.games.budziszyn1945.rules.retreat import (
    Retreat,
    stand_firm,
)
from tests.games.budziszyn1945.field import (
    GERMAN,
    SOVIET,
    ask,
    battle,
    begin_combat,
    do,
    field,
    fortify,
    places,
    reckon,
    stand,
)
from tests.games.budziszyn1945.fights import facing, retreated


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
