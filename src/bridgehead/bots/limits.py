"""How much each level of bot considers: positions it may look at, how broadly and how far."""

from __future__ import annotations

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """Bounds of a search. Counted in positions, not in seconds, so that a seed gives one move."""

    per_operation: int
    """Positions visited for one operation at the most."""
    per_phase: int
    """Positions visited in one phase; after them the first gain found is taken, within `beyond`."""
    breadth: int
    """Options of ours tried at the first decision inside an operation; further in, fewer."""
    replies: int
    """Options of the other side tried at each of its decisions inside our operation."""
    dice: int
    """Ways the dice may fall that are gone through one by one: 6 is a die, 36 are two."""
    branches: int
    """Different results of the dice that are followed."""
    foresight: bool
    """Does it weigh what may soon happen (prospects), or only what is (standing)?"""
    depth: int = 10
    beyond: Limits | None = None
    """The limits once a phase has used up its positions."""


RECRUIT = Limits(
    per_operation=60,
    per_phase=400,
    breadth=8,
    replies=2,
    dice=6,
    branches=5,
    foresight=False,
    beyond=Limits(per_operation=3, per_phase=0, breadth=2, replies=1, dice=6, branches=2, foresight=False),
)
LATE = Limits(per_operation=30, per_phase=0, breadth=5, replies=2, dice=6, branches=4, foresight=True)
"""What veteran and general still consider late in a long phase."""
VETERAN = Limits(
    per_operation=400,
    per_phase=3_500,
    breadth=16,
    replies=4,
    dice=36,
    branches=9,
    foresight=True,
    beyond=LATE,
)
GENERAL = Limits(
    per_operation=600,
    per_phase=12_000,
    breadth=24,
    replies=5,
    dice=36,
    branches=11,
    foresight=True,
    beyond=LATE,
)
TRIAL = Limits(
    per_operation=100, per_phase=1_000, breadth=6, replies=2, dice=6, branches=5, foresight=True, beyond=LATE
)
"""How both sides are played when a plan is tried out."""
EXPLAINING = Limits(
    per_operation=60, per_phase=60, breadth=6, replies=2, dice=6, branches=6, foresight=False, depth=4
)
"""How an operation is finished once its dice have fallen, to see what it was for."""
