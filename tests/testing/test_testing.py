"""Contracts, fuzzing and golden replays, on the toy game."""

from pathlib import Path
from typing import Any

import pytest

from bridgehead.core.actions import Action, Choose, Done
from bridgehead.core.codec import BadFile
from bridgehead.core.match import Match
from bridgehead.core.play import setup
from bridgehead.testing import contract, fuzz, golden
from bridgehead.testing.contract import BrokenContract
from bridgehead.testing.toy import toy
from bridgehead.testing.toy.rules import Moves

GAME = toy()


def test_fuzzing_a_sound_game_finds_nothing(tmp_path: Path) -> None:
    found = fuzz.fuzz(GAME, 0.5, 1, tmp_path)
    assert found.games > 0
    assert found.checked > 0
    assert found.failures == []


def test_fuzzing_keeps_what_fails_as_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(self: Moves, s: Any, action: Action) -> None:
        raise ZeroDivisionError("boom")

    monkeypatch.setattr(Moves, "take", crash)
    found = fuzz.fuzz(GAME, 0.01, 1, tmp_path)
    assert found.failures[0].problem == "ZeroDivisionError: boom"
    assert Path(found.failures[0].file).read_text(encoding="utf-8").startswith('{"bridgehead":"record"')


@pytest.mark.parametrize(
    ("breakage", "promise"),
    [
        (lambda s: s.stacks.pop(101), "stacks"),
        (
            lambda s: s.ledger["red"].__setitem__(303, 1),
            "ledger agrees with the units red at 0303 is 1, should be 0",
        ),
    ],
)
def test_a_broken_position_is_noticed(breakage: Any, promise: str) -> None:
    s = setup(GAME, "toy", 1)
    breakage(s)
    with pytest.raises((BrokenContract, BadFile), match=promise):
        contract.check_stacks(s)
        contract.check_save(s)


def test_an_option_offered_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    s = setup(GAME, "toy", 1)
    s.offered = [Choose("b0"), Choose("b0")]
    with pytest.raises(BrokenContract, match="options differ"):
        contract.check_options(s)


def test_a_golden_replay_reads_back() -> None:
    match = Match(GAME, "toy", 2)
    for action in (Choose("b1"), Done(), Done()):
        match.play(action)
    text = golden.golden(match)
    assert "0 blue Deploy 3" in text
    assert "  Turn 1. 1" in text
    assert text.endswith("= to be continued\n")
    assert golden.golden(golden.replayed(text, GAME)) == text
    with pytest.raises(BadFile, match="line 2 holds no action"):
        golden.replayed(text.splitlines()[0] + "\nnonsense", GAME)


def test_a_game_without_end_breaks_its_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "LONGEST_GAME", 3)
    s = setup(GAME, "toy", 1)
    with pytest.raises(BrokenContract, match="a game ends: toy/toy"):
        fuzz.play_checked(s, fuzz.Fuzzer(GAME, 1, every=0))
