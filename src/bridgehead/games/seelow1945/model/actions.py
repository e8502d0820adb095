"""The verbs of this game, beside those of the core."""

from bridgehead.core.actions import Action
from bridgehead.core.values import Hex, UnitId


class Bombard(Action, frozen=True):
    """8.14 Name the target hex of Indirect Fire."""

    words = "Barrage {hex}"
    hex: Hex


class Limber(Action, frozen=True):
    """8.32 Fire Mode to Move Mode."""

    words = "Switch {unit} to Move Mode"
    unit: UnitId


class Unlimber(Action, frozen=True):
    """8.35 Move Mode to Fire Mode."""

    words = "Switch {unit} to Fire Mode"
    unit: UnitId


class FireAt(Action, frozen=True):
    """6.2 Name the target of antitank fire."""

    words = "Fire at {unit}"
    unit: UnitId


class Raise(Action, frozen=True):
    """6.13b Lay a unit on top of its stack."""

    words = "Put {unit} on top"
    unit: UnitId


class LoseStep(Action, frozen=True):
    """7.44, 7.45 The unit that loses the step."""

    words = "{unit} loses 1 step"
    unit: UnitId
