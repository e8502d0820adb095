"""What there is to play, told without loading a game: `catalogue.json`, written from the games themselves.

`python -m bridgehead.games.catalogue` writes it anew; a test holds it equal to the games.
"""

from __future__ import annotations

import os
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from bridgehead.games import GAMES, load_game

if TYPE_CHECKING:
    from bridgehead.toolkit.wargame import AnyWargame

FILE = resources.files("bridgehead.games") / "catalogue.json"


class ScenarioEntry(msgspec.Struct, frozen=True):
    title: str
    turns: int
    """How many."""
    first: str
    """The side that begins."""
    length: str
    """How long people take."""


class OptionEntry(msgspec.Struct, frozen=True):
    title: str
    choices: tuple[str, ...]


class GameEntry(msgspec.Struct, frozen=True):
    id: str
    title: str
    about: str
    sides: dict[str, str]
    """What each is called."""
    scenarios: dict[str, ScenarioEntry]
    options: dict[str, OptionEntry]
    rules: int
    enforced: int
    """How many of the rules the program enforces."""
    data: str
    """The version of the data."""


def catalogue(overlay: Path | None = None) -> list[GameEntry]:
    """Every game; with a player's own data, as it is with them."""
    if overlay is not None or os.environ.get("BRIDGEHEAD_DATA"):
        return [described(load_game(name, overlay)) for name in GAMES]
    return msgspec.json.decode(FILE.read_bytes(), type=list[GameEntry])


def described(game: AnyWargame) -> GameEntry:
    return GameEntry(
        id=game.name,
        title=game.title,
        about=game.about,
        sides={side: game.names.get(side, side) for side in game.sides},
        scenarios={
            key: ScenarioEntry(each.title, each.count, each.first, each.length)
            for key, each in game.offered().items()
        },
        options={key: OptionEntry(each.title, each.choices) for key, each in game.options.items()},
        rules=len(game.rules),
        enforced=sum(rule.status == "enforced" for rule in game.rules.values()),
        data=game.version,
    )


def written() -> bytes:
    """The catalogue of the games as they are now."""
    found = [described(load_game(name)) for name in GAMES]
    return msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n"


if __name__ == "__main__":
    Path(str(FILE)).write_bytes(written())
