"""Refusals and modifiers: the reasons a rulebook gives, as values."""

from bridgehead.core.values import NOWHERE, Hex, Value


class No(Value, frozen=True):
    """Why an action is illegal: the rule that forbids it and its reason in our words."""

    rule: str
    because: str
    hex: Hex = NOWHERE
    """Where the cause stands, if it stands somewhere."""


class Modifier(Value, frozen=True):
    """A shift, a die modifier or a factor, with its reason. `amount` is what a table adds up."""

    amount: int
    because: str
    rule: str
    kind: str = "shift"
    """What it changes: `shift` (columns), `drm` (the die), `half` (a strength), `add` (a strength)."""


NOT_NOW = No("", "you can't do that now")
"""The answer of a decision that has nothing better to say."""


class IllegalAction(Exception):
    """`play` was asked for an action that is not among the options."""

    def __init__(self, action: object, no: No) -> None:
        super().__init__(f"{action}: {no.because}" + (f" ({no.rule})" if no.rule else ""))
        self.action = action
        self.no = no


class DeadEnd(Exception):
    """A decision offers nothing: always a bug in a game."""
