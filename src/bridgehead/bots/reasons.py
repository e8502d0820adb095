"""Why a bot does what it does, in a sentence or two and in figures."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bridgehead.bots.operations import Line, Lookout
from bridgehead.core.actions import Action
from bridgehead.core.play import deciding, options, push
from bridgehead.core.state import State
from bridgehead.core.words import say


class Reason(msgspec.Struct, frozen=True):
    """A move explained."""

    plan: tuple[str, ...]
    """The course it belongs to, step by step."""
    why: str
    gain: float
    alternatives: tuple[tuple[str, float], ...]
    """What else was weighed, with what it would have gained."""


def reason_for(world: State, line: Line, gains: Mapping[Action, float], look: Lookout) -> Reason:
    """What a course is for: the term of the judge that it betters most."""
    game = world.game
    before = {term.name: term.worth for term in look.terms(world, look.side)}
    after = {term.name: term for term in look.terms(carried_out(world, line, look), look.side)}
    gained = {name: term.worth - before.get(name, 0.0) for name, term in after.items()}
    main = max(gained, key=lambda name: gained[name], default="")
    steps = tuple(say(game, action) for action in line.actions)
    why = "Nothing here gains anything." if not main or gained[main] <= 0 else f"It {after[main].phrase}."
    others = sorted(
        ((action, worth) for action, worth in gains.items() if action != line.actions[0]), key=second
    )
    alternatives = tuple((say(game, action), round(worth, 2)) for action, worth in others[:3])
    return Reason(steps, why, round(sum(gained.values()), 2), alternatives)


def second(pair: tuple[Action, float]) -> float:
    return -pair[1]


def carried_out(world: State, line: Line, look: Lookout) -> State:
    """The position after a course, as far as it is ours to carry out."""
    then = world.clone()
    for action in line.actions:
        if deciding(then) != look.side or action not in options(then):
            break
        push(then, action)
    return then
