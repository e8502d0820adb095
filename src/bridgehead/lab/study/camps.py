"""Who wins with whom: sides of one camp are counted together, as their game's judge tells."""

from __future__ import annotations

from bridgehead.bots.judges import judge_of
from bridgehead.core.play import setup
from bridgehead.core.values import Side
from bridgehead.toolkit.wargame import AnyWargame

_camps: dict[tuple[str, str, str, tuple[tuple[str, str], ...]], dict[str, str]] = {}


def sides_in(game: AnyWargame, scenario: str) -> tuple[Side, ...]:
    """The sides that play a scenario."""
    return game.scenarios[scenario].sides or game.sides


def camp_by_side(game: AnyWargame, scenario: str, options: dict[str, str]) -> dict[str, str]:
    """The camp of every side that plays or owns counters, under the name of a side: its own or its first."""
    key = (game.name, game.version, scenario, tuple(sorted(options.items())))
    if key not in _camps:
        s = setup(game, scenario, 1, **options)
        judge = judge_of(game)
        owners = sorted({str(counter.side) for counter in game.counters.values()})
        sides = (*sides_in(game, scenario), *owners)
        label = {side: judge.camp(s, Side(side)) for side in sides}
        name = {camp: camp if camp in label else side for side, camp in reversed(label.items())}
        _camps[key] = {side: name[camp] for side, camp in label.items()}
    return _camps[key]
