"""Reading the data files and spreading the charts over the hexes of the board."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.actions import MoveTo, Pick, Place
from bridgehead.core.data import Data
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.breslau1945.data import (
    BOXES,
    GERMAN,
    MOVEMENT_POINTS,
    SIDES,
    SOVIET,
    TRACK,
    WAITING,
    BombardmentTable,
    Counter,
    ScenariosFile,
    Tables,
    TablesFile,
    UnitsFile,
)
from bridgehead.hexes.board import Board, hex_list
from bridgehead.hexes.paths import CLOSED

CANALS = ("river", "canal", "stream", "moat")
"""The names the map draws; every one of them is a Canal hexside (13.4)."""


def read_counters(data: Data, board: Board) -> dict[UnitId, Counter]:
    """The counters, each with its place in the historical scenario."""
    file = data.read("units", UnitsFile)
    counters: dict[UnitId, Counter] = {}
    for id, entry in file.unit.items():
        setup = entry.setup
        at_hex = setup.isdigit()
        if at_hex and int(setup) not in board:
            raise data.wrong("units", f"unit.{id}.setup", f"{setup} is not a hex of this map")
        if not at_hex and setup not in BOXES and setup != TRACK:
            raise data.wrong("units", f"unit.{id}.setup", f"{setup} is neither a hex nor a box")
        for part in entry.splits:
            if part not in file.unit:
                raise data.wrong("units", f"unit.{id}.splits", f"there is no unit {part}")
        counters[id] = Counter(
            id=id,
            side=GERMAN if entry.nation == "german" else SOVIET,
            name=f"{entry.name} ({entry.weapon})" if entry.weapon and not entry.train else entry.name,
            nation=entry.nation,
            kind=entry.kind,
            size=entry.size,
            weapon=entry.weapon,
            label=entry.name,
            division=entry.division,
            formation=entry.formation,
            assault=entry.assault,
            exposed=entry.exposed,
            mp=entry.mp,
            star=entry.star,
            sappers=entry.sappers,
            train=entry.train,
            splits=entry.splits,
            event=entry.event,
            setup_hex=Hex(int(setup) if at_hex else 0),
            setup_box="" if at_hex else WAITING if entry.event else setup,
        )
    return counters


def read_tables(data: Data, board: Board, counters: dict[UnitId, Counter]) -> Tables:
    """The charts, spread over the hexes of the board."""
    file = data.read("tables", TablesFile)
    scenarios = data.read("scenarios", ScenariosFile).scenario
    ground = ground_of(board)
    for kind in ("clear", "suburb", "park", "city", "bridge"):
        if kind not in file.terrain:
            raise data.wrong("tables", f"terrain.{kind}", "is missing from the Terrain Chart")
    links = bridge_links(data, board, file)
    prices = {side: movement_prices(board, ground, file, links, side) for side in SIDES}
    cities = tuple(hexes_of(board, ground, "city"))
    return Tables(
        chart=file.terrain,
        ground=ground,
        prices=prices,
        steps={side: prices[side].tolist() for side in SIDES},
        exits={side: exits_of(board, prices[side].tolist()) for side in SIDES},
        limit={
            side: by_hex(ground, {k: row.stack[side] for k, row in file.terrain.items()}) for side in SIDES
        },
        success={
            side: by_hex(ground, {k: row.success[side] for k, row in file.terrain.items()}) for side in SIDES
        },
        modifier=by_hex(ground, {k: row.modifier for k, row in file.terrain.items()}),
        victory=frozenset(map(Hex, board.marks["victory"])),
        concentration={
            "soviet": tuple(map(Hex, board.marks["russian_concentration"])),
            "polish": tuple(map(Hex, board.marks["polish_concentration"])),
        },
        soviet_at_start=frozenset(map(Hex, board.marks["soviet_at_start"])),
        start_ground=start_ground(board, ground),
        land=tuple(Hex(hex) for hex in board.hexes if ground[hex] != "river"),
        cities=cities,
        strip_ground=frozenset(hex for hex in cities if not beside_canal(board, hex)),
        rail=rail_graph(board),
        links=links,
        airport=Hex(board.marks["airport"][0]),
        rathaus=Hex(board.marks["rathaus"][0]),
        works=Hex(board.marks["works"][0]),
        bombardment=file.bombardment,
        hits=bombardment_hits(data, file.bombardment),
        fatigue=tuple(int(file.fatigue[str(die)]) for die in range(1, 7)),
        supply=file.supply,
        supply_roll=file.supply_roll,
        special=file.special,
        turns={int(turn): entry for turn, entry in file.turn.items()},
        events=file.event,
        arrivals={
            letter: tuple(id for id, counter in counters.items() if counter.event == letter)
            for letter in file.event
        },
        levels=file.level,
        scenarios=scenarios,
        guns=tuple(id for id, counter in counters.items() if counter.kind == "artillery"),
        screens={
            nation: tuple(
                id for id, each in counters.items() if each.kind == "screen" and each.nation == nation
            )
            for nation in ("soviet", "polish")
        },
        train=next(id for id, counter in counters.items() if counter.train),
        picks={id: Pick(id) for id in counters},
        moves=[MoveTo(Hex(hex)) for hex in range(board.size)],
        places=[Place(Hex(hex)) for hex in range(board.size)],
    )


def ground_of(board: Board) -> list[str]:
    """The terrain of the Terrain Chart by hex; the sheet draws the Oder as open water (13.2, 13.3)."""
    bridges = set(board.marks["bridge"])
    return [
        "bridge" if hex in bridges else "river" if kind == "lake" else kind
        for hex, kind in enumerate(board.terrain)
    ]


def by_hex(ground: list[str], figures: dict[str, int]) -> list[int]:
    return [figures.get(kind, 0) for kind in ground]


def hexes_of(board: Board, ground: list[str], kind: str) -> list[Hex]:
    return [Hex(hex) for hex in board.hexes if ground[hex] == kind]


@rule("3.0c")
def start_ground(board: Board, ground: list[str]) -> dict[Side, tuple[Hex, ...]]:
    """Who controls what before turn 1; the Oder is nobody's."""
    soviet = set(board.marks["soviet_at_start"])
    land = [Hex(hex) for hex in board.hexes if ground[hex] != "river"]
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
            raise data.wrong("tables", key, "names a hex that is no neighbour")
        links[hex] = frozenset(map(Hex, joined))
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
            if not joined_by_land_or_bridge(links, Hex(here), Hex(to)):
                continue
            extra = file.canal.extra[side] if board.sides[here * 6 + direction] & canal else 0
            prices[here * 6 + direction] = file.terrain[ground[to]].cost[side] + extra
    return prices


def exits_of(board: Board, steps: list[int]) -> list[tuple[Hex, ...]]:
    return [
        tuple(Hex(to) for d, to in enumerate(six) if to and 0 <= steps[hex * 6 + d] <= MOVEMENT_POINTS)
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
                for here, to in ((Hex(a), Hex(b)), (Hex(b), Hex(a))):
                    if to not in joined.setdefault(here, []):
                        joined[here].append(to)
    return {hex: tuple(joined[hex]) for hex in sorted(joined)}


def bombardment_hits(data: Data, table: BombardmentTable) -> tuple[tuple[bool, ...], ...]:
    cells = [table.rows.get(str(die), "").split() for die in range(1, 7)]
    if any(len(row) != len(table.columns) for row in cells):
        raise data.wrong("tables", "bombardment.rows", f"needs six rows of {len(table.columns)} cells")
    return tuple(tuple(row[column] == "S" for row in cells) for column in range(len(table.columns)))
