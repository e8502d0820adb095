"""8.0 Artillery: Indirect Fire, spotting, sight, modes."""

import numpy as np
import pytest

from bridgehead.core.actions import Cancel, Choose, Commit, Done, MoveTo, Pick
from bridgehead.core.play import options, setup, why_not
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.seelow1945.model.actions import Bombard, Limber, LoseStep, Unlimber
from bridgehead.games.seelow1945.model.state import ELIMINATED, State
from bridgehead.games.seelow1945.rules.artillery import (
    FIRED_NO_LIMBER,
    GUN_DISRUPTED,
    GUN_HAS_FIRED,
    GUN_LIMBERED,
    GUN_OFF_MAP,
    IN_MOVE_MODE,
    NO_ENEMY,
    NO_GUN,
    NOT_A_GUN,
    NOT_SPOTTED,
    NOT_THE_FIRER,
    ONLY_ARMOR,
    ONLY_AT_NIGHT,
    ONLY_IN_BARRAGE,
    OUT_OF_RANGE,
    SILENT_AT_NIGHT,
    STRUCK_BEFORE,
    ZHUKOV_UNSEEN,
    BarragePhase,
    NightBatteries,
    PlanBarrage,
    barrage_strength,
    spotted,
    spotters,
    why_not_bombard,
)
from bridgehead.games.seelow1945.rules.movement import MoveUnit
from bridgehead.games.seelow1945.rules.results import StepOrRetreat
from bridgehead.hexes.sight import Sights
from tests.games.seelow1945.field import (
    AAG,
    DAWN,
    DAY,
    DUSK,
    FJ,
    FLAK,
    GAME,
    GERMAN,
    INF,
    KAG,
    KAG4,
    NIGHT,
    PANTHER,
    PANTHER2,
    PG,
    PZ,
    RR,
    RR2,
    SOVIET,
    STUG,
    TB,
    TIGER1,
    VAK,
    WART,
    ZHUKOV,
    barrage,
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

SEELOW = GAME.grounds["seelow"]


def sees(hex: int, to: int, kind: str = "day", eyes: str = "plain") -> bool:
    return bool(SEELOW.seen(hex, kind, eyes) & SEELOW.bit[to])


# --- Indirect Fire (8.1)


@pytest.mark.rule("8.14a", "8.14c", "8.16a", "8.16b", "6.55", "10.24")
def test_c30_dawn_barrage() -> None:
    s = field(turn=DAWN)
    stand(s, 2801, KAG)
    stand(s, 2701, AAG)
    stand(s, 1902, FJ)
    stand(s, 2001, RR)
    assert GAME.board.distance(2801, 1902) == 9
    assert GAME.board.distance(2701, 1902) == 8
    barrage(s, SOVIET, 1902, KAG, AAG, rolls=(2, 1))
    told = said(s, "Barraged")
    assert (told.strength, told.column, told.modified, told.result) == (12, "11-14", 4, "2c")
    assert unit(s, FJ).reduced
    assert said(s, "Checked").rating == 2, "a 1 + 2 is more"
    assert isinstance(now(s), StepOrRetreat)
    assert options(s) == [LoseStep(UnitId(FJ)), Choose("retreat")]
    retreated = do(s.clone(), Choose("retreat"))
    assert unit(retreated, FJ).disrupted
    do(s, LoseStep(UnitId(FJ)))
    assert unit(s, FJ).box == ELIMINATED


@pytest.mark.rule("8.14b", "8.15a", "8.15b")
def test_c31_cover_and_mixed_hex() -> None:
    for check, holds in ((2, True), (3, False)):
        s = field()
        stand(s, 2312, PG, STUG)
        stand(s, 2413, RR)
        stand(s, 2610, KAG)
        stand(s, 2710, AAG)
        assert barrage_strength(s, Hex(2312), (UnitId(KAG), UnitId(AAG))) == 6
        barrage(s, SOVIET, 2312, KAG, AAG, rolls=(5, check))
        told = said(s, "Barraged")
        assert (told.column, told.result) == ("6-7", "2")
        assert not unit(s, STUG).disrupted, "armored units are immune"
        assert isinstance(now(s), StepOrRetreat) is not holds
    assert barrage_strength(s, Hex(2008), (UnitId(KAG),)) == 2, "5 into woods"
    assert barrage_strength(s, Hex(2009), (UnitId(KAG),)) == 5


@pytest.mark.rule("8.13", "8.19", "8.24", "8.26", "7.63", "10.26")
def test_c32_range_and_spotting() -> None:
    s = field()
    stand(s, 1314, VAK)
    stand(s, 1908, RR)
    stand(s, 1509, WART)
    assert GAME.board.distance(1314, 1908) == 9
    phase(s, "barrage", GERMAN)
    assert Bombard(Hex(1908)) in options(s)
    assert [u.id for u in spotters(s, GERMAN, Hex(1908))] == [WART]
    s.set(turn=DUSK)
    assert why_not_bombard(s, GERMAN, Hex(1908)) is NOT_SPOTTED
    s.set(turn=DAY)
    s.mark(UnitId(WART), disrupted=True)
    assert why_not_bombard(s, GERMAN, Hex(1908)) is NOT_SPOTTED


@pytest.mark.rule("8.13", "8.14a", "2.21g", "8.31b", "7.66c", "7.61", "3.1-1a", "8.17")
def test_which_guns_may_fire() -> None:
    s = field()
    stand(s, 2209, PG)
    stand(s, 2210, RR)
    stand(s, 2509, KAG)
    stand(s, 3603, KAG4)
    stand(s, 2609, AAG, move_mode=True)
    phase(s, "barrage", SOVIET)
    do(s, Bombard(Hex(2209)))
    assert options(s) == [Pick(UnitId(KAG)), Cancel()]
    assert reason(s, Pick(UnitId(KAG4))) == OUT_OF_RANGE
    assert reason(s, Pick(UnitId("su_9kag"))) == GUN_OFF_MAP
    assert reason(s, Pick(UnitId(VAK))) == NOT_THE_FIRER
    assert reason(s, Pick(UnitId(AAG))) == GUN_LIMBERED
    assert reason(s, Pick(UnitId(RR))) == NOT_A_GUN
    s.mark(UnitId(AAG), move_mode=False, disrupted=True)
    assert reason(s, Pick(UnitId(AAG))) == GUN_DISRUPTED
    do(s, *pick(KAG), Commit(), rolls=(6, 1))
    assert unit(s, KAG).aim == 2209
    stand(s, 2211, INF)
    phase(s, "barrage", SOVIET)
    assert reason(s, Limber(UnitId(KAG))) == FIRED_NO_LIMBER
    assert reason(s, Bombard(Hex(2209))) == STRUCK_BEFORE
    stand(s, 2510, "su_29kag")
    phase(s, "barrage", SOVIET)
    do(s, Bombard(Hex(2211)))
    assert reason(s, Pick(UnitId(KAG))) == GUN_HAS_FIRED


@pytest.mark.rule("8.14a", "8.15b", "8.11")
def test_targets_of_indirect_fire() -> None:
    s = field(stacks="open")
    stand(s, 2209, PZ)
    stand(s, 2210, RR)
    stand(s, 2509, KAG)
    phase(s, "barrage", SOVIET)
    assert reason(s, Bombard(Hex(2209))) == ONLY_ARMOR
    assert reason(s, Bombard(Hex(2208))) == NO_ENEMY


@pytest.mark.rule("8.15a", "6.54")
def test_e_eliminates_every_soft_unit() -> None:
    s = field()
    stand(s, 2209, PG, PZ)
    stand(s, 2210, RR)
    for hex, id in ((2509, KAG), (2609, AAG), (2608, "su_4aag"), (2709, "su_9aag")):
        stand(s, hex, id)
    barrage(s, SOVIET, 2209, KAG, AAG, "su_4aag", "su_9aag", rolls=(1,))
    assert said(s, "Barraged").result == "E"
    assert unit(s, PG).box == ELIMINATED
    assert unit(s, PZ).hex == 2209


@pytest.mark.rule("8.18a")
def test_one_barrage_per_hex_but_a_unit_may_be_hit_again_elsewhere() -> None:
    s = field()
    stand(s, 2209, PG, disrupted=True)
    stand(s, 2212, RR)
    stand(s, 2509, KAG)
    stand(s, 2609, AAG)
    barrage(s, SOVIET, 2209, KAG, rolls=(5, 6))
    do(s, Choose("retreat"), MoveTo(Hex(2109)), MoveTo(Hex(2110)))
    assert why_not(s, Bombard(Hex(2209))) is not None
    do(s, Bombard(Hex(2110)), *pick(AAG), Commit(), rolls=(6, 1))
    assert said(s, "Barraged").hex == 2110


@pytest.mark.rule("8.0", "8.27", "10.25", "10.27", "3.21b", "8.32")
def test_guns_are_silent_at_night_but_may_limber_up() -> None:
    s = field(turn=NIGHT)
    stand(s, 2209, PG)
    stand(s, 2210, RR)
    stand(s, 2509, KAG)
    phase(s, "barrage", SOVIET)
    assert options(s) == [Limber(UnitId(KAG)), Done()]
    assert reason(s, Bombard(Hex(2209))) == SILENT_AT_NIGHT
    assert spotted(s, SOVIET) == 0


@pytest.mark.rule("6.13c", "8.15b", "6.13b")
def test_c44_shooting_at_a_closed_stack() -> None:
    def position(stacks: str) -> State:
        s = field(stacks=stacks)
        stand(s, 1809, PANTHER, PANTHER2, TIGER1)
        stand(s, 1908, RR)
        stand(s, 2508, KAG)
        return phase(s, "barrage", SOVIET)

    s = position("closed")
    do(s, Bombard(Hex(1809)), *pick(KAG), Commit())
    assert said(s, "FiredInVain").hex == 1809, "no die"
    assert unit(s, KAG).aim == 1809
    s = position("open")
    assert reason(s, Bombard(Hex(1809))) == ONLY_ARMOR
    assert Limber(UnitId(KAG)) in options(s)


@pytest.mark.rule("10.13a", "10.13b", "10.12", "8.26")
def test_c34_zhukov() -> None:
    assert GAME.board.distance(3013, 2309) == 7
    assert sees(3013, 2309, "day", "zhukov")
    assert not sees(3013, 2309)
    assert not sees(3013, 2309, "dusk_dawn", "zhukov")
    levels = SEELOW.board.level
    assert (levels[3112], levels[2913], levels[3013]) == (1, 2, 3)
    assert SEELOW.sight_limit(3112, 0, "day", "zhukov") == 3
    assert SEELOW.sight_limit(2913, 0, "day", "zhukov") == 6
    assert SEELOW.sight_limit(3013, 2, "day", "zhukov") == 8
    s = field()
    stand(s, 3013, ZHUKOV)
    stand(s, 2309, INF)
    assert [u.id for u in spotters(s, SOVIET, Hex(2309))] == [ZHUKOV]
    s = field()
    stand(s, 2209, ZHUKOV)
    stand(s, 2208, INF)
    stand(s, 1809, VAK)
    phase(s, "barrage", GERMAN)
    assert reason(s, Bombard(Hex(2209))) == ZHUKOV_UNSEEN
    stand(s, 2209, RR)
    phase(s, "barrage", GERMAN)
    do(s, Bombard(Hex(2209)), *pick(VAK), Commit(), rolls=(2, 6))
    assert not unit(s, ZHUKOV).disrupted
    assert unit(s, RR).reduced, "only the regiment is affected"


# --- sight (8.2)


@pytest.mark.rule("8.22", "8.23a", "8.2A", "8.25")
def test_c33_example_a() -> None:
    sights = SEELOW.sights
    assert sights.blocking(2212, 2412) == (2311, 2312)
    assert 2311 in sights.blocking(2211, 2412)
    assert 1612 in sights.blocking(1511, 1712)
    assert sights.clear(1510, 1908)


@pytest.mark.rule("8.2B", "8.23b", "8.22")
def test_c33_example_b() -> None:
    levels = dict(zip(range(2002, 2012), (3, 3, 3, 2, 1, 1, 1, 1, 1, 1), strict=True))
    ground = np.zeros(GAME.board.size, np.int32)
    for hex, level in levels.items():
        ground[hex] = level - 1
    top = ground.copy()
    top[2008] += 1
    sights = Sights(GAME.board, ground, top)

    def seen(here: int) -> list[int]:
        limits = GAME.tables.spotting.distance
        return [
            to
            for to in range(2002, 2012)
            if to != here
            and sights.clear(here, to)
            and abs(here - to) <= limits[max(0, levels[here] - levels[to])]
        ]

    assert seen(2004) == [2002, 2003, 2005, 2006, 2007, 2008]
    assert seen(2005) == [2004, 2006, 2007, 2008]
    assert seen(2010) == [2008, 2009, 2011]


@pytest.mark.rule("8.24", "8.21")
def test_spotting_distances_by_level() -> None:
    assert (sees(2306, 2303), sees(2306, 2302)) == (True, False), "level: 3 hexes"
    assert SEELOW.sight_limit(1509, 1, "day", "plain") == 4
    assert SEELOW.sight_limit(1509, 2, "day", "plain") == 5
    assert sees(1509, 1908)
    assert not sees(1908, 1509), "uphill only 3 hexes"


@pytest.mark.rule("8.23a", "8.25")
def test_higher_ground_and_obstacles_block_the_same_level() -> None:
    board = GAME.board
    assert board.terrain[2307] == "village"
    assert 2307 in SEELOW.sights.blocking(2306, 2308)
    assert SEELOW.sights.clear(2209, 2211) == (board.terrain[2210] != "village")


@pytest.mark.rule("8.22b")
def test_sight_along_the_edge_of_the_play_area() -> None:
    kustrin = GAME.grounds["kustrin"]
    assert GAME.board.terrain[2008] == "woods"
    assert kustrin.sights.clear(1908, 2108), "2009 is out of play and does not block with 2008"
    assert not kustrin.seen(2308, "day", "plain") & SEELOW.bit[2309] or kustrin.bit[2309] == 0


@pytest.mark.rule("8.26", "8.27", "10.26", "10.27")
def test_sight_by_the_hour() -> None:
    assert sees(2306, 2304, "dusk_dawn")
    assert not sees(2306, 2303, "dusk_dawn")
    assert not sees(1509, 1608, "night")


@pytest.mark.rule("8.21")
def test_guns_and_zhukov_spot_too() -> None:
    s = field()
    stand(s, 2209, KAG)
    stand(s, 2210, PG)
    assert [u.id for u in spotters(s, SOVIET, Hex(2210))] == [KAG]


# --- modes (8.3)


@pytest.mark.rule("8.32", "8.35", "8.36", "3.1-1b", "3.1-11b", "3.1-2", "10.28", "8.31a", "8.31b")
def test_c35_displacing_the_guns() -> None:
    s = field(turn=4)
    stand(s, 3003, KAG4)
    stand(s, 2209, PG)
    phase(s, "barrage", SOVIET)
    do(s, Limber(UnitId(KAG4)))
    assert unit(s, KAG4).move_mode
    assert s.flow == () or reason(s, Limber(UnitId(KAG4))) == IN_MOVE_MODE
    stand(s, 2801, KAG)
    phase(s, "barrage", SOVIET)
    assert reason(s, Unlimber(UnitId(KAG4))) == ONLY_AT_NIGHT
    for turn in (4, 5):
        s.set(turn=turn)
        s.mark(UnitId(KAG4), moved=False)
        do(phase(s, "movement", SOVIET), *pick(KAG4))
        assert isinstance(frame := now(s), MoveUnit)
        assert frame.mp == 6
        do(s, Cancel())
    for turn in (6, 7):
        s.set(turn=turn)
        s.mark(UnitId(KAG4), moved=False)
        assert Pick(UnitId(KAG4)) not in options(phase(s, "movement", SOVIET))
    ask(s, NightBatteries(SOVIET))
    assert reason(s, Limber(UnitId(KAG))) == ONLY_IN_BARRAGE
    do(s, Unlimber(UnitId(KAG4)))
    assert not unit(s, KAG4).move_mode
    s.set(turn=8)
    stand(s, 3004, RR)
    stand(s, 2904, INF)
    assert Bombard(Hex(2904)) in options(phase(s, "barrage", SOVIET))


@pytest.mark.rule("8.31d")
def test_guns_begin_in_fire_mode() -> None:
    s = setup(GAME, "seelow", 1)
    assert not any(u.move_mode for u in s.units.values())


@pytest.mark.rule("8.34", "8.37", "8.31c")
def test_limbered_guns_defend_weakly_and_the_flak_still_shoots() -> None:
    s = field()
    stand(s, 1713, FLAK, move_mode=True)
    assert (s.values(unit(s, FLAK)).cs, s.values(unit(s, FLAK)).at) == (1, 4)
    stand(s, 1714, VAK, move_mode=True)
    assert (s.values(unit(s, VAK)).cs, s.values(unit(s, VAK)).at) == (1, 0)
    stand(s, 1814, TB)
    phase(s, "antitank", GERMAN)
    assert s.flow


@pytest.mark.rule("7.66c", "8.32")
def test_disrupted_guns_may_still_limber_up() -> None:
    s = field()
    stand(s, 2801, KAG, disrupted=True)
    phase(s, "barrage", SOVIET)
    assert isinstance(now(s), BarragePhase)
    do(s, Limber(UnitId(KAG)))
    s.mark(UnitId(KAG), moved=False)
    do(phase(s, "movement", SOVIET), *pick(KAG))
    assert isinstance(frame := now(s), MoveUnit)
    assert frame.mp == 3


@pytest.mark.rule("8.14a", "8.14b")
def test_the_forecast_of_a_barrage() -> None:
    s = field(turn=DAWN)
    stand(s, 2312, PG)
    stand(s, 2413, RR2)
    stand(s, 2610, KAG)
    phase(s, "barrage", SOVIET)
    do(s, Bombard(Hex(2312)), *pick(KAG))
    frame = now(s)
    assert frame is not None
    forecast = frame.forecast(s)
    assert forecast is not None
    assert (forecast.attack, forecast.column) == ("2", "2")
    assert [modifier.rule for modifier in forecast.modifiers] == ["8.14b", "8.14c"]
    assert (forecast.title, forecast.defence, forecast.commit) == (
        "Barrage on Sachsendorf (2312)",
        "village",
        Commit(),
    )


@pytest.mark.rule("8.14a")
def test_the_first_column_has_a_forecast_like_the_others() -> None:
    s = field()
    stand(s, 2010, "ge_vak404_1")
    forecast = PlanBarrage(GERMAN, Hex(2311), (UnitId("ge_vak404_1"),)).forecast(s)
    assert forecast is not None
    assert (forecast.attack, forecast.column) == ("1", "1"), "2 into a village"


@pytest.mark.rule("8.14a", "8.17")
def test_a_gun_is_named_once_and_a_barrage_can_be_cancelled() -> None:
    s = field()
    stand(s, 2209, PG)
    stand(s, 2210, RR)
    stand(s, 2509, KAG)
    phase(s, "barrage", SOVIET)
    do(s, Bombard(Hex(2209)), *pick(KAG))
    assert options(s) == [Commit(), Cancel()]
    do(s, Cancel())
    assert isinstance(now(s), BarragePhase)
    assert unit(s, KAG).aim == 0
    assert do(s, Done()).flow == ()


@pytest.mark.rule("8.13", "8.31b")
def test_a_limbered_gun_out_of_range_is_not_the_cause() -> None:
    s = field()
    stand(s, 2209, PG)
    stand(s, 2210, RR)
    stand(s, 3603, KAG, move_mode=True)
    stand(s, 3604, KAG4)
    phase(s, "barrage", SOVIET)
    assert reason(s, Bombard(Hex(2209))) == NO_GUN


@pytest.mark.rule("8.15b", "10.13a")
def test_tanks_beside_zhukov_are_tanks() -> None:
    s = field(stacks="open")
    stand(s, 2209, TB, ZHUKOV)
    stand(s, 2208, INF)
    stand(s, 1809, VAK)
    assert reason(phase(s, "barrage", GERMAN), Bombard(Hex(2209))) == ONLY_ARMOR


@pytest.mark.rule("6.13b", "6.13c")
def test_a_barrage_names_its_guns_and_shows_what_it_found() -> None:
    s = field(stacks="closed")
    stand(s, 2209, PG)
    stand(s, 2210, RR)
    stand(s, 2509, KAG, ZHUKOV)
    barrage(s, SOVIET, 2209, KAG, rolls=(6, 1))
    assert unit(s, KAG).known
    s = field(stacks="closed")
    stand(s, 1809, PANTHER, TIGER1)
    stand(s, 1908, RR)
    stand(s, 2508, KAG)
    before = s.reveals
    barrage(s, SOVIET, 1809, KAG)
    assert s.reveals == before + 1, "all of it is armor: that is known now"


@pytest.mark.rule("8.32", "8.35")
def test_a_change_of_mode_is_told() -> None:
    s = field()
    stand(s, 2801, KAG)
    do(phase(s, "barrage", SOVIET), Limber(UnitId(KAG)))
    assert (said(s, "ChangedMode").unit, said(s, "ChangedMode").mode) == (KAG, "move_mode")
    ask(s, NightBatteries(SOVIET))
    do(s, Unlimber(UnitId(KAG)))
    assert (said(s, "ChangedMode").unit, said(s, "ChangedMode").mode) == (KAG, "fire_mode")
    assert s.flow == ()


@pytest.mark.rule("8.35")
def test_lost_guns_are_not_laid_anew() -> None:
    s = field(turn=NIGHT)
    stand(s, 2801, KAG, move_mode=True)
    stand(s, 2802, AAG, move_mode=True)
    s.eliminate(UnitId(AAG))
    ask(s, NightBatteries(SOVIET))
    assert options(s) == [Unlimber(UnitId(KAG)), Done()]
    assert do(s, Done()).flow == ()
    assert unit(s, KAG).move_mode
