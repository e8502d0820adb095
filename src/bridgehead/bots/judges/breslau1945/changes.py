"""What changed since a position was counted: found once for all that counts by it."""

from __future__ import annotations

from bridgehead.bots.evaluation import differences
from bridgehead.games.breslau1945.model.state import State, Unit

Changes = list[tuple[int, Unit]] | None
"""Units by their place in a list of all; None where too many changed."""


def listed(s: State) -> list[Unit]:
    """All units; the same list for all that asks in one position."""
    known: list[Unit] | None = s.memo.get("listed")
    if known is None:
        known = s.memo["listed"] = list(s.units.values())
    return known


def changed_since(s: State, before: list[Unit]) -> Changes:
    """The units that are not what they were."""
    known: tuple[list[Unit], Changes] | None = s.memo.get("changed")
    if known is None or known[0] is not before:
        known = s.memo["changed"] = (before, differences(s.units, before))
    return known[1]
