"""The ground: how an army marches, what cover it gives, what lies around a hex."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

import msgspec
import numpy as np

GREAT_RIVER = 5
"""Movement points it takes to cross one: a day."""


class Cover(msgspec.Struct, frozen=True):
    """What the ground of a hex gives a defender."""

    shift: int = 0
    """Columns."""
    steps: int = 0
    """Step losses ignored."""
    hexes: int = 0
    """Hexes of retreat ignored."""


class Ground:
    """What the map alone decides."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.paces = paces_of_an_army(game.ground)
        self.cover = [cover_of(game, hex) for hex in range(game.board.size)]
        self.around: dict[int, itemgetter[Any]] = {}
        self.apart: dict[tuple[int, int], int] = {}

    def near(self, hex: int) -> itemgetter[Any]:
        """What takes from a ledger the hexes within two."""
        known = self.around.get(hex)
        if known is None:
            beside = self.game.board.near[hex]
            known = self.around[hex] = itemgetter(
                *{hex, *beside, *(to for at in beside for to in self.game.board.near[at])}
            )
        return known

    def distance(self, a: int, b: int) -> int:
        known = self.apart.get((a, b))
        if known is None:
            known = self.apart[a, b] = self.game.board.distance(a, b)
        return known


def paces_of_an_army(ground: Any) -> Any:
    """What each hexside costs to march across, in movement points."""
    prices = ground.prices["foot"]
    paces = np.where(prices < 0, prices, (prices & 0xFF) // 2).astype(np.int32)
    for side, major in enumerate(ground.major):
        if major:
            paces[side] = GREAT_RIVER
    return paces


def cover_of(game: Any, hex: int) -> Cover:
    ground = game.ground
    if hex not in game.board or not ground.land[hex]:
        return Cover()
    shift = game.tables.terrain[game.board.terrain[hex]].shift
    settled = ground.settled(hex)
    if settled is None:
        return Cover(shift)
    return Cover(shift + settled.shift, int(settled.ignores_first_loss), int(settled.ignores_first_retreat))
