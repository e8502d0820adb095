"""What a value speaks of, told by the types of its fields: units, hexes, hexsides, dice, chits.

A field's name says it to readers, its type to programs. Whoever asks which units an event names or which hex
an action aims at asks here; nobody reads field names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

import msgspec

from bridgehead.core.values import NOWHERE, ChitId, Die, Hex, Hexside, UnitId, Value, Way

Role = NewType | type
"""A type that names things: `UnitId`, `Hex`, `Hexside`, `Die`, `ChitId`."""


def units_in(value: msgspec.Struct) -> tuple[UnitId, ...]:
    """The units a value names, in the order of its fields."""
    return tuple(found_in(value, UnitId))


def names_unit(value: msgspec.Struct) -> bool:
    """Is it about a unit, whichever?"""
    return bool(fields_of(type(value), UnitId))


def hexes_in(value: msgspec.Struct) -> tuple[Hex, ...]:
    """The hexes a value names, those at the ends of a hexside last."""
    ends = [hex for side in found_in(value, Hexside) for hex in side]
    return tuple(hex for hex in (*found_in(value, Hex), *ends) if hex)


def dice_in(value: msgspec.Struct) -> tuple[Die, ...]:
    """The natural dice an event tells of."""
    return tuple(found_in(value, Die))


def chits_in(value: msgspec.Struct) -> tuple[ChitId, ...]:
    return tuple(found_in(value, ChitId))


def way_of(value: msgspec.Struct) -> tuple[Hex, ...]:
    """The hexes something went through, where an event tells of a move."""
    field = way_field(type(value))
    return getattr(value, field) if field else ()


@cache
def way_field(kind: type[msgspec.Struct]) -> str:
    hints = get_type_hints(kind, include_extras=True)
    return next((name for name in kind.__struct_fields__ if hints[name] == Way), "")


def hexside_of(value: msgspec.Struct) -> Hexside | None:
    """The hexside a value names."""
    return next(found_in(value, Hexside), None)


def place_of(value: msgspec.Struct) -> Hex:
    """The hex an action aims at or an event happened in: the first it names, or nowhere."""
    fields = fields_of(type(value), Hex)
    if len(fields) == 1:
        named = getattr(value, fields[0])
        if isinstance(named, int):
            return Hex(named)
    return next((hex for hex in found_in(value, Hex) if hex), NOWHERE)


def found_in(value: msgspec.Struct, role: Any) -> Iterator[Any]:
    hints = hints_of(type(value))
    for name in fields_of(type(value), role):
        yield from picked(hints[name], getattr(value, name), role)


@cache
def hints_of(kind: type[msgspec.Struct]) -> Mapping[str, Any]:
    """The types of a value's fields."""
    return get_type_hints(kind)


@cache
def fields_of(kind: type[msgspec.Struct], role: Any) -> tuple[str, ...]:
    """The fields in which values of a kind name something of a role."""
    hints = hints_of(kind)
    return tuple(name for name in kind.__struct_fields__ if holds(hints[name], role))


def holds(hint: Any, role: Any) -> bool:
    return hint == role or (hint != Hexside and any(holds(each, role) for each in get_args(hint)))


def picked(hint: Any, value: Any, role: Any) -> Iterator[Any]:
    """What a field of a type holds of a role."""
    if hint == role:
        if value not in ("", None):
            yield value
        return
    if value is None or not holds(hint, role):
        return
    inner = get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        yield from picked(next(each for each in inner if holds(each, role)), value, role)
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from picked(inner[0], key, role)
            yield from picked(inner[1], each, role)
    elif isinstance(value, tuple) and inner[-1] is not Ellipsis:
        for kind, each in zip(inner, value, strict=True):
            yield from picked(kind, each, role)
    else:
        for each in value:
            yield from picked(inner[0], each, role)


@cache
def noun_of(verb: type[Value]) -> Any:
    """The type of an action's one noun; None for a verb without one or with several."""
    fields = verb.__struct_fields__
    return hints_of(verb)[fields[0]] if len(fields) == 1 else None


def name_of_noun(verb: type[Value]) -> str:
    """The field of an action's one noun."""
    return verb.__struct_fields__[0] if len(verb.__struct_fields__) == 1 else ""
