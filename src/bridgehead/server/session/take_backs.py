"""Going back across dice or a discovery, if everybody agrees."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import msgspec

from bridgehead.core.values import Side
from bridgehead.server import wire
from bridgehead.server.errors import MessageError
from bridgehead.server.presenters.games import name_of
from bridgehead.server.session.connection import Connection
from bridgehead.server.session.notice import Viewer

if TYPE_CHECKING:
    from bridgehead.server.session.session import Session


class Request(msgspec.Struct):
    """A request to go back, until everybody has agreed."""

    by: str
    to: int
    waiting: list[str]
    agreed: list[str] = []


class TakeBacks:
    """The requests of one session, one at a time. Whoever asks or answers holds the session's lock."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._request: Request | None = None

    def possible(self, connection: Connection) -> bool:
        return (
            connection.side in connection.sides
            and connection.side in self._session.match.movers
            and self._request is None
            and not self._session.trouble
            and self._session.lesson is None
        )

    def info(self, viewer: Viewer) -> wire.TakeBackInfo | None:
        asked = self._request
        if asked is None:
            return None
        to = self._session.notice.clock(viewer, asked.to)
        return wire.TakeBackInfo(by=asked.by, to=to, waiting=asked.waiting)

    def clear(self, noticed_by: Collection[Viewer]) -> None:
        """The match has changed: a request of somebody who notices is out of date."""
        if self._request is not None and self._request.by in noticed_by:
            self._request = None

    async def ask(self, connection: Connection, ask: wire.AskTakeBack) -> None:
        session = self._session
        side = connection.side
        if side is None or not self.possible(connection):
            raise MessageError("not_now", "You have no action to undo.")
        movers = session.match.movers
        own = len(movers) - 1 - movers[::-1].index(Side(side))
        latest = session.notice.clock(side, own)
        if ask.to is not None and not 0 <= ask.to <= latest:
            raise MessageError("not_now", f"Choose an action from 0 to {latest}.")
        to = own if ask.to is None else min(own, session.notice.actions(side, ask.to)[-1])
        others = [
            seat.side for seat in session.seats if seat.kind != "bot" and seat.side not in connection.sides
        ]
        self._request = Request(side, to, others)
        await self._proceed(self._request, connection, ask.id)

    async def answer(self, connection: Connection, ask: wire.AnswerTakeBack) -> None:
        session, asked = self._session, self._request
        mine = [side for side in connection.sides if asked is not None and side in asked.waiting]
        if asked is None or not mine:
            raise MessageError("not_now", "No undo request is pending.")
        if not ask.agree:
            self._request = None
            await session.chat.announce(f"{self._names(mine)} did not agree to the undo.")
            await session.send_states(connection, ask.id)
            return
        asked.agreed.extend(mine)
        asked.waiting = [side for side in asked.waiting if side not in mine]
        await self._proceed(asked, connection, ask.id)

    async def _proceed(self, asked: Request, connection: Connection, re: int) -> None:
        """Go back if all have agreed; otherwise show everybody what is asked."""
        session = self._session
        if asked.waiting:
            await session.send_states(connection, re)
            return
        taken = session.notice.clock(asked.by) - session.notice.clock(asked.by, asked.to)
        await session.rewind("back", asked.to, asked.by, connection, re)
        with_whom = f"; {self._names(asked.agreed)} agreed" if asked.agreed else ""
        what = "1 action" if taken == 1 else f"{taken} actions"
        dice = " New dice will be rolled." if session.match.clock > asked.to else ""
        await session.chat.announce(f"{self._names([asked.by])} undid {what}{with_whom}.{dice}")

    def _names(self, sides: Sequence[str]) -> str:
        return ", ".join(name_of(self._session.game, side) for side in sides)
