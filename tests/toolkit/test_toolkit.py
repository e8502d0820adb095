"""The shared vocabulary."""

from hypothesis import given
from hypothesis import strategies as st

from bridgehead.core.game import Back
from bridgehead.core.refusal import Modifier
from bridgehead.core.values import Hex, Side
from bridgehead.hexes.paths import uniform
from bridgehead.testing.toy import toy
from bridgehead.toolkit.supply import closed_to_lines, lines_to, within_command
from bridgehead.toolkit.tables import clamp, threshold_column, total
from bridgehead.toolkit.wargame import back_face
from bridgehead.toolkit.zoc import exert

GAME = toy()
BOARD, WALKER = GAME.board, GAME.walker


def test_a_column_is_the_last_whose_minimum_is_reached() -> None:
    minima = [1, 2, 3, 4, 6, 8, 11]
    assert [threshold_column(value, minima) for value in (0, 1, 3, 5, 6, 7, 10, 11, 99)] == [
        -1,
        0,
        2,
        3,
        4,
        4,
        5,
        6,
        6,
    ]


@given(st.integers(), st.integers(-5, 5), st.integers(0, 9))
def test_clamp_stays_inside(value: int, low: int, width: int) -> None:
    high = low + width
    assert low <= clamp(value, low, high) <= high
    assert clamp(low, low, high) == low
    assert clamp(high, low, high) == high


def test_modifiers_are_summed_by_kind() -> None:
    given_ = (
        Modifier(-1, "village", "7.31"),
        Modifier(-2, "stream", "7.33"),
        Modifier(2, "dawn", "7.37", "drm"),
    )
    assert total(given_, "shift") == -3
    assert total(given_, "drm") == 2
    assert total(given_, "half") == 0


def test_control_is_added_and_taken_away() -> None:
    zoc, reaches = bytearray(10), [True] * 60
    reaches[5 * 6 + 1] = False
    around = (4, 3, 0, 6, 7, 8)
    exert(zoc, around, reaches, 5, 1)
    assert [hex for hex in range(10) if zoc[hex]] == [4, 6, 7, 8]
    exert(zoc, around, reaches, 5, 1)
    assert zoc[4] == 2
    exert(zoc, around, reaches, 5, -1)
    exert(zoc, around, reaches, 5, -1)
    assert not any(zoc)


def test_lines_stop_at_enemies_and_at_zones_no_friend_negates() -> None:
    enemy, zoc, own = BOARD.flags((303,)), BOARD.flags((203, 204)), BOARD.flags((204,))
    closed = closed_to_lines((enemy,), zoc, (own,))
    assert [hex for hex in BOARD.hexes if closed[hex]] == [203, 303]


def test_lines_lead_to_the_nearest_end() -> None:
    nothing = bytearray(BOARD.size)
    field = lines_to(WALKER, [101, 505], nothing, uniform(BOARD), 2)
    assert (field[101], field[102], field[103], field[303]) == (0, 1, 2, -1)
    assert (lines_to(WALKER, [], nothing, uniform(BOARD), 2) == -1).all()


def test_command_reaches_as_far_as_its_range() -> None:
    assert within_command(WALKER, uniform(BOARD), 303, 1) == {303, *BOARD.near[303]}


def test_a_hidden_counter_has_the_colour_of_its_side() -> None:
    assert back_face(GAME, Back(Side("blue"), Hex(101), "", "x")).nationality == "german"
    assert back_face(GAME, Back(Side("nobody"), Hex(101), "", "x")).label == "x"
