"""Odds and columns."""

from fractions import Fraction

import pytest

from bridgehead.core.refusal import Modifier
from bridgehead.toolkit.combat import IMPOSSIBLE, Ladder, Odds, ratio, shifted

PLAIN = Ladder.read(("1-2", "1-1", "2-1", "3-1", "4-1"))
HALVES = Ladder.read(("1:2", "1:1", "1.5:1", "2:1"))
LONG = Ladder.read(("1:3", "1:2", "1:1", "2:1", "3:1"))


def test_ratios_are_read_as_printed() -> None:
    assert ratio("1.5:1") == Fraction(3, 2)
    assert ratio("1-4") == Fraction(1, 4)


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(19, 5, 3), (9, 10, 0), (10, 10, 1), (99, 1, 4), (3, 8, -1), (2, 8, -2), (0, 3, IMPOSSIBLE), (4, 0, 4)],
)
def test_the_floor_favours_the_defender_and_goes_on_below_the_table(
    attack: int, defence: int, column: int
) -> None:
    assert PLAIN.floor(attack, defence) == column


def test_columns_may_stand_at_halves() -> None:
    assert [HALVES.floor(attack, 10) for attack in (10, 14, 15, 19, 20)] == [1, 1, 2, 2, 3]


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(14, 10, 2), (15, 10, 3), (25, 10, 4), (99, 10, 4), (10, 14, 2), (10, 15, 1), (1, 99, 0), (0, 5, 0)],
)
def test_the_nearest_rounds_halves_up(attack: int, defence: int, column: int) -> None:
    assert LONG.nearest(attack, defence) == column


def test_shifts_move_the_column_and_dice_modifiers_do_not() -> None:
    modifiers = (Modifier(-2, "woods", "1"), Modifier(1, "dawn", "2", "drm"))
    odds = Odds(attack=6, defence=2, first=3, column=shifted(3, modifiers, 5), modifiers=modifiers)
    assert odds.column == 1
    assert odds.drm == 1
    assert shifted(0, modifiers, 5) == 0


def test_beyond_the_table_whole_ratios_go_on() -> None:
    assert [PLAIN.beyond(attack, 10) for attack in (19, 40, 49, 60, 99)] == [1, 4, 4, 6, 9]
    assert PLAIN.beyond(5, 0) == 4
