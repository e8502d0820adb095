"""What players do in this game beside the verbs every game has."""

from bridgehead.core.actions import Action
from bridgehead.core.values import Hex, UnitId


class FullAttack(Action, frozen=True):
    """12.1 Two columns to the right, then grounded."""

    words = "{unit}: full attack"
    unit: UnitId


class NormalAttack(Action, frozen=True):
    """12.1 One column to the right, then refit."""

    words = "{unit}: normal attack"
    unit: UnitId


class March(Action, frozen=True):
    """6.4 Strategic movement."""

    words = "Strategic movement to {hex}"
    hex: Hex


class Ride(Action, frozen=True):
    """6.5 Rail movement."""

    words = "Rail movement to {hex}"
    hex: Hex


class Restore(Action, frozen=True):
    """11.2 A reduced unit regains its step."""

    words = "Restore {unit}"
    unit: UnitId


class Rebuild(Action, frozen=True):
    """11.2 An eliminated unit comes back reduced."""

    words = "Rebuild {unit}"
    unit: UnitId


class Bombard(Action, frozen=True):
    """2.5.1 A barrage attack."""

    words = "Barrage {hex}"
    hex: Hex


class RetreatFrom(Action, frozen=True):
    """9.5 Of several stacks of attackers the one that retreats next."""

    words = "Retreat the stack in {hex}"
    hex: Hex
