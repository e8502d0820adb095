"""4.2 What one activation has at its disposal; the frame that later segments ask who was activated."""

from __future__ import annotations

from bridgehead.core.flow import Procedure
from bridgehead.core.refusal import No
from bridgehead.core.values import ChitId, Side, UnitId
from bridgehead.games.koenigsberg1945.model.state import State

ENEMY_UNIT = No("4.2.1a", "this is an enemy unit")
NOT_ACTIVATED = No("4.0a", "this HQ has not activated that unit")


class Orders(Procedure[State], frozen=True):
    """One headquarters with what it commands in this activation."""

    side: Side
    force: Side
    chit: ChitId
    hq: UnitId
    slowed: bool = False
    attacks: bool = True
    """False where the units may move but not attack (RE.3)."""
    formation: tuple[UnitId, ...] = ()
    independents: tuple[UnitId, ...] = ()
    extras: tuple[UnitId, ...] = ()
    """Independents that HGM lets move besides (4.1.3b)."""
    cruiser: bool = False

    @property
    def attackers(self) -> tuple[UnitId, ...]:
        """Those that may move and attack."""
        return (*self.formation, *self.independents)

    @property
    def movers(self) -> tuple[UnitId, ...]:
        return (self.hq, *self.attackers, *self.extras)


def orders(s: State) -> Orders:
    """The activation in course; one that commands nobody where a segment stands alone."""
    none = Orders(side=Side(""), force=Side(""), chit=ChitId(""), hq=UnitId(""))
    return next((frame for frame in reversed(s.flow) if isinstance(frame, Orders)), none)
