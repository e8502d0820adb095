"""9.0 Reinforcements."""

import pytest

from bridgehead.core.actions import Cancel, Done, MoveTo, Pick
from bridgehead.core.play import options, why_not
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.seelow1945.model.actions import Raise
from bridgehead.games.seelow1945.model.ground import SWAMP
from bridgehead.games.seelow1945.model.state import REINFORCEMENTS, State
from bridgehead.games.seelow1945.rules.movement import NOT_DUE, MoveUnit, arrival_cost, reinforcements
from bridgehead.games.seelow1945.rules.steps import ENEMY_THERE, NO_ROOM, NO_ZOC_AT_NIGHT
from bridgehead.games.seelow1945.view import facts
from tests.games.seelow1945.field import (
    GAME,
    GERMAN,
    INF,
    INF2,
    RR,
    SOVIET,
    do,
    field,
    now,
    phase,
    pick,
    reason,
    stand,
    unit,
)

DIVISION = ("su_416_1368", "su_416_1373", "su_416_1374")


def waiting(turn: int, *ids: str) -> State:
    s = field(turn=turn)
    for id in ids:
        s.send(UnitId(id), REINFORCEMENTS)
    return s


@pytest.mark.rule("9.11a", "9.11b", "9.12a", "9.12b", "9.13", "9.14", "10.22", "10.23", "12.21")
def test_c38_night_arrival() -> None:
    s = waiting(7, *DIVISION)
    stand(s, 2302, INF)
    stand(s, 2101, INF2)
    phase(s, "movement", SOVIET)
    do(s, *pick(DIVISION[0]))
    assert reason(s, MoveTo(Hex(2301))) == NO_ZOC_AT_NIGHT
    assert reason(s, MoveTo(Hex(2101))) == ENEMY_THERE
    do(s, Cancel())
    s = waiting(7, *DIVISION)
    phase(s, "movement", SOVIET)
    for id, hex in zip(DIVISION, (2001, 2201, 2301), strict=True):
        do(s, *pick(id), MoveTo(Hex(hex)))
        assert unit(s, id).hex == hex
        assert not isinstance(now(s), MoveUnit), "the one point is spent"
    s = waiting(8, *DIVISION)
    do(phase(s, "movement", SOVIET), *pick(DIVISION[0]), MoveTo(Hex(2201)))
    assert isinstance(frame := now(s), MoveUnit)
    assert frame.mp == 1, "held back, it comes on turn 8 with allowance 2"


@pytest.mark.rule("9.12b", "9.13")
def test_arrival_into_zoc_by_day_stops_and_stacking_holds() -> None:
    s = waiting(9, *DIVISION)
    stand(s, 2302, INF)
    do(phase(s, "movement", SOVIET), *pick(DIVISION[0]), MoveTo(Hex(2301)))
    assert not isinstance(now(s), MoveUnit)
    assert arrival_cost(s, unit(s, DIVISION[1]), Hex(2301)) == replace(NO_ROOM, hex=2301)
    do(s, *pick(DIVISION[1]), MoveTo(Hex(2201)), MoveTo(Hex(2102)), Done())
    do(s, *pick(DIVISION[2]), MoveTo(Hex(2201)))
    assert unit(s, DIVISION[2]).hex == 2201, "the same entry hex, one after another"


@pytest.mark.rule("9.11a", "9.14")
def test_too_early_and_elsewhere() -> None:
    s = waiting(6, *DIVISION)
    stand(s, 2501, RR)
    phase(s, "movement", SOVIET)
    assert reason(s, Pick(UnitId(DIVISION[0]))) == NOT_DUE
    s = waiting(7, *DIVISION)
    do(phase(s, "movement", SOVIET), *pick(DIVISION[0]))
    no = why_not(s, MoveTo(Hex(2501)))
    assert no is not None
    assert no.rule == "9.11a"
    do(s, Cancel())
    assert unit(s, DIVISION[0]).box == REINFORCEMENTS
    assert Pick(UnitId(DIVISION[0])) in options(s), "it may still come this turn"


@pytest.mark.rule("12.22", "9.11b", "9.0")
def test_german_reinforcements_and_entry_by_road() -> None:
    ids = ("ge_20pg_8pz_1", "ge_20pg_8pz_3", "ge_9fj_pzj", "ge_169_1230")
    s = waiting(3, *ids)
    assert [u.id for u in reinforcements(s, GERMAN)] == ["ge_169_1230"]
    do(phase(s, "movement", GERMAN), *pick("ge_169_1230"))
    entry = {action.hex for action in options(s) if isinstance(action, MoveTo)}
    assert entry == {2117, 2217, 2317, 2417}
    do(s, MoveTo(Hex(2117)))
    assert isinstance(frame := now(s), MoveUnit)
    assert frame.mp == 9, "the road runs off the map there"
    s = waiting(4, *ids)
    assert {u.id for u in reinforcements(s, GERMAN)} == set(ids)
    do(phase(s, "movement", GERMAN), *pick("ge_9fj_pzj"), MoveTo(Hex(1010)))
    assert isinstance(frame := now(s), MoveUnit)
    assert frame.mp == 8, "clear, and no climb"


@pytest.mark.rule("12.21")
def test_soviet_assault_guns_on_turn_8() -> None:
    s = waiting(8, "su_396hsp")
    do(phase(s, "movement", SOVIET), *pick("su_396hsp"))
    entry = {action.hex for action in options(s) if isinstance(action, MoveTo)}
    assert entry == {2501, 2601, 2701, 2801, 2901, 3001}


@pytest.mark.rule("11.21", "9.0")
def test_none_at_kustrin() -> None:
    s = field("kustrin", turn=12)
    assert s.campaign.arrivals == {}
    assert reinforcements(s, SOVIET) == reinforcements(s, GERMAN) == []


@pytest.mark.rule("9.11b", "5.11")
def test_nobody_motorized_comes_in_through_a_swamp_without_a_road() -> None:
    ground = GAME.grounds["seelow"]
    assert ground.board.terrain[3608] == "swamp"
    assert (ground.edge_cost("motz", Hex(3608), "E"), ground.edge_cost("foot", Hex(3608), "E")) == (SWAMP, 2)


@pytest.mark.rule("6.13b", "9.11a")
def test_a_reinforcement_is_not_laid_on_top_before_it_comes() -> None:
    s = waiting(6, DIVISION[0])
    stand(s, 2501, RR)
    phase(s, "movement", SOVIET)
    assert reason(s, Raise(UnitId(DIVISION[0]))) == NOT_DUE


@pytest.mark.rule("9.11a")
def test_a_reinforcement_says_where_it_arrives() -> None:
    s = waiting(3, "ge_169_1230")
    do(phase(s, "movement", GERMAN), *pick("ge_169_1230"))
    no = why_not(s, MoveTo(Hex(2501)))
    assert no is not None
    assert no.because == "this unit arrives only in Carzig (2117), 2217, 2317, 2417"


@pytest.mark.rule("9.11a", "2.1c")
def test_the_page_knows_when_reinforcements_are_due() -> None:
    s = waiting(3, "ge_169_1230", *DIVISION)
    stand(s, 2501, DIVISION[2])
    assert facts(s)["due"] == {"ge_169_1230": 3, DIVISION[0]: 7, DIVISION[1]: 7}
    assert facts(s)["out_of_play"] == []
    veiled = facts(field("kustrin"))["out_of_play"]
    assert {hex % 100 for hex in veiled} == set(range(9, 18))
    assert len(veiled) == 27 * 9
