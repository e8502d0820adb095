"""Starting the server: for others, or for oneself on this machine."""

from __future__ import annotations

import json
import logging
import os
import socket
import sys
import threading
import urllib.request
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn

from bridgehead.core.play import BadSetup
from bridgehead.server.app import make_app
from bridgehead.server.games import GameCatalog
from bridgehead.server.patience import PatientProtocol
from bridgehead.server.security import LOOPBACK
from bridgehead.server.store.database import data_folder, default_url, prepare
from bridgehead.server.wire import MOST_BYTES

PORT = 8945
log = logging.getLogger("bridgehead")


class CannotListen(BadSetup):
    """The address is taken or not ours."""


def serve(
    host: str = "127.0.0.1",
    port: int = PORT,
    database_url: str = "",
    *,
    catalog: GameCatalog | None = None,
    say: Callable[[str], None] = print,
) -> None:
    """Serve matches to whoever has a link, until told to stop."""
    database_url = database_url or default_url()
    prepare(database_url)
    listening = listen(host, port)
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{listening.getsockname()[1]}"
    run(
        make_app(database_url, catalog=catalog),
        listening,
        ready=lambda: say(f"Bridgehead serves at {address}"),
    )


def play_locally(
    path: str = "/",
    *,
    port: int = PORT,
    database_url: str = "",
    catalog: GameCatalog | None = None,
    browser: bool = True,
    say: Callable[[str], None] = print,
) -> None:
    """Play on this machine: join a server that is already running, or start one, and show it in a browser."""
    running = running_server()
    if running:
        say(f"Bridgehead is already running at {running}{path}")
        show(running + path, browser)
        return
    database_url = database_url or default_url()
    prepare(database_url)
    try:
        listening = listen("127.0.0.1", port)
    except CannotListen:
        listening = listen("127.0.0.1", 0)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    app = make_app(database_url, catalog=catalog, home=True, hosts=LOOPBACK)
    note = address_file()

    def ready() -> None:
        say(f"Bridgehead is at {address}{path}   (Ctrl-C ends it; every game is kept)")
        show(address + path, browser)

    try:
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(json.dumps({"address": address, "pid": os.getpid()}))
        run(app, listening, ready)
    finally:
        note.unlink(missing_ok=True)


def run(app: object, listening: socket.socket, ready: Callable[[], None] | None = None) -> None:
    """Run until SIGINT or SIGTERM, then close every connection and file."""
    config = uvicorn.Config(
        app,  # type: ignore[arg-type]
        log_level="warning",
        access_log=False,
        server_header=False,
        http=PatientProtocol,
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES * 4,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
    )
    sys.setswitchinterval(0.001)  # the rules thread and the network wait for each other less
    server = Server(config, ready)
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        log.info("ended by Ctrl-C")
    finally:
        listening.close()


class Server(uvicorn.Server):
    """Tells when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None] | None) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self.ready is not None:
            threading.Thread(target=self.ready, daemon=True).start()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as problem:
        listening.close()
        raise CannotListen(f"cannot listen at {host}:{port}: {problem.strerror}") from problem
    return listening


def address_file() -> Path:
    """Where a running server leaves its address."""
    return data_folder() / "running.json"


def running_server() -> str:
    """The address of a server of ours that runs on this machine; empty if there is none."""
    try:
        address = str(json.loads(address_file().read_text())["address"])
        if not address.startswith("http://127.0.0.1:"):
            return ""
        with urllib.request.urlopen(f"{address}/api/server", timeout=2) as answer:
            return address if json.load(answer).get("home") else ""
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def show(address: str, browser: bool) -> None:
    """Open a browser where there is a screen to show it on."""
    has_screen = sys.platform in ("win32", "darwin") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    if browser and has_screen:
        webbrowser.open(address)
