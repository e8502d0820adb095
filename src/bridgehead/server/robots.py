"""Bots in seats. Slow ones think in a process of their own, so that nobody waits for them."""

from __future__ import annotations

import asyncio
import importlib
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from bridgehead.bots import BOTS, Bot
from bridgehead.bots.seat import Seat
from bridgehead.core.actions import Action
from bridgehead.core.codec import action_from, load, save
from bridgehead.core.data import Data
from bridgehead.core.state import State
from bridgehead.core.values import Side
from bridgehead.server.wire import BotInfo

QUICK = frozenset({"random"})
"""Bots that choose in less than a millisecond: they think on the rules thread."""
MOST_MINDS = 256


def bot_infos() -> list[BotInfo]:
    return [
        BotInfo(name=name, title=name.replace("_", " ").capitalize(), about=about(maker))
        for name, maker in BOTS.items()
    ]


def about(maker: Callable[[int], Bot]) -> str:
    said = maker.__doc__ or importlib.import_module(maker.__module__).__doc__ or ""
    return said.partition("\n")[0]


class Thinker:
    """Where slow bots think: one process, started when first needed."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, name: str, mind: str, s: State, side: str) -> Action:
        """A slow bot's choice in a position. `mind` tells bots of different matches apart."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1, mp_context=multiprocessing.get_context("spawn"), initializer=leave_ctrl_c_to_the_server
            )
        overlay = os.environ.get("BRIDGEHEAD_DATA", "")
        chosen = await asyncio.get_running_loop().run_in_executor(
            self._pool, think, s.game.package, overlay, name, mind, save(s), side
        )
        return action_from(chosen, s.game)

    def close(self) -> None:
        if self._pool is not None:
            thinking = list((getattr(self._pool, "_processes", None) or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in thinking:
                process.terminate()


def choose_here(bot: Bot, s: State, side: str) -> Action:
    return bot.choose(Seat(s, Side(side)))


# --- in the process of slow bots


def leave_ctrl_c_to_the_server() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def think(package: str, overlay: str, name: str, mind: str, position: str, side: str) -> bytes:
    """Choose an action; bots remember what they planned from one call to the next."""
    s = load(position, game_of(package, overlay))
    return msgspec.json.encode(bot_of(name, mind).choose(Seat(s, Side(side))))


@cache
def game_of(package: str, overlay: str) -> Any:
    return importlib.import_module(package).build(Data(package, Path(overlay) if overlay else None))


minds: dict[str, Bot] = {}


def bot_of(name: str, mind: str) -> Bot:
    if mind not in minds:
        if len(minds) >= MOST_MINDS:
            minds.pop(next(iter(minds)))
        minds[mind] = BOTS[name](int.from_bytes(os.urandom(8)))
    return minds[mind]
