"""The tables against the odds they were built for, the switches of the rulings, and wrong data."""

from pathlib import Path
from typing import Any

import pytest

from bridgehead.core.actions import Commit, MoveTo, SendTo
from bridgehead.core.data import DataError
from bridgehead.core.play import options, setup
from bridgehead.core.values import Hex, UnitId
from bridgehead.games import load_game
from bridgehead.games.seelow1945.model.actions import Bombard
from bridgehead.games.seelow1945.model.state import EXITED, State
from bridgehead.games.seelow1945.rules.artillery import TOO_WEAK, barrage_modifiers
from bridgehead.games.seelow1945.rules.deployment import STUCK_IN_SWAMP, why_not_place
from bridgehead.games.seelow1945.rules.odds import combat_modifiers
from bridgehead.games.seelow1945.rules.results import StepOrRetreat
from bridgehead.games.seelow1945.rules.retreat import Retreat
from bridgehead.games.seelow1945.rules.steps import NO_ZOC_AT_DUSK
from bridgehead.games.seelow1945.rules.victory import assess
from bridgehead.hexes.paths import CLOSED
from bridgehead.toolkit.tables import total
from tests.games.seelow1945.field import (
    AAG,
    DAWN,
    GAME,
    GERMAN,
    GRR,
    KAG,
    PG,
    PZ,
    RR,
    SOVIET,
    TB,
    ZHUKOV,
    barrage,
    do,
    now,
    phase,
    pick,
    reason,
    said,
    shoot,
    stand,
    unit,
)
from tests.support import ask

CRT, FIRE = GAME.tables.crt, GAME.tables.fire
DICE = range(1, 7)


def rolls_that_drive_off(part: str, rating: int, added: int) -> list[int]:
    """By column: how many natural rolls of six make a side of that rating retreat."""

    def routed(die: int, column: int) -> bool:
        effect = getattr(CRT.at(die + added, column), part)
        return effect is not None and (effect.eliminated or rating < effect.number)

    return [sum(routed(die, column) for die in DICE) for column in range(len(CRT.columns))]


@pytest.mark.rule("7.2-5", "7.42a", "7.37")
@pytest.mark.parametrize(
    ("part", "rating", "added", "expected"),
    [
        ("defender", 3, 0, [0, 0, 1, 2, 3, 4, 5, 6, 6, 6]),
        ("defender", 4, 0, [0, 0, 0, 0, 1, 2, 3, 4, 5, 6]),
        ("defender", 3, 2, [0, 0, 0, 0, 1, 2, 3, 4, 5, 6]),
        ("defender", 4, 2, [0, 0, 0, 0, 0, 0, 1, 2, 3, 4]),
        ("defender", 2, -2, [2, 3, 4, 5, 6, 6, 6, 6, 6, 6]),
        ("attacker", 3, 0, [4, 3, 2, 1, 0, 0, 0, 0, 0, 0]),
        ("attacker", 4, 0, [3, 2, 1, 0, 0, 0, 0, 0, 0, 0]),
        ("attacker", 3, 2, [6, 5, 4, 3, 2, 1, 0, 0, 0, 0]),
        ("attacker", 4, 2, [5, 4, 3, 2, 1, 0, 0, 0, 0, 0]),
    ],
)
def test_reference_odds_of_combat(part: str, rating: int, added: int, expected: list[int]) -> None:
    assert rolls_that_drive_off(part, rating, added) == expected


@pytest.mark.rule("6.2-3", "6.55")
@pytest.mark.parametrize(
    ("armor", "expected"),
    [
        (0, [0, 0, 1, 2, 3, 4, 5, 6, 6, 6]),
        (1, [0, 0, 0, 1, 2, 3, 4, 5, 6, 6]),
        (2, [0, 0, 0, 0, 1, 2, 3, 4, 5, 6]),
        (3, [0, 0, 0, 0, 0, 1, 2, 3, 4, 5]),
        (4, [0, 0, 0, 0, 0, 0, 1, 2, 3, 4]),
    ],
)
def test_reference_odds_of_fire(armor: int, expected: list[int]) -> None:
    def costs_a_step(die: int, column: int) -> bool:
        effect = FIRE.at(die + armor, column).effect
        return effect is not None and (effect.circled or effect.eliminated)

    assert [sum(costs_a_step(die, column) for die in DICE) for column in range(10)] == expected


# --- switches and knobs


def other_game(tmp_path: Path, tables: str) -> Any:
    """The game with a player's own tables laid over ours."""
    folder = tmp_path / "seelow1945"
    folder.mkdir()
    (folder / "tables.toml").write_text(tables, encoding="utf-8")
    return load_game("seelow1945", tmp_path)


def field_of(game: Any, scenario: str = "seelow", turn: int = 2) -> State:
    s: State = setup(game, scenario, 1)
    for each in list(s.units.values()):
        s.send(each.id, "aside")
    s.flow = ()
    s.set(turn=turn)
    return s


@pytest.mark.rule("5.28c")
def test_switch_no_entry_into_zoc_at_dusk(tmp_path: Path) -> None:
    s = field_of(other_game(tmp_path, "[switches]\nenter_enemy_zoc_at_dusk_dawn = false"), turn=DAWN)
    stand(s, 2507, GRR)
    stand(s, 2307, PG)
    do(phase(s, "movement", SOVIET), *pick(GRR))
    assert reason(s, MoveTo(Hex(2407))) == NO_ZOC_AT_DUSK


@pytest.mark.rule("6.18", "7.18")
def test_switch_printed_allowance(tmp_path: Path) -> None:
    s = field_of(other_game(tmp_path, "[switches]\nenterability_uses_turn_allowance = false"), turn=DAWN)
    stand(s, 1915, PZ)
    stand(s, 2015, RR)
    phase(s, "antitank", SOVIET)
    assert s.flow, "4 printed points suffice for 3"


@pytest.mark.rule("6.63b", "8.16b")
def test_switches_of_the_exchange(tmp_path: Path) -> None:
    both = "step_for_retreat_against_antitank_fire = true\nstep_for_retreat_against_barrage = false"
    game = other_game(tmp_path, f"[switches]\n{both}")
    s = field_of(game)
    stand(s, 2210, TB)
    stand(s, 2209, PZ)
    shoot(s, GERMAN, TB, PZ, rolls=(3, 6))
    assert isinstance(now(s), StepOrRetreat)
    s = field_of(game)
    stand(s, 2209, PG)
    stand(s, 2212, RR)
    stand(s, 2509, KAG)
    barrage(s, SOVIET, 2209, KAG, rolls=(4, 6))
    assert isinstance(now(s), Retreat)


@pytest.mark.rule("12.42a", "12.43a")
def test_switch_without_zhukov_on_turn_7(tmp_path: Path) -> None:
    s = field_of(other_game(tmp_path, "[switches]\nzhukov_counts_on_turn_7 = false"), turn=7)
    stand(s, 1508, ZHUKOV)
    stand(s, 1908, RR)
    result = assess(s)
    assert result is not None
    assert result.winner == GERMAN


@pytest.mark.rule("12.46b")
def test_switch_retreats_do_not_change_control(tmp_path: Path) -> None:
    game = other_game(tmp_path, "[switches]\ncontrol_changes_by_retreat = false")
    for each, owner in ((GAME, SOVIET), (game, GERMAN)):
        s = field_of(each)
        stand(s, 1508, RR, disrupted=True)
        s.control[Hex(1409)] = GERMAN
        ask(s, Retreat(SOVIET, UnitId(RR), Hex(1508), (UnitId(RR),)))
        do(s, MoveTo(Hex(1409)))
        assert s.control[Hex(1409)] == owner


@pytest.mark.rule("5.27c")
def test_switch_the_southern_limit_is_a_wall(tmp_path: Path) -> None:
    s = field_of(other_game(tmp_path, "[switches]\nkustrin_south_limit_is_map_edge = false"), "kustrin")
    stand(s, 2308, "ge_25pg_35_1")
    do(phase(s, "movement", GERMAN), *pick("ge_25pg_35_1"))
    assert SendTo(EXITED) not in options(s)
    assert s.ground.exits["motz"][2301] != CLOSED
    assert s.ground.exits["motz"][2308] == CLOSED


@pytest.mark.rule("7.35a")
def test_the_printed_shift_of_attacking_armor_can_be_set(tmp_path: Path) -> None:
    s = field_of(other_game(tmp_path, "[combat]\nattacker_armor = -1"))
    stand(s, 2209, PG)
    stand(s, 2210, TB)
    assert total(combat_modifiers(s, Hex(2209), [unit(s, TB)]), "shift") == -1


@pytest.mark.rule("8.14a")
def test_the_shift_of_soviet_guns_at_kustrin_is_told() -> None:
    for scenario, shift in (("kustrin", -5), ("seelow", 1)):
        s = field_of(load_game("seelow1945"), scenario)
        assert total(barrage_modifiers(s, SOVIET), "shift") == shift
        assert total(barrage_modifiers(s, GERMAN), "shift") == 1


@pytest.mark.rule("8.14a", "6.2-3")
def test_the_knobs_of_the_fire_table(tmp_path: Path) -> None:
    knobs = "[barrage]\ncolumn_shift = -1\ncolumn_shift_kustrin_soviet = -2\n[antitank]\ncolumn_shift = 1"
    game = other_game(tmp_path, knobs)
    for scenario, column in (("seelow", "8-10"), ("kustrin", "4-5")):
        s = field_of(game, scenario)
        stand(s, 2205, PG)
        stand(s, 2207, "su_295_1038")
        stand(s, 2506, KAG)
        stand(s, 2507, AAG)
        barrage(s, SOVIET, 2205, KAG, AAG, rolls=(6, 1))
        assert said(s, "Barraged").column == column
    s = field_of(game)
    stand(s, 2210, TB)
    stand(s, 2209, PZ)
    shoot(s, GERMAN, TB, PZ, rolls=(6, 1))
    assert said(s, "Fired").column == "6-7"


@pytest.mark.rule("6.51")
@pytest.mark.parametrize(
    ("tables", "key"),
    [
        ('[fire_table.rows]\n"3" = ["X", "1", "2", "3", "1c", "2c", "2c", "3c", "4c", "5c"]', "fire_table"),
        ('[fire_table.rows]\n"3" = ["6", "1", "2", "3", "1c", "2c", "2c", "3c", "4c", "5c"]', "fire_table"),
        ('[fire_table.rows]\n"3" = ["0", "1", "2", "3", "1c", "2c", "2c", "3c", "4c", "5c"]', "fire_table"),
        ('[fire_table.rows]\n"3" = ["M", "1", "2", "3", "1c", "2c", "2c", "3c", "4c", "6c"]', "fire_table"),
        ('[combat_results.rows]\n"3" = ["A4"]', "combat_results.rows.3"),
        ('[combat_results.rows]\n"12" = ["A4"]', "combat_results.rows"),
    ],
)
def test_wrong_data_is_named(tmp_path: Path, tables: str, key: str) -> None:
    with pytest.raises(DataError) as raised:
        other_game(tmp_path, tables)
    assert raised.value.key == key


@pytest.mark.rule("8.14b")
def test_a_total_halved_to_nothing_cannot_fire(tmp_path: Path) -> None:
    folder = tmp_path / "seelow1945"
    folder.mkdir()
    (folder / "units.toml").write_text("[model.KAG]\nfire = [1, 3, 3, 0]", encoding="utf-8")
    s = field_of(load_game("seelow1945", tmp_path))
    stand(s, 2312, PG)
    stand(s, 2413, RR)
    stand(s, 2610, KAG)
    phase(s, "barrage", SOVIET)
    assert reason(s, Bombard(Hex(2312))) == TOO_WEAK
    stand(s, 2611, "su_4kag")
    phase(s, "barrage", SOVIET)
    do(s, Bombard(Hex(2312)), *pick(KAG))
    assert reason(s, Commit()) == TOO_WEAK
    do(s, *pick("su_4kag"), Commit(), rolls=(6,))
    assert said(s, "Barraged").strength == 1


@pytest.mark.rule("11.12c")
@pytest.mark.parametrize(
    ("file", "text"),
    [("map", '[path.track]\nto_the_swamp = "3307 3308"'), ("units", '[model.KAG]\nclass = "foot"')],
)
def test_a_swamp_with_a_track_takes_guns_and_any_swamp_takes_foot(
    tmp_path: Path, file: str, text: str
) -> None:
    plain = setup(load_game("seelow1945"), "seelow", 1)
    assert why_not_place(plain, unit(plain, "su_29kag"), Hex(3308)) is STUCK_IN_SWAMP
    (tmp_path / "seelow1945").mkdir()
    (tmp_path / "seelow1945" / f"{file}.toml").write_text(text, encoding="utf-8")
    s = setup(load_game("seelow1945", tmp_path), "seelow", 1)
    assert why_not_place(s, unit(s, "su_29kag"), Hex(3308)) is None
