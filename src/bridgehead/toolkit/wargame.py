"""A game with a board and counters, as every room outside the rules sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec

from bridgehead.core.game import Back, Game, S, U
from bridgehead.core.state import AnyState, State, Unit
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.hexes.board import Board
from bridgehead.hexes.paths import Walker
from bridgehead.toolkit.advice import Supplied, no_supply
from bridgehead.toolkit.combat import Odds
from bridgehead.toolkit.drawing import UNDRAWN, Drawing
from bridgehead.toolkit.reference import Reference, Remark, no_reference, no_standing
from bridgehead.toolkit.sketch import sketch


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
    """Parent formation by its full name."""
    band: str = ""
    """Its short name on the colour band, unique within a force."""
    colour: str = ""
    """The band's colour (#rrggbb), from the data; without one it follows from the formation's name."""
    stripe: str = ""
    """A second colour beside the band's."""
    ground: str = ""
    """The counter's own colour, where it is not that of its nationality."""
    values: str = ""
    """The printed values in the order players know. `●3` is armor, `○9` range, `◎4` command range, each in a
    disc; `★` `☆` `✦` `✶` are stars."""
    figures: tuple[str, ...] = ()
    """How the values are printed, one by one: blue, green, foot, motorized, or nothing particular."""
    reduced: bool = False
    badges: tuple[str, ...] = ()
    """Conditions: disrupted, out_of_supply, isolated, moved, fired, attacked, mode, fortified, hidden, ..."""
    name: str = ""


def no_odds(s: AnyState, attackers: tuple[UnitId, ...], target: Hex) -> None:
    """For games without fights."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Wargame(Game[S, U]):
    """A game as bots, render, server and client know it."""

    board: Board
    walker: Walker
    counters: Mapping[UnitId, Counter]
    face: Callable[[Any, U], Face]
    """What a unit's counter shows, given the game and the unit."""
    back: Callable[[Any, str], Face]
    """What the back of a hidden counter shows, by its `look`; its colour is its side's (see back_face)."""
    steps: Callable[[Any, U], int]
    """How many steps a unit has left, given the game and the unit: what losses are counted in."""
    drawing: Drawing = UNDRAWN
    """Colours, short names and the words of the key."""
    odds: Callable[[S, tuple[UnitId, ...], Hex], Odds | None] = no_odds
    """What an attack by these units on that hex would be, by the rules and tables; without attackers, how the
    hex defends. One answer for people, bots and whoever asks."""
    reference: Callable[[Any, str, Mapping[str, str]], Reference] = no_reference
    """What lies beside the board, for a scenario and its setting."""
    standing: Callable[[S, Side | None], tuple[Remark, ...]] = no_standing
    """What the score would come to if it were counted now, as far as a side may know."""
    supplied: Callable[[S, Side], tuple[Supplied, ...]] = no_supply
    """How the units of a side that need supply would fare if it were looked at now."""

    def sketch(self, s: S, side: Side | None) -> str:
        return sketch(self, s, side)

    def has_hex(self, hex: Hex) -> bool:
        return hex in self.board

    def printed(self, hex: int) -> str:
        return self.board.grid.printed(hex)

    def wrong_with(self, unit: U) -> str:
        """A unit is in a condition that its counter can show and that can be counted."""
        try:
            sound = self.steps(self, unit) >= 0 and bool(self.face(self, unit))
        except (LookupError, ValueError, ArithmeticError):
            sound = False
        return "" if sound else "is in a condition that its counter does not have"


AnyWargame: TypeAlias = "Wargame[Any, Any]"
"""Whatever wargame."""
WarState: TypeAlias = State["AnyWargame", Unit]
"""A position of whatever wargame."""


def back_face(game: AnyWargame, back: Back) -> Face:
    """The back of a hidden counter, in the colour of the side it belongs to."""
    shown = game.back(game, back.look)
    ours = next((counter for counter in game.counters.values() if counter.side == back.side), None)
    if ours is None:
        return shown
    return replace(shown, nationality=game.face(game, game.unit(ours.id, ours.side)).nationality)
