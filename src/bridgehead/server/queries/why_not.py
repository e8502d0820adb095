"""Why something cannot be done."""

from __future__ import annotations

from bridgehead.core.actions import Action
from bridgehead.core.perspective import NOT_YOURS, Perspective
from bridgehead.core.play import MEANS_NOTHING, decision
from bridgehead.core.refusal import No
from bridgehead.core.roles import hexes_in, units_in
from bridgehead.core.values import Hex, UnitId
from bridgehead.server.queries.parsing import BadQuery, click_of
from bridgehead.server.wire import Noun, Why
from bridgehead.toolkit.wargame import WarState


def answer_why_not(perspective: Perspective[WarState], action: Action | None, noun: Noun | None) -> Why:
    """The refusal of an action, or of what a click means in this decision."""
    if action is not None:
        return why(perspective, action, perspective.why_not(action))
    if noun is None:
        raise BadQuery("name an action or what was clicked")
    on = click_of(perspective, noun)
    if on is None:
        return why(perspective, None, MEANS_NOTHING if perspective.decides() else NOT_YOURS)
    return why(perspective, *perspective.clicked(on))


def why(perspective: Perspective[WarState], action: Action | None, no: No | None) -> Why:
    rule = perspective.state.game.rules.get(no.rule) if no is not None else None
    return Why(
        legal=no is None,
        action=action,
        rule=no.rule if no is not None else "",
        title=rule.title if rule is not None else "",
        because=no.because if no is not None else "",
        text=rule.text if rule is not None else "",
        hexes=places(perspective, action, no),
    )


def places(perspective: Perspective[WarState], action: Action | None, no: No | None) -> list[int]:
    """Where to look: what the action names, what is being decided about, where the cause stands."""
    if action is None:
        return []
    hexes = [*places_of(perspective, units_in(action)), *hexes_in(action)]
    if perspective.decides():
        about = decision(perspective.state).about(perspective.state)
        hexes += [*places_of(perspective, (about.unit,)), *about.hexes]
    if no is not None:
        hexes.append(no.hex)
    return [hex for hex in dict.fromkeys(hexes) if hex]


def places_of(perspective: Perspective[WarState], units: tuple[UnitId, ...]) -> list[Hex]:
    """Where units stand, as far as the side knows."""
    found: list[Hex] = []
    for unit in units:
        hexes = {world.units[unit].hex for world in perspective.worlds if unit in world.units}
        if len(hexes) == 1:
            found.extend(hexes)
    return found
