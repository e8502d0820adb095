"""Slow bots at work, in a process of their own that loads nothing else of the server."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
import threading
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from bridgehead.bots import BOTS, Bot
from bridgehead.bots.seat import Seat
from bridgehead.core.codec import load
from bridgehead.core.data import Data
from bridgehead.core.values import Side

MOST_MINDS = 256


def settle_in() -> None:
    """Leave Ctrl-C to the server, and end when the server does, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_the_server, daemon=True).start()


def end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def prepare(package: str, overlay: str) -> None:
    """Load a game before it is needed."""
    game_of(package, overlay)


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
