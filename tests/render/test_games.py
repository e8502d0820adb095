"""Every game that is there speaks the words the drawing knows."""

import re
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
from bridgehead.render.paths import FAMILIES, Network, paths_svg, wet
from bridgehead.render.position import position_svg, stacks
from bridgehead.render.sheet import Sheet
from bridgehead.render.style import LIGHT
from bridgehead.render.symbols import BADGES, SYMBOLS
from bridgehead.render.water import WIDTHS, Waters

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
    assert all(drawn.count(f">{game.printed(hex)}</text>") == 1 for hex in game.board.hexes)


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


def test_breslau_has_its_five_bridges_and_islands_and_no_bridge_over_a_canal() -> None:
    game = load_game("breslau1945")
    sheet = Sheet(game.board, Layout(game.board.grid), LIGHT, game.drawing)
    bars = re.findall(r"M[^M]*", paths_svg(sheet, Waters(sheet)).split('class="bridges"')[1].split("</g>")[0])
    places = [
        sheet.layout.hex_at(*map(float, bar.split("L")[len(bar.split("L")) // 2].split())) for bar in bars
    ]
    assert set(places) == set(game.board.marks["bridge"])
    assert 'class="islands"' in map_svg(game.board)


def test_budziszyn_draws_a_bridge_where_a_road_crosses_and_none_for_a_railroad_alone() -> None:
    game = load_game("budziszyn1945")
    sheet = Sheet(game.board, Layout(game.board.grid), LIGHT, game.drawing)
    roads, rails = (Network(sheet, kinds) for kinds in FAMILIES)
    waters = Waters(sheet)
    alone = set(wet(rails, waters)) - set(roads.links)
    drawn = paths_svg(sheet, waters).split('class="bridges"')[1]
    assert (5829, 5929) in wet(roads, waters)
    assert (5830, 5929) in alone
    gaps = re.findall(r'd="([^"]*)"[^>]*class="gap"', drawn)[0]
    assert gaps.count("M") == len(alone)


def test_every_victory_hex_of_east_prussia_tells_what_it_is_worth() -> None:
    game: Any = load_game("eastprussia1914")
    svg = position_svg(game, view(setup(game, "campaign", 1), None))
    flags = [each.split("</g>")[0] for each in svg.split('class="marker control"')[1:]]
    shown = sorted(int(re.findall(r">(\d+)</text>", flag)[0]) for flag in flags)
    assert shown == sorted(game.tables.victory_hexes.values())


def test_koenigsberg_draws_its_three_kinds_of_source_in_three_ways() -> None:
    game = load_game("koenigsberg1945")
    looks = {name: game.drawing.owner[name] for name in game.board.marks if name.startswith("supply")}
    assert sorted(looks.values()) == ["german", "german+soviet", "soviet"]
