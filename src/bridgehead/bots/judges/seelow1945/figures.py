"""Counters in figures: what a unit is worth in its condition, and what it can do."""

from __future__ import annotations

import msgspec

from bridgehead.core.values import Side, UnitId
from bridgehead.games.seelow1945.model.data import GERMAN, SOVIET
from bridgehead.games.seelow1945.model.game import Seelow
from bridgehead.games.seelow1945.model.state import Unit

# In points; a full Soviet rifle regiment is worth about 5.
STEP = {"seelow": {GERMAN: 1.5, SOVIET: 0.8}, "kustrin": {GERMAN: 0.9, SOVIET: 0.9}}
DISRUPTED = {GERMAN: 0.6, SOVIET: 0.65}
LIMBERED = 0.9
POINT, GARRISON = 14.0, 18.0
"""At Küstrin: a victory point for a unit destroyed, and a unit of the garrison."""


class Figure(msgspec.Struct, frozen=True):
    """A counter in one condition."""

    side: Side
    worth: float
    soft: bool
    idle: bool
    """Artillery and Zhukov: they do not march on the objectives."""
    attack: float
    fire: float
    defence: float
    morale: int
    armor: int
    stake: float
    """What is lost with it besides."""
    gun: bool
    last: bool
    """On its last step."""


class Figures:
    """Every counter in every condition it was seen in."""

    def __init__(self, game: Seelow) -> None:
        self.game = game
        self.victory = game.tables.victory.kustrin
        self.disrupted = game.tables.morale.disrupted
        self.known: dict[tuple[str, UnitId, bool, bool, bool], Figure] = {}

    def of(self, scenario: str, unit: Unit) -> Figure:
        key = (scenario, unit.id, unit.reduced, unit.disrupted, unit.move_mode)
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = self.made(scenario, unit)
        return known

    def made(self, scenario: str, unit: Unit) -> Figure:
        counter = self.game.counters[unit.id]
        values = counter.back if unit.reduced or unit.move_mode else counter.front
        if counter.artillery:
            worth = (counter.front.cs * 1.6 + counter.range * 0.2) * (LIMBERED if unit.move_mode else 1.0)
        else:
            armor = counter.armor * 0.8 if counter.armored else 0.0
            worth = values.cs + 0.5 * values.at + 0.4 * values.morale + armor
        able = not unit.disrupted and not counter.commander
        stake = 0.0
        if scenario == "kustrin":
            killed = POINT * self.victory.eliminated if unit.side == SOVIET else 0.0
            stake = GARRISON if unit.id in self.victory.garrison else killed
        return Figure(
            side=unit.side,
            worth=worth * STEP[scenario][unit.side] * (DISRUPTED[unit.side] if unit.disrupted else 1.0),
            soft=not counter.armored,
            idle=counter.artillery or counter.commander,
            attack=values.cs if able and not unit.move_mode else 0.0,
            fire=values.at if able else 0.0,
            defence=0.0 if counter.armored else values.cs,
            morale=values.morale + (self.disrupted if unit.disrupted else 0),
            armor=counter.armor if counter.armored else -1,
            stake=stake,
            gun=counter.artillery,
            last=unit.reduced or not counter.two_steps,
        )
