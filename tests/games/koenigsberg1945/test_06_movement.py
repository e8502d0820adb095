"""6.0 Movement."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgehead.core.actions import Done, MoveTo, Pick
from bridgehead.core.play import decision, options, push, why_not
from bridgehead.core.refusal import No
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.koenigsberg1945.model.actions import March, Ride
from bridgehead.games.koenigsberg1945.model.data import SOVIET
from bridgehead.games.koenigsberg1945.model.events import MovedRegular
from bridgehead.games.koenigsberg1945.model.state import State
from bridgehead.games.koenigsberg1945.rules.blocked import NO_RAIL_IN_ZOC, NO_STRATEGIC_ROAD
from bridgehead.games.koenigsberg1945.rules.movement import NO_MIXED_MOVE, MovementSegment, move_of
from bridgehead.games.koenigsberg1945.rules.reach import (
    ENEMY_HEX,
    HQ_MAY_NOT_OVERRUN,
    MAJOR_RIVER_ZOC,
    TOO_FAR,
    WATER,
    entry_cost,
    regular_reach,
    spent_on,
    way,
)
from bridgehead.games.koenigsberg1945.rules.stacking import STACK_FULL, why_not_stack
from tests.games.koenigsberg1945.field import (
    at,
    box,
    cost,
    field,
    go,
    hexes,
    ids,
    may,
    moving,
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
