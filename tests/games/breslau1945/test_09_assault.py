"""9.0 Assault and Fatigue."""

import pytest

from bridgehead.core.actions import Cancel, Commit, Done, Pick
from bridgehead.core.play import decision
from bridgehead.core.values import Hex
from bridgehead.core.words import line, prompt
from bridgehead.games.breslau1945.model.actions import (
    ArtilleryFire,
    Everyone,
    UseCapturedGoliaths,
    UseGoliath,
)
from bridgehead.games.breslau1945.model.data import BATTLEWORN, RESERVES
from bridgehead.games.breslau1945.model.events import Attacked, BecameFanatic
from bridgehead.games.breslau1945.rules.assault import (
    ALL_HAVE_BOMBARDED,
    NO_GOLIATH,
    NO_SAPPERS,
    NOBODY_THERE,
    NOT_OURS,
    ONE_GOLIATH,
    OWN_UNIT,
)
from bridgehead.games.breslau1945.rules.attack import (
    NO_ATTACKER,
    NOT_ADJACENT,
    NOT_YOURS,
    OFF_MAP,
    Attack,
    fatigue,
    modifiers,
)
from bridgehead.games.breslau1945.rules.reserves import Reorganisation, ReservesToMap, reserve_hexes
from tests.games.breslau1945.position import (
    GAME,
    GERMAN,
    SOVIET,
    ask,
    assault,
    at,
    called,
    dice,
    do,
    faces_that_hit,
    field,
    offered_units,
    refused,
    told,
    unit,
)


@pytest.mark.rule("9.1a", "9.4a")
def test_the_target_is_an_enemy_next_to_one_who_may_assault() -> None:
    s = at(at(field(), 219, "372/218"), 220, "21 VS")
    at(s, 820, "22 VS")
    at(s, 2239, "1108/181", fired=True)
    at(s, 2238, "23 VS")
    assault(s, SOVIET)
    assert offered_units(s) == {unit("21 VS")}
    assert refused(s, Pick(unit("22 VS"))) is NOBODY_THERE
    assert refused(s, Pick(unit("23 VS"))) is ALL_HAVE_BOMBARDED
    assert refused(s, Pick(unit("372/218"))) is OWN_UNIT
    assert refused(s, Pick(unit("24 VS"))) is OFF_MAP


@pytest.mark.rule("9.4b", "9.1a", "9.2a")
def test_then_the_attackers_are_named() -> None:
    s = at(at(field(), 219, "372/218"), 220, "21 VS")
    at(s, 820, "658/218")
    assault(s, SOVIET)
    do(s, Pick(unit("21 VS")))
    assert refused(s, Commit()) is NO_ATTACKER
    assert refused(s, Pick(unit("658/218"))) is NOT_ADJACENT
    assert refused(s, Pick(unit("21 VS"))) is NOT_YOURS
    assert refused(s, Pick(unit("667/218"))) is OFF_MAP
    do(s, Pick(unit("372/218")))
    with dice(s, 2):
        do(s, Commit())
    assert offered_units(s) == set()  # nothing of the declaration can be changed after the roll


@pytest.mark.rule("9.2b")
def test_nobody_has_to_assault() -> None:
    s = at(at(field(), 219, "372/218"), 220, "21 VS")
    assault(s, SOVIET)
    do(s, Pick(unit("21 VS")), Cancel(), Done())
    assert s.units[unit("21 VS")].hex == 220


@pytest.mark.rule("9.2a", "9.4e")
def test_attackers_from_several_hexes_add_up_without_limit() -> None:
    s = at(at(field(), 819, "372/218", "658/218"), 921, "667/218", "592 eng./218")
    at(s, 720, "56 eng.", "222")
    at(s, 820, "45 VS", fanatic=True)
    assault(s, SOVIET)
    do(s, Pick(unit("45 VS")), Everyone())
    assert faces_that_hit(s, Commit()) == 2  # 6 + 2 + 1 - 2 - 1 = +6 against 8
    with dice(s, 2):
        do(s, Commit())
    assert s.units[unit("45 VS")].box == BATTLEWORN


@pytest.mark.rule("9.5e", "9.5h", "10.4.1")
def test_artillery_goliaths_and_fanatics_modify() -> None:
    s = at(at(field(goliaths=1), 219, "372/218"), 220, "I/SS Besslein", fanatic=True)
    attack = Attack(GERMAN, "assault", unit("372/218"), called("I/SS Besslein"), artillery=3, goliath=True)
    assert {m.rule: m.amount for m in modifiers(s, attack)} == {
        "9.5a": 1,
        "9.5f": 1,
        "9.5e": 3,
        "10.6b": 1,
        "10.4.1": 2,
    }
    assault(s, GERMAN)
    do(s, Pick(unit("372/218")), Pick(unit("I/SS Besslein")), ArtilleryFire("1"), UseGoliath())
    assert refused(s, UseGoliath()) is ONE_GOLIATH
    forecast = decision(s).forecast(s)
    assert forecast is not None
    assert (forecast.attack, forecast.defence, forecast.odds) == ("+6", "6 (Clear)", "5 in 6")


@pytest.mark.rule("10.4", "10.4.1")
def test_without_goliaths_none_is_used_and_the_red_army_has_none() -> None:
    s = at(at(field(goliaths=0), 219, "372/218"), 220, "21 VS")
    assault(s, GERMAN)
    do(s, Pick(unit("372/218")), Pick(unit("21 VS")))
    assert refused(s, UseGoliath()) is NO_GOLIATH
    red = at(at(field(goliaths=3), 219, "372/218"), 220, "21 VS")
    assault(red, SOVIET)
    do(red, Pick(unit("21 VS")), Pick(unit("372/218")))
    assert refused(red, UseGoliath()) is NOT_OURS


@pytest.mark.rule("10.4.2b")
def test_captured_goliaths_are_spent_by_the_attempt() -> None:
    s = at(at(field(turn=11), 219, "57 eng."), 220, "21 VS")
    assault(s, SOVIET)
    do(s, Pick(unit("21 VS")), Pick(unit("57 eng.")), UseCapturedGoliaths())
    with dice(s, 1):
        do(s, Commit())
    assert s.tracks["captured_goliaths"] == 0


@pytest.mark.rule("9.6", "9.4f")
def test_a_beaten_german_battalion_and_its_way_back() -> None:
    s = at(at(field(turn=5, supply=3), 220, "21 VS", disorganised=True), 219, "372/218", "658/218")
    assault(s, SOVIET)
    do(s, Pick(unit("21 VS")), Everyone())
    with dice(s, 5):  # 5 + 2 + 1 - 1 = 7 against 7
        do(s, Commit())
    beaten = s.units[unit("21 VS")]
    assert (beaten.box, beaten.disorganised) == (BATTLEWORN, False)
    ask(s, ReservesToMap(GERMAN, reserve_hexes(s)))
    assert not s.flow  # nothing in the reserves yet
    ask(s, Reorganisation(GERMAN))
    do(s, Pick(unit("21 VS")))
    assert (s.units[unit("21 VS")].box, s.tracks["supply"]) == (RESERVES, 0)


@pytest.mark.rule("9.4d2", "9.5d")
@pytest.mark.parametrize(
    ("hex", "german", "soviet", "modifier"),
    [(219, 6, 6, 0), (320, 6, 7, -1), (419, 6, 6, -1), (820, 7, 8, -2), (1512, 7, 8, 0)],
)
def test_the_terrain_chart(hex: int, german: int, soviet: int, modifier: int) -> None:
    chart = GAME.tables.charts["rebuilt"]
    assert chart.success[GERMAN][hex] == german
    assert chart.success[SOVIET][hex] == soviet
    assert chart.modifier[hex] == modifier


@pytest.mark.rule("10.2.2", "9.5b")
def test_the_train_is_armour_in_an_assault() -> None:
    s = at(at(field(), 2114, "Pörsel", "21 VS"), 2115, "372/218")
    attack = Attack(GERMAN, "assault", unit("372/218"), called("Pörsel", "21 VS"))
    assert {m.rule: m.amount for m in modifiers(s, attack)} == {
        "9.5a": 2,
        "9.5f": 2,
        "9.5b": 1,
        "9.5d": -2,
    }


@pytest.mark.rule("9.7", "9.4f")
def test_the_log_tells_who_what_dice_and_rule() -> None:
    s = at(at(field(turn=3), 219, "372/218"), 220, "I/SS Besslein")
    assault(s, GERMAN)
    assert prompt(GAME, decision(s)) == ("Garrison, Assault Phase: select an enemy unit to assault. 9.4a")
    do(s, Pick(unit("372/218")), Pick(unit("I/SS Besslein")))
    with dice(s, 5, 5):
        do(s, Commit())
    assert [line(GAME, each) for each in s.log] == [
        "Assault on 372nd Rifle Regiment (218th Division) in hex 0219 by I/SS Regiment Besslein: die 5, "
        "+1 (attacking units), +1 (blue figures of the attackers); total 7, needs 6 (Clear): success. 9.4f",
        "372nd Rifle Regiment (218th Division) is Fatigued: die 5, halved and rounded up: 3 turns "
        "(Turn 6 space). 9.7",
    ]
    assert told(s, Attacked)


@pytest.mark.rule("9.7", "9.6")
def test_fatigue_by_side() -> None:
    s = at(at(field(turn=1), 219, "13/5"), 220, "21 VS")
    for roll, turns in enumerate((1, 1, 2, 2, 3, 3), 1):
        twin = s.clone()
        with dice(twin, roll):
            fatigue(twin, unit("13/5"))
        assert twin.units[unit("13/5")].box == f"turn{1 + turns}"
    fatigue(s, unit("21 VS"))
    assert s.units[unit("21 VS")].box == BATTLEWORN


@pytest.mark.rule("9.1a", "9.1b")
def test_a_red_army_unit_that_only_comrades_stand_next_to_is_no_target() -> None:
    s = at(at(field(), 219, "372/218"), 119, "658/218")
    at(s, 820, "21 VS")
    assault(s, GERMAN)
    assert refused(s, Pick(unit("372/218"))) is NOBODY_THERE


@pytest.mark.rule("10.4.2")
def test_one_sapper_among_others_is_enough_for_the_captured_goliaths() -> None:
    s = at(at(field(turn=11), 219, "372/218", "57 eng."), 220, "21 VS")
    assault(s, SOVIET)
    do(s, Pick(unit("21 VS")), Pick(unit("372/218")))
    assert refused(s, UseCapturedGoliaths()) is NO_SAPPERS
    do(s, Pick(unit("57 eng.")), UseCapturedGoliaths())


@pytest.mark.rule("9.4b")
def test_nothing_is_foretold_before_an_attacker_is_named() -> None:
    s = at(at(field(), 219, "372/218"), 220, "21 VS")
    assault(s, SOVIET)
    do(s, Pick(unit("21 VS")))
    assert decision(s).forecast(s) is None


@pytest.mark.rule("9.4c", "9.4f")
@pytest.mark.parametrize(("die", "rule"), [(1, "9.4c"), (2, "9.4f"), (6, "9.4f")])
def test_the_log_cites_the_rule_of_a_natural_1(die: int, rule: str) -> None:
    s = at(at(field(), 219, "372/218"), 220, "21 VS")
    assault(s, SOVIET)
    do(s, Pick(unit("21 VS")), Pick(unit("372/218")))
    with dice(s, die):
        do(s, Commit())
    assert [each.rule for each in s.log if isinstance(each.event, Attacked)] == [rule]


@pytest.mark.rule("10.6a")
def test_a_fanatic_is_not_made_one_again() -> None:
    s = at(at(field(), 219, "372/218"), 220, "I/SS Besslein", fanatic=True)
    assault(s, SOVIET)
    do(s, Pick(unit("I/SS Besslein")), Pick(unit("372/218")))
    with dice(s, 2):
        do(s, Commit())
    assert s.units[unit("I/SS Besslein")].fanatic
    assert not told(s, BecameFanatic)


@pytest.mark.rule("9.7", "7.1.8")
def test_a_unit_fatigued_in_turn_19_for_one_turn_comes_back_in_turn_20() -> None:
    s = at(field(turn=19), 219, "372/218")
    with dice(s, 2):
        fatigue(s, unit("372/218"))
    assert s.units[unit("372/218")].box == "turn20"
    assert [line(GAME, each) for each in s.log] == [
        "372nd Rifle Regiment (218th Division) is Fatigued: die 2, halved and rounded up: 1 turn "
        "(Turn 20 space). 9.7"
    ]


@pytest.mark.rule("8.2.9", "9.2a")
def test_the_odds_of_an_assault_count_units_that_will_have_recovered_by_then() -> None:
    s = at(at(field(), 219, "372/218"), 220, "21 VS", disorganised=True)
    found = GAME.odds(s, called("21 VS"), Hex(219))
    assert found is not None
    assert (found.attack, found.defence) == (1, 6)
