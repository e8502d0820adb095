"""The `state` message: the whole position for one connection. Everything here runs on the rules thread."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from bridgehead.core.game import View
from bridgehead.server import wire
from bridgehead.server.presenters.games import name_of
from bridgehead.server.presenters.log import JOINING_LINES, SideLog
from bridgehead.server.presenters.position import SideView, option_lines, prompt_of, result_info
from bridgehead.server.session.connection import Connection

if TYPE_CHECKING:
    from bridgehead.server.session.session import Session

Views = dict[str | None, SideView]
"""What each side sees of one position, made when first needed."""


class StateMessages:
    """Makes the states of one session, and keeps the log of each side for them."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._logs: dict[str | None, SideLog] = {}

    def for_all(
        self, connections: Sequence[Connection], asker: Connection | None, re: int
    ) -> list[tuple[Connection, bytes]]:
        views: Views = {}
        return [(each, self._state(each, re if each is asker else 0, views)) for each in connections]

    def for_one(self, connection: Connection, re: int = 0) -> bytes:
        return self._state(connection, re, {})

    def rewind(self, to: int) -> None:
        """Forget what was told after so many actions; those who heard it are told anew what follows."""
        for side_log in self._logs.values():
            side_log.rewind(to)
        for connection in list(self._session.connections):
            if connection.lines is not None and connection.side in self._logs:
                connection.lines = min(connection.lines, len(self._logs[connection.side].lines))

    def log_of(self, side: str | None, now: SideView | None = None) -> SideLog:
        side_log = self._kept_log(side)
        side_log.update(self._session.match, self._session.reasons.operations, now)
        return side_log

    def write_logs(self, connection: Connection) -> Iterator[None]:
        """Bring the logs a connection may read up to date, bit by bit: a long match has a long one."""
        for side in dict.fromkeys((connection.side, *connection.sides)):
            yield from self._kept_log(side).catch_up(self._session.match, self._session.reasons.operations)

    def _kept_log(self, side: str | None) -> SideLog:
        if side not in self._logs:
            clock = partial(self._session.notice.clock, side)
            self._logs[side] = SideLog(self._session.game, side, clock)
        return self._logs[side]

    def _state(self, connection: Connection, re: int, views: Views) -> bytes:
        session = self._session
        s = session.match.now
        who = session.match.side
        shared = len(connection.sides) > 1
        secrets = session.hidden and (not shared or self._has_secrets(connection, views))
        choose_side(connection, who, secrets)
        side = connection.side
        side_view = self._view(side, views)
        lesson = session.lesson
        reading = lesson is not None and lesson.waits
        own = who is not None and side == who and who in connection.sides
        ordered = own and session.standing.of(s) is not None
        mine = own and not (session.trouble or reading or ordered)
        prompt, rule = prompt_of(s, mine)
        if ordered:
            prompt = "Your standing order answers."
        if lesson is not None and reading:
            prompt = lesson.prompt
        side_log = self.log_of(side, side_view)
        return msgspec.json.encode(
            wire.StateMessage(
                re=re,
                match=session.row.id,
                stamp=session.notice.stamp(side),
                clock=session.notice.clock(side),
                side=side,
                view=side_view.view,
                faces=side_view.faces,
                back_faces=side_view.back_faces,
                new_faces=self.new_faces(connection, side_view),
                phase=side_log.phase,
                deciding=who,
                deciding_name=name_of(session.game, who) if who else "",
                your_turn=mine,
                prompt=prompt,
                rule=rule,
                options=option_lines(s) if mine else [],
                can_undo=session.may_undo(connection),
                can_take_back=session.take_backs.possible(connection),
                take_back=session.take_backs.info(side),
                hand_over=who if shared and who in connection.sides and who != side else None,
                holds_secrets=side if secrets else None,
                hidden=session.hidden,
                log=new_lines(connection, side_log),
                result=result_info(s.ended),
                seats=session.seat_infos(),
                pace=session.pace,
                trouble=session.trouble,
                lesson=lesson.info(side_view) if lesson is not None else None,
            )
        )

    def new_faces(self, connection: Connection, side_view: SideView) -> dict[str, wire.FaceInfo]:
        """The faces that were not yet sent to a connection."""
        new = set(side_view.keys()) - connection.faces
        connection.faces |= new
        return {key: self._session.faces.info(key) for key in sorted(new)}

    def _view(self, side: str | None, views: Views) -> SideView:
        if side not in views:
            views[side] = SideView(self._session.match.now, side, self._session.faces)
        return views[side]

    def _has_secrets(self, connection: Connection, views: Views) -> bool:
        """Has one of those who share a screen anything to hide from another just now?"""
        first, *others = (self._view(side, views).view for side in connection.sides)
        differ = any(secret_parts(other) != secret_parts(first) for other in others)
        private = any(told.only for events in self._session.match.events for told in events)
        return private or differ


def secret_parts(view: View) -> tuple[object, ...]:
    """The part of a view that could hold secrets."""
    return view.units, view.stacks, view.backs, view.facts


def choose_side(connection: Connection, who: str | None, secrets: bool) -> None:
    """On a shared screen where nothing is hidden, the one who decides is the one who looks.

    Another side's view, lent when the game was over, is given back if it goes on after all.
    """
    if who is not None and connection.side not in (None, *connection.sides):
        connection.see_as(connection.sides[0] if len(connection.sides) == 1 else None)
    if len(connection.sides) > 1 and not secrets:
        first = connection.side or connection.sides[0]
        connection.see_as(who if who in connection.sides else first)


def new_lines(connection: Connection, side_log: SideLog) -> wire.LogPart:
    """The lines of the log that were not yet sent to a connection."""
    total = len(side_log.lines)
    start = max(0, total - JOINING_LINES) if connection.lines is None else min(connection.lines, total)
    connection.lines = total
    return side_log.part(start)
