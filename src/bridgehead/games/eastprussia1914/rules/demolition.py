"""17.3 Optional demolitions: idle units destroy and repair the railway."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from bridgehead.core.actions import Action, Done, Pick
from bridgehead.core.flow import Decision, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import UnitId, replace
from bridgehead.games.eastprussia1914.model.events import RailDestroyed, RailRepaired
from bridgehead.games.eastprussia1914.model.state import State

ENEMYS = No("17.3", "this is an enemy unit")
NO_RAIL = No("17.3", "there is no railroad in this unit's hex")
NOT_IDLE = No("17.3", "only an activated unit that neither moved nor attacked may work on the railroad")
NOT_OWNER = No("17.3", "only a unit of the country's own side may repair this railroad")


@rule("17.3")
def demolitions_on(s: State) -> bool:
    return s.setting.get("demolitions") == "on"


@rule("17.3")
class RailwayWork(Decision[State], frozen=True):
    """17.3 At the end of its activation an idle combat unit may destroy or repair its railway."""

    words = "Demolitions: select an idle unit to destroy or repair the railroad in its hex"
    under = "17.3"
    clicks = (Pick,)
    labels: ClassVar = {Done: "End activation"}
    idle: tuple[UnitId, ...]

    def about(self, s: State) -> Subject:
        return Subject()

    def options(self, s: State) -> Iterator[Action]:
        yield from (Pick(unit) for unit in self.idle if self.why_not_unit(s, unit) is None)
        yield Done()

    def why_not_unit(self, s: State, unit: UnitId) -> No | None:
        if s.units[unit].side != self.side:
            return ENEMYS
        if unit not in self.idle:
            return NOT_IDLE
        hex = s.units[unit].hex
        if hex in s.demolished:
            return None if s.ground.home[hex] == self.side else NOT_OWNER
        return None if hex in s.ground.rail_hexes else NO_RAIL

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit) if unit in s.units:
                return self.why_not_unit(s, unit)
        return None

    def over(self, s: State) -> bool:
        return all(self.why_not_unit(s, unit) is not None for unit in self.idle)

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                s.become(replace(self, idle=tuple(other for other in self.idle if other != unit)))
                work_on_railway(s, unit)
            case Done():
                s.leave()


def work_on_railway(s: State, unit: UnitId) -> None:
    hex = s.units[unit].hex
    if hex in s.demolished:
        s.set(demolished=tuple(other for other in s.demolished if other != hex))
        s.tell(RailRepaired(unit, hex), rule="17.3")
    else:
        s.set(demolished=(*s.demolished, hex))
        s.tell(RailDestroyed(unit, hex), rule="17.3")
