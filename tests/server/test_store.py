"""The store: schema, batches, conflicts."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from litestar.exceptions import WebSocketDisconnect

from bridgehead.server.store.database import (
    NoDatabase,
    async_url,
    data_folder,
    engine_for,
    migrate,
    prepare,
)
from bridgehead.server.store.rows import KeyRow, MatchRow, MoveRow, SeatRow, StoredMatch, Summary, now
from bridgehead.server.store.store import NoSuchMatch, Store
from bridgehead.server.store.tables import metadata
from bridgehead.server.store.writer import Conflict
from tests.server.support import ELSEWHERE, catch_up, joined, new_match, seat, serving


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


def summary(turn: int) -> Summary:
    return Summary(turn=turn, deciding="blue", result="null")


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
            assert (kept.seed, kept.turn, kept.deciding) == (row().seed, 2, "blue")
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
            assert (await store.match("b")).turn == 0
            assert [(await store.match(id)).turn for id in ("a", "c")] == [2, 2]
            for id in ("a", "b", "c"):
                await store.delete(id)
        finally:
            await store.close()

    asyncio.run(through())


def test_two_servers_on_one_database_do_not_overwrite_each_other(url: str) -> None:
    with serving(url) as one, serving(url) as two:
        created = new_match(one)
        key = created["mine"]["key"]
        with seat(one, key) as here, seat(two, key) as there:
            here.ask("look", side="blue")
            there.ask("look", side="blue")
            here.act({"type": "Choose", "choice": "b0"})
            late = there.ask("act", action={"type": "Choose", "choice": "b1"}, stamp=0)
            assert late["type"] == "error" and late["code"] in ("stale", "not_yours")
            catch_up(there)
            assert there.state["clock"] == 1
        with seat(two, key) as there:
            assert there.ask("look", side="blue")["clock"] == 1


def test_what_one_server_writes_is_followed_by_the_other(url: str) -> None:
    """Moves, and what is said, are seen at the other server within a second or so."""
    with serving(url) as one, serving(url) as two:
        key = new_match(one)["mine"]["key"]
        with seat(one, key) as here, seat(two, key) as there:
            here.ask("look", side="blue")
            here.act({"type": "Choose", "choice": "b0"})
            there.until("state")
            here.ask("look", side="red")
            here.act({"type": "Pick", "unit": "r1"})
            while there.state["clock"] < 2:
                there.until("state")
            here.ask("say", words="Your move.")
            assert there.until("chat")["line"]["words"] == "Your move."
            there.ask("say", words="Thank you.")
            here.ask("say", words="And mine.")
            said = [each["line"]["words"] for each in here.heard if each["type"] == "chat"]
            assert said == ["Your move.", "Thank you.", "And mine."]
            there.ask("look", side="red")
            there.act({"type": "MoveTo", "hex": 201})
            while here.state["clock"] < 3:
                here.until("state")
            assert here.state["view"] == there.state["view"]
            here.ask("undo", stamp=here.state["stamp"])
            with pytest.raises(WebSocketDisconnect) as gone:
                while True:
                    there.next()
            assert gone.value.code == 1012, "what was taken back is read anew"


def test_addresses_of_databases(monkeypatch: pytest.MonkeyPatch) -> None:
    assert async_url("sqlite:///x").startswith("sqlite+aiosqlite:///")
    assert async_url("postgres://h/d") == async_url("postgresql://h/d") == "postgresql+asyncpg://h/d"
    assert async_url("postgresql+asyncpg://h/d") == "postgresql+asyncpg://h/d"
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    if sys.platform == "linux":
        assert data_folder() == Path("/data/bridgehead")


def test_a_match_is_played_and_taken_up_again(url: str) -> None:
    with serving(url) as client:
        created = new_match(client, title="Fiołki über alles \U0001f33b", seats=ELSEWHERE)
        mine, other = created["mine"]["key"], joined(client, created)
        with seat(client, mine) as player:
            player.ask("say", words="Na zdrowie!")
        with seat(client, other) as player:
            player.act({"type": "Choose", "choice": "b0"})
    with serving(url) as client:
        assert client.get(f"/api/seats/{mine}").json()["match"]["deciding"] == "red"
        with seat(client, mine) as player:
            assert "Na zdrowie!" in player.bytes()
            player.act({"type": "Choose", "choice": "r0"})


def test_a_nul_is_refused_in_one_sentence(url: str) -> None:
    nul = "Ann\0"
    sentence = "A name or a message may not hold the character NUL."
    with serving(url) as client:
        for wrong in ({"title": nul}, {"seats": {"blue": {"kind": "here", "name": nul}}}):
            answer = client.post("/api/matches", json={"game": "toy", "scenario": "toy", **wrong})
            assert (answer.status_code, answer.json()["words"]) == (400, sentence)
        created = new_match(client, seats=ELSEWHERE)
        answer = client.post(f"/api/join/{created['links'][0]['key']}", json={"name": nul})
        assert (answer.status_code, answer.json()["words"]) == (400, sentence)
        joined(client, created)
        with seat(client, created["mine"]["key"]) as player:
            refused = player.ask("say", words=nul)
            assert (refused["code"], refused["words"]) == ("malformed", sentence)
        with pytest.raises(WebSocketDisconnect), seat(client, "%00"):
            pass
        assert (
            client.get("/api/matches", headers={"cookie": f'bridgehead_owner="{"a" * 30}\\000"'}).json() == []
        )


def test_a_database_that_cannot_be_opened_is_told_in_one_sentence(tmp_path: Path, postgres: str) -> None:
    nowhere = tmp_path / "no" / "such" / "folder.sqlite"
    newer = f"sqlite:///{tmp_path / 'newer.sqlite'}"
    prepare(newer)
    with sqlite3.connect(tmp_path / "newer.sqlite") as connection:
        connection.execute("update alembic_version set version_num = '9999'")
    for url, reason in (
        (f"sqlite:///{nowhere}", "unable to open database file"),
        (newer, "9999"),
        ("postgresql://127.0.0.1:1/none", "Connect call failed"),
        (postgres.replace("/postgres?", "/none?"), 'database "none" does not exist'),
        ("mysql://127.0.0.1/none", "begins with sqlite:// or postgresql://"),
        ("nonsense", "begins with"),
    ):
        with pytest.raises(NoDatabase, match=reason) as told:
            prepare(url)
        assert "\n" not in str(told.value)
