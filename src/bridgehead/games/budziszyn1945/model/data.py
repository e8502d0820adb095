"""The data files of Budziszyn 1945, read into frozen values."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bridgehead.core.data import Data
from bridgehead.core.rules import Rule, rule
from bridgehead.core.values import Hex, Hexside, Side, UnitId, Value
from bridgehead.games.budziszyn1945.model import words
from bridgehead.games.budziszyn1945.model.files import (
    ArrivalEntry,
    CalendarEntry,
    EveningEntry,
    Numbers,
    ScenariosFile,
    SetupEntry,
    TablesFile,
    TerrainEntry,
    UnitEntry,
    UnitsFile,
    WaterEntry,
)
from bridgehead.hexes.board import Board
from bridgehead.toolkit.combat import Ladder
from bridgehead.toolkit.wargame import Counter as PrintedCounter

SOVIET = Side("soviet")
GERMAN = Side("german")
ALLIED = Side("allied")

CLASSES = ("foot", "truck", "track", "hq")
ROUTES = ("road", "main_road", "motorway")
"""Secondary route, main route, motorway: worst first."""


def hexside(a: Hex, b: Hex) -> Hexside:
    """A hexside as the pair of its hexes, the smaller first."""
    return (a, b) if a < b else (b, a)


@rule(
    "1.2a", "1.2b", "1.2c", "1.2d", "1.3a", "1.3c", "1.4", "SA.1", "6.1.1", "6.1.6", "6.2.1", "9.1.2", "9.1.4"
)
class Counter(PrintedCounter, frozen=True, kw_only=True):
    """A printed unit. Strengths are listed from the full face down: `attack[0]` is the full one."""

    label: str
    nation: str
    formation: str
    army: str
    type: str
    size: str
    cls: str
    """Its movement class: foot, truck, track, hq or static (no movement)."""
    cel: int
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    mp: int
    star: str
    morale: int
    concentration: str
    organic: bool
    guards: bool
    hq: bool
    rg: bool
    vs: bool
    towed: bool
    artillery: bool
    fortification: bool
    armored_cars: bool
    # What follows from the rest, worked out once: rules ask it of every unit at every step.
    guns: bool
    """Towed artillery, with its two set-ups."""
    self_propelled: bool
    regular: bool
    """1.3c Every ground unit but artillery, headquarters and Resilience Groups."""
    mechanized: bool
    motorized: bool
    attacks: bool
    """5.1.10, 6.6.5a What may attack directly: untowed regular units, and self-propelled artillery."""
    soft: bool
    """3.1.8a What an enemy regular unit may overrun: towed artillery and headquarters."""


class Cell(msgspec.Struct, frozen=True):
    """One side of a table cell."""

    lose: int = 0
    retreat: int = 0
    disorganized: bool = False
    test: bool = False

    def __str__(self) -> str:
        return words.cells(**msgspec.structs.asdict(self))

    def told(self) -> str:
        """What it does to a side, as the log says it."""
        return words.effects(**msgspec.structs.asdict(self))


class Tables(msgspec.Struct, frozen=True):
    number: Numbers
    hq_range: Mapping[str, int]
    supply_mp: Mapping[str, int]
    terrain: Mapping[str, TerrainEntry]
    water: Mapping[str, WaterEntry]
    route: Mapping[str, Mapping[str, int]]
    columns: tuple[str, ...]
    ladder: Ladder
    """Their ratios."""
    combat: tuple[tuple[tuple[Cell, Cell], ...], ...]
    """By 2K6 from 2 to 12, then by column."""
    fire: Mapping[str, tuple[tuple[int, tuple[Cell, ...]], ...]]
    calendar: Mapping[str, CalendarEntry]
    air: Mapping[str, Mapping[int, int]]
    grades: tuple[tuple[int, str], ...]
    evening: EveningEntry
    ring: tuple[str, ...]
    armies: tuple[str, ...]


class Group(msgspec.Struct, frozen=True):
    """Units set up together."""

    side: Side
    units: tuple[UnitId, ...]
    mode: str
    hexes: tuple[Hex, ...]
    fortified: bool
    loss: int


class Arrival(msgspec.Struct, frozen=True):
    turn: int
    zones: tuple[str, ...]
    units: tuple[UnitId, ...]


class Campaigns(msgspec.Struct, frozen=True):
    """What the scenarios file says."""

    setup: Mapping[str, tuple[Group, ...]]
    arrivals: Mapping[str, tuple[Arrival, ...]]
    army_28: tuple[UnitId, ...]
    americans: tuple[UnitId, ...]
    replacement_hq: tuple[UnitId, ...]
    pool_zones: Mapping[str, tuple[str, ...]]
    """Where units without a date come in, by their pool."""
    bound: Mapping[UnitId, str]
    """T.20 The city a unit may not leave in Two Stars."""
    broken: Mapping[str, frozenset[Hexside]]
    big_bridges: Mapping[Hexside, str]


class Mission(Value, frozen=True):
    """8.2 An air mission: its owner, kind, place and strength."""

    side: Side
    kind: str
    hex: Hex
    sp: int
    to: Hex = Hex(0)
    """The other end of an attacked bridge."""
    attacks: int = 0
    """8.2.17 Attacks on whoever wades into this hex."""


class Pool(Value, frozen=True):
    """9.1.6 Combat modifiers gained by the loss of an enemy headquarters."""

    side: Side
    hex: Hex
    left: int
    first: int
    """The first of the two Combat Phases in which it may be used, as counted by the game."""


def cell(text: str) -> Cell:
    """R2XL1T and the like, in any order."""
    lose = retreat = 0
    for at, letter in enumerate(text):
        if letter == "L":
            lose = int(text[at + 1])
        elif letter == "R":
            retreat = int(text[at + 1])
    return Cell(lose, retreat, "X" in text, "T" in text)


def read_rules(data: Data) -> dict[str, Rule]:
    return data.read("rules", dict[str, Rule])


def read_counters(data: Data) -> dict[UnitId, Counter]:
    """The counters by id, in the order of the file."""
    return {
        UnitId(id): counter_of(data, id, entry) for id, entry in data.read("units", UnitsFile).unit.items()
    }


def counter_of(data: Data, id: str, entry: UnitEntry) -> Counter:
    if len(entry.attack) != entry.cel:
        raise data.wrong("units", f"unit.{id}.attack", f"needs {entry.cel} strengths, one a CEL")
    if entry.cel < 1 or any(sp < 0 for sp in (*entry.attack, *entry.defence)):
        raise data.wrong("units", f"unit.{id}", "needs a CEL at least, and no strength below 0")
    if len(entry.defence) not in (0, entry.cel):
        raise data.wrong("units", f"unit.{id}.defence", f"needs {entry.cel} strengths, one a CEL")
    hq, rg, artillery = entry.type == "HQ", entry.type == "RG", entry.type == "ART"
    cls = "hq" if hq else entry.cls
    towed = "towed" in entry.traits
    regular = not (artillery or hq or rg)
    return Counter(
        id=UnitId(id),
        side=Side(entry.side),
        name=entry.name,
        label=entry.counter or entry.name,
        nation=entry.nation,
        formation=entry.formation,
        army=entry.army,
        type=entry.type,
        size=entry.size,
        cls=cls,
        cel=entry.cel,
        attack=entry.attack,
        defence=entry.defence or entry.attack,
        mp=entry.mp,
        star=entry.star,
        morale=entry.morale,
        concentration=entry.concentration,
        organic="organic" in entry.traits,
        guards="guards" in entry.traits,
        hq=hq,
        rg=rg,
        vs="vs" in entry.traits,
        towed=towed,
        artillery=artillery,
        fortification="fortification" in entry.traits,
        armored_cars="armored_cars" in entry.traits,
        guns=artillery and towed,
        self_propelled=artillery and not towed,
        regular=regular,
        mechanized=cls == "track",
        motorized=cls in ("truck", "track", "hq"),
        attacks=(regular and not towed) or (artillery and not towed),
        soft=hq or (artillery and towed),
    )


@rule("CT.1", "CT.2", "CT.3", "AA.1", "AF.1", "AO.1", "N.1", "T.1", "N.5", "T.27", "N.25")
def read_tables(data: Data) -> Tables:
    file = data.read("tables", TablesFile)
    for name in ("stacking", "artillery_range", "concentration", "exit_levels"):
        if getattr(file.number, name) < 1:
            raise data.wrong("tables", f"number.{name}", "must be at least 1")
    rows: list[tuple[tuple[Cell, Cell], ...]] = []
    for roll in range(2, 13):
        cells = file.combat.rows.get(str(roll), "").split()
        if len(cells) != len(file.combat.columns):
            raise data.wrong("tables", f"combat.rows.{roll}", f"needs {len(file.combat.columns)} cells")
        halves = [each.split("/") for each in cells]
        rows.append(tuple((cell(attacker), cell(defender)) for attacker, defender in halves))
    fire = {
        name: tuple((int(least), tuple(map(cell, text.split()))) for least, text in table.items())
        for name, table in file.fire.items()
    }
    for name, lines in fire.items():
        if any(len(cells) != 11 for _, cells in lines):
            raise data.wrong("tables", f"fire.{name}", "needs eleven cells a row, for 2d6 from 2 to 12")
    calendar = {"nysa": file.nysa, "two_stars": file.two_stars}
    return Tables(
        number=file.number,
        hq_range=file.hq_range,
        supply_mp=file.supply_mp,
        terrain=file.terrain,
        water=file.water,
        route=file.route,
        columns=file.combat.columns,
        ladder=read_ladder(data, file.combat.columns),
        combat=tuple(rows),
        fire=fire,
        calendar=calendar,
        air={name: {int(turn): sp for turn, sp in entry.air.items()} for name, entry in calendar.items()},
        evening=file.evening,
        grades=tuple(sorted((int(lead), name) for lead, name in file.grade.items())),
        ring=tuple(file.ring["zones"].split()),
        armies=file.armies["pontoon"],
    )


def read_ladder(data: Data, columns: tuple[str, ...]) -> Ladder:
    """The odds columns: ratios, each better for the attacker than the one before, 1:1 among them."""
    try:
        ladder = Ladder.read(columns)
    except (ValueError, ZeroDivisionError):
        raise data.wrong("tables", "combat.columns", "must be ratios such as 1:2") from None
    if list(ladder.ratios) != sorted(set(ladder.ratios)) or 1 not in ladder.ratios or len(columns) < 2:
        raise data.wrong("tables", "combat.columns", "must rise, with 1:1 among them")
    return ladder


class Roll:
    """Looks names and hexes of the scenarios file up, and fails with the key where there are none."""

    def __init__(self, data: Data, board: Board, counters: Mapping[UnitId, Counter]) -> None:
        self.data = data
        self.board = board
        self.counters = counters

    def units(self, key: str, text: str) -> tuple[UnitId, ...]:
        for id in text.split():
            if id not in self.counters:
                raise self.data.wrong("scenarios", key, f"there is no unit {id!r}")
        return tuple(UnitId(id) for id in text.split())

    def group(self, key: str, entry: SetupEntry) -> Group:
        hexes = tuple(Hex(int(each)) for each in entry.hexes.split())
        if entry.area:
            hexes = tuple(self.board.marks[entry.area])
        if any(each not in self.board for each in hexes):
            raise self.data.wrong("scenarios", key, "names a hex that is not on the map")
        units = self.units(key, entry.units)
        return Group(Side(entry.side), units, entry.mode, hexes, entry.fortified, entry.loss)

    def arrival(self, key: str, entry: ArrivalEntry) -> Arrival:
        return Arrival(entry.turn, tuple(entry.zones.split()), self.units(key, entry.units))


@rule(
    "1.3b", "N.14", "N.17", "N.18", "N.19", "N.20", "T.22", "T.23", "T.24", "T.26", "N.3", "11.1.1", "11.1.2",
)  # fmt: skip
def read_campaigns(data: Data, board: Board, counters: Mapping[UnitId, Counter]) -> Campaigns:
    """Set-ups and arrivals, every name and hex checked."""
    file = data.read("scenarios", ScenariosFile)
    bridges = data.read("tables", TablesFile).bridge
    roll = Roll(data, board, counters)
    sides = {name: side_of(entry.hexside) for name, entry in bridges.items()}
    return Campaigns(
        setup={
            name: tuple(roll.group(f"setup.{name}.{key}", entry) for key, entry in groups.items())
            for name, groups in file.setup.items()
        },
        arrivals={
            name: tuple(roll.arrival(f"arrival.{name}.{key}", entry) for key, entry in groups.items())
            for name, groups in file.arrival.items()
        },
        army_28=roll.units("pool.army_28", file.pool["army_28"].units),
        americans=roll.units("pool.americans", file.pool["americans"].units),
        replacement_hq=roll.units("pool.replacement_hq", file.pool["replacement_hq"].units),
        pool_zones={name: tuple(entry.zones.split()) for name, entry in file.pool.items()},
        bound={
            **dict.fromkeys(roll.units("bound.dresden", file.bound.dresden), "dresden"),
            **dict.fromkeys(roll.units("bound.goerlitz", file.bound.goerlitz), "goerlitz"),
        },
        broken={
            name: frozenset(sides[key] for key, entry in bridges.items() if name in entry.destroyed_in)
            for name in ("nysa", "two_stars")
        },
        big_bridges={sides[key]: key for key in bridges},
    )


def side_of(text: str) -> Hexside:
    a, _, b = text.partition("/")
    return hexside(Hex(int(a)), Hex(int(b)))
