"""The game's data files, as typed and frozen values."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Annotated, Literal, get_args

import msgspec

from bridgehead.core.data import Data
from bridgehead.core.rules import rule
from bridgehead.core.values import ChitId, Hex, Side, UnitId
from bridgehead.toolkit import wargame
from bridgehead.toolkit.combat import Ladder, ratio

GERMAN = Side("german")
RUSSIAN = Side("russian")
SIDES = (GERMAN, RUSSIAN)
FOE = {GERMAN: RUSSIAN, RUSSIAN: GERMAN}

AOK8 = ChitId("chit-AOK8")

Kind = Literal["infantry", "cavalry", "garrison", "headquarters"]
Size = Literal["division", "brigade", "fortress", "hq"]
CLASS = {"infantry": "foot", "cavalry": "horse", "garrison": "static", "headquarters": "hq"}
"""The movement class of each kind of unit."""

MOST = 99
"""The greatest figure that a file may print."""
Number = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
Pip = Annotated[int, msgspec.Meta(ge=1, le=6)]
Direction = Literal["N", "NE", "SE", "S", "SW", "NW"]

Values = tuple[int, int, int]
"""Attack, defence, movement."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a data file: nothing in it may be misspelt."""


class HqEntry(Entry, frozen=True):
    name: str
    commander: str
    side: Side
    formation: str
    command_range: Number
    movement_mode_range: Number
    ratio_shift: Number
    movement: Number
    chit: int


class UnitEntry(Entry, frozen=True):
    name: str
    label: str
    side: Side
    kind: Kind
    size: Size
    full: Values
    reduced: Values | None = None
    formation: str = ""
    flags: tuple[str, ...] = ()


class ChitEntry(Entry, frozen=True):
    name: str
    side: Side
    turn: int


class UnitsFile(Entry, frozen=True):
    hq: dict[str, HqEntry]
    unit: dict[str, UnitEntry]
    chit: dict[str, ChitEntry]


@rule("2.3.1", "2.3.2", "2.3.3", "2.4.1")
class Counter(wargame.Counter, frozen=True, kw_only=True):
    """2.3, 2.4 A printed piece: a combat unit or an HQ."""

    label: str
    kind: Kind
    size: Size
    formation: str = ""
    """Its corps; empty for an independent unit."""
    values: tuple[Values, ...]
    """Attack, defence and movement by steps left; an HQ has no steps and its values at 0."""
    flags: tuple[str, ...] = ()
    command_range: int = 0
    movement_mode_range: int = 0
    ratio_shift: int = 0
    commander: str = ""

    @property
    def movement_class(self) -> str:
        return CLASS[self.kind]

    @property
    def is_hq(self) -> bool:
        return self.kind == "headquarters"

    @property
    def steps(self) -> int:
        return len(self.values) - 1


@rule("2.5.1", "2.5.2a")
class Chit(msgspec.Struct, frozen=True):
    """2.5 A Command Chit: the HQ it activates (none for AOK8) and the first turn it may be selected."""

    id: ChitId
    side: Side
    name: str
    hq: UnitId
    turn: int


class TerrainEntry(Entry, frozen=True):
    foot: Number
    horse: Number
    hq: Number
    shift: int


class WorksEntry(Entry, frozen=True):
    enter: Number
    shift: int


class BySide(Entry, frozen=True):
    german: Number
    russian: Number

    def of(self, side: Side) -> int:
        return self.german if side == GERMAN else self.russian


class ByClass(Entry, frozen=True):
    foot: Number
    horse: Number
    hq: Number

    def of(self, movement_class: str) -> int:
        return {"foot": self.foot, "horse": self.horse, "hq": self.hq, "static": 0}[movement_class]


class StrategicEntry(Entry, frozen=True):
    german: ByClass
    russian: ByClass

    def of(self, side: Side) -> ByClass:
        return self.german if side == GERMAN else self.russian


class MovementEntry(Entry, frozen=True):
    road: Positive
    minor_river: Number
    enter_zoc: Number
    leave_zoc: Number


class CommandEntry(Entry, frozen=True):
    independents: BySide
    independent_activations: Number
    free_movers: Number
    defence_shift_most: Number


class StackingEntry(Entry, frozen=True):
    combat_units: Positive
    hqs: Positive


class SupplyEntry(Entry, frozen=True):
    combat_unit_line: Number
    hq_line: Number
    bread_wagons_line: Number
    attrition: tuple[Pip, ...]
    relocation_hexes: Number
    relocation_gain: Number


class ReplacementEntry(Entry, frozen=True):
    flip: Number
    rebuild: Number


class EntryEntry(Entry, frozen=True):
    blocked_within: int


class CompassEntry(Entry, frozen=True):
    german: tuple[Direction, ...]
    russian: tuple[Direction, ...]


class TurnEntry(Entry, frozen=True):
    dates: str
    command_points: BySide
    replacements: BySide
    rail_points: BySide
    history: str


class EventEntry(Entry, frozen=True):
    title: str
    about: str


class HistoricalEntry(Entry, frozen=True):
    title: str
    about: str
    turns: tuple[int, ...]
    chits: tuple[ChitId, ...] = ()
    formations: tuple[str, ...] = ()
    units: tuple[UnitId, ...] = ()
    most: int = 0


class EventEffectEntry(Entry, frozen=True):
    least_command_points: int


class VictoryUnitEntry(Entry, frozen=True):
    russian_division: int
    russian_hq: int
    german_corps_division: int
    german_other: int
    german_hq: int
    as_corps_division: tuple[UnitId, ...]


class SuddenDeathEntry(Entry, frozen=True):
    alone: str
    together: str
    how_many: int


class CrtEntry(Entry, frozen=True):
    rule: str
    column: dict[str, str]


class TablesFile(Entry, frozen=True):
    crt: CrtEntry
    terrain: dict[str, TerrainEntry]
    works: dict[str, WorksEntry]
    movement: MovementEntry
    strategic: StrategicEntry
    rail_cost: dict[str, Number]
    command: CommandEntry
    stacking: StackingEntry
    supply: SupplyEntry
    replacement: ReplacementEntry
    entry: EntryEntry
    retreat: CompassEntry
    turn: dict[str, TurnEntry]
    random_event: dict[str, EventEntry]
    historical_event: dict[str, HistoricalEntry]
    event_effect: EventEffectEntry
    victory_hex: dict[str, Number]
    victory_unit: VictoryUnitEntry
    sudden_death: SuddenDeathEntry


class CombatResult(msgspec.Struct, frozen=True):
    """10.2.2 A cell of the CRT: steps and hexes of retreat for each side."""

    text: str
    attacker_steps: int = 0
    attacker_retreat: int = 0
    asterisk: bool = False
    """10.2.3 The attacker's part applies only if the defender did not clear the hex."""
    defender_steps: int = 0
    defender_retreat: int = 0


class Crt(msgspec.Struct, frozen=True):
    """The Combat Results Table."""

    columns: tuple[str, ...]
    ladder: Ladder
    results: tuple[tuple[CombatResult, ...], ...]
    """By column, then by die less one."""


class Tables(msgspec.Struct, frozen=True):
    """Every chart of the game, ready for use."""

    file: TablesFile
    crt: Crt
    turns: dict[int, TurnEntry]
    events: dict[int, EventEntry]
    victory_hexes: dict[Hex, int]
    alone: Hex
    """16.4b The hex whose fall wins by itself."""
    together: tuple[Hex, ...]
    compass: dict[Side, frozenset[int]]
    """10.5.4 The directions in which a side retreats by preference."""


COMPASS = get_args(Direction)
DIE = 6


@rule("10.2.2")
def combat_result(text: str) -> CombatResult | None:
    """10.2.2 A cell as printed: `A1*/Dr1`."""
    found: dict[str, int | bool] = {}
    for part in text.split("/"):
        match = re.fullmatch(r"([AD])(\d?)(?:r(\d))?(\*?)", part)
        if match is None:
            return None
        who = "attacker" if match[1] == "A" else "defender"
        found[f"{who}_steps"] = int(match[2] or 0)
        found[f"{who}_retreat"] = int(match[3] or 0)
        if match[4]:
            found["asterisk"] = True
    return msgspec.convert({"text": text, **found}, CombatResult)


def read_tables(data: Data) -> Tables:
    file = data.read("tables", TablesFile)
    return Tables(
        file=file,
        crt=read_crt(data, file.crt.column),
        turns={int(turn): entry for turn, entry in file.turn.items()},
        events={int(roll): entry for roll, entry in file.random_event.items()},
        victory_hexes={Hex(int(hex)): worth for hex, worth in file.victory_hex.items()},
        alone=Hex(int(file.sudden_death.alone)),
        together=tuple(Hex(int(hex)) for hex in file.sudden_death.together.split()),
        compass={
            GERMAN: frozenset(COMPASS.index(each) for each in file.retreat.german),
            RUSSIAN: frozenset(COMPASS.index(each) for each in file.retreat.russian),
        },
    )


def read_crt(data: Data, columns: dict[str, str]) -> Crt:
    """10.2.2 The table; its columns are ratios, put in order."""
    for name in columns:
        if not re.fullmatch(r"[1-9]\d?(\.\d+)?:[1-9]\d?", name):
            raise data.wrong("tables", f"crt.column.{name}", "a column is a ratio such as 3:1 or 1.5:1")
    names = tuple(sorted(columns, key=ratio))
    for below, name in pairwise(names):
        if ratio(below) == ratio(name):
            raise data.wrong("tables", f"crt.column.{name}", f"is the same ratio as {below}")
    return Crt(names, Ladder.read(names), tuple(read_column(data, name, columns[name]) for name in names))


def read_column(data: Data, name: str, text: str) -> tuple[CombatResult, ...]:
    cells = [combat_result(cell) for cell in text.split()]
    good = tuple(cell for cell in cells if cell is not None)
    if len(good) != DIE or len(cells) != DIE:
        raise data.wrong("tables", f"crt.column.{name}", f"needs six results, not {text!r}")
    return good


def read_counters(data: Data) -> tuple[dict[UnitId, Counter], dict[ChitId, Chit]]:
    """The printed counters and the chits that go with them."""
    file = data.read("units", UnitsFile)
    formations = {(hq.side, hq.formation) for hq in file.hq.values()}
    for name, unit in file.unit.items():
        if unit.formation and (unit.side, unit.formation) not in formations:
            raise data.wrong("units", f"unit.{name}.formation", f"there is no corps {unit.formation!r}")
        for face, values in (("full", unit.full), ("reduced", unit.reduced)):
            if values is not None and (min(values) < 0 or values[1] == 0 or max(values) > MOST):
                problem = f"needs attack, defense (not 0) and movement up to {MOST}, not {values}"
                raise data.wrong("units", f"unit.{name}.{face}", problem)
    counters = {UnitId(name): hq_counter(UnitId(name), hq) for name, hq in file.hq.items()}
    counters |= {UnitId(name): unit_counter(UnitId(name), unit) for name, unit in file.unit.items()}
    chits: dict[ChitId, Chit] = {}
    for name, hq in file.hq.items():
        chit = ChitId(f"chit-{name}")
        chits[chit] = Chit(chit, hq.side, hq.name, UnitId(name), hq.chit)
    for name, entry in file.chit.items():
        chits[ChitId(name)] = Chit(ChitId(name), entry.side, entry.name, UnitId(""), entry.turn)
    return counters, chits


def hq_counter(id: UnitId, hq: HqEntry) -> Counter:
    return Counter(
        id=id,
        side=hq.side,
        name=f"{hq.name} HQ",
        label=hq.formation,
        kind="headquarters",
        size="hq",
        formation=hq.formation,
        values=((0, 0, hq.movement),),
        command_range=hq.command_range,
        movement_mode_range=hq.movement_mode_range,
        ratio_shift=hq.ratio_shift,
        commander=hq.commander,
    )


def unit_counter(id: UnitId, unit: UnitEntry) -> Counter:
    faces = (unit.reduced, unit.full) if unit.reduced is not None else (unit.full,)
    return Counter(
        id=id,
        side=unit.side,
        name=unit.name,
        label=unit.label,
        kind=unit.kind,
        size=unit.size,
        formation=unit.formation,
        values=((0, 0, 0), *faces),
        flags=unit.flags,
    )


class PlacedEntry(Entry, frozen=True):
    """Where a unit begins: in a hex, or as a reinforcement of a turn at a letter."""

    hex: str = ""
    turn: int = 0
    entry: str = ""
    reduced: bool = False
    mode: str = "command"


class AreaEntry(Entry, frozen=True):
    min_column: int
    max_row: int


class LevelEntry(Entry, frozen=True):
    least: int
    title: str
    winner: Side | None = None


class ScenarioEntry(Entry, frozen=True):
    rule: str
    title: str
    about: str
    length: str
    first_turn: int
    last_turn: int
    russian_held: str
    historical_events: tuple[str, ...]
    hqs_for_sudden_death: int
    level: tuple[LevelEntry, ...]
    unit: dict[str, PlacedEntry]
    slow_first_army: tuple[int, ...] = ()
    """16.2.2 The turns on which at most two First Army chits may be selected."""
    evening: bool = False
    command_points: int = 0
    """16.3.7e Command Points that replace the turn track's; 0 for those printed."""
    free_selection: tuple[int, ...] = ()
    """16.3.7f The turns of free Russian selection; on others the last free set stays. Empty: always free."""
    no_event: tuple[int, ...] = ()
    play_area: AreaEntry | None = None


class ScenariosFile(Entry, frozen=True):
    scenario: dict[str, ScenarioEntry]


def read_scenarios(data: Data, counters: dict[UnitId, Counter]) -> dict[str, ScenarioEntry]:
    file = data.read("scenarios", ScenariosFile)
    for name, scenario in file.scenario.items():
        for unit, placed in scenario.unit.items():
            key = f"scenario.{name}.unit.{unit}"
            if unit not in counters:
                raise data.wrong("scenarios", key, "there is no such counter")
            if bool(placed.hex) == bool(placed.entry):
                raise data.wrong("scenarios", key, "a unit has either a hex or a turn and an entry")
    return file.scenario
