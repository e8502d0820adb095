"""What is refused without a click on the map: buttons, boxes, and why."""

from typing import Any

import pytest

from bridgehead.core.actions import Attack, Cancel, Choose, Commit, Done, Drop, MoveTo, Pick, Place
from bridgehead.core.play import options, why_not
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.budziszyn1945.model.actions import (
    ChangeSetup,
    DeclineAir,
    DeclineHq,
    Dig,
    Fire,
    ForceMarch,
    FullStrength,
    LeaveMap,
    MarkStrategic,
    Shift,
    SpendModifiers,
)
from bridgehead.games.budziszyn1945.model.data import Pool
from bridgehead.games.budziszyn1945.rules import (
    air,
    artillery,
    assault,
    combat,
    command,
    entering,
    marching,
    retreat,
    special,
)
from bridgehead.games.budziszyn1945.rules import engineering as works
from bridgehead.games.budziszyn1945.rules import movement as moves
from bridgehead.games.budziszyn1945.rules import movement_phase as phases
from bridgehead.games.budziszyn1945.rules import reinforcements as arrivals
from bridgehead.games.budziszyn1945.rules.abilities import NOT_FIGHTING
from bridgehead.games.budziszyn1945.rules.air import AirPlanning
from bridgehead.games.budziszyn1945.rules.artillery import BarragePhase
from bridgehead.games.budziszyn1945.rules.duties import NOBODY_ATTACKS
from bridgehead.games.budziszyn1945.rules.entering import EnterMap
from bridgehead.games.budziszyn1945.rules.interdiction import RIVER
from bridgehead.games.budziszyn1945.rules.movement_phase import MovementPhase
from bridgehead.games.budziszyn1945.rules.retreat import Retreat
from bridgehead.games.budziszyn1945.rules.special import AirDays
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
    move,
    moving,
    open_ground,
    stand,
)


@pytest.mark.rule("3.1.6", "7.1.4", "10.2.3", "12.1.2", "6.2.2", "6.2.4a", "11.2.3")
def test_what_a_unit_in_hand_may_not_do() -> None:
    s = field()
    stand(s, 4010, "su_254", "su_5_art32")
    moving(s, "su_254")
    assert why_not(s, Done()) == marching.NOTHING_DONE
    assert why_not(s, ForceMarch()) == marching.NOT_STARVED
    assert why_not(s, ChangeSetup()) == marching.NO_SETUPS
    assert why_not(s, LeaveMap()) == marching.NOT_AT_A_ZONE
    do(s, MoveTo(Hex(4011)))
    assert why_not(s, Cancel()) == marching.SPENT
    assert why_not(s, Dig()) == marching.BUSY
    assert why_not(s, MarkStrategic()) == marching.ACTIVATED
    s.mark(UnitId("su_254"), oos=1)
    moving(s, "su_254")
    do(s, ForceMarch())
    assert why_not(s, ForceMarch()) == marching.MPS_USED
    moving(s, "su_254", strategic=True)
    for action in (Dig(), MarkStrategic()):
        assert why_not(s, action) == marching.ONLY_MARCHES
    moving(s, "su_5_art32", strategic=True)
    assert why_not(s, ChangeSetup()) == marching.ONLY_MARCHES


@pytest.mark.rule("11.2.3", "T.20", "OPT.1")
def test_why_a_unit_does_not_leave_the_map() -> None:
    s = field("two_stars", complementary="off")
    edge = s.game.ground.zones["C"][0]
    stand(s, edge, "su_5_art32", "su_254", "de_flak1")
    moving(s, "su_5_art32")
    assert why_not(s, LeaveMap()) == moves.GUNS_IN_PLACE
    assert why_not(s, MarkStrategic()) == works.NOT_PLAYED
    moving(s, "de_flak1")
    assert why_not(s, LeaveMap()) == moves.BOUND_TO_CITY
    moving(s, "su_254")
    assert LeaveMap() in options(s)


@pytest.mark.rule("11.1.1", "11.2.2", "N.12", "N.21a", "N.22", "N.23b")
def test_why_units_off_the_map_do_not_come() -> None:
    s = field()
    s.set(turn=3)
    where = {
        arrivals.LATER: phases.NOT_DUE,
        arrivals.ARMY_28: phases.NOT_CROSSED,
        arrivals.LEFT: phases.LEFT_TODAY,
        arrivals.BERLIN: phases.GONE_TO_BERLIN,
        arrivals.AMERICANS: phases.NO_AMERICANS_YET,
        "eliminated": phases.OUT_OF_PLAY,
    }
    frame = MovementPhase(SOVIET)
    for box, no in where.items():
        s.mark(UnitId("su_254"), box=box)
        assert frame.why_not(s, Pick(UnitId("su_254"))) == no
    german = MovementPhase(GERMAN)
    for id in ("de_hq_iv", "de_art_iv"):
        s.mark(UnitId(id), box=arrivals.SPARE_HQ)
    assert german.why_not(s, Pick(UnitId("de_hq_iv"))) == phases.NO_HQ_LOST
    assert german.why_not(s, Pick(UnitId("de_art_iv"))) == phases.NOT_A_HQ
    s.track("german_hqs_lost", 1)
    late = MovementPhase(GERMAN, strategic=True)
    assert late.why_not(s, Pick(UnitId("de_hq_iv"))) == phases.NOT_NOW_HQ
    assert Pick(UnitId("de_hq_iv")) in german.options(s)


@pytest.mark.rule("11.2.2", "11.1.2")
def test_why_a_unit_does_not_shift() -> None:
    s = field()
    s.mark(UnitId("su_337"), box=arrivals.WAITING, zone="C")
    ask(s, MovementPhase(SOVIET), EnterMap(SOVIET, UnitId("su_337")))
    assert why_not(s, Shift("C")) == entering.IN_ZONE
    assert why_not(s, Shift("S")) == entering.ZONES_AWAY
    assert Shift("F") in options(s)
    late = EnterMap(SOVIET, UnitId("su_337"), strategic=True)
    assert late.why_not(s, Shift("F")) == entering.SHIFTS_BEFORE
    s.mark(UnitId("su_337"), box=arrivals.ARMY_28)
    assert late.why_not(s, Shift("F")) == entering.NO_SHIFT


@pytest.mark.rule("10.2.3", "9.1.7", "9.2.1", "8.2.2", "5.2.1a")
def test_what_an_attack_may_not_add() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "de_545_a")
    stand(s, around[0], "su_254")
    attack(s, SOVIET)
    do(s, Attack(Hex(clear)))
    adds: tuple[Any, ...] = (SpendModifiers("1"), DeclineHq(), DeclineAir(), Commit())
    assert [why_not(s, each) for each in adds] == [NOBODY_ATTACKS] * 4
    do(s, Pick(UnitId("su_254")))
    assert why_not(s, SpendModifiers("1")) == command.NO_MODIFIERS
    assert why_not(s, DeclineHq()) == command.NOT_ALL_COVERED
    assert why_not(s, DeclineAir()) == artillery.NOBODY_FLIES
    assert why_not(s, FullStrength(UnitId("su_254"))) == assault.NOT_STARVED
    assert why_not(s, FullStrength(UnitId("su_50"))) == NOT_FIGHTING
    s.mark(UnitId("su_254"), oos=1)
    stand(s, around[0], "su_hq_52")
    s.set(pools=(Pool(SOVIET, Hex(clear), 2, s.combats),))
    do(s, FullStrength(UnitId("su_254")), SpendModifiers("2"), DeclineHq())
    assert why_not(s, FullStrength(UnitId("su_254"))) == assault.FULL_ALREADY
    assert why_not(s, SpendModifiers("1")) == command.MODIFIERS_USED
    assert why_not(s, DeclineHq()) == command.HQ_LEFT_OUT


@pytest.mark.rule("6.3.6", "9.1.7", "9.2.1")
def test_what_a_defender_may_not_add() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "de_545_a")
    stand(s, around[2], "de_art_v")
    stand(s, around[0], "su_254")
    begin_combat(s, battle(SOVIET, clear, "su_254"))
    assert why_not(s, SpendModifiers("1")) == command.NO_MODIFIERS
    assert why_not(s, DeclineHq()) == command.NOT_ALL_COVERED
    assert why_not(s, Drop(UnitId("de_art_v"))) == combat.NOT_STACKED


@pytest.mark.rule("6.4.2a", "6.4.4", "6.5.4", "8.2.2")
def test_what_a_fire_may_not_do() -> None:
    s = field()
    clear, _ = open_ground(s)
    stand(s, clear, "de_545_a")
    stand(s, clear + 3, "su_5_art32", "su_5_art33")
    attack(s, SOVIET)
    do(s, Fire(Hex(clear)))
    assert why_not(s, Commit()) == artillery.GUNS_FIRST
    do(s, Pick(UnitId("su_5_art32")))
    assert DeclineAir() not in options(s)
    assert why_not(s, DeclineAir()) == artillery.NOBODY_FLIES
    shown = s.flow[-1].forecast(s)
    assert [roll for roll, _ in shown.rows] == [str(roll) for roll in range(2, 13)]
    assert shown.rows[0][1] == (
        "lose 1 CEL",
        "lose 1 CEL",
        *["lose 1 CEL, disorganized"] * 2,
        *["lose 2 CEL"] * 2,
    )
    assert shown.rows[10][1][0] == "test"
    s.track("ammunition", 4)
    ask(s, BarragePhase(SOVIET))
    do(s, Attack(Hex(clear)))
    assert why_not(s, Commit()) == artillery.TWO_GUNS
    assert why_not(s, DeclineAir()) == artillery.NO_AIR_HERE


@pytest.mark.rule("8.1.7", "8.2.1", "8.2.4", "8.2.18", "8.1.5")
def test_what_air_planning_refuses() -> None:
    s = field("two_stars")
    s.track("air_base", 3)
    ask(s, AirPlanning(ALLIED, left=3))
    assert why_not(s, Choose("bombing")) == air.NO_SUCH_MISSION
    assert why_not(s, Choose(air.DEFENSIVE)) == air.NOBODY_FOR[air.DEFENSIVE]
    assert why_not(s, Choose(air.OBJECTS)) == air.NO_AIR_LEFT
    assert why_not(s, Cancel()) == air.NO_MISSION
    do(s, Choose(RIVER))
    assert why_not(s, Done()) == air.FINISH_FIRST
    do(s, Place(s.game.bank_hexes[0]), Choose("1"))
    assert why_not(s, Done()) == air.ALLOT_FIRST
    assert AirPlanning(SOVIET).why_not(s, Choose(air.DEFENSIVE)) == air.NOT_SOVIET_WORK


@pytest.mark.rule("T.3")
def test_an_air_day_is_chosen_once() -> None:
    s = field("two_stars")
    s.air_days.clear()
    s.air_days[3] = 30
    frame = AirDays(SOVIET, 25)
    assert frame.why_not(s, Choose("day 3")) == special.DAY_TAKEN
    assert frame.why_not(s, Choose("day 17")) == special.NO_SUCH_DAY
    assert frame.options(s) == [Choose(f"day {day}") for day in range(1, 17) if day != 3]
    s.air_days[1] = 20
    s.air_days[16] = 25
    assert [frame.why_not(s, Choose(day)) for day in ("day 1", "day 16")] == [special.DAY_TAKEN] * 2


@pytest.mark.rule("5.3.1", "5.3.7")
def test_a_retreat_once_begun_is_not_put_back() -> None:
    s = field()
    clear, around = open_ground(s)
    stand(s, clear, "de_545_a")
    stand(s, around[0], "su_254")
    ask(s, Retreat(GERMAN, 2, (UnitId("de_545_a"),)))
    do(s, Pick(UnitId("de_545_a")))
    assert why_not(s, Done()) == retreat.NOT_BEGUN
    do(s, next(each for each in options(s) if isinstance(each, MoveTo)))
    assert why_not(s, Cancel()) == retreat.ON_THE_WAY


@pytest.mark.rule("11.1.3")
def test_units_that_left_or_entered_have_moved() -> None:
    s = field()
    s.mark(UnitId("su_337"), box=arrivals.WAITING, zone="C")
    move(s, SOVIET)
    do(s, Pick(UnitId("su_337")), Shift("D"))
    assert why_not(s, Pick(UnitId("su_337"))) == phases.HAS_MOVED
