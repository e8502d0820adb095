"""The games on the shelf, as a lobby shows them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from bridgehead.core.data import DataError
from bridgehead.core.game import Option, Scenario, nothing_hidden
from bridgehead.games import GAMES, UnknownGame, load_game
from bridgehead.server.wire import GameDetail, GameInfo, Named, OptionInfo, RuleInfo, ScenarioInfo
from bridgehead.toolkit.wargame import AnyWargame

AnyGame = AnyWargame

log = logging.getLogger("bridgehead")


class Shelf:
    """Finds games by name. Used on the rules thread, since a game is loaded when first asked for."""

    def __init__(
        self, names: Iterable[str] | None = None, load: Callable[[str], AnyGame] = load_game
    ) -> None:
        self.names = tuple(GAMES if names is None else names)
        self._load = load
        self.loaded: dict[str, AnyGame] = {}

    def game(self, name: str) -> AnyGame:
        if name not in self.loaded:
            if name not in self.names:
                raise UnknownGame(f"there is no game {name!r}; there is {', '.join(self.names) or 'none'}")
            self.loaded[name] = self._load(name)
        return self.loaded[name]

    def infos(self) -> list[GameInfo]:
        """Every game that loads."""
        found = []
        for name in self.names:
            try:
                found.append(game_info(self.game(name)))
            except (DataError, ImportError) as problem:
                log.warning("%s is left out: %s", name, problem)
        return found


def hides(game: AnyGame) -> bool:
    """Does one side not see everything of the other?"""
    return game.determinize is not nothing_hidden


def name_of(game: AnyGame, id: str) -> str:
    return game.names.get(id, id)


def game_info(game: AnyGame) -> GameInfo:
    home = f"/api/games/{game.name}"
    return GameInfo(
        name=game.name,
        title=game.title,
        about=game.about,
        version=game.version,
        sides=[Named(id=side, name=name_of(game, side)) for side in game.sides],
        scenarios=[scenario_info(game, id, each) for id, each in game.scenarios.items()],
        options=[option_info(game, id, each) for id, each in game.options.items()],
        overlays=[Named(id=name, name=game.names.get(name) or titled(name)) for name in game.overlays],
        hidden=hides(game),
        map=f"{home}/map.svg?v={game.version}",
        layout=f"{home}/layout.json?v={game.version}",
        rules=f"{home}/rules",
    )


def scenario_info(game: AnyGame, id: str, scenario: Scenario) -> ScenarioInfo:
    return ScenarioInfo(
        id=id,
        title=scenario.title,
        about=scenario.about,
        turns=scenario.turns,
        first=scenario.first,
        length=scenario.length,
        sides=list(scenario.sides or game.sides),
        turn_names=list(scenario.turn_names),
    )


def option_info(game: AnyGame, id: str, option: Option) -> OptionInfo:
    return OptionInfo(
        id=id,
        title=option.title,
        about=option.about,
        rule=option.rule,
        choices=[
            Named(id=choice, name=game.names.get(choice) or titled(choice)) for choice in option.choices
        ],
        scenarios=list(option.scenarios),
    )


def game_detail(game: AnyGame) -> GameDetail:
    return GameDetail(info=game_info(game), names=dict(game.names))


def rule_infos(game: AnyGame) -> list[RuleInfo]:
    """The rule index, in the order of the book."""
    return [
        RuleInfo(
            number=number,
            title=rule.title,
            text=rule.text,
            kind=rule.kind,
            status=rule.status,
            provenance=rule.provenance,
            reading=rule.reading,
            reason=rule.reason,
        )
        for number, rule in game.rules.items()
    ]


def sides_of(game: AnyGame, scenario: str) -> tuple[str, ...]:
    """The sides in play in a scenario."""
    return tuple(game.scenarios[scenario].sides or game.sides)


def titled(id: str) -> str:
    """An id without a name of its own, as words."""
    said = id.replace("_", " ")
    return said[:1].upper() + said[1:]
