"""A study: which games are to be played, by whom, under which variants, and with which seeds."""

from __future__ import annotations

import hashlib
import importlib
import os
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from bridgehead.bots import BOTS
from bridgehead.core.data import Data, DataError
from bridgehead.core.play import BadSetup, setting_for
from bridgehead.games import UnknownGame, load_game
from bridgehead.lab import dials
from bridgehead.lab.camps import camp_by_side, sides_in
from bridgehead.toolkit.wargame import AnyWargame

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
        return f"{self.game}/{self.variant}/{self.scenario}"

    @property
    def camp(self) -> dict[str, str]:
        """By side: with whom it wins."""
        return camp_by_side(game_of(self.game, self.files), self.scenario, self.options)

    @property
    def camps(self) -> tuple[str, ...]:
        """Those who win or lose as one, in the order of their sides."""
        camp = self.camp
        seats = sides_in(game_of(self.game, self.files), self.scenario)
        return tuple(dict.fromkeys(camp[side] for side in seats))


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
    with told_of(file):
        check_games(study)
    here = file.resolve().parent
    variants = [
        msgspec.structs.replace(each, data=str(here / each.data)) if each.data else each
        for each in study.variant
    ]
    return msgspec.structs.replace(study, variant=variants, title=study.title or file.stem)


def read_checked(file: Path) -> Study:
    """A study of which all can be played; what does not fit is told with file and key."""
    study = read_study(file)
    with told_of(file):
        cells_of(study)
    return study


@contextmanager
def told_of(file: Path) -> Iterator[None]:
    """Say in which file a key does not fit."""
    try:
        yield
    except Unfit as problem:
        raise DataError(str(file), problem.key, problem.problem) from problem


@contextmanager
def at(key: str) -> Iterator[None]:
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


def games_in(study: Study, cell: Cell) -> int:
    """How many games of a cell are to be played."""
    named = (play.games for play in study.play if play.game == cell.game and takes(play, cell.scenario))
    return next(named, 0) or study.games


def with_games(study: Study, games: int) -> Study:
    """The study with so many games of everything."""
    play = [msgspec.structs.replace(each, games=0) for each in study.play]
    return msgspec.structs.replace(study, games=games, play=play)


def takes(play: Play, scenario: str) -> bool:
    return not play.scenarios or scenario in play.scenarios


def variants_of(study: Study, game: str = "") -> list[tuple[int, Variant]]:
    """The variants of a game, each under every setting of its dials, with their numbers in the study."""
    named = [(n, each) for n, each in enumerate(study.variant) if not game or each.game in ("", game)]
    plain = named or [(0, Variant(name="as printed"))]
    settings = []
    for number, dial in enumerate(study.dial):
        if not game or dial.game in ("", game):
            with at(f"dial[{number}].values"):
                settings.append([(dial.path, value) for value in dials.values(dial.values)])
    if not settings:
        return plain
    return [
        (
            number,
            msgspec.structs.replace(
                each, name=name_of(each.name, turned, bool(named)), dials={**each.dials, **dict(turned)}
            ),
        )
        for number, each in plain
        for turned in product(*settings)
    ]


def name_of(variant: str, turned: tuple[tuple[str, Setting], ...], named: bool) -> str:
    said = ", ".join(f"{dials.short(path)} {value}" for path, value in turned)
    return f"{variant}, {said}" if named else said


def cells_of(study: Study) -> list[Cell]:
    """All cells of a study, checked: games, scenarios, sides, bots, options, data, dials."""
    check_games(study)
    found: list[Cell] = []
    taken: set[tuple[str, str]] = set()
    for key, play in plays_of(study):
        with at(f"{key}game"):
            plain = game_of(play.game, {})
        scenarios = play.scenarios or list(plain.scenarios)
        for scenario in scenarios:
            if scenario not in plain.scenarios:
                raise Unfit(f"{key}scenarios", no_scenario(plain, scenario))
            if (play.game, scenario) in taken:
                raise Unfit(f"{key}scenarios", f"{play.game}/{scenario} is played twice")
            taken.add((play.game, scenario))
        for number, variant in variants_of(study, play.game):
            found.extend(cells_under(study, (key, play), (f"variant[{number}].", variant), scenarios))
    check_bots(study, found)
    return found


def no_scenario(game: AnyWargame, scenario: str) -> str:
    return f"{game.name} has no scenario {scenario!r}; it has {', '.join(game.scenarios)}"


def cells_under(
    study: Study, keyed_play: tuple[str, Play], keyed_variant: tuple[str, Variant], scenarios: list[str]
) -> list[Cell]:
    """The scenarios of one game under one variant."""
    (key, play), (variant_key, variant) = keyed_play, keyed_variant
    with at(f"{variant_key}data"):
        if variant.data and not Path(variant.data).is_dir():
            raise DataError(variant.data, "", "is not a folder")
    folder = Path(variant.data) if variant.data else None
    with at(f"{variant_key}{'dials' if variant.dials else 'data'}" if not study.dial else "dial"):
        files = dials.overlay(package_of(play.game), folder, variant.dials)
        game = game_of(play.game, files)
    options = {**play.options, **variant.options}
    found = []
    for scenario in scenarios:
        with at(f"{variant_key if variant.options else key}options"):
            setting_for(game, scenario, options)
        camp = camp_by_side(game, scenario, options)
        seats: dict[str, str] = {}
        for bots in (study.bots, play.bots, variant.bots):
            seats.update(seated(bots, sides_in(game, scenario), camp))
        found.append(
            Cell(
                variant=variant.name,
                scenario=scenario,
                game=play.game,
                seed=study.seed,
                bots=seats,
                options=options,
                files=files,
                chances=study.chances,
            )
        )
    return found


def seated(bots: Bots, sides: tuple[str, ...], camp: dict[str, str]) -> dict[str, str]:
    """Who plays which side: a side may be named itself, with its camp, or with all."""
    if isinstance(bots, str):
        return dict.fromkeys(sides, bots)
    led = {side: bots[camp[side]] for side in sides if camp[side] in bots and side not in bots}
    return {**{side: bot for side, bot in bots.items() if side in sides}, **led}


def check_bots(study: Study, cells: list[Cell]) -> None:
    """Every bot must be known, and whoever it is to play must play in the game it stands under."""
    several = len({cell.game for cell in cells}) > 1
    asked = [("bots", "", study.bots)]
    asked += [(f"play[{n}].bots", each.game, each.bots) for n, each in enumerate(study.play)]
    asked += [(f"variant[{n}].bots", each.game, each.bots) for n, each in enumerate(study.variant)]
    for key, name, bots in asked:
        mine = [cell for cell in cells if name in ("", cell.game)]
        known = sorted({side for cell in mine for side in (*cell.camps, *sides_of(cell.game))})
        for side, bot in bots.items() if isinstance(bots, dict) else [("", bots)]:
            if side and side not in known:
                lacking = "no game of the study has a" if several and not name else f"{mine[0].game} has no"
                raise Unfit(key, f"{lacking} side {side!r}; there is {', '.join(known)}")
            if bot not in BOTS:
                raise Unfit(key, f"there is no bot {bot!r}; there is {', '.join(BOTS)}")


def sides_of(name: str) -> set[str]:
    """All sides of a game, whatever the scenario."""
    game = game_of(name, {})
    return {side for scenario in game.scenarios for side in sides_in(game, scenario)}


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


def digest_of(study: Study, cells: list[Cell]) -> str:
    """What must be equal for a stopped study to be gone on with; the number of games may grow."""
    versions = [game_of(cell.game, cell.files).version for cell in cells]
    joined = {
        cell.key: {side: camp for side, camp in cell.camp.items() if side != camp}
        for cell in cells
        if any(side != camp for side, camp in cell.camp.items())
    }
    parts: list[Any] = [cells, versions, joined] if joined else [cells, versions]
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:16]
