"""Playing a study on all cores or on a Ray cluster, shard by shard: it can be stopped and gone on with."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from bridgehead.extras import extra
from bridgehead.lab.playing.recorder import play_games
from bridgehead.lab.playing.shards import Shard, Task, claim, missing, total_of, write_shard
from bridgehead.lab.study.cells import Cell, cells_of
from bridgehead.lab.study.definition import Study


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
    for task, shard in done:
        write_shard(shard, shards / task.file)
        progress(len(task.numbers))
    return cells


def on_cores(cells: list[Cell], tasks: list[Task], workers: int) -> Iterator[tuple[Task, Shard]]:
    """Play tasks in processes of this machine."""
    if workers <= 1 or len(tasks) <= 1:
        yield from ((task, play_games(cells[task.cell], task.numbers)) for task in tasks)
        return
    pool = ProcessPoolExecutor(
        min(workers, len(tasks)), mp_context=get_context("spawn"), initializer=ignore_interrupts
    )
    running: dict[Future[Shard], Task] = {}
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


def ignore_interrupts() -> None:
    """A worker leaves Ctrl-C to the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def on_ray(cells: list[Cell], tasks: list[Task], address: str, workers: int) -> Iterator[tuple[Task, Shard]]:
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
        running: dict[object, Task] = {}
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
