"""6.0 Antitank fire."""

from itertools import product

import pytest

from bridgehead.core.actions import Cancel, Choose, Commit, Done, MoveTo, Pick
from bridgehead.core.play import options, why_not
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.seelow1945.model.actions import FireAt
from bridgehead.games.seelow1945.model.state import ELIMINATED, State
from bridgehead.games.seelow1945.rules.advance import Advance
from bridgehead.games.seelow1945.rules.antitank import (
    DISRUPTED_FIRER,
    FIRED_AT,
    HAS_ADVANCED,
    HAS_FIRED,
    NO_VALUE,
    NOT_ARMORED,
    NOT_THE_FIRER,
    OFF_MAP,
    SPREAD_FIRST,
    TARGET_ALREADY,
    AntitankPhase,
    PlanFire,
    ShotOrder,
    Volley,
    fire_modifiers,
    fire_value,
    why_not_fire,
)
from bridgehead.games.seelow1945.rules.morale import rally
from bridgehead.games.seelow1945.rules.retreat import GoAlong, Retreat, RetreatOrder
from bridgehead.games.seelow1945.rules.steps import allowance
from bridgehead.toolkit.tables import total
from tests.games.seelow1945.field import (
    DAWN,
    DUSK,
    FLAK,
    GAME,
    GERMAN,
    GRR,
    GRR2,
    GRR3,
    GRR4,
    GTB,
    INF,
    KAG,
    PANTHER,
    PANTHER2,
    PG,
    PG2,
    PZ,
    PZ3,
    RR,
    RR2,
    SOVIET,
    STUG,
    TB,
    TB2,
    TIGER1,
    TIGER2,
    VAK,
    ZHUKOV,
    attack,
    do,
    field,
    now,
    phase,
    pick,
    reason,
    said,
    shoot,
    stand,
    unit,
)
from tests.support import ask


@pytest.mark.rule("6.31", "6.41", "6.53", "6.61", "6.62", "6.2-1", "6.2-2", "6.2-3")
def test_c10_across_the_canal() -> None:
    s = field()
    stand(s, 1908, TB)
    stand(s, 1809, PZ)
    shoot(s, SOVIET, PZ, TB, rolls=(1, 1))
    fired = said(s, "Fired")
    assert (fired.value, fired.column, fired.modified, fired.result) == (3, "3", 2, "3")
    assert not unit(s, PZ).disrupted, "1 + 3 = 4 passes"
    s = field()
    stand(s, 1908, TB)
    stand(s, 1809, PZ)
    shoot(s, SOVIET, PZ, TB, rolls=(1, 2))
    assert unit(s, PZ).disrupted, "2 + 3 = 5 fails"
    s = field()
    stand(s, 1908, TB)
    stand(s, 1809, PZ)
    shoot(s, SOVIET, PZ, TB, rolls=(5,))
    assert said(s, "Fired").meaning == "no effect"


@pytest.mark.rule("6.31", "6.32", "6.33")
def test_c11_stream_and_slope() -> None:
    s = field()
    stand(s, 1908, PZ)
    assert fire_value(s, unit(s, PZ), Hex(1809)) == 3, "5 / 2"
    stand(s, 2015, PZ)
    assert fire_value(s, unit(s, PZ), Hex(1915)) == 2, "5 / 4"
    stand(s, 2215, PZ)
    assert GAME.board.has("stream", 2215, 2114)
    levels = GAME.board.level
    uphill = next((a, b) for a, b in sorted(GAME.board.features["stream"]) if levels[a] != levels[b])
    low, high = sorted(uphill, key=lambda hex: levels[hex])
    stand(s, low, PZ)
    assert fire_value(s, unit(s, PZ), Hex(high)) == 2, "5 / 2 / 2 = 1.25"
    stand(s, 1610, PZ)
    assert fire_value(s, unit(s, PZ), Hex(1510)) == 3, "one level up"
    assert fire_value(s, unit(s, PZ), Hex(1609)) == 5, "downhill"


@pytest.mark.rule("6.14a", "6.14b", "6.15a", "6.15b")
def test_c12_spreading_fire() -> None:
    def three_companies() -> None:
        stand(s, 1809, PANTHER, PANTHER2, TIGER1)
        for hex, id in zip((1708, 1709, 1810), (GRR, GRR2, GRR3), strict=True):
            stand(s, hex, id)

    s = field()
    three_companies()
    phase(s, "antitank", SOVIET)
    do(s, FireAt(UnitId(PANTHER)), *pick(GRR))
    assert reason(s, Pick(UnitId(GRR2))) == SPREAD_FIRST, "two at one and none left for the third"
    do(s, FireAt(UnitId(PANTHER2)), *pick(GRR2), FireAt(UnitId(TIGER1)), *pick(GRR3))
    assert options(s) == [Commit(), Cancel()], "one at each is accepted"

    s = field()
    three_companies()
    stand(s, 1908, GRR4)
    phase(s, "antitank", SOVIET)
    do(s, FireAt(UnitId(PANTHER)), *pick(GRR, GRR2))
    assert reason(s, Commit()) == SPREAD_FIRST
    assert reason(s, Pick(UnitId(GRR3))) == SPREAD_FIRST
    do(s, FireAt(UnitId(PANTHER2)), *pick(GRR3))
    assert reason(s, Commit()) == SPREAD_FIRST, "two at A, one at B and none at C"
    do(s, FireAt(UnitId(TIGER1)), *pick(GRR4))
    do(s, Commit())
    assert isinstance(now(s), ShotOrder)
    do(s, FireAt(UnitId(TIGER1)), rolls=(6,))
    do(s, FireAt(UnitId(PANTHER)), rolls=(6, 6))
    assert all(unit(s, id).target for id in (PANTHER, PANTHER2, TIGER1))


@pytest.mark.rule("6.15a", "6.15b")
def test_c12_single_shots_first_then_combined() -> None:
    s = field()
    stand(s, 1809, PANTHER, PANTHER2, TIGER1)
    for hex, id in zip((1708, 1709, 1810, 1908), (GRR, GRR2, GRR3, GRR4), strict=True):
        stand(s, hex, id)
    phase(s, "antitank", SOVIET)
    do(s, FireAt(UnitId(PANTHER2)), *pick(GRR), Commit(), rolls=(6,))
    do(s, FireAt(UnitId(TIGER1)), *pick(GRR2), Commit(), rolls=(6,))
    assert reason(s, FireAt(UnitId(TIGER1))) == FIRED_AT
    do(s, FireAt(UnitId(PANTHER)), *pick(GRR3, GRR4))
    assert Commit() in options(s)


@pytest.mark.rule("6.15b")
def test_c12_a_company_that_ran_needs_no_shot() -> None:
    s = field()
    stand(s, 1809, PZ, PZ3)
    for hex, id in zip((1908, 1909, 1810), (TB, GRR2, GRR3), strict=True):
        stand(s, hex, id)
    phase(s, "antitank", SOVIET)
    do(s, FireAt(UnitId(PZ)), *pick(GRR3), Commit(), rolls=(1, 6))
    do(s, Done())
    do(s, next(a for a in options(s) if isinstance(a, MoveTo)))
    do(s, next(a for a in options(s) if isinstance(a, MoveTo)))
    assert unit(s, PZ).hex != 1809
    do(s, FireAt(UnitId(PZ3)), *pick(TB, GRR2))
    assert Commit() in options(s)


@pytest.mark.rule("6.15b")
def test_a_shot_named_together_is_cancelled_when_its_target_goes_along() -> None:
    s = field()
    stand(s, 1809, PZ, PZ3)
    for hex, id in zip((1908, 1909, 1810), (TB, GRR2, GRR3), strict=True):
        stand(s, hex, id)
    phase(s, "antitank", SOVIET)
    do(s, FireAt(UnitId(PZ)), *pick(GRR2, GRR3), FireAt(UnitId(PZ3)), *pick(TB), Commit())
    do(s, FireAt(UnitId(PZ)), rolls=(3, 6))
    assert isinstance(now(s), GoAlong)
    do(s, *pick(PZ3))
    while isinstance(now(s), Retreat | RetreatOrder):
        do(s, options(s)[0])
    assert not unit(s, PZ3).target
    assert unit(s, TB).aim == 0, "the firer has not fired"


@pytest.mark.rule("6.55", "6.71", "6.72", "6.74")
def test_c13_circled_result() -> None:
    for check, holds in ((1, True), (2, False)):
        s = field()
        stand(s, 2209, PANTHER)
        stand(s, 2210, GTB)
        shoot(s, GERMAN, GTB, PANTHER, rolls=(1, check))
        assert said(s, "Fired").result == "2c"
        assert unit(s, GTB).reduced
        assert said(s, "Checked").rating == 3
        assert unit(s, GTB).disrupted is not holds
    s = field()
    stand(s, 2209, PZ)
    stand(s, 2210, TB)
    shoot(s, SOVIET, PZ, TB, rolls=(1,))
    assert said(s, "Fired").result == "2c"
    assert unit(s, PZ).box == ELIMINATED


@pytest.mark.rule("6.41", "6.42", "6.43", "7.62", "10.24")
def test_c14_disrupted_armored_target_at_dusk() -> None:
    s = field(turn=DUSK)
    stand(s, 2209, TIGER2)
    stand(s, 2210, TB, disrupted=True)
    assert total(fire_modifiers(s, unit(s, TB)), "drm") == 1
    shoot(s, GERMAN, TB, TIGER2, rolls=(2, 6))
    fired = said(s, "Fired")
    assert (fired.modified, fired.column, fired.result) == (3, "8-10", "2c")


@pytest.mark.rule("6.63a", "6.63b", "7.57a", "7.57b")
def test_c15_failed_check() -> None:
    s = field()
    stand(s, 1809, STUG, "ge_303_300_1")
    stand(s, 1908, TB)
    shoot(s, SOVIET, STUG, TB, rolls=(1, 6))
    assert unit(s, STUG).disrupted
    assert isinstance(now(s), GoAlong), "no step instead of the retreat"
    do(s, *pick(INF))
    assert not unit(s, INF).disrupted, "not before it goes"
    do(s, *pick(STUG))
    do(s, options(s)[0])
    do(s, options(s)[0])
    assert GAME.board.distance(1809, unit(s, STUG).hex) == 2
    s = field()
    stand(s, 1809, STUG, INF)
    stand(s, 1908, TB)
    shoot(s, SOVIET, STUG, TB, rolls=(1, 6))
    do(s, Done())
    do(s, options(s)[0])
    do(s, options(s)[0])
    assert unit(s, INF).hex == 1809
    assert not unit(s, INF).disrupted


@pytest.mark.rule("6.63b")
def test_a_brigade_may_not_trade_a_step_either() -> None:
    s = field()
    stand(s, 2210, TB)
    stand(s, 2209, PZ)
    shoot(s, GERMAN, TB, PZ, rolls=(3, 6))
    assert unit(s, TB).disrupted
    assert isinstance(now(s), Retreat)
    assert not unit(s, TB).reduced


@pytest.mark.rule("7.71", "7.76", "7.77a", "7.77b", "6.0", "3.1-3", "6.11")
def test_c16_advance_in_the_enemys_turn() -> None:
    s = field()
    stand(s, 1809, PANTHER, PANTHER2, TIGER1)
    stand(s, 1908, TB, reduced=True)
    shoot(s, GERMAN, TB, PANTHER, PANTHER2, rolls=(1,))
    assert unit(s, TB).box == ELIMINATED
    assert isinstance(now(s), Advance)
    assert why_not(s, Pick(UnitId(TIGER1))) is not None, "it did not fire"
    do(s, *pick(PANTHER))
    do(s, *pick(PANTHER2))
    assert unit(s, PANTHER).hex == unit(s, PANTHER2).hex == 1908
    stand(s, 1907, TB2)
    assert why_not_fire(s, GERMAN, unit(s, PANTHER), Hex(1907)) is HAS_FIRED
    s.mark(UnitId(PANTHER), aim=Hex(0))
    assert why_not_fire(s, GERMAN, unit(s, PANTHER), Hex(1907)) is HAS_ADVANCED
    s.mark(UnitId(PANTHER), advanced=False)
    assert why_not_fire(s, GERMAN, unit(s, PANTHER), Hex(1907)) is not HAS_ADVANCED


@pytest.mark.rule("6.18", "6.32", "7.18", "5.29")
def test_c17_too_steep_to_fire() -> None:
    s = field(turn=DAWN)
    stand(s, 1915, PZ)
    for id in (RR, TB):
        stand(s, 2015, id)
        no = why_not_fire(s, SOVIET, unit(s, id), Hex(1915))
        assert no is not None
        assert no.rule == "6.18"
        s.send(UnitId(id), "aside")
    stand(s, 2015, TB)
    assert why_not_fire(s, GERMAN, unit(s, PZ), Hex(2015)) is None
    assert fire_value(s, unit(s, PZ), Hex(2015)) == 5
    s = field()
    stand(s, 1915, PZ)
    for id, value in ((RR, 1), (TB, 2)):
        stand(s, 2015, id)
        assert why_not_fire(s, SOVIET, unit(s, id), Hex(1915)) is None
        assert fire_value(s, unit(s, id), Hex(1915)) == value
        s.send(UnitId(id), "aside")


@pytest.mark.rule("6.18")
def test_guns_fire_by_their_move_mode_allowance_and_motz_over_streams() -> None:
    s = field(turn=DAWN)
    stand(s, 1809, PZ)
    stand(s, 1908, KAG)
    stand(s, 1909, TB)
    assert why_not_fire(s, SOVIET, unit(s, KAG), Hex(1809)) is None
    assert why_not_fire(s, SOVIET, unit(s, TB), Hex(1809)) is None, "a stream can always be paid for"
    stand(s, 2010, PZ)
    stand(s, 2011, TB)
    no = why_not_fire(s, SOVIET, unit(s, TB), Hex(2010))
    assert no is not None
    assert no.rule == "6.18", "motz never enters a swamp off the roads"


@pytest.mark.rule("6.12", "3.1-4", "2.21b")
def test_only_armored_units_are_targets() -> None:
    s = field()
    stand(s, 2209, PG, PZ)
    stand(s, 2210, RR)
    phase(s, "antitank", SOVIET)
    assert reason(s, FireAt(UnitId(PG))) == NOT_ARMORED
    assert FireAt(UnitId(PZ)) in options(s)
    do(s, FireAt(UnitId(PZ)), *pick(RR), Commit(), rolls=(2, 1))
    assert not unit(s, PG).target


@pytest.mark.rule("6.13a", "8.11")
def test_fire_reaches_adjacent_hexes_only() -> None:
    s = field()
    stand(s, 2209, PZ)
    stand(s, 2211, KAG)
    assert phase(s, "antitank", SOVIET).flow == ()
    stand(s, 2210, KAG)
    assert FireAt(UnitId(PZ)) in options(phase(s, "antitank", SOVIET))


@pytest.mark.rule("6.11", "6.16", "6.17a", "6.0", "7.61")
def test_who_may_not_fire() -> None:
    s = field()
    stand(s, 2209, PZ)
    stand(s, 2210, RR, disrupted=True)
    assert why_not_fire(s, SOVIET, unit(s, RR), Hex(2209)) is DISRUPTED_FIRER
    stand(s, 2208, ZHUKOV)
    assert why_not_fire(s, SOVIET, unit(s, ZHUKOV), Hex(2209)) is NO_VALUE
    stand(s, 2310, RR2)
    stand(s, 2309, GRR)
    phase(s, "antitank", SOVIET)
    do(s, FireAt(UnitId(PZ)))
    assert reason(s, Pick(UnitId(PZ))) == NOT_THE_FIRER
    do(s, *pick(RR2) if Pick(UnitId(RR2)) in options(s) else pick(GRR), Commit(), rolls=(6,))
    stand(s, 2308, PZ3)
    assert why_not_fire(s, SOVIET, unit(s, GRR), Hex(2308)) is HAS_FIRED


@pytest.mark.rule("8.31b", "8.31c", "6.17a")
def test_the_flak_fires_in_move_mode_other_guns_do_not() -> None:
    s = field()
    stand(s, 2210, TB)
    stand(s, 2209, FLAK, move_mode=True)
    stand(s, 2211, VAK, move_mode=True)
    assert why_not_fire(s, GERMAN, unit(s, FLAK), Hex(2210)) is None
    assert fire_value(s, unit(s, FLAK), Hex(2210)) == 4
    assert why_not_fire(s, GERMAN, unit(s, VAK), Hex(2210)) is NO_VALUE


@pytest.mark.rule("6.52", "6.62", "6.64", "7.64", "6.51")
def test_result_m_and_the_rating_of_a_disrupted_unit() -> None:
    for check, holds in ((2, True), (3, False)):
        s = field()
        stand(s, 2209, PZ, disrupted=True)
        stand(s, 2210, RR, reduced=True)
        shoot(s, SOVIET, PZ, RR, rolls=(4, check))
        fired = said(s, "Fired")
        assert (fired.column, fired.modified, fired.result) == ("1", 3, "M")
        assert (said(s, "Checked").rating, said(s, "Checked").added) == (2, 0)
        assert (now(s) is None or not isinstance(now(s), Retreat)) is holds


@pytest.mark.rule("6.54", "6.64b")
def test_result_e_and_ratings_below_one() -> None:
    s = field()
    stand(s, 2209, PZ, disrupted=True)
    for hex, id in zip((2210, 2208, 2310, 2309), (TB, TB2, GTB, "su_11gtc_40"), strict=False):
        if GAME.board.adjacent(2209, hex):
            stand(s, hex, id)
    firers = [id for id in (TB, TB2, GTB, "su_11gtc_40") if unit(s, id).hex]
    shoot(s, SOVIET, PZ, *firers, rolls=(1,))
    assert said(s, "Fired").result == "E"
    assert unit(s, PZ).box == ELIMINATED
    s = field()
    stand(s, 2209, "ge_920_1")
    stand(s, 2210, TB, reduced=True, disrupted=True)
    assert unit(s, TB).reduced
    shoot(s, GERMAN, TB, "ge_920_1", rolls=(6, 1))
    assert said(s, "CheckFailed").rating == 0, "a natural 1 does not help"


@pytest.mark.rule("6.73")
def test_steps_never_come_back() -> None:
    s = field()
    stand(s, 2209, RR, reduced=True, disrupted=True)
    for _ in range(40):
        s.mark(UnitId(RR), disrupted=True)
        rally(s, unit(s, RR))
    assert unit(s, RR).reduced


@pytest.mark.rule("6.51", "6.2-3")
def test_the_fire_table_answers_every_die_and_column() -> None:
    table = GAME.tables.fire
    assert table.column_min == (1, 2, 3, 4, 6, 8, 11, 15, 20, 26)
    for die, column in product(range(-3, 15), range(10)):
        cell = table.at(die, column)
        assert cell.text in {"-", "M", "E", *"123", "1c", "2c", "3c", "4c", "5c"}
        assert (cell.effect is None) == (cell.text == "-")
    assert table.at(2, 4).text == "2c"
    assert table.at(5, 6).text == "1c"


@pytest.mark.rule("6.0", "6.11")
def test_both_sides_fire_in_each_player_turn() -> None:
    s = field()
    stand(s, 2209, PZ)
    stand(s, 2210, TB)
    for side, mine, theirs in ((GERMAN, PZ, TB), (SOVIET, TB, PZ)):
        phase(s, "antitank", side)
        assert isinstance(now(s), AntitankPhase)
        do(s, FireAt(UnitId(theirs)))
        assert isinstance(now(s), PlanFire)
        do(s, *pick(mine), Commit(), rolls=(6,) if side == GERMAN else (6, 1))


@pytest.mark.rule("6.14a", "6.2-1")
def test_the_forecast_of_a_shot() -> None:
    s = field(turn=DUSK)
    stand(s, 1809, PZ)
    stand(s, 1908, TB)
    phase(s, "antitank", SOVIET)
    do(s, FireAt(UnitId(PZ)), *pick(TB))
    frame = now(s)
    assert frame is not None
    forecast = frame.forecast(s)
    assert forecast is not None
    assert (forecast.attack, forecast.column, forecast.commit) == ("3", "3", Commit())
    assert [modifier.rule for modifier in forecast.modifiers] == ["6.31", "6.41", "6.43"]


@pytest.mark.rule("6.63a", "7.42a", "7.57a")
def test_a_disrupted_unit_is_told_under_the_rule_that_disrupts_it() -> None:
    def cited(s: State) -> list[str]:
        return [told.rule for told in s.log if type(told.event).__name__ == "Disrupted"]

    s = field()
    stand(s, 2209, STUG)
    stand(s, 2210, TB)
    assert cited(shoot(s, SOVIET, STUG, TB, rolls=(3, 6))) == ["6.63a"]
    s = field()
    stand(s, 2209, INF)
    stand(s, 2210, TB)
    attack(s, SOVIET, 2209, TB, rolls=(1,))
    assert cited(do(s, Choose("retreat"))) == ["7.42a"]


@pytest.mark.rule("6.12")
def test_a_tank_that_is_not_on_the_map_is_no_target() -> None:
    s = field()
    stand(s, 2209, PZ)
    stand(s, 2210, TB)
    s.eliminate(UnitId(PZ3))
    phase(s, "antitank", SOVIET)
    assert reason(s, FireAt(UnitId(PZ3))) == OFF_MAP


@pytest.mark.rule("6.15a")
def test_fire_that_must_be_spread_first_cannot_be_committed() -> None:
    s = field()
    stand(s, 1809, PANTHER, PANTHER2)
    for hex, id in zip((1708, 1709, 1810), (GRR, GRR2, GRR3), strict=True):
        stand(s, hex, id)
    phase(s, "antitank", SOVIET)
    do(s, FireAt(UnitId(PANTHER)), *pick(GRR))
    frame = now(s)
    assert frame is not None
    forecast = frame.forecast(s)
    assert forecast is not None
    assert forecast.commit == Commit()
    assert (forecast.title, forecast.defence) == (
        "Antitank fire at I Company, Müncheberg Panzer Battalion",
        "armor 2",
    )
    do(s, *pick(GRR2))
    frame = now(s)
    assert frame is not None
    forecast = frame.forecast(s)
    assert forecast is not None
    assert forecast.commit is None
    assert reason(s, FireAt(UnitId(PANTHER))) == TARGET_ALREADY
    do(s, Cancel())
    assert isinstance(now(s), AntitankPhase)


@pytest.mark.rule("6.15b")
def test_a_shot_whose_target_is_gone_is_told_once() -> None:
    s = field()
    stand(s, 1809, PZ, PZ3, PANTHER)
    stand(s, 2501, STUG)
    for hex, id in zip((1908, 1909, 1810), (GRR, GRR2, GRR3), strict=True):
        stand(s, hex, id)
    shots = ((STUG, (TB,)), (PZ, (GRR,)), (PZ3, (GRR2,)), (PANTHER, (GRR3,)))
    named = tuple((UnitId(target), tuple(map(UnitId, firers))) for target, firers in shots)
    s.log = []
    ask(s, Volley(side=SOVIET, hex=Hex(1809), shots=named))
    assert said(s, "ShotCancelled").unit == STUG
    assert options(s) == [FireAt(UnitId(id)) for id in (PZ, PZ3, PANTHER)]
    do(s, FireAt(UnitId(PZ)), rolls=(6,))
    assert not [told for told in s.log if type(told.event).__name__ == "ShotCancelled"]
    assert options(s) == [FireAt(UnitId(id)) for id in (PZ3, PANTHER)]


@pytest.mark.rule("6.18", "7.18")
def test_a_unit_that_can_just_pay_for_the_hex_fires_and_attacks() -> None:
    s = field(turn=DAWN)
    stand(s, 2008, INF, PZ)
    stand(s, 2009, RR)
    assert allowance(s, unit(s, RR)) == 2, "what woods cost"
    assert why_not_fire(s, SOVIET, unit(s, RR), Hex(2008)) is None


@pytest.mark.rule("6.13a", "6.17a")
def test_an_enemy_next_to_the_target_is_not_asked_why_he_does_not_fire() -> None:
    s = field()
    stand(s, 2209, PZ)
    for hex in s.ground.near[2209][:-1]:
        stand(s, hex, PG)
    last = s.ground.near[2209][-1]
    stand(s, last, RR, disrupted=True)
    stand(s, s.ground.near[2209][0], PG2)
    stand(s, 2501, PANTHER)
    stand(s, 2601, TB)
    phase(s, "antitank", SOVIET)
    no = why_not(s, FireAt(UnitId(PZ)))
    assert no is not None
    assert (no.rule, no.hex) == ("6.17a", last)
    assert no.because == f"none of the adjacent units can: {DISRUPTED_FIRER.because}"
