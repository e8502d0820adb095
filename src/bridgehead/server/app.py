"""The server as an ASGI application; docs/wire.md lists its addresses."""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar, Response
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import bridgehead
from bridgehead.server import static_files, wire
from bridgehead.server.errors import ApiError
from bridgehead.server.games import GameCatalog
from bridgehead.server.limits import AT_HOME, Limits
from bridgehead.server.routes import games, matches, play
from bridgehead.server.routes.common import AnyRequest, games_of, matches_of, owner_of
from bridgehead.server.security import SecurityMiddleware, add_headers
from bridgehead.server.services import Services
from bridgehead.server.store.database import default_url
from bridgehead.server.store.rows import Unwritable
from bridgehead.server.store.store import Store

log = logging.getLogger("bridgehead")


def make_app(
    database_url: str = "",
    *,
    catalog: GameCatalog | None = None,
    home: bool = False,
    hosts: frozenset[str] = frozenset(),
    limits: Limits | None = None,
) -> Litestar:
    """The server as an ASGI application. `hosts` are the names it answers to; all if empty."""
    limits = limits or (AT_HOME if home else Limits())

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        services = Services(Store(database_url or default_url()), catalog or GameCatalog())
        await services.open()
        app.state.services = services
        app.state.home = home
        app.state.limits = limits
        try:
            yield
        finally:
            await services.close()

    return Litestar(
        route_handlers=[
            games.server_info,
            games.games,
            games.one_game,
            games.rules,
            games.reference,
            games.map_picture,
            games.map_key,
            games.map_layout,
            games.bots,
            games.lessons,
            games.wire_schema,
            matches.create_match,
            matches.my_matches,
            matches.begin_lesson,
            matches.import_record,
            matches.invitation,
            matches.join,
            matches.seat,
            matches.record,
            matches.branch,
            matches.rematch,
            matches.delete_match,
            play.play,
            static_files.page,
            static_files.index,
        ],
        dependencies={
            "games": Provide(games_of, sync_to_thread=False),
            "matches": Provide(matches_of, sync_to_thread=False),
            "owner": Provide(owner_of, sync_to_thread=False),
        },
        lifespan=[running],
        logging_config=None,
        middleware=[SecurityMiddleware(hosts, limits.changes)],
        before_send=[add_headers],
        exception_handlers={
            ApiError: api_error_response,
            Unwritable: unwritable_response,
            HTTPException: http_error_response,
            UnicodeError: unreadable_response,
            RecursionError: unreadable_response,
            Exception: unexpected_response,
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


def api_error_response(_: AnyRequest, error: ApiError) -> Response[wire.Problem]:
    return Response(error.problem, status_code=error.status)


def unwritable_response(_: AnyRequest, problem: Unwritable) -> Response[wire.Problem]:
    return Response(wire.Problem(code="wrong", words=str(problem)), status_code=400)


def unreadable_response(_: AnyRequest, problem: Exception) -> Response[wire.Problem]:
    return Response(
        wire.Problem(code="wrong", words=f"The request cannot be read: {problem}"), status_code=400
    )


def unexpected_response(request: AnyRequest, problem: Exception) -> Response[wire.Problem]:
    """Our own mistake: written down with a number that the one who met it can name."""
    number = secrets.token_hex(4)
    place = request.scope.get("path_template", "")  # the address itself may hold a key
    log.error("request %s: %s %s failed", number, request.method, place, exc_info=problem)
    words = f"Something went wrong, and nothing was changed. Please report it with the number {number}."
    return Response(wire.Problem(code="trouble", words=words), status_code=500)


def http_error_response(_: AnyRequest, problem: HTTPException) -> Response[wire.Problem]:
    codes = {400: "wrong", 403: "not_yours", 404: "unknown", 405: "wrong", 413: "too_big"}
    said = problem.detail
    extra = getattr(problem, "extra", None)
    if isinstance(extra, list) and extra:
        said = "; ".join(f"{each.get('key', '')}: {each.get('message', '')}".strip(": ") for each in extra)
    return Response(
        wire.Problem(code=codes.get(problem.status_code, "trouble"), words=said or "Something went wrong."),
        status_code=problem.status_code,
        headers=problem.headers,
    )
