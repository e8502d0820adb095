"""2.1.3 Fog of war: which counters a side cannot see, and what, for all it knows, they could be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from bridgehead.core.rules import rule
from bridgehead.core.state import rebuild_ledger, reseeded
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.koenigsberg1945.model.data import camp_of
from bridgehead.games.koenigsberg1945.model.state import State, Unit
from bridgehead.games.koenigsberg1945.rules.barrage import Barrage
from bridgehead.games.koenigsberg1945.rules.combat import Combat, CombatSegment
from bridgehead.games.koenigsberg1945.rules.orders import Orders
from bridgehead.toolkit.hidden import Berth, Dealer, Lots, berths_of, recast

Kind = tuple[Side, bool]
"""Whose a counter is, and whether it is a headquarters: what decides where it may lie."""
Fits = Callable[[Kind, Berth], bool]


@rule("2.1.3a")
def hidden(s: State, side: Side | None) -> frozenset[UnitId]:
    """The enemy units a side may not see: those below the top of a stack, unless an attack lays them open."""
    if not s.fog:
        return frozenset()
    pieces = s.game.counters
    covered = {unit for stack in s.stacks.values() for unit in stack[:-1]}
    if side is not None:
        covered = {unit for unit in covered if pieces[unit].camp != camp_of(side)}
    return frozenset(covered - laid_open(s))


def laid_open(s: State) -> set[UnitId]:
    """The units of a combat being resolved, and of stacks seen when an attack on them fell short."""
    found: set[UnitId] = set()
    for frame in s.flow:
        if isinstance(frame, Combat):
            found |= {*frame.attackers, *frame.defenders, frame.hq}
        elif isinstance(frame, Barrage):
            found |= {*frame.defenders, frame.hq}
        elif isinstance(frame, CombatSegment):
            found |= {unit for hex in frame.seen for unit in s.stacks.get(hex, ())}
    return found


# --- what the side cannot rule out


@rule("2.1.3a")
def determinize(s: State, side: Side, seed: int) -> State:
    """A position the side could not tell from this one: covered units may be any that could lie there."""
    twin, lots = reseeded(s, seed), Lots(seed)
    covered = hidden(s, side)
    lying = berths_of(s, (unit for unit in covered if s.face(unit).movement))
    if lying:
        staffs = staff_berths(s, lying, covered, lots)
        dealt = Dealer(tuple(lying), kinds_of(s, lying), fitting(s, lying, staffs), lots).deal()
        recast(twin, {true: dealt[berth] for berth, true in lying.items()}, in_the_place_of)
        keep_named(twin, s)
    if covered:
        deal_conditions(twin, covered, lots)
        rebuild_ledger(twin)
    return twin


def kinds_of(s: State, lying: Mapping[Berth, UnitId]) -> dict[UnitId, Kind]:
    return {unit: (s.units[unit].side, s.counter(unit).headquarters) for unit in lying.values()}


def staff_berths(
    s: State, lying: Mapping[Berth, UnitId], covered: frozenset[UnitId], lots: Lots
) -> dict[Berth, bool | None]:
    """Where a headquarters must lie (True) and where none can (False), by what is seen of each stack."""
    by_hex: dict[Hex, list[Berth]] = {}
    for berth in lying:
        by_hex.setdefault(berth.hex, []).append(berth)
    found: dict[Berth, bool | None] = {}
    for hex, berths in by_hex.items():
        least, most = staffs_in(s, hex, [lying[berth] for berth in berths], covered)
        drawn = lots.shuffled(berths)
        if len({s.units[lying[berth]].side for berth in berths}) > 1:
            drawn.sort(key=lambda berth: not s.counter(lying[berth]).headquarters)
        for place, berth in enumerate(drawn):
            found[berth] = True if place < least else None if place < most else False
    return found


@rule("7.0a", "5.2", "5.2.1")
def staffs_in(s: State, hex: Hex, lying: list[UnitId], covered: frozenset[UnitId]) -> tuple[int, int]:
    """The fewest and the most headquarters there can be among the covered counters of a stack.

    Stacking bounds them; where nothing seen exerts a zone of control, the zone itself tells of combat units.
    What stands there beyond the limits was watched going there.
    """
    stack, limit = s.stacks[hex], s.tables.stacking
    seen = [unit for unit in stack if unit not in lying]
    combat = sum(s.counter(unit).combat for unit in seen)
    true = sum(s.counter(unit).headquarters for unit in lying)
    least = max(0, len(lying) + combat - limit.combat_units)
    most = min(len(lying), limit.headquarters + combat - len(seen))
    if not any(exerts(s, unit) for unit in seen):
        zone = any(exerts(s, unit) for unit in lying)
        least, most = (least, min(most, len(lying) - 1)) if zone else (len(lying), len(lying))
    return (least, most) if least <= true <= most else (true, true)


def exerts(s: State, unit: UnitId) -> bool:
    return bool(s.face(unit).attack) and s.counter(unit).combat


def fitting(s: State, lying: Mapping[Berth, UnitId], staffs: Mapping[Berth, bool | None]) -> Fits:
    """Backs show whose a counter is; stacks, whether a headquarters can lie there."""
    owner = {berth: s.units[unit].side for berth, unit in lying.items()}

    def fits(kind: Kind, berth: Berth) -> bool:
        return kind[0] == owner[berth] and staffs[berth] in (None, kind[1])

    return fits


def in_the_place_of(new: Unit, old: Unit) -> Unit:
    return replace(new, hex=old.hex)


@rule("4.1.1a")
def keep_named(twin: State, s: State) -> None:
    """The headquarters whose chit was drawn is known by it, wherever it lies."""
    named = {frame.chit: frame.hq for frame in s.flow if isinstance(frame, Orders) and chit_names(s, frame)}
    twin.flow = tuple(
        replace(frame, hq=named[frame.chit]) if isinstance(frame, Orders) and frame.chit in named else frame
        for frame in twin.flow
    )


def chit_names(s: State, frame: Orders) -> bool:
    return bool(frame.chit) and s.game.chits[frame.chit].headquarters == frame.hq


def deal_conditions(twin: State, covered: Iterable[UnitId], lots: Lots) -> None:
    """As many covered units are reduced as in truth, whichever; supply is as the top counter shows."""
    shuffled = lots.shuffled(sorted(unit for unit in covered if twin.counter(unit).back is not None))
    for owner in dict.fromkeys(twin.units[unit].side for unit in shuffled):
        theirs = [unit for unit in shuffled if twin.units[unit].side == owner]
        losses = sum(twin.units[unit].reduced for unit in theirs)
        for place, unit in enumerate(theirs):
            twin.units[unit] = replace(twin.units[unit], reduced=place < losses)
    for unit in covered:
        top = twin.stacks[twin.units[unit].hex][-1]
        if twin.face(unit).movement:
            twin.units[unit] = replace(twin.units[unit], supply=twin.units[top].supply)
