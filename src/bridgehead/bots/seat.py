"""A side's access to a match: what a bot is given instead of the position."""

from typing import NamedTuple

from bridgehead.core.actions import Action
from bridgehead.core.chance import mixed
from bridgehead.core.flow import Frame
from bridgehead.core.game import View
from bridgehead.core.play import determinize, options, view
from bridgehead.core.values import Side
from bridgehead.toolkit.wargame import AnyWargame, WarState


class Where(NamedTuple):
    """Turn, kind of decision and how deep it lies: the same while a phase goes on."""

    turn: int
    kind: type[Frame]
    depth: int


def where_of(s: WarState) -> Where:
    return Where(s.turn, type(s.flow[-1]), len(s.flow))


class Seat:
    """View, options and samples of the position for one side. The position itself stays out of reach."""

    def __init__(self, s: WarState, side: Side) -> None:
        self.__s = s
        self.side = side
        self.game: AnyWargame = s.game
        self.scenario = s.scenario

    def view(self) -> View:
        return view(self.__s, self.side)

    def options(self) -> list[Action]:
        return options(self.__s)

    def sample(self, seed: int) -> WarState:
        """A world the side cannot tell from the true one, its dice reseeded."""
        guess = determinize(self.__s, self.side, seed)
        guess.seed = mixed(seed)
        return guess

    def where(self) -> Where:
        return where_of(self.__s)
