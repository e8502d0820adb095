"""13.0 Fortresses and their garrisons."""

from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side
from bridgehead.games.eastprussia1914.model.state import State


@rule("13.1", "13.2", "13.4")
def owned_fortress(s: State, hex: Hex, side: Side) -> bool:
    """13.1 Is a hex a fortress of that side which it has never lost?"""
    return hex in s.ground.fortresses and s.ground.home[hex] == side and hex not in s.fallen
