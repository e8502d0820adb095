"""A side's access to a match: what a bot is given instead of the position."""

from typing import Any

from bridgehead.core.actions import Action
from bridgehead.core.chance import mixed
from bridgehead.core.game import View
from bridgehead.core.play import determinize, options, view
from bridgehead.core.values import Side
from bridgehead.toolkit.wargame import WarState as State

Where = tuple[int, str, int]


def where_of(s: State) -> Where:
    """Turn, kind of decision and how deep it lies: the same while a phase goes on."""
    return s.turn, type(s.flow[-1]).__name__, len(s.flow)


class Seat:
    """View, options and samples of the position for one side. The position itself stays out of reach."""

    def __init__(self, s: State, side: Side) -> None:
        self.__s = s
        self.side = side
        self.game: Any = s.game
        self.scenario = s.scenario

    def view(self) -> View:
        return view(self.__s, self.side)

    def options(self) -> list[Action]:
        return options(self.__s)

    def sample(self, seed: int) -> State:
        """A world the side cannot tell from the true one, its dice reseeded."""
        guess = determinize(self.__s, self.side, seed)
        guess.seed = mixed(seed)
        return guess

    def where(self) -> Where:
        return where_of(self.__s)
