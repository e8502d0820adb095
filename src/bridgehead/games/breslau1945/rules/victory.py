"""11.0 Victory: the victory hexes the Red Army controls after the last turn."""

from __future__ import annotations

from bridgehead.core.rules import rule
from bridgehead.core.state import Result
from bridgehead.core.values import Hex
from bridgehead.games.breslau1945.model.charts import Tables
from bridgehead.games.breslau1945.model.data import GERMAN, SOVIET, level_of
from bridgehead.games.breslau1945.model.events import VictoryCounted, VictoryCountedByRuling
from bridgehead.games.breslau1945.model.state import State, controller, is_house_ruling

DRAW = "Draw"
"""The level of victory that is nobody's."""


@rule("11.1a", "11.1c")
def soviet_victory_hexes(s: State) -> list[Hex]:
    """The victory hexes that carry a marker."""
    return [hex for hex in sorted(s.tables.victory) if controller(s, hex) == SOVIET]


@rule("11.1b", "S.4")
def level_rule(tables: Tables, scenario: str) -> str:
    """Where the levels of a scenario come from: the rulebook, or a ruling of ours."""
    entry = tables.scenarios[scenario]
    return entry.rule if entry.level else "11.1b"


@rule("4.3", "11.1b", "11.1c", "11.1d", "10.1.4", "S.4")
def count_victory(s: State) -> None:
    """The Red Army wins with as many hexes as the scenario asks for; with fewer the level says who does."""
    held = len(soviet_victory_hexes(s))
    needed = s.tracks["needed"]
    ruled = is_house_ruling(s, lambda chart: chart.needed[s.scenario])
    counted = VictoryCountedByRuling if ruled else VictoryCounted
    by = level_rule(s.tables, s.scenario)
    s.tell(counted(held, needed), rule=by)
    level = level_of(s.tables.levels[s.scenario], held - needed)
    winner = SOVIET if held >= needed else None if level == DRAW else GERMAN
    s.end(Result(winner, level, by, {"held": held, "needed": needed}))
