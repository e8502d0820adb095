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

    words = "March by road to {hex}"
    hex: Hex


class Ride(Action, frozen=True):
    """6.5 Rail movement."""

    words = "Go by rail to {hex}"
    hex: Hex


class Restore(Action, frozen=True):
    """11.2 A reduced unit regains its step."""

    words = "Restore {unit}"
    unit: UnitId


class Rebuild(Action, frozen=True):
    """11.2 An eliminated unit comes back reduced."""

    words = "Rebuild {unit}"
    unit: UnitId
