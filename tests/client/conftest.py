"""A browser, a server, and a place at the table."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

if TYPE_CHECKING:
    from tests.client.table import Table

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src/bridgehead/server/static/index.html"
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
QUIET = Path(__file__).parent / "quiet.js"
PATIENCE = 60_000
"""Milliseconds that the page may take: a busy machine is slow, and only a fault needs them all."""
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
NARROW: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
GAME = "seelow1945"


def chromium() -> str | None:
    """Where Chromium is: named by BRIDGEHEAD_CHROMIUM, or found on the path."""
    named = os.environ.get("BRIDGEHEAD_CHROMIUM")
    found = [shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome")]
    return named or next(filter(None, found), None)


def why_skipped() -> str:
    """What is missing for a browser test; empty if nothing."""
    if chromium() is None:
        return "no Chromium found (tools/system installs it; or name it in BRIDGEHEAD_CHROMIUM)"
    return "" if STATIC.exists() and AXE.exists() else "the client is not built (tools/build-web)"


def stale() -> bool:
    """Is the page older than what it is built from?"""
    return any(file.stat().st_mtime > STATIC.stat().st_mtime for file in (ROOT / "web/src").rglob("*.*"))


@pytest.fixture(scope="session", autouse=True)
def fresh_page() -> None:
    if not why_skipped() and stale():
        pytest.exit("the page is older than its sources in web/src: run tools/build-web (make test does)", 2)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = [item for item in items if Path(item.path).parent == Path(__file__).parent]
    reason = why_skipped() if here else ""
    for item in here if reason else ():
        item.add_marker(pytest.mark.skip(reason=reason))


class Server:
    """A server in a process of its own, on this machine's loopback."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.address = f"http://127.0.0.1:{self.port}"
        self.database = f"sqlite:///{folder / 'matches.sqlite'}"
        self.log = folder / "server.log"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.client.serving", str(self.port), self.database]
        path = os.pathsep.join((str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")))
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, stdout=log, stderr=log
            )
        for _ in range(300):
            try:
                with urllib.request.urlopen(f"{self.address}/api/games", timeout=20):
                    return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                if self.process.poll() is not None:
                    break
                time.sleep(0.2)
        raise RuntimeError(f"the server did not start: {self.log.read_text()[-2000:]}")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=60)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playing:
        running = playing.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        yield running
        running.close()


def new_context(browser: Browser, **looks: Any) -> BrowserContext:
    """A browser of somebody's own, whose pages can be waited for."""
    # With reduced motion the map is where it will be, and counters where they stand.
    usual = {"viewport": {"width": 1400, "height": 900}, "reduced_motion": "reduce"}
    context = browser.new_context(**{**usual, **looks})
    context.set_default_timeout(PATIENCE)
    context.add_init_script(path=QUIET)
    return context


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Pages in browsers of their own; an error in one fails the test."""
    contexts = []
    errors: list[str] = []

    def make(**looks: Any) -> Page:
        context = new_context(browser, **looks)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()
    assert not errors, errors


@pytest.fixture
def sit(server: Server, new_page: Callable[..., Page]) -> Callable[..., Table]:
    """Sit down at a page of the server."""
    from tests.client.table import Table  # noqa: PLC0415

    def at(path: str, **looks: Any) -> Table:
        return Table(new_page(**looks), server.address, path)

    return at
