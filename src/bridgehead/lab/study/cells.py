"""A study: which games are to be played, by whom, under which variants, and with which seeds."""

from __future__ import annotations

import hashlib
from itertools import product
from pathlib import Path

import msgspec

from bridgehead.bots import BOTS
from bridgehead.core.data import DataError
from bridgehead.core.play import setting_for
from bridgehead.lab.study import dials
from bridgehead.lab.study.camps import camp_by_side, sides_in
from bridgehead.lab.study.definition import (
    Bots,
    Play,
    Setting,
    Study,
    Unfit,
    Variant,
    check_games,
    naming_file,
    naming_key,
    plays_of,
    read_study,
)
from bridgehead.lab.study.games import game_of, package_of
from bridgehead.toolkit.wargame import AnyWargame


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


def read_checked(file: Path) -> Study:
    """A study of which all can be played; what does not fit is told with file and key."""
    study = read_study(file)
    with naming_file(file):
        cells_of(study)
    return study


def games_in(study: Study, cell: Cell) -> int:
    """How many games of a cell are to be played."""
    named = (play.games for play in study.play if play.game == cell.game and takes(play, cell.scenario))
    return next(named, 0) or study.games


def takes(play: Play, scenario: str) -> bool:
    return not play.scenarios or scenario in play.scenarios


def variants_of(study: Study, game: str = "") -> list[tuple[int, Variant]]:
    """The variants of a game, each under every setting of its dials, with their numbers in the study."""
    named = [(n, each) for n, each in enumerate(study.variant) if not game or each.game in ("", game)]
    plain = named or [(0, Variant(name="as printed"))]
    settings = []
    for number, dial in enumerate(study.dial):
        if not game or dial.game in ("", game):
            with naming_key(f"dial[{number}].values"):
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
        with naming_key(f"{key}game"):
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
    with naming_key(f"{variant_key}data"):
        if variant.data and not Path(variant.data).is_dir():
            raise DataError(variant.data, "", "is not a folder")
    folder = Path(variant.data) if variant.data else None
    with naming_key(f"{variant_key}{'dials' if variant.dials else 'data'}" if not study.dial else "dial"):
        files = dials.overlay(package_of(play.game), folder, variant.dials)
        game = game_of(play.game, files)
    options = {**play.options, **variant.options}
    found = []
    for scenario in scenarios:
        with naming_key(f"{variant_key if variant.options else key}options"):
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


def digest_of(study: Study, cells: list[Cell]) -> str:
    """What must be equal for a stopped study to be gone on with; the number of games may grow."""
    versions = [game_of(cell.game, cell.files).version for cell in cells]
    joined = {
        cell.key: {side: camp for side, camp in cell.camp.items() if side != camp}
        for cell in cells
        if any(side != camp for side, camp in cell.camp.items())
    }
    parts: list[object] = [cells, versions, joined] if joined else [cells, versions]
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:16]
