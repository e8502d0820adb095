"""Bots in seats. Slow ones think in a process of their own, so that nobody waits for them."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING

import msgspec

from bridgehead.bots import BOTS, Bot
from bridgehead.bots.explain import Reason
from bridgehead.bots.seat import Seat
from bridgehead.core.actions import Action
from bridgehead.core.codec import action_from, save
from bridgehead.core.play import deciding
from bridgehead.core.values import Side
from bridgehead.server.store import Conflict
from bridgehead.server.thinking import Choice, Hint, advise, prepare, settle_in, think
from bridgehead.server.thread import RulesThread
from bridgehead.server.wire import BotInfo
from bridgehead.toolkit.wargame import WarState as State

if TYPE_CHECKING:
    from bridgehead.server.rooms import Room

log = logging.getLogger("bridgehead")

QUICK = frozenset({"random"})
"""Bots that choose in less than a millisecond: they think on the rules thread."""
DESKS = 32
"""Hints that may be wanted at the same time."""


def bot_infos() -> list[BotInfo]:
    return [
        BotInfo(
            name=name,
            title=name.replace("_", " ").capitalize(),
            about=(maker.__doc__ or "").partition("\n")[0],
            explains=name not in QUICK,
        )
        for name, maker in BOTS.items()
    ]


class Thinker:
    """Where slow bots think: one process, started when first needed."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._spawning = multiprocessing.get_context("spawn")
        self._given_up = self._spawning.RawArray("b", DESKS)
        self._free = list(range(DESKS))
        """Desks nobody thinks at."""

    def prepare(self, package: str) -> None:
        """Have the process ready, with the game loaded, by the time a bot must choose."""
        try:
            self._started().submit(prepare, package, overlay())
        except BrokenProcessPool:
            self._pool = None

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1, mp_context=self._spawning, initializer=settle_in, initargs=(self._given_up,)
            )
        return self._pool

    async def choose(
        self, package: str, name: str, mind: str, position: str, side: str, aloud: bool
    ) -> Choice:
        """A slow bot's choice in a saved position. `mind` tells bots of different matches apart."""
        try:
            chosen = await self._chosen(package, name, mind, position, side, aloud)
        except BrokenProcessPool:
            self._pool = None
            chosen = await self._chosen(package, name, mind, position, side, aloud)
        return msgspec.json.decode(chosen, type=Choice)

    async def _chosen(
        self, package: str, name: str, mind: str, position: str, side: str, aloud: bool
    ) -> bytes:
        return await asyncio.get_running_loop().run_in_executor(
            self._started(), think, package, overlay(), name, mind, position, side, aloud
        )

    @property
    def crowded(self) -> bool:
        return not self._free

    async def advise(self, package: str, name: str, mind: str, seed: int, position: str, side: str) -> Hint:
        """A hint. Cancelled, it is given up in the process too, so that nobody waits behind it."""
        try:
            advised = await self._advised(package, name, mind, seed, position, side)
        except BrokenProcessPool:
            self._pool = None
            advised = await self._advised(package, name, mind, seed, position, side)
        return msgspec.json.decode(advised, type=Hint)

    async def _advised(
        self, package: str, name: str, mind: str, seed: int, position: str, side: str
    ) -> bytes:
        pool = self._started()
        desk = self._free.pop()
        self._given_up[desk] = 0
        work: Future[bytes] | None = None
        try:
            work = pool.submit(advise, package, overlay(), name, mind, seed, position, side, desk)
            return await asyncio.wrap_future(work)
        finally:
            if work is None or work.done():
                self._free.append(desk)
            else:
                self._given_up[desk] = 1
                work.add_done_callback(lambda _: self._free.append(desk))

    def close(self) -> None:
        if self._pool is not None:
            thinking = list((getattr(self._pool, "_processes", None) or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in thinking:
                process.terminate()


def overlay() -> str:
    """The folder of a player's own data, as the games are loaded with."""
    return os.environ.get("BRIDGEHEAD_DATA", "")


class BotSeats:
    """The bots of one room: they act by themselves whenever one of them has to decide."""

    def __init__(self, room: Room, rules: RulesThread, thinker: Thinker) -> None:
        self.room = room
        self._rules = rules
        self._thinker = thinker
        self.names = {seat.side: seat.bot for seat in room.seats if seat.kind == "bot" and seat.bot in BOTS}
        self.bots = {side: BOTS[name](int.from_bytes(os.urandom(8))) for side, name in self.names.items()}
        self.minds = {side: f"{room.row.id}/{side}/{os.urandom(8).hex()}" for side in self.names}
        if not QUICK.issuperset(self.names.values()):
            thinker.prepare(room.game.package)
        self.step_asked = False
        self._task: asyncio.Task[None] | None = None

    def at_work(self) -> bool:
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        if not self.at_work() and self.to_move() is not None:
            self._task = asyncio.get_running_loop().create_task(self._play())

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def to_move(self) -> str | None:
        """The bot that should act now. Among themselves bots play only while somebody watches."""
        room = self.room
        who = deciding(room.line.now)
        if who is None or who not in self.bots or room.trouble:
            return None
        if room.pace.paused and not self.step_asked:
            return None
        return who if room.persons() or room.connections else None

    async def _play(self) -> None:
        room = self.room
        try:
            while (side := self.to_move()) is not None:
                self.step_asked = False
                stamp = room.stamp
                action, reason = await self._choose(side, room.line.now)
                await room.bot_acts(action, stamp, reason)
                await asyncio.sleep(room.pace.seconds)
        except Conflict:
            room.broken(room)
        except Exception:
            log.exception("match %s: a bot failed", room.row.id)
            await room.bot_failed()

    async def _choose(self, side: str, s: State) -> tuple[Action, Reason | None]:
        """What a bot does; its reason only where the bots of the match think aloud."""
        if self.names[side] in QUICK:
            return await self._rules(choose_here, self.bots[side], s, side), None
        position = await self._rules(save, s)
        name, mind = self.names[side], self.minds[side]
        choice = await self._thinker.choose(s.game.package, name, mind, position, side, self.room.row.aloud)
        return action_from(bytes(choice.action), s.game), choice.reason


def choose_here(bot: Bot, s: State, side: str) -> Action:
    return bot.choose(Seat(s, Side(side)))
