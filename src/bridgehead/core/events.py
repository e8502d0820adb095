"""What happened, told as values. Words are made from them by words.py, never by rules."""

from typing import ClassVar, Literal

import msgspec

from bridgehead.core.values import Hex, Side, UnitId, Value


class Event(Value, frozen=True):
    """A fact of the record."""

    heading: ClassVar[Literal["", "turn", "phase"]] = ""
    """What it opens: the log and the replay are divided by it."""


class Told(msgspec.Struct, frozen=True):
    """An event as it was told: its rule, and who may know of it (everybody if empty)."""

    event: Event
    rule: str
    only: tuple[Side, ...] = ()

    def known_to(self, side: Side | None) -> bool:
        return not self.only or side in self.only


class Moved(Event, frozen=True):
    words = "{unit} moves to {path}."
    unit: UnitId
    path: tuple[Hex, ...]


class Eliminated(Event, frozen=True):
    words = "{unit} is eliminated."
    unit: UnitId


class Rolled(Event, frozen=True):
    words = "Die: {die}."
    die: int


class PhaseBegan(Event, frozen=True):
    words = "{side}: {phase}."
    heading = "phase"
    side: Side
    phase: str


class TurnBegan(Event, frozen=True):
    words = "Turn {turn}."
    heading = "turn"
    turn: int


class GameEnded(Event, frozen=True):
    words = "{level}."
    winner: Side | None
    level: str
