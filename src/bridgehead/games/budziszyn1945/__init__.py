"""Budziszyn 1945: the WB-95 game of the last Soviet offensive in Lusatia and Saxony."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bridgehead.core.actions import MoveTo, Pick
from bridgehead.core.data import Data
from bridgehead.core.values import Hex, Side, UnitId, printed
from bridgehead.games.budziszyn1945.actions import Strike
from bridgehead.games.budziszyn1945.air import KINDS
from bridgehead.games.budziszyn1945.data import (
    ALLIED,
    GERMAN,
    SOVIET,
    Campaigns,
    Counter,
    Hexside,
    Tables,
    read_campaigns,
    read_counters,
    read_rules,
    read_tables,
)
from bridgehead.games.budziszyn1945.ground import Ground
from bridgehead.games.budziszyn1945.guesses import determinize
from bridgehead.games.budziszyn1945.overlays import OVERLAYS
from bridgehead.games.budziszyn1945.scenarios import OPTIONS, begin, phases_a_turn, scenarios_of, sides_of
from bridgehead.games.budziszyn1945.state import LEDGERS, State, Unit, account
from bridgehead.games.budziszyn1945.victory import credit, striker_of
from bridgehead.games.budziszyn1945.view import back, face, hidden_from, view
from bridgehead.hexes.board import Board, MapFile
from bridgehead.hexes.paths import Walker
from bridgehead.toolkit.wargame import Wargame

ABOUT = (
    "April and May 1945 between Neisse and Elbe, at three kilometres a hex: secret air missions, artillery, "
    "compulsory attacks, retreats that may be paid for in blood, pursuit, supply along roads, and bridges."
)


@dataclass(frozen=True, kw_only=True)
class Budziszyn(Wargame[State]):
    """The game with what its rules look up."""

    ground: Ground
    tables: Tables
    campaigns: Campaigns
    sides_of: Callable[[State], tuple[Side, ...]]
    phases_a_turn: Callable[[State], int]
    credit: Callable[[State, Unit, Hex], None]
    striker_of: Callable[..., str]
    hidden_from: Callable[[State, Side | None], frozenset[UnitId]]
    picks: Mapping[UnitId, Pick]
    moves: tuple[MoveTo, ...]
    strikes: Mapping[Hexside, Strike]
    hqs: tuple[UnitId, ...]
    artillery: tuple[UnitId, ...]
    soft: tuple[UnitId, ...]
    """What a regular unit may overrun (3.1.8a)."""
    rooted: frozenset[UnitId]
    """Units without movement points (15.2.1)."""
    silent: tuple[UnitId, ...]
    """Units without a ZOC that block supply all the same (10.1.11)."""
    army_units: Mapping[str, tuple[UnitId, ...]]
    group_of: Mapping[UnitId, tuple[UnitId, ...]]
    """The units set up together with one."""
    bank_hexes: list[Hex]
    land_hexes: list[Hex]
    fixed_positions: Mapping[Hex, int]
    fixed_lines: frozenset[frozenset[Hex]]


class Strikes(dict[Hexside, Strike]):
    """One action a bridge, made when first asked for."""

    def __missing__(self, side: Hexside) -> Strike:
        self[side] = Strike(side)
        return self[side]


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
        ground=ground,
        tables=tables,
        campaigns=campaigns,
        sides_of=sides_of,
        phases_a_turn=phases_a_turn,
        credit=credit,
        striker_of=striker_of,
        hidden_from=hidden_from,
        picks={id: Pick(id) for id in counters},
        moves=tuple(MoveTo(Hex(hex)) for hex in range(board.size)),
        strikes=Strikes(),
        hqs=tuple(id for id, counter in counters.items() if counter.hq),
        artillery=tuple(id for id, counter in counters.items() if counter.artillery),
        soft=tuple(id for id, counter in counters.items() if counter.soft),
        rooted=frozenset(id for id, counter in counters.items() if not counter.mp),
        silent=tuple(id for id, counter in counters.items() if counter.artillery or counter.rg),
        army_units={
            army: tuple(id for id, counter in counters.items() if counter.army == army)
            for army in tables.armies
        },
        group_of={
            id: group.units for groups in campaigns.setup.values() for group in groups for id in group.units
        },
        bank_hexes=[Hex(hex) for hex in board.hexes if ground.across[hex]],
        land_hexes=[Hex(hex) for hex in board.hexes if board.terrain[hex] != "lake"],
        fixed_positions=fixed_positions(board, tables),
        fixed_lines=frozenset(
            frozenset((Hex(a), Hex(b))) for a, b in board.features.get("line", frozenset())
        ),
    )


def fixed_positions(board: Board, tables: Tables) -> dict[Hex, int]:
    """7.2 Hexes marked `fixed_positions`, or `fixed_positions_2` and so on, with their modifiers."""
    found: dict[Hex, int] = {}
    for mark, hexes in board.marks.items():
        if mark.startswith("fixed_positions"):
            _, _, number = mark.removeprefix("fixed_positions").partition("_")
            for hex in hexes:
                found[Hex(hex)] = int(number) if number else tables.number.fixed_position
    return found


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
