"""East Prussia 1914: how the cause that a refusal names is taken away, or seen to be there.

A remedy takes away what a reason names and nothing else, so that the option must appear; a fact tells of what
no position changes: whose unit it is, what the map shows.
"""

from __future__ import annotations

from collections.abc import Mapping

from bridgehead.core.actions import Action, Attack, MoveTo, Pick, Place
from bridgehead.core.play import decision, view
from bridgehead.core.refusal import No
from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.eastprussia1914.model.data import FOE, GERMAN
from bridgehead.games.eastprussia1914.model.ground import ANYWHERE, Prices
from bridgehead.games.eastprussia1914.model.state import (
    ISOLATED,
    MOVEMENT_MODE,
    State,
    Unit,
    enemy_in,
    is_garrison,
    is_hq,
    is_independent,
    is_lone_hq,
    take_control,
)
from bridgehead.games.eastprussia1914.rules import (
    combat,
    headquarters,
    losses,
    obstacles,
    replacements,
    retreat,
    special,
    supply_phase,
)
from bridgehead.games.eastprussia1914.rules.activation import (
    ISOLATED_UNIT,
    ChooseFreeMovers,
    ChooseIndependents,
)
from bridgehead.games.eastprussia1914.rules.advance import AdvanceAfterCombat
from bridgehead.games.eastprussia1914.rules.combat import AssembleAttack, CombatSegment
from bridgehead.games.eastprussia1914.rules.command import ENEMYS, OFF_MAP, OUT_OF_COMMAND
from bridgehead.games.eastprussia1914.rules.demolition import NOT_IDLE, RailwayWork
from bridgehead.games.eastprussia1914.rules.movement import EZOC_ACROSS
from bridgehead.games.eastprussia1914.rules.movement_segment import HAS_MOVED, MovementSegment
from bridgehead.games.eastprussia1914.rules.replacements import Replacements
from bridgehead.games.eastprussia1914.rules.retreat import ChooseRetreat, ChooseWhoGoesOn
from bridgehead.hexes.paths import CLOSED
from bridgehead.testing.refusals import Fact, Remedy

ASIDE = "aside"
PLENTY = 500


# --- remedies: what a reason names is taken away, and nothing else


def unit_of(action: Action) -> UnitId:
    assert isinstance(action, Pick)
    return action.unit


def hex_of(action: Action, no: No) -> Hex:
    """Where the cause stands: where the reason says, else in the hex clicked."""
    if no.hex:
        return no.hex
    assert isinstance(action, MoveTo | Attack | Place)
    return action.hex


def mover(s: State, action: Action | None = None) -> Unit:
    """The unit that would move: the one picked, else the one in hand."""
    return s.units[action.unit if isinstance(action, Pick) else decision(s).about(s).unit]


def foes_leave(s: State, hex: Hex) -> None:
    for unit in s.units_in(hex):
        if unit.side != decision(s).side:
            s.send(unit.id, ASIDE)


def zoc_is_lifted(s: State, action: Action, no: No) -> None:
    """Nobody who exerts a ZOC into the hex is left."""
    hex = hex_of(action, no)
    for near in s.ground.board.near[hex]:
        foes_leave(s, near)


def enemies_leave(s: State, action: Action, no: No) -> None:
    foes_leave(s, hex_of(action, no))


def line_is_freed(s: State, action: Action, no: No) -> None:
    enemies_leave(s, action, no)
    zoc_is_lifted(s, action, no)


def line_is_ours(s: State, action: Action, no: No) -> None:
    """6.4.3 The side controls the hex again."""
    take_control(s, hex_of(action, no), decision(s).side)


def friends_make_room(s: State, action: Action, no: No) -> None:
    aimed = decision(s).about(s).hexes if isinstance(action, Pick) and not no.hex else ()
    hex = aimed[0] if aimed else hex_of(action, no)
    staff = is_hq(s, mover(s, action))
    for unit in s.units_in(hex):
        if is_hq(s, unit) == staff and not is_garrison(s, unit):
            s.send(unit.id, ASIDE)


def change(s: State, **fields: object) -> None:
    """Change the decision itself."""
    s.become(replace(s.flow[-1], **fields))


def under(s: State, **fields: object) -> None:
    """Change the frame below the decision."""
    s.flow = (*s.flow[:-2], replace(s.flow[-2], **fields), s.flow[-1])
    s.touch()


def crossed_before(s: State, action: Action, no: No) -> None:
    """6.2.2, 6.2.3 The unit begins beyond the river, or has not moved yet, or no ZOC lies across it."""
    if no.because == EZOC_ACROSS.because:
        zoc_is_lifted(s, action, no)
    elif no.hex:
        s.put(mover(s, action).id, no.hex)
    else:
        change(s, moved=False)


def comes_under_orders(s: State, action: Action, no: No) -> None:
    """4.3.5a The unit was in range when it was measured."""
    unit, frame = unit_of(action), s.flow[-1]
    if isinstance(frame, MovementSegment):
        change(s, units=(*frame.units, unit))
    else:
        assert isinstance(frame, ChooseIndependents)
        s.put(unit, s.units[frame.hq].hex)


def may_move(s: State, action: Action, no: No) -> None:
    """6.1.1 It has not moved, or was activated."""
    frame, unit = s.flow[-1], unit_of(action)
    assert isinstance(frame, MovementSegment)
    if no.because == HAS_MOVED.because:
        change(s, done=tuple(each for each in frame.done if each != unit))
    else:
        change(s, units=(*frame.units, unit))


def joins_the_fight(s: State, action: Action, no: No) -> None:
    """10.1 The attack becomes possible by the one thing that the reason names."""
    frame = s.flow[-1]
    if isinstance(frame, CombatSegment) and isinstance(action, Attack):
        if no.because == combat.NO_ENEMY.because:
            reserve = next(u for u in s.on_map(FOE[frame.side]) if not is_hq(s, u) and u.hex != action.hex)
            s.put(reserve.id, action.hex)
        elif no.because == combat.NOT_NEXT.because:
            ours = next(u for u in s.on_map(frame.side) if not is_hq(s, u) and not is_garrison(s, u))
            s.put(ours.id, open_side(s, action.hex))
        else:
            ids = [u.id for u in s.units_in(no.hex)]
            change(s, fighters=(*frame.fighters, *ids), fought=(), tired=(), free=())
        return
    assert isinstance(frame, AssembleAttack)
    unit, segment = unit_of(action), s.flow[-2]
    assert isinstance(segment, CombatSegment)
    if no.because == combat.IN_ALREADY.because:
        change(s, attackers=tuple(each for each in frame.attackers if each != unit))
    elif no.because == combat.UNIT_NOT_NEXT.because:
        s.put(unit, open_side(s, frame.target))
        change(s, near=(*frame.near, unit))
    else:
        fought = tuple(each for each in segment.fought if each != unit)
        under(s, fighters=(*segment.fighters, unit), fought=fought, tired=(), free=())
        if frame.target in combat.targets_of(s, unit, frame.side):
            change(s, near=(*frame.near, unit))


def open_side(s: State, target: Hex) -> Hex:
    """A hex next to a target from which it can be attacked."""
    around, side = s.ground.board.around[target], decision(s).side
    free = [d for d in range(6) if around[d] and not enemy_in(s, around[d], side)]
    dry = [d for d in free if s.ground.dry[target * 6 + d]]
    return around[next(d for d in (*dry, *free) if not s.ground.barred[target * 6 + d])]


def gains_strength(s: State, action: Action, no: No) -> None:
    """10.3.4a More attackers come up."""
    frame = s.flow[-1]
    assert isinstance(frame, CombatSegment) and isinstance(action, Attack)
    here = s.units[frame.neighbours(s, action.hex)[0]].hex
    ours = [u.id for u in s.on_map(frame.side) if not is_hq(s, u) and not is_garrison(s, u)]
    for unit in ours[:12]:
        s.put(unit, here)
        s.mark(unit, supply="", steps=s.game.counters[unit].steps)
    change(s, fighters=tuple(dict.fromkeys((*frame.fighters, *ours[:12]))))


def in_supply(s: State, action: Action, no: No) -> None:
    if isinstance(action, Pick):
        s.mark(action.unit, supply="")
    else:
        for unit in s.units_in(no.hex):
            s.mark(unit.id, supply="")


def activated_less(s: State, action: Action, no: No) -> None:
    s.mark(unit_of(action), activated=())


def not_yet_named(s: State, action: Action, no: No) -> None:
    """4.2.6, 4.3.3 The unit is not named or activated yet, or not isolated."""
    if isinstance(action, Attack) or isinstance(s.flow[-1], AssembleAttack):
        joins_the_fight(s, action, no)
        return
    unit, frame = unit_of(action), s.flow[-1]
    if no.because == ISOLATED_UNIT.because:
        in_supply(s, action, no)
        return
    assert isinstance(frame, ChooseIndependents | ChooseFreeMovers)
    change(s, chosen=tuple(each for each in frame.chosen if each != unit))
    if isinstance(frame, ChooseFreeMovers):
        change(s, commanded=tuple(each for each in frame.commanded if each != unit))


def restorable(s: State, action: Action, no: No) -> None:
    """9.2, 9.4b The unit is reduced and has received nothing; the place is free, its HQ's is full."""
    if isinstance(action, Pick):
        s.mark(action.unit, steps=1)
        change(s, given=())
    elif no.because == replacements.NOT_FREE.because:
        line_is_freed(s, action, no)
    else:
        ours = [u.id for u in s.on_map(decision(s).side) if not is_hq(s, u) and not is_garrison(s, u)]
        for unit in ours[:2]:
            s.put(unit, no.hex)


def has_isolation(s: State, action: Action, no: No) -> None:
    """11.3.4a The unit is isolated and has not crept."""
    unit, frame = unit_of(action), s.flow[-1]
    assert isinstance(frame, supply_phase.IsolatedMovement)
    s.mark(unit, supply=ISOLATED)
    change(s, units=(*frame.units, unit))


def later_step(s: State, action: Action, no: No) -> None:
    """10.4.1 The first step has been lost."""
    frame = s.flow[-1]
    assert isinstance(frame, losses.LoseStep)
    change(s, first=False, candidates=frame.units)


def advances_with_others(s: State, action: Action, no: No) -> None:
    """10.6.1, 12.1c The unit is an attacker next to the hex; the HQ was left by one that advanced."""
    frame, unit = s.flow[-1], unit_of(action)
    assert isinstance(frame, AdvanceAfterCombat)
    if no.rule == "12.1c":
        ours = next(u for u in s.on_map(frame.side) if not is_hq(s, u) and u.hex != s.units[unit].hex)
        s.put(ours.id, frame.target)
        s.put(unit, open_side(s, frame.target))
        change(s, left_from=(*frame.left_from, s.units[unit].hex))
    else:
        s.put(unit, open_side(s, frame.target))
        change(s, units=(*frame.units, unit))


def works_on_rails(s: State, action: Action, no: No) -> None:
    """17.3 The railroad is whole again; the unit was activated and did nothing."""
    if isinstance(action, MoveTo):
        s.set(demolished=tuple(hex for hex in s.demolished if hex != hex_of(action, no)))
        return
    frame = s.flow[-1]
    assert isinstance(frame, RailwayWork)
    change(s, idle=(*frame.idle, unit_of(action)))


def city_is_free(s: State, action: Action, no: No) -> None:
    """18.2b The city is in German hands again, or out of reach of the enemy."""
    enemies_leave(s, action, no)
    if no.because == special.RUSSIAN_CITY.because:
        take_control(s, hex_of(action, no), GERMAN)
    else:
        zoc_is_lifted(s, action, no)


def gets_points(s: State, action: Action, no: No) -> None:
    change(s, **({"points": 9} if isinstance(s.flow[-1], Replacements) else {"mp": PLENTY}))


REMEDIES: Mapping[str, Remedy] = {
    "4.2.6": not_yet_named,
    "4.3.3": not_yet_named,
    "4.3.5a": comes_under_orders,
    "4.4d": activated_less,
    "5.1": zoc_is_lifted,
    "5.3": line_is_freed,
    "5.7": zoc_is_lifted,
    "6.1.1": may_move,
    "6.1.2": gets_points,
    "6.1.3": enemies_leave,
    "6.1.5": in_supply,
    "6.2.2": crossed_before,
    "6.2.3": crossed_before,
    "6.3.1": gets_points,
    "6.3.2": zoc_is_lifted,
    "6.3.3": friends_make_room,
    "6.3.4": joins_the_fight,
    "6.4.3": line_is_ours,
    "6.4.4": line_is_freed,
    "7.1": friends_make_room,
    "9.1": gets_points,
    "9.2": restorable,
    "9.3": in_supply,
    "9.3b": in_supply,
    "9.4b": restorable,
    "10.1.1": joins_the_fight,
    "10.1.2": joins_the_fight,
    "10.1.3": lambda s, action, no: change(s, attacked=()),
    "10.1.6": in_supply,
    "10.3.4a": gains_strength,
    "10.4.1": later_step,
    "10.5.1": enemies_leave,
    "10.5.3": zoc_is_lifted,
    "10.6.1": advances_with_others,
    "11.3.3d": in_supply,
    "11.3.4a": has_isolation,
    "11.3.4b": zoc_is_lifted,
    "11.3.4f": enemies_leave,
    "12.1c": advances_with_others,
    "12.5b": line_is_freed,
    "12.2.1": lambda s, action, no: s.mark(unit_of(action), mode=MOVEMENT_MODE),
    "12.3": enemies_leave,
    "12.4": enemies_leave,
    "17.3": works_on_rails,
    "18.2b": city_is_free,
    "18.1.2": lambda s, action, no: s.set(turn=2),
}


# --- facts: what no position changes


def belongs_to_the_enemy(s: State, action: Action, no: No) -> bool:
    return s.units[unit_of(action)].side != decision(s).side


def is_not_what_aok8_wants(s: State, action: Action, no: No) -> bool:
    unit = s.units[unit_of(action)]
    if "HQ" in no.because and "independent" not in no.because:
        return not (is_hq(s, unit) and unit.side == decision(s).side)
    return "independent" in no.because and not is_independent(s, unit)


def is_no_independent(s: State, action: Action, no: No) -> bool:
    return not is_independent(s, s.units[unit_of(action)])


def out_of_command_by_corps(s: State, action: Action, no: No) -> bool:
    """A unit of the own corps can be commanded only with it."""
    return (
        no == OUT_OF_COMMAND
        and not isinstance(s.flow[-1], MovementSegment)
        and is_no_independent(s, action, no)
    )


def stands_there(s: State, action: Action, no: No) -> bool:
    return isinstance(action, MoveTo) and mover(s).hex == action.hex


def water_lies_between(s: State, action: Action, no: No) -> bool:
    """6.2.4 The hex is water or across a lake hexside, or no land leads there at all."""
    hex, here, board = hex_of(action, no), mover(s).hex, s.ground.board
    if hex in s.ground.impassable:
        return True
    if hex in board.near[here]:
        return bool(s.ground.barred[here * 6 + board.around[here].index(hex)])
    return out_of_reach(s, hex, s.ground.crossed["foot"])


def out_of_reach(s: State, hex: Hex, net: Prices) -> bool:
    far = s.game.walker.spread([mover(s).hex], PLENTY, net, bytearray(s.ground.board.size))
    return int(far[hex]) == CLOSED


def no_road_leads_there(s: State, action: Action, no: No) -> bool:
    there = no.because == obstacles.NO_ROAD_THERE.because
    return there and out_of_reach(s, hex_of(action, no), s.ground.march[ANYWHERE])


def no_rails_lead_there(s: State, action: Action, no: No) -> bool:
    return out_of_reach(s, hex_of(action, no), s.ground.trains[mover(s).side])


def cannot_be_replaced(s: State, action: Action, no: No) -> bool:
    counter = s.game.counters[unit_of(action)]
    return counter.is_hq or counter.kind == "garrison" or counter.steps < 2


def lies_outside(s: State, action: Action, no: No) -> bool:
    return bool(s.ground.bounds[s.scenario][hex_of(action, no)])


def enters_elsewhere(s: State, action: Action, no: No) -> bool:
    """8.1 A unit on the map does not arrive, one that does has its letter; 8.2 or ten hexes of its edge."""
    if isinstance(action, Pick):
        return bool(s.units[action.unit].hex)
    letter, hex = s.ground.letters[s.rules_of.unit[mover(s).id].entry], hex_of(action, no)
    if no.rule == "8.1":
        return letter != hex
    along = letter // 100 == hex // 100 or letter % 100 == hex % 100
    return not along or s.ground.board.distance(letter, hex) > 10


def took_no_part(s: State, action: Action, no: No) -> bool:
    frame = s.flow[-1]
    return isinstance(frame, losses.LoseStep) and unit_of(action) not in frame.units


def retreat_of(s: State) -> tuple[ChooseRetreat, Hex]:
    frame = s.flow[-1]
    assert isinstance(frame, ChooseRetreat)
    return frame, s.units[frame.units[0]].hex


def wet_hexside(s: State, action: Action, no: No) -> bool:
    _, here = retreat_of(s)
    direction = s.ground.board.around[here].index(hex_of(action, no))
    return no.because == retreat.BARRED.because and not s.ground.dry[here * 6 + direction]


def no_retreat_that_way(s: State, action: Action, no: No) -> bool:
    """10.5.2 Not adjacent, not farther from where it began, or shorter than another way."""
    frame, here = retreat_of(s)
    board, hex = s.ground.board, hex_of(action, no)
    if no.because == retreat.NEXT_HEX.because:
        return board.distance(here, hex) != 1
    if no.because == retreat.NOT_FARTHER.because:
        return board.distance(frame.origin, hex) <= board.distance(frame.origin, here)
    left = [retreat.worth(s, frame.units, frame.origin, to, frame.left - 1)[0] for to in (hex, *best_of(s))]
    return left[0] > min(left)


def best_of(s: State) -> list[Hex]:
    frame, here = retreat_of(s)
    return retreat.retreat_hexes(s, frame.units, frame.origin, here, frame.left)


def leaves_the_compass(s: State, action: Action, no: No) -> bool:
    frame, here = retreat_of(s)
    way = dict(retreat.steps_from(s, frame.units, frame.origin, here, frame.left))
    return way[hex_of(action, no)][2] > min(way[hex][2] for hex in best_of(s))


def parts_from_nobody(s: State, action: Action, no: No) -> bool:
    frame, _ = retreat_of(s)
    return unit_of(action) not in frame.units or len(losses.alive(s, frame.units)) < 2


def goes_no_farther(s: State, action: Action, no: No) -> bool:
    frame = s.flow[-1]
    return isinstance(frame, ChooseWhoGoesOn) and unit_of(action) not in frame.units


def advanced_already(s: State, action: Action, no: No) -> bool:
    frame = s.flow[-1]
    return isinstance(frame, AdvanceAfterCombat) and s.units[unit_of(action)].hex == frame.target


def not_one_hex_more(s: State, action: Action, no: No) -> bool:
    return s.ground.board.distance(mover(s).hex, hex_of(action, no)) != 1


def not_nearer_to_supply(s: State, action: Action, no: No) -> bool:
    unit = s.units[action.unit] if isinstance(action, Pick) else mover(s)
    near = s.ground.board.near[unit.hex]
    hexes = near if isinstance(action, Pick) and not no.hex else (no.hex or hex_of(action, no),)
    if no.because == supply_phase.WATER.because:
        around = s.ground.board.around[unit.hex]
        return all(s.ground.barred[unit.hex * 6 + around.index(hex)] for hex in hexes)
    far = supply_phase.distance_to_supply(s, unit)
    return not any(0 <= far[hex] < far[unit.hex] for hex in hexes)


def no_adjacent_hex(s: State, action: Action, no: No) -> bool:
    return isinstance(action, MoveTo) and s.ground.board.distance(mover(s).hex, action.hex) != 1


def under_attack(s: State) -> Hex:
    """The hex that is attacked, or advanced into."""
    frame = s.flow[-1]
    assert isinstance(frame, AssembleAttack | AdvanceAfterCombat)
    return frame.target


def lake_between(s: State, action: Action, no: No) -> bool:
    """10.1.7 The hex is water, or whoever of ours stands next to it does so across water."""
    target = action.hex if isinstance(action, Attack) else under_attack(s)
    if target in s.ground.impassable:
        return True
    around = s.ground.board.around[target]
    ours = s.on_map(decision(s).side) if isinstance(action, Attack) else [s.units[unit_of(action)]]
    beside = {unit.hex for unit in ours if unit.hex in around and not is_hq(s, unit)}
    return bool(beside) and all(s.ground.barred[target * 6 + around.index(hex)] for hex in beside)


def hq_alone(s: State, action: Action, no: No) -> bool:
    return is_lone_hq(s, hex_of(action, no), FOE[decision(s).side])


def no_way_to_relocate(s: State, action: Action, no: No) -> bool:
    """12.5b Water, too near, no source nearer by three hexes, or a legal hex nearer to the old one."""
    hq, hex, board = mover(s), hex_of(action, no), s.ground.board
    if no.because == headquarters.NO_LAND.because:
        return hex in s.ground.impassable
    if no.because == headquarters.TOO_NEAR.because:
        return board.distance(hq.hex, hex) < 5
    if no.because == headquarters.NOT_TOWARD.because:
        sources = s.ground.sources[hq.side]
        return all(board.distance(hq.hex, each) - board.distance(hex, each) < 3 for each in sources)
    nearer = [board.distance(hq.hex, each) for each in headquarters.relocation_hexes(s, hq)]
    return no.because == headquarters.NEARER_ONE.because and min(nearer) < board.distance(hq.hex, hex)


def has_no_railway_of_its_own(s: State, action: Action, no: No) -> bool:
    """17.3 There is no railway in its hex, or a destroyed one of the other country."""
    if isinstance(action, MoveTo):
        return False
    hex = s.units[unit_of(action)].hex
    foreign = hex in s.demolished and s.ground.home[hex] != decision(s).side
    return no.because != NOT_IDLE.because and (foreign or hex not in s.ground.rail_hexes)


def is_no_place_to_rebuild(s: State, action: Action, no: No) -> bool:
    centres = replacements.rebuild_centres(s, mover(s))
    return all(s.ground.board.distance(centre, hex_of(action, no)) > 1 for centre in centres)


def is_no_brigade_or_city(s: State, action: Action, no: No) -> bool:
    if isinstance(action, Pick):
        return s.units[action.unit].box != ELIMINATED
    hex = hex_of(action, no)
    return hex not in s.ground.cities or s.ground.home[hex] != GERMAN


def major_river_between(s: State, action: Action, no: No) -> bool:
    hex = under_attack(s) if isinstance(action, Pick) else hex_of(action, no)
    unit = s.units[action.unit] if isinstance(action, Pick) else mover(s)
    return bool(s.ground.major[unit.hex * 6 + s.ground.board.around[unit.hex].index(hex)])


def landwehr_abroad(s: State, action: Action, no: No) -> bool:
    foreign = s.ground.home[hex_of(action, no)] != GERMAN
    return foreign and "landwehr" in s.game.counters[mover(s).id].flags


def or_the_enemys(fact: Fact) -> Fact:
    """What a rule says of one's own units, or that the unit is the enemy's or not on the map."""

    def holds(s: State, action: Action, no: No) -> bool:
        if no.because == ENEMYS.because:
            return belongs_to_the_enemy(s, action, no)
        if no.because == OFF_MAP.because:
            return not s.units[unit_of(action)].hex
        return fact(s, action, no)

    return holds


def holds_elsewhere(s: State, action: Action, no: No) -> bool:
    return False


FACTS: Mapping[str, Fact] = {
    "4.2.6": or_the_enemys(is_not_what_aok8_wants),
    "4.3.3": or_the_enemys(is_no_independent),
    "4.3.5a": out_of_command_by_corps,
    "4.4e": lambda s, action, no: is_garrison(
        s, s.units[unit_of(action)] if isinstance(action, Pick) else s.units_in(no.hex)[0]
    ),
    "6.1.1": or_the_enemys(stands_there),
    "6.2.4": water_lies_between,
    "6.3.1": no_road_leads_there,
    "6.4.3": no_rails_lead_there,
    "8.1": or_the_enemys(enters_elsewhere),
    "8.2": enters_elsewhere,
    "9.2": cannot_be_replaced,
    "9.1": or_the_enemys(holds_elsewhere),
    "9.4": is_no_place_to_rebuild,
    "10.1.1": or_the_enemys(holds_elsewhere),
    "10.1.5": hq_alone,
    "10.1.7": lake_between,
    "10.4.1": took_no_part,
    "10.5.1": wet_hexside,
    "10.5.2": no_retreat_that_way,
    "10.5.4": leaves_the_compass,
    "10.5.6": goes_no_farther,
    "10.5.8": parts_from_nobody,
    "10.6.1": or_the_enemys(advanced_already),
    "10.6.2": not_one_hex_more,
    "10.6.3": major_river_between,
    "11.3.4a": or_the_enemys(no_adjacent_hex),
    "11.3.4d": not_nearer_to_supply,
    "12.1a": lambda s, action, no: is_hq(s, s.units[unit_of(action)]),
    "12.1b": lambda s, action, no: is_hq(s, s.units[unit_of(action)]),
    "12.5b": no_way_to_relocate,
    "14.3": landwehr_abroad,
    "16.3.4": lies_outside,
    "17.3": or_the_enemys(has_no_railway_of_its_own),
    "18.2b": is_no_brigade_or_city,
}


# --- 17.1 what a side can infer of units beneath the top of a stack


def ruled_out(s: State, side: Side, a: UnitId, b: UnitId) -> str:
    """Why two units that are not seen cannot have changed places: a solver apart from the dealing."""
    one, two = s.units[a], s.units[b]
    if one.hex == two.hex:
        return ""
    if is_garrison(s, one) or is_garrison(s, two):
        return "a garrison never leaves its fortress"
    hidden = {id for stack in s.stacks.values() for id in stack if id not in seen_by(s, side)}
    for unit, other in ((one, two), (two, one)):
        there = [s.units[id] for id in s.stacks[other.hex] if id != other.id]
        if too_many([*there, unit], s):
            return "stacking"
        if special.assembling(s, unit) and s.ground.home[other.hex] == GERMAN:
            return "the Second Army may not enter Germany yet"
        shown = [each for each in s.units_in(other.hex) if each.id not in hidden]
        lone = len(there) == len(shown) and all(is_garrison(s, each) for each in shown)
        if lone and is_hq(s, unit) != is_hq(s, other):
            return "a ZOC goes out from there, or none"
    return ""


def seen_by(s: State, side: Side) -> set[UnitId]:
    return {UnitId(unit["id"]) for unit in view(s, side).units}


def too_many(stack: list[Unit], s: State) -> bool:
    staffs = sum(is_hq(s, unit) for unit in stack)
    return staffs > 1 or sum(not is_garrison(s, unit) for unit in stack) - staffs > 2
