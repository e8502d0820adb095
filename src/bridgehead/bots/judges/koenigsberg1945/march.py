"""Troops and where they stand: what goals draw them, what each unit adds where it is."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np
from numpy.typing import NDArray

from bridgehead.bots.evaluation import forget
from bridgehead.bots.judges.koenigsberg1945.changes import changes, units_of
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
MOST_SHARES = 10_000
"""Units in their places that are kept at hand."""
FAR = 45
"""Movement points from which a goal still draws."""


Share = tuple[float, float]
"""What one unit adds: in troops, and in march."""


class Draws(msgspec.Struct, frozen=True):
    """What draws both camps, in the eyes of one; and what units were found to add to its sums."""

    want: list[float]
    guard: list[float]
    posts: list[float]
    known: dict[Unit, Share]


class MarchSums(msgspec.Struct):
    """Sums over a position, by unit."""

    units: list[Unit]
    taken: frozenset[Hex]
    shares: list[Share]
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
        self.draws: dict[tuple[str, frozenset[Hex]], Draws] = {}
        """By camp that counts, and victory hexes taken."""
        self.fields: dict[tuple[str, frozenset[Hex]], list[float]] = {}

    def begin_decision(self) -> None:
        self.counts.clear()
        forget(self.pulls, self.manned, self.fields, self.draws)
        for draws in self.draws.values():
            if len(draws.known) > MOST_SHARES:
                draws.known.clear()

    def counted(self, s: State, ours: str) -> Share:
        """Troops and march, ours less theirs."""
        base = self.counts.get(ours)
        changed = changes(s, base.units) if base is not None and base.taken == s.taken else None
        if base is None or changed is None:
            return self.count(s, ours)
        draws = self.draws_of(s, ours)
        troops, march = base.troops, base.march
        for at, unit in changed.found:
            now, was = draws.known.get(unit) or self.share(draws, unit, ours), base.shares[at]
            troops += now[0] - was[0]
            march += now[1] - was[1]
        return troops, march

    def count(self, s: State, ours: str) -> Share:
        units, draws = units_of(s), self.draws_of(s, ours)
        shares = [draws.known.get(unit) or self.share(draws, unit, ours) for unit in units]
        troops = sum([share[0] for share in shares])
        march = sum([share[1] for share in shares])
        self.counts[ours] = MarchSums(units, s.taken, shares, troops, march)
        return troops, march

    def draws_of(self, s: State, ours: str) -> Draws:
        key = (ours, s.taken)
        known = self.draws.get(key)
        if known is None:
            known = self.draws[key] = Draws(*self.drawn(s, ours), self.posts(s), {})
        return known

    def share(self, draws: Draws, unit: Unit, ours: str) -> Share:
        """What one unit adds; its place counts by its full strength, so that a step lost is lost once."""
        hex = unit.hex
        if not hex:
            return 0.0, 0.0
        camp = camp_of(unit.side)
        worth = self.figures.of(unit).worth
        ahead, behind = (draws.want, draws.guard) if camp == ours else (draws.guard, draws.want)
        if camp == GERMAN:
            behind = draws.posts
        drawn = self.figures.masses[unit.id] * (ahead[hex] + GUARD * behind[hex] - MIDWAY[camp])
        found = (worth, drawn) if camp == ours else (-worth, -drawn)
        draws.known[unit] = found
        return found

    def field(self, s: State, camp: str) -> list[float]:
        """By hex: how gladly the camp stands there."""
        key = (camp, s.taken)
        known = self.fields.get(key)
        if known is None:
            want, guard = self.drawn(s, camp)
            if camp == GERMAN:
                guard = self.posts(s)
            known = self.fields[key] = [a + GUARD * b for a, b in zip(want, guard, strict=True)]
        return known

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
