"""15.0 Victory, 16.0 scenarios, 17.0 optional rules, 18.0 events."""

import pytest

from bridgehead.core.actions import Choose, Done, MoveTo, Pick, Place
from bridgehead.core.play import determinize, dice, options, push, view
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.eastprussia1914.model.actions import ToTop
from bridgehead.games.eastprussia1914.model.state import controller, take_control
from bridgehead.games.eastprussia1914.rules import victory
from bridgehead.games.eastprussia1914.rules.activation import Activation
from bridgehead.games.eastprussia1914.rules.demolition import NOT_IDLE, NOT_OWNER, RailwayWork
from bridgehead.games.eastprussia1914.rules.movement_segment import ON_TOP, TOPPED, MovementSegment
from bridgehead.games.eastprussia1914.rules.rail import why_not_rail
from bridgehead.games.eastprussia1914.rules.special import (
    LandsturmCalledOut,
    announce_historical_events,
    roll_random_event,
    set_rail_points,
)
from bridgehead.games.eastprussia1914.rules.supply import supply_of
from bridgehead.games.eastprussia1914.rules.victory import (
    final_result,
    ground_points,
    net_points,
    sudden_death,
    unit_points,
)
from tests.games.eastprussia1914.table import (
    GERMAN,
    NO_HQ,
    RUSSIAN,
    ask,
    chit,
    empty,
    moving,
    no,
    now,
    opening,
    stand,
    unit,
    units,
)


@pytest.mark.rule("15.1")
def test_15_1_control_follows_combat_units_not_hqs() -> None:
    s = empty(turn=4)
    stand(s, 3814, "R-1C")
    stand(s, 3914, "R-HQ-III", mode="movement")
    moving(s, "R-HQ-III")
    push(s, MoveTo(Hex(4014)))
    assert controller(s, Hex(4014)) == GERMAN
    moving(s, "R-1C")
    push(s, MoveTo(Hex(3614)))
    assert controller(s, Hex(3614)) == RUSSIAN and controller(s, Hex(3714)) == RUSSIAN
    take_control(s, Hex(3614), GERMAN)
    assert controller(s, Hex(3614)) == GERMAN


@pytest.mark.rule("15.2")
def test_15_2_points_for_ground() -> None:
    s = empty()
    assert ground_points(s, GERMAN) == ground_points(s, RUSSIAN) == 0
    take_control(s, Hex(2025), RUSSIAN)
    take_control(s, Hex(3614), RUSSIAN)
    take_control(s, Hex(4421), GERMAN)
    assert (ground_points(s, RUSSIAN), ground_points(s, GERMAN)) == (4, 2)


@pytest.mark.rule("15.3", "12.7c")
def test_15_3_points_for_units() -> None:
    s = empty()
    for name in ("R-25", "R-54R", "R-1Rif", "R-1C"):
        s.eliminate(UnitId(name))
    s.send(UnitId("R-HQ-III"), "removed")
    assert unit_points(s, GERMAN) == 3
    for name, worth in (("G-1", 2), ("G-3R", 2), ("G-35R", 1), ("G-6Lw", 1), ("G-Thorn", 1), ("G-1/1", 0)):
        before = unit_points(s, RUSSIAN)
        s.eliminate(UnitId(name))
        assert unit_points(s, RUSSIAN) - before == worth
    s.send(UnitId("G-HQ-I"), "removed")
    assert unit_points(s, RUSSIAN) == 9


@pytest.mark.rule("15.4", "16.2.3", "16.3.6", "16.2.1", "16.3.5")
def test_15_4_levels() -> None:
    s = opening()
    assert net_points(s) == 0 and final_result(s).level == "Draw" and final_result(s).winner is None
    s = opening("tannenberg")
    assert net_points(s) == -8 and final_result(s).level == "German minor victory"
    s = opening("masurian")
    assert net_points(s) == -13 and final_result(s).level == "Russian minor victory"
    assert controller(s, Hex(3314)) == RUSSIAN and controller(s, Hex(3825)) == RUSSIAN


@pytest.mark.rule("15.4")
@pytest.mark.parametrize(
    ("scenario", "won", "drawn", "lost"),
    [("campaign", 1, (0, -6), -7), ("tannenberg", -10, (-11, -15), -16), ("masurian", -6, (-7, -10), -11)],
)
def test_15_4_where_the_draw_lies(
    scenario: str, won: int, drawn: tuple[int, int], lost: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    s = opening(scenario)
    expected = {won: "German minor victory", lost: "Russian minor victory", **dict.fromkeys(drawn, "Draw")}
    for net, level in expected.items():
        monkeypatch.setattr(victory, "net_points", lambda _, net=net: net)
        assert final_result(s).level == level


@pytest.mark.rule("16.4a", "16.4b", "15.5")
def test_16_4b_russian_sudden_death() -> None:
    s = empty()
    stand(s, 2113, "R-25", supply="oos")
    assert sudden_death(s) is None
    s.mark(UnitId("R-25"), supply="")
    found = sudden_death(s)
    assert found is not None and found.winner == RUSSIAN and found.level == "Russian overwhelming victory"
    s = empty()
    stand(s, 318, "R-25")
    assert sudden_death(s) is None
    stand(s, 622, "R-27")
    assert sudden_death(s) is not None


@pytest.mark.rule("16.4c", "15.5")
def test_16_4c_german_sudden_death_in_the_campaign_only() -> None:
    for scenario, ends in (("campaign", True), ("tannenberg", False)):
        s = opening(scenario)
        for name in ("II", "III", "IV", "XX"):
            s.send(UnitId(f"R-HQ-{name}"), "removed")
        assert sudden_death(s) is None
        s.send(UnitId("R-HQ-VI"), "removed")
        found = sudden_death(s)
        assert (found is not None) == ends
        if found is not None:
            assert found.level == "German overwhelming victory"


@pytest.mark.rule("16.1.1", "16.1.2", "16.1.3", "16.2.1", "16.3.1", "16.3.2", "16.3.7a")
def test_16_scenarios() -> None:
    s = opening()
    enemies = {(hex, s.units[stack[0]].side) for hex, stack in s.stacks.items()}
    for hex, side in enemies:
        for near in s.ground.board.near[hex]:
            assert all(s.units[each].side == side for each in s.stacks.get(Hex(near), ()))
    assert (s.rules_of.first_turn, s.rules_of.last_turn) == (1, 16)
    due = s.rules_of.unit["R-72R"]
    assert (due.turn, due.entry) == (6, "C") and unit(s, "R-72R").box == "reinforcements"
    s = opening("tannenberg")
    assert (s.rules_of.first_turn, s.rules_of.last_turn) == (4, 8)
    s = opening("masurian")
    assert (s.rules_of.first_turn, s.rules_of.last_turn) == (12, 16)
    assert "R-HQ-XIII" not in s.units and "R-1" not in s.units and "G-35R" not in s.units


@pytest.mark.rule("16.1.5", "16.3.7d", "18.1.1", "18.1.2", "18.1.4")
def test_18_1_historical_events_by_scenario() -> None:
    s = opening()
    announce_historical_events(s)
    assert [told.rule for told in s.log] == ["18.1.1", "18.1.2", "18.1.3a"]
    s = opening("masurian", turn=12)
    announce_historical_events(s)
    assert s.log == []
    s = opening("tannenberg")
    announce_historical_events(s)
    assert [told.rule for told in s.log] == ["18.1.5"]


@pytest.mark.rule("16.3.7b", "6.4.1b", "18.2b")
def test_18_2b_collision_halves_german_rail_points() -> None:
    s = opening(turn=3)
    set_rail_points(s)
    assert (s.tracks["rail_german"], s.tracks["rail_russian"]) == (7, 2)
    s.set(event=3)
    set_rail_points(s)
    assert (s.tracks["rail_german"], s.tracks["rail_russian"]) == (3, 2)
    s = opening("masurian", turn=14)
    set_rail_points(s)
    assert (s.tracks["rail_german"], s.tracks["rail_russian"]) == (4, 2)
    assert s.tables.turns[14].replacements.russian == 2


@pytest.mark.rule("18.2a", "18.2b", "18.2d", "16.3.7h")
def test_18_2_landsturm() -> None:
    s = empty(turn=5)
    with dice(s, 1, 1):
        roll_random_event(s)
    ask(s, LandsturmCalledOut(GERMAN))
    assert not s.flow
    s.mark(UnitId("G-6Lw"), lost_isolated=True)
    s.eliminate(UnitId("G-6Lw"))
    s.eliminate(UnitId("G-1/1"))
    ask(s, LandsturmCalledOut(GERMAN))
    assert no(s, Pick(UnitId("G-1/1"))).rule == "18.2b"
    assert Done() in options(s)
    push(s, Pick(UnitId("G-6Lw")))
    take_control(s, Hex(2025), RUSSIAN)
    stand(s, 3413, "R-25")
    places = {action.hex for action in options(s) if isinstance(action, Place)}
    assert 2113 in places and 2025 not in places and 3314 not in places
    push(s, Place(Hex(2113)))
    assert unit(s, "G-6Lw").hex == 2113 and unit(s, "G-6Lw").steps == 1
    assert not s.flow, "one brigade is called out, no more"
    s = opening("masurian", turn=13)
    with dice(s, 6, 6):
        roll_random_event(s)
    assert s.event == 7


@pytest.mark.rule("17.1")
def test_17_1_fog_of_war() -> None:
    s = opening(fog="on")
    assert s.stacks[Hex(4012)] == units("G-1/1", "G-2/1")
    seen = {each["id"] for each in view(s, RUSSIAN).units}
    assert "G-2/1" in seen and "G-1/1" not in seen
    assert "G-1/1" in {each["id"] for each in view(s, GERMAN).units}
    ask(s, MovementSegment(GERMAN, NO_HQ, units("G-1/1", "G-2/1")))
    assert {"G-1/1", "G-2/1"} <= {each["id"] for each in view(s, RUSSIAN).units}  # both are activated
    assert no(s, ToTop(UnitId("G-2/1"))) is ON_TOP
    push(s, ToTop(UnitId("G-1/1")))
    assert no(s, ToTop(UnitId("G-1/1"))) is TOPPED
    ask(s)
    seen = {each["id"] for each in view(s, RUSSIAN).units}
    assert "G-1/1" in seen and "G-2/1" not in seen
    for seed in range(5):
        guess = determinize(s, RUSSIAN, seed)
        assert view(guess, RUSSIAN) == view(s, RUSSIAN)
    assert view(opening(), RUSSIAN).backs == ()


@pytest.mark.rule("17.3")
def test_17_3_demolitions() -> None:
    s = empty(turn=5, demolitions="on")
    stand(s, 3614, "G-1", "G-2")
    stand(s, 3514, "G-HQ-I", mode="command")
    ask(s, Activation(side=GERMAN, chit=chit("G-HQ-I"), hq=UnitId("G-HQ-I")))
    push(s, Choose("command"))
    push(s, Pick(UnitId("G-2")))
    push(s, MoveTo(Hex(3714)))
    push(s, Done())
    push(s, Done())
    assert isinstance(now(s), RailwayWork)
    assert no(s, Pick(UnitId("G-2"))) is NOT_IDLE
    push(s, Pick(UnitId("G-1")))
    assert s.demolished == (3614,) and not s.flow
    assert 3614 not in supply_of(s, RUSSIAN).live and why_not_rail(s, unit(s, "G-1"), 2) is not None
    s.send(UnitId("G-1"), "aside")
    stand(s, 3614, "R-25")
    ask(s, RailwayWork(RUSSIAN, units("R-25")))
    assert not s.flow
    assert RailwayWork(RUSSIAN, units("R-25")).why_not_unit(s, UnitId("R-25")) is NOT_OWNER
    s.send(UnitId("R-25"), "aside")
    stand(s, 3614, "G-1")
    ask(s, RailwayWork(GERMAN, units("G-1")))
    push(s, Pick(UnitId("G-1")))
    assert not any(s.demolished)


@pytest.mark.rule("16.4c")
def test_16_4c_only_russian_hqs_count() -> None:
    s = opening()
    for name in ("R-HQ-II", "R-HQ-III", "R-HQ-IV", "R-HQ-XX", "G-HQ-I", "G-HQ-XX"):
        s.send(UnitId(name), "removed")
    assert sudden_death(s) is None


@pytest.mark.rule("17.3")
def test_17_3_a_unit_works_once() -> None:
    s = empty(turn=5, demolitions="on")
    stand(s, 3614, "G-1")
    stand(s, 3514, "G-2")
    ask(s, RailwayWork(GERMAN, units("G-1", "G-2")))
    push(s, Pick(UnitId("G-1")))
    assert options(s) == [Pick(UnitId("G-2")), Done()] and s.demolished == (3614,)
    assert no(s, Pick(UnitId("G-1"))) is NOT_IDLE
