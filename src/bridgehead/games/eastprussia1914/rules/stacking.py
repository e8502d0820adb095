"""7.0 Stacking."""

from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side
from bridgehead.games.eastprussia1914.model.data import FOE
from bridgehead.games.eastprussia1914.model.state import COMBAT, HQS, STACK, State, Unit, is_garrison, is_hq

FULL = No("7.1", "two combat units are already in that hex")
HQ_THERE = No("7.1", "an HQ is already in that hex")
MIXED = No("7.4", "units of both sides may not share a hex")


@rule("7.1", "7.2", "7.4")
def why_not_stack(s: State, unit: Unit, hex: Hex) -> No | None:
    """7.1 May a unit end in a hex? Two combat units and one HQ of one side; garrisons do not count."""
    if s.ledger[COMBAT[FOE[unit.side]]][hex]:
        return MIXED
    limits = s.tables.file.stacking
    if is_hq(s, unit):
        return HQ_THERE if s.ledger[HQS[unit.side]][hex] >= limits.hqs else None
    if is_garrison(s, unit):
        return None
    return FULL if s.ledger[STACK[unit.side]][hex] >= limits.combat_units else None


@rule("7.2")
def full_hexes(s: State, unit: Unit) -> tuple[bytearray, int]:
    """7.2 Where stacking stops a unit: the count of its kind by hex, and the number that is full."""
    limits = s.tables.file.stacking
    if is_hq(s, unit):
        return s.ledger[HQS[unit.side]], limits.hqs
    return s.ledger[STACK[unit.side]], limits.combat_units


@rule("7.1")
def crowded(s: State, hex: Hex, side: Side) -> bool:
    """7.1 Are there more units of a side in a hex than may stay?"""
    limits = s.tables.file.stacking
    return s.ledger[STACK[side]][hex] > limits.combat_units or s.ledger[HQS[side]][hex] > limits.hqs
