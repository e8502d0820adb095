"""Supply: what a side loses where none comes."""

from __future__ import annotations

from bridgehead.bots.judges.eastprussia1914.figures import Figures
from bridgehead.bots.judges.eastprussia1914.staffs import Staffs
from bridgehead.core.values import Hex, Side
from bridgehead.games.eastprussia1914.model.game import EastPrussia
from bridgehead.games.eastprussia1914.model.state import State
from bridgehead.games.eastprussia1914.rules.supply import (
    Supply,
    closed_to_supply,
    supply_of,
)

CUT_OFF, STARVED = 0.18, 0.3
"""The share of its worth that a unit loses to the judge when it is or will be out of supply."""
STAFF_CUT_OFF, STAFF_STARVED = 5.0, 8.0
"""And what an HQ loses."""
Key = tuple[Side, bytes, tuple[tuple[Hex, str], ...], int, tuple[Hex, ...]]
"""What the supply of a side depends on: what is closed to it, its HQs, the event, destroyed railways."""
MOST_KEPT = 300
"""Maps of supply kept at hand."""


class Supplies:
    """The supply of both sides, worked out once for what it depends on."""

    def __init__(self, game: EastPrussia, figures: Figures, staffs: Staffs) -> None:
        self.game = game
        self.figures = figures
        self.staffs = staffs
        self.known: dict[Key, Supply] = {}

    def starving(self, s: State, side: Side) -> float:
        """What a side's units without supply, or about to be, have lost by it."""
        supply = self.supply(s, side)
        total = 0.0
        counters, fed, staffs_fed = self.game.counters, supply.feeds, supply.feeds_hqs
        hungry = [
            unit
            for unit in s.units.values()
            if unit.side == side and (hex := unit.hex) and not (fed[hex] and staffs_fed[hex])
        ]
        for unit in hungry:
            kind = counters[unit.id].kind
            if kind == "headquarters":
                if not staffs_fed[unit.hex]:
                    total += STAFF_STARVED if unit.supply else STAFF_CUT_OFF
            elif kind != "garrison" and not fed[unit.hex]:
                total += (STARVED if unit.supply else CUT_OFF) * self.figures.of(s, unit).step
        return total

    def supply(self, s: State, side: Side) -> Supply:
        staffs = tuple([(hq.hex, hq.supply) for hq in self.staffs.on_map(s) if hq.side == side])
        key = (side, bytes(closed_to_supply(s, side)), staffs, s.event, s.demolished)
        known = self.known.get(key)
        if known is None:
            if len(self.known) >= MOST_KEPT:
                self.known.clear()
            known = self.known[key] = supply_of(s, side)
        return known
