"""Where matches are stored: SQLite in the user's folder or PostgreSQL, the schema brought up by alembic."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import alembic.command
import sqlalchemy as sa
from alembic.config import Config
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry


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
    if not url.startswith("sqlite"):
        return create_async_engine(url, pool_pre_ping=True)
    engine = create_async_engine(url)

    @sa.event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA busy_timeout=5000")
        cursor.close()

    return engine


# --- the schema


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
