"""What each game values."""

import importlib
from functools import cache
from typing import Any

from bridgehead.bots.judge import Headcount, Judge
from bridgehead.games import GAMES


def judge_of(game: Any) -> Judge:
    """The judge of a game, made for its data."""
    return _made(game)


@cache
def _made(game: Any) -> Judge:
    if game.name not in GAMES:
        return Headcount()
    judge: Judge = importlib.import_module(f"bridgehead.bots.judges.{game.name}").judge(game)
    return judge
