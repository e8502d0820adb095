"""2.0 Game equipment: the map checked against every fact of the rulebook, the counters, the tables."""

from itertools import pairwise

import pytest

from bridgehead.games.seelow1945.view import face, view
from tests.games.seelow1945.field import (
    DAY,
    FLAK,
    GAME,
    GERMAN,
    GRR,
    KAG,
    PANTHER,
    PG,
    RR,
    SOVIET,
    TB,
    VAK,
    ZHUKOV,
    field,
    stand,
    unit,
)

BOARD = GAME.board


@pytest.mark.rule("1.0a")
def test_two_sides_and_two_battles() -> None:
    assert GAME.sides == (GERMAN, SOVIET)
    assert list(GAME.scenarios) == ["corridor", "kustrin", "seelow"], (
        "ours, for a first evening, stands first"
    )
    battles = [campaign.entry.battle for campaign in GAME.campaigns.values()]
    assert battles == ["kustrin", "kustrin", "seelow"]


@pytest.mark.rule("2.1a")
def test_c01_road_chain_is_adjacent() -> None:
    for a, b in pairwise((1012, 1111, 1211, 1310, 1410)):
        assert BOARD.adjacent(a, b)
    assert BOARD.adjacent(1012, 1112)
    assert not BOARD.adjacent(1012, 1113)


@pytest.mark.rule("2.1a")
def test_the_grid_has_459_hexes_and_odd_columns_lie_lower() -> None:
    assert len(BOARD.hexes) == 459
    assert BOARD.hexes[0] == 1001
    assert BOARD.hexes[-1] == 3617
    assert set(BOARD.near[1105]) == {1104, 1106, 1005, 1006, 1205, 1206}
    assert set(BOARD.near[1205]) == {1204, 1206, 1104, 1105, 1304, 1305}


@pytest.mark.rule("2.1b")
def test_terrain_the_rulebook_names() -> None:
    towns_of_seelow = (1409, 1410, 1509, 1510)
    assert all(BOARD.terrain[hex] == "town" and BOARD.level[hex] == 3 for hex in towns_of_seelow)
    localities = {
        1205: "Gusow",
        1605: "Neulangsow",
        1506: "Werbig",
        1609: "Seelow station",
        1612: "Friedersdorf",
        1713: "Dolgelin",
        1915: "Libbenichen",
        1012: "Diedersdorf",
    }
    for hex, name in localities.items():
        assert BOARD.terrain[hex] == "village"
        assert BOARD.places[hex].name == name
    assert BOARD.terrain[1612] == BOARD.terrain[2311] == BOARD.terrain[2312] == "village"
    assert BOARD.terrain[2008] == "woods"


@pytest.mark.rule("2.1b", "5.15")
def test_the_hexside_of_the_printed_2526_is_read_as_2516() -> None:
    assert 2526 not in BOARD
    assert BOARD.adjacent(2516, 2417)
    assert BOARD.terrain[2417] == "clear"
    assert BOARD.level[2516] == BOARD.level[2417] == 2
    assert BOARD.side_level[2516, 2417] == 1


@pytest.mark.rule("2.1b")
def test_the_road_from_diedersdorf_to_seelow() -> None:
    for a, b in pairwise((1012, 1111, 1211, 1310, 1410)):
        assert BOARD.has("road", a, b)
    assert all(BOARD.level[hex] == 3 for hex in (1012, 1111, 1211, 1310, 1410))


@pytest.mark.rule("2.1b", "12.43b")
def test_the_haupt_canal_runs_unbroken_from_edge_to_edge() -> None:
    west = GAME.west_of_canal
    bank = BOARD.marks["canal_west_bank"]
    assert {1003, 1103, 1809, 1810, 2217} <= set(bank)
    assert set(bank) <= west
    for here in bank:
        beyond = [to for to in BOARD.near[here] if BOARD.has("stream", here, to)]
        assert beyond, f"{here} does not lie on the canal"
        assert not set(beyond) & west
    assert {1002, 1908, 1909, 2112, 2316, 2317} & west == set()
    assert {1205, 1605, 1506, 1609, 1612, 1713, 1915, 1012} <= west


@pytest.mark.rule("2.1b", "5.12d")
def test_every_bridge_of_the_map() -> None:
    bridges = {
        (1503, 1504), (1604, 1605), (1705, 1805), (1705, 1806), (1809, 1908), (2013, 2112), (2217, 2317),
        (2604, 2703), (2805, 2904), (3303, 3404), (3413, 3513), (3404, 3503), (3503, 3603),
    }  # fmt: skip
    water = BOARD.features["stream"] | BOARD.features["river"]
    network = BOARD.features["road"] | BOARD.features["track"] | BOARD.features["railroad"]
    assert water & network == bridges
    assert not BOARD.features["stream"] & BOARD.features["river"]


@pytest.mark.rule("2.1b")
def test_set_up_hexes_are_on_the_map_and_no_two_formations_share_one() -> None:
    for name, campaign in GAME.campaigns.items():
        low, high = campaign.entry.rows
        for berth in campaign.berths.values():
            assert berth.default in berth.hexes
            assert berth.forward in berth.hexes
        listed = {
            hex: GAME.counters[id].formation
            for id, berth in campaign.berths.items()
            if campaign.entry.setup[id].one_of
            for hex in berth.hexes
        }
        around = {
            hex
            for id, berth in campaign.berths.items()
            if not campaign.entry.setup[id].one_of and id[:2] == "su"
            for hex in berth.hexes
        }
        assert not {hex for hex in around if hex in listed}, name
        assert all(low <= berth.default % 100 <= high for berth in campaign.berths.values())


@pytest.mark.rule("2.1c", "3.21a")
def test_the_turn_track() -> None:
    kinds = [turn.kind for turn in GAME.tables.turns]
    assert kinds == ["dusk_dawn", *["day"] * 4, "dusk_dawn", "night", "dusk_dawn", *["day"] * 4]
    labels = [turn.label for turn in GAME.tables.turns]
    assert labels == ["Dawn", "Day", "Day", "Day", "Day", "Dusk", "Night", "Dawn", "Day", "Day", "Day", "Day"]
    assert view(field(turn=7), SOVIET).facts["kind"] == "night"


@pytest.mark.rule("2.2", "6.71")
def test_counters_carry_their_values() -> None:
    rr = GAME.counters[RR]
    assert (rr.front.cs, rr.front.at, rr.front.morale, rr.front.ma) == (4, 2, 3, 4)
    assert (rr.back.cs, rr.back.at, rr.back.morale, rr.back.ma) == (2, 1, 2, 4)
    assert len(GAME.counters) == 138
    assert sum(counter.side == SOVIET for counter in GAME.counters.values()) == 69


@pytest.mark.rule("2.21d", "2.21e", "2.21f", "2.21g")
def test_classes_sizes_armor_and_artillery() -> None:
    counters = GAME.counters
    assert {counter.size for counter in counters.values()} == {"I", "II", "III", "X", ""}
    assert (counters[RR].klass, counters[TB].klass) == ("foot", "motz")
    assert (counters[TB].armored, counters[TB].armor) == (True, 1)
    assert (counters[KAG].artillery, counters[KAG].range) == (True, 9)
    assert not any(counter.armored and counter.artillery for counter in counters.values())
    assert not counters[PG].armored
    german = [c for c in counters.values() if c.side == GERMAN]
    assert all(c.stack == (2 if c.size == "II" else 1) for c in german)


@pytest.mark.rule("2.22")
def test_types_of_units() -> None:
    symbols = {counter.symbol for counter in GAME.counters.values()}
    assert {
        "infantry",
        "armor",
        "assault_gun",
        "artillery",
        "flak",
        "leader",
        "militia",
        "parachute",
    } <= symbols
    assert GAME.counters[ZHUKOV].commander
    assert GAME.counters[FLAK].type == "88 mm flak"


@pytest.mark.rule("2.23", "2.2")
def test_faces_show_values_and_markers() -> None:
    s = field()
    stand(s, 2009, GRR, reduced=True, disrupted=True, attacked=True)
    stand(s, 1314, VAK, move_mode=True)
    shown = face(GAME, unit(s, GRR))
    assert (shown.values, shown.reduced, shown.badges) == ("3-2-3-4", True, ("disrupted", "attacked"))
    assert face(GAME, unit(s, VAK)).values == "(1)-0-3-6 ○9"
    assert face(GAME, unit(s, VAK)).badges == ("move_mode",)
    assert face(GAME, unit(s, PANTHER)).values == "3-6-4-10 ●2"
    assert face(GAME, unit(s, ZHUKOV)).values == "(1)-0-6-10"
    assert face(GAME, unit(s, VAK)).figures[3] == face(GAME, unit(s, PANTHER)).figures[3] == "motorized"
    assert face(GAME, unit(s, GRR)).figures == ("", "", "", "foot")
    assert unit(s, ZHUKOV).hex == 0
    assert s.turn == DAY
