"""17.1 Optional fog of war: of an enemy stack only the top unit is seen until it is attacked."""

from __future__ import annotations

from bridgehead.core.rules import rule
from bridgehead.core.values import Side, UnitId
from bridgehead.games.eastprussia1914.model.state import State
from bridgehead.toolkit.hidden import spoken_of


def foggy(s: State) -> bool:
    return s.setting.get("fog") == "on"


@rule("17.1")
def unseen_by(s: State, side: Side | None) -> frozenset[UnitId]:
    """17.1 The units a side may not see: those beneath the top of an enemy stack not yet attacked. Units are
    seen while they are activated, move, attack or retreat: whatever the flow speaks of."""
    if not foggy(s):
        return frozenset()
    attacked = {hex for frame in s.flow for hex in getattr(frame, "attacked", ())}
    beneath = (
        unit
        for hex, stack in s.stacks.items()
        if hex not in attacked
        for unit in stack[:-1]
        if s.units[unit].side != side
    )
    return frozenset(beneath) - spoken_of(s)


@rule("17.1")
def bring_to_top(s: State, unit: UnitId) -> None:
    """17.1 The owner puts a unit on top of its stack."""
    hex = s.units[unit].hex
    beneath = (other for other in s.stacks[hex] if other != unit)
    s.set(stacks={**s.stacks, hex: (*beneath, unit)})
