"""6.3 Strategic movement: marches along roads."""

from __future__ import annotations

import numpy as np

from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.games.eastprussia1914.model.data import GERMAN
from bridgehead.games.eastprussia1914.model.state import EZOC, State, Unit
from bridgehead.games.eastprussia1914.rules.movement import Search, closed_to
from bridgehead.games.eastprussia1914.rules.special import HEAT, REFUGEES
from bridgehead.games.eastprussia1914.rules.stacking import full_hexes
from bridgehead.games.eastprussia1914.rules.zoc import in_enemy_zoc
from bridgehead.hexes.paths import ZOC_CLOSED, Zoc

NO_ROAD = No("6.3.1", "strategic movement must begin on a road")
MARCH_IN_EZOC = No("6.3.2", "strategic movement may not begin in, pass or enter an enemy ZOC")
ROADS_FULL = No("18.2b", "refugee columns: no German strategic movement this turn")
LANDWEHR = No("14.3", "Landwehr may not use strategic movement outside Germany")


@rule("6.3.1", "18.2b")
def strategic_allowance(s: State, unit: Unit) -> int:
    """6.3.1 The road hexes a unit may enter; one less for foot in heat and dust."""
    counter = s.game.counters[unit.id]
    hexes = s.tables.file.strategic.of(unit.side).of(counter.movement_class)
    return max(1, hexes - 1) if s.event == HEAT and counter.kind == "infantry" else hexes


def is_landwehr(s: State, unit: Unit) -> bool:
    return "landwehr" in s.game.counters[unit.id].flags


@rule("6.3.1", "6.3.2", "14.3", "18.2b")
def why_not_march(s: State, unit: Unit) -> No | None:
    """6.3 Why a unit may not use strategic movement from where it stands."""
    if s.event == REFUGEES and unit.side == GERMAN:
        return ROADS_FULL
    if not any(s.ground.road[unit.hex * 6 + d] for d in range(6)):
        return NO_ROAD
    if in_enemy_zoc(s, unit.hex, unit.side):
        return MARCH_IN_EZOC
    if is_landwehr(s, unit) and s.ground.home[unit.hex] != GERMAN:
        return LANDWEHR
    return None


@rule("6.3.2", "6.3.3")
def march_search(s: State, unit: Unit, hexes: int, bound: str) -> Search:
    """6.3 The road hexes a unit can enter; 6.3.3 a full hex may not even be passed."""
    prices = (s.ground.landwehr_march if is_landwehr(s, unit) else s.ground.march)[bound]
    used, full = full_hexes(s, unit)
    closed = np.frombuffer(closed_to(s, unit), np.uint8)
    shut = bytearray(((closed != 0) | (np.frombuffer(used, np.uint8) >= full)).tobytes())
    return hexes, prices, shut, s.ledger[EZOC[unit.side]], Zoc(rules=ZOC_CLOSED)
