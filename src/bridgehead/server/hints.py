"""Hints: what a bot would do in a person's place, knowing what that person knows."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from typing import TYPE_CHECKING

import msgspec

from bridgehead.bots import BOTS
from bridgehead.bots.explain import Reason
from bridgehead.core.codec import save
from bridgehead.server import wire
from bridgehead.server.connection import Connection, Refused
from bridgehead.server.robots import QUICK, Thinker
from bridgehead.server.thread import RulesThread
from bridgehead.toolkit.wargame import WarState as State

if TYPE_CHECKING:
    from bridgehead.server.rooms import Room

log = logging.getLogger("bridgehead")

MOVED_ON: tuple[wire.Code, str] = ("stale", "The game has moved on.")
NEVER_MIND: tuple[wire.Code, str] = ("gone", "The hint was given up.")


class Hints:
    """The hints asked for in one room. Nobody waits for them but the one who asked."""

    def __init__(self, room: Room, rules: RulesThread, thinker: Thinker) -> None:
        self.room = room
        self._rules = rules
        self._thinker = thinker
        self._asked: dict[Connection, tuple[int, asyncio.Task[None]]] = {}
        """By connection: the number of its question, and who works on it."""

    def ask(self, connection: Connection, ask: wire.AskHint) -> None:
        """Begin to think. The room has seen that the one who asks is the one who decides."""
        if not self.room.row.hints:
            raise Refused("not_now", "This match is played without hints.")
        if ask.bot not in BOTS or ask.bot in QUICK:
            able = ", ".join(name for name in BOTS if name not in QUICK)
            raise Refused("unknown", f"There is no bot {ask.bot!r} to give hints; there is {able}.")
        if connection in self._asked:
            raise Refused("busy", "One hint at a time: the last one is still being thought about.")
        if self._thinker.crowded:
            raise Refused("busy", "Too many hints are being thought about; ask again in a while.")
        s, stamp = self.room.line.now, self.room.stamp
        task = asyncio.get_running_loop().create_task(self._think(connection, ask, s, stamp))
        self._asked[connection] = (ask.id, task)

    async def _think(self, connection: Connection, ask: wire.AskHint, s: State, stamp: int) -> None:
        room, side = self.room, connection.side or ""
        try:
            position = await self._rules(save, s)
            mind = f"{room.row.id}/{side}/hint/{ask.bot}"
            advice = await self._thinker.advise(
                room.game.package, ask.bot, mind, seed_of(room.row.id, side), position, side
            )
            if room.stamp == stamp and connection.side == side:
                actions = [msgspec.json.decode(each) for each in advice.actions]
                reason = reason_info(advice.reason)
                connection.send(
                    wire.HintMessage(re=ask.id, stamp=stamp, bot=ask.bot, reason=reason, actions=actions)
                )
        except Exception:
            log.exception("match %s: no hint came", room.row.id)
            connection.send(
                wire.ErrorMessage(re=ask.id, code="trouble", words="The bot could not think of anything.")
            )
        finally:
            if self._asked.get(connection, (0, None))[1] is asyncio.current_task():
                del self._asked[connection]

    def moved_on(self) -> None:
        """The position is another: nobody needs these hints."""
        for connection in list(self._asked):
            self.drop(connection, *MOVED_ON)

    def drop(self, connection: Connection, code: wire.Code, words: str) -> None:
        """Stop thinking for a connection, and tell it."""
        asked = self._asked.pop(connection, None)
        if asked is not None:
            re, task = asked
            task.cancel()
            connection.send(wire.ErrorMessage(re=re, code=code, words=words))


def reason_info(reason: Reason) -> wire.ReasonInfo:
    return msgspec.convert(reason, wire.ReasonInfo, from_attributes=True)


def seed_of(match: str, side: str) -> int:
    """The same for every hint to a side of a match: what is hidden makes no difference to it."""
    return int.from_bytes(hashlib.blake2b(f"{match}/{side}".encode(), digest_size=8).digest())
