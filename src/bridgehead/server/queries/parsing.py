"""What a client names in a query: actions, and things that were clicked."""

from __future__ import annotations

from typing import Any

import msgspec

from bridgehead.core.actions import Action
from bridgehead.core.codec import actions_of
from bridgehead.core.perspective import Perspective
from bridgehead.core.values import Hex, Hexside, UnitId
from bridgehead.server.wire import Noun
from bridgehead.toolkit.wargame import AnyWargame, WarState


class BadQuery(ValueError):
    """A query that makes no sense in this game."""


def action_of(game: AnyWargame, sent: dict[str, Any]) -> Action:
    """An action as a client sent it."""
    try:
        action: Action = msgspec.convert(sent, actions_of(game.package), strict=True)
    except msgspec.ValidationError as problem:
        raise BadQuery(f"this is no action of {game.title}: {problem}") from problem
    return action


def click_of(perspective: Perspective[WarState], noun: Noun) -> UnitId | Hex | Hexside | None:
    """What was clicked; None for what is not on the map."""
    if not noun.kind:
        raise BadQuery("name the kind of thing that was clicked")
    try:
        if noun.kind == "unit":
            return unit_of(perspective, msgspec.convert(noun.value, str))
        if noun.kind == "hex":
            return hex_of(perspective, msgspec.convert(noun.value, int))
        if noun.kind == "hexside":
            first, second = msgspec.convert(noun.value, tuple[int, int])
            return hex_of(perspective, first), hex_of(perspective, second)
    except msgspec.ValidationError as problem:
        raise BadQuery(f"this is no {noun.kind}: {problem}") from problem
    return None


def unit_of(perspective: Perspective[WarState], id: str) -> UnitId:
    if any(id not in world.units for world in perspective.worlds):
        raise BadQuery(f"there is no unit {id!r}")
    return UnitId(id)


def hex_of(perspective: Perspective[WarState], number: int) -> Hex:
    if number not in perspective.state.game.board:
        raise BadQuery(f"there is no hex {number} on this map")
    return Hex(number)
