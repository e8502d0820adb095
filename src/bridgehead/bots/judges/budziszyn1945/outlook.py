"""The map as a side sees it: what it wants, where it stands gladly, where supply and its strength are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from bridgehead.bots.evaluation import forget
from bridgehead.bots.judges.budziszyn1945.figures import Figures
from bridgehead.core.values import Hex, Side, replace
from bridgehead.games.budziszyn1945.model.data import ALLIED, GERMAN, SOVIET
from bridgehead.games.budziszyn1945.model.game import Budziszyn
from bridgehead.games.budziszyn1945.model.state import (
    SOLID,
    State,
    camp,
    foes,
    in_nysa,
    in_play,
)
from bridgehead.games.budziszyn1945.rules.supply import lines
from bridgehead.hexes.paths import uniform

GUARD = 0.35
"""How much a side gains by standing near what the other wants."""
GATE = 1.5
"""And what the gate to Berlin is worth to the Germans, held against a town."""
FAR = 60
SCALE = 7.0
"""Over how many hexes a goal draws."""
MOST_KEPT = 20
"""Times whose outlooks are kept at hand."""


class Goals:
    """The places of the map that count: towns, roads, Bohemia, Dresden."""

    def __init__(self, game: Budziszyn) -> None:
        marks = game.board.marks
        self.towns = np.array(sorted(game.ground.town), np.intp)
        self.bohemia = np.array(marks["czechoslovakia"], np.intp)
        self.roads = np.array(marks["south_roads"], np.intp)
        self.edge = np.array(marks["south_edge"], np.intp)
        self.dresden = np.array(marks["dresden"], np.intp)

    def of(self, s: State, side: str) -> dict[int, float]:
        """The hexes a side still wants, with what each is worth."""
        mine = camp(Side(side))
        control = s.control
        towns, roads, bohemia = self.towns.tolist(), self.roads.tolist(), self.bohemia.tolist()
        if in_nysa(s):
            wanted = (2,) if mine == 0 else (1, 3)
            return {hex: 1.0 for hex in towns if control[hex] in wanted}
        if mine == 0:
            found = {hex: 1.5 for hex in roads if control[hex] != 1}
            found.update({hex: 0.4 for hex in towns if control[hex] != 1})
            red = s.ledger[SOLID[0]]
            if not any(red[hex] for hex in bohemia):
                found.update(dict.fromkeys(bohemia, 1.5))
            return found
        found = {hex: 1.0 for hex in towns if control[hex] == 1}
        found.update({hex: 1.2 for hex in (*roads, *self.dresden.tolist()) if control[hex] == 1})
        return found


class Outlook(msgspec.Struct, frozen=True):
    """By hex, as a side sees the map at one time: how gladly its units stand there."""

    keen: Sequence[float]
    """Units that fight."""
    late: Sequence[float]
    """Units kept for strategic movement: what they can still reach. Known in the Movement Phase alone."""
    guns: Sequence[float]
    staff: Sequence[float]
    lit: Sequence[int]
    """Supply reaches it."""
    mass: Sequence[float]
    """Attack strength within three hexes."""
    bohemia: NDArray[np.intp]
    """The hexes of Bohemia that supply reaches."""
    threats: tuple[Sequence[float], ...] = ()
    """The masses of its enemies, one after another."""


Time = tuple[str, int, Side, str, bytes]
"""Scenario, turn, phase and control of the map."""
Known = dict[Time, Mapping[Side, Outlook]]
"""Outlooks by time."""


class Outlooks:
    """The outlooks of all sides, made anew for every phase and every change of hands."""

    def __init__(self, game: Budziszyn, figures: Figures, goals: Goals) -> None:
        self.game = game
        self.figures = figures
        self.goals = goals
        self.around = np.ascontiguousarray(game.ground.neighbours.T)
        """The six neighbours of every hex, direction by direction."""
        self.about = cache(lambda hex: np.array(game.ground.near(hex, 3), np.intp))
        """The hexes within three of one."""
        self.paces = uniform(game.board, 1)
        self.nothing = bytearray(game.board.size)
        berlin = self.spread_from(game.ground.zones["S"])
        self.to_berlin: list[float] = (0.8 * np.exp(-berlin / 10.0)).tolist()
        """By hex: how much of armor there is as good as gone to Berlin."""
        self.gate = GATE * np.exp(-berlin / 7.0)
        """By hex: how gladly the Germans stand in the way."""
        far = np.arange(FAR + 1.0)
        self.contact = 0.25 * np.exp(-far / 10.0)
        self.screen = np.select([far <= 1, far <= 4], [0.85, 1.0], 0.5 + 0.5 * np.exp(-(far - 4) / 10))
        most = game.tables.number.artillery_range
        self.guns = np.select(
            [far <= 1, far <= most, far <= most + 1],
            [0.4, 1.0, 0.8],
            0.6 * np.exp(-(far - (most + 1)) / 6),
        )
        self.staff = np.select([far <= 1, far <= 2, far <= 5], [-4.0, -0.8, 1.0], 1.0 - 0.08 * (far - 5))
        """By distance from the enemy: how gladly attackers, a screen, guns, a headquarters stand there."""
        self.against: dict[tuple[str, Side], tuple[Side, ...]] = {}
        self.known: Known = {}
        self.latest: tuple[Time, Mapping[Side, Outlook]] | None = None
        """Those asked for last: they are asked for many times in a row."""
        self.ways: dict[int, NDArray[np.int32]] = {}
        """By goal and hex: how far the goal is."""
        self.draws: dict[tuple[tuple[int, float], ...], NDArray[np.float64]] = {}

    def begin_decision(self, known: Known) -> None:
        """Go on with what was found in the phase."""
        self.known = known
        self.latest = None
        forget(self.draws)

    def all(self, s: State) -> Mapping[Side, Outlook]:
        """By side. Within a phase they stay as they were found."""
        if self.latest is not None:
            (scenario, turn, phasing, phase, control), known = self.latest
            if (
                s.control is control
                and s.phase == phase
                and s.turn == turn
                and s.phasing == phasing
                and s.scenario == scenario
            ):
                return known
        key = (s.scenario, s.turn, s.phasing, s.phase, s.control)
        self.latest = key, self.outlooks_at(s, key)
        return self.latest[1]

    def outlooks_at(self, s: State, key: Time) -> Mapping[Side, Outlook]:
        known = self.known.get(key)
        if known is None:
            if len(self.known) > MOST_KEPT:
                self.known.clear()
            made = {side: self.made(s, side) for side in in_play(s)}
            known = self.known[key] = {
                side: replace(view, threats=tuple(made[foe].mass for foe in self.foes(s, side)))
                for side, view in made.items()
            }
        return known

    def of(self, s: State, side: Side) -> Outlook:
        return self.all(s)[side]

    def foes(self, s: State, side: Side) -> tuple[Side, ...]:
        key = (s.scenario, side)
        if key not in self.against:
            self.against[key] = foes(s, side)
        return self.against[key]

    def masses(self, s: State, hex: Hex, side: Side) -> list[float]:
        """The strength that each enemy of a side has about a hex."""
        return [mass[hex] for mass in self.all(s)[side].threats]

    def made(self, s: State, side: Side) -> Outlook:
        mine = camp(side)
        enemies = [hex for hex, stack in s.stacks.items() if camp(s.units[stack[0]].side) != mine]
        far = self.spread_from(enemies)
        keen = self.keen(s, side, far)
        lit = self.lit(s, side)
        return Outlook(
            keen=keen.data,
            late=self.late(keen, far).data if s.phase == "movement" else (),
            guns=self.guns[far].data,
            staff=self.staff[far].data,
            lit=lit.data,
            mass=self.mass(s, side).data,
            bohemia=self.goals.bohemia[lit[self.goals.bohemia]],
        )

    def keen(self, s: State, side: Side, far: NDArray[np.int32]) -> NDArray[np.float64]:
        """How gladly units that fight stand in a hex. Attackers go for what they want and for the enemy; the
        Germans of Nysa screen what they have, and the way to Berlin where it can be lost."""
        want = self.drawn(self.goals.of(s, side))
        guard = self.drawn(self.goals.of(s, self.foes(s, side)[0]))
        if in_nysa(s) and side == GERMAN:
            kept = np.maximum(guard, self.gate) if s.scenario == "nysa" else guard
            screening: NDArray[np.float64] = GUARD * want + self.screen[far] * kept
            return screening
        attacking: NDArray[np.float64] = want + GUARD * guard + self.contact[far]
        return attacking

    def drawn(self, goals: Mapping[int, float]) -> NDArray[np.float64]:
        """By hex: how strongly the goals together draw a unit."""
        key = tuple(goals.items())
        if key not in self.draws:
            total = np.zeros(self.game.board.size)
            for hex, worth in key:
                if hex not in self.ways:
                    self.ways[hex] = self.game.walker.spread((hex,), FAR, self.paces, self.nothing).copy()
                way = self.ways[hex]
                near = np.where(way >= 0, np.exp(-np.maximum(way, 0) / SCALE), 0.0)
                total = np.maximum(total, worth * near)
            self.draws[key] = total
        return self.draws[key]

    def late(self, keen: NDArray[np.float64], far: NDArray[np.int32]) -> NDArray[np.float64]:
        """The best place within eight hexes, as long as no enemy is met."""
        free = far >= 2
        late = np.where(free, keen, 0.0)
        for _ in range(8):
            late = np.maximum(late, np.where(free, late[self.around].max(axis=0), 0.0))
        return late

    def spread_from(self, hexes: Iterable[Hex]) -> NDArray[np.int32]:
        """By hex, how far the nearest of some hexes is."""
        far: NDArray[np.int32] = self.game.walker.spread(tuple(hexes), FAR, self.paces, self.nothing)
        far[far < 0] = FAR
        return far

    def lit(self, s: State, side: Side) -> NDArray[np.bool_]:
        """Where a line of supply comes to, or to the hex beside."""
        kinds = {SOVIET: ("soviet",), GERMAN: ("german",), ALLIED: ("american", "german")}[side]
        reached = np.zeros(self.game.board.size, bool)
        for kind in kinds:
            reached |= lines(s, side, kind).passed
        found: NDArray[np.bool_] = reached | reached[self.around].any(axis=0)
        return found

    def mass(self, s: State, side: Side) -> NDArray[np.float64]:
        strength: dict[Hex, float] = {}
        for unit in s.units.values():
            if unit.hex and unit.side == side:
                strength[unit.hex] = strength.get(unit.hex, 0.0) + self.figures.of(unit).attack
        size = self.game.board.size
        if not strength:
            return np.zeros(size)
        about = [self.about(hex) for hex in strength]
        attacks = np.repeat(list(strength.values()), [len(hexes) for hexes in about])
        return np.bincount(np.concatenate(about), attacks, minlength=size).astype(np.float64, copy=False)
