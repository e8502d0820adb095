"""Positions in three lines."""

from typing import Any

from bridgehead.core.flow import Frame, settle
from bridgehead.core.play import setup
from bridgehead.core.values import Hex, UnitId
from bridgehead.games import load_game

ASIDE = "aside"


def bare(name: str, scenario: str, seed: int = 1, data: Any = None, **options: str) -> Any:
    """A new game of a scenario with every unit taken off the map and nothing to decide.

    `data` is a folder of data to lay over ours."""
    s = setup(load_game(name, data), scenario, seed, **options)
    for unit in list(s.units.values()):
        s.send(unit.id, ASIDE)
    s.flow = ()
    s.log = []
    return s


def stand(s: Any, hex: int, *units: str, **condition: Any) -> None:
    """Put units in a hex, each in the condition named."""
    for unit in units:
        s.put(UnitId(unit), Hex(hex))
        if condition:
            s.mark(UnitId(unit), **condition)


def ask(s: Any, *frames: Frame) -> Any:
    """Go on from these frames, the last one now, to the next decision."""
    s.flow = frames
    s.offered = None
    settle(s)
    return s
