"""The messages of a connection: commands are carried out under the session's lock, queries passed on."""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from functools import partial
from typing import Any

from bridgehead.core.actions import Action
from bridgehead.core.refusal import IllegalAction
from bridgehead.core.values import replace
from bridgehead.server import wire
from bridgehead.server.errors import MessageError
from bridgehead.server.presenters.games import name_of
from bridgehead.server.queries.parsing import BadQuery, action_of
from bridgehead.server.session.connection import Connection, decode
from bridgehead.server.session.hints import MOVED_ON, NOT_WANTED
from bridgehead.server.session.session import Deed, Session
from bridgehead.server.store.rows import Unwritable
from bridgehead.server.store.writer import Conflict

log = logging.getLogger("bridgehead")

SLOWEST = 60.0


class MessageHandler:
    """Carries out what one connection asks for, if it may."""

    def __init__(self, session: Session, connection: Connection) -> None:
        self._session = session
        self._connection = connection

    async def receive(self, data: str | bytes) -> None:
        """Answer one message; a wrong one changes nothing."""
        session, connection = self._session, self._connection
        re = 0
        try:
            ask = decode(data)
            re = ask.id
            change = self._change(ask)
            if change is not None:
                await session.protect(change)
            elif isinstance(ask, wire.AskMoments):
                await self._moments(ask)
            else:
                answer = await session.executor.run(session.queries.answer, connection, ask)
                answer.re = re
                connection.send(answer)
                if isinstance(answer, wire.Why) and answer.action is not None:
                    await self._told_refusal(answer.action, answer.rule)
        except MessageError as refused:
            refused.message.re = re
            connection.send(refused.message)
            if refused.message.code == "stale":
                connection.send_bytes(await session.executor.run(session.states.for_one, connection))
        except BadQuery as problem:
            connection.send(wire.ErrorMessage(re=re, code="unknown", words=str(problem)))
        except Unwritable as problem:
            connection.send(wire.ErrorMessage(re=re, code="malformed", words=str(problem)))
        except Conflict:
            await session.catch_up()
            connection.send(wire.ErrorMessage(re=re, code="stale", words="The game has moved on."))
        except Exception:
            log.exception("match %s: a message could not be answered", session.row.id)
            connection.send(
                wire.ErrorMessage(re=re, code="trouble", words="Something went wrong. Nothing changed.")
            )

    def _change(self, ask: wire.FromClient) -> Awaitable[None] | None:
        """The change a message asks for; None for one that only asks about the match."""
        match ask:
            case wire.Act():
                return self._act(ask)
            case wire.Undo():
                return self._undo(ask)
            case wire.AskTakeBack():
                return self._ask_take_back(ask)
            case wire.AnswerTakeBack():
                return self._answer_take_back(ask)
            case wire.Say():
                return self._say(ask)
            case wire.Look():
                return self._look(ask)
            case wire.AskWhole():
                return self._whole(ask)
            case wire.SetPace():
                return self._set_pace(ask)
            case wire.AskHint():
                return self._hint(ask)
            case wire.DropHint():
                return self._drop_hint()
            case wire.LessonStep():
                return self._lesson(ask)
        return None

    async def _moments(self, ask: wire.AskMoments) -> None:
        """Looking back upon a whole game takes a while: bit by bit, so that others are not kept waiting."""
        session, connection = self._session, self._connection
        looking = session.queries.looking_back()
        await session.executor.run_in_slices(looking.steps)
        clocks = partial(session.notice.clock, connection.side)
        found = [replace(moment, clock=clocks(moment.clock)) for moment in looking.found()]
        connection.send(wire.MomentsMessage(re=ask.id, moments=found))

    async def _act(self, ask: wire.Act) -> None:
        session, connection = self._session, self._connection
        async with session.lock:
            self._check_turn(ask.stamp)
            await session.commit(await session.executor.run(self._tried, ask.action), connection, ask.id)
        session.wake()

    def _tried(self, sent: dict[str, Any]) -> Deed:
        """An action and what it leads to. On the rules thread; nothing is changed."""
        session, connection = self._session, self._connection
        action = action_of(session.game, sent)
        try:
            return session.deed(action)
        except IllegalAction as illegal:
            no = session.queries.perspective(connection).why_not(action) or illegal.no
            rule = session.game.rules.get(no.rule)
            title = rule.title if rule is not None else ""
            raise MessageError("illegal", no.because, no.rule, title) from illegal

    async def _undo(self, ask: wire.Undo) -> None:
        session, connection = self._session, self._connection
        async with session.lock:
            self._check_seated()
            self._check_stamp(ask.stamp)
            if not await session.executor.run(session.may_undo, connection):
                raise MessageError(
                    "not_now",
                    "You can't undo past a die roll, revealed information or another player's decision. "
                    "Ask the other players to take it back.",
                )
            mover = session.match.movers[-1]
            await session.rewind("undo", session.match.clock - 1, mover, connection, ask.id)
        session.wake()

    async def _ask_take_back(self, ask: wire.AskTakeBack) -> None:
        session, connection = self._session, self._connection
        async with session.lock:
            self._check_stamp(ask.stamp)
            await session.take_backs.ask(connection, ask)
        session.wake()

    async def _answer_take_back(self, ask: wire.AnswerTakeBack) -> None:
        session, connection = self._session, self._connection
        async with session.lock:
            self._check_stamp(ask.stamp)
            await session.take_backs.answer(connection, ask)
        session.wake()

    async def _hint(self, ask: wire.AskHint) -> None:
        session, connection = self._session, self._connection
        async with session.lock:
            self._check_turn(ask.stamp)
            session.hints.start(connection, ask)

    async def _drop_hint(self) -> None:
        self._session.hints.cancel(self._connection, *NOT_WANTED)

    async def _lesson(self, ask: wire.LessonStep) -> None:
        session, connection = self._session, self._connection
        async with session.lock:
            self._check_seated()
            self._check_stamp(ask.stamp)
            if session.lesson is None:
                raise MessageError("not_now", "This is no lesson.")
            await session.lesson.step(connection, ask)
        session.wake()

    async def _told_refusal(self, action: Action, rule: str) -> None:
        """In a lesson a refusal may be what the learner was asked to try."""
        session, connection = self._session, self._connection
        if session.lesson is not None and session.lesson.refused(action, rule):
            lesson = await session.executor.run(session.lesson.info_for, connection)
            connection.send(wire.LessonMessage(lesson=lesson))

    async def _say(self, ask: wire.Say) -> None:
        session, connection = self._session, self._connection
        words = ask.words.strip()
        if not words or len(words) > wire.MOST_CHAT:
            raise MessageError("malformed", f"A message may have at most {wire.MOST_CHAT} characters.")
        if connection.chat.take():
            raise MessageError("busy", "You are writing too fast; wait a moment.")
        who = connection.side or next(iter(connection.sides), "onlooker")
        async with session.lock:
            await session.chat.say(who, words, connection, ask.id)

    async def _look(self, ask: wire.Look) -> None:
        session, connection = self._session, self._connection
        async with session.lock:
            over = session.match.result is not None and ask.side in session.game.sides
            if ask.side not in connection.sides and not over:
                raise MessageError("not_yours", "This isn't your seat.")
            connection.see_as(ask.side)
            session.hints.cancel(connection, *MOVED_ON)
            connection.send_bytes(await session.executor.run(session.states.for_one, connection, ask.id))

    async def _whole(self, ask: wire.AskWhole) -> None:
        session, connection = self._session, self._connection
        async with session.lock:
            connection.forget()
            connection.send_bytes(await session.executor.run(session.states.for_one, connection, ask.id))

    async def _set_pace(self, ask: wire.SetPace) -> None:
        session, connection = self._session, self._connection
        if connection.key.kind != "mine":
            raise MessageError("not_yours", "Only the host sets the pace.")
        session.pace = wire.Pace(seconds=min(max(ask.seconds, 0.0), SLOWEST), paused=ask.paused)
        session.bots.step_requested = ask.step
        for each in session.connections:
            each.send(wire.PaceMessage(re=ask.id if each is connection else 0, pace=session.pace))
        session.wake()

    def _check_turn(self, stamp: int) -> None:
        """May this connection change the match as it stands?"""
        session, connection = self._session, self._connection
        self._check_seated()
        self._check_stamp(stamp)
        who = session.match.side
        if who is None:
            raise MessageError("over", "The game is over.")
        if who not in connection.sides:
            raise MessageError("not_yours", f"{name_of(session.game, who)} decides now.")
        if who != connection.side:
            raise MessageError("not_yours", f"Hand over to the {name_of(session.game, who)} player first.")

    def _check_seated(self) -> None:
        if self._session.trouble:
            raise MessageError("trouble", self._session.trouble)
        if not self._connection.sides:
            raise MessageError("not_yours", "Spectators can't do that.")

    def _check_stamp(self, stamp: int) -> None:
        if stamp != self._session.notice.stamp(self._connection.side):
            raise MessageError("stale", "The game has moved on.")
