"""Headquarters: how safe they are, and how near their divisions."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bridgehead.bots.judges.eastprussia1914.figures import STAFF, Figures
from bridgehead.bots.judges.eastprussia1914.ground import Ground
from bridgehead.bots.judges.eastprussia1914.sums import Sums
from bridgehead.core.values import UnitId
from bridgehead.games.eastprussia1914.model.data import FOE, RUSSIAN
from bridgehead.games.eastprussia1914.model.game import EastPrussia
from bridgehead.games.eastprussia1914.model.state import COMBAT, COMMAND_MODE, ZOC, State, Unit
from bridgehead.games.eastprussia1914.rules.activation import Activation
from bridgehead.games.eastprussia1914.rules.combat import CombatSegment
from bridgehead.games.eastprussia1914.rules.movement_segment import MovementSegment
from bridgehead.games.eastprussia1914.rules.unit_moves import MoveUnit

ALONE = 0.8
"""What an HQ without troops in its hex costs, far from any enemy: trains and horsemen come far."""
AWAY, BEYOND, MOST_LAG, FOLLOWS = 0.2, 0.8, 3.0, 0.08
"""What each hex between a division and its HQ costs, beyond the range on the march and beyond any range;
at the most; and while the HQ has yet to follow in this activation."""


class Staffs:
    """The headquarters of one game, each with its corps."""

    def __init__(self, game: EastPrussia, figures: Figures, ground: Ground) -> None:
        self.game = game
        self.figures = figures
        self.ground = ground
        counters = game.counters
        self.all = [id for id, counter in counters.items() if counter.kind == "headquarters"]
        self.corps = {
            hq: [
                id
                for id, counter in counters.items()
                if counter.formation == counters[hq].formation
                and counter.side == counters[hq].side
                and id != hq
            ]
            for hq in self.all
        }
        self.staff_of = {id: hq for hq, ids in self.corps.items() for id in (hq, *ids)}

    def on_map(self, s: State) -> Iterator[Unit]:
        for id in self.all:
            hq = s.units.get(id)
            if hq is not None and hq.hex:
                yield hq

    def divisions(self, s: State, hq: UnitId) -> Iterator[Unit]:
        """The units of its corps that are on the map."""
        for id in self.corps[hq]:
            unit = s.units.get(id)
            if unit is not None and unit.hex:
                yield unit

    def work(self, s: State, sums: Sums) -> float:
        """Headquarters alone where the enemy can ride, and divisions out of their reach."""
        total = 0.0
        following = yet_to_follow(s)
        for hq in self.on_map(s):
            if hq.id == following:
                bad = 0.1 * self.exposure(s, sums, hq) + self.lag_on_the_march(s, hq)
            else:
                bad = self.exposure(s, sums, hq) + sums.lags[hq.id]
            total += bad if hq.side == RUSSIAN else -bad
        return total

    def exposure(self, s: State, sums: Sums, hq: Unit) -> float:
        """What an HQ risks where it stands."""
        side, hex = hq.side, hq.hex
        foe = FOE[side]
        near, ridden = sums.threat[foe][hex], sums.riders[foe][hex]
        if s.ledger[COMBAT[side]][hex]:
            return 0.08 * min(float(near), 12.0)
        screened = bool(s.ledger[ZOC[side]][hex])
        if near < 0.5 and not ridden:
            return ALONE if screened else 2 * ALONE
        risk = 0.5 if near > 2.0 else 0.25
        if screened:
            risk *= 0.5
        return float(risk * (STAFF + self.figures.of(s, hq).step))

    def lag(self, s: State, hq: Unit) -> float:
        """What is lost by divisions far from their HQ: on the march, and out of command."""
        far = self.ground.distances(hq.hex)
        counter = self.game.counters[hq.id]
        close, reach = counter.movement_mode_range, counter.command_range
        total = 0.0
        for unit in self.divisions(s, hq.id):
            away = far[unit.hex]
            if away > close:
                total += min(AWAY * (away - close) + BEYOND * max(away - reach, 0), MOST_LAG)
        return total

    def lag_on_the_march(self, s: State, hq: Unit) -> float:
        """What is lost by divisions ahead of an HQ that has yet to follow."""
        far = self.ground.distances(hq.hex)
        close = self.game.counters[hq.id].movement_mode_range
        total = 0.0
        for unit in self.divisions(s, hq.id):
            away = far[unit.hex]
            if away > close:
                total += FOLLOWS * min(away - close, 10)
        return total

    def field(self, s: State, sums: Sums, hq: Unit) -> list[float]:
        """By hex: how near an HQ would be to its divisions, out of harm's way."""
        total = np.zeros(self.game.board.size)
        for unit in self.divisions(s, hq.id):
            total -= np.maximum(self.game.ground.distances(unit.hex), 1)
        alone = np.frombuffer(s.ledger[COMBAT[hq.side]], np.uint8) == 0
        found: list[float] = (total - alone * np.minimum(sums.threat[FOE[hq.side]], 5.0)).tolist()
        return found


def yet_to_follow(s: State) -> UnitId | None:
    """The HQ on the march that has not moved yet in this activation."""
    for at, frame in enumerate(s.flow):
        if isinstance(frame, Activation):
            hq: UnitId = frame.hq
            beyond = s.flow[at + 1] if at + 1 < len(s.flow) else None
            if not hq or s.units[hq].mode == COMMAND_MODE or beyond is None:
                return None
            if isinstance(beyond, MovementSegment):
                return hq if hq not in beyond.done and not under_way(s, hq) else None
            return None if isinstance(beyond, CombatSegment) else hq
    return None


def under_way(s: State, unit: UnitId) -> bool:
    """Is it this unit that is being moved, and has it taken a step?"""
    top = s.flow[-1]
    return isinstance(top, MoveUnit) and top.unit == unit and top.moved
