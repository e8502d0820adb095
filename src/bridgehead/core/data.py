"""Reading a game's TOML files, with a player's own files laid over ours.

An overlay is a folder with a subfolder per game; a file there may hold only the tables it changes. Tables are
merged key by key, everything else replaces ours. Whatever is wrong is reported as file, key and problem.
"""

import hashlib
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


class DataError(Exception):
    """Something is wrong with a data file."""

    def __init__(self, file: str, key: str, problem: str) -> None:
        super().__init__(f"{file}: {key + ': ' if key else ''}{problem}")
        self.file = file
        self.key = key
        self.problem = problem


class Data:
    """The data folder of one game, with an overlay or without."""

    def __init__(self, package: str, overlay: Path | None = None) -> None:
        self.package = package
        self.game = package.rpartition(".")[2]
        self.folder = overlay / self.game if overlay is not None else None
        self.ours = resources.files(package) / "data"
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
            try:
                text = theirs.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as problem:
                raise DataError(file, "", f"cannot be read: {problem}") from problem
            self.read_texts[name] += text
            tables = merged(tables, parsed(text, file))
        try:
            return msgspec.convert(tables, kind, strict=True)
        except msgspec.ValidationError as problem:
            said, _, key = str(problem).partition(" - at `")
            raise DataError(file, key.rstrip("`").removeprefix("$."), said) from problem

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
    except tomllib.TOMLDecodeError as problem:
        raise DataError(file, "", f"is not TOML: {problem}") from problem


def merged(ours: dict[str, Any], theirs: dict[str, Any]) -> dict[str, Any]:
    """Their tables over ours, key by key."""
    both = dict(ours)
    for key, value in theirs.items():
        mine = both.get(key)
        both[key] = merged(mine, value) if isinstance(mine, dict) and isinstance(value, dict) else value
    return both
