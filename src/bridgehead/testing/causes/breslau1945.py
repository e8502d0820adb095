"""Festung Breslau: how the cause that a refusal names is taken away, or how it is seen to be there."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from bridgehead.core.actions import Action
from bridgehead.core.play import decision
from bridgehead.core.refusal import No
from bridgehead.core.roles import place_of, units_in
from bridgehead.core.values import Hex, UnitId, replace
from bridgehead.games.breslau1945.model.actions import PolishScreen
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
    deployment,
    movement,
    north,
    redeployment,
    reserves,
    supply,
    train,
)
from bridgehead.games.breslau1945.rules.reserves import reserve_hexes
from bridgehead.testing.refusals import Fact, FalseReason, Remedy

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
    open_ground = s.tables.rail if named(action) == s.tables.train else s.tables.land
    empty = next(hex for hex in open_ground if hex not in s.stacks and not s.ledger["near_soviet"][hex])
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
    if isinstance(action, PolishScreen):
        amend(s, polish=frame.polish | {place_of(action)})
    elif isinstance(frame, redeployment.Withdrawal):
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
    attack.OFF_MAP: put_on_map,
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
    bombardment.GUN_OFF_MAP: put_on_map,
    bombardment.HAS_FIRED: gun_ready,
    bombardment.PO2_USED: tracked("po2", 1),
    bombardment.NOT_GERMAN: put_on_map,
    bombardment.ROCKETS_FIRED: gun_ready,
    bombardment.ROCKETS_OFF_MAP: put_on_map,
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
    redeployment.NO_RUSSIAN_SCREEN: screen_in_pool,
    redeployment.NO_POLISH_SCREEN: screen_in_pool,
    redeployment.NO_RUSSIANS_LEFT: vacated,
    redeployment.NO_POLES_LEFT: vacated,
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
    train.ONE_AT_A_TIME: move_ended,
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
    bombardment.NOT_ROCKETS: is_so(
        lambda s, unit: s.game.counters[unit].weapon != "BM-13" or s.game.counters[unit].kind != "artillery"
    ),
    bombardment.NO_TARGET: ground_there("river"),
    bombardment.NOT_GERMAN: is_so(lambda s, unit: s.units[unit].side == SOVIET),
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
    train.NOT_YOURS: is_so(enemy),
    train.NO_RAIL: lambda s, action, no: place_of(action) not in s.tables.rail,
    train.NO_TRACK: lambda s, action, no: (
        place_of(action) not in train.tracks_from(s, frame_of(s).run[-1], (), enemies=False, fire=False)
    ),
    train.TWICE: lambda s, action, no: place_of(action) in frame_of(s).run,
    deployment.RIVER: ground_there("river"),
    deployment.NOT_YOURS: is_so(enemy),
    deployment.NOT_YOUR_GROUND: lambda s, action, no: controller(s, place_of(action)) != frame_of(s).side,
    deployment.LATER: is_so(lambda s, unit: not deployment.begins_anywhere(s.game.counters[unit])),
}


def by_rule(known: Mapping[No, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """What is known of a refusal, wherever its cause stands, as the contract asks for it: by rule."""

    def answer(s: State, action: Action, no: No) -> Any:
        about = next((found for each, found in known.items() if is_said(each, no)), None)
        if about is None and known is CAUSES:
            raise FalseReason(f"no remedy is known for {no} against {action} at {s.flow[-1]}")
        return about is not None and about(s, action, no)

    return {no.rule: answer for no in known}


def is_said(known: No, no: No) -> bool:
    """Is it this refusal, with whatever figures of the tables it names?"""
    said = re.sub(r"\\{\w+(:\w+)?\\}", ".+", re.escape(known.because))
    return known.rule == no.rule and re.fullmatch(said, no.because) is not None


REMEDIES: Mapping[str, Remedy] = by_rule(CAUSES)
FACTS: Mapping[str, Fact] = by_rule(FACTS_SEEN)
