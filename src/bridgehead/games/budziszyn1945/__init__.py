"""Budziszyn 1945: the WB-95 game of the last Soviet offensive in Lusatia and Saxony.

Where the chapters of the rulebook are, in `rules`:

1, 5.5  ratio, rounding, modifiers       odds  battle
2       phases and turns                 sequence
3, 12   movement, strategic movement     movement (one step)  marching (one unit)  movement_phase
4       zones of control, control        zoc
5.1     who may and who must attack      duties  attack
5.2     the combat procedure             assault (declaration)  combat
5.3     retreat                          retreat
5.4     pursuit, advance                 pursuit
5.6     losses, disorganization          losses  elimination
6       artillery                        artillery
7, 14   fortifications, bridges          engineering
8       air units                        air  interdiction (against movement)
9       headquarters                     command
10      supply                           supply
11      reinforcements                   reinforcements  entering
13, 15  concentration, stars, Volkssturm abilities
16      masking                          masking
N, T    the campaigns                    setup  special  victory

`model` holds what they work on: the data files read into values, the game, its positions, its ground, its
events and verbs. `view` is what a side sees.
"""

from collections.abc import Mapping

from bridgehead.core.data import Data
from bridgehead.core.values import UnitId, printed
from bridgehead.games.budziszyn1945.advice import supplied
from bridgehead.games.budziszyn1945.model.data import (
    ALLIED,
    GERMAN,
    SOVIET,
    Counter,
    read_campaigns,
    read_counters,
    read_rules,
    read_tables,
)
from bridgehead.games.budziszyn1945.model.game import Budziszyn
from bridgehead.games.budziszyn1945.model.ground import Ground
from bridgehead.games.budziszyn1945.model.scenarios import OPTIONS, scenarios_of
from bridgehead.games.budziszyn1945.model.state import LEDGERS, State, Unit, account, steps
from bridgehead.games.budziszyn1945.reference import reference, standing
from bridgehead.games.budziszyn1945.rules.air import KINDS
from bridgehead.games.budziszyn1945.rules.odds import odds_of
from bridgehead.games.budziszyn1945.rules.setup import begin
from bridgehead.games.budziszyn1945.view.guesses import determinize
from bridgehead.games.budziszyn1945.view.overlays import OVERLAYS
from bridgehead.games.budziszyn1945.view.views import back, face, view
from bridgehead.hexes.board import Board, MapFile
from bridgehead.hexes.paths import Walker
from bridgehead.toolkit.drawing import Drawing

PHASES = {
    "air": "Air Phase",
    "barrage": "Artillery Barrage",
    "movement": "Movement Phase",
    "attack": "Combat Phase",
    "strategic movement": "Strategic Movement Phase",
    "supply": "Supply Phase",
}
"""2.2 The phases by the names the book gives them."""

ARMIES = {
    "3 Army": "3rd Army",
    "13 Army": "13th Army",
    "5 Guards Army": "5th Guards Army",
    "52 Army": "52nd Army",
    "28 Army": "28th Army",
    "3 Guards Tank Army": "3rd Guards Tank Army",
    "4 Guards Tank Army": "4th Guards Tank Army",
    "2 Polish Army": "2nd Polish Army",
}
"""N.6a The armies, each of which has a pontoon bridge."""

ABOUT = (
    "April and May 1945 between Neisse and Elbe, at three kilometers per hex: secret air missions, "
    "artillery, compulsory attacks, retreats that may be paid for in blood, pursuit, supply along roads, "
    "and bridges."
)


def build(data: Data) -> Budziszyn:
    """The game, with its data read and its functions bound."""
    rules = read_rules(data)
    file = data.read("map", MapFile)
    board = Board(file, lambda key, problem: data.wrong("map", key, problem))
    counters = read_counters(data)
    tables = read_tables(data)
    campaigns = read_campaigns(data, board, counters)
    ground = Ground(board, tables, campaigns)
    days = {name: tuple(entry.days.split(", ")) for name, entry in tables.calendar.items()}
    return Budziszyn(
        name="budziszyn1945",
        title="Budziszyn 1945",
        package=__name__,
        version=data.version(),
        about=ABOUT,
        sides=(SOVIET, GERMAN, ALLIED),
        scenarios=scenarios_of(days, tables.evening),
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
        names=names_of(board, counters),
        overlays=OVERLAYS,
        board=board,
        walker=Walker(board),
        counters=counters,
        drawing=data.read_drawing("drawing", Drawing),
        face=face,
        back=back,
        steps=steps,
        odds=odds_of,
        reference=reference,
        standing=standing,
        supplied=supplied,
        ground=ground,
        tables=tables,
        campaigns=campaigns,
    )


def names_of(board: Board, counters: Mapping[UnitId, Counter]) -> dict[str, str]:
    """What ids are called."""
    places = {printed(hex): place.name for hex, place in board.places.items()}
    return {
        **places,
        **{id: counter.name for id, counter in counters.items()},
        SOVIET: "Soviets",
        GERMAN: "Germans",
        ALLIED: "Allies",
        "american": "Americans",
        **{counter.concentration: parent for counter in counters.values() if (parent := parent_of(counter))},
        **{kind: kind.capitalize() for kind in KINDS},
        **PHASES,
        **ARMIES,
    }


def parent_of(counter: Counter) -> str:
    """The formation of a unit, as its name says it in brackets."""
    _, bracket, rest = counter.name.partition(" (")
    return rest.rstrip(")") if bracket and counter.concentration else ""
