"""The process in which slow bots think, so that nobody waits for them."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import msgspec

from bridgehead.bots import BOTS
from bridgehead.server.bot_runner.worker import Choice, Hint, Position, choose, hint, initialize, preload

QUICK = frozenset({"random"})
"""Bots that choose in less than a millisecond: they need no process."""
MOST_HINTS = 32
"""Hints that may be wanted at the same time."""


class BotPool:
    """One worker process, started when first needed and replaced when it breaks."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._context = multiprocessing.get_context("spawn")
        self._cancelled = self._context.RawArray("b", MOST_HINTS)
        """By slot: 1 when its hint is no longer wanted. The worker looks at it between two positions."""
        self._free_slots = list(range(MOST_HINTS))

    def preload(self, package: str) -> None:
        """Have the worker ready, with the game loaded, by the time a bot must choose."""
        try:
            self._started().submit(preload, package, data_overlay())
        except BrokenProcessPool:
            self._pool = None

    async def choose(
        self, package: str, saved: str, side: str, name: str, bot_id: str, aloud: bool
    ) -> Choice:
        """A slow bot's choice in a saved position. `bot_id` tells bots of different matches apart."""
        position = Position(package, data_overlay(), saved, side)
        try:
            chosen = await self._choose(position, name, bot_id, aloud)
        except BrokenProcessPool:
            self._pool = None
            chosen = await self._choose(position, name, bot_id, aloud)
        return msgspec.json.decode(chosen, type=Choice)

    async def _choose(self, position: Position, name: str, bot_id: str, aloud: bool) -> bytes:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._started(), choose, position, name, bot_id, aloud)

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
            self._pool = None
            found = await self._hint(position, name, bot_id, seed)
        return msgspec.json.decode(found, type=Hint)

    async def _hint(self, position: Position, name: str, bot_id: str, seed: int) -> bytes:
        pool = self._started()
        slot = self._free_slots.pop()
        self._cancelled[slot] = 0
        work: Future[bytes] | None = None
        try:
            work = pool.submit(hint, position, name, bot_id, seed, slot)
            return await asyncio.wrap_future(work)
        finally:
            if work is None or work.done():
                self._free_slots.append(slot)
            else:
                self._cancelled[slot] = 1
                work.add_done_callback(lambda _: self._free_slots.append(slot))

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1, mp_context=self._context, initializer=initialize, initargs=(self._cancelled,)
            )
        return self._pool

    def close(self) -> None:
        if self._pool is not None:
            workers = list((getattr(self._pool, "_processes", None) or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in workers:
                process.terminate()


def explaining_bots() -> list[str]:
    """Bots that can say why."""
    return [name for name in BOTS if name not in QUICK]


def data_overlay() -> str:
    """The folder of a player's own data, as the games are loaded with."""
    return os.environ.get("BRIDGEHEAD_DATA", "")
