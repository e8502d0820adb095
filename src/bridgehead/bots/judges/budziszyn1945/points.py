"""The points each side would be given, with places about to fall."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from bridgehead.bots.judges.budziszyn1945.outlook import Goals, Outlooks
from bridgehead.core.values import Side
from bridgehead.games.budziszyn1945.model.data import ALLIED, GERMAN, SOVIET
from bridgehead.games.budziszyn1945.model.state import (
    RED,
    SOFT,
    SOLID,
    WEST,
    ZOC,
    State,
    in_nysa,
)
from bridgehead.games.budziszyn1945.rules.victory import (
    AMERICAN_LOST,
    BOHEMIA,
    DRESDEN,
    FREE_EDGE,
    GERMAN_LOST,
    KILLED,
    NO_AMERICAN,
    POLE_KILLED,
    RETAKEN,
    ROAD,
)
from bridgehead.games.budziszyn1945.rules.zoc import starting_control

TOWN = 4.0
BERLIN = 600.0
"""Nysa: a town, and all the armor that is wanted at Berlin."""
POINT = 4.0
"""Two Stars: a victory point."""
SOON = 0.7
"""What part of a town's points a town about to fall brings."""
EDGE = 0.8
"""What part of the points for a free south edge every Soviet hex there leaves."""
MOST_KEPT = 100
"""States of control kept at hand."""


class Held(msgspec.Struct, frozen=True):
    """What hangs on control alone: who holds the towns and the roads south."""

    soviet: list[int]
    german: list[int]
    american: list[int]
    roads: list[int]
    """Roads the Soviets hold."""
    other_roads: list[int]
    first: list[int]
    """Towns the Soviets hold and held at the start: points for the Germans who take them."""
    retaken: list[int]
    """Towns the Germans took."""
    dresden: float
    edge: int
    """Soviet hexes of the south edge."""
    open_edge: NDArray[np.intp]
    """Its other hexes."""


class Points:
    """Ground that counts, in all three scenarios."""

    def __init__(self, goals: Goals, outlooks: Outlooks) -> None:
        self.goals = goals
        self.outlooks = outlooks
        self.known: dict[tuple[str, bytes], Held] = {}

    def worth(self, s: State, side: Side) -> float:
        return self.in_nysa(s, side) if in_nysa(s) else self.in_two_stars(s, side)

    def in_nysa(self, s: State, side: Side) -> float:
        held = self.held(s)
        german, others = held.german, held.soviet + held.american
        soon = (0.95, 0.6) if s.phasing == SOVIET else (0.6, 0.95)
        lead = float(len(others) - len(german))
        lead += 2.0 * (soon[0] * falling(s, german, RED) - soon[1] * falling(s, others, WEST))
        total = 0.5 * TOWN * lead
        return total if side == SOVIET else -total

    def berlin(self, s: State, side: Side, bound: float) -> float:
        """Few tanks gone to Berlin are tanks lost, all of them are the game: it counts by the square. Those
        on their way count while there is time."""
        if s.scenario != "nysa":
            return 0.0
        in_time = s.turn < s.game.scenarios[s.scenario].turns - 1
        levels = s.tracks.get("exited", 0) + (bound if in_time else 0.0)
        worth = BERLIN * (levels / s.game.tables.number.exit_levels) ** 2
        return float(worth if side == SOVIET else -worth)

    def in_two_stars(self, s: State, side: Side) -> float:
        """Victory points as they would be counted, ours less the enemy's. The Soviets of three players have
        two enemies and weigh them alike; the others have one more rival than enemies."""
        soviet, us, german = self.points(s)
        if s.scenario == "two_stars" or side == SOVIET:
            lead = soviet - (us + german) / 2
            return POINT * (lead if side == SOVIET else -lead)
        mine = {SOVIET: soviet, ALLIED: us, GERMAN: german}
        best = max(points for each, points in mine.items() if each != side)
        return POINT * (mine[side] - 0.7 * best - 0.15 * (soviet + us + german - mine[side] - best))

    def points(self, s: State) -> tuple[float, float, float]:
        """Soviet, American and German victory points (T.32 to T.34), with towns and roads about to fall."""
        get = s.tracks.get
        held = self.held(s)
        kept = len(held.roads) - falling(s, held.roads, WEST) + 0.8 * falling(s, held.other_roads, RED)
        solid = np.frombuffer(s.ledger[SOLID[0]], np.uint8)
        supplied = self.outlooks.of(s, SOVIET).bohemia
        soviet = float(ROAD) * kept + (BOHEMIA if np.count_nonzero(solid.take(supplied)) else 0.0)
        soviet += AMERICAN_LOST * get("lost_american", 0) + GERMAN_LOST * get("lost_german", 0)
        column = self.farthest(s)
        number = s.game.tables.number
        soviet += NO_AMERICAN if not column else max(0, number.west_column - column)
        us = float(KILLED * get("killed_by_american", 0) + POLE_KILLED * get("poles_killed_by_american", 0))
        us += max(0, column - number.american_column)
        us += len(held.american) + SOON * (taking(s, held.soviet, ALLIED) - falling(s, held.american, RED))
        german = KILLED * get("killed_by_german", 0) + RETAKEN * len(held.retaken) + held.dresden
        german += RETAKEN * SOON * (taking(s, held.first, GERMAN) - falling(s, held.retaken, RED))
        german += FREE_EDGE * EDGE ** (held.edge + int(np.count_nonzero(solid.take(held.open_edge))))
        return soviet, us, german

    def farthest(self, s: State) -> int:
        """T.32e The easternmost column that Americans in supply have reached."""
        lit, americans = self.outlooks.of(s, ALLIED).lit, s.ledger["americans"]
        return max([hex for hex in s.stacks if americans[hex] and lit[hex]], default=0) // 100

    def held(self, s: State) -> Held:
        key = (s.scenario, s.control)
        known = self.known.get(key)
        if known is None:
            if len(self.known) > MOST_KEPT:
                self.known.clear()
            known = self.known[key] = self.found_held(s)
        return known

    def found_held(self, s: State) -> Held:
        goals, control = self.goals, np.frombuffer(s.control, np.uint8)
        first = np.frombuffer(starting_control(s), np.uint8)[goals.towns]
        towns, roads = control[goals.towns], control[goals.roads]
        return Held(
            soviet=goals.towns[towns == 1].tolist(),
            german=goals.towns[towns == 2].tolist(),
            american=goals.towns[towns == 3].tolist(),
            roads=goals.roads[roads == 1].tolist(),
            other_roads=goals.roads[roads != 1].tolist(),
            first=goals.towns[(first == 1) & (towns == 1)].tolist(),
            retaken=goals.towns[(first == 1) & (towns == 2)].tolist(),
            dresden=DRESDEN / len(goals.dresden) * float((control[goals.dresden] == 2).sum()),
            edge=int(np.count_nonzero(control[goals.edge] == 1)),
            open_edge=goals.edge[control[goals.edge] != 1],
        )


def taking(s: State, hexes: list[int], side: Side) -> int:
    """How many of some Soviet hexes Germans or Americans take: those their own units stand in, and those
    which only zones of control reach go to the Germans in their own turn, to the Americans otherwise."""
    americans, solid, german = s.ledger["americans"], s.ledger[SOLID[WEST]], side == GERMAN
    return sum(
        1
        for hex in fallen(s, hexes, WEST)
        if (not americans[hex] if solid[hex] else s.phasing == GERMAN) == german
    )


def falling(s: State, hexes: list[int], mine: int) -> int:
    return len(fallen(s, hexes, mine))


def fallen(s: State, hexes: list[int], mine: int) -> list[int]:
    """Which of some hexes a camp takes next if nothing changes; guns and staffs take none."""
    ledger, foe = s.ledger, 1 - mine
    fights, reaches = ledger[SOLID[mine]], ledger[ZOC[mine]]
    they_fight, they_reach, they_serve = ledger[SOLID[foe]], ledger[ZOC[foe]], ledger[SOFT[foe]]
    return [
        hex
        for hex in hexes
        if fights[hex] or (reaches[hex] and not (they_reach[hex] or they_fight[hex] or they_serve[hex]))
    ]
