"""Games and their rules, as a lobby lists them."""

from __future__ import annotations

import msgspec

from bridgehead.bots import BOTS
from bridgehead.core.game import Option, Scenario
from bridgehead.core.perspective import hides
from bridgehead.core.play import BadSetup, setting_for
from bridgehead.core.values import Side
from bridgehead.games.balance import balance_words
from bridgehead.games.family import relations
from bridgehead.render.counters import NATIONS, OTHER
from bridgehead.server.bot_runner.pool import QUICK
from bridgehead.server.errors import ApiError
from bridgehead.server.wire import (
    BotInfo,
    GameDetail,
    GameInfo,
    Named,
    OptionInfo,
    ReferenceInfo,
    RuleInfo,
    ScenarioInfo,
)
from bridgehead.toolkit.wargame import AnyWargame


def name_of(game: AnyWargame, id: str) -> str:
    return game.names.get(id, id)


def game_info(game: AnyWargame) -> GameInfo:
    home = f"/api/games/{game.name}"
    return GameInfo(
        name=game.name,
        title=game.title,
        about=game.about,
        version=game.version,
        sides=[Named(id=side, name=name_of(game, side)) for side in game.sides],
        scenarios=[scenario_info(game, id, each) for id, each in game.offered().items()],
        options=[option_info(game, id, each) for id, each in game.options.items()],
        overlays=[Named(id=name, name=game.names.get(name) or layer_name(name)) for name in game.overlays],
        hidden=hides(game),
        map=f"{home}/map.svg?v={game.version}",
        key=f"{home}/key.svg?v={game.version}",
        colors={side: color_of(game, side) for side in game.sides},
        layout=f"{home}/layout.json?v={game.version}",
        rules=f"{home}/rules",
    )


def color_of(game: AnyWargame, side: Side) -> str:
    """The color of a side's counters."""
    ours = next((counter for counter in game.counters.values() if counter.side == side), None)
    face = game.face(game, game.unit(ours.id, side)) if ours is not None else None
    return NATIONS.get(face.nationality if face is not None else "", OTHER).fill


def scenario_info(game: AnyWargame, id: str, scenario: Scenario) -> ScenarioInfo:
    return ScenarioInfo(
        id=id,
        title=scenario.title,
        about=scenario.about,
        turns=scenario.turns,
        first=scenario.first,
        length=scenario.length,
        balance=balance_words(game.name, id),
        sides=list(scenario.sides or game.sides),
        turn_names=list(scenario.turn_names),
    )


def option_info(game: AnyWargame, id: str, option: Option) -> OptionInfo:
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


def game_detail(game: AnyWargame) -> GameDetail:
    return GameDetail(
        info=game_info(game),
        names=dict(game.names),
        key=dict(game.drawing.key),
        related=list(relations(game.name)),
    )


def rule_infos(game: AnyWargame) -> list[RuleInfo]:
    """The rule index, in the order of the book."""
    return [RuleInfo(number=number, **msgspec.structs.asdict(rule)) for number, rule in game.rules.items()]


def reference_of(game: AnyWargame, scenario: str, options: dict[str, str]) -> ReferenceInfo:
    """What lies beside the board."""
    if scenario not in game.scenarios:
        raise ApiError(404, "unknown", f"{game.title} has no scenario {scenario!r}.")
    try:
        setting = setting_for(game, scenario, options)
    except BadSetup as problem:
        raise ApiError(400, "wrong", str(problem)) from problem
    found = game.reference(game, scenario, setting)
    return ReferenceInfo(**msgspec.structs.asdict(found))


def sides_of(game: AnyWargame, scenario: str) -> tuple[str, ...]:
    """The sides in play in a scenario."""
    return tuple(game.scenarios[scenario].sides or game.sides)


LAYERS = {"zoc": "Zones of control", "attackers": "Who can attack"}
"""Overlays whose id says too little."""


def layer_name(id: str) -> str:
    return LAYERS.get(id, titled(id))


def titled(id: str) -> str:
    """An id without a name of its own, as words."""
    said = id.replace("_", " ")
    return said[:1].upper() + said[1:]


def bot_infos() -> list[BotInfo]:
    return [
        BotInfo(
            name=name,
            title=name.replace("_", " ").capitalize(),
            about=(maker.__doc__ or "").partition("\n")[0],
            explains=name not in QUICK,
        )
        for name, maker in BOTS.items()
    ]
