"""Data files that are wrong say where and why."""

from pathlib import Path

import pytest

from bridgehead.core.data import DataError
from bridgehead.games import load_game
from tests.games.koenigsberg1945.field import NAME, koenigsberg

WRONG = [
    ("units", "[unit.g_hg_61]\nforce = 'polish'", "there is no force 'polish'"),
    ("units", "[unit.g_hg_61]\nfront = '4-5'", "is not attack-defense-movement"),
    ("tables", "[crt.results]\n'1-2' = ['A2r', 'x', 'A1r', 'A1', 'Ar', 'Dr']", "'x' is not a result"),
    ("tables", "[crt.results]\n'1-2' = ['A2r']", "needs six results"),
    ("tables", "[crt.results]\n'1-2' = ['', 'A1r', 'A1r', 'A1', 'Ar', 'Dr']", "'' is not a result"),
    ("tables", "[crt]\ncolumns = ['2-1']", "crt.columns: needs two columns"),
    ("tables", "[turn.12]\ndates = ''\nlimit = {}\nreplacements = {}", "turn 11 is missing"),
    ("tables", "[crt]\ncolumns = ['1-0', '1-1', '2-1']", "crt.columns: odds are written"),
    ("tables", "[crt]\ncolumns = ['1-1', '1-2', '2-1']", "crt.columns: needs two columns"),
    ("tables", "[crt]\ncolumns = ['1-1', '1-1', '2-1']", "crt.columns: needs two columns"),
    ("tables", "[barrage]\ncolumn = '9-1'", "there is no column '9-1'"),
    ("tables", "[terrain.woods]\nenter = { foot = 0 }", "enter.foot: Expected `int` >= 1"),
    ("tables", "[movement]\nroad = 0", "movement.road: Expected `int` >= 1"),
    ("tables", "[stacking]\ncombat_units = 0", "stacking.combat_units: Expected `int` >= 1"),
    ("tables", "[volkssturm]\ndistance = 0", "volkssturm.distance: Expected `int` >= 1"),
    ("tables", "[hipper]\nunit = 'bismarck'", "no unit 'bismarck'"),
    ("tables", "[victory]\nsudden_death = '9999'", "'9999' is not a hex of the map"),
    ("tables", "[victory.level]\n'German Minor Victory' = [9, 9]", "8 hexes must make one level of victory"),
    ("scenarios", "[scenario.evening.level]\nDraw = [13, 14]", "14 hexes must make one level of victory"),
    ("scenarios", "[scenario.evening]\nturns = 11", "the turn track is not so long"),
    (
        "tables",
        "[turn.11]\ndates = ''\nlimit = {}\nreplacements = {}",
        "turn.11: needs a limit",
    ),
    ("units", "[headquarters.hq_xx]\nrange = -1", ".range: Expected `int` >= 0"),
    ("map", "[terrain]\nsand = '2114'", "'sand' is on the map and not in the chart"),
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
    assert koenigsberg(tmp_path).tables.turn["1"].limit == {"german": 9, "2bf": 4, "3bf": 3}


def test_a_table_of_two_columns_is_enough(tmp_path: Path) -> None:
    folder = tmp_path / NAME
    folder.mkdir()
    (folder / "tables.toml").write_text("[crt]\ncolumns = ['1-1', '2-1']")
    assert len(koenigsberg(tmp_path).crt) == 2
