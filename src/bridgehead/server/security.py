"""What is checked of every request, how much is allowed, and the headers every answer carries."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from urllib.parse import urlsplit

import msgspec
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from bridgehead.server.limits import Allowance, Stock
from bridgehead.server.wire import Problem

STRANGER = Problem(code="not_yours", words="This request does not come from a page of this server.")
TOO_MANY = Problem(code="busy", words="Too many requests from your address; wait a little.")
OWNER_COOKIE = "bridgehead_owner"
YEAR = 365 * 24 * 3600
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
        b"connect-src 'self'; frame-ancestors 'none'; base-uri 'self'; form-action 'self'",
    ),
)


class SecurityMiddleware(ASGIMiddleware):
    """Refuses strangers' pages and names that are not ours; keys in addresses are never passed on."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    def __init__(self, hosts: frozenset[str] = frozenset(), changes: Allowance | None = None) -> None:
        self.hosts = hosts
        self.changes = Stock(changes) if changes is not None else None

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1")
        origin = headers.get(b"origin", b"").decode("latin-1")
        changes = scope["type"] == ScopeType.WEBSOCKET or scope["method"] not in SAFE
        if (self.hosts and host_name(host) not in self.hosts) or (changes and not same_origin(origin, host)):
            await reject(scope, send)
            return
        if self.changes is not None and changes and scope["type"] == ScopeType.HTTP:
            wait = self.changes.take(scope["client"][0] if scope["client"] else "")
            if wait:
                await answer(send, 429, TOO_MANY, [(b"retry-after", str(ceil(wait)).encode())])
                return
        await next_app(scope, receive, send)


async def add_headers(message: Message, scope: Scope) -> None:
    """Every answer carries them, that of an address where nothing is too."""
    if message["type"] == "http.response.start":
        message["headers"] = [*message["headers"], *HEADERS, *owner_cookie(scope)]


def host_name(host: str) -> str:
    """A host without its port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def same_origin(origin: str, host: str) -> bool:
    """Does a page of this origin belong to this host? (Programs that are no browsers send no origin.)"""
    if not origin:
        return True
    try:
        page = urlsplit(origin)
    except ValueError:
        return False
    return page.netloc == host


def owner_cookie(scope: Scope) -> list[tuple[bytes, bytes]]:
    """The cookie for a browser that had none."""
    owner = scope.get("state", {}).get("new_owner", "")
    if not owner:
        return []
    secure = "; Secure" if scope.get("scheme") in ("https", "wss") else ""
    cookie = f"{OWNER_COOKIE}={owner}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Strict{secure}"
    return [(b"set-cookie", cookie.encode())]


async def reject(scope: Scope, send: Send) -> None:
    if scope["type"] == ScopeType.WEBSOCKET:
        await send({"type": "websocket.close", "code": 1008, "reason": "not from here"})
        return
    await answer(send, 403, STRANGER)


async def answer(send: Send, status: int, problem: Problem, more: Sequence[tuple[bytes, bytes]] = ()) -> None:
    body = msgspec.json.encode(problem)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
