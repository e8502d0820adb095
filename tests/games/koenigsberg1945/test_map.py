"""The map holds every fact the rulebook gives of it, and is one piece."""

from collections import Counter
from typing import Any

import pytest

from bridgehead.games import load_game
from bridgehead.games.koenigsberg1945.model.ground import FESTUNG, LINE, NNE, NNW, SSE, SSW, E, W
from tests.games.koenigsberg1945.field import field, koenigsberg

GAME: Any = load_game("koenigsberg1945")
BOARD = GAME.board
GROUND = GAME.ground

VICTORY_HEXES = {
    "Insterburg": 1836,
    "Lötzen": 1329,
    "Königsberg": 2932,
    "Allenstein": 2220,
    "Schröttersburg": 1902,
    "Thorn": 3203,
    "Kulm": 3507,
    "Graudenz": 3409,
    "Marienwerder": 3412,
    "Bartenstein": 2327,
    "Elbing": 3420,
    "Mielau": 1811,
    "Braunsberg": 3225,
    "Wehlau": 2233,
}


@pytest.mark.rule("13.2.2a", "13.2.2b", "2.2")
def test_the_victory_hexes_stand_where_the_rules_put_them() -> None:
    assert {BOARD.places[hex].name: hex for hex in BOARD.marks["objective"]} == VICTORY_HEXES


@pytest.mark.rule("2.2", "1.0b")
def test_the_sheet_has_35_columns_of_45_hexes_eight_kilometres_wide() -> None:
    assert len(BOARD.hexes) == 35 * 45
    count = Counter(BOARD.terrain[hex] for hex in BOARD.hexes)
    assert (count["clear"], count["woods"], count["marsh"]) == (1233, 209, 36)
    assert count["lake"] + count["haff"] + count["sea"] == 97
    assert 7500 < BOARD.grid.metres < 8500


def test_the_land_is_one_piece() -> None:
    start = 2932
    found, waiting = {start}, [start]
    for here in waiting:
        for to in BOARD.near[here]:
            if GROUND.passable[GROUND.side(here, to)] and to not in found:
                found.add(to)
                waiting.append(to)
    assert found == {hex for hex in BOARD.hexes if GROUND.land[hex]}


@pytest.mark.rule("6.2.3b", "9.3.1d")
def test_the_land_strip_between_1227_and_1327() -> None:
    assert GROUND.passable[GROUND.side(1227, 1327)]
    for closed in ((1228, 1328), (1227, 1328), (1226, 1327), (1228, 1329)):
        assert not GROUND.passable[GROUND.side(*closed)]


@pytest.mark.rule("10.2.2a")
def test_the_autobahn_links_elbing_and_koenigsberg_through_2931_or_2831() -> None:
    assert {2931, 2831} <= set(BOARD.near[2932])
    line = BOARD.paths["motorway"]
    hexes = {hex for lines in line.values() for each in lines for hex in each}
    assert {3420, 2931, 2932} <= hexes
    assert set(BOARD.marks["link"]) <= hexes


@pytest.mark.rule("16.0e", "2.2")
def test_a_railway_runs_from_warsaw_to_marienburg_and_roads_through_sichelberg() -> None:
    s = field()
    nothing = bytearray(BOARD.size)
    assert 3517 in s.game.walker.reach(503, 400, GROUND.railway, nothing, nothing)
    assert (BOARD.places[503].name, BOARD.places[2106].name) == ("Warschau", "Sichelberg")
    assert sum(GROUND.road[2106 * 6 : 2106 * 6 + 6]) >= 2


@pytest.mark.rule("2.2.10", "2.2.10b")
def test_a_river_is_bridged_where_a_road_or_railway_crosses_it() -> None:
    for a, b in BOARD.features["river"] | BOARD.features["major_river"]:
        side = GROUND.side(a, b)
        crossed = bool(GROUND.road[side] or GROUND.rail[side])
        assert bool(GROUND.minor[side] or GROUND.major[side]) is not crossed
        assert bool(GROUND.zoc_reaches[side]) is (crossed or not GROUND.major[side])
        assert bool(GROUND.open_ground[side] > 0) is (crossed or not GROUND.major[side])


def test_the_bridges_of_the_great_rivers() -> None:
    for a, b in (
        (503, 504),
        (2501, 2502),
        (3202, 3203),
        (3409, 3510),
        (2142, 2143),
        (613, 713),
        (2931, 2932),
    ):
        assert BOARD.has("major_river", a, b)
        assert not GROUND.major[GROUND.side(a, b)]


@pytest.mark.rule("9.3.1b")
def test_lines_face_one_way_and_the_fortresses_are_closed_rings() -> None:
    assert GROUND.lines[GROUND.side(1340, 1240)] == LINE
    assert GROUND.lines[GROUND.side(1240, 1340)] == 0
    for fortress in (2932, 3203, 3409, 905):
        assert all(GROUND.lines[fortress * 6 + d] == FESTUNG for d in range(6) if BOARD.around[fortress][d])


@pytest.mark.rule("9.5.4b")
def test_the_directions_of_the_tilted_map() -> None:
    assert [BOARD.around[2114][d] for d in (NNE, NNW, W, SSW, SSE, E)] == [2115, 2214, 2213, 2113, 2013, 2014]
    assert [BOARD.around[2214][d] for d in (NNE, NNW, W, SSW, SSE, E)] == [2215, 2315, 2314, 2213, 2114, 2115]
    assert (BOARD.grid.first_points, BOARD.grid.second_points) == ("W", "N")
    assert -30 < BOARD.grid.north < -28


@pytest.mark.rule("2.2.9", "8.0b")
def test_sources_and_entries() -> None:
    assert BOARD.marks["supply_german"] == (3510, 3517, 3519)
    assert BOARD.marks["supply_split"] == (3502, 2501, 503)
    assert len(BOARD.marks["supply_soviet"]) == 11
    entries = {letter: BOARD.marks[f"entry_{letter}"][0] for letter in "ABCDEF"}
    assert entries == {"A": 3502, "B": 3517, "C": 3428, "D": 3145, "E": 131, "F": 112}
    for source in (
        *BOARD.marks["supply_german"],
        *BOARD.marks["supply_soviet"],
        *BOARD.marks["supply_split"],
    ):
        assert GROUND.on_road[source] or GROUND.on_rail[source]


@pytest.mark.rule("11.3d")
def test_places_behind_the_soviet_lines() -> None:
    behind = {BOARD.places[hex].name for hex in BOARD.marks["soviet_at_start"]}
    assert {"Augustow", "Suwalki", "Lomza", "Rozan", "Serock", "Ebenrode", "Pogegen"} <= behind
    assert not behind & set(VICTORY_HEXES)


def test_every_unit_begins_on_land_it_can_stand_on() -> None:
    for hex, _ in GAME.setup.values():
        assert not hex or GROUND.land[hex]


def test_roads_and_railways_never_run_over_water() -> None:
    for kind in ("road", "motorway", "railroad"):
        for a, b in BOARD.features[kind]:
            assert GROUND.passable[GROUND.side(a, b)], (kind, a, b)


def test_a_festung_ring_faces_every_way() -> None:
    s = field()
    ground = s.game.ground
    for hex in (2932, 3203, 3409):
        assert {ground.lines[hex * 6 + side] for side in range(6) if ground.passable[hex * 6 + side]} == {
            FESTUNG
        }


def test_the_ground_has_a_byte_for_every_hex_and_side() -> None:
    ground = koenigsberg().ground
    size = ground.board.size
    by_side = (ground.passable, ground.minor, ground.major, ground.road, ground.rail, ground.lines)
    assert {len(each) for each in by_side} == {size * 6}
    assert {len(each) for each in (ground.land, ground.on_road, ground.on_rail, ground.settlement)} == {size}
    assert {len(each) for each in ground.prices.values()} == {size * 6}


def test_prices_are_kept_for_every_side() -> None:
    nets = (GROUND.strategic, GROUND.railway, GROUND.network, GROUND.open_ground, GROUND.command)
    assert {len(each) for each in (*nets, GROUND.command_at_sea)} == {BOARD.size * 6}


@pytest.mark.rule("6.4", "6.5a")
def test_a_hex_is_on_a_road_if_one_leads_out_of_it() -> None:
    for kinds, there in ((("road", "motorway"), GROUND.on_road), (("railroad",), GROUND.on_rail)):
        touched = {
            hex
            for kind in kinds
            for pair in BOARD.features[kind]
            for hex in pair
            if all(GROUND.land[each] for each in pair)
        }
        assert {hex for hex in BOARD.hexes if there[hex]} == touched


def test_what_a_side_or_a_hex_is_it_is_or_is_not() -> None:
    by_side = (GROUND.passable, GROUND.minor, GROUND.major, GROUND.road, GROUND.rail, GROUND.zoc_reaches)
    for flags in (*by_side, GROUND.land, GROUND.on_road, GROUND.on_rail):
        assert set(flags) == {0, 1}


@pytest.mark.rule("4.2.5a", "11.4d")
def test_no_command_range_holds_water_but_for_the_cruiser() -> None:
    for hex in (3225, 2932, 1228):
        assert all(GROUND.land[at] for at in GROUND.command_range(hex, 6))


@pytest.mark.rule("6.2.3a")
def test_every_hexside_is_as_open_one_way_as_the_other() -> None:
    for hex in BOARD.hexes:
        for to in BOARD.near[hex]:
            assert GROUND.passable[GROUND.side(hex, to)] == GROUND.passable[GROUND.side(to, hex)]
            assert GROUND.land[hex] or not GROUND.passable[GROUND.side(hex, to)]
