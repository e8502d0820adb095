"""The acceptance cases C11 to C19: movement, ZOC, rail, stacking."""

import pytest

from bridgehead.core.actions import Choose, MoveTo
from bridgehead.core.play import push
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.eastprussia1914.rules.combat import targets_of
from bridgehead.games.eastprussia1914.rules.movement import EZOC_ACROSS, IMPASSABLE, entry_cost
from bridgehead.games.eastprussia1914.rules.movement_segment import MovementSegment
from bridgehead.games.eastprussia1914.rules.obstacles import MARCH_FAR, NO_LINE
from bridgehead.games.eastprussia1914.rules.rail import NO_RAIL_POINTS, RAIL_IN_EZOC
from bridgehead.games.eastprussia1914.rules.special import set_rail_points
from bridgehead.games.eastprussia1914.rules.stacking import FULL, HQ_THERE, why_not_stack
from bridgehead.games.eastprussia1914.rules.strategic import MARCH_IN_EZOC
from bridgehead.games.eastprussia1914.rules.supply import has_supply, supply_of
from bridgehead.games.eastprussia1914.rules.zoc import in_enemy_zoc
from tests.games.eastprussia1914.table import (
    GERMAN,
    RUSSIAN,
    empty,
    goes,
    moving,
    no,
    now,
    stand,
    unit,
    units,
)


@pytest.mark.rule("5.1", "6.1.2")
def test_c11_ezoc_to_ezoc() -> None:
    s = empty()
    stand(s, 4114, "R-25")
    stand(s, 4014, "G-1")
    assert entry_cost(s, unit(s, "G-1"), Hex(4014), Hex(4013)) == 5
    moving(s, "G-1")
    assert now(s).mp == 5
    push(s, MoveTo(Hex(4013)))
    assert unit(s, "G-1").hex == 4013
    assert isinstance(now(s), MovementSegment)
    s.put(UnitId("G-1"), Hex(4014))
    assert entry_cost(s, unit(s, "R-25"), Hex(4114), Hex(4115)) == 5
    moving(s, "R-25")
    assert 4115 not in goes(s)
    push(s, MoveTo(Hex(4214)))
    assert now(s).mp == 1


@pytest.mark.rule("6.2.1", "6.2.2", "2.2.3")
def test_c12_minor_river() -> None:
    s = empty()
    stand(s, 3614, "G-2")
    assert entry_cost(s, unit(s, "G-2"), Hex(3614), Hex(3615)) == 2
    moving(s, "G-2")
    push(s, MoveTo(Hex(3615)))
    assert isinstance(now(s), MovementSegment)
    s.put(UnitId("G-2"), Hex(3614))
    moving(s, "G-2")
    push(s, MoveTo(Hex(3715)))
    assert now(s).mp == 4


@pytest.mark.rule("6.2.3", "5.6")
def test_c13_major_river() -> None:
    s = empty()
    stand(s, 2913, "R-28")
    moving(s, "R-28")
    assert 2914 in goes(s)
    push(s, MoveTo(Hex(2914)))
    assert isinstance(now(s), MovementSegment)
    s.put(UnitId("R-28"), Hex(2912))
    moving(s, "R-28")
    push(s, MoveTo(Hex(2913)))
    assert 2914 not in goes(s)
    stand(s, 2913, "R-28")
    stand(s, 2915, "G-1")
    stand(s, 2812, "G-2")
    assert in_enemy_zoc(s, Hex(2913), RUSSIAN) and in_enemy_zoc(s, Hex(2914), RUSSIAN)
    moving(s, "R-28")
    assert no(s, MoveTo(Hex(2914))) is EZOC_ACROSS


@pytest.mark.rule("6.2.4", "5.6", "10.1.7", "11.2.1b")
def test_c14_lake_barrier() -> None:
    s = empty()
    stand(s, 3124, "G-1")
    moving(s, "G-1")
    assert entry_cost(s, unit(s, "G-1"), Hex(3124), Hex(3224)) is IMPASSABLE
    assert not s.ledger["zoc_german"][3224]
    stand(s, 3224, "R-25")
    assert targets_of(s, UnitId("G-1"), GERMAN) == []
    stand(s, 3125, "G-2")
    assert entry_cost(s, unit(s, "G-2"), Hex(3125), Hex(3225)) == 1 + 2
    s.put(UnitId("R-25"), Hex(4025))
    assert entry_cost(s, unit(s, "G-2"), Hex(3125), Hex(3225)) == 1
    direction = s.ground.board.around[3124].index(3224)
    assert s.ground.lines[3124 * 6 + direction] < 0


@pytest.mark.rule("6.3.1", "6.3.2", "6.3.4")
def test_c15_strategic_movement() -> None:
    s = empty(turn=4)
    stand(s, 2529, "G-37")
    stand(s, 3614, "G-1")
    moving(s, "G-37", beside="G-1")
    push(s, Choose("strategic"))
    assert {2528, 2527, 2526, 2525, 2425, 2325, 2225} <= goes(s)
    push(s, MoveTo(Hex(2225)))
    assert isinstance(now(s), MovementSegment) and now(s).tired == units("G-37")
    stand(s, 2529, "R-4")
    s.send(UnitId("G-37"), "aside")
    moving(s, "R-4")
    push(s, Choose("strategic"))
    assert 2425 in goes(s) and no(s, MoveTo(Hex(2325))) is MARCH_FAR
    s = empty()
    stand(s, 2529, "G-37")
    stand(s, 2426, "R-4")
    assert in_enemy_zoc(s, Hex(2526), GERMAN) and not in_enemy_zoc(s, Hex(2528), GERMAN)
    moving(s, "G-37")
    push(s, Choose("strategic"))
    assert no(s, MoveTo(Hex(2526))) == replace(MARCH_IN_EZOC, hex=Hex(2527))
    assert 2528 in goes(s) and not {2527, 2526, 2425} & goes(s)


@pytest.mark.rule("6.4.1a", "6.4.1b", "6.4.2", "6.4.3", "3.6.2")
def test_c16_rail_lift_of_turn_3() -> None:
    s = empty(turn=3)
    set_rail_points(s)
    assert s.tracks["rail_german"] == 7
    stand(s, 3614, "G-HQ-I", mode="movement")
    stand(s, 3614, "G-1", "G-2")
    stand(s, 3222, "G-3R", "G-1/1")
    for name, left in (("G-HQ-I", 6), ("G-1", 4), ("G-2", 2)):
        moving(s, name)
        push(s, Choose("rail"))
        push(s, MoveTo(Hex(1228)))
        assert unit(s, name).hex == 1228 and s.tracks["rail_german"] == left
    moving(s, "G-3R")
    push(s, Choose("rail"))
    push(s, MoveTo(Hex(2025)))
    assert s.tracks["rail_german"] == 0
    moving(s, "G-1/1")
    assert no(s, Choose("rail")) is NO_RAIL_POINTS
    s.set(turn=4)
    set_rail_points(s)
    assert s.tracks["rail_german"] == 8


@pytest.mark.rule("6.4.5", "11.2.2b")
def test_c17_gauge() -> None:
    s = empty()
    stand(s, 4213, "G-1/1")
    moving(s, "G-1/1")
    push(s, Choose("rail"))
    assert 4114 in goes(s) and no(s, MoveTo(Hex(4214))) is NO_LINE
    stand(s, 4214, "R-1C")
    s.put(UnitId("G-1/1"), Hex(3614))
    moving(s, "R-1C")
    push(s, Choose("rail"))
    assert {4314, 4413, 4513, 4613, 4713} <= goes(s)
    assert no(s, MoveTo(Hex(4213))) is NO_LINE
    s = empty()
    stand(s, 4114, "R-HQ-III", mode="command")
    assert {4114, 4213, 4214, 4713} <= supply_of(s, RUSSIAN).live
    assert has_supply(s, unit(s, "R-HQ-III"))


@pytest.mark.rule("6.4.3", "6.4.4")
def test_c18_rail_and_ezoc() -> None:
    s = empty()
    stand(s, 3614, "G-35")
    stand(s, 3715, "R-25")
    moving(s, "G-35")
    assert no(s, Choose("rail")) is RAIL_IN_EZOC
    s = empty()
    stand(s, 3614, "G-35")
    stand(s, 3412, "R-25")
    assert in_enemy_zoc(s, Hex(3413), GERMAN)
    moving(s, "G-35")
    push(s, Choose("rail"))
    assert 3514 in goes(s) and 3314 in goes(s) and 3413 not in goes(s)
    route = now(s).path(s, Hex(3314))
    assert {4014, 3818, 3517} <= set(route)
    before = s.tracks["rail_german"]
    push(s, MoveTo(Hex(3314)))
    assert before - s.tracks["rail_german"] == 2


@pytest.mark.rule("7.1", "7.2", "6.1.4")
def test_c19_stacking() -> None:
    s = empty()
    stand(s, 3814, "G-1", "G-2")
    stand(s, 3714, "G-36")
    moving(s, "G-36")
    assert no(s, MoveTo(Hex(3814))) is FULL
    assert {3914, 4014} & goes(s)
    stand(s, 3814, "G-HQ-I", mode="movement")
    stand(s, 3714, "G-HQ-XX", mode="movement")
    assert why_not_stack(s, unit(s, "G-HQ-XX"), Hex(3814)) is HQ_THERE
    stand(s, 3222, "G-Loetzen", "G-3R")
    assert why_not_stack(s, unit(s, "G-36"), Hex(3222)) is None
    stand(s, 3222, "G-36")
    assert why_not_stack(s, unit(s, "G-35"), Hex(3222)) is FULL
    assert why_not_stack(s, unit(s, "G-HQ-XX"), Hex(3222)) is None
