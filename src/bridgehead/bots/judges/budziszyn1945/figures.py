"""Counters in figures: what a unit is worth in its condition, and what it can do."""

from __future__ import annotations

from bridgehead.bots.evaluation import Troop
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.budziszyn1945.model.game import Budziszyn
from bridgehead.games.budziszyn1945.model.state import DUG, Unit

# In points; a full Soviet rifle division is worth about 4.
LEVEL = 2.1
"""What a CEL is worth, on the average."""
HEADQUARTERS = 6.0
HALVED = 0.5
"""5.6.4, 10.2.2 What is left of a strength; odd points are not rounded here."""
STARVED = (1.0, 0.95, 0.88, 0.75, 0.6)
"""What is left of a unit's worth, by how far it is out of supply."""


class Figures:
    """Every counter in every condition it was seen in."""

    def __init__(self, game: Budziszyn) -> None:
        self.game = game
        self.known: dict[tuple[UnitId, int, int, bool, bool], Troop] = {}

    def of(self, unit: Unit) -> Troop:
        key = (unit.id, unit.cel, unit.oos, unit.transport, bool(unit.disorganized))
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = self.made(unit)
        return known

    def made(self, unit: Unit) -> Troop:
        counter = self.game.counters[unit.id]
        at = counter.cel - unit.cel
        if counter.hq:
            return Troop(HEADQUARTERS, 0.0, 0.0)
        attack, defence = float(counter.attack[at]), float(counter.defence[at])
        worth = 0.6 * attack + 0.9 * unit.cel
        if unit.disorganized:
            attack, defence, worth = attack * HALVED, defence * HALVED, worth * 0.88
        if unit.oos:
            attack *= HALVED
            worth *= STARVED[min(unit.oos, 4)]
        if counter.guns:
            defence = 0.0 if unit.transport else defence * 0.5
            attack = 0.0 if unit.transport else attack * 0.5
        elif counter.towed or counter.rg:
            attack = 0.0
        return Troop(worth, attack, defence)


def in_a_fight(unit: Unit) -> tuple[Hex, int, int, bool, bool, int]:
    """What of a unit counts in a fight."""
    return (unit.hex, unit.cel, unit.oos, unit.transport, bool(unit.disorganized), unit.done & DUG)
