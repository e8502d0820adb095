"""The thread on which rules run, apart from the network's: in turn, so that positions need no locks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

SLICE = 0.010
"""Seconds of a long piece of work before others get their turn."""


class RulesExecutor:
    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="rules")
        self.worked = 0.0
        """When work was last asked for."""

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        loop = asyncio.get_running_loop()
        self.worked = time.monotonic()
        return await loop.run_in_executor(self._thread, lambda: work(*args, **kwargs))

    async def run_in_slices(self, steps: Iterator[None]) -> None:
        """Run long work step by step, letting others come between."""
        while not await self.run(run_slice, steps):
            pass

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


def run_slice(steps: Iterator[None]) -> bool:
    """Take steps for a while; True when there are no more."""
    until = time.perf_counter() + SLICE
    return all(time.perf_counter() <= until for _ in steps)
