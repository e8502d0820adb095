"""2.0 Components: counters, charts, the die; the scenario card."""

from pathlib import Path

import pytest

from bridgehead.core.data import Data, DataError
from bridgehead.core.outcomes import outcomes
from bridgehead.core.play import BadSetup, setup
from bridgehead.core.values import Hex
from bridgehead.games import load_game
from bridgehead.games.breslau1945 import build
from bridgehead.games.breslau1945.model.actions import RollDie
from bridgehead.games.breslau1945.rules.bombardment import succeeds
from bridgehead.games.breslau1945.rules.deployment import Deployment
from bridgehead.games.breslau1945.rules.north import NorthernDice, NorthernFight
from bridgehead.games.breslau1945.view import face
from tests.games.breslau1945.position import GAME, GERMAN, SOVIET, ask, field, frame, unit


@pytest.mark.rule("2.2a", "3.0g")
def test_the_colour_of_a_counter_tells_its_force() -> None:
    def nationality(name: str) -> str:
        return face(GAME, field().units[unit(name)]).nationality

    assert (nationality("372/218"), nationality("13/5"), nationality("21 VS")) == (
        "soviet",
        "polish",
        "german",
    )
    for counter in GAME.counters.values():
        assert (counter.side == GERMAN) == (counter.nation == "german")


@pytest.mark.rule("2.2b")
def test_a_counter_shows_a_blue_and_a_green_figure() -> None:
    shown = face(GAME, field().units[unit("8-I How")])
    assert (shown.values, shown.figures) == ("+1 +1", ("blue", "green"))
    assert shown.symbol == "artillery"


@pytest.mark.rule("2.2c")
@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("I/SS Besslein", (1, 0, 5, True)),
        ("372/218", (0, 0, 5, False)),
        ("56 eng.", (1, 0, 5, False)),
        ("I/Wehl", (0, 1, 5, False)),
        ("55 VS (HJ)", (0, 0, 5, True)),
        ("317 BM", (0, 1, 0, False)),
        ("Screening Unit 1", (0, 1, 0, False)),
        ("Pörsel", (2, 0, 5, False)),
        ("1403", (0, 1, 5, False)),
    ],
)
def test_figures_stars_and_zero_movement(name: str, figures: tuple[int, int, int, bool]) -> None:
    counter = GAME.counters[unit(name)]
    assert (counter.assault, counter.exposed, counter.mp, counter.star) == figures


@pytest.mark.rule("2.3")
def test_two_scenarios() -> None:
    assert set(GAME.scenarios) == {"historical", "free"}
    assert setup(GAME, "historical", 1).turn == 1
    free = setup(GAME, "free", 1)
    assert free.turn == 0
    assert isinstance(frame(free), Deployment)
    with pytest.raises(BadSetup):
        setup(GAME, "another", 1)


@pytest.mark.rule("2.4")
def test_the_charts_come_from_the_data() -> None:
    assert GAME.tables.chart["city"].success == {"german": 7, "soviet": 7}
    assert GAME.tables.charts["rebuilt"].success[SOVIET][820] == 8
    assert not succeeds(GAME.tables, 1, 5)


@pytest.mark.rule("2.4")
def test_a_player_s_own_chart_is_laid_over_ours(tmp_path: Path) -> None:
    folder = tmp_path / "breslau1945"
    folder.mkdir()
    (folder / "tables.toml").write_text("[terrain.city]\nsuccess = { german = 7, soviet = 9 }\n")
    varied = build(Data("bridgehead.games.breslau1945", folder.parent))
    assert varied.tables.charts["tuned"].success[GAME.sides[0]][820] == 9
    assert varied.version != GAME.version
    (folder / "tables.toml").write_text('[bombardment.rows]\n1 = "- -"\n')
    with pytest.raises(DataError, match=r"bombardment\.rows"):
        build(Data("bridgehead.games.breslau1945", folder.parent))
    (folder / "tables.toml").write_text("")
    (folder / "units.toml").write_text('[unit.g_vs21]\nsetup = "9999"\n')
    with pytest.raises(DataError, match=r"g_vs21\.setup"):
        build(Data("bridgehead.games.breslau1945", folder.parent))


@pytest.mark.rule("2.2b")
def test_a_unit_without_a_name_in_full_is_called_as_it_is_printed(tmp_path: Path) -> None:
    folder = tmp_path / "breslau1945"
    folder.mkdir()
    (folder / "units.toml").write_text('[unit.g_vs21]\ntitle = ""\n')
    assert load_game("breslau1945", tmp_path).names["g_vs21"] == "21 VS"
    assert GAME.names["g_vs21"] == "21st Volkssturm Battalion"


@pytest.mark.rule("2.5")
def test_every_roll_is_one_fair_die() -> None:
    s = ask(field(), NorthernFight(at=1), NorthernDice(GERMAN, 2))
    found = [(chance, after.flow[-1]) for chance, after, _ in outcomes(s, RollDie())]
    assert [chance for chance, _ in found] == [pytest.approx(1 / 6)] * 6
    assert [getattr(dice, "total", 0) for _, dice in found] == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("S.1", "6.1c", "3.0c")
def test_the_historical_situation() -> None:
    s = setup(GAME, "historical", 1)
    assert s.tracks["supply"] == 20
    assert s.tracks["needed"] == 25
    assert s.units[unit("372/218")].hex == 117
    assert s.units[unit("44 VS")].hex == 2027
    assert s.units[unit("I/Mohr")].box == "north_german"
    assert s.units[unit("53 VS")].box == "reserves"
    on_map = [each for each in s.units.values() if each.hex]
    assert [sum(each.side == side for each in on_map) for side in GAME.sides] == [57, 39]
    for hex, ids in s.stacks.items():
        assert len(ids) <= GAME.tables.limit[s.units[ids[0]].side][hex]
    for each in on_map:
        soviet = each.hex in GAME.tables.soviet_at_start
        assert soviet == (each.side == "soviet"), each.id
    assert Hex(120) in GAME.tables.soviet_at_start
    assert Hex(220) not in GAME.tables.soviet_at_start
    assert s.tracks["vp"] == 0


@pytest.mark.rule("S.3")
def test_what_is_not_yet_in_play() -> None:
    s = setup(GAME, "historical", 1)
    boxes = {
        "III/FJR 26": "waiting",
        "385/112": "waiting",
        "13/5": "waiting",
        "1/18 Grd": "rockets",
        "Screening Unit 11": "screens",
        "Polish Screening Unit 1": "screens",
        "Pörsel": "works",
    }
    assert {name: s.units[unit(name)].box for name in boxes} == boxes
