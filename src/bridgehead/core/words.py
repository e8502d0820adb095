"""Sentences from values: prompts, options and log lines by the templates the values carry."""

from collections.abc import Sequence
from functools import cache
from string import Formatter
from typing import Any

import msgspec

from bridgehead.core.actions import Action
from bridgehead.core.events import Told
from bridgehead.core.flow import Decision
from bridgehead.core.game import AnyGame
from bridgehead.core.roles import fields_of, hints_of, way_field
from bridgehead.core.values import Hex, Hexside, Value, printed


class Sentence(Formatter):
    """Templates in which `{left:hex}` counts: 1 hex, 2 hexes."""

    def format_field(self, value: Any, format_spec: str) -> str:
        return counted(value, format_spec) if format_spec else str(value)


SENTENCE = Sentence()
LONGEST_WAY = 8
"""A way of more hexes is told by its ends."""


def say(game: AnyGame, value: Value) -> str:
    """A value in words: its template filled with the names of what it speaks of."""
    return filled(game, value, type(value).words)


def label(game: AnyGame, decision: Decision[Any], action: Action) -> str:
    """An action as a decision offers it: on buttons, in lists, in questions."""
    return filled(game, action, decision.labels.get(type(action), type(action).words))


def filled(game: AnyGame, value: Value, template: str) -> str:
    if not template:
        return type(value).__name__
    counts = counts_in(template)
    fields = {
        name: getattr(value, name) if name in counts else field_named(game, value, name)
        for name in fields_in(template)
    }
    said = SENTENCE.vformat(template, (), fields)
    return said[:1].upper() + said[1:]


def field_named(game: AnyGame, value: msgspec.Struct, name: str) -> str:
    """One field of a value, as a player calls it; its type says whether its numbers are hexes."""
    kind, held = type(value), getattr(value, name)
    if hints_of(kind).get(name) == Hexside:
        return "–".join(placed(game, hex) for hex in held)
    if name == way_field(kind):
        return way_named(game, held)
    if name in fields_of(kind, Hex):
        return hexes_named(game, held)
    return named(game, held)


def hexes_named(game: AnyGame, held: Any) -> str:
    """A hex, or several: "hex 1410"; "hexes 1410, 1512"; "Seelow (1410), 1512"."""
    if not isinstance(held, (tuple, list)):
        return printed_with_name(game, held) if isinstance(held, int) else named(game, held)
    if len(held) == 1:
        return hexes_named(game, held[0])
    several = listed([placed(game, hex) if isinstance(hex, int) else named(game, hex) for hex in held])
    bare = held and not any(isinstance(hex, str) or printed(hex) in game.names for hex in held)
    return f"hexes {several}" if bare else several


def way_named(game: AnyGame, way: Sequence[Hex]) -> str:
    """The hexes of a way, or of a long one its ends and how many they are."""
    if len(way) > LONGEST_WAY:
        return f"{placed(game, way[0])} → … → {placed(game, way[-1])} ({counted(len(way), 'hex')})"
    return " → ".join(placed(game, hex) for hex in way) or "nowhere"


def named(game: AnyGame, value: Any) -> str:
    """A thing as a player calls it."""
    if isinstance(value, (tuple, list)):
        return listed([named(game, each) for each in value])
    if isinstance(value, str):
        return game.names.get(value, value) or "a hidden unit"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Value):
        return say(game, value)
    if isinstance(value, msgspec.Struct):
        return str(value)
    return "nobody" if value is None else str(value)


def listed(names: Sequence[str]) -> str:
    """Several names; where one of them holds a comma, semicolons part them."""
    return ("; " if any("," in name for name in names) else ", ").join(names) or "nothing"


def placed(game: AnyGame, hex: int) -> str:
    """A hex by its number, with the place in it where the game names one (under its number in `names`)."""
    number, place = game.printed(hex), game.names.get(printed(hex))
    return f"{place} ({number})" if place else number


def printed_with_name(game: AnyGame, hex: int) -> str:
    """The same where it stands alone in a sentence: "Seelow (1410)", "hex 1410"."""
    return placed(game, hex) if printed(hex) in game.names else f"hex {game.printed(hex)}"


UNCHANGING = {"MP", "SP", "VP", "AP"}
"""Abbreviations without a plural."""


def counted(number: int, noun: str) -> str:
    """1 hex, 2 hexes; 1 battery, 2 batteries; 3 MP."""
    return f"{number} {noun if abs(number) == 1 else plural(noun)}"


def plural(noun: str) -> str:
    if noun in UNCHANGING or noun.rpartition(" ")[2] in UNCHANGING:
        return noun
    if noun.endswith(("x", "s", "ch", "sh")):
        return f"{noun}es"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}s"


def prompt(game: AnyGame, decision: Decision[Any]) -> str:
    """Who decides what, under which rule."""
    who = game.names.get(decision.side, decision.side)
    rule = f" {decision.under}" if decision.under else ""
    said = say(game, decision)
    if ":" in said and not type(decision).words[:1].islower():  # a phase, a segment, a unit comes first
        return f"{who}, {said}.{rule}"
    return f"{who}: {said[:1].lower()}{said[1:]}.{rule}"


def line(game: AnyGame, told: Told) -> str:
    """A log line with its rule."""
    return say(game, told.event) + (f" {told.rule}" if told.rule else "")


@cache
def fields_in(template: str) -> tuple[str, ...]:
    return tuple(name for _, name, _, _ in SENTENCE.parse(template) if name)


@cache
def counts_in(template: str) -> frozenset[str]:
    """The fields that are counted."""
    return frozenset(name for _, name, spec, _ in SENTENCE.parse(template) if name and spec)
