"""Seelow & Küstrin 1945: how each cause that a refusal names is taken away, or seen on map and counter."""

from collections.abc import Mapping
from typing import TypeVar

from bridgehead.core.actions import Action, Attack, MoveTo, Pick, Place
from bridgehead.core.play import why_not
from bridgehead.core.refusal import NOT_NOW, No
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.seelow1945.model.actions import Bombard, FireAt, Limber, LoseStep, Unlimber
from bridgehead.games.seelow1945.model.data import FOE
from bridgehead.games.seelow1945.model.ground import terrain_cost
from bridgehead.games.seelow1945.model.state import MARKS, State, Unit
from bridgehead.games.seelow1945.rules.advance import Advance
from bridgehead.games.seelow1945.rules.antitank import PlanFire, ShotOrder
from bridgehead.games.seelow1945.rules.artillery import PlanBarrage, barrage_strength, guns_on
from bridgehead.games.seelow1945.rules.combat import PlanAttack
from bridgehead.games.seelow1945.rules.deployment import Deployment
from bridgehead.games.seelow1945.rules.entering import full_allowance
from bridgehead.games.seelow1945.rules.movement import MoveUnit
from bridgehead.games.seelow1945.rules.results import Suffering
from bridgehead.games.seelow1945.rules.retreat import (
    OFF_MAP,
    GoAlong,
    Retreat,
    Retreater,
    RetreatOrder,
    can_retreat,
)
from bridgehead.hexes.paths import CLOSED, WHOLE
from bridgehead.testing.refusals import Fact, Remedy

ASIDE = "aside"
DAY = 2
"""A Game-Turn by daylight."""
F = TypeVar("F")


def asked(s: State, kind: type[F]) -> F:
    """The decision being asked, of the kind that gives this reason."""
    frame = s.flow[-1]
    assert isinstance(frame, kind), frame
    return frame


def side_of(s: State) -> Side:
    side: Side = s.flow[-1].side  # type: ignore[attr-defined]  # it is a decision
    return side


def aim_of(s: State, action: Action) -> Hex:
    """The hex that is fired at or attacked."""
    match action:
        case Attack(hex) | Bombard(hex):
            return hex
        case FireAt(unit):
            return s.units[unit].hex
    frame = s.flow[-1]
    assert isinstance(frame, PlanAttack | PlanFire | PlanBarrage)
    return frame.hex


def doers(s: State, action: Action, no: No) -> list[Unit]:
    """Whom the reason is about: the unit picked, or those it points at."""
    if isinstance(action, Pick | Limber | Unlimber):
        return [s.units[action.unit]]
    return [unit for unit in s.units_in(no.hex) if unit.side == side_of(s)]


# --- taking causes away


def mark_doers(**fields: object) -> Remedy:
    def remedy(s: State, action: Action, no: No) -> None:
        for unit in doers(s, action, no):
            s.mark(unit.id, **fields)

    return remedy


def by_day(s: State, action: Action, no: No) -> None:
    s.set(turn=DAY)


def more_points(s: State, action: Action, no: No) -> None:
    """For the move that is asked about; for a unit that is not taken in hand: a fresh one, in the clear."""
    if isinstance(action, Pick):
        s.mark(action.unit, disrupted=False, reduced=False)
        s.set(turn=DAY)
        if no.because == now_refused(s, action).because:
            lift_zoc(s, action, replace(no, hex=s.units[action.unit].hex))
    else:
        s.become(replace(asked(s, MoveUnit), mp=90))


def now_refused(s: State, action: Action) -> No:
    s.touch()
    return why_not(s, action) or NOT_NOW


def clear_enemies(s: State, action: Action, no: No) -> None:
    for unit in s.units_in(no.hex):
        if unit.side != side_of(s):
            s.send(unit.id, ASIDE)


def clear_friends(s: State, action: Action, no: No) -> None:
    for unit in s.units_in(no.hex):
        if unit.side == side_of(s) and not (isinstance(s.flow[-1], Retreat) and unit.id == s.flow[-1].unit):
            s.send(unit.id, ASIDE)


def lift_zoc(s: State, action: Action, no: No) -> None:
    """Take away the enemies that control the hex."""
    for unit in list(s.units.values()):
        controlled = s.ground.controls[s.counter(unit.id).klass][unit.hex]
        if unit.side != side_of(s) and no.hex in controlled:
            s.send(unit.id, ASIDE)


def retreat_hex(s: State, action: Action, no: No) -> None:
    """Open the hex, and look for the second hexes anew."""
    (clear_enemies if "occupied" in no.because else lift_zoc)(s, action, no)
    frame = asked(s, Retreat)
    if len(frame.path) == 1:
        looking, near = frame.looking(s), (frame.start, *s.ground.near[frame.start])
        ranks = {to: looking.rank(frame.path[0], to) for to in looking.steps(frame.path[0]) if to not in near}
        best = min(filter(None, ranks.values()))
        s.become(replace(frame, then=tuple(to for to, rank in ranks.items() if rank == best)))


def spare(s: State, side: Side, hex: Hex) -> UnitId:
    """A foot unit of a side from elsewhere, made fresh."""
    unit = next(
        unit.id
        for unit in sorted(s.units.values(), key=lambda unit: bool(unit.hex))
        if unit.side == side
        and unit.hex != hex
        and s.counter(unit.id).klass == "foot"
        and not s.counter(unit.id).artillery
    )
    s.mark(unit, disrupted=False, **MARKS)
    return unit


def put_enemy_there(s: State, action: Action, no: No) -> None:
    """A soft enemy unit in the hex, alone if one's own units stood there."""
    hex = aim_of(s, action)
    for unit in s.units_in(hex):
        if unit.side == side_of(s):
            s.send(unit.id, ASIDE)
    s.put(spare(s, FOE[side_of(s)], hex), hex)


def put_next_to_it(s: State, action: Action, no: No) -> None:
    """The unit picked, or a fresh one, next to the target, where a foot unit could enter it from."""
    hex, side = aim_of(s, action), side_of(s)
    unit = action.unit if isinstance(action, Pick) else spare(s, side, hex)
    at = [to for to in s.ground.near[hex] if not s.ledger[FOE[side]][to]]
    s.put(unit, at[0] if at else s.ground.near[hex][0])
    if not at:
        for enemy in s.units_in(s.ground.near[hex][0]):
            if enemy.side != side:
                s.send(enemy.id, ASIDE)


def spot_it(s: State, action: Action, no: No) -> None:
    hex, side = aim_of(s, action), side_of(s)
    at = next(to for to in s.ground.near[hex] if not s.ledger[FOE[side]][to])
    s.put(spare(s, side, hex), at)


def not_struck(s: State, action: Action, no: No) -> None:
    for unit in s.friends(side_of(s)):
        if unit.aim == aim_of(s, action):
            s.mark(unit.id, aim=Hex(0))


def no_targets_before(s: State, action: Action, no: No) -> None:
    """Nobody there has been fired at or attacked."""
    for unit in s.units_in(aim_of(s, action)):
        s.mark(unit.id, target=False)


def attacked_before(s: State, action: Action, no: No) -> None:
    (no_targets_before if "units in this hex" in no.because else mark_doers(attacked=False))(s, action, no)


def fired_before(s: State, action: Action, no: No) -> None:
    """6.14b of a target fired at before; one named in the plan is a fact."""
    assert isinstance(action, FireAt)
    s.mark(action.unit, target=False)


def others_fired_at(s: State, action: Action, no: No) -> None:
    frame = asked(s, PlanFire)
    for unit in s.units_in(frame.hex):
        if unit.id != frame.unit:
            s.mark(unit.id, target=True)


def no_runner(s: State, action: Action, no: No) -> None:
    assert isinstance(action, FireAt)
    s.mark(action.unit, ran=False)


REMEDIES: Mapping[str, Remedy] = {
    "5.16": more_points,
    "5.18a": lift_zoc,
    "5.19": mark_doers(move_mode=True),
    "5.21": clear_enemies,
    "5.22b": lift_zoc,
    "5.25": clear_friends,
    "5.26": mark_doers(moved=False),
    "5.29": by_day,
    "6.11": mark_doers(aim=Hex(0)),
    "6.13a": put_next_to_it,
    "6.14b": fired_before,
    "6.15a": others_fired_at,
    "6.17a": mark_doers(disrupted=False),
    "7.0": put_enemy_there,
    "7.11": attacked_before,
    "7.12a": put_enemy_there,
    "7.15": put_next_to_it,
    "7.17a": mark_doers(disrupted=False),
    "7.53": retreat_hex,
    "7.55a": clear_friends,
    "7.56": no_runner,
    "7.66c": mark_doers(disrupted=False),
    "7.67": lift_zoc,
    "7.77b": mark_doers(advanced=False),
    "8.0": by_day,
    "3.1-1a": mark_doers(aim=Hex(0)),
    "8.14a": put_enemy_there,
    "8.15b": put_enemy_there,
    "10.13a": put_enemy_there,
    "8.18a": not_struck,
    "8.19": spot_it,
    "8.31b": mark_doers(move_mode=False),
    "8.32": mark_doers(move_mode=False, aim=Hex(0)),
    "8.34": lift_zoc,
    "8.35": mark_doers(move_mode=True),
    "8.36": by_day,
    "8.37": mark_doers(move_mode=False),
    "10.23": lift_zoc,
    "5.12c": lambda s, action, no: s.mark(asked(s, MoveUnit).unit, disrupted=False),
}


# --- what no position changes


def enemy_picked(s: State, action: Action, no: No) -> bool:
    assert isinstance(action, Pick | FireAt | Limber | Unlimber)
    return s.units[action.unit].side != side_of(s)


def out_of_play(s: State, action: Action, no: No) -> bool:
    assert isinstance(action, MoveTo | Place | Attack | Bombard)
    return action.hex not in s.ground.hexes


def closed_ground(s: State, action: Action, no: No) -> bool:
    """A river without a bridge, or a swamp without a road, before the hex named."""
    if "already there" in no.because:
        return isinstance(action, MoveTo) and s.units[asked(s, MoveUnit).unit].hex == action.hex
    klass = s.counter(asked(s, MoveUnit).unit).klass
    costs = [terrain_cost(s.ground.board, s.tables, klass, near, no.hex) for near in s.ground.near[no.hex]]
    return any(isinstance(cost, No) and cost.rule == no.rule for cost in costs)


def stream_before(s: State, action: Action, no: No) -> bool:
    """The stream costs a motz unit its whole move: only the first step of one that has spent nothing."""
    frame = asked(s, MoveUnit)
    streams = [near for near in s.ground.near[no.hex] if s.ground.board.has("stream", near, no.hex)]
    assert isinstance(action, MoveTo)
    first_step = no.hex == action.hex and s.units[frame.unit].hex in streams and frame.fresh
    return s.counter(frame.unit).klass == "motz" and bool(streams) and not first_step


def not_adjacent_retreat(s: State, action: Action, no: No) -> bool:
    frame = asked(s, Retreat)
    assert isinstance(action, MoveTo)
    here, near = frame.path[-1] if frame.path else frame.start, s.ground.near
    if "one hex at a time" in no.because:
        return action.hex not in near[here]
    if "no hex 2 hexes away" in no.because:
        beyond = set(near[action.hex]) - {frame.start, *near[frame.start]}
        return not beyond & set(frame.looking(s).open[action.hex])
    return action.hex == frame.start or action.hex in near[frame.start]


def prohibited_retreat(s: State, action: Action, no: No) -> bool:
    if "never enter" not in no.because:
        return False
    frame = asked(s, Retreat)
    assert isinstance(action, MoveTo)
    here = frame.path[-1] if frame.path else frame.start
    klass = s.counter(frame.unit).klass
    return isinstance(terrain_cost(s.ground.board, s.tables, klass, here, action.hex), No)


def better_ways(s: State, action: Action, no: No) -> bool:
    """Ways of a better class are offered."""
    frame = asked(s, Retreat)
    looking = frame.looking(s)
    assert isinstance(action, MoveTo)
    if len(frame.path) > 1:
        return not (looking.vacant(action.hex) and looking.fits(action.hex)) and bool(frame.onward(s))
    if frame.path:
        best = [class_of(looking, frame.path[0], to) for to in frame.then]
        return min(best) < class_of(looking, frame.path[0], action.hex)
    near = (frame.start, *s.ground.near[frame.start])
    seconds = [to for to in looking.steps(action.hex) if to not in near]
    if looking.exits[action.hex] != CLOSED:
        seconds.append(OFF_MAP)
    ranks = [class_of(looking, action.hex, to) for to in seconds]
    return looking.ways().rank < min(rank for rank in ranks if rank)


def class_of(looking: Retreater, first: Hex, second: Hex) -> int:
    if second == OFF_MAP:
        return 1 if looking.vacant(first) else 2
    return looking.rank(first, second)


def turned_back(s: State, action: Action, no: No) -> bool:
    return isinstance(action, MoveTo) and "turn back" in no.because and action.hex in asked(s, Retreat).path


def unenterable(s: State, action: Action, no: No) -> bool:
    """The hex costs more than the turn's whole allowance, or is closed to the unit."""
    hex = aim_of(s, action)
    for unit in doers(s, action, no):
        cost = terrain_cost(s.ground.board, s.tables, s.counter(unit.id).klass, unit.hex, hex)
        if isinstance(cost, No) or (cost != WHOLE and cost > full_allowance(s, unit)):
            return True
    return False


def out_of_range(s: State, action: Action, no: No) -> bool:
    hex, side = aim_of(s, action), side_of(s)
    guns = [s.units[action.unit]] if isinstance(action, Pick) else s.friends(side)
    return all(
        not gun.hex or s.ground.board.distance(gun.hex, hex) > s.counter(gun.id).range
        for gun in guns
        if s.counter(gun.id).artillery
    )


def too_weak(s: State, action: Action, no: No) -> bool:
    hex = aim_of(s, action)
    return barrage_strength(s, hex, tuple(guns_on(s, side_of(s), hex))) == 0


def named_already(s: State, action: Action, no: No) -> bool:
    frame = s.flow[-1]
    assert isinstance(action, Pick | FireAt)
    match frame:
        case PlanAttack():
            return action.unit in frame.attackers
        case PlanBarrage():
            return action.unit in frame.guns
        case PlanFire():
            return action.unit in {*frame.named(), *(target for target, _ in frame.shots)}
    return False


def no_gun(s: State, action: Action, no: No) -> bool:
    assert isinstance(action, Pick | Limber | Unlimber)
    return enemy_picked(s, action, no) or not s.counter(action.unit).artillery


def zhukov(s: State, action: Action, no: No) -> bool:
    return "Zhukov" in no.because and any(s.counter(unit.id).commander for unit in doers(s, action, no))


def no_value(s: State, action: Action, no: No) -> bool:
    return "Value" in no.because and any(s.values(unit).at == 0 for unit in doers(s, action, no))


def not_armored(s: State, action: Action, no: No) -> bool:
    assert isinstance(action, FireAt)
    return not enemy_picked(s, action, no) or not s.counter(action.unit).armored


def not_in_the_shots(s: State, action: Action, no: No) -> bool:
    assert isinstance(action, FireAt)
    frame = s.flow[-1]
    if isinstance(frame, ShotOrder):
        return action.unit not in dict(frame.shots)
    return s.units[action.unit].hex != asked(s, PlanFire).hex


def nobody_left(s: State, action: Action, no: No) -> bool:
    return isinstance(action, FireAt) and isinstance(s.flow[-1], PlanFire) and not s.flow[-1].free(s)


def nobody_yet(s: State, action: Action, no: No) -> bool:
    return not asked(s, PlanFire).shots[-1][1]


def has_advanced(s: State, action: Action, no: No) -> bool:
    return isinstance(action, Pick) and s.units[action.unit].hex == asked(s, Advance).hex


def no_participant(s: State, action: Action, no: No) -> bool:
    return isinstance(action, Pick) and action.unit not in asked(s, Advance).able


def artillery(s: State, action: Action, no: No) -> bool:
    return isinstance(action, Pick) and s.counter(action.unit).artillery


def not_along(s: State, action: Action, no: No) -> bool:
    frame = asked(s, GoAlong)
    assert isinstance(action, Pick)
    where = {s.units[unit].hex for unit in frame.group}
    return (action.unit in frame.group) == ("already" in no.because) and (
        action.unit in frame.group or s.units[action.unit].hex not in where
    )


def no_retreat_of_its_own(s: State, action: Action, no: No) -> bool:
    if artillery(s, action, no):
        return "artillery" in no.because
    assert isinstance(action, Pick)
    unit = s.units[action.unit]
    group = tuple(one for one in asked(s, GoAlong).group if s.units[one].hex == unit.hex)
    return not can_retreat(s, unit, group)


def need_not_retreat(s: State, action: Action, no: No) -> bool:
    return isinstance(action, Pick) and action.unit not in asked(s, RetreatOrder).waiting


def not_the_loser(s: State, action: Action, no: No) -> bool:
    """Not involved, or Zhukov with troops beside him."""
    suffering = s.flow[-2]
    assert isinstance(suffering, Suffering)
    assert isinstance(action, LoseStep)
    involved = action.unit in suffering.involved
    return (s.counter(action.unit).commander and involved) if "Zhukov" in no.because else not involved


def lost_one(s: State, action: Action, no: No) -> bool:
    suffering = s.flow[-2]
    assert isinstance(suffering, Suffering)
    return isinstance(action, LoseStep) and action.unit == suffering.stepped


def elsewhere(s: State, action: Action, no: No) -> bool:
    assert isinstance(action, Place)
    unit = asked(s, Deployment).unit
    hex = action.hex
    return hex not in s.campaign.berths[unit].hexes or s.ground.board.terrain[hex] == "swamp"


def not_its_entry(s: State, action: Action, no: No) -> bool:
    assert isinstance(action, MoveTo)
    return action.hex not in s.campaign.arrivals[asked(s, MoveUnit).unit].hexes


def another_in_hand(s: State, action: Action, no: No) -> bool:
    frame = s.flow[-1]
    return isinstance(frame, MoveUnit) and isinstance(action, Pick) and action.unit != frame.unit


FACTS: Mapping[str, Fact] = {
    "5.0": enemy_picked,
    "5.11": closed_ground,
    "5.12b": stream_before,
    "5.12d": closed_ground,
    "5.26": another_in_hand,
    "6.0": enemy_picked,
    "6.11": nobody_left,
    "6.12": not_armored,
    "6.14b": named_already,
    "6.15b": not_in_the_shots,
    "6.16": named_already,
    "6.17a": no_value,
    "6.18": unenterable,
    "6.2-1": nobody_yet,
    "7.0": lambda s, action, no: isinstance(action, Pick) and enemy_picked(s, action, no),
    "7.16": named_already,
    "7.17a": zhukov,
    "7.18": unenterable,
    "7.44b": not_the_loser,
    "7.45b": lost_one,
    "7.51a": not_adjacent_retreat,
    "7.51b": need_not_retreat,
    "7.52": better_ways,
    "7.53": prohibited_retreat,
    "7.55a": turned_back,
    "7.57a": not_along,
    "7.57b": no_retreat_of_its_own,
    "7.76": no_participant,
    "7.77a": has_advanced,
    "7.78": artillery,
    "2.21g": no_gun,
    "8.13": out_of_range,
    "8.14a": lambda s, action, no: isinstance(action, Pick) and named_already(s, action, no),
    "8.14b": too_weak,
    "8.17": enemy_picked,
    "8.32": lambda s, action, no: "artillery of yours" in no.because and no_gun(s, action, no),
    "9.11a": not_its_entry,
    "11.0b": out_of_play,
    "11.12c": elsewhere,
}


# --- what a side can infer of hidden counters


def ruled_out(s: State, side: Side, a: UnitId, b: UnitId) -> str:
    """6.13b Why a side knows that two hidden counters do not lie each where the other does.

    Told from set-up lists, from what has moved in sight, from the stacking limit, from the zones of control
    it feels and from what is about to retreat."""
    one, other = s.units[a], s.units[b]
    if one.came != other.came:
        return "one of them has moved since the set-up, the other has not"
    if not one.came and not (at_home(s, a, other.hex) and at_home(s, b, one.hex)):
        return "the set-up lists keep them apart"
    swapped = {**s.units, a: like(one, other), b: like(other, one)}
    if any(points(s, swapped, hex) > max(3, points(s, s.units, hex)) for hex in (one.hex, other.hex)):
        return "the stacking limit"
    if zones(s, swapped, one.side) != zones(s, s.units, one.side):
        return "the zones of control"
    if any(retreats_now(s, old) and s.counter(new).artillery for old, new in ((a, b), (b, a))):
        return "artillery does not retreat"
    return ""


def like(unit: Unit, old: Unit) -> Unit:
    """A unit where another lies, in its condition."""
    return replace(unit, hex=old.hex, disrupted=old.disrupted)


def at_home(s: State, unit: UnitId, hex: Hex) -> bool:
    entry = s.campaign.entry.setup[unit]
    listed = f"{entry.hex} {entry.one_of}".split()
    near = entry.of and s.ground.board.distance(Hex(int(entry.of)), hex) <= entry.within
    return f"{hex:04d}" in listed or bool(near)


def points(s: State, units: Mapping[UnitId, Unit], hex: Hex) -> int:
    return sum(s.counter(unit.id).stack for unit in units.values() if unit.hex == hex)


def zones(s: State, units: Mapping[UnitId, Unit], side: Side) -> set[Hex]:
    """All hexes the side's units control."""
    found: set[Hex] = set()
    for unit in units.values():
        counter = s.counter(unit.id)
        if unit.side == side and unit.hex and not unit.disrupted and not counter.commander:
            found |= set(s.ground.controls[counter.klass][unit.hex])
    return found


def retreats_now(s: State, unit: UnitId) -> bool:
    frames = (frame for frame in s.flow if isinstance(frame, GoAlong | Retreat))
    return any(unit in (frame.may if isinstance(frame, GoAlong) else (frame.unit,)) for frame in frames)
