"""The data files of the game as typed values: counters, charts and tables, scenarios."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from bridgehead.core.rules import rule
from bridgehead.core.values import Side, UnitId
from bridgehead.games.seelow1945.model import words
from bridgehead.toolkit import wargame
from bridgehead.toolkit.combat import Ladder
from bridgehead.toolkit.tables import clamp

GERMAN = Side("german")
SOVIET = Side("soviet")
SIDES = (GERMAN, SOVIET)
FOE = {GERMAN: SOVIET, SOVIET: GERMAN}

Class = Literal["foot", "motz"]
Kind = Literal["day", "dusk_dawn", "night"]
Edge = Literal["N", "E", "S", "W"]
Battle = Literal["kustrin", "seelow"]


Some = Annotated[int, msgspec.Meta(ge=0)]
"""Nothing or more."""
Whole = Annotated[int, msgspec.Meta(ge=1)]
"""One or more: a divisor, a limit."""
Price = Annotated[int, msgspec.Meta(ge=-1)]
"""What it costs to enter; -1 (CLOSED) where it is prohibited."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a data file."""


# --- counters


class Values(msgspec.Struct, frozen=True, array_like=True):
    """The numbers on one side of a counter."""

    cs: Some
    at: Some
    morale: Some
    ma: Some


class Model(Entry, frozen=True):
    """A class of troops: the numbers its counters share."""

    type: str
    symbol: str
    size: str
    klass: Class = msgspec.field(name="class")
    stack: Some
    armor: Some | None = None
    range: Some | None = None
    commander: bool = False
    full: Values | None = None
    reduced: Values | None = None
    single: Values | None = None
    fire: Values | None = None
    move: Values | None = None


class UnitEntry(Entry, frozen=True):
    name: str
    label: str
    formation: str
    model: str


class UnitsFile(Entry, frozen=True):
    model: dict[str, Model]
    unit: dict[str, UnitEntry]


@rule("2.2", "2.21e", "2.21f", "2.21g", "2.22")
class Counter(wargame.Counter, frozen=True, kw_only=True):
    """A counter: front is the full side or Fire Mode, back the reduced side or Move Mode."""

    label: str
    formation: str
    type: str
    symbol: str
    size: str
    klass: Class
    stack: int
    armored: bool
    armor: int
    """The Armor Modifier in the red circle."""
    artillery: bool
    range: int
    """The Range in the yellow circle."""
    commander: bool
    two_steps: bool
    front: Values
    back: Values


# --- charts and tables


class TerrainEntry(Entry, frozen=True):
    foot: Price
    motz: Price
    shift: int = 0
    halves_barrage: bool = False
    blocks_sight: bool = False


class Cost(Entry, frozen=True):
    foot: int
    motz: int


class MovementTable(Entry, frozen=True):
    foot_stream: Some
    leave_enemy_zoc: Some
    disrupted_divisor: Whole
    dusk_dawn_divisor: Whole
    night_divisor: Whole


class CombatTable(Entry, frozen=True):
    stream: int
    per_level: int
    attacker_armor: int
    defender_armor: int
    disrupted: int
    dusk_dawn: int


class AntitankTable(Entry, frozen=True):
    stream_divisor: Whole
    level_divisor: Whole
    disrupted: int
    dusk_dawn: int
    column_shift: int


class BarrageTable(Entry, frozen=True):
    cover_divisor: Whole
    dusk_dawn: int
    column_shift: int
    column_shift_kustrin_soviet: int


class MoraleTable(Entry, frozen=True):
    disrupted: int


class SpottingTable(Entry, frozen=True):
    distance: tuple[Some, Some, Some]
    dusk_dawn: Some
    zhukov: int
    zhukov_level: int


class KustrinVictory(Entry, frozen=True):
    garrison: tuple[UnitId, ...]
    connected: int
    eliminated: int
    german: int
    draw: int


class SeelowVictory(Entry, frozen=True):
    early_turn: Whole
    localities: Whole


class VictoryTable(Entry, frozen=True):
    kustrin: KustrinVictory
    seelow: SeelowVictory


class TurnEntry(Entry, frozen=True):
    kind: Kind
    label: str
    clock: str
    day: Whole = 1
    """The day of the battle it falls on."""


class Switches(Entry, frozen=True):
    """Rulings that can be turned the other way."""

    enter_enemy_zoc_at_dusk_dawn: bool
    enterability_uses_turn_allowance: bool
    step_for_retreat_against_antitank_fire: bool
    step_for_retreat_against_barrage: bool
    zhukov_counts_on_turn_7: bool
    control_changes_by_retreat: bool
    kustrin_south_limit_is_map_edge: bool


class ResultTable(Entry, frozen=True):
    columns: tuple[str, ...]
    rows: dict[str, tuple[str, ...]]
    column_min: tuple[int, ...] = ()


class TablesFile(Entry, frozen=True):
    combat_results: ResultTable
    fire_table: ResultTable
    terrain: dict[str, TerrainEntry]
    network: dict[str, Cost]
    climb: Cost
    movement: MovementTable
    stacking: dict[Side, Whole]
    combat: CombatTable
    antitank: AntitankTable
    barrage: BarrageTable
    morale: MoraleTable
    spotting: SpottingTable
    victory: VictoryTable
    turns: dict[str, TurnEntry]
    switches: Switches


class Effect(msgspec.Struct, frozen=True):
    """What a table cell does to one side: a number (0 for M), perhaps circled, or elimination."""

    number: int = 0
    circled: bool = False
    eliminated: bool = False


def to_defenders(effect: Effect) -> str:
    """7.4 What a result does to the defender, in words."""
    if effect.eliminated:
        return words.defenders_eliminated()
    told = words.defenders_lose_step if effect.circled else words.defenders_retreat
    return told(effect.number)


def to_attackers(effect: Effect) -> str:
    """7.4 What a result does to the attacker, in words."""
    if effect.eliminated:
        return words.attackers_eliminated()
    told = words.attackers_lose_step if effect.circled else words.attackers_retreat
    return told(effect.number)


def under_fire(effect: Effect) -> str:
    """6.5 What a result does under fire, in words."""
    if effect.eliminated:
        return words.target_eliminated()
    told = words.target_loses_step if effect.circled else words.target_checks
    return told(effect.number)


class CombatCell(msgspec.Struct, frozen=True):
    """7.41: what a cell does to the attacker and to the defender; None is nothing."""

    text: str
    attacker: Effect | None
    defender: Effect | None

    @property
    def does(self) -> str:
        """What it does, in words."""
        sides = ((to_defenders, self.defender), (to_attackers, self.attacker))
        return words.done_by([told(effect) for told, effect in sides if effect is not None])

    @property
    def meaning(self) -> str:
        """What it says and does."""
        return words.result(self.text, self.does)


class FireCell(msgspec.Struct, frozen=True):
    text: str
    effect: Effect | None

    @property
    def does(self) -> str:
        """What it does, in words."""
        return words.done_by([] if self.effect is None else [under_fire(self.effect)])

    @property
    def meaning(self) -> str:
        """What it says and does."""
        return words.result(self.text, self.does)


class Crt(msgspec.Struct, frozen=True):
    """The Combat Results Table, ready to be read."""

    columns: tuple[str, ...]
    ladder: Ladder
    cells: dict[int, tuple[CombatCell, ...]]
    known: dict[tuple[int, int], int] = {}
    """The columns of the ratios asked for so far."""

    def first(self, attack: int, defence: int) -> int:
        """The column of a ratio, before all shifts, limited to the ends of the table."""
        column = self.known.get((attack, defence))
        if column is None:
            column = clamp(self.ladder.floor(attack, defence), 0, len(self.columns) - 1)
            self.known[attack, defence] = column
        return column

    def at(self, die: int, column: int) -> CombatCell:
        return self.cells[clamp(die, min(self.cells), max(self.cells))][column]


class FireTable(msgspec.Struct, frozen=True):
    """The Antitank Fire / Barrage Table, ready to be read."""

    columns: tuple[str, ...]
    column_min: tuple[int, ...]
    cells: dict[int, tuple[FireCell, ...]]

    def at(self, die: int, column: int) -> FireCell:
        return self.cells[clamp(die, min(self.cells), max(self.cells))][column]


class Tables(msgspec.Struct, frozen=True):
    """All the tables, parsed."""

    crt: Crt
    fire: FireTable
    terrain: dict[str, TerrainEntry]
    network: dict[str, Cost]
    climb: Cost
    movement: MovementTable
    stacking: dict[Side, int]
    combat: CombatTable
    antitank: AntitankTable
    barrage: BarrageTable
    morale: MoraleTable
    spotting: SpottingTable
    victory: VictoryTable
    turns: tuple[TurnEntry, ...]
    switches: Switches
