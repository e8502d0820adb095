"""What lies ahead without dice: where several units could go together, and the map after an action."""

from __future__ import annotations

from collections.abc import Sequence

from bridgehead.core.actions import Action, MoveTo, Pick, Place
from bridgehead.core.outcomes import certain
from bridgehead.core.perspective import Perspective
from bridgehead.core.play import deciding, options
from bridgehead.core.values import Hex, UnitId
from bridgehead.core.words import counted
from bridgehead.server.queries.parsing import BadQuery, unit_of
from bridgehead.server.wire import TogetherMessage
from bridgehead.toolkit.wargame import WarState

MOST_TOGETHER = 30
"""No stack is higher."""


def answer_together(perspective: Perspective[WarState], units: Sequence[str]) -> TogetherMessage:
    """The hexes that all of some units could be moved to, each as if it went first."""
    if len(units) > MOST_TOGETHER:
        raise BadQuery(f"No more than {counted(MOST_TOGETHER, 'unit')} can move together")
    reaches = {unit: reach_of(perspective, unit_of(perspective, unit)) for unit in units}
    common = set.intersection(*map(set, reaches.values())) if reaches else set()
    return TogetherMessage(hexes=sorted(common), stuck=[unit for unit, reach in reaches.items() if not reach])


def reach_of(perspective: Perspective[WarState], unit: UnitId) -> frozenset[Hex]:
    if not perspective.decides():
        return frozenset()
    return perspective.common(lambda world: reach_in(world, Pick(unit))) or frozenset()


def reach_in(world: WarState, pick: Pick) -> frozenset[Hex]:
    """The hexes on offer once a unit is picked; none if it cannot be, or if picking it were chancy."""
    after = certain(world, pick) if pick in options(world) else None
    if after is None or deciding(after) != deciding(world):
        return frozenset()
    return frozenset(action.hex for action in options(after) if isinstance(action, MoveTo | Place))


def foreseen(s: WarState, action: Action) -> WarState | None:
    """The position after an option that could be taken and undone again without having learned anything."""
    if action not in options(s):
        return None
    after = certain(s, action)
    harmless = after is not None and after.reveals == s.reveals and after.ended is None
    return after if harmless else None
