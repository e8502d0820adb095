"""The data files of Budziszyn 1945 as they are written."""

from __future__ import annotations

from typing import Literal

import msgspec


class UnitEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    side: str
    nation: str
    formation: str
    type: str
    size: str
    cls: Literal["foot", "truck", "track", "static"]
    attack: tuple[int, ...]
    mp: int
    counter: str = ""
    army: str = ""
    cel: int = 2
    defence: tuple[int, ...] = ()
    star: Literal["", "black", "white", "yellow", "blue"] = ""
    morale: int = 11
    concentration: str = ""
    traits: tuple[str, ...] = ()
    provenance: str = "model"


class UnitsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    unit: dict[str, UnitEntry]


class TerrainEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    enter: dict[str, int]
    cm: int = 0
    halves: bool = False


class WaterEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    add: dict[str, int]
    cm: int


class CombatEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    columns: tuple[str, ...]
    rows: dict[str, str]


class CalendarEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turns: int
    days: str
    air: dict[str, int]
    ammunition: int = 0
    saveable: int = 0
    saved_at_most: int = 0
    packets: tuple[int, ...] = ()


class EveningEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turns: int
    soviet: int
    draw: int


class BridgeEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hexside: str
    destroyed_in: tuple[str, ...] = ()


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stacking: int
    artillery_range: int
    field_fortification: int
    fixed_position: int
    resilience_group: int
    fortification_unit: int
    volkssturm: int
    concentration: int
    hq_mp: int
    hq_closed_terrain: int
    hq_loss: int
    hq_loss_radius: int
    leave_zoc: int
    strategic: int
    change_setup: int
    demolish_small: int
    repair_small: int
    demolish_big: int
    air_object: int
    air_hamper: int
    air_supply: int
    joint_attack: int
    oos_recovery: int
    exit_levels: int
    american_column: int
    west_column: int
    american_release: int


class TablesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: Numbers
    hq_range: dict[str, int]
    supply_mp: dict[str, int]
    terrain: dict[str, TerrainEntry]
    water: dict[str, WaterEntry]
    route: dict[str, dict[str, int]]
    combat: CombatEntry
    fire: dict[str, dict[str, str]]
    nysa: CalendarEntry
    two_stars: CalendarEntry
    grade: dict[str, str]
    evening: EveningEntry
    bridge: dict[str, BridgeEntry]
    ring: dict[str, str]
    armies: dict[str, tuple[str, ...]]


class SetupEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: str
    units: str
    mode: Literal["fixed", "among", "one_each", "area", "near_v_corps", "loss_only"] = "fixed"
    hexes: str = ""
    area: str = ""
    fortified: bool = True
    loss: int = 0


class ArrivalEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: str
    turn: int
    zones: str
    units: str


class PoolEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    zones: str
    units: str


class BoundEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    dresden: str
    goerlitz: str


class ScenariosFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    setup: dict[str, dict[str, SetupEntry]]
    arrival: dict[str, dict[str, ArrivalEntry]]
    pool: dict[str, PoolEntry]
    bound: BoundEntry
