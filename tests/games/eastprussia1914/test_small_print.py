"""The small print: exceptions, ends of ranges and reasons that only show at the edge of a rule."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp

import pytest

from bridgehead.core.actions import Choose, Commit, Done, MoveTo, Pick, Place
from bridgehead.core.chance import NeedsChance
from bridgehead.core.play import decision, dice, options, push
from bridgehead.core.values import NOWHERE, Hex, UnitId, replace
from bridgehead.core.words import line
from bridgehead.games import load_game
from bridgehead.games.eastprussia1914.model.data import AOK8
from bridgehead.games.eastprussia1914.model.state import corps_hq, is_independent, lose_step, take_control
from bridgehead.games.eastprussia1914.rules.activation import DrawPhase
from bridgehead.games.eastprussia1914.rules.cavalry import NO_WAY, Withdrawal
from bridgehead.games.eastprussia1914.rules.chits import (
    NO_HQ,
    SelectChits,
    capacity,
    select_in_advance,
    why_not_available,
)
from bridgehead.games.eastprussia1914.rules.fog import bring_to_top
from bridgehead.games.eastprussia1914.rules.headquarters import remove_hqs_without_troops
from bridgehead.games.eastprussia1914.rules.losses import LoseStep
from bridgehead.games.eastprussia1914.rules.movement import EZOC_ACROSS, allowance
from bridgehead.games.eastprussia1914.rules.obstacles import TOO_FAR
from bridgehead.games.eastprussia1914.rules.rail import NOT_OURS
from bridgehead.games.eastprussia1914.rules.results import AttackersRetreat, Combat, HqStaysOrGoes
from bridgehead.games.eastprussia1914.rules.retreat import retreat_hexes
from bridgehead.games.eastprussia1914.rules.special import (
    LandsturmCalledOut,
    assembling,
    event_command_points,
    from_the_west,
    roll_random_event,
)
from bridgehead.games.eastprussia1914.rules.strategic import (
    MARCH_IN_EZOC,
    ROADS_FULL,
    strategic_allowance,
    why_not_march,
)
from bridgehead.games.eastprussia1914.rules.supply_phase import roll_attrition, supplied_hexes
from bridgehead.games.eastprussia1914.rules.unit_moves import MoveUnit, why_not_move_off
from bridgehead.games.eastprussia1914.rules.victory import final_result
from bridgehead.games.eastprussia1914.rules.zoc import in_enemy_zoc
from bridgehead.games.eastprussia1914.view.overlays import OVERLAYS
from tests.games.eastprussia1914 import printed
from tests.games.eastprussia1914.table import (
    GERMAN,
    NAME,
    RUSSIAN,
    State,
    ask,
    assault,
    bare,
    chit,
    empty,
    moving,
    no,
    now,
    opening,
    stand,
    supply_phase,
    unit,
    units,
)
from tests.games.eastprussia1914.test_cases_combat import fight
from tests.games.eastprussia1914.test_overlays import laid


@pytest.mark.rule("17.2", "4.1.3")
def test_orders_in_advance_only_for_an_hq_that_is_or_will_be_there() -> None:
    s = opening(turn=3, orders_in_advance="on")
    assert why_not_available(s, chit("R-HQ-XXVI"), 5) is None  # due on turn 5
    assert why_not_available(s, chit("R-HQ-XXVI"), 4) is not None
    s.send(UnitId("R-HQ-VI"), "removed")
    assert why_not_available(s, chit("R-HQ-VI"), 4) is NO_HQ
    s.set(turn=16)
    ask(s)
    select_in_advance(s)
    assert not s.flow  # there is no following turn


@pytest.mark.rule("18.2b")
def test_the_stavka_presses_the_russian_only() -> None:
    s = opening(turn=5, event=12)
    assert (capacity(s, GERMAN, 5), capacity(s, RUSSIAN, 5)) == (4, 6)
    assert (capacity(s, GERMAN, 6), capacity(s, RUSSIAN, 6)) == (5, 5)


@pytest.mark.rule("18.2b", "6.3.1")
def test_refugees_are_named_where_the_road_is_asked_for() -> None:
    s = empty(turn=4)
    stand(s, 2529, "G-37")
    s.set(event=4)
    moving(s, "G-37")
    assert Choose("strategic") not in options(s) and no(s, Choose("strategic")) is ROADS_FULL


@pytest.mark.rule("18.1.6", "6.4.2")
def test_only_arrivals_from_the_west_go_by_rail_for_nothing() -> None:
    s = empty(turn=9)
    stand(s, 2025, "G-3Gd", "G-1")
    for name, arriving, points in (("G-3Gd", True, 0), ("G-3Gd", False, 2), ("G-1", True, 2)):
        assert MoveUnit(GERMAN, UnitId(name), 5, arriving=arriving).rail_points(s) == points


@pytest.mark.rule("6.2.3")
def test_a_river_between_two_zones_is_named_as_such() -> None:
    s = empty()
    stand(s, 2913, "R-28")
    stand(s, 2915, "G-1")
    stand(s, 2812, "G-2")
    moving(s, "R-28")
    assert no(s, MoveTo(Hex(2914))) is EZOC_ACROSS


@pytest.mark.rule("5.1", "6.1.2")
def test_distance_is_named_before_the_zone_one_stands_in() -> None:
    s = empty()
    stand(s, 3614, "G-1")
    stand(s, 3714, "R-25")
    moving(s, "G-1")
    assert no(s, MoveTo(Hex(2113))) is TOO_FAR


@pytest.mark.rule("16.3.4")
def test_a_way_through_the_outside_is_named() -> None:
    s = empty("masurian")
    stand(s, 3032, "G-1")
    moving(s, "G-1")
    found = no(s, MoveTo(Hex(3332)))
    assert (found.rule, found.hex) == ("16.3.4", 3133)


@pytest.mark.rule("6.1.2", "6.2.2")
def test_the_route_shown_tells_costs_and_where_the_unit_stops() -> None:
    s = empty()
    stand(s, 3614, "G-2")
    moving(s, "G-2")
    frame = decision(s)
    road, river = frame.route(s, MoveTo(Hex(3715))), frame.route(s, MoveTo(Hex(3615)))
    assert road is not None and (road.costs, road.stops) == (("1",), False)
    assert river is not None and (river.costs, river.stops) == (("2",), True)
    assert frame.route(s, Done()) is None and frame.route(s, MoveTo(Hex(2113))) is None


@pytest.mark.rule("10.5.7", "12.1b")
def test_attackers_in_a_town_need_not_retreat_one_hex_nor_their_hq() -> None:
    s = empty()
    stand(s, 3614, "G-35", "G-1R")
    stand(s, 3614, "G-HQ-XVII", mode="command")
    stand(s, 3714, "R-25", "R-27")
    frame = AttackersRetreat(side=GERMAN, units=units("G-35"), hexes=1)
    assert frame.stacks(s) == {}
    ask(s, frame)
    assert not s.flow and unit(s, "G-HQ-XVII").mode == "command"
    ask(s, AttackersRetreat(side=GERMAN, units=units("G-35"), hexes=2))
    assert isinstance(now(s), HqStaysOrGoes)


@pytest.mark.rule("12.7b")
def test_which_hqs_are_left_without_troops() -> None:
    def stays(*names: str, waiting: str = "") -> bool:
        s = empty(turn=6)
        stand(s, 2526, "G-HQ-XX", mode="command")
        stand(s, 2527, *names)
        if waiting:
            s.send(UnitId(waiting), "reinforcements")
        remove_hqs_without_troops(s)
        return bool(unit(s, "G-HQ-XX").hex)

    assert stays("G-37") and stays(waiting="G-41") and stays("G-3R")
    assert not stays() and not stays("G-1") and not stays("G-Loetzen")


@pytest.mark.rule("18.2b")
def test_a_click_names_a_brigade_first_and_then_its_city() -> None:
    none, one = LandsturmCalledOut(GERMAN), LandsturmCalledOut(GERMAN, UnitId("G-6Lw"))
    s = empty()
    assert none.click(s, UnitId("G-6Lw")) == Pick(UnitId("G-6Lw")) and none.click(s, Hex(2025)) is None
    assert one.click(s, Hex(2025)) == Place(Hex(2025)) and one.click(s, UnitId("G-6Lw")) is None
    assert one.click(s, (Hex(2025), Hex(2026))) is None


@pytest.mark.rule("15.4")
def test_the_score_is_told_at_the_end() -> None:
    s = opening("tannenberg")
    s.eliminate(UnitId("R-1"))
    s.eliminate(UnitId("G-1"))
    s.log = []
    final_result(s)
    (told,) = s.log
    assert line(s.game, told) == (
        "Victory points: German 1 (0 for ground, 1 for units), Russian 10 (8 for ground, 2 for units); "
        "net Russian +9. The levels are a house ruling. 15.4"
    )


@pytest.mark.rule("14.1")
def test_a_withdrawal_is_told_with_its_length() -> None:
    s = empty()
    stand(s, 3813, "R-3C")
    stand(s, 3714, "G-1")
    for choice, kind, left in (("withdraw two hexes", "CavalryWithdrew", 2), ("stand", "CavalryStood", 0)):
        stand(s, 3813, "R-3C")
        combat = Combat(side=GERMAN, hq=UnitId(""), target=Hex(3813), attackers=units("G-1"), at=7)
        ask(s, combat, Withdrawal(RUSSIAN, Hex(3813)))
        push(s, Choose(choice))
        event = s.log[0].event
        assert type(event).__name__ == kind and getattr(event, "left", 0) == left


@pytest.mark.rule("6.1.5", "11.3.3c")
def test_the_reach_of_an_isolated_unit_is_nothing() -> None:
    s = empty()
    stand(s, 3614, "G-1")
    shown = OVERLAYS["reach"](s, GERMAN, Hex(0), UnitId("G-1")).hexes
    assert shown
    s.mark(UnitId("G-1"), supply="isolated")
    assert not OVERLAYS["reach"](s, GERMAN, Hex(0), UnitId("G-1")).hexes


@pytest.mark.rule("15.1", "16.2.1")
def test_hqs_and_units_that_wait_control_nothing_at_the_start() -> None:
    s = opening()
    assert Hex(0) not in s.taken
    assert all(any(s.game.counters[each].kind != "headquarters" for each in s.stacks[hex]) for hex in s.taken)


@pytest.mark.rule("10.4.1")
def test_losses_of_units_elsewhere() -> None:
    s = empty()
    stand(s, 3714, "G-35", "G-36")
    stand(s, 3714, "G-1R")
    ask(s, LoseStep(GERMAN, units("G-35", "G-36"), units("G-35", "G-36"), 1, "attacker", True))
    assert no(s, Pick(UnitId("G-1R"))).rule == "10.4.1"


@pytest.mark.rule("4.1.2")
def test_the_prompt_counts_the_points_left() -> None:
    frame = SelectChits(GERMAN, 4, 4, (AOK8,))
    assert frame.left == 3


def test_the_drawing_knows_whose_the_sources_are() -> None:
    owner = load_game(NAME).drawing.owner
    assert owner == {
        **{f"source_{letter}": "russian1914" for letter in "abcdefgh"},
        **{f"source_{letter}": "german1914" for letter in "ijklm"},
        "source_koenigsberg": "german1914",
    }


@pytest.mark.rule("10.2.1", "10.4.1")
def test_an_attackers_loss_is_taken_once() -> None:
    s = empty()
    stand(s, 3714, "G-35", "G-36")
    stand(s, 3813, "R-25", "R-27")
    fight(s, 3813, 3, "G-35", "G-36", ratio="1:1")
    push(s, options(s)[0])
    assert unit(s, "G-35").steps + unit(s, "G-36").steps == 3


@pytest.mark.rule("6.4.3", "6.3.1")
def test_a_way_that_leads_nowhere_says_what_closes_it() -> None:
    s = empty(turn=4)
    stand(s, 3614, "G-1")
    net, around = s.ground.trains[GERMAN], s.ground.board.around[3614]
    rails = {hex for direction, hex in enumerate(around) if net[3614 * 6 + direction] > 0}
    for hex in rails:
        take_control(s, hex, RUSSIAN)
    moving(s, "G-1")
    found = no(s, Choose("rail"))
    assert replace(found, hex=NOWHERE) == NOT_OURS and found.hex in rails
    roads = {hex for direction, hex in enumerate(around) if s.ground.road[3614 * 6 + direction]}
    for hex in roads:
        s.ledger["zoc_russian"][hex] = 1
    s.touch()
    moving(s, "G-1")
    found = no(s, Choose("strategic"))
    assert replace(found, hex=NOWHERE) == MARCH_IN_EZOC and found.hex in roads


@pytest.mark.rule("16.3.4", "18.1.2")
def test_roads_and_railroads_through_forbidden_ground_are_named() -> None:
    s = empty(turn=1)
    stand(s, 2731, "R-36")
    moving(s, "R-36", 5, how="strategic")
    found = no(s, MoveTo(Hex(338)))
    assert (found.rule, found.hex) == ("18.1.2", 2630)
    s = empty("masurian")
    stand(s, 1725, "G-1")
    moving(s, "G-1", how="rail")
    found = no(s, MoveTo(Hex(2714)))
    assert (found.rule, found.hex) == ("16.3.4", 1624)


@pytest.mark.rule("10.3.1", "10.3.4a")
def test_the_forecast_shows_the_lowest_column_too() -> None:
    s = empty()
    stand(s, 3714, "G-1")
    stand(s, 3814, "R-25", "R-27")
    assault(s, 3814, "G-1")
    shown = decision(s).forecast(s)
    assert shown is not None and (shown.odds, shown.column) == ("1:2", "1:2") and shown.commit is not None
    stand(s, 3914, "R-HQ-III", mode="command")
    s.touch()
    shown = decision(s).forecast(s)
    assert shown is not None and (shown.odds, shown.column, shown.commit) == ("1:2", "", None)


@pytest.mark.rule("11.3.5a", "11.3.5b")
def test_attrition_tells_who_is_lost() -> None:
    for steps, lost in ((2, False), (1, True)):
        s = empty(turn=4)
        stand(s, 2529, "R-4", supply="isolated", steps=steps)
        supply_phase(s, 1)
        told = [type(one.event).__name__ for one in s.log]
        assert ("Eliminated" in told) == lost and bool(unit(s, "R-4").hex) != lost


@pytest.mark.rule("6.3.1")
def test_strategic_movement_begins_where_a_road_is() -> None:
    s = empty(turn=4)
    on_road = {int(hex) for chain in printed.ROADS.split() for hex in chain.split("-")}
    for hex in s.ground.board.hexes:
        if s.ground.home[hex]:
            s.put(UnitId("G-37"), hex)
            assert (why_not_march(s, unit(s, "G-37")) is None) == (hex in on_road), hex


@pytest.mark.rule("18.1.2")
def test_only_the_second_army_assembles() -> None:
    s = opening()
    held = {str(each.id) for each in s.units.values() if assembling(s, each)}
    assert held == {
        *(f"R-HQ-{name}" for name in ("VI", "XIII", "XV")),
        *("R-4", "R-16", "R-1", "R-36", "R-6", "R-8", "R-4C", "R-6C", "R-15C"),
    }
    s.set(turn=2)
    assert not any(assembling(s, each) for each in s.units.values())


@pytest.mark.rule("11.3.4d")
def test_the_hexes_where_a_unit_would_be_in_supply() -> None:
    s = empty(turn=4)
    stand(s, 2132, "R-HQ-XV", mode="command")
    stand(s, 2529, "R-4", supply="isolated")
    good = {int(hex) for hex in supplied_hexes(s, unit(s, "R-4"), UnitId(""))}
    assert {2132, 1828, 1935} <= good and not {1927, 2529} & good
    staff = {int(hex) for hex in supplied_hexes(s, unit(s, "R-HQ-XV"), UnitId(""))}
    assert {1935, 2239} <= staff


@pytest.mark.rule("14.1")
def test_a_withdrawal_refuses_only_what_it_asks() -> None:
    s = empty()
    stand(s, 3813, "R-3C")
    frame = Withdrawal(RUSSIAN, Hex(3813))
    assert frame.why_not(s, Done()) is None and frame.why_not(s, Choose("withdraw two hexes")) is NO_WAY


@pytest.mark.rule("10.2.1", "11.3.5a", "18.2a", "4.2.1")
def test_dice_have_six_faces_and_every_chit_in_the_cup_its_chance() -> None:
    def ways(s: State, act: Callable[[], object], *rolled: int) -> int:
        """How many equal ways the next chance has, after those rolls."""
        with pytest.raises(NeedsChance) as asked, dice(s, *rolled):
            act()
        return asked.value.ways

    s = empty(turn=5)
    stand(s, 3714, "G-35")
    stand(s, 3814, "R-25")
    assault(s, 3814, "G-35")
    assert ways(s, lambda: push(s, Commit())) == 6
    assert ways(s, lambda: roll_random_event(s)) == ways(s, lambda: roll_random_event(s), 4) == 6
    assert ways(s, lambda: roll_attrition(s, unit(s, "R-25"))) == 6
    s.set(cup=tuple(chit(name) for name in ("G-HQ-I", "G-HQ-XX", "R-HQ-VI")))
    assert ways(s, lambda: ask(s, DrawPhase())) == 3


@pytest.mark.rule("18.2b", "18.2c")
def test_zhilinsky_takes_one_point_but_none_below_three() -> None:
    s = empty(turn=5)
    s.set(event=10)
    assert [event_command_points(s, RUSSIAN, points) for points in range(1, 7)] == [1, 2, 3, 3, 4, 5]
    assert event_command_points(s, GERMAN, 5) == 5
    s.set(event=12)
    assert event_command_points(s, RUSSIAN, 5) == 6 and event_command_points(s, GERMAN, 5) == 5
    s.set(event=7)
    assert event_command_points(s, RUSSIAN, 5) == 5


def changed(folder: Path, file: str, text: str, turn: int) -> State:
    """An empty map with something else in a data file."""
    s: State = bare(NAME, "campaign", 1, laid(Path(mkdtemp(dir=folder)), file, text))
    s.set(event=0, turn=turn, cup=(), tracks={})
    return s


@pytest.mark.rule("18.1.2", "18.1.6")
def test_events_that_name_corps_mean_those_of_their_own_side(tmp_path: Path) -> None:
    """Both sides have a I and a XX Corps."""
    s = changed(tmp_path, "tables", '[historical_event."18.1.6"]\nformations = ["I", "GR"]', 9)
    west = {name: from_the_west(s, unit(s, name)) for name in ("G-1", "G-3Gd", "G-35", "R-22", "G-23/8")}
    assert west == {"G-1": True, "G-3Gd": True, "G-35": False, "R-22": False, "G-23/8": True}
    s.set(turn=8)
    assert not from_the_west(s, unit(s, "G-3Gd"))
    s = changed(tmp_path, "tables", '[historical_event."18.1.2"]\nformations = ["I", "VI"]', 1)
    held = {name: assembling(s, unit(s, name)) for name in ("G-1", "R-4", "R-22", "R-25", "R-6C")}
    assert held == {"G-1": False, "R-4": True, "R-22": True, "R-25": False, "R-6C": True}


@pytest.mark.rule("6.1.2", "6.3.1", "18.2b")
def test_heat_and_dust_leave_foot_units_one(tmp_path: Path) -> None:
    s = changed(tmp_path, "units", "[unit.G-1]\nfull = [6, 6, 1]\n[unit.G-2]\nfull = [6, 6, 2]", 5)
    assert (allowance(s, unit(s, "G-1")), allowance(s, unit(s, "G-2"))) == (1, 2)
    s.set(event=6)
    assert (allowance(s, unit(s, "G-1")), allowance(s, unit(s, "G-2"))) == (1, 1)
    for hexes in (1, 2):
        table = f"[strategic]\ngerman = {{ foot = {hexes}, horse = 10, hq = 8 }}"
        s = changed(tmp_path, "tables", table, 5)
        assert strategic_allowance(s, unit(s, "G-1")) == hexes
        s.set(event=6)
        assert strategic_allowance(s, unit(s, "G-1")) == 1
        assert (strategic_allowance(s, unit(s, "G-1/1")), strategic_allowance(s, unit(s, "G-HQ-I"))) == (
            10,
            8,
        )


@pytest.mark.rule("10.5.2", "10.5.4")
def test_a_retreat_that_must_end_short_still_keeps_its_direction() -> None:
    s = empty()
    stand(s, 3814, "G-1")
    near = s.ground.board.near[3814]
    for hex in s.ground.board.hexes:
        if s.ground.board.distance(3814, hex) == 2:
            s.ledger["combat_russian"][hex] = 1
    s.touch()
    found = retreat_hexes(s, units("G-1"), Hex(3814), Hex(3814), 2)
    west = {hex for hex in near if hex // 100 < 38 or hex == 3813}
    assert set(found) == west


@pytest.mark.rule("17.1")
def test_a_unit_put_on_top_is_there_at_once() -> None:
    s = empty(fog="on")
    stand(s, 3614, "G-1", "G-2", "G-3R")
    bring_to_top(s, UnitId("G-2"))
    assert s.stacks[Hex(3614)] == units("G-1", "G-3R", "G-2") and set(s.stacks) == {3614}


@pytest.mark.rule("6.1.1", "6.2.3", "6.4.3")
def test_a_unit_may_move_off_by_any_of_its_ways() -> None:
    s = empty(turn=4)
    stand(s, 2913, "G-1")
    for hex in s.ground.board.near[2913]:
        if hex != 2914:
            s.ledger["combat_russian"][hex] = 1
    s.touch()
    assert why_not_move_off(s, unit(s, "G-1")) is None  # across the river, as its whole move
    s.ledger["combat_russian"][2914] = 1
    s.touch()
    assert why_not_move_off(s, unit(s, "G-1")) is not None
    s = empty(turn=4)
    stand(s, 3614, "G-1")
    s.mark(UnitId("G-1"), steps=1)
    fields = {hex for hex in s.ground.board.near[3614] if not s.ground.board.has("railroad", 3614, hex)}
    for hex in s.ground.board.near[3614]:
        s.ledger["stack_german"][hex] = 2
    s.touch()
    assert fields and why_not_move_off(s, unit(s, "G-1")) is None  # by rail, past those that are full


@pytest.mark.rule("5.2a")
def test_a_unit_without_attack_on_its_reduced_side_loses_its_zone(tmp_path: Path) -> None:
    s = changed(tmp_path, "units", "[unit.R-25]\nreduced = [0, 3, 4]", 5)
    stand(s, 3814, "R-25")
    assert in_enemy_zoc(s, Hex(3714), GERMAN)
    lose_step(s, UnitId("R-25"))
    assert not in_enemy_zoc(s, Hex(3714), GERMAN) and s.ledger["stack_russian"][3814] == 1


@pytest.mark.rule("4.4a", "12.7c")
def test_units_of_a_corps_without_its_hq_are_independent() -> None:
    s = opening()
    assert not is_independent(s, unit(s, "R-28")) and corps_hq(s, unit(s, "R-28")) is not None
    s.send(UnitId("R-HQ-XX"), "removed")
    assert is_independent(s, unit(s, "R-28")) and corps_hq(s, unit(s, "R-28")) is None
    s.units = {name: each for name, each in s.units.items() if name != "R-HQ-XX"}
    assert is_independent(s, unit(s, "R-28")) and corps_hq(s, unit(s, "R-28")) is None
    assert not is_independent(s, unit(s, "R-HQ-IV")), "an HQ is no combat unit"
