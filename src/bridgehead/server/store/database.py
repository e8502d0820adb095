"""Where matches are stored: SQLite in the user's folder or PostgreSQL, the schema brought up by alembic."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import alembic.command
import sqlalchemy as sa
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from bridgehead.core.play import BadSetup
from bridgehead.extras import extra


class NoDatabase(BadSetup):
    """The database cannot be used."""


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
    sa.event.listen(engine.sync_engine, "connect", configure)
    return engine


def file_engine(url: str) -> sa.Engine:
    """A SQLite file without its asynchronous driver."""
    engine = sa.create_engine(sa.make_url(url).set(drivername="sqlite"))
    sa.event.listen(engine, "connect", configure)
    return engine


def configure(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    """Nothing that was written is lost, and readers do not wait."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.close()


# --- the schema


def prepare(url: str) -> None:
    """Bring the schema up to date before anybody is served, so that what is wrong is told in one sentence."""
    try:
        if url.startswith("sqlite"):
            prepare_file(url)
        else:
            asyncio.run(prepare_server(async_url(url)))
    except (OSError, SQLAlchemyError, CommandError) as problem:
        reason = str(getattr(problem, "orig", None) or problem).partition("\n")[0]
        raise NoDatabase(f"the database cannot be opened: {reason}") from problem


def prepare_file(url: str) -> None:
    """Without aiosqlite, whose thread outlives a file that cannot be opened."""
    engine = file_engine(url)
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
    config.set_main_option("script_location", str(Path(__file__).parent.parent / "migrations"))
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
