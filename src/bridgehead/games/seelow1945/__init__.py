"""Seelow & Küstrin 1945: the relief of Küstrin and the storm of the Seelow Heights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bridgehead.core.data import Data
from bridgehead.core.game import Option, Scenario
from bridgehead.core.rules import Rule, rule
from bridgehead.core.values import Hex, Side, UnitId, printed
from bridgehead.games.seelow1945.data import SIDES, Campaign, Tables
from bridgehead.games.seelow1945.ground import Ground
from bridgehead.games.seelow1945.loading import World, load_world
from bridgehead.games.seelow1945.scenarios import muster
from bridgehead.games.seelow1945.sequence import Battle
from bridgehead.games.seelow1945.state import State, Unit, account, closings, ledgers, steps
from bridgehead.games.seelow1945.victory import west_of_canal
from bridgehead.games.seelow1945.view import BOXES, OVERLAYS, back, determinize, face, view
from bridgehead.toolkit.wargame import Wargame

PHASES = {
    "barrage": "Barrage Phase",
    "movement": "Movement Phase",
    "antitank": "Antitank Fire Phase",
    "combat": "Combat Phase",
    "rally": "Rally Phase",
}
WORDS = {
    "german": "German",
    "soviet": "Soviet",
    "default": "the careful plan",
    "forward": "the forward plan",
    "retreat": "Retreat",
    "move_mode": "Move Mode",
    "fire_mode": "Fire Mode",
}


@dataclass(frozen=True, kw_only=True)
class Seelow(Wargame[State, Unit]):
    """The game with its charts, its ground by scenario, and lists looked up often."""

    tables: Tables
    campaigns: Mapping[str, Campaign]
    grounds: Mapping[str, Ground]
    closings: tuple[tuple[str, str, int], ...]
    armored: Mapping[Side, tuple[UnitId, ...]]
    artillery: Mapping[Side, tuple[UnitId, ...]]
    commander: UnitId
    west_of_canal: frozenset[Hex]


@rule("1.0a", "2.1a", "2.1b")
def build(data: Data) -> Seelow:
    """Read the data and bind the functions."""
    world = load_world(data)
    rules = data.read("rules", dict[str, Rule])
    return Seelow(
        name="seelow1945",
        title="Seelow & Küstrin 1945",
        package=__name__,
        version=data.version(),
        about="Two battles on the Oder: the relief attack on Küstrin and the storm of the Seelow Heights.",
        sides=SIDES,
        scenarios={name: scenario(world, campaign) for name, campaign in world.campaigns.items()},
        options={"stacks": STACKS},
        rules=rules,
        state=State,
        unit=Unit,
        begin=begin,
        view=view,
        determinize=determinize,
        account=account,
        ledgers=ledgers(world.counters),
        ledger_size=world.board.size,
        names=names(world),
        overlays=OVERLAYS,
        board=world.board,
        walker=world.walker,
        counters=world.counters,
        face=face,
        back=back,
        steps=steps,
        tables=world.tables,
        campaigns=world.campaigns,
        grounds={name: ground(world, campaign) for name, campaign in world.campaigns.items()},
        closings=closings(world.counters, world.tables),
        armored={side: chosen(world, side, "armored") for side in SIDES},
        artillery={side: chosen(world, side, "artillery") for side in SIDES},
        commander=next(id for id, counter in world.counters.items() if counter.commander),
        west_of_canal=west_of_canal(world.board),
    )


STACKS = Option(
    "Enemy stacks",
    ("closed", "open"),
    "Closed: only the top unit of an enemy stack is seen, save in one's own Antitank Fire and Combat Phases.",
    "6.13b",
)


def begin(s: State) -> Battle:
    muster(s)
    return Battle()


def scenario(world: World, campaign: Campaign) -> Scenario:
    entry = campaign.entry
    return Scenario(
        title=entry.title,
        about=entry.about,
        turns=entry.turns,
        first=entry.first,
        length=entry.length,
        turn_names=tuple(f"{turn.label} {turn.clock}" for turn in world.tables.turns),
    )


@rule("5.27c", "11.0b")
def ground(world: World, campaign: Campaign) -> Ground:
    edge = world.tables.switches.kustrin_south_limit_is_map_edge
    return Ground(world.board, world.tables, campaign.entry.rows, "edge" if edge else "wall")


def chosen(world: World, side: Side, quality: str) -> tuple[UnitId, ...]:
    """The side's counters with a quality."""
    return tuple(
        id for id, counter in world.counters.items() if counter.side == side and getattr(counter, quality)
    )


def names(world: World) -> dict[str, str]:
    """What ids are called."""
    places = {printed(Hex(hex)): place.name for hex, place in world.board.places.items()}
    units = {str(id): counter.name for id, counter in world.counters.items()}
    return {**WORDS, **PHASES, **BOXES, **places, **units}
