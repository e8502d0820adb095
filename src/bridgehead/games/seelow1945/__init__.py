"""Seelow & Küstrin 1945: the relief of Küstrin and the storm of the Seelow Heights.

Where the chapters of the rulebook are (in `rules`, unless said otherwise):

    1, 2    Introduction, equipment       model/data, model/loading, model/game
    3       Sequence of play              sequence
    4       Stacking, zones of control    model/state (the ledger), model/ground
    5       Movement                      movement, steps, blocked (why not there); 5.1 model/ground
    6       Antitank fire                 antitank; 6.18 and 7.18 entering; 6.6, 6.7 morale
    7       Combat                        combat, odds (7.2, 7.3), results (7.4), retreat, advance; 7.6 morale
    8       Artillery                     artillery; 8.2 model/ground (sight)
    9       Reinforcements                movement
    10      Night, Zhukov                 wherever they change something
    11-13   The scenarios                 model/scenarios, deployment, victory; 12.46 control

`model` holds what the rules work on: data files read into values, the ground, positions, verbs and events.
`view` is what a side sees, `hidden` what it cannot see and how it guesses at that (6.13b).
"""

from __future__ import annotations

from bridgehead.core.actions import MoveTo, Pick
from bridgehead.core.data import Data
from bridgehead.core.rules import Rule, rule
from bridgehead.core.values import Hex, Side, UnitId, printed
from bridgehead.games.seelow1945.advice import supplied
from bridgehead.games.seelow1945.hidden import determinize
from bridgehead.games.seelow1945.model.data import SIDES
from bridgehead.games.seelow1945.model.game import Seelow
from bridgehead.games.seelow1945.model.ground import Ground, Limit
from bridgehead.games.seelow1945.model.loading import World, load_world
from bridgehead.games.seelow1945.model.scenarios import FIRE_TABLE, STACKS, scenario
from bridgehead.games.seelow1945.model.state import State, Unit, account, closed_to, closings, ledgers, steps
from bridgehead.games.seelow1945.reference import reference, standing
from bridgehead.games.seelow1945.rules.odds import odds
from bridgehead.games.seelow1945.rules.sequence import begin
from bridgehead.games.seelow1945.rules.steps import allowances
from bridgehead.games.seelow1945.rules.victory import west_of_canal
from bridgehead.games.seelow1945.view import BOXES, OVERLAYS, back, face, view
from bridgehead.toolkit.drawing import Drawing

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
    "default": "standard setup",
    "forward": "forward setup",
    "retreat": "Retreat",
    "closed": "closed",
    "open": "open",
    "tuned": "tuned",
    "rebuilt": "as rebuilt",
    "move_mode": "Move Mode",
    "fire_mode": "Fire Mode",
}


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
        scenarios={name: scenario(world.tables, campaign) for name, campaign in world.campaigns.items()},
        options={"stacks": STACKS, "barrage": FIRE_TABLE},
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
        drawing=data.read_drawing("drawing", Drawing),
        face=face,
        back=back,
        steps=steps,
        odds=odds,
        reference=reference,
        standing=standing,
        supplied=supplied,
        tables=world.tables,
        campaigns=world.campaigns,
        grounds=grounds(world),
        closings=closings(world.counters, world.tables),
        closed={id: closed_to(counter) for id, counter in world.counters.items()},
        allowances=allowances(world.counters, world.tables.movement),
        moves=tuple(MoveTo(Hex(hex)) for hex in range(world.board.size)),
        picks={id: Pick(id) for id in world.counters},
        armored={side: chosen(world, side, "armored") for side in SIDES},
        artillery={side: chosen(world, side, "artillery") for side in SIDES},
        commander=next(id for id, counter in world.counters.items() if counter.commander),
        west_of_canal=west_of_canal(world.board),
    )


@rule("5.27c", "11.0b")
def grounds(world: World) -> dict[str, Ground]:
    """By scenario; those that play on the same rows share one."""
    limit: Limit = "edge" if world.tables.switches.kustrin_south_limit_is_map_edge else "wall"
    rows = {campaign.entry.rows for campaign in world.campaigns.values()}
    shared = {each: Ground(world.board, world.tables, each, limit) for each in rows}
    return {name: shared[campaign.entry.rows] for name, campaign in world.campaigns.items()}


def chosen(world: World, side: Side, quality: str) -> tuple[UnitId, ...]:
    """The side's counters with a quality."""
    return tuple(
        id for id, counter in world.counters.items() if counter.side == side and getattr(counter, quality)
    )


def names(world: World) -> dict[str, str]:
    """What ids are called."""
    places = {printed(hex): place.name for hex, place in world.board.places.items()}
    units = {str(id): counter.name for id, counter in world.counters.items()}
    return {**WORDS, **PHASES, **BOXES, **places, **units}
