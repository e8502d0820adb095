"""Every game that is there speaks the words the drawing knows."""

from importlib.util import find_spec
from itertools import chain
from typing import Any
from xml.etree import ElementTree

import pytest

from bridgehead.core.play import setup, view
from bridgehead.games import GAMES, load_game
from bridgehead.render.counters import NATIONS
from bridgehead.render.layout import Layout
from bridgehead.render.map import map_svg
from bridgehead.render.markers import DRAWINGS
from bridgehead.render.paths import FAMILIES
from bridgehead.render.position import position_svg, stacks
from bridgehead.render.symbols import BADGES, SYMBOLS
from bridgehead.render.water import WIDTHS

HERE = [name for name in GAMES if find_spec(f"bridgehead.games.{name}.view")]
TERRAIN = [
    "clear",
    "woods",
    "rough",
    "hills",
    "heights",
    "swamp",
    "marsh",
    "village",
    "town",
    "city",
    "suburb",
    "park",
    "airfield",
    "lake",
    "sea",
    "haff",
    "fort",
    "station",
]
ALONG_SIDES = {*WIDTHS, "border", "line", "festung", "embankment"}


@pytest.fixture(params=HERE)
def game(request: pytest.FixtureRequest) -> Any:
    return load_game(request.param)


def test_its_map_uses_words_that_are_drawn(game: Any) -> None:
    board = game.board
    assert {*board.kinds, *board.overlay} <= set(TERRAIN)
    assert set(board.paths) <= set(chain(*FAMILIES))
    assert set(board.features) <= ALONG_SIDES | set(board.paths)


def test_its_map_is_whole_and_not_too_large(game: Any) -> None:
    drawn = map_svg(game.board)
    ElementTree.fromstring(drawn)
    assert len(drawn) < 2_000_000
    assert all(drawn.count(f">{hex:04d}</text>") == 1 for hex in game.board.hexes)


def test_a_point_of_its_map_finds_its_hex(game: Any) -> None:
    layout = Layout(game.board.grid)
    assert all(layout.hex_at(*layout.centre(hex)) == hex for hex in game.board.hexes)


def test_its_counters_and_markers_use_words_that_are_drawn(game: Any) -> None:
    for scenario in game.scenarios:
        s = setup(game, scenario, 1)
        for unit in s.units.values():
            face = game.face(game, unit)
            assert face.symbol in SYMBOLS
            assert face.nationality in NATIONS
            assert set(face.badges) <= set(BADGES)
        kinds = {marker["kind"] for marker in view(s, None).facts.get("markers", ())}
        assert kinds <= {*DRAWINGS, "control"}


def test_every_side_sees_a_whole_position(game: Any) -> None:
    s = setup(game, next(iter(game.scenarios)), 1)
    for side in (*game.sides, None):
        seen = view(s, side)
        svg = position_svg(game, seen)
        ElementTree.fromstring(svg)
        assert svg.count('class="stack"') == len(stacks(game, seen))
