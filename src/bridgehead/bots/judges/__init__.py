"""What each game values: one package a game, `judge(game)` in it."""

import importlib
from importlib.util import find_spec

from bridgehead.bots.evaluation import Headcount, Judge
from bridgehead.toolkit.wargame import AnyWargame, WarState

_judges: dict[tuple[str, str], Judge[WarState]] = {}


def judge_of(game: AnyWargame) -> Judge[WarState]:
    """The judge of a game, made once for its data."""
    key = (game.name, game.version)
    if key not in _judges:
        module = f"{__name__}.{game.name}"
        made = importlib.import_module(module).judge(game) if find_spec(module) is not None else Headcount()
        _judges[key] = made
    return _judges[key]
