"""Playing a study on all cores or on a Ray cluster, shard by shard: it can be stopped and gone on with."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec

from bridgehead.core.play import BadSetup
from bridgehead.extras import extra
from bridgehead.lab.rows import Kept, written
from bridgehead.lab.study import Cell, Study, cells_of, digest_of, games_in
from bridgehead.lab.watch import play_games

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


class Sheet(msgspec.Struct):
    """study.json in a study's folder: what is being played there."""

    digest: str
    games: int
    study: Study


def run_study(
    study: Study,
    folder: Path,
    workers: int,
    cluster: str = "",
    progress: Callable[[int], None] = lambda games: None,
) -> list[Cell]:
    """Play what is still to be played of a study; every shard done is on disk when `progress` hears of it."""
    cells = cells_of(study)
    claim(study, cells, folder)
    shards = folder / "shards"
    tasks = missing(study, cells, shards, workers)
    progress(total_of(study, cells) - sum(len(task.numbers) for task in tasks))
    done = on_ray(cells, tasks, cluster, workers) if cluster else on_cores(cells, tasks, workers)
    for task, kept in done:
        written(kept, shards / task.file)
        progress(len(task.numbers))
    return cells


def total_of(study: Study, cells: list[Cell]) -> int:
    return sum(games_in(study, cell) for cell in cells)


def claim(study: Study, cells: list[Cell], folder: Path) -> None:
    """Make sure that a folder holds this study or nothing."""
    (folder / "shards").mkdir(parents=True, exist_ok=True)
    file = folder / "study.json"
    digest = digest_of(study, cells)
    if file.exists():
        there = msgspec.json.decode(file.read_bytes(), type=Sheet)
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
    file.write_bytes(msgspec.json.format(msgspec.json.encode(Sheet(digest, study.games, study)), indent=2))


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


def on_cores(cells: list[Cell], tasks: list[Task], workers: int) -> Iterator[tuple[Task, Kept]]:
    """Play tasks in processes of this machine."""
    if workers <= 1 or len(tasks) <= 1:
        yield from ((task, play_games(cells[task.cell], task.numbers)) for task in tasks)
        return
    pool = ProcessPoolExecutor(
        min(workers, len(tasks)), mp_context=get_context("spawn"), initializer=heedless
    )
    running: dict[Future[Kept], Task] = {}
    waiting = iter(tasks)
    try:
        while True:
            for task in islice(waiting, 3 * workers - len(running)):
                running[pool.submit(play_games, cells[task.cell], task.numbers)] = task
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def heedless() -> None:
    """A worker leaves Ctrl-C to the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def on_ray(cells: list[Cell], tasks: list[Task], address: str, workers: int) -> Iterator[tuple[Task, Kept]]:
    """Play tasks on a Ray cluster; `local` starts one here. Every machine of it needs this package."""
    with extra("ray"):
        import ray  # noqa: PLC0415 - most studies are played without it
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody
    if address == "local":
        ray.init(num_cpus=max(workers, 1), include_dashboard=False, log_to_driver=False)
    else:
        ray.init(address=address, log_to_driver=False)
    try:
        remote = ray.remote(play_games)
        there = [ray.put(cell) for cell in cells]
        most = max(4, 3 * int(ray.cluster_resources().get("CPU", 1)))
        running: dict[Any, Task] = {}
        waiting = iter(tasks)
        while True:
            for task in islice(waiting, most - len(running)):
                running[remote.remote(there[task.cell], task.numbers)] = task
            if not running:
                return
            done, _ = ray.wait(list(running), num_returns=1)
            for reference in done:
                yield running.pop(reference), ray.get(reference)
    finally:
        ray.shutdown()
