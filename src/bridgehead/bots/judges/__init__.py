"""What each game values: one module a game, `judge(game)` in it."""

import importlib
from functools import cache
from importlib.util import find_spec
from typing import Any

from bridgehead.bots.judge import Headcount, Judge


@cache
def judge_of(game: Any) -> Judge:
    """The judge of a game, made for its data."""
    module = f"{__name__}.{game.name}"
    if find_spec(module) is None:
        return Headcount()
    judge: Judge = importlib.import_module(module).judge(game)
    return judge
