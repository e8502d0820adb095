"""The charts, spread over the hexes of the board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.actions import MoveTo, Pick, Place
from bridgehead.core.data import Data
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.breslau1945.model.actions import (
    Airstrike,
    Antifascists,
    Bombard,
    NightRaid,
    WithdrawDivision,
)
from bridgehead.games.breslau1945.model.data import (
    GERMAN,
    MOVEMENT_POINTS,
    SIDES,
    SOVIET,
    BombardmentTable,
    Counter,
    FirstChart,
    ScenarioEntry,
    ScenariosFile,
    TablesFile,
    TurnEntry,
    level_of,
)
from bridgehead.hexes.board import Board, hex_list
from bridgehead.hexes.paths import CLOSED

CANALS = ("river", "canal", "stream", "moat")
"""The names the map draws; every one of them is a Canal hexside (13.4)."""
GROUNDS = ("clear", "suburb", "park", "city", "bridge")
"""The rows the Terrain Chart must have; the Oder is closed to all (13.2)."""


TUNED, REBUILT = "tuned", "rebuilt"
"""The charts of a new game: with the figures that were tuned by play, and as they were rebuilt."""


def by_house_ruling(name: str) -> str:
    """How a figure is called where a house ruling set it."""
    return f"{name}, house ruling"


@dataclass(frozen=True)
class Chart:
    """What one of the charts says of assaults and of victory."""

    success: dict[Side, list[int]]
    """By hex of the target: the number the attacking side must reach."""
    modifier: list[int]
    """By hex of the target: what its terrain adds to the die of an Assault."""
    disorganised: int
    needed: dict[str, int]
    """By scenario: the victory hexes the Red Army needs."""
    ground: list[str]
    """By hex of the target: its terrain, as the modifier is called."""
    shaken: str = "Disorganized target"


class Tables:
    """Everything printed, in the shape the rules read it."""

    def __init__(self, data: Data, board: Board, counters: dict[UnitId, Counter]) -> None:
        file = data.read("tables", TablesFile)
        self.scenarios = data.read("scenarios", ScenariosFile).scenario
        self.supply = file.supply
        self.supply_roll = file.supply_roll
        self.special = file.special
        self.levels = levels_of_victory(data, file, self.scenarios, len(board.marks["victory"]))
        """By scenario: the levels of victory, each with the margins over the hexes needed."""
        self.turns: dict[int, TurnEntry] = {int(turn): entry for turn, entry in file.turn.items()}
        self.events = file.event
        check_scenarios(data, self.scenarios, self.turns)
        self.fatigue = fatigue_turns(data, file)
        self.bombardment = file.bombardment
        self.hits = bombardment_hits(data, file.bombardment)
        """By column and die - 1: does the bombardment succeed?"""
        self.strengths = bombardment_strengths(data, file.bombardment)
        """The strength each column begins with."""
        self._read_ground(data, board, file)
        self._read_map(board)
        self._read_counters(data, board, counters)
        self.declared: dict[object, Any] = {}
        """Attacks as worked out, by all they depend on (rules/attack)."""
        self._near = board.near
        self._within: dict[tuple[Hex, int], frozenset[Hex]] = {}

    @rule("2.4", "9.4d2", "9.5d", "13.1")
    def _read_ground(self, data: Data, board: Board, file: TablesFile) -> None:
        """The Terrain Chart, spread over the hexes."""
        chart = self.chart = file.terrain
        self.canal = file.canal.extra
        """What crossing a Canal hexside adds, by side."""
        for kind in GROUNDS:
            row = chart[kind]
            for name, figures in (("cost", row.cost), ("stack", row.stack), ("success", row.success)):
                if min(figures[side] for side in SIDES) < 1:
                    raise data.wrong("tables", f"terrain.{kind}.{name}", "is at least 1 for either side")
        ground = self.ground = ground_of(board)
        """By hex: clear, suburb, park, city, bridge, river."""
        self.links = bridge_links(data, board, file)
        """The land hexes a Bridge hex is joined to."""
        self.prices: dict[Side, NDArray[np.int32]] = {
            side: movement_prices(board, ground, file, self.links, side) for side in SIDES
        }
        self.steps: dict[Side, list[int]] = {side: self.prices[side].tolist() for side in SIDES}
        """The same as plain numbers, by hex * 6 + direction."""
        self.exits = {side: exits_of(board, self.steps[side]) for side in SIDES}
        """By hex: the neighbours a fresh unit of the side could pay for."""
        self.limit = {
            side: by_hex(ground, {k: row.stack[side] for k, row in chart.items()}) for side in SIDES
        }
        first = self._chart(REBUILT, data, file)
        self.charts = {TUNED: marked(self._chart(TUNED, data, file), first), REBUILT: first}

    @rule("9.4d2", "9.5d", "8.2.8b", "11.1c", "13.6")
    def _chart(self, name: str, data: Data, file: TablesFile) -> Chart:
        """The figures in play, or the same before the tuning."""
        success = {kind: row.success for kind, row in file.terrain.items()}
        modifier = {kind: row.modifier for kind, row in file.terrain.items()}
        needed = {scenario: entry.needed for scenario, entry in self.scenarios.items()}
        disorganised = file.special.disorganised
        if name == REBUILT:
            first = before_tuning(data, file)
            success = {kind: row | first.success.get(kind, {}) for kind, row in success.items()}
            modifier = modifier | first.modifier
            needed, disorganised = needed | first.needed, first.disorganised
        by_side = {side: by_hex(self.ground, {k: row[side] for k, row in success.items()}) for side in SIDES}
        names = [file.terrain[kind].name if kind in file.terrain else "" for kind in self.ground]
        return Chart(by_side, by_hex(self.ground, modifier), disorganised, needed, names)

    @rule("7.1.3d", "11.1c")
    def _read_map(self, board: Board) -> None:
        """The hexes with a meaning of their own."""
        marks = board.marks
        self.victory = frozenset(marks["victory"])
        self.concentration: dict[str, tuple[Hex, ...]] = {
            "soviet": marks["entry_R"],
            "polish": marks["entry_P"],
        }
        self.airport, self.rathaus, self.works = (marks[name][0] for name in ("airport", "rathaus", "works"))
        self.soviet_at_start = frozenset(marks["soviet_at_start"])
        self.land = tuple(hex for hex in board.hexes if self.ground[hex] != "river")
        self.start_ground = start_ground(self.land, self.soviet_at_start)
        """The hexes each side controls at the start, the Oder apart."""
        self.cities = tuple(hex for hex in self.land if self.ground[hex] == "city")
        self.strip_ground = frozenset(hex for hex in self.cities if not beside_canal(board, hex))
        """City hexes without a Canal hexside (10.3.1a)."""
        self.strip_sites = tuple(sorted(self.strip_ground))
        self.rail = rail_graph(board)

    def within(self, hex: Hex, distance: int) -> frozenset[Hex]:
        """The hexes no further from one than that, itself among them; looked up once for each hex."""
        known = self._within.get((hex, distance))
        if known is None:
            known = frozenset((hex,))
            for _ in range(distance):
                known = known.union(*(self._near[to] for to in known))
            self._within[hex, distance] = known
        return known

    def _read_counters(self, data: Data, board: Board, counters: dict[UnitId, Counter]) -> None:
        """Counters the rules name, and actions that are made once and for all."""
        every = counters.values()
        self.guns = tuple(each.id for each in every if each.kind == "artillery")
        self.screens = {
            nation: tuple(each.id for each in every if each.kind == "screen" and each.nation == nation)
            for nation in ("soviet", "polish")
        }
        """Screening Units by nation."""
        self.train = next(each.id for each in every if each.train)
        self.arrivals = {
            letter: tuple(each.id for each in every if each.event == letter) for letter in self.events
        }
        self.ids = tuple(counters)
        self.numbers = {id: number for number, id in enumerate(self.ids)}
        if len(self.ids) > board.size:
            raise data.wrong("units", "unit", f"are more than the {board.size} the map can keep count of")
        self._places: dict[str, int] = {}
        self._masks: dict[str, bytes] = {}
        self.army = tuple((each.id, each.division) for each in every if each.side == SOVIET)
        """The units of the Red Army, each with its division."""
        self.withdrawals = {division: WithdrawDivision(division) for _, division in self.army}
        self.raids = {id: NightRaid(id) for id in counters}
        self.infiltrations = {id: Antifascists(id) for id in counters}
        self.picks = {id: Pick(id) for id in counters}
        self.moves = [MoveTo(Hex(hex)) for hex in range(board.size)]
        self.places = [Place(Hex(hex)) for hex in range(board.size)]
        self.airstrikes = [Airstrike(Hex(hex)) for hex in range(board.size)]
        self.bombards = [Bombard(Hex(hex)) for hex in range(board.size)]

    def place_number(self, place: str) -> int:
        """The number by which a ledger knows a box, or a side's part of the map; 0 is none."""
        return self._places.setdefault(place, len(self._places) + 1)

    def mask(self, place: str) -> bytes:
        """What makes a ledger of places say of one place who is there."""
        known = self._masks.get(place)
        if known is None:
            number = self.place_number(place)
            known = self._masks[place] = bytes(each == number for each in range(256))
        return known


@rule("13.6")
def before_tuning(data: Data, file: TablesFile) -> FirstChart:
    """The figures as they were rebuilt, except where an owner has set others: those hold in either chart."""
    own = set(data.changes())
    first = file.first_chart

    def theirs(*key: str) -> bool:
        return key in own

    success = {
        kind: {side: n for side, n in row.items() if not theirs("tables", "terrain", kind, "success", side)}
        for kind, row in first.success.items()
    }
    modifier = {k: n for k, n in first.modifier.items() if not theirs("tables", "terrain", k, "modifier")}
    needed = {k: n for k, n in first.needed.items() if not theirs("scenarios", "scenario", k, "needed")}
    shaken = theirs("tables", "special", "disorganised")
    disorganised = file.special.disorganised if shaken else first.disorganised
    return FirstChart(first.rule, disorganised, needed, success, modifier)


@rule("13.6")
def marked(chart: Chart, first: Chart) -> Chart:
    """A chart whose modifiers say where they are house rulings: where they are not as they were rebuilt."""
    ours = zip(chart.ground, chart.modifier, first.modifier, strict=True)
    ground = [name if figure == before else by_house_ruling(name) for name, figure, before in ours]
    if chart.disorganised == first.disorganised:
        return replace(chart, ground=ground)
    return replace(chart, ground=ground, shaken=by_house_ruling(chart.shaken))


@rule("9.7")
def fatigue_turns(data: Data, file: TablesFile) -> tuple[int, ...]:
    """By die - 1: the turns a Fatigued unit rests."""
    for die in range(1, 7):
        turns = file.fatigue.get(str(die))
        if not isinstance(turns, int) or turns < 1:
            raise data.wrong("tables", f"fatigue.{die}", "a Fatigued unit rests for one turn at least")
    return tuple(int(file.fatigue[str(die)]) for die in range(1, 7))


def check_scenarios(data: Data, scenarios: dict[str, ScenarioEntry], turns: dict[int, TurnEntry]) -> None:
    """A scenario has turns, and the Turn Record Track a space for each."""
    for name, entry in scenarios.items():
        if not 1 <= entry.turns <= len(turns):
            raise data.wrong("scenarios", f"scenario.{name}.turns", f"is from 1 to {len(turns)}")


@rule("11.1b", "S.4")
def levels_of_victory(
    data: Data, file: TablesFile, scenarios: dict[str, ScenarioEntry], most: int
) -> dict[str, dict[str, tuple[int, int]]]:
    """The levels of every scenario; each number of victory hexes must make one, whatever the Poles cost."""
    found = {name: entry.level or file.level for name, entry in scenarios.items()}
    for name, entry in scenarios.items():
        where = ("scenarios", f"scenario.{name}.level") if entry.level else ("tables", "level")
        for needed in (entry.needed, entry.needed + file.special.polish_price):
            for held in range(most + 1):
                if not level_of(found[name], held - needed):
                    raise data.wrong(*where, f"names no level for {held} victory hexes of {needed} needed")
    return found


def ground_of(board: Board) -> list[str]:
    """The terrain of the Terrain Chart by hex; the sheet draws the Oder as open water (13.2, 13.3)."""
    bridges = set(board.marks["bridge"])
    return [
        "bridge" if hex in bridges else "river" if kind == "lake" else kind
        for hex, kind in enumerate(board.terrain)
    ]


def by_hex(ground: list[str], figures: dict[str, int]) -> list[int]:
    return [figures.get(kind, 0) for kind in ground]


@rule("3.0c")
def start_ground(land: tuple[Hex, ...], soviet: frozenset[Hex]) -> dict[Side, tuple[Hex, ...]]:
    """Who controls what before turn 1; the Oder is nobody's."""
    return {
        SOVIET: tuple(hex for hex in land if hex in soviet),
        GERMAN: tuple(hex for hex in land if hex not in soviet),
    }


def beside_canal(board: Board, hex: Hex) -> bool:
    canal = board.bits(*CANALS)
    return any(board.sides[hex * 6 + direction] & canal for direction in range(6))


@rule("2.6b", "2.6c", "13.3")
def bridge_links(data: Data, board: Board, file: TablesFile) -> dict[Hex, frozenset[Hex]]:
    """The land hexes each Bridge hex is joined to; 1716 is joined to 1816 alone."""
    links: dict[Hex, frozenset[Hex]] = {}
    for number, text in file.bridge_links.items():
        key = f"bridge_links.{number}"
        joined = hex_list(text, board.grid, key, lambda k, p: data.wrong("tables", k, p))
        hex = Hex(int(number))
        if not set(joined) <= set(board.near[hex]):
            raise data.wrong("tables", key, "names a hex that is not adjacent")
        links[hex] = frozenset(joined)
    return links


@rule("7.3.2b", "13.2", "13.3", "13.4", "13.5")
def movement_prices(
    board: Board, ground: list[str], file: TablesFile, links: dict[Hex, frozenset[Hex]], side: Side
) -> NDArray[np.int32]:
    """The price of every hexside for a side: the hex entered, a Canal on top, the Oder closed."""
    prices = np.full(board.size * 6, CLOSED, np.int32)
    canal = board.bits(*CANALS)
    for here in board.hexes:
        for direction, to in enumerate(board.around[here]):
            if not to or "river" in (ground[here], ground[to]):
                continue
            if not joined_by_land_or_bridge(links, here, to):
                continue
            extra = file.canal.extra[side] if board.sides[here * 6 + direction] & canal else 0
            prices[here * 6 + direction] = file.terrain[ground[to]].cost[side] + extra
    return prices


def exits_of(board: Board, steps: list[int]) -> list[tuple[Hex, ...]]:
    return [
        tuple(to for d, to in enumerate(six) if to and 0 <= steps[hex * 6 + d] <= MOVEMENT_POINTS)
        for hex, six in enumerate(board.around)
    ]


def joined_by_land_or_bridge(links: dict[Hex, frozenset[Hex]], here: Hex, to: Hex) -> bool:
    if here in links:
        return to in links[here]
    return to not in links or here in links[to]


def rail_graph(board: Board) -> dict[Hex, tuple[Hex, ...]]:
    """The neighbours of every railroad hex along its lines."""
    joined: dict[Hex, list[Hex]] = {}
    for lines in board.paths["railroad"].values():
        for line in lines:
            for a, b in pairwise(line):
                for here, to in ((a, b), (b, a)):
                    if to not in joined.setdefault(here, []):
                        joined[here].append(to)
    return {hex: tuple(joined[hex]) for hex in sorted(joined)}


def bombardment_strengths(data: Data, table: BombardmentTable) -> tuple[int, ...]:
    """Each column begins with the smaller of its printed figures."""
    firsts = [name.rstrip("+").partition("-")[0] for name in table.columns]
    if not all(first.isdigit() for first in firsts) or [int(first) for first in firsts][:1] != [1]:
        raise data.wrong("tables", "bombardment.columns", "are strengths from 1 up: 1, 2, 3-4, 7+")
    return tuple(map(int, firsts))


def bombardment_hits(data: Data, table: BombardmentTable) -> tuple[tuple[bool, ...], ...]:
    cells = [table.rows.get(str(die), "").split() for die in range(1, 7)]
    if any(len(row) != len(table.columns) for row in cells):
        raise data.wrong("tables", "bombardment.rows", f"needs six rows of {len(table.columns)} cells")
    return tuple(tuple(row[column] == "S" for row in cells) for column in range(len(table.columns)))
