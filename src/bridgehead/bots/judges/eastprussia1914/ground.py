"""The ground: how far units come, and what cover it gives."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.values import Hex, Side
from bridgehead.games.eastprussia1914.model.game import EastPrussia
from bridgehead.games.eastprussia1914.model.state import State
from bridgehead.games.eastprussia1914.rules.odds import terrain_shifts

Floats = NDArray[np.float64]
Hexes = NDArray[np.intp]

NEAR = (0.0, 1.0, 0.55, 0.25)
"""How much of a unit's attack counts by distance, for it may come nearer first."""


class Ground:
    """What the map alone decides, worked out once for each hex asked about."""

    def __init__(self, game: EastPrussia) -> None:
        self.game = game
        self.open = bytearray(game.board.size)
        dry = np.frombuffer(game.ground.dry, np.uint8)
        self.paces = np.where(dry != 0, 1, -1).astype(np.int32)
        self.nears: dict[Hex, tuple[Hexes, Floats]] = {}
        self.rides: dict[Hex, Hexes] = {}
        self.far: dict[Hex, list[int]] = {}
        cavalry = [counter for counter in game.counters.values() if counter.kind == "cavalry"]
        self.farthest_ride = max((face[2] for each in cavalry for face in each.values), default=0)
        """The movement points of the fastest cavalry."""
        self.covers: dict[tuple[Hex, Side, tuple[Hex, ...]], float] = {}

    def near(self, hex: Hex) -> tuple[Hexes, Floats]:
        """The hexes a unit may soon attack, with how much of it counts there."""
        known = self.nears.get(hex)
        if known is None:
            far = self.game.walker.spread((hex,), len(NEAR) - 1, self.paces, self.open)
            at = np.flatnonzero(far > 0)
            known = self.nears[hex] = (at, np.array(NEAR)[far[at]])
        return known

    def ride(self, hex: Hex) -> Hexes:
        """The hexes cavalry may reach in a move."""
        known = self.rides.get(hex)
        if known is None:
            far = self.game.walker.spread((hex,), self.farthest_ride, self.game.ground.lines, self.open)
            known = self.rides[hex] = np.flatnonzero(far >= 0)
        return known

    def distances(self, hex: Hex) -> list[int]:
        known = self.far.get(hex)
        if known is None:
            known = self.far[hex] = self.game.ground.distances(hex).tolist()
        return known

    def cover(self, s: State, hex: Hex, side: Side) -> float:
        """The columns that the ground of a hex takes from an attack on a side."""
        key = (hex, side, s.fallen)
        known = self.covers.get(key)
        if known is None:
            known = self.covers[key] = -float(sum(shift.amount for shift in terrain_shifts(s, hex, side)))
        return known
