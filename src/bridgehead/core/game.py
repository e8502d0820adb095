"""A game as the core sees it: a frozen bundle of data and of the functions that make it move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from bridgehead.core.flow import Decision, Frame, Subject
from bridgehead.core.rules import Rule
from bridgehead.core.state import AnyState, Unit, reseeded
from bridgehead.core.values import ChitId, Hex, Side, UnitId, printed

S = TypeVar("S", bound=AnyState)
U = TypeVar("U", bound=Unit)


class Option(msgspec.Struct, frozen=True):
    """An optional rule or a choice of set-up. The first choice is the default."""

    title: str
    choices: tuple[str, ...]
    about: str = ""
    rule: str = ""
    scenarios: tuple[str, ...] = ()
    """The scenarios it belongs to; all of them if empty."""


class Scenario(msgspec.Struct, frozen=True):
    """A way to begin."""

    title: str
    about: str
    turns: int
    """The number of its last turn."""
    first: Side
    length: str = ""
    """How long people take, in words."""
    sides: tuple[Side, ...] = ()
    """The sides in play, where the scenario differs from the game."""
    turn_names: tuple[str, ...] = ()
    """What the turn track prints in each box."""
    first_turn: int = 1
    """The number of the turn it begins with."""
    evening: bool = False
    """Is it short and simple enough to begin the game with?"""

    @property
    def count(self) -> int:
        """How many turns it has."""
        return self.turns - self.first_turn + 1


class Back(msgspec.Struct, frozen=True):
    """A counter of which a side may not see the face."""

    side: Side
    hex: Hex
    box: str
    look: str
    """What the rules let everybody know of it."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one side, or an onlooker, may know of a position. JSON-ready."""

    game: str
    scenario: str
    setting: dict[str, str]
    side: Side | None
    turn: int
    deciding: Side | None
    decision: str
    """The decision's class."""
    about: Subject
    """What the decision is about, for the deciding side only."""
    units: tuple[dict[str, Any], ...]
    stacks: dict[str, tuple[str, ...]]
    """Units by hex, the top one last; a hidden one stands as an empty name."""
    backs: tuple[Back, ...]
    facts: dict[str, Any]
    """Tracks and whatever else the game makes public to this side."""
    ended: dict[str, Any] | None


def plain(unit: Any) -> str:
    """For games whose hidden counters all look alike."""
    return ""


class Seen(msgspec.Struct, frozen=True):
    """What a game lets one side, or an onlooker, know of a position."""

    facts: dict[str, Any]
    hidden: frozenset[UnitId] = frozenset()
    """The units that are seen from behind only."""
    look: Callable[[Any], str] = plain
    """What is known of such a unit."""


class Overlay(msgspec.Struct, frozen=True):
    """A layer a player may lay over the map."""

    title: str
    hexes: dict[Hex, str] = {}
    """Hexes with a short label each (a cost, a range, a mark)."""
    lines: tuple[tuple[Hex, ...], ...] = ()


def nothing_hidden(s: S, side: Side, seed: int) -> S:
    """For games without secrets: only the chance to come is unknown."""
    return reseeded(s, seed)


def no_account(s: AnyState, before: Unit | None, after: Unit) -> None:
    """For games without a ledger."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[S, U]):
    """Immutable and shared by all positions of a game."""

    name: str
    title: str
    package: str
    """The Python package of its rules: where frames, actions and events are defined."""
    version: str
    """A digest of its data, written into every save and record."""
    about: str
    sides: tuple[Side, ...]
    scenarios: Mapping[str, Scenario]
    options: Mapping[str, Option]
    rules: Mapping[str, Rule]
    state: type[S]
    unit: type[U]
    begin: Callable[[S], Frame]
    """Set up the units of a new state and give the frame the game begins with."""
    view: Callable[[S, Side | None], Seen]
    determinize: Callable[[S, Side, int], S] = nothing_hidden
    account: Callable[[S, U | None, U], None] = no_account
    ledgers: tuple[str, ...] = ()
    """The names of the byte-per-hex arrays that `account` keeps."""
    ledger_size: int = 0
    names: Mapping[str, str] = field(default_factory=dict)
    """What ids are called: units, sides, chits, boxes, choices."""
    overlays: Mapping[str, Callable[[S, Side, Hex, UnitId], Overlay]] = field(default_factory=dict)

    def offered(self) -> dict[str, Scenario]:
        """The scenarios as they are offered to players: those for a first evening before all others."""
        return dict(sorted(self.scenarios.items(), key=lambda each: not each[1].evening))

    def sketch(self, s: S, side: Side | None) -> str:
        """A small picture of a position in plain text, as a side may see it."""
        return ""

    def has_hex(self, hex: Hex) -> bool:
        """Is it a hex of the map? A game without a map takes any."""
        return True

    def printed(self, hex: int) -> str:
        """A hex as the map prints it."""
        return printed(hex)

    def has_chit(self, chit: ChitId) -> bool:
        """Is it one of the chits? A game without a list of them takes what has a name."""
        return chit in self.names

    def wrong_with(self, unit: U) -> str:
        """What is wrong with a unit read from a file; nothing where every condition is possible."""
        return ""


AnyGame: TypeAlias = "Game[Any, Any]"
"""Whatever game."""


def view_of(s: AnyState, side: Side | None, seen: Seen) -> View:
    """The view of a position from what a side may know of it."""
    frame = frame_of(s)
    return View(
        game=s.game.name,
        scenario=s.scenario,
        setting=s.setting,
        side=side,
        turn=s.turn,
        deciding=frame.side if frame is not None else None,
        decision=type(s.flow[-1]).__name__ if s.flow else "",
        about=about_of(s, side),
        units=tuple(msgspec.to_builtins(unit) for unit in s.units.values() if unit.id not in seen.hidden),
        stacks={str(hex): stack_seen(s.stacks[hex], seen.hidden) for hex in sorted(s.stacks)},
        backs=backs_of(s, seen),
        facts=seen.facts,
        ended=msgspec.to_builtins(s.ended) if s.ended is not None else None,
    )


def frame_of(s: AnyState) -> Decision[Any] | None:
    """The frame somebody decides in, if any."""
    frame = s.flow[-1] if s.flow else None
    return frame if isinstance(frame, Decision) else None


def about_of(s: AnyState, side: Side | None) -> Subject:
    """What the decision is about, for the side that makes it."""
    frame = frame_of(s)
    return frame.about(s) if frame is not None and frame.side == side else Subject()


def stack_seen(stack: tuple[UnitId, ...], hidden: frozenset[UnitId]) -> tuple[str, ...]:
    """A counter that shows lies on those that do not, wherever it stands among them."""
    if hidden.isdisjoint(stack):
        return stack
    return tuple(sorted(("" if unit in hidden else unit for unit in stack), key=bool))


def backs_of(s: AnyState, seen: Seen) -> tuple[Back, ...]:
    """The hidden counters, in an order that tells nothing."""
    backs = [Back(u.side, u.hex, u.box, seen.look(u)) for u in map(s.units.__getitem__, seen.hidden)]
    return tuple(sorted(backs, key=lambda back: (back.hex, back.box, back.side, back.look)))
