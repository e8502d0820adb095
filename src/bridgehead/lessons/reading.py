"""Lessons from their files: ours, by game, or a player's own. What is wrong is told with file and key."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from bridgehead.core.actions import Action
from bridgehead.core.codec import BadFile, actions_of
from bridgehead.core.data import DataError, misfit, parsed
from bridgehead.core.roles import hints_of
from bridgehead.core.values import Hex, Hexside
from bridgehead.lessons.form import Lesson
from bridgehead.toolkit.wargame import AnyWargame


def shipped(game: AnyWargame) -> list[str]:
    """The names of our lessons of a game, in the order of learning."""
    folder = resources.files(game.package) / "lessons"
    if not folder.is_dir():
        return []
    return sorted(each.name.removesuffix(".toml") for each in folder.iterdir() if each.name.endswith(".toml"))


def shipped_lesson(game: AnyWargame, name: str) -> Lesson:
    file = resources.files(game.package) / "lessons" / f"{name}.toml"
    return read_lesson(file.read_text(encoding="utf-8"), f"{game.name}/lessons/{name}.toml")


def lesson_file(file: Path) -> tuple[str, Lesson]:
    """The game and the lesson in a player's file: `game = "seelow1945"` stands at its top."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise DataError(str(file), "", f"cannot be read: {problem}") from problem
    game = parsed(text, str(file)).get("game")
    if not isinstance(game, str):
        raise DataError(str(file), "game", "names no game")
    return game, read_lesson(text, str(file))


def read_lesson(text: str, file: str) -> Lesson:
    tables = parsed(text, file)
    tables.pop("game", None)
    try:
        return msgspec.convert(tables, Lesson, strict=True, str_keys=True)
    except msgspec.ValidationError as problem:
        key, said = misfit(tables, Lesson) or ((), str(problem))
        raise DataError(file, ".".join(key), said) from problem


def action_of(game: AnyWargame, text: str) -> Action:
    """`MoveTo 2404`, `Pick ge_ss502_1`, `Done`: a verb and its nouns, in the order of its fields."""
    verb, *nouns = text.split(" ")
    kinds: Sequence[type[Action]] = actions_of(game.package).__args__
    kind = next((each for each in kinds if each.__name__ == verb), None)
    if kind is None:
        raise BadFile(f"there is no action {verb!r}")
    fields = kind.__struct_fields__
    if len(fields) == 1 and len(nouns) > 1:
        nouns = [" ".join(nouns)]  # a choice may have several words
    if len(nouns) > len(fields):
        raise BadFile(f"{verb} takes {len(fields)} words, not {len(nouns)}")
    hints = hints_of(kind)
    said = {field: meant(hints[field], noun) for field, noun in zip(fields, nouns, strict=False)}
    try:
        return msgspec.convert(said, kind, strict=False)
    except msgspec.ValidationError as problem:
        raise BadFile(f"{text!r} is no action: {problem}") from problem


def meant(kind: Any, noun: str) -> Any:
    """A noun as its field holds it: numbers are numbers, a hexside is written `1729/1829`."""
    if kind == Hexside:
        return [int(each) if each.isdigit() else each for each in noun.split("/")]
    return int(noun) if kind in (int, Hex) and noun.isdigit() else noun
