"""11.43 Which of the garrison is cut off from the west."""

from bridgehead.core.values import Side
from bridgehead.games.seelow1945.model.data import GERMAN
from bridgehead.games.seelow1945.model.state import State
from bridgehead.games.seelow1945.rules.victory import garrison_of, line_of_communication
from bridgehead.toolkit.advice import Supplied


def supplied(s: State, side: Side) -> tuple[Supplied, ...]:
    """The units of the garrison, which score by their line to the west; no other unit needs one."""
    if s.battle != "kustrin" or side != GERMAN:
        return ()
    lost = [(unit.id, not line_of_communication(s, unit)) for unit in garrison_of(s) if unit.hex]
    return tuple(
        Supplied(
            id, cut, "no line to the west: it scores nothing" if cut else "has a line to the west", "11.43a"
        )
        for id, cut in lost
    )
