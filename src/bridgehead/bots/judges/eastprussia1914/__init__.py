"""What the Tannenberg campaign values: towns, divisions, supply, headquarters, attacks to come."""

from __future__ import annotations

import numpy as np

from bridgehead.bots.evaluation import Judge, Memory, Term, forget
from bridgehead.bots.judges.eastprussia1914.count import Count
from bridgehead.bots.judges.eastprussia1914.figures import POINT, Figures
from bridgehead.bots.judges.eastprussia1914.front import Front, strikes_now
from bridgehead.bots.judges.eastprussia1914.ground import Ground
from bridgehead.bots.judges.eastprussia1914.orders import Orders
from bridgehead.bots.judges.eastprussia1914.staffs import Staffs
from bridgehead.bots.judges.eastprussia1914.supply import Supplies
from bridgehead.bots.judges.eastprussia1914.towns import Towns
from bridgehead.core.values import Side, UnitId
from bridgehead.games.eastprussia1914.model.data import FOE, GERMAN
from bridgehead.games.eastprussia1914.model.game import EastPrussia
from bridgehead.games.eastprussia1914.model.state import COMBAT, State, controller
from bridgehead.games.eastprussia1914.rules.activation import ChooseFreeMovers, ChooseHq, ChooseIndependents
from bridgehead.games.eastprussia1914.rules.chits import SelectChits
from bridgehead.games.eastprussia1914.rules.reinforcements import Arrive, Reinforcements
from bridgehead.games.eastprussia1914.rules.replacements import Replacements
from bridgehead.games.eastprussia1914.rules.special import LandsturmCalledOut
from bridgehead.games.eastprussia1914.rules.supply_phase import Creep, IsolatedMovement
from bridgehead.games.eastprussia1914.rules.unit_moves import MoveUnit
from bridgehead.games.eastprussia1914.rules.victory import net_points

MARCH = 1.1
"""How much what strength may yet gain counts against points in hand."""
SOON, POISE, DANGER = 0.9, 0.2, 0.2
"""How much attacks count that come in this activation, later, and those of the other side."""


def judge(game: EastPrussia) -> EastPrussiaJudge:
    return EastPrussiaJudge(game)


class EastPrussiaJudge(Judge[State]):
    """All three scenarios. Sums are made for the German side and turned for the Russian."""

    eager = frozenset(
        {
            ChooseHq,
            ChooseIndependents,
            ChooseFreeMovers,
            SelectChits,
            Replacements,
            Reinforcements,
            LandsturmCalledOut,
            IsolatedMovement,
            Creep,
        }
    )

    by_lot = True

    def __init__(self, game: EastPrussia) -> None:
        self.figures = Figures(game)
        ground = Ground(game)
        self.towns = Towns(game, ground)
        self.staffs = Staffs(game, self.figures, ground)
        self.count = Count(game, self.figures, ground, self.towns, self.staffs)
        self.orders = Orders(game, self.figures, ground, self.staffs, self.count)
        self.front = Front(game, self.figures, ground, self.count)
        self.supplies = Supplies(game, self.figures, self.staffs)

    def begin_decision(self, memory: Memory) -> None:
        self.count.base = None
        forget(self.towns.shelters)

    def standing(self, s: State, side: Side) -> tuple[Term, ...]:
        sums = self.count.sums(s)
        sign = 1.0 if side == GERMAN else -1.0
        later = doubt_left(s)
        points = sign * POINT * (1 - later) * self.towns.points(s)
        hopes = sign * POINT * MARCH * later * self.towns.expected(s, sums)
        staffs = sign * self.staffs.work(s, sums)
        return (
            Term("troops", sign * sums.troops, "preserves its units"),
            Term("ground", points, "holds victory hexes"),
            Term("march", hopes, "moves toward victory hexes"),
            Term("staffs", staffs, "keeps its HQs safe and near their units"),
            Term("orders", self.orders.worth(s, side), "activates the units that can use it"),
        )

    def prospects(self, s: State, side: Side) -> tuple[Term, ...]:
        foe = FOE[side]
        front = self.front
        poise = POISE if not strikes_now(s, side) else POISE / 4
        supply = self.supplies.starving(s, foe) - self.supplies.starving(s, side)
        return (
            Term("attacks", SOON * front.attacks_now(s, side), "can attack at good odds"),
            Term("poise", poise * front.blows(s, side), "threatens the enemy in front of it"),
            Term("danger", -DANGER * front.blows(s, foe), "is exposed there"),
            Term("supply", supply, "keeps its own supply open or cuts the enemy's"),
        )

    def field(self, s: State, side: Side) -> list[float]:
        """By hex: how much a division there would add where towns can change hands; an HQ has its own."""
        sums = self.count.sums(s)
        top = s.flow[-1] if s.flow else None
        if isinstance(top, MoveUnit | Arrive | Creep) and top.unit in self.staffs.corps:
            return self.staffs.field(s, sums, s.units[top.unit])
        towns = self.towns
        chance = towns.odds(s, sums)
        doubt = towns.drawn * (0.15 + chance * (1 - chance))
        near = 0.01 * np.minimum(sums.threat[side], 10.0)
        found: list[float] = (towns.reach(s) @ doubt + near).tolist()
        for hex in towns.hexes:
            if controller(s, hex) != side:
                found[hex] += 3.0
        for hq in self.staffs.on_map(s):
            if hq.side != side and not s.ledger[COMBAT[hq.side]][hq.hex]:
                found[hq.hex] += 5.0
        return found

    def might(self, s: State, unit: UnitId) -> float:
        return self.figures.of(s, s.units[unit]).attack

    def margin(self, s: State, side: Side) -> float:
        """Victory points, ours less theirs; troops left over decide between equals."""
        net = float(net_points(s)) + 0.01 * self.count.sums(s).troops
        return net if side == GERMAN else -net


def doubt_left(s: State) -> float:
    """How much what may yet happen to a town counts against who holds it now."""
    left = s.rules_of.last_turn - s.turn
    return float(0.6 * (1 - np.exp(-(left + 0.5) / 2)))
