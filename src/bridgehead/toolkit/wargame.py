"""A game with a board and counters, as every room outside the rules sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from bridgehead.core.game import Back, Game
from bridgehead.core.state import State, Unit
from bridgehead.core.values import Side, UnitId, replace
from bridgehead.hexes.board import Board
from bridgehead.hexes.paths import Walker

S = TypeVar("S", bound=State)


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A printed piece. A game adds its faces in a subclass."""

    id: UnitId
    side: Side
    name: str
    """Its full name, as the log and a screen reader call it."""


class Face(msgspec.Struct, frozen=True, kw_only=True):
    """What a counter shows just now, for whoever draws it."""

    nationality: str
    """Chooses the colour: german, soviet, polish, american, german1914, russian1914, ..."""
    symbol: str
    """The kind of troops, in the words of render/symbols.py."""
    size: str = ""
    """I, II, III, X, XX, XXX, XXXX."""
    label: str = ""
    """Identity, left of the symbol."""
    formation: str = ""
    """Parent formation, on the colour band; equal formations get equal colours."""
    values: str = ""
    """The printed values in the order players know."""
    reduced: bool = False
    badges: tuple[str, ...] = ()
    """Conditions: disrupted, out_of_supply, isolated, moved, fired, attacked, mode, fortified, hidden, ..."""
    name: str = ""


@dataclass(frozen=True, kw_only=True, eq=False)
class Wargame(Game[S]):
    """A game as bots, render, server and client know it."""

    board: Board
    walker: Walker
    counters: Mapping[UnitId, Counter]
    face: Callable[[Wargame[S], Unit], Face]
    """What a unit's counter shows."""
    back: Callable[[Wargame[S], str], Face]
    """What the back of a hidden counter shows, by its `look`; its colour is its side's (see back_face)."""


def back_face(game: Wargame[Any], back: Back) -> Face:
    """The back of a hidden counter, in the colour of the side it belongs to."""
    shown = game.back(game, back.look)
    ours = next((counter for counter in game.counters.values() if counter.side == back.side), None)
    if ours is None:
        return shown
    return replace(shown, nationality=game.face(game, game.unit(ours.id, ours.side)).nationality)
