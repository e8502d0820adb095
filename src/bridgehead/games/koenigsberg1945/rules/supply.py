"""10.0 Supply and isolation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.koenigsberg1945.model.data import GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.events import (
    BecameIsolated,
    KoenigsbergLimited,
    NothingToDo,
    SupplyLost,
    SupplyRegained,
)
from bridgehead.games.koenigsberg1945.model.kernels import bearing, beyond, lines
from bridgehead.games.koenigsberg1945.model.state import (
    ANY,
    FOE,
    ISOLATED,
    OUT_OF_SUPPLY,
    SUPPLIED,
    ZOC,
    State,
)
from bridgehead.toolkit.supply import closed_to_lines

SUPPLY = {GERMAN: "supply german", SOVIET: "supply soviet"}
"""Where a position keeps the map of each camp's supply until it changes."""


@rule("5.5", "10.1.1b")
def closed_to_supply(s: State, camp: Side) -> bytearray:
    """Hexes no supply line of a camp may use: enemy-occupied, or in an enemy ZOC that no friend negates."""
    foe = FOE[camp]
    return closed_to_lines((s.ledger[ANY[foe]],), s.ledger[ZOC[foe]], (s.ledger[ANY[camp]],))


@rule("5.5", "10.1.1b")
def any_closed(s: State, camp: Side, hexes: Iterable[Hex]) -> bool:
    """Is one of a few hexes closed to a camp's supply lines?"""
    enemy, zoc, friend = s.ledger[ANY[FOE[camp]]], s.ledger[ZOC[FOE[camp]]], s.ledger[ANY[camp]]
    return any(enemy[hex] or (zoc[hex] and not friend[hex]) for hex in hexes)


@rule("2.2.9", "10.2", "10.2b")
def sources(s: State, camp: Side) -> tuple[Hex, ...]:
    """The supply sources a camp may trace to now, Königsberg apart while it is limited."""
    ground = s.game.ground
    marks = ground.board.marks
    if camp == SOVIET:
        return (*marks["supply_soviet"], *sorted(s.conquered))
    split = tuple(hex for hex in marks["supply_split"] if hex not in s.conquered)
    whole = (ground.koenigsberg,) if koenigsberg_linked(s) else ()
    return (*marks["supply_german"], *split, *whole)


@rule("10.2.2a", "10.2.2b")
def koenigsberg_linked(s: State) -> bool:
    """Is the Autobahn open from Elbing through 2931 or 2831?"""
    ground = s.game.ground
    if any_closed(s, GERMAN, ground.autobahn):
        return False
    return any(not any_closed(s, GERMAN, leg) for leg in ground.autobahn_legs)


@rule("10.1", "10.1b", "10.1c")
def supply_map(s: State, camp: Side) -> NDArray[np.int8]:
    """For every hex the free hexes its unit needs to be supplied, -1 where it is not.

    From the open sources along drawn roads and railways, then up to so many hexes of any passable terrain.
    """
    key = SUPPLY[camp]
    known: NDArray[np.int8] | None = s.memo.get(key)
    if known is None:
        ground, starts = s.game.ground, np.array(sources(s, camp), np.int32)
        known = s.memo[key] = lines(
            ground.links,
            ground.supply_ways,
            *closing(s, camp),
            starts,
            s.tables.supply.free_hexes,
        )
    return known


def closing(s: State, camp: Side) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]:
    """What closes hexes to a camp's lines, as kernels read it: enemies, their ZOC, and friends in it."""
    foe = FOE[camp]
    enemy, zoc, friend = s.ledger[ANY[foe]], s.ledger[ZOC[foe]], s.ledger[ANY[camp]]
    return np.frombuffer(enemy, np.uint8), np.frombuffer(zoc, np.uint8), np.frombuffer(friend, np.uint8)


def bearing_on(s: State, camp: Side, known: Traced) -> bytes:
    """What is closed or open now that makes a camp's lines run otherwise than they ran.

    They ran from the same sources. What gives the same answer gives the same lines.
    """
    links = s.game.ground.links
    changed: bytes = bearing(links, known.distance, known.closed, *closing(s, camp), known.starts).tobytes()
    return changed


class Traced(NamedTuple):
    """The lines of a camp as they ran in some position."""

    starts: NDArray[np.int32]
    closed: NDArray[np.uint8]
    distance: NDArray[np.int8]


def traced(s: State, camp: Side) -> Traced:
    """The lines of a camp as they run."""
    closed = np.frombuffer(closed_to_supply(s, camp), np.uint8)
    return Traced(np.array(sources(s, camp), np.int32), closed, supply_map(s, camp))


def cut_off(s: State, camp: Side, distance: NDArray[np.int8]) -> list[UnitId]:
    """The units of a camp where none of its supply lines comes."""
    hexes: list[Hex] = beyond(distance, np.frombuffer(s.ledger[ANY[camp]], np.uint8)).tolist()
    return [unit for hex in hexes for unit in s.stacks[hex]]


@rule("10.2.3a")
def limited_map(s: State) -> NDArray[np.int32]:
    """How far each hex is from a limited Königsberg, -1 beyond ten hexes or while it is none."""
    ground = s.game.ground
    closed = closed_to_supply(s, GERMAN)
    if koenigsberg_linked(s) or closed[ground.koenigsberg]:
        return np.full(ground.board.size, -1, np.int32)
    reach = s.tables.supply.limited_hexes
    return s.game.walker.spread([ground.koenigsberg], reach, ground.open_ground, closed)


@rule("10.0a", "10.0c", "10.1.2", "2.6.3")
def supply_phase(s: State) -> None:
    """Both sides are judged from the same position; then the markers are set until the next Supply Phase."""
    found: dict[UnitId, int] = {}
    limited = limited_map(s)
    if not koenigsberg_linked(s):
        s.tell(KoenigsbergLimited(), rule="10.2.3a")
    for camp in (GERMAN, SOVIET):
        supplied = supply_map(s, camp).tolist()
        near_koenigsberg = limited.tolist() if camp == GERMAN else None
        for unit in s.on_the_map(camp):
            found[unit] = supply_state(s, unit, supplied, near_koenigsberg)
    if not s.fog and all(s.units[unit].supply == state for unit, state in found.items()):
        s.tell(NothingToDo("no unit changes its supply"), rule="10.0a")
    for unit, state in found.items():
        mark_supply(s, unit, state)


@rule("10.0b", "10.2.3a", "10.2.3b", "10.2.3c", "10.3.3")
def supply_state(s: State, unit: UnitId, supplied: list[int], limited: list[int] | None) -> int:
    """What a unit, a headquarters too, is found to be: supplied, out of supply or isolated."""
    hex = s.units[unit].hex
    if supplied[hex] >= 0 or not s.face(unit).movement:
        return SUPPLIED
    if limited is not None and limited[hex] >= 0:
        return OUT_OF_SUPPLY
    return OUT_OF_SUPPLY if s.units[unit].supply == SUPPLIED else ISOLATED


def mark_supply(s: State, unit: UnitId, state: int) -> None:
    before = s.units[unit].supply
    if before == state:
        return
    s.mark(unit, supply=state)
    if state == SUPPLIED:
        s.tell_of(unit, SupplyRegained(unit), rule="10.0a")
    elif state == OUT_OF_SUPPLY:
        s.tell_of(unit, SupplyLost(unit), rule="10.3.1")
    else:
        s.tell_of(unit, BecameIsolated(unit), rule="10.3.2")


def supply_line(s: State, camp: Side, start: Hex) -> tuple[Hex, ...]:
    """A line from a hex to a source, for whoever wants to see it; empty if there is none."""
    game = s.game
    ground = game.ground
    closed = closed_to_supply(s, camp)
    ends = {hex for hex in sources(s, camp) if not closed[hex]}
    came: dict[tuple[Hex, int], tuple[Hex, int] | None] = {(start, 0): None}
    waiting = [(start, 0)]
    for here, free in waiting:
        if here in ends:
            line: list[Hex] = []
            step: tuple[Hex, int] | None = (here, free)
            while step is not None:
                line.append(step[0])
                step = came[step]
            return tuple(reversed(line))
        for direction, to in enumerate(ground.board.around[here]):
            if not to or closed[to]:
                continue
            for spent in ways_on(s, here * 6 + direction, free):
                if (to, spent) not in came:
                    came[to, spent] = (here, free)
                    waiting.append((to, spent))
    return ()


def ways_on(s: State, side: int, free: int) -> Iterator[int]:
    """How a line may cross a hexside: along a road or railway, or as one more free hex."""
    ground = s.game.ground
    if ground.network[side] > 0:
        yield ON_NETWORK
    if free < s.tables.supply.free_hexes and ground.open_ground[side] > 0:
        yield free + 1


ON_NETWORK = 99
"""The line follows roads and railways and does not leave them again."""
