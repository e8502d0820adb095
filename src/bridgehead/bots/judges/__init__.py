"""What each game values: one package a game, `judge(game)` in it."""

import importlib
from importlib.util import find_spec
from typing import Any

from bridgehead.bots.judge import Headcount, Judge

_judges: dict[tuple[str, str], Judge] = {}


def judge_of(game: Any) -> Judge:
    """The judge of a game, made once for its data."""
    key = (game.name, game.version)
    if key not in _judges:
        module = f"{__name__}.{game.name}"
        made = importlib.import_module(module).judge(game) if find_spec(module) is not None else Headcount()
        _judges[key] = made
    return _judges[key]
