"""Random play keeps the contract and ends by rule, with every option."""

import pytest

from bridgehead.core.chance import advanced, mixed
from bridgehead.core.play import options, push, setup
from bridgehead.games import load_game


@pytest.mark.parametrize("scenario", ["campaign", "tannenberg", "masurian"])
@pytest.mark.parametrize("optional", ["off", "on"])
def test_random_games_end(scenario: str, optional: str) -> None:
    game = load_game("eastprussia1914")
    chosen = dict.fromkeys(game.options, optional)
    for seed in range(3):
        s = setup(game, scenario, seed, **chosen)
        luck, moves = seed, 0
        while s.flow:
            offered = options(s)
            luck = advanced(luck)
            push(s, offered[mixed(luck) * len(offered) >> 64])
            moves += 1
            assert moves < 20_000
        assert s.ended is not None and s.ended.rule in ("15.4", "16.4b", "16.4c")
