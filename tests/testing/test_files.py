"""Damaged and absurd files end in a clear error or in a playable game."""

import json
import resource
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bridgehead.core.codec import BadFile
from bridgehead.core.play import setup
from bridgehead.games import load_game
from bridgehead.testing import files
from bridgehead.testing.damage import Damage, places_in, toml
from bridgehead.toolkit.wargame import WarState

MUTANTS = 150
"""Of each kind; `python -m bridgehead.testing.files` breaks as many as one likes."""


@pytest.mark.parametrize("kind", files.KINDS)
def test_whatever_is_broken_nothing_crashes(kind: str) -> None:
    report = files.files(MUTANTS, 7, [kind])
    assert report.failures == []
    tally = report.kinds[kind]
    assert tally.mutants == report.mutants == MUTANTS
    assert tally.refused + tally.playable == MUTANTS
    assert min(tally.refused, tally.playable) > 0, "some are absurd, some only odd"
    assert tally.unnamed == 0


def test_damage_is_the_same_for_the_same_seed_and_touches_no_original() -> None:
    whole = {"a": 1, "b": [1, 2, {"c": "x"}], "d": {"e": True}}
    kept = json.dumps(whole)
    found = {json.dumps(Damage(seed).hurt(whole)) for seed in range(200)}
    assert json.dumps(whole) == kept
    assert found == {json.dumps(Damage(seed).hurt(whole)) for seed in range(200)}
    assert len(found) > 60
    assert len({Damage(seed).scratch(b"a text of some length")[0] for seed in range(50)}) > 20


def test_damage_says_what_it_did() -> None:
    tree, done = Damage(3).hurt({"a": {"b": 5}})
    assert done.startswith("a")
    assert tree != {"a": {"b": 5}} or "->" in done
    assert Damage(1).hurt({}) == ({}, "")
    assert [path for path, _, _ in places_in({"a": [1]})] == [("a",), ("a", 0)]


def test_tables_are_written_as_toml() -> None:
    tables = {"a": 1, "b c": {"d": [1.5, True], "": "x\x7f\n"}}
    assert tomllib.loads(toml(tables)) == tables


def broken(monkeypatch: pytest.MonkeyPatch, reads: Any) -> files.Report:
    """A report on one file of a kind that is read in a way of our own."""
    monkeypatch.setitem(files.KINDS, "save", lambda game, damage: (lambda: reads(game), "scratched"))
    return files.files(1, 1, ["save"], ["seelow1945"])


def test_a_crash_is_a_failure_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(game: Any) -> WarState:
        seed: Any = "no seed"
        return setup(load_game("seelow1945"), "kustrin", seed)

    [failure] = broken(monkeypatch, crash).failures
    assert (failure.kind, failure.game, failure.damage) == ("save", "seelow1945", "scratched")
    assert failure.problem.startswith("TypeError")
    assert failure.where.startswith("core/play.py:")


def test_a_hang_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(game: Any) -> WarState:
        while True:
            pass

    monkeypatch.setattr(files, "PATIENCE", 1)
    [failure] = broken(monkeypatch, hang).failures
    assert failure.problem == "Hangs: longer than 1 s"


def test_a_refusal_that_names_nothing_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def vaguely(game: Any) -> WarState:
        raise BadFile("something is wrong")

    report = broken(monkeypatch, vaguely)
    assert report.failures == []
    assert report.kinds["save"].unnamed == report.kinds["save"].refused == 1


def test_it_runs_as_a_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
    arguments = ["--mutants", "2", "--kind", "record", "--game", "seelow1945"]
    assert files.main([*arguments, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["mutants"], told["kinds"]["record"]["mutants"], told["failures"]) == (2, 2, [])
    assert files.main(arguments) == 0
    assert "record: 2 mutants" in capsys.readouterr().out
    monkeypatch.setitem(files.KINDS, "record", lambda game, damage: (lambda: 1 / 0, "scratched"))
    assert files.main(arguments) == 1
    assert "ZeroDivisionError" in capsys.readouterr().out
