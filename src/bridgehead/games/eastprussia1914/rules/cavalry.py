"""14.0 Cavalry: withdrawal before combat."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.actions import Action, Choose
from bridgehead.core.flow import Decision, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.eastprussia1914.model.events import CavalryStood, CavalryWithdrew
from bridgehead.games.eastprussia1914.model.state import ISOLATED, State, combat_units_in, hq_in, is_cavalry
from bridgehead.games.eastprussia1914.rules.losses import DEFENDER
from bridgehead.games.eastprussia1914.rules.retreat import Retreat, worth

STAND = "stand"
WITHDRAW = {"withdraw one hex": 1, "withdraw two hexes": 2}
NO_WAY = No("14.1", "no retreat of that length is possible")


@rule("14.1")
def may_withdraw(s: State, target: Hex, side: Side, attackers: tuple[UnitId, ...]) -> bool:
    """14.1 Only cavalry, none isolated, attacked by units that include no cavalry."""
    defenders = combat_units_in(s, target, side)
    return (
        all(is_cavalry(s, unit) and unit.supply != ISOLATED for unit in defenders)
        and not any(is_cavalry(s, s.units[unit]) for unit in attackers)
        and bool(withdrawals(s, target, side))
    )


def stack_of(s: State, target: Hex, side: Side) -> tuple[UnitId, ...]:
    """The cavalry and the HQ with it."""
    hq = hq_in(s, target, side)
    return (*(unit.id for unit in combat_units_in(s, target, side)), *((hq.id,) if hq is not None else ()))


@rule("14.1")
def withdrawals(s: State, target: Hex, side: Side) -> list[str]:
    """14.1 One or two hexes, as far as a legal retreat of that length exists."""
    stack = stack_of(s, target, side)
    return [name for name, hexes in WITHDRAW.items() if worth(s, stack, target, target, hexes)[0] == 0]


@rule("14.1", "12.1b")
class Withdrawal(Decision[State], frozen=True):
    """14.1 The defender may withdraw the whole stack before odds are computed."""

    words = "Cavalry withdrawal: withdraw from {target} before combat, or stand and fight"
    under = "14.1"
    fills = ("withdrawn",)
    target: Hex

    def about(self, s: State) -> Subject:
        return Subject(committed=stack_of(s, self.target, self.side), hexes=(self.target,))

    def options(self, s: State) -> Iterator[Action]:
        yield Choose(STAND)
        yield from (Choose(name) for name in withdrawals(s, self.target, self.side))

    def why_not(self, s: State, action: Action) -> No | None:
        return NO_WAY if isinstance(action, Choose) else None

    def take(self, s: State, action: Action) -> None:
        match action:
            case Choose(choice) if choice in WITHDRAW:
                stack = stack_of(s, self.target, self.side)
                s.leave(withdrawn=True)
                s.tell(CavalryWithdrew(stack, self.target, WITHDRAW[choice]), rule="14.1")
                s.enter(
                    Retreat(
                        side=self.side, units=stack, origin=self.target, left=WITHDRAW[choice], role=DEFENDER
                    )
                )
            case _:
                s.tell(CavalryStood(self.target), rule="14.1")
                s.leave()
