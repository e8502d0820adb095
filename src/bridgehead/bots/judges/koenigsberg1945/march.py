"""Troops and where they stand: what goals draw them, what each unit adds where it is."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np
from numpy.typing import NDArray

from bridgehead.bots.evaluation import differences, forget
from bridgehead.bots.judges.koenigsberg1945.figures import Figures
from bridgehead.bots.judges.koenigsberg1945.ground import Ground
from bridgehead.bots.judges.koenigsberg1945.objectives import Objectives
from bridgehead.core.values import Hex
from bridgehead.games.koenigsberg1945.model.data import GERMAN, SOVIET, camp_of
from bridgehead.games.koenigsberg1945.model.game import Koenigsberg
from bridgehead.games.koenigsberg1945.model.state import State, Unit

GUARD = 0.35
"""How much the defender gains by standing near what the other side wants."""
MIDWAY = {GERMAN: 0.2, SOVIET: 0.6}
"""The draw of a place that is neither near nor far."""
SCALE = 7.0
"""Over how many movement points a goal draws strongly."""
FAR = 45
"""Movement points from which a goal still draws."""


class MarchSums(msgspec.Struct):
    """Sums over a position, by unit."""

    units: list[Unit]
    want: list[float]
    guard: list[float]
    shares: list[tuple[float, float]]
    troops: float
    march: float


class March:
    """Troops and march of both camps."""

    def __init__(self, game: Koenigsberg, ground: Ground, figures: Figures, objectives: Objectives) -> None:
        self.game = game
        self.paces = ground.paces
        self.nothing = bytearray(game.board.size)
        self.figures = figures
        self.objectives = objectives
        self.nears: dict[Hex, NDArray[np.float64]] = {}
        """By goal and hex: how strongly the goal draws from there."""
        self.pulls: dict[tuple[tuple[Hex, float], ...], list[float]] = {}
        self.manned: dict[frozenset[Hex], list[float]] = {}
        self.counts: dict[str, MarchSums] = {}

    def begin_decision(self) -> None:
        self.counts.clear()
        forget(self.pulls, self.manned)

    def counted(self, s: State, ours: str) -> tuple[float, float]:
        """Troops and march, ours less theirs."""
        want, guard = self.drawn(s, ours)
        base = self.counts.get(ours)
        if base is None or base.want is not want or base.guard is not guard:
            return self.count(s, ours, want, guard)
        changed = differences(s.units, base.units)
        if changed is None:
            return self.count(s, ours, want, guard)
        troops, march = base.troops, base.march
        for at, unit in changed:
            now, was = self.share(s, unit, ours, want, guard), base.shares[at]
            troops += now[0] - was[0]
            march += now[1] - was[1]
        return troops, march

    def count(self, s: State, ours: str, want: list[float], guard: list[float]) -> tuple[float, float]:
        units = list(s.units.values())
        shares = [self.share(s, unit, ours, want, guard) for unit in units]
        troops = sum(share[0] for share in shares)
        march = sum(share[1] for share in shares)
        self.counts[ours] = MarchSums(units, want, guard, shares, troops, march)
        return troops, march

    def share(
        self, s: State, unit: Unit, ours: str, want: list[float], guard: list[float]
    ) -> tuple[float, float]:
        """What one unit adds; its place counts by its full strength, so that a step lost is lost once."""
        hex = unit.hex
        if not hex:
            return 0.0, 0.0
        camp = camp_of(unit.side)
        worth = self.figures.of(unit).worth
        ahead, behind = (want, guard) if camp == ours else (guard, want)
        if camp == GERMAN:
            behind = self.posts(s)
        drawn = self.figures.masses[unit.id] * (ahead[hex] + GUARD * behind[hex] - MIDWAY[camp])
        return (worth, drawn) if camp == ours else (-worth, -drawn)

    def field(self, s: State, camp: str) -> list[float]:
        """By hex: how gladly the camp stands there."""
        want, guard = self.drawn(s, camp)
        if camp == GERMAN:
            guard = self.posts(s)
        return [a + GUARD * b for a, b in zip(want, guard, strict=True)]

    def drawn(self, s: State, camp: str) -> tuple[list[float], list[float]]:
        """By hex: how strongly a camp's own goals draw, and those of the other."""
        other = GERMAN if camp == SOVIET else SOVIET
        return self.pull(self.objectives.goals(s, camp)), self.pull(self.objectives.goals(s, other))

    def posts(self, s: State) -> list[float]:
        """What draws the Germans where they still hold: the nearest victory hex, whichever it is."""
        known = self.manned.get(s.taken)
        if known is None:
            held = {hex: 1.0 for hex in self.objectives.hexes if hex not in s.taken}
            known = self.manned[s.taken] = self.pull(held)
        return known

    def pull(self, goals: Mapping[Hex, float]) -> list[float]:
        """How strongly the goals draw a unit: strongly near them, a little from all over the map."""
        key = tuple(goals.items())
        if key not in self.pulls:
            total = np.zeros(self.game.board.size)
            for hex, worth in key:
                if hex not in self.nears:
                    away = self.game.walker.spread((hex,), FAR, self.paces, self.nothing)
                    near = 0.7 * (1.0 - away / FAR) + 0.3 * np.exp(-away / SCALE)
                    self.nears[hex] = np.where(away >= 0, near, 0.0)
                total = np.maximum(total, worth * self.nears[hex])
            self.pulls[key] = total.tolist()
        return self.pulls[key]
