"""Behind the front: bridges, works, headquarters."""

from __future__ import annotations

from bridgehead.bots.judges.budziszyn1945.outlook import Outlook, Outlooks
from bridgehead.core.values import Hexside, Side
from bridgehead.games.budziszyn1945.model.data import GERMAN, SOVIET
from bridgehead.games.budziszyn1945.model.game import Budziszyn
from bridgehead.games.budziszyn1945.model.state import (
    SOLID,
    ZOC,
    State,
    camp,
    in_nysa,
)

BRIDGE = 1.5
BLOWN = 0.6
WORKS = 0.3
HQ_ALONE, HQ_NEAR_ENEMIES, HQ_IN_ZOC = 1.5, 4.0, 6.0
"""What a headquarters without troops costs: anywhere, where there are enemies about, next to them."""


class Rear:
    def __init__(self, game: Budziszyn, outlooks: Outlooks) -> None:
        self.game = game
        self.outlooks = outlooks
        self.gaps: tuple[frozenset[Hexside], Outlook, float] | None = None
        """Broken bridges looked at last, in an outlook, and what they count."""

    def works(self, s: State, side: Side) -> float:
        """Bridges over big rivers, works dug near the enemy."""
        total = 0.0
        view = self.outlooks.of(s, side)
        if in_nysa(s) and side == SOVIET:
            total += sum(BRIDGE + view.keen[a] + view.keen[b] for a, b in s.built)
        blown = BLOWN if side == (GERMAN if in_nysa(s) else SOVIET) else -BLOWN
        total += blown * self.gap(s.broken, view)
        stacks, guns = s.stacks, view.guns
        for hex, owner in s.forts.items():
            if owner == side and hex in stacks:
                total += WORKS * guns[hex]
        return total

    def gap(self, broken: frozenset[Hexside], view: Outlook) -> float:
        """What broken bridges count: the same in most positions of a search."""
        if self.gaps is None or self.gaps[0] is not broken or self.gaps[1] is not view:
            self.gaps = broken, view, sum(view.guns[a] for a, _ in broken)
        return self.gaps[2]

    def staffs(self, s: State, side: Side) -> float:
        """Headquarters alone are lost at once, and cost five columns twice (9.1.6)."""
        total = 0.0
        units, mine = s.units, camp(side)
        solid = [s.ledger[name] for name in SOLID]
        for unit in map(units.__getitem__, self.game.hqs):
            hex = unit.hex
            if not hex or solid[0][hex] or solid[1][hex]:  # two camps never stand in one hex
                continue
            own = camp(unit.side)
            harm = HQ_ALONE
            if any(self.outlooks.masses(s, hex, unit.side)):
                harm = HQ_IN_ZOC if s.ledger[ZOC[1 - own]][hex] else HQ_NEAR_ENEMIES
            total += -harm if own == mine else harm
        return total
