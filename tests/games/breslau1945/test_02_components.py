"""2.0 Components: counters, charts, the die; the scenario card."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bridgehead.core.data import Data, DataError
from bridgehead.core.outcomes import outcomes
from bridgehead.core.play import BadSetup, push, setup
from bridgehead.core.values import Hex
from bridgehead.games import load_game
from bridgehead.games.breslau1945 import build
from bridgehead.games.breslau1945.model.actions import Reinforce, RollDie
from bridgehead.games.breslau1945.model.state import State
from bridgehead.games.breslau1945.rules import history
from bridgehead.games.breslau1945.rules.attack import Attack, fatigue, resolve
from bridgehead.games.breslau1945.rules.bombardment import night_raid, strike, strike_depots, succeeds
from bridgehead.games.breslau1945.rules.deployment import Deployment
from bridgehead.games.breslau1945.rules.north import NorthernDice, NorthernFight
from bridgehead.games.breslau1945.rules.supply import supply_roll
from bridgehead.games.breslau1945.view import face
from tests.games.breslau1945.position import GAME, GERMAN, SOVIET, ask, at, called, dice, field, frame, unit


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
def test_two_scenarios_of_the_book_and_one_of_ours() -> None:
    assert list(GAME.scenarios) == ["historical", "free", "evening"]
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


ROLLS: dict[str, Callable[[State], object]] = {
    "assault": lambda s: resolve(s, Attack(SOVIET, "assault", unit("21 VS"), called("372/218"))),
    "fatigue": lambda s: fatigue(s, unit("372/218")),
    "airstrike": lambda s: strike(s, Hex(220), 3),
    "depots": lambda s: strike_depots(s, 3),
    "Po-2": lambda s: night_raid(s, unit("21 VS")),
    "supply": supply_roll,
    "north": lambda s: push(ask(s, NorthernFight(at=1), NorthernDice(GERMAN, 2)), RollDie()),
    "north with Supply": lambda s: push(ask(s, NorthernFight(at=1), NorthernDice(GERMAN, 2)), Reinforce()),
}


@pytest.mark.rule("2.5")
@pytest.mark.parametrize("roll", ROLLS.values(), ids=list(ROLLS))
def test_no_die_shows_a_7(roll: Callable[[State], object]) -> None:
    s = at(at(field(po2=1), 219, "372/218"), 220, "21 VS")
    with pytest.raises(ValueError, match="does not fit"), dice(s, 7):
        roll(s)


@pytest.mark.rule("2.5", "10.4", "10.5.1")
@pytest.mark.parametrize("faces", [(7,), (6, 7), (6, 6, 7)])
def test_none_of_the_dice_of_turn_1_shows_a_7(faces: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="does not fit"), dice(s := field(turn=1), *faces):
        history.first_turn_rolls(s)


@pytest.mark.rule("S.1", "S.2", "6.1c", "10.4.2", "10.7")
@pytest.mark.parametrize(("scenario", "needed"), [("historical", 25), ("free", 24)])
def test_the_tracks_before_anything_has_happened(scenario: str, needed: int) -> None:
    s = setup(GAME, scenario, 1)
    begun = {"supply": 20, "antifascists": 1, "captured_goliaths": 1, "north": 0, "needed": needed, "vp": 0}
    assert {name: s.tracks[name] for name in begun} == begun
    if scenario == "free":  # points and counters come with turn 1, after the deployment
        assert [s.tracks[name] for name in ("air", "po2", "goliaths", "chemicals")] == [0, 0, 0, 0]
    else:
        assert (s.tracks["air"], s.tracks["po2"]) == (6, 3)


@pytest.mark.rule("2.4", "2.6b", "9.7")
def test_what_an_owner_may_write_and_what_he_may_not(tmp_path: Path) -> None:
    folder = tmp_path / "breslau1945"
    folder.mkdir()
    around = " ".join(f"{hex:04d}" for hex in GAME.board.near[1512])
    (folder / "tables.toml").write_text(f'[bridge_links]\n1512 = "{around}"\n')
    varied = build(Data("bridgehead.games.breslau1945", tmp_path))
    assert varied.tables.links[Hex(1512)] == frozenset(GAME.board.near[1512])
    (folder / "tables.toml").write_text('[fatigue]\n1 = "two"\n')
    with pytest.raises(DataError, match=r"fatigue\.1"):
        build(Data("bridgehead.games.breslau1945", tmp_path))


@pytest.mark.rule("2.2a", "2.2b", "3.0h")
@pytest.mark.parametrize(
    ("name", "symbol", "ground", "formation", "size"),
    [
        ("372/218", "infantry", "", "218", "III"),
        ("592 eng./218", "engineer", "", "218", "II"),
        ("222", "armor", "", "", "III"),
        ("91", "armor", "", "", "X"),
        ("1039", "artillery", "#e89a3c", "", "III"),
        ("662/218", "artillery", "#e89a3c", "218", "III"),
        ("18 Grd", "rocket_artillery", "#e89a3c", "", "III"),
        ("1/18 Grd", "rocket_artillery", "#e89a3c", "", "II"),
        ("1248 AT", "antitank", "#e89a3c", "", "III"),
        ("1443", "assault_gun", "", "", "III"),
        ("56 eng.", "engineer", "", "62 Eng-Sapper Bde", "II"),
        ("I/SS Besslein", "infantry", "", "Rgt D (SS Besslein)", "II"),
        ("Pörsel", "armored_train", "", "Armored train", ""),
    ],
)
def test_what_a_counter_shows(name: str, symbol: str, ground: str, formation: str, size: str) -> None:
    shown = face(GAME, field().units[unit(name)])
    assert (shown.symbol, shown.ground, shown.formation, shown.size) == (symbol, ground, formation, size)


@pytest.mark.rule("8.2.7", "8.2.10", "10.6a")
def test_a_counter_is_turned_over_when_disorganized_or_when_it_has_fired() -> None:
    s = at(field(), 220, "21 VS", "22 VS", "I/SS Besslein")
    s.mark(unit("21 VS"), disorganised=True)
    s.mark(unit("22 VS"), fired=True)
    s.mark(unit("I/SS Besslein"), fanatic=True)
    shown = [face(GAME, s.units[id]) for id in called("21 VS", "22 VS", "I/SS Besslein")]
    assert [each.reduced for each in shown] == [True, True, False]
    assert [each.badges for each in shown] == [("disorganized",), ("fired",), ("fortified",)]
