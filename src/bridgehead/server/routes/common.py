"""What the addresses share: who asks, what is injected, how a request can fail."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from litestar import Request, WebSocket
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter

from bridgehead.server import wire
from bridgehead.server.games import GameService
from bridgehead.server.match_service import MatchService
from bridgehead.server.security import OWNER_COOKIE
from bridgehead.server.services import Services
from bridgehead.server.store.rows import is_text

HOME = "home"
"""The owner of every match on one's own machine."""

WRONG = ResponseSpec(wire.Problem, description="Something in the request is wrong")
FORBIDDEN = ResponseSpec(wire.Problem, description="Not yours")
UNKNOWN = ResponseSpec(wire.Problem, description="No such thing")
NOT_NOW = ResponseSpec(wire.Problem, description="Not now")
TOO_BIG = ResponseSpec(wire.Problem, description="Too big")

Games = NamedDependency[GameService]
Matches = NamedDependency[MatchService]
Owner = NamedDependency[str]
Key = Annotated[
    str, PathParameter(max_length=64, pattern=r"^[A-Za-z0-9_-]+$", description="The secret of a link")
]
Name = Annotated[str, PathParameter(max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]

AnyRequest = Request[Any, Any, Any]
AnyWebSocket = WebSocket[Any, Any, Any]


def services_of(connection: AnyRequest | AnyWebSocket) -> Services:
    services: Services = connection.app.state.services
    return services


def games_of(request: AnyRequest) -> GameService:
    return services_of(request).games


def matches_of(request: AnyRequest) -> MatchService:
    return services_of(request).matches


def owner_of(request: AnyRequest) -> str:
    """Whoever asks: by the cookie of the browser, or simply the one at home."""
    if request.app.state.home:
        return HOME
    owner = request.cookies.get(OWNER_COOKIE, "")
    if not (20 <= len(owner) <= 64 and is_text(owner)):
        owner = secrets.token_urlsafe(24)
        request.state.new_owner = owner
    return owner
