"""11.1 What the next Supply Phase would do to one's own units."""

from bridgehead.core.values import Side
from bridgehead.games.eastprussia1914.model.state import ISOLATED, OOS, State
from bridgehead.games.eastprussia1914.rules.supply_phase import foretold
from bridgehead.toolkit.advice import Supplied

WORDS = {
    "": "in supply after the next Supply Phase",
    OOS: "out of supply after the next Supply Phase",
    ISOLATED: "isolated after the next Supply Phase",
}


def supplied(s: State, side: Side) -> tuple[Supplied, ...]:
    """Every unit of the side on the map, by the segments of a Supply Phase begun now."""
    after = foretold(s).units
    return tuple(
        Supplied(unit.id, bool(found), WORDS[found], "11.1.4a")
        for unit in s.on_map(side)
        for found in (after[unit.id].supply,)
    )
