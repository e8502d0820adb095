"""Data held against a second copy: the book's lists, and our reconstruction as it stands (`copy`)."""

from itertools import pairwise
from typing import Any

import pytest

from bridgehead.games import load_game
from bridgehead.hexes.board import Board
from tests.games.seelow1945 import copy
from tests.games.seelow1945.field import GERMAN, SOVIET

GAME: Any = load_game("seelow1945")
BOARD: Board = GAME.board
TABLES = GAME.tables


def numbers(text: str) -> set[int]:
    return {int(each) for each in text.split()}


def ids(*starts: str) -> set[str]:
    return {id for id in GAME.counters for start in starts if id == start or id.startswith(f"{start}_")}


# --- charts


@pytest.mark.rule("7.2-5", "7.41")
def test_the_combat_results_table() -> None:
    columns = "1:3 1:2 1:1 2:1 3:1 4:1 5:1 6:1 7:1 8:1"
    rows = """
        -1 | D4    | D4    | D5    | D5    | D5c   | D5c   | D5c   | D5c   | DE    | DE
         0 | D3    | D4    | D4    | D5    | D5    | D5c   | D5c   | D5c   | D5c   | DE
         1 | A2 D2 | D3    | D4    | D4    | D5    | D5    | D5c   | D5c   | D5c   | D5c
         2 | A3    | A2 D2 | D3    | D4    | D4    | D5    | D5    | D5c   | D5c   | D5c
         3 | A4    | A3    | A2 D2 | D3    | D4    | D4    | D5    | D5    | D5c   | D5c
         4 | A5    | A4    | A3    | A2 D2 | D3    | D4    | D4    | D5    | D5    | D5c
         5 | A5    | A5    | A4    | A3    | A2 D2 | D3    | D4    | D4    | D5    | D5
         6 | A5c   | A5    | A5    | A4    | A3    | A2 D2 | D3    | D4    | D4    | D5
         7 | A5c   | A5c   | A5    | A5    | A4    | A3    | A2 D2 | D3    | D4    | D4
         8 | AE    | A5c   | A5c   | A5    | A5    | A4    | A3    | A2 D2 | D3    | D4"""
    assert " ".join(TABLES.crt.columns) == columns
    found = {die: [cell.text for cell in row] for die, row in TABLES.crt.cells.items()}
    assert found == rows_of(rows)


@pytest.mark.rule("6.2-3", "8.14a", "6.51")
def test_the_antitank_fire_and_barrage_table() -> None:
    columns = "1 2 3 4-5 6-7 8-10 11-14 15-19 20-25 26+"
    rows = """
        -1 | 1c | 2c | 2c | 3c | 4c | 5c | E  | E  | E  | E
         0 | 3  | 1c | 2c | 2c | 3c | 4c | 5c | E  | E  | E
         1 | 2  | 3  | 1c | 2c | 2c | 3c | 4c | 5c | E  | E
         2 | 1  | 2  | 3  | 1c | 2c | 2c | 3c | 4c | 5c | E
         3 | M  | 1  | 2  | 3  | 1c | 2c | 2c | 3c | 4c | 5c
         4 | -  | M  | 1  | 2  | 3  | 1c | 2c | 2c | 3c | 4c
         5 | -  | -  | M  | 1  | 2  | 3  | 1c | 2c | 2c | 3c
         6 | -  | -  | -  | M  | 1  | 2  | 3  | 1c | 2c | 2c
         7 | -  | -  | -  | -  | M  | 1  | 2  | 3  | 1c | 2c
         8 | -  | -  | -  | -  | -  | M  | 1  | 2  | 3  | 1c
         9 | -  | -  | -  | -  | -  | -  | M  | 1  | 2  | 3
        10 | -  | -  | -  | -  | -  | -  | -  | M  | 1  | 2
        11 | -  | -  | -  | -  | -  | -  | -  | -  | M  | 1
        12 | -  | -  | -  | -  | -  | -  | -  | -  | -  | M"""
    assert " ".join(TABLES.fire.columns) == columns
    assert TABLES.fire.column_min == (1, 2, 3, 4, 6, 8, 11, 15, 20, 26)
    found = {die: [cell.text for cell in row] for die, row in TABLES.fire.cells.items()}
    assert found == rows_of(rows)


def rows_of(text: str) -> dict[int, list[str]]:
    rows = [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]
    return {int(row[0]): row[1:] for row in rows}


@pytest.mark.rule("5.11", "5.13", "5.14a", "7.31", "7.32", "8.14b", "8.25")
def test_the_terrain_effects_chart() -> None:
    chart = {
        kind: (row.foot, row.motz, row.shift, row.halves_barrage, row.blocks_sight)
        for kind, row in TABLES.terrain.items()
    }
    assert chart == {
        "clear": (1, 2, 0, False, False),
        "village": (1, 2, -1, True, True),
        "town": (1, 2, -2, True, True),
        "woods": (2, 4, -2, True, True),
        "swamp": (2, -1, -2, True, False),
    }
    ways = {kind: (cost.foot, cost.motz) for kind, cost in TABLES.network.items()}
    assert ways == {"road": (1, 1), "track": (1, 2), "railroad": (1, 2)}
    assert (TABLES.climb.foot, TABLES.climb.motz) == (1, 2)


def plain(table: Any) -> dict[str, Any]:
    return {name: getattr(table, name) for name in table.__struct_fields__}


@pytest.mark.rule("5.12a", "5.22a", "5.23", "5.28a", "4.12", "4.13", "6.31", "6.42", "6.64", "7.33", "8.24")
def test_the_numbers_of_the_rules() -> None:
    assert plain(TABLES.movement) == {
        "foot_stream": 2,
        "leave_enemy_zoc": 2,
        "disrupted_divisor": 2,
        "dusk_dawn_divisor": 2,
        "night_divisor": 4,
    }
    assert TABLES.stacking == {GERMAN: 3, SOVIET: 1}
    assert plain(TABLES.combat) == {
        "stream": -2,
        "per_level": -1,
        "attacker_armor": 1,
        "defender_armor": -1,
        "disrupted": -2,
        "dusk_dawn": 2,
    }
    assert plain(TABLES.antitank) == {
        "stream_divisor": 2,
        "level_divisor": 2,
        "disrupted": -2,
        "dusk_dawn": 2,
        "column_shift": 0,
    }
    assert plain(TABLES.barrage) == {
        "cover_divisor": 2,
        "dusk_dawn": 2,
        "column_shift": 1,
        "column_shift_kustrin_soviet": -6,
    }
    assert TABLES.morale.disrupted == -2
    assert plain(TABLES.spotting) == {"distance": (3, 4, 5), "dusk_dawn": 2, "zhukov": 3, "zhukov_level": 2}


@pytest.mark.rule("11.42a", "11.44", "11.45", "12.41", "12.42b")
def test_the_numbers_of_victory() -> None:
    assert plain(TABLES.victory.kustrin) == {
        "garrison": ("ge_mun_2_2", "ge_303_fus", "ge_mun_1_2", "ge_kus_vs"),
        "connected": 5,
        "eliminated": 1,
        "german": 12,
        "draw": 6,
    }
    assert plain(TABLES.victory.seelow) == {"early_turn": 7, "localities": 3}


@pytest.mark.rule("5.28c", "6.18", "6.63b", "8.16b", "12.42a", "12.46b", "5.27c")
def test_the_switches_in_force() -> None:
    assert plain(TABLES.switches) == {
        "enter_enemy_zoc_at_dusk_dawn": True,
        "enterability_uses_turn_allowance": True,
        "step_for_retreat_against_antitank_fire": False,
        "step_for_retreat_against_barrage": True,
        "zhukov_counts_on_turn_7": True,
        "control_changes_by_retreat": True,
        "kustrin_south_limit_is_map_edge": True,
    }


@pytest.mark.rule("2.1c", "3.21a", "1.0c")
def test_the_turn_record_track() -> None:
    """3.21, and days of three, dusk, night and dawn of four hours; midnight lies before the night turn."""
    assert [(turn.kind, turn.label, turn.clock, turn.day) for turn in TABLES.turns] == [
        ("dusk_dawn", "Dawn", "04:00-08:00", 1),
        ("day", "Day", "08:00-11:00", 1),
        ("day", "Day", "11:00-14:00", 1),
        ("day", "Day", "14:00-17:00", 1),
        ("day", "Day", "17:00-20:00", 1),
        ("dusk_dawn", "Dusk", "20:00-24:00", 1),
        ("night", "Night", "00:00-04:00", 2),
        ("dusk_dawn", "Dawn", "04:00-08:00", 2),
        ("day", "Day", "08:00-11:00", 2),
        ("day", "Day", "11:00-14:00", 2),
        ("day", "Day", "14:00-17:00", 2),
        ("day", "Day", "17:00-20:00", 2),
    ]


# --- counters


@pytest.mark.rule("2.2", "2.21d", "2.21e", "2.21f", "2.21g", "4.12", "6.71")
def test_every_counter() -> None:
    models = {line.split()[0]: line.split()[1:] for line in copy.MODELS.strip().splitlines()}
    troops = {id: model for model, listed in copy.TROOPS.items() for id in listed.split()}
    assert set(troops) == set(GAME.counters)
    for id, model in troops.items():
        counter = GAME.counters[id]
        size, klass, _, stack, _, armor, _, range, kind, front, back = models[model]
        assert counter.size == size.replace("-", ""), id
        assert f"{counter.type}, {counter.symbol}" == copy.TYPES[model], id
        assert (counter.klass, counter.stack) == (klass, int(stack)), id
        assert (counter.armored, counter.armor) == (armor != "-", int(armor.replace("-", "0"))), id
        assert (counter.artillery, counter.range) == (range != "-", int(range.replace("-", "0"))), id
        assert (counter.two_steps, counter.commander) == (kind == "steps", id == "su_zhukov"), id
        assert ",".join(map(str, plain(counter.front).values())) == front, id
        assert ",".join(map(str, plain(counter.back).values())) == (front if back == "-" else back), id


# --- the map


@pytest.mark.rule("2.1a", "2.1b", "5.15")
def test_terrain_and_levels() -> None:
    for kind, listed in copy.TERRAIN.items():
        assert {hex for hex in BOARD.hexes if BOARD.terrain[hex] == kind} == numbers(listed), kind
    for level, listed in copy.LEVEL.items():
        assert {hex for hex in BOARD.hexes if BOARD.level[hex] == level} == numbers(listed), level
    one, other, level = copy.LOW_SIDE
    assert BOARD.side_level == {(one, other): level, (other, one): level}


@pytest.mark.rule("2.1b", "5.12d", "5.13")
def test_every_hexside() -> None:
    for kind, listed in copy.SIDES.items():
        sides = {tuple(sorted(map(int, side.split("/")))) for side in listed.split()}
        assert {tuple(sorted(side)) for side in BOARD.features[kind]} == sides, kind
    for kind, listed in copy.PATHS.items():
        ways = [[int(each) for each in way.split()] for way in listed.split(";")]
        drawn = {tuple(sorted(side)) for way in ways for side in pairwise(way)}
        assert {tuple(sorted(side)) for side in BOARD.features[kind]} == drawn, kind
    for kind, listed in copy.OVER_THE_EDGE.items():
        assert {f"{hex}/{edge}" for hex, edge in BOARD.edges[kind]} == set(listed.split()), kind


@pytest.mark.rule("12.42a", "12.42b", "12.43b", "12.44a", "11.42a", "11.43a")
def test_the_hexes_that_count() -> None:
    assert {name: set(hexes) for name, hexes in BOARD.marks.items()} == {
        name: numbers(listed) for name, listed in copy.MARKS.items()
    }


# --- the scenarios, by the book

KUSTRIN_NAMED = {
    "su_295": "2402 2403 2502",
    "su_47g": "2504 2505 2605",
    "su_57g": "2607 2608 2707",
    "su_416": "3002 3003 3101",
    "su_35g": "3104 3205 3304",
    "su_82g": "3403 3603 3604",
}
KUSTRIN_AROUND = {
    2801: "su_32kag su_32aag",
    3207: "su_4kag su_4aag",
    2101: "ge_fg",
    2103: "ge_20pg_8pz ge_20pg_76",
    2205: "ge_20pg_90 ge_ss502",
    2307: "ge_25pg",
}
CORRIDOR_ALONE = {
    2203: "ge_20pg_76_1 ge_20pg_8pz_1",
    2304: "ge_20pg_90_1 ge_ss502_1",
    2305: "ge_20pg_90_2 ge_ss502_2",
    3102: "ge_mun_2_2",
    3103: "ge_303_fus",
    2403: "su_295_1040",
    2504: "su_47g_137",
    2505: "su_47g_140",
    3003: "su_416_1373",
    2801: "su_32kag",
    2802: "su_32aag",
}
KUSTRIN_ALONE = {3102: "ge_mun_2_2", 3103: "ge_303_fus", 3204: "ge_mun_1_2", 3503: "ge_kus_vs"}

SEELOW_NAMED = {
    "su_60": "2001 2101 2201",
    "su_295": "2102 2203 2302",
    "su_301": "2204 2304 2404",
    "su_248": "2502 2503 2603",
    "su_47g": "2405 2406 2505",
    "su_57g": "2506 2507 2607",
    "su_27g": "2508 2509 2609",
    "su_35g": "2806 2807 2906",
    "su_74g": "2610 2611 2710",
    "su_79g": "2612 2712 2813",
    "su_82g": "2909 2910 3010",
    "su_88g": "2814 2915 2916",
    "su_39g": "3014 3113 3114",
    "su_11tc": "3006 3007 3105 3106",
    "su_11gtc": "3008 3009 3108 3109",
    "su_8gmc": "3212 3213 3312 3313 3413",
}
SEELOW_AROUND = {
    2801: "su_32kag su_32aag",
    2902: "su_9kag su_9aag",
    3103: "su_4kag su_4aag",
    3307: "su_29kag su_29aag",
    3315: "su_28kag su_28aag",
    1902: "ge_9fj_25",
    2004: "ge_9fj_26",
    1205: "ge_9fj_27",
    1507: "ge_20pg_90",
    2307: "ge_20pg_76",
    2206: "ge_mun_2_1",
    2309: "ge_303_300",
    2411: "ge_303_302",
    2513: "ge_303_301",
    2616: "ge_169_392",
    1915: "ge_kur_1242",
    1415: "ge_vak404",
    1108: "ge_vak408",
}
SEELOW_ALONE = {
    3304: "su_85ghtr",
    3502: "su_62ghtr",
    3013: "su_zhukov",
    1605: "ge_20pg_8pz_2",
    1509: "ge_20pg_wart",
    1708: "ge_mun_2_3",
    1810: "ge_mun_1_1",
    1809: "ge_mun_pz",
    2013: "ge_303_pzj",
    2312: "ge_920",
    1713: "ge_flak26",
    1405: "ge_245",
    1214: "ge_ss502",
}
SEELOW_LATER = {
    (7, "N", "2001 2101 2201 2301 2401"): "su_416",
    (8, "N", "2501 2601 2701 2801 2901 3001"): "su_396hsp",
    (3, "S", "2117 2217 2317 2417"): "ge_169_1230",
    (4, "W", "1004 1005 1006 1007 1008 1009 1010 1011 1012"): "ge_20pg_8pz_1 ge_20pg_8pz_3 ge_9fj_pzj",
}


@pytest.mark.rule("11.11", "11.12", "12.11", "12.12", "11.11", "12.12b", "13.2")
@pytest.mark.parametrize(
    ("scenario", "listed", "around", "alone"),
    [
        ("corridor", {}, {}, CORRIDOR_ALONE),
        ("kustrin", KUSTRIN_NAMED, KUSTRIN_AROUND, KUSTRIN_ALONE),
        ("seelow", SEELOW_NAMED, SEELOW_AROUND, SEELOW_ALONE),
    ],
)
def test_the_set_up(
    scenario: str, listed: dict[str, str], around: dict[int, str], alone: dict[int, str]
) -> None:
    expected = {id: numbers(hexes) for start, hexes in listed.items() for id in ids(start)}
    for center, starts in around.items():
        expected |= {id: {center, *BOARD.near[center]} for id in ids(*starts.split())}
    for hex, starts in alone.items():
        expected |= {id: {hex} for id in ids(*starts.split())}
    berths = GAME.campaigns[scenario].berths
    assert set(berths) == set(expected)
    for id, hexes in expected.items():
        assert set(berths[id].hexes) == hexes, id


@pytest.mark.rule("12.21", "12.22", "11.21")
def test_who_comes_when_and_where() -> None:
    assert GAME.campaigns["kustrin"].arrivals == GAME.campaigns["corridor"].arrivals == {}
    found = {
        id: (arrival.turn, arrival.edge, set(arrival.hexes))
        for id, arrival in GAME.campaigns["seelow"].arrivals.items()
    }
    assert found == {
        id: (turn, edge, numbers(hexes))
        for (turn, edge, hexes), starts in SEELOW_LATER.items()
        for id in ids(*starts.split())
    }


@pytest.mark.rule("11.0a", "11.0b", "11.32", "12.0", "12.31", "3.1b", "11.12c")
def test_the_scenarios() -> None:
    kustrin, seelow = (GAME.campaigns[name].entry for name in ("kustrin", "seelow"))
    corridor = GAME.campaigns["corridor"].entry
    assert (corridor.first, corridor.first_turn, corridor.turns, corridor.rows) == (GERMAN, 2, 5, (1, 8))
    assert (corridor.deploys, corridor.rally, corridor.frozen) == ((SOVIET, GERMAN), {GERMAN: 2}, {})
    assert (kustrin.first_turn, seelow.first_turn, corridor.dates) == (1, 1, ("27 March 1945",))
    assert (kustrin.first, kustrin.turns, kustrin.rows) == (GERMAN, 12, (1, 8))
    assert (seelow.first, seelow.turns, seelow.rows) == (SOVIET, 12, (1, 17))
    assert kustrin.deploys == seelow.deploys == (SOVIET, GERMAN)
    assert (kustrin.rally, kustrin.frozen) == ({GERMAN: 2}, {})
    assert (seelow.rally, seelow.frozen) == ({}, {GERMAN: 1})
    assert kustrin.dates == ("27 March 1945", "28 March 1945")
    assert seelow.dates == ("16 April 1945", "17 April 1945")


@pytest.mark.rule("11.12c")
@pytest.mark.parametrize("scenario", ["kustrin", "seelow"])
def test_the_plans_of_auto_deployment(scenario: str) -> None:
    plans = dict(entry.split("=") for entry in copy.PLANS[scenario].split())
    berths = GAME.campaigns[scenario].berths
    found = {id: berth for id, berth in berths.items() if len(berth.hexes) > 1}
    assert set(found) == set(plans)
    for id, berth in found.items():
        standard, _, forward = plans[id].partition("/")
        assert (berth.default, berth.forward) == (int(standard), int(forward or standard)), id


@pytest.mark.rule("2.21a", "2.21b", "2.21c")
def test_what_the_figures_of_a_counter_are_called() -> None:
    names = ("Combat Strength", "Antitank Fire Value", "Morale Rating", "Movement Allowance")
    assert tuple(GAME.drawing.values) == names


def test_the_key_shows_counters_of_the_game() -> None:
    shown = [sample.unit for sample in GAME.drawing.counter]
    assert shown == ["su_295_1038", "ge_20pg_8pz_1", "ge_vak404_1", "ge_20pg_76_1", "su_zhukov"]
