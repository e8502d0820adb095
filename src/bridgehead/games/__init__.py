"""The games, by name. Each is loaded when first asked for."""

import importlib
import os
from functools import cache
from pathlib import Path
from typing import Any

from bridgehead.core.data import Data
from bridgehead.toolkit.wargame import Wargame

GAMES: dict[str, str] = {
    "budziszyn1945": "Budziszyn 1945",
}


class UnknownGame(ValueError):
    """There is no such game."""


def load_game(name: str, overlay: Path | None = None) -> Wargame[Any]:
    """A game with its data, a player's own laid over it (or what BRIDGEHEAD_DATA names)."""
    if name not in GAMES:
        raise UnknownGame(f"there is no game {name!r}; there is {', '.join(GAMES)}")
    named = os.environ.get("BRIDGEHEAD_DATA")
    return _loaded(name, overlay or (Path(named) if named else None))


@cache
def _loaded(name: str, overlay: Path | None) -> Wargame[Any]:
    package = f"bridgehead.games.{name}"
    game: Wargame[Any] = importlib.import_module(package).build(Data(package, overlay))
    return game
