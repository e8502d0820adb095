"""The `state` message: the whole position for one connection. Everything here runs on the rules thread."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from bridgehead.server import wire
from bridgehead.server.presenters.counters import Shown
from bridgehead.server.presenters.games import name_of
from bridgehead.server.presenters.log import JOINING_LINES, SideLog
from bridgehead.server.presenters.position import prompt_of, result_info
from bridgehead.server.presenters.side_view import Board, SideView, Texts, changed, encode, json_object
from bridgehead.server.session.connection import Connection

if TYPE_CHECKING:
    from bridgehead.server.session.session import Session


class Sent(msgspec.Struct, frozen=True):
    """What a connection was last told of the position: changes are told from there."""

    stamp: int
    side: str | None
    view: SideView
    fields: Texts


class StateMessages:
    """Makes the states of one session, and keeps the log of each side for them."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._logs: dict[str | None, SideLog] = {}

    def for_all(
        self, connections: Sequence[Connection], asker: Connection | None, re: int
    ) -> list[tuple[Connection, bytes]]:
        return [(each, self._state(each, re if each is asker else 0)) for each in connections]

    def for_one(self, connection: Connection, re: int = 0) -> bytes:
        """A whole state, whatever was sent before."""
        connection.sent = None
        return self._state(connection, re)

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

    def _state(self, connection: Connection, re: int) -> bytes:
        session = self._session
        shared = len(connection.sides) > 1
        secrets = session.hidden and (not shared or self._has_secrets(connection))
        choose_side(connection, session.match.side, secrets)
        side = connection.side
        now = Sent(session.notice.stamp(side), side, self.view(side), self._fields(connection, secrets))
        last, connection.sent = connection.sent, now if connection.changes else None
        always = {
            "re": encode(re),
            "stamp": encode(now.stamp),
            "clock": encode(session.notice.clock(side)),
            "new_faces": encode(self.new_faces(connection, now.view)),
            "log": encode(new_lines(connection, self._logs[side])),
            "seats": encode(session.seat_infos()),
            "pace": encode(session.pace),
        }
        if last is None or last.side != side:
            return whole_state(always, now)
        return changes(always, last, now)

    def _fields(self, connection: Connection, secrets: bool) -> Texts:
        """What a state says beside the view; what is always told apart."""
        session = self._session
        s = session.match.now
        who = session.match.side
        side, sides = connection.side, connection.sides
        side_view = self.view(side)
        lesson = session.lesson
        reading = lesson is not None and lesson.waits
        own = who is not None and side == who and who in sides
        ordered = own and session.standing.of(s) is not None
        mine = own and not (session.trouble or reading or ordered)
        prompt, rule = prompt_of(s, mine)
        if ordered:
            prompt = "Your standing order answers."
        if lesson is not None and reading:
            prompt = lesson.prompt
        side_log = self.log_of(side, side_view)
        hand_over = who if len(sides) > 1 and who in sides and who != side else None
        return {
            "match": encode(session.row.id),
            "side": encode(side),
            "back_faces": encode(side_view.back_faces),
            "phase": encode(side_log.phase),
            "deciding": encode(who),
            "deciding_name": encode(name_of(session.game, who) if who else ""),
            "your_turn": encode(mine),
            "prompt": encode(prompt),
            "rule": encode(rule),
            "options": session.option_texts.of(s) if mine else b"[]",
            "can_undo": encode(session.may_undo(connection)),
            "can_take_back": encode(session.take_backs.possible(connection)),
            "take_back": encode(session.take_backs.info(side)),
            "hand_over": encode(hand_over),
            "holds_secrets": encode(side if secrets else None),
            "hidden": encode(session.hidden),
            "result": encode(result_info(s.ended)),
            "trouble": encode(session.trouble),
            "lesson": encode(lesson.info(side_view) if lesson is not None else None),
        }

    def new_faces(self, connection: Connection, side_view: SideView) -> dict[str, wire.FaceInfo]:
        """The faces that were not yet sent to a connection."""
        new = side_view.keys - connection.faces
        connection.faces |= new
        return {key: self._session.faces.info(key) for key in sorted(new)}

    def view(self, side: str | None) -> SideView:
        """What a side sees now."""
        return self._session.views.of(self._session.match.now, side)

    def _has_secrets(self, connection: Connection) -> bool:
        """Has one of those who share a screen anything to hide from another just now?"""
        first, *others = (self.view(side) for side in connection.sides)
        private = any(told.only for events in self._session.match.events for told in events)
        return private or any(other.shows_otherwise(first) for other in others)


def whole_state(always: Texts, now: Sent) -> bytes:
    view = {"view": now.view.text(), "faces": encode(now.view.faces)}
    return json_object({"type": b'"state"', **always, **now.fields, **view})


def changes(always: Texts, last: Sent, now: Sent) -> bytes:
    """What is another than it was in the last state."""
    old, new = last.view, now.view
    units = altered(old.board, new.board)
    gone = {
        "units": units.gone,
        "stacks": [hex for hex in old.board.stacks if hex not in new.board.stacks],
        "facts": [name for name in old.facts if name not in new.facts],
    }
    return json_object(
        {
            "type": b'"changes"',
            **always,
            "base": encode(last.stamp),
            "check": encode(new.board.check),
            "fields": json_object(changed(last.fields, now.fields)),
            "view": json_object(changed(old.heading, new.heading)),
            "facts": json_object(changed(old.facts, new.facts)),
            "stacks": json_object(changed(old.board.stacks, new.board.stacks)),
            "units": b"[%b]" % b",".join(units.changed),
            "come": b"[%b]" % b",".join(units.come),
            "faces": encode(units.faces),
            "gone": encode(gone),
        }
    )


class Altered(msgspec.Struct):
    """The counters that are other than they were on a board."""

    changed: list[bytes] = []
    come: list[bytes] = []
    """With their places."""
    faces: dict[str, str] = {}
    gone: list[str] = []


def altered(old: Board, new: Board) -> Altered:
    found = Altered()
    if old.hidden == new.hidden and len(old.shown) == len(new.shown):
        pairs: Iterable[tuple[Shown | None, Shown]] = zip(old.shown, new.shown, strict=True)
    else:
        before = {each.id: each for each in old.shown}
        pairs = [(before.pop(each.id, None), each) for each in new.shown]
        found.gone = list(before)
    for place, (was, now) in enumerate(pairs):
        if was is now:
            continue
        if was is None:
            found.come.append(b"[%d,%b]" % (place, now.text))
        elif was.text != now.text:
            found.changed.append(now.text)
        if was is None or was.face != now.face:
            found.faces[now.id] = now.face
    return found


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
