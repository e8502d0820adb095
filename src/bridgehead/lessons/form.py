"""What a lesson's file holds. `docs/writing-a-lesson.md` explains every key."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from bridgehead.core.values import Hex, Side, UnitId


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class PositionPart(Part, frozen=True):
    """Changes laid over a scenario after its opening. No packed save: it must survive changed data."""

    turn: int = 0
    aside: Literal["", "all"] = ""
    """`all`: every unit is taken off the map first."""
    units: dict[str, str] = {}
    """Hex, and the units in it, the top one last."""
    boxes: dict[str, str] = {}
    """Box, and the units in it."""
    condition: dict[UnitId, dict[str, Any]] = {}
    state: dict[str, Any] = {}
    """Fields of the game's own: the chits in the cup, hexes taken."""
    then: tuple[str, ...] = ()
    """Actions played unseen from there on: units go where they fight, phases end."""


class Goal(Part, frozen=True):
    """What must be so; all that is named must hold."""

    at: dict[UnitId, Hex] = {}
    gone: tuple[UnitId, ...] = ()
    """Eliminated units."""
    steady: tuple[UnitId, ...] = ()
    """Units neither disrupted nor disorganized."""
    supplied: tuple[UnitId, ...] = ()
    """Units neither out of supply nor isolated."""
    reduced: tuple[UnitId, ...] = ()
    """Units with fewer steps than when the lesson began."""
    held: dict[str, Side] = {}
    """Hexes, and the side whose units must stand in them."""
    empty: tuple[Hex, ...] = ()
    turn: int = 0
    asks: str = ""
    """The decision that must be asked, by its class: `CombatPhase`."""
    decides: str = ""
    """The side that must be the one to decide."""
    told: tuple[str, ...] = ()
    """Events that must have happened in the beat, by their class."""
    tracks: dict[str, int] = {}
    """Tracks of the view, and the value they must reach."""

    @property
    def nothing(self) -> bool:
        return self == Goal()


class Refused(Part, frozen=True):
    """A forbidden action that the beat asks for, and the rule it is refused by."""

    action: str
    rule: str


class Beat(Part, frozen=True):
    """One thing said, one thing done."""

    title: str
    say: str
    rules: tuple[str, ...] = ()
    light: tuple[str, ...] = ()
    """Hexes and units lit on the map."""
    enemy: tuple[str, ...] = ()
    """What the other side does before the learner's turn to act."""
    play: tuple[str, ...] = ()
    """The learner's actions that solve the beat."""
    free_order: bool = False
    """The picks of the script may come in any order."""
    also: dict[str, str] = {}
    """Other actions that are taken, each with its answer."""
    allow: Literal["plan", "legal"] = "plan"
    """`legal`: whatever the rules allow is played, and only the goal counts."""
    refused: Refused | None = None
    dice: tuple[int, ...] = ()
    """Set dice, to be used up exactly. Without them dice fall as the seed has it."""
    done: Goal = Goal()
    failed: Goal = Goal()
    wrong: str = ""
    """The answer to a legal action off the plan."""
    hint: tuple[str, ...] = ()


class Lesson(Part, frozen=True):
    """A lesson, as its file says it."""

    title: str
    goal: str
    side: Side
    scenario: str
    minutes: int
    beat: tuple[Beat, ...]
    setting: dict[str, str] = {}
    seed: int = 0
    bot: str = "recruit"
    """Who plays the other side where beats leave it to itself."""
    opening: tuple[str, ...] = ()
    """Actions played unseen, from the scenario's set-up on."""
    position: PositionPart = PositionPart()
