"""Verbs of this game, beside those of the core."""

from bridgehead.core.actions import Action
from bridgehead.core.values import ChitId, UnitId


class PutBack(Action, frozen=True):
    """A selected chit is put back."""

    words = "Put back {chit}"
    chit: ChitId


class ToTop(Action, frozen=True):
    """17.1 The owner chooses the order of his stack."""

    words = "Put {unit} on top"
    unit: UnitId
