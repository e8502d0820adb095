"""Every table, counter, chit and hexside a second time, written from the book and the survey of the ground.

What `copies` holds was not made from our data: counters and chits come from the order of battle, the map from
the gazetteer the reconstruction began with.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import msgspec
import pytest

from bridgehead.core.values import ChitId, UnitId
from bridgehead.games.koenigsberg1945.model.data import Counter, TurnEntry
from bridgehead.games.koenigsberg1945.model.ground import FESTUNG, LINE, NNE, NNW, SSE, SSW, E, Ground, W
from bridgehead.games.koenigsberg1945.rules.random_events import LOST_TO_STALIN
from bridgehead.games.koenigsberg1945.rules.reinforcements import ALONG_THE_EDGE
from bridgehead.games.koenigsberg1945.rules.retreat import PROPER
from tests.games.koenigsberg1945.field import koenigsberg, started

COPIES = Path(__file__).parent / "copies"


def rows(name: str) -> Iterator[list[str]]:
    """The lines of a copy, cut at their strokes; notes and empty lines left out."""
    for line in (COPIES / name).read_text().splitlines():
        if line and not line.startswith("#"):
            yield [part.strip() for part in line.split("|")]


# --- the tables


COMBAT = """
1-2   A2r     A1r      A1r      A1       Ar      Dr/A1*
1-1   A1r     A1r      A1       Ar       Dr/A1*  Dr/A1*
2-1   A1r     A1       Dr/A1*   Dr/A1*   D1r/A1* D1r2
3-1   A1      Dr/A1*   D1r/A1*  Dr2/A1*  D1r2    D1r2
4-1   Dr/A1*  D1r/A1*  Dr2/A1*  D1r2/A1* D1r2    D2r2
5-1   D1r/A1* Dr2/A1*  D1r2/A1* D1r2     D1r2    D2r2
6-1   D1r/A1* D1r2/A1* D1r2     D1r2     D2r2    D2r2
7-1+  D1r     D1r2     D1r2     D2r2     D2r2    D2r3
"""
PARTS = {
    "A2r": (0, 0, 2, 1, False),
    "A1r": (0, 0, 1, 1, False),
    "A1": (0, 0, 1, 0, False),
    "Ar": (0, 0, 0, 1, False),
    "Dr/A1*": (0, 1, 1, 0, True),
    "Dr2/A1*": (0, 2, 1, 0, True),
    "D1r/A1*": (1, 1, 1, 0, True),
    "D1r2/A1*": (1, 2, 1, 0, True),
    "D1r": (1, 1, 0, 0, False),
    "D1r2": (1, 2, 0, 0, False),
    "D2r2": (2, 2, 0, 0, False),
    "D2r3": (2, 3, 0, 0, False),
}
"""Steps and hexes of the defender, of the attacker, and the star."""


@pytest.mark.rule("2.2.3", "9.1a", "9.1b")
def test_the_combat_results_table() -> None:
    game = koenigsberg()
    printed = [line.split() for line in COMBAT.strip().splitlines()]
    assert game.tables.crt.columns == tuple(column for column, *_ in printed)
    for at, (_, *cells) in enumerate(printed):
        results = game.crt[at]
        assert [each.cell for each in results] == cells
        for each in results:
            parts = (
                each.defender_steps,
                each.defender_retreat,
                each.attacker_steps,
                each.attacker_retreat,
                each.starred,
            )
            assert parts == PARTS[each.cell], each.cell


@pytest.mark.rule("2.5.1a", "3.0b", "3.0c", "3.0d")
def test_the_barrage_table() -> None:
    table = koenigsberg().tables.barrage
    assert (table.attacks, table.column) == ((1, 1, 1, 2, 2, 3), "2-1")
    assert (table.turn_1_rolls, table.turn_1_reach, table.turn_1_die, table.reach) == (2, 2, -1, 1)


@pytest.mark.rule("2.2.2", "6.1.2b", "6.2", "9.3.1a", "6.2.1", "6.2.2", "6.4", "5.1a")
def test_the_terrain_effects_chart() -> None:
    tables = koenigsberg().tables
    chart = {name: (each.enter.foot, each.enter.mech, each.shift) for name, each in tables.terrain.items()}
    assert chart == {"clear": (1, 1, 0), "woods": (2, 3, 1), "marsh": (2, 4, 1)}
    assert {name: msgspec.structs.astuple(each) for name, each in tables.settlement.items()} == {
        "village": (0, True, False, False),
        "town": (1, True, True, True),
        "city": (2, True, True, True),
    }
    assert {name: each.shift for name, each in tables.line.items()} == {"line": 1, "festung": 2}
    move = tables.movement
    assert (move.road, move.strategic_halves, move.minor_river) == (1, 1, 1)
    assert (move.zoc_enter, move.zoc_leave) == (2, 2)


@pytest.mark.rule("7.0a", "10.1", "10.2.3a", "12.1a", "12.1b", "11.2.1a", "11.2.2a", "11.3a", "11.3b")
@pytest.mark.rule("11.4b", "11.5a", "11.5c", "11.5e", "14.1.2", "4.1.3b", "8.0.3b", "RE.10", "9.5.4b")
def test_the_single_figures() -> None:
    tables = koenigsberg().tables
    assert (tables.stacking.combat_units, tables.stacking.headquarters) == (2, 1)
    assert (tables.supply.free_hexes, tables.supply.limited_hexes) == (4, 10)
    assert (tables.air.full, tables.air.normal, tables.air.most) == (2, 1, 2)
    costs = tables.replacements
    assert (costs.soviet_step, costs.german_foot_step, costs.german_mech_step) == (1, 1, 2)
    levy = tables.volkssturm
    assert (levy.start, levy.most, levy.distance) == (2, 4, 3)
    assert (tables.hipper.unit, tables.hipper.reach) == ("g_hipper", 2)
    frozen = tables.frozen
    assert (frozen.headquarters, frozen.victory_points, frozen.turn) == (("hq_vi", "hq_lv"), 2, 6)
    assert (tables.mikosch.distance, tables.command.hgm_extra, ALONG_THE_EDGE, LOST_TO_STALIN) == (
        5,
        2,
        10,
        2,
    )
    assert PROPER == {"german": (NNE, NNW, W), "soviet": (E, SSE, SSW)}


@pytest.mark.rule("13.2a", "13.2.1", "13.2.2a", "13.2.2b")
def test_victory() -> None:
    game = koenigsberg()
    assert game.tables.victory.sudden_death.split() == ["2932", "3420"]
    assert game.tables.victory.level == {
        "Soviet Overwhelming Victory": (0, 3),
        "Soviet Major Victory": (4, 6),
        "Soviet Historical Victory": (7, 7),
        "German Minor Victory": (8, 9),
        "German Major Victory": (10, 12),
        "German Overwhelming Victory": (13, 14),
    }
    printed = "1836 1329 2932 2220 1902 3203 3507 3409 3412 2327 3420 1811 3225 2233"
    assert game.ground.objectives == set(map(int, printed.split()))


TURNS = """
1  13-14 January            3 4 3  0 0  3bf
2  15-16 January            4 5 4  0 1
3  17-18 January            5 7 5  1 2  german
4  19-20 January            5 8 6  1 2
5  21-22 January            5 8 7  1 2
6  23-24 January            5 8 7  1 3
7  25-26 January            5 8 7  1 3
8  27-28 January            5 7 7  1 3
9  29-30 January            4 6 6  1 3
10 31 January - 1 February  4 6 6  0 3
"""
"""Turn, dates, limits of the Germans and the two Fronts, points of the two sides, whose limit is printed."""


@pytest.mark.rule("2.3b", "2.3c", "2.3d", "11.2a", "11.2e", "1.0a", "16.0c")
def test_the_turn_track() -> None:
    track = koenigsberg().tables.turn
    assert list(track) == [str(number) for number in range(1, 11)]
    for line in TURNS.strip().splitlines():
        number, rest = line.split(maxsplit=1)
        dates, figures = (part.strip() for part in rest.split("  ", maxsplit=1))
        german, second, third, ours, theirs, *printed = figures.split()
        assert track[number] == TurnEntry(
            dates=dates,
            limit={"german": int(german), "2bf": int(second), "3bf": int(third)},
            replacements={"german": int(ours), "soviet": int(theirs)},
            printed=tuple(printed),
        )


@pytest.mark.rule("2.5.2", "RE.2", "RE.3", "RE.4", "RE.5", "RE.6", "RE.7", "RE.10", "RE.11", "RE.12")
def test_the_random_event_table() -> None:
    events = koenigsberg().tables.event
    assert [events[str(roll)] for roll in range(2, 13)] == [
        "german_reinforcement",
        "free_movement",
        "german_barrage",
        "refugees",
        "bad_weather",
        "soviet_atrocity",
        "bad_weather",
        "refugees",
        "stalin_interferes",
        "soviet_barrage",
        "soviet_early_arrival",
    ]


ARRIVALS = """
2 F s2bf_ind_3gc
3 F hq_5gta s2bf_5gta_10t s2bf_5gta_29t s2bf_5gta_47m
4 E hq_50a s2bf_50a_69 s2bf_50a_81 s2bf_50a_153ur
4 A g_independent_31
5 B g_independent_4m
6 B g_independent_227
6 A g_independent_15ss (2)
7 B g_independent_389
8 D hq_xxviii g_xxviii_58 g_xxviii_95 (2)
8 B g_independent_32
8 haff g_hipper
9 F hq_19a s2bf_19a_40g s2bf_19a_132 s2bf_19a_134 (12)
"""
"""Turn, entry area, units, and the event that may bring them sooner."""


@pytest.mark.rule("8.0a", "8.0b", "11.4a", "RE.2", "RE.12")
def test_the_reinforcements() -> None:
    found = [
        f"{each.turn} {each.entry} {' '.join(each.units)}" + (f" ({each.event})" if each.event else "")
        for each in koenigsberg().reinforcements.values()
    ]
    assert found == ARRIVALS.strip().splitlines()


@pytest.mark.rule("2.2.4", "2.2.5", "2.2.7", "2.2.8", "2.1.4a")
def test_what_players_call_sides_boxes_and_events() -> None:
    assert koenigsberg().tables.names == {
        "german": "German",
        "soviet": "Soviet",
        "2bf": "2nd Belorussian Front",
        "3bf": "3rd Belorussian Front",
        "luftwaffe": "Luftwaffe",
        "air_army_1": "1st Air Army",
        "air_army_4": "4th Air Army",
        "refit": "Airbase: refit",
        "grounded": "Airbase: grounded",
        "volkssturm": "Volkssturm",
        "held": "Volkssturm not yet available",
        "gd": "Grossdeutschland Box",
        "haff": "Frisches Haff",
        "reinforcements": "Reinforcements",
        "eliminated": "Eliminated",
        "removed": "Out of the game",
        "unused": "Optional units not in play",
        "german_reinforcement": "German Reinforcement",
        "free_movement": "Free Movement",
        "german_barrage": "German Barrage",
        "refugees": "Refugees",
        "bad_weather": "Bad Weather",
        "soviet_atrocity": "Soviet Atrocity",
        "stalin_interferes": "Stalin Interferes",
        "soviet_barrage": "Soviet Barrage",
        "soviet_early_arrival": "Soviet Early Arrival",
        "gd_returns": "GD Returns",
        "ss_15": "15th SS Grenadier Division",
        "corps_28": "XXVIII Corps",
    }


# --- counters and chits


def counters() -> Iterator[list[str]]:
    return (row for row in rows("counters.txt") if not row[0].startswith("hq:"))


REDUCED = {"g_hg_2hg", "g_xxviii_607"} | {f"g_independent_{number}" for number in (605, 401, 83, 461)}
"""15.0 Marked R in the set-up lists."""


@pytest.mark.rule("15.0h", "9.4.3", "4.2.2a", "4.2.2b", "UA.1")
def test_the_combat_units() -> None:
    game = koenigsberg()
    named = set()
    for id, force, formation, moves_as, front, back, independent, _ in counters():
        piece = game.counters[UnitId(id)]
        named.add(id)
        assert (piece.force, piece.formation or "-", piece.moves_as) == (force, formation, moves_as), id
        assert (str(piece.full), str(piece.back or "-")) == (front, back), id
        assert piece.independent == (independent == "yes"), id
        assert piece.steps == (1 if back == "-" else 2), id
    assert named == {id for id, piece in game.counters.items() if piece.combat or piece.kind == "ship"}
    assert [id for id, piece in game.counters.items() if piece.militia] == [f"g_vs_{n}" for n in range(1, 5)]


@pytest.mark.rule("4.2.1a", "4.2.1b", "4.2.3", "4.2.4a")
def test_the_headquarters() -> None:
    game = koenigsberg()
    expected = {
        row[0][3:]: (row[1], int(row[2]), int(row[3]), int(row[4]))
        for row in rows("counters.txt")
        if row[0].startswith("hq:")
    }

    def shown(piece: Counter) -> tuple[str, int, int, int]:
        return piece.force, piece.range, piece.full.movement, piece.independents

    assert {hq: shown(game.counters[hq]) for hq in game.headquarters} == expected
    assert not any(game.counters[hq].full.attack for hq in game.headquarters)


@pytest.mark.rule("12.0", "12.3b", "12.4")
def test_the_air_units() -> None:
    game = koenigsberg()
    found = {
        unit: (game.counters[unit].force, game.counters[unit].box, game.counters[unit].returns_on)
        for unit in game.air
    }
    assert found == {
        "air_lw_1": ("german", "luftwaffe", 0),
        "air_1aa_1": ("3bf", "air_army_1", 0),
        "air_1aa_2": ("3bf", "air_army_1", 0),
        "air_3aa": ("3bf", "air_army_1", 6),
        "air_18aa": ("3bf", "air_army_1", 6),
        "air_4aa_1": ("2bf", "air_army_4", 0),
        "air_4aa_2": ("2bf", "air_army_4", 0),
        "air_4aa_3": ("2bf", "air_army_4", 0),
    }


@pytest.mark.rule("15.0a", "15.0b", "15.0c", "15.0d", "15.0e", "15.0f", "15.0g", "14.1.1", "14.1.2", "14.1.3")
def test_the_set_up() -> None:
    s = started(boehme="on", mikosch="on", panzer20="on")
    lists = {row[0].removeprefix("hq:"): row[-1] for row in rows("counters.txt")}
    for id, hex in lists.items():
        assert s.units[UnitId(id)].hex == int(hex.replace("-", "0")), id
    begun = {id for id, unit in s.units.items() if unit.reduced}
    assert begun == REDUCED | {"g_independent_mikosch"}
    assert all(unit.box == "unused" for unit in started().units.values() if unit.id.endswith("boehmem"))


@pytest.mark.rule("2.1.5b", "2.3a", "2.4.1", "2.4.2", "2.5b", "8.1", "8.1.1a", "8.1.1b", "8.1.1c", "16.0c")
def test_the_chits() -> None:
    game = koenigsberg()
    expected = {row[0]: tuple(row[1:]) for row in rows("chits.txt")}
    found = {
        str(id): (chit.kind, chit.force or "-", chit.headquarters or "-", str(chit.turn))
        for id, chit in game.chits.items()
    }
    assert found == expected
    assert game.chits[ChitId("a_random_event")].turn == 1


# --- the map


def sections() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for (line,) in rows("map.txt"):
        if line.startswith("["):
            found[line[1:-1]] = []
        else:
            found[list(found)[-1]].extend(line.split())
    return found


MAP = sections()
LETTERS = {"clear": "c", "woods": "f", "marsh": "m", "lake": "w", "haff": "w", "sea": "w"}


@pytest.mark.rule("2.2", "2.2.2")
def test_the_terrain_of_every_hex() -> None:
    game = koenigsberg()
    columns = dict(zip(MAP["terrain"][::2], MAP["terrain"][1::2], strict=True))
    expected = {
        int(column) * 100 + row: letter
        for column, letters in columns.items()
        for row, letter in enumerate(letters, 1)
    }
    assert {int(hex): LETTERS[game.board.terrain[hex]] for hex in game.board.hexes} == expected
    for kind in ("village", "town", "city"):
        there = [hex for hex in game.board.hexes if game.ground.settlement[hex] == kind]
        assert there == sorted(map(int, MAP[kind])), kind


def sides(ground: Ground, bits: bytearray) -> set[str]:
    """Hexsides as the copy writes them."""
    return {
        f"{hex:04d}-{to:04d}"
        for hex in ground.board.hexes
        for direction, to in enumerate(ground.board.around[hex])
        if to > hex and bits[hex * 6 + direction]
    }


@pytest.mark.rule("6.2.1", "6.5a", "2.2.10", "6.2.2", "6.2.2b", "16.0e")
def test_every_road_railroad_and_river() -> None:
    ground = koenigsberg().ground
    roads, rails = set(MAP["road"]), set(MAP["railroad"])
    assert sides(ground, ground.road) == roads
    assert sides(ground, ground.rail) == rails
    wet = land_sides(MAP["minor river"]) - roads - rails
    assert sides(ground, ground.minor) == wet - set(MAP["water hexside"])
    assert sides(ground, ground.major) == land_sides(MAP["major river"]) - roads - rails


def land_sides(pairs: list[str]) -> set[str]:
    """Those between two hexes of land."""
    land = koenigsberg().ground.land
    return {pair for pair in pairs if all(land[int(hex)] for hex in pair.split("-"))}


@pytest.mark.rule("6.2.3a", "6.2.3b", "9.0e", "9.3.1d")
def test_every_hexside_that_is_closed() -> None:
    ground = koenigsberg().ground
    closed = {
        f"{hex:04d}-{to:04d}"
        for hex in ground.board.hexes
        for direction, to in enumerate(ground.board.around[hex])
        if to > hex and ground.land[hex] and ground.land[to] and not ground.passable[hex * 6 + direction]
    }
    assert closed == land_sides(MAP["water hexside"])


@pytest.mark.rule("9.3.1b", "9.3.1c")
def test_every_line_and_the_side_it_faces() -> None:
    ground = koenigsberg().ground
    found = {
        (f"{hex:04d}-{to:04d}", ground.lines[hex * 6 + direction])
        for hex in ground.board.hexes
        for direction, to in enumerate(ground.board.around[hex])
        if to and ground.lines[hex * 6 + direction]
    }
    expected = {(pair, LINE) for pair in MAP["defensive line"]} | {
        (pair, FESTUNG) for pair in MAP["festung line"]
    }
    assert found == expected


@pytest.mark.rule("2.2.9", "8.0b", "8.0.3c", "10.2", "10.2.2a", "11.3d", "11.4b")
def test_sources_entries_and_marks() -> None:
    game = koenigsberg()
    marks = game.board.marks

    def marked(*names: str) -> list[str]:
        return [f"{hex:04d}" for hex in chain.from_iterable(marks[name] for name in names)]

    for camp in ("soviet", "german", "split"):
        assert marked(f"supply_{camp}") == MAP[f"{camp} source"], camp
    assert [f"{area}:{marked(f'entry_{area}')[0]}" for area in "ABCDEF"] == MAP["entry"]
    assert sorted(marked("soviet_at_start")) == MAP["soviet at start"]
    assert sorted(marked("frisches_haff")) == sorted(MAP["frisches haff"])
    landings = "3428 3429 3330 3531 3532 3533 3433 3334 3234 3135"
    assert sorted(marked("coast")) == sorted(landings.split())
    assert (marked("koenigsberg"), marked("elbing")) == (["2932"], ["3420"])
    link = "3321 3322 3222 3223 3124 3125 3126 3026 3027 3028 2929 2930"
    assert marked("link") == link.split()
    assert (marked("link_west"), marked("link_east")) == (["2931"], ["2830", "2831"])


# --- what else the files say


@pytest.mark.rule("2.1.4e", "2.1.4a")
def test_the_scenarios() -> None:
    game = koenigsberg()
    assert {name: each.sides for name, each in game.scenarios.items()} == {
        "campaign": ("german", "soviet"),
        "fronts": ("german", "2bf", "3bf"),
        "evening": ("german", "soviet"),
    }
    assert {name: each.turns for name, each in game.scenarios.items()} == {
        "campaign": 10,
        "fronts": 10,
        "evening": 4,
    }
    assert {each.first for each in game.scenarios.values()} == {"german"}
    assert {name: (each.unit, each.entry) for name, each in game.optional.items()} == {
        "boehme": ("g_independent_boehmem", ""),
        "mikosch": ("g_independent_mikosch", "C"),
        "panzer20": ("g_independent_20m", ""),
    }


def test_roads_and_railroads_that_leave_the_map() -> None:
    edges = koenigsberg().board.edges
    roads = "0107/E 0114/E 0131/E 0140/E 0143/E 0245/N 1945/N 2501/S 2645/N 3502/W 3510/W 3517/W 3519/W"
    rails = "0112/E 0119/E 0127/E 0131/E 0143/E 2645/N 3502/W 3510/W 3517/W"
    assert [f"{hex:04d}/{side}" for hex, side in edges["road"]] == roads.split()
    assert [f"{hex:04d}/{side}" for hex, side in edges["railroad"]] == rails.split()


@pytest.mark.rule("2.1.4a", "15.0b", "15.0c", "15.0e")
def test_the_shades_of_the_forces() -> None:
    """2.1.4 The Fronts differ a little; 15.0 independent Germans are lighter than those of a corps."""
    assert koenigsberg().drawing.ground == {
        "german": "#8c9fae",
        "independent": "#b4c2cc",
        "2bf": "#a34c38",
        "3bf": "#c47a5e",
    }
