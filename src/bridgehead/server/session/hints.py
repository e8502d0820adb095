"""Hints: what a bot would do in a person's place, knowing what that person knows."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from typing import TYPE_CHECKING

import msgspec

from bridgehead.core.codec import save
from bridgehead.server import wire
from bridgehead.server.bot_runner.pool import BotPool, explaining_bots
from bridgehead.server.errors import MessageError
from bridgehead.server.executor import RulesExecutor
from bridgehead.server.presenters.position import reason_info
from bridgehead.server.session.connection import Connection
from bridgehead.toolkit.wargame import WarState

if TYPE_CHECKING:
    from bridgehead.server.session.session import Session

log = logging.getLogger("bridgehead")

MOVED_ON: tuple[wire.Code, str] = ("stale", "The game has moved on.")
NOT_WANTED: tuple[wire.Code, str] = ("gone", "The hint was canceled.")


class Hints:
    """The hints asked for in one session. Nobody waits for them but the one who asked."""

    def __init__(self, session: Session, executor: RulesExecutor, pool: BotPool) -> None:
        self._session = session
        self._executor = executor
        self._pool = pool
        self._requests: dict[Connection, tuple[int, asyncio.Task[None]]] = {}
        """By connection: the number of its request, and the task that works on it."""

    def start(self, connection: Connection, ask: wire.AskHint) -> None:
        """Begin to think. The session has seen that the one who asks is the one who decides."""
        if not self._session.row.hints:
            raise MessageError("not_now", "Hints are off in this game.")
        able = explaining_bots()
        if ask.bot not in able:
            raise MessageError("unknown", f"Unknown bot {ask.bot}; choose {' or '.join(able)}.")
        if connection in self._requests:
            raise MessageError("busy", "One hint at a time; the last one is still being worked out.")
        if self._pool.full:
            raise MessageError("busy", "Too many hints are being worked out; try again in a moment.")
        s, stamp = self._session.match.now, self._session.stamp
        task = asyncio.get_running_loop().create_task(self._run(connection, ask, s, stamp))
        self._requests[connection] = (ask.id, task)

    async def _run(self, connection: Connection, ask: wire.AskHint, s: WarState, stamp: int) -> None:
        session, side = self._session, connection.side or ""
        try:
            saved = await self._executor.run(save, s)
            bot_id = f"{session.row.id}/{side}/hint/{ask.bot}"
            seed = seed_of(session.row.id, side)
            hint = await self._pool.hint(session.game.package, saved, side, ask.bot, bot_id, seed)
            if session.stamp == stamp and connection.side == side:
                actions = [msgspec.json.decode(each) for each in hint.actions]
                reason = reason_info(hint.reason)
                shown = session.notice.stamp(side)
                connection.send(
                    wire.HintMessage(re=ask.id, stamp=shown, bot=ask.bot, reason=reason, actions=actions)
                )
        except Exception:
            log.exception("match %s: no hint came", session.row.id)
            connection.send(
                wire.ErrorMessage(re=ask.id, code="trouble", words="The bot could not think of anything.")
            )
        finally:
            if self._requests.get(connection, (0, None))[1] is asyncio.current_task():
                del self._requests[connection]

    def cancel_all(self) -> None:
        """The position is another: nobody needs these hints."""
        for connection in list(self._requests):
            self.cancel(connection, *MOVED_ON)

    def cancel(self, connection: Connection, code: wire.Code, words: str) -> None:
        """Stop thinking for a connection, and tell it."""
        request = self._requests.pop(connection, None)
        if request is not None:
            re, task = request
            task.cancel()
            connection.send(wire.ErrorMessage(re=re, code=code, words=words))


def seed_of(match: str, side: str) -> int:
    """The same for every hint to a side of a match: what is hidden makes no difference to it."""
    return int.from_bytes(hashlib.blake2b(f"{match}/{side}".encode(), digest_size=8).digest())
