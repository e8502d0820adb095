"""Standing orders: a person's answers given beforehand, in messages like those of a person who was asked."""

from __future__ import annotations

import asyncio
import logging
from random import SystemRandom
from typing import TYPE_CHECKING

from bridgehead.core.actions import Action
from bridgehead.core.flow import Decision
from bridgehead.core.play import decision, standing_answer
from bridgehead.server.executor import RulesExecutor
from bridgehead.server.store.writer import Conflict
from bridgehead.toolkit.wargame import WarState

if TYPE_CHECKING:
    from bridgehead.server.session.session import Session

log = logging.getLogger("bridgehead")

THINKING = 1.0, 4.0
"""Seconds a person takes who need not think: how long an answer waits where others sit elsewhere."""


def knows_orders(session: Session) -> bool:
    """May an order answer decisions like the present one at all? Most know none."""
    frame = decision(session.match.now)
    return type(frame).standing_answer is not Decision.standing_answer


class StandingAnswers:
    """The answers of one session that standing orders give."""

    def __init__(self, session: Session, executor: RulesExecutor) -> None:
        self._session = session
        self._executor = executor
        self._persons = {seat.side for seat in session.seats if seat.kind != "bot"}
        self._apart = any(seat.kind == "elsewhere" for seat in session.seats)
        self._task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        if not self.running and self._session.match.side in self._persons and knows_orders(self._session):
            self._task = asyncio.get_running_loop().create_task(self._run())

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def of(self, s: WarState) -> Action | None:
        """The answer in a position, if a person must give it. On the rules thread."""
        session = self._session
        wanted = session.match.side in self._persons and not session.trouble and session.lesson is None
        return standing_answer(s) if wanted else None

    async def _run(self) -> None:
        session = self._session
        try:
            while (answer := await self._executor.run(self.of, session.match.now)) is not None:
                stamp = session.stamp
                if self._apart:
                    await asyncio.sleep(SystemRandom().uniform(*THINKING))
                try:
                    await session.act_unasked(answer, stamp, None)
                except Conflict:
                    await session.catch_up()
                session.bots.wake()
        except Exception:
            log.exception("match %s: a standing order failed", session.row.id)
