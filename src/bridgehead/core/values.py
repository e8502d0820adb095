"""The words every room shares: names of things, and the frozen value they are made of."""

from typing import Annotated, ClassVar, NewType

import msgspec

from bridgehead.hexes.grid import NOWHERE, Hex, Hexside, printed

__all__ = [
    "NOWHERE",
    "ChitId",
    "Die",
    "Hex",
    "Hexside",
    "Side",
    "UnitId",
    "Value",
    "Way",
    "printed",
    "replace",
]

Side = NewType("Side", str)
UnitId = NewType("UnitId", str)
ChitId = NewType("ChitId", str)
Die = NewType("Die", int)
"""A natural die, as it fell: what an event tells of chance."""
Way = Annotated[tuple[Hex, ...], "way"]
"""The hexes something went through, in order: what an event tells of a move."""

replace = msgspec.structs.replace


class Value(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A frozen value, saved and loaded under its class name. None holds itself, so no collector need look."""

    words: ClassVar[str] = ""
    """How it reads to a player; `{field}` is filled in by name (see words.py)."""
