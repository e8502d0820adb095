"""12.0 Headquarters: modes, overrun, relocation, removal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import numpy as np

from bridgehead.core.actions import Action, Cancel, Choose, Place
from bridgehead.core.flow import Decision, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.eastprussia1914.model.data import FOE
from bridgehead.games.eastprussia1914.model.events import (
    HqActivated,
    HqCannotRelocate,
    HqLeftAlone,
    HqOverrun,
    HqRelocated,
    HqWithoutTroops,
)
from bridgehead.games.eastprussia1914.model.state import (
    COMMAND_MODE,
    ISOLATED,
    MOVEMENT_MODE,
    OOS,
    REINFORCEMENTS,
    REMOVED,
    State,
    Unit,
    attack_value,
    enemy_in,
    hq_in,
    hqs_on_map,
    is_garrison,
    is_hq,
    is_independent,
    is_lone_hq,
)
from bridgehead.games.eastprussia1914.rules.command import command_range, has_moved, move_is_over
from bridgehead.games.eastprussia1914.rules.special import why_not_in_bounds
from bridgehead.games.eastprussia1914.rules.stacking import why_not_stack
from bridgehead.games.eastprussia1914.rules.zoc import in_enemy_zoc

NO_LAND = No("12.5b", "an HQ must relocate to passable land")
NOT_FREE = No("12.5b", "an HQ may not relocate onto enemy units or into an enemy ZOC")
NOT_TOWARD = No("12.5b", "this hex is not at least 3 hexes nearer to an open friendly supply source")
TOO_NEAR = No("12.5b", "an HQ relocates at least 5 hexes")
NEARER_ONE = No("12.5b", "toward that source there is a legal hex nearer to where the HQ was")

# --- 12.2 modes


@rule("12.2.1", "12.2.2")
class ChooseMode(Decision[State], frozen=True):
    """12.2.2 At the start of its activation an HQ is put in Command Mode or in Movement Mode."""

    words = "{hq}: select Command Mode or Movement Mode"
    under = "12.2.2"
    hq: UnitId

    def about(self, s: State) -> Subject:
        return Subject(unit=self.hq)

    def options(self, s: State) -> Iterator[Action]:
        yield Choose(COMMAND_MODE)
        yield Choose(MOVEMENT_MODE)

    def take(self, s: State, action: Action) -> None:
        match action:
            case Choose(choice):
                s.mark(self.hq, mode=choice)
                s.tell(HqActivated(self.hq, choice), rule="12.2.2")
                s.leave()


# --- 12.4, 12.7 overrun and removal


@rule("12.4")
def can_overrun(s: State, unit: Unit) -> bool:
    """12.4 Only a combat unit whose current attack is above zero overruns: no HQ, no isolated unit."""
    return attack_value(s, unit) > 0 and unit.supply != ISOLATED


@rule("12.4", "6.1.3")
def overrun(s: State, unit: UnitId, hex: Hex) -> None:
    """12.4 A combat unit that enters a hex holding only an enemy HQ removes it."""
    hq = hq_in(s, hex, FOE[s.units[unit].side])
    assert hq is not None
    s.tell(HqOverrun(unit, hq.id, hex), rule="12.4")
    s.send(hq.id, REMOVED)


@rule("12.1d")
def remove_hq_left_behind(s: State, hex: Hex, side: Side) -> None:
    """12.1d An HQ whose whole stack was eliminated in combat is removed."""
    if is_lone_hq(s, hex, side):
        for hq in s.units_in(hex):
            s.send(hq.id, REMOVED)
            s.tell(HqLeftAlone(hq.id), rule="12.1d")


@rule("12.7b")
def remove_hqs_without_troops(s: State) -> None:
    """12.7b At the end of the Replacements Segment: HQs with no troops left to command are removed."""
    counters, alive = s.game.counters, set()
    for unit in s.units.values():
        if (unit.hex or unit.box == REINFORCEMENTS) and not is_hq(s, unit):
            alive.add((unit.side, counters[unit.id].formation))
    for side in s.game.sides:
        for hq in hqs_on_map(s, side):
            if (side, counters[hq.id].formation) not in alive and not independents_near(s, hq):
                s.send(hq.id, REMOVED)
                s.tell(HqWithoutTroops(hq.id), rule="12.7b")


def independents_near(s: State, hq: Unit) -> bool:
    """12.7b Is a friendly independent unit other than a garrison within the HQ's Command Range?"""
    near = s.ground.in_range(hq.hex, command_range(s, hq))
    return any(
        unit.hex in near and is_independent(s, unit) and not is_garrison(s, unit)
        for unit in s.on_map(hq.side)
    )


# --- 12.5 relocation


@rule("12.5a", "12.5b")
def relocation_hexes(s: State, hq: Unit) -> list[Hex]:
    """12.5b Where an OOS HQ may be put down: for each source, the legal hexes nearest to five hexes away."""
    found: set[Hex] = set()
    for source in s.ground.sources[hq.side]:
        if not enemy_in(s, source, hq.side):
            found.update(relocations_toward(s, hq, source))
    return sorted(found)


def relocations_toward(s: State, hq: Unit, source: Hex) -> list[Hex]:
    """12.5b The hexes for one source: three or more nearer to it, at the least distance of five or more."""
    supply, far = s.tables.file.supply, s.ground.distances(hq.hex)
    old, land = int(far[source]), np.frombuffer(s.ground.land, np.uint8)
    nearer = old - s.ground.distances(source) >= supply.relocation_gain
    toward = np.flatnonzero((far >= supply.relocation_hexes) & nearer & (land != 0))
    found: list[Hex] = []
    for away in np.unique(far[toward]):
        ring = toward[far[toward] == away].tolist()
        found = [hex for hex in ring if why_not_relocate_there(s, hq, hex) is None]
        if found:
            break
    if 0 < old < supply.relocation_hexes and why_not_relocate_there(s, hq, source) is None:
        found.append(source)
    return found


@rule("12.5b")
def why_not_relocate_there(s: State, hq: Unit, hex: Hex) -> No | None:
    """12.5b Passable land in the play area, free of enemies and EZOC, within stacking."""
    if hex in s.ground.impassable:
        return NO_LAND
    if (no := why_not_in_bounds(s, hq, hex)) is not None:
        return no
    if enemy_in(s, hex, hq.side) or in_enemy_zoc(s, hex, hq.side):
        return NOT_FREE
    return why_not_stack(s, hq, hex)


@rule("12.5b")
def why_not_relocate(s: State, hq: Unit, hex: Hex) -> No | None:
    """12.5b Why an OOS HQ may not be put down in a hex, though it may be fit to hold it."""
    if hex == hq.hex:
        return TOO_NEAR
    if (no := why_not_relocate_there(s, hq, hex)) is not None or hex in relocation_hexes(s, hq):
        return no
    supply, far = s.tables.file.supply, s.ground.distances(hq.hex)
    sources = [each for each in s.ground.sources[hq.side] if not enemy_in(s, each, hq.side)]
    if not any(far[each] - s.ground.distances(each)[hex] >= supply.relocation_gain for each in sources):
        return NOT_TOWARD
    return TOO_NEAR if far[hex] < supply.relocation_hexes else NEARER_ONE


@rule("11.3.2e", "11.3.2f", "11.3.2g", "12.5a", "12.5c")
def relocate(s: State, hq: Unit) -> None:
    """11.3.2e An OOS HQ must be relocated; 12.5c with no legal hex it stays, in Movement Mode."""
    assert hq.supply == OOS
    if relocation_hexes(s, hq):
        s.enter(Relocate(hq.side, hq.id))
        return
    s.mark(hq.id, mode=MOVEMENT_MODE)
    s.tell(HqCannotRelocate(hq.id), rule="12.5c")
    has_moved(s, hq.id)


@rule("12.5a", "12.5b")
class Relocate(Decision[State], frozen=True):
    """12.5 The HQ is taken up and put down toward a friendly source, in Movement Mode."""

    words = "Relocation: place {hq} toward a supply source"
    under = "12.5a"
    labels: ClassVar = {Cancel: "Relocate later"}
    clicks = (Place,)
    hq: UnitId

    def about(self, s: State) -> Subject:
        return Subject(unit=self.hq)

    def options(self, s: State) -> Iterator[Action]:
        yield from (Place(hex) for hex in relocation_hexes(s, s.units[self.hq]))
        yield Cancel()

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Place(hex) if hex in s.ground.board:
                return why_not_relocate(s, s.units[self.hq], hex)
        return None

    def take(self, s: State, action: Action) -> None:
        match action:
            case Place(hex):
                s.put(self.hq, hex)
                s.mark(self.hq, mode=MOVEMENT_MODE)
                s.tell(HqRelocated(self.hq, hex), rule="12.5a")
                move_is_over(s, self.hq)
            case Cancel():
                s.leave()
