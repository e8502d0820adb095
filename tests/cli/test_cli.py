"""The command, as people and programs use it."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from bridgehead import __version__
from bridgehead.bots.greedy import GreedyBot
from bridgehead.cli import main, terminal
from bridgehead.cli.app import app
from bridgehead.core.actions import Choose, Done, MoveTo, Pick
from bridgehead.core.match import Match
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games import GAMES, build_game, load_game
from bridgehead.games.breslau1945.model.actions import HoldFire, Order, StandingOrders
from bridgehead.testing.golden import replayed

run = CliRunner()


def said(*words: str, typed: str = "") -> str:
    result = run.invoke(app, list(words), input=typed, env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output + repr(result.exception)
    return result.output


def read(*words: str) -> Any:
    return json.loads(said(*words))


def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a user is told who asked for something wrong: one sentence, no traceback, exit code 2."""
    monkeypatch.setattr("sys.argv", ["bridgehead", *words])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    told = capsys.readouterr().err
    assert "Traceback" not in told
    return " ".join(told.split())


@pytest.mark.parametrize("name", GAMES)
def test_the_reference_sheet_is_printed(name: str) -> None:
    scenario = next(iter(load_game(name).scenarios))
    told = said("reference", f"{name}/{scenario}")
    assert "sequence of play" in told and "Turn track" in told and "Victory" in told
    whole = read("reference", f"{name}/{scenario}", "--json")
    assert all(chart["title"] in told for chart in whole["charts"])


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = Match(load_game("seelow1945"), "kustrin", 27)
    match.play(Choose("default"))
    match.play(Choose("default"))
    file = tmp_path / "game.json"
    file.write_text(match.record(), encoding="utf-8")
    return file


def test_games_are_listed_for_people_and_programs() -> None:
    table = said("games")
    found = read("games", "--json")
    assert [game["id"] for game in found] == list(GAMES)
    for game in found:
        assert game["id"] in table
        assert game["scenarios"]
        assert game["rules"] >= game["enforced"] > 200


def test_kernels_are_compiled_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []
    monkeypatch.setattr(
        "bridgehead.lab.playing.series.play_one", lambda each, number: played.append(each.scenario)
    )
    said("prepare")
    assert sorted(played) == sorted(scenario for name in GAMES for scenario in load_game(name).scenarios)


def test_a_rule_is_shown_with_code_and_tests() -> None:
    assert "Stream" in said("rules", "seelow1945", "7.33")
    found = read("rules", "seelow1945", "--json")
    assert found["missing"] == []
    one = next(rule for rule in found["rules"] if rule["number"] == "7.33")
    assert one["functions"] == ["odds:ground_shifts"]
    assert one["tests"]
    assert read("rules", "seelow1945", "7.33", "--json")["rules"] == [one]
    assert said("rules", "seelow1945", "--missing").startswith("0 rules")


def test_simulate_counts_games() -> None:
    words = ("simulate", "seelow1945/kustrin", "--games", "2", "--workers", "1")
    found = read(*words, "--json")
    assert found["games"] == 2
    assert sum(result["games"] for result in found["results"]) == 2
    assert found == {**read(*words, "--json"), **{k: found[k] for k in ("seconds", "decisions_per_second")}}
    assert "decisions" in said(*words, "--bot", "german=random", "--option", "stacks=open")


def test_fuzz_reports(tmp_path: Path) -> None:
    found = read("fuzz", "seelow1945", "--seconds", "1", "--keep", str(tmp_path), "--json")
    assert found["failures"] == []
    assert "0 failures" in said("fuzz", "seelow1945", "--seconds", "1", "--keep", str(tmp_path))


def test_a_record_is_replayed_and_drawn(record: Path, tmp_path: Path) -> None:
    assert "2 decisions replayed as recorded: not finished" in said("replay", str(record), "--verify")
    assert "German: Barrage Phase" in said("replay", str(record)) or "Game-Turn 1" in said(
        "replay", str(record)
    )
    assert read("replay", str(record), "--json")["actions"] == 2
    svg = tmp_path / "x.svg"
    said("show", "seelow1945/kustrin", "--replay", str(record), "--at", "1", "-o", str(svg))
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    png = tmp_path / "x.png"
    said("show", "seelow1945/seelow", "-o", str(png), "--width", "400")
    assert png.read_bytes().startswith(b"\x89PNG")


def test_data_is_exported_checked_and_played_with(tmp_path: Path) -> None:
    said("data", "export", "seelow1945", str(tmp_path))
    assert "OK; data version" in said("data", "check", str(tmp_path))
    home = tmp_path / "seelow1945"
    for file in home.iterdir():
        file.unlink()
    (home / "units.toml").write_text("[model.RR]\nfull = [9, 2, 3, 4]\n", encoding="utf-8")
    assert "OK; data version" in said("data", "check", str(tmp_path))
    game = build_game("seelow1945", tmp_path)
    counter: Any = game.counters[UnitId("su_60_1281")]
    assert counter.front.cs == 9


def test_the_arena_pairs_bots() -> None:
    found = read(
        "arena", "seelow1945/kustrin", "random", "recruit", "--games", "2", "--workers", "1", "--json"
    )
    assert found["pairings"][0]["games"] == 2
    assert set(found["ratings"]) == {"random", "recruit"}
    assert set(found["side_ratings"]["recruit"]) == {"german", "soviet"}
    told = said("arena", "seelow1945/kustrin", "random", "recruit", "--games", "2", "--workers", "1")
    assert "Rating (Elo)" in told


def test_one_plays_in_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    typed = "?\n2001\n0101\n1505\nr 7.33\nr 7\nu\n\nf\nf 0\nf 1\nl\nm 2005\n1\nu\n1\ns\nq\n"
    told = said(
        "play",
        "--terminal",
        "seelow1945/seelow",
        "--side",
        "soviet",
        "--seed",
        "3",
        "--record",
        str(file),
        typed=typed,
    )
    assert "deploy 1281st Rifle Regiment" in told
    assert "Undone: Deploy in hex" in told
    assert "This map has no hex 0101" in told and "can't be deployed in this hex. (11.12c)" in told
    assert "There is no option 0." in told and "There are no odds to show for this option." in told
    assert "There is no rule 7." in told and "7.33 Across streams" in told
    assert file.exists()
    again = said("play", "--terminal", "--record", str(file), "--side", "both", typed="q\n")
    assert "Resuming" in again


def test_the_terminal_tells_the_great_moments_of_a_game_that_is_over(tmp_path: Path) -> None:
    golden = Path(__file__).parents[1] / "replays/seelow1945/kustrin.replay"
    file = tmp_path / "over.json"
    file.write_text(replayed(golden.read_text("utf-8"), load_game("seelow1945")).record(), "utf-8")
    told = " ".join(said("play", "--terminal", "--record", str(file), "--side", "both").split())
    assert "Largest loss in one combat: Turn 1, Küstrin Altstadt (3503). Soviet: 2 steps lost." in told
    assert "Longest shot: Turn 4, hex 2304. Soviet: hex cleared" in told


def at_a_terminal(monkeypatch: pytest.MonkeyPatch, width: int, *typed: str) -> str:
    """What somebody sees who plays both sides of the relief of Küstrin on a terminal of some width."""
    paper = io.StringIO()
    console = Console(width=width, file=paper)
    answers = iter([*typed, "q"])
    monkeypatch.setattr(console, "input", lambda prompt: next(answers))
    monkeypatch.setattr(terminal, "out", console)
    monkeypatch.setattr(terminal.TerminalSession, "save", lambda self: None)
    terminal.play("seelow1945/kustrin", "both", "recruit", 3, None, {}, None, True)
    return paper.getvalue()


DEPLOYED = ("4", "8")
"""Both sides take their set-up plan."""


def test_the_whole_relief_of_kustrin_fits_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for width, name in ((150, "Küstrin"), (120, "Küstri")):
        board = at_a_terminal(monkeypatch, width, *DEPLOYED).partition("Barrage Phase")[2]
        rows = board.splitlines()
        assert all(len(row) <= width for row in rows)
        assert any("1905" in row for row in rows) or width < 150
        assert any("2105" in row and "3505" in row and "3305" in row for row in rows), "west to east"
        assert any(f"{name}" in row and "3406" in row for row in rows)
        assert "3503 Küstrin Altstadt" in board, "a name under a counter is told below the map"
        assert "outside:" not in board


def test_movers_are_listed_with_their_hexes(monkeypatch: pytest.MonkeyPatch) -> None:
    told = at_a_terminal(monkeypatch, 150, *DEPLOYED)
    assert "1 I Company, 8th Panzer Battalion, hex 2203" in told
    assert "15 II Battalion, 35th Panzergrenadier Regiment, Neu Tucheband (2307)" in told
    board = told.partition("Barrage Phase")[2]
    assert "2203▸1+" in board and "2308▸17" in board
    narrow = at_a_terminal(monkeypatch, 80, *DEPLOYED).partition("Barrage Phase")[2]
    assert "outside: ▸21 3102" in narrow and "2104▸3" in narrow
    assert "There is nothing to do there now." in at_a_terminal(monkeypatch, 80, *DEPLOYED, "2409")


def test_hints_and_reasons_in_the_terminal(tmp_path: Path) -> None:
    seats = ("play", "--terminal", "seelow1945/kustrin", "--side", "soviet", "--seed", "3")
    begin = (*seats, "--bot", "recruit", "--record", str(tmp_path / "mine.json"))
    told = said(*begin, typed="why\nhint\nhint recruit\nhint oracle\nq\n")
    assert "It " in told.split("why")[-1] and "Start with" in told
    assert "Unknown bot oracle; hints come from recruit, veteran, general." in told
    again = said(*begin, typed="why\nq\n")
    assert "No bot has made a decision" in again
    quiet = (*begin[:-1], str(tmp_path / "other.json"), "--no-aloud")
    told = said(*quiet, typed="why\nq\n")
    assert "the bot gives no reasons" in told and "It brings" not in told


def test_a_hint_in_the_terminal_can_be_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ponder(bot: GreedyBot, seat: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(GreedyBot, "choose", ponder)
    begin = ("play", "--terminal", "seelow1945/kustrin", "--side", "both", "--seed", "3")
    told = said(*begin, "--record", str(tmp_path / "mine.json"), typed="hint\nq\n")
    assert "Hint canceled." in told and "Saved" in told


def test_a_standing_order_answers_in_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(load_game("breslau1945"), "historical", 1)
    while match.side != "german":
        match.play(Done())
    match.play(StandingOrders())
    match.play(Order("ask_never"))
    while not any(action == Pick(UnitId("s_667_218")) for action in match.legal):
        match.play(Done())
    match.play(Pick(UnitId("s_667_218")))
    match.play(MoveTo(Hex(219)))
    assert match.side == "german"
    console = Console(file=io.StringIO())
    monkeypatch.setattr(console, "input", lambda prompt: "q")
    monkeypatch.setattr(terminal, "out", console)
    terminal.TerminalSession(match, {Side("german"), Side("soviet")}, {}, tmp_path / "m.json", False).run()
    assert (match.actions[-1], match.side) == (HoldFire(), "soviet")


def test_the_terminal_asks_for_what_was_not_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    at = list(GAMES).index("seelow1945") + 1
    told = said("play", "--terminal", "--seed", "1", typed=f"x\n{at}\n1\ngerman\nq\n")
    assert "Which game?" in told
    assert "Which scenario?" in told
    assert "Your side?" in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("rules", "chess"), "Unknown game chess; choose seelow1945"),
        (("rules", "seelow1945", "99"), "seelow1945 has no rule 99"),
        (
            ("simulate", "seelow1945"),
            "Name a scenario: seelow1945/corridor, seelow1945/kustrin, seelow1945/seelow",
        ),
        (("simulate", "seelow1945/moscow"), "has no scenario 'moscow'"),
        (("simulate", "seelow1945/kustrin", "--bot", "german"), "takes NAME=VALUE"),
        (("simulate", "seelow1945/kustrin", "--bot", "german=deep"), "Unknown bot deep; choose random"),
        (("simulate", "seelow1945/kustrin", "--bot", "french=random"), "has no side 'french'"),
        (("simulate", "seelow1945/kustrin", "-o", "fog=on"), "has no option 'fog'"),
        (("arena", "seelow1945/kustrin", "random", "random"), "two different bots"),
        (("replay", "nowhere.json"), "nowhere.json"),
        (("show", "seelow1945/kustrin", "-o", "x.gif"), "an .svg or a .png"),
        (("data", "check", "nowhere"), "is not a folder"),
        (("play", "--terminal", "seelow1945/seelow", "--side", "french"), "has no side 'french'"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    assert told in refused(monkeypatch, capsys, *words)


def test_bad_files_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, record: Path
) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text(record.read_text(encoding="utf-8")[:-40], encoding="utf-8")
    assert "damaged or cut short" in refused(monkeypatch, capsys, "replay", str(broken))
    assert "no position 99" in refused(
        monkeypatch, capsys, "show", "seelow1945/kustrin", "--replay", str(record), "--at", "99"
    )
    home = tmp_path / "data"
    assert "is not a folder" in refused(monkeypatch, capsys, "data", "check", str(home))
    home.mkdir()
    assert "has no game folder" in refused(monkeypatch, capsys, "data", "check", str(home))
    (home / "chess").mkdir()
    assert "is not a game" in refused(monkeypatch, capsys, "data", "check", str(home))
    (home / "chess").rmdir()
    (home / "seelow1945").mkdir()
    (home / "seelow1945" / "unit.toml").write_text("", encoding="utf-8")
    assert "is not a file of this game" in refused(monkeypatch, capsys, "data", "check", str(home))


def test_the_version_is_told() -> None:
    assert said("--version").strip() == __version__


def test_a_file_keeps_its_name_where_it_begins_a_complaint(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text('game = "seelow1945"\ngames = "many"\n')
    assert refused(monkeypatch, capsys, "lab", "run", "mine.toml").startswith("mine.toml:")
