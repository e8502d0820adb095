"""What the log tells: headings, every part of a roll, what was spent and what is left."""

from __future__ import annotations

import pytest

from bridgehead.core.actions import Choose, Done, MoveTo, Pick
from bridgehead.core.match import Match
from bridgehead.core.play import dice, options, push
from bridgehead.core.values import Hex, UnitId
from bridgehead.core.words import line, prompt, say
from bridgehead.games import load_game
from bridgehead.games.eastprussia1914.model.data import combat_result
from bridgehead.games.eastprussia1914.rules.chits import german_selection
from bridgehead.games.eastprussia1914.rules.combat import CombatSegment
from bridgehead.games.eastprussia1914.rules.results import NOT_IN_RETREAT, ChooseStack, effect_of
from bridgehead.games.eastprussia1914.rules.special import roll_random_event, set_rail_points
from bridgehead.games.eastprussia1914.rules.victory import lead
from tests.games.eastprussia1914.table import (
    GERMAN,
    NAME,
    RUSSIAN,
    State,
    activate,
    ask,
    assault,
    commit,
    empty,
    moving,
    no,
    now,
    opening,
    select,
    stand,
    unit,
    units,
)
from tests.games.eastprussia1914.test_cases_combat import fight
from tests.games.eastprussia1914.test_contract import Luck


def said(s: State) -> list[str]:
    return [line(s.game, told) for told in s.log]


@pytest.mark.rule("10.2.1", "10.3.5g", "10.3.2a", "10.3.2b")
def test_an_attack_names_every_part_of_its_roll() -> None:
    s = empty()
    stand(s, 3714, "G-35")
    stand(s, 3715, "G-36")
    s.mark(UnitId("G-36"), supply="oos")
    stand(s, 3614, "G-HQ-XVII", mode="command")
    stand(s, 3814, "R-25", "R-27")
    stand(s, 3913, "R-HQ-III", mode="command")
    assault(s, 3814, "G-35", "G-36", hq="G-HQ-XVII")
    commit(s, 4)
    assert said(s)[0] == (
        "Attack on hex 3814 by 35th Infantry Division, 36th Infantry Division: 7 to 12 (halved: "
        "36th Infantry Division is out of supply; 36th Infantry Division attacks across a river); "
        "1:2, +2 (XVII Corps HQ), "
        "\N{MINUS SIGN}1 (III Corps HQ) = 1:1; die 4: A1, attacker loses 1 step. 10.2.1"
    )


@pytest.mark.rule("18.2b")
def test_an_airmens_report_is_named_beside_the_die() -> None:
    s = empty()
    s.set(event=9)
    stand(s, 3714, "G-35")
    stand(s, 3814, "R-25")
    assault(s, 3814, "G-35")
    push(s, Choose("airmen"))
    commit(s, 2)
    assert "die 2 + 1 (airmen's report): A1, attacker loses 1 step." in said(s)[0]


@pytest.mark.rule("10.2.2", "10.2.3")
@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("A1*/Dr2", "defender retreats 2 hexes; attacker loses 1 step unless the hex is cleared"),
        ("D1r2", "defender loses 1 step and retreats 2 hexes"),
        ("A2r1", "attacker loses 2 steps and retreats 1 hex"),
        ("Dr1", "defender retreats 1 hex"),
        ("A/D", "no effect"),
    ],
)
def test_results_in_words(code: str, words: str) -> None:
    result = combat_result(code)
    assert result is not None and effect_of(result) == words


@pytest.mark.rule("10.5.7")
def test_a_settlement_that_swallows_a_retreat_says_so() -> None:
    s = empty()
    stand(s, 1527, "G-41")
    stand(s, 1427, "R-1", "R-36")
    fight(s, 1527, 6, "R-1", "R-36", ratio="1:1")
    assert "The units in Osterode (1527) ignore 1 hex of retreat: it is a city or town. 10.5.7" in said(s)


@pytest.mark.rule("6.4.3", "6.1.2", "6.3.1")
def test_moves_say_their_way_and_their_cost() -> None:
    s = empty(turn=3)
    stand(s, 3614, "G-1")
    moving(s, "G-1")
    push(s, MoveTo(Hex(3613)))
    assert said(s) == ["1st Infantry Division moves Gumbinnen (3614) → 3613 (2 MP). 6.1.2"]
    moving(s, "G-1")
    assert Choose("rail") not in options(s)
    stand(s, 3614, "G-1")
    moving(s, "G-1")
    push(s, Choose("rail"))
    shown = prompt(s.game, now(s))
    assert "costs 2 Rail Points; 8 left" in shown and "MP" not in shown
    push(s, MoveTo(Hex(2025)))
    assert said(s)[0].endswith("Allenstein (2025) (23 hexes) (2 Rail Points spent, 6 left). 6.4.3")
    stand(s, 2529, "G-37")
    moving(s, "G-37")
    push(s, Choose("strategic"))
    push(s, MoveTo(Hex(2528)))
    way = "uses strategic movement Ortelsburg (2529) → 2528"
    assert said(s)[0] == f"37th Infantry Division {way}. 6.3.1"


@pytest.mark.rule("18.2b", "16.3.7h", "6.4.1a", "4.1.1")
def test_events_say_what_they_do() -> None:
    s = empty(turn=3)
    with dice(s, 1, 2):
        roll_random_event(s)
    set_rail_points(s)
    assert said(s)[0].startswith("Random event: rolled 3 (1, 2): Collision on the line. German Rail Points")
    assert said(s)[-1] == "Rail Points this turn: German 3, Russian 2. 6.4.1a"
    s = opening("masurian", turn=13)
    s.log = []
    with dice(s, 4, 6):
        roll_random_event(s)
    german_selection(s)
    assert said(s)[1:] == [
        "Zhilinsky interferes has no effect: it is not used in this scenario. 16.3.7h",
        "Command Chit Selection Phase. 3.3",
        "Command Points this turn: German 4, Russian 4. 4.1.1",
    ]
    s = empty(turn=5)
    with dice(s, 1, 1):
        roll_random_event(s)
    assert said(s)[-1] == "Landsturm called out has no effect: no brigade can return. 18.2d"


@pytest.mark.rule("3.4b", "6.1.1", "10.1.1")
def test_the_segments_of_an_activation_have_headings() -> None:
    s = empty(turn=4)
    stand(s, 2526, "G-HQ-XX", mode="command")
    stand(s, 2528, "G-37")
    stand(s, 2529, "R-4")
    activate(s, "G-HQ-XX")
    push(s, Choose("command"))
    assert "German Movement Segment. 6.1.1" in said(s)
    push(s, Done())
    assert said(s) == ["German Combat Segment. 10.1.1"] and isinstance(now(s), CombatSegment)


@pytest.mark.rule("3.1", "3.2", "3.3", "3.4a", "3.5")
def test_a_turn_has_all_its_headings() -> None:
    match, luck = Match(load_game(NAME), "campaign", 3), Luck(3)
    while match.side is not None and match.turn < 7:
        match.play(luck.random(match.legal))
    told = [one for events in match.events for one in events if one.event.heading]
    words = {say(match.game, one.event).rstrip(".") for one in told}
    for heading in (
        "Random Event Phase",
        "Command Chit Selection Phase",
        "Supply Phase",
        "Russian Reinforcements Segment",
        "German Movement Segment",
    ):
        assert heading in words


@pytest.mark.rule("15.4")
def test_net_points_are_said_by_side() -> None:
    assert (lead(3), lead(-2), lead(0)) == ("German +3", "Russian +2", "0")


@pytest.mark.rule("10.5.1", "10.5.9")
def test_10_5_1_the_owner_chooses_which_of_his_stacks_retreats_first() -> None:
    for first, second in (("G-35", "G-36"), ("G-36", "G-35")):
        s = empty()
        stand(s, 3714, "G-35", "G-1R")
        stand(s, 3713, "G-36")
        stand(s, 3813, "R-25", "R-27")
        fight(s, 3813, 2, "G-35", "G-36", ratio="1:1")
        push(s, options(s)[0])
        assert isinstance(now(s), ChooseStack) and now(s).side == GERMAN
        assert options(s) == [Pick(UnitId("G-35")), Pick(UnitId("G-36"))]
        assert no(s, Pick(UnitId("G-1R"))) is NOT_IN_RETREAT
        push(s, Pick(UnitId(first)))
        assert unit(s, second).hex == (3713 if second == "G-36" else 3714)
        while s.flow:
            push(s, options(s)[0])
        assert unit(s, "G-35").hex != 3714 and unit(s, "G-36").hex != 3713


@pytest.mark.rule("10.1.8")
def test_prompts_speak_as_players_do() -> None:
    s = empty()
    stand(s, 3714, "G-35")
    stand(s, 3814, "R-25", "R-27")
    ask(s, CombatSegment(RUSSIAN, UnitId(""), units("R-25", "R-27")))
    assert prompt(s.game, now(s)) == "Russian, Combat Segment: select a hex to attack. 10.1.1"
    s = empty(turn=4)
    stand(s, 2526, "G-HQ-XX", mode="command")
    activate(s, "G-HQ-XX")
    assert prompt(s.game, now(s)).startswith("German, XX Corps HQ: select Command Mode")
    s = opening(turn=2)
    select(s, GERMAN)
    assert "select chits for turn 2 (4 Command Points left)" in prompt(s.game, now(s))
