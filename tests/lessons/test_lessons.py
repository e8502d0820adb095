"""Lessons: ours are proven by their scripts, and a lesson that does not hold is told why."""

from __future__ import annotations

import re
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from bridgehead.cli.app import app
from bridgehead.core.actions import Choose, Done, MoveTo, Pick
from bridgehead.core.codec import BadFile
from bridgehead.core.data import DataError
from bridgehead.core.values import Hex, UnitId
from bridgehead.games import GAMES, load_game
from bridgehead.games.budziszyn1945.model.actions import Demolish
from bridgehead.games.budziszyn1945.model.state import State as BudziszynState
from bridgehead.games.koenigsberg1945.model.state import State as KoenigsbergState
from bridgehead.lessons.check import faults
from bridgehead.lessons.form import Lesson
from bridgehead.lessons.play import Progress, starting_position
from bridgehead.lessons.reading import action_of, lesson_file, read_lesson, shipped, shipped_lesson

SEELOW = load_game("seelow1945")
ALL = [(name, lesson) for name in GAMES for lesson in shipped(load_game(name))]


@pytest.mark.parametrize(("game", "name"), ALL)
def test_every_lesson_is_solved_by_its_script(game: str, name: str) -> None:
    assert list(faults(load_game(game), shipped_lesson(load_game(game), name))) == []


def text_of_ours() -> str:
    return (resources.files(SEELOW.package) / "lessons/01-corridor.toml").read_text(encoding="utf-8")


def tables() -> dict[str, Any]:
    return tomllib.loads(text_of_ours())


def changed(at: int, **fields: Any) -> Lesson:
    """The first battle with something different in one beat."""
    whole = tables()
    whole["beat"][at] |= fields
    return msgspec.convert(whole, Lesson)


def found(lesson: Lesson) -> str:
    return "\n".join(faults(SEELOW, lesson))


@pytest.mark.parametrize(
    ("lesson", "said"),
    [
        (
            changed(0, play=["Pick ge_ss502_1", "MoveTo 2303"]),
            "(Your first order): its script does not do it",
        ),
        (changed(0, play=["Pick ge_ss502_1", "MoveTo 3003"]), "is refused"),
        (changed(0, done={"at": {"ge_ss502_1": 2304}}), "is done before it is played"),
        (changed(0, done={}), "done: names nothing"),
        (changed(0, wrong=""), "wrong: something else may be done"),
        (changed(0, say="word " * 29), "say: 29 words, 28 at most"),
        (changed(0, rules=["99.9"]), "rules: there is no rule 99.9"),
        (changed(0, light=["ge_nobody"]), "there is no unit ge_nobody"),
        (changed(0, light=["9999"]), "there is no hex 9999"),
        (changed(0, light=["su_295_1038"]), "light: nothing of it is on the map or to be picked"),
        (changed(0, also={"Choose retreat": "No."}), "also: Choose retreat is never legal"),
        (changed(0, failed={"at": {"ge_ss502_1": 2404}}), "its script fails it"),
        (changed(0, enemy=["Pick su_47g_137"]), "is asked of the learner"),
        (changed(1, refused={"action": "Pick ge_ss502_1", "rule": "5.25"}), "is not refused by 5.25"),
        (changed(4, dice=[1, 5, 6]), "dice: 1 of them are not thrown"),
        (changed(4, dice=[1]), "more dice are thrown than are set"),
        (changed(11, done={"tracks": {"fame": 3}}), "there is no track fame"),
        (changed(0, done={"asks": "Sudoku"}), "its script does not do it"),
        (changed(0, done={"told": ["Sudoku"]}), "its script does not do it"),
        (changed(0, done={"gone": ["su_47g_137"]}), "its script does not do it"),
        (changed(0, done={"reduced": ["ge_ss502_1"]}), "its script does not do it"),
        (changed(0, done={"held": {"2404": "soviet"}}), "its script does not do it"),
        (changed(0, done={"empty": [2404]}), "is done before it is played"),
        (changed(0, done={"steady": ["ge_mun_2_2"]}), "its script does not do it"),
        (changed(0, done={"turn": 9}), "its script does not do it"),
        (changed(11, done={"at": {"ge_20pg_76_1": 3003}}), "is met before the script comes to Done"),
        (changed(0, done={"decides": "soviet"}), "its script does not do it"),
        (changed(0, done={"decides": "german"}), "is done before it is played"),
    ],
)
def test_a_lesson_that_does_not_hold_is_told_why(lesson: Lesson, said: str) -> None:
    assert said in found(lesson)


def test_a_counter_in_a_box_is_lit_where_it_is_picked() -> None:
    game = load_game("breslau1945")
    lesson = shipped_lesson(game, "06-the-hole-closes")
    last = lesson.beat[-1]
    assert last.light == ("g_vs24",)
    assert last.play[-1] == "Pick g_vs24"
    assert list(faults(game, lesson)) == []
    other = msgspec.structs.replace(last, light=("g_pi_1",))
    said = "\n".join(faults(game, msgspec.structs.replace(lesson, beat=(*lesson.beat[:-1], other))))
    assert "(The beaten ones): light: nothing of it is on the map or to be picked" in said


def test_supply_is_a_goal() -> None:
    game = load_game("eastprussia1914")
    leash = shipped_lesson(game, "09-the-leash")
    fed = msgspec.structs.replace(leash.beat[0].done, supplied=(UnitId("R-6"),))
    beats = (msgspec.structs.replace(leash.beat[0], done=fed), *leash.beat[1:])
    assert "(Too far): its script does not do it" in "\n".join(
        faults(game, msgspec.structs.replace(leash, beat=beats))
    )


def at_the_free_beat() -> Progress:
    """XIII Corps HQ has relocated; how its divisions follow is left to the learner."""
    game = load_game("eastprussia1914")
    lesson = shipped_lesson(game, "11-the-staff-escapes")
    progress = Progress(lesson, starting_position(game, lesson))
    for beat in lesson.beat[:-1]:
        for text in beat.play:
            progress.act(action_of(game, text))
        progress.next()
    return progress


def test_where_all_that_is_legal_counts_another_way_reaches_the_goal() -> None:
    progress = at_the_free_beat()
    north, south = (Pick(UnitId("R-1")), MoveTo(Hex(2030))), (Pick(UnitId("R-36")), MoveTo(Hex(2132)))
    for action in (*north, *south, Done()):
        progress.act(action)
    assert progress.done
    assert not progress.failed


def test_where_all_that_is_legal_counts_the_goal_can_be_missed() -> None:
    progress = at_the_free_beat()
    progress.act(Done())
    assert progress.failed
    assert not progress.done


def test_a_refusal_may_come_in_the_midst_of_a_script_and_throws_none_of_its_dice() -> None:
    assert found(changed(5, refused={"action": "Commit", "rule": "7.2-1"})) == ""


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"side": "martian"}, "has no side 'martian'"),
        ({"scenario": "moon"}, "has no scenario 'moon'"),
        ({"position": {"units": {"9999": "ge_ss502_1"}}}, "there is no hex 9999"),
        ({"position": {"units": {"2304": "ge_nobody"}}}, "there is no unit ge_nobody"),
        ({"position": {"condition": {"ge_ss502_1": {"brave": True}}}}, "a unit has no brave"),
        ({"position": {"boxes": {"reserve": "ge_nobody"}}}, "there is no unit ge_nobody"),
        ({"position": {"state": {"fame": 3}}}, "a position has no fame"),
        ({"position": {"state": {"turn": 3}}}, "a position has no turn"),
        ({"opening": ["Done"]}, "is refused"),
        ({"position": {"then": ["MoveTo 2404"]}}, "is refused"),
    ],
)
def test_a_position_that_cannot_be_is_told(change: dict[str, Any], said: str) -> None:
    assert said in found(msgspec.convert(tables() | change, Lesson))


def test_a_position_has_units_in_boxes_and_fields_of_the_games_own() -> None:
    game = load_game("koenigsberg1945")
    whole = tables() | {"scenario": "campaign", "setting": {}, "opening": []}
    laid = {"aside": "all", "boxes": {"grounded": "air_4aa_1"}, "state": {"cup": ["c_3"], "taken": [2932]}}
    s = starting_position(game, msgspec.convert(whole | {"position": laid}, Lesson))
    assert s.units[UnitId("air_4aa_1")].box == "grounded"
    assert isinstance(s, KoenigsbergState)
    assert (s.cup, s.taken) == (("c_3",), frozenset({2932}))
    forts = {"scenario": "nysa", "position": {"state": {"forts": {"3413": "german"}}}}
    dug = starting_position(load_game("budziszyn1945"), msgspec.convert(whole | forts, Lesson))
    assert isinstance(dug, BudziszynState)
    assert dug.forts == {Hex(3413): "german"}
    wrong = msgspec.convert(whole | {"position": {"state": {"cup": 3}}}, Lesson)
    with pytest.raises(BadFile, match=r"position\.state\.cup"):
        starting_position(game, wrong)


def test_looking_for_a_refusal_throws_none_of_the_set_dice() -> None:
    assert found(changed(5, refused={"action": "Attack 3003", "rule": "7.11"})) == (
        "beat 6 (Reading the odds): refused: Attack 3003 is not refused by 7.11"
    )


def test_a_refusal_may_lie_in_the_midst_of_the_script() -> None:
    lesson = changed(2, refused={"action": "MoveTo 2404", "rule": "5.25"})
    assert found(lesson) == ""
    later = changed(2, refused={"action": "Pick ge_ss502_1", "rule": "9.99"})
    assert "Pick ge_ss502_1 is not refused by 9.99" in found(later)


def test_a_position_is_led_on_unseen() -> None:
    led = {**tables()["position"], "then": ["Pick ge_ss502_1", "MoveTo 2404"]}
    start = starting_position(SEELOW, msgspec.convert(tables() | {"position": led}, Lesson))
    assert start.units[UnitId("ge_ss502_1")].hex == 2404
    assert start.log == []


def test_actions_are_written_as_verb_and_nouns() -> None:
    assert action_of(SEELOW, "MoveTo 2404") == MoveTo(Hex(2404))
    assert action_of(SEELOW, "Pick ge_ss502_1") == Pick(UnitId("ge_ss502_1"))
    assert action_of(SEELOW, "Done") == Done()
    assert action_of(SEELOW, "Choose one by one") == Choose("one by one")
    for wrong in ("Fly 2404", "Done 3", "MoveTo nowhere"):
        with pytest.raises(BadFile):
            action_of(SEELOW, wrong)


def test_a_hexside_is_written_with_a_slash() -> None:
    game = load_game("budziszyn1945")
    assert action_of(game, "Demolish 1729/1829") == Demolish((Hex(1729), Hex(1829)))
    for wrong in ("Demolish 1729", "Demolish here/there"):
        with pytest.raises(BadFile):
            action_of(game, wrong)


def test_a_wrong_file_is_told_with_file_and_key(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    for text, said in (
        ("title = ", "is not TOML"),
        ("title = 'x'", "names no game"),
        ("game = 'seelow1945'\ntitle = 3", "title"),
    ):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(DataError, match=said):
            lesson_file(file)
    with pytest.raises(DataError, match="cannot be read"):
        lesson_file(tmp_path / "none.toml")
    with pytest.raises(DataError, match=r"beat\.0\.play"):
        read_lesson(text_of_ours().replace('play = ["Pick ge_ss502_1", "MoveTo 2404"]', "play = 3", 1), "f")


def test_a_lesson_is_played_beat_by_beat() -> None:
    lesson = shipped_lesson(SEELOW, "01-corridor")
    progress = Progress(lesson, starting_position(SEELOW, lesson))
    assert (progress.done, progress.failed) == (False, False)
    progress.act(Pick(UnitId("ge_ss502_1")))
    progress.act(MoveTo(Hex(2404)))
    assert progress.done
    progress.next()
    assert (progress.beat.title, progress.over) == ("Stopped by the enemy", False)


def test_the_command_tells_how_many_hold(tmp_path: Path) -> None:
    told = CliRunner().invoke(app, ["lesson", "check", "--json"])
    assert told.exit_code == 0, told.output
    assert msgspec.json.decode(told.output)["games"]["seelow1945"] >= 1
    file = tmp_path / "mine.toml"
    longer = re.sub('say = ".*"', f'say = "{"word " * 40}"', text_of_ours(), count=1)
    file.write_text(f'game = "seelow1945"\n{longer}', encoding="utf-8")
    told = CliRunner().invoke(app, ["lesson", "check", str(file)])
    assert told.exit_code == 1 and "40 words, 28 at most" in told.output.replace("\n", " ")
