"""The page can be installed, opens without the server, and shows a match as it was last seen."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.client.conftest import Server
from tests.client.playing import from_record, moving, played
from tests.client.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Page

KEPT = """async path => {
    const cache = await caches.open('bridgehead-matches');
    return (await cache.match('/kept/' + path.split('/').pop())) !== undefined;
}"""


def test_what_an_installed_page_needs_is_served_with_the_usual_headers(server: Server) -> None:
    for path, kind in {
        "/manifest.webmanifest": "application/manifest+json",
        "/sw.js": "text/javascript",
        "/icon-maskable.svg": "image/svg+xml",
    }.items():
        with urllib.request.urlopen(server.address + path, timeout=60) as answer:
            assert answer.headers["content-type"].partition(";")[0] == kind
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert "default-src 'self'" in answer.headers["content-security-policy"]
            assert answer.headers["cache-control"] == "no-cache"
            text = answer.read().decode()
        if path.endswith("manifest"):
            manifest = json.loads(text)
            assert manifest["display"] == "standalone"
            assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}


def test_a_match_is_read_without_the_server_and_goes_on_with_it(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    own = Server(tmp_path)
    try:
        path = from_record(own.address, played(3, moving))["mine"]["path"]
        page = new_page()
        table = Table(page, own.address, path).ready()
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        # What was fetched before the worker came is fetched once more through it.
        page.reload()
        table.ready()
        table.until(lambda: page.evaluate(KEPT, path))
        counters, words = page.locator("g.counter").count(), table.shown("log").inner_text()
        own.stop()
        page.reload()
        page.get_by_text("No connection: the game as you last saw it").wait_for()
        page.wait_for_selector("[data-testid=board] .drawing svg")
        page.wait_for_selector("g.counter")
        assert page.locator("g.counter").count() == counters
        assert table.shown("log").inner_text() == words
        assert page.locator(".counter.lit").count() == 0
        assert table.shown("undo").is_disabled()
        own.start()
        page.get_by_text("No connection").wait_for(state="detached")
        table.ready()
        table.until(lambda: page.locator(".counter.lit").count() > 0)
        assert table.shown("log").inner_text() == words
    finally:
        own.stop()


def test_the_lobby_opens_without_the_server(new_page: Callable[..., Page], tmp_path: Path) -> None:
    own = Server(tmp_path)
    try:
        page = new_page()
        page.goto(own.address)
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        page.reload()
        page.locator("[data-game=seelow1945]").wait_for()
        page.evaluate("() => window.quiet()")
    finally:
        own.stop()
    page.reload()
    page.locator("[data-game=seelow1945]").wait_for()
    page.get_by_text("Can't reach the server").first.wait_for()
