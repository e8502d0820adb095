"""Routes, overlays and reminders: what a side asks about the position before it acts."""

from __future__ import annotations

from bridgehead.core.actions import Action
from bridgehead.core.perspective import Perspective
from bridgehead.core.play import decision
from bridgehead.core.values import NOWHERE, UnitId
from bridgehead.server.queries.parsing import BadQuery, hex_of, unit_of
from bridgehead.server.wire import OverlayMessage, ReminderLine, RouteMessage
from bridgehead.toolkit.wargame import WarState


def answer_route(perspective: Perspective[WarState], action: Action) -> RouteMessage:
    nowhere = RouteMessage(hexes=[], costs=[], stops=False)
    if not perspective.decides():
        return nowhere
    route = perspective.common(lambda world: decision(world).route(world, action))
    if route is None:
        return nowhere
    return RouteMessage(hexes=list(route.hexes), costs=list(route.costs), stops=route.stops)


def answer_overlay(perspective: Perspective[WarState], name: str, hex: int, unit: str) -> OverlayMessage:
    """What is the same in every world the side could be in."""
    overlays = perspective.state.game.overlays
    if name not in overlays:
        raise BadQuery(f"Unknown overlay {name}; choose {' or '.join(overlays) or 'none'}")
    at = hex_of(perspective, hex) if hex else NOWHERE
    of = unit_of(perspective, unit) if unit else UnitId("")
    first, *others = (overlays[name](world, perspective.side, at, of) for world in perspective.worlds)
    return OverlayMessage(
        name=name,
        title=first.title,
        hexes={
            where: label
            for where, label in first.hexes.items()
            if all(other.hexes.get(where) == label for other in others)
        },
        lines=[[*line] for line in first.lines if all(line in other.lines for other in others)],
    )


def answer_reminders(perspective: Perspective[WarState]) -> list[ReminderLine]:
    if not perspective.decides():
        return []
    world = perspective.worlds[0]
    return [
        ReminderLine(words=each.words, hex=each.hex, unit=each.unit, duty=each.duty)
        for each in decision(world).reminders(world)
    ]
