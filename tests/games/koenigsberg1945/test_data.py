"""Data files that are wrong say where and why."""

from pathlib import Path

import pytest

from bridgehead.core.data import DataError
from bridgehead.games import load_game
from tests.games.koenigsberg1945.field import NAME

WRONG = [
    ("units", "[unit.g_hg_61]\nforce = 'polish'", "there is no force 'polish'"),
    ("units", "[unit.g_hg_61]\nfront = '4-5'", "is not attack-defence-movement"),
    ("tables", "[crt.results]\n'1-2' = ['A2r', 'x', 'A1r', 'A1', 'Ar', 'Dr']", "'x' is not a result"),
    ("tables", "[crt.results]\n'1-2' = ['A2r']", "needs six results"),
    ("tables", "[turn.12]\ndates = ''\nlimit = {}\nreplacements = {}", "turn 11 is missing"),
    ("scenarios", "[setup]\ng_hg_61 = '9999'", "is not a hex of the map"),
    ("scenarios", "[setup]\nnobody = '1337'", "there is no unit 'nobody'"),
    ("scenarios", "[reinforcement.cavalry]\nunits = ['nobody']", "there is no unit 'nobody'"),
    ("scenarios", "[reinforcement.cavalry]\nentry = 'Z'", "there is no entry 'Z'"),
    ("scenarios", "[chit.c_39]\nheadquarters = 'hq_x'", "there is no HQ 'hq_x'"),
    ("scenarios", "[chit.c_39]\nforce = ''", "a command chit needs a force"),
]


@pytest.mark.parametrize(("file", "text", "problem"), WRONG)
def test_what_is_wrong_is_said(tmp_path: Path, file: str, text: str, problem: str) -> None:
    folder = tmp_path / NAME
    folder.mkdir()
    (folder / f"{file}.toml").write_text(text)
    with pytest.raises(DataError, match=problem):
        load_game(NAME, tmp_path)


def test_a_player_may_lay_his_own_figures_over_ours(tmp_path: Path) -> None:
    folder = tmp_path / NAME
    folder.mkdir()
    (folder / "tables.toml").write_text("[turn.1]\nlimit = { german = 9 }")
    assert load_game(NAME, tmp_path).tables.turn["1"].limit == {"german": 9, "2bf": 4, "3bf": 3}  # type: ignore[attr-defined]
