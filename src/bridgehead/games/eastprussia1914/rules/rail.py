"""6.4 Rail movement."""

from __future__ import annotations

import numpy as np

from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.games.eastprussia1914.model.data import FOE
from bridgehead.games.eastprussia1914.model.ground import ANYWHERE
from bridgehead.games.eastprussia1914.model.state import COMBAT, EZOC, HQS, State, Unit
from bridgehead.games.eastprussia1914.rules.movement import Search
from bridgehead.games.eastprussia1914.rules.zoc import in_enemy_zoc
from bridgehead.hexes.paths import NO_ZOC

NO_STATION = No("6.4.3", "rail movement must begin on a railroad of the unit's own country and gauge")
NOT_OURS = No("6.4.3", "trains use only hexes their own side controls (house ruling)")
TORN_UP = No("17.3", "the railroad here is destroyed")
RAIL_IN_EZOC = No("6.4.4", "rail movement may not begin in an enemy ZOC")
NO_RAIL_POINTS = No("6.4.1a", "not enough Rail Points left this turn")
RAILED = No("6.4.6", "this unit has already used rail movement this turn")


@rule("6.4.2")
def rail_cost(s: State, unit: Unit) -> int:
    """6.4.2 Two Rail Points for a division, one for a brigade or an HQ."""
    return s.tables.file.rail_cost[s.game.counters[unit.id].size]


@rule("6.4.1a", "6.4.3", "6.4.4", "6.4.5", "6.4.6")
def why_not_rail(s: State, unit: Unit, cost: int) -> No | None:
    """6.4 Why a unit may not begin rail movement where it stands."""
    if unit.railed:
        return RAILED
    if unit.hex not in s.ground.stations[unit.side]:
        return NO_STATION
    if unit.hex in s.demolished:
        return TORN_UP
    if unit.hex in s.taken:
        return NOT_OURS
    if in_enemy_zoc(s, unit.hex, unit.side):
        return RAIL_IN_EZOC
    return NO_RAIL_POINTS if s.tracks[f"rail_{unit.side}"] < cost else None


@rule("6.4.3", "6.4.4", "17.3")
def train_block(s: State, unit: Unit) -> bytearray:
    """6.4.4 Where no train may go: enemy units, EZOCs, destroyed track; 6.4.3 and hexes the enemy controls:
    a side's trains run in its own country, so these are the hexes taken from it."""
    side = unit.side
    known: bytearray | None = s.memo.get(f"trains_{side}")
    if known is None:
        zoc, enemies, staffs = (
            np.frombuffer(s.ledger[name], np.uint8)
            for name in (EZOC[side], COMBAT[FOE[side]], HQS[FOE[side]])
        )
        known = bytearray(((zoc != 0) | (enemies != 0) | (staffs != 0)).tobytes())
        for hex in (*s.demolished, *s.taken):
            known[hex] = 1
        s.memo[f"trains_{side}"] = known
    return known


LONGEST_LINE = 400


@rule("6.4.3", "6.4.4", "6.4.5")
def rail_search(s: State, unit: Unit, bound: str) -> Search:
    """6.4.3 The rail hexes a train can reach; the journey may not leave the play area (16.3.4)."""
    blocked, outside = (
        np.frombuffer(each, np.uint8) for each in (train_block(s, unit), s.ground.bounds[bound])
    )
    closed = bytearray((blocked | outside).tobytes())
    return LONGEST_LINE, s.ground.trains[unit.side], closed, s.ground.bounds[ANYWHERE], NO_ZOC
