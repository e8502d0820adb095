"""7.1 to 7.4 Combat: who attacks, ratio, modifiers, results."""

import pytest

from bridgehead.core.actions import Attack, Cancel, Choose, Commit, Done, Pick
from bridgehead.core.play import options, why_not
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.seelow1945.model.actions import LoseStep
from bridgehead.games.seelow1945.model.data import Effect
from bridgehead.games.seelow1945.model.state import ELIMINATED, State
from bridgehead.games.seelow1945.rules.advance import Advance
from bridgehead.games.seelow1945.rules.antitank import fire_divisors, why_not_fire
from bridgehead.games.seelow1945.rules.combat import (
    ATTACKED_BEFORE,
    DISRUPTED_ATTACKER,
    HAS_ATTACKED,
    LIMBERED,
    NOBODY_ATTACKS,
    NOT_THE_ATTACKER,
    NOT_ZHUKOV,
    ONLY_ARMOR,
    CombatPhase,
    PlanAttack,
    why_not_attack,
)
from bridgehead.games.seelow1945.rules.odds import combat_modifiers, defenders, strength
from bridgehead.games.seelow1945.rules.results import (
    TWO_UNITS,
    Cause,
    StepOrRetreat,
    Suffering,
    TakeStep,
    apply_effect,
    step_candidates,
)
from bridgehead.games.seelow1945.rules.retreat import GoAlong, Retreat, RetreatOrder, retreats
from bridgehead.toolkit.combat import shifted
from bridgehead.toolkit.tables import clamp, total
from tests.games.seelow1945.field import (
    DAWN,
    GAME,
    GERMAN,
    GRR,
    GRR2,
    GRR3,
    GRR4,
    INF,
    INF2,
    KAG,
    MUN,
    PANTHER,
    PG,
    PG2,
    PZ,
    PZ3,
    RR,
    RR2,
    SOVIET,
    STUG,
    TB,
    VAK,
    WART,
    ZHUKOV,
    attack,
    do,
    field,
    now,
    phase,
    pick,
    reason,
    said,
    stand,
    unit,
)
from tests.support import ask

CRT = GAME.tables.crt


def column(s: State, hex: int, *ids: str) -> str:
    """The column of an attack after all shifts."""
    found = GAME.odds(s, tuple(map(UnitId, ids)), Hex(hex))
    assert found is not None
    name: str = CRT.columns[found.column]
    return name


@pytest.mark.rule("7.2-3", "7.2-4", "7.32", "7.34", "7.38", "7.2-5")
def test_c18_the_books_ratio() -> None:
    def odds(ours: int, theirs: int) -> str:
        name: str = CRT.columns[clamp(CRT.ladder.floor(ours, theirs), 0, len(CRT.columns) - 1)]
        return name

    assert [odds(13, 3), odds(3, 5), odds(2, 5), odds(1, 9), odds(7, 2)] == [
        "4:1",
        "1:2",
        "1:3",
        "1:3",
        "3:1",
    ]
    assert odds(30, 3) == "8:1"
    one_to_one = [CRT.at(die, CRT.columns.index("1:1")).text for die in range(1, 7)]
    assert one_to_one == ["D4", "D3", "A2 D2", "A3", "A4", "A5"]
    s = field()
    stand(s, 1510, INF)
    for hex, id in zip((1610, 1611, 1511, 1410, 1509), (GRR, GRR2, GRR3, GRR4, "su_27g_76"), strict=True):
        stand(s, hex, id)
    assert column(s, 1510, GRR, GRR2, GRR3, GRR4, "su_27g_76") == "6:1", "8:1 first, then two left"


@pytest.mark.rule("7.32", "7.34", "7.2-4")
def test_c18_woods_on_level_2_from_level_1() -> None:
    s = field()
    woods = [h for h in GAME.board.hexes if GAME.board.terrain[h] == "woods" and GAME.board.level[h] == 2]
    hex = woods[0]
    low = [to for to in GAME.board.near[hex] if GAME.board.level[to] == 1]
    stand(s, hex, INF)
    for to, id in zip(low, (GRR, RR, RR2), strict=False):
        stand(s, to, id)
    ids = [id for id in (GRR, RR, RR2) if unit(s, id).hex]
    shifts = combat_modifiers(s, Hex(hex), [unit(s, id) for id in ids])
    assert [(shift.amount, shift.rule) for shift in shifts] == [(-2, "7.32"), (-1, "7.34")]
    assert CRT.columns[shifted(CRT.columns.index("4:1"), shifts, len(CRT.columns))] == "1:1"


@pytest.mark.rule("7.33", "7.42a", "7.44a", "7.15")
def test_c19_canal_position() -> None:
    s = field()
    stand(s, 1810, MUN)
    stand(s, 1909, GRR)
    stand(s, 1910, GRR2)
    assert column(s, 1810, GRR, GRR2) == "1:2"
    attack(s, SOVIET, 1810, GRR, GRR2, rolls=(1,))
    assert said(s, "Attacked").result == "D3"
    assert unit(s, MUN).hex == 1810
    assert not unit(s, MUN).disrupted
    s = field()
    stand(s, 1810, MUN)
    stand(s, 1909, GRR)
    stand(s, 1910, GRR2)
    attack(s, SOVIET, 1810, GRR, GRR2, rolls=(5,))
    frame = now(s)
    assert isinstance(frame, StepOrRetreat)
    assert set(frame.failing) == {GRR, GRR2}
    do(s, LoseStep(UnitId(GRR)))
    assert unit(s, GRR).reduced
    assert (unit(s, GRR).hex, unit(s, GRR2).hex) == (1909, 1910)
    assert not unit(s, GRR).disrupted
    stand(s, 1811, GRR3)
    s.mark(UnitId(GRR), reduced=False)
    assert column(s, 1810, GRR, GRR2, GRR3) == "3:1", "no stream shift: one attacker is across"


@pytest.mark.rule("7.32", "7.34", "7.2-4")
def test_c20_seelow() -> None:
    s = field()
    stand(s, 1509, WART)
    for hex, id in zip((1609, 1610, 1508), (GRR, GRR2, GRR3), strict=True):
        stand(s, hex, id)
    assert column(s, 1509, GRR, GRR2, GRR3) == "2:1"
    assert column(s, 1509, GRR) == "1:3"


@pytest.mark.rule("7.35a", "7.35b", "7.35c", "7.12a")
def test_c21_armor_shifts() -> None:
    s = field()
    stand(s, 2209, PG)
    stand(s, 2210, TB)
    stand(s, 2208, GRR)

    def shift(*ids: str) -> int:
        return total(combat_modifiers(s, Hex(2209), [unit(s, id) for id in ids]), "shift")

    assert shift(TB, GRR) == 1
    stand(s, 2209, PZ)
    assert shift(GRR) == -1
    s.mark(UnitId(PZ), disrupted=True)
    assert shift(GRR) == -1, "disrupted or not"
    assert shift(TB, GRR) == 0
    s.send(UnitId(PG), "aside")
    stand(s, 2305, RR)
    stand(s, 2306, INF)
    phase(s, "combat", SOVIET)
    assert reason(s, Attack(Hex(2209))) == ONLY_ARMOR


@pytest.mark.rule("7.36", "7.42a", "7.42b", "7.62")
def test_c22_disrupted_defender() -> None:
    def position(disrupted: bool) -> State:
        s = field()
        stand(s, 2209, PG, disrupted=disrupted)
        for hex, id in zip((2208, 2210, 2109), (GRR, RR, "su_248_899"), strict=True):
            stand(s, hex, id)
        s.mark(UnitId(GRR), reduced=False)
        return s

    s = position(True)
    assert column(s, 2209, GRR, RR, "su_248_899") == "3:1"
    attack(s, SOVIET, 2209, GRR, RR, "su_248_899", rolls=(6,))
    assert said(s, "Attacked").modified == 4
    assert said(s, "Attacked").result == "D3"
    frame = now(s)
    assert isinstance(frame, StepOrRetreat)
    assert frame.failing == (PG,)
    s = position(False)
    attack(s, SOVIET, 2209, GRR, RR, "su_248_899", rolls=(6,))
    assert said(s, "Attacked").result == "A3"
    assert not any(unit(s, id).disrupted for id in (GRR, RR, PG))


@pytest.mark.rule("7.37", "7.44a", "7.42a")
def test_c23_dawn_assault() -> None:
    s = field(turn=DAWN)
    stand(s, 2209, PG)
    for hex, id in zip((2208, 2210, 2109), (GRR, RR, "su_248_899"), strict=True):
        stand(s, hex, id)
    attack(s, SOVIET, 2209, GRR, RR, "su_248_899", rolls=(6,))
    told = said(s, "Attacked")
    assert (told.column, told.modified, told.result) == ("3:1", 8, "A5")
    frame = now(s)
    assert isinstance(frame, StepOrRetreat)
    assert len(frame.failing) == 3
    do(s, Choose("retreat"))
    assert all(unit(s, id).disrupted for id in (GRR, RR, "su_248_899"))
    assert isinstance(now(s), RetreatOrder)


@pytest.mark.rule("7.45a", "7.45b", "7.44a", "6.74")
def test_c24_circled_result_on_a_lone_defender() -> None:
    def struck(id: str) -> State:
        s = field()
        stand(s, 2209, id)
        for hex, each in zip((2208, 2210, 2109, 2309), (GRR, GRR2, GRR3, GRR4), strict=True):
            if GAME.board.adjacent(hex, 2209):
                stand(s, hex, each)
        attackers = [each for each in (GRR, GRR2, GRR3, GRR4) if unit(s, each).hex]
        return attack(s, SOVIET, 2209, *attackers, rolls=(1,))

    s = struck(INF)
    assert said(s, "Attacked").result == "D5c"
    assert unit(s, INF).reduced
    assert isinstance(now(s), StepOrRetreat)
    assert LoseStep(UnitId(INF)) in options(s), "alone it may take both steps"
    do(s, LoseStep(UnitId(INF)))
    assert unit(s, INF).box == ELIMINATED
    s = struck(VAK)
    assert unit(s, VAK).box == ELIMINATED
    assert not isinstance(now(s), StepOrRetreat)


@pytest.mark.rule("7.12b", "7.44a", "6.74", "2.21a")
def test_c25_attacking_armor_is_at_risk() -> None:
    s = field()
    stand(s, 2209, GRR)
    stand(s, 2208, PANTHER)
    stand(s, 2210, INF)
    attack(s, GERMAN, 2209, PANTHER, INF, rolls=(5,))
    assert said(s, "Attacked").attack == 6, "the company's strength counts"
    assert said(s, "Attacked").result == "A3"
    s = field()
    stand(s, 2209, GRR)
    stand(s, 2210, INF)
    stand(s, 2208, PANTHER)
    s.set(turn=DAWN)
    attack(s, GERMAN, 2209, PANTHER, INF, rolls=(5,))
    assert said(s, "Attacked").result == "A5"
    frame = now(s)
    assert isinstance(frame, StepOrRetreat)
    assert set(frame.failing) == {PANTHER, INF}
    do(s, LoseStep(UnitId(PANTHER)))
    assert unit(s, PANTHER).box == ELIMINATED
    assert unit(s, INF).hex == 2210


@pytest.mark.rule("7.45b", "7.45a", "7.44b")
def test_two_steps_come_from_two_units() -> None:
    s = field(turn=DAWN)
    stand(s, 2209, GRR)
    stand(s, 2210, INF)
    stand(s, 2208, "ge_303_301_1")
    attack(s, GERMAN, 2209, INF, "ge_303_301_1", rolls=(6,))
    told = said(s, "Attacked")
    assert (told.column, told.result) == ("1:1", "A5c")
    assert isinstance(now(s), TakeStep)
    do(s, LoseStep(UnitId(INF)))
    assert isinstance(now(s), StepOrRetreat)
    assert reason(s, LoseStep(UnitId(INF))) == TWO_UNITS
    do(s, LoseStep(UnitId("ge_303_301_1")))
    assert unit(s, INF).reduced
    assert unit(s, "ge_303_301_1").reduced
    assert unit(s, INF).hex == 2210


@pytest.mark.rule("7.42a", "7.44b", "7.45a", "7.45b", "7.57a", "7.72", "10.13c")
def test_c42_zhukov_and_a_regiment() -> None:
    def struck() -> State:
        s = field()
        stand(s, 2209, RR, ZHUKOV)
        for hex, id in zip((2208, 2108, 2109), (PG, PG2, MUN), strict=True):
            stand(s, hex, id)
        for hex, id in zip((2208, 2108, 2109), (PANTHER, PZ, PZ3), strict=True):
            stand(s, hex, id)
        return attack(s, GERMAN, 2209, PG, PG2, MUN, PANTHER, PZ, PZ3, rolls=(1,))

    s = struck()
    told = said(s, "Attacked")
    assert (told.defence, told.attack, told.result) == (5, 21, "D5c")
    assert unit(s, RR).reduced, "Zhukov does not take the step"
    assert isinstance(now(s), StepOrRetreat)
    assert options(s) == [LoseStep(UnitId(RR)), Choose("retreat")]
    assert why_not(s, LoseStep(UnitId(ZHUKOV))) is not None
    do(s, LoseStep(UnitId(RR)))
    assert unit(s, RR).box == ELIMINATED
    assert unit(s, ZHUKOV).hex == 2209
    assert not isinstance(now(s), Advance), "the hex is not empty"
    s = struck()
    do(s, Choose("retreat"))
    assert isinstance(now(s), GoAlong)
    do(s, *pick(ZHUKOV))
    while not isinstance(now(s), Advance):
        do(s, options(s)[0])
    assert unit(s, ZHUKOV).disrupted
    assert unit(s, ZHUKOV).hex != 2209


@pytest.mark.rule("10.13c", "7.43")
def test_zhukov_alone_can_be_attacked_and_lost() -> None:
    s = field()
    stand(s, 2209, ZHUKOV)
    stand(s, 2210, PG, PANTHER)
    attack(s, GERMAN, 2209, PG, PANTHER, rolls=(1,))
    assert said(s, "Attacked").result == "D5c"
    assert unit(s, ZHUKOV).box == ELIMINATED


@pytest.mark.rule("7.41", "7.42a", "7.42b", "7.72")
def test_c43_double_result() -> None:
    s = field()
    stand(s, 2209, RR, disrupted=True)
    stand(s, 2208, PG, reduced=True)
    stand(s, 2210, PG2)
    attack(s, GERMAN, 2209, PG, PG2, rolls=(5,))
    told = said(s, "Attacked")
    assert (told.column, told.modified, told.result) == ("1:1", 3, "A2 D2")
    frame = now(s)
    assert isinstance(frame, StepOrRetreat)
    assert (frame.side, frame.failing) == (SOVIET, (RR,))
    do(s, Choose("retreat"))
    while isinstance(now(s), Retreat):
        do(s, options(s)[0])
    frame = now(s)
    assert isinstance(frame, Advance), "2 is not below 2: nobody of the attackers retreats"
    assert set(frame.able) == {PG, PG2}


@pytest.mark.rule("7.43")
def test_result_e_eliminates_all_involved() -> None:
    s = field()
    stand(s, 2209, RR, disrupted=True)
    for hex, id in zip((2208, 2210, 2109), (PG, PG2, MUN), strict=True):
        stand(s, hex, id)
    for hex, id in zip((2208, 2210, 2109), (PANTHER, PZ, PZ3), strict=True):
        stand(s, hex, id)
    attack(s, GERMAN, 2209, PG, PG2, MUN, PANTHER, PZ, PZ3, rolls=(1,))
    assert said(s, "Attacked").result == "D5c"
    s = field()
    stand(s, 2209, RR, disrupted=True, reduced=True)
    for hex, id in zip((2208, 2210, 2109), (PG, PG2, MUN), strict=True):
        stand(s, hex, id)
    for hex, id in zip((2208, 2210, 2109), (PANTHER, PZ, PZ3), strict=True):
        stand(s, hex, id)
    attack(s, GERMAN, 2209, PG, PG2, MUN, PANTHER, PZ, PZ3, rolls=(1,))
    assert said(s, "Attacked").result == "DE"
    assert unit(s, RR).box == ELIMINATED


@pytest.mark.rule("7.31", "7.33")
def test_village_and_bridges() -> None:
    s = field()
    stand(s, 2411, INF)
    stand(s, 2410, GRR)
    shifts = combat_modifiers(s, Hex(2411), [unit(s, GRR)])
    assert [(shift.amount, shift.rule) for shift in shifts] == [(-1, "7.31")]
    s = field()
    stand(s, 1809, INF)
    stand(s, 1908, GRR)
    shifts = combat_modifiers(s, Hex(1809), [unit(s, GRR)])
    assert [shift.rule for shift in shifts] == ["7.33"], "the road does not matter"


@pytest.mark.rule("7.11", "7.13", "7.16", "7.2-1", "7.2-7", "7.0")
def test_once_per_phase_and_one_hex() -> None:
    s = field()
    stand(s, 2209, MUN)
    stand(s, 2211, PG)
    stand(s, 2210, GRR)
    stand(s, 2109, GRR2)
    phase(s, "combat", SOVIET)
    assert {Attack(Hex(2209)), Attack(Hex(2211)), Done()} == set(options(s))
    do(s, Attack(Hex(2209)))
    assert reason(s, Commit()) == NOBODY_ATTACKS
    assert reason(s, Pick(UnitId(MUN))) == NOT_THE_ATTACKER
    do(s, *pick(GRR), Commit(), rolls=(4,))
    assert said(s, "Attacked").result == "A3", "Guards stand, and who stays out is untouched"
    assert why_not_attack(s, SOVIET, unit(s, GRR), Hex(2211)) is HAS_ATTACKED
    stand(s, 2307, INF)
    stand(s, 2308, GRR3)
    phase(s, "combat", SOVIET)
    assert reason(s, Attack(Hex(2209))) == ATTACKED_BEFORE


@pytest.mark.rule("7.17a", "7.61", "8.31b", "8.37")
def test_who_may_not_attack() -> None:
    s = field()
    stand(s, 2209, PG)
    stand(s, 2210, RR, disrupted=True)
    stand(s, 2208, KAG, move_mode=True)
    stand(s, 2109, ZHUKOV)
    target = Hex(2209)
    assert why_not_attack(s, SOVIET, unit(s, RR), target) is DISRUPTED_ATTACKER
    assert why_not_attack(s, SOVIET, unit(s, KAG), target) is LIMBERED
    assert why_not_attack(s, SOVIET, unit(s, ZHUKOV), target) is NOT_ZHUKOV


@pytest.mark.rule("7.18")
def test_no_attack_into_hexes_one_cannot_enter() -> None:
    s = field(turn=DAWN)
    stand(s, 1808, INF)
    stand(s, 1908, GRR)
    no = why_not_attack(s, SOVIET, unit(s, GRR), Hex(1808))
    assert no is not None
    assert no.rule == "7.18", "3 points at dawn"
    stand(s, 2010, INF)
    stand(s, 2011, TB)
    no = why_not_attack(s, SOVIET, unit(s, TB), Hex(2010))
    assert no is not None
    s = field()
    stand(s, 1808, INF)
    stand(s, 1908, GRR)
    assert why_not_attack(s, SOVIET, unit(s, GRR), Hex(1808)) is None


@pytest.mark.rule("7.19", "8.11", "8.12")
def test_who_fired_may_attack_and_guns_attack_like_infantry() -> None:
    s = field()
    stand(s, 2209, INF)
    stand(s, 2210, RR, aim=Hex(2211))
    stand(s, 2208, KAG, aim=Hex(2005))
    assert why_not_attack(s, SOVIET, unit(s, RR), Hex(2209)) is None
    attack(s, SOVIET, 2209, KAG, rolls=(6,))
    told = said(s, "Attacked")
    assert (told.attack, told.column, told.result) == (5, "1:1", "A5")
    do(s, Choose("retreat"))
    assert unit(s, KAG).box == ELIMINATED, "guns that must retreat are lost"


@pytest.mark.rule("7.14", "7.2-2", "8.37")
def test_the_whole_hex_defends_with_what_counts() -> None:
    s = field()
    stand(s, 2209, VAK, STUG, move_mode=True)
    s.mark(UnitId(STUG), move_mode=False)
    stand(s, 2210, GRR)
    assert strength(s, defenders(s, Hex(2209))) == 1, "the parenthesised strength, without the battery"
    s.mark(UnitId(VAK), move_mode=False)
    assert strength(s, defenders(s, Hex(2209))) == 4


@pytest.mark.rule("3.1-5", "7.13", "3.1-6b")
def test_attacks_are_voluntary() -> None:
    s = field()
    stand(s, 2209, PG)
    stand(s, 2210, GRR)
    phase(s, "combat", SOVIET)
    assert isinstance(now(s), CombatPhase)
    do(s, Done())
    assert s.flow == ()


@pytest.mark.rule("7.38", "7.2-4")
def test_the_forecast_names_every_modifier() -> None:
    s = field(turn=DAWN)
    stand(s, 1509, WART, disrupted=True)
    for hex, id in zip((1609, 1610), (TB, GRR2), strict=True):
        stand(s, hex, id)
    phase(s, "combat", SOVIET)
    do(s, Attack(Hex(1509)), *pick(TB, GRR2))
    frame = now(s)
    assert frame is not None
    forecast = frame.forecast(s)
    assert forecast is not None
    assert [modifier.rule for modifier in forecast.modifiers] == ["7.32", "7.34", "7.35a", "7.36", "7.37"]
    assert (forecast.attack, forecast.defence, forecast.odds, forecast.column) == ("11", "3", "3:1", "1:1")
    assert forecast.commit == Commit()
    assert len(forecast.rows) == 10


@pytest.mark.rule("7.33", "6.31")
def test_a_bridged_river_is_water_like_a_stream() -> None:
    s = field()
    stand(s, 3404, TB)
    stand(s, 3503, INF)
    found = combat_modifiers(s, Hex(3503), [unit(s, TB)])
    assert ("all across water", -2) in [(each.because, each.amount) for each in found]
    assert fire_divisors(s.ground, Hex(3404), Hex(3503)) == (2, 1)
    assert s.ground.board.has("river", 3404, 3503), "with a bridge"
    assert s.ground.board.has("road", 3404, 3503)
    assert fire_divisors(s.ground, Hex(3404), Hex(3405)) == (1, 1)


@pytest.mark.rule("6.18", "7.18", "5.12d")
def test_nobody_fires_or_attacks_across_a_river_without_a_bridge() -> None:
    s = field()
    stand(s, 3403, GRR)
    stand(s, 3503, INF, PZ)
    for no, rule in (
        (why_not_attack(s, SOVIET, unit(s, GRR), Hex(3503)), "7.18"),
        (why_not_fire(s, SOVIET, unit(s, GRR), Hex(3503)), "6.18"),
    ):
        assert no is not None
        assert (no.rule, no.because) == (rule, "this unit can never enter the target hex from its own")


@pytest.mark.rule("7.43", "6.54", "8.33", "7.58b")
def test_a_unit_that_is_lost_is_told_under_the_rule_that_takes_it() -> None:
    def cited(s: State) -> list[str]:
        return [told.rule for told in s.log if type(told.event).__name__ == "Eliminated"]

    wiped_out = Effect(eliminated=True)
    causes: dict[Cause, str] = {"combat": "7.43", "antitank": "6.54", "barrage": "6.54"}
    for cause, rule in causes.items():
        s = field()
        stand(s, 2209, PG)
        s.log = []
        apply_effect(s, GERMAN, (UnitId(PG),), wiped_out, cause)
        assert cited(s) == [rule]
    for id, rule in ((VAK, "8.33"), (INF, "7.58b")):
        s = field()
        stand(s, 2209, id, disrupted=True)
        soviets = [each for each in s.game.counters if each.startswith("su_")]
        for each, hex in zip(soviets, s.ground.near[2209], strict=False):
            stand(s, hex, each)
        s.log = []
        ask(s, retreats(s, (UnitId(id),)))
        assert cited(s) == [rule]


@pytest.mark.rule("7.45a", "7.42a")
def test_who_died_by_the_circled_step_is_not_asked_for_its_morale() -> None:
    s = field()
    stand(s, 2209, VAK)
    stand(s, 2208, GRR)
    stand(s, 2108, GRR2)
    ask(s, Suffering(GERMAN, (UnitId(VAK),), 5, True, "combat"))
    assert unit(s, VAK).box == ELIMINATED
    assert not [told for told in s.log if type(told.event).__name__ in ("Shaken", "Unshaken")]
    s = field()
    stand(s, 2209, VAK)
    ask(s, Suffering(GERMAN, (UnitId(VAK),), 1, True, "barrage"))
    assert not [told for told in s.log if type(told.event).__name__.startswith("Check")], "no die either"


@pytest.mark.rule("7.44b", "7.45b")
def test_zhukov_takes_the_step_once_the_regiment_with_him_is_gone() -> None:
    s = field()
    stand(s, 2209, RR, ZHUKOV)
    both = (UnitId(RR), UnitId(ZHUKOV))
    assert step_candidates(s, both, UnitId("")) == (RR,)
    s.eliminate(UnitId(RR))
    assert step_candidates(s, both, UnitId(RR)) == (ZHUKOV,)


@pytest.mark.rule("6.13b")
def test_who_attacks_and_defends_is_known_until_it_moves() -> None:
    s = field(stacks="closed")
    stand(s, 2209, INF, PZ)
    stand(s, 2210, RR, ZHUKOV)
    attack(s, SOVIET, 2209, RR, rolls=(3,))
    assert (unit(s, INF).known, unit(s, RR).known) == (True, True)


@pytest.mark.rule("7.56")
def test_an_attack_on_nobody_but_who_will_be_caught_has_no_odds() -> None:
    s = field()
    stand(s, 2209, INF, ran=True)
    stand(s, 2209, PZ)
    stand(s, 2210, GRR)
    assert PlanAttack(SOVIET, Hex(2209), (UnitId(GRR),)).forecast(s) is None


@pytest.mark.rule("7.18", "5.28a")
def test_a_unit_that_can_just_pay_for_the_hex_attacks_it() -> None:
    s = field(turn=DAWN)
    stand(s, 2008, INF)
    stand(s, 2009, RR)
    assert why_not_attack(s, SOVIET, unit(s, RR), Hex(2008)) is None, "2 points, and woods cost 2"


@pytest.mark.rule("7.15", "7.17a")
def test_an_enemy_next_to_the_target_is_not_asked_why_he_does_not_attack() -> None:
    s = field()
    stand(s, 2209, INF)
    first, *_, last = s.ground.near[2209]
    stand(s, first, PG)
    stand(s, last, RR, disrupted=True)
    stand(s, 2501, INF2)
    stand(s, 2601, TB)
    stand(s, 2502, RR2)
    phase(s, "combat", SOVIET)
    no = why_not(s, Attack(Hex(2209)))
    assert no is not None
    assert (no.rule, no.hex) == ("7.17a", last)


@pytest.mark.rule("7.2-1", "7.13")
def test_an_attack_can_be_cancelled_and_its_forecast_is_named_for_the_place() -> None:
    s = field()
    stand(s, 2405, INF)
    stand(s, 2406, GRR)
    phase(s, "combat", SOVIET)
    do(s, Attack(Hex(2405)), *pick(GRR))
    frame = now(s)
    assert frame is not None
    forecast = frame.forecast(s)
    assert forecast is not None
    assert forecast.title == "Attack on Golzow (2405)"
    assert options(s) == [Commit(), Cancel()]
    do(s, Cancel())
    assert isinstance(now(s), CombatPhase)


@pytest.mark.rule("7.36", "7.14")
def test_one_disrupted_defender_is_enough() -> None:
    s = field()
    stand(s, 2209, RR, ZHUKOV)
    stand(s, 2210, PG)
    s.mark(UnitId(ZHUKOV), disrupted=True)
    assert [each.rule for each in combat_modifiers(s, Hex(2209), [unit(s, PG)])] == ["7.36"]
