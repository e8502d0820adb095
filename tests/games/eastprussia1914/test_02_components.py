"""2.0 Components: the map, the counters, the chits, the preparation."""

from pathlib import Path
from typing import Any

import pytest

from bridgehead.core.data import Data, DataError
from bridgehead.core.values import Hex, UnitId
from bridgehead.games import load_game
from bridgehead.games.eastprussia1914 import build
from bridgehead.games.eastprussia1914.model.data import CLASS, combat_result
from bridgehead.games.eastprussia1914.model.state import is_independent, lose_step
from tests.games.eastprussia1914.table import GERMAN, RUSSIAN, chit, empty, opening, stand, unit


@pytest.mark.rule("1.0b")
def test_1_0b_two_sides() -> None:
    s = opening()
    assert s.game.sides == (GERMAN, RUSSIAN)
    assert {each.side for each in s.units.values()} == {GERMAN, RUSSIAN}


@pytest.mark.rule("2.2.1")
def test_2_2_1_grid_and_distance() -> None:
    s = empty()
    board = s.ground.board
    assert len(board.hexes) == 47 * 39
    assert set(board.near[4213]) == {4212, 4313, 4314, 4214, 4114, 4113}
    assert set(board.near[4114]) == {4113, 4213, 4214, 4115, 4014, 4013}
    assert board.grid.first_points == "E" and board.grid.second_points == "S"
    far = s.ground.distances(Hex(3614))
    assert all(far[hex] == board.distance(3614, hex) for hex in board.hexes)


@pytest.mark.rule("2.2.2", "2.2.4", "2.2.5")
def test_2_2_2_check_sums_of_the_map() -> None:
    s = empty()
    board = s.ground.board
    count = {kind: sum(board.terrain[hex] == kind for hex in board.hexes) for kind in board.kinds}
    assert count["sea"] + count["haff"] == 348 and count["lake"] == 5 and count["marsh"] == 47
    assert count["woods"] == 161 and count["rough"] == 51 and count["clear"] == 1221
    assert len(board.features["major_river"]) == 189 and len(board.features["river"]) == 373
    assert len(board.features["lake_side"]) == 19 and len(board.features["road"]) == 740
    rails = board.features["railroad"] | board.features["broad_gauge"]
    gaps = {(a, b) for a, b in s.ground.gaps if a < b}
    assert len(rails) == 457 and len(gaps) == 4 and (4213, 4214) in gaps and not rails & gaps
    assert all(s.ground.home[a] != s.ground.home[b] for a, b in gaps)
    water = board.features["major_river"] | board.features["river"]
    ways = board.features["road"] | rails | gaps
    assert len(water & ways) == 104
    assert board.terrain[2025] == "rough" and 2025 in s.ground.cities
    assert s.ground.home[4213] == GERMAN and s.ground.home[4214] == RUSSIAN
    assert len(s.ground.sources[RUSSIAN]) == 8 and len(s.ground.sources[GERMAN]) == 6
    assert 2113 in s.ground.sources[GERMAN]


@pytest.mark.rule("2.2.3", "2.2.3b")
def test_2_2_3_bridges() -> None:
    s = empty()
    ground, board = s.ground, s.ground.board
    for a, b in board.features["major_river"]:
        bridged = any((a, b) in board.features[way] for way in ("road", "railroad", "broad_gauge"))
        bridged = bridged or (a, b) in ground.gaps
        side = a * 6 + board.around[a].index(b)
        assert bool(ground.major[side]) == (not bridged)
        assert not ground.minor[side]
    assert not board.features["major_river"] & board.features["river"]


@pytest.mark.rule("2.3.1", "2.3.2", "2.3.3", "2.4.1", "4.4c")
def test_2_3_counters() -> None:
    game: Any = load_game("eastprussia1914")
    hqs = [each for each in game.counters.values() if each.is_hq]
    assert len(hqs) == 18 and all(each.steps == 0 for each in hqs)
    assert {(each.command_range, each.movement_mode_range) for each in hqs if each.side == GERMAN} == {(4, 2)}
    assert {(each.command_range, each.ratio_shift) for each in hqs if each.side == RUSSIAN} == {(3, 1)}
    shifts = {each.formation: each.ratio_shift for each in hqs if each.side == GERMAN}
    assert shifts["GR"] == 2 and shifts["IR"] == 1
    for each in game.counters.values():
        if not each.is_hq:
            assert each.steps in (1, 2) and CLASS[each.kind] == each.movement_class
    cavalry = {each.id for each in game.counters.values() if each.kind == "cavalry"}
    assert {"G-1/1", "G-23/8", "R-4C", "R-15C", "R-1GdC", "R-1CB"} <= cavalry
    assert game.counters[UnitId("R-1Rif")].kind == "infantry"


@pytest.mark.rule("2.3.2")
def test_2_3_2_steps() -> None:
    s = empty()
    stand(s, 3614, "G-1", "G-1/1")
    lose_step(s, UnitId("G-1"))
    assert unit(s, "G-1").steps == 1 and unit(s, "G-1").hex == 3614
    lose_step(s, UnitId("G-1"))
    assert unit(s, "G-1").box == "eliminated"
    lose_step(s, UnitId("G-1/1"))
    assert unit(s, "G-1/1").box == "eliminated"


@pytest.mark.rule("2.5.1", "2.5.2a")
def test_2_5_one_chit_for_each_hq_and_aok8() -> None:
    game: Any = load_game("eastprussia1914")
    assert sorted(each.hq for each in game.chits.values() if each.hq) == sorted(
        each.id for each in game.counters.values() if each.is_hq
    )
    assert game.chits[chit("AOK8")].hq == "" and game.chits[chit("AOK8")].turn == 4
    assert game.chits[chit("R-HQ-II")].turn == 2


@pytest.mark.rule("4.4a", "4.4b", "2.3.3")
def test_4_4_list_of_independents() -> None:
    s = opening()
    independent = {str(each.id) for each in s.units.values() if is_independent(s, each)}
    german = (
        "1/1 2/1 41/1 23/8 38/8 40/8 1LwD 35R 3R 1LwB 2Lw 70Lw 9Lw 6Lw Ersatz 69 Bredow Loetzen Koenigsberg"
    )
    german += " Thorn Marienburg"
    russian = "72R 54R 57R 59R 76R 73R 4C 15C 2C 6C 3C 1GdC 2GdC 1Rif 1C 1CB"
    assert independent == {f"G-{name}" for name in german.split()} | {f"R-{name}" for name in russian.split()}


@pytest.mark.rule("2.7", "16.1.2", "16.2.1", "16.3.2", "2.6")
def test_2_7_preparation() -> None:
    for scenario, turn in (("campaign", 1), ("tannenberg", 4), ("masurian", 12)):
        s = opening(scenario)
        assert s.turn == turn and not s.cup
        assert all(not each.supply for each in s.units.values())
    assert unit(opening("tannenberg"), "R-28").steps == 1
    assert unit(opening("tannenberg"), "G-HQ-XVII").mode == "movement"


@pytest.mark.rule("10.2.2")
def test_10_2_2_result_codes() -> None:
    found = combat_result("A1*/D1r2")
    assert found is not None
    assert (found.attacker_steps, found.asterisk, found.defender_steps, found.defender_retreat) == (
        1,
        True,
        1,
        2,
    )
    assert combat_result("X1") is None


def test_data_that_is_wrong_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "eastprussia1914"
    folder.mkdir()
    for name, text, key in (
        ("tables", '[crt.column]\n"1:2" = "A1 A1"\n', "crt.column.1:2"),
        ("units", '[unit.G-1]\nformation = "LX"\n', "unit.G-1.formation"),
        ("scenarios", '[scenario.campaign.unit]\nG-0 = { hex = "3614" }\n', "scenario.campaign.unit.G-0"),
        (
            "scenarios",
            '[scenario.campaign.unit]\nG-1 = { turn = 2, entry = "K" }\n',
            "scenario.campaign.unit.G-1",
        ),
    ):
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
        with pytest.raises(DataError) as wrong:
            build(Data("bridgehead.games.eastprussia1914", tmp_path))
        assert wrong.value.key == key
        (folder / f"{name}.toml").unlink()
