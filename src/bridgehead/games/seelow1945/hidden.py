"""6.13b What a side cannot see of enemy stacks, and guesses at it.

A guess deals out the hidden counters, and what ails them, among all that the side cannot rule out: what has
not moved since the set-up stands where its list allows, what has moved came in sight, stacks hold what the
limit lets them hold, and the zones of control the side feels are as it feels them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TypeVar

import msgspec

from bridgehead.core.rules import rule
from bridgehead.core.state import rebuild_ledger, reseeded
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.seelow1945.model.data import FOE
from bridgehead.games.seelow1945.model.state import MARKS, State, Unit, covered, enemy_zoc, open_to, points_in
from bridgehead.games.seelow1945.rules.antitank import PlanFire
from bridgehead.games.seelow1945.rules.artillery import PlanBarrage
from bridgehead.games.seelow1945.rules.combat import PlanAttack
from bridgehead.games.seelow1945.rules.movement import MoveUnit
from bridgehead.games.seelow1945.rules.retreat import GoAlong, Retreat, can_retreat
from bridgehead.games.seelow1945.rules.steps import allowance
from bridgehead.toolkit.hidden import Berth, Dealer, Lots, berths_of, recast

T = TypeVar("T")


@rule("6.13b")
def hidden_from(s: State, side: Side | None) -> frozenset[UnitId]:
    """6.13b The enemy units a side cannot see now; an onlooker sees no covered unit."""
    if open_to(s, side):
        return frozenset()
    return frozenset(unit.id for unit in s.units.values() if unit.side != side and covered(s, unit))


@rule("6.13b")
def determinize(s: State, side: Side, seed: int) -> State:
    """A position the side could not tell from this one: hidden units and what ails them are dealt anew."""
    twin = reseeded(s, seed)
    hidden = hidden_from(s, side)
    if hidden:
        deal(twin, known(s, side, hidden), Lots(seed))
        put_back(twin, hidden)
    return twin


class Kind(msgspec.Struct, frozen=True):
    """What decides where a hidden counter may lie."""

    zone: str
    """Whose zone of control it has: of foot, of motz, or none."""
    stack: int
    artillery: bool
    home: tuple[Hex, ...]
    """The hexes of its set-up list; none once it has moved."""


class Sign(msgspec.Struct, frozen=True):
    """What the zones a side feels tell of the units hidden in a hex."""

    zones: frozenset[str]
    """Whose zones an undisrupted one may have."""
    felt: bool
    """One of them must exert the zone that is felt."""
    silent: bool
    """One more zone would be felt."""


class Known(msgspec.Struct, frozen=True):
    """All that a side knows of the counters hidden from it."""

    lying: dict[Berth, UnitId]
    kinds: dict[UnitId, Kind]
    signs: dict[Hex, Sign]
    room: dict[Hex, int]
    largest: dict[Hex, int]
    """The most stacking points of one of them."""


def known(s: State, side: Side, hidden: frozenset[UnitId]) -> Known:
    """What a side knows, found once a position."""
    found: Known | None = s.memo.get("known to " + side)
    if found is None:
        lying = berths_of(s, sorted(hidden))
        kinds = {id: kind_of(s, id) for id in hidden}
        hexes = {berth.hex for berth in lying}
        signs = signs_of(s, side, lying)
        room = {hex: room_in(s, FOE[side], hex, hidden) for hex in hexes}
        found = Known(lying, kinds, signs, room, largest(lying, kinds, room))
        s.memo["known to " + side] = found
    return found


def kind_of(s: State, id: UnitId) -> Kind:
    counter = s.counter(id)
    home = () if s.units[id].came else s.campaign.berths[id].hexes
    return Kind(zone_of(s, id), counter.stack, counter.artillery, home)


def zone_of(s: State, id: UnitId) -> str:
    """Whose zone of control it has while it is not disrupted."""
    counter = s.counter(id)
    return "" if counter.commander else counter.klass


@rule("4.12", "4.13", "7.55a")
def room_in(s: State, side: Side, hex: Hex, hidden: frozenset[UnitId]) -> int:
    """4.1 The points a hex holds beside the units that are seen there; more while a retreat overcrowds it."""
    counters = s.game.counters
    seen = [unit for unit in s.stacks[hex] if unit not in hidden]
    return max(s.tables.stacking[side], points_in(s, hex)) - sum(counters[unit].stack for unit in seen)


def largest(lying: Iterable[Berth], kinds: Mapping[UnitId, Kind], room: Mapping[Hex, int]) -> dict[Hex, int]:
    """The most points one hidden counter in a hex can have, its neighbors having the least."""
    least = min(kind.stack for kind in kinds.values())
    hexes = groupby(lying, key=lambda berth: berth.hex)
    return {hex: room[hex] - least * (len(list(berths)) - 1) for hex, berths in hexes}


@rule("4.21", "4.22")
def signs_of(s: State, side: Side, lying: dict[Berth, UnitId]) -> dict[Hex, Sign]:
    """4.2 What the zones of control tell of the hexes in which units are hidden."""
    felt, controls = enemy_zoc(s, side), s.ground.controls
    seen = bytearray(felt)
    for id in lying.values():
        unit, counter = s.units[id], s.counter(id)
        if not unit.disrupted and not counter.commander:
            for to in controls[counter.klass][unit.hex]:
                seen[to] -= 1
    hexes = [hex for hex, _ in groupby(berth.hex for berth in lying)]
    found = {}
    for hex in hexes:
        here = {zone_of(s, id) for berth, id in lying.items() if berth.hex == hex}
        nearby = {to for other in hexes if other != hex for to in controls["foot"][other]}
        found[hex] = sign_of(s, hex, here, [to for to in controls["foot"][hex] if not seen[to]], nearby, felt)
    return found


def sign_of(s: State, hex: Hex, here: set[str], unseen: list[Hex], nearby: set[Hex], felt: bytearray) -> Sign:
    """By the zones that are felt where none is exerted by a unit that is seen.

    Where units hidden in other hexes may exert them too, it is left open who does: they keep their class."""
    foot, motz = s.ground.controls["foot"][hex], s.ground.controls["motz"][hex]
    needed = [to for to in unseen if felt[to]]
    on_foot = [to for to in needed if to not in motz]
    loud = any(not felt[to] for to in foot)
    if any(to in nearby for to in on_foot):
        return Sign(frozenset(here), felt=True, silent=loud)
    possible = {"foot": not loud, "motz": not on_foot, "": not needed}
    zones = here | {zone for zone, so in possible.items() if so}
    return Sign(frozenset(zones), bool(needed), loud)


@rule("7.57b", "7.58b")
def retreating(s: State, known: Known) -> dict[tuple[Kind, Berth], bool]:
    """7.58 A hidden unit that is about to retreat is no artillery and has a way to go."""
    found = {}
    for group, units in goers(s):
        for berth in [berth for berth, id in known.lying.items() if id in units]:
            for id, kind in known.kinds.items():
                one = replace(s.units[id], hex=berth.hex)
                found[kind, berth] = can_retreat(s, one, (*group, id))
    return found


def goers(s: State) -> list[tuple[tuple[UnitId, ...], tuple[UnitId, ...]]]:
    """Who retreats with whom, as far as it has been seen that they can."""
    found = []
    for frame in s.flow:
        if isinstance(frame, GoAlong):
            found.append((frame.group, frame.may))
        if isinstance(frame, Retreat) and not frame.path:
            found.append((frame.group, (frame.unit,)))
    return found


# --- dealing


def deal(s: State, known: Known, lots: Lots) -> None:
    """Deal the hidden counters to their berths, and what nobody can see of their condition."""
    lying = known.lying
    ailing = ailments(s, known, lots)
    sizes = {id: kind.stack for id, kind in known.kinds.items()}
    fits = fitting(s, known, ailing)
    dealt = Dealer(tuple(lying), known.kinds, fits, lots, sizes, known.room).deal()
    modes = modes_dealt(s, list(known.kinds), lots)

    def dressed(new: Unit, old: Unit) -> Unit:
        marks = {name: getattr(old, name) for name in MARKS}
        disrupted, mode = ailing[Berth(old.hex, s.stacks[old.hex].index(old.id))], modes[new.id]
        return replace(new, hex=old.hex, disrupted=disrupted, move_mode=mode, came=old.came, **marks)

    recast(s, {true: dealt[berth] for berth, true in lying.items()}, dressed)
    rebuild_ledger(s)


def fitting(s: State, known: Known, ailing: dict[Berth, bool]) -> Callable[[Kind, Berth], bool]:
    """May a counter of a kind lie in a berth?"""
    came = {berth: s.units[id].came for berth, id in known.lying.items()}
    going = retreating(s, known)

    def fits(kind: Kind, berth: Berth) -> bool:
        at_home = not kind.home if came[berth] else berth.hex in kind.home
        unseen = ailing[berth] or kind.zone in known.signs[berth.hex].zones
        small = kind.stack <= known.largest[berth.hex]
        return at_home and unseen and small and going.get((kind, berth), True)

    return fits


@rule("7.61", "4.21")
def ailments(s: State, known: Known, lots: Lots) -> dict[Berth, bool]:
    """Which hidden units are disrupted: by lot among those of whom no zone of control tells it."""
    true = {berth: s.units[id].disrupted for berth, id in known.lying.items()}
    free = [berth for berth in true if not (known.signs[berth.hex].felt or known.signs[berth.hex].silent)]
    found = {**true, **shuffled(free, [true[berth] for berth in free], lots)}
    for hex, sign in known.signs.items():
        if sign.felt and not sign.silent and sign.zones >= {"foot", "motz"}:
            here = [berth for berth in true if berth.hex == hex]
            found |= shuffled(here, [true[berth] for berth in here], lots)
    return found


def modes_dealt(s: State, ids: Sequence[UnitId], lots: Lots) -> dict[UnitId, bool]:
    """The modes of hidden artillery, by lot."""
    guns = sorted(id for id in ids if s.counter(id).artillery)
    modes = dict.fromkeys(ids, False)
    return {**modes, **shuffled(guns, [s.units[id].move_mode for id in guns], lots)}


def shuffled(places: Sequence[T], held: Iterable[bool], lots: Lots) -> dict[T, bool]:
    """As many of the places as there were, by lot."""
    return dict(zip(places, lots.shuffled(sorted(held)), strict=True))


def put_back(s: State, hidden: frozenset[UnitId]) -> None:
    """Whom the enemy has picked and not yet committed is his secret: in a guess nobody hidden is picked."""
    frame = s.flow[-1] if s.flow else None

    def seen(units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
        return tuple(unit for unit in units if unit not in hidden)

    match frame:
        case PlanAttack():
            s.become(replace(frame, attackers=seen(frame.attackers)))
        case PlanBarrage():
            s.become(replace(frame, guns=seen(frame.guns)))
        case PlanFire():
            shots = tuple((target, seen(firers)) for target, firers in frame.shots)
            s.become(replace(frame, shots=shots))
        case MoveUnit(unit=unit, fresh=True) if unit in hidden:
            s.become(replace(frame, mp=allowance(s, s.units[unit])))
