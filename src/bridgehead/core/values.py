"""The words every room shares: names of things, and the frozen value they are made of."""

from typing import ClassVar, NewType

import msgspec

Hex = NewType("Hex", int)
"""A printed hex number: 2314, and 905 for the hex printed 0905. 0 is no hex."""
Side = NewType("Side", str)
UnitId = NewType("UnitId", str)
ChitId = NewType("ChitId", str)

NOWHERE = Hex(0)

replace = msgspec.structs.replace


class Value(msgspec.Struct, frozen=True, tag=True):
    """A frozen value, saved and loaded under its class name."""

    words: ClassVar[str] = ""
    """How it reads to a player; `{field}` is filled in by name (see words.py)."""


def printed(hex: Hex) -> str:
    """A hex as the map prints it: four digits."""
    return f"{hex:04d}"
