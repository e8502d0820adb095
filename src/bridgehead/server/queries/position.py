"""Routes, overlays and reminders: what a side asks about the position before it acts."""

from __future__ import annotations

from bridgehead.core.actions import Action
from bridgehead.core.game import Overlay
from bridgehead.core.play import decision
from bridgehead.core.values import Hex, UnitId
from bridgehead.server.queries.perspective import BadQuery, Perspective
from bridgehead.server.wire import OverlayMessage, ReminderLine, RouteMessage


def answer_route(perspective: Perspective, action: Action) -> RouteMessage:
    way = (
        perspective.common(lambda world: decision(world).route(world, action))
        if perspective.decides()
        else None
    )
    if way is None:
        return RouteMessage(hexes=[], costs=[], stops=False)
    return RouteMessage(hexes=list(way.hexes), costs=list(way.costs), stops=way.stops)


def answer_overlay(perspective: Perspective, name: str, hex: int, unit: str) -> OverlayMessage:
    """What is the same in every world the side could be in."""
    overlays = perspective.state.game.overlays
    if name not in overlays:
        raise BadQuery(f"there is no overlay {name!r}; there is {', '.join(overlays) or 'none'}")
    if hex and hex not in perspective.state.game.board:
        raise BadQuery(f"there is no hex {hex} on this map")
    if unit and any(unit not in world.units for world in perspective.worlds):
        raise BadQuery(f"there is no unit {unit!r}")
    found: list[Overlay] = [
        overlays[name](world, perspective.side, Hex(hex), UnitId(unit)) for world in perspective.worlds
    ]
    first, *others = found
    hexes: dict[int, str] = {
        where: label
        for where, label in first.hexes.items()
        if all(other.hexes.get(where) == label for other in others)
    }
    lines: list[list[int]] = [[*line] for line in first.lines if all(line in other.lines for other in others)]
    return OverlayMessage(name=name, title=first.title, hexes=hexes, lines=lines)


def answer_reminders(perspective: Perspective) -> list[ReminderLine]:
    if not perspective.decides():
        return []
    world = perspective.worlds[0]
    return [
        ReminderLine(words=each.words, hex=each.hex, unit=each.unit, duty=each.duty)
        for each in decision(world).reminders(world)
    ]
