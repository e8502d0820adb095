"""The scenario card: the historical situation and the free deployment."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import filterfalse

from bridgehead.core.actions import Action, Cancel, Choose, Pick, Place, SendTo
from bridgehead.core.flow import Decision, Frame, Procedure, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import NOWHERE, Hex, Side, UnitId
from bridgehead.core.words import hexes_named
from bridgehead.games.breslau1945.model.data import (
    GERMAN,
    NORTH_GERMAN,
    RESERVES,
    SCREENS,
    SOVIET,
    WAITING,
    Counter,
)
from bridgehead.games.breslau1945.model.events import Boxed, Placed
from bridgehead.games.breslau1945.model.state import (
    OUT_OF_PHASE,
    State,
    Unit,
    boxed,
    controller,
    is_full,
    on_map,
    stack_limit,
    with_figures,
    with_room,
)
from bridgehead.games.breslau1945.rules.sequence import GameTurn

AS_IN_HISTORY = "as_in_history"

NOT_YOUR_GROUND = No("S.2", "your side does not control this hex at start")
RIVER = No("S.2", "no unit can be deployed in the Oder")
FULL = No("S.2", "this hex is full")
TOO_FAR = No("S.2", "units of a division must be within {spread:hex} of each other")
NO_ROOM = No("S.2", "the rest of the division would find no room within {spread:hex}")
RESERVES_FULL = No("S.2", "no more than {most:unit} may begin in the Tactical reserves")
MUST_GARRISON = No("S.2", "the last units must garrison {hexes}")
NOT_A_SCREEN = No("S.2", "only Screening Units may begin in the pool")
NOT_THERE = No("S.2", "this unit can't begin in this box")
NOT_YOURS = No("S.2", "you can deploy only your own units")
LATER = No("S.2", "this unit is not deployed now: it enters later or has a fixed place")
NO_PLACE = No("S.2", "none of the independent units left can begin in its historical place")
DEPLOYED = No("S.2", "this unit is already deployed")
DIVISION_FIRST = No("S.2", "deploy the rest of the division first")


@rule("2.3", "S.1", "S.2", "S.3", "3.0c", "6.1c", "10.1.2")
def begin(s: State) -> Frame:
    """Set the tracks and the counters, and give the frame the game begins with."""
    s.tracks.update(
        supply=s.tables.supply.start,
        air=0,
        po2=0,
        goliaths=0,
        chemicals=0,
        antifascists=1,
        captured_goliaths=1,
        north=0,
        needed=s.chart.needed[s.scenario],
        vp=len(s.tables.victory & s.tables.soviet_at_start),
    )
    printed = s.tables.scenarios[s.scenario].deployment == "printed"
    for counter in s.game.counters.values():
        hex, box = counter.setup_hex, counter.setup_box
        if not printed and begins_anywhere(counter):
            hex, box = NOWHERE, WAITING
        s.enlist(Unit(counter.id, counter.side, hex, box))
    return GameTurn() if printed else FreeDeployment()


# --- free deployment (S.2)


@rule("S.2")
def begins_anywhere(counter: Counter) -> bool:
    """Is it an at-start unit whose owner chooses where it begins?"""
    pool = counter.nation == "soviet" and counter.setup_box == SCREENS
    at_start = counter.setup_hex or pool or counter.setup_box in (RESERVES, NORTH_GERMAN)
    return bool(at_start)


@rule("S.2")
def to_deploy(s: State, side: Side) -> list[UnitId]:
    """The at-start units of a side that wait for their place; Screening Units of the pool among them."""
    known: list[UnitId] | None = s.memo.get(f"deploy {side}")
    if known is None:
        counters = s.game.counters
        known = [unit.id for unit in boxed(s, WAITING) if unit.side == side and not counters[unit.id].event]
        s.memo[f"deploy {side}"] = known
    return known


@rule("S.2", "2.3")
class FreeDeployment(Procedure[State], frozen=True):
    """First the garrison deploys, then the Red Army; then the first turn begins."""

    def garrison(self, s: State) -> None:
        s.enter(Deployment(GERMAN))

    def red_army(self, s: State) -> None:
        s.enter(Deployment(SOVIET))

    def first_turn(self, s: State) -> None:
        s.become(GameTurn())

    sequence = (garrison, red_army, first_turn)


@rule("S.2")
class Deployment(Decision[State], frozen=True):
    """A side deploys its units one by one; first the garrison, then the Red Army."""

    words = "Select a unit to deploy"
    under = "S.2"
    clicks = (Pick,)
    division: str = ""
    """A division begun and not finished."""

    def options(self, s: State) -> Iterator[Action]:
        picks = s.tables.picks
        left = to_deploy(s, self.side)
        mates = self.mates(s)
        yield from (picks[id] for id in mates or left)
        if not mates and any(has_its_place(s, id) for id in left):
            yield Choose(AS_IN_HISTORY)

    def mates(self, s: State) -> list[UnitId]:
        """Those that wait of the division begun."""
        counters = s.game.counters
        left = to_deploy(s, self.side)
        return [id for id in left if self.division and counters[id].division == self.division]

    def take(self, s: State, action: Action) -> None:
        if not isinstance(action, Pick):
            deploy_as_in_history(s, self.side)
            return
        s.enter(Deploy(self.side, action.unit))

    def over(self, s: State) -> bool:
        return not to_deploy(s, self.side)

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit):
                if s.units[unit].side != self.side:
                    return NOT_YOURS
                if unit in to_deploy(s, self.side):
                    return DIVISION_FIRST
                return DEPLOYED if begins_anywhere(s.game.counters[unit]) else LATER
            case Choose(choice) if choice == AS_IN_HISTORY:
                return DIVISION_FIRST if self.mates(s) else NO_PLACE
        return OUT_OF_PHASE


@rule("S.2", "S.1")
def deploy_as_in_history(s: State, side: Side) -> None:
    """Put what waits where the historical situation has it, as far as that is allowed; divisions are left."""
    for id in to_deploy(s, side):
        if not has_its_place(s, id):
            continue
        counter = s.game.counters[id]
        if counter.setup_hex:
            s.put(id, counter.setup_hex)
            s.tell(Placed(id, counter.setup_hex), rule="S.2")
        else:
            s.send(id, counter.setup_box)
            s.tell(Boxed(id, counter.setup_box), rule="S.2")


def has_its_place(s: State, id: UnitId) -> bool:
    """Could an independent unit begin where the historical situation has it?"""
    counter = s.game.counters[id]
    if counter.division:
        return False
    if counter.setup_hex:
        return why_not_deploy(s, id, counter.setup_hex) is None
    return why_not_box(s, id, counter.setup_box) is None


@rule("S.2")
class Deploy(Decision[State], frozen=True):
    """The hex or box in which one unit begins."""

    words = "Select where {unit} begins"
    under = "S.2"
    clicks = (Place,)
    fills = ("division",)
    labels = {Cancel: "Select another unit"}
    unit: UnitId

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit)

    def options(self, s: State) -> Iterator[Action]:
        yield from map(s.tables.places.__getitem__, deployment_hexes(s, self.unit))
        for box in (RESERVES, NORTH_GERMAN, SCREENS):
            if why_not_box(s, self.unit, box) is None:
                yield SendTo(box)
        yield Cancel()

    def take(self, s: State, action: Action) -> None:
        if isinstance(action, Cancel):
            s.leave()
            return
        s.leave(division=s.game.counters[self.unit].division)
        match action:
            case Place(hex):
                s.put(self.unit, hex)
                s.tell(Placed(self.unit, hex), rule="S.2")
            case SendTo(box):
                s.send(self.unit, box)
                s.tell(Boxed(self.unit, box), rule="S.2")

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Place(hex):
                return why_not_deploy(s, self.unit, hex)
            case SendTo(box):
                return why_not_box(s, self.unit, box)
        return OUT_OF_PHASE


@rule("S.2", "3.0k")
def why_not_deploy(s: State, id: UnitId, hex: Hex) -> No | None:
    """Why a unit cannot begin in a hex."""
    side = s.game.counters[id].side
    if s.tables.ground[hex] == "river":
        return RIVER
    if controller(s, hex) != side:
        return NOT_YOUR_GROUND
    if is_full(s, side, hex):
        return FULL
    if side == GERMAN:
        empty = ungarrisoned(s)
        return must_garrison(s, empty) if hex not in empty and last_for_garrisons(s, empty) else None
    return why_not_beside_division(s, id, hex)


def deployment_hexes(s: State, id: UnitId) -> list[Hex]:
    """The hexes in which a unit can begin: why_not_deploy asked of its side's ground at once."""
    counter = s.game.counters[id]
    limit = s.tables.limit[counter.side]
    full = {hex for hex, ids in s.stacks.items() if len(ids) >= limit[hex]}
    own = list(filterfalse(full.__contains__, s.tables.start_ground[counter.side]))
    if counter.side == GERMAN:
        empty = ungarrisoned(s)
        return empty if last_for_garrisons(s, empty) else own
    if not counter.division:
        return own
    found = beside_division(s, counter.division)
    return [hex for hex in own if hex in found]


def ungarrisoned(s: State) -> list[Hex]:
    named = s.tables.scenarios[s.scenario].garrisoned.split()
    return [Hex(int(number)) for number in named if int(number) not in s.stacks]


def must_garrison(s: State, empty: list[Hex]) -> No:
    return with_figures(MUST_GARRISON, hexes=hexes_named(s.game, empty))


def last_for_garrisons(s: State, empty: list[Hex]) -> bool:
    return bool(empty) and len(to_deploy(s, GERMAN)) <= len(empty)


@rule("S.2")
def why_not_box(s: State, id: UnitId, box: str) -> No | None:
    """Why a unit cannot begin in a box."""
    counter = s.game.counters[id]
    if box == SCREENS:
        return None if counter.kind == "screen" else NOT_A_SCREEN
    if counter.side != GERMAN or box not in (RESERVES, NORTH_GERMAN):
        return NOT_THERE
    empty = ungarrisoned(s)
    if last_for_garrisons(s, empty):
        return must_garrison(s, empty)
    most = s.tables.scenarios[s.scenario].most_in_reserves
    full = box == RESERVES and len(boxed(s, RESERVES)) >= most
    return with_figures(RESERVES_FULL, most=most) if full else None


# --- a division stands together (S.2)


@rule("S.2", "3.0i")
def why_not_beside_division(s: State, id: UnitId, hex: Hex) -> No | None:
    """A unit stands within two hexes of its division, and leaves room there for those to come."""
    division = s.game.counters[id].division
    if not division or hex in beside_division(s, division):
        return None
    spread = s.tables.scenarios[s.scenario].division_spread
    far = any(hex not in s.tables.within(unit.hex, spread) for unit in on_map_of(s, division))
    return with_figures(TOO_FAR if far else NO_ROOM, spread=spread)


def on_map_of(s: State, division: str) -> list[Unit]:
    counters = s.game.counters
    return [unit for unit in on_map(s, SOVIET) if counters[unit.id].division == division]


@rule("S.2")
def beside_division(s: State, division: str) -> frozenset[Hex]:
    """The hexes in which the next unit of a division can begin."""
    known: frozenset[Hex] | None = s.memo.get(f"beside {division}")
    if known is not None:
        return known
    counters = s.game.counters
    spread = s.tables.scenarios[s.scenario].division_spread
    open_hexes = frozenset(with_room(s, SOVIET, s.tables.start_ground[SOVIET]))
    mates = {unit.hex for unit in on_map_of(s, division)}
    open_hexes = open_hexes.intersection(*(s.tables.within(hex, spread) for hex in mates))
    waiting = sum(counters[other].division == division for other in to_deploy(s, SOVIET)) - 1
    room = {to: stack_limit(s, SOVIET, to) - len(s.stacks.get(to, ())) for to in open_hexes}
    found = frozenset(hex for hex in open_hexes if fits_beside(s, hex, room, waiting, spread))
    s.memo[f"beside {division}"] = found
    return found


def fits_beside(s: State, hex: Hex, room: dict[Hex, int], waiting: int, spread: int) -> bool:
    """Would the rest of the division find room around a unit in a hex?"""
    if room[hex] > waiting:
        return True
    near = [to for to in s.tables.within(hex, spread) if to in room and (to != hex or room[hex] > 1)]
    return fits(s, near, room | {hex: room[hex] - 1}, waiting, spread)


def fits(s: State, near: list[Hex], room: dict[Hex, int], waiting: int, spread: int) -> bool:
    """Do so many more units find room in hexes that are all within reach of one another?"""
    if waiting <= 0:
        return True
    for number, hex in enumerate(near):
        within = s.tables.within(hex, spread)
        others = [to for to in near[number + 1 :] if to in within]
        if fits(s, others, room, waiting - room[hex], spread):
            return True
    return False
