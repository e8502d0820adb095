"""11.4 Admiral Hipper, and 2.5.4 the Grossdeutschland Corps: rules of one unit each."""

from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import ChitId, Hex, UnitId
from bridgehead.games.koenigsberg1945.model.data import GERMAN
from bridgehead.games.koenigsberg1945.model.events import GdWithdrawn, HipperArrives
from bridgehead.games.koenigsberg1945.model.state import GD_BOX, HAFF, SUPPLIED, State

HIPPER_FIRED = "hipper_fired"
"""Track: the cruiser has fired this turn."""
GD = "GD"
GD_CHIT = ChitId("c_gd")
GD_WITHDRAWN = "gd_withdrawn"
"""Track: 0 on the map, 1 in the Grossdeutschland box, 2 back again."""

HIPPER_AWAY = No("11.4a", "Admiral Hipper is not in the Frisches Haff")
HIPPER_NOT_ACTIVATED = No("11.4c", "this HQ did not have the Frisches Haff in command range when activated")
HIPPER_HAS_FIRED = No("11.4c", "Admiral Hipper has already fired this turn")
HIPPER_TOO_FAR = No("11.4b", "the target is out of Admiral Hipper's range from the Frisches Haff")
HIPPER_ALONE = No("11.4e", "Admiral Hipper can't attack alone: select a ground unit first")

# --- 11.4 Admiral Hipper


@rule("11.4a")
def hipper_arrives(s: State) -> None:
    """The cruiser enters the Frisches Haff and stays; nothing can keep it out."""
    unit = UnitId(s.tables.hipper.unit)
    s.send(unit, HAFF)
    s.tell(HipperArrives(unit), rule="11.4a")


@rule("11.4c", "11.4d")
def activates_hipper(s: State, hq: UnitId) -> bool:
    """Does a German headquarters reach the Haff with the cruiser in it, at the moment it is activated?"""
    piece = s.counter(hq)
    if piece.camp != GERMAN or s.units[UnitId(s.tables.hipper.unit)].box != HAFF:
        return False
    return s.game.ground.commands_haff(s.units[hq].hex, piece.range)


@rule("11.4b", "11.4c", "11.4e", "11.4f", "11.4g")
def why_not_hipper(s: State, activated: bool, target: Hex) -> No | None:
    """Once a turn, activated by a headquarters in reach, at a hex within two of the Haff.

    It lends its strength to an attack of units and takes no slot of an independent.
    """
    if s.units[UnitId(s.tables.hipper.unit)].box != HAFF:
        return HIPPER_AWAY
    if not activated:
        return HIPPER_NOT_ACTIVATED
    if s.tracks.get(HIPPER_FIRED):
        return HIPPER_HAS_FIRED
    return None if target in s.game.ground.haff_reach else HIPPER_TOO_FAR


@rule("11.4c", "11.4e")
def fire_hipper(s: State) -> None:
    """It has been used for this turn; nothing ever happens to the ship itself."""
    s.track(HIPPER_FIRED, 1)


# --- 2.5.4 Grossdeutschland


def gd_units(s: State) -> tuple[UnitId, ...]:
    """The four units of the corps."""
    return tuple(unit for unit, piece in s.game.counters.items() if piece.formation == GD)


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
