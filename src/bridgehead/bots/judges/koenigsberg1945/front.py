"""Where fronts touch: what the attackers around a stack may gain by it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from bridgehead.bots.evaluation import Strength
from bridgehead.bots.judges.koenigsberg1945.ground import Ground
from bridgehead.core.values import Hex
from bridgehead.games.koenigsberg1945.model.data import CombatResult
from bridgehead.games.koenigsberg1945.model.game import Koenigsberg
from bridgehead.games.koenigsberg1945.model.state import State
from bridgehead.games.koenigsberg1945.rules.odds import Shelter

# In points.
STEP = 2.0
DRIVE = 1.3
AT_STAKE = 14.0
"""What the chance of driving the enemy out of a victory hex counts for."""
TAKEN = 45.0
"""The same where the attack is made at once."""
EAGER = 0.12
"""What each point of the odds counts at the least, lest the first unit of an attack stay away."""


class Attacks:
    """The attacks of both camps, by the Combat Results Table."""

    def __init__(self, game: Koenigsberg, ground: Ground, price: dict[Hex, float]) -> None:
        self.game = game
        self.divisors = ground.divisors
        self.sides = tuple(
            tuple(
                (at, ground.divisors[hex * 6 + direction], game.ground.lines[hex * 6 + direction])
                for direction, at in enumerate(game.board.around[hex])
                if game.ground.passable[hex * 6 + direction]
            )
            for hex in range(game.board.size)
        )
        """By hex, for each hex it can be attacked from: what that divides the attack by, the line crossed."""
        self.rungs = [float(rung) for rung in game.ladder.ratios]
        self.price = price
        """Of the victory hexes."""
        tables = {
            shelter: worths(game.crt, shelter) for shelter in {each.shelter for each in ground.cover.values()}
        }
        self.reads = {at: (cover.shift, tables[cover.shelter]) for at, cover in ground.cover.items()}
        """By hex and line crossed: columns shifted to the left, and the table that is then read."""

    def blow(self, s: State, hex: Hex, strengths: dict[Hex, Strength]) -> float:
        """What all who stand around a stack may gain by attacking it."""
        mine, _, defence, worth = strengths[hex]
        if not defence:
            return 0.0
        attack = 0.0
        line, every = 0, True
        for at, divisor, crossed in self.sides[hex]:
            there = strengths.get(at)
            if there is None or there[0] == mine or not there[1]:
                continue
            attack += there[1] / divisor
            if crossed:
                line = max(line, crossed)
            else:
                every = False
        if not attack:
            return 0.0
        german = bool(s.ledger["german_combat"][hex])
        at_stake = hex in self.price and (hex in s.taken) != german
        return self.gain(hex, attack / defence, line if every and german else 0, worth, at_stake)

    def gain(self, hex: Hex, odds: float, line: int, most: float, at_stake: bool) -> float:
        """What an attack at such odds gains, across a fortified line if there is one: the stack at the most,
        and the hex if that is at stake."""
        shift, table = self.reads[hex, line]
        column = self.column(odds) - shift
        eager = EAGER * min(odds, 6.0)
        if column <= 0:
            return eager
        low = min(int(column), len(table) - 1)
        high = min(low + 1, len(table) - 1)
        part = min(column - low, 1.0)
        worth = min(table[low][0] + part * (table[high][0] - table[low][0]), most)
        if at_stake:
            driven = table[low][1] + part * (table[high][1] - table[low][1])
            worth += AT_STAKE * self.price[hex] * driven
        return max(worth, 0.0) + eager

    def column(self, odds: float) -> float:
        """Where odds lie on the ladder: between two columns as far as they are from each, beyond its ends as
        far again."""
        rungs = self.rungs
        low = max(0, min(bisect_right(rungs, odds), len(rungs) - 1) - 1)
        here, above = rungs[low], rungs[low + 1]
        if here < 1.0:
            return low + (1.0 / here - 1.0 / odds) / (1.0 / here - 1.0 / above)
        return low + (odds - here) / (above - here)

    def promise(self, s: State, hex: Hex, column: int, line: int, most: float) -> float:
        """What an attack gains that is made now, at a ratio the ground still shifts; see `gain`."""
        shift, table = self.reads[hex, line]
        if column < shift:
            return 0.0
        worth, driven = table[min(column - shift, len(table) - 1)]
        worth = min(worth, most)
        if hex in self.price and (hex in s.taken) != bool(s.ledger["german_combat"][hex]):
            worth += TAKEN * self.price[hex] * driven
        return worth


def worths(crt: Sequence[Sequence[CombatResult]], shelter: Shelter) -> list[tuple[float, float]]:
    """By column: what an attack gains in steps and ground, and how often it drives the defender off, where
    the ground ignores some steps and hexes of retreat."""
    table = []
    for column in crt:
        gain = driven = 0.0
        for result in column:
            lost = max(0, result.defender_steps - shelter.steps)
            back = result.defender_retreat > shelter.hexes
            paid = result.attacker_steps if not (result.starred and back) else 0
            gain += STEP * lost + (DRIVE if back else 0.0) - 0.9 * STEP * paid
            gain -= 0.4 * DRIVE if result.attacker_retreat else 0.0
            driven += 1.0 if back else 0.0
        table.append((gain / len(column), driven / len(column)))
    return table
