"""Reading a game's TOML files, with a player's own files laid over ours.

An overlay is a folder with a subfolder per game; a file there may hold only the tables it changes. Tables are
merged key by key, everything else replaces ours. Whatever is wrong is reported as file, key and problem.
"""

import hashlib
import tomllib
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin

import msgspec

T = TypeVar("T")


class DataError(Exception):
    """Something is wrong with a data file."""

    def __init__(self, file: str, key: str, problem: str) -> None:
        super().__init__(f"{file}: {key + ': ' if key else ''}{problem}")
        self.file = file
        self.key = key
        self.problem = problem


LARGEST = 9999
"""The largest number a data file may hold: four digits, as a hex has."""
LONGEST = 2_000_000
"""Bytes of an owner's file."""
Key = tuple[str, ...]
"""A file and the way to a value in it."""


class Data:
    """The data folder of one game, with an overlay or without; `without` leaves parts of the overlay out."""

    def __init__(
        self, package: str, overlay: Path | None = None, without: frozenset[Key] = frozenset()
    ) -> None:
        self.package = package
        self.game = package.rpartition(".")[2]
        self.overlay = overlay
        self.folder = overlay / self.game if overlay is not None else None
        self.ours = resources.files(package) / "data"
        self.without = without
        self.read_texts: dict[str, str] = {}

    def read(self, name: str, kind: type[T]) -> T:
        """One file, merged with its overlay and checked against its type."""
        file = f"{self.game}/data/{name}.toml"
        text = (self.ours / f"{name}.toml").read_text(encoding="utf-8")
        self.read_texts[name] = text
        tables = parsed(text, file)
        theirs = self.folder / f"{name}.toml" if self.folder is not None else None
        if theirs is not None and theirs.is_file():
            file = str(theirs)
            text = text_of(theirs)
            self.read_texts[name] += text
            tables = merged(tables, pruned(read_figures(text, file), (name,), self.without))
        try:
            return msgspec.convert(tables, kind, strict=True)
        except msgspec.ValidationError as problem:
            key, said = misfit(tables, kind) or ((), str(problem))
            raise DataError(file, ".".join(key), said) from problem

    def changes(self) -> list[Key]:
        """The values an overlay changes or adds, by file and key."""
        if self.folder is None:
            return []
        found: list[Key] = []
        for theirs in sorted(self.folder.glob("*.toml")):
            ours = self.ours / theirs.name
            before = parsed(ours.read_text(encoding="utf-8"), theirs.name) if ours.is_file() else {}
            found.extend(differing(before, parsed(text_of(theirs), str(theirs)), (theirs.stem,)))
        return found

    def read_drawing(self, name: str, kind: type[T]) -> T:
        """A file that only says how things look: the digest leaves it out, for it makes no other game."""
        found = self.read(name, kind)
        del self.read_texts[name]
        return found

    def version(self) -> str:
        """A digest of everything read."""
        digest = hashlib.sha256()
        for name in sorted(self.read_texts):
            digest.update(name.encode())
            digest.update(self.read_texts[name].encode())
        return digest.hexdigest()[:12]

    def wrong(self, name: str, key: str, problem: str) -> DataError:
        """An error in a file already read, found by the game."""
        theirs = self.folder / f"{name}.toml" if self.folder is not None else None
        ours = f"{self.game}/data/{name}.toml"
        return DataError(str(theirs) if theirs is not None and theirs.is_file() else ours, key, problem)


def parsed(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        raise DataError(file, "", f"is not TOML: {problem}") from problem


def misfit(value: Any, kind: Any, key: Key = ()) -> tuple[Key, str] | None:
    """The innermost value that does not fit its type: the way to it, and what is wrong."""
    try:
        msgspec.convert(value, kind, str_keys=True)
        return None
    except msgspec.ValidationError as problem:
        said = str(problem).partition(" - at `")[0]
    inside = (misfit(each, inner, (*key, step)) for step, each, inner in parts(value, kind))
    return next((found for found in inside if found is not None), (key, said))


def parts(value: Any, kind: Any) -> Iterator[tuple[str, Any, Any]]:
    """What a value holds, each with its key and the type it should be of."""
    inner = get_args(kind)
    if isinstance(value, list) and get_origin(kind) in (list, tuple, frozenset):
        each_of = inner if len(inner) == len(value) and Ellipsis not in inner else inner[:1] * len(value)
        yield from ((str(at), each, of) for at, (each, of) in enumerate(zip(value, each_of, strict=True)))
    elif isinstance(value, dict) and get_origin(kind) in (dict, Mapping):
        yield from ((str(step), each, inner[1]) for step, each in value.items())
    for struct in (kind, *inner):
        if isinstance(struct, type) and issubclass(struct, msgspec.Struct):
            yield from fields_of(value, struct)


def fields_of(value: Any, kind: type[msgspec.Struct]) -> Iterator[tuple[str, Any, Any]]:
    """The same of a struct, written as a table or as a list, if it is the class that the value says it is."""
    config, fields = kind.__struct_config__, msgspec.structs.fields(kind)
    if isinstance(value, list) and config.array_like:
        yield from (
            (str(at), each, of.type) for at, (each, of) in enumerate(zip(value, fields, strict=False))
        )
    elif isinstance(value, dict) and config.tag in (None, value.get("type")):
        known = (field for field in fields if field.encode_name in value)
        yield from ((field.encode_name, value[field.encode_name], field.type) for field in known)


def text_of(file: Path) -> str:
    """The text of an owner's file."""
    try:
        if file.stat().st_size > LONGEST:
            raise DataError(str(file), "", f"is larger than {LONGEST} bytes")
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise DataError(str(file), "", f"cannot be read: {problem}") from problem


def read_figures(text: str, file: str) -> dict[str, Any]:
    """An owner's file whose numbers are of a size that is printed."""
    tables = parsed(text, file)
    for key, value in leaves(tables):
        if isinstance(value, int | float) and not abs(value) <= LARGEST:
            raise DataError(file, ".".join(key), f"{value} is beyond {LARGEST}")
    return tables


def leaves(value: Any, key: Key = ()) -> Iterator[tuple[Key, Any]]:
    """The values in tables and lists, each with the way to it."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, each in inside:
        yield from leaves(each, (*key, str(step)))
    if not isinstance(value, dict | list):
        yield key, value


def differing(ours: dict[str, Any], theirs: dict[str, Any], key: Key) -> Iterator[Key]:
    """The keys of theirs, inner tables opened, whose values are not ours."""
    for name, value in theirs.items():
        mine = ours.get(name)
        if isinstance(value, dict) and isinstance(mine, dict):
            yield from differing(mine, value, (*key, name))
        elif value != mine:
            yield (*key, name)


def pruned(theirs: dict[str, Any], key: Key, without: frozenset[Key]) -> dict[str, Any]:
    """Tables without some of their values."""
    if not without:
        return theirs
    return {
        name: pruned(value, (*key, name), without) if isinstance(value, dict) else value
        for name, value in theirs.items()
        if (*key, name) not in without
    }


def merged(ours: dict[str, Any], theirs: dict[str, Any]) -> dict[str, Any]:
    """Their tables over ours, key by key."""
    both = dict(ours)
    for key, value in theirs.items():
        mine = both.get(key)
        both[key] = merged(mine, value) if isinstance(mine, dict) and isinstance(value, dict) else value
    return both
