"""3.0 Sequence of play."""

import pytest

from bridgehead.core.actions import Done
from bridgehead.core.play import dice, options, push, setup
from bridgehead.core.values import UnitId
from bridgehead.core.words import line
from bridgehead.games import load_game
from bridgehead.games.eastprussia1914.rules.activation import Activation, DrawPhase
from bridgehead.games.eastprussia1914.rules.chits import SelectChits
from bridgehead.games.eastprussia1914.rules.sequence import GameTurn
from bridgehead.games.eastprussia1914.rules.supply_phase import SupplyPhase
from tests.games.eastprussia1914.table import GERMAN, RUSSIAN, ask, chit, empty, now, opening, stand, unit

PHASES = [part.__name__ for part in GameTurn.sequence]


@pytest.mark.rule("3.0a", "3.1", "3.2", "3.3", "3.4a", "3.5", "3.6")
def test_3_0_order_of_the_phases() -> None:
    order = [
        "random_event_phase",
        "german_replacements",
        "german_reinforcements",
        "chit_selection",
        "chit_draw_phase",
        "supply_phase",
        "sudden_death_segment",
        "clean_up_segment",
        "turn_advance_segment",
    ]
    assert [PHASES.index(name) for name in order] == sorted(PHASES.index(name) for name in order)


@pytest.mark.rule("3.1", "18.2a", "18.2b")
def test_3_1_two_dice_every_turn() -> None:
    s = opening()
    with dice(s, 3, 4):
        ask(s, GameTurn())
    assert s.event == 7
    assert isinstance(now(s), SelectChits)


@pytest.mark.rule("8.6", "9.1", "3.2")
def test_3_2_the_german_goes_first() -> None:
    assert PHASES.index("german_replacements") < PHASES.index("russian_replacements")
    assert PHASES.index("russian_replacements") < PHASES.index("german_reinforcements")
    assert PHASES.index("german_reinforcements") < PHASES.index("russian_reinforcements")


@pytest.mark.rule("3.4b", "4.2.2", "4.2.6b", "4.3.5b")
def test_3_4b_all_movement_before_all_combat() -> None:
    parts = [part.__name__ for part in Activation.sequence]
    assert parts == [
        "choose_hq",
        "choose_mode",
        "measure_range",
        "name_free_movers",
        "movement_segment",
        "combat_segment",
        "railway_work",
    ]


@pytest.mark.rule("3.5", "3.5.1", "3.5.2", "3.5.3", "3.5.4", "3.5.5", "11.1a")
def test_3_5_five_segments_in_strict_order() -> None:
    assert [part.__name__ for part in SupplyPhase.sequence] == [
        "in_supply_segment",
        "attrition_segment",
        "isolation_check_segment",
        "supply_status_segment",
        "german_isolated_movement",
        "russian_isolated_movement",
    ]


@pytest.mark.rule("3.6.2")
def test_3_6_2_clean_up() -> None:
    s = opening(event=6)
    s.mark(UnitId("G-3R"), activated=(chit("G-HQ-I"),), railed=True)
    s.mark(UnitId("G-1"), supply="oos", steps=1)
    s.mark(UnitId("G-HQ-I"), mode="movement")
    s.set(used=(chit("G-HQ-I"),))
    with dice(s, 3, 4):
        ask(s, GameTurn(at=PHASES.index("clean_up_segment")))
    assert not s.used and s.event == 7 and s.turn == 2
    assert unit(s, "G-3R").activated == () and not unit(s, "G-3R").railed
    assert unit(s, "G-1").supply == "oos" and unit(s, "G-1").steps == 1
    assert unit(s, "G-HQ-I").mode == "movement"
    assert s.tracks["rail_german"] == 4


@pytest.mark.rule("3.6.3", "3.0b", "16.1.1", "16.3.1")
def test_3_6_3_after_the_last_turn_victory_is_determined() -> None:
    for scenario, last in (("campaign", 16), ("tannenberg", 8), ("masurian", 16)):
        s = opening(scenario, turn=last, event=6)
        ask(s, GameTurn(at=PHASES.index("clean_up_segment")))
        assert s.ended is not None and s.ended.rule == "15.4"
        assert (s.event, s.tracks) == (0, {})


@pytest.mark.rule("3.6.1", "16.4a", "3.0b")
def test_3_6_1_sudden_death_ends_the_game_on_the_spot() -> None:
    s = empty(turn=5)
    s.put(UnitId("R-25"), s.tables.alone)
    ask(s, GameTurn(at=PHASES.index("sudden_death_segment")))
    assert s.ended is not None and s.ended.winner == RUSSIAN and s.turn == 5


@pytest.mark.rule("3.4a", "4.2.1", "4.2.3")
def test_4_2_1_every_selected_chit_is_drawn() -> None:
    s = opening(turn=2)
    s.set(cup=(chit("G-HQ-XX"), chit("R-HQ-VI")))
    with dice(s, 2):
        ask(s, DrawPhase())
    assert s.used == (chit("R-HQ-VI"),) and s.cup == (chit("G-HQ-XX"),)
    seen = []
    while s.ended is None and s.flow != ():
        seen.append(now(s).side)
        push(s, options(s)[-1])
    assert set(seen) == {GERMAN, RUSSIAN}
    assert sorted(s.used) == [chit("G-HQ-XX"), chit("R-HQ-VI")]


def test_the_first_decision_is_the_german_selection() -> None:
    s = setup(load_game("eastprussia1914"), "campaign", 7)
    assert isinstance(now(s), SelectChits) and now(s).side == GERMAN
    assert Done() not in options(s)


@pytest.mark.rule("3.0a", "3.1", "3.2", "3.3", "3.5", "9.1", "8.6", "12.7b", "17.2", "18.1.2")
def test_3_0_a_turn_is_played_in_order_by_both_sides() -> None:
    s = empty(turn=9, orders_in_advance="on")
    for hex, name in ((3614, "G-1"), (4413, "R-25")):
        stand(s, hex, name, steps=1)
    stand(s, 2025, "G-HQ-XX", mode="command")  # without troops
    for name in ("G-3Gd", "R-73R"):
        s.send(UnitId(name), "reinforcements")
    told: list[str] = []
    asked: list[tuple[str, str]] = []
    with dice(s, 3, 4):
        ask(s, GameTurn())
    while s.turn == 9:
        told += [line(s.game, one) for one in s.log]
        asked.append((now(s).side, type(now(s)).__name__))
        push(s, Done())
    assert told == [
        "Turn 9. 3.0a",
        "Random Event Phase. 3.1",
        "Trains from the West: " + s.tables.file.historical_event["18.1.6"].about + " 18.1.6",
        "Random event: rolled 7 (3, 4): Quiet. No event. 18.2b",
        "Rail Points this turn: German 8, Russian 3. 6.4.1a",
        "German Replacements Segment. 9.1",
        "Russian Replacements Segment. 9.1",
        "XX Corps HQ is removed with its chit: it has no troops left to command. 12.7b",
        "German Reinforcements Segment. 3.2",
        "Russian Reinforcements Segment. 3.2",
        "Command Chit Selection Phase. 3.3",
        "Command Points this turn: German 5, Russian 4. 4.1.1",
    ]
    rest = [line(s.game, one) for one in s.log]
    later = (
        "The Draw Cup holds 0 German chits and 0 Russian chits. 4.1.4",
        "Supply Phase. 3.5",
        "Turn 10. 3.0a",
    )
    assert [each for each in rest if each in later] == list(later)
    assert asked[:4] == [
        (GERMAN, "Replacements"),
        (RUSSIAN, "Replacements"),
        (GERMAN, "Reinforcements"),
        (RUSSIAN, "Reinforcements"),
    ]
