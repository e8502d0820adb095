"""7.2 German Strategic Movement."""

import pytest

from bridgehead.core.actions import Done, Pick, Place
from bridgehead.core.values import Hex
from bridgehead.games.breslau1945.model.data import BATTLEWORN, NORTH_GERMAN, RESERVES
from bridgehead.games.breslau1945.model.state import take_control, with_figures
from bridgehead.games.breslau1945.rules.north import OVER
from bridgehead.games.breslau1945.rules.reserves import (
    CUT_OFF,
    NOT_IN_RESERVES,
    NOT_ON_MAP,
    NOT_WORN,
    TOO_NEAR,
    MapToReserves,
    NorthToReserves,
    Reorganisation,
    ReservesToMap,
    ReservesToNorth,
    distance_from_enemy,
    reserve_hexes,
    why_not_place,
)
from bridgehead.games.breslau1945.rules.sequence import GameTurn
from tests.games.breslau1945.position import (
    GAME,
    GERMAN,
    SOVIET,
    ask,
    at,
    caused_at,
    do,
    field,
    frame,
    is_soviet,
    refused,
    unit,
)


@pytest.mark.rule("7.2.1", "7.2.2a")
def test_any_number_of_reserves_goes_onto_the_map() -> None:
    s = at(field(), 101, "372/218")
    for name in ("21 VS", "22 VS", "23 VS"):
        s.send(unit(name), RESERVES)
    ask(s, ReservesToMap(GERMAN, reserve_hexes(s)))
    do(s, Pick(unit("21 VS")), Place(Hex(1115)), Pick(unit("22 VS")), Place(Hex(1620)), Done())
    assert s.units[unit("23 VS")].box == RESERVES


@pytest.mark.rule("7.2.2e", "7.2.2b")
def test_a_city_hex_need_not_be_german_and_every_red_army_unit_counts() -> None:
    s = at(field(), 101, "372/218")
    take_control(s, SOVIET, Hex(1115))
    s.send(unit("21 VS"), RESERVES)
    ask(s, ReservesToMap(GERMAN, reserve_hexes(s)))
    do(s, Pick(unit("21 VS")), Place(Hex(1115)))
    assert not is_soviet(s, 1115)
    at(s, 615, "Screening Unit 1")
    assert why_not_place(s, Hex(1115)) is not None
    assert why_not_place(s, Hex(1516)) is None


@pytest.mark.rule("7.2.2a", "3.0d")
def test_a_hex_without_a_line_of_communication_takes_no_reserves() -> None:
    s = field()
    for number, hex in enumerate((1512, 1614, 1818, 2119)):
        at(s, hex, ("372/218", "658/218", "667/218", "955/309")[number])
    at(s, 1516, "21 VS")
    far = [
        h for h in GAME.tables.cities if all(GAME.board.distance(h, b) >= 8 for b in s.stacks if b != 1516)
    ]
    assert far
    at(s, 1416, "957/309")  # the Rathaus itself is in contact: nothing is joined to it
    kept = [hex for hex in far if GAME.board.distance(hex, 1416) >= 8]
    assert kept
    assert all(why_not_place(s, hex) == caused_at(CUT_OFF, 1516) for hex in kept)


@pytest.mark.rule("7.2a", "4.4.9")
def test_the_five_steps_of_phase_9() -> None:
    s = at(field(supply=9), 1115, "51 VS")
    at(s, 101, "372/218")
    s.send(unit("21 VS"), RESERVES)
    s.send(unit("22 VS"), NORTH_GERMAN)
    s.send(unit("23 VS"), BATTLEWORN)
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.reserves_to_map)))
    assert isinstance(frame(s), ReservesToMap)
    assert refused(s, Pick(unit("22 VS"))) is NOT_IN_RESERVES
    do(s, Done())
    assert isinstance(frame(s), ReservesToNorth)
    do(s, Done())
    assert isinstance(frame(s), MapToReserves)
    assert refused(s, Pick(unit("22 VS"))) is NOT_ON_MAP
    do(s, Done())
    assert isinstance(frame(s), NorthToReserves)
    do(s, Pick(unit("22 VS")))
    assert isinstance(frame(s), Reorganisation)
    assert s.units[unit("22 VS")].box == RESERVES
    assert refused(s, Pick(unit("22 VS"))) is NOT_WORN


@pytest.mark.rule("7.2.6")
def test_units_go_to_the_northern_front_and_back() -> None:
    s = at(field(), 1115, "51 VS")
    s.send(unit("21 VS"), RESERVES)
    ask(s, ReservesToNorth(GERMAN))
    do(s, Pick(unit("21 VS")))
    assert s.units[unit("21 VS")].box == NORTH_GERMAN
    ask(s, NorthToReserves(GERMAN))
    do(s, Pick(unit("21 VS")))
    assert s.units[unit("21 VS")].box == RESERVES


@pytest.mark.rule("10.1.3i", "7.2.6")
def test_after_the_breakthrough_nobody_goes_north() -> None:
    s = field(north=OVER, supply=0)
    s.send(unit("21 VS"), RESERVES)
    ask(s, GameTurn(at=GameTurn.sequence.index(GameTurn.reserves_to_north)))
    assert isinstance(frame(s), MapToReserves)
    assert refused(s, Pick(unit("21 VS"))) is NOT_ON_MAP


@pytest.mark.rule("7.2.2a", "7.2.2b", "7.2.2c")
def test_the_rathaus_is_one_of_the_places_as_long_as_it_is_german() -> None:
    s = at(field(), 101, "372/218")
    places = reserve_hexes(s)
    assert len(set(places)) == len(places)
    assert 1516 in places
    take_control(s, SOVIET, Hex(1516))  # by a unit that has moved on
    assert 1516 not in reserve_hexes(s)
    assert {1515, 1416} <= set(reserve_hexes(s))


@pytest.mark.rule("7.2.2a")
def test_without_a_red_army_unit_on_the_map_every_city_hex_takes_reserves() -> None:
    s = field()
    assert set(distance_from_enemy(s).tolist()) == {-1}
    assert set(reserve_hexes(s)) == set(GAME.tables.cities)


@pytest.mark.rule("7.2.2a", "3.0l")
def test_a_hex_the_red_army_stands_in_is_too_near_to_itself() -> None:
    s = at(field(), 820, "372/218")
    assert why_not_place(s, Hex(820)) == caused_at(with_figures(TOO_NEAR, distance=8), 820)


@pytest.mark.rule("7.2.1", "7.2.3")
def test_a_full_place_closes_no_other() -> None:
    s = at(at(field(), 101, "372/218"), 1516, "21 VS", "22 VS", "23 VS")
    s.send(unit("24 VS"), RESERVES)
    assert not ReservesToMap(GERMAN, reserve_hexes(s)).over(s)
    assert ReservesToMap(GERMAN, (Hex(1516),)).over(s)
