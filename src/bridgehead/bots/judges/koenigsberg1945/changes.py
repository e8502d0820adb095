"""What changed since a position looked at before: many sums ask, it is worked out once."""

from __future__ import annotations

import msgspec

from bridgehead.bots.evaluation import differences
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.koenigsberg1945.model.state import State, Unit

Key = tuple[tuple[Unit, ...], tuple[tuple[UnitId, ...] | None, ...]]


class Changes(msgspec.Struct, frozen=True, gc=False):
    """The units that are not what they were."""

    before: list[Unit]
    """All units, as they were."""
    found: list[tuple[int, Unit]]
    """By place, as they are."""
    key: Key
    """What a sum over the position depends on beside what was before: the changed units, and the order of
    the stacks they are in, since sums of fractions depend on it."""


def units_of(s: State) -> list[Unit]:
    """All units as they stand: one list for all who ask before the next change."""
    known: list[Unit] | None = s.memo.get("all units")
    if known is None:
        known = s.memo["all units"] = list(s.units.values())
    return known


def changes(s: State, before: list[Unit]) -> Changes | None:
    """What changed; None if it is too much to bother."""
    known: Changes | None = s.memo.get("changes")
    if known is None or known.before is not before:
        found = differences(s.units, before)
        if found is None:
            return None
        units = tuple([unit for _, unit in found])
        stacks = tuple([s.stacks.get(unit.hex) for unit in units])
        known = s.memo["changes"] = Changes(before, found, (units, stacks))
    return known


def hexes_of(changed: Changes) -> set[Hex]:
    """Where the changed units stand and stood; off the map is among them."""
    before = changed.before
    return {unit.hex for _, unit in changed.found} | {before[at].hex for at, _ in changed.found}
