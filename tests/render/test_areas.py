"""Ground a side holds, the front, and hexes out of play."""

import re

from bridgehead.core.play import setup, view
from bridgehead.core.values import Hex
from bridgehead.games import load_game
from bridgehead.render.areas import areas_svg, front
from bridgehead.render.layout import Layout
from bridgehead.render.position import position_svg
from bridgehead.render.sheet import Sheet
from bridgehead.render.style import LIGHT
from tests.render.support import bare_board

SMALL = {"first": [1, 6], "second": [1, 6], "shifted": "odd"}


def sheet(**tables: object) -> Sheet:
    board = bare_board(SMALL, **tables)
    return Sheet(board, Layout(board.grid), LIGHT)


def test_the_front_runs_where_others_hold_the_land_beyond() -> None:
    west = frozenset(Hex(c * 100 + r) for c in (1, 2) for r in range(1, 7))
    assert front(sheet(), west).count("M") == 1
    assert front(sheet(), frozenset(sheet().board.hexes)) == ""
    beach = " ".join(f"03{r:02d}" for r in range(1, 7))
    assert front(sheet(terrain={"lake": beach}), west) == ""


def test_an_area_is_tinted_in_its_holders_color() -> None:
    one = areas_svg(sheet(), {"areas": {"red": [202]}}, {"red": "soviet"})
    other = areas_svg(sheet(), {"areas": {"red": [202]}}, {"red": "german"})
    assert 'class="area"' in one
    assert one != other
    assert areas_svg(sheet(), {}, {}) == ""


def test_breslau_shows_the_front_and_kuestrin_what_is_out_of_play() -> None:
    breslau, seelow = load_game("breslau1945"), load_game("seelow1945")
    assert 'class="area"' in position_svg(breslau, view(setup(breslau, "historical", 1), None))
    facts = view(setup(seelow, "kustrin", 1), None).facts
    assert {hex % 100 for hex in facts["out_of_play"]} == set(range(9, 18))
    svg = position_svg(seelow, view(setup(seelow, "kustrin", 1), None))
    assert len(re.findall('class="outside"', svg)) == 1
    assert view(setup(seelow, "seelow", 1), None).facts["out_of_play"] == []
