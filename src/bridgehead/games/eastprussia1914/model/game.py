"""The game's class: its charts and its ground beside what every wargame has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bridgehead.core.values import ChitId, Side, UnitId
from bridgehead.games.eastprussia1914.model.data import Chit, Counter, ScenarioEntry, Tables
from bridgehead.games.eastprussia1914.model.ground import Ground
from bridgehead.games.eastprussia1914.model.state import State, Unit
from bridgehead.toolkit.wargame import Wargame


@dataclass(frozen=True, kw_only=True, eq=False)
class EastPrussia(Wargame[State, Unit]):
    """The game with its charts and its ground."""

    counters: Mapping[UnitId, Counter]
    chits: Mapping[ChitId, Chit]
    tables: Tables
    ground: Ground
    setups: Mapping[str, ScenarioEntry]
    hq_of: Mapping[tuple[Side, str], UnitId]
    """The HQ of a side's corps."""

    def has_chit(self, chit: ChitId) -> bool:
        return chit in self.chits
