"""Supply to come: what a camp loses where no line reaches it."""

from __future__ import annotations

from typing import Any

from bridgehead.bots.judges.koenigsberg1945.figures import Figures
from bridgehead.core.values import Side
from bridgehead.games.koenigsberg1945.data import camp_of
from bridgehead.games.koenigsberg1945.supply import closed_to_supply, supply_map

CUT_OFF, REGAINED = 0.25, 0.15
"""Shares of a unit's worth lost where no supply comes and won back where it comes again."""
MOST_LINES = 4000
"""Maps of supply kept at hand."""


class Supplies:
    """The supply of both camps, worked out once for what it depends on."""

    def __init__(self, figures: Figures) -> None:
        self.masses = figures.masses
        self.lines: dict[tuple[Side, bytes, frozenset[int]], list[int]] = {}

    def cut_off(self, s: Any, camp: Side) -> float:
        """What a camp will lose where no supply reaches it, less what it will regain."""
        supplied = self.supplied(s, camp)
        total = 0.0
        for unit in s.units.values():
            hex = unit.hex
            if hex and camp_of(unit.side) == camp and (supplied[hex] < 0 or unit.supply):
                mass = self.masses[unit.id]
                total += CUT_OFF * mass if supplied[hex] < 0 else -REGAINED * mass
        return total

    def supplied(self, s: Any, camp: Side) -> list[int]:
        """By hex: below 0 where no supply comes."""
        key = (camp, bytes(closed_to_supply(s, camp)), s.conquered)
        known = self.lines.get(key)
        if known is None:
            if len(self.lines) > MOST_LINES:
                self.lines.clear()
            known = self.lines[key] = supply_map(s, camp).tolist()
        return known
