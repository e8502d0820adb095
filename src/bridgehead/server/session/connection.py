"""Somebody at the other end of a WebSocket."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from bridgehead.server import wire
from bridgehead.server.errors import MessageError
from bridgehead.server.limits import Limits, Stock
from bridgehead.server.store.rows import KeyRow

if TYPE_CHECKING:
    from bridgehead.server.session.states import Sent

MOST_UNSENT, MOST_UNSENT_BYTES = 512, 8 * 1024 * 1024
"""Messages and bytes a slow connection may leave lying before it is cut off."""

RESTART, NO_SUCH_KEY, DELETED = 1012, 4404, 4410
"""Why a connection is closed."""


class Connection:
    """Somebody at a seat, or several seats, or looking on."""

    def __init__(self, key: KeyRow, limits: Limits, changes: bool = False) -> None:
        self.key = key
        self.messages = Stock(limits.messages)
        self.chat = Stock(limits.chat)
        self.sides: tuple[str, ...] = tuple(key.sides.split())
        self.side: str | None = self.sides[0] if len(self.sides) == 1 else None
        """Whose view it is shown now."""
        self.outbox: asyncio.Queue[bytes | int] = asyncio.Queue()
        """Messages, and at last a close code."""
        self._unsent = 0
        """Bytes that lie there."""
        self.lines: int | None = None
        """How many lines of the log it has; None before the first."""
        self.faces: set[str] = set()
        self.changes = changes
        """It is told what changed, once it has a whole state."""
        self.sent: Sent | None = None
        """The last state, for such a connection."""

    @property
    def role(self) -> wire.Role:
        return "player" if self.sides else "onlooker"

    def send(self, message: wire.Tell) -> None:
        self.send_bytes(msgspec.json.encode(message))

    def send_bytes(self, data: bytes) -> None:
        if self.outbox.qsize() >= MOST_UNSENT or self._unsent + len(data) > MOST_UNSENT_BYTES:
            self.close(RESTART)
        else:
            self._unsent += len(data)
            self.outbox.put_nowait(data)

    async def next(self) -> bytes | int:
        """What is to be sent next: a message, or the code to close with."""
        item = await self.outbox.get()
        if not isinstance(item, int):
            self._unsent -= len(item)
        return item

    def close(self, code: int) -> None:
        self.outbox.put_nowait(code)

    def forget(self) -> None:
        """It has lost what it was told."""
        self.lines = None
        self.faces.clear()

    def see_as(self, side: str | None) -> None:
        """Show another side's view: the log is another."""
        if side != self.side:
            self.side = side
            self.lines = None


def decode(data: str | bytes) -> wire.FromClient:
    """A client's message."""
    size = len(data) if isinstance(data, bytes) else len(data.encode("utf-8", "replace"))
    if size > wire.MOST_BYTES:
        raise MessageError("too_big", f"A message may have at most {wire.MOST_BYTES} bytes.")
    try:
        return DECODER.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as problem:
        raise MessageError("malformed", f"Malformed message: {problem}") from problem


DECODER: msgspec.json.Decoder[wire.FromClient] = msgspec.json.Decoder(wire.FromClient)
