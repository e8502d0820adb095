"""Where fronts touch: what attackers gain by the combat table, and what a fight will still cost."""

from __future__ import annotations

from bisect import bisect_right

from bridgehead.bots.evaluation import Strength
from bridgehead.bots.judges.budziszyn1945.figures import LEVEL, Figures
from bridgehead.bots.judges.budziszyn1945.outlook import Outlooks
from bridgehead.bots.judges.budziszyn1945.points import TOWN
from bridgehead.core.values import Hex, Side
from bridgehead.games.budziszyn1945.model.data import SOVIET, Cell
from bridgehead.games.budziszyn1945.model.game import Budziszyn
from bridgehead.games.budziszyn1945.model.state import (
    State,
    camp,
    in_nysa,
)
from bridgehead.games.budziszyn1945.rules.duties import must_attack
from bridgehead.games.budziszyn1945.rules.losses import TakeLosses
from bridgehead.games.budziszyn1945.rules.retreat import Retreat, StandFirm

JOINING = 0.35
"""How much of the strength about an attacked hex is expected to join."""
DUTY = 1.7
"""How much more than by the table a losing fight costs those bound to it in Two Stars: they stand there
weakened after, between two enemies. In Nysa, where only an attack wins, it makes everybody timid."""


class Attacks:
    """The attacks of both camps."""

    def __init__(self, game: Budziszyn, figures: Figures, outlooks: Outlooks) -> None:
        self.game = game
        self.figures = figures
        self.outlooks = outlooks
        ground = game.ground
        self.big, self.around, self.cm, self.town = ground.big, game.board.around, ground.cm, ground.town
        tables = game.tables
        self.hits, self.tolls, self.drives = columns_worth(tables.combat)
        self.wet, self.fort = tables.water["major_river"].cm, tables.number.field_fortification
        """Columns lost by an attack across a big river, and on a fort."""
        self.scale = [signed(float(ratio)) for ratio in tables.ladder.ratios]
        """The columns of the table as numbers a side is stronger by."""
        self.last = len(self.scale) - 2
        """The last column that has another beside it."""

    def strength(self, s: State, hex: Hex, ours: str) -> Strength:
        """Ours?, attack, defence, worth of a stack."""
        attack = defence = worth = 0.0
        units, stack, figures = s.units, s.stacks[hex], self.figures.of
        for id in stack:
            one = figures(units[id])
            attack += one.attack
            defence += one.defence
            worth += one.worth
        return (units[stack[0]].side == SOVIET) == (ours == SOVIET), attack, defence, worth

    def blow(self, s: State, hex: Hex, strengths: dict[Hex, Strength]) -> float:
        """What the attackers about a stack gain by attacking it. Those bound to attack have every enemy
        they touch to deal with (5.1.4): each is met with a part of their strength."""
        mine, _, defence, worth = strengths[hex]
        against = wet = 0.0
        bound = False
        big, around, moving = self.big, self.around, s.phase == "movement"
        for at, there in enumerate(around[hex], hex * 6):
            stack = strengths.get(there)
            if stack is not None and stack[0] != mine:
                force = stack[1]
                if moving and self.bound(s, there):
                    bound = True
                    force /= sum([1 for to in around[there] if to in strengths and strengths[to][0] == mine])
                against += force
                if big[at]:
                    wet += force
        if not against:
            return 0.0
        for mass in self.outlooks.masses(s, hex, s.units[s.stacks[hex][0]].side):
            if mass > against:
                against += JOINING * (mass - against)
        return self.gain(s, hex, against, defence, worth, wet=2 * wet > against, bound=bound)

    def bound(self, s: State, hex: Hex) -> bool:
        """While its side moves: must somebody in a hex attack as it stands?"""
        units, stack = s.units, s.stacks[hex]
        if units[stack[0]].side != s.phasing:
            return False
        return any(must_attack(s, units[id]) for id in stack)

    def gain(
        self,
        s: State,
        hex: Hex,
        against: float,
        defence: float,
        worth: float,
        *,
        wet: bool = False,
        bound: bool = False,
    ) -> float:
        """What so much strength gains by attacking a hex, by the combat table; nobody attacks at a loss
        who is not bound to."""
        if not against:
            return 0.0
        odds = against / (defence if defence > 0.5 else 0.5)
        column = self.column(signed(odds))
        column -= self.cm[hex] + (self.fort if hex in s.forts else 0) + (self.wet if wet else 0)
        low, part = 0, 0.0
        if column > 0.0:
            low = int(column) if column < self.last else self.last
            part = min(column - low, 1.0)
        net = between(self.hits, low, part) - between(self.tolls, low, part)
        duty = 1.0 if in_nysa(s) else DUTY
        gain = min(worth, LEVEL * net) if net > 0 else (duty if bound else 0.4) * LEVEL * net
        if hex in self.town:
            gain += 0.4 * TOWN * between(self.drives, low, part)
        return gain

    def column(self, stronger: float) -> float:
        """The column of a ratio, between two of them where it lies between."""
        scale, last = self.scale, self.last
        low = bisect_right(scale, stronger, 1, last + 1) - 1
        part = (stronger - scale[low]) / (scale[low + 1] - scale[low])
        return min(low + part, last + 1.0)


def signed(odds: float) -> float:
    """Odds on a scale without a gap: 2:1 is 2, 1:1 is 1, 1:2 is 0, 1:3 is -1."""
    return odds if odds >= 1.0 else 2.0 - 1.0 / odds


def debts(s: State, side: Side) -> float:
    """Levels that a fight being settled will still cost."""
    frame = s.flow[-1] if s.flow else None
    owed = 0.0
    if isinstance(frame, StandFirm):
        owed = max(frame.short(s).values(), default=0) - frame.paid
    elif isinstance(frame, TakeLosses):
        owed = frame.left
    elif isinstance(frame, Retreat):
        short = sum(1 for id in frame.units if s.units[id].hex)
        owed = frame.need * (0.5 + 0.5 * short / max(1, len(s.routs) + short)) if short else 0.0
    if not isinstance(frame, (StandFirm, TakeLosses, Retreat)) or not owed:
        return 0.0
    return -LEVEL * owed if camp(frame.side) == camp(side) else LEVEL * owed


def between(values: list[float], low: int, part: float) -> float:
    return values[low] + part * (values[low + 1] - values[low])


def columns_worth(
    table: tuple[tuple[tuple[Cell, Cell], ...], ...],
) -> tuple[list[float], list[float], list[float]]:
    """By column of the combat table: levels the defender loses, levels the attacker loses, how often the
    defender must go."""
    ways = [6 - abs(7 - roll) for roll in range(2, 13)]
    hits, tolls, drives = [], [], []

    def price(cell: Cell) -> float:
        return cell.lose + 0.4 * cell.retreat + 0.4 * cell.disorganized + 0.15 * cell.test

    for column in range(len(table[0])):
        cells = [(way / 36, table[at][column]) for at, way in enumerate(ways)]
        hits.append(sum(chance * price(defender) for chance, (_, defender) in cells))
        tolls.append(sum(chance * price(attacker) for chance, (attacker, _) in cells))
        drives.append(sum(chance for chance, (_, defender) in cells if defender.retreat))
    return hits, tolls, drives
