"""The store: schema, batches, conflicts."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from litestar.exceptions import WebSocketDisconnect

from bridgehead.server.store.database import async_url, data_folder, engine_for, migrate
from bridgehead.server.store.rows import KeyRow, MatchRow, MoveRow, SeatRow, StoredMatch, Summary, now
from bridgehead.server.store.store import NoSuchMatch, Store
from bridgehead.server.store.tables import metadata
from bridgehead.server.store.writer import Conflict
from tests.server.support import new_match, seat, serving


def row(id: str = "m1") -> MatchRow:
    return MatchRow(
        id=id,
        owner="me",
        title="A match",
        game="toy",
        data="1",
        scenario="toy",
        setting="{}",
        seed="18446744073709551615",
        seeded=False,
        start="",
        branch_of="",
        created=now(),
        touched=now(),
        turn=0,
        clock=0,
        deciding="red",
        result="null",
    )


def stored(id: str = "m1") -> StoredMatch:
    """A match with one invitation and one move."""
    return StoredMatch(
        match=row(id),
        seats=[SeatRow(match=id, side="blue", place=0, kind="elsewhere", bot="", name="")],
        keys=[KeyRow(key=f"i-{id}", match=id, kind="invite", sides="blue")],
        moves=[move(1, id)],
    )


def move(number: int, id: str = "m1") -> MoveRow:
    return MoveRow(match=id, number=number, kind="act", side="red", body=f'{{"n":{number}}}', at=now())


def summary(clock: int) -> Summary:
    return Summary(turn=1, clock=clock, deciding="blue", result="null")


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A PostgreSQL of our own for a while, where it is installed."""
    if shutil.which("initdb") is None or shutil.which("pg_ctl") is None:
        pytest.skip("PostgreSQL is not installed")
    folder = tmp_path_factory.mktemp("pg")
    as_whom = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    if as_whom:
        for each in (folder, *folder.parents[:2]):
            each.chmod(0o755)
        shutil.chown(folder, "postgres")
    data = folder / "data"
    options = f"-c listen_addresses='' -k {folder} -c fsync=off"
    try:
        run([*as_whom, "initdb", "-D", data, "-A", "trust", "-U", "test"])
        run([*as_whom, "pg_ctl", "-D", data, "-w", "-o", options, "-l", folder / "log", "start"])
    except (OSError, subprocess.CalledProcessError) as problem:
        pytest.skip(f"PostgreSQL does not start here: {problem}")
    yield f"postgresql://test@/postgres?host={folder}"
    run([*as_whom, "pg_ctl", "-D", data, "-m", "immediate", "stop"])


def run(command: list[str | Path]) -> None:
    subprocess.run(command, check=True, capture_output=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'm.sqlite'}"
    found: str = request.getfixturevalue("postgres")
    return found


def test_migrations_go_up_and_down(url: str) -> None:
    async def both_ways() -> None:
        engine = engine_for(async_url(url))
        await migrate(engine, "head")
        async with engine.connect() as connection:
            names = await connection.run_sync(lambda sync: sa.inspect(sync).get_table_names())
            assert {*metadata.tables, "alembic_version"} <= set(names)
            differences = await connection.run_sync(
                lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)
            )
            assert differences == []
        await migrate(engine, "head")
        await migrate(engine, "base")
        async with engine.connect() as connection:
            names = await connection.run_sync(lambda sync: sa.inspect(sync).get_table_names())
            assert names == ["alembic_version"]
        await engine.dispose()

    asyncio.run(both_ways())


def test_a_match_is_kept_whole(url: str) -> None:
    async def through() -> None:
        store = Store(url)
        await store.open()
        try:
            await store.create(stored())
            await store.append(move(2), summary(2))
            assert [each.number for each in await store.moves("m1")] == [1, 2]
            kept = await store.match("m1")
            assert (kept.seed, kept.clock, kept.deciding) == (row().seed, 2, "blue")
            assert [each.id for each in await store.matches_of("me")] == ["m1"]
            assert await store.matches_of("you") == []
            taken = await store.accept_invitation("i-m1", "you", "Ann")
            assert taken is not None and taken.sides == "blue"
            assert await store.accept_invitation("i-m1", "thief", "") is None
            assert await store.accept_invitation("i-m1", "you", "") == taken
            assert (await store.seats("m1"))[0].name == "Ann"
            await store.delete("m1")
            assert await store.moves("m1") == [] and await store.key(taken.key) is None
            with pytest.raises(NoSuchMatch):
                await store.match("m1")
        finally:
            await store.close()

    asyncio.run(through())


def test_moves_of_many_matches_are_written_together_and_conflicts_alone_fail(url: str) -> None:
    async def through() -> None:
        store = Store(url)
        await store.open()
        try:
            for id in ("a", "b", "c"):
                await store.create(stored(id))
            results = await asyncio.gather(
                store.append(move(2, "a"), summary(2)),
                store.append(move(1, "b"), summary(9)),
                store.append(move(2, "c"), summary(2)),
                return_exceptions=True,
            )
            assert results[0] is None and isinstance(results[1], Conflict) and results[2] is None
            assert (await store.match("b")).clock == 0
            assert [(await store.match(id)).clock for id in ("a", "c")] == [2, 2]
            for id in ("a", "b", "c"):
                await store.delete(id)
        finally:
            await store.close()

    asyncio.run(through())


def test_two_servers_on_one_database_do_not_overwrite_each_other(tmp_path: Path) -> None:
    with serving(tmp_path) as one, serving(tmp_path) as two:
        created = new_match(one)
        key = created["mine"]["key"]
        with seat(one, key) as here, seat(two, key) as there:
            here.ask("look", side="blue")
            there.ask("look", side="blue")
            here.act({"type": "Choose", "choice": "b0"})
            there.socket.send_json({"type": "act", "action": {"type": "Choose", "choice": "b1"}, "stamp": 0})
            with pytest.raises(WebSocketDisconnect) as gone:
                there.next()
            assert gone.value.code == 1012
        with seat(two, key) as there:
            assert there.ask("look", side="blue")["clock"] == 1


def test_addresses_of_databases(monkeypatch: pytest.MonkeyPatch) -> None:
    assert async_url("sqlite:///x").startswith("sqlite+aiosqlite:///")
    assert async_url("postgres://h/d") == async_url("postgresql://h/d") == "postgresql+asyncpg://h/d"
    assert async_url("postgresql+asyncpg://h/d") == "postgresql+asyncpg://h/d"
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    if sys.platform == "linux":
        assert data_folder() == Path("/data/bridgehead")
