"""The data of the game: TOML files as typed values, checked when they are read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Literal

import msgspec

from bridgehead.core.data import Data
from bridgehead.core.game import Option
from bridgehead.core.rules import Rule, rule
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.hexes.board import Board, MapFile
from bridgehead.toolkit import wargame
from bridgehead.toolkit.combat import Ladder

GERMAN = Side("german")
SOVIET = Side("soviet")
FRONT_2 = Side("2bf")
FRONT_3 = Side("3bf")
FORCES = (GERMAN, FRONT_2, FRONT_3)

WATER = ("lake", "haff", "sea")
Count = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Class = Literal["foot", "mech", "static", "naval"]


class Strength(msgspec.Struct, frozen=True):
    """The values on one face of a counter."""

    attack: int
    defence: int
    movement: int

    def __str__(self) -> str:
        return f"{self.attack}-{self.defence}-{self.movement}"


class Counter(wargame.Counter, frozen=True, kw_only=True):
    """A printed piece of this game: combat unit, headquarters or air unit."""

    force: Side
    camp: Side
    """german or soviet: who is friend and who is enemy, whoever leads it."""
    label: str
    formation: str = ""
    """The colour band; none for independents, garrisons, Volkssturm."""
    symbol: str
    size: str = ""
    kind: Literal["combat", "headquarters", "air", "ship"]
    moves_as: Class = "foot"
    full: Strength = Strength(0, 0, 0)
    back: Strength | None = None
    independent: bool = False
    militia: bool = False
    range: int = 0
    independents: int = 0
    """How many independents a headquarters may activate (4.2.1, 4.2.3)."""
    box: str = ""
    returns_on: int = 0

    @property
    def combat(self) -> bool:
        return self.kind == "combat"

    @property
    def headquarters(self) -> bool:
        return self.kind == "headquarters"

    @property
    def mech(self) -> bool:
        return self.moves_as == "mech"

    @property
    def steps(self) -> int:
        return 2 if self.back is not None else 1

    def showing(self, reduced: bool) -> Strength:
        """The values on the face that lies up."""
        return self.back if reduced and self.back is not None else self.full


class UnitEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    label: str
    force: str
    symbol: str
    front: str
    moves_as: Class = msgspec.field(name="class")
    size: str = ""
    formation: str = ""
    independent: bool = False
    back: str = ""


class HeadquartersEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    label: str
    force: str
    formation: str
    size: str
    range: Count
    movement: Count
    independents: Count


class AirEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    force: str
    box: str
    returns_on: Count = 0


class UnitsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    unit: dict[str, UnitEntry]
    headquarters: dict[str, HeadquartersEntry]
    air: dict[str, AirEntry]


class CombatResult(msgspec.Struct, frozen=True):
    """A cell of the combat results table (9.1)."""

    cell: str
    defender_steps: int = 0
    defender_retreat: int = 0
    attacker_steps: int = 0
    attacker_retreat: int = 0
    starred: bool = False


class CrtEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    provenance: str
    columns: tuple[str, ...]
    results: dict[str, tuple[str, ...]]


class BarrageEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    provenance: str
    attacks: tuple[int, int, int, int, int, int]
    column: str
    turn_1_rolls: Count
    turn_1_reach: Positive
    turn_1_die: int
    reach: Positive


class EnterEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    foot: Positive
    mech: Positive


class TerrainEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    enter: EnterEntry
    shift: int


class SettlementEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    shift: int
    ignores_first_retreat: bool
    ignores_first_loss: bool
    stops_advance: bool


class LineEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    shift: int


class MovementEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    road: Positive
    strategic_halves: Positive
    minor_river: Count
    zoc_enter: Count
    zoc_leave: Count


class StackingEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    combat_units: Positive
    headquarters: Positive


class SupplyEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    free_hexes: Count
    limited_hexes: Count


class AirTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    full: int
    normal: int
    most: Count


class ReplacementCosts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    soviet_step: Positive
    german_foot_step: Positive
    german_mech_step: Positive


class VolkssturmEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    start: Count
    most: Count
    distance: Positive


class HipperEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    unit: str
    reach: Count


class FrozenEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    headquarters: tuple[str, ...]
    victory_points: int
    turn: int


class CommandEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    hgm_extra: Count


class MikoschEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    distance: Count


class VictoryEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    sudden_death: str
    level: dict[str, tuple[int, int]]


class TurnEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    dates: str
    limit: dict[str, int]
    replacements: dict[str, int]
    printed: tuple[str, ...] = ()
    """The forces whose limit the rulebook gives; the others are figures of ours (2.3d)."""


class TablesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    crt: CrtEntry
    barrage: BarrageEntry
    terrain: dict[str, TerrainEntry]
    settlement: dict[str, SettlementEntry]
    line: dict[str, LineEntry]
    movement: MovementEntry
    stacking: StackingEntry
    supply: SupplyEntry
    air: AirTable
    replacements: ReplacementCosts
    volkssturm: VolkssturmEntry
    hipper: HipperEntry
    frozen: FrozenEntry
    mikosch: MikoschEntry
    command: CommandEntry
    victory: VictoryEntry
    turn: dict[str, TurnEntry]
    event: dict[str, str]
    names: dict[str, str]
    """What players call sides, boxes, events and groups."""


class ScenarioEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    about: str
    length: str
    sides: tuple[str, ...]
    turns: Count = 0
    """How many it has; none: as many as the turn track."""
    level: dict[str, tuple[int, int]] = {}
    """Its levels of victory, where they are not those of the rulebook."""
    evening: bool = False


class OptionalUnit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    unit: str
    setup: str
    entry: str = ""


class Reinforcement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turn: int
    entry: str
    units: tuple[UnitId, ...]
    event: int = 0


ChitKind = Literal["command", "event", "barrage", "no_gas", "gd_withdrawal", "gd_returns"]


class Chit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is drawn from the cup (2.3 to 2.5)."""

    kind: ChitKind
    name: str
    turn: int
    force: Side = Side("")
    headquarters: UnitId = UnitId("")
    """The headquarters it activates; none: any of its force (4.1.2, 4.1.3)."""


class ScenariosFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    scenario: dict[str, ScenarioEntry]
    option: dict[str, Option]
    setup: dict[str, str]
    optional: dict[str, OptionalUnit]
    reinforcement: dict[str, Reinforcement]
    chit: dict[str, Chit]


class Texts(msgspec.Struct, frozen=True):
    """Everything read."""

    map: MapFile
    units: UnitsFile
    tables: TablesFile
    scenarios: ScenariosFile
    rules: dict[str, Rule]


def read(data: Data) -> Texts:
    return Texts(
        map=data.read("map", MapFile),
        units=data.read("units", UnitsFile),
        tables=data.read("tables", TablesFile),
        scenarios=data.read("scenarios", ScenariosFile),
        rules=data.read("rules", dict[str, Rule]),
    )


def camp_of(side: Side) -> Side:
    """The Fronts and whoever leads them are one camp (2.1.4)."""
    return GERMAN if side == GERMAN else SOVIET


@rule("9.4.3", "15.0h", "14.1.4x", "2.1.4a", "12.3b")
def counters(data: Data, file: UnitsFile) -> dict[UnitId, Counter]:
    """The printed pieces."""
    found = [headquarters_counter(data, name, entry) for name, entry in file.headquarters.items()]
    found += [unit_counter(data, name, entry) for name, entry in file.unit.items()]
    found += [air_counter(data, name, entry) for name, entry in file.air.items()]
    return {piece.id: piece for piece in found}


def force_of(data: Data, key: str, name: str) -> Side:
    if name not in FORCES:
        raise data.wrong("units", f"{key}.force", f"there is no force {name!r}; there is {', '.join(FORCES)}")
    return Side(name)


def headquarters_counter(data: Data, name: str, entry: HeadquartersEntry) -> Counter:
    force = force_of(data, f"headquarters.{name}", entry.force)
    return Counter(
        id=UnitId(name),
        side=camp_of(force),
        camp=camp_of(force),
        force=force,
        name=f"{entry.name} HQ",
        label=entry.label,
        formation=entry.formation,
        symbol="headquarters",
        size=entry.size,
        kind="headquarters",
        full=Strength(0, 0, entry.movement),
        range=entry.range,
        independents=entry.independents,
    )


def unit_counter(data: Data, name: str, entry: UnitEntry) -> Counter:
    force = force_of(data, f"unit.{name}", entry.force)
    return Counter(
        id=UnitId(name),
        side=camp_of(force),
        camp=camp_of(force),
        force=force,
        name=entry.name,
        label=entry.label,
        formation=entry.formation,
        symbol=entry.symbol,
        size=entry.size,
        kind="ship" if entry.moves_as == "naval" else "combat",
        moves_as=entry.moves_as,
        full=strength(data, f"unit.{name}.front", entry.front),
        back=strength(data, f"unit.{name}.back", entry.back) if entry.back else None,
        independent=entry.independent,
        militia=entry.symbol == "militia",
    )


def air_counter(data: Data, name: str, entry: AirEntry) -> Counter:
    force = force_of(data, f"air.{name}", entry.force)
    return Counter(
        id=UnitId(name),
        side=camp_of(force),
        camp=camp_of(force),
        force=force,
        name=entry.name,
        label=entry.name,
        symbol="air",
        kind="air",
        box=entry.box,
        returns_on=entry.returns_on,
    )


def strength(data: Data, key: str, text: str) -> Strength:
    parts = text.split("-")
    if len(parts) != 3 or not all(part.isdigit() for part in parts):
        raise data.wrong("units", key, f"{text!r} is not attack-defense-movement, as in 6-4-8")
    return Strength(*map(int, parts))


CELL = re.compile(r"(?:D(\d*)(?:r(\d*))?)?/?(?:A(\d*)(?:r(\d*))?(\*)?)?")


@rule("9.1a", "9.1b")
def combat_result(data: Data, cell: str) -> CombatResult:
    """A cell as printed: D1r2/A1* is a step and two hexes for the defender, and a step if he stands."""
    found = CELL.fullmatch(cell)
    if not cell or found is None:
        raise data.wrong("tables", "crt.results", f"{cell!r} is not a result, as in D1r2/A1*")
    d, dr, a, ar, star = found.groups()

    def hexes(part: str | None) -> int:
        return 0 if part is None else int(part or 1)

    return CombatResult(cell, int(d or 0), hexes(dr), int(a or 0), hexes(ar), star is not None)


@rule("2.2.3", "16.0a", "16.0b")
def crt(data: Data, entry: CrtEntry) -> tuple[tuple[CombatResult, ...], ...]:
    """The combat results table, column by column."""
    for name in entry.columns:
        if len(entry.results.get(name, ())) != 6:
            raise data.wrong("tables", f"crt.results.{name}", "needs six results")
    return tuple(tuple(combat_result(data, cell) for cell in entry.results[name]) for name in entry.columns)


@rule("9.3e")
def ladder(data: Data, entry: CrtEntry) -> Ladder:
    """The odds of the columns, from the worst for the attacker to the best."""
    try:
        found = Ladder.read(entry.columns)
    except (ValueError, ZeroDivisionError) as problem:
        raise data.wrong("tables", "crt.columns", "odds are written as in 3-1") from problem
    rising = all(here < above for here, above in pairwise((Fraction(0), *found.ratios)))
    if not rising or len(found.ratios) < 2:
        raise data.wrong("tables", "crt.columns", "needs two columns at the least, with rising odds")
    return found


def setup_hex(data: Data, board: Board, key: str, text: str) -> tuple[Hex, bool]:
    """A set-up entry: `1435 R` is a hex and the reduced side, `R` alone a reduced unit off the map."""
    number, _, side = ("", "", text) if text == "R" else text.partition(" ")
    if side not in ("", "R") or (number and not (number.isdigit() and int(number) in board)):
        raise data.wrong("scenarios", key, f"{text!r} is not a hex of the map, with or without R")
    return Hex(int(number or 0)), side == "R"


def setups(
    data: Data, file: ScenariosFile, pieces: Mapping[UnitId, Counter], board: Board
) -> dict[UnitId, tuple[Hex, bool]]:
    """Where every unit begins, optional ones too, and whether it is reduced."""
    texts = {f"setup.{name}": (name, text) for name, text in file.setup.items()}
    texts |= {f"optional.{name}": (each.unit, each.setup) for name, each in file.optional.items()}
    found: dict[UnitId, tuple[Hex, bool]] = {}
    for key, (name, text) in texts.items():
        if name not in pieces:
            raise data.wrong("scenarios", key, f"there is no unit {name!r}")
        found[UnitId(name)] = setup_hex(data, board, key, text)
    return found
