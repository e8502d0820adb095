"""The tool that breaks rules and tables to see whether the tests notice."""

import ast
import subprocess
import sys
from itertools import count
from pathlib import Path

import msgspec
import pytest

from bridgehead.testing import mutate

GAME = "seelow1945"


@pytest.mark.parametrize(
    ("source", "changes"),
    [
        ("a < b", {"(a <= b)"}),
        ("a and b", {"((a) or (b))", "((a))", "((b))"}),
        ("not a", {"(a)"}),
        ("x if a else y", {"True", "False"}),
        ("3", {"4"}),
        ("False", {"True"}),
        ("min(a, b)", {"max"}),
        ("a - b", {"(a + b)"}),
    ],
)
def test_what_may_be_put_in_the_place_of_code(source: str, changes: set[str]) -> None:
    node = ast.parse(source, mode="eval").body
    assert {now for _, now in mutate.changes_of(node)} == changes


@pytest.mark.parametrize(
    ("value", "others"),
    [
        (3, [4]),
        (True, [False]),
        ("A2 D2 A3", ["A2 A3"]),
        ("A2", ["A3"]),
        ("clear", []),
        ("1809", ["2809"]),
    ],
)
def test_what_may_be_put_in_the_place_of_a_value(value: object, others: list[object]) -> None:
    assert mutate.other_values(value) == others


def test_mutants_are_drawn_by_seed_from_rules_and_from_data() -> None:
    drawn = mutate.chosen(GAME, 60, 5)
    assert drawn == mutate.chosen(GAME, 60, 5)
    assert drawn != mutate.chosen(GAME, 60, 6)
    assert len({(each.file, each.place, each.line) for each in drawn}) == 60
    assert any(each.key for each in drawn)
    assert any(not each.key for each in drawn)


def test_the_text_of_a_mutant_is_where_it_says() -> None:
    home = mutate.PACKAGE / "games" / GAME
    for each in mutate.chosen(GAME, 30, 2):
        if not each.key:
            text = (home / each.file).read_text(encoding="utf-8")
            assert text[each.start : each.end] == each.was
            ast.parse(text[: each.start] + each.now + text[each.end :])


def run(folder: Path, test: str, seed: int = 1) -> mutate.Report:
    """Break the game twice, with one test of our own."""
    tests = folder / "tests" / "games" / GAME
    tests.mkdir(parents=True)
    (tests / "test_ours.py").write_text(test, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "bridgehead.testing.mutate",
        GAME,
        "--mutants",
        "2",
        "--seed",
        str(seed),
        "--json",
    ]
    said = subprocess.run(command, cwd=folder, capture_output=True, check=True)
    return msgspec.json.decode(said.stdout, type=mutate.Report)


def test_what_no_test_notices_survives(tmp_path: Path) -> None:
    found = run(tmp_path, f"import bridgehead.games.{GAME} as game\n\ndef test_nothing():\n    assert game\n")
    assert (found.mutants, found.killed, len(found.survivors)) == (2, 0, 2)


def test_what_a_test_notices_is_killed(tmp_path: Path) -> None:
    """The test compares what the interpreter reads with what is on the disk."""
    home = mutate.PACKAGE / "games" / GAME
    seed = next(n for n in count() if not any(each.key for each in mutate.chosen(GAME, 2, n)))
    files = [str(home / each.file) for each in mutate.chosen(GAME, 2, seed)]
    lines = [
        "from importlib.machinery import SourceFileLoader",
        "from pathlib import Path",
        "def test_read():",
        f"    for file in {files}:",
        "        assert SourceFileLoader('it', file).get_data(file) == Path(file).read_bytes()",
    ]
    found = run(tmp_path, "\n".join(lines), seed)
    assert (found.mutants, found.killed, found.survivors) == (2, 2, [])


def test_an_equivalent_mutant_is_listed_with_its_reason(tmp_path: Path) -> None:
    entry = (
        "[[equivalent]]\nfile = 'rules/odds.py'\nplace = 'odds'\nwas = 'a'\nnow = 'b'\nwhy = 'never asked'\n"
    )
    (tmp_path / "equivalent.toml").write_text(entry, encoding="utf-8")
    assert mutate.equivalents(tmp_path) == {("rules/odds.py", "odds", "a", "b")}
