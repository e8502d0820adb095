"""11.0 Victory: the levels, and what is counted."""

from pathlib import Path

import pytest

from bridgehead.core.data import Data, DataError
from bridgehead.core.play import setup
from bridgehead.core.state import Result
from bridgehead.games.breslau1945 import build
from bridgehead.games.breslau1945.model.state import State, take_control
from bridgehead.games.breslau1945.reference import standing
from bridgehead.games.breslau1945.rules.attack import fatigue
from bridgehead.games.breslau1945.rules.sequence import GameTurn
from bridgehead.games.breslau1945.rules.victory import count_victory, soviet_victory_hexes
from tests.games.breslau1945.position import GAME, GERMAN, SOVIET, at, called, dice, field, unit


def counted(held: int, *, poles: bool = False) -> State:
    """The end of a game in which the Red Army controls so many victory hexes."""
    s = field(turn=20)
    if poles:
        s.track("needed", s.tracks["needed"] + 5)
    for hex in sorted(GAME.tables.victory)[:held]:
        take_control(s, SOVIET, hex)
    count_victory(s)
    return s


@pytest.mark.rule("11.1b", "11.1c")
@pytest.mark.parametrize(
    ("held", "winner", "level"),
    [
        (0, GERMAN, "German triumph"),
        (19, GERMAN, "German triumph"),
        (20, GERMAN, "German victory"),
        (24, GERMAN, "German victory"),
        (25, SOVIET, "Soviet victory"),
        (28, SOVIET, "Soviet victory"),
        (29, SOVIET, "Soviet triumph"),
        (50, SOVIET, "Soviet triumph"),
    ],
)
def test_the_levels_of_victory(held: int, winner: str, level: str) -> None:
    ended = counted(held).ended
    assert ended is not None
    assert (ended.winner, ended.level) == (winner, level)
    assert dict(ended.score) == {"held": held, "needed": 25}


@pytest.mark.rule("10.1.4", "11.1b")
def test_the_poles_raise_every_level_by_five() -> None:
    ended = counted(29, poles=True).ended
    assert ended is not None
    assert (ended.winner, ended.level) == (GERMAN, "German victory")


@pytest.mark.rule("S.4", "11.1b")
@pytest.mark.parametrize(
    ("held", "winner", "level"),
    [
        (0, GERMAN, "German victory"),
        (3, GERMAN, "German victory"),
        (4, SOVIET, "Soviet victory"),
        (30, SOVIET, "Soviet victory"),
    ],
)
def test_the_first_evening_is_counted_after_five_turns(held: int, winner: str, level: str) -> None:
    s = field(turn=4, scenario="evening")
    for hex in sorted(GAME.tables.victory)[:held]:
        take_control(s, SOVIET, hex)
    assert ended(s) is None
    s.set(turn=5)
    result = ended(s)
    assert result is not None
    assert (result.winner, result.level, result.rule) == (winner, level, "S.4")
    assert dict(result.score) == {"held": held, "needed": 4}
    assert [remark.rule for remark in standing(s, None)] == ["S.4"]
    told = [(remark.words, remark.rule) for remark in GAME.reference(GAME, "evening", s.setting).victory]
    assert told == [
        ("After turn 5 the Red Army wins with 4 of 50 victory hexes.", "S.4"),
        ("Red Army holds 0 to 3 at the end: German victory.", "S.4"),
        ("Red Army holds 4 to 50 at the end: Soviet victory.", "S.4"),
    ]


def ended(s: State) -> Result | None:
    """What the end of the turn brings."""
    GameTurn().end(s)
    return s.ended


@pytest.mark.rule("S.4", "S.1", "7.1.8c")
def test_the_first_evening_begins_as_the_siege_did_and_nobody_comes_back_after_it() -> None:
    evening, siege = setup(GAME, "evening", 1), setup(GAME, "historical", 1)
    assert evening.units == siege.units
    assert GAME.scenarios["evening"].turn_names[-1] == "4-7 March"
    s = at(field(turn=4, scenario="evening"), 219, "372/218", "658/218")
    with dice(s, 2):
        fatigue(s, unit("372/218"))
    with dice(s, 3):
        fatigue(s, unit("658/218"))
    assert [s.units[id].box for id in called("372/218", "658/218")] == ["turn5", "eliminated"]


@pytest.mark.rule("11.1b", "S.4")
@pytest.mark.parametrize(
    ("file", "text", "key"),
    [
        ("tables", '[level]\n"Soviet victory" = [1, 3]\n', "level"),
        ("scenarios", '[scenario.evening.level]\n"German victory" = [-8, -1]\n', r"scenario\.evening\.level"),
    ],
)
def test_every_number_of_victory_hexes_must_make_a_level(
    tmp_path: Path, file: str, text: str, key: str
) -> None:
    (tmp_path / "breslau1945").mkdir()
    (tmp_path / "breslau1945" / f"{file}.toml").write_text(text)
    with pytest.raises(DataError, match=key):
        build(Data("bridgehead.games.breslau1945", tmp_path))


@pytest.mark.rule("11.1b")
def test_a_level_called_a_draw_is_nobodys(tmp_path: Path) -> None:
    (tmp_path / "breslau1945").mkdir()
    levels = '[scenario.evening.level]\n"German victory" = [-99, -2]\n"Draw" = [-1, -1]\n'
    (tmp_path / "breslau1945" / "scenarios.toml").write_text(levels)
    s = setup(build(Data("bridgehead.games.breslau1945", tmp_path)), "evening", 1)
    for hex in sorted(GAME.tables.victory)[:3]:
        take_control(s, SOVIET, hex)
    count_victory(s)
    assert s.ended is not None
    assert (s.ended.winner, s.ended.level) == (None, "Draw")


@pytest.mark.rule("11.1b", "10.1.4")
@pytest.mark.parametrize(("least", "most", "whole"), [(-30, 26, True), (-29, 26, False), (-30, 25, False)])
def test_the_levels_reach_from_no_hex_after_a_polish_attack_to_all_of_them(
    tmp_path: Path, least: int, most: int, whole: bool
) -> None:
    """25 needed, or 30 with the Poles, and none held: -30. 24 needed in the free deployment, 50 held: 26."""
    (tmp_path / "breslau1945").mkdir()
    (tmp_path / "breslau1945" / "tables.toml").write_text(
        f'[level]\n"German triumph" = [{least}, -6]\n"Soviet triumph" = [4, {most}]\n'
    )
    read = Data("bridgehead.games.breslau1945", tmp_path)
    if whole:
        assert build(read).tables.levels["free"]["Soviet triumph"] == (4, 26)
    else:
        with pytest.raises(DataError, match="level"):
            build(read)


@pytest.mark.rule("11.1a")
def test_only_victory_hexes_are_counted_and_only_those_of_the_red_army() -> None:
    s = field()
    take_control(s, SOVIET, GAME.tables.rathaus)
    first, second = sorted(GAME.tables.victory)[:2]
    before = soviet_victory_hexes(s)
    take_control(s, SOVIET, first)
    take_control(s, SOVIET, second)
    take_control(s, GERMAN, second)
    assert soviet_victory_hexes(s) == sorted({*before, first})
    assert s.tracks["vp"] == len(soviet_victory_hexes(s))
