"""Orders: what chits, modes and activations are worth."""

from __future__ import annotations

import numpy as np

from bridgehead.bots.judges.eastprussia1914.count import Count
from bridgehead.bots.judges.eastprussia1914.figures import Figures
from bridgehead.bots.judges.eastprussia1914.ground import Ground
from bridgehead.bots.judges.eastprussia1914.staffs import Staffs
from bridgehead.core.values import ChitId, Side, UnitId
from bridgehead.games.eastprussia1914.model.data import FOE
from bridgehead.games.eastprussia1914.model.game import EastPrussia
from bridgehead.games.eastprussia1914.model.state import COMBAT, COMMAND_MODE, ISOLATED, State
from bridgehead.games.eastprussia1914.rules.activation import Activation, ChooseFreeMovers, ChooseIndependents
from bridgehead.games.eastprussia1914.rules.chits import Exchange, SelectChits
from bridgehead.games.eastprussia1914.rules.command import command_range

MARCHES, GUNS_UP = 2.6, 2.5
"""What it is worth to put an HQ on the march, and each column of its guns where there are enemies."""


class Orders:
    def __init__(
        self, game: EastPrussia, figures: Figures, ground: Ground, staffs: Staffs, count: Count
    ) -> None:
        self.game = game
        self.figures = figures
        self.ground = ground
        self.staffs = staffs
        self.count = count

    def worth(self, s: State, side: Side) -> float:
        """What the orders a side is giving promise."""
        if not s.flow:
            return 0.0
        top = s.flow[-1]
        if isinstance(top, SelectChits):
            return sum(self.use_of_chit(s, chit) for chit in top.chosen) if top.side == side else 0.0
        if isinstance(top, Exchange):
            return sum(self.use_of_chit(s, chit) for chit in s.cup if self.game.chits[chit].side == side)
        at = next((frame for frame in s.flow if isinstance(frame, Activation)), None)
        if at is None or at.side != side:
            return 0.0
        chosen = top.chosen if isinstance(top, ChooseIndependents | ChooseFreeMovers) else ()
        total = sum(self.use_of(s, unit) for unit in (*at.units, *at.free, *chosen))
        return total + (self.use_of_mode(s, at.hq) if at.hq else 0.0)

    def use_of(self, s: State, id: UnitId) -> float:
        """What it is worth to give a unit orders; constant while it moves."""
        unit = s.units[id]
        return 0.3 * self.figures.of(s, unit).worth if unit.hex and unit.supply != ISOLATED else 0.0

    def use_of_mode(self, s: State, id: UnitId) -> float:
        """Guns where there are enemies in range; otherwise the march."""
        hq = s.units[id]
        if not hq.hex:
            return 0.0
        if hq.mode != COMMAND_MODE:
            return MARCHES
        far, reach = self.ground.distances(hq.hex), command_range(s, hq) + 1
        enemy = s.ledger[COMBAT[FOE[hq.side]]]
        foes = sum(1 for hex in s.stacks if far[hex] <= reach and enemy[hex])
        shift: int = self.game.counters[id].ratio_shift
        return GUNS_UP * shift * min(foes, 2) / 2 - self.count.sums(s).lags[hq.id]

    def use_of_chit(self, s: State, chit: ChitId) -> float:
        """How much its corps can do."""
        entry = self.game.chits[chit]
        if not entry.hq:
            staffs = (hq for hq in self.staffs.on_map(s) if hq.side == entry.side)
            return 0.9 * max((self.use_of_corps(s, hq.id) for hq in staffs), default=0.0)
        return self.use_of_corps(s, entry.hq)

    def use_of_corps(self, s: State, id: UnitId) -> float:
        """The units an HQ can command, by how near they are to the enemy."""
        hq = s.units[id]
        if not hq.hex:
            return 1.0
        counters = self.game.counters
        far, reach = self.ground.distances(hq.hex), counters[id].command_range
        enemies = [hex for hex in s.stacks if s.ledger[COMBAT[FOE[hq.side]]][hex]]
        total = 1.0
        for unit in s.units.values():
            if unit.side != hq.side or not unit.hex or far[unit.hex] > reach:
                continue
            counter = counters[unit.id]
            if counter.kind in ("headquarters", "garrison"):
                continue
            own = counter.formation == counters[id].formation
            if not own and counter.formation:
                continue
            away = self.ground.distances(unit.hex)
            close = min((away[hex] for hex in enemies), default=20)
            share = 0.35 + 0.65 * float(np.exp(-max(close - 1, 0) / 4))
            total += share * self.figures.of(s, unit).worth * (1.0 if own else 0.4)
        return total
