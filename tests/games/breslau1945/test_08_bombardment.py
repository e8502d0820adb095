"""8.0 Artillery bombardment and airstrikes; the ruses of Phase 3."""

import pytest

from bridgehead.core.actions import Cancel, Commit, Done, Pick
from bridgehead.core.flow import Subject
from bridgehead.core.play import clicked, decision, options
from bridgehead.core.refusal import No
from bridgehead.core.values import Hex
from bridgehead.games.breslau1945.model.actions import (
    Airstrike,
    Antifascists,
    ArtilleryFire,
    Bombard,
    NightRaid,
    Spend,
    Split,
    StrikeDepots,
)
from bridgehead.games.breslau1945.model.state import OUT_OF_PHASE
from bridgehead.games.breslau1945.rules import history
from bridgehead.games.breslau1945.rules.attack import (
    NO_ATTACKER,
    NOT_GERMAN,
    ONCE,
    Attack,
    fatigue,
    modifiers,
    short_of_supply,
)
from bridgehead.games.breslau1945.rules.bombardment import (
    ALREADY_IN,
    GONE,
    GUN_OFF_MAP,
    HAS_FIRED,
    NO_ANTIFASCIST_TARGET,
    NO_GUN_CHOSEN,
    NO_GUNS,
    NO_NUMBER,
    NO_POINTS,
    NO_TARGET,
    NOT_ROCKETS,
    PO2_USED,
    ROCKETS_FIRED,
    ROCKETS_OFF_MAP,
    TOO_MANY_POINTS,
    BombardmentPhase,
    split,
)
from bridgehead.games.breslau1945.rules.bombardment import (
    NOT_GERMAN as NOT_A_TARGET,
)
from bridgehead.games.breslau1945.rules.movement import withdraw
from tests.games.breslau1945.position import (
    GERMAN,
    SOVIET,
    assault,
    at,
    bombardment,
    called,
    dice,
    do,
    field,
    frame,
    is_said,
    move,
    movement,
    offered,
    offered_units,
    refused,
    unit,
)


@pytest.mark.rule("8.1")
def test_only_the_red_army_bombards_and_strikes_from_the_air() -> None:
    s = at(at(field(), 419, "21 VS"), 117, "1039")
    bombardment(s, points=2)
    assert isinstance(frame(s), BombardmentPhase)
    assert {Airstrike(Hex(419)), StrikeDepots(), Bombard(Hex(419)), Done()} <= set(
        offered(s, Airstrike) + offered(s, StrikeDepots) + offered(s, Bombard) + offered(s, Done)
    )
    assault(s, GERMAN)
    refused(s, Bombard(Hex(117)))
    refused(s, Airstrike(Hex(117)))


@pytest.mark.rule("8.2.6a", "8.2.6f")
def test_the_target_is_any_hex_with_germans_at_any_range() -> None:
    s = at(at(field(), 2514, "21 VS"), 117, "1039")
    bombardment(s, points=1)
    assert refused(s, Bombard(Hex(419))) is NO_TARGET
    assert refused(s, Airstrike(Hex(117))) is NO_TARGET
    do(s, Bombard(Hex(2514)))
    assert refused(s, Commit()) is NO_GUN_CHOSEN
    do(s, Cancel())
    do(s, Bombard(Hex(2514)), Pick(unit("1039")))


@pytest.mark.rule("8.2.6g")
def test_ground_does_not_shield_from_bombardment() -> None:
    for hex in (219, 820):
        s = at(at(field(), hex, "21 VS"), 117, "1039", "1040")
        bombardment(s)
        do(s, Bombard(Hex(hex)), Pick(unit("1039")), Pick(unit("1040")))
        with dice(s, 5):
            do(s, Commit())
        assert s.units[unit("21 VS")].disorganised


@pytest.mark.rule("8.2.6h", "8.2.6b")
def test_a_gun_fires_once() -> None:
    s = at(at(field(), 419, "21 VS"), 117, "1039", "1040")
    at(s, 520, "22 VS")
    bombardment(s)
    do(s, Bombard(Hex(419)), Pick(unit("1039")))
    with dice(s, 2):
        do(s, Commit())
    do(s, Bombard(Hex(520)))
    assert refused(s, Pick(unit("1039"))) is HAS_FIRED
    assert refused(s, Pick(unit("496 How"))) is GUN_OFF_MAP
    do(s, Pick(unit("1040")))
    forecast = decision(s).forecast(s)
    assert forecast is not None
    assert (forecast.column, forecast.odds) == ("1", "1 in 6")
    with dice(s, 6):
        do(s, Commit())
    at(s, 718, "23 VS")
    assert refused(s, Bombard(Hex(718))) is NO_GUNS


@pytest.mark.rule("8.2.4a", "8.2.2")
def test_points_are_declared_and_deducted() -> None:
    s = at(field(), 419, "21 VS")
    bombardment(s, points=3)
    do(s, Airstrike(Hex(419)), Cancel(), Airstrike(Hex(419)))
    assert is_said(TOO_MANY_POINTS, refused(s, Spend("4")))
    with dice(s, 1):
        do(s, Spend("3"))
    assert s.tracks["air"] == 0
    assert refused(s, StrikeDepots()) is NO_POINTS


@pytest.mark.rule("8.2.14", "8.2.13")
@pytest.mark.parametrize(("die", "left"), [(3, 7), (4, 6)])
def test_a_depot_strike_costs_one_level_of_supply(die: int, left: int) -> None:
    s = field(supply=7)
    bombardment(s, points=3)
    do(s, StrikeDepots())
    with dice(s, die):
        do(s, Spend("3"))
    assert s.tracks["supply"] == left


@pytest.mark.rule("8.2.6e", "10.6a", "10.6e")
def test_no_effect_hardens_every_star_unit_of_the_hex() -> None:
    s = at(field(), 1115, "I/SS Besslein", "55 VS (HJ)", "21 VS")
    bombardment(s, points=1)
    do(s, Airstrike(Hex(1115)))
    with dice(s, 2):
        do(s, Spend("1"))
    assert [s.units[id].fanatic for id in called("I/SS Besslein", "55 VS (HJ)", "21 VS")] == [
        True,
        True,
        False,
    ]


@pytest.mark.rule("10.6e", "9.3")
def test_a_failed_assault_hardens_the_named_target_only() -> None:
    s = at(at(field(), 820, "I/SS Besslein", "55 VS (HJ)"), 720, "372/218")
    assault(s, SOVIET)
    do(s, Pick(unit("I/SS Besslein")), Pick(unit("372/218")))
    with dice(s, 1):
        do(s, Commit())
    assert s.units[unit("I/SS Besslein")].fanatic
    assert not s.units[unit("55 VS (HJ)")].fanatic


@pytest.mark.rule("8.2.8c")
def test_the_red_army_is_never_disorganised() -> None:
    s = at(at(field(), 219, "372/218"), 220, "21 VS")
    bombardment(s, points=9)
    assert all(action.hex == 220 for action in offered(s, Airstrike))
    assert refused(s, NightRaid(unit("372/218"))) in (NOT_A_TARGET, PO2_USED)
    assault(s, GERMAN)
    do(s, Pick(unit("372/218")), Pick(unit("21 VS")), ArtilleryFire("1"))
    with dice(s, 2):
        do(s, Commit())
    assert not s.units[unit("372/218")].disorganised


@pytest.mark.rule("8.2.9", "8.2.7")
def test_disorganisation_does_not_pile_up() -> None:
    s = at(field(), 419, "21 VS", disorganised=True)
    at(s, 219, "372/218")
    attack = Attack(SOVIET, "assault", unit("21 VS"), called("372/218"))
    before = [m.amount for m in modifiers(s, attack)]
    bombardment(s, points=7)
    do(s, Airstrike(Hex(419)))
    with dice(s, 6):
        do(s, Spend("7"))
    assert [m.amount for m in modifiers(s, attack)] == before


@pytest.mark.rule("8.2.11b")
def test_a_fired_gun_that_leaves_the_map_comes_back_face_up() -> None:
    s = at(field(turn=6), 117, "1039", "1040", fired=True)
    withdraw(s, unit("1039"), "7.1.6b")
    with dice(s, 1):
        fatigue(s, unit("1040"))
    assert not s.units[unit("1039")].fired
    assert not s.units[unit("1040")].fired


@pytest.mark.rule("8.3.1", "8.3.3c", "8.3.2")
def test_german_guns_need_a_unit_and_have_no_counters() -> None:
    s = at(at(field(), 219, "372/218"), 220, "21 VS")
    assault(s, GERMAN)
    do(s, Pick(unit("372/218")))
    assert refused(s, ArtilleryFire("1")) is NO_ATTACKER
    do(s, Pick(unit("21 VS")), ArtilleryFire("1"))
    assert refused(s, ArtilleryFire("2")) is ONCE
    red = at(at(field(), 219, "372/218"), 220, "21 VS")
    assault(red, SOVIET)
    do(red, Pick(unit("21 VS")), Pick(unit("372/218")))
    assert refused(red, ArtilleryFire("1")) is NOT_GERMAN


@pytest.mark.rule("10.7", "10.7b")
def test_antifascists_beside_any_red_army_unit_once_a_game() -> None:
    s = at(at(field(), 220, "21 VS"), 219, "Screening Unit 1")
    at(s, 320, "22 VS")
    bombardment(s)
    do(s, Antifascists(unit("21 VS")), Commit())
    assert s.units[unit("21 VS")].disorganised
    assert refused(s, Antifascists(unit("22 VS"))) is GONE
    again = at(at(field(), 220, "21 VS"), 219, "1039", fired=True)
    bombardment(again)
    do(again, Antifascists(unit("21 VS")), Commit())
    assert again.units[unit("21 VS")].disorganised


@pytest.mark.rule("10.8b", "10.8a")
def test_only_fresh_rockets_are_broken_up() -> None:
    s = at(at(field(), 419, "21 VS"), 117, "18 Grd", "36 Grd", "1039")
    bombardment(s)
    assert refused(s, Split(unit("1039"))) is NOT_ROCKETS
    s.mark(unit("18 Grd"), fired=True)
    assert refused(s, Split(unit("18 Grd"))) is ROCKETS_FIRED
    assert refused(s, Split(unit("98 Grd"))) is ROCKETS_OFF_MAP
    do(s, Split(unit("36 Grd")), Commit())
    assert set(called("1/36 Grd", "2/36 Grd")) <= set(s.stacks[Hex(117)])
    movement(s, SOVIET)
    assert unit("1/36 Grd") in offered_units(s)


@pytest.mark.rule("10.8a", "9.5c")
def test_support_units_are_neither_infantry_nor_armour() -> None:
    s = at(at(field(), 220, "21 VS"), 219, "18 Grd", "222")
    split(s, unit("18 Grd"))
    attack = Attack(SOVIET, "assault", unit("21 VS"), called("1/18 Grd", "222"))
    assert "9.5b" not in {m.rule for m in modifiers(s, attack)}


@pytest.mark.rule("10.9.1b", "10.9.1c")
def test_three_po2_a_turn_several_at_one_unit() -> None:
    s = at(field(), 1115, "21 VS")
    history.po2_ready(s)
    bombardment(s, points=1)
    for die in (1, 2, 5):
        with dice(s, die):
            do(s, NightRaid(unit("21 VS")), Commit())
    assert not s.units[unit("21 VS")].disorganised
    assert refused(s, NightRaid(unit("21 VS"))) is PO2_USED
    do(s, Airstrike(Hex(1115)))  # the raids do not count against the hex
    history.po2_ready(s)
    assert s.tracks["po2"] == 3


@pytest.mark.rule("10.9.1a")
@pytest.mark.parametrize("die", [3, 4])
def test_a_po2_succeeds_on_3_and_4(die: int) -> None:
    s = at(field(), 1115, "21 VS")
    history.po2_ready(s)
    bombardment(s)
    with dice(s, die):
        do(s, NightRaid(unit("21 VS")), Commit())
    assert s.units[unit("21 VS")].disorganised


@pytest.mark.rule("10.2.4", "10.2.2")
def test_the_train_is_disorganised_like_any_unit() -> None:
    s = at(at(field(), 2113, "Pörsel"), 117, "1039")
    bombardment(s)
    do(s, Bombard(Hex(2113)), Pick(unit("1039")))
    with dice(s, 6):
        do(s, Commit())
    assert s.units[unit("Pörsel")].disorganised
    at(s, 2012, "372/218")
    move(movement(s, SOVIET), "372/218", 2013)
    assert frame(s).__class__.__name__ != "DefensiveFire"


@pytest.mark.rule("8.2.6b", "8.2.10")
def test_a_bombardment_can_be_given_up_until_it_is_resolved() -> None:
    s = bombardment(at(at(field(), 419, "21 VS"), 117, "1039", "1040"))
    before = s.clone()
    do(s, Bombard(Hex(419)), Pick(unit("1039")), Pick(unit("1040")), Cancel())
    assert s.same_as(before)
    assert Bombard(Hex(419)) in options(s)


@pytest.mark.rule("10.9.1b", "8.2.6f")
def test_without_po2_no_raid_is_offered_and_nothing_is_in_hand() -> None:
    s = bombardment(at(at(field(po2=1), 419, "21 VS"), 117, "1039"))
    assert NightRaid(unit("21 VS")) in options(s)
    assert decision(s).about(s) == Subject()
    s.track("po2", 0)
    s = bombardment(s)
    assert NightRaid(unit("21 VS")) not in options(s)
    assert refused(s, NightRaid(unit("21 VS"))) is PO2_USED


@pytest.mark.rule("6.1b", "8.3.3a")
def test_the_last_supply_may_be_spent() -> None:
    s = field(supply=3)
    assert short_of_supply(s, 3) is None
    assert short_of_supply(s, 4) == No("6.1b", "not enough Supply: needs 4; 3 left")


@pytest.mark.rule("8.2.6h")
def test_why_a_gun_is_not_chosen_twice() -> None:
    s = bombardment(at(at(field(), 419, "21 VS"), 117, "1039", "1040"))
    s.mark(unit("1040"), fired=True)
    do(s, Bombard(Hex(419)), Pick(unit("1039")))
    assert refused(s, Pick(unit("1039"))) is ALREADY_IN
    assert refused(s, Pick(unit("1040"))) is HAS_FIRED


@pytest.mark.rule("8.2.6d", "8.2.6b")
def test_the_table_as_it_is_shown_before_a_bombardment() -> None:
    s = bombardment(at(at(field(), 419, "21 VS"), 117, "1039", "1040"))
    do(s, Bombard(Hex(419)))
    assert decision(s).forecast(s) is None
    do(s, Pick(unit("1039")), Pick(unit("1040")))
    shown = decision(s).forecast(s)
    assert shown is not None
    assert (shown.column, shown.odds) == ("2", "2 in 6")
    assert shown.rows == (
        ("1", ("-", "-", "-", "-", "-")),
        ("2", ("-", "-", "-", "-", "S")),
        ("3", ("-", "-", "-", "S", "S")),
        ("4", ("-", "-", "S", "S", "S")),
        ("5", ("-", "S", "S", "S", "S")),
        ("6", ("S", "S", "S", "S", "S")),
    )


@pytest.mark.rule("8.2.6b", "8.2.6d")
@pytest.mark.parametrize(
    ("points", "column", "faces"), [(1, "1", 1), (2, "2", 2), (4, "3-4", 3), (7, "7+", 5)]
)
def test_the_table_as_it_is_shown_before_an_airstrike(points: int, column: str, faces: int) -> None:
    s = bombardment(at(field(), 419, "21 VS"), points=7)
    do(s, Airstrike(Hex(419)))
    unlit = decision(s).forecast(s)
    assert unlit is not None
    assert (unlit.title, unlit.column, unlit.commit) == ("Airstrike", "", None), "no number is chosen yet"
    assert (unlit.attack, unlit.defence) == ("strength 1–7", "1 unit in Südpark (0419)")
    chosen = Spend(str(points))
    shown = decision(s).forecast_of(s, chosen)
    assert shown is not None
    assert (shown.column, shown.odds, shown.attack) == (column, f"{faces} in 6", f"strength {points}")
    assert [cells[shown.columns.index(column)] for _, cells in shown.rows].count("S") == faces
    assert [(each.amount, each.rule) for each in shown.modifiers] == [(points, "8.2.6b")]
    assert shown.commit == chosen
    assert decision(s).forecast_of(s, Cancel()) is None


@pytest.mark.rule("8.2.14")
def test_the_table_as_it_is_shown_before_a_strike_on_depots() -> None:
    s = bombardment(at(field(), 419, "21 VS"), points=1)
    do(s, StrikeDepots())
    shown = decision(s).forecast_of(s, Spend("1"))
    assert shown is not None
    assert (shown.title, shown.column, shown.odds) == (StrikeDepots.words, "1", "1 in 6")
    assert shown.defence == f"Supply {s.tracks['supply']}"
    unlit = decision(s).forecast(s)
    assert unlit is not None and unlit.attack == "strength 1"


@pytest.mark.rule("8.2.6a", "10.8b", "10.9.1a")
def test_what_phase_3_is_about_and_what_a_click_means() -> None:
    s = bombardment(at(at(field(po2=1), 419, "21 VS"), 117, "18 Grd"), points=2)
    assert clicked(s, unit("18 Grd")) == (Split(unit("18 Grd")), None)
    assert clicked(s, unit("21 VS")) == (NightRaid(unit("21 VS")), None)
    do(s, Airstrike(Hex(419)))
    assert decision(s).about(s) == Subject(hexes=(Hex(419),))
    do(s, Cancel(), StrikeDepots())
    assert decision(s).about(s) == Subject()


@pytest.mark.rule("10.7", "10.8a", "10.9.1a")
def test_a_click_in_phase_3_spends_nothing_and_rolls_nothing() -> None:
    s = bombardment(at(at(at(field(po2=1), 419, "21 VS"), 319, "372/218"), 117, "18 Grd"))
    before = s.clone()
    for named in (NightRaid(unit("21 VS")), Antifascists(unit("21 VS")), Split(unit("18 Grd"))):
        do(s, named)
        assert options(s) == [Commit(), Cancel()]
        assert decision(s).about(s) == Subject(hexes=(s.units[named.unit].hex,))
        assert refused(s, named) is OUT_OF_PHASE
        do(s, Cancel())
        assert s.same_as(before)


@pytest.mark.rule("10.9.1a")
def test_the_odds_of_a_po2_attack_are_shown_before_it_is_rolled() -> None:
    s = bombardment(at(field(po2=1), 419, "21 VS"))
    do(s, NightRaid(unit("21 VS")))
    shown = decision(s).forecast(s)
    assert shown is not None
    assert (shown.defence, shown.odds) == ("21st Volkssturm Battalion", "2 in 6")
    successes = [die for die, (cell,) in shown.rows if cell == "success"]
    assert successes == ["3", "4"]
    assert [die for die, _ in shown.rows] == ["1", "2", "3", "4", "5", "6"]
    assert shown.commit == Commit()


@pytest.mark.rule("8.2.4a")
@pytest.mark.parametrize("points", ["0", "-1", "many", ""])
def test_an_airstrike_is_made_with_a_number_of_points(points: str) -> None:
    s = bombardment(at(field(), 419, "21 VS"), points=3)
    do(s, Airstrike(Hex(419)))
    assert [each.choice for each in offered(s, Spend)] == ["1", "2", "3"]
    assert refused(s, Spend(points)) is NO_NUMBER


@pytest.mark.rule("10.9.1c", "10.7")
def test_aircraft_and_antifascists_go_for_germans_on_the_map_only() -> None:
    s = bombardment(at(at(field(po2=3), 220, "21 VS"), 219, "372/218"))
    s.send(unit("22 VS"), "reserves")
    for nobody in ("372/218", "22 VS"):
        assert refused(s, NightRaid(unit(nobody))) is NOT_A_TARGET
        assert refused(s, Antifascists(unit(nobody))) is NO_ANTIFASCIST_TARGET


@pytest.mark.rule("8.2.6a", "8.2.12")
def test_a_click_means_guns_where_guns_can_and_aircraft_where_they_cannot() -> None:
    there = Hex(419)
    s = bombardment(at(at(field(), 419, "21 VS"), 117, "1039"), points=2)
    assert clicked(s, there) == (Bombard(there), None)
    s.mark(unit("1039"), fired=True)
    s = bombardment(s, points=2)
    assert clicked(s, there) == (Airstrike(there), None)
    s = bombardment(s, points=0)
    assert clicked(s, there) == (Bombard(there), NO_GUNS)
    ready = bombardment(at(at(field(), 419, "21 VS"), 117, "1039"), points=0)
    assert clicked(ready, there) == (Bombard(there), None)
    assert clicked(ready, unit("1039")) == (Split(unit("1039")), NOT_ROCKETS)
    assert clicked(ready, (there, Hex(420)))[0] is None


def test_without_points_nobody_is_reminded_of_them() -> None:
    s = bombardment(at(at(field(), 419, "21 VS"), 117, "1039"), points=0)
    assert [each.words for each in decision(s).reminders(s)] == ["can still bombard"]
