"""Addresses of games, their rules and maps, of bots, and of the server itself."""

from __future__ import annotations

from typing import Any, Literal

from litestar import Response, get
from litestar.params import FromQuery

import bridgehead
from bridgehead.server import wire
from bridgehead.server.presenters.games import bot_infos, game_detail, game_info, reference_of, rule_infos
from bridgehead.server.presenters.maps import layout
from bridgehead.server.routes.common import UNKNOWN, WRONG, AnyRequest, Games, Name

IMMUTABLE = "public, max-age=31536000, immutable"


@get("/api/server", tags=["server"])
async def server_info(request: AnyRequest) -> wire.ServerInfo:
    """Version and kind of this server."""
    return wire.ServerInfo(
        version=bridgehead.__version__, protocol=wire.PROTOCOL, home=request.app.state.home
    )


@get("/api/games", tags=["games"])
async def games(games: Games) -> list[wire.GameInfo]:
    """Every game there is to play."""
    return [game_info(game) for game in await games.games()]


@get("/api/games/{game:str}", tags=["games"], responses={404: UNKNOWN, 400: WRONG})
async def one_game(games: Games, game: Name) -> wire.GameDetail:
    """A game with the names of everything in it."""
    return game_detail(await games.game(game))


@get("/api/games/{game:str}/rules", tags=["games"], responses={404: UNKNOWN, 400: WRONG})
async def rules(games: Games, game: Name) -> list[wire.RuleInfo]:
    """The rule index, in the order of the book."""
    return rule_infos(await games.game(game))


@get("/api/games/{game:str}/reference/{scenario:str}", tags=["games"], responses={404: UNKNOWN, 400: WRONG})
async def reference(request: AnyRequest, games: Games, game: Name, scenario: Name) -> wire.ReferenceInfo:
    """Sequence, charts, victory and turn track of a scenario; its options as query parameters."""
    return reference_of(await games.game(game), scenario, dict(request.query_params))


@get(
    "/api/games/{game:str}/map.svg",
    tags=["games"],
    media_type="image/svg+xml",
    responses={404: UNKNOWN, 400: WRONG},
)
async def map_picture(
    games: Games, game: Name, theme: FromQuery[Literal["light", "dark"]] = "light", v: FromQuery[str] = ""
) -> Response[str]:
    """The drawn map."""
    drawn = await games.map_svg(game, theme)
    cache = IMMUTABLE if v else "no-cache"
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": cache})


@get(
    "/api/games/{game:str}/key.svg",
    tags=["games"],
    media_type="image/svg+xml",
    responses={404: UNKNOWN, 400: WRONG},
)
async def map_key(
    games: Games, game: Name, theme: FromQuery[Literal["light", "dark"]] = "light", v: FromQuery[str] = ""
) -> Response[str]:
    """The key to the map and its counters."""
    drawn = await games.key_svg(game, theme)
    cache = IMMUTABLE if v else "no-cache"
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": cache})


@get("/api/games/{game:str}/layout.json", tags=["games"], responses={404: UNKNOWN, 400: WRONG})
async def map_layout(games: Games, game: Name, v: FromQuery[str] = "") -> Response[dict[str, object]]:
    """Where each hex lies in the drawn map."""
    numbers = layout(await games.game(game))
    return Response(numbers, headers={"cache-control": IMMUTABLE if v else "no-cache"})


@get("/api/bots", tags=["games"])
async def bots() -> list[wire.BotInfo]:
    """Who can sit in a seat."""
    return bot_infos()


@get("/api/lessons", tags=["lessons"])
async def lessons(games: Games) -> list[wire.LessonList]:
    """The lessons of every game, in the order of learning."""
    return await games.lessons()


@get("/api/wire.json", tags=["server"])
async def wire_schema() -> dict[str, Any]:
    """JSON Schema of the WebSocket's messages."""
    return wire.schema()
