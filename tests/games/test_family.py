"""Games of one family, compared."""

import pytest

from bridgehead.games import GAMES, load_game
from bridgehead.games.family import pairs, relations


def test_every_rule_compared_is_in_its_game() -> None:
    assert pairs()
    for pair in pairs():
        for at, name in enumerate(pair.games):
            game = load_game(name)
            cited = {each.rules[at] for each in pair.difference} | {each.rules[at] for each in pair.same}
            assert cited <= set(game.rules)


def test_each_game_is_seen_from_the_other() -> None:
    (here,), (there,) = relations("koenigsberg1945"), relations("eastprussia1914")
    assert here.game == "eastprussia1914" and there.game == "koenigsberg1945"
    assert [each.here for each in here.differences] == [each.there for each in there.differences]
    assert [each.rule for each in here.differences] == [each.other_rule for each in there.differences]


@pytest.mark.parametrize("name", sorted(set(GAMES) - {"koenigsberg1945", "eastprussia1914"}))
def test_a_game_without_a_sister_has_none(name: str) -> None:
    assert relations(name) == ()
