"""The rule index of a game, and the mark that ties a function to its rule numbers."""

from collections.abc import Callable
from typing import Literal, TypeVar

import msgspec

T = TypeVar("T")

Status = Literal["enforced", "offered", "display", "out"]
"""Code enforces it, players are offered it, it is only shown, or it is left out with a reason."""
Provenance = Literal["stated", "ruling", "reconstructed"]
"""The book says it, we had to decide, or we rebuilt what we did not have."""
Kind = Literal[
    "air",
    "artillery",
    "combat",
    "command",
    "component",
    "fog",
    "movement",
    "optional",
    "reinforcement",
    "sequence",
    "setup",
    "special",
    "stacking",
    "supply",
    "victory",
    "zoc",
]
"""What a rule is about; a player looks for it under this."""


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of a game's rules.toml."""

    title: str
    text: str
    """The rule restated in our own words."""
    kind: Kind
    status: Status
    provenance: Provenance
    reading: str = ""
    """How we read it where the book is silent or unclear."""
    reason: str = ""
    """Why a rule is `display` or `out`."""
    note: str = ""
    """For whoever edits the index; players never see it."""


class NumberedRule(Rule, frozen=True, kw_only=True):
    """A rule with its number, for whoever lists rules."""

    number: str


def rule(*numbers: str) -> Callable[[T], T]:
    """Cite the rules a function or class enforces. It changes nothing; `bridgehead rules` reads it."""

    def cited(thing: T) -> T:
        return thing

    return cited
