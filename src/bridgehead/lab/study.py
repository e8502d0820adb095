"""A study: which games are to be played, by whom, under which variants, and with which seeds."""

from __future__ import annotations

import hashlib
import importlib
import os
import tempfile
import tomllib
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from bridgehead.bots import BOTS
from bridgehead.core.data import Data, DataError
from bridgehead.core.play import BadSetup, setting_for
from bridgehead.games import load_game
from bridgehead.lab import dials
from bridgehead.toolkit.wargame import Wargame

Setting = int | float | str | list[Any]


class Variant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way to play the study's scenarios; the first variant is what the others are compared with."""

    name: str
    data: str = ""
    """A folder of data files laid over ours."""
    options: dict[str, str] = {}
    bots: dict[str, str] = {}
    dials: dict[str, Setting] = {}
    """Single values of data files: `tables.toml:barrage.reach = 2`."""


class Dial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A value of a data file that is varied, every value with every value of the other dials."""

    path: str
    values: str | list[Setting]


class Study(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What STUDY.toml holds."""

    game: str
    scenarios: list[str] = []
    """All scenarios of the game if none is named."""
    title: str = ""
    games: int = 100
    """Of each scenario under each variant."""
    seed: int = 1
    bots: dict[str, str] = {}
    options: dict[str, str] = {}
    chances: bool = True
    """Work out the exact chances of every fight (some of the time of a game)."""
    variant: list[Variant] = []
    dial: list[Dial] = []


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """One scenario under one variant: everything a worker anywhere needs to play its games."""

    variant: str
    scenario: str
    game: str
    seed: int
    bots: dict[str, str] = {}
    options: dict[str, str] = {}
    files: dict[str, str] = {}
    """Data files laid over ours, by name, with their text."""
    chances: bool = True

    @property
    def key(self) -> str:
        return f"{self.variant}/{self.scenario}"


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
    here = file.resolve().parent
    variants = [
        msgspec.structs.replace(each, data=str(here / each.data)) if each.data else each
        for each in study.variant
    ]
    return msgspec.structs.replace(study, variant=variants, title=study.title or file.stem)


def variants_of(study: Study) -> list[Variant]:
    """The variants named, each under every setting of the dials."""
    named = study.variant or [Variant(name="as printed")]
    if len({each.name for each in named}) < len(named):
        raise BadSetup("two variants of the study have the same name")
    if not study.dial:
        return named
    settings = [[(dial.path, value) for value in dials.values(dial.values)] for dial in study.dial]
    return [
        msgspec.structs.replace(
            each, name=name_of(each.name, turned, bool(study.variant)), dials={**each.dials, **dict(turned)}
        )
        for each in named
        for turned in product(*settings)
    ]


def name_of(variant: str, turned: tuple[tuple[str, Setting], ...], named: bool) -> str:
    said = ", ".join(f"{dials.short(path)} {value}" for path, value in turned)
    return f"{variant}, {said}" if named else said


def cells_of(study: Study) -> list[Cell]:
    """All cells of a study, checked: game, scenarios, sides, bots, options, data, dials."""
    plain = game_of(study.game, {})
    scenarios = study.scenarios or list(plain.scenarios)
    found = []
    for variant in variants_of(study):
        if variant.data and not Path(variant.data).is_dir():
            raise DataError(variant.data, "", "is not a folder")
        folder = Path(variant.data) if variant.data else None
        files = dials.overlay(package_of(study.game), folder, variant.dials)
        game = game_of(study.game, files)
        bots = {**study.bots, **variant.bots}
        check_bots(game, bots)
        for scenario in scenarios:
            options = {**study.options, **variant.options}
            setting_for(game, scenario, options)
            found.append(
                Cell(
                    variant=variant.name,
                    scenario=scenario,
                    game=study.game,
                    seed=study.seed,
                    bots={side: bots[side] for side in bots if side in sides_in(game, scenario)},
                    options=options,
                    files=files,
                    chances=study.chances,
                )
            )
    return found


def check_bots(game: Wargame[Any], bots: dict[str, str]) -> None:
    sides = {side for scenario in game.scenarios for side in sides_in(game, scenario)}
    for side, bot in bots.items():
        if side not in sides:
            raise BadSetup(f"{game.name} has no side {side!r}; it has {', '.join(sorted(sides))}")
        if bot not in BOTS:
            raise BadSetup(f"there is no bot {bot!r}; there is {', '.join(BOTS)}")


def sides_in(game: Wargame[Any], scenario: str) -> tuple[str, ...]:
    """The sides that play a scenario."""
    return game.scenarios[scenario].sides or game.sides


def package_of(name: str) -> str:
    """The package of a game: one of ours by its name, or any other by its full name with dots."""
    return name if "." in name else f"bridgehead.games.{name}"


def game_of(name: str, files: dict[str, str]) -> Wargame[Any]:
    """A game with data files laid over its own."""
    return opened(name, tuple(sorted(files.items())))


@cache
def opened(name: str, files: tuple[tuple[str, str], ...]) -> Wargame[Any]:
    folder = laid_out(name, files) if files else None
    if "." not in name:
        return load_game(name, folder)
    game: Wargame[Any] = importlib.import_module(name).build(Data(name, folder))
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


def digest_of(study: Study, cells: list[Cell]) -> str:
    """What must be equal for a stopped study to be gone on with; the number of games may grow."""
    versions = [game_of(cell.game, cell.files).version for cell in cells]
    return hashlib.sha256(msgspec.json.encode([cells, versions])).hexdigest()[:16]
