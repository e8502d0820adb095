"""Verbs of this game, beside those of the core."""

from bridgehead.core.actions import Action
from bridgehead.core.values import ChitId, UnitId


class PutBack(Action, frozen=True):
    """A chit is given back or exchanged."""

    words = "Put back {chit}"
    chit: ChitId


class Deselect(Action, frozen=True):
    """4.1.2 A chit is taken back out of the selection being made."""

    words = "Put back {chit}"
    undoes = True
    chit: ChitId


class ToTop(Action, frozen=True):
    """17.1 The owner chooses the order of his stack."""

    words = "Put {unit} on top"
    unit: UnitId
