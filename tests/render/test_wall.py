"""The sheet for the wall: nothing of the position is left out."""

from collections import Counter
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from bridgehead.core.play import setup, view
from bridgehead.games import GAMES, load_game
from bridgehead.render.position import Piece, known_units
from bridgehead.render.wall import STEP, Panel, box_panels, flow, rows_of, turn_panels, wall_svg
from bridgehead.toolkit.wargame import Face
from tests.render.support import make_board, make_game, make_view

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Any:
    return load_game(request.param)


def words(svg: str) -> set[str]:
    return {" ".join(text.itertext()) for text in ElementTree.fromstring(svg).iter(f"{SVG}text")}


def test_the_sheet_is_whole_and_has_title_map_track_boxes_and_key(game: Any) -> None:
    scenario = next(iter(game.scenarios))
    svg = wall_svg(game, view(setup(game, scenario, 1), None))
    root = ElementTree.fromstring(svg)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {"layer terrain", "layer key", "turns", "boxes"} <= {
        element.get("class", "") for element in root.iter()
    }
    said = words(svg)
    last = game.scenarios[scenario].turns
    assert {f"Turn {game.scenarios[scenario].first_turn}", f"Turn {last}", "Terrain", "Counters"} <= said
    assert any(game.title in text for text in said)


def test_every_unit_off_the_map_lies_in_its_box_or_on_its_turn(game: Any) -> None:
    for scenario in game.scenarios:
        seen = view(setup(game, scenario, 1), None)
        off = Counter(game.face(game, unit) for unit in known_units(game, seen) if unit.box)
        panels = [*turn_panels(game, seen), *box_panels(game, seen)]
        shown = Counter(piece.face for panel in panels for piece in panel.pieces if not piece.hidden)
        assert shown == off


def test_reinforcements_lie_on_the_turn_they_are_due() -> None:
    game: Any = load_game("koenigsberg1945")
    seen = view(setup(game, "campaign", 1), None)
    due = {unit: each.turn for each in game.reinforcements.values() for unit in each.units if each.turn}
    panels = {panel.title: panel for panel in turn_panels(game, seen)}
    units = {unit.id: unit for unit in known_units(game, seen)}
    for unit, turn in due.items():
        assert Piece(game.face(game, units[unit])) in panels[f"Turn {turn}"].pieces


def test_the_present_turn_is_marked() -> None:
    game = make_game(make_board())
    assert [panel.title for panel in turn_panels(game, make_view()) if panel.now] == ["Turn 2"]


def test_tracks_boxes_and_hidden_units_are_told() -> None:
    game = make_game(make_board())
    facts = {
        "tracks": [{"name": "vp", "title": "Victory points", "value": 3, "most": 9}],
        "boxes": {"reserve": "reserve", "eliminated": "lost"},
        "note": "All quiet.",
    }
    panels = {panel.title: panel for panel in box_panels(game, make_view(**facts))}
    assert panels["Tracks"].words == ("All quiet.", "Victory points: 3 of 9")
    assert [piece.hidden for piece in panels["Reserve"].pieces] == [True]
    assert [piece.face.label for piece in panels["Lost"].pieces] == ["off"]


def test_panels_keep_to_the_sheet() -> None:
    piece = Piece(Face(nationality="german", symbol="infantry"))
    panels = [Panel(f"box {n}", (), (piece,) * n) for n in (0, 3, 90, 1, 7, 30)]
    for row in (*flow(panels, 900.0), *rows_of(panels, 900.0, 4)):
        assert row
        ends = [(left, left + wide) for _, left, wide in row]
        assert ends[0][0] == 0
        assert ends[-1][1] <= 900.0
        assert all(end <= start for (_, end), (start, _) in pairwise(ends))


def test_counters_of_a_panel_stay_inside_it() -> None:
    panel = Panel("box", (), (Piece(Face(nationality="german", symbol="infantry")),) * 23)
    assert panel.height(300.0) > panel.height(900.0)
    assert panel.across(300.0) * STEP <= 300.0
