"""Series, fuzzing and golden replays, on the toy game."""

from pathlib import Path
from typing import Any

import pytest

from bridgehead.core.actions import Action, Choose, Done
from bridgehead.core.codec import BadFile
from bridgehead.core.match import Match
from bridgehead.core.play import setup
from bridgehead.lab import contract, fuzz, golden, series
from bridgehead.lab.contract import BrokenContract
from bridgehead.lab.series import Series, interval, play_series, summary
from tests.toy import toy
from tests.toy.rules import Moves

GAME = toy()


@pytest.fixture(autouse=True)
def only_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series, "load_game", lambda name, data: GAME)


def test_a_series_is_the_same_however_it_is_played() -> None:
    what = Series("toy", "toy", 12, seed=3)
    told: list[int] = []
    played = play_series(what, 1, told.append)
    assert sum(told) == 12
    assert [one.number for one in played] == list(range(12))
    again = play_series(what, 1)
    assert [(one.winner, one.decisions) for one in again] == [(one.winner, one.decisions) for one in played]
    other = play_series(Series("toy", "toy", 12, seed=4), 1)
    assert [one.decisions for one in other] != [one.decisions for one in played]


def test_a_summary_counts_every_game_once() -> None:
    what = Series("toy", "toy", 20)
    found = summary(what, play_series(what, 1))
    assert sum(each["games"] for each in found["results"]) == 20
    assert sum(each["games"] for each in found["wins"].values()) == 20
    assert found["decisions_per_second"] > 0


def test_an_interval_holds_the_share_and_narrows() -> None:
    assert interval(0, 0) == (0.0, 1.0)
    low, high = interval(50, 100)
    assert low < 0.5 < high
    assert high - low > interval(500, 1000)[1] - interval(500, 1000)[0]
    assert interval(10, 10)[1] == pytest.approx(1.0)


def test_an_endless_game_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series, "LONGEST_GAME", 3)
    with pytest.raises(series.EndlessGame, match="goes on after 3"):
        play_series(Series("toy", "toy", 1), 1)


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
