"""Counters in figures: what a unit is worth where it is, and what it can do."""

from __future__ import annotations

from typing import Any

import msgspec

from bridgehead.games.breslau1945.model.data import (
    BATTLEWORN,
    GERMAN,
    NORTH_GERMAN,
    NORTH_POLISH,
    RESERVES,
    SOVIET,
    WORKS,
)

# What the pieces are worth early in the game, in points; it fades as the days run out.
GERMAN_UNIT, SOVIET_UNIT, GUN, SCREEN = 2.0, 1.1, 0.9, 0.3
BLUE = 0.35
FANATIC, DISORGANISED = 0.3, 0.3
IN_RESERVE, IN_NORTH, WORN = 0.8, 0.78, 0.2
"""Shares of a German unit's worth off the map."""
LATE = 0.12
"""The share of its worth a Red Army unit loses for each turn it waits."""
READY_GUN = 0.03


class Figure(msgspec.Struct, frozen=True):
    """A counter."""

    worth: float
    weight: float
    """What it counts for a victory hex; less than 1 if it is not sent to take any."""
    strength: float
    """What it counts in an assault."""
    gun: bool = False


class Figures:
    """All counters of a game."""

    def __init__(self, game: Any) -> None:
        self.of = {id: figure(counter) for id, counter in game.counters.items()}

    def worth(self, s: Any, unit: Any, fade: float) -> float:
        """What a unit is worth to the Red Army where it is, on the map or off it."""
        one = self.of[unit.id]
        worth = one.worth
        if unit.side == SOVIET:
            if unit.hex:
                return fade * worth + (READY_GUN if one.gun and not unit.fired else 0.0)
            return fade * worth * waiting(s, unit.box)
        if unit.hex:
            more = FANATIC if unit.fanatic else 0.0
            return -fade * (worth + more - (DISORGANISED if unit.disorganised else 0.0))
        if unit.box == RESERVES:
            return -fade * worth * IN_RESERVE
        if unit.box == NORTH_GERMAN:
            return -fade * worth * IN_NORTH
        return -fade * worth * WORN if unit.box in (BATTLEWORN, WORKS) else 0.0


def figure(counter: Any) -> Figure:
    if counter.side == SOVIET and counter.kind == "screen":
        return Figure(SCREEN, 0.35, 0.6)
    if counter.side == SOVIET and counter.kind == "artillery":
        return Figure(GUN, 0.3, 0.3, gun=True)
    worth = GERMAN_UNIT if counter.side == GERMAN else SOVIET_UNIT
    assault = counter.assault
    return Figure(worth + BLUE * assault, 1.0 + 0.3 * assault, 1.0 + assault)


def waiting(s: Any, box: str) -> float:
    """The share of its worth a Red Army unit keeps off the map."""
    if box.startswith("turn"):
        return max(0.2, 1.0 - LATE * max(1, int(box[4:]) - int(s.turn) + 1))
    return 0.3 if box == NORTH_POLISH else 0.0
