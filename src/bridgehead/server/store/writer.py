"""Moves on their way to the disk: what several matches write at the same moment is committed together."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
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


class MoveWriter:
    """Writes moves in batches, in the order they came."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._queue: asyncio.Queue[PendingMove | None] = asyncio.Queue()
        """Moves to be written; at last None."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Write what is waiting, then end."""
        if self._task is not None:
            self._queue.put_nowait(None)
            await self._task

    async def write(self, move: MoveRow, summary: Summary) -> None:
        """When this returns the move is on disk."""
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
