"""The data files as typed values, and the arrays the rules read from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from bridgehead.core.actions import MoveTo, Pick, Place
from bridgehead.core.values import Hex, Side, UnitId
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
    SCREENS: "Screening Units not in use",
    ROCKETS: "Rocket support units",
    WORKS: "DRB works: armoured train",
    WAITING: "Not yet in play",
}

MOVEMENT_POINTS = 5
"""What every unit has that moves at all (7.3.1)."""

Nation = Literal["soviet", "polish", "german"]
Kind = Literal["infantry", "engineer", "armor", "artillery", "support", "screen"]


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a data file; a key it does not know is an error."""


class UnitEntry(Strict, frozen=True):
    name: str
    nation: Nation
    kind: Kind
    size: str
    setup: str
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


class SupplyCosts(Strict, frozen=True):
    rule: str
    start: int
    most: int
    artillery: int
    north: int
    train: int
    reorganise: int
    strip: int


class SupplyRoll(Strict, frozen=True):
    rule: str
    airport: int
    strip: int
    early: int
    early_turns: int


class Special(Strict, frozen=True):
    """Figures of chapters 7 to 10 that stand in no chart."""

    rule: str
    artillery_most: int
    disorganised: int
    fanatic_attack: int
    fanatic_target: int
    goliath: int
    captured_goliaths: int
    captured_from: int
    train_from: int
    po2: int
    po2_success: tuple[int, ...]
    polish_losses: int
    polish_price: int
    reserve_distance: int
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


@dataclass(frozen=True, kw_only=True)
class Tables:
    """Everything printed, in the shape the rules read it."""

    chart: dict[str, TerrainRow]
    ground: list[str]
    """By hex: clear, suburb, park, city, bridge, river."""
    prices: dict[Side, NDArray[np.int32]]
    steps: dict[Side, list[int]]
    """The same as plain numbers, by hex * 6 + direction."""
    exits: dict[Side, list[tuple[Hex, ...]]]
    """By hex: the neighbours a fresh unit of the side could pay for."""
    limit: dict[Side, list[int]]
    success: dict[Side, list[int]]
    """By hex of the target: the number the attacking side must reach."""
    modifier: list[int]
    victory: frozenset[Hex]
    concentration: dict[str, tuple[Hex, ...]]
    soviet_at_start: frozenset[Hex]
    start_ground: dict[Side, tuple[Hex, ...]]
    """The hexes each side controls at the start, the Oder apart."""
    land: tuple[Hex, ...]
    cities: tuple[Hex, ...]
    strip_ground: frozenset[Hex]
    """City hexes without a Canal hexside (10.3.1a)."""
    rail: dict[Hex, tuple[Hex, ...]]
    links: dict[Hex, frozenset[Hex]]
    """The land hexes a Bridge hex is joined to."""
    airport: Hex
    rathaus: Hex
    works: Hex
    bombardment: BombardmentTable
    hits: tuple[tuple[bool, ...], ...]
    """By column and die - 1: does the bombardment succeed?"""
    fatigue: tuple[int, ...]
    supply: SupplyCosts
    supply_roll: SupplyRoll
    special: Special
    turns: dict[int, TurnEntry]
    events: dict[str, EventEntry]
    arrivals: dict[str, tuple[UnitId, ...]]
    levels: dict[str, tuple[int, int]]
    scenarios: dict[str, ScenarioEntry]
    guns: tuple[UnitId, ...]
    screens: dict[str, tuple[UnitId, ...]]
    """Screening Units by nation."""
    train: UnitId
    picks: dict[UnitId, Pick]
    moves: list[MoveTo]
    places: list[Place]
