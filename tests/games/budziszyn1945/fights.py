"""Positions in which combats begin."""

from typing import Any

from bridgehead.core.values import Hex, UnitId
from bridgehead.games.budziszyn1945.rules.retreat import (
    step_back,
)
from tests.games.budziszyn1945.field import (
    field,
    open_ground,
    stand,
)


def facing(scenario: str = "nysa") -> tuple[Any, int, list[int]]:
    """Open ground with a German regiment in the middle."""
    s = field(scenario)
    clear, around = open_ground(s)
    stand(s, clear, "de_545_a")
    return s, clear, around


def retreated(length: int = 2) -> tuple[Any, int, list[int]]:
    """The German regiment went back south; two Soviet units stand north of its hex."""
    s, clear, around = facing()
    stand(s, clear - 1, "su_iv_12", "su_52_art48", "su_hq_5")
    for at in range(1, length + 1):
        step_back(s, UnitId("de_545_a"), Hex(clear + at), "")
    return s, clear, around
