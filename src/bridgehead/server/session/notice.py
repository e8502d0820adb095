"""How far a match has come for each side: what a side cannot notice does not count for it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import cast

from bridgehead.core.perspective import hides
from bridgehead.core.play import deciding
from bridgehead.core.values import Side
from bridgehead.server.presenters.side_view import Views
from bridgehead.server.store.rows import EVERYBODY, MoveRow
from bridgehead.toolkit.wargame import AnyWargame, WarState

Viewer = str | None
"""A side; None is an onlooker."""
ONLOOKER = "-"


class Notice:
    """The clock and the stamp of each side.

    Whoever chooses in secret gives nothing away by how often he clicks: an action that leaves him deciding
    and changes nothing that another sees or hears moves no clock but his own and sends no message.
    """

    def __init__(
        self, game: AnyWargame, views: Views, moves: Sequence[MoveRow], kept: Sequence[MoveRow]
    ) -> None:
        self._views = views
        self._hidden = hides(game)
        self._everybody: frozenset[Viewer] = frozenset((None, *game.sides))
        self._noticed: list[frozenset[Viewer]] = []
        """By action: who noticed it."""
        self._clocks: dict[Viewer, list[int]] = {viewer: [0] for viewer in self._everybody}
        """By viewer and number of actions: what the viewer's clock shows."""
        for move in kept:
            self._append(self.viewers(move))
        self._stamps = {
            viewer: sum(viewer in self.viewers(move) for move in moves) for viewer in self._everybody
        }

    def of_action(self, before: WarState, after: WarState) -> frozenset[Viewer]:
        """Who notices the action between two positions."""
        mover = deciding(before)
        if not self._hidden or open_to_all(before) != open_to_all(after):
            return self._everybody
        told = {each for each in self._everybody if each == mover or hears(each, after)}
        others = self._everybody - told
        old = {each: self._views.of(before, each) for each in others}
        return frozenset(told | {each for each in others if self._views.of(after, each).differs(old[each])})

    def of_rewind(self, to: int, new_dice: bool) -> frozenset[Viewer]:
        """Who notices that only so many actions stand."""
        return self._everybody if new_dice else frozenset[Viewer]().union(*self._noticed[to:])

    def add(self, those: frozenset[Viewer]) -> None:
        """An action was played that they noticed."""
        self._append(those)
        self._changed(those)

    def rewind(self, to: int, those: frozenset[Viewer], new_dice: bool) -> None:
        del self._noticed[to:]
        for clocks in self._clocks.values():
            del clocks[to + 1 :]
        if new_dice:
            self._append(those)
        self._changed(those)

    def _append(self, those: frozenset[Viewer]) -> None:
        self._noticed.append(those)
        for viewer, clocks in self._clocks.items():
            clocks.append(clocks[-1] + (viewer in those))

    def _changed(self, those: frozenset[Viewer]) -> None:
        for viewer in those:
            self._stamps[viewer] += 1

    def stamp(self, viewer: Viewer) -> int:
        """How many changes a viewer has noticed."""
        return self._stamps[viewer]

    def clock(self, viewer: Viewer, actions: int | None = None) -> int:
        """What a viewer's clock shows after so many actions, or now."""
        return self._clocks[viewer][-1 if actions is None else actions]

    def actions(self, viewer: Viewer, clock: int) -> range:
        """The numbers of actions after which a viewer's clock shows the same; the last is the position."""
        clocks = self._clocks[viewer]
        return range(bisect_left(clocks, clock), bisect_right(clocks, clock))

    def viewers(self, move: MoveRow) -> frozenset[Viewer]:
        """Who noticed a stored move."""
        if move.noticed == EVERYBODY:
            return self._everybody
        return frozenset(None if each == ONLOOKER else each for each in move.noticed.split())

    def stored(self, those: frozenset[Viewer]) -> str:
        """Viewers as a move keeps them."""
        return EVERYBODY if those == self._everybody else " ".join(sorted(each or ONLOOKER for each in those))


def open_to_all(s: WarState) -> tuple[object, ...]:
    """What every view tells of a position, and is told at little cost."""
    return deciding(s), s.turn, type(s.flow[-1]) if s.flow else None, s.ended


def hears(viewer: Viewer, after: WarState) -> bool:
    """Was something told that led to a position?"""
    side = cast("Side | None", viewer)
    return any(told.known_to(side) for told in after.log)
