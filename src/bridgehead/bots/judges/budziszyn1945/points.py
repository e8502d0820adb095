"""The points each side would be given, with places about to fall."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.bots.judges.budziszyn1945.outlook import Goals, Outlooks
from bridgehead.core.values import Side
from bridgehead.games.budziszyn1945.data import ALLIED, GERMAN, SOVIET
from bridgehead.games.budziszyn1945.state import SOFT, SOLID, ZOC
from bridgehead.games.budziszyn1945.zoc import starting_control

TOWN = 4.0
BERLIN = 600.0
"""Nysa: a town, and all the armor that is wanted at Berlin."""
POINT = 4.0
"""Two Stars: a victory point."""
MOST_KEPT = 100
"""States of control kept at hand."""

Bools = NDArray[np.bool_]


class Points:
    """Ground that counts, in all three scenarios."""

    def __init__(self, goals: Goals, outlooks: Outlooks) -> None:
        self.goals = goals
        self.outlooks = outlooks
        self.places = np.concatenate((goals.towns, goals.roads))
        self.known: dict[bytes, tuple[float, float, bool]] = {}
        self.first: NDArray[np.uint8] | None = None
        """Who held the towns of Two Stars at the start."""

    def worth(self, s: Any, side: Side) -> float:
        return self.in_nysa(s, side) if s.scenario == "nysa" else self.in_two_stars(s, side)

    def falling(self, s: Any, hexes: NDArray[np.intp]) -> tuple[NDArray[np.uint8], Bools, Bools]:
        """Who holds hexes, and which of them the two camps take next if nothing changes; guns and staffs are
        not sent to take any."""
        there = [np.frombuffer(s.ledger[name], np.uint8)[hexes] != 0 for name in (*SOLID, *SOFT, *ZOC)]
        red_fights, west_fights, red_soft, west_soft, red_reaches, west_reaches = there
        red = red_fights | (red_reaches & ~(west_reaches | west_fights | west_soft))
        west = west_fights | (west_reaches & ~(red_reaches | red_fights | red_soft))
        return np.frombuffer(s.control, np.uint8)[hexes], red, west

    def in_nysa(self, s: Any, side: Side) -> float:
        held, red, west = self.falling(s, self.goals.towns)
        german = held == 2
        soon = (0.95, 0.6) if s.phasing == SOVIET else (0.6, 0.95)
        many = np.count_nonzero
        lead = len(held) - 2.0 * many(german)
        lead += 2.0 * (soon[0] * many(german & red) - soon[1] * many(west & ~german))
        total = float(0.5 * TOWN * lead)
        return total if side == SOVIET else -total

    def berlin(self, s: Any, side: Side, bound: float) -> float:
        """Few tanks gone to Berlin are tanks lost, all of them are the game: it counts by the square. Those
        on their way count while there is time."""
        if s.scenario != "nysa":
            return 0.0
        in_time = s.turn < s.game.scenarios[s.scenario].turns - 1
        levels = s.tracks.get("exited", 0) + (bound if in_time else 0.0)
        worth = BERLIN * (levels / s.game.tables.number.exit_levels) ** 2
        return float(worth if side == SOVIET else -worth)

    def in_two_stars(self, s: Any, side: Side) -> float:
        """Victory points as they would be counted, ours less the enemy's."""
        soviet, us, german = self.points(s)
        if s.scenario == "two_stars":
            lead = soviet - (us + german) / 2
            return POINT * (lead if side == SOVIET else -lead)
        mine = {SOVIET: soviet, ALLIED: us, GERMAN: german}
        best = max(points for each, points in mine.items() if each != side)
        return POINT * (mine[side] - 0.7 * best - 0.15 * (soviet + us + german - mine[side] - best))

    def points(self, s: Any) -> tuple[float, float, float]:
        """Soviet, American and German victory points (T.32 to T.34), with towns and roads about to fall."""
        get = s.tracks.get
        held, red, west = self.falling(s, self.places)
        many = len(self.goals.towns)
        ours, taken = held[many:] == 1, red[many:]
        kept = float((ours & ~west[many:]).sum()) + 0.8 * float((~ours & taken).sum())
        solid = np.frombuffer(s.ledger[SOLID[0]], np.uint8)
        soviet = 10.0 * kept + (20.0 if solid[self.goals.bohemia].any() else 0.0)
        soviet += 2 * get("lost_american", 0) + get("lost_german", 0)
        column = self.farthest(s)
        number = s.game.tables.number
        soviet += 50 if not column else max(0, number.west_column - column)
        held, red, west = held[:many], red[:many], west[:many]
        us = 2.0 * get("killed_by_american", 0) + get("poles_killed_by_american", 0)
        us += max(0, column - number.american_column)
        american_towns, german_works, free = self.by_control(s)
        us += american_towns - 0.7 * float(((held == 3) & red).sum())
        us += 0.7 * float(((held == 1) & west).sum())
        german = 2.0 * get("killed_by_german", 0) + german_works
        if free and not solid[self.goals.edge].any():
            german += 20.0
        return soviet, us, german

    def farthest(self, s: Any) -> int:
        """T.32e The easternmost column that Americans in supply have reached."""
        lit = self.outlooks.of(s, ALLIED).lit
        found = np.flatnonzero(np.frombuffer(s.ledger["americans"], np.uint8)).tolist()
        return next((hex // 100 for hex in reversed(found) if lit[hex]), 0)

    def by_control(self, s: Any) -> tuple[float, float, bool]:
        """What hangs on control alone: American towns; points for Dresden and for towns retaken; is the south
        edge free of the Soviets?"""
        known = self.known.get(s.control)
        if known is None:
            goals = self.goals
            if self.first is None:
                self.first = np.frombuffer(starting_control(s), np.uint8)[goals.towns]
            control = np.frombuffer(s.control, np.uint8)
            towns = control[goals.towns]
            german = 2.0 * float((control[goals.dresden] == 2).sum())
            german += 2.0 * float(((self.first == 1) & (towns == 2)).sum())
            known = (float((towns == 3).sum()), german, not (control[goals.edge] == 1).any())
            if len(self.known) > MOST_KEPT:
                self.known.clear()
            self.known[s.control] = known
        return known
