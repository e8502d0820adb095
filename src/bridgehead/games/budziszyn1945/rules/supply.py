"""10.0 Supply: lines, levels, surrender."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.budziszyn1945.model.data import ALLIED, GERMAN, SOVIET
from bridgehead.games.budziszyn1945.model.events import HeldOut, LinesTraced, SurrenderRolled
from bridgehead.games.budziszyn1945.model.state import (
    FOOT,
    MOTOR,
    SOFT,
    SOLID,
    State,
    Unit,
    american,
    camp,
    in_nysa,
)
from bridgehead.games.budziszyn1945.rules.elimination import remove
from bridgehead.games.budziszyn1945.rules.engineering import note_banks
from bridgehead.games.budziszyn1945.rules.movement import roads
from bridgehead.games.budziszyn1945.rules.zoc import enemy_held, update_control


class Lines(msgspec.Struct):
    """Where supply comes to, for one kind of supply of one camp."""

    spent: list[int]
    """By hex: off-road MPs spent, -1 where no line passes."""
    passed: NDArray[np.bool_]
    """By hex: does a line pass?"""
    before: NDArray[np.int32]
    budget: int
    prices: NDArray[np.int32]
    friend: NDArray[np.uint8]


@rule("10.1.4", "N.13", "N.13a", "T.19", "T.5")
def bases(s: State, kind: str) -> list[Hex]:
    """The supply bases of a kind of units."""
    ground = s.game.ground
    if kind == "american":
        if in_nysa(s):
            return sorted(s.gates)
        return [hex for hex in ground.american_bases if not enemy_held(s, ALLIED, hex)]
    if kind == "soviet":
        return [hex for hex in ground.edge["east"] if not enemy_held(s, SOVIET, hex)]
    edges = {*ground.edge["north"], *ground.edge["west"], *ground.edge["south"]}
    held = [hex for hex in sorted(edges) if not enemy_held(s, GERMAN, hex)]
    return [*held, *(hex for hex in s.game.board.marks["dresden"] if s.control[hex] == 2)]


LOWEST_ROLL = 2
"""No unit at this level or below can fail its surrender test."""


def kind_of(s: State, unit: Unit) -> str:
    """Whose supply a unit draws: Soviet, German or American."""
    if american(s, unit):
        return "american"
    return "soviet" if unit.side == "soviet" else "german"


@rule("10.1.7", "10.1.7a")
def supply_mp(s: State, kind: str) -> int:
    return s.game.tables.supply_mp[kind]


@rule("10.1.10", "10.1.11", "4.1.3", "4.1.4")
def blocked_by_zoc(s: State, side: Side) -> NDArray[np.uint8]:
    """By hex: is it in the supply ZOC of an enemy? Guns in combat setup and Resilience Groups count here."""
    foe = 1 - camp(side)
    blocked = np.frombuffer(s.ledger["zoc_red" if foe == 0 else "zoc_west"], np.uint8) != 0
    ground = s.game.ground
    around = s.game.board.around
    for id in s.game.silent:
        unit = s.units[id]
        if not unit.hex or camp(unit.side) != foe or unit.transport:
            continue
        reaches = ground.zoc_foot if s.counter(id).rg else ground.zoc_motor
        for at, to in enumerate(around[unit.hex], unit.hex * 6):
            if reaches[at]:
                blocked[to] = True
    found: NDArray[np.uint8] = blocked.astype(np.uint8)
    return found


@rule("N.8", "T.6", "10.1.11")
def blocked_by_towns(s: State, friend: NDArray[np.uint8]) -> list[int]:
    """Hexes that German towns close to Soviet supply: the town and, this side of big rivers, about it."""
    found: list[int] = []
    ground = s.game.ground
    for town in ground.town:
        if s.control[town] != 2 or friend[town]:
            continue
        found.append(town)
        found.extend(to for to in s.game.board.near[town] if not ground.is_big(town, to))
    return found


@rule(
    "10.1.1", "10.1.3", "10.1.5", "10.1.6", "10.1.8", "10.1.9", "10.1.10", "10.1.12", "N.8", "T.6", "14.1.5",
)  # fmt: skip
def lines(s: State, side: Side, kind: str) -> Lines:
    """Spread supply from the bases: free along roads and through chains of units, by MPs elsewhere."""
    key = f"lines_{kind}"
    known: Lines | None = s.memo.get(key)
    if known is not None:
        return known
    mine = camp(side)
    read = np.frombuffer
    ledger = s.ledger
    friend = ((read(ledger[SOLID[mine]], np.uint8) | read(ledger[SOFT[mine]], np.uint8)) != 0).astype(
        np.uint8
    )
    regular = (read(ledger[FOOT[mine]], np.uint8) | read(ledger[MOTOR[mine]], np.uint8)) != 0
    enemy = (read(ledger[SOLID[1 - mine]], np.uint8) | read(ledger[SOFT[1 - mine]], np.uint8)) != 0
    passable = (blocked_by_zoc(s, side) == 0).astype(np.uint8)
    if kind == "soviet":
        passable[blocked_by_towns(s, friend)] = 0
    passable[regular] = 1
    passable[enemy] = 0
    budget = supply_mp(s, kind)
    starts = np.array(bases(s, kind), np.int32)
    prices = roads(s).supply()
    spent, before = s.game.ground.supplier.lines(starts, budget, prices, passable, friend)
    found = Lines(spent.tolist(), spent >= 0, before, budget, prices, friend)
    s.memo[key] = found
    return found


@rule("10.1.2", "10.1.8", "10.1.10a", "10.1.9")
def line_to(s: State, found: Lines, hex: Hex) -> int | None:
    """The hex from which a line reaches this one (0: it is a base itself), None if none does.

    The last hex may lie in an enemy ZOC or beside a hostile town.
    """
    if found.spent[hex] >= 0:
        return int(found.before[hex])
    best: tuple[int, int] | None = None
    around = s.game.board.around
    for to in s.game.board.near[hex]:
        if found.spent[to] < 0:
            continue
        price = int(found.prices[to * 6 + around[to].index(hex)])
        if found.friend[to] and found.friend[hex]:
            price = 0
        if price < 0:
            continue
        total = found.spent[to] + price
        if total <= found.budget and (best is None or total < best[0]):
            best = (total, to)
    if best is not None:
        return best[1]
    return 0 if hex in base_hexes(s, found) else None


def base_hexes(s: State, found: Lines) -> frozenset[Hex]:
    kind = next(key for key in ("american", "soviet", "german") if s.memo.get(f"lines_{key}") is found)
    return frozenset(bases(s, kind))


def in_supply(s: State, unit: Unit) -> bool:
    return line_to(s, lines(s, unit.side, kind_of(s, unit)), unit.hex) is not None


def traced_line(s: State, unit: Unit) -> tuple[Hex, ...]:
    """The line from a unit back to its base, empty if it has none."""
    found = lines(s, unit.side, kind_of(s, unit))
    before = line_to(s, found, unit.hex)
    if before is None:
        return ()
    way = [unit.hex]
    while before:
        way.append(Hex(before))
        before = int(found.before[before])
    return tuple(way)


# --- the Supply Phase


@rule("2.2.6a", "2.2.6b", "2.2.6c", "2.2.6d", "10.1.2")
def supply_phase(s: State, side: Side) -> None:
    """2.2.6 Lines are traced, surrender is tested, control changes hands, banks are noted."""
    cut = trace_all(s, side)
    surrender(s, cut)
    update_control(s, side)
    note_banks(s, side)


@rule("10.2.1", "10.2.1a", "10.2.7", "10.2.8")
def trace_all(s: State, side: Side) -> list[UnitId]:
    """Who has a line loses four levels, who has none stands at level 1 at least. Gives those without."""
    units = s.on_map(side)
    verdict = [(unit, in_supply(s, unit)) for unit in units]
    s.tell(LinesTraced(side, sum(not supplied for _, supplied in verdict)), "10.2.1")
    cut: list[UnitId] = []
    for unit, supplied in verdict:
        if not supplied:
            cut.append(unit.id)
            if not unit.oos or s.setting["oos_rise"] == "on":
                s.raise_oos(unit.id, "10.2.1a" if unit.oos else "10.2.1")
        elif unit.oos:
            s.raise_oos(unit.id, "10.2.7", by=-s.game.tables.number.oos_recovery)
    return cut


@rule("10.2.6", "10.2.6a", "4.3.4")
def surrender(s: State, cut: list[UnitId]) -> None:
    """Each unit without a line rolls 2K6 and surrenders if its level is higher."""
    for id in cut:
        unit = s.units[id]
        if unit.oos <= LOWEST_ROLL:
            continue
        first, second = s.roll(6), s.roll(6)
        gives_up = unit.oos > first + second
        rolled = SurrenderRolled if gives_up else HeldOut
        s.note(id, rolled(id, unit.oos, first, second), "10.2.6")
        if gives_up:
            remove(s, id, "10.2.6")
