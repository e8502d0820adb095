"""Worlds a side could be in: hidden units change places, hidden plans are made anew."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache

from bridgehead.core.rules import rule
from bridgehead.core.state import reseeded
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.budziszyn1945.model.data import SOVIET, Mission
from bridgehead.games.budziszyn1945.model.state import State, Unit, camp, in_play
from bridgehead.games.budziszyn1945.rules.air import (
    OBJECTS,
    AirPlanning,
    kinds_for,
    least_sp,
    still_secret,
    target_hexes,
)
from bridgehead.games.budziszyn1945.rules.interdiction import RIVER
from bridgehead.games.budziszyn1945.rules.masking import fog, hidden_from, look_of, strength_key, top_of
from bridgehead.games.budziszyn1945.rules.movement import bridge_stands
from bridgehead.toolkit.hidden import Lots, exchange, spoken_of


@rule("16.1.1")
def determinize(s: State, side: Side, seed: int) -> State:
    """Hidden enemy units change places, hidden plans are made anew; the side sees no difference.

    Everything is dealt by the seed and by what the side knows, not by where the hidden units truly are.
    """
    twin: State = reseeded(s, seed)
    draw = Lots(seed)
    room = cache(lambda hex: room_under(twin, hex))
    for group in alike(twin, side):
        deal(twin, group, room, draw)
    if side != SOVIET and twin.air_days:
        redraw_air_days(twin, draw)
    replan(twin, side, draw)
    return twin


def alike(s: State, side: Side) -> list[list[UnitId]]:
    """The hidden units in groups: any of a group could stand where another stands, for all the side knows."""
    frozen = spoken_of(s)
    groups: dict[Hashable, list[UnitId]] = {}
    for id in sorted(hidden_from(s, side)):
        if id in frozen or id in s.works or id in s.game.campaigns.bound:
            continue
        unit, counter = s.units[id], s.counter(id)
        look = look_of(s, side, unit)
        condition = (unit.side, unit.cel, unit.transport, unit.oos, bool(unit.disorganized))
        shown = (look, counter.type, counter.size) if look else ("", "", "")
        groups.setdefault((s.game.sorts[id], condition, shown), []).append(id)
    several = [key for key, ids in groups.items() if len(ids) > 1]
    return [groups[key] for key in sorted(several, key=repr)]


def deal(s: State, group: list[UnitId], room: Callable[[Hex], tuple[int, int, str]], draw: Lots) -> None:
    """Give each place of a group to a unit drawn from it; nobody lies under a counter weaker than itself."""
    stood = {(s.units[id].hex, s.stacks[s.units[id].hex].index(id)): s.units[id] for id in group}
    left = sorted(group)
    strength = {id: strength_key(s, id) for id in group}
    dealt: list[tuple[int, Unit]] = []
    for most, hex, at in sorted((room(hex), hex, at) for hex, at in stood):
        fits = [id for id in left if strength[id] < most]
        id = fits[draw.below(len(fits))]
        left.remove(id)
        old = stood[hex, at]
        unit = replace(s.units[id], hex=hex, done=old.done, disorganized=old.disorganized, barred=old.barred)
        dealt.append((at, unit))
    exchange(s, dealt)


def room_under(s: State, hex: Hex) -> tuple[int, int, str]:
    """How strong a hidden unit of a stack may be: less than the counter that shows on top."""
    return strength_key(s, top_of(s, hex)) if fog(s) == "standard" else (10**6, 0, "")


def redraw_air_days(s: State, draw: Lots) -> None:
    """Days to come are unknown to the enemy of the Soviets."""
    known = {day: sp for day, sp in s.air_days.items() if day <= s.turn}
    open_days = list(range(s.turn + 1, s.game.scenarios[s.scenario].turns + 1))
    for sp in sorted(sp for day, sp in s.air_days.items() if day > s.turn):
        known[open_days.pop(draw.below(len(open_days)))] = sp
    s.set(air_days=known)


def replan(s: State, side: Side, draw: Lots) -> None:
    """Enemy missions not yet shown are planned anew, bridges not yet built join other banks."""
    if still_secret(s):
        replan_air(s, side, draw)
    for id, (here, _, turn) in list(s.works.items()):
        if camp(s.units[id].side) != camp(side):
            banks = s.game.ground.across[here]
            s.works[id] = (here, banks[draw.below(len(banks))], turn)
    s.touch()


@rule("16.1.1", "8.1.7")
def replan_air(s: State, side: Side, draw: Lots) -> None:
    """Of enemy missions a side knows no more than that so much strength may fly: kind, number and place are
    drawn, and what the enemy is just planning is forgotten."""
    # In attacks on rivers, of which an SP makes two: however they are spread, their sum stays the same.
    hidden = {each: 0 for each in in_play(s) if camp(each) != camp(side)}
    for mission in s.missions:
        if mission.side in hidden:
            hidden[mission.side] += mission.attacks or 2 * mission.sp
    kept = tuple(each for each in s.missions if each.side not in hidden)
    drawn = [
        each for owner, halves in hidden.items() for each in drawn_missions(s, owner, (halves + 1) // 2, draw)
    ]
    s.set(
        missions=(*kept, *drawn),
        flow=tuple(
            AirPlanning(frame.side, left=frame.left)
            if isinstance(frame, AirPlanning) and frame.side in hidden
            else frame
            for frame in s.flow
        ),
    )


def drawn_missions(s: State, side: Side, left: int, draw: Lots) -> list[Mission]:
    """So much strength on missions that could have been planned."""
    found: list[Mission] = []
    while left > 0:
        kinds = [kind for kind in kinds_for(side) if least_sp(s, kind) <= left and places_for(s, side, kind)]
        if not kinds:
            break
        kind = kinds[draw.below(len(kinds))]
        least = least_sp(s, kind)
        sp = least + draw.below(left - least + 1)
        left -= sp
        places = places_for(s, side, kind)
        hex, to = places[draw.below(len(places))]
        if kind == RIVER:
            found.extend(over_the_river(s, side, hex, 2 * sp, draw))
        else:
            found.append(Mission(side, kind, hex, sp, to))
    return found


def places_for(s: State, side: Side, kind: str) -> list[tuple[Hex, Hex]]:
    """The hexes a mission may go to; of a bridge both ends."""
    if kind == OBJECTS:
        return [each for each in (*s.game.ground.bridges, *sorted(s.built)) if bridge_stands(s, each)]
    return [(hex, Hex(0)) for hex in target_hexes(s, side, kind)]


@rule("8.2.17", "8.2.18")
def over_the_river(s: State, side: Side, start: Hex, attacks: int, draw: Lots) -> list[Mission]:
    """Attacks on river crossings, spread over connected banks."""
    given = {start: 1}
    for _ in range(attacks - 1):
        near = {to for hex in given for to in s.game.board.near[hex]}
        open_to = [hex for hex in s.game.bank_hexes if hex in near or hex in given]
        hex = open_to[draw.below(len(open_to))]
        given[hex] = given.get(hex, 0) + 1
    return [Mission(side, RIVER, hex, (many + 1) // 2, attacks=many) for hex, many in given.items()]
