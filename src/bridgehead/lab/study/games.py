"""The games of a study: ours by their names, others by their packages, with data files laid over."""

from __future__ import annotations

import hashlib
import importlib
import os
import tempfile
from functools import cache
from pathlib import Path

from bridgehead.core.data import Data
from bridgehead.games import load_game
from bridgehead.toolkit.wargame import AnyWargame


def package_of(name: str) -> str:
    """The package of a game: one of ours by its name, or any other by its full name with dots."""
    return name if "." in name else f"bridgehead.games.{name}"


def game_of(name: str, files: dict[str, str]) -> AnyWargame:
    """A game with data files laid over its own."""
    return opened(name, tuple(sorted(files.items())))


@cache
def opened(name: str, files: tuple[tuple[str, str], ...]) -> AnyWargame:
    folder = laid_out(name, files) if files else None
    if "." not in name:
        return load_game(name, folder)
    game: AnyWargame = importlib.import_module(name).build(Data(name, folder))
    return game


def laid_out(name: str, files: tuple[tuple[str, str], ...]) -> Path:
    """Write files where a game looks for its overlay; equal files lie in one place."""
    digest = hashlib.sha256(repr(files).encode()).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"bridgehead-data-{digest}"
    home = folder / name.rpartition(".")[2]
    home.mkdir(parents=True, exist_ok=True)
    for file, text in files:
        there = home / file
        if not there.exists() or there.read_text(encoding="utf-8") != text:
            written = there.with_suffix(f".{os.getpid()}")
            written.write_text(text, encoding="utf-8")
            written.replace(there)
    return folder
