"""Matches on disk: seats, keys, the log of actions, chat. SQLite or PostgreSQL; the schema is alembic's.

The log of a match only grows: an undo is a row too. A row is committed before anybody hears of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bridgehead.server.store.database import async_url, engine_for, file_engine, migrate
from bridgehead.server.store.rows import (
    ChatRow,
    KeyRow,
    MatchRow,
    MoveRow,
    SeatRow,
    StoredMatch,
    Summary,
    check_text,
    is_text,
    new_key,
    row_of,
)
from bridgehead.server.store.tables import chat, keys, matches, moves, seats
from bridgehead.server.store.writer import FileWriter, MoveWriter, ServerWriter

R = TypeVar("R", bound=msgspec.Struct)


class NoSuchMatch(Exception):
    """The match is no more."""


class Store:
    """All matches of one database."""

    def __init__(self, url: str) -> None:
        self.url = async_url(url)
        self.engine = engine_for(self.url)
        on_file = self.url.startswith("sqlite")
        self._writer: MoveWriter = FileWriter(file_engine(self.url)) if on_file else ServerWriter(self.engine)

    async def open(self) -> None:
        """Bring the schema up to date and begin to write."""
        await migrate(self.engine, "head")
        self._writer.start()

    async def close(self) -> None:
        await self._writer.stop()
        await self.engine.dispose()

    # --- matches

    async def create(self, new: StoredMatch) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(matches.insert(), [row_of(new.match)])
            await connection.execute(seats.insert(), [row_of(seat) for seat in new.seats])
            await connection.execute(keys.insert(), [row_of(key) for key in new.keys])
            if new.moves:
                await connection.execute(moves.insert(), [row_of(move) for move in new.moves])

    async def load(self, id: str) -> StoredMatch:
        return StoredMatch(
            match=await self.match(id),
            seats=await self.seats(id),
            keys=await self.keys(id),
            moves=await self.moves(id),
            chat=await self.chat(id),
        )

    async def match(self, id: str) -> MatchRow:
        found = await self._rows(MatchRow, sa.select(matches).where(matches.c.id == id))
        if not found:
            raise NoSuchMatch(id)
        return found[0]

    async def matches_of(self, owner: str, most: int = 200) -> list[MatchRow]:
        """Somebody's matches, last touched first."""
        mine = sa.select(matches).where(matches.c.owner == owner)
        return await self._rows(MatchRow, mine.order_by(matches.c.touched.desc()).limit(most))

    async def seats(self, *of: str) -> list[SeatRow]:
        """The seats of these matches."""
        theirs = sa.select(seats).where(seats.c.match.in_(of))
        return await self._rows(SeatRow, theirs.order_by(seats.c.match, seats.c.place))

    async def delete(self, match: str) -> None:
        async with self.engine.begin() as connection:
            for table in (chat, moves, keys, seats):
                await connection.execute(table.delete().where(table.c.match == match))
            await connection.execute(matches.delete().where(matches.c.id == match))

    # --- keys

    async def key(self, key: str) -> KeyRow | None:
        if not is_text(key):
            return None
        return next(iter(await self._rows(KeyRow, sa.select(keys).where(keys.c.key == key))), None)

    async def keys(self, *of: str) -> list[KeyRow]:
        """The keys of these matches."""
        return await self._rows(KeyRow, sa.select(keys).where(keys.c.match.in_(of)))

    async def accept_invitation(self, invitation: str, by: str, name: str) -> KeyRow | None:
        """Exchange an invitation for a key; None if somebody else has done so."""
        check_text(by, name)
        async with self.engine.begin() as connection:
            found = sa.select(keys).where(keys.c.key == invitation).with_for_update()
            row = (await connection.execute(found)).one_or_none()
            if row is None:
                return None
            old = KeyRow(**row._mapping)
            if old.became:
                return await self._accepted_before(connection, old, by)
            new = KeyRow(key=new_key(), match=old.match, kind="seat", sides=old.sides)
            changed = await connection.execute(
                keys.update()
                .where(keys.c.key == invitation, keys.c.became == "")
                .values(taken_by=by, became=new.key)
            )
            if changed.rowcount != 1:
                return None
            await connection.execute(keys.insert(), [row_of(new)])
            if name:
                mine = (seats.c.match == old.match) & (seats.c.side == old.sides)
                await connection.execute(seats.update().where(mine).values(name=name))
            return new

    async def _accepted_before(self, connection: AsyncConnection, old: KeyRow, by: str) -> KeyRow | None:
        if old.taken_by != by:
            return None
        row = (await connection.execute(sa.select(keys).where(keys.c.key == old.became))).one()
        return KeyRow(**row._mapping)

    # --- moves

    async def moves(self, match: str, after: int = 0) -> list[MoveRow]:
        theirs = sa.select(moves).where(moves.c.match == match, moves.c.number > after)
        return await self._rows(MoveRow, theirs.order_by(moves.c.number))

    async def newest(self, of: Sequence[str]) -> dict[str, tuple[int, int]]:
        """The numbers of the last move and of the last line of chat, by match."""
        found = dict.fromkeys(of, (0, 0))
        async with self.engine.connect() as connection:
            for at, table in enumerate((moves, chat)):
                last = sa.select(table.c.match, sa.func.max(table.c.number)).where(table.c.match.in_(of))
                for match, number in await connection.execute(last.group_by(table.c.match)):
                    found[match] = (number, 0) if at == 0 else (found[match][0], number)
        return found

    async def append(self, move: MoveRow, summary: Summary) -> None:
        """Write a move; when this returns it is on disk."""
        await self._writer.write(move, summary)

    # --- chat

    async def chat(self, match: str, after: int = 0) -> list[ChatRow]:
        theirs = sa.select(chat).where(chat.c.match == match, chat.c.number > after)
        return await self._rows(ChatRow, theirs.order_by(chat.c.number))

    async def add_chat(self, row: ChatRow) -> bool:
        """Write a line down; False where another server has used its number."""
        try:
            async with self.engine.begin() as connection:
                await connection.execute(chat.insert(), [row_of(row)])
        except IntegrityError:
            return False
        return True

    async def _rows(self, kind: type[R], query: sa.Select[Any]) -> list[R]:
        """What a query finds, each row as a struct of its table."""
        async with self.engine.connect() as connection:
            return [kind(**row._mapping) for row in await connection.execute(query)]
