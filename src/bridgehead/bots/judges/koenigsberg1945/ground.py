"""The ground: how an army marches, what cover it gives, what lies around a hex."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter

import msgspec
import numpy as np
from numpy.typing import NDArray

from bridgehead.core.values import Hex
from bridgehead.games.koenigsberg1945.model import ground as game_ground
from bridgehead.games.koenigsberg1945.model.game import Koenigsberg
from bridgehead.games.koenigsberg1945.model.ground import FESTUNG, HALF, LINE
from bridgehead.games.koenigsberg1945.rules.odds import Shelter, river_divisor, shelter, terrain_shifts
from bridgehead.hexes.paths import AMOUNT
from bridgehead.toolkit.tables import total

GREAT_RIVER = 5
"""Movement points the crossing of one is reckoned at: about the day it takes."""


class Cover(msgspec.Struct, frozen=True):
    """What the ground of a hex gives a defender."""

    shift: int
    """Columns to the left."""
    shelter: Shelter
    """Steps and hexes of retreat ignored."""


class Ground:
    """What the map alone decides."""

    def __init__(self, game: Koenigsberg) -> None:
        self.game = game
        self.paces = paces_of_an_army(game.ground)
        self.cover = {
            (hex, line): cover_of(game, hex, line)
            for hex in game.board.hexes
            if game.ground.land[hex]
            for line in (0, LINE, FESTUNG)
        }
        """By hex, and the line that all attackers cross."""
        self.divisors = [river_divisor(game.ground, side) for side in range(game.board.size * 6)]
        """By hexside: what an attack across it is divided by."""
        self.around: dict[Hex, Callable[[bytearray], tuple[int, ...]]] = {}
        self.rings: dict[tuple[Hex, int], tuple[Hex, ...]] = {}

    def near(self, hex: Hex) -> Callable[[bytearray], tuple[int, ...]]:
        """What takes from a ledger the hexes within two."""
        known = self.around.get(hex)
        if known is None:
            beside = self.game.board.near[hex]
            known = self.around[hex] = itemgetter(
                *{hex, *beside, *(to for at in beside for to in self.game.board.near[at])}
            )
        return known

    def within(self, hex: Hex, far: int) -> tuple[Hex, ...]:
        """The hexes no further from one than that; from off the map, nowhere else."""
        known = self.rings.get((hex, far))
        if known is None:
            apart = np.frombuffer(self.game.ground.distances(hex), np.uint8)
            near = np.flatnonzero(apart <= far).tolist() if hex else (hex,)
            known = self.rings[hex, far] = tuple(map(Hex, near))
        return known


def paces_of_an_army(ground: game_ground.Ground) -> NDArray[np.int32]:
    """What each hexside costs to march across, in movement points."""
    prices = ground.prices["foot"]
    paces = np.where(prices < 0, prices, (prices & AMOUNT) // HALF).astype(np.int32)
    for side, major in enumerate(ground.major):
        if major:
            paces[side] = GREAT_RIVER
    return paces


def cover_of(game: Koenigsberg, hex: Hex, line: int) -> Cover:
    shift = -total(tuple(terrain_shifts(game, hex, line)), "shift")
    return Cover(shift, shelter(game.ground, hex, line))
