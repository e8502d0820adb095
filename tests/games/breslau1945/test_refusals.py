"""Every reason is true: take away what it names, and the action is offered."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from bridgehead.core.actions import Action, Cancel, Choose, Commit, Done, MoveTo, Pick, Place
from bridgehead.core.play import decision, setup
from bridgehead.core.refusal import No
from bridgehead.core.roles import place_of, units_in
from bridgehead.core.values import NOWHERE, Hex, UnitId, replace
from bridgehead.games import load_game
from bridgehead.games.breslau1945.model.actions import (
    Airstrike,
    Bombard,
    Everyone,
    Split,
    StandingOrders,
    UseCapturedGoliaths,
    UseGoliath,
)
from bridgehead.games.breslau1945.model.data import (
    BATTLEWORN,
    GERMAN,
    NORTH_GERMAN,
    NORTH_POLISH,
    RESERVES,
    SCREENS,
    SOVIET,
    WAITING,
)
from bridgehead.games.breslau1945.model.state import State, controller, foe, space, take_control
from bridgehead.games.breslau1945.rules import (
    assault,
    attack,
    bombardment,
    defence,
    deployment,
    movement,
    north,
    redeployment,
    reserves,
    supply,
    train,
)
from bridgehead.games.breslau1945.rules.reserves import reserve_hexes
from bridgehead.testing.refusals import Fact, FalseReason, Refusal, Remedy, check, sampled
from tests.games.breslau1945.position import (
    GAME,
    ask,
    at,
    caused_at,
    dice,
    do,
    field,
    move,
    refused,
    unit,
)
from tests.games.breslau1945.position import assault as assault_phase
from tests.games.breslau1945.position import bombardment as bombardment_phase
from tests.games.breslau1945.position import movement as movement_phase

ASIDE = "aside"
PLENTY = 1000
"""Movement points that lead everywhere."""

# --- what is moved aside or brought up, and nothing else


def clear(s: State, hex: Hex, side: str = "") -> None:
    """The units of a side, or all, leave a hex."""
    for id in s.stacks.get(hex, ()):
        if side in ("", s.units[id].side):
            s.send(id, ASIDE)


def frame_of(s: State) -> Any:
    return s.flow[-1]


def amend(s: State, **fields: Any) -> None:
    """The present decision with other fields."""
    s.become(replace(s.flow[-1], **fields))


def named(action: Action) -> UnitId:
    (unit,) = units_in(action)
    return unit


def where(action: Action, no: No) -> Hex:
    """Where the cause stands: where the refusal says, else where the action aims."""
    return no.hex or place_of(action)


def enemies_leave(s: State, action: Action, no: No) -> None:
    clear(s, where(action, no), foe(frame_of(s).side))
    again(s)


def enemies_around_leave(s: State, action: Action, no: No) -> None:
    """Nobody of the enemy is left in the hex named or next to it."""
    for hex in (no.hex, *s.game.board.near[no.hex]):
        clear(s, hex, foe(frame_of(s).side))
    again(s)


def gas_disperses(s: State, action: Action, no: No) -> None:
    s.set(gas=tuple(hex for hex in s.gas if hex != where(action, no)))


def room_made(s: State, action: Action, no: No) -> None:
    clear(s, where(action, no), frame_of(s).side)


def again(s: State) -> None:
    """Places for reserves are looked for anew, since the position has changed."""
    s.touch()
    if isinstance(s.flow[-1], reserves.PlaceReserve):
        amend(s, hexes=reserve_hexes(s))


def changed(**fields: Any) -> Remedy:
    return lambda s, action, no: amend(s, **fields)


def tracked(name: str, value: int) -> Remedy:
    return lambda s, action, no: s.track(name, value)


def sent(box: str) -> Remedy:
    return lambda s, action, no: s.send(named(action), box)


def due_now(s: State, action: Action, no: No) -> None:
    s.send(named(action), space(s.turn))


def move_ended(s: State, action: Action, no: No) -> None:
    s.leave()


def moves_again(s: State, action: Action, no: No) -> None:
    if isinstance(s.flow[-1], movement.MoveUnit):
        s.leave()
    amend(s, left=(*frame_of(s).left, named(action)))


def put_on_map(s: State, action: Action, no: No) -> None:
    """The unit stands somewhere, out of everybody's way."""
    empty = next(hex for hex in s.tables.land if hex not in s.stacks and not s.ledger["near_soviet"][hex])
    s.put(named(action), empty)
    if isinstance(s.flow[-1], movement.TacticalMovement):
        amend(s, left=(*frame_of(s).left, named(action)))


def gun_ready(s: State, action: Action, no: No) -> None:
    s.mark(named(action), fired=False)
    if isinstance(s.flow[-1], movement.TacticalMovement):
        amend(s, left=(*frame_of(s).left, named(action)))


def guns_beside_ready(s: State, action: Action, no: No) -> None:
    for hex in s.game.board.near[s.units[named(action)].hex]:
        for id in s.stacks.get(hex, ()):
            s.mark(id, fired=False)


def gun_on_map_ready(s: State, action: Action, no: No) -> None:
    gun = s.tables.guns[0]
    s.put(gun, s.tables.start_ground[SOVIET][0])
    s.mark(gun, fired=False)


def recovered(s: State, action: Action, no: No) -> None:
    s.mark(named(action), disorganised=False)


def germans_come(s: State, action: Action, no: No) -> None:
    """A German unit stands in the hex."""
    clear(s, place_of(action), SOVIET)
    s.put(
        next(unit.id for unit in s.units.values() if unit.side == GERMAN and not unit.hex), place_of(action)
    )


def without(field: str) -> Remedy:
    """As if the unit or hex that is named were not in a field of the decision yet."""

    def forgotten(s: State, action: Action, no: No) -> None:
        gone = {*units_in(action), place_of(action)}
        kept = [each for each in getattr(frame_of(s), field) if each not in gone]
        amend(s, **{field: type(getattr(frame_of(s), field))(kept)})

    return forgotten


def beside(s: State, hex: Hex) -> Hex:
    """A hex next to another that no enemy stands in."""
    enemies = s.ledger["soviet" if frame_of(s).side == GERMAN else "german"]
    return next((at for at in s.game.board.near[hex] if not enemies[at]), s.game.board.near[hex][0])


def attacker_brought_up(s: State, action: Action, no: No) -> None:
    """A unit that may attack stands next to the unit named."""
    frame = frame_of(s)
    hex = beside(s, s.units[named(action)].hex)
    clear(s, hex, foe(frame.side))
    ready = (unit.id for unit in s.units.values() if unit.side == frame.side and not unit.fired)
    s.put(next(unit for unit in ready if unit not in frame.used), hex)


def brought_up(s: State, action: Action, no: No) -> None:
    """The unit named stands next to the target."""
    hex = beside(s, s.units[frame_of(s).target].hex)
    clear(s, hex, foe(frame_of(s).side))
    s.put(named(action), hex)


def other_division_left_out(s: State, action: Action, no: No) -> None:
    frame = frame_of(s)
    field = "attackers" if isinstance(frame, assault.Assault) else "firers"
    own = s.game.counters[named(action)].division
    amend(s, **{field: tuple(u for u in getattr(frame, field) if s.game.counters[u].division in ("", own))})


def overcrowded(s: State, action: Action, no: No) -> None:
    """More units stand in the hex of the unit named than it may hold."""
    hex = s.units[named(action)].hex
    others = (unit.id for unit in s.units.values() if unit.side == SOVIET and unit.hex != hex)
    while len(s.stacks[hex]) <= s.tables.limit[SOVIET][hex]:
        s.put(next(others), hex)


def vacated(s: State, action: Action, no: No) -> None:
    frame = frame_of(s)
    if isinstance(frame, redeployment.Withdrawal):
        amend(s, russian=frame.russian | {place_of(action)})
    else:
        amend(s, hexes=frame.hexes | {place_of(action)})


def hex_emptied(s: State, action: Action, no: No) -> None:
    clear(s, place_of(action))


def screen_in_pool(s: State, action: Action, no: No) -> None:
    for nation in ("soviet", "polish"):
        s.send(s.tables.screens[nation][0], SCREENS)


def concentration_freed(s: State, action: Action, no: No) -> None:
    for hex in s.tables.concentration[s.game.counters[named(action)].nation]:
        clear(s, hex, GERMAN)


def held_by_garrison(s: State, action: Action, no: No) -> None:
    clear(s, place_of(action), SOVIET)
    take_control(s, GERMAN, place_of(action))
    again(s)


def strip_forgotten(s: State, action: Action, no: No) -> None:
    s.set(strip=())


def run_forgotten(s: State, action: Action, no: No) -> None:
    amend(s, run=(frame_of(s).run[-1],))


def garrisons_held(s: State, action: Action, no: No) -> None:
    """The places that need a garrison have one."""
    hexes = [Hex(int(number)) for number in s.tables.scenarios[s.scenario].garrisoned.split()]
    others = (unit.id for unit in s.units.values() if unit.side == GERMAN and unit.hex not in (0, *hexes))
    for hex in hexes:
        if hex not in s.stacks:
            s.put(next(others), hex)


def mates_of(s: State) -> list[UnitId]:
    own = s.game.counters[frame_of(s).unit].division
    return [unit.id for unit in s.on_map(SOVIET) if s.game.counters[unit.id].division == own]


def division_lifted(s: State, action: Action, no: No) -> None:
    for id in mates_of(s):
        s.send(id, ASIDE)


def room_around(s: State, action: Action, no: No) -> None:
    """Other formations make room around the hex."""
    mates = mates_of(s)
    for hex in s.game.board.within(place_of(action), 2):
        for id in s.stacks.get(hex, ()):
            if id not in mates:
                s.send(id, ASIDE)


def division_finished(s: State, action: Action, no: No) -> None:
    amend(s, division="")


CAUSES: dict[No, Remedy] = {
    assault.ALREADY_STRUCK: without("struck"),
    assault.NOBODY_THERE: attacker_brought_up,
    assault.ALL_HAVE_ASSAULTED: changed(used=frozenset()),
    assault.ALL_HAVE_BOMBARDED: guns_beside_ready,
    attack.NOT_ADJACENT: brought_up,
    attack.HAS_ASSAULTED: without("used"),
    attack.HAS_BOMBARDED: gun_ready,
    attack.SILENT: recovered,
    attack.OTHER_DIVISION: other_division_left_out,
    bombardment.NO_TARGET: germans_come,
    bombardment.NO_POINTS: tracked("air", 3),
    bombardment.BOMBED: without("bombed"),
    bombardment.AFTER_GUNS: without("shelled"),
    bombardment.SHELLED: without("shelled"),
    bombardment.NO_GUNS: gun_on_map_ready,
    bombardment.ALREADY_IN: without("guns"),
    bombardment.HAS_FIRED: gun_ready,
    bombardment.PO2_USED: tracked("po2", 1),
    bombardment.ROCKETS_FIRED: gun_ready,
    movement.OFF_MAP: put_on_map,
    movement.HAS_BOMBARDED: gun_ready,
    movement.HAS_MOVED: moves_again,
    movement.HEMMED_IN: enemies_leave,
    movement.GASSED_IN: gas_disperses,
    movement.CROWDED_IN: room_made,
    movement.ENEMY_THERE: enemies_leave,
    movement.GAS_THERE: gas_disperses,
    movement.WAY_BARRED: enemies_leave,
    movement.WAY_GASSED: gas_disperses,
    movement.TOO_DEAR: changed(mp=PLENTY),
    movement.IN_STRETCHES: enemies_around_leave,
    movement.ONE_AT_A_TIME: move_ended,
    movement.FULL: room_made,
    movement.NOT_CROWDED: overcrowded,
    north.NOT_IN_BOX: sent(NORTH_POLISH),
    north.CHOSEN: without("chosen"),
    redeployment.NOT_DUE: due_now,
    redeployment.ENEMY_IN_HEX: enemies_leave,
    redeployment.NO_ENTRY: concentration_freed,
    redeployment.NOT_ON_MAP: put_on_map,
    redeployment.NO_SCREEN: screen_in_pool,
    redeployment.NOT_VACATED: vacated,
    redeployment.NOT_EMPTY: hex_emptied,
    reserves.NOT_IN_RESERVES: sent(RESERVES),
    reserves.NOT_IN_NORTH: sent(NORTH_GERMAN),
    reserves.NOT_WORN: sent(BATTLEWORN),
    reserves.NOT_ON_MAP: put_on_map,
    reserves.RATHAUS_LOST: held_by_garrison,
    reserves.TOO_NEAR: enemies_leave,
    reserves.CUT_OFF: enemies_around_leave,
    reserves.FULL: room_made,
    reserves.IN_CONTACT: enemies_leave,
    supply.NOT_GERMAN: held_by_garrison,
    supply.NOT_NEXT: strip_forgotten,
    supply.TAKEN: strip_forgotten,
    train.LINE_BLOCKED: enemies_leave,
    train.NO_WAY_BACK: run_forgotten,
    deployment.FULL: room_made,
    deployment.MUST_GARRISON: garrisons_held,
    deployment.TOO_FAR: division_lifted,
    deployment.NO_ROOM: room_around,
    deployment.DEPLOYED: sent(WAITING),
    deployment.DIVISION_FIRST: division_finished,
}

# --- what no position can change


def is_so(seen: Callable[[State, UnitId], bool]) -> Fact:
    """A fact about the unit an action names."""
    return lambda s, action, no: seen(s, named(action))


def enemy(s: State, unit: UnitId) -> bool:
    return s.units[unit].side != decision(s).side


def ground_there(*kinds: str) -> Fact:
    return lambda s, action, no: s.tables.ground[place_of(action)] in kinds


def step_closed(s: State, action: Action, no: No) -> bool:
    """Next to the unit, and no step leads there; nor do its points pay for a way round."""
    here, to = s.units[frame_of(s).unit].hex, place_of(action)
    price = s.tables.steps[SOVIET][here * 6 + s.game.board.around[here].index(to)]
    way_round = frame_of(s).path(s, s.units[frame_of(s).unit], to, bytearray(s.game.board.size))
    return price < 0 and not way_round


def taking_part(s: State, unit: UnitId) -> bool:
    return unit in decision(s).about(s).committed


def no_entry_hex(s: State, action: Action, no: No) -> bool:
    nation = s.game.counters[frame_of(s).unit].nation
    screens = [s.units[unit].hex for unit in s.tables.screens[nation]]
    return place_of(action) not in (*s.tables.concentration[nation], *screens)


FACTS_SEEN: dict[No, Fact] = {
    assault.OWN_UNIT: is_so(lambda s, unit: not enemy(s, unit)),
    attack.NOT_YOURS: is_so(enemy),
    attack.ALREADY_IN: is_so(taking_part),
    bombardment.NOT_A_GUN: is_so(lambda s, unit: s.game.counters[unit].kind != "artillery"),
    bombardment.NOT_ROCKETS: is_so(lambda s, unit: s.game.counters[unit].weapon != "BM-13"),
    bombardment.NO_TARGET: ground_there("river"),
    movement.NOT_YOURS: is_so(enemy),
    movement.NO_MOVEMENT: is_so(lambda s, unit: not s.game.counters[unit].mp),
    movement.MOVING: is_so(lambda s, unit: unit == frame_of(s).unit),
    movement.STANDS_THERE: lambda s, action, no: s.units[frame_of(s).unit].hex == place_of(action),
    movement.RIVER: ground_there("river"),
    movement.ONE_DOOR: step_closed,
    movement.ONE_WAY_OUT: step_closed,
    movement.NO_LINK: step_closed,
    redeployment.NOT_RED_ARMY: is_so(lambda s, unit: s.units[unit].side == GERMAN),
    redeployment.WRONG_HEX_RUSSIAN: no_entry_hex,
    redeployment.WRONG_HEX_POLISH: no_entry_hex,
    redeployment.WHOLE_DIVISION: is_so(lambda s, unit: bool(s.game.counters[unit].division)),
    reserves.NOT_GERMAN: is_so(lambda s, unit: s.units[unit].side == SOVIET),
    reserves.NOT_A_CITY: lambda s, action, no: s.tables.ground[place_of(action)] != "city",
    reserves.TRAIN: is_so(lambda s, unit: s.game.counters[unit].train),
    supply.NOT_CITY: lambda s, action, no: place_of(action) not in s.tables.strip_ground,
    train.NO_RAIL: lambda s, action, no: place_of(action) not in s.tables.rail,
    train.NO_TRACK: lambda s, action, no: place_of(action) in s.tables.rail,
    train.TWICE: lambda s, action, no: place_of(action) in frame_of(s).run,
    deployment.RIVER: ground_there("river"),
    deployment.NOT_YOURS: is_so(enemy),
    deployment.NOT_YOUR_GROUND: lambda s, action, no: controller(s, place_of(action)) != frame_of(s).side,
    deployment.LATER: is_so(lambda s, unit: not deployment.begins_anywhere(s.game.counters[unit])),
}


def by_rule(known: Mapping[No, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """What is known of a refusal, wherever its cause stands, as the contract asks for it: by rule."""

    def answer(s: State, action: Action, no: No) -> Any:
        about = known.get(replace(no, hex=NOWHERE))
        return about(s, action, no) if about is not None else False

    return {no.rule: answer for no in known}


REMEDIES, FACTS = by_rule(CAUSES), by_rule(FACTS_SEEN)


@pytest.mark.parametrize(("scenario", "wanted"), [("historical", 190), ("free", 150)])
def test_every_reason_is_true(scenario: str, wanted: int) -> None:
    wrong = []
    for refusal in sampled(load_game("breslau1945"), [scenario], 100, wanted):
        try:
            check(refusal, REMEDIES, FACTS)
        except FalseReason as found:
            wrong.append(str(found))
    assert not wrong, "\n".join(wrong)


# --- reasons that random games seldom meet


def holds(s: State, action: Action, no: No) -> None:
    """The action is refused for this reason, and offered once the cause is gone."""
    assert refused(s, action) == no
    check(Refusal(s, action, no), REMEDIES, FACTS)


@pytest.mark.rule("9.1b", "9.1c", "8.2.10", "9.2c")
def test_who_may_assault_and_whom() -> None:
    s = at(at(field(), 219, "372/218", "955/309"), 220, "21 VS", "22 VS")
    target, other = unit("21 VS"), unit("22 VS")
    assault_phase(s, SOVIET)
    do(s, Pick(target), Pick(unit("372/218")))
    holds(s, Pick(unit("955/309")), attack.OTHER_DIVISION)
    holds(s, Pick(unit("372/218")), attack.ALREADY_IN)
    holds(s, Pick(other), attack.NOT_YOURS)
    assert refused(s, Everyone()) is attack.NO_OTHERS
    with dice(s, 1):
        do(s, Commit())
    holds(s, Pick(target), assault.ALREADY_STRUCK)
    do(s, Pick(other))
    holds(s, Pick(unit("372/218")), attack.HAS_ASSAULTED)
    s.send(unit("955/309"), ASIDE)
    ask(s, assault.AssaultPhase(SOVIET, frozenset({unit("372/218")})))
    holds(s, Pick(other), assault.ALL_HAVE_ASSAULTED)
    s.mark(unit("372/218"), fired=True)
    holds(s, Pick(other), assault.ALL_HAVE_BOMBARDED)


@pytest.mark.rule("8.2.8a", "9.2a", "10.4.1", "10.4.2")
def test_who_may_fire_defensively_and_with_what() -> None:
    s = at(at(field(), 220, "21 VS", "22 VS"), 119, "372/218")
    s.mark(unit("22 VS"), disorganised=True)
    move(movement_phase(s, SOVIET), "372/218", 219)
    holds(s, Pick(unit("22 VS")), attack.SILENT)
    holds(s, Pick(unit("372/218")), attack.NOT_YOURS)
    assert refused(s, Everyone()) is attack.NO_OTHERS  # no word of divisions to the garrison
    do(s, Pick(unit("21 VS")))
    holds(s, Pick(unit("21 VS")), attack.ALREADY_IN)
    assert refused(s, StandingOrders()) is defence.FIRE_BEGUN


@pytest.mark.rule("10.4.1", "10.4.2")
def test_goliaths_of_both_sides() -> None:
    s = at(at(field(turn=12), 219, "56 eng."), 220, "21 VS")
    assault_phase(s, SOVIET)
    do(s, Pick(unit("21 VS")), Pick(unit("56 eng.")), UseCapturedGoliaths())
    assert refused(s, UseCapturedGoliaths()) is assault.CAPTURED_IN
    assert refused(s, UseGoliath()) is assault.NOT_OURS
    s.track("goliaths", 1)
    assault_phase(s, GERMAN)
    do(s, Pick(unit("56 eng.")))
    assert refused(s, UseGoliath()) is attack.NO_ATTACKER
    assert refused(s, UseCapturedGoliaths()) is assault.NOT_THEIRS
    s.track("goliaths", 0)
    assert refused(s, UseGoliath()) is assault.NO_GOLIATH


@pytest.mark.rule("8.2.12", "8.2.4a", "8.2.6h", "10.8b")
def test_what_still_can_be_bombed_and_by_whom() -> None:
    s = at(at(field(), 419, "21 VS"), 117, "1039", "18 Grd")
    bombardment_phase(s)
    do(s, Bombard(Hex(419)), Pick(unit("18 Grd")))
    with dice(s, 6):
        do(s, Commit())
    holds(s, Bombard(Hex(419)), bombardment.SHELLED)
    holds(s, Airstrike(Hex(419)), bombardment.AFTER_GUNS)
    holds(s, Split(unit("18 Grd")), bombardment.ROCKETS_FIRED)
    s.mark(unit("1039"), fired=True)
    at(s, 520, "22 VS")
    holds(s, Bombard(Hex(520)), bombardment.NO_GUNS)
    holds(s, Airstrike(Hex(520)), bombardment.NO_POINTS)


@pytest.mark.rule("7.3.4", "3.0l", "10.5.2b", "7.3.8")
def test_what_keeps_a_unit_where_it_is() -> None:
    s = at(field(), 101, "372/218")
    exits = s.tables.exits[SOVIET][101]
    for number, hex in enumerate(exits):
        at(s, hex, f"{21 + number} VS")
    movement_phase(s, SOVIET)
    holds(s, Pick(unit("372/218")), caused_at(movement.HEMMED_IN, exits[0]))
    s.set(gas=exits)
    for hex in exits:
        clear(s, hex)
    movement_phase(s, SOVIET)
    holds(s, Pick(unit("372/218")), caused_at(movement.GASSED_IN, exits[0]))


@pytest.mark.rule("7.3.8")
def test_a_german_among_full_hexes() -> None:
    s = at(field(), 1716, "21 VS")
    at(s, 1816, "22 VS", "23 VS", "24 VS")
    idle = [id for id, counter in GAME.counters.items() if counter.side == GERMAN and not s.units[id].hex]
    while open_hexes := movement.legs(s, s.units[unit("21 VS")], 5):
        s.put(idle.pop(), next(iter(open_hexes)))
        s.touch()
    movement_phase(s, GERMAN)
    holds(s, Pick(unit("21 VS")), caused_at(movement.CROWDED_IN, 1816))


@pytest.mark.rule("7.3.5", "3.0l", "10.5.2b", "13.3", "2.6b", "2.6c")
def test_the_way_to_a_hex() -> None:
    s = at(field(), 1615, "372/218")
    do(movement_phase(s, SOVIET), Pick(unit("372/218")))
    holds(s, MoveTo(Hex(1716)), movement.ONE_DOOR)
    s = at(field(), 1716, "372/218")
    do(movement_phase(s, SOVIET), Pick(unit("372/218")))
    holds(s, MoveTo(Hex(1615)), movement.ONE_WAY_OUT)


@pytest.mark.rule("7.3", "7.3.7")
def test_other_units_while_one_moves() -> None:
    s = at(at(field(), 117, "372/218", "658/218"), 820, "21 VS")
    do(movement_phase(s, SOVIET), Pick(unit("372/218")))
    holds(s, Pick(unit("372/218")), movement.MOVING)
    holds(s, Pick(unit("21 VS")), movement.NOT_YOURS)
    holds(s, Pick(unit("658/218")), movement.ONE_AT_A_TIME)
    assert refused(s, Done()) is movement.NO_STEP_YET
    holds(s, MoveTo(Hex(117)), movement.STANDS_THERE)
    do(s, MoveTo(Hex(118)))
    assert refused(s, Cancel()) is movement.HAS_BEGUN


@pytest.mark.rule("7.2.2a", "7.2.2b", "7.2.3", "7.2.4a", "7.2.5")
def test_reserves_and_the_worn() -> None:
    s = at(field(), 1516, "21 VS", "22 VS", "23 VS")
    s.send(unit("24 VS"), RESERVES)
    s.send(unit("27 VS"), BATTLEWORN)
    ask(s, reserves.PlaceReserve(GERMAN, unit("24 VS"), reserve_hexes(s)))
    holds(s, Place(Hex(1516)), reserves.FULL)
    clear(s, Hex(1516))
    take_control(s, SOVIET, Hex(1516))
    ask(s, reserves.PlaceReserve(GERMAN, unit("24 VS"), reserve_hexes(s)))
    holds(s, Place(Hex(1516)), reserves.RATHAUS_LOST)
    at(s, 1416, "372/218")
    take_control(s, GERMAN, Hex(1516))
    ask(s, reserves.PlaceReserve(GERMAN, unit("24 VS"), reserve_hexes(s)))
    far = next(hex for hex in s.tables.cities if s.game.board.distance(hex, 1416) >= 8)
    holds(s, Place(far), caused_at(reserves.CUT_OFF, 1516))
    ask(s, reserves.MapToReserves(GERMAN))
    holds(s, Pick(unit("24 VS")), reserves.NOT_ON_MAP)
    holds(s, Pick(unit("372/218")), reserves.NOT_GERMAN)
    ask(s, reserves.Reorganisation(GERMAN))
    holds(s, Pick(unit("24 VS")), reserves.NOT_WORN)


@pytest.mark.rule("10.3.1c", "10.3.3")
def test_the_landing_strip() -> None:
    s = field()
    first, second = sorted(s.tables.strip_ground)[:2]
    s.set(strip=(first,))
    take_control(s, SOVIET, second)
    ask(s, supply.LandingStrip(GERMAN))
    holds(s, Place(first), supply.TAKEN)
    holds(s, Place(second), supply.NOT_GERMAN)


@pytest.mark.rule("7.1.3c", "7.1.2")
def test_entering_where_germans_stand() -> None:
    s = field()
    polish = s.tables.concentration["polish"]
    for number, hex in enumerate(polish):
        at(s, hex, f"{21 + number} VS")
    s.send(unit("13/5"), space(5))
    s.send(unit("372/218"), space(5))
    ask(s, redeployment.EnterMap(SOVIET))
    holds(s, Pick(unit("13/5")), redeployment.NO_ENTRY)
    russian = s.tables.concentration["soviet"][0]
    at(s, russian, "51 VS")
    do(s, Pick(unit("372/218")))
    holds(s, Place(russian), redeployment.ENEMY_IN_HEX)


@pytest.mark.rule("10.1.3h")
def test_a_pole_already_chosen() -> None:
    s = field()
    for name in ("13/5", "15/5"):
        s.send(unit(name), NORTH_POLISH)
    ask(s, north.PolishLosses(SOVIET, 1, (unit("13/5"),)))
    holds(s, Pick(unit("13/5")), north.CHOSEN)


@pytest.mark.rule("S.2")
def test_the_free_deployment() -> None:
    s = setup(GAME, "free", 1)
    holds(s, Pick(unit("372/218")), deployment.NOT_YOURS)
    late = next(id for id, counter in GAME.counters.items() if counter.side == GERMAN and counter.event)
    holds(s, Pick(late), deployment.LATER)
    do(s, Pick(unit("21 VS")), Place(Hex(320)), Pick(unit("22 VS")), Place(Hex(320)))
    holds(s, Pick(unit("21 VS")), deployment.DEPLOYED)
    do(s, Pick(unit("23 VS")))
    holds(s, Place(Hex(320)), deployment.FULL)
    holds(s, Place(Hex(1717)), deployment.RIVER)
    ask(s, deployment.Deployment(SOVIET))
    do(s, Pick(unit("372/218")), Place(Hex(117)))
    holds(s, Pick(unit("955/309")), deployment.DIVISION_FIRST)
    assert refused(s, Choose(deployment.AS_IN_HISTORY)) is deployment.DIVISION_FIRST
    do(s, Pick(unit("658/218")))
    far = next(hex for hex in s.tables.start_ground[SOVIET] if GAME.board.distance(hex, 117) > 2)
    holds(s, Place(far), deployment.TOO_FAR)


@pytest.mark.rule("10.2.1a", "10.2.1b", "10.2.1c", "7.3.6b")
def test_what_stops_the_train() -> None:
    s = at(at(field(), 2113, "Pörsel"), 2507, "372/218")
    do(movement_phase(s, GERMAN), Pick(unit("Pörsel")))
    holds(s, MoveTo(Hex(2606)), caused_at(train.LINE_BLOCKED, 2507))
    holds(s, MoveTo(Hex(2013)), train.NO_RAIL)
    do(s, MoveTo(Hex(2015)))
    holds(s, MoveTo(Hex(2014)), train.TWICE)
    assert refused(s, Cancel()) is train.HAS_RUN
