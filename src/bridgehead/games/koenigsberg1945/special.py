"""11.4 Admiral Hipper, and 2.5.4 the Grossdeutschland Corps: rules of one unit each."""

from bridgehead.core.rules import rule
from bridgehead.core.values import ChitId, Hex, Side, UnitId
from bridgehead.games.koenigsberg1945.data import GERMAN
from bridgehead.games.koenigsberg1945.events import GdWithdrawn, HipperArrives
from bridgehead.games.koenigsberg1945.state import GD_BOX, HAFF, SUPPLIED, State

HIPPER_FIRED = "hipper_fired"
"""Track: the cruiser has fired this turn."""
GD = "GD"
GD_CHIT = ChitId("c_gd")
GD_WITHDRAWN = "gd_withdrawn"
"""Track: 0 on the map, 1 in the Grossdeutschland box, 2 back again."""


# --- 11.4 Admiral Hipper


@rule("11.4a")
def hipper_arrives(s: State) -> None:
    """The cruiser enters the Frisches Haff and stays; nothing can keep it out."""
    unit = UnitId(s.book.tables.hipper.unit)
    s.send(unit, HAFF)
    s.tell(HipperArrives(unit), rule="11.4a")


@rule("11.4b", "11.4c", "11.4d", "11.4e", "11.4f", "11.4g")
def hipper_may_fire(s: State, force: Side, hq: UnitId, target: Hex) -> bool:
    """Once a turn, for a German headquarters that reaches the Haff, at a hex within two of it.

    It lends its strength to an attack of units and takes no slot of an independent.
    """
    if force != GERMAN or s.tracks.get(HIPPER_FIRED):
        return False
    if s.units[UnitId(s.book.tables.hipper.unit)].box != HAFF or not hq or not s.units[hq].hex:
        return False
    ground = s.book.ground
    return target in ground.haff_reach and ground.commands_haff(s.units[hq].hex, s.counter(hq).range)


@rule("11.4c", "11.4e")
def fire_hipper(s: State) -> None:
    """It has been used for this turn; nothing ever happens to the ship itself."""
    s.track(HIPPER_FIRED, 1)


# --- 2.5.4 Grossdeutschland


def gd_units(s: State) -> tuple[UnitId, ...]:
    """The four units of the corps."""
    return tuple(unit for unit, piece in s.book.pieces.items() if piece.formation == GD)


@rule("2.5.4a", "2.5.4b", "2.5.4c", "2.2.8")
def gd_withdraws(s: State) -> None:
    """The survivors leave at once for their box, wherever they stand, and their command chit with them."""
    leaving = tuple(unit for unit in gd_units(s) if s.units[unit].hex)
    for unit in leaving:
        s.send(unit, GD_BOX)
        s.mark(unit, supply=SUPPLIED)
    s.set(cup=tuple(chit for chit in s.cup if chit != GD_CHIT))
    s.track(GD_WITHDRAWN, 1)
    s.tell(GdWithdrawn(leaving), rule="2.5.4a")
