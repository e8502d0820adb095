"""Ten plain positions a game: veteran and general must get nine."""

import importlib
from importlib.util import find_spec

import pytest

from bridgehead.games import GAMES
from tests.bots.position import Position, played

ENOUGH = 9


def positions(game: str) -> list[Position]:
    found: list[Position] = importlib.import_module(f"tests.bots.positions.{game}").POSITIONS
    return found


@pytest.mark.parametrize("bot", ["veteran", "general"])
@pytest.mark.parametrize("game", [name for name in GAMES if find_spec(f"tests.bots.positions.{name}")])
def test_the_plain_positions(game: str, bot: str) -> None:
    failed = [each.name for each in positions(game) if not each.right(played(each, bot))]
    assert len(failed) <= len(positions(game)) - ENOUGH, failed


@pytest.mark.parametrize("game", [name for name in GAMES if find_spec(f"tests.bots.positions.{name}")])
def test_there_are_ten_and_chance_does_not_find_them(game: str) -> None:
    """A position anyone gets right shows nothing: the random bot must fail most of them."""
    tried = positions(game)
    assert len(tried) == 10
    assert sum(each.right(played(each, "random")) for each in tried) <= 5
