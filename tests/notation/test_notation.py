"""Games as text and positions in a line."""

import base64
import zlib
from typing import Any

import pytest

from bridgehead.core.chance import mixed
from bridgehead.core.codec import BadFile
from bridgehead.core.match import Match, NewDice
from bridgehead.core.play import options, push, setup
from bridgehead.games import GAMES, load_game
from bridgehead.notation.position import LARGEST, difference, patched, read_position, write_position
from bridgehead.notation.transcript import read_transcript, write_transcript
from bridgehead.testing.toy import toy

GAME = toy()


def a_match(seed: int = 4) -> Match[Any]:
    match = Match(GAME, "toy", seed, short="yes")
    drawn = seed
    while match.now.flow:
        drawn = mixed(drawn + 1)
        offered = options(match.now)
        match.play(offered[drawn % len(offered)])
    return match


def test_a_game_is_told_as_text_and_played_again_from_it() -> None:
    match = a_match()
    text = write_transcript(match)
    assert text.startswith("# Bridgehead game text 1\n# Toy: Toy\n# game: toy\n")
    assert "1. Blue: choose your decoy. 1 (3 ways)" in text
    again = read_transcript(text, GAME)
    assert again.record() == match.record()
    assert write_transcript(again) == text
    only_actions = "\n".join(line for line in text.splitlines() if line.startswith(("#", "   > ")))
    assert read_transcript(only_actions, GAME).now.same_as(match.now)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("# Bridgehead", "Bridgehead", "not the text of a game"),
        ("# seed: 4", "# sown: 4", "no line '# seed"),
        ("# seed: 4", "# seed: four", "the text is wrong"),
        ("# option: ", "# option: seed=5\n# option: ", "has no option 'seed'"),
        ("   > ", "   > no action\n   > ", "holds no action"),
        ('"choice":"b', '"choice":"r', "wrong at line"),
    ],
)
def test_a_wrong_text_says_where(old: str, new: str, problem: str) -> None:
    with pytest.raises(BadFile, match=problem):
        read_transcript(write_transcript(a_match()).replace(old, new, 1), GAME)


def test_a_text_goes_on_with_the_new_dice_of_a_take_back() -> None:
    match = a_match()
    match.take_back(3)
    before = match.now.seed
    match.renew(NewDice(1))
    assert match.now.seed != before
    match.play(match.legal[0])
    assert read_transcript(write_transcript(match), GAME).now.same_as(match.now)


def test_every_position_of_a_game_fits_in_a_line() -> None:
    for s in a_match().positions():
        line = write_position(s)
        assert "\n" not in line
        again = read_position(line, GAME)
        assert again.same_as(s)
        assert options(again) == options(s)
        assert again.ledger == s.ledger
    assert write_position(a_match().at(0)).startswith(
        f"bh1 toy/toy data={GAME.version} turn=0 blue:Deploy 3+3 short=yes; "
    )


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("bh1", "bh9", "not a position"),
        ("toy/toy", "other/toy", "of other, not of toy"),
        ("data=", "data=0", "other|written with game data"),
        ("toy/toy", "toy/none", "damaged"),
        ("; ", "; x", "damaged"),
    ],
)
def test_a_wrong_line_is_refused(old: str, new: str, problem: str) -> None:
    with pytest.raises(BadFile, match=problem):
        read_position(write_position(a_match().now).replace(old, new, 1), GAME)


def repacked(body: bytes) -> str:
    """A line whose position is what one likes."""
    words = write_position(a_match().now).split(" ")
    return " ".join((*words[:-1], base64.urlsafe_b64encode(zlib.compress(body)).decode().rstrip("=")))


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b'"x"', "wrong at state: it says neither"),
        (b'{"turn": 5}', "wrong at state.turn: it says neither"),
        (b'{"turn": []}', "wrong at state.turn: it says neither"),
        (b'{"turn": [1, 2]}', "wrong at state.turn: it says neither"),
        (b'{"nowhere": "\\u0000", "turn": ["x"]}', "wrong at turn: Expected `int`"),
        (b"[" * 5000, "damaged"),
        (b" " * (LARGEST + 1), "larger than a position can be"),
    ],
)
def test_a_packed_absurdity_is_refused(body: bytes, problem: str) -> None:
    with pytest.raises(BadFile, match=problem):
        read_position(repacked(body), GAME)


def test_differences_lead_back() -> None:
    before = {"a": 1, "b": {"x": [1], "y": 2}, "c": 3}
    for after in (
        {"a": 1, "b": {"x": [2], "y": 2}, "d": None},
        {},
        {"b": {}, "a": 1},
        {"a": {"z": 1}, "c": 3},
    ):
        made = patched(before, difference(before, after), "state")
        assert made == after
        assert list(made) == list(after)


@pytest.mark.parametrize("name", GAMES)
def test_a_position_fits_in_a_line(name: str) -> None:
    game = load_game(name)
    for scenario in game.scenarios:
        s = setup(game, scenario, 7)
        for _ in range(40):
            push(s, options(s)[s.seed % len(options(s))])
            if not s.flow:
                break
        assert read_position(write_position(s), game).same_as(s)
