"""HTTP and WebSocket: every address of the server, as docs/wire.md lists them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any, Literal

from litestar import Litestar, MediaType, Request, Response, WebSocket, delete, get, post, websocket
from litestar.config.compression import CompressionConfig
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter

import bridgehead
from bridgehead.server import pages, pictures, wire
from bridgehead.server.connection import NO_SUCH_KEY, Connection
from bridgehead.server.guard import OWNER_COOKIE, Guard
from bridgehead.server.house import HOME, Denied, House
from bridgehead.server.robots import bot_infos
from bridgehead.server.shelf import Shelf, game_detail, rule_infos
from bridgehead.server.store import Store, Unwritable, default_url, is_text

FOR_EVER = "public, max-age=31536000, immutable"

WRONG = ResponseSpec(wire.Problem, description="Something in the request is wrong")
FORBIDDEN = ResponseSpec(wire.Problem, description="Not yours")
UNKNOWN = ResponseSpec(wire.Problem, description="No such thing")
NOT_NOW = ResponseSpec(wire.Problem, description="Not now")
TOO_BIG = ResponseSpec(wire.Problem, description="Too big")

InHouse = NamedDependency[House]
Owner = NamedDependency[str]
Key = Annotated[
    str, PathParameter(max_length=64, pattern=r"^[A-Za-z0-9_-]+$", description="The secret of a link")
]
Name = Annotated[str, PathParameter(max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]

AnyRequest = Request[Any, Any, Any]
AnyWebSocket = WebSocket[Any, Any, Any]


# --- who asks


def house_of(request: AnyRequest) -> House:
    house: House = request.app.state.house
    return house


def owner_of(request: AnyRequest) -> str:
    """Whoever asks: by the cookie of the browser, or simply the one at home."""
    if request.app.state.home:
        return HOME
    owner = request.cookies.get(OWNER_COOKIE, "")
    if not (20 <= len(owner) <= 64 and is_text(owner)):
        owner = secrets.token_urlsafe(24)
        request.state.new_owner = owner
    return owner


# --- the shelf


@get("/api/server", tags=["server"])
async def server_info(request: AnyRequest) -> wire.ServerInfo:
    """Version and kind of this server."""
    return wire.ServerInfo(
        version=bridgehead.__version__, protocol=wire.PROTOCOL, home=request.app.state.home
    )


@get("/api/games", tags=["games"])
async def games(house: InHouse) -> list[wire.GameInfo]:
    """Every game on the shelf."""
    return await house.rules(house.shelf.infos)


@get("/api/games/{game:str}", tags=["games"], responses={404: UNKNOWN, 400: WRONG})
async def one_game(house: InHouse, game: Name) -> wire.GameDetail:
    """A game with the names of everything in it."""
    return game_detail(await house.game(game))


@get("/api/games/{game:str}/rules", tags=["games"], responses={404: UNKNOWN, 400: WRONG})
async def rules(house: InHouse, game: Name) -> list[wire.RuleInfo]:
    """The rule index, in the order of the book."""
    return rule_infos(await house.game(game))


@get(
    "/api/games/{game:str}/map.svg",
    tags=["games"],
    media_type="image/svg+xml",
    responses={404: UNKNOWN, 400: WRONG},
)
async def map_picture(
    house: InHouse, game: Name, theme: FromQuery[Literal["light", "dark"]] = "light", v: FromQuery[str] = ""
) -> Response[str]:
    """The drawn map."""
    drawn = await drawing(house, game, theme)
    cache = FOR_EVER if v else "no-cache"
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": cache})


@get("/api/games/{game:str}/layout.json", tags=["games"], responses={404: UNKNOWN, 400: WRONG})
async def map_layout(house: InHouse, game: Name, v: FromQuery[str] = "") -> Response[dict[str, Any]]:
    """Where each hex lies in the drawn map."""
    laid = pictures.layout(await house.game(game))
    return Response(laid, headers={"cache-control": FOR_EVER if v else "no-cache"})


@get("/api/bots", tags=["games"])
async def bots() -> list[wire.BotInfo]:
    """Who can sit in a seat."""
    return bot_infos()


@get("/api/wire.json", tags=["server"])
async def wire_schema() -> dict[str, Any]:
    """JSON Schema of the WebSocket's messages."""
    return wire.schema()


async def drawing(house: House, name: str, theme: str) -> str:
    """A map is drawn once."""
    game = await house.game(name)
    drawn = house.maps
    if (name, theme) not in drawn:
        drawn[name, theme] = await asyncio.to_thread(pictures.map_svg, game, theme)
    return drawn[name, theme]


# --- the lobby


@post("/api/matches", tags=["matches"], responses={400: WRONG, 404: UNKNOWN, 413: TOO_BIG})
async def create_match(house: InHouse, owner: Owner, data: JSONBody[wire.NewMatch]) -> wire.Created:
    """Set up a match."""
    return await house.create(data, owner)


@get("/api/matches", tags=["matches"])
async def my_matches(house: InHouse, owner: Owner) -> list[wire.Listed]:
    """The matches you set up, last touched first."""
    return await house.listed(owner)


@post("/api/records", tags=["matches"], responses={400: WRONG, 404: UNKNOWN, 413: TOO_BIG})
async def import_record(house: InHouse, owner: Owner, data: JSONBody[wire.NewFromRecord]) -> wire.Created:
    """Go on where a record ends."""
    return await house.import_record(data, owner)


@post("/api/join/{key:str}", tags=["seats"], responses={400: WRONG, 404: UNKNOWN, 409: NOT_NOW, 413: TOO_BIG})
async def join(house: InHouse, owner: Owner, key: Key, data: JSONBody[wire.Join]) -> wire.Link:
    """Take the seat of an invitation."""
    return await house.join(key, owner, data.name.strip()[: wire.MOST_NAME])


@get("/api/seats/{key:str}", tags=["seats"], responses={400: WRONG, 404: UNKNOWN})
async def seat(house: InHouse, key: Key) -> wire.Held:
    """What a key opens."""
    return await house.held(key)


@get("/api/seats/{key:str}/record", tags=["seats"], responses={400: WRONG, 404: UNKNOWN, 409: NOT_NOW})
async def record(house: InHouse, key: Key) -> Response[bytes]:
    """The record of a match, as a file."""
    text = await house.record(key)
    disposition = {"content-disposition": 'attachment; filename="bridgehead-record.json"'}
    return Response(text.encode(), media_type=MediaType.JSON, headers=disposition)


@post(
    "/api/seats/{key:str}/branch",
    tags=["seats"],
    responses={400: WRONG, 403: FORBIDDEN, 404: UNKNOWN, 413: TOO_BIG},
)
async def branch(house: InHouse, owner: Owner, key: Key, data: JSONBody[wire.NewBranch]) -> wire.Created:
    """Try from a position: a private match that cannot touch this one."""
    return await house.branch(key, data, owner)


@post("/api/matches/{match_id:str}/rematch", tags=["matches"], responses={400: WRONG, 404: UNKNOWN})
async def rematch(house: InHouse, owner: Owner, match_id: Name) -> wire.Created:
    """The same again, with other dice."""
    return await house.rematch(match_id, owner)


@delete("/api/matches/{match_id:str}", tags=["matches"], responses={400: WRONG, 404: UNKNOWN})
async def delete_match(house: InHouse, owner: Owner, match_id: Name) -> None:
    """Delete a match for good."""
    await house.delete(match_id, owner)


# --- play


@websocket("/api/play/{key:str}")
async def play(socket: AnyWebSocket, key: FromPath[str]) -> None:
    """A seat's WebSocket."""
    await socket.accept()
    house: House = socket.app.state.house
    try:
        found = await house.key(key)
        room = await house.room(found.match)
    except Denied as denied:
        await socket.close(code=NO_SUCH_KEY, reason=denied.problem.words[:100])
        return
    connection = Connection(found)
    sender = asyncio.create_task(send_all(socket, connection))
    try:
        await room.join(connection)
        while not sender.done():
            await room.receive(connection, await received(socket))
    except WebSocketDisconnect:
        pass
    finally:
        room.leave(connection)
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
    """Send what the room puts in the outbox, until it says to close."""
    while True:
        item = await connection.outbox.get()
        if isinstance(item, int):
            await socket.close(code=item)
            return
        await socket.send_text(item.decode())


# --- wrong requests


def denied_response(_: AnyRequest, denied: Denied) -> Response[wire.Problem]:
    return Response(denied.problem, status_code=denied.status)


def unwritable_response(_: AnyRequest, problem: Unwritable) -> Response[wire.Problem]:
    return Response(wire.Problem(code="wrong", words=str(problem)), status_code=400)


def http_response(_: AnyRequest, problem: HTTPException) -> Response[wire.Problem]:
    codes = {400: "wrong", 403: "not_yours", 404: "unknown", 405: "wrong", 413: "too_big"}
    said = problem.detail
    extra = getattr(problem, "extra", None)
    if isinstance(extra, list) and extra:
        said = "; ".join(f"{each.get('key', '')}: {each.get('message', '')}".strip(": ") for each in extra)
    return Response(
        wire.Problem(code=codes.get(problem.status_code, "trouble"), words=said or "Something is wrong."),
        status_code=problem.status_code,
        headers=problem.headers,
    )


# --- the application


def make_app(
    database_url: str = "",
    *,
    shelf: Shelf | None = None,
    home: bool = False,
    hosts: frozenset[str] = frozenset(),
) -> Litestar:
    """The server as an ASGI application. `hosts` are the names it answers to; all if empty."""

    @asynccontextmanager
    async def alive(app: Litestar) -> AsyncIterator[None]:
        house = House(Store(database_url or default_url()), shelf or Shelf())
        await house.open()
        app.state.house = house
        app.state.home = home
        try:
            yield
        finally:
            await house.close()

    return Litestar(
        route_handlers=[
            server_info,
            games,
            one_game,
            rules,
            map_picture,
            map_layout,
            bots,
            wire_schema,
            create_match,
            my_matches,
            import_record,
            join,
            seat,
            record,
            branch,
            rematch,
            delete_match,
            play,
            pages.page,
            pages.index,
        ],
        dependencies={
            "house": Provide(house_of, sync_to_thread=False),
            "owner": Provide(owner_of, sync_to_thread=False),
        },
        lifespan=[alive],
        logging_config=None,
        middleware=[Guard(hosts)],
        exception_handlers={
            Denied: denied_response,
            Unwritable: unwritable_response,
            HTTPException: http_response,
        },
        compression_config=CompressionConfig(backend="gzip", minimum_size=2000, exclude=["/api/play"]),
        request_max_body_size=wire.MOST_RECORD_BYTES + 64 * 1024,
        openapi_config=OpenAPIConfig(
            title="Bridgehead",
            version=bridgehead.__version__,
            description="Matches, seats and rules. Play itself goes over a WebSocket: see docs/wire.md.",
            render_plugins=[JsonRenderPlugin()],
        ),
    )
