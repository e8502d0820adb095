"""How fast the server answers: actions to both sides, previews, many games at once.

    python tools/load.py [game] [--games 200] [--seconds 20] [--every 2.0]
    python tools/load.py [game] --inside [--actions 400]

A server is started in a process of its own with an empty database; players connect over loopback. An action
counts until both sides have the new state. `toy` is the toy game of the tests. With `--inside` there are no
sockets: the processor time of the server's own work for an action is measured, both seats connected.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from bridgehead.server.games import GameCatalog
from bridgehead.server.limits import AT_HOME
from bridgehead.server.services import Services
from bridgehead.server.session.connection import Connection
from bridgehead.server.session.handler import MessageHandler
from bridgehead.server.session.session import Session
from bridgehead.server.store.store import Store
from bridgehead.server.wire import NewMatch, NewSeat

ROOT = Path(__file__).parent.parent
SERVE = (
    "import sys; from bridgehead.server.run import serve; serve('127.0.0.1', int(sys.argv[1]), sys.argv[2])"
)


class Offered(msgspec.Struct):
    action: msgspec.Raw


class Changed(msgspec.Struct, frozen=True):
    """As much of a state as a player needs here, where it changed."""

    your_turn: bool | msgspec.UnsetType = msgspec.UNSET
    options: list[Offered] | msgspec.UnsetType = msgspec.UNSET


class Heard(msgspec.Struct):
    """As much of a message."""

    type: str
    re: int = 0
    stamp: int = -1
    your_turn: bool = False
    options: list[Offered] = []
    fields: Changed = Changed()

    def after(self, before: Heard) -> Heard:
        """The state that comes of a message."""
        if self.type == "state":
            return self
        if self.type != "changes":
            return before
        new = {name: getattr(self.fields, name) for name in Changed.__struct_fields__}
        told = {name: value for name, value in new.items() if value is not msgspec.UNSET}
        return msgspec.structs.replace(before, stamp=self.stamp, **told)


HEARD = msgspec.json.Decoder(Heard)


class Player:
    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.state = Heard("")
        self.number = 0

    async def next(self) -> Heard:
        heard = HEARD.decode(await self.line.recv())
        self.state = heard.after(self.state)
        return heard

    async def until(self, stamp: int) -> None:
        while self.state.stamp < stamp:
            await self.next()

    async def ask(self, **fields: Any) -> Heard:
        self.number += 1
        await self.line.send(msgspec.json.encode({"id": self.number, **fields}).decode())
        while True:
            heard = await self.next()
            if heard.re == self.number:
                return heard


class Times:
    """Seconds, by what was asked for."""

    def __init__(self) -> None:
        self.of: dict[str, list[float]] = {}

    def add(self, what: str, since: float) -> None:
        self.of.setdefault(what, []).append(time.perf_counter() - since)

    def report(self, title: str) -> None:
        for what, seconds in self.of.items():
            seconds.sort()
            p50, p95, p99 = (seconds[int(len(seconds) * p)] * 1000 for p in (0.5, 0.95, 0.99))
            say(f"{title}: {what:9} n={len(seconds):5}  p50 {p50:6.1f}  p95 {p95:6.1f}  p99 {p99:6.1f} ms")


def say(words: str) -> None:
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


def fetch(address: str, body: Any = None) -> Any:
    data = msgspec.json.encode(body) if body is not None else None
    request = urllib.request.Request(address, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return msgspec.json.decode(answer.read())


def new_match(address: str, game: str, seed: int) -> tuple[str, str]:
    """The keys of both sides of a new match."""
    (info,) = [each for each in fetch(f"{address}/api/games") if each["name"] == game]
    scenario = info["scenarios"][seed % len(info["scenarios"])]
    elsewhere = {scenario["sides"][-1]: {"kind": "elsewhere"}}
    new = {"game": game, "scenario": scenario["id"], "seats": elsewhere, "seed": str(seed)}
    created = fetch(f"{address}/api/matches", new)
    joined = fetch(f"{address}/api/join/{created['links'][0]['key']}", {})
    return created["mine"]["key"], joined["key"]


async def act(players: list[Player], chance: random.Random, times: Times) -> bool:
    """One action, measured until both have heard of it; False when the game is over."""
    mover = next((player for player in players if player.state.your_turn), None)
    if mover is None:
        return False
    chosen = chance.choice(mover.state.options)
    before = mover.state.stamp
    since = time.perf_counter()
    await mover.ask(type="act", action=chosen.action, stamp=before)
    await asyncio.gather(*(player.until(before + 1) for player in players))
    times.add("action", since)
    return True


async def preview(players: list[Player], chance: random.Random, times: Times) -> None:
    mover = next((player for player in players if player.state.your_turn), None)
    if mover is None:
        return
    action = chance.choice(mover.state.options).action
    for kind, fields in (
        ("forecast", {"action": action}),
        ("why_not", {"noun": {"kind": "hex", "value": 303}}),
        ("route", {"action": action}),
    ):
        since = time.perf_counter()
        await mover.ask(type=kind, **fields)
        times.add(kind, since)


class Table:
    """One match with both its players."""

    def __init__(self, address: str, game: str, seed: int) -> None:
        self.address = address
        self.game = game
        self.seed = seed
        self.chance = random.Random(seed)
        self.players: list[Player] = []
        self.stack = AsyncExitStack()

    async def sit_down(self) -> None:
        """A new match, both players connected."""
        keys = await asyncio.to_thread(new_match, self.address, self.game, self.seed)
        place = self.address.replace("http", "ws")
        self.players = [
            Player(
                await self.stack.enter_async_context(
                    connect(f"{place}/api/play/{key}?changes=true", compression=None, max_size=None)
                )
            )
            for key in keys
        ]
        for player in self.players:
            await player.until(0)
        self.seed += 100_003

    async def play(self, until: float, every: float, times: Times) -> None:
        """Act until the time is up, with a pause between actions."""
        await asyncio.sleep(self.chance.random() * every)
        while time.perf_counter() < until:
            if not await act(self.players, self.chance, times):
                await self.stack.aclose()
                await self.sit_down()
            if self.chance.random() < 0.2:
                await preview(self.players, self.chance, times)
            await asyncio.sleep(self.chance.uniform(0.5, 1.5) * every)


async def measure(address: str, arguments: argparse.Namespace, pid: int) -> None:
    table = Table(address, arguments.game, 1)
    await table.sit_down()
    await table.play(time.perf_counter() + arguments.seconds / 2, 0.0, Times())
    times = Times()
    await table.play(time.perf_counter() + arguments.seconds, 0.05, times)
    times.report("one game  ")
    await table.stack.aclose()
    tables = [Table(address, arguments.game, 10 + number) for number in range(arguments.games)]
    for each in tables:
        await each.sit_down()
    await asyncio.gather(
        *(each.play(time.perf_counter() + arguments.every, arguments.every, Times()) for each in tables)
    )
    times = Times()
    before = processor_seconds(pid)
    until = time.perf_counter() + arguments.seconds
    await asyncio.gather(*(each.play(until, arguments.every, times) for each in tables))
    times.report(f"{arguments.games} games ")
    asked = sum(map(len, times.of.values()))
    spent = processor_seconds(pid) - before
    say(f"processor time of the server: {spent * 1000 / asked:.1f} ms a request")
    say(f"the server was busy for {spent / arguments.seconds:.0%} of the time")
    for each in tables:
        await each.stack.aclose()


class Inside:
    """One match of a server in this very process, both seats connected without sockets."""

    def __init__(self, services: Services, game: str) -> None:
        self.services = services
        self.game = game
        self.spent: list[float] = []
        self.sent = 0

    async def play(self, seed: int, actions: int) -> None:
        """Random actions, with the server's processor time for each; another match where one ends."""
        chance = random.Random(seed)
        while actions > 0:
            seats = await self.sit_down(seed)
            while actions > 0 and (mover := next((p for p in seats if p.state.your_turn), None)) is not None:
                action = chance.choice(mover.state.options).action
                ask = {"type": "act", "action": action, "stamp": mover.state.stamp}
                self.measure_from()
                await mover.handler.receive(msgspec.json.encode(ask))
                self.spent.append(time.process_time() - self.since)
                for seat in seats:
                    self.sent += seat.hear()
                actions -= 1
            for seat in seats:
                seat.session.leave(seat.connection)
            seed += 1

    def measure_from(self) -> None:
        self.since = time.process_time()

    async def sit_down(self, seed: int) -> list[InsideSeat]:
        game = await self.services.games.game(self.game)
        scenario = list(game.scenarios)[seed % len(game.scenarios)]
        last = (game.scenarios[scenario].sides or game.sides)[-1]
        new = NewMatch(
            game=self.game, scenario=scenario, seats={last: NewSeat(kind="elsewhere")}, seed=str(seed)
        )
        created = await self.services.matches.create(new, "owner")
        joined = await self.services.matches.join(created.links[0].key, "owner", "")
        return [await self.seated(key) for key in (created.mine.key, joined.key)]

    async def seated(self, key: str) -> InsideSeat:
        row = await self.services.matches.key(key)
        session = await self.services.matches.session(row)
        seat = InsideSeat(session, Connection(row, AT_HOME, changes=True))
        await session.join(seat.connection)
        seat.hear()
        return seat


class InsideSeat:
    def __init__(self, session: Session, connection: Connection) -> None:
        self.session = session
        self.connection = connection
        self.handler = MessageHandler(session, connection)
        self.state = Heard("")

    def hear(self) -> int:
        """Read what was sent; how many bytes it was."""
        read = 0
        while not self.connection.outbox.empty():
            data = self.connection.outbox.get_nowait()
            assert isinstance(data, bytes)
            read += len(data)
            self.state = HEARD.decode(data).after(self.state)
        self.connection._unsent = 0
        return read


async def measure_inside(game: str, actions: int, folder: str) -> None:
    url = f"sqlite:///{folder}/matches.sqlite"
    services = Services(Store(url), GameCatalog())
    await services.open()
    try:
        inside = Inside(services, game)
        await inside.play(1, actions // 4)
        inside.spent.clear()
        inside.sent = 0
        await inside.play(2, actions)
        spent = sorted(inside.spent)
        mean, middle, late = sum(spent) / len(spent), spent[len(spent) // 2], spent[int(len(spent) * 0.95)]
        say(
            f"{game}: processor time of an action: mean {mean * 1000:.2f}  p50 {middle * 1000:.2f}  "
            f"p95 {late * 1000:.2f}  most {spent[-1] * 1000:.1f} ms; "
            f"{inside.sent / actions / 2048:.1f} KB a seat (load average {os.getloadavg()[0]:.1f})"
        )
    finally:
        await services.close()


def processor_seconds(pid: int) -> float:
    """Processor time a process has used; 0 where /proc is not there."""
    stat = Path(f"/proc/{pid}/stat")
    fields = stat.read_text().rpartition(")")[2].split() if stat.exists() else ["0"] * 15
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> str:
    status = Path(f"/proc/{pid}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((line.split(":")[1].strip() for line in lines if line.startswith("VmRSS")), "?")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="toy")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between the actions of a game")
    parser.add_argument("--inside", action="store_true", help="no sockets: processor time of an action")
    parser.add_argument("--actions", type=int, default=400)
    arguments = parser.parse_args()
    if arguments.inside:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(measure_inside(arguments.game, arguments.actions, folder))
        return
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        how = ["-m", "tests.server.serve_toy"] if arguments.game == "toy" else ["-c", SERVE]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
        command = [sys.executable, *how, str(port), f"sqlite:///{folder}/matches.sqlite"]
        server = subprocess.Popen(command, cwd=ROOT, env=environment)
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(address)
            asyncio.run(measure(address, arguments, server.pid))
            say(f"memory of the server: {memory(server.pid)}")
        finally:
            server.terminate()
            server.wait(10)


def wait_for(address: str) -> None:
    for _ in range(1200):
        try:
            fetch(f"{address}/api/games")
        except OSError:
            time.sleep(0.1)
        else:
            return


if __name__ == "__main__":
    main()
