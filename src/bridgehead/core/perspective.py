"""A position as far as one side knows it: the worlds it could be in.

Where a game hides anything, questions are answered from positions the side could not tell from the true one,
so that no answer can say more than the side may know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from bridgehead.core.actions import Action
from bridgehead.core.game import AnyGame, nothing_hidden
from bridgehead.core.play import clicked, deciding, determinize, options, why_not
from bridgehead.core.refusal import No
from bridgehead.core.state import S
from bridgehead.core.values import Hex, Hexside, Side, UnitId

T = TypeVar("T")

GUESSES = 3

UNSEEN = No("", "something you cannot see stands against it, or it is not among the choices of this decision")
NOT_YOURS = No("", "it is not yours to decide now")


def hides(game: AnyGame) -> bool:
    """Does one side not see everything of the other?"""
    return game.determinize is not nothing_hidden


class Perspective(Generic[S]):
    """One side's knowledge of a position; `salt` varies the guesses from position to position."""

    def __init__(self, s: S, side: Side, salt: int = 0) -> None:
        self.salt = salt * GUESSES
        self.state = s
        self.side = side
        self.guessed = hides(s.game)
        self.worlds: list[S] = (
            [determinize(s, side, self.salt + number) for number in range(GUESSES)] if self.guessed else [s]
        )

    def decides(self) -> bool:
        return deciding(self.state) == self.side

    def common(self, ask: Callable[[S], T]) -> T | None:
        """An answer, if it is the same in every world."""
        first, *others = (ask(world) for world in self.worlds)
        return first if all(other == first for other in others) else None

    def why_not(self, action: Action) -> No | None:
        """None when legal; otherwise the refusal in every world, or one that tells nothing."""
        if not self.decides():
            return NOT_YOURS
        if action in options(self.state):
            return None
        return self.common(lambda world: why_not(world, action)) or UNSEEN

    def clicked(self, on: UnitId | Hex | Hexside) -> tuple[Action | None, No | None]:
        """What a click means to the side now, and why it may not be done: None when it is legal."""
        if not self.decides():
            return None, NOT_YOURS
        answers = [clicked(world, on) for world in self.worlds]
        action, no = answers[0]
        if any(other != action for other, _ in answers):
            return None, UNSEEN
        return action, self.why_not(action) if action is not None else no
