"""Moves on their way to the disk: what several matches write at the same moment is committed together."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Protocol

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from bridgehead.server.store.rows import MoveRow, Summary, row_of
from bridgehead.server.store.tables import matches, moves

MOST_AT_ONCE = 500


class Conflict(Exception):
    """Somebody else has written to this match."""


class PendingMove(msgspec.Struct):
    """A move that is not yet written, and whoever waits for it."""

    move: MoveRow
    summary: Summary
    done: asyncio.Future[None]

    def succeed(self) -> None:
        if not self.done.done():
            self.done.set_result(None)

    def fail(self, problem: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(problem)


class MoveWriter(Protocol):
    """Writes moves in batches, in the order they came."""

    def start(self) -> None: ...

    async def stop(self) -> None:
        """Write what is waiting, then end."""

    async def write(self, move: MoveRow, summary: Summary) -> None:
        """When this returns the move is on disk."""


class FileWriter:
    """Into a SQLite file, by a plain connection on a thread of its own: an asynchronous driver's steps from
    thread to thread cost more than the writing."""

    INSERT = 'insert into moves ("{}") values (:{})'.format(
        '", "'.join(MoveRow.__struct_fields__), ", :".join(MoveRow.__struct_fields__)
    )
    UPDATE = "update matches set touched = :at, {} where id = :match".format(
        ", ".join(f"{name} = :{name}" for name in Summary.__struct_fields__)
    )

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._queue: SimpleQueue[PendingMove | None] = SimpleQueue()
        """Moves to be written; at last None."""
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        loop = asyncio.get_running_loop()
        self._thread = threading.Thread(
            target=self._run, args=(loop, self._engine.raw_connection()), name="writer", daemon=True
        )
        self._thread.start()

    async def stop(self) -> None:
        if self._thread is not None:
            self._queue.put(None)
            await asyncio.to_thread(self._thread.join)
        self._engine.dispose()

    async def write(self, move: MoveRow, summary: Summary) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put(PendingMove(move, summary, done))
        await done

    def _run(self, loop: asyncio.AbstractEventLoop, connection: DBAPIConnection) -> None:
        try:
            while (first := self._queue.get()) is not None:
                batch = [first, *self._waiting()]
                loop.call_soon_threadsafe(tell, batch, self._written(connection, batch))
        finally:
            connection.close()

    def _waiting(self) -> list[PendingMove]:
        found: list[PendingMove] = []
        try:
            while len(found) < MOST_AT_ONCE:
                pending = self._queue.get_nowait()
                if pending is None:
                    self._queue.put(None)
                    break
                found.append(pending)
        except Empty:
            pass
        return found

    def _written(self, connection: DBAPIConnection, batch: Sequence[PendingMove]) -> list[Exception | None]:
        """What became of each move; where a batch fails as a whole they are written one by one."""
        try:
            self._commit(connection, batch)
        except Exception as problem:
            with suppress(sqlite3.Error):
                connection.rollback()
            if len(batch) > 1:
                return [found for each in batch for found in self._written(connection, [each])]
            if isinstance(problem, sqlite3.IntegrityError):
                return [Conflict(batch[0].move.match)]
            return [problem]
        return [None] * len(batch)

    def _commit(self, connection: DBAPIConnection, batch: Sequence[PendingMove]) -> None:
        cursor = connection.cursor()
        cursor.executemany(self.INSERT, [row_of(pending.move) for pending in batch])
        cursor.executemany(
            self.UPDATE,
            [
                {"match": pending.move.match, "at": pending.move.at} | row_of(pending.summary)
                for pending in batch
            ],
        )
        connection.commit()


def tell(batch: Sequence[PendingMove], outcomes: Sequence[Exception | None]) -> None:
    for pending, problem in zip(batch, outcomes, strict=True):
        if problem is None:
            pending.succeed()
        else:
            pending.fail(problem)


class ServerWriter:
    """Into a database server, by its asynchronous driver."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._queue: asyncio.Queue[PendingMove | None] = asyncio.Queue()
        """Moves to be written; at last None."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._queue.put_nowait(None)
            await self._task

    async def write(self, move: MoveRow, summary: Summary) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(PendingMove(move, summary, done))
        await done

    async def _run(self) -> None:
        while (first := await self._queue.get()) is not None:
            batch = [first]
            while len(batch) < MOST_AT_ONCE and not self._queue.empty():
                following = self._queue.get_nowait()
                if following is None:
                    self._queue.put_nowait(None)
                    break
                batch.append(following)
            try:
                await self._commit(batch)
            except Exception:
                for pending in batch:
                    await self._write_alone(pending)
            else:
                for pending in batch:
                    pending.succeed()

    async def _write_alone(self, pending: PendingMove) -> None:
        """One move of a batch that failed as a whole."""
        try:
            await self._commit([pending])
        except IntegrityError:
            pending.fail(Conflict(pending.move.match))
        except Exception as problem:
            pending.fail(problem)
        else:
            pending.succeed()

    async def _commit(self, batch: Sequence[PendingMove]) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(moves.insert(), [row_of(pending.move) for pending in batch])
            await connection.execute(
                matches.update()
                .where(matches.c.id == sa.bindparam("which"))
                .values(
                    {name: sa.bindparam(f"new_{name}") for name in ("touched", *Summary.__struct_fields__)}
                ),
                [
                    {"which": pending.move.match, "new_touched": pending.move.at}
                    | {f"new_{name}": value for name, value in row_of(pending.summary).items()}
                    for pending in batch
                ],
            )
