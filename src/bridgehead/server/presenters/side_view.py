"""What one side sees of a position, as JSON that is written once for as long as it does not change."""

from __future__ import annotations

import struct
import zlib
from functools import cached_property
from itertools import compress
from operator import is_not
from typing import cast

import msgspec

from bridgehead.core.game import View, about_of, backs_of, frame_of, stack_seen, view_of
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.server.presenters.counters import CounterFaces, Shown
from bridgehead.toolkit.wargame import WarState

Texts = dict[str, bytes]
"""JSON by name."""
encode = msgspec.json.encode


def json_object(texts: Texts) -> bytes:
    return b"{" + b",".join([b"%b:%b" % (encode(name), text) for name, text in texts.items()]) + b"}"


def changed(old: Texts, new: Texts) -> Texts:
    """What is new, or another than it was."""
    return {name: text for name, text in new.items() if old.get(name) != text}


class Board:
    """The counters as all see them from whom the same are hidden."""

    def __init__(
        self, s: WarState, counters: list[Shown], hidden: frozenset[UnitId], before: Board | None = None
    ) -> None:
        self.hidden = hidden
        self.shown = [each for each in counters if each.id not in hidden] if hidden else counters
        self.stacks: Texts = {}
        """What is seen of each stack, by hex."""
        self._seen: dict[Hex, tuple[str, ...]] = {}
        known = before._seen if before is not None else {}
        for hex in sorted(s.stacks):
            name, stack = str(hex), stack_seen(s.stacks[hex], hidden)
            self._seen[hex] = stack
            same = before is not None and known.get(hex) == stack
            self.stacks[name] = before.stacks[name] if before is not None and same else encode(stack)

    def same(self, other: Board) -> bool:
        return self is other or (self.shown == other.shown and self.stacks == other.stacks)

    @cached_property
    def faces(self) -> dict[str, str]:
        """The key of each counter's face."""
        return {each.id: each.face for each in self.shown}

    @cached_property
    def keys(self) -> frozenset[str]:
        return frozenset([each.face for each in self.shown])

    @cached_property
    def check(self) -> int:
        """By this a client sees whether it has put changes together rightly."""
        units = struct.pack(f"<{len(self.shown)}I", *[each.check for each in self.shown])
        return zlib.crc32(units + json_object(self.stacks))

    def units_text(self) -> bytes:
        return b"[%b]" % b",".join([each.text for each in self.shown])


class Boards:
    """The boards of a position, by what is hidden. What was there before makes them quicker."""

    def __init__(self, s: WarState, faces: CounterFaces, before: Boards | None = None) -> None:
        self._s = s
        self._units = list(s.units.values())
        self._before = before._of if before is not None else {}
        self._of: dict[frozenset[UnitId], Board] = {}
        if before is None or len(before._units) != len(self._units):
            self._shown = [faces.shown(unit) for unit in self._units]
            return
        self._shown = before._shown.copy()
        changed = map(is_not, self._units, before._units)
        for place in compress(range(len(self._units)), changed):
            self._shown[place] = faces.shown(self._units[place])

    def board(self, hidden: frozenset[UnitId]) -> Board:
        found = self._of.get(hidden)
        if found is None:
            before = self._before.get(hidden) or next(iter(self._before.values()), None)
            found = self._of[hidden] = Board(self._s, self._shown, hidden, before)
        return found


class SideView:
    """A position as one side sees it; None is an onlooker."""

    def __init__(
        self, s: WarState, side: str | None, faces: CounterFaces, boards: Boards | None = None
    ) -> None:
        self._s = s
        self._side = cast("Side | None", side)
        self._known = s.game.view(s, self._side)
        self.hidden: frozenset[str] = self._known.hidden
        """The units of which it sees at most the back."""
        self.board = (boards or Boards(s, faces)).board(self._known.hidden)
        backs = backs_of(s, self._known)
        self.back_faces = [faces.of_back(back) for back in backs]
        self.facts: Texts = {name: encode(fact) for name, fact in self._known.facts.items()}
        frame = frame_of(s)
        self.heading: Texts = {
            "game": encode(s.game.name),
            "scenario": encode(s.scenario),
            "setting": encode(s.setting),
            "side": encode(side),
            "turn": encode(s.turn),
            "deciding": encode(frame.side if frame is not None else None),
            "decision": encode(type(s.flow[-1]).__name__ if s.flow else ""),
            "about": encode(about_of(s, self._side)),
            "backs": encode(backs),
            "ended": encode(s.ended),
        }
        """The fields of the view beside units, stacks and facts."""

    @property
    def faces(self) -> dict[str, str]:
        """The key of each counter's face."""
        return self.board.faces

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all that it sees."""
        return self.board.keys.union(self.back_faces)

    @cached_property
    def view(self) -> View:
        return view_of(self._s, self._side, self._known)

    def text(self) -> bytes:
        """The view as JSON."""
        board = {"units": self.board.units_text(), "stacks": json_object(self.board.stacks)}
        return json_object({**self.heading, **board, "facts": json_object(self.facts)})

    def differs(self, other: SideView) -> bool:
        """Could somebody tell one from the other?"""
        return self.heading != other.heading or self.shows_otherwise(other)

    def shows_otherwise(self, other: SideView) -> bool:
        """Is another board seen, whoever decides about what?"""
        backs = self.heading["backs"] != other.heading["backs"]
        return backs or self._known.facts != other._known.facts or not self.board.same(other.board)


class Views:
    """What each side sees of the position a match has come to, made when first asked for."""

    def __init__(self, faces: CounterFaces) -> None:
        self._faces = faces
        self._s: WarState | None = None
        self._boards: Boards | None = None
        self._of: dict[str | None, SideView] = {}

    def of(self, s: WarState, side: str | None) -> SideView:
        if self._s is not s or self._boards is None:
            self._s, self._boards, self._of = s, Boards(s, self._faces, self._boards), {}
        if side not in self._of:
            self._of[side] = SideView(s, side, self._faces, self._boards)
        return self._of[side]
