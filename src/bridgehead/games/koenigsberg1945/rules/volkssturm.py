"""11.3 Volkssturm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.actions import Action, Done, Place
from bridgehead.core.flow import Decision, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, UnitId
from bridgehead.games.koenigsberg1945.model.data import GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.events import VolkssturmCalled, VolkssturmGoesHome
from bridgehead.games.koenigsberg1945.model.state import ANY, VOLKSSTURM, State
from bridgehead.games.koenigsberg1945.rules.stacking import STACK_FULL, why_not_stack
from bridgehead.games.koenigsberg1945.rules.supply import supply_map

NO_SETTLEMENT = No("11.3b", "Volkssturm can only be placed in a city, town or village")
NOT_GERMAN = No("11.3c", "this place began behind Soviet lines or a Soviet unit has passed through it")
TOO_NEAR = No("11.3b", "a Soviet unit is too near")
NOT_SUPPLIED = No("11.3h", "a unit there can't trace full supply")
SECOND_VOLKSSTURM = No("11.3b", "another Volkssturm unit is already there")


@rule("11.3c", "11.3d", "11.3e")
def german_controlled(s: State, hex: Hex) -> bool:
    """A place that did not begin behind Soviet lines and that no Soviet unit has passed through."""
    return hex not in s.game.ground.soviet_at_start and hex not in s.passed


@rule("11.3b", "11.3h", "16.0d")
def why_not_call_up(
    s: State, hex: Hex, near_soviets: NDArray[np.bool_], supplied: NDArray[np.int8]
) -> No | None:
    """May Volkssturm be placed there?"""
    if not s.game.ground.settlement[hex]:
        return NO_SETTLEMENT
    if not german_controlled(s, hex):
        return NOT_GERMAN
    if near_soviets[hex]:
        return TOO_NEAR
    stack = s.stacks.get(hex, ())
    if any(s.counter(unit).militia for unit in stack):
        return SECOND_VOLKSSTURM
    if s.ledger["german_combat"][hex] >= s.tables.stacking.combat_units:
        return STACK_FULL
    return None if supplied[hex] >= 0 else NOT_SUPPLIED


def near_soviets(s: State) -> NDArray[np.bool_]:
    """By hex: is it less than three hexes from a Soviet unit, headquarters included?"""
    ground = s.game.ground
    soviets = np.frombuffer(s.ledger[ANY[SOVIET]], np.uint8).nonzero()[0].tolist()
    if not soviets:
        return np.zeros(ground.board.size, np.bool_)
    nothing = bytearray(ground.board.size)
    far = s.game.walker.spread(soviets, s.tables.volkssturm.distance - 1, ground.plain, nothing)
    return far >= 0


class VolkssturmDeployment(Decision[State], frozen=True):
    """11.3 The German player calls up Volkssturm, as much of it as he likes."""

    words = "Volkssturm Deployment Segment: select a city, town or village for Volkssturm"
    under: ClassVar[str] = "11.3b"
    labels: ClassVar[Mapping[type[Action], str]] = {Done: "End Volkssturm Deployment Segment"}
    clicks = (Place,)

    def waiting(self, s: State) -> list[UnitId]:
        return [unit.id for unit in s.in_box(VOLKSSTURM)]

    def places(self, s: State) -> list[Hex]:
        known: list[Hex] | None = s.memo.get("volkssturm")
        if known is None:
            near, supplied = near_soviets(s), supply_map(s, GERMAN)
            began_german = s.game.ground.began_german
            far = map(Hex, began_german[~near[began_german] & (supplied[began_german] >= 0)].tolist())
            met = s.stacks.keys() | s.passed
            known = [hex for hex in far if hex not in met or why_not_call_up(s, hex, near, supplied) is None]
            s.memo["volkssturm"] = known
        return known

    def about(self, s: State) -> Subject:
        return Subject(unit=next(iter(self.waiting(s)), UnitId("")))

    def options(self, s: State) -> Iterator[Action]:
        yield from map(Place, self.places(s))
        yield Done()

    def over(self, s: State) -> bool:
        return not self.waiting(s) or not self.places(s)

    def take(self, s: State, action: Action) -> None:
        match action:
            case Place(hex):
                unit = self.waiting(s)[0]
                assert why_not_stack(s, unit, hex) is None
                s.put(unit, hex)
                s.tell(VolkssturmCalled(unit, hex), rule="11.3b")
            case Done():
                s.leave()

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Place(hex):
                return why_not_call_up(s, hex, near_soviets(s), supply_map(s, GERMAN))
        return None


@rule("11.3g", "2.2.5")
def volkssturm_return(s: State) -> None:
    """All Volkssturm on the map goes back to its box."""
    home = [unit for unit in s.on_the_map(GERMAN) if s.counter(unit).militia]
    if home:
        s.tell(VolkssturmGoesHome(tuple(s.units[unit].hex for unit in home)), rule="11.3g")
    for unit in home:
        s.send(unit, VOLKSSTURM)
