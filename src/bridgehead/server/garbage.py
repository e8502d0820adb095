"""Garbage collection that stops nobody: young objects often, everything only in a quiet moment."""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections.abc import Callable
from typing import Literal

log = logging.getLogger("bridgehead")

YOUNG, MIDDLE, NEVER = 2_000, 5, 1_000_000
"""The thresholds: a pass over what is young takes a millisecond or so; over everything by itself never."""
LOOK = 0.5
QUIET = 2.0
"""Seconds without a word from anybody before everything is looked through."""
LATEST = 900.0
"""Seconds after which it is looked through whoever waits."""
LONG = 0.020
"""Seconds; a pause as long as that is logged."""


class Tidier:
    """Takes the place of the automatic full collection while a server runs."""

    def __init__(self, worked: Callable[[], float], loaded: Callable[[], int]) -> None:
        self._worked = worked
        """When the rules were last at work."""
        self._loaded = loaded
        """How many games are loaded; their data is for good and need not be looked through again."""
        self._frozen = 0
        self._tidied = time.monotonic()
        self._since = 0.0
        self._before = gc.get_threshold()

    def start(self) -> asyncio.Task[None]:
        gc.set_threshold(YOUNG, MIDDLE, NEVER)
        gc.callbacks.append(self._timed)
        return asyncio.create_task(self._run())

    def stop(self) -> None:
        gc.callbacks.remove(self._timed)
        gc.set_threshold(*self._before)
        gc.unfreeze()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            self.look(time.monotonic())

    def look(self, now: float) -> None:
        """Collect everything if something was done since the last time, and nothing is being done now."""
        worked = self._worked()
        if worked > self._tidied and (now - worked > QUIET or now - self._tidied > LATEST):
            gc.collect()
            if self._loaded() > self._frozen:
                self._frozen = self._loaded()
                gc.freeze()
            self._tidied = time.monotonic()

    def _timed(self, phase: Literal["start", "stop"], info: dict[str, int]) -> None:
        if phase == "start":
            self._since = time.perf_counter()
        elif (took := time.perf_counter() - self._since) > LONG:
            log.info("garbage of generation %d: %.0f ms", info["generation"], took * 1000)
