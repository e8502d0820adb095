"""What a player can do. An action is a verb and at most one noun, named for what is clicked.

A game adds verbs of its own beside these. What the noun is, its type says: `UnitId`, `Hex`, `Hexside`,
`ChitId`, or plain text for a box or a choice.
"""

from typing import ClassVar

from bridgehead.core.values import ChitId, Hex, UnitId, Value


class Action(Value, frozen=True):
    """Something the deciding side does."""

    undoes: ClassVar[bool] = False
    """It only takes something back out of what is being put together: bots have no use for it."""


class Pick(Action, frozen=True):
    words = "{unit}"
    unit: UnitId


class Drop(Action, frozen=True):
    """Take a unit back out of what is being assembled."""

    words = "Remove {unit}"
    undoes = True
    unit: UnitId


class MoveTo(Action, frozen=True):
    words = "Move to {hex}"
    hex: Hex


class Attack(Action, frozen=True):
    words = "Attack {hex}"
    hex: Hex


class Place(Action, frozen=True):
    words = "Place in {hex}"
    hex: Hex


class Eliminate(Action, frozen=True):
    words = "Eliminate {unit}"
    unit: UnitId


class Draw(Action, frozen=True):
    words = "Select {chit}"
    chit: ChitId


class SendTo(Action, frozen=True):
    words = "To {box}"
    box: str


class Choose(Action, frozen=True):
    words = "{choice}"
    choice: str


class Commit(Action, frozen=True):
    """Resolve what has been assembled."""

    words = "Resolve"


class Cancel(Action, frozen=True):
    """Give up what is being assembled; nothing has happened yet."""

    words = "Cancel"


class Done(Action, frozen=True):
    words = "Done"
