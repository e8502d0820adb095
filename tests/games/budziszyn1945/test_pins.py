"""Every table, counter, set-up and hexside a second time, written from the book and the order of battle.

What `copies` holds was not made from our data: counters and set-ups come from the order of battle, the map is
a reconstruction and stands there hex by hex.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bridgehead.core.values import Hex, UnitId
from bridgehead.games import load_game
from bridgehead.games.budziszyn1945.model.data import Cell, Counter, Group, Tables
from bridgehead.games.budziszyn1945.rules import victory
from tests.games.budziszyn1945.field import NAME

COPIES = Path(__file__).parent / "copies"

# The combat table as the book prints it the second time: columns 1:4 to 10:1, attacker / defender. A and D
# are retreats, a number after minus is CELs lost, D after that or alone is disorganized, * is a test.
COMBAT = """
2   -1/-1D  -1/D1D  -1/D1D  -1/D2D  -1/D3D  -1/D3D  -1/D3D  -1/D4D  -1/D4D  -1/D4D  -1/D4D  -1/D5D  -1/D5D-1
3   -1/-    -1/D1   */D1    */D2    */D2-1  */D3-1  */D3-1  */D3-1  */D4-1  */D4-1  */D4-1  */D4-1  */D5-1
4   A1*/-   */-1    */D1    */D1    */D2    */D3    */D3    */D3    */D3    */D4-1  */D4-1  */D4-1  */D4-1
5   A1-1/-  -1/-    -1/-1   */D1    */D2    */D2    -/D3    -/D3    -/D3    -/D3    -/D4    -/D4    -/D4-1
6   A1-1/-  A1*/-   -1/-1   -/D1    -/D2    -/D2    -/D2    -/D3    -/D3    -/D3    -/D3    -/D4    -/D4-1
7   A2-1/-  A1/-    A1/-    -1/-1   -/D1    -/D2    -/D2    -/D2    -/D3    -/D3    -/D3-1  -/D3-1  -/D4
8   A2-2/-1 A1-1/-  A1/-    -1/-1   -/D1    -/D2    -/D2    -/D2    -/D2-1  -/D3-1  -/D3    -/D3-1  -/D3
9   A2-2/-  A2-1/-1 A1-1/-  -1/-    -1/D1   -/D1    */D2-1  */D2-1  */D2    -/D2    -/D3    -/D3    -/D3
10  A2-2/-  A2-2/-  A2-1/-1 A1/-    -1/D1-1 -1/D1-1 -1/D2   -/D2    -/D2    */D2    */D2    */D3    -/D3
11  A2-2/-  A2-2/-  A2-2/-  A1-1/-  -1/-1   -1/-1   -1/D1   -1/D2   -1/D2   -1/D2   -1/D2   -1/D2   */D3
12  A2D-2/-1 A2D-2/-1 A2D-2/-1 A2D-1/-1 D-1/-1 D-1/-1 D-1/-1 D-1/D1 D-1/D1 D-1/D1 D-1/D1 D-1/D1 D-1/D2
"""
PRINTED = re.compile(
    r"(?:[AD](?P<retreat>\d)|(?P<alone>D))?(?P<shaken>D)?(?P<test>\*)?(?:-(?P<lose>\d))?(?P<after>D)?$"
)

AIR = """
1   -   -   -   -   -   -   -   -   -   -   -1
3   -1  -   -   -   -   -   -   -   -   -1  -1
6   -1D -1  -   -   -   -   -   -   -1  -1  -1D
9   -1D -1D -1  -1  -   -   -   -1  -1  -1D -1D
13  -2  -1D -1D -1  -1  -1  -1  -1  -1  -1D -2
17  -2D -2  -1D -1  -1  -1  -1  -1  -1D -2  -2D
"""
ARTILLERY = """
1   -1  -   -   -   -   -   -   -   -   -   *
3   -1  D   *   -   -   -   -   -   -   *   D
6   -1D -1D *   *   -   -   -   -   *   -1  -1D
9   -1D -1D D   *   -   -   -   *   D   -1D -1D
13  -2  -1D D   *   *   -   *   D   -1D -1D -2
17  -2  -1D -1D -1* -1  -1  -1  -1* -1D -1D -2
"""
OBJECTS = """
1   D - - - - - - - - - -
3   D D - - - - - - - D D
6   D D D - - - - - D D D
9   D D D D - - - D D D D
13  D D D D D - D D D D D
17  D D D D D D D D D D D
"""
FIRE = re.compile(r"(?:-(?P<lose>\d))?(?P<shaken>D)?(?P<test>\*)?$")


def the_game() -> Any:
    return load_game(NAME)


def tables() -> Tables:
    found: Tables = the_game().tables
    return found


def cell(pattern: re.Pattern[str], text: str) -> Cell:
    """What a printed entry says."""
    found = pattern.match("" if text == "-" else text)
    assert found is not None, text
    said = found.groupdict()
    return Cell(
        lose=int(said["lose"] or 0),
        retreat=int(said.get("retreat") or 0),
        disorganized=any(said.get(name) for name in ("alone", "shaken", "after")),
        test=bool(said["test"]),
    )


def rows(text: str) -> Iterator[tuple[int, list[str]]]:
    for line in text.strip().splitlines():
        first, *rest = line.split()
        yield int(first), rest


@pytest.mark.rule("CT.1", "CT.2", "CT.3")
def test_the_combat_table() -> None:
    columns = ("1:4", "1:3", "1:2", "1:1", *(f"{many}:1" for many in range(2, 11)))
    assert tables().columns == columns
    for roll, entries in rows(COMBAT):
        halves = [entry.split("/") for entry in entries]
        expected = tuple((cell(PRINTED, mine), cell(PRINTED, theirs)) for mine, theirs in halves)
        assert tables().combat[roll - 2] == expected, roll
    assert len(tables().combat) == 11


@pytest.mark.rule("AA.1", "AF.1", "AO.1")
def test_the_fire_tables() -> None:
    for name, text in (("air_attack", AIR), ("artillery", ARTILLERY), ("objects", OBJECTS)):
        expected = tuple(
            (least, tuple(cell(FIRE, each) for each in entries)) for least, entries in rows(text)
        )
        assert tables().fire[name] == expected, name
    assert len(tables().fire) == 3


@pytest.mark.rule("3.2.1a", "6.1.2", "7.1.10", "7.2.2", "9.1.6", "9.1.7", "12.2.3", "13.1.2", "14.2.1")
def test_the_numbers_of_the_tables() -> None:
    assert msgspec.to_builtins(tables().number) == {
        "stacking": 8,
        "artillery_range": 3,
        "field_fortification": 2,
        "fixed_position": 3,
        "resilience_group": 1,
        "fortification_unit": 2,
        "volkssturm": 2,
        "concentration": 3,
        "hq_mp": 10,
        "hq_closed_terrain": 5,
        "hq_loss": 5,
        "hq_loss_radius": 8,
        "leave_zoc": 1,
        "strategic": 2,
        "change_setup": 1,
        "demolish_small": 1,
        "repair_small": 3,
        "demolish_big": 3,
        "air_object": 4,
        "air_hamper": 7,
        "air_supply": 7,
        "joint_attack": 3,
        "oos_recovery": 4,
        "exit_levels": 60,
        "american_column": 17,
        "west_column": 51,
        "american_release": 10,
    }
    assert dict(tables().hq_range) == {"german": 4, "american": 4, "soviet": 3, "polish": 0}
    assert dict(tables().supply_mp) == {
        "american": 12,
        "german": 10,
        "ukrainian": 10,
        "russian": 10,
        "soviet": 8,
        "polish": 8,
    }


@pytest.mark.rule("TI.1", "TI.2", "TI.3", "TI.4")
def test_the_terrain_table() -> None:
    classes = ("foot", "truck", "track", "hq")
    found = {
        kind: (tuple(entry.enter.get(each) for each in classes), entry.cm, entry.halves)
        for kind, entry in tables().terrain.items()
    }
    assert found == {
        "clear": ((1, 1, 1, 1), 0, False),
        "hills": ((1, 1, 1, 1), 1, False),
        "woods": ((2, 2, 2, 2), 1, False),
        "town": ((1, 1, 1, 1), 1, False),
        "city": ((2, 2, 2, 2), 2, False),
        "swamp": ((2, None, None, 5), 0, True),
        "lake": ((None, None, None, None), 0, False),
    }
    water = {
        kind: (tuple(entry.add[each] for each in classes), entry.cm) for kind, entry in tables().water.items()
    }
    assert water == {"stream": ((1, 1, 1, 1), 1), "major_river": ((2, 3, 3, 3), 3)}
    # In twelfths of an MP: a half is 6, a third 4, a quarter 3.
    route = {kind: tuple(entry[each] for each in classes) for kind, entry in tables().route.items()}
    assert route == {"road": (12, 6, 12, 6), "main_road": (6, 4, 6, 4), "motorway": (6, 3, 4, 3)}


@pytest.mark.rule("N.1", "N.4", "N.5", "T.1", "T.3", "T.27", "T.28")
def test_the_calendar_tables() -> None:
    nysa, stars = tables().calendar["nysa"], tables().calendar["two_stars"]
    april, may = ([f"{day} {name}" for day in range(1, 31)] for name in ("April", "May"))
    assert nysa.days.split(", ") == [*april[15:], *may[:2]]
    assert stars.days.split(", ") == [april[29], *may[:15]]
    assert (nysa.turns, stars.turns, nysa.ammunition) == (17, 16, 10)
    assert dict(tables().air["nysa"]) == {1: 30, 2: 20, 3: 10}
    days = (20, 16, 14, 10, 5, 18, 14, 12, 10, 5, 16, 12, 9, 6, 4, 12)
    assert dict(tables().air["two_stars"]) == dict(enumerate(days, 1))
    assert (stars.saveable, stars.saved_at_most, list(stars.packets)) == (10, 20, [30, 25, 20])


@pytest.mark.rule("N.25", "N.6a", "11.2.1", "T.32a", "T.33a", "T.34a")
def test_the_tables_of_victory_zones_and_armies() -> None:
    assert tables().grades == (
        (-999, "German victory"),
        (1, "Soviet minimal victory"),
        (11, "Soviet lesser victory"),
        (17, "Soviet medium victory"),
        (24, "Soviet significant victory"),
        (31, "Soviet total victory"),
    )
    assert msgspec.to_builtins(tables().evening) == {"turns": 4, "soviet": 11, "draw": 10}
    assert "".join(tables().ring) == "ABCDEFSGHIJKLMPQRTYUWX"
    tank = ("3 Guards Tank Army", "4 Guards Tank Army")
    foot = ("3 Army", "13 Army", "5 Guards Army", "52 Army", "28 Army")
    assert sorted(tables().armies) == sorted((*foot, *tank, "2 Polish Army"))
    assert (victory.ROAD, victory.BOHEMIA, victory.NO_AMERICAN) == (10, 20, 50)
    assert (victory.AMERICAN_LOST, victory.GERMAN_LOST) == (2, 1)
    assert (victory.KILLED, victory.POLE_KILLED) == (2, 1)
    assert (victory.RETAKEN, victory.DRESDEN, victory.FREE_EDGE) == (2, 8, 20)


@pytest.mark.rule("N.3", "T.8", "14.3.1")
def test_the_table_of_big_bridges() -> None:
    neisse = {(4808, 4908), (5000, 5100), (5110, 5211), (5115, 5215), (5618, 5717), (5735, 5835)}
    neisse |= {(5823, 5922), (5829, 5929)}
    elbe = {(414, 514), (1322, 1323), (1729, 1829), (2232, 2331), (2433, 2532), (2532, 2533), (3037, 3136)}
    game = the_game()
    assert set(game.campaigns.big_bridges) == neisse | elbe
    assert {side for side, big in game.ground.bridges.items() if big} == neisse | elbe
    assert game.campaigns.broken["nysa"] == neisse
    assert not game.campaigns.broken["two_stars"]


# --- counters


def lines(name: str) -> list[list[str]]:
    text = (COPIES / name).read_text(encoding="utf-8")
    return [
        [part.strip() for part in line.split("|")] for line in text.splitlines() if not line.startswith("#")
    ]


TRAITS = ("armored_cars", "fortification", "guards", "organic", "towed", "vs")


def written(counter: Counter) -> list[str]:
    """A counter as the second copy writes it."""
    cls = "truck" if counter.hq else counter.cls
    return [
        counter.id,
        f"{counter.side} {counter.nation} {counter.type} {counter.size} {cls}",
        str(counter.cel),
        ",".join(map(str, counter.attack)),
        ",".join(map(str, counter.defence)),
        str(counter.mp),
        str(counter.morale),
        counter.star or "-",
        counter.concentration or "-",
        counter.army or "-",
        " ".join(trait for trait in TRAITS if getattr(counter, trait)) or "-",
        counter.label,
    ]


@pytest.mark.rule("1.2a", "1.2b", "1.2c", "1.2d", "1.3a", "1.3c", "1.4", "SA.1", "5.6.2a")
def test_every_counter_against_the_order_of_battle() -> None:
    copies = {line[0]: line for line in lines("units.txt")}
    counters: dict[UnitId, Counter] = dict(the_game().counters)
    assert set(copies) == set(counters)
    for id, counter in counters.items():
        assert written(counter) == copies[id]


# --- set-up and arrivals

MODES = {
    "fixed": "fixed",
    "loss_only": "loss_only",
    "free_among": "among",
    "free_in_area": "area",
    "one_per_hex": "one_each",
    "free_within_4_of_v_corps": "near_v_corps",
}


def group_of(game: Any, line: list[str]) -> tuple[Any, ...]:
    _, _, side, mode, where, fortified, loss, units = line
    hexes = {Hex(int(each)) for each in where.split() if each.isdigit()}
    if where.startswith("area:"):
        hexes = set(game.board.marks[where.removeprefix("area:")])
    return side, MODES[mode], frozenset(hexes), fortified == "FF", int(loss), frozenset(units.split())


def same_group(group: Group) -> tuple[Any, ...]:
    return group.side, group.mode, frozenset(group.hexes), group.fortified, group.loss, frozenset(group.units)


@pytest.mark.rule("N.14", "N.15", "N.16", "N.18", "T.20", "T.21", "T.22", "T.23", "T.24", "T.25", "T.26")
@pytest.mark.parametrize("scenario", ["nysa", "two_stars"])
def test_every_set_up_group(scenario: str) -> None:
    game = the_game()
    copies = {group_of(game, line) for line in lines("setup.txt") if line[:2] == ["setup", scenario]}
    assert {same_group(group) for group in game.campaigns.setup[scenario]} == copies


@pytest.mark.rule("N.17", "N.19", "N.20", "N.21a", "N.22", "N.12", "11.1.1")
def test_every_arrival() -> None:
    found = the_game().campaigns
    dated = set()
    pools = {}
    where = {}
    for kind, _, turn, zones, units, when in lines("arrivals.txt"):
        assert kind == "arrival"
        if when[0].isdigit():
            dated.add((int(turn), zones, frozenset(units.split())))
        else:
            pools[when] = tuple(units.split())
            where[when] = tuple(zones.split())
    ours = {(each.turn, " ".join(each.zones), frozenset(each.units)) for each in found.arrivals["nysa"]}
    assert ours == dated
    assert not found.arrivals.get("two_stars")
    assert set(found.army_28) == set(pools["conditional"])
    assert set(found.americans) == set(pools["one per day from 25 April"])
    assert found.pool_zones["army_28"] == where["conditional"]
    assert found.pool_zones["americans"] == where["one per day from 25 April"]
    assert set(found.replacement_hq) == set(pools["after loss of any German HQ"])


@pytest.mark.rule("T.20")
def test_the_units_bound_to_their_cities() -> None:
    bound = the_game().campaigns.bound
    dresden = {"de_hq_moser", "de_flak4", "de_vsr", "de_chemnitz"}
    dresden |= {f"de_{division}_{letter}" for division in (463, 469) for letter in "abc"}
    goerlitz = {
        "de_flak1",
        "de_art732",
        "de_art733",
        "de_gorlitz1",
        "de_gorlitz2",
        "de_gorlitz3",
        "de_4sturm",
    }
    assert {id for id, city in bound.items() if city == "dresden"} == dresden
    assert {id for id, city in bound.items() if city == "goerlitz"} == goerlitz


# --- the map


def sections() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    name = ""
    for line in (COPIES / "map.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            name = line.strip("[]")
            found[name] = []
        elif name:
            found[name].extend(each for each in line.split() if each != "-")
    return found


@pytest.mark.rule("1.1", "TI.5", "N.24", "T.32b", "11.1.2")
def test_every_hex_and_hexside_of_the_map() -> None:
    board = the_game().board
    found = {f"terrain {kind}": [] for kind in board.kinds[1:]}  # type: dict[str, list[str]]
    for hex in board.hexes:
        if board.terrain[hex] != "clear":
            found[f"terrain {board.terrain[hex]}"].append(f"{hex:04d}")
    for kind, hexes in board.overlay.items():
        found[f"overlay {kind}"] = [f"{hex:04d}" for hex in sorted(hexes)]
    for kind, sides in board.features.items():
        what = "links" if kind in board.paths else "sides"
        found[f"{what} {kind}"] = [f"{a:04d}/{b:04d}" for a, b in sorted(sides)]
    for kind, ends in board.edges.items():
        found[f"edge {kind}"] = [f"{hex:04d}/{edge}" for hex, edge in sorted(ends)]
    for name, marked in board.marks.items():
        found[f"mark {name}"] = [f"{hex:04d}" for hex in sorted(marked)]
    copy = sections()
    assert set(copy) == set(found)
    for name, words in found.items():
        assert words == copy[name], name
