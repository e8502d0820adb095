"""The map as a graph, and what it says of a bad file."""

from typing import Any

import msgspec
import pytest

from bridgehead.core.values import Hex
from bridgehead.hexes.board import Board, MapFile

GRID = {"first": [1, 5], "second": [1, 5], "shifted": "even"}


class Wrong(Exception):
    pass


def wrong(key: str, problem: str) -> Exception:
    return Wrong(f"{key}: {problem}")


def board(**tables: Any) -> Board:
    file = {"grid": GRID, "default": "clear", "terrain": {}, **tables}
    return Board(msgspec.convert(file, MapFile), wrong)


def test_terrain_levels_and_overlays() -> None:
    b = board(terrain={"woods": "0303 0304"}, level={"2": "0101", "3": "0202"}, overlay={"town": "0303"})
    assert b.terrain[303] == "woods"
    assert b.terrain[101] == "clear"
    assert b.kinds == ("clear", "woods")
    assert b.code[304] == 1
    assert (b.level[101], b.level[202], b.level[303]) == (2, 3, 1)
    assert 303 in b.overlay["town"]


def test_a_board_without_levels_is_flat() -> None:
    assert set(board().level) == {0}


def test_features_lie_on_both_sides_of_a_hexside() -> None:
    b = board(hexside={"river": "0303/0304"}, path={"road": {"a": "0303 0304 0305 x 0101 0102"}})
    assert b.has("river", 303, 304)
    assert b.has("river", 304, 303)
    assert not b.has("river", 304, 305)
    assert b.side(303, 304) == b.bits("river", "road") == b.side(304, 303)
    assert b.bits("canal") == 0
    assert b.has("road", 101, 102)
    assert not b.has("road", 305, 101)
    assert b.paths["road"]["a"] == ((303, 304, 305), (101, 102))


def test_off_hexes_are_no_part_of_the_map() -> None:
    b = board(off="0101 0102")
    assert 101 not in b
    assert 103 in b
    assert "0103" not in b
    assert 101 not in b.near[201]
    assert len(b.hexes) == 23


def test_names_marks_edges_labels() -> None:
    b = board(
        place={"0303": {"name": "Grove", "kind": "village"}},
        mark={"entry": "0101 0201"},
        edge={"road": "0101/W"},
        hexside_level={"0303/0304": 1},
        label=[{"name": "Brook", "hexes": "0303 0304"}],
        drawn={"ditch": "0401/0402"},
    )
    assert b.places[Hex(303)].name == "Grove"
    assert b.marks["entry"] == (101, 201)
    assert b.edges["road"] == ((101, "W"),)
    assert b.side_level[Hex(304), Hex(303)] == 1
    assert b.labels[0][1] == (303, 304)
    assert b.drawn["ditch"] == ((401, 402),)


def test_within_and_adjacent() -> None:
    b = board()
    assert b.within(303, 1)[0] == 303
    assert len(b.within(303, 1)) == 7
    assert b.adjacent(303, 304)
    assert not b.adjacent(303, 305)
    assert b.distance(303, 305) == 2
    assert sum(b.flags((303, 304))) == 2


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ({"terrain": {"woods": "0909"}}, "terrain.woods: '0909' is not a hex of this map"),
        ({"terrain": {"woods": "303"}}, "terrain.woods: '303' is not a hex of this map"),
        ({"hexside": {"river": "0303"}}, "hexside.river: '0303' is not a hexside"),
        ({"hexside": {"river": "0303/0305"}}, "river: 0303 and 0305 are not adjacent"),
        ({"path": {"road": {"a": "0101 0103"}}}, "road: 0101 and 0103 are not adjacent"),
        ({"edge": {"road": "0101/X"}}, "edge.road: '0101/X' is not a map edge"),
    ],
)
def test_a_bad_map_is_named_by_key_and_problem(tables: dict[str, Any], said: str) -> None:
    with pytest.raises(Wrong, match=said):
        board(**tables)
