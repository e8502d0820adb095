"""A live match: its connections, and every change to it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable

import msgspec

from bridgehead.bots.explain import Reason
from bridgehead.core.actions import Action
from bridgehead.core.codec import action_from
from bridgehead.core.match import Match
from bridgehead.core.perspective import hides
from bridgehead.core.play import play
from bridgehead.lessons.judge import Judge, Standing
from bridgehead.server import wire
from bridgehead.server.bot_runner.pool import BotPool
from bridgehead.server.bot_runner.runner import BotRunner
from bridgehead.server.executor import RulesExecutor
from bridgehead.server.presenters.counters import CounterFaces
from bridgehead.server.presenters.matches import match_info, seat_infos, summary_of
from bridgehead.server.presenters.position import OptionTexts
from bridgehead.server.presenters.side_view import Views
from bridgehead.server.queries.queries import Queries
from bridgehead.server.session.chat import Chat
from bridgehead.server.session.connection import RESTART, Connection
from bridgehead.server.session.hints import NOT_WANTED, Hints
from bridgehead.server.session.lesson import LessonSeat
from bridgehead.server.session.loading import moves_kept, reason_of, taken_back
from bridgehead.server.session.notice import Notice, Viewer
from bridgehead.server.session.reasons import BotReasons
from bridgehead.server.session.standing import StandingAnswers
from bridgehead.server.session.states import StateMessages
from bridgehead.server.session.take_backs import TakeBacks
from bridgehead.server.store.rows import MoveKind, MoveRow, StoredMatch, Summary, now
from bridgehead.server.store.store import Store
from bridgehead.toolkit.wargame import AnyWargame, WarState


class Deed(msgspec.Struct, frozen=True):
    """An action, as it is recorded, with what follows from it."""

    action: Action
    after: WarState
    those: frozenset[Viewer]
    """Who notices it."""
    reason: Reason | None
    mover: str
    summary: Summary


class Session:
    """One match. Whatever changes it goes on disk first, under one lock; rules run on their own thread."""

    def __init__(
        self,
        stored: StoredMatch,
        match: Match[WarState],
        reasons: BotReasons,
        trouble: str,
        course: tuple[Judge, list[Standing]] | None,
        *,
        game: AnyWargame,
        faces: CounterFaces,
        option_texts: OptionTexts,
        store: Store,
        executor: RulesExecutor,
        pool: BotPool,
    ) -> None:
        self.row = stored.match
        self.seats = stored.seats
        self.match = match
        self.reasons = reasons
        self.trouble = trouble
        self.game = game
        self.faces = faces
        self.stamp = len(stored.moves)
        self.open_sides = {key.sides for key in stored.keys if key.kind == "invite" and not key.became}
        """Seats whose invitation nobody has taken."""
        self.hidden = hides(game)
        self.views = Views(faces)
        self.option_texts = option_texts
        self.notice = Notice(game, self.views, stored.moves, moves_kept(stored.moves)[: match.clock])
        self.touched = time.monotonic()
        self.closed = False
        self.connections: set[Connection] = set()
        self.pace = wire.Pace(seconds=0.0 if self.has_persons() else 0.4, paused=False)
        self._store = store
        self.executor = executor
        self.lock = asyncio.Lock()
        self._changes: set[asyncio.Future[None]] = set()
        """On their way to the disk."""
        self.chat = Chat(self, store, stored.chat)
        self.take_backs = TakeBacks(self)
        self.states = StateMessages(self)
        self.queries = Queries(self)
        self.hints = Hints(self, executor, pool)
        self.lesson = LessonSeat(self, self.row.lesson, *course) if course is not None else None
        self.bots = BotRunner(self, executor, pool)
        self.standing = StandingAnswers(self, executor)

    # --- coming and going

    async def join(self, connection: Connection) -> None:
        async with self.lock:
            self.connections.add(connection)
            connection.send(
                wire.Welcome(
                    protocol=wire.PROTOCOL,
                    match=self.info(),
                    role=connection.role,
                    sides=list(connection.sides),
                    hidden=self.hidden,
                    chat=self.chat.lines(),
                )
            )
            await self.executor.run_in_slices(self.states.write_logs(connection))
            connection.send_bytes(await self.executor.run(self.states.for_one, connection))
            if self.lesson is not None:
                await self.lesson.enemy_acts()
        self._send_seats(but=connection)
        self.wake()

    def wake(self) -> None:
        """Let those act who are no persons, and the orders that persons left."""
        self.bots.wake()
        self.standing.wake()

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.hints.cancel(connection, *NOT_WANTED)
        self.touched = time.monotonic()
        self._send_seats(but=connection)

    async def finish(self) -> None:
        """Wait for changes that are on their way to the disk."""
        await asyncio.gather(*self._changes, return_exceptions=True)

    def close(self, code: int) -> None:
        """Send everybody away."""
        self.closed = True
        for connection in list(self.connections):
            connection.close(code)
            self.hints.cancel(connection, *NOT_WANTED)
        self.bots.stop()
        self.standing.stop()

    def restart(self) -> None:
        """Something was written to the match that cannot be followed: it must be opened anew."""
        self.close(RESTART)

    def behind(self, move: int, chat: int) -> bool:
        """Is there more in the database than is known here?"""
        return not self.lock.locked() and (move > self.stamp or chat > self.chat.last)

    async def catch_up(self) -> None:
        """Another server has written to the match: play on by what it wrote."""
        async with self.lock:
            for move in await self._store.moves(self.row.id, after=self.stamp):
                await self._follow(move)
            await self.chat.catch_up()
        self.wake()

    async def _follow(self, move: MoveRow) -> None:
        """A move that stands in the database already."""
        if move.kind == "act" and self.lesson is None:
            action = action_from(move.body.encode(), self.game)
            after = await self.executor.run(play, self.match.now, action)
            those = self.notice.viewers(move)
            self._written(move, those)
            await self._go_on(
                Deed(action, after, those, reason_of(move), move.side, summary_of(after)), None, 0
            )
        else:
            self.restart()

    def idle(self) -> bool:
        acting = self.bots.running or self.standing.running
        return not self.connections and not acting and not self._changes

    def seat_taken(self, side: str, name: str) -> None:
        """Somebody came by invitation."""
        self.open_sides.discard(side)
        for seat in self.seats:
            if seat.side == side and name:
                seat.name = name
        self._send_seats(but=None)

    def _send_seats(self, but: Connection | None) -> None:
        message = msgspec.json.encode(wire.SeatsMessage(seats=self.seat_infos()))
        for connection in self.connections:
            if connection is not but:
                connection.send_bytes(message)

    # --- what everybody may know

    def has_persons(self) -> bool:
        return any(seat.kind != "bot" for seat in self.seats)

    def sides_present(self) -> set[str]:
        return {side for connection in self.connections for side in connection.sides}

    def seat_infos(self) -> list[wire.SeatInfo]:
        return seat_infos(self.game, self.seats, self.sides_present(), self.open_sides)

    def info(self) -> wire.MatchInfo:
        summary = summary_of(self.match.now)
        row = msgspec.structs.replace(self.row, **msgspec.structs.asdict(summary))
        return match_info(row, self.seat_infos(), self.game, self.trouble)

    def may_undo(self, connection: Connection) -> bool:
        """Whoever took the last action may undo it until a die falls, something is seen or another chooses.

        On a shared screen where something is hidden: only before the other side has sat down.
        """
        mover = self.match.movers[-1] if self.match.movers else ""
        own = mover == connection.side or (not self.hidden and mover in connection.sides)
        return own and mover in connection.sides and not self.trouble and self.match.leaves_no_trace()

    # --- bots and standing orders

    async def act_unasked(self, action: Action, stamp: int, reason: Reason | None) -> None:
        """A bot has chosen in a position, or an order answers; if that is still the position, so be it."""
        await self.protect(self._commit_if_still(action, stamp, reason))

    async def _commit_if_still(self, action: Action, stamp: int, reason: Reason | None) -> None:
        async with self.lock:
            if self.stamp == stamp:
                await self.commit(await self.executor.run(self.deed, action, reason), None, 0)

    async def bot_failed(self) -> None:
        self.trouble = "The bot failed; this game can't continue."
        await self.send_states(None, 0)

    # --- changes: on disk first, then here, then to everybody; under the lock

    async def protect(self, change: Awaitable[None]) -> None:
        """Finish a change even if the one who asked for it goes away in the middle."""
        task = asyncio.ensure_future(change)
        self._changes.add(task)
        task.add_done_callback(self._changes.discard)
        await asyncio.shield(task)

    def played(self, action: Action) -> tuple[Action, WarState]:
        """An action as it is recorded, and what it leads to; illegal ones are refused."""
        if self.lesson is not None:
            return self.lesson.played(action)
        return action, play(self.match.now, action)

    def deed(self, action: Action, reason: Reason | None = None) -> Deed:
        """An action with all that follows from it; nothing is changed. On the rules thread."""
        return self.deed_of(*self.played(action), reason)

    def deed_of(self, recorded: Action, after: WarState, reason: Reason | None = None) -> Deed:
        those = self.notice.of_action(self.match.now, after)
        return Deed(recorded, after, those, reason, self.match.side or "", summary_of(after))

    async def commit(self, deed: Deed, asker: Connection | None, re: int) -> None:
        body = msgspec.json.encode(deed.action).decode()
        why = msgspec.json.encode(deed.reason).decode() if deed.reason is not None else ""
        await self._write("act", deed.mover, body, deed.summary, deed.those, why)
        await self._go_on(deed, asker, re)

    async def _go_on(self, deed: Deed, asker: Connection | None, re: int) -> None:
        """What is on disk is so here too, and everybody who notices is told."""
        connections = self._noticing(deed.those, asker)

        def told() -> list[tuple[Connection, bytes]]:
            self._apply(deed)
            return self.states.for_all(connections, asker, re)

        for connection, data in await self.executor.run(told):
            connection.send_bytes(data)

    async def rewind(self, kind: MoveKind, to: int, side: str, asker: Connection | None, re: int) -> None:
        before = await self.executor.run(self.match.at, to)
        dice = None if self.lesson is not None else await self.executor.run(self.match.new_dice, to)
        those = self.notice.of_rewind(to, dice is not None)
        await self._write(kind, side, taken_back(to, dice), summary_of(before), those)
        await self.executor.run(self._rewind, to, those)
        await self.send_states(asker, re, those)

    async def _write(
        self,
        kind: MoveKind,
        side: str,
        body: str,
        summary: Summary,
        those: frozenset[Viewer],
        reason: str = "",
    ) -> None:
        number = self.stamp + 1
        move = MoveRow(
            match=self.row.id,
            number=number,
            kind=kind,
            side=side,
            body=body,
            at=now(),
            noticed=self.notice.stored(those),
            reason=reason,
        )
        await self._store.append(move, summary)
        self._written(move, those)

    def _written(self, move: MoveRow, those: frozenset[Viewer]) -> None:
        self.row.touched = move.at
        self.stamp = move.number
        self.take_backs.clear(those)
        self.hints.cancel_all()

    def _apply(self, deed: Deed) -> None:
        if self.lesson is not None:
            self.lesson.add(deed.action, deed.after)
        self.match.add(deed.action, deed.after)
        self.notice.add(deed.those)
        self.reasons.add(deed.reason)
        self.queries.forget()

    def _rewind(self, to: int, those: frozenset[Viewer]) -> None:
        self.match.take_back(to, renewing=self.lesson is None)
        new_dice = self.match.clock > to
        self.notice.rewind(to, those, new_dice)
        self.reasons.take_back(to)
        self.states.rewind(to)
        if self.lesson is not None:
            self.lesson.take_back(to)
        if new_dice:
            self.reasons.add(None)
        self.queries.forget()

    async def send_states(
        self, asker: Connection | None, re: int, those: frozenset[Viewer] | None = None
    ) -> None:
        """Tell everybody how the match stands, or those who notice that it changed."""
        connections = self._noticing(those, asker)
        for connection, data in await self.executor.run(self.states.for_all, connections, asker, re):
            connection.send_bytes(data)

    def _noticing(self, those: frozenset[Viewer] | None, asker: Connection | None) -> list[Connection]:
        return [
            each
            for each in self.connections
            if those is None or each is asker or not those.isdisjoint((each.side, *each.sides))
        ]
