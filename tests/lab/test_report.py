"""Reports, sweeps, fairness and the commands, on the toy game."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from bridgehead.bots import BOTS
from bridgehead.cli import labcommands
from bridgehead.cli.labcommands import app
from bridgehead.core.codec import BadFile
from bridgehead.core.data import DataError
from bridgehead.core.play import BadSetup
from bridgehead.lab.analysis import balance
from bridgehead.lab.analysis.balance import Tried, fair_dial, fair_threshold
from bridgehead.lab.benchmarks.throughput import pace
from bridgehead.lab.playing.runner import run_study
from bridgehead.lab.playing.series import Series
from bridgehead.lab.report.page import publish, republish
from bridgehead.lab.study.definition import Dial, Study, Variant, check_dial, parse_dial
from bridgehead.notation.position import write_position
from bridgehead.notation.transcript import write_transcript
from bridgehead.testing.toy import toy
from tests.notation.test_notation import a_match

GAME = toy()
TOY = "bridgehead.testing.toy"
STUDY = Study(
    game=TOY,
    title="Toys <compared>",
    games=45,
    variant=[Variant(name="long"), Variant(name="same"), Variant(name="short", options={"short": "yes"})],
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("study")
    publish(STUDY, run_study(STUDY, made, 1), made)
    return made


def test_a_report_stands_alone(folder: Path) -> None:
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert set(re.findall(r"https?://[\w./-]+", page)) <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<link|<img|@import|src=", page)
    assert "Toys &lt;compared&gt;" in page
    for section in ("overview", "differences", "games", "map", "dice", "method"):
        assert f'id="{section}"' in page
    assert page.count("<details") == 3 + page.count("<details open><summary>Attacked")
    assert len(page) < 2_000_000


def test_equal_variants_do_not_differ(folder: Path) -> None:
    found: dict[str, Any] = msgspec.json.decode((folder / "figures.json").read_bytes())
    same, short = found["compared"]
    assert same["points"]["red"]["change"] == [0.0, 0.0, 0.0]
    assert same["points"]["red"]["p"] == 1.0
    assert short["turns"]["change"][0] == -1.0
    assert short["turns"]["p"] < 0.001
    for cell in found["cells"]:
        assert sum(each["games"] for each in cell["wins"].values()) == 45
        assert sum(each["games"] for each in cell["levels"]) == 45
        assert sum(each["count"] for each in cell["margin"]["histogram"]) == 45


def test_a_report_can_be_written_again(folder: Path, tmp_path: Path) -> None:
    before = (folder / "figures.json").read_bytes()
    republish(folder)
    assert (folder / "figures.json").read_bytes() == before
    with pytest.raises(BadSetup, match="holds no study"):
        republish(tmp_path)


def test_one_dial_is_drawn_as_lines_and_two_as_a_table(tmp_path: Path) -> None:
    metres, shifted = Dial("map.toml:grid.metres!", "1..2"), Dial("map.toml:grid.shifted", ["even", "odd"])
    for at, turned in enumerate(([metres], [metres, shifted])):
        study = Study(game=TOY, title="dials", games=2, dial=list(turned))
        home = tmp_path / str(at)
        publish(study, run_study(study, home, 1), home)
        page = (home / "report.html").read_text(encoding="utf-8")
        assert "Turning grid.metres" in page
        assert ("Down: grid.metres; across: grid.shifted" in page) == bool(at)


def test_a_dial_of_the_command_line() -> None:
    assert parse_dial("tables.toml:a.b=0..3") == Dial("tables.toml:a.b", "0..3")
    with pytest.raises(BadSetup, match="PATH=VALUES"):
        parse_dial("tables.toml:a.b")
    with pytest.raises(DataError, match="leads nowhere"):
        check_dial(Study(game=TOY), Dial("map.toml:grid.*.x", "1"))


def test_the_score_that_parts_the_games_in_two(tmp_path: Path) -> None:
    found = fair_threshold(Study(game=TOY, scenarios=["toy"], games=30), tmp_path, 1)
    assert found.between is not None
    assert found.value is not None
    assert found.between[0] <= found.value <= found.between[1]
    assert "parts the games in two" in found.words


def shares(monkeypatch: pytest.MonkeyPatch, middle: float) -> list[float]:
    """Make red's share fall with the dial, through one half at `middle`."""
    tried: list[float] = []

    def outcome(value: float, tables: Any, study: Study) -> Tried:
        tried.append(value)
        share = min(1.0, max(0.0, 0.5 - 0.1 * (value - middle)))
        return Tried(value, 100, share, (share - 0.1, share + 0.1), 0.0)

    monkeypatch.setattr(balance, "outcome", outcome)
    monkeypatch.setattr(balance, "run_study", lambda *given: [])
    monkeypatch.setattr(balance, "gather", lambda *given: None)
    return tried


def test_a_dial_is_searched_for_where_the_sides_are_equal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = shares(monkeypatch, 6.5)
    study = Study(game=TOY, scenarios=["toy"], games=10)
    found = fair_dial(study, Dial("map.toml:grid.metres!", "0..20"), tmp_path, 1)
    assert found.value == pytest.approx(6.5)
    assert (found.between, found.printed) == ((6, 7), None)
    assert len(tried) < 8
    never = fair_dial(study, Dial("map.toml:grid.metres!", "8..12"), tmp_path, 1)
    assert never.value is None
    assert "No setting from 8 to 12" in never.words
    with pytest.raises(BadSetup, match="give a span of numbers"):
        fair_dial(study, Dial("map.toml:grid.metres!", "7"), tmp_path, 1)


# --- commands


def run(*words: str) -> str:
    done = CliRunner().invoke(app, list(words))
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.output


def test_a_study_is_run_by_a_command(tmp_path: Path) -> None:
    file = tmp_path / "toys.toml"
    file.write_text('game = "bridgehead.testing.toy"\ngames = 3\n', encoding="utf-8")
    said = run("run", str(file), "--workers", "1", "--games", "4")
    assert "report.htmlwritten" in "".join(said.split())
    assert (tmp_path / "toys" / "games.parquet").is_file()
    assert "report.html" in "".join(run("report", str(tmp_path / "toys")).split())
    found = msgspec.json.decode(run("run", str(file), "--workers", "1", "--games", "4", "--json"))
    assert found["cells"][0]["games"] == 4


def test_sweeps_and_fairness_by_command(tmp_path: Path) -> None:
    dial = "map.toml:grid.shifted=even,odd"
    made = ("--games", "2", "--workers", "1", "--bot", "random", "-o", str(tmp_path / "s"))
    assert "grid.shifted" in run("sweep", "bridgehead.testing.toy", "--dial", dial, *made)
    with pytest.raises(BadSetup, match="name a dial"):
        run("sweep", "bridgehead.testing.toy/toy")
    assert "Points of red" in run("fair", "bridgehead.testing.toy/toy", "--games", "10", "--workers", "1")
    with pytest.raises(BadSetup, match="no scenario 'none'"):
        run("fair", "bridgehead.testing.toy/none")


def test_texts_and_positions_by_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(labcommands, "load_game", lambda name, data=None: GAME)
    match = a_match()
    record, text = tmp_path / "a.json", tmp_path / "a.txt"
    record.write_text(match.record(), encoding="utf-8")
    run("text", str(record), "-o", str(text))
    assert text.read_text(encoding="utf-8") == write_transcript(match)
    run("text", str(text), "--back", "-o", str(tmp_path / "b.json"))
    assert (tmp_path / "b.json").read_text(encoding="utf-8") == match.record()
    line = write_position(match.at(3))
    assert '"scenario": "toy"' in run("position", "--read", line)
    with pytest.raises(BadFile, match="has no position 999; its last is"):
        run("position", str(record), "--at", "999")
    with pytest.raises(BadSetup, match="name a record"):
        run("position")


def test_speed_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    from bridgehead.lab.playing import series  # noqa: PLC0415

    monkeypatch.setattr(series, "load_game", lambda name, data=None: GAME)
    found = pace("toy", "toy", ("red", "blue"), "random", 0.05)
    assert found.games >= 1
    assert found.games_per_second > 0
    assert found.bot in BOTS
    assert Series("toy", "toy", 1).bots == {}
