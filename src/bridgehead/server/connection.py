"""Somebody at the other end of a WebSocket, and what is refused to them."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from bridgehead.server import wire
from bridgehead.server.store import KeyRow

MOST_WAITING = 512
"""Messages a slow connection may leave lying before it is cut off."""

RESTART, NO_SUCH_KEY, DELETED = 1012, 4404, 4410
"""Why a connection is closed."""


class Refused(Exception):
    """What was asked is not done, and why."""

    def __init__(self, code: wire.Code, words: str, rule: str = "", title: str = "") -> None:
        super().__init__(words)
        self.message = wire.ErrorMessage(code=code, words=words, rule=rule, title=title)


class Connection:
    """Somebody at a seat, or several seats, or looking on."""

    def __init__(self, key: KeyRow) -> None:
        self.key = key
        self.sides: tuple[str, ...] = tuple(key.sides.split())
        self.side: str | None = self.sides[0] if len(self.sides) == 1 else None
        """Through whose eyes it sees now."""
        self.outbox: asyncio.Queue[bytes | int] = asyncio.Queue()
        """Messages, and at last a close code."""
        self.lines: int | None = None
        """How many lines of the log it has; None before the first."""
        self.faces: set[str] = set()

    @property
    def role(self) -> wire.Role:
        return "player" if self.sides else "onlooker"

    def send(self, message: wire.Tell) -> None:
        self.send_bytes(msgspec.json.encode(message))

    def send_bytes(self, data: bytes) -> None:
        if self.outbox.qsize() >= MOST_WAITING:
            self.close(RESTART)
        else:
            self.outbox.put_nowait(data)

    def close(self, code: int) -> None:
        self.outbox.put_nowait(code)

    def look(self, side: str | None) -> None:
        """See through other eyes: the log is another."""
        if side != self.side:
            self.side = side
            self.lines = None


def parsed(data: str | bytes) -> wire.Ask:
    """A client's message."""
    size = len(data) if isinstance(data, bytes) else len(data.encode("utf-8", "replace"))
    if size > wire.MOST_BYTES:
        raise Refused("too_big", f"A message may have {wire.MOST_BYTES} bytes.")
    try:
        ask: wire.Ask = DECODER.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as problem:
        raise Refused("malformed", f"This message makes no sense: {problem}") from problem
    return ask


DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(wire.FromClient)
