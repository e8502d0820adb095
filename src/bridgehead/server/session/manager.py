"""The sessions of matches being played: opened when somebody comes, put away when nobody has been there."""

from __future__ import annotations

import asyncio
import logging
import time

from bridgehead.core.codec import BadFile
from bridgehead.core.data import DataError
from bridgehead.core.match import Match
from bridgehead.core.play import BadSetup
from bridgehead.core.refusal import IllegalAction
from bridgehead.server.bot_runner.pool import BotPool
from bridgehead.server.errors import ApiError
from bridgehead.server.executor import RulesExecutor
from bridgehead.server.games import GameService
from bridgehead.server.session.connection import DELETED, RESTART
from bridgehead.server.session.loading import begin_stored, course_of, replay_moves
from bridgehead.server.session.reasons import BotReasons
from bridgehead.server.session.session import Session
from bridgehead.server.store.rows import StoredMatch
from bridgehead.server.store.store import Store
from bridgehead.toolkit.wargame import AnyWargame, WarState

log = logging.getLogger("bridgehead")

LOOK = 0.4
"""Seconds between two looks at what other servers have written."""
IDLE = 300.0
"""Seconds after which a session without connections is put away."""


class SessionManager:
    """At most one session for each match."""

    def __init__(self, games: GameService, store: Store, executor: RulesExecutor, pool: BotPool) -> None:
        self._games = games
        self._store = store
        self._executor = executor
        self._pool = pool
        self._sessions: dict[str, Session] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._closing = asyncio.Event()

    def start(self) -> None:
        self._tasks = [asyncio.create_task(each()) for each in (self._sweep, self._follow)]

    async def close(self) -> None:
        self._closing.set()
        await asyncio.gather(*self._tasks)
        for session in self._sessions.values():
            session.close(RESTART)
        await asyncio.gather(*(session.finish() for session in self._sessions.values()))

    def find(self, id: str) -> Session | None:
        """The session of a match, if it has one now."""
        session = self._sessions.get(id)
        return session if session is not None and not session.closed else None

    async def open(self, id: str) -> Session:
        """The session of a match, opened if need be."""
        session = self.find(id)
        if session is not None:
            return session
        async with self._opening.setdefault(id, asyncio.Lock()):
            session = self.find(id)
            if session is None:
                session = self._sessions[id] = await self._load(id)
        self._opening.pop(id, None)
        return session

    def delete(self, id: str) -> None:
        session = self._sessions.pop(id, None)
        if session is not None:
            session.close(DELETED)

    async def _load(self, id: str) -> Session:
        stored = await self._store.load(id)
        game = await self._games.game(stored.match.game)
        match, reasons, trouble = await self._open_match(game, stored)
        try:
            course = await self._executor.run(course_of, match, stored.match.lesson)
        except (BadFile, DataError, OSError) as problem:
            raise ApiError(409, "trouble", f"The lesson has changed; begin it anew: {problem}") from problem
        return Session(
            stored,
            match,
            reasons,
            trouble,
            course,
            game=game,
            faces=self._games.faces(game),
            option_texts=self._games.option_texts(game),
            store=self._store,
            executor=self._executor,
            pool=self._pool,
        )

    async def _open_match(
        self, game: AnyWargame, stored: StoredMatch
    ) -> tuple[Match[WarState], BotReasons, str]:
        """A match with the reasons of its bots; and why not all of it, where its game has changed."""
        try:
            match = await self._executor.run(begin_stored, game, stored.match)
        except (BadFile, BadSetup) as problem:
            raise ApiError(409, "trouble", f"The match cannot be opened: {problem}") from problem
        reasons = BotReasons(match)
        try:
            await self._executor.run_in_slices(replay_moves(match, reasons, stored.moves))
        except (BadFile, IllegalAction) as problem:
            trouble = f"The rules have changed since this was played, and it cannot go on: {problem}"
            return match, reasons, trouble
        return match, reasons, ""

    async def _open_for(self, seconds: float) -> bool:
        """Wait; False as soon as the server closes. No task is cancelled while it reads from the database."""
        try:
            async with asyncio.timeout(seconds):
                await self._closing.wait()
        except TimeoutError:
            return True
        return False

    async def _sweep(self) -> None:
        while await self._open_for(IDLE / 5):
            for id, session in list(self._sessions.items()):
                if session.idle() and time.monotonic() - session.touched > IDLE:
                    del self._sessions[id]

    async def _follow(self) -> None:
        """Look for what other servers on the same database have written."""
        while await self._open_for(LOOK):
            live = {id: session for id, session in self._sessions.items() if session.connections}
            try:
                newest = await self._store.newest(list(live)) if live else {}
                for id, last in newest.items():
                    if live[id].behind(*last):
                        await live[id].catch_up()
            except Exception:
                log.exception("what other servers wrote could not be read")
