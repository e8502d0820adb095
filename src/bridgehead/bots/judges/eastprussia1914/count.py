"""Counting: the sums over a position, made from those of one like it where that is possible.

They are made for the German side and turned for the Russian. Units are immutable, so only those that are no
longer the same object are counted anew.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import numpy as np

from bridgehead.bots.evaluation import differences
from bridgehead.bots.judges.eastprussia1914.figures import POINT, Figures
from bridgehead.bots.judges.eastprussia1914.ground import Floats, Ground
from bridgehead.bots.judges.eastprussia1914.staffs import Staffs
from bridgehead.bots.judges.eastprussia1914.sums import Post, Share, Sums
from bridgehead.bots.judges.eastprussia1914.towns import Towns
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.eastprussia1914.model.data import FOE, GERMAN
from bridgehead.games.eastprussia1914.model.game import EastPrussia
from bridgehead.games.eastprussia1914.model.state import State, Unit
from bridgehead.games.eastprussia1914.rules.odds import defender_hq_shift
from bridgehead.games.eastprussia1914.rules.victory import worth_of_loss

MOST_CHANGED = 12
"""Changed units beyond which the sums are made again from nothing."""
TAKEN = 0.6
"""How much of a town's points driving off its defenders is worth."""


class Base(msgspec.Struct, frozen=True):
    """A position counted from nothing."""

    scenario: str
    units: list[Unit]
    shares: list[Share]
    sums: Sums


class Count:
    """The sums of one game, counted anew only where something changed."""

    def __init__(
        self, game: EastPrussia, figures: Figures, ground: Ground, towns: Towns, staffs: Staffs
    ) -> None:
        self.game = game
        self.figures = figures
        self.ground = ground
        self.towns = towns
        self.staffs = staffs
        self.base: Base | None = None

    def sums(self, s: State) -> Sums:
        known: Sums | None = s.memo.get("judged")
        if known is None:
            known = s.memo["judged"] = self.summed(s)
        return known

    def summed(self, s: State) -> Sums:
        """From the last count, with what changed; or counted from nothing."""
        base = self.base
        changed = None
        if base is not None and base.scenario == s.scenario:
            changed = differences(s.units, base.units, MOST_CHANGED)
        if base is None or changed is None:
            return self.counted(s)
        if not changed:
            return base.sums
        sums, reach = base.sums.copied(), self.towns.reach(s)
        touched: set[Hex] = set()
        staffs: set[UnitId] = set()
        for at, unit in changed:
            was = base.units[at]
            hq = self.staffs.staff_of.get(unit.id)
            if hq is not None:
                staffs.add(hq)
            touched.update((unit.hex, was.hex))
            if unit.id in self.staffs.corps:
                touched.update(division.hex for division in self.staffs.divisions(s, unit.id))
            if not same_standing(unit, was):
                sums.add(base.shares[at], was.side, -1.0)
                sums.add(self.share(s, unit, reach), unit.side, 1.0)
        self.review(s, sums, touched, staffs)
        return sums

    def counted(self, s: State) -> Sums:
        size, reach = self.game.board.size, self.towns.reach(s)
        sums = Sums(
            troops=0.0,
            pull={side: np.zeros(len(self.towns.hexes)) for side in FOE},
            threat={side: np.zeros(size) for side in FOE},
            riders={side: np.zeros(size) for side in FOE},
            posts={},
            lags={},
        )
        units = list(s.units.values())
        shares = [self.share(s, unit, reach) for unit in units]
        for unit, share in zip(units, shares, strict=True):
            sums.add(share, unit.side, 1.0)
        self.review(s, sums, s.stacks, self.staffs.all)
        self.base = Base(s.scenario, units, shares, sums)
        return sums

    def share(self, s: State, unit: Unit, reach: Floats) -> Share:
        german = unit.side == GERMAN
        if not unit.hex:
            prize = POINT * worth_of_loss(s, unit)
            return Share(-prize if german else prize)
        one = self.figures.of(s, unit)
        troops = one.worth if german else -one.worth
        if not one.attack and not one.defence:
            return Share(troops)
        at_home = self.towns.german == german
        return Share(
            troops,
            one.attack,
            reach[unit.hex] * np.where(at_home, one.defence, one.attack),
            self.ground.near(unit.hex) if one.attack else None,
            self.ground.ride(unit.hex) if one.horse and one.attack else None,
        )

    def review(self, s: State, sums: Sums, hexes: Iterable[Hex], staffs: Iterable[UnitId]) -> None:
        """Look again at the stacks in these hexes and at these HQs."""
        for hex in hexes:
            post = self.post(s, hex) if hex in s.stacks else None
            if post is not None:
                sums.posts[hex] = post
            else:
                sums.posts.pop(hex, None)
        for id in staffs:
            hq = s.units.get(id)
            if hq is not None and hq.hex:
                sums.lags[id] = self.staffs.lag(s, hq)
            else:
                sums.lags.pop(id, None)

    def post(self, s: State, hex: Hex) -> Post | None:
        defence, step, count = 0.0, 0.0, 0
        side = GERMAN
        for id in s.stacks[hex]:
            unit = s.units[id]
            one = self.figures.of(s, unit)
            if one.defence:
                side = unit.side
                defence += one.defence
                step += one.step
                count += 1
        if not count:
            return None
        guns = defender_hq_shift(s, hex, side)
        shift = self.ground.cover(s, hex, side) - (guns.amount if guns is not None else 0)
        town = self.game.tables.victory_hexes.get(hex, 0)
        return Post(side, max(defence, 0.5), step / count, shift, POINT * TAKEN * town)


def same_standing(unit: Unit, was: Unit) -> bool:
    return (unit.hex, unit.steps, unit.supply, unit.box) == (was.hex, was.steps, was.supply, was.box)
