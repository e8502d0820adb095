"""Victory hexes: which side will hold them on 6 May."""

from __future__ import annotations

from typing import Any

import numpy as np

from bridgehead.bots.judges.breslau1945.march import Vector
from bridgehead.bots.judges.breslau1945.timing import Timing
from bridgehead.games.breslau1945.model.data import SOVIET

GROUND = 6.0
"""A victory hex held for good."""
AIRPORT, RATHAUS, DRB = 0.5, 0.6, 0.2
"""What some victory hexes are worth beside their marker."""
LEAST, AT_HOME = 0.05, 0.45
"""What a side is thought to find for any victory hex, and for one it controls."""
HOLD, SETTLED = 1.5, 1e9
"""How many times its strength a side counts for a victory hex it controls; and when nothing can change."""
DOOR = 2.0
"""How much more the Red Army counts for an undefended victory hex of the enemy that it stands next to."""
OCCUPIED = 1.5
"""How much more all count for a hex that one of them stands in: the enemy cannot enter it."""


class Goals:
    """The victory hexes of a game, always in the same order."""

    def __init__(self, game: Any, timing: Timing) -> None:
        tables = game.tables
        self.timing = timing
        self.hexes = sorted(tables.victory)
        self.at = np.array(self.hexes)
        self.weights = np.ones(len(self.hexes))
        for hex, more in ((tables.airport, AIRPORT), (tables.rathaus, RATHAUS), (tables.works, DRB)):
            if hex in tables.victory:
                self.weights[self.hexes.index(hex)] += more
        self.at_start = [hex in tables.soviet_at_start for hex in self.hexes]
        self.holds: dict[tuple[tuple[bool, ...], bool], tuple[Vector, Vector, Vector]] = {}

    def ground(self, s: Any, hoped: float) -> float:
        """The victory hexes to be hoped for, and more and more those in hand."""
        firm = 0.5 - 0.35 * self.timing.left(s) / self.timing.turns(s)
        found: float = GROUND * ((1 - firm) * hoped + firm * s.tracks["vp"] - s.tracks["needed"])
        return found

    def hoped(self, s: Any, soviet: Vector, german: Vector) -> float:
        """The victory hexes the Red Army may hope for, with what both sides can bring there."""
        return float(np.dot(self.weights, self.shares(s, soviet, german)))

    def question(self, s: Any, soviet: Vector, german: Vector) -> Vector:
        """By victory hex: how much more strength would change."""
        share = self.shares(s, soviet, german)
        found: Vector = self.weights * share * (1 - share)
        return found

    def shares(self, s: Any, soviet: Vector, german: Vector) -> Vector:
        """By victory hex: the Red Army's chance to have it in the end."""
        hold, ours_at_home, theirs_at_home = self.hold(s)
        ours = soviet + ours_at_home
        theirs = german + theirs_at_home
        ledger = s.ledger
        us = np.frombuffer(ledger["soviet"], np.uint8)[self.at]
        them = np.frombuffer(ledger["german"], np.uint8)[self.at]
        ours = np.where(us, OCCUPIED * (ours + 1), ours)
        theirs = np.where(them, OCCUPIED * (theirs + 1), theirs)
        beside = np.frombuffer(ledger["near_soviet"], np.uint8)[self.at] > 0
        ours = np.where(beside & (them == 0) & (theirs_at_home > 0), DOOR * ours, ours)
        ours = hold * ours * np.sqrt(ours)
        found: Vector = ours / (ours + theirs * np.sqrt(theirs))
        return found

    def hold(self, s: Any) -> tuple[Vector, Vector, Vector]:
        """By victory hex: how much control counts, for both sides; when nothing can change it is all."""
        control = s.control
        ours = tuple(
            [
                (control[hex] == SOVIET) if hex in control else start
                for hex, start in zip(self.hexes, self.at_start, strict=True)
            ]
        )
        settled = self.timing.settled(s)
        known = self.holds.get((ours, settled))
        if known is None:
            held = np.array(ours)
            more = SETTLED if settled else HOLD
            at_home = AT_HOME * held
            known = self.holds[ours, settled] = (
                np.where(held, more, 1 / more),
                at_home,
                AT_HOME - at_home,
            )
        return known
