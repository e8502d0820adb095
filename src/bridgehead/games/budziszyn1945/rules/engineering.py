"""7.0 Fortifications and 14.0 bridges: building, destroying, holding."""

from __future__ import annotations

from bridgehead.core.actions import Action, Done
from bridgehead.core.flow import Decision
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Hexside, Side, UnitId
from bridgehead.games.budziszyn1945.model.actions import Lay
from bridgehead.games.budziszyn1945.model.data import SOVIET, hexside
from bridgehead.games.budziszyn1945.model.events import (
    BridgeBegun,
    BridgeBlown,
    BridgeBuilt,
    BridgeFailed,
    BridgeRepaired,
    Dug,
    PontoonLaid,
)
from bridgehead.games.budziszyn1945.model.ground import MP
from bridgehead.games.budziszyn1945.model.state import (
    ACTED,
    DUG,
    HELD,
    RED,
    RETREATED,
    WEST,
    State,
    Unit,
    camp,
    in_nysa,
)
from bridgehead.games.budziszyn1945.rules.command import in_hq_range
from bridgehead.games.budziszyn1945.rules.movement import bridge_stands
from bridgehead.games.budziszyn1945.rules.zoc import friendly_regular, in_enemy_zoc, occupied_by_foe

ONLY_REGULARS_DIG = No("7.1.2", "only regular units can build field fortifications")
NO_FF_IN_SWAMP = No("7.1.8", "field fortifications can't be built in swamp")
NO_FF_IN_FP = No("7.1.9", "field fortifications can't be built in fixed positions")
FF_STANDS = No("7.1.1", "there is already a field fortification here")
RETREATED_LATELY = No("5.3.10", "this unit retreated in the last Combat Phase")
NOT_YOUR_BRIDGE = No("14.1.4", "the enemy controls this bridge")
NOT_PLAYED = No("OPT.1", "the complementary rules are off")
NO_BRIDGE_HERE = No("14.1.1", "there is no bridge here")
BLOWN_ALREADY = No("14.1.2", "the bridge is already destroyed")
NOT_ON_THE_BANK = No("14.3.2a", "this HQ was not on the bank at the end of its last Supply Phase")
NO_BIG_RIVER = No("14.3.2a", "an HQ can build only over big rivers")
BRIDGE_STANDS = No("14.3.5", "there is already a bridge here")
ONE_BUILDS = No("14.3.3", "only one HQ can build a bridge, and only one at a time")
SITE_TAKEN = No("14.3.2b", "enemy units occupy the site")
NO_PONTOON_BANK = No("N.6b", "a pontoon bridge must be laid over a big river")
NOT_THE_ARMY = No("N.6b", "no regular unit or HQ of the army is on either bank")
FAR_BANK_TAKEN = No("N.6b", "enemy units occupy the other bank")
FAR_BANK_HELD = No("N.6b", "the other bank is in an enemy ZOC and holds no friendly regular unit")
NO_SAPPERS = No("14.2.1", "only regular units and HQs can destroy bridges")
NO_HQ_NEAR = No("14.2.2", "no HQ is within range")
GUNNERS = No("14.2.2", "artillery can't repair bridges")


# --- 7.1 field fortifications


@rule("7.1.2", "7.1.3", "7.1.8", "7.1.9", "7.1.1", "5.3.10")
def why_not_dig(s: State, unit: Unit, *, trapped: bool) -> No | None:
    if not s.counter(unit.id).regular:
        return ONLY_REGULARS_DIG
    if unit.hex in s.forts:
        return FF_STANDS
    if unit.hex in s.game.ground.swamp:
        return NO_FF_IN_SWAMP
    if fixed_position(s, unit.hex) is not None:
        return NO_FF_IN_FP
    if unit.done & RETREATED and not trapped:
        return RETREATED_LATELY
    return None


@rule("7.1.4", "7.1.4a", "7.1.7", "7.1.1")
def dig(s: State, unit: Unit) -> None:
    """The unit spends its whole movement; the fortification stands at once."""
    s.did(unit.id, ACTED | HELD | DUG)
    s.dig(unit.hex, unit.side)
    s.tell(Dug(unit.hex), "7.1.2")


@rule("7.1.5")
def abandon_forts(s: State) -> None:
    """At the end of a phase an empty field fortification disappears."""
    for hex in [hex for hex in s.forts if hex not in s.stacks]:
        s.fill_in(hex)


@rule("7.1.6")
def trample(s: State, side: Side, hex: Hex) -> None:
    """A field fortification never serves the other camp."""
    if hex in s.forts and camp(s.forts[hex]) != camp(side):
        s.fill_in(hex)


@rule("7.2.1", "7.2.3")
def fixed_position(s: State, hex: Hex) -> int | None:
    """The modifiers of the fixed positions in a hex, None where there are none."""
    return s.game.fixed_positions.get(hex)


def fortified(s: State, hex: Hex) -> bool:
    return hex in s.forts or fixed_position(s, hex) is not None


# --- 14.1 bridges and who holds them


@rule("14.1.3", "T.8")
def bridge_holder(s: State, side: Hexside) -> int:
    """The camp that controls a bridge; who came first is the Germans in Nysa, the Soviets on the Elbe."""
    here, there = (camp_in(s, end) for end in side)
    if here is not None and (there is None or there == here):
        return here
    if there is not None and here is None:
        return there
    first = WEST if in_nysa(s) else RED
    return s.held.get(side[0] * 10000 + side[1], first)


def camp_in(s: State, hex: Hex) -> int | None:
    stack = s.stacks.get(hex)
    return camp(s.units[stack[0]].side) if stack else None


def hold_bridges(s: State) -> None:
    """14.1.3 At the end of a phase: who stands alone at a bridge has it; of two enemies the first."""
    held = s.held
    ends = s.game.ground.bridge_ends(s.built)
    for hex in [hex for hex in s.stacks if hex in ends]:
        for side in ends[hex]:
            here, there = camp_in(s, side[0]), camp_in(s, side[1])
            if here is None or there is None or here == there:
                mine = here if here is not None else there
                key = side[0] * 10000 + side[1]
                if mine is not None and held.get(key) != mine:
                    held[key] = mine


def bridges_at(s: State, hex: Hex) -> tuple[Hexside, ...]:
    """Printed bridges and new ones with an end in a hex."""
    return s.game.ground.bridge_ends(s.built).get(hex, ())


def is_big(s: State, side: Hexside) -> bool:
    return s.game.ground.is_big(*side)


@rule("14.1.4", "14.2.1", "14.3.1")
def price_to_demolish(s: State, unit: Unit, side: Hexside) -> int | No:
    counter = s.counter(unit.id)
    if not (counter.regular or counter.hq):
        return NO_SAPPERS
    if not bridge_stands(s, side):
        return BLOWN_ALREADY if side in s.broken else NO_BRIDGE_HERE
    if bridge_holder(s, side) != camp(unit.side):
        return NOT_YOUR_BRIDGE
    number = s.game.tables.number
    return MP * int(number.demolish_big if is_big(s, side) else number.demolish_small)


@rule("14.2.2", "14.2.3", "14.2.4")
def price_to_repair(s: State, unit: Unit, side: Hexside) -> int | No:
    if s.counter(unit.id).artillery:
        return GUNNERS
    if side not in s.broken or is_big(s, side):
        return No("14.2.3", "only a printed bridge over a stream can be repaired this way")
    if not in_hq_range(s, unit):
        return NO_HQ_NEAR
    return MP * s.game.tables.number.repair_small


@rule("14.1.2", "14.1.5", "N.7")
def destroy_bridge(s: State, side: Hexside, because: str) -> None:
    """A bridge falls: a printed one can be rebuilt, a pontoon is gone."""
    if side in s.built:
        s.set(built=s.built - {side})
    else:
        s.set(broken=s.broken | {side})
    s.tell(BridgeBlown(side), because)


def restore_bridge(s: State, side: Hexside, because: str) -> None:
    """A bridge stands: where one is printed it is that one again, elsewhere a new one."""
    if side in s.game.ground.bridges:
        s.set(broken=s.broken - {side})
        s.tell(BridgeRepaired(side), because)
    else:
        s.set(built=s.built | {side})
        s.tell(BridgeBuilt(side), because)


# --- 14.3 bridges over big rivers


@rule("2.2.6d", "14.3.2a")
def note_banks(s: State, side: Side) -> None:
    """At the end of its Supply Phase: which headquarters stand on the bank of a big river."""
    kept = {id for id in s.banks if s.units[id].side != side}
    here = {id for id in s.game.hqs if s.units[id].side == side and s.game.ground.across[s.units[id].hex]}
    s.set(banks=frozenset(kept | here))


@rule("14.3.2a", "14.3.3", "14.3.5")
def sites(s: State, hq: Unit) -> list[Hexside]:
    """Where a headquarters may declare a bridge."""
    found = [hexside(hq.hex, to) for to in s.game.ground.across[hq.hex]]
    return [side for side in found if why_not_site(s, hq, side) is None]


@rule("14.3.2a", "14.3.3", "14.3.5")
def why_not_site(s: State, hq: Unit, side: Hexside) -> No | None:
    """Why a headquarters that stands at a hexside may not declare a bridge there."""
    if not is_big(s, side):
        return NO_BIG_RIVER
    if hq.id not in s.banks:
        return NOT_ON_THE_BANK
    if bridge_stands(s, side):
        return BRIDGE_STANDS
    begun = {hexside(a, b) for id, (a, b, _) in s.works.items() if s.units[id].side == hq.side}
    if side in begun or hq.id in s.works:
        return ONE_BUILDS
    return SITE_TAKEN if any(occupied_by_foe(s, hq.side, end) for end in side) else None


@rule("14.3.2a", "14.3.4")
def begin_bridge(s: State, hq: Unit, side: Hexside) -> None:
    to = side[1] if side[0] == hq.hex else side[0]
    s.set(works={**s.works, hq.id: (hq.hex, to, s.turn)})
    s.did(hq.id, ACTED | HELD)
    s.tell(BridgeBegun(hq.id, side), "14.3.2a", only=(hq.side,))


@rule("14.3.2b", "14.3.4")
def check_works(s: State) -> None:
    """At the end of every phase: a site that is lost ends the work."""
    for id, (here, to, _) in list(s.works.items()):
        hq = s.units[id]
        if hq.hex != here or not site_is_safe(s, hq.side, here, to):
            give_up(s, id)
            s.tell(BridgeFailed(id), "14.3.2b", only=(hq.side,))


def give_up(s: State, hq: UnitId) -> None:
    """A headquarters is no longer at work on a bridge."""
    s.set(works={id: work for id, work in s.works.items() if id != hq})


def site_is_safe(s: State, side: Side, here: Hex, to: Hex) -> bool:
    if occupied_by_foe(s, side, here) or occupied_by_foe(s, side, to):
        return False
    if not in_enemy_zoc(s, side, to):
        return True
    return friendly_regular(s, side, here) and friendly_regular(s, side, to)


@rule("14.3.2b")
def finish_bridges(s: State, side: Side) -> None:
    """At the start of the Movement Phase a turn after the declaration the bridge stands; its HQ is spent."""
    for id, (here, to, turn) in list(s.works.items()):
        if s.units[id].side == side and turn < s.turn:
            give_up(s, id)
            restore_bridge(s, hexside(here, to), "14.3.2b")
            s.did(id, ACTED | HELD)


# --- N.6 pontoon bridges


@rule("N.6a", "N.6b")
def pontoon_sites(s: State, army: str) -> list[Hexside]:
    """Where an army's pontoon may be laid."""
    found: set[Hexside] = set()
    for here in bank_hexes(s, army):
        found.update(
            hexside(here, to) for to in s.game.ground.across[here] if why_not_lay(s, here, to) is None
        )
    return sorted(found)


def bank_hexes(s: State, army: str) -> set[Hex]:
    """Where an army's regular units and headquarters stand."""
    found = set()
    for id in s.game.army_units[army]:
        unit, counter = s.units[id], s.counter(id)
        if unit.hex and unit.side == SOVIET and (counter.regular or counter.hq):
            found.add(unit.hex)
    return found


@rule("N.6b")
def why_not_lay(s: State, here: Hex, to: Hex) -> No | None:
    """Why no pontoon may be laid from a bank to the other."""
    if bridge_stands(s, hexside(here, to)):
        return BRIDGE_STANDS
    if occupied_by_foe(s, SOVIET, to):
        return FAR_BANK_TAKEN
    held = in_enemy_zoc(s, SOVIET, to) and not friendly_regular(s, SOVIET, to)
    return FAR_BANK_HELD if held else None


@rule("N.6a")
class Pontoons(Decision[State], frozen=True):
    """N.6a After its Combat Phase each Soviet army may lay its one pontoon bridge."""

    words = "lay the pontoon bridge of the {army}"
    labels = {Done: "Keep the bridge"}
    under = "N.6a"
    clicks = (Lay,)
    army: str

    def click(self, s: State, on: UnitId | Hex | Hexside) -> Action | None:
        return Lay(hexside(*on)) if isinstance(on, tuple) else None

    def options(self, s: State) -> list[Action]:
        return [*(Lay(side) for side in pontoon_sites(s, self.army)), Done()]

    def take(self, s: State, action: Action) -> None:
        s.leave()
        if isinstance(action, Lay):
            side = hexside(*action.hexside)
            s.set(built=s.built | {side}, pontoons=s.pontoons | {self.army})
            s.tell(PontoonLaid(self.army, side), "N.6a")

    def why_not(self, s: State, action: Action) -> No | None:
        if not isinstance(action, Lay):
            return None
        if not is_big(s, action.hexside):
            return NO_PONTOON_BANK
        ours = bank_hexes(s, self.army)
        a, b = action.hexside
        ways = [why_not_lay(s, here, to) for here, to in ((a, b), (b, a)) if here in ours]
        return next((no for no in ways if no is not None), None) if ways else NOT_THE_ARMY

    def over(self, s: State) -> bool:
        return not pontoon_sites(s, self.army)
