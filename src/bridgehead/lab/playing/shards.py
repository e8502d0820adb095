"""What has been played of a study, kept in its folder shard by shard."""

from __future__ import annotations

import zlib
from pathlib import Path

import msgspec

from bridgehead.core.play import BadSetup
from bridgehead.lab.playing.rows import FightRow, GameRow, HappeningRow, TurnRow
from bridgehead.lab.study.cells import Cell, digest_of, games_in
from bridgehead.lab.study.definition import Study

MOST_AT_ONCE = 10
"""Games between random players that a worker plays before what it kept is written; of others, one."""


class Task(msgspec.Struct, frozen=True):
    """Some games of one cell."""

    cell: int
    first: int
    last: int

    @property
    def numbers(self) -> range:
        return range(self.first, self.last + 1)

    @property
    def file(self) -> str:
        return f"{self.cell:03d}-{self.first:06d}-{self.last:06d}.kept"


class Manifest(msgspec.Struct):
    """study.json in a study's folder: what is being played there."""

    digest: str
    games: int
    study: Study


def total_of(study: Study, cells: list[Cell]) -> int:
    return sum(games_in(study, cell) for cell in cells)


def claim(study: Study, cells: list[Cell], folder: Path) -> None:
    """Make sure that a folder holds this study or nothing."""
    (folder / "shards").mkdir(parents=True, exist_ok=True)
    file = folder / "study.json"
    digest = digest_of(study, cells)
    if file.exists():
        there = msgspec.json.decode(file.read_bytes(), type=Manifest)
        if there.digest != digest:
            raise BadSetup(
                f"{folder} holds another study ({there.study.title}), or its game data or options have "
                "changed; "
                "name another folder with --output"
            )
        for cell in cells:
            before = games_in(there.study, cell)
            if before > games_in(study, cell):
                raise BadSetup(
                    f"{folder} holds {before} games of each kind already ({cell.game}/{cell.scenario}); "
                    "ask for at least so many"
                )
    file.write_bytes(msgspec.json.format(msgspec.json.encode(Manifest(digest, study.games, study)), indent=2))


def shard_tasks(shards: Path) -> list[Task]:
    """The shards that are there, in order."""
    return [Task(*map(int, file.stem.split("-"))) for file in sorted(shards.glob("*.kept"))]


def missing(study: Study, cells: list[Cell], shards: Path, workers: int) -> list[Task]:
    """What is still to be played, all cells side by side, so that a study stopped early can be compared."""
    played: dict[int, set[int]] = {}
    for task in shard_tasks(shards):
        played.setdefault(task.cell, set()).update(task.numbers)
    size = max(1, min(MOST_AT_ONCE, total_of(study, cells) // (max(workers, 1) * 8)))
    tasks: list[Task] = []
    for cell, each in enumerate(cells):
        most = size if set(each.bots.values()) <= {"random"} else 1
        waiting = [number for number in range(games_in(study, each)) if number not in played.get(cell, ())]
        while waiting:
            run = 1
            while run < min(most, len(waiting)) and waiting[run] == waiting[run - 1] + 1:
                run += 1
            tasks.append(Task(cell, waiting[0], waiting[run - 1]))
            waiting = waiting[run:]
    return sorted(tasks, key=lambda task: (task.first, task.cell))


class Shard(msgspec.Struct):
    """What is kept of some games of one cell."""

    games: list[GameRow] = []
    turns: list[TurnRow] = []
    fights: list[FightRow] = []
    happenings: list[HappeningRow] = []
    heat: bytes = b""
    """Counts by layer, turn and hex, compressed; see `HexCounts`."""
    dice: dict[str, list[int]] = {}
    """By side: how often each face was rolled."""
    bins: list[int] = []
    seconds: list[float] = []
    """Taken by each game: the one figure that differs from run to run."""


def write_shard(shard: Shard, file: Path) -> None:
    """Write what was kept, whole or not at all."""
    aside = file.with_suffix(".part")
    aside.write_bytes(zlib.compress(msgspec.msgpack.encode(shard), 3))
    aside.replace(file)


def read_shard(file: Path) -> Shard:
    return msgspec.msgpack.decode(zlib.decompress(file.read_bytes()), type=Shard)
