"""Live matches: one room each, with its connections, its undo and its bots."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec

from bridgehead.bots.explain import Reason
from bridgehead.core.actions import Action
from bridgehead.core.game import View
from bridgehead.core.play import deciding
from bridgehead.core.refusal import IllegalAction
from bridgehead.server import asking, wire
from bridgehead.server.connection import Connection, Refused, parsed
from bridgehead.server.hints import MOVED_ON, NEVER_MIND, Hints
from bridgehead.server.infos import chat_line, match_info, seat_infos
from bridgehead.server.line import Line
from bridgehead.server.pictures import Faces
from bridgehead.server.questions import Questions
from bridgehead.server.robots import BotSeats, Thinker
from bridgehead.server.shelf import AnyGame, hides, name_of
from bridgehead.server.store import (
    ChatRow,
    Conflict,
    MatchRow,
    MoveKind,
    MoveRow,
    SeatRow,
    Standing,
    Store,
    now,
)
from bridgehead.server.telling import JOINING_LINES, SideLog, Sight, option_lines, prompt_of, result_info
from bridgehead.server.thread import RulesThread
from bridgehead.toolkit.wargame import WarState as State

log = logging.getLogger("bridgehead")

CHAT_KEPT = 200
SLOWEST = 60.0


class TakeBack(msgspec.Struct):
    """A request to go back, until everybody has agreed."""

    by: str
    to: int
    waiting: list[str]
    agreed: list[str] = []


class Room:
    """One match. Whatever changes it goes on disk first, under one lock; rules run on their own thread."""

    def __init__(
        self,
        *,
        row: MatchRow,
        seats: Sequence[SeatRow],
        game: AnyGame,
        faces: Faces,
        line: Line,
        stamp: int,
        chat: Sequence[ChatRow],
        trouble: str,
        open_sides: set[str],
        store: Store,
        rules: RulesThread,
        thinker: Thinker,
        broken: Callable[[Room], None],
    ) -> None:
        self.row = row
        self.seats = list(seats)
        self.game = game
        self.faces = faces
        self.line = line
        self.stamp = stamp
        self.chat = list(chat)
        self.trouble = trouble
        self.open_sides = open_sides
        """Seats whose invitation nobody has taken."""
        self.hidden = hides(game)
        self.touched = time.monotonic()
        self.connections: set[Connection] = set()
        self.pace = wire.Pace(seconds=0.0 if self.persons() else 0.4, paused=False)
        self._store = store
        self._rules = rules
        self.broken = broken
        self._lock = asyncio.Lock()
        self._logs: dict[str | None, SideLog] = {}
        self._take_back: TakeBack | None = None
        self._bots = BotSeats(self, rules, thinker)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._answers: dict[type[wire.Ask], Callable[[Connection, Any], Awaitable[None]]] = {
            wire.Act: self._act,
            wire.Undo: self._undo,
            wire.AskTakeBack: self._ask_take_back,
            wire.AnswerTakeBack: self._answer_take_back,
            wire.Say: self._say,
            wire.Look: self._look,
            wire.SetPace: self._set_pace,
            wire.AskHint: self._hint,
            wire.DropHint: self._drop_hint,
        }
        self._questions = Questions(self)
        self._hints = Hints(self, rules, thinker)

    # --- coming and going

    async def join(self, connection: Connection) -> None:
        async with self._lock:
            self.connections.add(connection)
            connection.send(
                wire.Welcome(
                    protocol=wire.PROTOCOL,
                    match=self.info(),
                    role=connection.role,
                    sides=list(connection.sides),
                    hidden=self.hidden,
                    chat=[chat_line(each) for each in self.chat[-CHAT_KEPT:]],
                )
            )
            connection.send_bytes(await self._rules(self._state_for, connection, 0, {}))
        self._tell_seats(but=connection)
        self._bots.wake()

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self._hints.drop(connection, *NEVER_MIND)
        self.touched = time.monotonic()
        self._tell_seats(but=connection)

    async def finish(self) -> None:
        """Wait for changes that are on their way to the disk."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def close(self, code: int) -> None:
        """Send everybody away."""
        for connection in list(self.connections):
            connection.close(code)
            self._hints.drop(connection, *NEVER_MIND)
        self._bots.stop()

    def idle(self) -> bool:
        return not self.connections and not self._bots.at_work() and not self._tasks

    def seat_taken(self, side: str, name: str) -> None:
        """Somebody came by invitation."""
        self.open_sides.discard(side)
        for seat in self.seats:
            if seat.side == side and name:
                seat.name = name
        self._tell_seats(but=None)

    def _tell_seats(self, but: Connection | None) -> None:
        message = msgspec.json.encode(wire.SeatsMessage(seats=self.seat_infos()))
        for connection in self.connections:
            if connection is not but:
                connection.send_bytes(message)

    # --- what everybody may know

    def persons(self) -> bool:
        return any(seat.kind != "bot" for seat in self.seats)

    def seat_infos(self) -> list[wire.SeatInfo]:
        here = {side for connection in self.connections for side in connection.sides}
        return seat_infos(self.game, self.seats, here, self.open_sides)

    def standing(self, s: State, clock: int) -> Standing:
        return Standing(
            turn=s.turn,
            clock=clock,
            deciding=deciding(s) or "",
            result=msgspec.json.encode(result_info(s.ended)).decode(),
        )

    def info(self) -> wire.MatchInfo:
        standing = self.standing(self.line.now, self.line.clock)
        row = msgspec.structs.replace(self.row, **msgspec.structs.asdict(standing))
        return match_info(row, self.seat_infos(), self.game, self.trouble)

    # --- messages

    async def receive(self, connection: Connection, data: str | bytes) -> None:
        """Answer one message; a wrong one changes nothing."""
        re = 0
        try:
            ask = parsed(data)
            re = ask.id
            change = self._answers.get(type(ask))
            if change is not None:
                await self._protected(change(connection, ask))
            else:
                answer = await self._rules(self._questions.answer, connection, ask)
                answer.re = re
                connection.send(answer)
        except Refused as refused:
            refused.message.re = re
            connection.send(refused.message)
            if refused.message.code == "stale":
                connection.send_bytes(await self._rules(self._state_for, connection, 0, {}))
        except asking.BadQuestion as problem:
            connection.send(wire.ErrorMessage(re=re, code="unknown", words=str(problem)))
        except Conflict:
            self.broken(self)
        except Exception:
            log.exception("match %s: a message could not be answered", self.row.id)
            connection.send(
                wire.ErrorMessage(
                    re=re, code="trouble", words="Something went wrong in the program; nothing was changed."
                )
            )

    async def _protected(self, work: Awaitable[None]) -> None:
        """Finish a change even if the one who asked for it goes away in the middle."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.shield(task)

    def _state_for(self, connection: Connection, re: int, sights: dict[str | None, Sight]) -> bytes:
        """The whole position for one connection. On the rules thread."""
        s = self.line.now
        who = deciding(s)
        shared = len(connection.sides) > 1
        secrets = self.hidden and (not shared or self._secrets(connection, sights))
        self._turn_eyes(connection, who, secrets)
        side = connection.side
        sight = self._sight(side, sights)
        mine = who is not None and side == who and who in connection.sides and not self.trouble
        prompt, rule = prompt_of(s, mine)
        new = set(sight.keys()) - connection.faces
        connection.faces |= new
        side_log = self.log_of(side, sight)
        return msgspec.json.encode(
            wire.StateMessage(
                re=re,
                match=self.row.id,
                stamp=self.stamp,
                clock=self.line.clock,
                side=side,
                view=sight.view,
                faces=sight.faces,
                back_faces=sight.back_faces,
                new_faces={key: self.faces.info(key) for key in sorted(new)},
                phase=side_log.phase,
                deciding=who,
                deciding_name=name_of(self.game, who) if who else "",
                your_turn=mine,
                prompt=prompt,
                rule=rule,
                options=option_lines(s) if mine else [],
                can_undo=mine and self.line.can_undo(),
                can_take_back=self._can_take_back(connection),
                take_back=self._take_back_info(),
                hand_over=who if shared and who in connection.sides and who != side else None,
                holds_secrets=side if secrets else None,
                hidden=self.hidden,
                log=self._new_lines(connection, side_log),
                result=result_info(s.ended),
                seats=self.seat_infos(),
                pace=self.pace,
                trouble=self.trouble,
            )
        )

    def _sight(self, side: str | None, sights: dict[str | None, Sight]) -> Sight:
        if side not in sights:
            sights[side] = Sight(self.line.now, side, self.faces)
        return sights[side]

    def _secrets(self, connection: Connection, sights: dict[str | None, Sight]) -> bool:
        """Has one of those who share a screen anything to hide from another just now?"""
        first, *others = (self._sight(side, sights).view for side in connection.sides)
        return self.line.whispered() or any(seen(other) != seen(first) for other in others)

    def _turn_eyes(self, connection: Connection, who: str | None, secrets: bool) -> None:
        """On a shared screen where nothing is hidden, the one who decides is the one who looks.

        Eyes lent when the game was over are given back if it goes on after all.
        """
        if who is not None and connection.side not in (None, *connection.sides):
            connection.look(connection.sides[0] if len(connection.sides) == 1 else None)
        if len(connection.sides) > 1 and not secrets:
            first = connection.side or connection.sides[0]
            connection.look(who if who in connection.sides else first)

    def _new_lines(self, connection: Connection, side_log: SideLog) -> wire.LogPart:
        total = len(side_log.lines)
        start = max(0, total - JOINING_LINES) if connection.lines is None else min(connection.lines, total)
        connection.lines = total
        return side_log.part(start)

    def log_of(self, side: str | None, now: Sight | None = None) -> SideLog:
        if side not in self._logs:
            self._logs[side] = SideLog(self.game, side)
        side_log = self._logs[side]
        side_log.follow(self.line, now)
        return side_log

    # --- changes, under the lock

    async def _act(self, connection: Connection, ask: wire.Act) -> None:
        async with self._lock:
            self._check(connection, ask.stamp)
            action, after = await self._rules(self._tried, connection, ask.action)
            await self._go(action, after, connection, ask.id)
        self._bots.wake()

    def _tried(self, connection: Connection, sent: dict[str, Any]) -> tuple[Action, State]:
        """An action and what it leads to. On the rules thread; nothing is changed."""
        action = asking.action_of(self.game, sent)
        try:
            return action, self.line.after(action)
        except IllegalAction as illegal:
            no = asking.refusal(self._questions.eyes(connection), action) if self.hidden else illegal.no
            rule = self.game.rules.get(no.rule)
            title = rule.title if rule is not None else ""
            raise Refused("illegal", no.because, no.rule, title) from illegal

    async def bot_acts(self, action: Action, stamp: int, reason: Reason | None) -> None:
        """A bot has chosen in a position; if that is still the position, so be it."""
        await self._protected(self._go_if_still(action, stamp, reason))

    async def _go_if_still(self, action: Action, stamp: int, reason: Reason | None) -> None:
        async with self._lock:
            if self.stamp == stamp:
                await self._go(action, await self._rules(self.line.after, action), None, 0, reason)

    async def bot_failed(self) -> None:
        self.trouble = "The bot failed and cannot go on."
        await self._tell_all(None, 0)

    async def _go(
        self, action: Action, after: State, asker: Connection | None, re: int, reason: Reason | None = None
    ) -> None:
        """Write an action, then go on, then tell everybody."""
        body = msgspec.json.encode(action).decode()
        mover = deciding(self.line.now) or ""
        why = msgspec.json.encode(reason).decode() if reason is not None else ""
        await self._write("act", mover, body, self.standing(after, self.line.clock + 1), why)
        await self._change(lambda: self.line.add(action, after, reason), asker, re)

    async def _undo(self, connection: Connection, ask: wire.Undo) -> None:
        async with self._lock:
            self._check(connection, ask.stamp)
            if not await self._rules(self.line.can_undo):
                raise Refused(
                    "not_now",
                    "Dice, a discovery or the other side stand between: ask the others to take it back.",
                )
            await self._go_back("undo", self.line.clock - 1, connection.side or "", connection, ask.id)

    async def _go_back(self, kind: MoveKind, to: int, side: str, asker: Connection | None, re: int) -> None:
        before = await self._rules(self.line.at, to)
        await self._write(kind, side, str(to), self.standing(before, to))
        await self._change(lambda: self._return(to), asker, re)

    def _return(self, to: int) -> None:
        self.line.back(to)
        for side_log in self._logs.values():
            side_log.back(to)

    async def _write(
        self, kind: MoveKind, side: str, body: str, standing: Standing, reason: str = ""
    ) -> None:
        number = self.stamp + 1
        move = MoveRow(
            match=self.row.id, number=number, kind=kind, side=side, body=body, at=now(), reason=reason
        )
        await self._store.append(move, standing)
        self.row.touched = move.at

    async def _change(self, change: Callable[[], None], asker: Connection | None, re: int) -> None:
        """Make a change that is on disk, and tell everybody."""
        self.stamp += 1
        self._take_back = None
        self._hints.moved_on()
        connections = list(self.connections)
        for connection, data in await self._rules(self._changed, change, connections, asker, re):
            connection.send_bytes(data)

    def _changed(
        self, change: Callable[[], None], connections: list[Connection], asker: Connection | None, re: int
    ) -> list[tuple[Connection, bytes]]:
        """On the rules thread: change the line and make everybody's message."""
        change()
        self._questions.forget()
        sights: dict[str | None, Sight] = {}
        return [(each, self._state_for(each, re if each is asker else 0, sights)) for each in connections]

    async def _tell_all(self, asker: Connection | None, re: int) -> None:
        """Nothing changed on the board, but something around it."""
        connections = list(self.connections)
        for connection, data in await self._rules(self._changed, nothing, connections, asker, re):
            connection.send_bytes(data)

    def _check(self, connection: Connection, stamp: int) -> None:
        """May this connection change the match as it stands?"""
        if self.trouble:
            raise Refused("trouble", self.trouble)
        if not connection.sides:
            raise Refused("not_yours", "You are looking on.")
        if stamp != self.stamp:
            raise Refused("stale", "The game has moved on; look again.")
        who = deciding(self.line.now)
        if who is None:
            raise Refused("over", "The game is over.")
        if who not in connection.sides:
            raise Refused("not_yours", f"It is {name_of(self.game, who)} who decides.")
        if who != connection.side:
            raise Refused("not_yours", f"Hand over to {name_of(self.game, who)} first.")

    # --- going back by agreement

    def _can_take_back(self, connection: Connection) -> bool:
        return (
            connection.side in connection.sides
            and connection.side in self.line.movers
            and self._take_back is None
            and not self.trouble
        )

    def _take_back_info(self) -> wire.TakeBackInfo | None:
        asked = self._take_back
        return wire.TakeBackInfo(by=asked.by, to=asked.to, waiting=asked.waiting) if asked else None

    async def _ask_take_back(self, connection: Connection, ask: wire.AskTakeBack) -> None:
        async with self._lock:
            if ask.stamp != self.stamp:
                raise Refused("stale", "The game has moved on; look again.")
            side = connection.side
            if side is None or not self._can_take_back(connection):
                raise Refused("not_now", "There is nothing of yours to take back now.")
            movers = self.line.movers
            own = len(movers) - 1 - movers[::-1].index(side)
            to = own if ask.to is None else ask.to
            if not 0 <= to <= own:
                raise Refused("not_now", f"Go back to an action number from 0 to {own}.")
            others = [
                seat.side for seat in self.seats if seat.kind != "bot" and seat.side not in connection.sides
            ]
            self._take_back = TakeBack(side, to, others)
            if others:
                await self._tell_all(connection, ask.id)
            else:
                await self._agreed(connection, ask.id)
        self._bots.wake()

    async def _answer_take_back(self, connection: Connection, ask: wire.AnswerTakeBack) -> None:
        async with self._lock:
            asked = self._take_back
            if ask.stamp != self.stamp:
                raise Refused("stale", "The game has moved on; look again.")
            mine = [side for side in connection.sides if asked is not None and side in asked.waiting]
            if asked is None or not mine:
                raise Refused("not_now", "Nobody waits for your word.")
            if not ask.agree:
                self._take_back = None
                await self._announce(f"{self._names(mine)} did not agree to take back.")
                await self._tell_all(connection, ask.id)
                return
            asked.agreed.extend(mine)
            asked.waiting = [side for side in asked.waiting if side not in mine]
            if asked.waiting:
                await self._tell_all(connection, ask.id)
            else:
                await self._agreed(connection, ask.id)
        self._bots.wake()

    async def _agreed(self, connection: Connection, re: int) -> None:
        asked = self._take_back
        assert asked is not None
        taken = self.line.clock - asked.to
        await self._go_back("back", asked.to, asked.by, connection, re)
        with_whom = f"; {self._names(asked.agreed)} agreed" if asked.agreed else ""
        await self._announce(f"{self._names([asked.by])} took back {taken} action(s){with_whom}.")

    def _names(self, sides: Sequence[str]) -> str:
        return ", ".join(name_of(self.game, side) for side in sides)

    # --- hints

    async def _hint(self, connection: Connection, ask: wire.AskHint) -> None:
        async with self._lock:
            self._check(connection, ask.stamp)
            self._hints.ask(connection, ask)

    async def _drop_hint(self, connection: Connection, ask: wire.DropHint) -> None:
        self._hints.drop(connection, *NEVER_MIND)

    # --- chat, eyes, pace

    async def _say(self, connection: Connection, ask: wire.Say) -> None:
        words = ask.words.strip()
        if not words or len(words) > wire.MOST_CHAT:
            raise Refused("malformed", f"Say something of at most {wire.MOST_CHAT} letters.")
        who = connection.side or next(iter(connection.sides), "onlooker")
        async with self._lock:
            await self._speak(who, words, connection, ask.id)

    async def _announce(self, words: str) -> None:
        await self._speak("server", words, None, 0)

    async def _speak(self, who: str, words: str, asker: Connection | None, re: int) -> None:
        named = next((seat.name for seat in self.seats if seat.side == who and seat.name), "")
        name = named or (name_of(self.game, who) if who in self.game.sides else who.capitalize())
        number = self.chat[-1].number + 1 if self.chat else 1
        row = ChatRow(match=self.row.id, number=number, who=who, name=name, words=words, at=now())
        await self._store.say(row)
        self.chat.append(row)
        del self.chat[:-CHAT_KEPT]
        for connection in self.connections:
            re_here = re if connection is asker else 0
            connection.send(wire.ChatMessage(re=re_here, line=chat_line(row)))

    async def _look(self, connection: Connection, ask: wire.Look) -> None:
        async with self._lock:
            over = self.line.now.ended is not None and ask.side in self.game.sides
            if ask.side not in connection.sides and not over:
                raise Refused("not_yours", "This seat is not yours.")
            connection.look(ask.side)
            self._hints.drop(connection, *MOVED_ON)
            connection.send_bytes(await self._rules(self._state_for, connection, ask.id, {}))

    async def _set_pace(self, connection: Connection, ask: wire.SetPace) -> None:
        if connection.key.kind != "mine":
            raise Refused("not_yours", "The one who set up the match sets the pace.")
        self.pace = wire.Pace(seconds=min(max(ask.seconds, 0.0), SLOWEST), paused=ask.paused)
        self._bots.step_asked = ask.step
        for each in self.connections:
            each.send(wire.PaceMessage(re=ask.id if each is connection else 0, pace=self.pace))
        self._bots.wake()


def seen(view: View) -> tuple[object, ...]:
    """The part of a view that could hold secrets."""
    return view.units, view.stacks, view.backs, view.facts


def nothing() -> None:
    """For telling everybody without a change."""
