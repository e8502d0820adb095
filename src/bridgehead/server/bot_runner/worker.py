"""Slow bots at work, in a process of their own that loads nothing else of the server."""

from __future__ import annotations

import importlib
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from bridgehead.bots import BOTS, Bot
from bridgehead.bots.advice import advise, why
from bridgehead.bots.cancellation import Cancelled, cancellable
from bridgehead.bots.explain import Reason
from bridgehead.bots.greedy import GreedyBot
from bridgehead.bots.seat import Seat
from bridgehead.core.actions import Action
from bridgehead.core.codec import load
from bridgehead.core.data import Data
from bridgehead.core.values import Side
from bridgehead.toolkit.wargame import AnyWargame, WarState

log = logging.getLogger("bridgehead")

MOST_BOTS = 256
"""Bots remembered from one call to the next."""

cancelled: Sequence[int] = ()
"""By slot: 1 when the hint being worked on there is no longer wanted. The server writes, we read."""


class Position(msgspec.Struct):
    """A saved position, of a game with or without a player's own data."""

    package: str
    overlay: str
    saved: str
    side: str


class Choice(msgspec.Struct):
    """What a bot does, and why if it thinks aloud."""

    action: msgspec.Raw
    reason: Reason | None = None


class Hint(msgspec.Struct):
    """What a bot would do in somebody's place: the action, those that belong to it, and why."""

    actions: list[msgspec.Raw]
    reason: Reason


class SlotFlag:
    """Is the hint of a slot still wanted?"""

    def __init__(self, slot: int) -> None:
        self.slot = slot

    def is_set(self) -> bool:
        return bool(cancelled[self.slot])


def initialize(flags: Sequence[int]) -> None:
    """Leave Ctrl-C to the server, and end when the server does, however it ends."""
    global cancelled  # noqa: PLW0603 - a worker of a pool has no other place for what it is started with
    cancelled = flags
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=exit_with_parent, daemon=True).start()


def exit_with_parent() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def preload(package: str, overlay: str) -> None:
    """Load a game before it is needed."""
    game_of(package, overlay)


# --- a bot's own move


def choose(position: Position, name: str, bot_id: str, aloud: bool) -> bytes:
    """Choose an action; bots remember what they planned from one call to the next."""
    bot, seat = remembered(name, bot_id), Seat(loaded(position), Side(position.side))
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


def hint(position: Position, name: str, bot_id: str, seed: int, slot: int) -> bytes:
    """What a bot would do in the place of a side, knowing what that side knows."""
    flag = SlotFlag(slot)
    if flag.is_set():
        raise Cancelled
    s = loaded(position)
    try:
        with cancellable(flag):
            return msgspec.json.encode(hint_for(s, Side(position.side), name, bot_id, seed))
    except Cancelled:
        bots.pop(bot_id, None)
        raise


def hint_for(s: WarState, side: Side, name: str, bot_id: str, seed: int) -> Hint:
    """A greedy bot remembers from one hint to the next what it found in a phase; others begin anew."""
    bot = remembered(name, bot_id, seed)
    if not isinstance(bot, GreedyBot):
        bot = bots[bot_id] = BOTS[name](seed)
    advice = advise(bot, Seat(s, side), seed)
    return Hint([raw(action) for action in advice.actions], advice.reason)


def raw(action: Action) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(action))


# --- what is kept between calls


def loaded(position: Position) -> WarState:
    s: WarState = load(position.saved, game_of(position.package, position.overlay))
    return s


@cache
def game_of(package: str, overlay: str) -> AnyWargame:
    data = Data(package, Path(overlay) if overlay else None)
    game: AnyWargame = importlib.import_module(package).build(data)
    return game


bots: dict[str, Bot] = {}


def remembered(name: str, bot_id: str, seed: int | None = None) -> Bot:
    if bot_id not in bots:
        if len(bots) >= MOST_BOTS:
            bots.pop(next(iter(bots)))
        bots[bot_id] = BOTS[name](int.from_bytes(os.urandom(8)) if seed is None else seed)
    return bots[bot_id]
