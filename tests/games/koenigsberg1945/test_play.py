"""Play at random: it never breaks, and it ends by rule."""

import pytest

from bridgehead.core.chance import advanced, mixed
from bridgehead.core.codec import load, save
from bridgehead.core.outcomes import outcomes
from bridgehead.core.play import decision, determinize, options, push, setup, view
from bridgehead.core.state import rebuild_ledger
from bridgehead.core.words import line, prompt
from bridgehead.games import load_game
from bridgehead.games.koenigsberg1945.model.state import State
from tests.games.koenigsberg1945.field import NAME, started

LONGEST = 20_000


def random_game(seed: int, scenario: str, **setting: str) -> State:
    game = load_game(NAME)
    s: State = setup(game, scenario, seed, **setting)
    draw, count = mixed(seed), 0
    while s.flow:
        offered = options(s)
        draw = advanced(draw)
        if count % 211 == 0:
            check(s, scenario)
        push(s, offered[mixed(draw) * len(offered) >> 64])
        count += 1
        assert count < LONGEST
    return s


def check(s: State, scenario: str) -> None:
    twin = load(save(s), s.game)
    assert twin.same_as(s)
    ledger = {name: bytes(each) for name, each in s.ledger.items()}
    rebuild_ledger(twin)
    assert {name: bytes(each) for name, each in twin.ledger.items()} == ledger
    assert prompt(s.game, decision(s))
    assert all(line(s.game, each) for each in s.log)
    assert all(each.rule in s.game.rules for each in s.log), s.log
    for side in s.game.scenarios[scenario].sides:
        assert view(determinize(s, side, 7), side) == view(s, side)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("scenario", "fog"), [("campaign", "off"), ("campaign", "on"), ("fronts", "on")])
def test_a_random_game_ends_by_rule(seed: int, scenario: str, fog: str) -> None:
    s = random_game(seed, scenario, fog=fog, boehme="on", mikosch="on", panzer20="on")
    assert s.ended is not None
    assert s.ended.rule in ("13.2.1", "13.2a")
    assert "german_hexes" in s.ended.score


def test_the_same_seed_and_actions_give_the_same_game() -> None:
    assert random_game(11, "campaign").same_as(random_game(11, "campaign"))


def test_outcomes_are_whole() -> None:
    s = started()
    attack = options(s)[0]
    assert sum(chance for chance, _, _ in outcomes(s, attack)) == pytest.approx(1)
