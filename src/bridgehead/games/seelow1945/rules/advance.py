"""7.7 Advance after combat."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.actions import Action, Done, Pick
from bridgehead.core.flow import Decision, Route, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.seelow1945.model.events import Advanced
from bridgehead.games.seelow1945.model.state import State
from bridgehead.games.seelow1945.rules.control import pass_through
from bridgehead.games.seelow1945.rules.steps import NO_ROOM

NOT_A_PARTICIPANT = No(
    "7.76", "only units that fired at or attacked this hex, and did not retreat, may advance"
)
HAS_ADVANCED = No("7.77a", "this unit has already advanced")
ARTILLERY_STAYS_PUT = No("7.78", "artillery can't advance after combat")


@rule("7.71", "7.72", "7.2-6", "7.77a")
def offer_advance(s: State, side: Side, hex: Hex, participants: tuple[UnitId, ...]) -> None:
    """7.7 The participants that stand fast may advance into the hex; while an enemy is there none can."""
    able = tuple(unit for unit in participants if why_not_advance(s, unit, hex, participants) is None)
    s.enter(Advance(side, hex, able))


@rule("7.74", "7.75", "7.76", "7.78", "7.73", "8.31a")
def why_not_advance(s: State, unit: UnitId, hex: Hex, participants: tuple[UnitId, ...]) -> No | None:
    """7.76 Only participants, no artillery, one hex, within stacking. Points and ZOC do not matter."""
    counter = s.counter(unit)
    if s.units[unit].hex == hex:
        return HAS_ADVANCED
    if counter.artillery:
        return ARTILLERY_STAYS_PUT
    if unit not in participants:
        return NOT_A_PARTICIPANT
    return replace(NO_ROOM, hex=hex) if s.ledger[s.game.closed[unit]][hex] else None


@rule("7.77a", "7.77b")
class Advance(Decision[State], frozen=True):
    """7.7 The winner advances some, all or none of his participants, at once."""

    words = "select units to advance into {hex}"
    under = "7.72"
    labels = {Pick: "Advance {unit}", Done: "End advance"}
    clicks = (Pick,)
    hex: Hex
    able: tuple[UnitId, ...]

    def about(self, s: State) -> Subject:
        return Subject(hexes=(self.hex,))

    def candidates(self, s: State) -> list[UnitId]:
        return [unit for unit in self.able if why_not_advance(s, unit, self.hex, self.able) is None]

    def options(self, s: State) -> Iterator[Action]:
        yield from (Pick(unit) for unit in self.candidates(s))
        yield Done()

    def over(self, s: State) -> bool:
        return not self.candidates(s)

    def take(self, s: State, action: Action) -> None:
        if not isinstance(action, Pick):
            s.leave()
            return
        s.put(action.unit, self.hex)
        s.mark(action.unit, advanced=True)
        s.tell(Advanced(action.unit, self.hex), rule="7.73")
        pass_through(s, self.side, (self.hex,))

    def why_not(self, s: State, action: Action) -> No | None:
        if isinstance(action, Pick) and action.unit in s.units:
            return why_not_advance(s, action.unit, self.hex, self.able)
        return None

    def route(self, s: State, action: Action) -> Route | None:
        return Route((s.units[action.unit].hex, self.hex)) if isinstance(action, Pick) else None
