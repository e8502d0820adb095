"""One study over several games: what is read, refused, played, gone on with and shown."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import sync_playwright

from bridgehead.core.data import DataError
from bridgehead.core.play import BadSetup
from bridgehead.games import GAMES, load_game
from bridgehead.games.koenigsberg1945.model.data import camp_of
from bridgehead.lab.analysis.figures import cell_figures
from bridgehead.lab.analysis.statistics import Numbers
from bridgehead.lab.analysis.tables import gather
from bridgehead.lab.playing.hexcounts import HexCounts
from bridgehead.lab.playing.recorder import GameRecorder, play_games
from bridgehead.lab.playing.runner import run_study
from bridgehead.lab.playing.shards import shard_tasks, total_of
from bridgehead.lab.report.heatmap import decoded, encoded
from bridgehead.lab.report.page import publish, republish
from bridgehead.lab.study import camps
from bridgehead.lab.study.cells import cells_of, games_in, read_checked, variants_of
from bridgehead.lab.study.definition import Dial, Play, Study, Variant, check_dial, with_games
from tests.client.conftest import chromium

EXAMPLES = Path(__file__).parents[2] / "examples"
TOY, KUSTRIN = Play(game="bridgehead.testing.toy"), Play(game="seelow1945", scenarios=["kustrin"])
TANNENBERG = Play(game="eastprussia1914", scenarios=["tannenberg"])
TABLES = ("games", "turns", "fights", "happenings", "hexes")


def several(**more: Any) -> Study:
    return Study(**{"play": [TOY, KUSTRIN], "title": "Several", "games": 2, "bots": "random", **more})


# --- reading


def test_the_example_plays_every_scenario_of_every_game() -> None:
    study = read_checked(EXAMPLES / "five-games.toml")
    cells = cells_of(study)
    wanted = [(name, scenario) for name in GAMES for scenario in load_game(name).scenarios]
    assert sorted((cell.game, cell.scenario) for cell in cells) == sorted(wanted)
    assert {bot for cell in cells for bot in cell.bots.values()} == {"recruit"}
    assert all(set(cell.bots) == set(camps.sides_in(load_game(cell.game), cell.scenario)) for cell in cells)
    long = [where for where in wanted if where[0] == "budziszyn1945"]
    assert total_of(study, cells) == 10 * len(wanted) - 4 * len(long)


def test_one_game_is_the_same_in_both_forms() -> None:
    old = Study(
        game="bridgehead.testing.toy",
        bots={"red": "random"},
        options={"short": "yes"},
        variant=[Variant(name="a")],
    )
    new = Study(
        play=[Play(game="bridgehead.testing.toy", bots={"red": "random"}, options={"short": "yes"})],
        variant=[Variant(name="a", game="bridgehead.testing.toy")],
    )
    assert cells_of(old) == cells_of(new)


def test_bots_are_named_for_all_by_game_and_by_side() -> None:
    study = several(
        bots="recruit",
        play=[TOY, Play(game="seelow1945", scenarios=["kustrin"], bots={"german": "random"}, games=7)],
        variant=[Variant(name="a"), Variant(name="b", bots={"soviet": "random"})],
    )
    seats = {(cell.game, cell.variant): cell.bots for cell in cells_of(study)}
    assert seats["bridgehead.testing.toy", "b"] == {"red": "recruit", "blue": "recruit"}
    assert seats["seelow1945", "a"] == {"german": "random", "soviet": "recruit"}
    assert seats["seelow1945", "b"] == {"german": "random", "soviet": "random"}
    assert [games_in(study, cell) for cell in cells_of(study)] == [2, 2, 7, 7]
    assert {games_in(with_games(study, 9), cell) for cell in cells_of(study)} == {9}


def test_variants_and_dials_belong_to_a_game() -> None:
    study = several(
        variant=[Variant(name="short", game="bridgehead.testing.toy", options={"short": "yes"})],
        dial=[Dial("tables.toml:victory.kustrin.german", [9, 10], "seelow1945")],
    )
    assert [each.name for _, each in variants_of(study, "bridgehead.testing.toy")] == ["short"]
    found = [(cell.game, cell.variant, dict(cell.options)) for cell in cells_of(study)]
    assert found == [
        ("bridgehead.testing.toy", "short", {"short": "yes"}),
        ("seelow1945", "kustrin.german 9", {}),
        ("seelow1945", "kustrin.german 10", {}),
    ]
    check_dial(study, study.dial[0])


TWO = (
    'bots = "random"\n[[play]]\ngame = "bridgehead.testing.toy"\n'
    '[[play]]\ngame = "seelow1945"\nscenarios = ["kustrin"]\n'
)
X = '[[variant]]\nname = "x"\n'


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("title = 'x'", "game: is missing; a study of several games has a"),
        ('game = "bridgehead.testing.toy"\n' + TWO, "game: belongs to one game"),
        ('scenarios = ["toy"]\n' + TWO, "scenarios: belongs to one game"),
        ('options = { short = "yes" }\n' + TWO, "options: belongs to one game"),
        ('[[play]]\ngame = "chess"', r"play\[0\].game: .*chess"),
        (
            TWO + '[[play]]\ngame = "bridgehead.testing.toy"\n',
            r"play\[2\].scenarios: bridgehead.testing.toy/toy is played twice",
        ),
        (TWO.replace("kustrin", "toy"), r"play\[1\].scenarios: seelow1945 has no scenario 'toy'"),
        (TWO.replace("random", "nobody"), "bots: there is no bot 'nobody'"),
        (TWO + 'bots = { red = "random" }', r"play\[1\].bots: seelow1945 has no side 'red'"),
        (TWO.replace('"random"', '{ green = "random" }'), "bots: no game of the study has a side"),
        (TWO + 'options = { short = "yes" }', r"play\[1\].options: .* no option 'short'"),
        (TWO + X + 'options = { short = "yes" }', r"variant\[0\].options: name the game"),
        (TWO + X + 'game = "chess"', r"variant\[0\].game: the study does not play 'chess'"),
        (TWO + X + '[[variant]]\nname = "x"\ngame = "bridgehead.testing.toy"', "variant: two variants"),
        (
            TWO + X + 'game = "seelow1945"\ndials = { "tables.toml:none" = 1 }',
            r"variant\[0\].dials: tables.toml: none: is not there",
        ),
        (TWO + X + 'game = "bridgehead.testing.toy"\ndata = "none"', r"variant\[0\].data: .*not a folder"),
        (TWO + '[[dial]]\npath = "map.toml:grid.metres"\nvalues = "1..2"', r"dial\[0\].path: name the game"),
        (
            TWO + '[[dial]]\ngame = "bridgehead.testing.toy"\npath = "map.toml:x"\nvalues = "2..1"',
            r"dial\[0\].values: ",
        ),
        (TWO + "sides = 2", "unknown field `sides`"),
    ],
)
def test_what_does_not_fit_is_told_with_file_and_key(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "two.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=f"two.toml: .*{problem}"):
        read_checked(file)


# --- playing


def same_tables(one: Path, other: Path) -> None:
    for name in TABLES:
        assert (one / f"{name}.parquet").read_bytes() == (other / f"{name}.parquet").read_bytes(), name


def test_stopped_and_gone_on_with_it_is_as_if_never_stopped(tmp_path: Path) -> None:
    study = several(play=[KUSTRIN, TANNENBERG, Play(game="bridgehead.testing.toy", games=24)])
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    publish(study, run_study(study, whole, 1), whole)

    def stop(games: int) -> None:
        if games and len(shard_tasks(stopped / "shards")) > 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_study(study, stopped, 2, "", stop)
    done = sum(len(task.numbers) for task in shard_tasks(stopped / "shards"))
    assert 0 < done < 28
    told: list[int] = []
    cells = run_study(study, stopped, 1, "", told.append)
    assert (told[0], sum(told)) == (done, 28)
    publish(study, cells, stopped)
    same_tables(whole, stopped)
    assert (whole / "figures.json").read_bytes() == (stopped / "figures.json").read_bytes()
    tables = gather(whole, cells)
    played = tables.games.group_by("game").len().sort("game").rows()
    assert played == [("bridgehead.testing.toy", 24), ("eastprussia1914", 2), ("seelow1945", 2)]
    assert len({*shard_tasks(whole / "shards")} ^ {*shard_tasks(stopped / "shards")}) > 0


def test_a_game_is_played_alike_alone_and_among_others(tmp_path: Path) -> None:
    alone = cells_of(Study(game="bridgehead.testing.toy", games=2, bots={"red": "random", "blue": "random"}))[
        0
    ]
    among = cells_of(several())[0]
    assert play_games(alone, range(3)).games == play_games(among, range(3)).games


def test_fewer_games_of_one_game_are_refused(tmp_path: Path) -> None:
    toys = [Play(game="bridgehead.testing.toy", games=3)]
    run_study(several(play=toys), tmp_path, 1)
    run_study(several(play=[Play(game="bridgehead.testing.toy", games=4)]), tmp_path, 1)
    with pytest.raises(BadSetup, match=r"holds 4 games of each kind already \(bridgehead.testing.toy/toy\)"):
        run_study(several(play=toys), tmp_path, 1)


# --- camps


class Camps:
    """The judge's word on who belongs together."""

    def camp(self, s: Any, side: Any) -> str:
        return str(camp_of(side))


@pytest.fixture
def one_camp(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camps, "judge_of", lambda game: Camps())
    monkeypatch.setattr(camps, "_camps", {})


@pytest.mark.usefixtures("one_camp")
def test_fronts_of_one_camp_win_and_lose_together(tmp_path: Path) -> None:
    study = Study(
        game="koenigsberg1945",
        scenarios=["fronts"],
        bots={"soviet": "recruit", "3bf": "random"},
        chances=False,
    )
    (cell,) = cells_of(study)
    assert cell.camps == ("german", "soviet")
    assert cell.bots == {"3bf": "random", "2bf": "recruit"}
    cell = cells_of(Study(game="koenigsberg1945", scenarios=["fronts"], chances=False))[0]
    shard = play_games(cell, range(1))
    assert {row.side for row in shard.turns} == {"german", "soviet"}
    assert all(row.steps > 0 for row in shard.turns)
    assert {row.side for row in shard.fights} <= {"german", "soviet"}
    assert set(shard.dice) <= {"german", "soviet"}
    recorder = GameRecorder(cell, 0, shard, HexCounts(cell))
    assert (recorder.of("2bf"), recorder.of("german")) == ("soviet", "german")


@pytest.mark.usefixtures("one_camp")
def test_a_victory_of_the_camp_is_counted(tmp_path: Path) -> None:
    study = Study(game="koenigsberg1945", scenarios=["fronts"], games=1, chances=False)
    cells = run_study(study, tmp_path, 1)
    tables = gather(tmp_path, cells)
    tables.games = tables.games.with_columns(winner=np.array(["soviet"]))
    found = cell_figures(cells[0], tables, {})
    assert {side: won.games for side, won in found.wins.items()} == {"german": 0, "soviet": 1}
    assert set(found.bots) == {"german", "2bf", "3bf"}
    assert found.sides == ["german", "soviet"]


def test_a_camp_bears_the_name_of_a_side(monkeypatch: pytest.MonkeyPatch) -> None:
    class Numbered:
        def camp(self, s: Any, side: Any) -> str:
            return str(int(side != "soviet"))

    monkeypatch.setattr(camps, "judge_of", lambda game: Numbered())
    monkeypatch.setattr(camps, "_camps", {})
    (two_stars,) = cells_of(Study(game="budziszyn1945", scenarios=["two_stars"]))
    assert two_stars.camps == ("allied", "soviet")
    assert two_stars.camp["german"] == "allied"
    (nysa,) = cells_of(Study(game="budziszyn1945", scenarios=["nysa"]))
    assert nysa.camps == ("soviet", "german")


# --- the report


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("several")
    study = several(
        play=[TOY, KUSTRIN, TANNENBERG],
        variant=[
            Variant(name="long"),
            Variant(name="short", game="bridgehead.testing.toy", options={"short": "yes"}),
        ],
    )
    publish(study, run_study(study, made, 1), made)
    return made


def test_the_report_begins_with_all_games(folder: Path) -> None:
    page = (folder / "report.html").read_text(encoding="utf-8")
    head, _, rest = page.partition('<section class="game"')
    assert 'id="overview"' in head
    for words in ("Küstrin 1945", "Tannenberg", "Toy · short", "Dice honest?", "Nearest to even", "Decided"):
        assert words in head, words
    assert rest.count('<section class="game"') == 2
    assert "-differences" in rest.split('<section class="game"')[0]
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    used = {*re.findall(r"url\(#([^)]+)\)", page), *re.findall(r'href="#([^"]+)"', page)}
    assert used <= set(ids)
    assert len(page) < 1_500_000
    before = (folder / "figures.json").read_bytes()
    republish(folder)
    assert (folder / "figures.json").read_bytes() == before


def test_the_report_opens_in_a_browser(folder: Path) -> None:
    if chromium() is None:
        pytest.skip("no Chromium found (tools/system installs it)")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 390, "height": 800})
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda asked: None if asked.url.startswith("file:") else wrong.append(asked.url))
        page.goto((folder / "report.html").as_uri())
        drawn = [
            page.locator(f"#{game} .heat-hexes path").count() for game in ("seelow1945", "eastprussia1914")
        ]
        assert drawn == [len(load_game(game).board.hexes) for game in ("seelow1945", "eastprussia1914")]
        heated = page.locator('#seelow1945 .heat-hexes path:not([fill-opacity="0"])')
        assert heated.count() > 0
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert wrong == []
        browser.close()


def test_heat_is_packed_and_unpacked() -> None:
    shares: Numbers = np.zeros(700)
    assert list(decoded(encoded(shares))) == [0] * 700
    shares[[0, 5, 6, 400, 699]] = [1.0, 0.5, 0.001, 0.2, 1.0]
    assert list(decoded(encoded(shares))) == list(np.ceil(shares * 255).astype(int))
    assert len(encoded(shares)) < 50
