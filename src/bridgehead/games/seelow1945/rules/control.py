"""12.46 Control of the objective hexes."""

from __future__ import annotations

from collections.abc import Sequence

from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side
from bridgehead.games.seelow1945.model.data import GERMAN
from bridgehead.games.seelow1945.model.events import Controlled
from bridgehead.games.seelow1945.model.state import State

MARKED = ("seelow", "localities", "diedersdorf", "diedersdorf_road")


@rule("12.46d")
def objectives(s: State) -> tuple[Hex, ...]:
    """12.46 The fifteen hexes whose control is recorded, in the Seelow scenario."""
    marks = s.ground.board.marks
    return tuple(hex for name in MARKED for hex in marks[name]) if s.battle == "seelow" else ()


@rule("12.46c")
def behind_the_line(s: State) -> None:
    """12.46 At the start every objective lies behind the German line."""
    s.set(control=dict.fromkeys(objectives(s), GERMAN))


@rule("12.46a", "12.46b")
def pass_through(s: State, side: Side, path: Sequence[Hex]) -> None:
    """12.46 The hexes belong to the side that was in them last."""
    control = s.control
    for hex in path:
        if control.get(hex, side) != side:
            control[hex] = side
            s.touch()
            s.tell(Controlled(side, hex), rule="12.46b")
