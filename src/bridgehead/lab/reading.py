"""What the lab understands of an event, whatever the game: by the names of its fields alone.

- dice: `die`, `dice`, `first` with `second`, and every field that ends in `_die`
- place: `hex` or `target` (the first of several)
- result: `result`, `cell`, `outcome`, or `attacker` with `defender`
- column: `column`, or else `odds`, `strength`, `sp`, `number`, `value`
- who acts: `side`, or else the owner of `attackers`, `guns`, `firers`, `units`, `unit`
- a chit: `chit`; an event of the game: `title`, `letter` or `event`

An event with dice, a place and a result is a fight. One with dice and nothing else, told while a hex is
being attacked, is a fight without a known result; every other is a roll. What a game does not tell stays
empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from bridgehead.core.events import Event
from bridgehead.toolkit.wargame import WarState as State

PLACES = ("hex", "target")
RESULTS = ("result", "cell", "outcome")
COLUMNS = ("column", "odds", "strength", "sp", "number", "value")
TROOPS = ("attackers", "guns", "firers", "units", "unit")
HAPPENINGS = ("title", "letter", "event")
TEXTS = ("text", "about")


class Reading(msgspec.Struct, frozen=True):
    """The fields of one kind of event that the lab reads."""

    dice: tuple[str, ...] = ()
    place: str = ""
    results: tuple[str, ...] = ()
    column: str = ""
    troops: str = ""
    side: bool = False
    attack: bool = False
    chit: bool = False
    happening: str = ""

    @property
    def fight(self) -> bool:
        return bool(self.dice and self.place and self.results)


@cache
def reading(kind: type[Event]) -> Reading:
    """What can be read from events of a kind."""
    fields = kind.__struct_fields__
    dice = tuple(name for name in fields if name in ("die", "dice") or name.endswith("_die"))
    if not dice and "first" in fields and "second" in fields and "number" not in fields:
        dice = ("first", "second")
    results = tuple(name for name in RESULTS if name in fields)[:1]
    if not results and "attacker" in fields and "defender" in fields:
        results = ("attacker", "defender")
    rolls = bool(dice) or "roll" in fields
    return Reading(
        dice=dice,
        place=one_of(PLACES, fields),
        results=results,
        column=one_of(COLUMNS, fields),
        troops=one_of(TROOPS, fields),
        side="side" in fields,
        attack="attack" in fields and "defence" in fields,
        chit="chit" in fields,
        happening=one_of(HAPPENINGS, fields) if rolls or any(t in fields for t in TEXTS) else "",
    )


def one_of(names: tuple[str, ...], fields: tuple[str, ...]) -> str:
    return next((name for name in names if name in fields), "")


def dice_in(event: Event) -> list[int]:
    """The natural dice an event tells of."""
    found: list[int] = []
    for name in reading(type(event)).dice:
        value = getattr(event, name)
        found.extend(value if isinstance(value, tuple) else (value,))
    return [die for die in found if isinstance(die, int) and 1 <= die <= 6]


def place_in(event: Event) -> int:
    """The hex an event tells of, 0 if none."""
    name = reading(type(event)).place
    value: Any = getattr(event, name) if name else 0
    if isinstance(value, tuple):
        value = value[0] if value else 0
    return value if isinstance(value, int) else 0


def result_in(event: Event) -> str:
    """The result on the table, as the log words it."""
    return " / ".join(str(getattr(event, name)) for name in reading(type(event)).results)


def column_in(event: Event) -> str:
    name = reading(type(event)).column
    return str(getattr(event, name)) if name else ""


def side_in(
    s: State, event: Event, sides: tuple[str, ...], otherwise: str, camp: Mapping[str, str] = {}
) -> str:
    """Who acts: named, or the owner of the troops, or the one who does not stand in the hex.

    Where sides share a camp, `sides` are the camps.
    """
    known = reading(type(event))
    named = camp_of(getattr(event, "side", None), camp) if known.side else ""
    if named in sides:
        return named
    several = known.troops and known.troops != "unit"
    if several or (known.troops and not known.fight):
        value: Any = getattr(event, known.troops)
        first = value[0] if isinstance(value, tuple) and value else value
        if isinstance(first, str) and first in s.units:
            return camp_of(s.units[first].side, camp)  # type: ignore[index]
    standing = s.units_in(place_in(event)) if known.fight else []  # type: ignore[arg-type]
    if standing and len(sides) == 2:
        owner = camp_of(standing[0].side, camp)
        return next(side for side in sides if side != owner)
    return camp_of(otherwise, camp)


def camp_of(side: str | None, camp: Mapping[str, str]) -> str:
    return camp.get(side, side) if side else ""


def happening_in(event: Event) -> str:
    """The chit or the event of the game that an event tells of."""
    known = reading(type(event))
    if known.chit:
        return str(event.chit)  # type: ignore[attr-defined]
    return str(getattr(event, known.happening)) if known.happening else ""
