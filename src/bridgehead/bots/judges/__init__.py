"""What each game values: one package a game, `judge(game)` in it."""

import importlib
from importlib.util import find_spec

from bridgehead.bots.evaluation import Headcount, Judge
from bridgehead.core.play import setup
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


def looked_at(game: AnyWargame, scenario: str) -> None:
    """Look at the start of a scenario as every side's bot would: whatever a judge compiles is compiled."""
    s, judge = setup(game, scenario, 1), judge_of(game)
    for side in game.scenarios[scenario].sides or game.sides:
        judge.begin_decision(judge.new_memory())
        judge.standing(s, side)
        judge.prospects(s, side)
        judge.field(s, side)
