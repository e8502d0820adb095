"""What each game values: one package a game, `judge(game)` in it."""

import importlib
from importlib.util import find_spec
from typing import TypeVar, cast

from bridgehead.bots.evaluation import Headcount, Judge
from bridgehead.core.game import Game
from bridgehead.core.state import State

S = TypeVar("S", bound=State)

_judges: dict[tuple[str, str], object] = {}


def judge_of(game: Game[S]) -> Judge[S]:
    """The judge of a game, made once for its data."""
    key = (game.name, game.version)
    if key not in _judges:
        module = f"{__name__}.{game.name}"
        made = importlib.import_module(module).judge(game) if find_spec(module) is not None else Headcount()
        _judges[key] = made
    return cast(Judge[S], _judges[key])
