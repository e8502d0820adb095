"""The board in a console."""

import msgspec
import pytest

from bridgehead.core.values import NOWHERE, Hex
from bridgehead.render.terminal import LIT, Window, board_text, focus
from tests.render.support import bare_board, make_board, make_game, make_view

BOARD = make_board()
GAME = make_game(BOARD)


def lines(text: object) -> list[str]:
    return str(text).split("\n")


@pytest.mark.parametrize("axes", [("E", "S"), ("W", "N"), ("N", "W"), ("S", "E")], ids=str)
def test_it_fits_the_console_and_shows_every_hex_of_a_small_board(axes: tuple[str, str]) -> None:
    game = make_game(make_board(grid={"first_points": axes[0], "second_points": axes[1]}))
    drawn = board_text(game, make_view())
    assert max(map(len, drawn.plain.partition("▸n option")[0].splitlines())) <= 120
    assert all(f"{hex:04d}" in drawn.plain for hex in game.board.hexes)


def test_counters_stand_under_their_number_with_those_below_counted() -> None:
    shown = lines(board_text(GAME, make_view()))
    row = next(i for i, line in enumerate(shown) if "0504" in line)
    column = shown[row].index("0504")
    assert shown[row + 1][column : column + 7] == "g2   +1"


def test_a_hidden_counter_is_a_question() -> None:
    shown = lines(board_text(GAME, make_view()))
    row = next(i for i, line in enumerate(shown) if "0705" in line)
    column = shown[row].index("0705")
    assert shown[row + 1][column] == "?"


def test_options_are_lit_with_their_numbers() -> None:
    drawn = board_text(GAME, make_view(), {Hex(504): "1", Hex(605): "2"})
    lit = [drawn.plain[span.start : span.end] for span in drawn.spans if span.style == LIT]
    assert "".join(lit) == "▸1▸2▸n"


def test_the_window_looks_where_the_options_are_and_names_those_outside() -> None:
    board = bare_board({"first": [1, 60], "second": [1, 60], "shifted": "odd"})
    game = make_game(board)
    view = make_view()
    drawn = board_text(game, view, {Hex(5050): "1", Hex(5051): "2"})
    assert "5050" in drawn.plain
    assert "0504" not in drawn.plain
    drawn = board_text(game, view, {Hex(5050): "1"}, centre=Hex(504))
    assert "outside: ▸1 5050" in drawn.plain


def test_without_options_it_looks_where_the_sides_meet() -> None:
    board = bare_board({"first": [1, 60], "second": [1, 60], "shifted": "odd"})
    assert board.distance(focus(board, make_view(), {}), 504) <= 2
    empty = msgspec.structs.replace(make_view(), units=(), stacks={}, backs=())
    assert board.distance(focus(board, empty, {}), 3030) <= 3


def test_a_window_stays_on_the_board() -> None:
    board = bare_board({"first": [1, 60], "second": [1, 60], "shifted": "odd"})
    for corner in (101, 6001, 160, 6060):
        window = Window(board, Hex(corner), 120, 35)
        assert corner in window.spots
        assert len(window.spots) > 200


def test_water_between_hexes_is_a_bar() -> None:
    assert "┃" in board_text(GAME, make_view()).plain.split("▸n")[0]
    dry = make_game(bare_board({"first": [1, 12], "second": [1, 9], "shifted": "odd"}))
    assert "┃" not in board_text(dry, make_view()).plain.split("▸n")[0]


def test_hexes_that_are_none_are_left_out() -> None:
    drawn = board_text(GAME, make_view(), {NOWHERE: "1", Hex(9999): "2"}, centre=Hex(9999))
    assert "outside" not in drawn.plain
    assert "0504" in drawn.plain
