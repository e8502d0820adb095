"""6.0 Movement."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgehead.core.actions import Choose, Done, MoveTo, Pick, Place
from bridgehead.core.play import decision, options, push
from bridgehead.core.refusal import No
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.eastprussia1914.model.state import State, take_control
from bridgehead.games.eastprussia1914.rules.movement import (
    ENEMY_HQ,
    ENEMY_THERE,
    MAJOR_RIVER,
    allowance,
    entry_cost,
    must_stop,
    reach,
)
from bridgehead.games.eastprussia1914.rules.movement_segment import (
    HAS_MOVED,
    ISOLATED_STAYS,
    MUST_RELOCATE,
    MovementSegment,
)
from bridgehead.games.eastprussia1914.rules.obstacles import TOO_FAR
from bridgehead.games.eastprussia1914.rules.rail import (
    NO_STATION,
    NOT_OURS,
    RAILED,
    TORN_UP,
    train_block,
    why_not_rail,
)
from bridgehead.games.eastprussia1914.rules.reinforcements import Reinforcements
from bridgehead.games.eastprussia1914.rules.special import OUTSIDE, STILL_ASSEMBLING
from bridgehead.games.eastprussia1914.rules.strategic import (
    LANDWEHR,
    NO_ROAD,
    ROADS_FULL,
    strategic_allowance,
    why_not_march,
)
from bridgehead.games.eastprussia1914.rules.unit_moves import MoveUnit
from tests.games.eastprussia1914.table import (
    GERMAN,
    NO_HQ,
    RUSSIAN,
    ask,
    empty,
    goes,
    moving,
    no,
    now,
    opening,
    stand,
    unit,
    units,
)


@pytest.mark.rule("6.1.1")
def test_6_1_1_one_at_a_time_each_once() -> None:
    s = empty()
    stand(s, 3614, "G-1")
    stand(s, 3314, "G-2")
    ask(s, MovementSegment(GERMAN, NO_HQ, units("G-1", "G-2")))
    push(s, Pick(UnitId("G-1")))
    assert no(s, Pick(UnitId("G-2"))).because
    push(s, MoveTo(Hex(3613)))
    push(s, Done())
    assert no(s, Pick(UnitId("G-1"))) is HAS_MOVED
    assert Pick(UnitId("G-2")) in options(s) and Done() in options(s)


@pytest.mark.rule("6.1.2")
def test_6_1_2_the_allowance_is_not_exceeded() -> None:
    s = empty()
    stand(s, 3814, "R-25")
    moving(s, "R-25")
    assert no(s, MoveTo(Hex(3307))) is TOO_FAR
    found = reach(s, unit(s, "R-25"), 4)
    assert max(found.values()) <= 4
    assert decision(s).route(s, MoveTo(next(iter(map(Hex, found))))) is not None


@pytest.mark.rule("6.1.3", "12.3")
def test_6_1_3_enemy_hexes() -> None:
    s = empty()
    stand(s, 3614, "G-1")
    stand(s, 3714, "R-25")
    moving(s, "G-1")
    assert no(s, MoveTo(Hex(3714))) is ENEMY_THERE
    s.send(UnitId("R-25"), "aside")
    stand(s, 3714, "R-HQ-III", mode="command")
    stand(s, 3514, "G-HQ-I", mode="movement")
    moving(s, "G-HQ-I")
    assert no(s, MoveTo(Hex(3714))) is ENEMY_HQ
    moving(s, "G-1")
    assert 3714 in goes(s)


@pytest.mark.rule("6.1.5", "11.3.3c")
def test_6_1_5_isolated_units_stay() -> None:
    s = empty()
    stand(s, 3614, "G-1", supply="isolated")
    stand(s, 2025, "G-2")
    ask(s, MovementSegment(GERMAN, NO_HQ, units("G-1", "G-2")))
    assert no(s, Pick(UnitId("G-1"))) is ISOLATED_STAYS


@pytest.mark.rule("6.2.5", "6.2.1")
def test_6_2_5_a_settlement_costs_one_whatever_the_ground() -> None:
    s = empty()
    assert s.ground.board.terrain[2025] == "rough"
    assert s.ground.enter("foot", 2025) == s.ground.enter("horse", 2025) == 1
    assert s.ground.enter("foot", 1830) == 2


@pytest.mark.rule("14.2")
def test_14_2_cavalry_pays_three_for_marsh() -> None:
    s = empty()
    assert s.ground.board.terrain[2230] == "marsh"
    assert (s.ground.enter("foot", 2230), s.ground.enter("horse", 2230), s.ground.enter("hq", 2230)) == (
        2,
        3,
        3,
    )


@pytest.mark.rule("6.2.3")
def test_6_2_3_only_as_the_whole_move() -> None:
    s = empty()
    stand(s, 2912, "G-1")
    moving(s, "G-1")
    push(s, MoveTo(Hex(2913)))
    assert no(s, MoveTo(Hex(2914))) is MAJOR_RIVER
    stand(s, 2913, "G-2", supply="")
    stand(s, 2812, "R-25")
    moving(s, "G-2")
    assert 2914 in goes(s)


@pytest.mark.rule("6.3.1", "18.2b")
def test_6_3_1_strategic_allowances() -> None:
    s = empty()
    names = {"G-1": 7, "R-25": 5, "G-1/1": 10, "R-1C": 10, "G-HQ-I": 8, "R-HQ-III": 6}
    for name, hexes in names.items():
        assert strategic_allowance(s, unit(s, name)) == hexes
    s.set(event=6)
    assert strategic_allowance(s, unit(s, "G-1")) == 6 and allowance(s, unit(s, "G-1")) == 4
    assert allowance(s, unit(s, "G-1/1")) == 7 and allowance(s, unit(s, "R-25")) == 3
    stand(s, 3614, "G-1")
    stand(s, 3514, "R-25")
    s.send(UnitId("R-25"), "aside")
    s.set(event=4)
    assert why_not_march(s, unit(s, "G-1")) is ROADS_FULL
    s.set(event=0)
    stand(s, 3013, "G-1")
    assert why_not_march(s, unit(s, "G-1")) is NO_ROAD


@pytest.mark.rule("6.3.3")
def test_6_3_3_a_full_hex_is_not_even_passed() -> None:
    s = empty()
    stand(s, 2529, "G-37")
    moving(s, "G-37")
    push(s, Choose("strategic"))
    assert 2526 in goes(s)
    stand(s, 2527, "G-1", "G-2")
    moving(s, "G-37")
    push(s, Choose("strategic"))
    assert 2528 in goes(s) and 2527 not in goes(s) and 2526 not in goes(s)


@pytest.mark.rule("14.3")
def test_14_3_landwehr_does_not_march_abroad() -> None:
    s = empty()
    stand(s, 4014, "G-6Lw")
    moving(s, "G-6Lw")
    push(s, Choose("strategic"))
    assert goes(s) and all(s.ground.home[hex] == GERMAN for hex in goes(s))
    stand(s, 4314, "G-6Lw")
    assert why_not_march(s, unit(s, "G-6Lw")) is LANDWEHR


@pytest.mark.rule("6.4.6")
def test_6_4_6_once_a_turn() -> None:
    s = empty()
    stand(s, 3614, "G-3R", railed=True)
    assert why_not_rail(s, unit(s, "G-3R"), 2) is RAILED


@pytest.mark.rule("6.4.3", "6.4.4")
def test_6_4_3_begins_on_a_home_railway_and_ends_the_move() -> None:
    s = empty()
    stand(s, 3013, "G-3R")
    assert why_not_rail(s, unit(s, "G-3R"), 2) is NO_STATION
    stand(s, 4114, "R-25")
    assert why_not_rail(s, unit(s, "R-25"), 2) is NO_STATION
    stand(s, 3614, "G-1")
    s.send(UnitId("R-25"), "aside")
    stand(s, 3314, "R-HQ-III", mode="command")
    stand(s, 2025, "G-2")
    moving(s, "G-1", beside="G-2")
    push(s, Choose("rail"))
    assert 3314 not in goes(s)
    push(s, MoveTo(Hex(3514)))
    assert isinstance(now(s), MovementSegment) and now(s).tired == units("G-1")


@pytest.mark.rule("18.1.2")
def test_18_1_2_samsonov_still_assembling() -> None:
    s = opening()
    stand(s, 2234, "R-36")
    moving(s, "R-36")
    assert goes(s) and all(s.ground.home[hex] == RUSSIAN for hex in goes(s))
    stand(s, 1935, "R-6C")
    moving(s, "R-6C")
    assert no(s, MoveTo(Hex(1834))) is STILL_ASSEMBLING
    s.set(turn=2)
    moving(s, "R-6C")
    assert 1834 in goes(s)


@pytest.mark.rule("16.3.4")
def test_16_3_4_the_play_area() -> None:
    s = empty("masurian")
    stand(s, 1720, "G-1")
    moving(s, "G-1")
    assert no(s, MoveTo(Hex(1620))) is OUTSIDE
    assert all(hex // 100 >= 17 and hex % 100 <= 32 for hex in goes(s))
    stand(s, 2025, "G-2")
    moving(s, "G-2")
    push(s, Choose("rail"))
    assert all(hex // 100 >= 17 and hex % 100 <= 32 for hex in goes(s))


def by_hand(s: State, name: str, mp: int) -> dict[int, int]:
    """Reach worked out step by step with `entry_cost`."""
    start: int = unit(s, name).hex
    best: dict[tuple[int, bool], int] = {(start, False): 0}
    waiting = [(start, 0)]
    while waiting:
        waiting.sort(key=lambda each: -each[1])
        here, spent = waiting.pop()
        for to in s.ground.board.near[here]:
            cost = entry_cost(s, unit(s, name), Hex(here), Hex(to))
            if isinstance(cost, No) or spent + cost > mp:
                continue
            stops = must_stop(s, Hex(here), Hex(to))
            if spent + cost < best.get((to, stops), 999):
                best[to, stops] = spent + cost
                if not stops:
                    waiting.append((to, spent + cost))
    found: dict[int, int] = {}
    for (hex, _), cost in best.items():
        if hex != start:
            found[hex] = min(cost, found.get(hex, 999))
    return found


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000))
@pytest.mark.rule("5.1", "6.1.2", "6.2.2")
def test_reach_agrees_with_entry_cost(seed: int) -> None:
    s = opening("tannenberg" if seed % 2 else "masurian")
    movers = [each for each in s.units.values() if each.hex and s.game.counters[each.id].kind != "garrison"]
    mover = movers[seed % len(movers)]
    place = movers[(seed // 7) % len(movers)]
    if place.side == mover.side:
        s.put(mover.id, place.hex)
    mp = allowance(s, mover)
    assert reach(s, s.units[mover.id], mp) == by_hand(s, mover.id, mp)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000))
@pytest.mark.rule("6.1.2")
def test_a_route_costs_what_reach_says(seed: int) -> None:
    s = opening("tannenberg")
    movers = [each for each in s.units.values() if each.hex and s.game.counters[each.id].kind != "garrison"]
    mover = movers[seed % len(movers)]
    moving(s, mover.id)
    frame = now(s)
    for hex, cost in frame.reachable(s).items():
        path = frame.path(s, Hex(hex))
        assert path[-1] == hex
        assert frame.price(s, path)[0] == cost


@pytest.mark.rule("6.4.3", "15.1")
def test_6_4_3_trains_keep_to_what_their_side_controls() -> None:
    s = empty(turn=4)
    stand(s, 3614, "G-1")
    moving(s, "G-1", how="rail")
    assert {3514, 2025, 3314} <= goes(s)
    assert 3514 in now(s).path(s, Hex(3314))
    take_control(s, Hex(3514), RUSSIAN)
    moving(s, "G-1", how="rail")
    assert 3514 not in goes(s) and no(s, MoveTo(Hex(3514))) is NOT_OURS
    assert 3514 not in now(s).path(s, Hex(3314))  # the way round by Goldap
    push(s, MoveTo(Hex(3314)))
    assert s.taken == {3514: RUSSIAN}
    stand(s, 3614, "G-1")
    take_control(s, Hex(3614), RUSSIAN)
    stand(s, 3614, "G-HQ-I", mode="movement")
    assert why_not_rail(s, unit(s, "G-HQ-I"), 1) is NOT_OURS
    stand(s, 4114, "G-2")
    take_control(s, Hex(4413), GERMAN)
    stand(s, 4513, "R-25")
    moving(s, "R-25", how="rail")
    assert 4613 in goes(s) and 4413 not in goes(s)


@pytest.mark.rule("6.4.3", "17.3")
def test_6_4_3_a_destroyed_station_is_named() -> None:
    s = empty(turn=4, demolitions="on")
    stand(s, 3614, "G-1")
    s.set(demolished=(3614,))
    assert why_not_rail(s, unit(s, "G-1"), 2) is TORN_UP


@pytest.mark.rule("6.4.3", "15.1")
def test_6_4_3_trains_learn_at_once_who_controls_a_hex() -> None:
    s = empty(turn=4)
    stand(s, 3614, "G-1")
    assert not train_block(s, unit(s, "G-1"))[3514]
    take_control(s, Hex(3514), RUSSIAN)
    assert train_block(s, unit(s, "G-1"))[3514]
    take_control(s, Hex(3514), GERMAN)
    assert not train_block(s, unit(s, "G-1"))[3514]


@pytest.mark.rule("11.3.2b", "11.3.2e", "6.1.1")
def test_11_3_2_combat_units_out_of_supply_move_as_others_do() -> None:
    s = empty()
    stand(s, 3614, "G-1", "G-2", supply="oos")
    ask(s, MovementSegment(GERMAN, NO_HQ, units("G-1", "G-2")))
    push(s, Pick(UnitId("G-1")))
    assert isinstance(now(s), MoveUnit) and now(s).mp == 5 and goes(s)
    s = empty()
    stand(s, 3013, "G-1", supply="oos")
    stand(s, 2025, "G-2")
    for hex in s.ground.board.near[3013]:
        s.ledger["combat_russian"][hex] = 1
    s.touch()
    ask(s, MovementSegment(GERMAN, NO_HQ, units("G-1", "G-2")))
    assert options(s) == [Pick(UnitId("G-2")), Done()]


@pytest.mark.rule("12.5c", "11.3.2e")
def test_12_5c_an_hq_that_cannot_relocate_has_done_its_duty() -> None:
    s = empty(turn=5)
    stand(s, 2036, "R-HQ-XV", mode="command", supply="oos")
    stand(s, 2035, "R-6")
    for hex in s.ground.board.hexes:
        if s.ground.home[hex] and s.ground.board.distance(2036, hex) > 2:
            s.ledger["zoc_german"][hex] = 1
    s.touch()
    ask(s, MovementSegment(RUSSIAN, UnitId("R-HQ-XV"), units("R-HQ-XV", "R-6")))
    assert no(s, Done()) is MUST_RELOCATE
    push(s, Pick(UnitId("R-HQ-XV")))
    told = [type(one.event).__name__ for one in s.log]
    assert told == ["HqCannotRelocate"] and now(s).done == units("R-HQ-XV")
    assert Done() in options(s) and no(s, Pick(UnitId("R-HQ-XV"))) is HAS_MOVED


@pytest.mark.rule("6.1.2", "6.2.3", "6.3.1", "6.4.2")
def test_6_1_2_the_way_shown_tells_what_each_hex_costs() -> None:
    s = empty(turn=4)
    stand(s, 2913, "R-28")
    moving(s, "R-28")
    river = decision(s).route(s, MoveTo(Hex(2914)))
    assert river is not None and (river.hexes, river.costs, river.stops) == ((2914,), ("4",), True)
    stand(s, 2529, "G-37")
    moving(s, "G-37", how="strategic", mp=7)
    road = decision(s).route(s, MoveTo(Hex(2526)))
    assert road is not None and (road.hexes, road.costs) == ((2528, 2527, 2526), ("1", "2", "3"))
    stand(s, 3614, "G-1")
    moving(s, "G-1", how="rail", cost=2)
    train = decision(s).route(s, MoveTo(Hex(3514)))
    assert train is not None and set(train.costs) == {"2"} and train.stops
    assert len(train.costs) == len(train.hexes) and train.hexes[-1] == 3514


@pytest.mark.rule("6.1.1", "5.1")
def test_6_1_1_a_move_ends_where_the_points_left_lead_nowhere() -> None:
    s = empty()
    stand(s, 3814, "R-25")
    stand(s, 3611, "G-2")
    for hex in s.ground.board.near[3814]:
        s.ledger["zoc_german"][hex] = 1
    s.touch()
    stand(s, 4214, "R-28")
    moving(s, "R-25", beside="R-28")
    push(s, MoveTo(Hex(3813)))
    assert isinstance(now(s), MovementSegment) and now(s).done == units("R-25"), "one point is left: too few"


@pytest.mark.rule("8.1")
def test_8_1_a_unit_that_arrives_and_cannot_go_on_has_finished() -> None:
    s = opening(turn=2)
    for hex in s.ground.board.near[2239]:
        s.ledger["stack_russian"][hex] = 2
    s.touch()
    s.tracks["rail_russian"] = 0
    for hex in s.ground.board.within(Hex(2239), 9)[1:]:
        s.ledger["stack_russian"][hex] = 2
    s.touch()
    ask(s, Reinforcements(RUSSIAN))
    push(s, Pick(UnitId("R-22")))
    push(s, Place(Hex(2239)))
    assert isinstance(now(s), Reinforcements) and now(s).placed == units("R-22")
