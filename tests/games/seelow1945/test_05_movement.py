"""5.0 Movement."""

import pytest

from bridgehead.core.actions import Cancel, Done, MoveTo, Pick, SendTo
from bridgehead.core.play import clicked, options, why_not
from bridgehead.core.refusal import No
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.seelow1945.model.ground import NO_BRIDGE, SWAMP
from bridgehead.games.seelow1945.model.state import EXITED, REINFORCEMENTS, State
from bridgehead.games.seelow1945.rules.blocked import ALREADY_THERE, first_of, over_any_ground
from bridgehead.games.seelow1945.rules.movement import (
    ARTILLERY_STAYS,
    FROZEN,
    HAS_BEGUN,
    IN_FIRE_MODE,
    LEFT_THE_MAP,
    MOVED_ALREADY,
    NO_STEP_YET,
    NOT_YOURS,
    ONE_AT_A_TIME,
    MovementPhase,
    MoveUnit,
)
from bridgehead.games.seelow1945.rules.steps import (
    DISRUPTED_AT_STREAM,
    ENEMY_THERE,
    NO_EDGE,
    NO_ROOM,
    NO_ZOC_AT_NIGHT,
    NO_ZOC_FOR_ARTILLERY,
    NO_ZOC_FOR_DISRUPTED,
    STREAM_TAKES_ALL,
    ZOC_TO_ZOC,
    allowance,
    entry_cost,
    too_dear,
)
from bridgehead.hexes.paths import CLOSED
from tests.games.seelow1945.field import (
    DAWN,
    DUSK,
    GAME,
    GERMAN,
    GRR,
    KAG4,
    NIGHT,
    PG,
    RR,
    RR2,
    SOVIET,
    TB,
    TB2,
    TIGER2,
    ZHUKOV,
    do,
    field,
    now,
    phase,
    pick,
    reason,
    stand,
    unit,
)
from tests.support import ask


def cost(s: State, id: str, here: int, to: int) -> int | No:
    return entry_cost(s, unit(s, id), Hex(here), Hex(to))


def stuck(no: No) -> No:
    """The reason of a unit that cannot be taken in hand."""
    return replace(no, because=f"this unit can't enter any hex now: {no.because}")


def moving(s: State, id: str) -> State:
    return do(phase(s, "movement", unit(s, id).side), *pick(id))


@pytest.mark.rule("5.11", "5.14a", "5.15")
def test_c02_low_hexside() -> None:
    s = field()
    stand(s, 2516, RR)
    assert cost(s, RR, 2516, 2417) == 2
    do(moving(s, RR), MoveTo(Hex(2417)))
    assert isinstance(frame := now(s), MoveUnit)
    assert frame.mp == 2
    s = field()
    stand(s, 2516, TB)
    assert cost(s, TB, 2516, 2417) == 4


@pytest.mark.rule("5.12a", "5.12d", "5.13")
def test_c03_foot_over_the_canal() -> None:
    s = field()
    stand(s, 1908, RR)
    assert cost(s, RR, 1908, 1808) == 3
    assert cost(s, RR, 1908, 1809) == 1
    stand(s, 1809, RR2)
    do(moving(s, RR), MoveTo(Hex(1808)))
    assert isinstance(frame := now(s), MoveUnit)
    assert frame.mp == 1


@pytest.mark.rule("5.12b")
def test_c04_motz_over_the_canal() -> None:
    s = field()
    stand(s, 1909, TB2)
    stand(s, 1809, RR)
    moving(s, TB2)
    do(s, MoveTo(Hex(1810)))
    assert unit(s, TB2).hex == 1810
    assert not isinstance(now(s), MoveUnit), "the crossing takes all ten points"
    s = field()
    stand(s, 1910, TB2)
    stand(s, 1809, RR)
    moving(s, TB2)
    do(s, MoveTo(Hex(1909)))
    assert reason(s, MoveTo(Hex(1810))) == STREAM_TAKES_ALL


@pytest.mark.rule("5.12b", "5.22a")
def test_the_crossing_absorbs_the_surcharge_of_zoc() -> None:
    s = field()
    stand(s, 1909, TB2)
    stand(s, 1809, RR)
    stand(s, 2009, PG)
    moving(s, TB2)
    assert MoveTo(Hex(1810)) in options(s)


@pytest.mark.rule("5.12c", "5.12d", "5.23")
def test_c04_disrupted_motz_at_the_canal() -> None:
    s = field()
    stand(s, 1909, TB2, disrupted=True)
    stand(s, 1809, RR)
    moving(s, TB2)
    assert reason(s, MoveTo(Hex(1810))) == DISRUPTED_AT_STREAM
    s = field()
    stand(s, 1908, TB2, disrupted=True)
    assert allowance(s, unit(s, TB2)) == 5
    do(moving(s, TB2), MoveTo(Hex(1809)))
    assert isinstance(frame := now(s), MoveUnit)
    assert frame.mp == 4


@pytest.mark.rule("5.11", "5.13", "5.14b", "2.21e")
def test_the_terrain_effects_chart() -> None:
    s = field()
    assert cost(s, RR, 2108, 2008) == 1, "woods by road"
    assert cost(s, RR, 2009, 2008) == 2, "woods"
    assert cost(s, TB, 2009, 2008) == 4
    assert cost(s, RR, 2009, 2010) == 2, "swamp"
    assert cost(s, TB, 2009, 2010) is SWAMP
    assert cost(s, TB, 2212, 2112) == 2, "swamp by track"
    assert cost(s, TB, 2207, 2208) == 2, "clear"
    assert cost(s, TB, 2108, 2208) == 1, "road"
    assert cost(s, TB, 2105, 2005) == 2, "railroad"
    assert cost(s, RR, 1609, 1509) == 1, "up the road of two levels"
    assert cost(s, TB, 1609, 1509) == 1
    assert cost(s, RR, 2015, 1915) == 3
    assert cost(s, TB, 2015, 1915) == 6
    assert cost(s, RR, 1915, 2015) == 1, "downhill"


@pytest.mark.rule("5.12d")
def test_no_crossing_of_a_river_without_a_bridge() -> None:
    s = field()
    assert isinstance(cost(s, RR, 3403, 3503), No)
    assert cost(s, RR, 3404, 3503) == 1


@pytest.mark.rule("5.16", "5.22a", "5.22b", "4.26", "5.28a")
def test_c05_leaving_a_zoc() -> None:
    s = field()
    stand(s, 2009, GRR)
    stand(s, 2008, PG)
    assert cost(s, GRR, 2009, 2109) == 3
    assert cost(s, GRR, 2009, 2010) == 4
    moving(s, GRR)
    assert MoveTo(Hex(2109)) in options(s)
    assert MoveTo(Hex(2010)) in options(s)
    for hex in (1908, 2108):
        assert cost(s, GRR, 2009, hex) is ZOC_TO_ZOC
    s = field(turn=DAWN)
    stand(s, 2009, GRR)
    stand(s, 2008, PG)
    stand(s, 2501, RR)
    phase(s, "movement", SOVIET)
    assert Pick(UnitId(GRR)) not in options(s), "no move at all is possible"
    assert why_not(s, Pick(UnitId(GRR))) == stuck(too_dear(3, 2))


@pytest.mark.rule("5.16")
def test_no_minimum_move() -> None:
    s = field(turn=NIGHT)
    stand(s, 2009, RR)
    ask(s, MoveUnit(SOVIET, UnitId(RR), 1))
    assert reason(s, MoveTo(Hex(2008))) == too_dear(2, 1)
    assert reason(s, MoveTo(Hex(2011))) == too_dear(3, 1)


@pytest.mark.rule("5.28b", "5.28c", "10.22", "10.23")
def test_c08_night() -> None:
    s = field(turn=NIGHT)
    for id, day, disrupted in ((RR, 1, 1), (TB, 3, 2), (TIGER2, 2, 1), (KAG4, 0, 0)):
        stand(s, 2209 if id == RR else 2501, id)
        if id == KAG4:
            s.mark(UnitId(id), move_mode=True)
        assert allowance(s, unit(s, id)) == day
        s.mark(UnitId(id), disrupted=True)
        assert allowance(s, unit(s, id)) == disrupted
        s.send(UnitId(id), "aside")
    s = field(turn=NIGHT)
    stand(s, 2209, RR)
    stand(s, 2207, PG)
    moving(s, RR)
    assert reason(s, MoveTo(Hex(2208))) == NO_ZOC_AT_NIGHT
    s = field(turn=NIGHT)
    stand(s, 2208, RR)
    stand(s, 2207, PG)
    phase(s, "movement", SOVIET)
    assert Pick(UnitId(RR)) not in options(s), "foot never can pay cost + 2 at night"
    s = field(turn=NIGHT)
    stand(s, 2208, TB)
    stand(s, 2207, PG)
    moving(s, TB)
    assert MoveTo(Hex(2209)) not in options(s), "2 + 2 points off the road are more than 3"


@pytest.mark.rule("5.18b", "5.28c", "7.67", "8.34", "10.23")
def test_c09_dawn_entry_into_zoc() -> None:
    s = field(turn=DAWN)
    stand(s, 2507, GRR)
    stand(s, 2307, PG)
    do(moving(s, GRR), MoveTo(Hex(2407)))
    assert unit(s, GRR).hex == 2407
    assert not isinstance(now(s), MoveUnit)
    s = field(turn=DAWN)
    stand(s, 2507, GRR, disrupted=True)
    stand(s, 2307, PG)
    moving(s, GRR)
    assert reason(s, MoveTo(Hex(2407))) == NO_ZOC_FOR_DISRUPTED
    s = field()
    stand(s, 2507, KAG4, move_mode=True)
    stand(s, 2307, PG)
    moving(s, KAG4)
    assert reason(s, MoveTo(Hex(2407))) == NO_ZOC_FOR_ARTILLERY


@pytest.mark.rule("5.28a", "10.21", "5.23", "7.61")
def test_dusk_and_dawn_allowances() -> None:
    for turn in (DAWN, DUSK, 8):
        s = field(turn=turn)
        for id, good, disrupted in ((RR, 2, 1), (TB, 5, 3), (TIGER2, 4, 2)):
            stand(s, 2501, id)
            assert allowance(s, unit(s, id)) == good
            s.mark(UnitId(id), disrupted=True)
            assert allowance(s, unit(s, id)) == disrupted
            s.send(UnitId(id), "aside")


@pytest.mark.rule("5.23")
def test_disruption_halves_downward() -> None:
    s = field("kustrin")
    stand(s, 3503, "ge_kus_vs", disrupted=True)
    assert allowance(s, unit(s, "ge_kus_vs")) == 1


@pytest.mark.rule("4.24", "5.18a", "4.27")
def test_entering_zoc_ends_the_move_even_beside_a_friend() -> None:
    s = field()
    stand(s, 2009, RR)
    stand(s, 2108, ZHUKOV)
    stand(s, 2107, PG)
    do(moving(s, RR), MoveTo(Hex(2108)))
    assert unit(s, RR).hex == 2108
    assert not isinstance(now(s), MoveUnit)


@pytest.mark.rule("5.0", "5.17", "5.26", "3.1-2", "5.24")
def test_any_unit_in_any_order_once() -> None:
    s = field()
    stand(s, 2009, RR)
    stand(s, 2501, RR2)
    phase(s, "movement", SOVIET)
    assert {Pick(UnitId(RR)), Pick(UnitId(RR2)), Done()} == set(options(s))
    do(s, *pick(RR2), MoveTo(Hex(2401)), Done())
    assert options(s) == [Pick(UnitId(RR)), Done()]
    assert reason(s, Pick(UnitId(RR2))) == MOVED_ALREADY
    do(s, Done())
    assert unit(s, RR).hex == 2009
    do(phase(s, "movement", SOVIET), Done())
    fresh = phase(field(), "movement", SOVIET)
    assert fresh.flow == (), "nothing to move: the phase ends by itself"


@pytest.mark.rule("5.24")
def test_points_are_not_saved() -> None:
    s = field()
    stand(s, 2009, RR)
    do(moving(s, RR), MoveTo(Hex(2109)), Done())
    do(phase(s, "movement", SOVIET))
    s.mark(UnitId(RR), moved=False)
    do(phase(s, "movement", SOVIET), *pick(RR))
    assert isinstance(frame := now(s), MoveUnit)
    assert frame.mp == 4


@pytest.mark.rule("5.0")
def test_only_own_units_move() -> None:
    s = field()
    stand(s, 2009, RR)
    stand(s, 2501, PG)
    phase(s, "movement", SOVIET)
    assert reason(s, Pick(UnitId(PG))) == NOT_YOURS


@pytest.mark.rule("5.21")
def test_enemy_hexes_are_closed_zhukovs_too() -> None:
    s = field()
    stand(s, 2009, ZHUKOV)
    stand(s, 2008, PG)
    moving(s, PG)
    assert reason(s, MoveTo(Hex(2009))) == ENEMY_THERE


@pytest.mark.rule("5.19", "8.31a", "8.36")
def test_guns_that_do_not_move() -> None:
    s = field()
    stand(s, 2009, KAG4)
    stand(s, 2501, RR)
    phase(s, "movement", SOVIET)
    assert reason(s, Pick(UnitId(KAG4))) == IN_FIRE_MODE
    s = field(turn=DAWN)
    stand(s, 2009, KAG4, move_mode=True)
    stand(s, 2501, RR)
    phase(s, "movement", SOVIET)
    assert reason(s, Pick(UnitId(KAG4))) == ARTILLERY_STAYS


@pytest.mark.rule("5.26b", "4.13", "4.21")
def test_zhukov_moves_as_a_motz_unit() -> None:
    s = field(turn=NIGHT)
    stand(s, 2608, ZHUKOV)
    stand(s, 2507, GRR)
    assert allowance(s, unit(s, ZHUKOV)) == 3
    do(moving(s, ZHUKOV), MoveTo(Hex(2408)))
    assert unit(s, ZHUKOV).hex == 2408, "through a Soviet unit, along the road"
    s = field()
    stand(s, 2608, ZHUKOV)
    stand(s, 2307, PG)
    do(moving(s, ZHUKOV), MoveTo(Hex(2408)))
    assert not isinstance(now(s), MoveUnit), "he stops in enemy ZOC"


@pytest.mark.rule("5.27a", "5.27b", "7.54")
def test_c41_off_the_edge() -> None:
    s = field()
    stand(s, 1010, "ge_303_300_1")
    moving(s, "ge_303_300_1")
    do(s, SendTo(EXITED))
    assert (unit(s, "ge_303_300_1").hex, unit(s, "ge_303_300_1").box) == (0, EXITED)
    assert s.flow == (), "it was the last to move"
    stand(s, 1201, PG)
    phase(s, "movement", GERMAN)
    assert reason(s, Pick(UnitId("ge_303_300_1"))) == LEFT_THE_MAP
    s = field()
    stand(s, 1010, "ge_303_300_1")
    stand(s, 1110, RR)
    moving(s, "ge_303_300_1")
    assert SendTo(EXITED) in options(s), "1 + 2 of 4 points"
    s.mark(UnitId("ge_303_300_1"), disrupted=True, moved=False)
    phase(s, "movement", GERMAN)
    assert Pick(UnitId("ge_303_300_1")) not in options(s), "3 points are too many for 2"
    s = field(turn=NIGHT)
    stand(s, 1012, TIGER2, disrupted=True)
    moving(s, TIGER2)
    assert SendTo(EXITED) in options(s), "along the road for 1"


@pytest.mark.rule("5.27a")
def test_only_edge_hexes_lead_off_the_map() -> None:
    s = field()
    stand(s, 1110, PG)
    moving(s, PG)
    assert reason(s, SendTo(EXITED)) == NO_EDGE


@pytest.mark.rule("5.27a", "5.27c", "9.11b")
@pytest.mark.parametrize(("scenario", "last_row"), [("kustrin", 8), ("seelow", 17)])
def test_which_hexes_lead_off_the_map_and_what_it_costs(scenario: str, last_row: int) -> None:
    """A unit pays for the terrain of the edge hex, or 1 where a road runs off there."""
    ground = GAME.grounds[scenario]
    edge = {hex for hex in ground.hexes if hex // 100 in (10, 36) or hex % 100 in (1, last_row)}
    for klass, clear, woods, swamp in (("foot", 1, 2, 2), ("motz", 2, 4, CLOSED)):
        chart = {"clear": clear, "village": clear, "town": clear, "woods": woods, "swamp": swamp}
        plain = {hex: chart[ground.board.terrain[hex]] for hex in edge}
        roads = {1004, 3603, *((1708, 1908, 1408, 2808) if scenario == "kustrin" else (1012, 2117, 2717))}
        expected = plain | dict.fromkeys(roads, 1)
        assert {hex: ground.exits[klass][hex] for hex in edge} == expected
        assert {ground.exits[klass][hex] for hex in ground.hexes if hex not in edge} == {CLOSED}


@pytest.mark.rule("5.27c", "11.0b")
def test_the_southern_limit_of_kustrin() -> None:
    s = field("kustrin")
    stand(s, 2308, "ge_25pg_35_1")
    do(phase(s, "movement", GERMAN), *pick("ge_25pg_35_1"))
    assert SendTo(EXITED) in options(s)
    assert not any(isinstance(a, MoveTo) and a.hex % 100 > 8 for a in options(s))
    no = why_not(s, MoveTo(Hex(2309)))
    assert no is not None
    assert no.rule == "11.0b"


@pytest.mark.rule("5.29", "12.31")
def test_germans_are_frozen_on_turn_1_at_seelow() -> None:
    s = field(turn=1, stacks="open")
    stand(s, 2208, PG)
    assert phase(s, "movement", GERMAN).flow == ()
    s = field(turn=1, stacks="closed")
    stand(s, 1809, "ge_mun_pz_1", "ge_mun_pz_2")
    phase(s, "movement", GERMAN)
    assert isinstance(now(s), MovementPhase)
    assert reason(s, Pick(UnitId("ge_mun_pz_1"))) == FROZEN
    s = field("kustrin", turn=1)
    stand(s, 2208, PG)
    assert Pick(UnitId(PG)) in options(phase(s, "movement", GERMAN))


@pytest.mark.rule("5.26")
def test_a_unit_is_spent_by_its_first_step_and_not_by_being_taken_in_hand() -> None:
    s = field()
    stand(s, 2009, RR)
    stand(s, 2501, RR2)
    moving(s, RR)
    assert clicked(s, UnitId(RR2)) == (Pick(UnitId(RR2)), ONE_AT_A_TIME)
    stand(s, 2011, PG, disrupted=True)
    action, no = clicked(s, UnitId(PG))
    assert (action, no) == (MoveTo(Hex(2011)), replace(ENEMY_THERE, hex=2011))
    assert clicked(s, Hex(2008)) == (MoveTo(Hex(2008)), None)
    assert Done() not in options(s)
    assert why_not(s, Done()) == NO_STEP_YET
    do(s, Cancel())
    assert not unit(s, RR).moved
    do(s, *pick(RR2), Cancel(), *pick(RR), MoveTo(Hex(2008)))
    assert unit(s, RR).moved
    assert why_not(s, Cancel()) == HAS_BEGUN
    do(s, Done())
    assert why_not(s, Pick(UnitId(RR))) == MOVED_ALREADY
    do(s, *pick(RR2))


@pytest.mark.rule("5.25", "5.21", "5.26")
def test_a_unit_that_is_shut_in_is_not_taken_in_hand() -> None:
    s = field()
    stand(s, 2209, RR)
    stand(s, 2501, RR2)
    others = [id for id in s.game.counters if id.startswith("su_") and id not in (RR, RR2, ZHUKOV)]
    for id, hex in zip(others, s.ground.near[2209], strict=False):
        stand(s, hex, id)
    phase(s, "movement", SOVIET)
    assert Pick(UnitId(RR)) not in options(s)
    no = why_not(s, Pick(UnitId(RR)))
    assert no is not None
    assert (no.rule, no.hex in s.ground.near[2209]) == ("5.25", True)
    assert no.because == stuck(NO_ROOM).because
    shut = no.hex
    for id in s.stacks[shut]:
        s.send(id, "aside")
    stand(s, shut, PG, disrupted=True)
    phase(s, "movement", SOVIET)
    no = why_not(s, Pick(UnitId(RR)))
    assert no is not None
    assert (no.rule, no.because) == ("5.21", stuck(ENEMY_THERE).because), "the book speaks of enemies first"
    s.send(UnitId(PG), "aside")
    assert Pick(UnitId(RR)) in options(phase(s, "movement", SOVIET))


@pytest.mark.rule("5.12d", "5.16")
def test_what_can_change_is_named_before_the_ground() -> None:
    s = field()
    assert first_of([SWAMP, NO_ROOM, replace(ENEMY_THERE, hex=2201)]) == stuck(replace(ENEMY_THERE, hex=2201))
    assert first_of([SWAMP, NO_BRIDGE]) == stuck(SWAMP)
    assert first_of([ZOC_TO_ZOC, too_dear(4, 2)]) == stuck(too_dear(4, 2))
    assert s.flow == ()


@pytest.mark.rule("9.12a", "9.13", "9.14")
def test_a_reinforcement_whose_entry_hexes_are_all_closed_waits() -> None:
    s = field(turn=3)
    s.send(UnitId("ge_169_1230"), REINFORCEMENTS)
    stand(s, 2501, PG)
    for hex, id in zip((2117, 2217, 2317, 2417), (RR, RR2, GRR, TB), strict=True):
        stand(s, hex, id, disrupted=True)
    frame = now(phase(s, "movement", GERMAN))
    assert frame is not None
    assert Pick(UnitId("ge_169_1230")) not in options(s)
    assert why_not(s, Pick(UnitId("ge_169_1230"))) == replace(stuck(ENEMY_THERE), hex=2117)
    assert frame.reminders(s) == ()
    s.send(UnitId(TB), "aside")
    phase(s, "movement", GERMAN)
    assert Pick(UnitId("ge_169_1230")) in options(s)
    assert [each.unit for each in frame.reminders(s)] == ["ge_169_1230"]


@pytest.mark.rule("5.19", "5.12b")
def test_artillery_in_fire_mode_does_not_cross_the_canal_by_which_it_stands() -> None:
    s = field()
    stand(s, 1909, KAG4)
    stand(s, 2501, RR)
    assert options(phase(s, "movement", SOVIET)) == [Pick(UnitId(RR)), Done()]


@pytest.mark.rule("5.12b", "5.11")
def test_the_route_over_a_stream_costs_the_whole_allowance() -> None:
    s = field()
    stand(s, 1909, TB2)
    stand(s, 1809, RR)
    moving(s, TB2)
    frame = now(s)
    assert frame is not None
    route = frame.route(s, MoveTo(Hex(1810)))
    assert route is not None
    assert (route.hexes, route.costs, route.stops) == ((1909, 1810), ("0", "10"), False)
    assert frame.route(s, Cancel()) is None


@pytest.mark.rule("5.18a")
def test_the_route_into_an_enemy_zone_says_that_it_ends_there() -> None:
    s = field()
    stand(s, 2209, RR)
    stand(s, 2206, PG)
    moving(s, RR)
    frame = now(s)
    assert frame is not None
    for hex, stops in ((2208, False), (2207, True)):
        route = frame.route(s, MoveTo(Hex(hex)))
        assert route is not None
        assert route.stops is stops


@pytest.mark.rule("5.16", "5.22a")
def test_what_is_missing_for_a_far_hex_includes_the_points_for_leaving_a_zone() -> None:
    s = field()
    stand(s, 2209, RR)
    moving(s, RR)
    assert reason(s, MoveTo(Hex(2203))) == too_dear(6, 4)
    do(s, Cancel())
    stand(s, 2210, PG)
    moving(s, RR)
    assert reason(s, MoveTo(Hex(2203))) == too_dear(8, 4)


@pytest.mark.rule("5.27a")
def test_a_unit_shut_in_at_the_edge_can_still_leave_the_map() -> None:
    s = field()
    stand(s, 2501, RR)
    others = [id for id in s.game.counters if id.startswith("su_") and id not in (RR, ZHUKOV)]
    for id, hex in zip(others, s.ground.near[2501], strict=False):
        stand(s, hex, id)
    moving(s, RR)
    assert options(s) == [SendTo(EXITED), Cancel()]


@pytest.mark.rule("5.26")
def test_clicks_on_the_unit_in_hand_and_on_strangers() -> None:
    s = field()
    stand(s, 2009, RR)
    moving(s, RR)
    assert clicked(s, UnitId(RR)) == (MoveTo(Hex(2009)), ALREADY_THERE)
    frame = now(s)
    assert frame is not None
    assert frame.click(s, UnitId("ge_unheard_of")) is None


@pytest.mark.rule("5.11", "5.12b", "5.12c")
def test_what_the_ground_has_against_a_step() -> None:
    def against(id: str, here: int, to: int) -> list[No]:
        taken = over_any_ground(s, unit(s, id))(Hex(here), Hex(to), 3)
        assert taken is not None
        spent, nos = taken
        assert spent == 4, "each step counts one"
        return nos

    s = field()
    for id in (TB, TB2, RR):
        stand(s, 1910, id, disrupted=id == TB2)
    assert against(TB, 1909, 1810) == [replace(STREAM_TAKES_ALL, hex=1810)]
    assert against(TB2, 1909, 1810) == [replace(DISRUPTED_AT_STREAM, hex=1810)]
    assert against(TB, 2009, 2010) == [replace(SWAMP, hex=2010)]
    assert against(RR, 1909, 1810) == against(TB, 1909, 1910) == []


@pytest.mark.rule("9.11b", "5.16")
def test_an_entry_hex_that_is_too_dear_says_what_it_costs() -> None:
    s = field(turn=NIGHT)
    s.send(UnitId("ge_9fj_pzj"), REINFORCEMENTS)
    moving(s, "ge_9fj_pzj")
    assert reason(s, MoveTo(Hex(1007))) == too_dear(4, 3), "woods, with a quarter of 10"
    assert MoveTo(Hex(1006)) in options(s)


@pytest.mark.rule("9.11b", "9.13", "5.16")
def test_a_reinforcement_that_could_enter_only_by_the_woods_lacks_the_points_at_night() -> None:
    s = field(turn=NIGHT)
    s.send(UnitId("ge_9fj_pzj"), REINFORCEMENTS)
    stand(s, 2501, PG)
    soviets = [id for id in s.game.counters if id.startswith("su_") and id != ZHUKOV]
    for hex, id in zip((1004, 1005, 1006, 1008, 1009, 1010, 1011, 1012), soviets, strict=False):
        stand(s, hex, id, disrupted=True)
    phase(s, "movement", GERMAN)
    assert why_not(s, Pick(UnitId("ge_9fj_pzj"))) == stuck(too_dear(4, 3))
