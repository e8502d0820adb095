"""What a connection asks about its session's position. Everything here runs on the rules thread."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from bridgehead.core.perspective import Perspective
from bridgehead.core.values import Side
from bridgehead.server import wire
from bridgehead.server.errors import MessageError
from bridgehead.server.presenters.position import reason_info
from bridgehead.server.presenters.side_view import SideView
from bridgehead.server.queries.advice import answer_advice
from bridgehead.server.queries.ahead import answer_together, foreseen
from bridgehead.server.queries.explain import answer_explain
from bridgehead.server.queries.forecast import answer_forecast
from bridgehead.server.queries.parsing import action_of
from bridgehead.server.queries.position import answer_overlay, answer_reminders, answer_route
from bridgehead.server.queries.why_not import answer_why_not
from bridgehead.server.session.connection import Connection
from bridgehead.toolkit.moments import Moments
from bridgehead.toolkit.reference import present
from bridgehead.toolkit.wargame import WarState

if TYPE_CHECKING:
    from bridgehead.server.session.session import Session

MOST_LINES = 2000


class Queries:
    """Answers for one session, with the worlds its sides could be in remembered until something changes."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._perspectives: dict[str, Perspective[WarState]] = {}
        self._moments: Moments | None = None

    def answer(self, connection: Connection, ask: wire.FromClient) -> wire.Tell:
        match ask:
            case wire.WhyNot():
                return self._why_not(connection, ask)
            case wire.AskRoute():
                return self._route(connection, ask)
            case wire.AskForecast():
                return self._forecast(connection, ask)
            case wire.AskOverlay():
                return answer_overlay(self.perspective(connection), ask.name, ask.hex, ask.unit)
            case wire.AskTogether():
                return answer_together(self._own_perspective(connection), ask.units)
            case wire.AskPreview():
                return self._preview(connection, ask)
            case wire.AskReminders():
                reminders = answer_reminders(self._own_perspective(connection))
                return wire.RemindersMessage(reminders=reminders)
            case wire.AskExplain():
                return answer_explain(self.perspective(connection), ask.hex, ask.unit)
            case wire.AskAdvice():
                return answer_advice(self._own_perspective(connection))
            case wire.AskPresent():
                return self._present(connection)
            case wire.AskReplay():
                return self._replay(connection, ask)
            case wire.AskLog():
                return self._log(connection, ask)
            case wire.AskReason():
                return self._reason(ask)
        raise TypeError(f"{type(ask).__name__} asks for nothing")

    def forget(self) -> None:
        """The position has changed."""
        self._perspectives.clear()
        self._moments = None

    def looking_back(self) -> Moments:
        """The great moments of the game; none is told before it is over."""
        if self.session.match.result is None:
            raise MessageError("not_now", "The game is not over.")
        if self._moments is None:
            self._moments = Moments(self.session.match)
        return self._moments

    def perspective(self, connection: Connection) -> Perspective[WarState]:
        side = connection.side
        if side is None and not self.session.hidden:
            side = self.session.game.sides[0]
        if side is None:
            raise MessageError("not_yours", "Join a side first.")
        if side not in self._perspectives:
            stamp = self.session.notice.stamp(side)
            digest = hashlib.blake2b(f"{self.session.row.id}/{stamp}".encode(), digest_size=4).digest()
            self._perspectives[side] = Perspective(self.session.match.now, Side(side), int.from_bytes(digest))
        return self._perspectives[side]

    def _own_perspective(self, connection: Connection) -> Perspective[WarState]:
        """For queries about one's own choices."""
        if connection.side not in connection.sides:
            raise MessageError("not_yours", "Join a side first.")
        if self.session.match.result is not None:
            raise MessageError("over", "The game is over.")
        return self.perspective(connection)

    def _why_not(self, connection: Connection, ask: wire.WhyNot) -> wire.Tell:
        action = action_of(self.session.game, ask.action) if ask.action is not None else None
        return answer_why_not(self._own_perspective(connection), action, ask.noun)

    def _route(self, connection: Connection, ask: wire.AskRoute) -> wire.Tell:
        return answer_route(self._own_perspective(connection), action_of(self.session.game, ask.action))

    def _forecast(self, connection: Connection, ask: wire.AskForecast) -> wire.Tell:
        action = action_of(self.session.game, ask.action) if ask.action is not None else None
        return answer_forecast(self._own_perspective(connection), action, ask.thorough)

    def _preview(self, connection: Connection, ask: wire.AskPreview) -> wire.Tell:
        session = self.session
        decides = self._own_perspective(connection).decides()
        action = action_of(session.game, ask.action)
        after = foreseen(session.match.now, action) if decides else None
        if after is None:
            return wire.PreviewMessage(view=None, faces={}, back_faces=[], new_faces={})
        side_view = SideView(after, connection.side, session.faces)
        return wire.PreviewMessage(
            view=side_view.view,
            faces=side_view.faces,
            back_faces=side_view.back_faces,
            new_faces=session.states.new_faces(connection, side_view),
        )

    def _present(self, connection: Connection) -> wire.Tell:
        s = self.session.match.now
        reference = s.game.reference(s.game, s.scenario, s.setting)
        side = Side(connection.side) if connection.side is not None else None
        return wire.PresentMessage(present=present(s, reference, s.game.standing(s, side)))

    def _replay(self, connection: Connection, ask: wire.AskReplay) -> wire.Tell:
        session = self.session
        side = connection.side if ask.side is None else ask.side
        over = session.match.result is not None and side in session.game.sides
        if side != connection.side and not over:
            raise MessageError("not_yours", "You can see another side's view only when the game is over.")
        clock = session.notice.clock(connection.side)
        if not 0 <= ask.at <= clock:
            raise MessageError("unknown", f"Choose an action from 0 to {clock}.")
        actions = session.notice.actions(connection.side, ask.at)
        side_view = SideView(session.match.at(actions[-1]), side, session.faces)
        side_log = session.states.log_of(side)
        return wire.ReplayMessage(
            at=ask.at,
            clock=clock,
            side=side,
            view=side_view.view,
            faces=side_view.faces,
            back_faces=side_view.back_faces,
            new_faces=session.states.new_faces(connection, side_view),
            phase=side_log.phase_at(actions[-1]),
            lines=side_log.lines_of(actions),
        )

    def _reason(self, ask: wire.AskReason) -> wire.Tell:
        session = self.session
        if not session.row.aloud:
            raise MessageError("not_now", "The bots of this game do not explain their moves.")
        reason = session.reasons.of_action(ask.clock)
        if reason is None:
            raise MessageError("unknown", "No reason was recorded for that.")
        mover = session.match.movers[ask.clock - 1]
        bot = next((seat.bot for seat in session.seats if seat.side == mover), "")
        return wire.ReasonMessage(clock=ask.clock, bot=bot, reason=reason_info(reason))

    def _log(self, connection: Connection, ask: wire.AskLog) -> wire.Tell:
        start = max(ask.start, 0)
        stop = max(start, min(ask.stop, start + MOST_LINES))
        return wire.LogMessage(log=self.session.states.log_of(connection.side).part(start, stop))
