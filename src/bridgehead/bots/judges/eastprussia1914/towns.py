"""Victory hexes: who holds them, and who is likely to in the end."""

from __future__ import annotations

import numpy as np

from bridgehead.bots.judges.eastprussia1914.ground import Floats, Ground
from bridgehead.bots.judges.eastprussia1914.sums import Sums
from bridgehead.core.values import Hex
from bridgehead.games.eastprussia1914.model.data import GERMAN, RUSSIAN
from bridgehead.games.eastprussia1914.model.game import EastPrussia
from bridgehead.games.eastprussia1914.model.state import State
from bridgehead.games.eastprussia1914.rules.victory import ground_points

DRAWN_FROM = (9.0, 2.5)
"""Over how many MPs a victory hex draws: from afar, and those who could walk in."""
MOST_DRAWN = 5
"""How many of its points draw at the most."""
OPEN = 4.0
"""The strength that an empty hex takes to change hands."""
FAR = 60


class Towns:
    """The victory hexes of one game, always in the same order."""

    def __init__(self, game: EastPrussia, ground: Ground) -> None:
        self.game = game
        self.ground = ground
        self.hexes = list(game.tables.victory_hexes)
        points = np.array(list(game.tables.victory_hexes.values()), float)
        self.drawn = np.minimum(points, MOST_DRAWN)
        self.sign = np.array([-1.0 if game.ground.home[hex] == GERMAN else 1.0 for hex in self.hexes])
        """To whose good it is when the hex is not in the hands of its country: 1 for the German."""
        self.german = self.sign < 0
        self.reaches: dict[str, Floats] = {}
        self.shelters: dict[tuple[Hex, ...], Floats] = {}
        self.known: dict[tuple[bool, ...], float] = {}

    def reach(self, s: State) -> Floats:
        """By hex and victory hex: how much a unit there weighs here."""
        known = self.reaches.get(s.scenario)
        if known is None:
            ground = self.game.ground
            closed = ground.bounds.get(s.scenario, ground.bounds[""])
            columns = []
            for hex in self.hexes:
                if closed[hex]:
                    columns.append(np.zeros(self.game.board.size))
                    continue
                far = self.game.walker.spread((hex,), FAR, ground.lines, closed)
                near = sum(np.exp(-np.maximum(far, 0) / scale) for scale in DRAWN_FROM) / len(DRAWN_FROM)
                columns.append(np.where(far >= 0, near, 0.0))
            known = self.reaches[s.scenario] = np.array(columns).T.copy()
        return known

    def taken(self, s: State) -> tuple[bool, ...]:
        """By victory hex: is it out of the hands of its country?"""
        taken = s.taken
        return tuple([hex in taken for hex in self.hexes])

    def points(self, s: State) -> float:
        """The points for ground, German less Russian."""
        key = self.taken(s)
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = float(ground_points(s, GERMAN) - ground_points(s, RUSSIAN))
        return known

    def expected(self, s: State, sums: Sums) -> float:
        """The points that strength brought to bear may yet gain, German less Russian."""
        return float(np.dot(self.sign * self.drawn, self.odds(s, sums)))

    def odds(self, s: State, sums: Sums) -> Floats:
        """By victory hex: how likely it will be in the hands of the side whose country it is not."""
        attack = np.where(self.german, sums.pull[RUSSIAN], sums.pull[GERMAN])
        defence = np.where(self.german, sums.pull[GERMAN], sums.pull[RUSSIAN]) * self.shelter(s)
        taken = np.array(self.taken(s))
        attack *= attack
        defence *= defence
        chance: Floats = (attack + OPEN * OPEN * taken) / (attack + defence + OPEN * OPEN)
        return chance

    def shelter(self, s: State) -> Floats:
        """By victory hex: how many times its strength the side at home counts there."""
        known = self.shelters.get(s.fallen)
        if known is None:
            known = self.shelters[s.fallen] = np.array(
                [
                    1 + 0.3 * self.ground.cover(s, hex, GERMAN if german else RUSSIAN)
                    for hex, german in zip(self.hexes, self.german, strict=True)
                ]
            )
        return known
