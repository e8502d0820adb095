"""Sentences from values: prompts, options and log lines by the templates the values carry."""

from string import Formatter
from typing import Any

import msgspec

from bridgehead.core.events import Told
from bridgehead.core.flow import Decision
from bridgehead.core.game import AnyGame
from bridgehead.core.roles import fields_of, hints_of
from bridgehead.core.values import Hex, Hexside, Value, printed


def say(game: AnyGame, value: Value) -> str:
    """A value in words: its template filled with the names of what it speaks of."""
    template = type(value).words
    if not template:
        return type(value).__name__
    fields = {name: field_named(game, value, name) for name in fields_in(template)}
    said = template.format(**fields)
    return said[:1].upper() + said[1:]


def field_named(game: AnyGame, value: msgspec.Struct, name: str) -> str:
    """One field of a value, as a player calls it; its type says whether its numbers are hexes."""
    kind, held = type(value), getattr(value, name)
    if hints_of(kind).get(name) == Hexside:
        return "–".join(printed_with_name(game, hex) for hex in held)
    if name in fields_of(kind, Hex):
        return hexes_named(game, held)
    return named(game, held)


def hexes_named(game: AnyGame, held: Any) -> str:
    if isinstance(held, (tuple, list)):
        return ", ".join(hexes_named(game, each) for each in held) or "nothing"
    return printed_with_name(game, held) if isinstance(held, int) else named(game, held)


def named(game: AnyGame, value: Any) -> str:
    """A thing as a player calls it."""
    if isinstance(value, (tuple, list)):
        return ", ".join(named(game, each) for each in value) or "nothing"
    if isinstance(value, str):
        return game.names.get(value, value) or "a hidden unit"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Value):
        return say(game, value)
    if isinstance(value, msgspec.Struct):
        return str(value)
    return "nobody" if value is None else str(value)


def printed_with_name(game: AnyGame, hex: int) -> str:
    """A hex with the place in it, where the game names one (under its printed number in `names`)."""
    number = printed(hex)
    place = game.names.get(number)
    return f"{place} {number}" if place else number


def prompt(game: AnyGame, decision: Decision[Any]) -> str:
    """Who decides what, under which rule."""
    who = game.names.get(decision.side, decision.side)
    rule = f" {decision.under}" if decision.under else ""
    return f"{who}: {say(game, decision)[:1].lower()}{say(game, decision)[1:]}.{rule}"


def line(game: AnyGame, told: Told) -> str:
    """A log line with its rule."""
    return say(game, told.event) + (f" {told.rule}" if told.rule else "")


def fields_in(template: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(template) if name]
