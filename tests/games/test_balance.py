"""How even a scenario is, is told of every scenario, by the sides that play it."""

import pytest

from bridgehead.games import GAMES, load_game
from bridgehead.games.balance import balance_words, balances
from bridgehead.server.presenters.games import name_of


@pytest.mark.parametrize("name", GAMES)
def test_every_scenario_has_been_measured(name: str) -> None:
    game = load_game(name)
    assert set(balances()[name]) == set(game.scenarios)
    for key, scenario in game.scenarios.items():
        found = balances()[name][key]
        names = {name_of(game, side) for side in scenario.sides or game.sides}
        assert set(found.shares) == ({"German", "the two Fronts"} if key == "fronts" else names)
        assert sum(found.shares.values()) == 100 and found.games >= 10


def test_it_is_told_in_a_sentence() -> None:
    said = balance_words("seelow1945", "corridor")
    assert said == "Between equal bots: German 50%, Soviet 50% (100 games, draws shared)."
    assert balance_words("seelow1945", "nowhere") == ""
