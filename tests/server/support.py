"""A server with the toy game, and players for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient
from litestar.testing.websocket_test_session import WebSocketTestSession

from bridgehead.core.game import Seen, nothing_hidden
from bridgehead.server.app import make_app
from bridgehead.server.games import GameCatalog
from bridgehead.testing.toy import toy
from bridgehead.toolkit.wargame import AnyWargame

Json = dict[str, Any]

PATIENCE = 60
"""Seconds a message may take: a bot's process is slow to start on a busy machine."""


def load_toy(name: str) -> AnyWargame:
    return toy()


def load_open_toy(name: str) -> AnyWargame:
    """The toy game with every counter face up."""
    return replace(toy(), view=lambda s, side: Seen({}), determinize=nothing_hidden)


def catalog() -> GameCatalog:
    return GameCatalog(["toy"], load_toy)


def toy_app(where: Path | str, *, home: bool = False, games: GameCatalog | None = None) -> Litestar:
    """The server with its matches in a folder, or in the database of an address."""
    url = where if isinstance(where, str) else f"sqlite:///{where / 'matches.sqlite'}"
    return make_app(url, catalog=games or catalog(), home=home)


@contextmanager
def serving(
    where: Path | str, *, home: bool = False, games: GameCatalog | None = None
) -> Iterator[TestClient[Litestar]]:
    with TestClient(toy_app(where, home=home, games=games)) as client:
        yield client


class Player:
    """A connection that remembers everything it was sent."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.heard: list[Json] = []
        self.state: Json = {}
        self.log: list[Json] = []
        self.numbers = 0

    def next(self) -> Json:
        message: Json = json.loads(self.socket.receive_text(timeout=PATIENCE))
        self.heard.append(message)
        if message["type"] == "state":
            self.state = message
            del self.log[message["log"]["start"] :]
            self.log.extend(message["log"]["lines"])
        return message

    def until(self, kind: str) -> Json:
        """The next message of a kind; the others are remembered too."""
        while True:
            message = self.next()
            if message["type"] == kind:
                return message

    def ask(self, kind: str, **fields: Any) -> Json:
        """Send a message and wait for its own answer."""
        self.numbers += 1
        self.socket.send_text(json.dumps({"type": kind, "id": self.numbers, **fields}))
        while True:
            message = self.next()
            if message.get("re") == self.numbers:
                return message

    def act(self, action: Json) -> Json:
        return self.ask("act", action=action, stamp=self.state["stamp"])

    def take(self, index: int = 0) -> Json:
        """Take one of the options."""
        return self.act(self.state["options"][index]["action"])

    def bytes(self) -> str:
        return "\n".join(json.dumps(message, ensure_ascii=False) for message in self.heard)


def catch_up(*players: Player) -> None:
    """Hear what was sent so far: the answer to a question comes after it."""
    for player in players:
        player.ask("log", start=0, stop=0)


@contextmanager
def seat(client: TestClient[Litestar], key: str) -> Iterator[Player]:
    with client.websocket_connect(f"/api/play/{key}") as socket:
        player = Player(socket)
        player.until("state")
        yield player


def new_match(client: TestClient[Litestar], **fields: Any) -> Json:
    answer = client.post("/api/matches", json={"game": "toy", "scenario": "toy", **fields})
    assert answer.status_code == 201, answer.text
    created: Json = answer.json()
    return created


def joined(client: TestClient[Litestar], created: Json) -> str:
    """The key of the person elsewhere, once the invitation is taken."""
    answer = client.post(f"/api/join/{created['links'][0]['key']}", json={"name": "Ann"})
    assert answer.status_code == 201, answer.text
    key: str = answer.json()["key"]
    return key


ELSEWHERE: Json = {"blue": {"kind": "elsewhere"}}
