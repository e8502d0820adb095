"""The sessions of matches being played: opened when somebody comes, put away when nobody has been there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

import msgspec

from bridgehead.bots.reasons import Reason
from bridgehead.core.codec import BadFile, load
from bridgehead.core.play import BadSetup
from bridgehead.core.refusal import IllegalAction
from bridgehead.core.state import State
from bridgehead.server.bot_runner.pool import BotPool
from bridgehead.server.errors import ApiError
from bridgehead.server.executor import RulesExecutor
from bridgehead.server.games import GameService
from bridgehead.server.presenters.games import AnyGame
from bridgehead.server.session.connection import DELETED, RESTART
from bridgehead.server.session.history import History, replay, set_up
from bridgehead.server.session.session import Session
from bridgehead.server.store.rows import MatchRow, MoveRow
from bridgehead.server.store.store import Store

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
        self._sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        if self._sweeper is not None:
            self._sweeper.cancel()
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
        history, trouble = await self._history(game, stored.match, stored.moves)
        return Session(
            stored,
            history,
            trouble,
            game=game,
            faces=self._games.faces(game),
            store=self._store,
            executor=self._executor,
            pool=self._pool,
        )

    async def _history(self, game: AnyGame, row: MatchRow, moves: Sequence[MoveRow]) -> tuple[History, str]:
        """The positions of a match; and why not all of them, where its game has changed."""
        try:
            start = await self._executor.run(first_position, game, row)
        except (BadFile, BadSetup) as problem:
            raise ApiError(409, "trouble", f"The match cannot be opened: {problem}") from problem
        history = History(start)
        kept = moves_kept(moves)
        actions, reasons = [move.body.encode() for move in kept], [reason_of(move) for move in kept]
        try:
            await self._executor.run_in_slices(replay(history, actions, game.package, reasons))
        except (BadFile, IllegalAction) as problem:
            return history, f"The rules have changed since this was played, and it cannot go on: {problem}"
        return history, ""

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(IDLE / 5)
            for id, session in list(self._sessions.items()):
                if session.idle() and time.monotonic() - session.touched > IDLE:
                    del self._sessions[id]


def first_position(game: AnyGame, row: MatchRow) -> State:
    if row.start:
        s: State = load(row.start, game)
        return s
    setting = msgspec.json.decode(row.setting, type=dict[str, str])
    return set_up(game, row.scenario, int(row.seed), setting)


def moves_kept(moves: Sequence[MoveRow]) -> list[MoveRow]:
    """The actions that stand after every undo."""
    kept: list[MoveRow] = []
    for move in moves:
        if move.kind == "act":
            kept.append(move)
        else:
            del kept[int(move.body) :]
    return kept


def reason_of(move: MoveRow) -> Reason | None:
    return msgspec.json.decode(move.reason, type=Reason) if move.reason else None
