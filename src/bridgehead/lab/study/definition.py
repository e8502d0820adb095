"""A study: which games are to be played, by whom, under which variants, and with which seeds."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from bridgehead.core.data import DataError
from bridgehead.core.play import BadSetup
from bridgehead.games import UnknownGame
from bridgehead.lab.study import dials
from bridgehead.lab.study.games import package_of

Setting = int | float | str | list[Any]

Bots = dict[str, str] | str
"""By side or camp the bot that plays it, or one for all."""


class Unfit(BadSetup):
    """A key of a study that does not fit."""

    def __init__(self, key: str, problem: str) -> None:
        super().__init__(f"{key}: {problem}")
        self.key = key
        self.problem = problem


class Variant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way to play a game; the first variant of a game is what its others are compared with."""

    name: str
    game: str = ""
    """The game it is a variant of; one that changes only who plays may be left to all games."""
    data: str = ""
    """A folder of data files laid over ours."""
    options: dict[str, str] = {}
    bots: Bots = {}
    dials: dict[str, Setting] = {}
    """Single values of data files: `tables.toml:barrage.reach = 2`."""


class Dial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A value of a data file that is varied, every value with every value of the game's other dials."""

    path: str
    values: str | list[Setting]
    game: str = ""


class Play(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of several games of a study."""

    game: str
    scenarios: list[str] = []
    """All scenarios of the game if none is named."""
    games: int = 0
    """Of each scenario under each variant; 0 is as the study says."""
    bots: Bots = {}
    options: dict[str, str] = {}


class Study(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What STUDY.toml holds."""

    game: str = ""
    """The one game of the study; several are named by `play`."""
    scenarios: list[str] = []
    """All scenarios of the game if none is named."""
    play: list[Play] = []
    title: str = ""
    games: int = 100
    """Of each scenario under each variant."""
    seed: int = 1
    bots: Bots = {}
    options: dict[str, str] = {}
    chances: bool = True
    """Work out the exact chances of every fight (some of the time of a game)."""
    variant: list[Variant] = []
    dial: list[Dial] = []


def read_study(file: Path) -> Study:
    """The study of a TOML file; a relative data folder counts from where the file lies."""
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise DataError(str(file), "", f"is not TOML: {problem}") from problem
    try:
        study = msgspec.convert(tables, Study)
    except msgspec.ValidationError as problem:
        said, _, key = str(problem).partition(" - at `")
        raise DataError(str(file), key.rstrip("`").removeprefix("$."), said) from problem
    with naming_file(file):
        check_games(study)
    here = file.resolve().parent
    variants = [
        msgspec.structs.replace(each, data=str(here / each.data)) if each.data else each
        for each in study.variant
    ]
    return msgspec.structs.replace(study, variant=variants, title=study.title or file.stem)


@contextmanager
def naming_file(file: Path) -> Iterator[None]:
    """Say in which file a key does not fit."""
    try:
        yield
    except Unfit as problem:
        raise DataError(str(file), problem.key, problem.problem) from problem


@contextmanager
def naming_key(key: str) -> Iterator[None]:
    """Say of whatever goes wrong which key of the study it came from."""
    try:
        yield
    except Unfit:
        raise
    except (BadSetup, DataError, UnknownGame) as problem:
        raise Unfit(key, str(problem)) from problem


def plays_of(study: Study) -> list[tuple[str, Play]]:
    """The games of a study, each with the key it stands under."""
    if not study.play:
        if not study.game:
            raise Unfit("game", "is missing; a study of several games has a table `play` for each")
        return [("", Play(game=study.game, scenarios=study.scenarios, options=study.options))]
    for key in ("game", "scenarios", "options"):
        if getattr(study, key):
            raise Unfit(key, "belongs to one game; write it in that game's table `play`")
    return [(f"play[{number}].", each) for number, each in enumerate(study.play)]


def check_games(study: Study) -> None:
    """Variants and dials must belong to a game of the study."""
    names = list(dict.fromkeys(play.game for _, play in plays_of(study)))
    for number, variant in enumerate(study.variant):
        whole = [key for key in ("data", "options", "dials") if getattr(variant, key)]
        check_game(variant.game, names, f"variant[{number}]", whole)
    for number, dial in enumerate(study.dial):
        check_game(dial.game, names, f"dial[{number}]", ["path"])
    for name in names:
        mine = [variant.name for variant in study.variant if variant.game in ("", name)]
        if len(set(mine)) < len(mine):
            raise Unfit("variant", f"two variants of {name} have the same name")


def check_game(name: str, names: list[str], key: str, changes: list[str]) -> None:
    if name and name not in names:
        raise Unfit(f"{key}.game", f"the study does not play {name!r}; it plays {', '.join(names)}")
    if not name and len(names) > 1 and changes:
        raise Unfit(f"{key}.{changes[0]}", f"name the game it belongs to: game = {names[0]!r} or another")


def with_games(study: Study, games: int) -> Study:
    """The study with so many games of everything."""
    play = [msgspec.structs.replace(each, games=0) for each in study.play]
    return msgspec.structs.replace(study, games=games, play=play)


def parse_dial(text: str) -> Dial:
    """`tables.toml:barrage.reach=0..3` as the command line gives it."""
    path, equals, values = text.rpartition("=")
    if not equals or not values:
        raise BadSetup(f"a dial is written PATH=VALUES, as tables.toml:barrage.reach=0..3, not {text!r}")
    dials.split(path)
    return Dial(path, values)


def check_dial(study: Study, dial: Dial) -> None:
    """A dial must lead somewhere in our files."""
    dials.reading(package_of(dial.game or study.game), dial.path)
