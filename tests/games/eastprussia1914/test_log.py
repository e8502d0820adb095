"""What the log tells: headings, every part of a roll, what was spent and what is left."""

from __future__ import annotations

import pytest

from bridgehead.core.actions import Attack, Choose, Commit, Done, Draw, MoveTo, Pick, Place
from bridgehead.core.match import Match
from bridgehead.core.play import dice, options, push
from bridgehead.core.values import Hex, UnitId
from bridgehead.core.words import line, prompt, say
from bridgehead.games import load_game
from bridgehead.games.eastprussia1914.model.actions import PutBack
from bridgehead.games.eastprussia1914.model.data import combat_result
from bridgehead.games.eastprussia1914.model.words import effect_in_words, lead
from bridgehead.games.eastprussia1914.rules.activation import DrawPhase
from bridgehead.games.eastprussia1914.rules.cavalry import Withdrawal
from bridgehead.games.eastprussia1914.rules.chits import close_selection, german_selection
from bridgehead.games.eastprussia1914.rules.combat import CombatSegment
from bridgehead.games.eastprussia1914.rules.demolition import RailwayWork
from bridgehead.games.eastprussia1914.rules.headquarters import Relocate, remove_hqs_without_troops
from bridgehead.games.eastprussia1914.rules.reinforcements import ReinforcementsSegment
from bridgehead.games.eastprussia1914.rules.replacements import begin_replacements
from bridgehead.games.eastprussia1914.rules.results import NOT_IN_RETREAT, ChooseStack, Combat
from bridgehead.games.eastprussia1914.rules.special import (
    LandsturmCalledOut,
    roll_random_event,
    set_rail_points,
)
from tests.games.eastprussia1914.table import (
    GERMAN,
    NAME,
    NO_HQ,
    RUSSIAN,
    State,
    activate,
    ask,
    assault,
    chit,
    commit,
    empty,
    moving,
    no,
    now,
    opening,
    select,
    stand,
    supply_phase,
    unit,
    units,
)
from tests.games.eastprussia1914.test_cases_combat import fight, koenigsberg, pillau
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
        "German attack on hex 38.14 by 35th Infantry Division, 36th Infantry Division "
        "against 25th Infantry Division, 27th Infantry Division: 7 to 12 (halved: "
        "36th Infantry Division is out of supply; 36th Infantry Division attacks across a river); "
        "1:2, +2 (XVII Corps HQ), "
        "\N{MINUS SIGN}1 (III Corps HQ) = 1:1; die 4: A1, attacker loses 1 step. 10.2.1"
    )


@pytest.mark.rule("10.2.1", "11.3.3a")
def test_an_attack_without_shifts_names_its_column_once_and_isolated_defenders_are_named() -> None:
    s = empty()
    stand(s, 3714, "G-35")
    stand(s, 3814, "R-25", supply="isolated")
    assault(s, 3814, "G-35")
    commit(s, 3)
    assert said(s)[0] == (
        "German attack on hex 38.14 by 35th Infantry Division against 25th Infantry Division: "
        "6 to 3 (halved: 25th Infantry Division is isolated); 2:1; die 3: A1/D1, "
        "defender loses 1 step; attacker loses 1 step. 10.2.1"
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
    assert result is not None and effect_in_words(result) == words


@pytest.mark.rule("10.5.7")
def test_a_settlement_that_swallows_a_retreat_says_so() -> None:
    s = empty()
    stand(s, 1527, "G-41")
    stand(s, 1427, "R-1", "R-36")
    fight(s, 1527, 6, "R-1", "R-36", ratio="1:1")
    assert "The units in Osterode (15.27) ignore 1 hex of retreat: it is a city or town. 10.5.7" in said(s)


@pytest.mark.rule("6.4.3", "6.1.2", "6.3.1")
def test_moves_say_their_way_and_their_cost() -> None:
    s = empty(turn=3)
    stand(s, 3614, "G-1")
    moving(s, "G-1")
    push(s, MoveTo(Hex(3613)))
    assert said(s) == ["1st Infantry Division moves Gumbinnen (36.14) → 36.13 (2 MP). 6.1.2"]
    moving(s, "G-1")
    assert Choose("rail") not in options(s)
    stand(s, 3614, "G-1")
    moving(s, "G-1")
    push(s, Choose("rail"))
    shown = prompt(s.game, now(s))
    assert "costs 2 Rail Points; 8 left" in shown and "MP" not in shown
    push(s, MoveTo(Hex(2025)))
    assert said(s)[0].endswith("Allenstein (20.25) (23 hexes) (2 Rail Points spent, 6 left). 6.4.3")
    stand(s, 2529, "G-37")
    moving(s, "G-37")
    push(s, Choose("strategic"))
    push(s, MoveTo(Hex(2528)))
    way = "uses strategic movement Ortelsburg (25.29) → 25.28"
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


# --- every event has its line


@pytest.mark.rule("3.2", "8.1", "9.2", "16.3.3", "18.2b")
def test_arrivals_and_replacements_have_their_lines() -> None:
    s = empty(turn=9)
    stand(s, 3614, "G-1", steps=1)
    stand(s, 2025, "G-3R")
    begin_replacements(s, GERMAN)
    assert said(s) == ["German Replacements Segment. 9.1"]
    push(s, Pick(UnitId("G-1")))
    assert (
        said(s)[0]
        == "1st Infantry Division is restored to full strength (1 replacement point spent, 1 left). 9.2"
    )
    s = empty(turn=5)
    s.eliminate(UnitId("G-6Lw"))
    ask(s, LandsturmCalledOut(GERMAN))
    push(s, Pick(UnitId("G-6Lw")))
    push(s, Place(Hex(2025)))
    assert said(s) == ["6th Landwehr Brigade returns in Allenstein (20.25). 18.2b"]
    s = opening(turn=2)
    stand(s, 2239, "R-2", "R-59R")
    ask(s, ReinforcementsSegment(side=RUSSIAN))
    assert said(s) == ["Russian Reinforcements Segment. 3.2"]
    push(s, Pick(UnitId("R-22")))
    push(s, Place(Hex(2239)))
    assert said(s) == ["22nd Infantry Division arrives in hex 22.39. 8.1"]
    push(s, Done())
    push(s, Done())
    push(s, Pick(UnitId("R-22")))
    assert said(s) == ["22nd Infantry Division finds no room and waits for the next turn. 7.3"]


@pytest.mark.rule("4.1.2", "4.1.4", "4.2.1", "4.2.4", "11.3.3d", "18.2b")
def test_chits_have_their_lines() -> None:
    s = opening(turn=4, event=5)
    select(s, GERMAN)
    push(s, Draw(chit("G-HQ-I")))
    push(s, Done())
    assert said(s) == ["German player selects I Corps for turn 4. 4.1.2"] and s.log[0].only == (GERMAN,)
    s.set(cup=(*s.cup, chit("R-HQ-VI"), chit("R-HQ-XV")))
    s.log, seen = [], s.reveals
    close_selection(s)
    assert said(s) == [
        "The Draw Cup holds 1 German chit and 2 Russian chits. 4.1.4",
        "Wireless in clear, Russian chits in the cup: VI Corps, XV Corps. 18.2b",
    ]
    assert [told.only for told in s.log] == [(), (GERMAN,)] and s.reveals == seen + 1
    push(s, PutBack(chit("G-HQ-I")))
    push(s, Draw(chit("G-HQ-XX")))
    assert said(s) == ["German player exchanges I Corps for XX Corps. 18.2b"]
    for name, why in (("R-HQ-VI", "removed. 4.2.4"), ("R-HQ-XV", "isolated. 11.3.3d")):
        s = opening(turn=4)
        s.send(UnitId("R-HQ-VI"), "removed")
        s.mark(UnitId("R-HQ-XV"), supply="isolated")
        s.set(cup=(chit(name),))
        s.log, seen = [], s.reveals
        ask(s, DrawPhase())
        corps = name.removeprefix("R-HQ-")
        assert said(s)[0] == f"Russian chit drawn: {corps} Corps (0 left in the cup). 4.2.1"
        assert said(s)[1].startswith(f"{corps} Corps has no effect: its HQ ") and said(s)[1].endswith(why)
        assert s.reveals == seen + 1


@pytest.mark.rule("4.3.3", "12.2.2")
def test_an_activation_says_its_mode_and_its_units() -> None:
    s = empty(turn=4)
    stand(s, 2526, "G-HQ-XX", mode="command")
    stand(s, 2528, "G-37")
    activate(s, "G-HQ-XX")
    push(s, Choose("movement"))
    assert said(s) == [
        "XX Corps HQ is activated in Movement Mode. 12.2.2",
        "Activated: 37th Infantry Division. 4.3.3",
        "German Movement Segment. 6.1.1",
    ]


@pytest.mark.rule("12.1d", "12.4", "12.5a", "12.7b")
def test_the_fate_of_an_hq_is_told() -> None:
    s = empty()
    stand(s, 3717, "R-HQ-IV", mode="command")
    stand(s, 3617, "G-36")
    moving(s, "G-36")
    push(s, MoveTo(Hex(3717)))
    overrun = "overruns IV Corps HQ in hex 37.17: the HQ is removed with its chit. 12.4"
    assert said(s)[1] == f"36th Infantry Division {overrun}"
    s = empty(turn=9)
    stand(s, 3614, "G-HQ-I", mode="command")
    remove_hqs_without_troops(s)
    assert said(s) == ["I Corps HQ is removed with its chit: it has no troops left to command. 12.7b"]
    s = empty(turn=5)
    stand(s, 2229, "R-HQ-XIII", mode="command", supply="oos")
    ask(s, Relocate(RUSSIAN, UnitId("R-HQ-XIII")))
    push(s, Place(Hex(2234)))
    assert said(s) == ["XIII Corps HQ is out of supply and relocates to hex 22.34. 12.5a"]


@pytest.mark.rule("2.3.2", "10.4.1", "10.6.1", "12.1d")
def test_losses_and_the_advance_are_told_one_after_the_other() -> None:
    s = empty()
    stand(s, 3813, "R-28", steps=1)
    stand(s, 3813, "R-HQ-XX", mode="command")
    stand(s, 3812, "G-2")
    fight(s, 3813, 5, "G-2", ratio="2:1")
    assert said(s) == [
        "28th Infantry Division (Russian) loses a step. 10.4.1",
        "28th Infantry Division is eliminated. 2.3.2",
        "XX Corps HQ is removed with its chit: all combat units with it were eliminated. 12.1d",
    ]
    push(s, Pick(UnitId("G-2")))
    assert said(s) == ["2nd Infantry Division advances to hex 38.13. 10.6.1"]


@pytest.mark.rule("10.2.3", "10.4.4", "10.5.1", "10.5.2", "10.5.7", "13.2")
def test_what_does_not_happen_in_combat_is_told_too() -> None:
    s = koenigsberg()
    fight(s, 2113, 6, "R-25", "R-27", ratio="1.5:1")
    assert said(s) == [
        "The fortress of Königsberg (21.13) absorbs the first step lost. 10.4.4",
        "The defenders of Königsberg (21.13) do not retreat from their fortress. 13.2",
    ]
    blocked = (
        "German retreat 1 hex short, 1 step lost per hex: 1st Landwehr Brigade, 69th Mixed Brigade. 10.5.2"
    )
    assert said(pillau(1)) == [blocked]
    s = empty()
    stand(s, 1930, "G-41")
    stand(s, 1931, "R-2")
    stand(s, 2030, "G-37")
    fight(s, 1931, 4, "G-41", ratio="2:1")
    assert said(s) == [
        f"Russian retreat to hex {s.game.printed(unit(s, 'R-2').hex)}: 2nd Infantry Division. 10.5.1",
        "Hex 19.31 was cleared: the attacker's loss (*) does not apply. 10.2.3",
    ]
    s = empty()
    stand(s, 3614, "G-35")
    stand(s, 3713, "G-36")
    stand(s, 3714, "R-25", "R-27")
    fight(s, 3714, 2, "G-35", "G-36", ratio="1:1")
    push(s, Pick(UnitId("G-36")))
    town = "The units in Gumbinnen (36.14) ignore 1 hex of retreat: it is a city or town. 10.5.7"
    assert town in said(s)


@pytest.mark.rule("3.5.2", "3.5.5", "11.1.1", "11.1.3a", "11.1.4c", "11.3.4a", "11.3.5a")
def test_the_supply_phase_tells_each_change_and_each_die() -> None:
    s = empty(turn=4)
    stand(s, 2529, "R-4", supply="isolated")
    stand(s, 2025, "R-1", supply="oos")
    stand(s, 1922, "R-6")
    stand(s, 4413, "R-25", supply="oos")
    supply_phase(s, 3)
    assert said(s) == [
        "25th Infantry Division (Russian) is back in supply. 11.1.1",
        "Attrition Segment. 3.5.2",
        "Attrition, 4th Infantry Division (Russian): die 3, no effect. 11.3.5a",
        "1st Infantry Division (Russian) is now isolated. 11.1.3a",
        "6th Infantry Division (Russian) is now out of supply. 11.1.4c",
        "Russian Isolated Movement Segment. 3.5.5",
    ]
    push(s, Pick(UnitId("R-4")))
    push(s, MoveTo(Hex(2629)))
    assert said(s) == ["4th Infantry Division uses isolated movement to hex 26.29. 11.3.4a"]
    s = empty(turn=4)
    stand(s, 2529, "R-4", supply="isolated", steps=1)
    supply_phase(s, 2)
    assert said(s)[-2:] == [
        "Attrition, 4th Infantry Division (Russian): die 2, loses a step. 11.3.5a",
        "4th Infantry Division is eliminated. 11.3.5b",
    ]


@pytest.mark.rule("17.3")
def test_work_on_the_railroad_is_told() -> None:
    s = empty(turn=5, demolitions="on")
    stand(s, 3614, "G-1")
    ask(s, RailwayWork(GERMAN, units("G-1")))
    push(s, Pick(UnitId("G-1")))
    assert said(s) == ["1st Infantry Division destroys the railroad in Gumbinnen (36.14). 17.3"]
    ask(s, RailwayWork(GERMAN, units("G-1")))
    push(s, Pick(UnitId("G-1")))
    assert said(s) == ["1st Infantry Division repairs the railroad in Gumbinnen (36.14). 17.3"]


@pytest.mark.rule("14.1")
def test_a_cavalry_withdrawal_is_told() -> None:
    s = empty()
    stand(s, 3813, "R-3C")
    stand(s, 3714, "G-1")
    combat = Combat(side=GERMAN, hq=UnitId(""), target=Hex(3813), attackers=units("G-1"), at=7)
    ask(s, combat, Withdrawal(RUSSIAN, Hex(3813)))
    push(s, Choose("withdraw one hex"))
    assert said(s)[0] == "Cavalry withdrawal from hex 38.13 before combat (1 hex): 3rd Cavalry Division. 14.1"
    ask(s, combat, Withdrawal(RUSSIAN, Hex(unit(s, "R-3C").hex)))
    push(s, Choose("stand"))
    assert said(s)[0] == f"The cavalry in hex {s.game.printed(unit(s, 'R-3C').hex)} stands and fights. 14.1"


@pytest.mark.rule("10.3.4a", "17.1")
def test_an_attack_that_falls_below_the_table_is_told() -> None:
    s = empty(fog="on")
    stand(s, 3714, "G-1/1")
    stand(s, 3814, "R-25", "R-27")
    ask(s, CombatSegment(GERMAN, NO_HQ, units("G-1/1")))
    push(s, Attack(Hex(3814)))
    push(s, Pick(UnitId("G-1/1")))
    seen = s.reveals
    push(s, Commit())
    cavalry = "1st Cavalry Brigade"
    assert said(s) == [f"The attack on hex 38.14 by {cavalry} falls below 1:2 and is canceled. 10.3.4a"]
    assert s.reveals == seen + 1


@pytest.mark.rule("10.5.7", "10.4.1")
def test_of_units_that_are_gone_no_retreat_is_told() -> None:
    s = empty()
    stand(s, 1427, "R-2")
    stand(s, 1527, "G-70Lw")
    fight(s, 1527, 3, "R-2", ratio="4:1")
    assert said(s) == [
        "70th Landwehr Brigade (German) loses a step. 10.4.1",
        "70th Landwehr Brigade is eliminated. 2.3.2",
    ]
