"""Sentences from values: prompts, options and log lines by the templates the values carry."""

from string import Formatter
from typing import Any

import msgspec

from bridgehead.core.events import Told
from bridgehead.core.flow import Decision
from bridgehead.core.game import Game
from bridgehead.core.values import Value, printed

HEXES = {"hex", "here", "to", "target", "path", "hexes", "start", "hexside"}
"""Fields whose numbers are hexes."""


def say(game: Game[Any], value: Value) -> str:
    """A value in words: its template filled with the names of what it speaks of."""
    template = type(value).words
    if not template:
        return type(value).__name__
    fields = {name: named(game, name, getattr(value, name)) for name in fields_in(template)}
    said = template.format(**fields)
    return said[:1].upper() + said[1:]


def named(game: Game[Any], field: str, value: Any) -> str:
    """One field of a value, as a player calls it."""
    if isinstance(value, (tuple, list)):
        joint = "–" if field == "hexside" else ", "
        return joint.join(named(game, field, each) for each in value) or "nothing"
    if field in HEXES and isinstance(value, int):
        return printed_with_name(game, value)
    if isinstance(value, str):
        return game.names.get(value, value) or "a hidden unit"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Value):
        return say(game, value)
    if isinstance(value, msgspec.Struct):
        return str(value)
    return "nobody" if value is None else str(value)


def printed_with_name(game: Game[Any], hex: int) -> str:
    """A hex with the place in it, where the game names one (under its printed number in `names`)."""
    number = printed(hex)  # type: ignore[arg-type]
    place = game.names.get(number)
    return f"{place} {number}" if place else number


def prompt(game: Game[Any], decision: Decision) -> str:
    """Who decides what, under which rule."""
    who = game.names.get(decision.side, decision.side)
    rule = f" {decision.under}" if decision.under else ""
    return f"{who}: {say(game, decision)[:1].lower()}{say(game, decision)[1:]}.{rule}"


def line(game: Game[Any], told: Told) -> str:
    """A log line with its rule."""
    return say(game, told.event) + (f" {told.rule}" if told.rule else "")


def fields_in(template: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(template) if name]
