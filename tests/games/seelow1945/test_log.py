"""What the log says: sums with their parts by name, results with their effect, phases with a heading."""

import pytest

from bridgehead.core.actions import Attack, Choose, Commit, MoveTo, Place, SendTo
from bridgehead.core.play import dice, push, setup
from bridgehead.core.refusal import Modifier
from bridgehead.core.values import Hex, UnitId
from bridgehead.core.words import say
from bridgehead.games import load_game
from bridgehead.games.seelow1945.model.actions import LoseStep
from bridgehead.games.seelow1945.model.state import EXITED, State
from bridgehead.games.seelow1945.model.sums import added, column_sum, die_sum, total_of
from bridgehead.games.seelow1945.rules.artillery import barrage_modifiers
from bridgehead.games.seelow1945.rules.control import pass_through
from bridgehead.games.seelow1945.rules.morale import disrupt, lose_step, rally
from bridgehead.games.seelow1945.rules.retreat import Retreat, overcrowd
from bridgehead.games.seelow1945.rules.sequence import GameTurn
from bridgehead.games.seelow1945.rules.victory import assess
from bridgehead.games.seelow1945.view import facts
from tests.games.seelow1945.field import (
    AAG,
    DAWN,
    GAME,
    GERMAN,
    GRR,
    GRR2,
    INF,
    KAG,
    NIGHT,
    PG,
    PZ,
    RR,
    RR2,
    SOVIET,
    STUG,
    TB,
    VAK,
    attack,
    barrage,
    do,
    field,
    phase,
    pick,
    shoot,
    stand,
    unit,
)
from tests.support import ask


def told(s: State) -> list[str]:
    """What was just told, in words."""
    return [say(s.game, each.event) for each in s.log]


def test_sums_name_their_parts() -> None:
    parts = [Modifier(2, "dusk or dawn", "", "drm"), Modifier(-2, "target disrupted", "", "drm")]
    assert die_sum(4, parts) == "4 + 2 (dusk or dawn) − 2 (target disrupted) = 4"
    assert die_sum(4, [Modifier(1, "attacking armor", "")]) == "4", "a shift is not added to the die"
    assert added(3, [(0, "nothing"), (1, "")]) == "3 + 1 = 4"
    columns = ("1:1", "2:1", "3:1")
    armor, woods = Modifier(1, "attacking armor", ""), Modifier(-2, "woods", "")
    assert column_sum(columns, 1, [], 1) == "2:1"
    assert column_sum(columns, 1, [armor, *parts], 2) == "2:1, +1 (attacking armor) = 3:1"
    assert column_sum(columns, 1, [woods], 0) == "2:1, −2 (woods) = 1:1, the end of the table"
    assert (total_of(["6"], 6), total_of(["2", "3"], 5)) == ("6", "2 + 3 = 5")


@pytest.mark.rule("7.2-5", "7.35a", "7.37", "7.42a")
def test_an_attack() -> None:
    s = field(turn=DAWN)
    stand(s, 2209, INF)
    stand(s, 2210, TB)
    stand(s, 2208, RR)
    attack(s, SOVIET, 2209, TB, RR, rolls=(1,))
    assert told(s)[:2] == [
        "Attack on hex 2209 by 20th Tank Brigade, 1281st Rifle Regiment: 10 vs. 3 = 3:1, +1 "
        "(attacking armor) = 4:1; die 1 + 2 (dusk or dawn) = 3: "
        "D4 (defending units with morale below 4 retreat).",
        "I Battalion, 300th Infantry Regiment must retreat: morale 3 is below 4.",
    ]
    do(s, LoseStep(UnitId(INF)))
    assert told(s) == [
        "The German player takes 1 step loss instead of the retreat.",
        "I Battalion, 300th Infantry Regiment loses 1 step, now reduced.",
    ]


@pytest.mark.rule("7.41", "7.42a")
def test_an_attack_without_effect() -> None:
    s = field()
    stand(s, 2209, PG)
    stand(s, 2210, GRR)
    attack(s, SOVIET, 2209, GRR, rolls=(3,))
    assert told(s)[0].endswith(
        "5 vs. 4 = 1:1; die 3: A2 D2 (defending units with morale below 2 retreat; "
        "attacking units with morale below 2 retreat)."
    )
    assert told(s)[1:3] == [
        "No German unit involved has morale below 2: none retreats.",
        "No Soviet unit involved has morale below 2: none retreats.",
    ]


@pytest.mark.rule("7.43", "7.45a")
def test_results_in_words() -> None:
    cells = [cell for row in GAME.tables.crt.cells.values() for cell in row]
    by_text = {cell.text: cell.meaning for cell in cells}
    assert by_text["DE"] == "DE (all defending units are eliminated)"
    assert (
        by_text["A5c"]
        == "A5c (1 attacking unit loses 1 step, then attacking units with morale below 5 retreat)"
    )
    fire = {cell.text: cell.meaning for row in GAME.tables.fire.cells.values() for cell in row}
    assert fire == {
        "-": "no effect",
        "M": "M (morale check)",
        "1": "1 (morale check with +1)",
        "2": "2 (morale check with +2)",
        "3": "3 (morale check with +3)",
        "1c": "1c (1 step lost, then morale check with +1)",
        "2c": "2c (1 step lost, then morale check with +2)",
        "3c": "3c (1 step lost, then morale check with +3)",
        "4c": "4c (1 step lost, then morale check with +4)",
        "5c": "5c (1 step lost, then morale check with +5)",
        "E": "E (eliminated)",
    }


@pytest.mark.rule("6.2-3", "6.31", "6.41", "6.43", "6.61", "6.64")
def test_antitank_fire() -> None:
    s = field(turn=DAWN)
    stand(s, 1809, STUG, disrupted=True)
    stand(s, 1908, TB)
    shoot(s, SOVIET, STUG, TB, rolls=(1, 6))
    assert told(s)[:2] == [
        "Antitank fire at I Battery, 245th Assault-Gun Brigade in hex 1809 by 20th Tank Brigade: "
        "value 6 / 2 (across water) = 3, column 3; "
        "die 1 + 1 (armor) − 2 (target disrupted) + 2 (dusk or dawn) = 2: 3 (morale check with +3).",
        "I Battery, 245th Assault-Gun Brigade checks morale: "
        "die 6 + 3 = 9 vs. morale 4 − 2 (disrupted) = 2, fails.",
    ]


@pytest.mark.rule("8.14a", "8.14b", "8.14c", "8.14d")
def test_a_barrage_names_the_house_columns() -> None:
    s = fresh("kustrin", turn=DAWN)
    stand(s, 2307, PG)
    stand(s, 2407, "su_47g_137")
    stand(s, 2508, KAG, AAG)
    barrage(s, SOVIET, 2307, KAG, AAG, rolls=(5,))
    assert told(s) == [
        "Barrage on Neu Tucheband (2307) by 32nd Corps Artillery Group, 32nd Army Artillery Group: "
        "strength 5 + 7 = 12 / 2 (village) = 6, column 6-7, +1 (house ruling: all barrages), "
        "−6 (house ruling: Soviet barrages at Küstrin) = 1, the end of the table; "
        "die 5 + 2 (dusk or dawn) = 7: no effect."
    ]


def fresh(scenario: str, turn: int = 2, **options: str) -> State:
    """An empty field with the shipped tables."""
    s: State = setup(load_game("seelow1945"), scenario, 1, **options)
    for each in list(s.units.values()):
        s.send(each.id, "aside")
    s.flow = ()
    s.set(turn=turn)
    return s


@pytest.mark.rule("8.14d")
@pytest.mark.parametrize("scenario", ["kustrin", "seelow"])
def test_the_table_as_rebuilt_shifts_no_column(scenario: str) -> None:
    for side in (SOVIET, GERMAN):
        names = [each.because for each in barrage_modifiers(fresh(scenario), side)]
        assert names[0] == "house ruling: all barrages"
        assert ("house ruling: Soviet barrages at Küstrin" in names) == (
            scenario == "kustrin" and side == SOVIET
        )
        assert barrage_modifiers(fresh(scenario, barrage="rebuilt"), side) == []
    s = fresh(scenario, barrage="rebuilt")
    stand(s, 2304, PG)
    stand(s, 2305, "su_47g_137")
    stand(s, 2505, KAG)
    barrage(s, SOVIET, 2304, KAG, rolls=(5, 1))
    assert "strength 5, column 4-5; die 5: 1 (morale check with +1)." in told(s)[0]
    assert load_game("seelow1945").rules["8.14d"].provenance == "ruling"


@pytest.mark.rule("7.66a", "11.32")
def test_rallying() -> None:
    s = field("kustrin")
    stand(s, 2307, PG, disrupted=True)
    with dice(s, 3):
        rally(s, unit(s, PG))
    assert told(s) == [
        "I Battalion, 76th Panzergrenadier Regiment tries to rally: "
        "die 3 + 2 (shortage at Küstrin, 11.32) = 5 vs. morale 4, still disrupted."
    ]
    s = field()
    stand(s, 2307, PG, disrupted=True)
    with dice(s, 3):
        rally(s, unit(s, PG))
    assert told(s)[-1].endswith("die 3 vs. morale 4, recovers.")


@pytest.mark.rule("5.11", "5.18a", "9.11b")
def test_a_move_says_what_it_cost() -> None:
    s = field(turn=3)
    stand(s, 2205, RR)
    do(phase(s, "movement", SOVIET), *pick(RR), MoveTo(Hex(2204)))
    assert told(s) == ["1281st Rifle Regiment moves to 2204 (1 MP, 3 left)."]
    stand(s, 2407, INF)
    stand(s, 2404, RR2)
    do(phase(s, "movement", SOVIET), *pick(RR2), MoveTo(Hex(2406)))
    assert told(s) == [
        "1283rd Rifle Regiment moves to Golzow (2405) → 2406 and must stop in an enemy ZOC (2 MP)."
    ]
    s.send(UnitId("ge_169_1230"), "reinforcements")
    do(phase(s, "movement", GERMAN), *pick("ge_169_1230"), MoveTo(Hex(2117)))
    assert told(s) == ["1230th Panzerjäger Company arrives in Carzig (2117) (1 MP, 9 left)."]


@pytest.mark.rule("2.1c", "3.21a", "3.21b")
def test_turns_have_dates_and_the_night_is_silent() -> None:
    s = field("kustrin", turn=NIGHT - 1)
    stand(s, 2205, "su_47g_137")
    stand(s, 2206, PG)
    s.log = []
    ask(s, GameTurn())
    silent = "No antitank fire and no combat at night."
    assert told(s)[:8] == [
        "Game-Turn 7: Night, 00:00-04:00, 28 March 1945.",
        "German: Barrage Phase.",
        "German: Movement Phase.",
        silent,
        "Soviet: Barrage Phase.",
        "Soviet: Movement Phase.",
        silent,
        "Rally Phase.",
    ], "at night nobody leaves a ZOC"
    s = setup(GAME, "kustrin", 1)
    for turn in (0, 1):
        s.set(turn=turn)
        assert facts(s)["note"] == "27 March 1945, dawn, 04:00-08:00", "and before the first turn"
    s = field("seelow", turn=6)
    assert facts(s)["note"] == "16 April 1945, dusk, 20:00-24:00"
    s.set(turn=8)
    assert facts(s)["note"] == "17 April 1945, dawn, 04:00-08:00"


@pytest.mark.rule("11.12c")
def test_deployment_has_its_heading_and_says_how_many_units_it_placed() -> None:
    s = setup(GAME, "kustrin", 1)
    assert told(s) == ["Soviet deployment."]
    push(s, Choose("default"))
    assert told(s) == ["Soviet player auto-deploys 22 units (standard setup).", "German deployment."]


@pytest.mark.rule("12.41", "12.42a", "12.44a", "11.45")
def test_checks_of_victory_say_what_they_found() -> None:
    s = field(turn=7)
    stand(s, 1506, RR)
    s.control[Hex(1506)] = SOVIET
    s.log = []
    assess(s)
    assert told(s) == [
        "Check after Game-Turn 7: 0 Soviet units in or adjacent to Seelow; 1 locality of the 3 needed under "
        "Soviet control; 1 Soviet unit west of the Haupt Canal."
    ]
    s.set(turn=12)
    s.log = []
    assess(s)
    assert told(s) == [
        "Final check: the Soviet player controls 0 hexes of Seelow out of 4, and 0 hexes of Diedersdorf and "
        "its road out of 4."
    ]
    s = field("kustrin", turn=12)
    stand(s, 1002, "ge_kus_vs")
    s.log = []
    assess(s)
    assert told(s) == [
        "German Victory Points: 5 for the garrison + 0 for eliminated Soviet units = 5; 12 or more is a "
        "German victory, 6 or more a draw."
    ]


@pytest.mark.rule("7.56", "7.58a")
def test_ends_without_a_die() -> None:
    s = field()
    stand(s, 2209, INF, ran=True)
    stand(s, 2209, PZ)
    stand(s, 2210, GRR)
    stand(s, 2208, GRR2)
    phase(s, "combat", SOVIET)
    do(s, Attack(Hex(2209)), *pick(GRR), Commit())
    assert told(s) == [
        "I Battalion, 300th Infantry Regiment retreated to hex 2209 in this phase and is caught there: "
        "eliminated.",
        "No unit is left to attack in hex 2209: no die is rolled.",
    ]
    s = field()
    stand(s, 2209, VAK)
    stand(s, 2208, GRR)
    stand(s, 2108, GRR2)
    attack(s, SOVIET, 2209, GRR, GRR2, rolls=(1,))
    do(s, Choose("retreat"))
    assert told(s)[-2:] == [
        "V Battalion, 404th Volks Artillery Corps can't retreat.",
        "V Battalion, 404th Volks Artillery Corps is eliminated.",
    ]


@pytest.mark.rule("7.55b")
def test_a_retreat_that_overstacks() -> None:
    s = field()
    stand(s, 2209, RR2)
    stand(s, 2207, RR)
    overcrowd(s, UnitId(RR2), Hex(2207))
    assert told(s) == [
        "1283rd Rifle Regiment overstacks hex 2207 in retreat and must go on: all units there are disrupted.",
        "1281st Rifle Regiment is disrupted.",
    ]


@pytest.mark.rule("5.27a", "7.54", "11.12c")
def test_leaving_the_map_and_being_placed() -> None:
    s = field()
    stand(s, 1010, INF)
    do(phase(s, "movement", GERMAN), *pick(INF), SendTo(EXITED))
    assert told(s) == ["I Battalion, 300th Infantry Regiment leaves the map for good."]
    stand(s, 1010, INF, disrupted=True)
    ask(s, Retreat(GERMAN, UnitId(INF), Hex(1010), (UnitId(INF),)))
    do(s, SendTo(EXITED))
    assert told(s) == ["I Battalion, 300th Infantry Regiment leaves the map for good."]
    s = setup(GAME, "kustrin", 1)
    push(s, Place(Hex(2403)))
    assert told(s) == ["1038th Rifle Regiment is placed in hex 2403."]


@pytest.mark.rule("7.65")
def test_a_second_disruption_is_not_told() -> None:
    s = field()
    stand(s, 2209, RR)
    disrupt(s, UnitId(RR), "7.42a")
    disrupt(s, UnitId(RR), "7.42a")
    assert told(s) == ["1281st Rifle Regiment is disrupted."]


@pytest.mark.rule("6.72", "6.74", "6.55")
def test_the_last_step_of_a_unit() -> None:
    s = field()
    stand(s, 2209, INF, reduced=True)
    lose_step(s, UnitId(INF), "7.45a")
    assert told(s)[-2:] == [
        "I Battalion, 300th Infantry Regiment loses 1 step, its last.",
        "I Battalion, 300th Infantry Regiment is eliminated.",
    ]


@pytest.mark.rule("12.46b")
def test_a_change_of_control_is_told() -> None:
    s = field()
    stand(s, 1609, RR)
    s.log = []
    pass_through(s, SOVIET, (Hex(1609), Hex(1608)))
    assert told(s) == ["The Soviet player takes control of Seelow station (1609)."]
