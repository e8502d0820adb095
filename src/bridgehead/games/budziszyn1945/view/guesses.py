"""Worlds a side could be in: hidden counters are dealt anew, hidden plans are made anew."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from bridgehead.core.rules import rule
from bridgehead.core.state import reseeded
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.budziszyn1945.model.data import SOVIET, Counter, Mission, hexside
from bridgehead.games.budziszyn1945.model.game import Budziszyn
from bridgehead.games.budziszyn1945.model.state import (
    DEFECTED,
    State,
    Unit,
    american,
    camp,
    enter_book,
    in_nysa,
    in_play,
)
from bridgehead.games.budziszyn1945.rules.air import (
    OBJECTS,
    AirPlanning,
    kinds_for,
    least_sp,
    still_secret,
    target_hexes,
)
from bridgehead.games.budziszyn1945.rules.engineering import fortified
from bridgehead.games.budziszyn1945.rules.interdiction import RIVER
from bridgehead.games.budziszyn1945.rules.masking import (
    beside_own,
    fog,
    hidden_from,
    strength_key,
    top_of,
)
from bridgehead.games.budziszyn1945.rules.movement import bridge_stands, standing_bridges
from bridgehead.games.budziszyn1945.rules.zoc import occupied_by_foe
from bridgehead.toolkit.hidden import Berth, Dealer, Lots, berths_of, recast, spoken_of

Role = tuple[bool, bool, bool, bool, bool]
"""What tells at once, by where units may go, whether a counter could lie there: does it control hexes, on
wheels or on foot; is it guns, in which set-up, or a headquarters."""


class Nature(msgspec.Struct, frozen=True, cache_hash=True):
    """What decides where a hidden counter may lie."""

    side: Side
    type: str
    size: str
    cls: str
    armored_cars: bool
    role: Role
    strength: tuple[int, int]
    american: bool
    defected: bool
    city: str
    posts: tuple[Hex, ...]
    """Where a unit without movement points was set up."""


Print = tuple[Nature, tuple[int, ...], bool, bool]
"""The nature of a full counter whatever its role, its strengths, is it guns, is it regular."""


class Known(msgspec.Struct, frozen=True):
    """What a side knows of a hidden counter by where it lies."""

    side: Side
    strongest: tuple[int, int]
    """The counter that shows on top is no weaker."""
    below: bool
    """It lies below that counter, and so may be its equal."""
    american: bool
    single: bool
    """Nobody it could not stack with lies there."""
    defected: bool
    look: tuple[str, str, str, bool] | None
    """Beside units of one's own: its type, size, and how it moves."""
    cel: int
    """0 if not even the number of its CELs is known."""
    role: Role | None
    """None if the counters that show tell nothing of it."""


@rule("16.1.1")
def determinize(s: State, side: Side, seed: int) -> State:
    """A hidden enemy counter is any that could lie there, hidden plans are made anew; the side sees no
    difference.

    Everything is dealt by the seed and by what the side knows, not by where the hidden counters truly are.
    """
    twin: State = reseeded(s, seed)
    draw = Lots(seed)
    lying = berths_of(twin, hidden_from(twin, side))
    if lying:
        deal(twin, side, lying, draw)
    if side != SOVIET and twin.air_days:
        redraw_air_days(twin, draw)
    if still_secret(twin):
        replan_air(twin, side, draw)
    rebuild_bridges(twin, side, frozenset(lying.values()), draw)
    return twin


def deal(s: State, side: Side, lying: dict[Berth, UnitId], draw: Lots) -> None:
    """Give every hidden counter a place that it could have, and the losses of one that prints the same."""
    seen = frozenset(lying.values())
    ordered = sorted(seen)
    known = known_of(s, side, lying, seen)
    worn = dict(zip(ordered, wear(s, ordered, draw), strict=True))
    kinds = {id: nature(s, worn[id]) for id in ordered}
    sizes = {id: worn[id].cel for id in ordered}
    dealer = Dealer(
        tuple(lying),
        kinds,
        lambda kind, berth: fits(s, kind, known[berth], berth.hex),
        draw,
        sizes,
        room_in(s, lying, seen),
    )
    dealt = dealer.deal()
    settle(s, {true: worn[dealt[berth]] for berth, true in lying.items()})


@rule("3.2.1a", "3.2.1b")
def room_in(s: State, lying: Iterable[Berth], hidden: frozenset[UnitId]) -> dict[Hex, int]:
    """The CELs that may lie hidden in each hex; stacks of the set-up may be larger for a day."""
    if s.turn <= 1:
        return {}
    most = s.game.tables.number.stacking
    return {
        hex: most - sum(s.units[id].cel for id in s.stacks[hex] if id not in hidden)
        for hex in {berth.hex for berth in lying}
    }


def settle(s: State, names: dict[UnitId, Unit]) -> None:
    """Put the counters dealt where others lay, and set the books right."""
    before = [s.units[id] for id in names]
    worn = {unit.id: unit for unit in names.values()}
    recast(s, {old: new.id for old, new in names.items()}, lambda new, old: dressed(worn[new.id], old))
    changed = [
        (old, now)
        for old, now in zip(before, map(s.units.__getitem__, worn), strict=True)
        if booked_as(s, old) != booked_as(s, now)
    ]
    for old, _ in changed:
        enter_book(s, old, -1)
    for _, now in changed:
        enter_book(s, now, 1)


def booked_as(s: State, unit: Unit) -> tuple[object, ...]:
    """All that the books know of a unit but its hex."""
    counter = s.game.counters[unit.id]
    return unit.cel, unit.side, american(s, unit), counter.soft, counter.regular, counter.motorized


def dressed(new: Unit, old: Unit) -> Unit:
    """A counter in the place of another: markers stay, and what was done there; a defector stays one."""
    if new.id == old.id:
        return new
    done = (old.done & ~DEFECTED) | (new.done & DEFECTED)
    return replace(new, hex=old.hex, done=done, disorganized=old.disorganized, oos=old.oos)


def wear(s: State, units: list[UnitId], draw: Lots) -> list[Unit]:
    """The counters with losses and set-ups dealt anew among those that print the same."""
    alike: dict[Print, list[Unit]] = {}
    for id in units:
        alike.setdefault(print_of(s, s.units[id]), []).append(s.units[id])
    worn: dict[UnitId, Unit] = {}
    for group in alike.values():
        drawn = draw.shuffled(sorted((unit.cel, unit.transport) for unit in group))
        for unit, (cel, transport) in zip(group, drawn, strict=True):
            same = cel == unit.cel and transport == unit.transport
            worn[unit.id] = unit if same else replace(unit, cel=cel, transport=transport)
    return [worn[id] for id in units]


def print_of(s: State, unit: Unit) -> Print:
    return printed_on(s.game, unit.id, unit.side, bool(unit.done & DEFECTED), in_nysa(s))


def nature(s: State, unit: Unit) -> Nature:
    defected = bool(unit.done & DEFECTED)
    return nature_of(s.game, unit.id, unit.side, unit.cel, unit.transport, defected, in_nysa(s))


@lru_cache(maxsize=1 << 12)
def printed_on(game: Budziszyn, id: UnitId, side: Side, defected: bool, nysa: bool) -> Print:
    """What is printed on a counter, and what binds it: its equals could have suffered what it suffered."""
    counter = game.counters[id]
    full = nature_of(game, id, side, counter.cel, False, defected, nysa)
    return replace(full, role=(False,) * 5), counter.attack, counter.guns, counter.regular


@lru_cache(maxsize=1 << 13)
def nature_of(
    game: Budziszyn,
    id: UnitId,
    side: Side,
    cel: int,
    transport: bool,
    defected: bool,
    nysa: bool,
) -> Nature:
    counter = game.counters[id]
    return Nature(
        side=side,
        type=counter.type,
        size=counter.size,
        cls=counter.cls,
        armored_cars=counter.armored_cars,
        role=role(counter, transport=transport),
        strength=(counter.attack[counter.cel - cel], cel),
        american=defected or counter.nation == "american",
        defected=defected,
        city="" if nysa else game.campaigns.bound.get(id, ""),
        posts=game.posts.get(id, ()),
    )


def role(counter: Counter, *, transport: bool) -> Role:
    return counter.regular, counter.motorized, counter.guns, counter.hq, counter.guns and transport


def known_of(
    s: State, side: Side, lying: dict[Berth, UnitId], hidden: frozenset[UnitId]
) -> dict[Berth, Known]:
    """What the side knows of each place."""
    found: dict[Berth, Known] = {}
    named = spoken_of(s)
    standard = fog(s) == "standard"
    hex = Hex(0)
    for berth, id in lying.items():  # in the order of the map: what holds of a hex is found once
        if berth.hex != hex:
            hex = berth.hex
            stack = s.stacks[hex]
            top = top_of(s, hex) if standard else None
            strongest = strength_key(s, s.units[top]) if top else (1 << 20, 0)
            height = stack.index(top) if top else 0
            near = beside_own(s, side, hex)
            counted = near and not fortified(s, hex)
            closed = not told_by_others(s, hex, hidden)
        unit, counter = s.units[id], s.game.counters[id]
        found[berth] = Known(
            side=unit.side,
            strongest=strongest,
            below=berth.height < height,
            american=american(s, unit),
            single=len(stack) == 1,
            defected=bool(unit.done & DEFECTED),
            look=(counter.type, counter.size, counter.cls, counter.armored_cars) if near else None,
            cel=unit.cel if counted else 0,
            role=role(counter, transport=unit.transport) if closed or id in named else None,
        )
    return found


@rule("4.1.1", "4.1.4", "16.1.1")
def told_by_others(s: State, hex: Hex, hidden: frozenset[UnitId]) -> bool:
    """Do the counters that show in a hex explain its ZOC, whatever lies beneath them?"""
    ground, counters = s.game.ground, s.game.counters
    same = ground.held_by_foot[hex] == ground.held_by_motor[hex]
    shown = [counters[id] for id in s.stacks[hex] if id not in hidden]
    return any(counter.regular and (same or not counter.motorized) for counter in shown)


def fits(s: State, kind: Nature, known: Known, hex: Hex) -> bool:
    """Could a counter of that nature lie there, for all the side knows?"""
    if kind.side != known.side or kind.defected != known.defected:
        return False
    if kind.strength > known.strongest or (kind.strength == known.strongest and not known.below):
        return False
    if known.role is not None and kind.role != known.role:
        return False
    if known.look is not None and (kind.type, kind.size, kind.cls, kind.armored_cars) != known.look:
        return False
    if known.cel and kind.strength[1] != known.cel:
        return False
    if kind.american != known.american and not known.single:
        return False
    return could_come(s, kind, hex)


@rule("N.11", "T.20", "15.2.1", "TI.1")
def could_come(s: State, kind: Nature, hex: Hex) -> bool:
    """Is the ground open to it, and not barred by what binds it?"""
    ground = s.game.ground
    if kind.posts:
        return hex in kind.posts
    if kind.city and ground.barred_outside[kind.city][hex]:
        return False
    if kind.american and in_nysa(s) and ground.barred_east[hex]:
        return False
    return bool(ground.open_to[kind.cls][hex])


def redraw_air_days(s: State, draw: Lots) -> None:
    """Days to come are unknown to the enemy of the Soviets."""
    known = {day: sp for day, sp in s.air_days.items() if day <= s.turn}
    open_days = list(range(s.turn + 1, s.game.scenarios[s.scenario].turns + 1))
    for sp in sorted(sp for day, sp in s.air_days.items() if day > s.turn):
        known[open_days.pop(draw.below(len(open_days)))] = sp
    s.set(air_days=known)


@rule("14.3.2a")
def rebuild_bridges(s: State, side: Side, hidden: frozenset[UnitId], draw: Lots) -> None:
    """Any enemy headquarters on a bank may be at work on a bridge, and nobody knows where to."""
    enemy = [s.units[id] for id in s.game.hqs if camp(s.units[id].side) != camp(side)]
    unseen = {hq.id for hq in enemy if hq.id in hidden and hq.hex and s.game.ground.across[hq.hex]}
    banks = s.banks - hidden | unseen
    works = {id: work for id, work in s.works.items() if camp(s.units[id].side) == camp(side)}
    for hq in enemy:
        if hq.id in banks and hq.hex and draw.below(2):
            ends = [to for to in s.game.ground.across[hq.hex] if could_bridge(s, hq, to)]
            if ends:
                works[hq.id] = (hq.hex, ends[draw.below(len(ends))], last_moved(s, hq.side))
    s.set(banks=banks, works=works)


def could_bridge(s: State, hq: Unit, to: Hex) -> bool:
    return not bridge_stands(s, hexside(hq.hex, to)) and not occupied_by_foe(s, hq.side, to)


def last_moved(s: State, side: Side) -> int:
    """The day of a side's latest Movement Phase."""
    order = in_play(s)
    mine, now = order.index(side), order.index(s.phasing)
    moved = mine < now or (mine == now and s.phase not in ("air", "barrage", ""))
    return s.turn if moved else s.turn - 1


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
        return standing_bridges(s)
    return [(hex, Hex(0)) for hex in target_hexes(s, side, kind)]


@rule("8.2.17", "8.2.18")
def over_the_river(s: State, side: Side, start: Hex, attacks: int, draw: Lots) -> list[Mission]:
    """Attacks on river crossings, spread over connected banks."""
    given = [start]
    while len(given) < attacks:
        near = {to for hex in given for to in s.game.board.near[hex]}
        open_to = [hex for hex in s.game.bank_hexes if hex in near or hex in given]
        given.append(open_to[draw.below(len(open_to))])
    return [
        Mission(side, RIVER, hex, given[::2].count(hex), attacks=given.count(hex))
        for hex in dict.fromkeys(given)
    ]
