"""7.2 German Strategic Movement: reserves, northern front, battleworn units, in five steps."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bridgehead.core.actions import Action, Cancel, Done, Pick, Place
from bridgehead.core.flow import Decision, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import NOWHERE, Hex, UnitId, replace
from bridgehead.games.breslau1945.model.data import BATTLEWORN, GERMAN, NORTH_GERMAN, RESERVES, SOVIET
from bridgehead.games.breslau1945.model.events import Boxed, Placed, Reorganised
from bridgehead.games.breslau1945.model.state import (
    OUT_OF_PHASE,
    State,
    boxed,
    controller,
    is_full,
    on_map,
    spend_supply,
    stand_in,
    with_figures,
    with_room,
)
from bridgehead.games.breslau1945.rules.north import OVER
from bridgehead.hexes.paths import uniform

NOT_GERMAN = No("7.2a", "only German units can be moved in this phase")
NOT_IN_RESERVES = No("7.2.1", "this unit is not in the Tactical reserves")
NOT_IN_NORTH = No("7.2.6", "this unit is not on the northern front")
NOT_WORN = No("7.2.5", "this unit is not in the battleworn box")
NOT_ON_MAP = No("7.2.4a", "this unit is not on the map")
NOT_A_CITY = No("7.2.2a", "reserves can be placed only in City hexes or at the Rathaus")
TOO_NEAR = No("7.2.2a", "this hex is less than {distance:hex} from a Red Army unit")
CUT_OFF = No("7.2.2a", "the Red Army cuts the line of communication to the Rathaus")
RATHAUS_LOST = No("7.2.2b", "the Red Army controls the Rathaus")
FULL = No("7.2.3", "this hex is full")
IN_CONTACT = No("7.2.4a", "this unit is adjacent to a Red Army unit")
TRAIN = No("7.2.4b", "the armored train can't be moved to the reserves")

NEXT: dict[type[Action], str] = {Done: "Next step"}


# --- where reserves may be placed (7.2.2)


@rule("3.0d", "3.0d2", "3.0e", "2.6d", "13.2")
def in_communication(s: State) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """By hex: is it joined to 1516 by hexes without Red Army units in them or next to them?"""
    near = np.frombuffer(s.ledger["near_soviet"], np.uint8)
    there = np.frombuffer(s.ledger["soviet"], np.uint8)
    barred = bytearray((near | there).tobytes())
    rathaus = s.tables.rathaus
    if barred[rathaus]:
        return np.zeros(len(barred), np.bool_)
    budget = len(s.game.board.hexes)
    reach = s.game.walker.spread([rathaus], budget, s.tables.prices[GERMAN], barred)
    joined: np.ndarray[tuple[int], np.dtype[np.bool_]] = reach >= 0
    return joined


@rule("7.2.2a", "7.2.2d", "7.2.2e", "13.2")
def distance_from_enemy(s: State) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """By hex: hexes to the nearest Red Army unit, straight over any terrain; -1 where 8 or more."""
    soviet = [hex for hex, ids in s.stacks.items() if s.units[ids[0]].side == SOVIET]
    board = s.game.board
    reach = s.tables.special.reserve_distance - 1
    found: np.ndarray[tuple[int], np.dtype[np.int32]] = s.game.walker.spread(
        soviet, reach, uniform(board), bytearray(board.size)
    )
    return found


@rule("7.2.2a", "7.2.2b", "7.2.2c", "7.2.2e")
def reserve_hexes(s: State) -> tuple[Hex, ...]:
    """The hexes that accept reserves, stacking apart."""
    joined = in_communication(s)
    distance = distance_from_enemy(s)
    rathaus = s.tables.rathaus
    hexes = [hex for hex in s.tables.cities if hex != rathaus and joined[hex] and distance[hex] < 0]
    if controller(s, rathaus) == GERMAN:
        hexes.append(rathaus)
    return tuple(hexes)


@rule("7.2.2a", "7.2.2b", "7.2.3")
def why_not_place(s: State, hex: Hex) -> No | None:
    """Why a reserve cannot be placed in a hex."""
    printed = s.tables
    if hex == printed.rathaus:
        if controller(s, hex) == SOVIET:
            return RATHAUS_LOST
    elif hex not in printed.cities:
        return NOT_A_CITY
    elif distance_from_enemy(s)[hex] >= 0:
        too_near = with_figures(TOO_NEAR, distance=printed.special.reserve_distance)
        return replace(too_near, hex=nearest_enemy(s, hex))
    elif not in_communication(s)[hex]:
        return replace(CUT_OFF, hex=where_cut(s, hex))
    return FULL if is_full(s, GERMAN, hex) else None


def nearest_enemy(s: State, hex: Hex) -> Hex:
    return min((unit.hex for unit in on_map(s, SOVIET)), key=lambda there: s.game.board.distance(hex, there))


def where_cut(s: State, hex: Hex) -> Hex:
    """Where the Red Army cuts the shortest line from 1516 to a hex."""
    near, there = s.ledger["near_soviet"], s.ledger["soviet"]
    free = bytearray(s.game.board.size)
    rathaus = s.tables.rathaus
    prices = s.tables.prices[GERMAN]
    line = (rathaus, *s.game.walker.route(rathaus, hex, len(s.game.board.hexes), prices, free, free))
    return next((at for at in line if near[at] or there[at]), NOWHERE)


# --- the five steps (7.2)


@rule("7.2a", "7.2.1", "7.2.2c", "7.2.3", "4.4.9")
class ReservesToMap(Decision[State], frozen=True):
    """Step 1: any number of units go from the Tactical reserves onto the map."""

    words = "Strategic Movement Phase: select a reserve unit to place on the map"
    under = "7.2.1"
    clicks = (Pick,)
    labels = NEXT
    hexes: tuple[Hex, ...]
    """Where reserves may go; the Red Army does not move in this phase."""

    def about(self, s: State) -> Subject:
        return Subject()

    def options(self, s: State) -> Iterator[Action]:
        picks = s.tables.picks
        yield from [picks[unit.id] for unit in boxed(s, RESERVES)]
        yield Done()

    def take(self, s: State, action: Action) -> None:
        if isinstance(action, Pick):
            s.enter(PlaceReserve(self.side, action.unit, self.hexes))
        else:
            s.leave()

    def over(self, s: State) -> bool:
        return not boxed(s, RESERVES) or not any(not is_full(s, GERMAN, hex) for hex in self.hexes)

    def why_not(self, s: State, action: Action) -> No | None:
        return why_not_from(s, action, RESERVES, NOT_IN_RESERVES)


@rule("7.2.2a", "7.2.2b", "7.2.3", "9.10d")
class PlaceReserve(Decision[State], frozen=True):
    """The hex a reserve is placed in."""

    words = "Strategic Movement Phase: select a hex for {unit}"
    under = "7.2.2a"
    clicks = (Place,)
    labels = {Cancel: "Select another unit"}
    unit: UnitId
    hexes: tuple[Hex, ...]

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit)

    def options(self, s: State) -> Iterator[Action]:
        places = s.tables.places
        yield from (places[hex] for hex in with_room(s, GERMAN, self.hexes))
        yield Cancel()

    def take(self, s: State, action: Action) -> None:
        s.leave()
        if isinstance(action, Place):
            stand_in(s, self.unit, action.hex)
            s.tell(Placed(self.unit, action.hex), rule="7.2.1")

    def why_not(self, s: State, action: Action) -> No | None:
        return why_not_place(s, action.hex) if isinstance(action, Place) else OUT_OF_PHASE


def why_not_from(s: State, action: Action, box: str, elsewhere: No) -> No | None:
    """Why a unit cannot be chosen in a step that empties a box."""
    if not isinstance(action, Pick):
        return OUT_OF_PHASE
    unit = s.units[action.unit]
    if unit.side != GERMAN:
        return NOT_GERMAN
    return elsewhere if unit.box != box else None


@rule("7.2a", "7.2.6", "10.1.3i")
class ReservesToNorth(Decision[State], frozen=True):
    """Step 2: any number of units go from the reserves to the northern front."""

    words = "Strategic Movement Phase: select a reserve unit to move to the northern front"
    under = "7.2.6"
    clicks = (Pick,)
    labels = NEXT
    unordered = True

    def options(self, s: State) -> Iterator[Action]:
        picks = s.tables.picks
        yield from [picks[unit.id] for unit in boxed(s, RESERVES)]
        yield Done()

    def take(self, s: State, action: Action) -> None:
        take_to(s, action, NORTH_GERMAN, "7.2.6")

    def over(self, s: State) -> bool:
        return s.tracks["north"] == OVER or not boxed(s, RESERVES)

    def why_not(self, s: State, action: Action) -> No | None:
        return why_not_from(s, action, RESERVES, NOT_IN_RESERVES)


@rule("7.2a", "7.2.4a", "7.2.4b", "10.6g")
class MapToReserves(Decision[State], frozen=True):
    """Step 3: any unit that is not in contact may be taken into the reserves."""

    words = "Strategic Movement Phase: select a unit on the map to move to the reserves"
    under = "7.2.4a"
    clicks = (Pick,)
    labels = NEXT
    unordered = True

    def options(self, s: State) -> Iterator[Action]:
        picks = s.tables.picks
        beside = s.ledger["near_soviet"]
        train = s.tables.train
        for unit in on_map(s, GERMAN):
            if not beside[unit.hex] and unit.id != train:
                yield picks[unit.id]
        yield Done()

    def take(self, s: State, action: Action) -> None:
        take_to(s, action, RESERVES, "7.2.4a")

    def why_not(self, s: State, action: Action) -> No | None:
        no = why_not_from(s, action, "", NOT_ON_MAP)
        if no is not None:
            return no
        assert isinstance(action, Pick)
        if action.unit == s.tables.train:
            return TRAIN
        soviet = s.ledger["soviet"]
        near = s.game.board.near[s.units[action.unit].hex]
        return replace(IN_CONTACT, hex=next(hex for hex in near if soviet[hex]))


@rule("7.2a", "7.2.6")
class NorthToReserves(Decision[State], frozen=True):
    """Step 4: any number of units come from the northern front into the reserves."""

    words = "Strategic Movement Phase: select a northern front unit to move to the reserves"
    under = "7.2.6"
    clicks = (Pick,)
    labels = NEXT
    unordered = True

    def options(self, s: State) -> Iterator[Action]:
        picks = s.tables.picks
        yield from [picks[unit.id] for unit in boxed(s, NORTH_GERMAN)]
        yield Done()

    def take(self, s: State, action: Action) -> None:
        take_to(s, action, RESERVES, "7.2.6")

    def over(self, s: State) -> bool:
        return not boxed(s, NORTH_GERMAN)

    def why_not(self, s: State, action: Action) -> No | None:
        return why_not_from(s, action, NORTH_GERMAN, NOT_IN_NORTH)


@rule("7.2a", "7.2.5", "6.4", "9.6", "6.1b")
class Reorganisation(Decision[State], frozen=True):
    """Step 5: battleworn units join the reserves for so much Supply each."""

    words = "Strategic Movement Phase: select a battleworn unit to reorganize ({cost} Supply each)"
    under = "7.2.5"
    clicks = (Pick,)
    labels = NEXT
    cost: int = 0
    """Told in the prompt."""
    unordered = True

    def options(self, s: State) -> Iterator[Action]:
        picks = s.tables.picks
        yield from [picks[unit.id] for unit in boxed(s, BATTLEWORN)]
        yield Done()

    def take(self, s: State, action: Action) -> None:
        if not isinstance(action, Pick):
            s.leave()
            return
        cost = s.tables.supply.reorganise
        spend_supply(s, cost)
        s.send(action.unit, RESERVES)
        s.tell(Reorganised(action.unit, cost, s.tracks["supply"], RESERVES), rule="6.4")

    def over(self, s: State) -> bool:
        return s.tracks["supply"] < s.tables.supply.reorganise or not boxed(s, BATTLEWORN)

    def why_not(self, s: State, action: Action) -> No | None:
        return why_not_from(s, action, BATTLEWORN, NOT_WORN)


def take_to(s: State, action: Action, box: str, rule: str) -> None:
    """Send the picked unit to a box, or end the step."""
    if isinstance(action, Pick):
        s.send(action.unit, box)
        s.tell(Boxed(action.unit, box), rule=rule)
    else:
        s.leave()
