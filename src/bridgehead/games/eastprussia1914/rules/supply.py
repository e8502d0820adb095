"""11.2 Being in supply: supply lines, rail supply lines, sources."""

from __future__ import annotations

import msgspec
import numpy as np

from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.eastprussia1914.model.data import FOE, RUSSIAN
from bridgehead.games.eastprussia1914.model.state import (
    COMBAT,
    EZOC,
    HQS,
    State,
    Unit,
    hqs_on_map,
    is_garrison,
    is_hq,
)
from bridgehead.games.eastprussia1914.rules.command import in_command
from bridgehead.games.eastprussia1914.rules.special import BREAD
from bridgehead.hexes.paths import CLOSED
from bridgehead.toolkit.supply import Field, closed_to_lines, lines_to

NOBODY = UnitId("")
ANY_LENGTH = 10_000
"""A rail line may be as long as it likes."""


class Supply(msgspec.Struct, frozen=True):
    """The supply of one side as the board stands: what is closed, and how far each hex is from its ends."""

    side: Side
    closed: bytearray
    live: frozenset[int]
    """Rail hexes joined to a friendly source by a rail supply line (11.2.2)."""
    to_depot: Field
    """MPs of the line from each hex to a source or live rail hex (HQs, 11.2.5)."""
    to_home_rail: Field
    """MPs to a live rail hex in the home country (combat units, 11.2.4c)."""
    hqs: tuple[UnitId, ...]
    """The HQs in supply: by 11.2.5 and without a marker."""
    to_hq: Field
    """MPs to an HQ in supply (combat units, 11.2.4a)."""
    feeds: bytes
    """Not 0 in hexes where a combat unit is in supply (11.2.4)."""
    feeds_hqs: bytes
    """Not 0 in hexes where an HQ is (11.2.5)."""


@rule("5.5", "11.2.1c", "11.2.1g", "11.2.2a", "11.2.3b")
def closed_to_supply(s: State, side: Side, without: UnitId = NOBODY) -> bytearray:
    """11.2.1c Where no line may pass: enemy units of any kind, and EZOCs without a friendly unit there."""
    friends = [s.ledger[COMBAT[side]], s.ledger[HQS[side]]]
    if without:
        friends = [ledger[:] for ledger in friends]
        friends[is_hq(s, s.units[without])][s.units[without].hex] -= 1
    foes = (s.ledger[COMBAT[FOE[side]]], s.ledger[HQS[FOE[side]]])
    return closed_to_lines(foes, s.ledger[EZOC[side]], friends)


@rule("11.2.2a", "11.2.2b", "11.2.2c", "11.2.3", "17.3")
def live_rail(s: State, side: Side, closed: bytearray) -> frozenset[int]:
    """11.2.2 The rail hexes joined to a source: any length, either gauge, whoever controls them."""
    shut = bytearray(closed)
    for hex in s.demolished:
        shut[hex] = 1
    sources = [hex for hex in s.ground.sources[side] if hex in s.ground.rail_hexes]
    return frozenset(s.game.walker.flood(sources, s.ground.rail_net, shut))


@rule("11.1b", "11.2.1a", "11.2.1d", "11.2.1e")
@rule("11.2.4a", "11.2.4b", "11.2.4c", "11.2.4d", "11.2.5a", "11.2.5b", "11.2.5c", "11.2.5d")
def supply_of(s: State, side: Side, without: UnitId = NOBODY) -> Supply:
    """11.1b The supply of a side: first which HQs are in supply, then how far everyone is from them.

    11.2.4b, 11.2.5b A city of its own country feeds whoever stands in it, even when surrounded.
    """
    key = f"supply_{side}_{without}"
    known: Supply | None = s.memo.get(key)
    if known is not None:
        return known
    limits, walker, prices = s.tables.file.supply, s.game.walker, s.ground.lines
    closed = closed_to_supply(s, side, without)
    live = live_rail(s, side, closed)
    sources = {hex for hex in s.ground.sources[side] if not closed[hex]}
    to_depot = lines_to(walker, sorted(live | sources), closed, prices, limits.hq_line)
    at_home = sorted(live & s.ground.home_rail[side])
    home = np.frombuffer(s.ground.home_cities[side], np.uint8)
    feeds_hqs = bytes((to_depot >= 0) | home)
    hqs = [hq for hq in hqs_on_map(s, side) if not hq.supply and feeds_hqs[hq.hex]]
    to_home_rail = lines_to(walker, at_home, closed, prices, limits.combat_unit_line)
    to_hq = lines_to(walker, [hq.hex for hq in hqs], closed, prices, hq_line(s, side))
    found = Supply(
        side=side,
        closed=closed,
        live=live,
        to_depot=to_depot,
        to_home_rail=to_home_rail,
        hqs=tuple(hq.id for hq in hqs),
        to_hq=to_hq,
        feeds=bytes((to_hq >= 0) | (to_home_rail >= 0) | home),
        feeds_hqs=feeds_hqs,
    )
    s.memo[key] = found
    return found


@rule("11.2.4a", "18.2b")
def hq_line(s: State, side: Side) -> int:
    """11.2.4a Five MPs from a combat unit to its HQ; four for Russians when bread wagons lag (event 8)."""
    limits = s.tables.file.supply
    return limits.bread_wagons_line if side == RUSSIAN and s.event == BREAD else limits.combat_unit_line


@rule("11.0", "11.2.4a", "11.2.5a", "11.3.5d")
def has_supply(s: State, unit: Unit) -> bool:
    """11.2 Does a unit satisfy the conditions of supply as the board stands?"""
    if is_garrison(s, unit):
        return True
    supply = supply_of(s, unit.side)
    return bool((supply.feeds_hqs if is_hq(s, unit) else supply.feeds)[unit.hex])


@rule("4.3.1b", "4.3.1c", "11.1.3a", "11.1.3b")
def sheltered(s: State, unit: Unit) -> bool:
    """4.3.1c Is a combat unit In Command of any friendly HQ in supply, in the range of its present mode?"""
    return any(in_command(s, s.units[hq], unit.hex) for hq in supply_of(s, unit.side).hqs)


# --- for the map: the line itself


def supply_line(s: State, unit: Unit) -> tuple[tuple[Hex, ...], ...]:
    """The line a unit traces, and the rail supply line beyond it; empty without one."""
    supply = supply_of(s, unit.side)
    if is_hq(s, unit):
        first = descend(s, supply.to_depot, unit.hex)
        return (first, *rail_line(s, supply, first)) if first else ()
    by_hq, by_rail = supply.to_hq[unit.hex], supply.to_home_rail[unit.hex]
    if by_hq >= 0 and not 0 <= by_rail < by_hq:
        first = descend(s, supply.to_hq, unit.hex)
        hq = next(s.units[hq] for hq in supply.hqs if s.units[hq].hex == first[-1])
        return (first, *supply_line(s, hq))
    first = descend(s, supply.to_home_rail, unit.hex)
    return (first, *rail_line(s, supply, first)) if first else ()


def descend(s: State, far: Field, hex: Hex) -> tuple[Hex, ...]:
    """Follow a field of distances from a hex down to its end."""
    if far[hex] < 0:
        return ()
    ground, way = s.ground, [hex]
    while far[way[-1]] > 0:
        here = way[-1]
        for d, to in enumerate(ground.board.around[here]):
            price = int(ground.lines[to * 6 + (d + 3) % 6]) if to else CLOSED
            if price >= 0 and far[to] >= 0 and far[to] + price == far[here]:
                way.append(to)
                break
        else:
            break
    return tuple(way)


def rail_line(s: State, supply: Supply, first: tuple[Hex, ...]) -> list[tuple[Hex, ...]]:
    """The rail supply line from the end of a supply line to the nearest source."""
    end = first[-1]
    if end in s.ground.sources[supply.side] or end not in supply.live:
        return []
    closed = s.ground.board.flags(hex for hex in s.ground.board.hexes if hex not in supply.live)
    routes = [
        route
        for source in s.ground.sources[supply.side]
        if source in supply.live
        and (route := s.game.walker.route(end, source, ANY_LENGTH, s.ground.rail_net, closed, closed))
    ]
    shortest = min(routes, key=len, default=())
    return [(end, *(hex for hex in shortest))] if shortest else []
