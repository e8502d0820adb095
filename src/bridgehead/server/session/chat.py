"""What the people at a match say to each other, and what the server tells them beside the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from bridgehead.server import wire
from bridgehead.server.presenters.games import name_of
from bridgehead.server.presenters.matches import chat_line
from bridgehead.server.session.connection import Connection
from bridgehead.server.store.rows import ChatRow, now
from bridgehead.server.store.store import Store
from bridgehead.server.store.writer import Conflict

if TYPE_CHECKING:
    from bridgehead.server.session.session import Session

MOST_KEPT = 200


class Chat:
    """The chat of one session."""

    def __init__(self, session: Session, store: Store, rows: Sequence[ChatRow]) -> None:
        self._session = session
        self._store = store
        self._rows = list(rows)

    def lines(self) -> list[wire.ChatLine]:
        return [chat_line(each) for each in self._rows[-MOST_KEPT:]]

    async def announce(self, words: str) -> None:
        await self.say("server", words)

    async def say(self, who: str, words: str, asker: Connection | None = None, re: int = 0) -> None:
        match, name = self._session.row.id, self._name(who)
        row = ChatRow(match=match, number=self.last + 1, who=who, name=name, words=words, at=now())
        while not await self._store.add_chat(row):
            await self.catch_up()
            if self.last < row.number:
                raise Conflict(match)
            row = msgspec.structs.replace(row, number=self.last + 1)
        self._told(row, asker, re)

    async def catch_up(self) -> None:
        """Tell what was said by way of another server."""
        for row in await self._store.chat(self._session.row.id, after=self.last):
            self._told(row)

    @property
    def last(self) -> int:
        return self._rows[-1].number if self._rows else 0

    def _told(self, row: ChatRow, asker: Connection | None = None, re: int = 0) -> None:
        self._rows.append(row)
        del self._rows[:-MOST_KEPT]
        for connection in self._session.connections:
            re_here = re if connection is asker else 0
            connection.send(wire.ChatMessage(re=re_here, line=chat_line(row)))

    def _name(self, who: str) -> str:
        game = self._session.game
        named = next((seat.name for seat in self._session.seats if seat.side == who and seat.name), "")
        return named or (name_of(game, who) if who in game.sides else who.capitalize())
