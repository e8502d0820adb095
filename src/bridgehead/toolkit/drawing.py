"""How a game's counters and map are drawn and what that means: `drawing.toml`.

Nothing here is a rule: colours and short names of formations, whose a mark is, the words of the key.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Livery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What tells the counters of a formation from others of its force."""

    band: str
    """Its short name, on the colour band."""
    colour: str
    """The band's colour, #rrggbb."""
    stripe: str = ""
    """A second colour beside it, for formations of one parent."""


PLAIN = Livery("", "")


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What something drawn means."""

    words: str
    rule: str = ""


class Sample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A counter shown in the key."""

    unit: str
    words: str
    rule: str = ""
    shown: Mapping[str, bool | int | str] = {}
    """In what condition it is shown, where not as it begins."""


class Drawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    formation: Mapping[str, Mapping[str, Livery]] = {}
    """Liveries by force and formation."""
    ground: Mapping[str, str] = {}
    """Grounds of counters that are not their nationality's, by force or kind."""
    bridges: tuple[str, ...] = ("road", "railroad")
    """What counts as a bridge where it crosses water at a hexside: roads, railroads."""
    values: tuple[str, ...] = ()
    """What the printed values of a counter are, in their order."""
    owner: Mapping[str, str] = {}
    """Marks on the map by whose they are: a nationality, or two joined by `+` for one that changes hands."""
    key: Mapping[str, Note] = {}
    """What is drawn on the map and on counters, by the word it is drawn by."""
    counter: tuple[Sample, ...] = ()
    """Counters shown in the key."""

    def livery(self, force: str, formation: str) -> Livery:
        return self.formation.get(force, {}).get(formation, PLAIN)


UNDRAWN = Drawing()
"""For games that say nothing of it."""
