"""Budziszyn 1945: the WB-95 game of the last Soviet offensive in Lusatia and Saxony."""

from collections.abc import Mapping

from bridgehead.core.data import Data
from bridgehead.core.values import Hex, UnitId, printed
from bridgehead.games.budziszyn1945.air import KINDS
from bridgehead.games.budziszyn1945.data import (
    ALLIED,
    GERMAN,
    SOVIET,
    Counter,
    read_campaigns,
    read_counters,
    read_rules,
    read_tables,
)
from bridgehead.games.budziszyn1945.game import Budziszyn
from bridgehead.games.budziszyn1945.ground import Ground
from bridgehead.games.budziszyn1945.guesses import determinize
from bridgehead.games.budziszyn1945.overlays import OVERLAYS
from bridgehead.games.budziszyn1945.scenarios import OPTIONS, begin, phases_a_turn, scenarios_of, sides_of
from bridgehead.games.budziszyn1945.state import LEDGERS, State, Unit, account, steps
from bridgehead.games.budziszyn1945.victory import captor, credit, striker_of
from bridgehead.games.budziszyn1945.view import back, face, hidden_from, view
from bridgehead.hexes.board import Board, MapFile
from bridgehead.hexes.paths import Walker

ABOUT = (
    "April and May 1945 between Neisse and Elbe, at three kilometres a hex: secret air missions, artillery, "
    "compulsory attacks, retreats that may be paid for in blood, pursuit, supply along roads, and bridges."
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
        scenarios=scenarios_of(days),
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
        face=face,
        back=back,
        steps=steps,
        ground=ground,
        tables=tables,
        campaigns=campaigns,
        sides_of=sides_of,
        phases_a_turn=phases_a_turn,
        credit=credit,
        striker_of=striker_of,
        captor=captor,
        hidden_from=hidden_from,
        pieces=counters,
    )


def names_of(board: Board, counters: Mapping[UnitId, Counter]) -> dict[str, str]:
    """What ids are called."""
    places = {printed(Hex(hex)): place.name for hex, place in board.places.items()}
    return {
        **places,
        **{id: counter.name for id, counter in counters.items()},
        SOVIET: "Soviets",
        GERMAN: "Germans",
        ALLIED: "Allies",
        "american": "Americans",
        **{kind: kind.capitalize() for kind in KINDS},
    }
