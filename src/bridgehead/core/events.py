"""What happened, told as values. Words are made from them by words.py, never by rules."""

from typing import ClassVar, Literal

import msgspec

from bridgehead.core.values import NOWHERE, Die, Hex, Side, UnitId, Value, Way


class Fight(msgspec.Struct, frozen=True, kw_only=True):
    """A fight that dice decided, as whoever counts fights wants to know it."""

    hex: Hex = NOWHERE
    """Where the blow fell."""
    result: str
    """What the table said, as the log words it."""
    side: Side | None = None
    """Who struck; where the event does not say it, the owner of the first of `units`."""
    units: tuple[UnitId, ...] = ()
    """The attackers or firers."""
    column: str = ""
    attack: int | None = None
    defence: int | None = None


class Event(Value, frozen=True):
    """A fact of the record. Dice it tells of are fields of type `Die`, units of type `UnitId`, and so on."""

    heading: ClassVar[Literal["", "turn", "phase"]] = ""
    """What it opens: the log and the replay are divided by it."""

    def fight(self) -> Fight | None:
        """The fight whose dice this event tells of; None for all other events."""
        return None

    def happening(self) -> str:
        """The chit drawn or the event of the game that came up; empty for all other events."""
        return ""


class Told(msgspec.Struct, frozen=True, gc=False):
    """An event as it was told: its rule, and who may know of it (everybody if empty)."""

    event: Event
    rule: str
    only: tuple[Side, ...] = ()

    def known_to(self, side: Side | None) -> bool:
        return not self.only or side in self.only


class Moved(Event, frozen=True):
    words = "{unit} moves to {path}."
    unit: UnitId
    path: Way


class Eliminated(Event, frozen=True):
    words = "{unit} is eliminated."
    unit: UnitId


class Rolled(Event, frozen=True):
    words = "Die: {die}."
    die: Die


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
