"""East Prussian Carnage 1914: the Tannenberg campaign.

Where the chapters of the rulebook are (`rules/`, unless said otherwise):

    1, 2    Introduction, components      model/data, model/ground, model/state; 2.7 model/scenarios
    3       Sequence of play              sequence
    4       Command                       4.1 chits, 4.2 activation, 4.3 and 4.4 command
    5       Zones of control              zoc (kept by model/state.account)
    6       Movement                      6.1, 6.2 movement, 6.1.1 movement_segment, 6.3 strategic, 6.4 rail
    7       Stacking                      stacking
    8, 9    Reinforcements, replacements  reinforcements, replacements
    10      Combat                        combat, results (10.2), odds (10.3), losses, retreat, advance
    11      Supply                        11.2 supply, 11.1 and 11.3 supply_phase
    12-14   HQs, fortresses, cavalry      headquarters, fortresses, cavalry
    15      Victory, 16.4 sudden death    victory
    16      Scenarios                     model/scenarios, data/scenarios.toml
    17      Optional rules                17.1 fog, 17.2 chits, 17.3 demolition
    18      Events                        special
"""

from __future__ import annotations

from bridgehead.core.data import Data
from bridgehead.core.game import Option, Scenario
from bridgehead.core.rules import Rule
from bridgehead.core.values import ChitId, UnitId, printed
from bridgehead.games.eastprussia1914.advice import supplied
from bridgehead.games.eastprussia1914.model.data import (
    GERMAN,
    SIDES,
    Chit,
    Counter,
    ScenarioEntry,
    Tables,
    read_counters,
    read_scenarios,
    read_tables,
)
from bridgehead.games.eastprussia1914.model.game import EastPrussia
from bridgehead.games.eastprussia1914.model.ground import Ground
from bridgehead.games.eastprussia1914.model.state import LEDGERS, State, Unit, account, steps
from bridgehead.games.eastprussia1914.reference import reference, standing
from bridgehead.games.eastprussia1914.rules.combat import odds_of
from bridgehead.games.eastprussia1914.rules.sequence import begin
from bridgehead.games.eastprussia1914.view.faces import back, face
from bridgehead.games.eastprussia1914.view.guesses import determinize
from bridgehead.games.eastprussia1914.view.overlays import OVERLAYS
from bridgehead.games.eastprussia1914.view.views import BOXES, view
from bridgehead.hexes.board import Board, MapFile
from bridgehead.hexes.paths import Walker
from bridgehead.toolkit.drawing import Drawing

OPTIONS = {
    "fog": Option(
        "Fog of war",
        ("off", "on"),
        "You see only the top unit of an enemy stack until the stack is attacked.",
        "17.1",
    ),
    "orders_in_advance": Option(
        "Orders in advance", ("off", "on"), "The Russian player selects his chits a turn ahead.", "17.2"
    ),
    "demolitions": Option(
        "Demolitions", ("off", "on"), "Idle units may destroy and repair the railroad in their hex.", "17.3"
    ),
}

WORDS = {
    "german": "German",
    "russian": "Russian",
    "command": "Command Mode",
    "movement": "Movement Mode",
    "strategic": "Strategic movement",
    "rail": "Rail movement",
    "airmen": "Use the airmen's report (die +1)",
    "guns": "Use the massed guns (1 column up)",
    "stand": "Stand and fight",
    "withdraw one hex": "Withdraw 1 hex",
    "withdraw two hexes": "Withdraw 2 hexes",
    "stay": "Stay",
    "go": "Retreat with the others",
}


def build(data: Data) -> EastPrussia:
    """The game with its data."""
    board = Board(data.read("map", MapFile), lambda key, problem: data.wrong("map", key, problem))
    walker = Walker(board)
    tables = read_tables(data)
    counters, chits = read_counters(data)
    setups = read_scenarios(data, counters)
    rules = data.read("rules", dict[str, Rule])
    return EastPrussia(
        name="eastprussia1914",
        title="East Prussian Carnage: The Tannenberg Campaign 1914",
        package=__name__,
        version=data.version(),
        about="Two Russian armies against one German army that has the railways, August and September 1914.",
        sides=SIDES,
        scenarios={name: scenario(setup, tables) for name, setup in setups.items()},
        options=OPTIONS,
        rules=rules,
        state=State,
        unit=Unit,
        begin=begin,
        view=view,
        determinize=determinize,
        account=account,
        ledgers=LEDGERS,
        ledger_size=board.size,
        names=names(board, counters, chits),
        overlays=OVERLAYS,
        board=board,
        walker=walker,
        counters=counters,
        drawing=data.read_drawing("drawing", Drawing),
        face=face,
        back=back,
        steps=steps,
        odds=odds_of,
        reference=reference,
        standing=standing,
        supplied=supplied,
        chits=chits,
        tables=tables,
        ground=Ground(board, walker, tables, setups),
        setups=setups,
        hq_of={(c.side, c.formation): c.id for c in counters.values() if c.is_hq},
    )


def scenario(setup: ScenarioEntry, tables: Tables) -> Scenario:
    """A scenario as the lobby shows it."""
    return Scenario(
        title=setup.title,
        about=setup.about,
        turns=setup.last_turn,
        first_turn=setup.first_turn,
        first=GERMAN,
        length=setup.length,
        turn_names=tuple(tables.turns[turn].dates for turn in sorted(tables.turns)),
        evening=setup.evening,
    )


def names(board: Board, counters: dict[UnitId, Counter], chits: dict[ChitId, Chit]) -> dict[str, str]:
    """What ids are called."""
    return {
        **WORDS,
        **BOXES,
        **{counter.id: counter.name for counter in counters.values()},
        **{chit.id: chit.name for chit in chits.values()},
        **{printed(hex): place.name for hex, place in board.places.items()},
    }
