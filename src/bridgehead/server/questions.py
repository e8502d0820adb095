"""Questions of a connection about its room's position. Everything here runs on the rules thread."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from bridgehead.server import asking, wire
from bridgehead.server.connection import Connection, Refused
from bridgehead.server.hints import reason_info
from bridgehead.server.telling import Sight

if TYPE_CHECKING:
    from bridgehead.server.rooms import Room

MOST_LINES = 2000


class Questions:
    """Answers for one room, with the worlds its sides could be in remembered until something changes."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._eyes: dict[str, asking.Eyes] = {}
        self._answers: dict[type[wire.Ask], Callable[[Connection, Any], wire.Tell]] = {
            wire.WhyNot: self._why_not,
            wire.AskRoute: self._route,
            wire.AskForecast: self._forecast,
            wire.AskOverlay: self._overlay,
            wire.AskReminders: self._reminders,
            wire.AskReplay: self._replay,
            wire.AskLog: self._log,
            wire.AskReason: self._reason,
        }

    def answer(self, connection: Connection, ask: wire.Ask) -> wire.Tell:
        return self._answers[type(ask)](connection, ask)

    def forget(self) -> None:
        """The position has changed."""
        self._eyes.clear()

    def eyes(self, connection: Connection) -> asking.Eyes:
        side = connection.side
        if side is None and not self.room.hidden:
            side = self.room.game.sides[0]
        if side is None:
            raise Refused("not_yours", "Sit down at a side first.")
        if side not in self._eyes:
            digest = hashlib.blake2b(f"{self.room.row.id}/{self.room.stamp}".encode(), digest_size=4).digest()
            self._eyes[side] = asking.Eyes(self.room.line.now, side, int.from_bytes(digest))
        return self._eyes[side]

    def _seat_eyes(self, connection: Connection) -> asking.Eyes:
        """For questions about one's own choices."""
        if connection.side not in connection.sides:
            raise Refused("not_yours", "Sit down at a side first.")
        if self.room.line.now.ended is not None:
            raise Refused("over", "The game is over.")
        return self.eyes(connection)

    def _why_not(self, connection: Connection, ask: wire.WhyNot) -> wire.Tell:
        action = asking.action_of(self.room.game, ask.action) if ask.action is not None else None
        return asking.answer_why_not(self._seat_eyes(connection), action, ask.noun)

    def _route(self, connection: Connection, ask: wire.AskRoute) -> wire.Tell:
        return asking.answer_route(self._seat_eyes(connection), asking.action_of(self.room.game, ask.action))

    def _forecast(self, connection: Connection, ask: wire.AskForecast) -> wire.Tell:
        action = asking.action_of(self.room.game, ask.action) if ask.action is not None else None
        return asking.answer_forecast(self._seat_eyes(connection), action)

    def _overlay(self, connection: Connection, ask: wire.AskOverlay) -> wire.Tell:
        return asking.answer_overlay(self.eyes(connection), ask.name, ask.hex, ask.unit)

    def _reminders(self, connection: Connection, ask: wire.AskReminders) -> wire.Tell:
        return wire.RemindersMessage(reminders=asking.answer_reminders(self._seat_eyes(connection)))

    def _replay(self, connection: Connection, ask: wire.AskReplay) -> wire.Tell:
        side = connection.side if ask.side is None else ask.side
        over = self.room.line.now.ended is not None and side in self.room.game.sides
        if side != connection.side and not over:
            raise Refused("not_yours", "Another side's eyes are lent only when the game is over.")
        if not 0 <= ask.at <= self.room.line.clock:
            raise Refused("unknown", f"There are actions from 0 to {self.room.line.clock}.")
        sight = Sight(self.room.line.at(ask.at), side, self.room.faces)
        side_log = self.room.log_of(side)
        new = set(sight.keys()) - connection.faces
        connection.faces |= new
        return wire.ReplayMessage(
            at=ask.at,
            clock=self.room.line.clock,
            side=side,
            view=sight.view,
            faces=sight.faces,
            back_faces=sight.back_faces,
            new_faces={key: self.room.faces.info(key) for key in sorted(new)},
            phase=side_log.phase_at(ask.at),
            lines=side_log.of(ask.at),
        )

    def _reason(self, connection: Connection, ask: wire.AskReason) -> wire.Tell:
        room = self.room
        if not room.row.aloud:
            raise Refused("not_now", "The bots of this match do not think aloud.")
        reason = room.line.reasons[ask.clock - 1] if 0 < ask.clock <= room.line.clock else None
        if reason is None:
            raise Refused("unknown", "Nobody said why that was done.")
        mover = room.line.movers[ask.clock - 1]
        bot = next((seat.bot for seat in room.seats if seat.side == mover), "")
        return wire.ReasonMessage(clock=ask.clock, bot=bot, reason=reason_info(reason))

    def _log(self, connection: Connection, ask: wire.AskLog) -> wire.Tell:
        start = max(ask.start, 0)
        stop = max(start, min(ask.stop, start + MOST_LINES))
        return wire.LogMessage(log=self.room.log_of(connection.side).part(start, stop))
