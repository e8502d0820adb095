"""What a side hears of what happened: secret events left out, hidden counters without their names."""

from collections.abc import Iterable
from typing import Any, TypeVar

from bridgehead.core.events import Told
from bridgehead.core.state import AnyState
from bridgehead.core.values import Side, Value, replace

V = TypeVar("V", bound=Value)

UNKNOWN = ""
"""Stands for the id of a counter the listener cannot see."""


def hidden_from(s: AnyState, side: Side | None) -> frozenset[str]:
    """The units of which a side sees at most the back."""
    hidden: frozenset[str] = s.game.view(s, side).hidden
    return hidden


def heard(log: Iterable[Told], side: Side | None, before: AnyState, after: AnyState) -> list[Told]:
    """The events a side hears of between two positions. What it can see before or after keeps its name."""
    hidden = hidden_from(before, side) & hidden_from(after, side)
    return [
        Told(without(told.event, hidden), told.rule, told.only) if hidden else told
        for told in log
        if told.known_to(side)
    ]


def without(told: V, hidden: frozenset[str]) -> V:
    """An event or an action with the ids of hidden units blotted out."""
    changed = {}
    for name in told.__struct_fields__:
        value = getattr(told, name)
        blotted = blot(value, hidden)
        if blotted != value:
            changed[name] = blotted
    return replace(told, **changed) if changed else told


def blot(value: Any, hidden: frozenset[str]) -> Any:
    if isinstance(value, str):
        return UNKNOWN if value in hidden else value
    if isinstance(value, tuple):
        return tuple(blot(each, hidden) for each in value)
    if isinstance(value, frozenset):
        return frozenset(blot(each, hidden) for each in value)
    if isinstance(value, dict):
        return {blot(key, hidden): blot(each, hidden) for key, each in value.items()}
    return value
