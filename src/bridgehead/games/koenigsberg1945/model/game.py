"""The game with all it has loaded: what every position of it shares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bridgehead.core.values import ChitId, Hex, UnitId
from bridgehead.games.koenigsberg1945.model.data import (
    Chit,
    CombatResult,
    Counter,
    OptionalUnit,
    Reinforcement,
    TablesFile,
    Texts,
)
from bridgehead.games.koenigsberg1945.model.ground import Ground
from bridgehead.games.koenigsberg1945.model.state import State, Unit
from bridgehead.toolkit.combat import Ladder
from bridgehead.toolkit.wargame import Wargame


@dataclass(frozen=True, kw_only=True, eq=False)
class Koenigsberg(Wargame[State, Unit]):
    """The game with all it has loaded."""

    counters: Mapping[UnitId, Counter]
    ground: Ground
    tables: TablesFile
    crt: tuple[tuple[CombatResult, ...], ...]
    ladder: Ladder
    """The odds columns of the table (9.3)."""
    chits: Mapping[ChitId, Chit]
    reinforcements: Mapping[str, Reinforcement]
    optional: Mapping[str, OptionalUnit]
    setup: Mapping[UnitId, tuple[Hex, bool]]
    formations: Mapping[str, tuple[UnitId, ...]]
    """The combat units of each colour band."""
    headquarters: tuple[UnitId, ...]
    air: tuple[UnitId, ...]
    limits: Mapping[int, Mapping[str, int]]
    """By turn and force: the command chits that may be activated, as printed (2.3)."""
    frozen_by: Mapping[str, UnitId]
    """The headquarters of each corps that is frozen until it is released (11.5)."""
    levels: Mapping[str, Mapping[str, tuple[int, int]]]
    """The levels of victory of each scenario: between how many German hexes each lies."""
    ratios: dict[tuple[int, int], int] = field(default_factory=dict)
    """Ratios met before, by attack and defence."""

    def has_chit(self, chit: ChitId) -> bool:
        return chit in self.chits


def formations(counters: dict[UnitId, Counter]) -> dict[str, tuple[UnitId, ...]]:
    """The combat units of each colour band."""
    bands = {piece.formation for piece in counters.values() if piece.formation}
    return {
        band: tuple(unit for unit, piece in counters.items() if piece.combat and piece.formation == band)
        for band in bands
    }


def names(texts: Texts, counters: dict[UnitId, Counter]) -> dict[str, str]:
    """What players call things."""
    called = {str(unit): piece.name for unit, piece in counters.items()}
    called |= {name: chit.name for name, chit in texts.scenarios.chit.items()}
    called |= {number: place.name for number, place in texts.map.place.items()}
    return called | texts.tables.names
