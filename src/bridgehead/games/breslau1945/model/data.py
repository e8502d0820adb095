"""The data files as typed values, and the arrays the rules read from them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from bridgehead.core.data import Data
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.hexes.board import Board
from bridgehead.toolkit import wargame

SOVIET = Side("soviet")
GERMAN = Side("german")
SIDES = (SOVIET, GERMAN)

RESERVES = "reserves"
BATTLEWORN = "battleworn"
NORTH_GERMAN = "north_german"
NORTH_POLISH = "north_polish"
SCREENS = "screens"
ROCKETS = "rockets"
WORKS = "works"
TRACK = "track"
WAITING = "waiting"
BOXES = {
    RESERVES: "Tactical reserves of the fortress command",
    BATTLEWORN: "German battleworn units",
    NORTH_GERMAN: "Northern front: German forces",
    NORTH_POLISH: "Northern front: 2nd Polish Army",
    SCREENS: "Screening Unit pool",
    ROCKETS: "Rocket support units",
    WORKS: "DRB works: armored train",
    WAITING: "Not yet in play",
}

MOVEMENT_POINTS = 5
"""What every unit has that moves at all (7.3.1)."""

Some = Annotated[int, msgspec.Meta(ge=1)]
"""A figure that cannot be nothing: the game divides by it, or could not go on."""
Number = Annotated[int, msgspec.Meta(ge=0)]

Nation = Literal["soviet", "polish", "german"]
Kind = Literal["infantry", "engineer", "armor", "artillery", "support", "screen"]


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a data file; a key it does not know is an error."""


class UnitEntry(Strict, frozen=True):
    name: str
    """What is printed on the counter."""
    nation: Nation
    kind: Kind
    size: str
    setup: str
    title: str = ""
    """The unit's name in full; what is printed where there is none."""
    weapon: str = ""
    division: str = ""
    formation: str = ""
    assault: int = 0
    exposed: int = 0
    mp: int = MOVEMENT_POINTS
    star: bool = False
    sappers: bool = False
    train: bool = False
    splits: tuple[UnitId, ...] = ()
    event: str = ""


def level_of(levels: dict[str, tuple[int, int]], margin: int) -> str:
    """The level of victory of a margin over the victory hexes needed; empty where there is none."""
    return next((name for name, (low, high) in levels.items() if low <= margin <= high), "")


class UnitsFile(Strict, frozen=True):
    unit: dict[UnitId, UnitEntry]


class TerrainRow(Strict, frozen=True):
    """One row of the Terrain Chart; figures by side."""

    rule: str
    name: str
    cost: dict[str, int]
    stack: dict[str, int]
    success: dict[str, int]
    modifier: int


class CanalRow(Strict, frozen=True):
    rule: str
    extra: dict[str, int]


class BombardmentTable(Strict, frozen=True):
    rule: str
    columns: tuple[str, ...]
    rows: dict[str, str]


class FirstChart(Strict, frozen=True):
    """Figures before the tuning, where they differ from those of the charts."""

    rule: str
    disorganised: int
    needed: dict[str, int]
    success: dict[str, dict[str, Some]]
    modifier: dict[str, int]


class SupplyCosts(Strict, frozen=True):
    rule: str
    start: Number
    most: Some
    artillery: Some
    north: Number
    train: Number
    reorganise: Number
    strip: Number


class SupplyRoll(Strict, frozen=True):
    rule: str
    airport: int
    strip: int
    early: int
    early_turns: int


class Special(Strict, frozen=True):
    """Figures of chapters 7 to 10 that stand in no chart."""

    rule: str
    each_unit: int
    """What each attacking unit adds to the die (9.5a)."""
    infantry_and_armor: int
    artillery_most: Number
    disorganised: int
    fanatic_attack: int
    fanatic_target: int
    goliath: int
    captured_goliaths: int
    captured_from: int
    train_from: int
    po2: Number
    po2_success: tuple[int, ...]
    polish_losses: Some
    polish_price: int
    last_polish_turn: Number
    """After which the Poles are withdrawn in the variant O.1."""
    reserve_distance: Some
    north_dice: Number
    """Dice for each German unit on the northern front (10.1.3b)."""
    north_bonus: int


class TurnEntry(Strict, frozen=True):
    dates: str
    air: int
    german: str = ""
    soviet: str = ""


class EventEntry(Strict, frozen=True):
    side: Side
    text: str
    effect: Literal["arrive", "polish_army", "withdraw"]
    division: str = ""


class TablesFile(Strict, frozen=True):
    terrain: dict[str, TerrainRow]
    canal: CanalRow
    bridge_links: dict[str, str]
    bombardment: BombardmentTable
    first_chart: FirstChart
    fatigue: dict[str, str | int]
    supply: SupplyCosts
    supply_roll: SupplyRoll
    special: Special
    turn: dict[str, TurnEntry]
    event: dict[str, EventEntry]
    level: dict[str, tuple[int, int]]


class ScenarioEntry(Strict, frozen=True):
    title: str
    about: str
    rule: str
    deployment: Literal["printed", "chosen"]
    needed: int
    turns: int
    length: str
    level: dict[str, tuple[int, int]] = {}
    """Levels of victory of its own, in place of those of the tables."""
    evening: bool = False
    most_in_reserves: int = 0
    garrisoned: str = ""
    division_spread: int = 0


class ScenariosFile(Strict, frozen=True):
    scenario: dict[str, ScenarioEntry]


class Counter(wargame.Counter, frozen=True, kw_only=True):
    """A printed piece: no strength, a blue and a green figure (2.2b)."""

    nation: Nation
    kind: Kind
    size: str
    weapon: str
    label: str
    division: str
    """The division it belongs to; empty for an independent unit (3.0i2)."""
    formation: str
    assault: int
    exposed: int
    mp: int
    star: bool
    sappers: bool
    train: bool
    splits: tuple[UnitId, ...]
    event: str
    setup_hex: Hex
    setup_box: str

    @property
    def infantry(self) -> bool:
        return self.kind in ("infantry", "engineer", "screen")

    @property
    def armor(self) -> bool:
        return self.kind == "armor"


@rule("2.2b", "2.2c", "3.0i2")
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
            name=entry.title or entry.name,
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
