"""Sentences, data files, overlays."""

from pathlib import Path

import pytest

from bridgehead.core.actions import Commit, Done, MoveTo, Pick
from bridgehead.core.data import Data, DataError
from bridgehead.core.events import Event, Moved, Told
from bridgehead.core.refusal import No
from bridgehead.core.rules import Rule, rule
from bridgehead.core.secrecy import without
from bridgehead.core.values import Hex, Hexside, Side, UnitId, Value
from bridgehead.core.words import label, line, listed, named, plural, prompt, say
from bridgehead.hexes.board import MapFile
from bridgehead.testing.toy import build, toy
from bridgehead.testing.toy.rules import MoveUnit

GAME = toy()


class Wordless(Event, frozen=True):
    pass


class Crossing(Value, frozen=True):
    words = "{hexside}"
    hexside: Hexside


class Nested(Event, frozen=True):
    words = "{no}, {flag}, {count}, {nobody}, {sides}"
    no: Value
    flag: bool
    count: int
    nobody: str | None
    sides: tuple[str, ...]


def test_values_speak_in_the_names_of_things() -> None:
    assert say(GAME, Pick(UnitId("r0"))) == "Unit r0"
    assert say(GAME, MoveTo(Hex(303))) == "Move to Grove (0303)"
    assert say(GAME, Done()) == "Done"
    assert say(GAME, Wordless()) == "Wordless"
    moved = Moved(UnitId("r0"), (Hex(101), Hex(303)))
    assert line(GAME, Told(moved, "2")) == "Unit r0 moves to 0101 → Grove (0303). 2"
    assert say(GAME, Nested(Commit(), True, 3, None, ())) == "Resolve, yes, 3, nobody, nothing"
    assert say(GAME, Crossing((Hex(303), Hex(304)))) == "Grove (0303)–0304"
    assert named(GAME, GAME.scenarios["toy"]).startswith("Scenario")


class Counting(Event, frozen=True):
    words = "{steps:step} lost, {left:hex} to go, {guns:battery} and {points:MP} left"
    steps: int
    left: int
    guns: int
    points: int


class Listing(Event, frozen=True):
    words = "At {hexes}."
    hexes: tuple[Hex, ...]


def test_several_hexes_are_listed_by_number_and_place() -> None:
    assert say(GAME, Listing((Hex(101), Hex(303)))) == "At 0101, Grove (0303)."
    assert say(GAME, Listing((Hex(101), Hex(102)))) == "At hexes 0101, 0102."
    assert say(GAME, Listing((Hex(101),))) == "At hex 0101."
    assert say(GAME, Listing((Hex(303),))) == "At Grove (0303)."
    assert say(GAME, Listing(())) == "At nothing."


def test_what_is_counted_has_its_plural() -> None:
    assert say(GAME, Counting(1, 1, 1, 1)) == "1 step lost, 1 hex to go, 1 battery and 1 MP left"
    assert say(GAME, Counting(2, 0, 3, 4)) == "2 steps lost, 0 hexes to go, 3 batteries and 4 MP left"
    assert plural("day") == "days"


def test_a_hex_alone_is_called_one_and_a_long_way_is_told_by_its_ends() -> None:
    assert say(GAME, MoveTo(Hex(101))) == "Move to hex 0101"
    way = tuple(Hex(hex) for hex in (303, 102, 103, 104, 105, 201, 202, 203, 204))
    assert line(GAME, Told(Moved(UnitId("r0"), way), "2")) == (
        "Unit r0 moves to Grove (0303) → … → 0204 (9 hexes). 2"
    )


def test_names_that_hold_commas_are_parted_by_semicolons() -> None:
    assert (
        listed(["I Company, 8th Panzer Battalion", "II Company"])
        == "I Company, 8th Panzer Battalion; II Company"
    )
    assert listed(["A", "B"]) == "A, B"
    assert listed([]) == "nothing"


def test_a_prompt_says_who_what_and_under_which_rule() -> None:
    assert prompt(GAME, MoveUnit(Side("red"), UnitId("r0"))) == "Red: unit r0 moves or attacks. 2"

    class Phase(MoveUnit, frozen=True):
        words = "Movement Phase: select a unit"

    assert prompt(GAME, Phase(Side("red"), UnitId("r0"))) == "Red, Movement Phase: select a unit. 2"


class Named(MoveUnit, frozen=True):
    labels = {Done: "Finish move"}


def test_a_decision_says_what_its_buttons_do() -> None:
    asked = Named(Side("red"), UnitId("r0"))
    assert label(GAME, asked, Done()) == "Finish move"
    assert label(GAME, asked, Pick(UnitId("r0"))) == "Unit r0"


def test_hidden_units_have_no_name() -> None:
    class Many(Event, frozen=True):
        words = "{units} {one}"
        units: tuple[str, ...]
        one: str
        more: frozenset[str] = frozenset()
        by: dict[str, str] = {}

    told = Many(("r0", "b0"), "b0", frozenset({"b0"}), {"b0": "b0"})
    blotted = without(told, frozenset({"b0"}))
    assert say(GAME, blotted) == "Unit r0, a hidden unit a hidden unit"
    assert "b0" not in str(blotted)
    assert without(told, frozenset({"x"})) is told


def test_a_citation_changes_nothing() -> None:
    def plain() -> int:
        return 1

    assert rule("1", "2")(plain) is plain


def overlaid(tmp_path: Path, name: str, text: str) -> Data:
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / name).write_text(text, encoding="utf-8")
    return Data("bridgehead.testing.toy", tmp_path)


def test_an_overlay_changes_only_what_it_names(tmp_path: Path) -> None:
    game = build(overlaid(tmp_path, "map.toml", '[terrain]\nwoods = "0101"\n'))
    assert game.board.terrain[101] == "woods"
    assert game.board.terrain[303] == "clear"
    assert game.board.places[Hex(303)].name == "Grove"
    assert game.version != GAME.version


def test_ours_is_used_where_the_overlay_is_silent(tmp_path: Path) -> None:
    assert build(Data("bridgehead.testing.toy", tmp_path)).version == GAME.version


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("map.toml", "grid = [", r"map\.toml: is not TOML"),
        (
            "map.toml",
            "[grid]\nshifted = 'sideways'\n",
            r"map\.toml: grid\.shifted: Invalid enum value 'sideways'",
        ),
        ("map.toml", "[grdi]\n", r"map\.toml: Object contains unknown field `grdi`"),
        ("map.toml", "[terrain]\nwoods = '9999'\n", r"map\.toml: terrain\.woods: '9999' is not a hex"),
        ("rules.toml", '["1"]\nstatus = "perhaps"\n', r"rules\.toml: .*status"),
    ],
)
def test_a_wrong_file_is_named_with_key_and_problem(tmp_path: Path, name: str, text: str, said: str) -> None:
    with pytest.raises(DataError, match=said):
        build(overlaid(tmp_path, name, text))


def test_an_unreadable_file_is_named(tmp_path: Path) -> None:
    data = overlaid(tmp_path, "map.toml", "")
    (tmp_path / "toy" / "map.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(DataError, match="cannot be read"):
        data.read("map", MapFile)


def test_rules_are_typed() -> None:
    assert GAME.rules["3"].reading == "The defender may choose to die."
    assert isinstance(GAME.rules["1"], Rule)
    assert str(No("2", "x").because) == "x"
