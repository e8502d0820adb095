"""Every rule is enforced by code that cites it and shown by a test, or says why not."""

import pytest

from bridgehead.core.rulebook import index
from bridgehead.games import GAMES, load_game


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_has_code_and_a_test_or_a_reason(name: str) -> None:
    found = index(load_game(name))
    assert found.tests_found
    assert found.missing == ()


@pytest.mark.parametrize("name", GAMES)
def test_every_citation_is_in_the_index(name: str) -> None:
    assert index(load_game(name)).unknown == ()
