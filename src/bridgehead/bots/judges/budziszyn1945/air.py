"""Aircraft: what missions promise, and what is kept for others."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from bridgehead.bots.judges.budziszyn1945.figures import LEVEL
from bridgehead.bots.judges.budziszyn1945.front import Attacks
from bridgehead.bots.judges.budziszyn1945.outlook import Outlooks
from bridgehead.core.values import Hex, Side
from bridgehead.games.budziszyn1945.model.data import Cell
from bridgehead.games.budziszyn1945.model.game import Budziszyn
from bridgehead.games.budziszyn1945.model.state import State
from bridgehead.games.budziszyn1945.rules.air import (
    AIR_ATTACK,
    DEFENSIVE,
    OFFENSIVE,
    SUPPLY,
    AirPlanning,
    air_left,
    least_sp,
    target_hexes,
)

SPARE = 0.08
"""What an air SP is worth that is kept for another mission."""
BOTHER = 0.15
"""What a mission must promise besides."""
FLIGHTS = (3, 4, 6, 7, 9, 11, 13, 15, 17, 19, 21)
"""Strengths of a mission that are weighed."""
MOST_KEPT = 200
"""Best missions kept at hand."""


Effect = Callable[[int], float]
"""What a mission does, by its strength."""


class Air:
    def __init__(self, game: Budziszyn, outlooks: Outlooks, attacks: Attacks) -> None:
        self.game = game
        self.outlooks = outlooks
        self.attacks = attacks
        self.known: dict[Hashable, float] = {}
        table = game.tables.fire["air_attack"]
        self.bombs = [(least, levels_lost(cells)) for least, cells in reversed(table)]
        """The least strength of each column of the air attack table, the last first, and what it takes."""

    def worth(self, s: State, side: Side) -> float:
        """What the missions planned so far promise, and what is kept for others."""
        flown = self.flown(s, side)
        total = SPARE * air_left(s, side) - BOTHER * len(s.missions)
        total += sum(self.mission(s, side, kind, hex, sp) for (kind, hex), sp in flown.items())
        frame = s.flow[-1] if s.flow else None
        if isinstance(frame, AirPlanning) and frame.side == side and frame.kind and not frame.attacks:
            if frame.hex:
                total += self.promised(s, side, frame.kind, frame.hex)
            else:
                total += self.best_flight(s, frame)
        return total

    def flown(self, s: State, side: Side) -> dict[tuple[str, Hex], int]:
        """Strength by kind and hex: two missions to one place are as good as one."""
        found: dict[tuple[str, Hex], int] = {}
        for each in s.missions:
            if each.side == side:
                found[each.kind, each.hex] = found.get((each.kind, each.hex), 0) + each.sp
        return found

    def best_flight(self, s: State, frame: AirPlanning) -> float:
        """The best a mission of the kind can promise anywhere."""
        key = (s.scenario, frame.side, s.turn, s.phasing, s.control, frame.kind, s.missions)
        if key not in self.known:
            if len(self.known) > MOST_KEPT:
                self.known.clear()
            hexes = target_hexes(s, frame.side, frame.kind)
            worths = [self.promised(s, frame.side, frame.kind, hex) for hex in hexes]
            self.known[key] = max(worths, default=0.0)
        return self.known[key]

    def promised(self, s: State, side: Side, kind: str, hex: Hex) -> float:
        """The best that a mission to a hex would be worth, beyond the strength it takes."""
        left, least = air_left(s, side), least_sp(s, kind)
        before = self.flown(s, side).get((kind, hex), 0)
        does = self.effect(s, side, kind, hex)
        had = does(before) if before else 0.0
        gains = [does(before + sp) - had - SPARE * sp for sp in FLIGHTS if least <= sp <= left]
        return max(gains, default=-1.0)

    def mission(self, s: State, side: Side, kind: str, hex: Hex, sp: int) -> float:
        """What so much strength does on a mission to a hex."""
        return self.effect(s, side, kind, hex)(sp)

    def effect(self, s: State, side: Side, kind: str, hex: Hex) -> Effect:
        """What a mission to a hex does, by its strength."""
        if hex not in s.stacks:
            return no_effect
        if kind == SUPPLY:
            helped = 0.8 * sum(1 for unit in s.units_in(hex) if unit.oos)
            return lambda sp: helped
        if kind == AIR_ATTACK:
            screens = self.game.ground.screens(hex)
            return lambda sp: self.bombed(s, hex, sp - screens)
        return self.support(s, side, kind, hex) if kind in (OFFENSIVE, DEFENSIVE) else no_effect

    def support(self, s: State, side: Side, kind: str, hex: Hex) -> Effect:
        """What support changes in an attack that the enemies about a hex may make."""
        _, _, defence, worth = self.attacks.strength(s, hex, side)
        against = 0.6 * sum(self.outlooks.masses(s, hex, s.units[s.stacks[hex][0]].side))
        if not against or against < defence:
            return no_effect
        gain = self.attacks.gain
        without = gain(s, hex, against, defence, worth)
        if kind == OFFENSIVE:
            return lambda sp: 0.7 * (gain(s, hex, against + sp, defence, worth) - without)
        return lambda sp: 0.4 * (without - gain(s, hex, against, defence + sp / 2, worth))

    def bombed(self, s: State, hex: Hex, sp: int) -> float:
        """The levels an air attack takes, by its table."""
        if sp < 1:
            return 0.0
        lost = next(lost for least, lost in self.bombs if sp >= least)
        return LEVEL * min(lost, s.ledger["cels"][hex])


def no_effect(sp: int) -> float:
    return 0.0


def levels_lost(cells: Sequence[Cell]) -> float:
    """What a column of the air attack table takes on the average, in levels."""
    return sum(
        (6 - abs(5 - at)) / 36 * (cell.lose + 0.4 * cell.disorganized) for at, cell in enumerate(cells)
    )
