"""Bots in seats: they act by themselves whenever one of them has to decide."""

from __future__ import annotations

import asyncio
import logging
import os
from typing import TYPE_CHECKING

from bridgehead.bots import BOTS, Bot
from bridgehead.bots.explain import Reason
from bridgehead.bots.seat import Seat
from bridgehead.core.actions import Action
from bridgehead.core.codec import action_from, save
from bridgehead.core.values import Side
from bridgehead.server.bot_runner.pool import QUICK, BotPool
from bridgehead.server.executor import RulesExecutor
from bridgehead.server.store.writer import Conflict
from bridgehead.toolkit.wargame import WarState

if TYPE_CHECKING:
    from bridgehead.server.session.session import Session

log = logging.getLogger("bridgehead")


class BotRunner:
    """The bots of one session."""

    def __init__(self, session: Session, executor: RulesExecutor, pool: BotPool) -> None:
        self._session = session
        self._executor = executor
        self._pool = pool
        self._names = {
            seat.side: seat.bot for seat in session.seats if seat.kind == "bot" and seat.bot in BOTS
        }
        self._quick = {
            side: BOTS[name](int.from_bytes(os.urandom(8)))
            for side, name in self._names.items()
            if name in QUICK
        }
        self._bot_ids = {side: f"{session.row.id}/{side}/{os.urandom(8).hex()}" for side in self._names}
        if session.lesson is None and not QUICK.issuperset(self._names.values()):
            pool.preload(session.game.package)
        self.step_requested = False
        self._task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        if not self.running and self._to_move() is not None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _to_move(self) -> str | None:
        """The bot that should act now. Among themselves bots play only while somebody watches."""
        session = self._session
        side = session.match.side
        if side is None or side not in self._names or session.trouble:
            return None
        if session.pace.paused and not self.step_requested:
            return None
        if session.lesson is not None and not session.lesson.leaves_to_bot:
            return None
        return side if session.has_persons() or session.connections else None

    async def _run(self) -> None:
        session = self._session
        try:
            while (side := self._to_move()) is not None:
                stamp = session.stamp
                action, reason = await self._choose(side, session.match.now)
                seen = session.notice.stamp(None)
                try:
                    await session.act_unasked(action, stamp, reason)
                except Conflict:
                    await session.catch_up()
                session.standing.wake()
                if session.notice.stamp(None) != seen:
                    self.step_requested = False
                    await asyncio.sleep(session.pace.seconds)
        except Exception:
            log.exception("match %s: a bot failed", session.row.id)
            await session.bot_failed()

    async def _choose(self, side: str, s: WarState) -> tuple[Action, Reason | None]:
        """What a bot does; its reason only where the bots of the match think aloud."""
        if side in self._quick:
            return await self._executor.run(choose_here, self._quick[side], s, side), None
        saved = await self._executor.run(save, s)
        name, bot_id, aloud = self._names[side], self._bot_ids[side], self._session.row.aloud
        choice = await self._pool.choose(s.game.package, saved, side, name, bot_id, aloud)
        return action_from(bytes(choice.action), s.game), choice.reason


def choose_here(bot: Bot, s: WarState, side: str) -> Action:
    return bot.choose(Seat(s, Side(side)))
