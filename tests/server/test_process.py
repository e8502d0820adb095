"""A real server in a process of its own: killed, restarted, ended by Ctrl-C."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from bridgehead.server import run

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def environment(folder: Path) -> dict[str, str]:
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    return {
        **os.environ,
        "PYTHONPATH": path,
        "XDG_DATA_HOME": str(folder),
        "DISPLAY": "",
        "WAYLAND_DISPLAY": "",
    }


def wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        assert process.poll() is None, "the server ended"
        with contextlib.suppress(httpx.TransportError):
            httpx.get(f"{address}/api/server", timeout=5)
            return
        time.sleep(0.1)
    raise AssertionError("the server does not answer")


@contextlib.contextmanager
def server(folder: Path, port: int) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    url = f"sqlite:///{folder / 'matches.sqlite'}"
    command = [sys.executable, "-m", "tests.server.serve_toy", str(port), url]
    process = subprocess.Popen(command, cwd=ROOT, env=environment(folder))
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(address, process)
        yield address, process
    finally:
        process.kill()
        process.wait(10)


def message(socket: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        told: dict[str, Any] = json.loads(socket.recv(timeout=20))
        if told["type"] == kind:
            return told


def send(socket: ClientConnection, **fields: Any) -> None:
    socket.send(json.dumps(fields))


def test_kill_9_loses_no_acknowledged_action(tmp_path: Path) -> None:
    """Bots aside, every action acknowledged before the kill is there afterwards, again and again."""
    port = free_port()
    key = ""
    acknowledged = 0
    for life in range(3):
        with server(tmp_path, port) as (address, process):
            if not key:
                seats = {"red": {"kind": "here"}, "blue": {"kind": "here"}}
                body = {"game": "toy", "scenario": "toy", "seats": seats}
                key = httpx.post(f"{address}/api/matches", json=body).json()["mine"]["key"]
            with connect(f"ws://127.0.0.1:{port}/api/play/{key}", compression=None) as socket:
                state = message(socket, "state")
                assert state["stamp"] >= acknowledged, "an acknowledged action was lost"
                assert state["stamp"] <= acknowledged + 1, "one more may have been written, unacknowledged"
                acknowledged = act_until_killed(socket, state, process, 4 + life)
    with server(tmp_path, port), connect(f"ws://127.0.0.1:{port}/api/play/{key}", compression=None) as socket:
        assert message(socket, "state")["stamp"] >= acknowledged > 8


def act_until_killed(
    socket: ClientConnection, state: dict[str, Any], process: subprocess.Popen[bytes], actions: int
) -> int:
    """Act so many times and one more, killing the server while that one is on its way."""
    acknowledged: int = state["stamp"]
    try:
        for number in range(actions + 1):
            if state["hand_over"]:
                send(socket, type="look", side=state["hand_over"])
                state = message(socket, "state")
            options = state["options"]
            send(socket, type="act", id=number + 1, action=options[0]["action"], stamp=state["stamp"])
            if number == actions:
                process.send_signal(signal.SIGKILL)
            state = message(socket, "state")
            acknowledged = state["stamp"]
    except ConnectionClosed:
        pass
    process.send_signal(signal.SIGKILL)
    process.wait(10)
    return acknowledged


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are found by /proc")
def test_the_process_of_slow_bots_ends_with_the_server(tmp_path: Path) -> None:
    with server(tmp_path, port := free_port()) as (address, process):
        body = {"game": "toy", "scenario": "toy", "seats": {"blue": {"kind": "bot", "bot": "recruit"}}}
        key = httpx.post(f"{address}/api/matches", json=body).json()["mine"]["key"]
        with connect(f"ws://127.0.0.1:{port}/api/play/{key}", compression=None) as socket:
            while not message(socket, "state")["your_turn"]:
                pass
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
            assert children
            process.send_signal(signal.SIGKILL)
            process.wait(10)
    for _ in range(100):
        if not any(Path(f"/proc/{child}").exists() for child in children):
            return
        time.sleep(0.1)
    raise AssertionError("a bot goes on without a server")


def test_play_locally_starts_joins_and_ends_cleanly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(run, "show", lambda address, browser: None)
    script = "from bridgehead.server.run import play_locally; from tests.server.support import catalog; "
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process = subprocess.Popen(
            [sys.executable, "-u", "-c", script + f"play_locally(port={port}, catalog=catalog())"],
            cwd=ROOT,
            env=environment(tmp_path),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        try:
            assert process.stdout is not None
            said = process.stdout.readline().decode()
            assert "Bridgehead is at http://127.0.0.1:" in said and f":{port}/" not in said
            address = said.split()[3].rstrip("/")
            wait_for(address, process)
            assert httpx.get(f"{address}/api/server").json()["home"]
            assert run.running_server() == address
            second: list[str] = []
            run.play_locally("/m/x", say=second.append)
            assert second == [f"Bridgehead is already running at {address}/m/x"]
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=20)
            assert process.returncode == 0 and not err, err.decode()
        finally:
            process.kill()
            process.wait(10)
    assert run.running_server() == ""
    assert not run.address_file().exists()


def test_an_address_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(run.CannotListen, match="cannot listen"):
            run.serve("127.0.0.1", taken.getsockname()[1], f"sqlite:///{tmp_path / 'm.sqlite'}")


def test_a_browser_is_shown_where_there_is_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    run.show("http://x", True)
    monkeypatch.setenv("DISPLAY", ":0")
    run.show("http://y", False)
    run.show("http://z", True)
    assert opened == ["http://z"]
