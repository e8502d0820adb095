"""11.0, 12.0 The scenarios: who is there, where units begin, when they arrive; the options of set-up."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bridgehead.core.data import Data
from bridgehead.core.game import Option, Scenario
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.seelow1945.model.data import Battle, Counter, Edge, Entry, Tables, Whole
from bridgehead.hexes.board import Board

STACKS = Option(
    "Enemy stacks",
    ("closed", "open"),
    "Closed: you see only the top unit of an enemy stack, except in your own Antitank Fire and Combat "
    "Phases.",
    "6.13b",
)
FIRE_TABLE = Option(
    "Barrage table",
    ("tuned", "rebuilt"),
    "Tuned (house ruling): barrages are read 1 column to the right, but Soviet barrages at Küstrin 5 columns "
    "to the left, which keeps the scenarios even. As rebuilt: no columns are shifted.",
    "8.14d",
)


class SetupEntry(Entry, frozen=True):
    """Where a unit begins, or when and where it arrives."""

    hex: str = ""
    one_of: str = ""
    within: int = 0
    of: str = ""
    default: str = ""
    forward: str = ""
    turn: int = 0
    edge: Edge | None = None
    hexes: str = ""


class ScenarioEntry(Entry, frozen=True):
    title: str
    about: str
    battle: Battle
    """Which of the two battles it is, or is taken from."""
    first: Side
    turns: int
    """The number of its last turn."""
    length: str
    dates: tuple[str, ...]
    """The days of the battle, the first one first."""
    rows: tuple[int, int]
    deploys: tuple[Side, ...]
    setup: dict[str, SetupEntry]
    rally: dict[Side, int] = {}
    """Added to a side's rally dice."""
    frozen: dict[Side, int] = {}
    """The turn in which a side's units may not move."""
    first_turn: Whole = 1
    evening: bool = False


class Berth(msgspec.Struct, frozen=True):
    """Where a unit may be deployed, and where two sound plans put it."""

    hexes: tuple[Hex, ...]
    default: Hex
    forward: Hex


class Arrival(msgspec.Struct, frozen=True):
    """When a reinforcement comes, and over which edge into which hexes."""

    turn: int
    edge: Edge
    hexes: tuple[Hex, ...]


class Campaign(msgspec.Struct, frozen=True):
    """A scenario's own facts."""

    entry: ScenarioEntry
    berths: dict[UnitId, Berth]
    arrivals: dict[UnitId, Arrival]


def scenario(tables: Tables, campaign: Campaign) -> Scenario:
    entry = campaign.entry
    return Scenario(
        title=entry.title,
        about=entry.about,
        turns=entry.turns,
        first=entry.first,
        length=entry.length,
        turn_names=tuple(f"{turn.label} {turn.clock}" for turn in tables.turns),
        first_turn=entry.first_turn,
        evening=entry.evening,
    )


def load_campaigns(data: Data, board: Board, counters: Mapping[UnitId, Counter]) -> dict[str, Campaign]:
    file = data.read("scenarios", dict[str, ScenarioEntry])
    return {name: campaign_of(data, name, entry, board, counters) for name, entry in file.items()}


def campaign_of(
    data: Data, name: str, entry: ScenarioEntry, board: Board, counters: Mapping[UnitId, Counter]
) -> Campaign:
    def hexes(key: str, text: str) -> tuple[Hex, ...]:
        found = tuple(Hex(int(each)) for each in text.split() if each.isdigit())
        if len(found) != len(text.split()) or any(hex not in board for hex in found):
            raise data.wrong("scenarios", f"{name}.setup.{key}", f"{text!r} are not hexes of the map")
        return found

    berths: dict[UnitId, Berth] = {}
    arrivals: dict[UnitId, Arrival] = {}
    for key, place in entry.setup.items():
        unit = UnitId(key)
        if unit not in counters:
            raise data.wrong("scenarios", f"{name}.setup.{key}", "there is no such unit")
        if place.edge is not None:
            arrivals[unit] = Arrival(place.turn, place.edge, hexes(key, place.hexes))
            continue
        fixed = hexes(key, place.hex or place.one_of)
        near = board.within(hexes(key, place.of)[0], place.within) if place.of else ()
        default = hexes(key, place.default or place.hex)[0]
        forward = hexes(key, place.forward)[0] if place.forward else default
        berths[unit] = Berth(fixed or near, default, forward)
    return Campaign(entry, berths, arrivals)
