"""10.4 Step losses."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.actions import Action, Pick
from bridgehead.core.events import Eliminated
from bridgehead.core.flow import Decision, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Side, UnitId
from bridgehead.games.eastprussia1914.model.events import StepLost
from bridgehead.games.eastprussia1914.model.state import State, attack_value, defence_value, is_hq, lose_step
from bridgehead.games.eastprussia1914.rules.headquarters import remove_hq_left_behind

STRONGEST_FIRST = No("10.4.1", "the first step is lost by the unit with the highest current strength")
HQ_EXEMPT = No("12.1a", "an HQ takes no step losses")
NOT_INVOLVED = No("10.4.1", "this unit took no part in the combat")

ATTACKER = "attacker"
DEFENDER = "defender"


@rule("10.3.3", "10.4.1")
def strongest(s: State, units: tuple[UnitId, ...], role: str) -> tuple[UnitId, ...]:
    """10.4.1 The units of highest current strength: attack for attackers, defence for defenders."""
    value = attack_value if role == ATTACKER else defence_value
    most = max(value(s, s.units[unit]) for unit in units)
    return tuple(unit for unit in units if value(s, s.units[unit]) == most)


def alive(s: State, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """The combat units of a list that are still on the map."""
    return tuple(unit for unit in units if s.units[unit].hex and not is_hq(s, s.units[unit]))


@rule("10.4.1", "10.4.2", "10.4.3", "12.1a")
def demand_losses(
    s: State, side: Side, units: tuple[UnitId, ...], steps: int, role: str, first: bool
) -> None:
    """10.4 Steps are lost; where the owner has a choice he is asked. Losses beyond the steps lapse."""
    while steps > 0 and (left := alive(s, units)):
        candidates = strongest(s, left, role) if first else left
        if len(candidates) > 1:
            s.enter(LoseStep(side, candidates, left, steps, role, first))
            return
        inflict(s, candidates[0])
        steps, first = steps - 1, False


@rule("2.3.2", "12.1d")
def inflict(s: State, unit: UnitId) -> None:
    """2.3.2 One step is lost; an HQ left alone by it is removed (12.1d)."""
    hex, side = s.units[unit].hex, s.units[unit].side
    lose_step(s, unit)
    s.tell(StepLost(unit, side), rule="10.4.1")
    if not s.units[unit].hex:
        s.tell(Eliminated(unit), rule="2.3.2")
        remove_hq_left_behind(s, hex, side)


@rule("10.4.1", "10.4.2")
class LoseStep(Decision[State], frozen=True):
    """10.4 The owner chooses who loses a step: the first among the strongest, further ones as he likes."""

    words = "Losses: select a unit to lose a step ({steps:step} to lose)"
    under = "10.4.1"
    clicks = (Pick,)
    candidates: tuple[UnitId, ...]
    units: tuple[UnitId, ...]
    steps: int
    role: str
    first: bool

    def about(self, s: State) -> Subject:
        return Subject(hexes=(s.units[self.candidates[0]].hex,))

    def options(self, s: State) -> Iterator[Action]:
        yield from (Pick(unit) for unit in self.candidates)

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in self.units:
                return STRONGEST_FIRST
            case Pick(unit) if unit in s.units:
                hexes = {s.units[each].hex for each in self.units}
                staff = is_hq(s, s.units[unit]) and s.units[unit].hex in hexes
                return HQ_EXEMPT if staff else NOT_INVOLVED
        return None

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                s.leave()
                inflict(s, unit)
                demand_losses(s, self.side, self.units, self.steps - 1, self.role, False)
