"""A position: a plain value with flat containers, changed only through its doors."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import cache
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Self,
    TypeAlias,
    TypeVar,
    cast,
    get_origin,
    get_type_hints,
)

import msgspec

from bridgehead.core.actions import Action
from bridgehead.core.chance import MASK, Script, advanced, mixed
from bridgehead.core.events import Event, GameEnded, Told
from bridgehead.core.flow import Frame
from bridgehead.core.values import NOWHERE, Die, Hex, Side, UnitId, Value, replace

if TYPE_CHECKING:
    from bridgehead.core.game import AnyGame

ELIMINATED = "eliminated"


class Unit(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A counter's condition in play. A game adds its own fields in a subclass."""

    id: UnitId
    side: Side
    hex: Hex = NOWHERE
    box: str = ""
    """Where it is when it is in no hex: a box, the reinforcements, `eliminated`."""


class Result(Value, frozen=True):
    """How a game ended."""

    winner: Side | None
    level: str
    rule: str
    score: dict[str, int] = {}


G = TypeVar("G", bound="AnyGame", covariant=True)
U = TypeVar("U", bound=Unit, covariant=True)


class State(msgspec.Struct, Generic[G, U], kw_only=True):
    """A position of a game with its kind of units: `class State(core.State["Seelow", Unit])`.

    Containers hold immutable values only, so a clone is a few shallow copies.
    """

    game: G
    scenario: str
    setting: dict[str, str]
    """The optional rules and set-up options in force."""
    seed: int
    turn: int = 0
    units: dict[UnitId, U] = {}
    stacks: dict[Hex, tuple[UnitId, ...]] = {}
    tracks: dict[str, int] = {}
    flow: tuple[Frame, ...] = ()
    reveals: int = 0
    """Counts hidden facts made known: an undo barrier."""
    ended: Result | None = None

    # What follows is derived or passing: never saved, compared or hashed.
    ledger: dict[str, bytearray] = {}
    """One byte a hex (ZOC, occupation), kept current by the game's `account` at every change."""
    memo: dict[str, Any] = {}
    """Derived facts, dropped by every change."""
    offered: list[Action] | None = None
    log: list[Told] = []
    script: Script | None = None
    listener: Callable[[Told], None] | None = None
    """Called at every event, while the position is as it was when the event was told."""

    PASSING: ClassVar[frozenset[str]] = frozenset(
        {"game", "ledger", "memo", "offered", "log", "script", "listener"}
    )

    # --- copies and comparison

    def clone(self) -> Self:
        twin = copy(self)
        for name in dict_fields(type(self)):
            setattr(twin, name, getattr(self, name).copy())
        twin.ledger = {name: bytes_[:] for name, bytes_ in self.ledger.items()}
        twin.memo = self.memo.copy()
        twin.log = []
        twin.listener = None
        return twin

    def same_as(self, other: AnyState) -> bool:
        """Equal in all that is saved."""
        return type(self) is type(other) and all(
            getattr(self, name) == getattr(other, name) for name in kept_fields(type(self))
        )

    def key(self) -> int:
        """A hash of the position without its chance, for transposition tables."""
        return hash(
            (
                self.turn,
                self.flow,
                tuple(self.units.values()),
                *(freeze(getattr(self, name)) for name in own_fields(type(self))),
            )
        )

    # --- doors: counters

    def put(self, unit: UnitId, hex: Hex) -> None:
        """Put a unit in a hex, on top of what is there."""
        before = self.units[unit]
        self.swap(before, replace(before, hex=hex, box=""))

    def send(self, unit: UnitId, box: str) -> None:
        """Take a unit off the map into a box."""
        before = self.units[unit]
        self.swap(before, replace(before, hex=NOWHERE, box=box))

    def eliminate(self, unit: UnitId) -> None:
        self.send(unit, ELIMINATED)

    def mark(self, unit: UnitId, **fields: Any) -> None:
        """Change a unit's condition."""
        before = self.units[unit]
        self.swap(before, replace(before, **fields))

    def enlist(self, unit: Unit) -> None:
        """Bring a unit into the game at set-up."""
        self.units[unit.id] = cast("U", unit)
        if unit.hex:
            self.stacks[unit.hex] = (*self.stacks.get(unit.hex, ()), unit.id)
        self.game.account(self, None, unit)
        self.touch()

    def swap(self, before: Unit, after: Unit) -> None:
        """The one place where a unit's value changes: stacks and ledger follow."""
        self.units[after.id] = cast("U", after)
        if before.hex != after.hex:
            if before.hex:
                left = tuple(u for u in self.stacks[before.hex] if u != after.id)
                if left:
                    self.stacks[before.hex] = left
                else:
                    del self.stacks[before.hex]
            if after.hex:
                self.stacks[after.hex] = (*self.stacks.get(after.hex, ()), after.id)
        self.game.account(self, before, after)
        self.touch()

    # --- doors: the rest

    def track(self, name: str, value: int) -> None:
        self.tracks[name] = value
        self.touch()

    def set(self, **fields: Any) -> None:
        """Change fields of the state itself, the game's own among them."""
        for name, value in fields.items():
            setattr(self, name, value)
        self.touch()

    def reveal(self) -> None:
        """A hidden fact became known: nobody may undo past this."""
        self.reveals += 1

    def touch(self) -> None:
        self.memo.clear()
        self.offered = None

    def end(self, result: Result) -> None:
        """The game is over, wherever the flow stands."""
        self.ended = result
        self.flow = ()
        self.tell(GameEnded(result.winner, result.level), rule=result.rule)
        self.touch()

    # --- doors: flow

    def enter(self, frame: Frame) -> None:
        self.flow = (*self.flow, frame)
        self.offered = None

    def become(self, frame: Frame) -> None:
        self.flow = (*self.flow[:-1], frame)
        self.offered = None

    def leave(self, **found: Any) -> None:
        """End the present frame and leave its findings in its parent's fields."""
        flow = self.flow[:-1]
        if found:
            flow = (*flow[:-1], replace(flow[-1], **found))
        self.flow = flow
        self.offered = None

    # --- doors: chance and telling

    def chance(self, ways: int) -> int:
        """One of so many equal ways, counted from 0."""
        if self.script is not None and self.script.live:
            return self.script.next(ways)
        self.seed = advanced(self.seed)
        return mixed(self.seed) * ways >> 64

    def roll(self, sides: int) -> Die:
        return Die(self.chance(sides) + 1)

    def tell(self, event: Event, rule: str, only: tuple[Side, ...] = ()) -> None:
        told = Told(event, rule, only)
        self.log.append(told)
        if self.listener is not None:
            self.listener(told)

    # --- looking

    def on_map(self, side: Side) -> list[U]:
        """The side's units that stand in a hex, in the order of the counters."""
        return [unit for unit in self.units.values() if unit.side == side and unit.hex]

    def in_box(self, box: str) -> list[U]:
        return [unit for unit in self.units.values() if unit.box == box]

    def units_in(self, hex: Hex) -> list[U]:
        """The units in a hex, the top one last."""
        units = self.units
        return [units[id] for id in self.stacks.get(hex, ())]


AnyState: TypeAlias = "State[AnyGame, Unit]"
"""A position of whatever game."""
S = TypeVar("S", bound=AnyState)


def reseeded(s: S, seed: int) -> S:
    """The same position with other chance to come."""
    twin = s.clone()
    twin.seed = mixed(seed & MASK)
    return twin


def rebuild_ledger(s: AnyState) -> None:
    """Fill the ledger from nothing, as the doors would have."""
    s.ledger = {name: bytearray(s.game.ledger_size) for name in s.game.ledgers}
    for unit in s.units.values():
        s.game.account(s, None, unit)


@cache
def kept_fields(kind: type[AnyState]) -> tuple[str, ...]:
    """The fields that are saved and compared."""
    return tuple(name for name in kind.__struct_fields__ if name not in State.PASSING)


@cache
def own_fields(kind: type[AnyState]) -> tuple[str, ...]:
    """The fields that make the position, beyond turn, flow and units."""
    apart = {"turn", "flow", "units", "stacks", "seed", "scenario", "setting", "reveals", "ended"}
    return tuple(name for name in kept_fields(kind) if name not in apart)


@cache
def dict_fields(kind: type[AnyState]) -> tuple[str, ...]:
    hints = get_type_hints(kind)
    return tuple(name for name in kept_fields(kind) if get_origin(hints[name]) is dict)


def freeze(value: object) -> object:
    return tuple(sorted(value.items())) if isinstance(value, dict) else value
