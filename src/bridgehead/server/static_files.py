"""The browser client's files, built elsewhere into `static/`; every page of it is its `index.html`."""

from __future__ import annotations

import asyncio
import mimetypes
from pathlib import Path

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

mimetypes.add_type("application/manifest+json", ".webmanifest")

STATIC = Path(__file__).parent / "static"

MISSING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Bridgehead</title>
<body style="font: 1.1rem/1.5 serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem">
<h1>Bridgehead</h1>
<p>The server is running, but the pages of the browser client have not been built.</p>
<p>Build them from the source folder: <code>cd web &amp;&amp; npm install &amp;&amp; npm run build</code>,
then load this page again.</p>
<p>Programs find the API at <a href="/schema/openapi.json">/schema/openapi.json</a>.</p>
"""


@get("/", include_in_schema=False, media_type="text/html")
async def index() -> Response[bytes]:
    """The first page."""
    return await answer("")


@get("/{path:path}", include_in_schema=False, media_type="text/html")
async def page(path: FromPath[str]) -> Response[bytes]:
    """A file of the client, or one of its pages."""
    return await answer(path.strip("/"))


async def answer(path: str) -> Response[bytes]:
    last = path.rpartition("/")[2]
    if path.startswith(("api/", "schema/")) or path in ("api", "schema"):
        raise NotFoundException("There is nothing at this address.")
    if "." not in last:
        body = await read("index.html")
        return Response(
            body if body is not None else MISSING.encode(),
            media_type="text/html; charset=utf-8",
            headers={"cache-control": "no-cache"},
        )
    body = await read(path)
    if body is None:
        raise NotFoundException("There is nothing at this address.")
    kind = mimetypes.guess_type(last)[0] or "application/octet-stream"
    hashed = path.startswith("assets/")
    cache = "public, max-age=31536000, immutable" if hashed else "no-cache"
    return Response(body, media_type=kind, headers={"cache-control": cache})


async def read(path: str) -> bytes | None:
    """A file of the client, or None; nothing outside its folder."""
    home = STATIC.resolve()
    try:
        file = (home / path).resolve()
        if not file.is_relative_to(home) or not file.is_file():
            return None
        return await asyncio.to_thread(file.read_bytes)
    except (OSError, ValueError):
        return None
