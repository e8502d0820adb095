"""The lab reads every game: fights with sides, places and chances, turns, margins, positions in a line."""

import json

import pytest

from bridgehead.games import GAMES
from bridgehead.lab.playing.recorder import play_games
from bridgehead.lab.study.camps import sides_in
from bridgehead.lab.study.cells import cells_of
from bridgehead.lab.study.definition import Study
from bridgehead.lab.study.games import game_of


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_kept_whole(name: str) -> None:
    cell = cells_of(Study(game=name))[0]
    game = game_of(name, {})
    sides = sides_in(game, cell.scenario)
    shard = play_games(cell, range(1))
    (played,) = shard.games
    assert played.level
    assert played.margin_of
    assert len(shard.turns) >= len(sides)
    assert {row.side for row in shard.turns} == set(sides)
    assert sum(sum(faces) for faces in shard.dice.values()) > 0
    for fight in shard.fights:
        assert fight.side in sides
        assert fight.hex in game.board
        assert fight.result
        if fight.chances:
            chances = json.loads(fight.chances)
            assert sum(chances.values()) == pytest.approx(1.0, abs=1e-6)
            assert fight.result in chances
