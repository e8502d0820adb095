"""Positions as JSON: typed, versioned, and clear about what is wrong with a file."""

import importlib
import pkgutil
from functools import cache
from types import GenericAlias
from typing import Any, Union, get_type_hints

import msgspec

from bridgehead.core.actions import Action
from bridgehead.core.data import misfit
from bridgehead.core.events import Event
from bridgehead.core.flow import Frame
from bridgehead.core.game import AnyGame, Game
from bridgehead.core.sound import first_fault
from bridgehead.core.state import AnyState, S, kept_fields
from bridgehead.core.values import Value

FORMAT = 1
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What goes wrong when JSON is read that is damaged, or nested without end."""


class BadFile(ValueError):
    """A save or a record that cannot be used; the message says why."""


class Header(msgspec.Struct):
    """What every file of ours begins with."""

    bridgehead: str
    format: int
    game: str
    data: str


def header(text: str | bytes, kind: str) -> Header:
    """Read and check the beginning of a file."""
    try:
        head = msgspec.json.decode(text, type=Header)
    except msgspec.ValidationError as problem:
        raise BadFile(f"this is not a Bridgehead {kind}: {problem}") from problem
    except UNREADABLE as problem:
        raise BadFile(f"the {kind} is damaged or cut short: {problem}") from problem
    if head.bridgehead != kind:
        raise BadFile(f"this file is a {head.bridgehead}, not a {kind}")
    if head.format > FORMAT:
        raise BadFile(
            f"the {kind} has format {head.format}, newer than this program reads ({FORMAT}); update it"
        )
    return head


def save(s: AnyState) -> str:
    """A position as JSON text."""
    body = {
        name: msgspec.to_builtins(ordered(getattr(s, name)), str_keys=True) for name in kept_fields(type(s))
    }
    head = {"bridgehead": "save", "format": FORMAT, "game": s.game.name, "data": s.game.version}
    return msgspec.json.encode({**head, "state": body}).decode()


def ordered(value: Any) -> Any:
    """A set in one order, so that a position is the same text in every process."""
    return sorted(value) if isinstance(value, (set, frozenset)) else value


def load(text: str | bytes, game: Game[S, Any]) -> S:
    """The position a text holds. Nothing is changed by a text that is wrong."""
    head = header(text, "save")
    if head.game != game.name:
        raise BadFile(f"the save is of {head.game}, not of {game.name}")
    if head.data != game.version:
        raise BadFile(
            f"the save was made with other game data ({head.data}) than is loaded ({game.version}); "
            "load it with the same --data, or replay its record"
        )
    try:
        body = msgspec.json.decode(text).get("state")
    except UNREADABLE as problem:
        raise BadFile(f"the save is damaged or cut short: {problem}") from problem
    if not isinstance(body, dict):
        raise BadFile("the save holds no state")
    fields: dict[str, Any] = {}
    hints = get_type_hints(game.state)
    for name in kept_fields(game.state):
        if name not in body:
            raise BadFile(f"the save lacks {name}")
        kind = hints[name]
        if name == "flow":
            kind = GenericAlias(tuple, (frames_of(game.package), ...))
        elif name == "units":
            kind = GenericAlias(dict, (str, game.unit))
        try:
            fields[name] = msgspec.convert(body[name], kind, str_keys=True)
        except msgspec.ValidationError as problem:
            key, said = misfit(body[name], kind, (name,)) or ((name,), str(problem))
            raise BadFile(f"the save is wrong at {'.'.join(key)}: {said}") from problem
    s = game.state(game=game, **fields)
    fault = first_fault(s)
    if fault is not None:
        raise BadFile(f"the save is wrong at {fault[0]}: {fault[1]}")
    return s


def action_from(text: str | bytes, game: AnyGame) -> Action:
    """An action from its JSON, whoever sent it."""
    try:
        action: Action = msgspec.json.decode(text, type=actions_of(game.package))
    except UNREADABLE as problem:
        raise BadFile(f"this is no action of {game.name}: {problem}") from problem
    return action


def all_subclasses(kind: type[Value], package: str) -> list[type[Value]]:
    """The classes of a kind that are defined in the core or in one game."""
    import_all(package)
    found: list[type[Value]] = []
    waiting = list(kind.__subclasses__())
    while waiting:
        each = waiting.pop()
        waiting.extend(each.__subclasses__())
        module = each.__module__
        if each not in found and (
            module.startswith((package + ".", "bridgehead.core.", "bridgehead.toolkit."))
        ):
            found.append(each)
    return sorted(found, key=lambda each: each.__name__)


def import_all(package: str) -> None:
    """Import every module of a game, so that all its values are known."""
    home = importlib.import_module(package)
    for module in pkgutil.walk_packages(home.__path__, package + "."):
        importlib.import_module(module.name)


@cache
def frames_of(package: str) -> Any:
    return union_of(Frame, package)


@cache
def actions_of(package: str) -> Any:
    return union_of(Action, package)


@cache
def events_of(package: str) -> Any:
    return union_of(Event, package)


def union_of(kind: type[Value], package: str) -> Any:
    bases = {"Frame", "Decision", "Procedure", "Action", "Event", "NewDice", "WithDice"}
    return Union[tuple(each for each in all_subclasses(kind, package) if each.__name__ not in bases)]  # noqa: UP007
