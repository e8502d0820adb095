"""The sums over a position, and what a unit and a stack add to them."""

from __future__ import annotations

import msgspec

from bridgehead.bots.judges.eastprussia1914.ground import Floats, Hexes
from bridgehead.core.values import Hex, Side, UnitId


class Share(msgspec.Struct, frozen=True):
    """What one unit adds to the sums."""

    troops: float
    attack: float = 0.0
    pull: Floats | None = None
    near: tuple[Hexes, Floats] | None = None
    """The hexes it may soon attack, with how much of it counts there."""
    ride: Hexes | None = None
    """The hexes it may ride to."""


class Post(msgspec.Struct, frozen=True):
    """A stack as an attacker finds it."""

    side: Side
    defence: float
    step: float
    shift: float
    """The columns that ground and guns take from an attack."""
    ground: float
    """What the hex itself is worth to the attacker."""


class Sums(msgspec.Struct):
    """The sums over a position."""

    troops: float
    pull: dict[Side, Floats]
    """By victory hex: the strength a side brings to bear."""
    threat: dict[Side, Floats]
    """By hex: the attack a side can bring against it soon."""
    riders: dict[Side, Floats]
    """By hex: the cavalry of a side that can be there in a move."""
    posts: dict[Hex, Post]
    """By hex: what stands there to be attacked."""
    lags: dict[UnitId, float]
    """By HQ: what is lost by divisions far from it."""

    def add(self, share: Share, side: Side, times: float) -> None:
        self.troops += times * share.troops
        if share.pull is not None:
            self.pull[side] += times * share.pull
        if share.near is not None:
            at, weights = share.near
            self.threat[side][at] += times * share.attack * weights
        if share.ride is not None:
            self.riders[side][share.ride] += times

    def copied(self) -> Sums:
        return Sums(
            self.troops,
            {side: each.copy() for side, each in self.pull.items()},
            {side: each.copy() for side, each in self.threat.items()},
            {side: each.copy() for side, each in self.riders.items()},
            self.posts.copy(),
            self.lags.copy(),
        )
