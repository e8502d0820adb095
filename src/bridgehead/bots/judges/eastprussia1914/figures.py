"""Counters in figures: what a unit is worth in its condition, and what it can do."""

from __future__ import annotations

import msgspec

from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import NOWHERE, replace
from bridgehead.games.eastprussia1914.model.game import EastPrussia
from bridgehead.games.eastprussia1914.model.state import (
    ISOLATED,
    OOS,
    REMOVED,
    State,
    Unit,
    attack_value,
    defence_value,
)
from bridgehead.games.eastprussia1914.rules.odds import EIGHTHS, HALVES, attack_in_the_open, defence_strength
from bridgehead.games.eastprussia1914.rules.victory import worth_of_loss

POINT = 10.0
"""What a victory point is worth; a full division is worth about 6 besides."""
LOOMING = 0.2
"""How much of its points a unit on its last step has already lost."""
STAFF = 8.0
"""What an HQ is worth besides its points."""
HARM = {"": 1.0, OOS: 0.8, ISOLATED: 0.5}


class Figure(msgspec.Struct, frozen=True):
    """A counter in one condition."""

    worth: float
    attack: float
    defence: float
    step: float
    """What the next step lost costs, points included."""
    horse: bool = False


class Figures:
    """Every counter in every condition it was seen in."""

    def __init__(self, game: EastPrussia) -> None:
        self.game = game
        self.known: dict[tuple[str, int, str], Figure] = {}

    def of(self, s: State, unit: Unit) -> Figure:
        key = (unit.id, unit.steps, unit.supply)
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = self.made(s, unit)
        return known

    def made(self, s: State, unit: Unit) -> Figure:
        counter = self.game.counters[unit.id]
        prize = POINT * worth_of_loss(s, lost(s, unit))
        if counter.kind == "headquarters":
            return Figure(STAFF * HARM[unit.supply], 0.0, 0.0, prize)
        worth = 0.5 * (attack_value(s, unit) + defence_value(s, unit)) * HARM[unit.supply]
        last = unit.steps < 2
        if last and counter.steps > 1:
            worth -= LOOMING * prize
        step = prize * (1 - LOOMING * (counter.steps > 1)) if last else LOOMING * prize
        step += 0.5 * counter.values[1][1] + 0.5
        attack, defence = attack_in_the_open(s, unit) / EIGHTHS, defence_strength(s, unit) / HALVES
        return Figure(worth, attack, defence, step, counter.kind == "cavalry")


def lost(s: State, unit: Unit) -> Unit:
    """The unit as it would lie in the box of the lost."""
    box = REMOVED if s.game.counters[unit.id].kind == "headquarters" else ELIMINATED
    return replace(unit, hex=NOWHERE, box=box)
