"""The lab reads every game: fights with sides, places and chances, turns, margins, positions in a line."""

import json

import pytest

from bridgehead.core.play import options, push, setup
from bridgehead.games import GAMES
from bridgehead.lab.camps import sides_in
from bridgehead.lab.notation import line_of, position
from bridgehead.lab.study import Study, cells_of, game_of
from bridgehead.lab.watch import play_games


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_kept_whole(name: str) -> None:
    cell = cells_of(Study(game=name))[0]
    game = game_of(name, {})
    sides = sides_in(game, cell.scenario)
    kept = play_games(cell, range(1))
    (played,) = kept.games
    assert played.level
    assert played.margin_of
    assert len(kept.turns) >= len(sides)
    assert {row.side for row in kept.turns} == set(sides)
    assert sum(sum(faces) for faces in kept.dice.values()) > 0
    for fight in kept.fights:
        assert fight.side in sides
        assert fight.hex in game.board
        assert fight.result
        if fight.chances:
            chances = json.loads(fight.chances)
            assert sum(chances.values()) == pytest.approx(1.0, abs=1e-6)
            assert fight.result in chances


@pytest.mark.parametrize("name", GAMES)
def test_a_position_fits_in_a_line(name: str) -> None:
    game = game_of(name, {})
    for scenario in game.scenarios:
        s = setup(game, scenario, 7)
        for _ in range(40):
            push(s, options(s)[s.seed % len(options(s))])
            if not s.flow:
                break
        assert position(line_of(s), game).same_as(s)
