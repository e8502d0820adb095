"""Games, rules and bots, as the lobby lists them."""

from __future__ import annotations

from bridgehead.core.rules import Rule
from bridgehead.games.family import Relation
from bridgehead.server.wire.base import Struct
from bridgehead.toolkit.drawing import Note
from bridgehead.toolkit.reference import Reference


class Named(Struct):
    id: str
    name: str


class ScenarioInfo(Struct):
    id: str
    title: str
    about: str
    turns: int
    first: str
    length: str
    balance: str
    """How even it is, in words; empty where nobody has measured it."""
    sides: list[str]
    turn_names: list[str]


class OptionInfo(Struct):
    """An optional rule or a choice of set-up; the first choice is the default."""

    id: str
    title: str
    about: str
    rule: str
    choices: list[Named]
    scenarios: list[str]
    """Empty: it belongs to all of them."""


class GameInfo(Struct):
    name: str
    title: str
    about: str
    version: str
    """A digest of the game's data; map, layout and rules change with it."""
    sides: list[Named]
    scenarios: list[ScenarioInfo]
    options: list[OptionInfo]
    overlays: list[Named]
    hidden: bool
    """One side does not see everything of the other."""
    map: str
    """Address of the drawn map; append `&theme=dark` for the dark one."""
    key: str
    """Address of the key to map and counters; the same for it."""
    colors: dict[str, str]
    """The color of each side's troops."""
    layout: str
    """Address of the layout: where each hex lies in the drawing."""
    rules: str
    """Address of the rule index."""


class GameDetail(Struct):
    """What a client shows of a game beyond the lobby."""

    info: GameInfo
    names: dict[str, str]
    """What ids are called: units, sides, boxes, chits, choices, phases; places under their printed number."""
    key: dict[str, Note]
    """What is drawn on the map and on counters, by the word it is drawn by."""
    related: list[Relation]
    """Games of its family: what is different for whoever knows them."""


class RuleInfo(Rule, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """An entry of the rule index, with its number."""

    number: str


class ReferenceInfo(Reference, frozen=True, kw_only=True):
    """Sequence of play, charts, victory and turn track of a scenario."""


class BotInfo(Struct):
    name: str
    title: str
    about: str
    explains: bool
    """It can say why: it gives hints, and may think aloud."""


class ServerInfo(Struct):
    version: str
    protocol: int
    home: bool
    """True on one's own machine: every match on it is yours."""
