"""Contracts, fuzzing and golden replays, on the toy game."""

from pathlib import Path
from typing import Any

import pytest

from bridgehead.core.actions import Action, Choose, Done, Eliminate, Pick
from bridgehead.core.codec import BadFile
from bridgehead.core.events import Event, Fight, Rolled
from bridgehead.core.flow import Decision
from bridgehead.core.match import Match
from bridgehead.core.play import options, push, setup
from bridgehead.core.refusal import NOT_NOW
from bridgehead.core.values import Die, Hex, UnitId, Value
from bridgehead.testing import contract, fuzz, golden, guesses
from bridgehead.testing.causes import Known, known
from bridgehead.testing.contract import BrokenContract
from bridgehead.testing.guesses import check_guesses
from bridgehead.testing.toy import toy
from bridgehead.testing.toy.rules import BLUE, RED, Attacked, Moves, Retreat

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
        fuzz.play_checked(s, fuzz.Fuzzer(1, every=0))


def test_chance_that_nobody_tells_of_is_noticed() -> None:
    s = setup(GAME, "toy", 1)
    before = s.clone()
    s.log.clear()
    s.roll(6)
    with pytest.raises(BrokenContract, match="what chance brought is told"):
        contract.check_chance(before, s)
    s.tell(Rolled(Die(7)), rule="3")
    with pytest.raises(BrokenContract, match="a die shows one of its faces"):
        contract.check_chance(before, s)


@pytest.mark.parametrize(
    ("fight", "promise"),
    [
        (Fight(result="hit", hex=Hex(303)), "a fight says who struck"),
        (Fight(result="hit", side=RED, hex=Hex(9999)), "a fight is on the map"),
    ],
)
def test_a_fight_that_says_too_little_is_noticed(
    fight: Fight, promise: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Attacked, "fight", lambda self: fight)
    s = setup(GAME, "toy", 1)
    s.tell(Attacked(UnitId("r0"), Hex(303), Die(4), "hit"), rule="3")
    with pytest.raises(BrokenContract, match=promise):
        contract.check_chance(s, s)


@pytest.mark.parametrize(
    ("kind", "method", "base", "promise"),
    [
        (Attacked, "fight", Event, "an event with dice says whether it is a fight"),
        (Retreat, "about", Decision, "a decision says what it is about"),
    ],
)
def test_a_game_that_says_nothing_is_noticed(
    kind: type[Value], method: str, base: type[Value], promise: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    contract.check_roles(GAME)
    monkeypatch.setattr(kind, method, getattr(base, method))
    with pytest.raises(BrokenContract, match=promise):
        contract.check_roles(GAME)


def test_a_click_that_means_nothing_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    s = setup(GAME, "toy", 1)
    push(s, options(s)[0])
    contract.check_clicks(s)
    monkeypatch.setattr(Moves, "clicks", ())
    with pytest.raises(BrokenContract, match="a decision says what a click means"):
        contract.check_clicks(s)
    monkeypatch.setattr(Moves, "clicks", (Pick, Eliminate))
    with pytest.raises(BrokenContract, match="means one verb"):
        contract.check_roles(GAME)


# --- guesses


def never(s: Any, side: Any, one: UnitId, other: UnitId) -> str:
    """Nothing is known of Blue's units."""
    return ""


def test_guesses_that_vary_are_wide_enough() -> None:
    s = setup(GAME, "toy", 1)
    assert check_guesses(s, RED, 1, never, 40) == 3
    assert check_guesses(s, BLUE, 1, never, 40) == 0


def test_a_guess_that_is_the_truth_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    s = setup(GAME, "toy", 1)
    monkeypatch.setattr(guesses, "determinize", lambda s, side, seed: s)
    with pytest.raises(BrokenContract, match="could be another is guessed to be one"):
        check_guesses(s, RED, 1, never, 5)
    assert check_guesses(s, RED, 1, lambda s, side, one, other: "seen", 5) == 3


def test_fuzzing_asks_why_not_and_guesses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    about = Known({}, dict.fromkeys(("2", "1", NOT_NOW.because), lambda s, action, no: True), never)
    monkeypatch.setattr(fuzz, "known", lambda name: about)
    found = fuzz.fuzz(GAME, 0.5, 1, tmp_path)
    assert found.failures == []
    assert found.refusals_checked > 10
    assert found.guesses_checked > 0
    monkeypatch.setattr(fuzz, "known", lambda name: Known({}, {}))
    failed = fuzz.fuzz(GAME, 0.01, 1, tmp_path).failures
    assert "neither remedy nor fact is known" in failed[0].problem


def test_what_is_known_of_a_game_stands_under_its_name() -> None:
    assert known("toy") is None
    seelow = known("seelow1945")
    assert seelow is not None
    assert "5.16" in {*seelow.remedies, *seelow.facts}
