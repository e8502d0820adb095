"""Dials: paths, values, and the overlays they write."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from bridgehead.core.data import DataError, merged
from bridgehead.core.play import BadSetup
from bridgehead.lab.study import dials

TABLES: dict[str, Any] = {
    "barrage": {"reach": 2, "attacks": [1, 1, 2], "column": "2-1", "factor": 1.5},
    "unit": {"ge_1": {"ma": 4}, "ge_2": {"ma": 5}, "so_1": {"ma": 6}, "so_2": {}},
    "crt": {"1.5:1": ["A1", "D1"]},
    "arrival": [{"turn": 1, "units": "a b"}, {"turn": 3, "units": "c"}],
}


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("-2..2", [-2, -1, 0, 1, 2]),
        ("0..1/0.25", [0, 0.25, 0.5, 0.75, 1.0]),
        ("2..9/3", [2, 5, 8]),
        ("1,4,x", [1, 4, "x"]),
        ([3, 5], [3, 5]),
        ("+1,-1", ["+1", -1]),
    ],
)
def test_values_of_a_dial(given: Any, found: list[Any]) -> None:
    assert dials.values(given) == found


def test_a_span_the_wrong_way_round_is_refused() -> None:
    with pytest.raises(BadSetup, match="smaller end first"):
        dials.values("3..1")


def turned(path: str, value: Any) -> dict[str, Any]:
    file, keys = dials.split(path)
    return dials.changes(file, TABLES, keys, value)


def test_a_path_leads_to_values() -> None:
    assert turned("t:barrage.reach", 3) == {"barrage": {"reach": 3}}
    assert turned("t:barrage.attacks[1]", 3) == {"barrage": {"attacks": [1, 3, 2]}}
    assert turned('t:crt."1.5:1"[0]', "AE") == {"crt": {"1.5:1": ["AE", "D1"]}}
    assert turned("t:arrival[1].turn", "+2")["arrival"][1] == {"turn": 5, "units": "c"}
    assert TABLES["arrival"][1]["turn"] == 3


def test_one_path_may_lead_to_many() -> None:
    assert turned("t:unit.ge_*.ma", "+1") == {"unit": {"ge_1": {"ma": 5}, "ge_2": {"ma": 6}}}
    assert turned("t:unit.*.ma", "*1.5")["unit"]["so_1"] == {"ma": 9}
    assert turned("t:barrage.speed!", 3) == {"barrage": {"speed": 3}}
    assert turned("t:barrage.factor", "-1") == {"barrage": {"factor": 0.5}}


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        ("t:barrage.rich", 1, "barrage.rich: is not there; there is reach, attacks"),
        ("t:barrage.attacks[7]", 1, r"attacks\[7\]: is not there; the list has 3"),
        ("t:barrage.column", 3, "holds '2-1'; 3 does not fit"),
        ("t:barrage.reach", "far", "holds 2; 'far' does not fit"),
    ],
)
def test_what_does_not_fit_is_refused(path: str, value: Any, problem: str) -> None:
    with pytest.raises(DataError, match=problem):
        turned(path, value)


@pytest.mark.parametrize("path", ["tables.toml", "tables.toml:", ":reach", "reach"])
def test_a_path_without_file_or_key_is_refused(path: str) -> None:
    with pytest.raises(BadSetup, match="a dial is written"):
        dials.split(path)


def test_tables_are_written_as_toml() -> None:
    again = {**TABLES, 'odd "key"': {"text": "a\nb", "on": True, "none": {}}}
    read = tomllib.loads(dials.toml(again))
    assert merged({'odd "key"': {"none": {}}, "unit": {"so_2": {}}}, read) == merged(read, again)


def test_an_overlay_holds_only_what_changes(tmp_path: Path) -> None:
    home = tmp_path / "toy"
    home.mkdir()
    (home / "map.toml").write_text('[terrain]\nwoods = "0202"\n', encoding="utf-8")
    files = dials.overlay("bridgehead.testing.toy", tmp_path, {"map.toml:grid.shifted": "odd"})
    assert tomllib.loads(files["map.toml"]) == {"terrain": {"woods": "0202"}, "grid": {"shifted": "odd"}}
    assert dials.reading("bridgehead.testing.toy", "map.toml:grid.first[1]") == [5]
    with pytest.raises(DataError, match="is not a data file of toy"):
        dials.overlay("bridgehead.testing.toy", None, {"tabels.toml:x": 1})
    with pytest.raises(DataError, match="holds no folder toy"):
        dials.overlay("bridgehead.testing.toy", home, {})
