"""What every game promises, over every game and scenario."""

from random import Random
from typing import Any

import pytest

from bridgehead.core.match import Match, from_record
from bridgehead.core.play import options, push, setup
from bridgehead.games import GAMES, load_game
from bridgehead.testing import contract
from bridgehead.testing.fuzz import Fuzzer, play_checked
from bridgehead.testing.toy import toy
from bridgehead.toolkit.wargame import WarState

EVERY = [(name, scenario) for name in GAMES for scenario in load_game(name).scenarios] + [("toy", "toy")]


def game_of(name: str) -> Any:
    return toy() if name == "toy" else load_game(name)


@pytest.mark.parametrize(("name", "scenario"), EVERY)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_random_game_keeps_every_promise_to_its_end(name: str, scenario: str, seed: int) -> None:
    match = Match(game_of(name), scenario, seed)
    fuzzer = Fuzzer(seed, every=43 if name != "toy" else 1)
    play_checked(match.now, fuzzer)
    assert fuzzer.checked > 1
    assert match.now.ended is not None or fuzzer.last.ended is not None


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_a_record_replays_to_the_same_position(name: str, scenario: str) -> None:
    match = Match(game_of(name), scenario, 7)
    fuzzer = Fuzzer(7, every=0)
    for _ in range(300):
        if not match.now.flow:
            break
        match.play(fuzzer.choose(match.now))
    again = from_record(match.record(), match.game)
    assert again.now.same_as(match.now)
    assert again.record() == match.record()
    contract.check_match(match)


@pytest.mark.parametrize("name", GAMES)
def test_the_log_is_divided_into_turns_and_phases(name: str) -> None:
    game = load_game(name)
    match = Match(game, next(iter(game.scenarios)), 3)
    fuzzer = Fuzzer(3, every=0)
    told: set[str] = set()
    while match.now.flow and not {"turn", "phase"} <= told:
        match.play(fuzzer.choose(match.now))
        told.update(each.event.heading for each in match.now.log)
    assert {"turn", "phase"} <= told


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_undo_never_crosses_chance_revelation_or_the_other_side(name: str, scenario: str) -> None:
    match = Match(game_of(name), scenario, 11)
    fuzzer = Fuzzer(11, every=0)
    undone = 0
    for _ in range(400):
        if not match.now.flow:
            break
        before = match.now
        match.play(fuzzer.choose(before))
        after = match.now
        same = before.seed == after.seed and before.reveals == after.reveals and after.flow
        same = same and before.flow[-1].side == after.flow[-1].side
        assert match.can_undo() == bool(same)
        if match.can_undo() and undone < 50:
            action = match.undo()
            assert match.now is before
            match.play(action)
            assert match.now.same_as(after)
            undone += 1
    assert undone


@pytest.mark.parametrize("name", [*GAMES, "toy"])
def test_events_and_decisions_say_what_they_are_about(name: str) -> None:
    contract.check_roles(game_of(name))


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_every_unit_has_a_face_and_a_name(name: str, scenario: str) -> None:
    contract.check_faces(Match(game_of(name), scenario, 3).now)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_answers_how_a_hex_defends(name: str) -> None:
    """By its own rules, wherever somebody stands; people, bots and overlays ask the same function."""
    game = load_game(name)
    s: WarState = setup(game, next(iter(game.scenarios)), 3)
    chance = Random(3)
    answered = 0
    for _ in range(120):
        for hex in chance.sample(sorted(s.stacks), min(3, len(s.stacks))):
            odds = game.odds(s, (), hex)
            if odds is not None:
                answered += 1
                assert all(each.rule in game.rules for each in odds.modifiers)
        if not s.flow:
            break
        push(s, chance.choice(options(s)))
    assert answered
