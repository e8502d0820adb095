"""The games, by name. Each is loaded when first asked for."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from bridgehead.core.data import Data
from bridgehead.games.checked import tried

if TYPE_CHECKING:
    from bridgehead.toolkit.wargame import AnyWargame

GAMES: dict[str, str] = {
    "seelow1945": "Seelow & Küstrin 1945",
    "koenigsberg1945": "Königsberg 1945",
    "budziszyn1945": "Budziszyn 1945",
    "breslau1945": "Festung Breslau 1945",
    "eastprussia1914": "East Prussian Carnage 1914",
}


class UnknownGame(ValueError):
    """There is no such game."""


def load_game(name: str, overlay: Path | None = None) -> AnyWargame:
    """A game with its data, a player's own laid over it (or what BRIDGEHEAD_DATA names)."""
    if name not in GAMES:
        raise UnknownGame(f"unknown game {name}; choose {', '.join(GAMES)}")
    named = os.environ.get("BRIDGEHEAD_DATA")
    return _kept(name, overlay or (Path(named) if named else None))


@cache
def _kept(name: str, overlay: Path | None) -> AnyWargame:
    return build_game(name, overlay)


def build_game(name: str, overlay: Path | None) -> AnyWargame:
    """A game read from its files as they are now; with a player's own data it is tried first."""
    package = f"bridgehead.games.{name}"
    build: Callable[[Data], AnyWargame] = importlib.import_module(package).build
    data = Data(package, overlay)
    if data.folder is None or not data.folder.is_dir():
        return build(data)
    return tried(build, data)
