"""Königsberg: how the cause that a refusal names is taken away, by rule, or seen to be there."""

from collections.abc import Callable, Mapping
from typing import Any

from bridgehead.core.actions import Action, Place
from bridgehead.core.play import decision
from bridgehead.core.refusal import No
from bridgehead.core.roles import place_of, units_in
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.koenigsberg1945.model.data import GERMAN, SOVIET, camp_of
from bridgehead.games.koenigsberg1945.model.ground import HALF
from bridgehead.games.koenigsberg1945.model.state import FOE, SUPPLIED, State
from bridgehead.games.koenigsberg1945.rules.activation import ChooseHeadquarters, ChooseIndependents
from bridgehead.games.koenigsberg1945.rules.advance import AdvanceAfterCombat, AdvanceUnit, advance_ends
from bridgehead.games.koenigsberg1945.rules.barrage import HIT_ALREADY, NO_BARRAGE_TARGET, NOBODY_TO_HIT
from bridgehead.games.koenigsberg1945.rules.blocked import (
    NO_RAIL,
    NO_RAIL_IN_ZOC,
    RIDDEN,
    without_rivers,
)
from bridgehead.games.koenigsberg1945.rules.combat import (
    NO_TARGET,
    AssembleAttack,
    CombatSegment,
    why_not_join,
)
from bridgehead.games.koenigsberg1945.rules.losses import ChooseLoss
from bridgehead.games.koenigsberg1945.rules.movement import NO_MIXED_MOVE, MovementSegment
from bridgehead.games.koenigsberg1945.rules.orders import orders
from bridgehead.games.koenigsberg1945.rules.reach import MAJOR_RIVER_ZOC, allowance
from bridgehead.games.koenigsberg1945.rules.reinforcements import entry_area, why_not_enter
from bridgehead.games.koenigsberg1945.rules.replacements import OTHER_SIDE, POINTS, TOO_DEAR, rebuilders
from bridgehead.games.koenigsberg1945.rules.retreat import (
    ChooseSurplus,
    ExtraHex,
    Retreat,
    RetreatStep,
    best_ways,
)
from bridgehead.games.koenigsberg1945.rules.supply import supply_map
from bridgehead.games.koenigsberg1945.rules.victory import released
from bridgehead.games.koenigsberg1945.rules.volkssturm import NO_SETTLEMENT, TOO_NEAR
from bridgehead.hexes.paths import AMOUNT
from bridgehead.testing.refusals import Fact, Remedy

PLENTY = 1500
"""Half movement points that lead everywhere."""

# --- what is moved aside, and nothing else


def clear(s: State, hex: Hex, camp: Side) -> None:
    """The units of a camp leave a hex."""
    for unit in s.stacks.get(hex, ()):
        if s.counter(unit).camp == camp:
            s.send(unit, "aside")


def lift_zoc(s: State, hex: Hex, camp: Side) -> None:
    """No unit of a camp controls the hex any longer."""
    for at in s.game.board.near[hex]:
        for unit in s.stacks.get(at, ()):
            if s.counter(unit).camp == camp and s.face(unit).attack:
                s.send(unit, "aside")


def in_hand(s: State) -> UnitId:
    return decision(s).about(s).unit


def foe_of(s: State) -> Side:
    return FOE[camp_of(decision(s).side)]


def amend(s: State, **fields: Any) -> None:
    """The present decision with other fields."""
    s.become(replace(s.flow[-1], **fields))


def place(s: State, action: Action, no: No) -> Hex:
    """Where the cause stands: where the refusal says, else where the action aims."""
    return no.hex or place_of(action)


# --- remedies


def enemies_leave(s: State, action: Action, no: No) -> None:
    clear(s, place(s, action, no), foe_of(s))
    frame = s.flow[-1]
    if isinstance(frame, AdvanceUnit):
        amend(s, ends=tuple(advance_ends(s, frame.unit, frame.target)))
    again(s)


def zone_lifted(s: State, action: Action, no: No) -> None:
    frame = s.flow[-1]
    if isinstance(frame, RetreatStep):
        for hex in s.game.board.within(place_of(action), 2):
            lift_zoc(s, hex, foe_of(s))
    elif no.hex:
        lift_zoc(s, no.hex, foe_of(s))
    else:
        lift_zoc(s, place_of(action), foe_of(s))
    again(s)


def start_freed(s: State, action: Action, no: No) -> None:
    """Zones of control at both ends."""
    mover = in_hand(s) or units_in(action)[0]
    lift_zoc(s, s.units[mover].hex, foe_of(s))
    lift_zoc(s, place(s, action, no), foe_of(s))


def room_made(s: State, action: Action, no: No) -> None:
    frame = s.flow[-1]
    aimed = frame.target if isinstance(frame, AdvanceAfterCombat) else place(s, action, no)
    mover = in_hand(s) or next(iter(units_in(action)))
    combat = s.counter(mover).combat
    for unit in s.stacks.get(aimed, ()):
        if s.counter(unit).combat == combat:
            s.send(unit, "aside")
    if isinstance(frame, AdvanceUnit):
        amend(s, ends=(*frame.ends, aimed))
    again(s)


def points_given(s: State, action: Action, no: No) -> None:
    """As many movement points as it takes, for the unit in hand."""
    amend(s, mp=PLENTY, whole=PLENTY)


def corps_released(s: State, action: Action, no: No) -> None:
    for hq in s.tables.frozen.headquarters:
        s.track(released(UnitId(hq)), 1)
    frame = s.flow[-1]
    if isinstance(frame, MovementSegment) and not {*units_in(action)} & {*frame.units}:
        moved_anew(s, action, no)


def kind_forgotten(s: State, action: Action, no: No) -> None:
    amend(s, kind="", ridden=())


def river_crossed_first(s: State, action: Action, no: No) -> None:
    frame: Any = s.flow[-1]
    if no.because == MAJOR_RIVER_ZOC.because:
        start_freed(s, action, no)
    else:
        amend(s, mp=frame.whole)


def unit_brought_up(s: State, action: Action, no: No) -> None:
    """One of those that may attack stands next to the hex."""
    frame: Any = s.flow[-1]
    if isinstance(frame, CombatSegment):
        strong = next((unit for unit in frame.units if s.face(unit).attack), None)
        if strong is not None:
            s.put(strong, beside(s, place_of(action)))
    else:
        s.put(units_in(action)[0], beside(s, frame.target))
        look_again(s)


def spotter_brought_up(s: State, action: Action, no: No) -> None:
    """A combat unit of the firing force stands next to the hex."""
    frame: Any = s.flow[-1]
    spotter = next(
        unit
        for unit, piece in s.game.counters.items()
        if piece.combat and frame.force in (piece.force, piece.camp)
    )
    s.put(spotter, beside(s, place_of(action)))


def beside(s: State, hex: Hex) -> Hex:
    """A hex from which another can be attacked."""
    ground = s.game.ground
    near = s.game.board.near[hex]
    return next((at for at in near if ground.passable[ground.side(at, hex)]), near[0])


def attacks_forgotten(s: State, action: Action, no: No) -> None:
    """As if no unit of the activation had attacked yet."""
    frame: Any = s.flow[-1]
    if isinstance(frame, CombatSegment):
        amend(s, units=orders(s).attackers)
    else:
        s.flow = (*s.flow[:-2], replace(s.flow[-2], units=orders(s).attackers), replace(frame, attackers=()))
        look_again(s)


def look_again(s: State) -> None:
    """Who can join the attack is found anew, since the position has changed."""
    frame, segment = s.flow[-1], s.flow[-2]
    assert isinstance(frame, AssembleAttack) and isinstance(segment, CombatSegment)
    able = (unit for unit in segment.units if why_not_join(s, unit, frame.target) is None)
    amend(s, able=tuple(unit for unit in able if unit not in frame.attackers))


def hits_forgotten(s: State, action: Action, no: No) -> None:
    amend(s, hit=())


def target_given(s: State, action: Action, no: No) -> None:
    """An enemy combat unit stands there."""
    enemy = next(unit for unit in s.on_the_map(foe_of(s)) if s.counter(unit).combat)
    clear(s, place_of(action), FOE[foe_of(s)])
    s.put(enemy, place_of(action))


def within_range(s: State, action: Action, no: No) -> None:
    frame: Any = s.flow[-1]
    unit = units_in(action)[0]
    s.put(unit, s.units[frame.hq].hex)
    amend(s, candidates=(*frame.candidates, unit))


def choice_taken_back(s: State, action: Action, no: No) -> None:
    amend(s, chosen=())


def step_lost(s: State, action: Action, no: No) -> None:
    for unit in units_in(action):
        if s.units[unit].hex:
            s.mark(unit, reduced=True)
        else:
            s.eliminate(unit)


def supplied(s: State, action: Action, no: No) -> None:
    for unit in units_in(action):
        s.mark(unit, supply=SUPPLIED)
        if not s.units[unit].hex:
            for hq in rebuilders(s, unit):
                s.mark(hq, supply=SUPPLIED)


def points_to_spend(s: State, action: Action, no: No) -> None:
    if no == TOO_DEAR:
        s.track(POINTS, 9)
    else:
        step_lost(s, action, no)


def no_soviets_near(s: State, action: Action, no: No) -> None:
    if no == TOO_NEAR:
        for hex in s.game.board.within(place_of(action), s.tables.volkssturm.distance - 1):
            clear(s, hex, SOVIET)
    else:
        room_for_militia(s, action, no)


def room_for_militia(s: State, action: Action, no: No) -> None:
    clear(s, place_of(action), GERMAN)


def lines_opened(s: State, action: Action, no: No) -> None:
    """No Soviet unit, nor its zone, closes a supply line; the sources are as at the start."""
    for unit in s.on_the_map(SOVIET):
        s.send(unit, "aside")
    s.set(conquered=frozenset())


def never_passed(s: State, action: Action, no: No) -> None:
    s.set(passed=s.passed - {place_of(action)})


def moved_anew(s: State, action: Action, no: No) -> None:
    frame: Any = s.flow[-1]
    amend(s, units=(*frame.units, *units_in(action)))


def entry_opened(s: State, action: Action, no: No) -> None:
    """No enemy stands in the hex or controls it; the area is looked over anew."""
    arrival: Any = s.flow[-2]
    clear(s, place_of(action), foe_of(s))
    lift_zoc(s, place_of(action), foe_of(s))
    camp = FOE[foe_of(s)]
    amend(s, hexes=tuple(at for at in entry_area(s, arrival.entry) if why_not_enter(s, camp, at) is None))


def again(s: State) -> None:
    """A retreat looks for its ways anew, since the position has changed."""
    parent = s.flow[-2] if len(s.flow) > 1 else None
    if isinstance(s.flow[-1], RetreatStep) and isinstance(parent, (Retreat, ExtraHex)):
        s.touch()
        amend(s, ways=best_ways(parent.worths(s)))


REMEDIES: Mapping[str, Remedy] = {
    "2.5.1b": lambda s, action, no: TARGETS[no](s, action, no),
    "2.5.1e": target_given,
    "3.0c": spotter_brought_up,
    "4.2.1d": choice_taken_back,
    "4.2.2d": moved_anew,
    "4.2.6": within_range,
    "5.1a": zone_lifted,
    "5.3": entry_opened,
    "6.1.1": points_given,
    "6.2.2b": river_crossed_first,
    "6.3a": enemies_leave,
    "6.3b": enemies_leave,
    "6.4.1a": zone_lifted,
    "6.4.1c": room_made,
    "6.5a": lambda s, action, no: RIDES[no.because](s, action, no),
    "6.5b": zone_lifted,
    "6.5c": enemies_leave,
    "7.0a": room_made,
    "7.1c": room_made,
    "8.0.3a": entry_opened,
    "9.0a": unit_brought_up,
    "9.0b": target_given,
    "9.2.1b": attacks_forgotten,
    "9.5a": enemies_leave,
    "9.5.3a": zone_lifted,
    "11.2a": points_to_spend,
    "11.2.4": supplied,
    "11.3b": no_soviets_near,
    "11.3c": never_passed,
    "11.3h": lines_opened,
    "11.5a": corps_released,
}

RIDES: Mapping[str, Remedy] = {
    RIDDEN.because: lambda s, action, no: amend(s, ridden=()),
    NO_RAIL_IN_ZOC.because: zone_lifted,
    NO_MIXED_MOVE.because: kind_forgotten,
}
"""Of the refusals under 6.5a."""

TARGETS: Mapping[No, Remedy] = {
    HIT_ALREADY: hits_forgotten,
    NO_BARRAGE_TARGET: spotter_brought_up,
    NOBODY_TO_HIT: target_given,
}
"""Of the refusals under 2.5.1b."""

# --- what no position can change


def is_so(seen: Callable[[State, UnitId], bool]) -> Fact:
    """A fact about the unit an action names."""
    return lambda s, action, no: bool(units_in(action)) and all(seen(s, unit) for unit in units_in(action))


def off_the_line(s: State, action: Action, no: No) -> bool:
    """One end lies beside the road or railway, or the lines do not meet."""
    ground, start, hex = s.game.ground, s.units[in_hand(s)].hex, place_of(action)
    prices = ground.strategic if no.rule == "6.4" else ground.railway
    free = bytearray(s.game.board.size)
    return not s.game.walker.route(start, hex, PLENTY, prices, free, free)


def no_land_way(s: State, action: Action, no: No) -> bool:
    """Water in the hex or between, or a river that cannot be got over."""
    frame, hex = s.flow[-1], place_of(action)
    ground = s.game.ground
    if not ground.land[hex]:
        return True
    if isinstance(frame, AdvanceUnit):
        return not ground.passable[ground.side(frame.target, hex)]
    return hex not in s.game.walker.reach(
        s.units[in_hand(s)].hex, PLENTY, ground.open_ground, bytearray(ground.board.size), bytearray(9999)
    )


def beyond_a_river(s: State, action: Action, no: No) -> bool:
    """The movement points would do, with nobody in the way, if the river did not stop or bar the unit."""
    frame: Any = s.flow[-1]
    unit, hex = in_hand(s), place_of(action)
    free, ground, start = bytearray(s.game.board.size), s.game.ground, s.units[unit].hex
    moves_as = "mech" if s.counter(unit).mech else "foot"
    route, whole = s.game.walker.route, ground.prices[moves_as]
    drier = without_rivers(ground, moves_as)[0 if no.rule == "6.2.2" else 1]
    return bool(
        hex not in s.game.board.near[start]
        and route(start, hex, frame.mp, drier, free, free)
        and not route(start, hex, frame.mp, whole, free, free)
    )


def too_dear_a_step(s: State, action: Action, no: No) -> bool:
    """The next hex costs more than the whole allowance: terrain alone does it."""
    (unit,) = units_in(action)
    ground, here = s.game.ground, s.units[unit].hex
    price = ground.prices["mech" if s.counter(unit).mech else "foot"][ground.side(here, no.hex)]
    return int(price) & AMOUNT > allowance(s, unit, False) * HALF


def back_again(s: State, action: Action, no: No) -> bool:
    frame: Any = s.flow[-1]
    here, to = s.units[in_hand(s)].hex, place_of(action)
    distance = s.game.board.distance
    return distance(here, to) != 1 or distance(frame.origin, to) <= distance(frame.origin, here)


def not_the_strongest(s: State, action: Action, no: No) -> bool:
    frame = s.flow[-1]
    assert isinstance(frame, ChooseLoss)
    (unit,) = units_in(action)
    face, most = s.face(unit), s.face(frame.bearers[0])
    return face.attack < most.attack or face.defence < most.defence


def wrong_way(s: State, action: Action, no: No) -> bool:
    parent: Any = s.flow[-2]
    mine, best = parent.worths(s)[place_of(action)], min(parent.worths(s).values())
    at = 0 if no.rule == "9.5c" else 2
    return bool(mine[at] > best[at])


def not_in_reach(s: State, action: Action, no: No) -> bool:
    """An advance that is neither the vacated hex nor next to it."""
    frame: Any = s.flow[-1]
    hex = place_of(action)
    if s.counter(frame.unit).headquarters:
        return hex not in frame.followed(s)
    return hex != frame.target and (
        hex not in s.game.board.near[frame.target] or not s.counter(frame.unit).mech
    )


def has_entered(s: State, action: Action, no: No) -> bool:
    frame: Any = s.flow[-1]
    return units_in(action)[0] not in dict(frame.waiting)


def not_of_this_force(s: State, unit: UnitId) -> bool:
    frame: Any = s.flow[-1]
    if isinstance(frame, ChooseHeadquarters):
        return not s.counter(unit).headquarters or s.counter(unit).force != frame.force
    if isinstance(frame, ChooseIndependents):
        return s.counter(unit).force != s.counter(frame.hq).force
    if isinstance(frame, (MovementSegment, AssembleAttack)):
        return s.counter(unit).camp != camp_of(frame.side)
    return frame.force not in (s.counter(unit).force, s.counter(unit).camp)


def others_points(s: State, action: Action, no: No) -> bool:
    return no == OTHER_SIDE and is_so(not_of_this_force)(s, action, no)


def water(s: State, action: Action, no: No) -> bool:
    """Nobody ever stands there."""
    return no in (NO_TARGET, NOBODY_TO_HIT) and not s.game.ground.land[place_of(action)]


FACTS: Mapping[str, Fact] = {
    "2.5.1b": water,
    "9.0b": water,
    "2.1.4b": is_so(not_of_this_force),
    "2.1.4f": is_so(lambda s, unit: unit not in orders(s).attackers),
    "4.0a": is_so(lambda s, unit: unit not in orders(s).movers or s.counter(unit).headquarters),
    "4.1.2": is_so(not_of_this_force),
    "4.1.3b": is_so(
        lambda s, unit: (
            not s.counter(unit).independent or s.counter(unit).camp != GERMAN or unit in orders(s).extras
        )
    ),
    "4.1.3c": is_so(lambda s, unit: unit in orders(s).attackers),
    "4.2.1a": is_so(not_of_this_force),
    "4.2.2a": is_so(lambda s, unit: not s.counter(unit).independent),
    "4.2.2b": is_so(lambda s, unit: s.counter(unit).formation == s.counter(in_hand(s)).formation),
    "6.1a": lambda s, action, no: s.units[in_hand(s)].hex == place_of(action),
    "6.1.1": lambda s, action, no: (
        bool(units_in(action))
        and (not any(s.face(unit).movement for unit in units_in(action)) or too_dear_a_step(s, action, no))
    ),
    "6.2.2": beyond_a_river,
    "6.2.2b": beyond_a_river,
    "6.2.3a": no_land_way,
    "6.4": off_the_line,
    "6.5a": lambda s, action, no: no == NO_RAIL and off_the_line(s, action, no),
    "7.1c": lambda s, action, no: (
        isinstance(s.flow[-1], ChooseSurplus) and units_in(action)[0] not in s.flow[-1].units
    ),
    "8.0a": has_entered,
    "8.0.3b": lambda s, action, no: place_of(action) not in entry_area(s, s.flow[-2].entry),
    "9.0e": lambda s, action, no: (
        not any(
            s.game.ground.passable[s.game.ground.side(at, place_of(action) or s.flow[-1].target)]
            for at in {s.units[unit].hex for unit in units_in(action) or s.flow[-1].units}
            if at in s.game.board.near[place_of(action) or s.flow[-1].target]
        )
    ),
    "9.2.3b": lambda s, action, no: (
        not any(
            s.face(unit).attack
            for unit in s.flow[-1].units
            if place_of(action) in s.game.board.near[s.units[unit].hex]
        )
    ),
    "9.4a": lambda s, action, no: units_in(action)[0] not in s.flow[-1].units,
    "9.4.1": not_the_strongest,
    "9.5.1a": lambda s, action, no: (
        not s.game.ground.passable[s.game.ground.side(s.units[in_hand(s)].hex, place_of(action))]
    ),
    "9.5.2a": back_again,
    "9.5.3b": not_the_strongest,
    "9.5.4a": wrong_way,
    "9.5.6": lambda s, action, no: (
        units_in(action)[0] not in s.flow[-1].group
        or sum(s.counter(unit).combat for unit in s.flow[-1].group) == 1
    ),
    "9.5c": wrong_way,
    "9.5d": lambda s, action, no: place_of(action) not in s.flow[-1].hexes,
    "9.6a": is_so(lambda s, unit: s.units[unit].hex in {end for _, _, end in advance_of(s).gone}),
    "9.6b": is_so(lambda s, unit: unit not in (*advance_of(s).units, *advance_of(s).hqs)),
    "9.6d": is_so(lambda s, unit: not s.face(unit).movement),
    "9.6.1": lambda s, action, no: crossing_major(s, action),
    "9.6.3": not_in_reach,
    "9.6.3b": lambda s, action, no: s.units[in_hand(s)].hex == place_of(action),
    "9.6.5": lambda s, action, no: unled(s, action),
    "11.1.1b": is_so(lambda s, unit: s.counter(unit).headquarters),
    "11.2a": others_points,
    "11.2c": is_so(
        lambda s, unit: (
            not s.counter(unit).combat or s.counter(unit).back is None or not s.counter(unit).full.movement
        )
    ),
    "11.2.3a": lambda s, action, no: (
        not any(
            not isinstance(action, Place) or s.units[hq].hex == action.hex
            for hq in rebuilders(s, in_hand(s) or units_in(action)[0])
        )
    ),
    "11.3b": lambda s, action, no: no == NO_SETTLEMENT and not s.game.ground.settlement[place_of(action)],
    "11.3c": lambda s, action, no: place_of(action) in s.game.ground.soviet_at_start,
    "11.3h": lambda s, action, no: supply_map(s, GERMAN)[place_of(action)] < 0 and not s.on_map(SOVIET),
}


def advance_of(s: State) -> AdvanceAfterCombat:
    frame = s.flow[-1]
    assert isinstance(frame, AdvanceAfterCombat)
    return frame


def crossing_major(s: State, action: Action) -> bool:
    frame: Any = s.flow[-1]
    ground = s.game.ground
    if isinstance(frame, AdvanceUnit):
        return bool(ground.major[ground.side(frame.target, place_of(action))])
    return bool(ground.major[ground.side(s.units[units_in(action)[0]].hex, frame.target)])


def unled(s: State, action: Action) -> bool:
    """No unit of the headquarters' hex has advanced (as far)."""
    frame: Any = s.flow[-1]
    if isinstance(frame, AdvanceUnit):
        return place_of(action) not in frame.followed(s)
    return s.units[units_in(action)[0]].hex not in {whence for _, whence, _ in frame.gone}


# --- what a side can infer of covered counters


def ruled_out(s: State, side: Side, a: UnitId, b: UnitId) -> str:
    """Why a side knows that two covered counters have not changed places."""
    if s.units[a].side != s.units[b].side:
        return "their backs differ"
    if not s.face(a).movement or not s.face(b).movement:
        return "it was put down in sight and cannot move"
    if s.counter(a).headquarters == s.counter(b).headquarters:
        return ""
    swapped = {a: b, b: a}
    for hex in {s.units[a].hex, s.units[b].hex}:
        stack = s.stacks[hex]
        changed = tuple(swapped.get(unit, unit) for unit in stack)
        if overfull(s, changed) or overfull(s, stack):
            return "the stacking limit"
        if has_zone(s, changed) != has_zone(s, stack):
            return "the zone of control there"
    return ""


def overfull(s: State, stack: tuple[UnitId, ...]) -> bool:
    staffs = [unit for unit in stack if s.counter(unit).headquarters]
    return len(staffs) > 1 or len(stack) - len(staffs) > 2


def has_zone(s: State, stack: tuple[UnitId, ...]) -> bool:
    return any(s.face(unit).attack for unit in stack)
