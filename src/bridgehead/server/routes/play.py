"""The WebSocket of a seat."""

from __future__ import annotations

import asyncio

from litestar import websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from bridgehead.server.errors import ApiError
from bridgehead.server.routes.common import AnyWebSocket, services_of
from bridgehead.server.session.connection import NO_SUCH_KEY, Connection
from bridgehead.server.session.handler import MessageHandler


@websocket("/api/play/{key:str}")
async def play(socket: AnyWebSocket, key: FromPath[str], changes: FromQuery[bool] = False) -> None:
    """A seat's WebSocket; with `changes` only the first state is sent whole."""
    await socket.accept()
    matches = services_of(socket).matches
    try:
        found = await matches.key(key)
        session = await matches.session(found)
    except ApiError as error:
        await socket.close(code=NO_SUCH_KEY, reason=error.problem.words[:100])
        return
    connection = Connection(found, socket.app.state.limits, changes)
    handler = MessageHandler(session, connection)
    sender = asyncio.create_task(send_all(socket, connection))
    try:
        await session.join(connection)
        while not sender.done():
            message = await received(socket)
            await asyncio.sleep(connection.messages.take())
            await handler.receive(message)
    except WebSocketDisconnect:
        pass
    finally:
        session.leave(connection)
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)


async def received(socket: AnyWebSocket) -> str | bytes:
    """The next message, text or bytes."""
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="gone", code=1000)
    if event["type"] != "websocket.receive":
        return b""
    text, data = event.get("text"), event.get("bytes")
    return text if text is not None else data or b""


async def send_all(socket: AnyWebSocket, connection: Connection) -> None:
    """Send what the session puts in the outbox, until it says to close."""
    while True:
        item = await connection.next()
        if isinstance(item, int):
            await socket.close(code=item)
            return
        await socket.send_text(item.decode())
