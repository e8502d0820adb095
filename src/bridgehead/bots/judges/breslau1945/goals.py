"""Victory hexes: which side will hold them on 6 May."""

from __future__ import annotations

import numpy as np

from bridgehead.bots.judges.breslau1945.kernel import soviet_shares
from bridgehead.bots.judges.breslau1945.march import Vector
from bridgehead.bots.judges.breslau1945.timing import Timing
from bridgehead.core.values import Side
from bridgehead.games.breslau1945.model.data import SOVIET
from bridgehead.games.breslau1945.model.game import Breslau
from bridgehead.games.breslau1945.model.state import State

GROUND = 6.0
"""A victory hex held for good."""
AIRPORT, RATHAUS, DRB = 0.5, 0.6, 0.2
"""What some victory hexes are worth beside their marker."""
AT_HOME = 0.45
"""What a side is thought to find for a victory hex it controls."""
HOLD, SETTLED = 1.5, 1e9
"""How many times its strength a side counts for a victory hex it controls; and when nothing can change."""


class Goals:
    """The victory hexes of a game, always in the same order."""

    def __init__(self, game: Breslau, timing: Timing) -> None:
        tables = game.tables
        self.timing = timing
        self.hexes = sorted(tables.victory)
        self.at = np.array(self.hexes)
        self.weights = np.ones(len(self.hexes))
        for hex, more in ((tables.airport, AIRPORT), (tables.rathaus, RATHAUS), (tables.works, DRB)):
            if hex in tables.victory:
                self.weights[self.hexes.index(hex)] += more
        self.at_start = [hex in tables.soviet_at_start for hex in self.hexes]
        self.holds: dict[tuple[tuple[Side | None, ...], bool], tuple[Vector, Vector, Vector]] = {}

    def ground(self, s: State, hoped: float) -> float:
        """The victory hexes to be hoped for, and more and more those in hand."""
        firm = 0.5 - 0.35 * self.timing.left(s) / self.timing.turns(s)
        found: float = GROUND * ((1 - firm) * hoped + firm * s.tracks["vp"] - s.tracks["needed"])
        return found

    def hoped(self, s: State, soviet: Vector, german: Vector) -> float:
        """The victory hexes the Red Army may hope for, with what both sides can bring there."""
        return float(np.dot(self.weights, self.shares(s, soviet, german)))

    def question(self, s: State, soviet: Vector, german: Vector) -> Vector:
        """By victory hex: how much more strength would change."""
        share = self.shares(s, soviet, german)
        found: Vector = self.weights * share * (1 - share)
        return found

    def shares(self, s: State, soviet: Vector, german: Vector) -> Vector:
        """By victory hex: the Red Army's chance to have it in the end."""
        ledger = s.ledger
        found: Vector = soviet_shares(
            self.at,
            soviet,
            german,
            *self.hold(s),
            ledger["soviet"],
            ledger["german"],
            ledger["near_soviet"],
        )
        return found

    def hold(self, s: State) -> tuple[Vector, Vector, Vector]:
        """By victory hex: how much control counts, for both sides; when nothing can change it is all."""
        key = (tuple(map(s.control.get, self.hexes)), self.timing.settled(s))
        known = self.holds.get(key)
        if known is None:
            known = self.holds[key] = self.held(*key)
        return known

    def held(self, sides: tuple[Side | None, ...], settled: bool) -> tuple[Vector, Vector, Vector]:
        """The same by the sides that hold the hexes, None where it is as it was at the start."""
        ours = [side == SOVIET if side else start for side, start in zip(sides, self.at_start, strict=True)]
        held = np.array(ours)
        more = SETTLED if settled else HOLD
        at_home = AT_HOME * held
        return np.where(held, more, 1 / more), at_home, AT_HOME - at_home
