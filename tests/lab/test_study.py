"""Studies: what is read, played, kept and gone on with, on the toy game."""

import importlib
from pathlib import Path
from typing import Any

import pytest

from bridgehead.core.data import DataError
from bridgehead.core.play import BadSetup
from bridgehead.extras import MissingExtra
from bridgehead.lab.analysis.tables import gather, write_parquet
from bridgehead.lab.playing.recorder import play_games
from bridgehead.lab.playing.runner import run_study
from bridgehead.lab.playing.shards import Shard, Task, missing, shard_tasks
from bridgehead.lab.study.cells import cells_of, variants_of
from bridgehead.lab.study.definition import Dial, Study, Variant, read_study
from bridgehead.lab.study.games import game_of

TOY = "bridgehead.testing.toy"
SHORT = Variant(name="short", options={"short": "yes"})
LONG = Variant(name="long")
STUDY = Study(game=TOY, title="Toys", games=6, seed=3, variant=[LONG, SHORT])


def test_a_study_is_read_from_toml(tmp_path: Path) -> None:
    file = tmp_path / "toys.toml"
    file.write_text(
        'game = "bridgehead.testing.toy"\ngames = 5\nbots = { red = "random" }\n'
        '[[variant]]\nname = "mine"\ndata = "own"\n'
        '[[dial]]\npath = "map.toml:grid.metres"\nvalues = "1..3"\n',
        encoding="utf-8",
    )
    study = read_study(file)
    assert study.title == "toys"
    assert study.variant[0].data == str(tmp_path / "own")
    assert [each.name for _, each in variants_of(study)] == [f"mine, grid.metres {n}" for n in (1, 2, 3)]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("game = ", "is not TOML"),
        ("games = 5", "game: is missing"),
        ('game = "bridgehead.testing.toy"\nbotz = 1', "unknown field `botz`"),
        ('game = "bridgehead.testing.toy"\ngames = "five"', "games: Expected `int`"),
    ],
)
def test_a_wrong_study_says_where(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "toys.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=problem):
        read_study(file)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"scenarios": ["other"]}, "no scenario 'other'"),
        ({"bots": {"green": "random"}}, "no side 'green'"),
        ({"bots": {"red": "nobody"}}, "no bot 'nobody'"),
        ({"options": {"long": "yes"}}, "no option 'long'"),
        ({"variant": [LONG, LONG]}, "same name"),
        ({"variant": [Variant(name="x", data="/nowhere")]}, "is not a folder"),
        ({"variant": [Variant(name="x", dials={"map.toml:grid.inches": 1})]}, "grid.inches: is not there"),
    ],
)
def test_a_study_that_cannot_be_played_is_refused(change: dict[str, Any], problem: str) -> None:
    with pytest.raises((BadSetup, DataError), match=problem):
        cells_of(Study(**{"game": TOY, **change}))


def test_a_dial_changes_the_game() -> None:
    study = Study(game=TOY, dial=[Dial("map.toml:terrain.woods", ["0303", "0101 0102"])])
    games = [game_of(cell.game, cell.files) for cell in cells_of(study)]
    assert [game.board.terrain[101] for game in games] == ["clear", "woods"]
    assert games[0].version != games[1].version


def test_rows_tell_of_every_game(tmp_path: Path) -> None:
    cells = run_study(STUDY, tmp_path, 1)
    tables = gather(tmp_path, cells)
    assert tables.games.height == 12
    assert tables.games["turn"].to_list() == [4] * 6 + [3] * 6
    assert tables.turns.height == 6 * 2 * 4 + 6 * 2 * 3
    assert set(tables.turns["side"]) == {"red", "blue"}
    lost = dict(tables.turns.group_by("number").agg(tables.turns["lost"].sum()).iter_rows())
    assert set(lost) == set(range(6))
    assert tables.fights.height == sum(tables.games["fights"].to_list())
    assert sum(tables.bins) == sum(tables.games["draws"].to_list())
    files = {file.name for file in write_parquet(tables, cells, tmp_path)}
    assert files == {f"{n}.parquet" for n in ("games", "turns", "fights", "happenings", "hexes", "timing")}


def same_tables(one: Path, other: Path) -> None:
    for name in ("games", "turns", "fights", "happenings", "hexes"):
        assert (one / f"{name}.parquet").read_bytes() == (other / f"{name}.parquet").read_bytes(), name


def played(study: Study, folder: Path, workers: int) -> None:
    cells = run_study(study, folder, workers)
    write_parquet(gather(folder, cells), cells, folder)


def test_figures_are_the_same_on_two_workers_and_after_a_stop(tmp_path: Path) -> None:
    whole, parted, stopped = tmp_path / "whole", tmp_path / "parted", tmp_path / "stopped"
    played(STUDY, whole, 1)
    played(STUDY, parted, 2)
    same_tables(whole, parted)

    def stop(games: int) -> None:
        if games and len(shard_tasks(stopped / "shards")) > 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_study(STUDY, stopped, 1, "", stop)
    done = {task.file for task in shard_tasks(stopped / "shards")}
    assert 0 < len(done) < 12
    left = sum(len(task.numbers) for task in missing(STUDY, cells_of(STUDY), stopped / "shards", 1))
    told: list[int] = []
    cells = run_study(STUDY, stopped, 1, "", told.append)
    assert told[0] == 12 - left
    assert sum(told) == 12
    write_parquet(gather(stopped, cells), cells, stopped)
    same_tables(whole, stopped)


def test_a_folder_belongs_to_one_study(tmp_path: Path) -> None:
    small = Study(game=TOY, games=2)
    run_study(small, tmp_path, 1)
    run_study(Study(game=TOY, games=3), tmp_path, 1)
    assert sum(len(task.numbers) for task in shard_tasks(tmp_path / "shards")) == 3
    with pytest.raises(BadSetup, match="holds another study"):
        run_study(Study(game=TOY, games=3, seed=2), tmp_path, 1)
    with pytest.raises(BadSetup, match="holds 3 games"):
        run_study(small, tmp_path, 1)


def test_gaps_are_filled(tmp_path: Path) -> None:
    for first, last in ((0, 1), (4, 4)):
        (tmp_path / Task(0, first, last).file).touch()
    tasks = missing(Study(game=TOY, games=8), cells_of(Study(game=TOY)), tmp_path, 1)
    assert [number for task in tasks for number in task.numbers] == [2, 3, 5, 6, 7]


def test_a_game_is_the_same_wherever_it_is_played() -> None:
    cell = cells_of(STUDY)[0]

    def rows(kept: Shard) -> list[Any]:
        return [kept.games, kept.turns, kept.fights]

    together = play_games(cell, range(4))
    apart = [play_games(cell, range(number, number + 1)) for number in range(4)]
    for at, table in enumerate(rows(together)):
        assert table == [row for each in apart for row in rows(each)[at]]


def test_ray_plays_the_same_games(tmp_path: Path) -> None:
    small = Study(game=TOY, games=4)
    one, other = tmp_path / "one", tmp_path / "ray"
    played(small, one, 1)
    cells = run_study(small, other, 2, "local")
    write_parquet(gather(other, cells), cells, other)
    same_tables(one, other)


def test_ray_on_two_nodes_plays_the_same_games(tmp_path: Path) -> None:
    """A cluster of two machines of one core each, both of them this one."""
    cluster_utils = importlib.import_module("ray.cluster_utils")
    small = Study(game=TOY, games=12)
    one, other = tmp_path / "one", tmp_path / "two-nodes"
    played(small, one, 1)
    cluster = cluster_utils.Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
    )
    try:
        cluster.add_node(num_cpus=1)
        cluster.wait_for_nodes()
        cells = run_study(small, other, 2, cluster.address)
    finally:
        cluster.shutdown()
    write_parquet(gather(other, cells), cells, other)
    same_tables(one, other)


def test_without_ray_the_reason_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(MissingExtra, match=r'needs the ray extra: pip install "bridgehead\[ray\]"'):
        run_study(Study(game=TOY, games=1), tmp_path, 1, "local")
