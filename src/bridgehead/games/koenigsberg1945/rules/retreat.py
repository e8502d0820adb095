"""9.5 Retreats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from bridgehead.core.actions import Action, MoveTo, Pick
from bridgehead.core.flow import Decision, Procedure, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import NOWHERE, Hex, Side, UnitId, replace
from bridgehead.games.koenigsberg1945.model.data import GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.events import (
    Overcrowded,
    Overrun,
    RetreatBlocked,
    Retreated,
    ZocEntered,
)
from bridgehead.games.koenigsberg1945.model.ground import NNE, NNW, SSE, SSW, E, W
from bridgehead.games.koenigsberg1945.model.state import ANY, COMBAT, FOE, ZOC, State
from bridgehead.games.koenigsberg1945.rules.losses import StepLosses, standing
from bridgehead.games.koenigsberg1945.rules.stacking import overstacked, why_not_stack
from bridgehead.games.koenigsberg1945.rules.victory import enter_hexes

PROPER = {GERMAN: (NNE, NNW, W), SOVIET: (E, SSE, SSW)}
"""9.5.4b The directions a side should retreat in."""

RETREAT_ENEMY = No("9.5a", "enemy units occupy that hex")
RETREAT_WATER = No("9.5.1a", "units can't retreat into water or across a water hexside")
RETREAT_BY_HEXES = No("9.5.2a", "that hex is not adjacent")
RETREAT_NEARER = No("9.5.2a", "that hex is no farther from the hex the retreat began in")
RETREAT_SHORT = No("9.5c", "another retreat path has priority: it goes farther back")
RETREAT_ZOC = No("9.5.3a", "another retreat path has priority: it enters fewer enemy ZOC hexes")
RETREAT_DIRECTION = No(
    "9.5.4a",
    "another retreat path has priority: German units retreat north or west, Soviet units south or east",
)
NO_ROOM_BACK = No("7.1c", "that hex has no room for the extra hex of retreat")
NOT_RETREATING = No("9.5.6", "this unit is not in the retreating stack")
HQ_GOES_ALONG = No("11.1.1b", "an HQ must retreat with a unit of its stack")
ALONE = No("9.5.6", "no other combat unit retreats with this one")
NOT_SURPLUS = No("7.1c", "this unit did not retreat into the overstacked hex")

Worth = tuple[int, int, int]
"""How good a way is, the smaller the better: minus the hexes made, ZOC hexes, improper steps."""


def open_hexes(s: State, camp: Side, origin: Hex, here: Hex, overruns: bool) -> Iterator[tuple[int, Hex]]:
    """The next hexes of a retreat by terrain, enemies and distance, with their directions (9.5.1, 9.5.2)."""
    ground = s.game.ground
    board = ground.board
    enemy = s.ledger[COMBAT[FOE[camp]] if overruns else ANY[FOE[camp]]]
    distances = ground.distances(origin)
    further = distances[here] + 1
    for direction, to in enumerate(board.around[here]):
        if ground.passable[here * 6 + direction] and not enemy[to] and distances[to] == further:
            yield direction, to


@rule("9.5b", "9.5c", "9.5.1a", "9.5.1c", "9.5.2a", "9.5.3a", "9.5.4a", "9.5.4b", "9.5.4d")
def worths(s: State, camp: Side, origin: Hex, here: Hex, left: int, overruns: bool) -> dict[Hex, Worth]:
    """The next hexes of a retreat with the worth of the best way on through each.

    In this order: as many hexes as can be made, the fewest enemy ZOC hexes, the fewest steps in an improper
    direction. Rivers, even major ones, stop no retreat.
    """
    assert left >= 0, left
    zoc = s.ledger[ZOC[FOE[camp]]]
    found: dict[Hex, Worth] = {}
    for direction, to in open_hexes(s, camp, origin, here, overruns) if left else ():
        further = worths(s, camp, origin, to, left - 1, overruns)
        made, zones, wrong = min(further.values(), default=(0, 0, 0))
        found[to] = (made - 1, zones + (zoc[to] > 0), wrong + (direction not in PROPER[camp]))
    return found


def best_ways(found: Mapping[Hex, Worth]) -> tuple[Hex, ...]:
    """The hexes with which the best ways begin."""
    best = min(found.values(), default=None)
    return tuple(to for to, worth in found.items() if worth == best)


class Retreat(Procedure[State], frozen=True):
    """9.5.6 A stack retreats together until its owner parts it; a headquarters goes with it (11.1.1)."""

    units: tuple[UnitId, ...]
    hq: UnitId
    origin: Hex
    total: int
    by: str
    """Whose strength pays for ZOC hexes: defence for the defender, attack for the attacker."""
    mates: tuple[UnitId, ...]
    """All combat units this side must retreat, or loses the headquarters with."""
    stage: str = "going"
    chosen: Hex = NOWHERE
    parting: UnitId = UnitId("")

    # --- where it stands

    def group(self, s: State) -> tuple[UnitId, ...]:
        """What still retreats together."""
        hq = (self.hq,) if self.hq and s.units[self.hq].hex else ()
        return (*standing(s, self.units), *hq)

    def here(self, s: State) -> Hex:
        return s.units[self.group(s)[0]].hex

    def left(self, s: State) -> int:
        """Hexes still to go; none for one that was crowded out of its hex before its turn came."""
        gone = s.game.ground.distances(self.origin)[self.here(s)]
        return max(self.total - gone, 0)

    def overruns(self, s: State) -> bool:
        return any(s.face(unit).attack for unit in standing(s, self.units))

    def worths(self, s: State) -> dict[Hex, Worth]:
        camp = s.counter(self.group(s)[0]).camp
        return worths(s, camp, self.origin, self.here(s), self.left(s), self.overruns(s))

    # --- the sequence

    @rule("9.5.6", "11.1.1b", "9.5.3d", "11.1.3b", "11.1.3f")
    def choose_hex(self, s: State) -> None:
        """The owner chooses the next hex or parts the stack; an HQ whose mates are all gone is lost."""
        if self.stage != "going":
            return
        if not standing(s, self.units) and self.hq and s.units[self.hq].hex and not standing(s, self.mates):
            s.remove_hq(self.hq, "11.1.3b")
        if not self.group(s):
            s.become(replace(self, stage="done"))
            return
        ways = best_ways(self.worths(s))
        if not ways:
            s.become(replace(self, stage="paying"))
        elif len(ways) == 1 and len(standing(s, self.units)) < 2:
            s.become(replace(self, chosen=ways[0]))
        else:
            owner = s.leader(s.counter(self.group(s)[0]).force)
            s.enter(RetreatStep(owner, self.group(s), ways, self.origin, self.left(s)))

    @rule("5.4", "9.5a", "9.5.3b", "9.5.3c", "9.5.4c")
    def enter_hex(self, s: State) -> None:
        """The stack enters the hex; an enemy ZOC there costs it one step, of its strongest unit."""
        if self.parting:
            self.part(s)
        elif self.chosen:
            to, moving = self.chosen, self.group(s)
            s.become(replace(self, chosen=NOWHERE))
            for unit in moving:
                retreat_to(s, unit, to)
            camp = s.counter(moving[0]).camp
            if s.ledger[ZOC[FOE[camp]]][to] and standing(s, self.units):
                s.tell(ZocEntered(to), rule="9.5.3b")
                s.enter(StepLosses(units=standing(s, self.units), left=1, by=self.by, cause="9.5.3b"))

    def part(self, s: State) -> None:
        """One unit goes its own way, before the others."""
        alone = replace(self, at=0, units=(self.parting,), hq=UnitId(""), parting=UnitId(""))
        rest = tuple(unit for unit in self.units if unit != self.parting)
        s.become(replace(self, units=rest, parting=UnitId("")))
        s.enter(alone)

    @rule("9.5.1b", "9.5.2b", "7.1b", "9.5.6")
    def finish(self, s: State) -> None:
        """Hexes that could not be made cost a step each; then whoever is too many goes on."""
        if self.stage == "paying":
            s.become(replace(self, stage="making room"))
            missing = self.left(s)
            if missing and standing(s, self.units):
                s.tell(RetreatBlocked(self.origin, missing), rule="9.5.2b")
                s.enter(StepLosses(units=standing(s, self.units), left=missing, cause="9.5.2b"))
        elif self.stage == "making room":
            self.make_room(s)

    def make_room(self, s: State) -> None:
        group = self.group(s)
        if not standing(s, self.units) and self.hq in group and not standing(s, self.mates):
            s.remove_hq(self.hq, "11.1.3b")
            group = ()
        crowded = (s.units[unit].hex for unit in group)
        here = next((hex for hex in crowded if overstacked(s, s.counter(group[0]).camp, hex)), None)
        if here is None:
            s.become(replace(self, stage="done"))
            return
        surplus = surplus_units(s, here, (*self.mates, *self.units), self.hq)
        if len(surplus) == 1:
            s.enter(ExtraHex(unit=surplus[0], origin=self.origin, by=self.by))
        else:
            owner = s.leader(s.counter(surplus[0]).force)
            s.enter(ChooseSurplus(owner, surplus, self.origin, self.by))

    sequence = (choose_hex, enter_hex, finish)

    def again(self, s: State) -> bool:
        return self.stage != "done"


@rule("7.1c")
def surplus_units(s: State, hex: Hex, retreated: tuple[UnitId, ...], hq: UnitId) -> tuple[UnitId, ...]:
    """Who may be one too many: a second headquarters, or a combat unit that retreated in this combat."""
    if len(s.hqs_in(hex)) > s.tables.stacking.headquarters:
        return (hq,)
    return tuple(unit for unit in s.combat_units_in(hex) if unit in retreated)


@rule("9.5a", "6.3b", "11.5f")
def retreat_to(s: State, unit: UnitId, to: Hex) -> None:
    """A unit retreats into a hex; a lone enemy headquarters there is overrun."""
    camp = s.counter(unit).camp
    if s.ledger[ANY[FOE[camp]]][to]:
        for hq in s.hqs_in(to):
            s.tell(Overrun(unit, hq, to), rule="6.3b")
            s.remove_hq(hq, "11.1.3c")
    s.put(unit, to)
    s.tell(Retreated(unit, to), rule="9.5a")
    enter_hexes(s, unit, (to,))


class RetreatStep(Decision[State], frozen=True):
    """9.5 The owner takes his stack one hex back, or sends one of its units another way."""

    words = "Retreat: select the next hex for {group} ({left:hex} left)"
    under: ClassVar[str] = "9.5b"
    labels: ClassVar[Mapping[type[Action], str]] = {
        MoveTo: "Retreat to {hex}",
        Pick: "Retreat {unit} separately",
    }
    clicks = (
        MoveTo,
        Pick,
    )
    fills = ("chosen", "parting")
    group: tuple[UnitId, ...]
    ways: tuple[Hex, ...]
    origin: Hex
    left: int = 1

    def about(self, s: State) -> Subject:
        return Subject(unit=self.group[0], committed=self.group[1:], hexes=(self.origin,))

    def options(self, s: State) -> Iterator[Action]:
        yield from map(MoveTo, self.ways)
        combat = [unit for unit in self.group if s.counter(unit).combat]
        if len(combat) > 1:
            yield from map(Pick, combat)

    def take(self, s: State, action: Action) -> None:
        match action:
            case MoveTo(hex):
                s.leave(chosen=hex)
            case Pick(unit):
                s.leave(parting=unit)

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case MoveTo(hex):
                return why_not_retreat(s, self.group, self.origin, hex) or self.why_worse(s, hex)
            case Pick(unit):
                return why_not_part(s, self.group, unit)
        return None

    @rule("9.5c", "9.5.3a", "9.5.4a")
    def why_worse(self, s: State, to: Hex) -> No | None:
        """In what another way comes before an open one: its length, its zones of control, its direction."""
        parent = s.flow[-2]
        assert isinstance(parent, (Retreat, ExtraHex))
        found = parent.worths(s)
        if to not in found:
            return NO_ROOM_BACK
        for at, no in enumerate((RETREAT_SHORT, RETREAT_ZOC, RETREAT_DIRECTION)):
            if found[to][at] > min(found.values())[at]:
                return no
        return None


@rule("9.5a", "9.5.1a", "9.5.2a", "6.3b")
def why_not_retreat(s: State, group: tuple[UnitId, ...], origin: Hex, to: Hex) -> No | None:
    """Why a stack may not retreat into a hex, whatever other ways there are."""
    ground = s.game.ground
    here = s.units[group[0]].hex
    camp = s.counter(group[0]).camp
    if to not in ground.board.near[here]:
        return RETREAT_BY_HEXES
    if not ground.passable[ground.side(here, to)]:
        return RETREAT_WATER
    overruns = any(s.face(unit).attack for unit in group)
    if s.ledger[(COMBAT if overruns else ANY)[FOE[camp]]][to]:
        return RETREAT_ENEMY
    nearer = ground.board.distance(origin, to) <= ground.board.distance(origin, here)
    return RETREAT_NEARER if nearer else None


@rule("9.5.6", "11.1.1b")
def why_not_part(s: State, group: tuple[UnitId, ...], unit: UnitId) -> No:
    """Why a unit may not go a way of its own."""
    if unit not in group:
        return NOT_RETREATING
    return ALONE if s.counter(unit).combat else HQ_GOES_ALONG


# --- 7.1 one hex more


class ChooseSurplus(Decision[State], frozen=True):
    """7.1c Of the units that retreated the owner names the one that is too many."""

    words = "Retreat: select the unit to retreat 1 more hex (overstacked)"
    under: ClassVar[str] = "7.1c"
    clicks = (Pick,)
    units: tuple[UnitId, ...]
    origin: Hex
    by: str

    def about(self, s: State) -> Subject:
        return Subject(hexes=(s.units[self.units[0]].hex,))

    def options(self, s: State) -> Iterator[Action]:
        yield from map(Pick, self.units)

    def take(self, s: State, action: Action) -> None:
        assert isinstance(action, Pick)
        s.become(ExtraHex(unit=action.unit, origin=self.origin, by=self.by))

    def why_not(self, s: State, action: Action) -> No | None:
        return NOT_SURPLUS if isinstance(action, Pick) else None


class ExtraHex(Procedure[State], frozen=True):
    """7.1b A unit too many retreats one hex more, or is eliminated."""

    unit: UnitId
    origin: Hex
    by: str
    chosen: Hex = NOWHERE

    @rule("7.1b", "7.1c")
    def choose_hex(self, s: State) -> None:
        """The hex must lie further off and have room; enemy ZOC and direction count as before."""
        unit, piece = self.unit, s.counter(self.unit)
        ways = best_ways(self.worths(s))
        if not ways:
            s.tell(Overcrowded(unit, s.units[unit].hex), rule="7.1b")
            if piece.headquarters:
                s.remove_hq(unit, "7.1b")
            else:
                s.eliminate(unit)
        elif len(ways) == 1:
            s.become(replace(self, chosen=ways[0]))
        else:
            s.enter(RetreatStep(s.leader(piece.force), (unit,), ways, self.origin))

    def worths(self, s: State) -> dict[Hex, Worth]:
        """Of the hexes one further back those with room."""
        unit, camp = self.unit, s.counter(self.unit).camp
        here, overruns = s.units[unit].hex, bool(s.face(unit).attack)
        found = worths(s, camp, self.origin, here, 1, overruns)
        return {to: worth for to, worth in found.items() if why_not_stack(s, unit, to) is None}

    def enter_hex(self, s: State) -> None:
        if self.chosen:
            retreat_to(s, self.unit, self.chosen)
            camp = s.counter(self.unit).camp
            if s.ledger[ZOC[FOE[camp]]][self.chosen] and s.counter(self.unit).combat:
                s.tell(ZocEntered(self.chosen), rule="9.5.3b")
                s.enter(StepLosses(units=(self.unit,), left=1, by=self.by, cause="9.5.3b"))

    sequence = (choose_hex, enter_hex)
