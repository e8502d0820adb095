"""HTTP that does not wait for ever: a request that is not whole in time is cut off."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 20.0
"""Seconds in which a request has to arrive, from its first byte or the opening of the connection."""


class PatientProtocol(H11Protocol):
    """Closes connections whose request never ends; a WebSocket, once open, may be silent."""

    _deadline: asyncio.TimerHandle | None = None
    _began = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        self._began = True
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        super().connection_lost(exc)

    def _watch(self) -> None:
        if not self._awaits_more():
            self._stop()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(PATIENCE, self._cut)

    def _awaits_more(self) -> bool:
        """Has a request been begun, or not even that? What became a WebSocket is no request any more."""
        if self.transport.get_protocol() is not self:
            return False
        state = self.conn.their_state
        return state is h11.SEND_BODY or (
            state is h11.IDLE and (not self._began or bool(self.conn.trailing_data[0]))
        )

    def _stop(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _cut(self) -> None:
        self._deadline = None
        if self._awaits_more():
            self.transport.abort()
