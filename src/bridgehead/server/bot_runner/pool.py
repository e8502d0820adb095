"""The processes in which slow bots think, so that nobody waits for them."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.context import SpawnContext
from typing import ParamSpec, TypeVar

import msgspec

from bridgehead.bots import BOTS
from bridgehead.server.bot_runner.worker import Choice, Hint, Position, choose, hint, initialize, preload

P = ParamSpec("P")
T = TypeVar("T")

QUICK = frozenset({"random"})
"""Bots that choose in less than a millisecond: they need no process."""
MOST_HINTS = 32
"""Hints that may be wanted at the same time."""


DEADLINE = 300.0
"""Seconds after which a bot that has not chosen is given up."""


class Worker:
    """A process, started when first needed and replaced when it breaks."""

    def __init__(self, context: SpawnContext, flags: Sequence[int]) -> None:
        self._context = context
        self._flags = flags
        self._pool: ProcessPoolExecutor | None = None

    def submit(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        try:
            return self._started().submit(work, *args, **kwargs)
        except BrokenProcessPool:
            self.close()
            return self._started().submit(work, *args, **kwargs)

    async def result(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the work comes to; tried again in a new process where the old one broke under it."""
        try:
            return await asyncio.wrap_future(self.submit(work, *args, **kwargs))
        except BrokenProcessPool:
            return await asyncio.wrap_future(self.submit(work, *args, **kwargs))

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1, mp_context=self._context, initializer=initialize, initargs=(self._flags,)
            )
        return self._pool

    def close(self) -> None:
        if self._pool is not None:
            workers = list((getattr(self._pool, "_processes", None) or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in workers:
                process.terminate()
            self._pool = None


class BotPool:
    """Bots in seats think in one process, hints in another, so that no hint waits behind slow bots.

    Each match has one bot thinking at a time, and the process takes them as they come: nobody waits for more
    than one choice of every other match.
    """

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._cancelled = context.RawArray("b", MOST_HINTS)
        """By slot: 1 when its hint is no longer wanted. The worker looks at it between two positions."""
        self._free_slots = list(range(MOST_HINTS))
        self._bots = Worker(context, self._cancelled)
        self._hints = Worker(context, self._cancelled)

    def preload(self, package: str) -> None:
        """Have the worker ready, with the game loaded, by the time a bot must choose."""
        self._bots.submit(preload, package, data_overlay())

    async def choose(
        self, package: str, saved: str, side: str, name: str, bot_id: str, aloud: bool
    ) -> Choice:
        """A slow bot's choice in a saved position. `bot_id` tells bots of different matches apart."""
        position = Position(package, data_overlay(), saved, side)
        try:
            async with asyncio.timeout(DEADLINE):
                chosen = await self._bots.result(choose, position, name, bot_id, aloud)
        except TimeoutError:
            self._bots.close()
            raise
        return msgspec.json.decode(chosen, type=Choice)

    @property
    def full(self) -> bool:
        """Are as many hints wanted as there may be?"""
        return not self._free_slots

    async def hint(self, package: str, saved: str, side: str, name: str, bot_id: str, seed: int) -> Hint:
        """A hint. Cancelled, it is given up in the worker too, so that nobody waits behind it."""
        position = Position(package, data_overlay(), saved, side)
        try:
            found = await self._hint(position, name, bot_id, seed)
        except BrokenProcessPool:
            found = await self._hint(position, name, bot_id, seed)
        return msgspec.json.decode(found, type=Hint)

    async def _hint(self, position: Position, name: str, bot_id: str, seed: int) -> bytes:
        slot = self._free_slots.pop()
        self._cancelled[slot] = 0
        work: Future[bytes] | None = None
        try:
            work = self._hints.submit(hint, position, name, bot_id, seed, slot)
            return await asyncio.wrap_future(work)
        finally:
            if work is None or work.done():
                self._free_slots.append(slot)
            else:
                self._cancelled[slot] = 1
                work.add_done_callback(lambda _: self._free_slots.append(slot))

    def close(self) -> None:
        self._bots.close()
        self._hints.close()


def explaining_bots() -> list[str]:
    """Bots that can say why."""
    return [name for name in BOTS if name not in QUICK]


def data_overlay() -> str:
    """The folder of a player's own data, as the games are loaded with."""
    return os.environ.get("BRIDGEHEAD_DATA", "")
