"""Slow bots at work, in a process of their own that loads nothing else of the server."""

from __future__ import annotations

import _thread
import importlib
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from bridgehead.bots import BOTS, Bot
from bridgehead.bots.advice import advise as advised
from bridgehead.bots.advice import why
from bridgehead.bots.explain import Reason
from bridgehead.bots.greedy import GreedyBot
from bridgehead.bots.seat import Seat
from bridgehead.core.actions import Action
from bridgehead.core.codec import load
from bridgehead.core.data import Data
from bridgehead.core.values import Side
from bridgehead.toolkit.wargame import WarState as State

log = logging.getLogger("bridgehead")

MOST_MINDS = 256

given_up: Sequence[int] = ()
"""By desk: 1 when the hint being thought about there is no longer wanted. The server writes, we read."""
at_desk = -1
"""The desk we sit at; none while a bot thinks about its own move."""
PATIENCE = 0.05
"""Seconds between two looks whether a hint is still wanted."""


class Choice(msgspec.Struct):
    """What a bot does, and why if it thinks aloud."""

    action: msgspec.Raw
    reason: Reason | None = None


class Hint(msgspec.Struct):
    """What a bot would do in somebody's place: the action, those that belong to it, and why."""

    actions: list[msgspec.Raw]
    reason: Reason


class GivenUp(Exception):
    """Nobody waits for this hint any more."""


def settle_in(desks: Sequence[int] = ()) -> None:
    """Leave Ctrl-C to the server, and end when the server does, however it ends."""
    global given_up  # noqa: PLW0603
    given_up = desks
    signal.signal(signal.SIGINT, put_down)
    threading.Thread(target=end_with_the_server, daemon=True).start()


def end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def prepare(package: str, overlay: str) -> None:
    """Load a game before it is needed."""
    game_of(package, overlay)


def think(package: str, overlay: str, name: str, mind: str, position: str, side: str, aloud: bool) -> bytes:
    """Choose an action; bots remember what they planned from one call to the next."""
    s = load(position, game_of(package, overlay))
    bot, seat = bot_of(name, mind), Seat(s, Side(side))
    action = bot.choose(seat)
    return msgspec.json.encode(Choice(raw(action), explained(bot, seat) if aloud else None))


def explained(bot: Bot, seat: Seat) -> Reason | None:
    """A bot's reason; that it cannot give one is no reason not to move."""
    try:
        return why(bot, seat)
    except Exception:
        log.exception("a bot could not say why")
        return None


# --- hints


@contextmanager
def sitting_at(desk: int) -> Iterator[None]:
    """Think until the hint wanted at a desk is found or given up."""
    global at_desk  # noqa: PLW0603
    found = threading.Event()
    at_desk = desk
    threading.Thread(target=watch, args=(desk, found), daemon=True).start()
    try:
        yield
    finally:
        at_desk = -1
        found.set()


def watch(desk: int, found: threading.Event) -> None:
    while not found.wait(PATIENCE):
        if given_up[desk]:
            _thread.interrupt_main()


def put_down(*_: object) -> None:
    """Interrupted: by whoever watches a desk, or by Ctrl-C, which is the server's business."""
    if at_desk >= 0 and given_up[at_desk]:
        raise GivenUp


def advise(
    package: str, overlay: str, name: str, mind: str, seed: int, position: str, side: str, desk: int
) -> bytes:
    """What a bot would do in the place of a side, knowing what that side knows."""
    if given_up[desk]:
        raise GivenUp
    s = load(position, game_of(package, overlay))
    try:
        with sitting_at(desk):
            return msgspec.json.encode(advice(s, Side(side), name, mind, seed))
    except GivenUp:
        minds.pop(mind, None)
        raise


def advice(s: State, side: Side, name: str, mind: str, seed: int) -> Hint:
    """An officer remembers from one hint to the next what it found in a phase; others begin anew."""
    bot = bot_of(name, mind, seed)
    if not isinstance(bot, GreedyBot):
        bot = minds[mind] = BOTS[name](seed)
    found = advised(bot, Seat(s, side), seed)
    return Hint([raw(action) for action in found.actions], found.reason)


def raw(action: Action) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(action))


@cache
def game_of(package: str, overlay: str) -> Any:
    return importlib.import_module(package).build(Data(package, Path(overlay) if overlay else None))


minds: dict[str, Bot] = {}


def bot_of(name: str, mind: str, seed: int | None = None) -> Bot:
    if mind not in minds:
        if len(minds) >= MOST_MINDS:
            minds.pop(next(iter(minds)))
        minds[mind] = BOTS[name](int.from_bytes(os.urandom(8)) if seed is None else seed)
    return minds[mind]
