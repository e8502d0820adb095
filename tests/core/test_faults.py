"""What no game could have come to is found before the rules rely on it; overlays are read to the last key."""

import dataclasses
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bridgehead.core.actions import Choose, Pick
from bridgehead.core.codec import BadFile, load
from bridgehead.core.data import LARGEST, LONGEST, Data, DataError, misfit, pruned
from bridgehead.core.game import Game
from bridgehead.core.play import push, setup
from bridgehead.core.sound import faults, first_fault, unknown, wrong_counts
from bridgehead.core.state import Result
from bridgehead.core.values import ChitId, Hex, Side, UnitId, replace
from bridgehead.testing.toy import toy

GAME = toy()


def position() -> Any:
    s = setup(GAME, "toy", 5)
    push(s, Choose("b1"))
    return s


def told(s: Any) -> str:
    return "; ".join(f"{where}: {what}" for where, what in faults(s))


def test_a_sound_position_has_no_fault() -> None:
    assert first_fault(position()) is None


def test_stacks_and_units_must_agree() -> None:
    s = position()
    del s.stacks[Hex(101)]
    assert "stacks.101: units and stacks disagree about r0, which is not in it" in told(s)
    s = position()
    s.stacks[Hex(303)] = (UnitId("r0"),)
    assert "stacks.303: units and stacks disagree about r0, which is not there" in told(s)
    s = position()
    s.stacks[Hex(303)] = ()
    assert "stacks.303: a stack of no units is listed" in told(s)


def test_units_are_those_of_the_scenario() -> None:
    s = position()
    s.units[UnitId("x9")] = replace(
        s.units.pop(UnitId("r0")), id=UnitId("x9"), side=Side("green"), hex=Hex(9999)
    )
    found = told(s)
    for said in (
        "units.r0: is missing",
        "units.x9: there is no such unit",
        "there is no side 'green'",
        "no hex 9999",
    ):
        assert said in found


def test_counts_keep_within_the_scenario() -> None:
    s = position()
    s.turn = 99
    assert "turn: there is no turn 99; the last is 4" in told(s)
    s, start = position(), setup(GAME, "toy", 5)
    start.tracks["supply"] = 3
    assert list(wrong_counts(s, start)) == [("tracks", "supply is missing")]


def test_names_must_name_something() -> None:
    s = position()
    assert list(unknown(s, UnitId, UnitId("zz"))) == ["there is no unit zz"]
    assert list(unknown(s, Side, Side("green"))) == ["there is no side 'green'"]
    assert list(unknown(s, Hex, Hex(9999))) == ["there is no hex 9999 on this map"]
    assert list(unknown(s, ChitId, ChitId("c9"))) == ["there is no chit 'c9'"]
    assert list(unknown(s, ChitId, ChitId("r0"))) == [], "whatever has a name"
    s.flow = (*s.flow[:-1], replace(s.flow[-1], moved=frozenset({UnitId("zz")})))
    assert "flow.1.moved: there is no unit zz" in told(s)


def test_somebody_decides_or_the_game_is_over() -> None:
    s = position()
    s.flow = s.flow[:1]
    assert "it is no side's decision" in told(s)
    s.flow = (replace(s.flow[0], at=9),)
    assert "War has no part 9" in told(s)
    s.flow = ()
    assert "a game is over or somebody must decide" in told(s)


def test_a_game_that_is_over_is_sound() -> None:
    s = position()
    s.end(Result(None, "Drawn", "1"))
    assert first_fault(s) is None


def test_what_the_rules_stumble_over_is_told() -> None:
    s = position()
    push(s, Pick(UnitId("r0")))
    s.flow = (*s.flow[:-1], replace(s.flow[-1], unit=UnitId("zz")))
    assert "the rules cannot go on from here (KeyError" in told(s)


def test_a_setting_must_be_one_of_the_games() -> None:
    s = position()
    s.setting = {"short": "perhaps"}
    fault = first_fault(s)
    assert fault is not None and fault[0] == "setting"


def test_a_unit_may_be_in_a_condition_that_the_game_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Game.printed(GAME, 905) == "0905"
    assert Game.has_hex(GAME, Hex(9999)) and Game.wrong_with(GAME, position().units["r0"]) == ""
    tipped = "is upside down"
    known: dict[Any, int] = {}
    uncounted = dataclasses.replace(GAME, steps=lambda game, unit: known[unit])
    assert uncounted.wrong_with(position().units["r0"]) == "is in a condition that its counter does not have"
    monkeypatch.setattr(type(GAME), "wrong_with", lambda self, unit: tipped if unit.id == "r0" else "")
    assert "units.r0: is upside down" in told(position())


def test_text_that_is_no_text_is_damaged() -> None:
    """The beginning of a file may be whole where the rest is not."""
    for state in (b'{"turn":"\xff"}', b"[" * 3000 + b"]" * 3000):
        head = f'{{"bridgehead":"save","format":1,"game":"toy","data":"{GAME.version}","state":'
        with pytest.raises(BadFile, match="damaged or cut short"):
            load(head.encode() + state + b"}", GAME)


# --- owners' files


class Point(msgspec.Struct, frozen=True, array_like=True):
    x: int
    y: int


class Tables(msgspec.Struct):
    rows: list[int] = []
    pair: tuple[int, str] = (0, "")
    cells: dict[str, list[int]] = {}
    at: Point = Point(0, 0)


def test_the_innermost_value_that_does_not_fit_is_named() -> None:
    assert misfit({"rows": [1, 2]}, Tables) is None
    for tables, key in (
        ({"rows": [1, "x"]}, ("rows", "1")),
        ({"pair": [1, 2]}, ("pair", "1")),
        ({"cells": {"a": [1, "x"]}}, ("cells", "a", "1")),
        ({"at": [1, "y"]}, ("at", "1")),
        ({"at": "nowhere"}, ("at",)),
    ):
        found = misfit(tables, Tables)
        assert found is not None and found[0] == key


def overlay(tmp_path: Path, text: str) -> Data:
    folder = tmp_path / "toy"
    folder.mkdir(exist_ok=True)
    (folder / "rules.toml").write_text(text, encoding="utf-8")
    return Data("bridgehead.testing.toy", tmp_path)


def test_the_changes_of_an_overlay_are_listed_by_file_and_key(tmp_path: Path) -> None:
    assert Data("bridgehead.testing.toy").changes() == []
    data = overlay(tmp_path, '[1]\ntitle = "Other"\nkind = "sequence"\n[99]\ntitle = "New"\n')
    (tmp_path / "toy" / "extra.toml").write_text("a = 1\n", encoding="utf-8")
    assert set(data.changes()) == {("extra", "a"), ("rules", "1", "title"), ("rules", "99")}
    theirs = {"1": {"title": "Other", "text": "x"}}
    assert pruned(theirs, ("rules",), frozenset({("rules", "1", "title")})) == {"1": {"text": "x"}}
    assert pruned(theirs, ("rules",), frozenset()) == theirs


def test_figures_and_files_keep_within_bounds(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=f"beyond {LARGEST}"):
        overlay(tmp_path, "[1]\ntitle = 100000\n").read("rules", dict[str, Any])
    with pytest.raises(DataError, match="is larger than"):
        overlay(tmp_path, "#" * (LONGEST + 1)).read("rules", dict[str, Any])
