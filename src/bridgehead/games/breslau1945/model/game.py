"""The game as its rules see it: charts and counters."""

from collections.abc import Mapping
from dataclasses import dataclass

from bridgehead.core.values import UnitId
from bridgehead.games.breslau1945.model.charts import Tables
from bridgehead.games.breslau1945.model.data import Counter
from bridgehead.games.breslau1945.model.state import State, Unit
from bridgehead.toolkit.wargame import Wargame


@dataclass(frozen=True, kw_only=True, eq=False)
class Breslau(Wargame[State, Unit]):
    """The game with its charts."""

    counters: Mapping[UnitId, Counter]
    tables: Tables
