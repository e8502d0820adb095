"""7.0 Stacking: two combat units and one headquarters in a hex."""

from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.koenigsberg1945.model.state import ANY, COMBAT, State

STACK_FULL = No("7.0a", "exceeds the stacking limit for combat units")
SECOND_HQ = No("7.0a", "exceeds the stacking limit for HQs")


@rule("7.0a", "7.0c", "2.1.4d")
def why_not_stack(s: State, unit: UnitId, hex: Hex) -> No | None:
    """May the unit end there? Garrisons and Volkssturm count, units of both Fronts count together."""
    piece = s.counter(unit)
    limit = s.tables.stacking
    here = s.units[unit].hex == hex
    combat = s.ledger[COMBAT[piece.camp]][hex]
    if piece.combat:
        return STACK_FULL if combat - here >= limit.combat_units else None
    hqs = s.ledger[ANY[piece.camp]][hex] - combat
    return SECOND_HQ if hqs - here >= limit.headquarters else None


def room(s: State, unit: UnitId) -> tuple[bytearray, bytearray | None, int]:
    """What to count against the limit for a unit: this ledger, less that one, must stay below the number."""
    piece = s.counter(unit)
    limit = s.tables.stacking
    combat = s.ledger[COMBAT[piece.camp]]
    if piece.combat:
        return combat, None, limit.combat_units
    return s.ledger[ANY[piece.camp]], combat, limit.headquarters


@rule("7.0b")
def overstacked(s: State, camp: Side, hex: Hex) -> bool:
    """Does a hex hold more than it may?"""
    limit = s.tables.stacking
    combat = s.ledger[COMBAT[camp]][hex]
    return combat > limit.combat_units or s.ledger[ANY[camp]][hex] - combat > limit.headquarters
