"""10.1 Who could trace supply if it were looked at now."""

from bridgehead.core.values import Side
from bridgehead.games.budziszyn1945.model.state import State
from bridgehead.games.budziszyn1945.rules.supply import kind_of, line_to, lines
from bridgehead.toolkit.advice import Supplied


def supplied(s: State, side: Side) -> tuple[Supplied, ...]:
    """Every unit of the side on the map, by the line it could trace now."""
    cut = [
        (unit.id, line_to(s, lines(s, unit.side, kind_of(s, unit)), unit.hex) is None)
        for unit in s.on_map(side)
    ]
    return tuple(
        Supplied(id, lost, "no line of supply now" if lost else "can trace supply", "2.2.6a")
        for id, lost in cut
    )
