"""Why something cannot be done."""

from __future__ import annotations

from typing import cast

import msgspec

from bridgehead.core.actions import Action
from bridgehead.core.codec import actions_of
from bridgehead.core.play import decision, options, why_not
from bridgehead.core.refusal import NOT_NOW, No
from bridgehead.core.values import UnitId
from bridgehead.server.presenters.games import AnyGame
from bridgehead.server.presenters.position import noun_of
from bridgehead.server.queries.perspective import BadQuery, Perspective
from bridgehead.server.wire import Noun, Why

UNSEEN = No("", "something you cannot see stands against it, or it is not among the choices of this decision")
NOT_YOURS = No("", "it is not yours to decide now")


def answer_why_not(perspective: Perspective, action: Action | None, noun: Noun | None) -> Why:
    """The most particular refusal of an action, or of anything that could be done with what was clicked."""
    game = perspective.state.game
    if action is None and noun is None:
        raise BadQuery("name an action or what was clicked")
    tried = [action] if action is not None else actions_with(game, cast("Noun", noun))
    if not tried:
        return why(perspective, None, NOT_NOW)
    if not perspective.decides():
        return why(perspective, tried[0], NOT_YOURS)
    offered = options(perspective.state)
    for each in tried:
        if each in offered:
            return why(perspective, each, None)
    verbs = {type(each) for each in offered}
    answers = [(each, refusal(perspective, each)) for each in tried]
    said, no = max(answers, key=lambda answer: particular(answer[1], type(answer[0]) in verbs))
    return why(perspective, said, no)


def refusal(perspective: Perspective, action: Action) -> No:
    """The refusal in every world the side could be in, or one that tells nothing."""
    no = perspective.common(lambda world: why_not(world, action))
    return no if no is not None else UNSEEN


def particular(no: No, in_use: bool) -> tuple[bool, bool, int, int]:
    """How much a refusal says: better one with a rule, of a verb in use, deep in the book, and long."""
    return bool(no.rule), in_use, no.rule.count("."), len(no.because) if no not in (NOT_NOW, UNSEEN) else 0


def actions_with(game: AnyGame, noun: Noun) -> list[Action]:
    """What the game's verbs could do with something on the board."""
    if not noun.kind:
        raise BadQuery("name the kind of thing that was clicked")
    found: list[Action] = []
    for verb in actions_of(game.package).__args__:
        fields = verb.__struct_fields__
        if noun_of(verb) == noun.kind and len(fields) == 1:
            try:
                found.append(msgspec.convert({"type": verb.__name__, noun.kind: noun.value}, verb))
            except msgspec.ValidationError as problem:
                raise BadQuery(f"this is no {noun.kind}: {problem}") from problem
    return found


def why(perspective: Perspective, action: Action | None, no: No | None) -> Why:
    game = perspective.state.game
    rule = game.rules.get(no.rule) if no is not None else None
    return Why(
        legal=no is None,
        action=action,
        rule=no.rule if no is not None else "",
        title=rule.title if rule is not None else "",
        because=no.because if no is not None else "",
        text=rule.text if rule is not None else "",
        hexes=hexes_of(perspective, action),
    )


def hexes_of(perspective: Perspective, action: Action | None) -> list[int]:
    """Where to look: the hex of an action, and where the unit it names or that is being moved stands."""
    if action is None:
        return []
    found: list[int] = []
    spoken_of = (
        (action, decision(perspective.state))
        if perspective.decides() and perspective.state.flow
        else (action,)
    )
    for value in spoken_of:
        unit = UnitId(getattr(value, "unit", ""))
        hexes = {world.units[unit].hex for world in perspective.worlds if unit in world.units}
        if len(hexes) == 1:
            found.extend(hexes)
        hex = getattr(value, "hex", 0)
        found.extend(getattr(value, "hexside", ()) or ([hex] if isinstance(hex, int) else []))
    return [hex for hex in dict.fromkeys(found) if hex]
