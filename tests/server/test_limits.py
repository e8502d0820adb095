"""What an unknown visitor may ask for, and what he is answered."""

from __future__ import annotations

import json
import logging
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
import uvicorn
from litestar.testing import TestClient

from bridgehead.core.match import Match
from bridgehead.server import patience
from bridgehead.server.app import make_app
from bridgehead.server.bot_runner import pool
from bridgehead.server.limits import AT_HOME, Allowance, Limits, Stock
from bridgehead.server.patience import PatientProtocol
from bridgehead.server.presenters.log import SideLog
from bridgehead.server.run import listen
from bridgehead.server.session import connection
from bridgehead.server.session.connection import RESTART, Connection
from bridgehead.server.session.loading import begin
from bridgehead.server.store.rows import KeyRow
from bridgehead.testing.toy import toy
from bridgehead.toolkit.wargame import AnyWargame, WarState
from tests.server.support import catalog, new_match, seat

BODY = {"game": "toy", "scenario": "toy"}


def address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'm.sqlite'}"


def test_a_stock_empties_and_fills_again() -> None:
    clock = [0.0]
    stock = Stock(Allowance(2, 0.5), now=lambda: clock[0])
    assert [stock.take("ann"), stock.take("ann")] == [0.0, 0.0]
    assert stock.take("ann") == 2.0 and stock.take("ben") == 0.0
    clock[0] = 2.0
    assert stock.take("ann") == 0.0 and stock.take("ann") > 0
    clock[0] = 1000.0
    assert [stock.take("ann") > 0 for _ in range(3)] == [False, False, True], "no more than at first"


def test_one_address_may_not_set_up_games_without_end(tmp_path: Path) -> None:
    limits = Limits(changes=Allowance(3, 0.01))
    with TestClient(make_app(address(tmp_path), catalog=catalog(), limits=limits)) as client:
        answers = [client.post("/api/matches", json=BODY) for _ in range(5)]
        assert [each.status_code for each in answers] == [201, 201, 201, 429, 429]
        assert answers[-1].json()["code"] == "busy" and int(answers[-1].headers["retry-after"]) > 1
        assert client.get("/api/matches").status_code == 200, "looking is free"


def test_a_home_has_no_such_limit(tmp_path: Path) -> None:
    assert AT_HOME.changes is None
    with TestClient(make_app(address(tmp_path), catalog=catalog(), home=True)) as client:
        assert {client.post("/api/matches", json=BODY).status_code for _ in range(130)} == {201}


def test_chat_has_its_pace(tmp_path: Path) -> None:
    limits = Limits(chat=Allowance(2, 0.01))
    with TestClient(make_app(address(tmp_path), catalog=catalog(), limits=limits)) as client:
        created = new_match(client)
        with seat(client, created["links"][-1]["key"]) as onlooker:
            answers = [onlooker.ask("say", words=f"Line {number}") for number in range(4)]
            assert [each.get("code", "said") for each in answers] == ["said", "said", "busy", "busy"]


def test_many_messages_wait_and_none_is_lost(tmp_path: Path) -> None:
    limits = Limits(messages=Allowance(5, 20.0))
    with TestClient(make_app(address(tmp_path), catalog=catalog(), limits=limits)) as client:
        created = new_match(client)
        with seat(client, created["mine"]["key"]) as both:
            began = time.monotonic()
            for number in range(15):
                both.socket.send_text(json.dumps({"type": "log", "id": number + 1, "start": 0, "stop": 0}))
            answered = [both.until("log")["re"] for _ in range(15)]
            assert answered == list(range(1, 16)) and time.monotonic() - began > 0.15


def test_a_reader_who_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "MOST_UNSENT_BYTES", 1000)
    slow = Connection(KeyRow(key="k", match="m", kind="mine", sides="red"), Limits())
    for _ in range(3):
        slow.send_bytes(b"x" * 400)
    left = [slow.outbox.get_nowait() for _ in range(slow.outbox.qsize())]
    assert left == [b"x" * 400, b"x" * 400, RESTART]


def test_every_answer_carries_the_headers(tmp_path: Path) -> None:
    with TestClient(make_app(address(tmp_path), catalog=catalog())) as client:
        answers = [client.get("/api/none"), client.get("/missing.js"), client.get("/api/games")]
        answers.append(client.post("/api/matches", json=BODY, headers={"origin": "https://evil.example"}))
        answers.append(client.post("/api/matches", content=b"\xff\xfe"))
        for answer in answers:
            policy = answer.headers["content-security-policy"]
            assert "connect-src 'self';" in policy and answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "body",
    [b"\xff\xfe", b"{", b"[" * 5000, b'{"game": "toy", "scenario": "toy", "title": "\\u0000"}', b'"x"', b""],
)
def test_bad_bodies_are_told_so(tmp_path: Path, body: bytes) -> None:
    with TestClient(make_app(address(tmp_path), catalog=catalog()), raise_server_exceptions=False) as client:
        for where in ("/api/matches", "/api/records"):
            answer = client.post(where, content=body, headers={"content-type": "application/json"})
            assert answer.status_code in (400, 413) and answer.json()["words"], answer.text


def test_our_own_mistakes_are_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    app = make_app(address(tmp_path), catalog=catalog())
    with TestClient(app, raise_server_exceptions=False) as client:
        key = new_match(client)["mine"]["key"]

        async def broken(*_: object) -> None:
            raise RuntimeError("a mistake of ours")

        monkeypatch.setattr(app.state.services.matches, "record", broken)
        with caplog.at_level(logging.ERROR, "bridgehead"):
            answer = client.get(f"/api/seats/{key}/record")
        number = answer.json()["words"].removesuffix(".").rpartition(" ")[2]
        assert answer.status_code == 500 and answer.json()["code"] == "trouble"
        assert number in caplog.text and "a mistake of ours" in caplog.text
        assert key not in caplog.records[-1].getMessage(), "a key is secret in a log too"


@contextmanager
def listening_server(tmp_path: Path) -> Iterator[int]:
    listening = listen("127.0.0.1", 0)
    config = uvicorn.Config(
        make_app(address(tmp_path), catalog=catalog()),
        http=PatientProtocol,
        log_level="critical",
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


HALF_A_REQUEST = [
    b"",
    b"GET / HT",
    b"POST /api/matches HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{",
]


@pytest.mark.parametrize("sent", HALF_A_REQUEST)
def test_half_a_request_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(patience, "PATIENCE", 0.3)
    with (
        listening_server(tmp_path) as port,
        socket.create_connection(("127.0.0.1", port), timeout=30) as line,
    ):
        line.sendall(sent)
        with suppress(ConnectionResetError):
            assert line.recv(100) == b""


def test_a_whole_request_is_answered_however_slowly_it_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "PATIENCE", 20.0)
    with (
        listening_server(tmp_path) as port,
        socket.create_connection(("127.0.0.1", port), timeout=30) as line,
    ):
        for part in (b"GET /api/ser", b"ver HTTP/1.1\r\nho", b"st: 127.0.0.1\r\n\r\n"):
            line.sendall(part)
            time.sleep(0.05)
        assert line.recv(1000).startswith(b"HTTP/1.1 200")


UPGRADE = (
    b"GET /api/play/nobody HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n"
)


def test_a_websocket_is_not_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is closed in due form, as a key that nobody holds is, but never for its silence."""
    monkeypatch.setattr(patience, "PATIENCE", 0.3)
    with (
        listening_server(tmp_path) as port,
        socket.create_connection(("127.0.0.1", port), timeout=30) as line,
    ):
        line.sendall(UPGRADE)
        answer = line.recv(1000)
        assert answer.startswith(b"HTTP/1.1 101")
        time.sleep(1)
        line.settimeout(0.1)
        heard = answer.partition(b"\r\n\r\n")[2]
        with suppress(TimeoutError):
            while part := line.recv(1000):
                heard += part
            raise AssertionError("the connection was cut off")
        assert b"\x88" in heard


def test_a_bot_that_does_not_choose_in_time_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "DEADLINE", 0.01)
    with TestClient(make_app(address(tmp_path), catalog=catalog())) as client:
        created = new_match(client, seats={"blue": {"kind": "bot", "bot": "veteran"}})
        with seat(client, created["mine"]["key"]) as red:
            while not red.state["trouble"]:
                red.until("state")
            assert red.state["trouble"] == "The bot failed; this game can't continue."


def test_a_long_log_is_written_bit_by_bit() -> None:
    game: AnyWargame = toy()
    match: Match[WarState] = begin(game, "toy", 5, {})
    for _ in range(8):
        match.play(match.legal[-1])
    at_once, bit_by_bit = (SideLog(game, "red", int) for _ in range(2))
    at_once.update(match, [0] * 8)
    assert len(list(bit_by_bit.catch_up(match, [0] * 8))) == 9, "others may come between any two actions"
    assert bit_by_bit.lines == at_once.lines and bit_by_bit.phase == at_once.phase
    match.play(match.legal[-1])
    assert len(list(bit_by_bit.catch_up(match, [0] * 9))) == 1
