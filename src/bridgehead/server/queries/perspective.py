"""What a side knows of a position, as the worlds it could be in.

Where a game hides anything, queries are answered from positions the side could not tell from the true one,
so that no answer can say more than the side may know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import msgspec

from bridgehead.core.actions import Action
from bridgehead.core.codec import actions_of
from bridgehead.core.play import deciding, determinize, view
from bridgehead.core.state import State
from bridgehead.core.values import Side
from bridgehead.server.presenters.games import AnyGame, hides

T = TypeVar("T")

GUESSES = 3


class BadQuery(ValueError):
    """A query that makes no sense in this game."""


class Perspective:
    """The worlds a side could be in."""

    def __init__(self, s: State, side: str, salt: int) -> None:
        self.state = s
        self.side = Side(side)
        self.guessed = hides(s.game)
        self.worlds: list[State] = (
            [determinize(s, self.side, salt * GUESSES + number) for number in range(GUESSES)]
            if self.guessed
            else [s]
        )

    def decides(self) -> bool:
        return deciding(self.state) == self.side

    def worlds_for_odds(self) -> list[State]:
        """One is enough where the side sees no counter from behind."""
        return self.worlds if view(self.state, self.side).backs else self.worlds[:1]

    def common(self, ask: Callable[[State], T]) -> T | None:
        """An answer, if it is the same in every world."""
        first, *others = (ask(world) for world in self.worlds)
        return first if all(other == first for other in others) else None


def action_of(game: AnyGame, sent: dict[str, Any]) -> Action:
    """An action as a client sent it."""
    try:
        return cast("Action", msgspec.convert(sent, actions_of(game.package), strict=True))
    except msgspec.ValidationError as problem:
        raise BadQuery(f"this is no action of {game.title}: {problem}") from problem
