"""Rules with the code and the tests that cite them."""

from pathlib import Path

import pytest

from bridgehead.core import rulebook
from bridgehead.core.rules import Rule
from bridgehead.core.values import replace
from bridgehead.games import load_game
from bridgehead.testing.toy import toy

CODE = """
class Phase:
    @rule("1", "2")
    def take(self): ...

@pytest.mark.rule("1")
def test_one(): ...

@other
def plain(): ...
"""


def test_citations_are_read_from_source_in_all_folders(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "phase.py").write_text(CODE)
    assert rulebook.cited(tmp_path, "rule") == {"1": ["phase:Phase.take"], "2": ["phase:Phase.take"]}
    assert rulebook.cited(tmp_path, "pytest.mark.rule") == {"1": ["phase:test_one"]}


def test_an_index_says_what_is_missing_and_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy()
    found = rulebook.index(game)
    assert [rule.number for rule in found.rules] == ["1", "2", "3"]
    assert not found.tests_found
    assert found.missing == ()
    shown = Rule(title="Shown", text="", kind="combat", status="display", provenance="stated")
    offered = replace(shown, status="offered")
    rules = {"1": game.rules["1"], "8": shown, "9": offered}
    monkeypatch.setitem(game.__dict__, "rules", rules)
    found = rulebook.index(game)
    assert found.missing == ("8", "9")
    assert found.unknown == ("2", "3")


def test_a_game_of_ours_has_its_tests_beside_it() -> None:
    found = rulebook.index(load_game("seelow1945"))
    assert found.tests_found
    assert found.unknown == ()
    assert all(rule.tests for rule in found.rules if rule.status == "enforced")
