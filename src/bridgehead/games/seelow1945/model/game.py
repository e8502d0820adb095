"""The game with all it has loaded: what every position of it shares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bridgehead.core.actions import MoveTo, Pick
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.seelow1945.model.data import Counter, Kind, Tables
from bridgehead.games.seelow1945.model.ground import Ground
from bridgehead.games.seelow1945.model.scenarios import Campaign
from bridgehead.games.seelow1945.model.state import State, Unit
from bridgehead.toolkit.wargame import Wargame

Allowances = Mapping[UnitId, tuple[int, int, int, int]]
"""Movement points by counter: of its front, and if that is disrupted; of its back, and if that is."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Seelow(Wargame[State, Unit]):
    """The game with its charts, its ground by scenario, and lists looked up often."""

    counters: Mapping[UnitId, Counter]
    tables: Tables
    campaigns: Mapping[str, Campaign]
    grounds: Mapping[str, Ground]
    closings: tuple[tuple[str, str, int], ...]
    """By kind of unit: its ledger, the enemy's, and the most points a hex may hold for it still to enter."""
    closed: Mapping[UnitId, str]
    """By counter: the ledger of the hexes it may not even pass."""
    allowances: Mapping[Kind, Allowances]
    """The movement points of every counter by the kind of turn."""
    moves: tuple[MoveTo, ...]
    """By hex: to move there."""
    picks: Mapping[UnitId, Pick]
    """By counter: to select it."""
    armored: Mapping[Side, tuple[UnitId, ...]]
    artillery: Mapping[Side, tuple[UnitId, ...]]
    commander: UnitId
    west_of_canal: frozenset[Hex]
