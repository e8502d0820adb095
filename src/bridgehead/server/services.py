"""Everything that lives as long as the server."""

from __future__ import annotations

import asyncio

from bridgehead.server.bot_runner.pool import BotPool
from bridgehead.server.executor import RulesExecutor
from bridgehead.server.games import GameCatalog, GameService
from bridgehead.server.garbage import Tidier
from bridgehead.server.match_service import MatchService
from bridgehead.server.session.manager import SessionManager
from bridgehead.server.store.store import Store


class Services:
    def __init__(self, store: Store, catalog: GameCatalog) -> None:
        self._store = store
        self._executor = RulesExecutor()
        self._pool = BotPool()
        self.games = GameService(catalog, self._executor)
        self.sessions = SessionManager(self.games, store, self._executor, self._pool)
        self._tidier = Tidier(lambda: self._executor.worked, lambda: len(catalog.loaded))
        self._tidying: asyncio.Task[None] | None = None
        self.matches = MatchService(self.games, self.sessions, store, self._executor)

    async def open(self) -> None:
        await self._store.open()
        self.sessions.start()
        self._tidying = self._tidier.start()

    async def close(self) -> None:
        if self._tidying is not None:
            self._tidying.cancel()
            self._tidier.stop()
        await self.sessions.close()
        await self._store.close()
        self._pool.close()
        self._executor.close()
