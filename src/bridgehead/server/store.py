"""Matches on disk: seats, keys, the log of actions, chat. SQLite or PostgreSQL; the schema is alembic's.

The log of a match only grows: an undo is a row too. A row is committed before anybody hears of it, and what
several matches write at the same moment is committed together.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import alembic.command
import msgspec
import sqlalchemy as sa
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bridgehead.core.play import BadSetup
from bridgehead.extras import extra

KeyKind = Literal["mine", "invite", "seat", "onlooker"]
MoveKind = Literal["act", "undo", "back"]

MOST_AT_ONCE = 500

metadata = sa.MetaData()

matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False, index=True),
    sa.Column("title", sa.String(200), nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("data", sa.String(64), nullable=False),
    sa.Column("scenario", sa.String(64), nullable=False),
    sa.Column("setting", sa.Text, nullable=False),
    sa.Column("seed", sa.String(24), nullable=False),
    sa.Column("seeded", sa.Boolean, nullable=False),
    sa.Column("start", sa.Text, nullable=False),
    sa.Column("branch_of", sa.String(32), nullable=False),
    sa.Column("created", sa.String(40), nullable=False),
    sa.Column("touched", sa.String(40), nullable=False),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("clock", sa.Integer, nullable=False),
    sa.Column("deciding", sa.String(64), nullable=False),
    sa.Column("result", sa.Text, nullable=False),
    sa.Column("hints", sa.Boolean, nullable=False),
    sa.Column("aloud", sa.Boolean, nullable=False),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("side", sa.String(64), primary_key=True),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("bot", sa.String(64), nullable=False),
    sa.Column("name", sa.String(80), nullable=False),
)

keys = sa.Table(
    "keys",
    metadata,
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column(
        "match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("sides", sa.Text, nullable=False),
    sa.Column("taken_by", sa.String(64), nullable=False),
    sa.Column("became", sa.String(64), nullable=False),
)

moves = sa.Table(
    "moves",
    metadata,
    sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("side", sa.String(64), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("at", sa.String(40), nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
)

chat = sa.Table(
    "chat",
    metadata,
    sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("who", sa.String(64), nullable=False),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("words", sa.Text, nullable=False),
    sa.Column("at", sa.String(40), nullable=False),
)


class MatchRow(msgspec.Struct, kw_only=True):
    id: str
    owner: str
    title: str
    game: str
    data: str
    scenario: str
    setting: str
    seed: str
    seeded: bool
    start: str
    """A saved position, for a match that does not begin with its scenario's set-up."""
    branch_of: str
    created: str
    touched: str
    turn: int
    clock: int
    deciding: str
    result: str
    hints: bool = False
    """Persons may ask a bot what it would do."""
    aloud: bool = False
    """Its bots tell everybody why they act."""


class SeatRow(msgspec.Struct, kw_only=True):
    match: str
    side: str
    place: int
    kind: str
    bot: str
    name: str


class KeyRow(msgspec.Struct, kw_only=True):
    key: str
    match: str
    kind: KeyKind
    sides: str
    """Parted by spaces."""
    taken_by: str = ""
    """The browser that took an invitation."""
    became: str = ""
    """The key it was exchanged for."""


class MoveRow(msgspec.Struct, kw_only=True):
    match: str
    number: int
    kind: MoveKind
    side: str
    body: str
    at: str
    reason: str = ""
    """Why a bot that thinks aloud did it, as JSON."""


class ChatRow(msgspec.Struct, kw_only=True):
    match: str
    number: int
    who: str
    name: str
    words: str
    at: str


class Standing(msgspec.Struct, kw_only=True):
    """What a list of matches shows of a match, kept with it at every move."""

    turn: int
    clock: int
    deciding: str
    result: str


class Pending(msgspec.Struct):
    """A move on its way to the disk, and whoever waits for it."""

    move: MoveRow
    standing: Standing
    done: asyncio.Future[None]

    def succeed(self) -> None:
        if not self.done.done():
            self.done.set_result(None)

    def fail(self, problem: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(problem)


class Conflict(Exception):
    """Somebody else has written to this match."""


class Gone(Exception):
    """The match is no more."""


class Unwritable(ValueError):
    """A text that not every database keeps."""


class NoDatabase(BadSetup):
    """The database cannot be used."""


class Store:
    """All matches of one database."""

    def __init__(self, url: str) -> None:
        self.url = async_url(url)
        self.engine = engine_for(self.url)
        self._queue: asyncio.Queue[Pending | None] = asyncio.Queue()
        """Moves to be written; at last None."""
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Bring the schema up to date and begin to write."""
        await migrate(self.engine, "head")
        self._writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        if self._writer is not None:
            self._queue.put_nowait(None)
            await self._writer
        await self.engine.dispose()

    # --- matches

    async def create(
        self, match: MatchRow, seated: Sequence[SeatRow], opened: Sequence[KeyRow], played: Sequence[MoveRow]
    ) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(matches.insert(), [row_of(match)])
            await connection.execute(seats.insert(), [row_of(seat) for seat in seated])
            await connection.execute(keys.insert(), [row_of(key) for key in opened])
            if played:
                await connection.execute(moves.insert(), [row_of(move) for move in played])

    async def match(self, id: str) -> MatchRow:
        async with self.engine.connect() as connection:
            row = (await connection.execute(sa.select(matches).where(matches.c.id == id))).one_or_none()
        if row is None:
            raise Gone(id)
        return MatchRow(**row._mapping)

    async def of_owner(self, owner: str, most: int = 200) -> list[MatchRow]:
        """Somebody's matches, last touched first."""
        found = sa.select(matches).where(matches.c.owner == owner)
        async with self.engine.connect() as connection:
            rows = await connection.execute(found.order_by(matches.c.touched.desc()).limit(most))
            return [MatchRow(**row._mapping) for row in rows]

    async def seats(self, *of: str) -> list[SeatRow]:
        """The seats of these matches."""
        async with self.engine.connect() as connection:
            rows = await connection.execute(
                sa.select(seats).where(seats.c.match.in_(of)).order_by(seats.c.match, seats.c.place)
            )
            return [SeatRow(**row._mapping) for row in rows]

    async def delete(self, match: str) -> None:
        async with self.engine.begin() as connection:
            for table in (chat, moves, keys, seats):
                await connection.execute(table.delete().where(table.c.match == match))
            await connection.execute(matches.delete().where(matches.c.id == match))

    # --- keys

    async def key(self, key: str) -> KeyRow | None:
        if not is_text(key):
            return None
        async with self.engine.connect() as connection:
            row = (await connection.execute(sa.select(keys).where(keys.c.key == key))).one_or_none()
        return KeyRow(**row._mapping) if row is not None else None

    async def keys(self, *of: str) -> list[KeyRow]:
        """The keys of these matches."""
        async with self.engine.connect() as connection:
            rows = await connection.execute(sa.select(keys).where(keys.c.match.in_(of)))
            return [KeyRow(**row._mapping) for row in rows]

    async def take(self, invitation: str, by: str, name: str) -> KeyRow | None:
        """Exchange an invitation for a key; None if somebody else has done so."""
        check_text(by, name)
        async with self.engine.begin() as connection:
            found = sa.select(keys).where(keys.c.key == invitation).with_for_update()
            row = (await connection.execute(found)).one_or_none()
            if row is None:
                return None
            old = KeyRow(**row._mapping)
            if old.became:
                return await self._taken_before(connection, old, by)
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

    async def _taken_before(self, connection: AsyncConnection, old: KeyRow, by: str) -> KeyRow | None:
        if old.taken_by != by:
            return None
        row = (await connection.execute(sa.select(keys).where(keys.c.key == old.became))).one()
        return KeyRow(**row._mapping)

    # --- the log

    async def moves(self, match: str) -> list[MoveRow]:
        async with self.engine.connect() as connection:
            rows = await connection.execute(
                sa.select(moves).where(moves.c.match == match).order_by(moves.c.number)
            )
            return [MoveRow(**row._mapping) for row in rows]

    async def append(self, move: MoveRow, standing: Standing) -> None:
        """Write a move; when this returns it is on disk."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(Pending(move, standing, done))
        await done

    async def _write(self) -> None:
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

    async def _write_alone(self, pending: Pending) -> None:
        """One move of a batch that failed as a whole."""
        try:
            await self._commit([pending])
        except IntegrityError:
            pending.fail(Conflict(pending.move.match))
        except Exception as problem:
            pending.fail(problem)
        else:
            pending.succeed()

    async def _commit(self, batch: Sequence[Pending]) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(moves.insert(), [row_of(pending.move) for pending in batch])
            await connection.execute(
                matches.update()
                .where(matches.c.id == sa.bindparam("which"))
                .values(
                    {name: sa.bindparam(f"new_{name}") for name in ("touched", *Standing.__struct_fields__)}
                ),
                [
                    {"which": pending.move.match, "new_touched": pending.move.at}
                    | {f"new_{name}": value for name, value in row_of(pending.standing).items()}
                    for pending in batch
                ],
            )

    # --- chat

    async def chat(self, match: str) -> list[ChatRow]:
        async with self.engine.connect() as connection:
            rows = await connection.execute(
                sa.select(chat).where(chat.c.match == match).order_by(chat.c.number)
            )
            return [ChatRow(**row._mapping) for row in rows]

    async def say(self, line: ChatRow) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(chat.insert(), [row_of(line)])


def row_of(struct: msgspec.Struct) -> dict[str, Any]:
    row = msgspec.structs.asdict(struct)
    check_text(*row.values())
    return row


def check_text(*values: object) -> None:
    if not all(is_text(value) for value in values):
        raise Unwritable("A name or a message may not hold the character NUL.")


def is_text(value: object) -> bool:
    """Can every database keep it? PostgreSQL has no NUL in texts."""
    return not isinstance(value, str) or "\0" not in value


def new_key() -> str:
    """A secret nobody guesses."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    return secrets.token_hex(8)


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


# --- where it lies


def data_folder() -> Path:
    """The user's own folder for our files."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "bridgehead"


def default_url() -> str:
    """SQLite in the user's data folder, which is made if need be."""
    folder = data_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'matches.sqlite'}"


def async_url(url: str) -> str:
    """A database's address with the driver we use."""
    for plain, driven in (
        ("sqlite://", "sqlite+aiosqlite://"),
        ("postgresql://", "postgresql+asyncpg://"),
        ("postgres://", "postgresql+asyncpg://"),
    ):
        if url.startswith(plain):
            return driven + url.removeprefix(plain)
    return url


def engine_for(url: str) -> AsyncEngine:
    if url.startswith("postgresql+asyncpg:"):
        with extra("postgres"):
            return create_async_engine(url, pool_pre_ping=True)
    if not url.startswith("sqlite+aiosqlite:"):
        raise NoDatabase("the address of a database begins with sqlite:// or postgresql://")
    engine = create_async_engine(url)

    @sa.event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA busy_timeout=5000")
        cursor.close()

    return engine


# --- the schema


def prepare(url: str) -> None:
    """Bring the schema up to date before anybody is served, so that what is wrong is told in one sentence."""

    try:
        if url.startswith("sqlite"):
            prepare_file(sa.make_url(url).set(drivername="sqlite"))
        else:
            asyncio.run(prepare_server(async_url(url)))
    except (OSError, SQLAlchemyError, CommandError) as problem:
        reason = str(getattr(problem, "orig", None) or problem).partition("\n")[0]
        raise NoDatabase(f"the database cannot be opened: {reason}") from problem


def prepare_file(url: sa.URL) -> None:
    """Without aiosqlite, whose thread outlives a file that cannot be opened."""
    engine = sa.create_engine(url)
    try:
        with engine.begin() as connection:
            migrate_sync(connection, "head")
    finally:
        engine.dispose()


async def prepare_server(url: str) -> None:
    engine = engine_for(url)
    try:
        await migrate(engine, "head")
    finally:
        await engine.dispose()


def alembic_config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


async def migrate(engine: AsyncEngine, revision: str) -> None:
    """Bring the schema up (or down) to a revision."""
    async with engine.begin() as connection:
        await connection.run_sync(migrate_sync, revision)


def migrate_sync(connection: sa.Connection, revision: str) -> None:
    config = alembic_config()
    config.attributes["connection"] = connection
    if revision == "base":
        alembic.command.downgrade(config, revision)
    else:
        alembic.command.upgrade(config, revision)
