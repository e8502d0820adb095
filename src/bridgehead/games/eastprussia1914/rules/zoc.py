"""5.0 Zones of control."""

from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side
from bridgehead.games.eastprussia1914.model.state import COMBAT, EZOC, State


@rule("5.2a", "5.6")
def in_enemy_zoc(s: State, hex: Hex, side: Side) -> bool:
    """5.2 Is a hex in the ZOC of the enemy of a side? The ledger keeps it (see state.account)."""
    return bool(s.ledger[EZOC[side]][hex])


@rule("5.7")
def hq_may_enter(s: State, hex: Hex, side: Side) -> bool:
    """5.7 An HQ enters an EZOC hex only where a friendly combat unit already is."""
    return not s.ledger[EZOC[side]][hex] or bool(s.ledger[COMBAT[side]][hex])
