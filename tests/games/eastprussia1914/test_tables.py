"""Every table, counter, set-up and map feature against a second copy (`printed.py`), read in another way."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import pytest

from bridgehead.core.values import ChitId, Hex, UnitId
from bridgehead.games import load_game
from bridgehead.games.eastprussia1914.model.data import CombatResult
from bridgehead.games.eastprussia1914.model.ground import ANYWHERE, NOT_INTO_GERMANY
from bridgehead.games.eastprussia1914.rules.special import historical
from bridgehead.hexes.paths import CLOSED, STOP
from tests.games.eastprussia1914 import printed
from tests.games.eastprussia1914.table import GERMAN, NAME, RUSSIAN, empty, opening

GAME: Any = load_game(NAME)


def rows(text: str) -> Iterator[list[str]]:
    for line in text.strip().splitlines():
        yield line.split()


def hexes_of(text: str) -> set[int]:
    return {int(word) for word in text.split()}


def links(text: str) -> set[tuple[int, int]]:
    """Chains of hexes as pairs of neighbours, in both directions."""
    found = set()
    for chain in text.split():
        for a, b in pairwise(map(int, chain.replace("/", "-").split("-"))):
            found |= {(a, b), (b, a)}
    return found


# --- charts


@pytest.mark.rule("10.2.2")
def test_crt() -> None:
    crt = GAME.tables.crt
    assert list(crt.columns) == [row[0].rstrip(":") for row in rows(printed.CRT)]
    for column, row in zip(crt.results, rows(printed.CRT), strict=True):
        assert [cell.text for cell in column] == row[1:]


RESULTS = {
    "A2r1": (2, 1, False, 0, 0),
    "Ar1": (0, 1, False, 0, 0),
    "A1": (1, 0, False, 0, 0),
    "A1/D1": (1, 0, False, 1, 0),
    "Dr1": (0, 0, False, 0, 1),
    "D1r1": (0, 0, False, 1, 1),
    "A1*/Dr1": (1, 0, True, 0, 1),
    "A1*/D1r1": (1, 0, True, 1, 1),
    "D2r3": (0, 0, False, 2, 3),
    "D3r3": (0, 0, False, 3, 3),
}
"""Code: attacker's steps, attacker's hexes, asterisk, defender's steps, defender's hexes."""


@pytest.mark.rule("10.2.2", "10.2.3")
def test_crt_codes() -> None:
    cells = {cell.text: cell for column in GAME.tables.crt.results for cell in column}
    for text, (own, back, star, theirs, away) in RESULTS.items():
        assert cells[text] == CombatResult(text, own, back, star, theirs, away)


@pytest.mark.rule("6.2.1", "10.3.5b", "10.3.5c", "13.2")
def test_terrain_effects_chart() -> None:
    file = GAME.tables.file
    chart = {name: (row.foot, row.horse, row.hq, row.shift) for name, row in file.terrain.items() if row.foot}
    assert chart == {
        "clear": (1, 1, 1, 0),
        "rough": (2, 2, 2, 1),
        "woods": (2, 2, 2, 1),
        "marsh": (2, 3, 3, 1),
    }
    water = {name: (row.horse, row.hq, row.shift) for name, row in file.terrain.items() if not row.foot}
    assert water == dict.fromkeys(("sea", "lake", "haff"), (0, 0, 0))
    works = {name: (row.enter, row.shift) for name, row in file.works.items()}
    assert works == {"city": (1, 2), "town": (1, 1), "fort": (0, 1)}


@pytest.mark.rule(
    "4.3.3", "4.4d", "5.1", "6.3.1", "6.4.2", "7.1", "9.2", "10.3.5e", "11.3.5a", "12.5b", "8.2"
)
def test_single_figures() -> None:
    file = GAME.tables.file
    move, command, supply = file.movement, file.command, file.supply
    assert (move.road, move.minor_river, move.enter_zoc, move.leave_zoc) == (1, 1, 2, 2)
    german, russian = file.strategic.german, file.strategic.russian
    assert (german.foot, german.horse, german.hq) == (7, 10, 8)
    assert (russian.foot, russian.horse, russian.hq) == (5, 10, 6)
    assert file.rail_cost == {"division": 2, "brigade": 1, "hq": 1}
    assert (command.independents.german, command.independents.russian) == (3, 2)
    assert (command.independent_activations, command.free_movers, command.defence_shift_most) == (2, 2, 2)
    assert (file.stacking.combat_units, file.stacking.hqs) == (2, 1)
    assert (supply.combat_unit_line, supply.hq_line, supply.bread_wagons_line) == (5, 5, 4)
    assert (supply.attrition, supply.relocation_hexes, supply.relocation_gain) == ((1, 2), 5, 3)
    assert (file.replacement.flip, file.replacement.rebuild, file.entry.blocked_within) == (1, 2, 10)
    assert (file.retreat.german, file.retreat.russian) == (("N", "NW", "SW"), ("S", "SE", "NE"))
    assert file.event_effect.least_command_points == 3


@pytest.mark.rule("4.1.1", "6.4.1a", "9.1")
def test_turn_track_and_rail_cap_table() -> None:
    turns = GAME.tables.turns
    assert len(turns) == 16
    for words in rows(printed.TURNS):
        number, *figures = (int(word.rstrip(":")) for word in words)
        turn = turns[number]
        pairs = (turn.command_points, turn.replacements, turn.rail_points)
        assert [figure for pair in pairs for figure in (pair.german, pair.russian)] == figures


@pytest.mark.rule("3.0a")
def test_the_turn_track_counts_two_days_a_turn_from_17_august() -> None:
    for number, turn in GAME.tables.turns.items():
        first = date(1914, 8, 17) + timedelta(days=2 * (number - 1))
        days = " - ".join(f"{day.day} {day:%B}" for day in (first, first + timedelta(days=1)))
        assert turn.dates == days
    assert [turn.history for turn in GAME.tables.turns.values()] == printed.HISTORY.strip().splitlines()


@pytest.mark.rule("15.2")
def test_victory_hexes() -> None:
    listed = dict(word.rstrip("r").split("=") for word in printed.VICTORY_HEXES.split())
    assert {int(hex): int(worth) for hex, worth in listed.items()} == GAME.tables.victory_hexes
    russian = {int(word[:4]) for word in printed.VICTORY_HEXES.split() if word.endswith("r")}
    assert {hex for hex in GAME.tables.victory_hexes if GAME.ground.home[hex] == RUSSIAN} == russian


@pytest.mark.rule("15.3", "16.4b", "16.4c")
def test_victory_figures() -> None:
    worth = GAME.tables.file.victory_unit
    assert (worth.russian_division, worth.russian_hq) == (1, 1)
    assert (worth.german_corps_division, worth.german_other, worth.german_hq) == (2, 1, 2)
    assert worth.as_corps_division == ("G-3R",)
    assert GAME.tables.alone == 2113 and set(GAME.tables.together) == {318, 421, 622, 430, 236}
    assert GAME.tables.file.sudden_death.how_many == 2


BANDS = {
    "campaign": "German overwhelming 20, German major 14, German minor 1, Draw -6, Russian minor -14, "
    "Russian major -23, Russian overwhelming -999",
    "tannenberg": "German overwhelming 4, German major -4, German minor -10, Draw -15, Russian minor -20, "
    "Russian major -999",
    "masurian": "German overwhelming 10, German major 5, German minor -6, Draw -10, Russian minor -15, "
    "Russian major -999",
}
"""15.4 Tuned: docs/balance.md tells how."""


@pytest.mark.rule("15.4", "16.2.3", "16.3.6")
@pytest.mark.parametrize("scenario", BANDS)
def test_bands_of_victory(scenario: str) -> None:
    levels = GAME.setups[scenario].level
    said = ", ".join(f"{level.title.removesuffix(' victory')} {level.least}" for level in levels)
    assert said == BANDS[scenario]
    for level in levels:
        side = level.title.split()[0].lower()
        assert level.winner == (side if side != "draw" else None)


@pytest.mark.rule("18.2b")
def test_random_event_table() -> None:
    titles = [GAME.tables.events[roll].title for roll in range(2, 13)]
    assert titles == [
        "Landsturm called out",
        "Collision on the line",
        "Refugee columns",
        "Wireless in clear",
        "Heat and dust",
        "Quiet",
        "Bread wagons lag",
        "Airmen's reports",
        "Zhilinsky interferes",
        "Massed Russian guns",
        "Stavka presses for France",
    ]


@pytest.mark.rule("18.1.1", "18.1.2", "18.1.3a", "18.1.4", "18.1.5", "18.1.6")
def test_historical_events() -> None:
    events = GAME.tables.file.historical_event
    first_army = tuple(f"chit-R-HQ-{name}" for name in ("II", "III", "IV", "XX"))
    assert {name: event.turns for name, event in events.items()} == {
        "18.1.1": (1,),
        "18.1.2": (1,),
        "18.1.3": (1,),
        "18.1.4": (3,),
        "18.1.5": (4,),
        "18.1.6": (9, 10),
    }
    assert events["18.1.1"].chits == ("chit-G-HQ-I",)
    assert (events["18.1.2"].formations, events["18.1.2"].units) == (
        ("VI", "XIII", "XV"),
        ("R-4C", "R-6C", "R-15C"),
    )
    assert events["18.1.3"].chits == events["18.1.4"].chits == first_army and events["18.1.4"].most == 2
    assert (events["18.1.6"].formations, events["18.1.6"].units) == (
        ("GR", "XI"),
        ("G-23/8", "G-38/8", "G-40/8"),
    )
    assert historical(opening(turn=9), "18.1.6") and not historical(opening("tannenberg", turn=4), "18.1.1")


# --- counters


@pytest.mark.rule("2.4.1", "2.5.2a")
def test_headquarters() -> None:
    listed = list(rows(printed.HQS))
    assert [row[0] for row in listed] == [each.id for each in GAME.counters.values() if each.is_hq]
    for name, formation, *figures in listed:
        hq = GAME.counters[UnitId(name)]
        shown = (hq.command_range, hq.movement_mode_range, hq.ratio_shift, hq.values[0][2])
        assert hq.formation == formation and hq.side == (GERMAN if name[0] == "G" else RUSSIAN)
        assert [*shown, GAME.chits[ChitId(f"chit-{name}")].turn] == [int(figure) for figure in figures]


@pytest.mark.rule("2.3.1", "2.3.2", "2.3.3", "4.4c")
def test_combat_units() -> None:
    listed = list(rows(printed.UNITS))
    assert [row[0] for row in listed] == [each.id for each in GAME.counters.values() if not each.is_hq]
    for name, formation, kind, size, full, reduced, flags in listed:
        unit = GAME.counters[UnitId(name)]
        faces = ["-".join(map(str, values)) for values in reversed(unit.values[1:])]
        assert faces == [full] + ([reduced] if reduced != "-" else []), name
        assert (unit.formation or "-", unit.kind, unit.size) == (formation, kind, size), name
        assert (",".join(unit.flags) or "-") == flags and unit.side[0].upper() == name[0], name


# --- set-ups


@pytest.mark.rule("16.1.2", "16.1.3", "16.2.1", "16.3.2")
@pytest.mark.parametrize("scenario", ["campaign", "tannenberg", "masurian"])
def test_set_up(scenario: str) -> None:
    found = {}
    for name, placed in GAME.setups[scenario].unit.items():
        where = placed.hex or f"T{placed.turn}{placed.entry}"
        moves = placed.hex and GAME.counters[name].is_hq and placed.mode == "movement"
        found[name] = where + (":movement" if moves else "") + (":reduced" if placed.reduced else "")
    listed = getattr(printed, f"SETUP_{scenario.upper()}").split()
    assert found == dict(word.split("=") for word in listed)


@pytest.mark.rule("16.1.1", "16.2.1", "16.2.2", "16.3.1", "16.3.4", "16.3.5", "16.3.7e", "16.3.7f", "16.3.7h")
def test_scenario_rules() -> None:
    campaign, tannenberg, masurian = (GAME.setups[name] for name in ("campaign", "tannenberg", "masurian"))
    spans = [(each.first_turn, each.last_turn) for each in (campaign, tannenberg, masurian)]
    assert spans == [(1, 16), (4, 8), (12, 16)]
    assert [each.hqs_for_sudden_death for each in (campaign, tannenberg, masurian)] == [5, 0, 0]
    assert [each.command_points for each in (campaign, tannenberg, masurian)] == [0, 0, 4]
    held = {"tannenberg": "3614 4014 3517 3818 3825 2529 2031 1833", "campaign": ""}
    held["masurian"] = "3314 3407 3614 4014 3517 3818 2817 3219 2714 3825"
    assert {name: hexes_of(GAME.setups[name].russian_held) for name in held} == {
        name: hexes_of(words) for name, words in held.items()
    }
    assert tannenberg.slow_first_army == (4, 5, 6) and not campaign.slow_first_army
    assert masurian.free_selection == (12, 13, 16) and masurian.no_event == (10, 12)
    assert masurian.play_area is not None
    assert (masurian.play_area.min_column, masurian.play_area.max_row) == (17, 32)
    every = tuple(f"18.1.{number}" for number in range(1, 7))
    used = [each.historical_events for each in (campaign, tannenberg, masurian)]
    assert used == [every, ("18.1.5",), ()]


# --- the map


@pytest.mark.rule("2.2.2")
def test_terrain_of_the_map() -> None:
    board = GAME.board
    found: dict[str, set[int]] = {}
    for hex in board.hexes:
        found.setdefault(board.terrain[hex], set()).add(hex)
    assert found["woods"] == hexes_of(printed.FOREST) and found["rough"] == hexes_of(printed.ROUGH)
    assert found["marsh"] == hexes_of(printed.MARSH) and found["lake"] == hexes_of(printed.LAKE)
    assert found["sea"] | found["haff"] == hexes_of(printed.SEA)
    assert set(GAME.ground.cities) == hexes_of(printed.CITY)
    assert set(GAME.ground.settlements) == hexes_of(printed.CITY) | hexes_of(printed.TOWN)
    assert set(GAME.ground.fortresses) == hexes_of(printed.FORTRESSES)


@pytest.mark.rule("2.2.4", "2.2.5", "11.2.3b")
def test_countries_and_sources_of_the_map() -> None:
    ground = GAME.ground
    russia = {
        int(column) * 100 + row
        for column, spans in (word.split(":") for word in printed.RUSSIA.split())
        for first, last in (span.split("-") for span in spans.split("+"))
        for row in range(int(first), int(last) + 1)
    }
    assert {hex for hex in GAME.board.hexes if ground.home[hex] == RUSSIAN} == russia - ground.impassable
    listed = dict(word.split("=") for word in printed.SOURCES.split())
    assert {letter: int(hex) for letter, hex in listed.items() if len(letter) == 1} == ground.letters
    named = {
        side: {int(hex) for letter, hex in listed.items() if letter in letters}
        for side, letters in ((RUSSIAN, "ABCDEFGH"), (GERMAN, "IJKLM"))
    }
    assert set(ground.sources[RUSSIAN]) == named[RUSSIAN]
    assert set(ground.sources[GERMAN]) == named[GERMAN] | {2113}


@pytest.mark.rule("2.2.4")
def test_the_frontier_drawn_is_the_one_between_the_countries() -> None:
    board, home = GAME.board, GAME.ground.home
    land = {(a, b) for a in board.hexes for b in board.near[a] if a < b and home[a] and home[b]}
    assert board.features["border"] == {(a, b) for a, b in land if home[a] != home[b]}


@pytest.mark.rule("2.2.5")
def test_roads_and_railways_that_run_off_the_map() -> None:
    ends = {
        kind: {(f"{hex:04}", side) for hex, side in GAME.board.edges[kind]}
        for kind in ("road", "railroad", "broad_gauge")
    }
    listed = dict(word.split("=") for word in printed.SOURCES.split())
    sides = dict(zip("ABCDEFGHIJKLM", "EEEEESSSWWWWN", strict=True))
    assert ends == {
        kind: {(listed[letter], sides[letter]) for letter in letters}
        for kind, letters in (("road", sides), ("railroad", "IJKLM"), ("broad_gauge", "BCDEFH"))
    }


@pytest.mark.rule("2.2.3", "6.2.4", "6.3.1", "6.4.5", "11.2.2b")
def test_hexsides_of_the_map() -> None:
    board, ground = GAME.board, GAME.ground
    lake, major, minor = (
        links(text) for text in (printed.LAKE_HEXSIDES, printed.MAJOR_RIVERS, printed.MINOR_RIVERS)
    )
    roads, german, russian, gaps = (
        links(text)
        for text in (printed.ROADS, printed.GERMAN_RAILS, printed.RUSSIAN_RAILS, printed.GAUGE_GAPS)
    )
    bridged = roads | german | russian | gaps
    minor -= major | bridged
    major -= bridged
    rails = german | russian | gaps
    for a in board.hexes:
        for direction, b in enumerate(board.around[a]):
            if not b:
                continue
            side, pair = a * 6 + direction, (a, b)
            wet = pair in lake or a in ground.impassable or b in ground.impassable
            assert bool(ground.barred[side]) == wet, pair
            assert bool(ground.major[side]) == (pair in major), pair
            assert bool(ground.minor[side]) == (pair in minor), pair
            assert bool(ground.road[side]) == (pair in roads), pair
            assert (ground.rail_net[side] == 1) == (pair in rails), pair
            for owner, gauge in ((GERMAN, german), (RUSSIAN, russian)):
                at_home = ground.home[a] == ground.home[b] == owner
                assert (ground.trains[owner][side] == 1) == (at_home and pair in gauge), pair


@pytest.mark.rule("2.2.1")
def test_grid_of_the_map() -> None:
    grid = GAME.board.grid
    assert (grid.first, grid.second, grid.shifted) == ((1, 47), (1, 39), "even")
    assert empty().ground.board.distance(Hex(101), Hex(4739)) == 61


# --- what the map costs


def water_and_ways() -> tuple[set[tuple[int, int]], ...]:
    """Unbridged major rivers, unbridged minor ones, roads: pairs of hexes in both directions."""
    ways = links(printed.ROADS) | links(printed.GERMAN_RAILS) | links(printed.RUSSIAN_RAILS)
    bridged = ways | links(printed.GAUGE_GAPS)
    major = links(printed.MAJOR_RIVERS)
    return major - bridged, links(printed.MINOR_RIVERS) - major - bridged, links(printed.ROADS)


GROUND_COST = {"foot": (1, 2, 2, 2), "horse": (1, 2, 2, 3), "hq": (1, 2, 2, 3)}
"""Clear, rough, woods, marsh; a city or town costs 1 whatever the ground (6.2.5)."""


def cost_of(kind: str, hex: int) -> int:
    if hex in hexes_of(printed.CITY) | hexes_of(printed.TOWN):
        return 1
    rough, woods, marsh = (hex in hexes_of(text) for text in (printed.ROUGH, printed.FOREST, printed.MARSH))
    clear_cost, rough_cost, woods_cost, marsh_cost = GROUND_COST[kind]
    return rough_cost if rough else woods_cost if woods else marsh_cost if marsh else clear_cost


@pytest.mark.rule("6.2.1", "6.2.2", "6.2.3", "6.2.4", "6.2.5", "6.3.1", "4.3.4a", "11.2.1f", "14.2", "14.3")
def test_what_every_step_on_the_map_costs() -> None:
    board, ground = GAME.board, GAME.ground
    major, minor, roads = water_and_ways()
    lake = links(printed.LAKE_HEXSIDES)
    water = hexes_of(printed.SEA) | hexes_of(printed.LAKE)
    costs = {kind: {hex: cost_of(kind, hex) for hex in board.hexes} for kind in GROUND_COST}
    assert {len(array) for array in (ground.command, ground.lines, *ground.walk.values())} == {
        len(board.sides)
    }
    for a in board.hexes:
        assert set(ground.crossings(a)) == {b for b in board.near[a] if (a, b) in major}
        for direction, b in enumerate(board.around[a]):
            side, pair = a * 6 + direction, (a, b)
            if not b or a in water or b in water or pair in lake:
                prices = (array[side] for array in (*ground.walk.values(), ground.lines, ground.command))
                assert {*prices, *(array[side] for array in ground.crossed.values())} == {CLOSED}, pair
                assert not ground.dry[side]
                continue
            assert ground.dry[side] == (pair not in major), pair
            assert ground.command[side] == (1 + STOP if pair in major else 1), pair
            for kind, cost in costs.items():
                step = 1 if pair in roads else cost[b] + (1 + STOP if pair in minor else 0)
                assert ground.walk[kind, ANYWHERE][side] == (CLOSED if pair in major else step), pair
                assert ground.crossed[kind][side] == cost[b], pair
            back = 1 if pair in roads else costs["foot"][a] + (pair in minor)
            assert ground.lines[side] == (CLOSED if pair in major else back), pair
            on_road = 1 if pair in roads else CLOSED
            assert ground.march[ANYWHERE][side] == on_road, pair
            at_home = ground.home[b] == GERMAN
            assert ground.landwehr_march[ANYWHERE][side] == (on_road if at_home else CLOSED), pair


@pytest.mark.rule("16.3.4", "18.1.2")
def test_where_nobody_may_go() -> None:
    board, ground = GAME.board, GAME.ground
    german = {hex for hex in board.hexes if ground.home[hex] == GERMAN}
    beyond = {hex for hex in board.hexes if hex < 1700 or hex % 100 >= 33}
    closed = {bound: {hex for hex in board.hexes if flags[hex]} for bound, flags in ground.bounds.items()}
    assert closed == {ANYWHERE: set(), NOT_INTO_GERMANY: german, "masurian": beyond}
    free = ground.walk["foot", ANYWHERE]
    for bound, hexes in closed.items():
        for a in board.hexes:
            for direction, b in enumerate(board.around[a]):
                side = a * 6 + direction
                assert ground.walk["foot", bound][side] == (CLOSED if b in hexes else free[side])
                assert ground.march[bound][side] == (CLOSED if b in hexes else ground.march[ANYWHERE][side])


@pytest.mark.rule("2.2.2", "11.2.4b", "11.2.4c", "6.4.3")
def test_what_lies_at_home() -> None:
    ground = GAME.ground
    cities = hexes_of(printed.CITY)
    for side, rails in ((GERMAN, printed.GERMAN_RAILS), (RUSSIAN, printed.RUSSIAN_RAILS)):
        at_home = {hex for hex in GAME.board.hexes if ground.home[hex] == side}
        assert {hex for hex in GAME.board.hexes if ground.home_cities[side][hex]} == cities & at_home
        both = links(printed.GERMAN_RAILS) | links(printed.RUSSIAN_RAILS) | links(printed.GAUGE_GAPS)
        assert set(ground.home_rail[side]) == {a for a, _ in both} & at_home
        assert set(ground.stations[side]) == {a for a, b in links(rails) if {a, b} <= at_home}
    assert {hex for hex in GAME.board.hexes if ground.land[hex]} == {
        hex for hex in GAME.board.hexes if hex not in hexes_of(printed.SEA) | hexes_of(printed.LAKE)
    }
    assert set(ground.rail_hexes) == {a for a, _ in both}


@pytest.mark.rule("15.1", "16.2.1", "16.3.5")
@pytest.mark.parametrize("scenario", ["campaign", "tannenberg", "masurian"])
def test_who_controls_what_at_the_start(scenario: str) -> None:
    s, home = opening(scenario), GAME.ground.home
    listed = dict(word.split("=") for word in getattr(printed, f"SETUP_{scenario.upper()}").split())
    placed = {
        name: where.split(":")[0] for name, where in listed.items() if where[0] != "T" and "HQ" not in name
    }
    expected = {int(hex): GERMAN if name[0] == "G" else RUSSIAN for name, hex in placed.items()}
    expected |= dict.fromkeys(hexes_of(GAME.setups[scenario].russian_held), RUSSIAN)
    assert s.taken == {hex: side for hex, side in expected.items() if home[hex] != side}
    for name, where in listed.items():
        waiting, staff = where[0] == "T", "HQ" in name
        mode = "movement" if waiting or where.endswith("movement") else "command"
        assert s.units[UnitId(name)].mode == (mode if staff else ""), name
        assert (s.units[UnitId(name)].box == "reinforcements") == waiting
