"""6.0 Movement."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgehead.core.actions import Cancel, Done, MoveTo, Pick
from bridgehead.core.flow import Subject
from bridgehead.core.play import clicked, decision, options, push, why_not
from bridgehead.core.refusal import No
from bridgehead.core.values import ChitId, Hex, UnitId, replace
from bridgehead.games.koenigsberg1945.model.actions import March, Ride
from bridgehead.games.koenigsberg1945.model.data import GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.events import MovedRegular
from bridgehead.games.koenigsberg1945.model.state import ISOLATED, State
from bridgehead.games.koenigsberg1945.rules.activation import Activation
from bridgehead.games.koenigsberg1945.rules.blocked import (
    MINOR_RIVER,
    NO_RAIL_IN_ZOC,
    NO_STRATEGIC_IN_ZOC,
    NO_STRATEGIC_ROAD,
    RAIL_STOPS,
    STANDS_THERE,
    ZOC_TOO_DEAR,
    in_order,
    why_no_step,
    why_not_ride,
)
from bridgehead.games.koenigsberg1945.rules.movement import (
    CANNOT_MOVE,
    HAS_BEGUN,
    MOVED_ALREADY,
    NO_MIXED_MOVE,
    NOT_BEGUN,
    MovementSegment,
    MoveUnit,
    can_move,
    move_of,
)
from bridgehead.games.koenigsberg1945.rules.reach import (
    ENEMY_HEX,
    HQ_MAY_NOT_OVERRUN,
    MAJOR_RIVER,
    MAJOR_RIVER_ZOC,
    OUT_OF_FROZEN_RANGE,
    TOO_FAR,
    WATER,
    allowance,
    entry_cost,
    rail_way,
    regular_reach,
    spent_on,
    way,
)
from bridgehead.games.koenigsberg1945.rules.stacking import STACK_FULL, why_not_stack
from tests.games.koenigsberg1945.field import (
    activate,
    at,
    box,
    cost,
    field,
    go,
    hexes,
    ids,
    in_segment,
    listen,
    may,
    moving,
    picks,
    reach,
    started,
    told,
)
from tests.support import ask, stand


@pytest.mark.rule("6.0", "6.1a")
def test_units_move_one_at_a_time_in_any_order_or_not_at_all() -> None:
    s = field()
    stand(s, 2114, "s2bf_2sha_88", "s2bf_2sha_116")
    ask(s, MovementSegment(SOVIET, ids("s2bf_2sha_88", "s2bf_2sha_116")))
    push(s, Pick(UnitId("s2bf_2sha_116")))
    assert not may(s, Pick(UnitId("s2bf_2sha_88")))  # one move is finished before the next begins
    go(s, 2115)
    push(s, Done())
    assert options(s) == [Pick(UnitId("s2bf_2sha_88")), Done()]
    push(s, Done())
    assert at(s, "s2bf_2sha_88") == 2114


@pytest.mark.rule("6.1.1", "6.1.2c")
def test_a_unit_spends_no_more_than_its_allowance() -> None:
    s = field()
    stand(s, 2506, "s2bf_2sha_88")
    found = reach(s, "s2bf_2sha_88").regular
    assert max(found.values()) <= 8
    far = next(hex for hex in s.game.board.hexes if s.game.board.distance(2506, hex) == 6)
    assert why_not(s, MoveTo(Hex(far))) is TOO_FAR


@pytest.mark.rule("6.1.2a", "6.1.2b", "6.1.2d", "6.2", "2.2.2")
def test_the_terrain_chart() -> None:
    s = field()
    woods = next(
        (hex, near)
        for hex in s.game.board.hexes
        for near in s.game.board.near[hex]
        if s.game.board.terrain[near] == "woods"
        and s.game.ground.passable[s.game.ground.side(hex, near)]
        and not s.game.board.side(hex, near)
    )
    marsh = next(
        (hex, near)
        for hex in s.game.board.hexes
        for near in s.game.board.near[hex]
        if s.game.board.terrain[near] == "marsh"
        and s.game.ground.passable[s.game.ground.side(hex, near)]
        and not s.game.board.side(hex, near)
    )
    for (here, to), prices in ((woods, (2, 3, 2)), (marsh, (2, 4, 2))):
        for unit, price in zip(("s2bf_2sha_88", "s2bf_ind_1gt", "hq_2sha"), prices, strict=True):
            stand(s, here, unit)
            assert entry_cost(s, UnitId(unit), Hex(here), Hex(to), 16, 16) == price * 2
            s.send(UnitId(unit), "aside")


@pytest.mark.rule("6.2.1", "6.2.1b")
def test_a_road_replaces_the_cost_of_hex_and_river_a_railway_bridges_only() -> None:
    s = field()
    ground, board = s.game.ground, s.game.board
    road = next(
        (a, b)
        for a, b in board.features["road"] | board.features["motorway"]
        if board.terrain[b] in ("woods", "marsh")
    )
    assert ground.prices["mech"][ground.side(*road)] == 2
    rail_bridge = next(
        (a, b)
        for a, b in board.features["railroad"] & (board.features["river"] | board.features["major_river"])
        if not ground.road[ground.side(a, b)]
    )
    side = ground.side(*rail_bridge)
    terrain = s.tables.terrain[board.terrain[rail_bridge[1]]]
    assert ground.prices["mech"][side] == terrain.enter.mech * 2
    assert not ground.minor[side]


@pytest.mark.rule("6.2.2b")
def test_no_crossing_of_a_major_river_from_zone_to_zone() -> None:
    s = field()
    stand(s, 611, "s2bf_2sha_88")
    corps = UnitId("s2bf_2sha_88")
    assert entry_cost(s, corps, Hex(611), Hex(712), 8, 8) == 8
    stand(s, 610, "g_independent_23")
    stand(s, 713, "g_xx_292")
    assert s.ledger["german_zoc"][611]
    assert s.ledger["german_zoc"][712]
    assert entry_cost(s, corps, Hex(611), Hex(712), 8, 8) is MAJOR_RIVER_ZOC
    assert 712 not in reach(s, "s2bf_2sha_88").regular
    s.send(UnitId("g_xx_292"), "aside")
    assert cost(s, "s2bf_2sha_88", 712) == 4


@pytest.mark.rule("6.2.2b")
def test_in_a_later_leg_the_way_leads_round_by_the_bridge() -> None:
    """With some of its points spent a unit beside a major river goes round, whatever is left."""
    s = field()
    stand(s, 612, "s2bf_3a_41")
    frame = moving(s, "s2bf_3a_41")
    ask(s, replace(frame, mp=6, kind="regular"))  # three points of four: just enough for the bridge of Rozan
    later: Any = decision(s)
    assert later.reach(s).regular[712] == 6
    assert later.route(s, MoveTo(Hex(712))).hexes == (613, 713, 712)
    go(s, 712)
    assert at(s, "s2bf_3a_41") == 712


@pytest.mark.rule("6.2.3a", "6.2.3b")
def test_no_unit_enters_water() -> None:
    s = field()
    stand(s, 1328, "s3bf_39a_94")
    moving(s, "s3bf_39a_94")
    assert why_not(s, MoveTo(Hex(1429))) is WATER
    assert entry_cost(s, UnitId("s3bf_39a_94"), Hex(1328), Hex(1228), 8, 8) is WATER
    stand(s, 1327, "s3bf_39a_5g")
    assert cost(s, "s3bf_39a_5g", 1227) is not None


@pytest.mark.rule("6.3a", "6.3b")
def test_enemy_hexes_are_closed() -> None:
    s = field()
    stand(s, 2114, "s2bf_2sha_88")
    stand(s, 2115, "g_vs_1")
    moving(s, "s2bf_2sha_88")
    assert why_not(s, MoveTo(Hex(2115))) is ENEMY_HEX
    stand(s, 2113, "hq_7pz")
    stand(s, 2014, "hq_2sha")
    stand(s, 2014, "s2bf_2sha_116")
    stand(s, 2013, "hq_2sha")
    moving(s, "hq_2sha")
    assert why_not(s, MoveTo(Hex(2113))) is HQ_MAY_NOT_OVERRUN


@pytest.mark.rule("6.3d", "13.1b", "11.3e", "10.2.1")
def test_an_overrun_counts_as_entering() -> None:
    s = field()
    stand(s, 1811, "hq_7pz")
    stand(s, 1711, "s2bf_ind_1gt")
    moving(s, "s2bf_ind_1gt")
    go(s, 1811)
    assert box(s, "hq_7pz") == "removed"
    assert 1811 in s.taken
    assert 1811 in s.passed
    stand(s, 504, "s2bf_ind_8gt")
    stand(s, 503, "hq_xxvii")
    moving(s, "s2bf_ind_8gt")
    go(s, 503)
    assert s.conquered == {503}
    two = field()
    stand(two, 2114, "hq_xx")
    assert why_not_stack(two, UnitId("hq_7pz"), Hex(2114)) is not None


@pytest.mark.rule("6.1b", "7.0b")
def test_friends_are_passed_but_no_move_ends_on_a_full_hex() -> None:
    s = field()
    stand(s, 2114, "s2bf_2sha_88")
    stand(s, 2115, "s2bf_2sha_116", "s2bf_2sha_108")
    moving(s, "s2bf_2sha_88")
    assert why_not(s, MoveTo(Hex(2115))) is STACK_FULL
    assert may(s, MoveTo(Hex(2116)))


@pytest.mark.rule("6.4", "6.4.1b")
def test_strategic_movement_follows_roads_not_railways() -> None:
    s = field()
    ground = s.game.ground
    only_rail = next(hex for hex in s.game.board.hexes if ground.on_rail[hex] and not ground.on_road[hex])
    stand(s, only_rail, "g_independent_5m")
    found = reach(s, "g_independent_5m")
    assert not found.strategic
    assert why_not(s, March(Hex(2932))) is NO_STRATEGIC_ROAD
    stand(s, 2925, "g_independent_24m")
    found = reach(s, "g_independent_24m")
    assert max(found.strategic.values()) == 16  # sixteen road hexes for eight points
    assert all(ground.on_road[hex] for hex in found.strategic)


@pytest.mark.rule("6.4.1d", "6.3b")
def test_a_marching_unit_overruns_a_lone_headquarters() -> None:
    s = field()
    stand(s, 2928, "hq_39a")
    stand(s, 2925, "g_independent_24m")
    moving(s, "g_independent_24m")
    push(s, March(Hex(2930)))
    assert box(s, "hq_39a") == "removed"


@pytest.mark.rule("6.4.1a", "6.4.1c")
def test_a_second_headquarters_is_not_passed_on_the_march() -> None:
    s = field()
    stand(s, 2925, "hq_xx")
    before = reach(s, "hq_xx").strategic
    assert 2929 in before
    stand(s, 2927, "hq_7pz")
    after = reach(s, "hq_xx").strategic
    assert 2927 not in after
    assert after.get(Hex(2928), 99) > before[Hex(2928)]


@pytest.mark.rule("6.5a", "6.5d")
def test_rail_movement_is_all_a_unit_does() -> None:
    s = field()
    stand(s, 1409, "g_independent_627", supply=2)
    moving(s, "g_independent_627")
    assert may(s, Ride(Hex(3517)))  # isolation does not slow a train
    push(s, Ride(Hex(1811)))
    assert not hexes(s)
    assert why_not(s, MoveTo(Hex(1812))) is NO_MIXED_MOVE
    assert not may(s, Ride(Hex(1711)))  # no going back and forth
    stand(s, 1409, "s3bf_39a_94")
    assert 3517 in reach(s, "s3bf_39a_94").rail  # either side uses any line


@pytest.mark.rule("6.5a", "6.5d")
def test_no_train_starts_in_a_zone_or_ends_on_a_full_hex() -> None:
    s = field()
    stand(s, 1409, "g_independent_627")
    stand(s, 1811, "g_xx_292", "g_xx_14")
    moving(s, "g_independent_627")
    assert why_not(s, Ride(Hex(1811))) is STACK_FULL
    assert may(s, Ride(Hex(1912)))
    stand(s, 1408, "s2bf_2sha_88")
    moving(s, "g_independent_627")
    assert why_not(s, Ride(Hex(1912))) == replace(NO_RAIL_IN_ZOC, hex=Hex(1409))


@pytest.mark.rule("6.3c")
def test_the_path_of_a_move_is_told() -> None:
    s = field()
    stand(s, 1915, "hq_7pz")
    stand(s, 1913, "s2bf_ind_1gt")
    moving(s, "s2bf_ind_1gt")
    go(s, 1916)
    assert told(s, MovedRegular)[0].path[-1] == 1916


# --- the kernel and the readable rule agree


def by_the_rule(s: State, unit: UnitId, whole: int) -> dict[int, int]:
    """Reach by entry_cost alone, step by step."""
    start = s.units[unit].hex
    best: dict[int, int] = {}
    free = {int(start): 0}
    waiting = [(0, int(start))]
    ground = s.game.ground
    while waiting:
        waiting.sort()
        spent, here = waiting.pop(0)
        if free.get(here, spent) < spent:
            continue
        for to in s.game.board.near[here]:
            price = entry_cost(s, unit, Hex(here), Hex(to), whole - spent, whole)
            if isinstance(price, No):
                continue
            total = spent + price
            best[to] = min(total, best.get(to, total))
            side = ground.side(here, to)
            stops = ground.minor[side] or ground.major[side]
            if not stops and total < free.get(to, 999):
                free[to] = total
                waiting.append((total, to))
    best.pop(int(start), None)
    return {hex: cost for hex, cost in best.items() if why_not_stack(s, unit, Hex(hex)) is None}


def scattered(s: State, seed: int) -> Iterator[UnitId]:
    """Move everything about at random, by the rules."""
    spread = [hex for hex in s.game.board.hexes if s.game.ground.land[hex]]
    for number, unit in enumerate(s.on_the_map(SOVIET)[::3]):
        hex = Hex(spread[(seed * 7919 + number * 104729) % len(spread)])
        if not s.stacks.get(hex):
            s.put(unit, hex)
            yield unit


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10_000))
@pytest.mark.rule("6.1.2a", "5.1a", "6.2.2", "6.2.2b")
def test_reach_agrees_with_the_rule_step_by_step(seed: int) -> None:
    s = started()
    for unit in [*scattered(s, seed)][:8]:
        frame = move_of(s, unit)
        found = regular_reach(s, unit, frame.mp, frame.whole)
        assert found == by_the_rule(s, unit, frame.whole)
        for to, price in found.items():
            path = way(s, unit, Hex(to), frame.mp)
            assert path[-1] == to
            assert spent_on(s, unit, path, frame.mp, frame.whole)[-1] == price


def test_a_route_is_drawn_before_the_move() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    frame: Any = moving(s, "g_independent_24m")
    route = frame.route(s, March(Hex(2927)))
    assert route.hexes == (2926, 2927)
    assert route.costs[-1] == "1"
    assert frame.route(s, MoveTo(Hex(2926))).costs == ("1",)
    assert frame.route(s, MoveTo(Hex(2928))).costs == ("1", "2", "3")
    assert frame.route(s, March(Hex(2928))).costs == ("½", "1", "1½")
    stand(s, 1640, "s3bf_39a_94")
    frame = moving(s, "s3bf_39a_94")
    assert frame.route(s, MoveTo(Hex(1741))).stops


@pytest.mark.rule("6.1a", "4.2.2d")
def test_a_unit_picked_up_and_put_back_has_not_moved() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m", "g_independent_5m")
    in_segment(s, "g_independent_24m", "g_independent_5m")
    before = s.clone()
    push(s, Pick(UnitId("g_independent_24m")))
    assert why_not(s, Done()) is NOT_BEGUN
    push(s, Cancel())
    assert s.same_as(before)
    push(s, Pick(UnitId("g_independent_24m")))
    go(s, 2926)
    assert why_not(s, Cancel()) is HAS_BEGUN
    push(s, Done())
    assert picks(s) == {"g_independent_5m"}
    assert why_not(s, Pick(UnitId("g_independent_24m"))) is MOVED_ALREADY


@pytest.mark.rule("7.0a", "6.0", "6.1.2c")
def test_a_unit_boxed_in_is_not_offered_and_says_what_closes_the_way() -> None:
    s = field()
    stand(s, 3144, "g_independent_23")  # the Kurische Nehrung: one hex wide
    stand(s, 3145, "g_xx_292", "g_xx_14")
    stand(s, 3043, "g_xx_102", "g_vi_131")
    stand(s, 2925, "g_independent_24m")
    in_segment(s, "g_independent_23", "g_independent_24m")
    s.mark(UnitId("g_independent_23"), supply=ISOLATED)
    ask(s, *s.flow)
    assert s.units[UnitId("g_independent_23")].hex == 3144
    around = {hex for hex in s.game.board.near[3144] if s.game.ground.land[hex]}
    assert around == {3145, 3043}
    assert picks(s) == {"g_independent_24m", "g_independent_23"}  # it can pass through friends
    s.send(UnitId("g_xx_292"), "aside")
    stand(s, 3042, "g_vi_541", "g_vi_558")
    ask(s, *s.flow)
    assert "g_independent_23" in picks(s)
    stand(s, 3145, "g_xx_292")
    stand(s, 3041, "g_lv_203", "g_lv_562")
    ask(s, *s.flow)
    assert picks(s) == {"g_independent_24m"}
    no = why_not(s, Pick(UnitId("g_independent_23")))
    assert no in (replace(STACK_FULL, hex=Hex(3145)), replace(STACK_FULL, hex=Hex(3043)))


@pytest.mark.rule("5.1a", "6.1.2c", "6.3a")
def test_a_unit_held_by_zones_of_control_says_so() -> None:
    s = field()
    stand(s, 2114, "s2bf_2sha_88")
    near = s.game.board.near[2114]
    units = ("g_xx_292", "g_xx_14", "g_xx_102", "g_vi_131", "g_vi_541", "g_vi_558")
    for hex, unit in zip(near[::2], units, strict=False):
        stand(s, hex, unit)
    in_segment(s, "s2bf_2sha_88")
    assert not s.flow  # nobody can move: the segment is over
    move = move_of(s, UnitId("s2bf_2sha_88"))
    assert not can_move(s, UnitId("s2bf_2sha_88"), False)
    no = why_no_step(s, move)
    assert no is not None and no.rule == ZOC_TOO_DEAR.rule


def test_causes_are_put_in_the_order_of_the_book() -> None:
    numbers = ["11.5a", "6.4.1c", "7.0a", "5.1a", "6.3a", "6.2.3a"]
    assert sorted(numbers, key=in_order) == ["5.1a", "6.2.3a", "6.3a", "6.4.1c", "7.0a", "11.5a"]


@pytest.mark.rule("7.0a", "6.3a", "6.2.3a", "11.5a")
def test_a_click_on_a_full_an_enemy_or_a_water_hex_cites_its_own_rule() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    stand(s, 2926, "g_xx_292", "g_xx_14")
    stand(s, 2924, "s2bf_2sha_88")
    frame = move_of(s, UnitId("g_independent_24m"))
    ask(s, frame)
    assert clicked(s, Hex(2926)) == (MoveTo(Hex(2926)), STACK_FULL)
    assert clicked(s, Hex(2924)) == (MoveTo(Hex(2924)), ENEMY_HEX)
    assert clicked(s, Hex(2939)) == (MoveTo(Hex(2939)), WATER)


@pytest.mark.rule("6.5a", "6.5b", "11.5a")
def test_a_far_hex_on_the_units_own_railroad_is_refused_by_the_rules_of_rail_movement() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    stand(s, 2824, "s2bf_2sha_88")
    frame = move_of(s, UnitId("g_independent_24m"))
    ask(s, frame)
    far = Hex(1811)
    assert clicked(s, far) == (Ride(far), replace(NO_RAIL_IN_ZOC, hex=Hex(2925)))
    elsewhere = Hex(102)
    assert not s.game.ground.on_rail[elsewhere]
    assert clicked(s, elsewhere) == (MoveTo(elsewhere), TOO_FAR)
    s = started()
    bound = s.game.ground.command_range(Hex(626), 6)
    unit = UnitId("g_vi_131")
    start = next(hex for hex in sorted(bound) if s.game.ground.on_rail[hex] and hex not in s.stacks)
    s.put(unit, start)
    ask(s, move_of(s, unit))
    action, no = clicked(s, Hex(3420))
    assert no is not None and no.rule == OUT_OF_FROZEN_RANGE.rule
    assert isinstance(action, MoveTo)  # the corps is bound, whatever it moves by
    ask(s, move_of(s, unit))
    no = why_not(s, Ride(Hex(3420)))
    assert isinstance(no, No) and no.rule == "11.5a"


@pytest.mark.rule("6.2.2b")
def test_only_from_zone_to_zone_a_major_river_is_closed() -> None:
    s = field()
    unit, ground, near = UnitId("s2bf_48a_53"), s.game.ground, s.game.board.near
    stand(s, 612, unit)
    assert ground.major[ground.side(612, 712)]
    whole = 4 * 2
    beyond = next(
        hex for hex in near[712] if ground.zoc_reaches[ground.side(hex, 712)] and hex not in near[612]
    )
    stand(s, beyond, "g_independent_23")
    zoc = s.ledger["german_zoc"]
    assert (bool(zoc[612]), bool(zoc[712])) == (False, True)
    assert reach(s, unit).regular[Hex(712)] == whole
    assert entry_cost(s, unit, Hex(612), Hex(712), whole, whole) == whole
    before = next(hex for hex in near[612] if ground.zoc_reaches[ground.side(hex, 612)])
    stand(s, before, "g_xx_292")
    assert entry_cost(s, unit, Hex(612), Hex(712), whole, whole) is MAJOR_RIVER_ZOC


@pytest.mark.rule("6.2.2", "6.2.2b", "6.1.1")
def test_a_hex_within_the_movement_points_is_refused_by_the_river_that_ends_or_bars_the_move() -> None:
    s = field()
    stand(s, 1640, "s3bf_11ga_36g")
    frame = moving(s, "s3bf_11ga_36g")
    assert frame.reach(s).regular[Hex(1741)] == 2 * 2  # it stops there with two points left
    beyond = next(
        hex
        for hex in s.game.board.near[1741]
        if hex not in frame.reach(s).regular and hex != 1640 and s.game.ground.land[hex]
    )
    assert why_not(s, MoveTo(beyond)) == replace(MINOR_RIVER, hex=Hex(1741))
    assert why_not(s, MoveTo(Hex(2932))) is TOO_FAR
    s = field()
    stand(s, 103, "s2bf_48a_53")  # the Vistula lies beyond the next hex
    moving(s, "s2bf_48a_53")
    assert why_not(s, MoveTo(Hex(302))) == replace(MAJOR_RIVER, hex=Hex(302))


def test_moves_that_are_no_part_of_a_segment_need_no_cancel() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    ask(s, move_of(s, UnitId("g_independent_24m"), segment=False))
    assert may(s, Done())
    assert not may(s, Cancel())
    assert isinstance(decision(s), MoveUnit)
    s = field()
    stand(s, 1043, "hq_39a", "s3bf_39a_94")
    activate(s, "hq_39a")
    assert picks(s) == {"hq_39a", "s3bf_39a_94"}


@pytest.mark.rule("6.2.2b")
def test_a_neighbor_across_a_major_river_is_refused_by_the_river_alone() -> None:
    s = field()
    unit = UnitId("s2bf_48a_53")
    stand(s, 612, unit)
    frame = moving(s, unit)
    assert may(s, MoveTo(Hex(712)))
    ask(s, replace(frame, mp=2))
    assert why_not(s, MoveTo(Hex(712))) is MAJOR_RIVER


@pytest.mark.rule("6.4.1a")
def test_strategic_movement_may_not_start_in_a_zone_of_control() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    stand(s, 2824, "s2bf_2sha_88")
    ask(s, move_of(s, UnitId("g_independent_24m")))
    assert why_not(s, March(Hex(2926))) == replace(NO_STRATEGIC_IN_ZOC, hex=Hex(2925))


@pytest.mark.rule("6.4", "6.1.2a")
def test_the_way_of_a_move_is_shown_with_what_it_costs() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    frame = moving(s, "g_independent_24m")
    march = frame.route(s, March(Hex(2927)))
    assert march is not None
    assert (march.hexes, march.costs) == ((2926, 2927), ("½", "1"))
    walk = frame.route(s, MoveTo(Hex(2927)))
    assert walk is not None
    assert (walk.hexes, walk.costs, walk.stops) == ((2926, 2927), ("1", "2"), False)
    s = field()
    stand(s, 1640, "s3bf_11ga_36g")
    over = moving(s, "s3bf_11ga_36g").route(s, MoveTo(Hex(1741)))
    assert over is not None
    assert (over.costs, over.stops) == (("2",), True)


@pytest.mark.rule("7.0a", "6.5d")
def test_a_full_hex_at_the_end_of_a_ride_is_refused_for_its_stacking() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    stand(s, 2932, "g_xx_292", "g_xx_14")
    frame = moving(s, "g_independent_24m")
    assert why_not(s, Ride(Hex(2932))) is STACK_FULL
    past = next(hex for hex in frame.reach(s).rail if hex // 100 < 29 or hex % 100 > 32)
    assert may(s, Ride(past))


@pytest.mark.rule("6.1.1")
def test_what_has_no_movement_allowance_says_so() -> None:
    s = field()
    stand(s, 2114, "g_independent_23")
    stand(s, 3203, "g_gar_thorn")
    both = ids("g_independent_23", "g_gar_thorn")
    army = Activation(side=GERMAN, force=GERMAN, chit=ChitId("c_xx"), hq=UnitId(""), formation=both, at=5)
    ask(s, army, MovementSegment(GERMAN, both[:1]))
    assert why_not(s, Pick(UnitId("g_gar_thorn"))) is CANNOT_MOVE


@pytest.mark.rule("6.4")
def test_strategic_movement_starts_and_ends_on_a_road() -> None:
    s = field()
    ground = s.game.ground
    beside = next(hex for hex in s.game.board.near[2925] if ground.land[hex] and not ground.on_road[hex])
    stand(s, 2925, "g_independent_24m")
    moving(s, "g_independent_24m")
    assert why_not(s, March(beside)) is NO_STRATEGIC_ROAD
    stand(s, beside, "g_independent_24m")
    stand(s, 2824, "s2bf_2sha_88")  # its zone of control is not what forbids it
    moving(s, "g_independent_24m")
    assert why_not(s, March(Hex(2926))) is NO_STRATEGIC_ROAD


@pytest.mark.rule("6.1a", "6.4", "6.5a", "6.1.1")
def test_a_move_tells_what_it_spent_and_what_is_left() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m", "g_independent_5m", "g_independent_4m")
    heard = listen(s)
    ask(s, MovementSegment(GERMAN, ids("g_independent_24m", "g_independent_5m", "g_independent_4m")))
    push(s, Pick(UnitId("g_independent_24m")))
    push(s, March(Hex(2926)))
    push(s, Done())
    push(s, Pick(UnitId("g_independent_5m")))
    go(s, 2926)
    push(s, Done())
    push(s, Pick(UnitId("g_independent_4m")))
    push(s, Ride(Hex(2932)))
    push(s, Done())
    assert not s.flow  # all three have moved
    assert heard == [
        "24th Panzer Division moves to hex 2926 by strategic movement (½ MP, 7½ left). 6.4",
        "5th Panzer Division moves to hex 2926 (1 MP, 7 left). 6.1a",
        "4th Panzer Division moves to Königsberg (2932) by rail. 6.5a",
    ]


@pytest.mark.rule("6.1a", "6.4", "6.5a")
def test_the_hex_a_unit_stands_in_is_refused_as_such_by_every_kind_of_movement() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    moving(s, "g_independent_24m")
    for verb in (MoveTo, March, Ride):
        assert why_not(s, verb(Hex(2925))) is STANDS_THERE


@pytest.mark.rule("6.4")
def test_a_hex_off_the_roads_is_refused_as_such_whoever_controls_it() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    off = next(
        hex for hex in s.game.board.near[2928] if s.game.ground.land[hex] and not s.game.ground.on_road[hex]
    )
    enemy = next(hex for hex in s.game.board.near[off] if s.game.ground.land[hex] and hex != 2928)
    stand(s, enemy, "s2bf_2sha_88")
    moving(s, "g_independent_24m")
    assert s.ledger["soviet_zoc"][off]
    assert why_not(s, March(off)) is NO_STRATEGIC_ROAD


@pytest.mark.rule("6.4", "6.5a")
def test_after_a_march_no_train_is_taken() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    moving(s, "g_independent_24m")
    push(s, March(Hex(2926)))
    assert why_not(s, Ride(Hex(2932))) is NO_MIXED_MOVE


@pytest.mark.rule("6.2.2")
def test_the_river_named_is_the_one_crossed_not_the_first_step() -> None:
    s = field()
    ground, near = s.game.ground, s.game.board.near
    stand(s, 1540, "s3bf_11ga_36g")
    assert not ground.minor[ground.side(1540, 1640)]
    assert ground.minor[ground.side(1640, 1741)]
    frame = moving(s, "s3bf_11ga_36g")
    reached = frame.reach(s).regular
    assert reached[Hex(1741)] == 3 * 2
    beyond = [hex for hex in near[1741] if ground.land[hex] and hex not in reached and hex != 1540]
    assert {why_not(s, MoveTo(hex)) for hex in beyond} >= {replace(MINOR_RIVER, hex=Hex(1741))}


@pytest.mark.rule("6.5b")
def test_the_zone_of_control_that_stops_a_train_is_named() -> None:
    s = field()
    stand(s, 131, "g_independent_24m")  # the branch of Augustow: six hexes without another way
    frame = moving(s, "g_independent_24m")
    way = rail_way(s, UnitId("g_independent_24m"), Hex(434), ())
    ground, near = s.game.ground, s.game.board.near
    beside = next(
        hex
        for hex in near[way[2]]
        if hex not in way and ground.zoc_reaches[ground.side(hex, way[2])] and hex not in near[way[1]]
    )
    stand(s, beside, "s2bf_2sha_88")
    named = next(hex for hex in way if s.ledger["soviet_zoc"][hex])
    assert named == way[2]
    assert why_not_ride(s, frame, way[-1]) == replace(RAIL_STOPS, hex=named)


@pytest.mark.rule("6.2.2b")
def test_a_crossing_of_a_major_river_is_shown_as_the_end_of_the_move() -> None:
    s = field()
    stand(s, 612, "s2bf_3a_41")
    stand(s, 613, "g_vs_1")
    over = moving(s, "s2bf_3a_41").route(s, MoveTo(Hex(712)))
    assert over is not None
    assert (over.hexes, over.costs, over.stops) == ((712,), ("4",), True)
    stand(s, 712, "g_vs_2")
    assert 712 not in reach(s, "s2bf_3a_41").regular


@pytest.mark.rule("6.1.1", "RE.5")
def test_what_cannot_move_goes_nowhere_by_any_kind_of_movement() -> None:
    s = field()
    stand(s, 3203, "g_gar_thorn")  # beside the Vistula, on road and railroad
    found = reach(s, "g_gar_thorn")
    assert (found.regular, found.strategic, found.rail) == ({}, {}, {})
    assert allowance(s, UnitId("g_gar_thorn"), True) == 0


@pytest.mark.rule("6.3b")
def test_a_headquarters_of_ones_own_side_is_passed_unharmed() -> None:
    s = field()
    stand(s, 2926, "hq_xx")
    stand(s, 2925, "g_independent_24m")
    moving(s, "g_independent_24m")
    push(s, March(Hex(2927)))
    assert at(s, "hq_xx") == 2926


@pytest.mark.rule("6.0", "6.1a")
def test_what_is_in_hand_while_moving() -> None:
    s = field()
    stand(s, 2925, "g_independent_24m")
    in_segment(s, "g_independent_24m")
    assert decision(s).about(s) == Subject()
    push(s, Pick(UnitId("g_independent_24m")))
    assert decision(s).about(s) == Subject(unit=UnitId("g_independent_24m"))


@pytest.mark.rule("6.2.2")
def test_nothing_is_left_of_a_move_that_a_river_ends() -> None:
    s = field()
    stand(s, 1640, "s3bf_39a_94")
    moving(s, "s3bf_39a_94")
    go(s, 1741)
    event = told(s, MovedRegular)[0]
    assert (event.spent, event.left) == ("2", "0")
