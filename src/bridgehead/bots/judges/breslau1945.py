"""What Festung Breslau values: the victory hexes each side may hope to hold on 6 May, units in hand, Supply.

There is no zone of control and nothing dies: who can bring more to a victory hex, and sooner, will hold it.
So each victory hex is weighed by the units of both sides that could be there soon, by who controls it and
who stands in it. Every sum is made for the Red Army and turned for the garrison.
"""

from __future__ import annotations

from itertools import compress
from math import erf, sqrt
from operator import is_not
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from bridgehead.bots.judge import Term
from bridgehead.core.flow import Decision
from bridgehead.core.values import Side, UnitId
from bridgehead.games.breslau1945.assault import Assault, AssaultPhase
from bridgehead.games.breslau1945.attack import chance_in_six
from bridgehead.games.breslau1945.bombardment import Bombardment, BombardmentPhase
from bridgehead.games.breslau1945.data import (
    BATTLEWORN,
    GERMAN,
    MOVEMENT_POINTS,
    NORTH_GERMAN,
    NORTH_POLISH,
    RESERVES,
    SOVIET,
    WORKS,
)
from bridgehead.games.breslau1945.defence import DefensiveFire
from bridgehead.games.breslau1945.movement import Surplus, TacticalMovement
from bridgehead.games.breslau1945.north import FIGHTING, OVER, NorthernDice
from bridgehead.games.breslau1945.redeployment import EnterMap, HoldBack, Withdrawal
from bridgehead.games.breslau1945.state import boxed, space

Vector = NDArray[np.float64]

GROUND = 6.0
"""A victory hex held for good."""
LEAST, AT_HOME = 0.05, 0.45
"""What a side is thought to find for any victory hex, and for one it controls."""
FAR = 120
AFRESH = 24
STALE, LOOKS = 8, 100
"""Changed units beyond which the sums are made again from nothing: at once, or after so many looks."""
NEVER = 400.0

# What the pieces are worth early in the game, in points; it fades as the days run out.
GERMAN_UNIT, SOVIET_UNIT, GUN, SCREEN = 2.0, 1.1, 0.9, 0.3
BLUE = 0.35
FANATIC = 0.3
IN_RESERVE, IN_NORTH, WORN = 0.8, 0.78, 0.2
"""Shares of a German unit's worth off the map."""
LATE = 0.12
"""The share of its worth a Red Army unit loses for each turn it waits."""
SUPPLY, GOLIATH, GAS = 0.3, 0.15, 0.6
AIR_POINT, PO2, ANTIFASCISTS, CAPTURED = 0.015, 0.004, 0.3, 0.5
READY_GUN = 0.03
STRIP = 4.0
"""A landing strip marker: what it costs beyond its Supply, for it hardly ever pays."""
USED = 0.06
"""A unit that has assaulted: it cannot help elsewhere."""
CROWDED = 0.6
AIRPORT, RATHAUS, DRB = 0.5, 0.6, 0.2
"""What some victory hexes are worth beside their marker."""
NORTH_BANK = 8.0
"""Victory hexes the Poles may take if they break through in time."""
MASS = 15
"""Polish units that come together after a breakthrough."""
STANDBY = 1.5
"""What a battalion in reserve, of four at most, counts for the northern front."""
FEAR = 0.5
"""How much of what the Poles could win the garrison thinks of before they are sent."""
SAFELY = 1.2
"""By how much the dice must be expected to beat the Poles for the garrison to feel safe."""
HOLD = 1.5
"""How many times its strength a side counts for a victory hex it controls."""
DOOR = 2.0
"""How much more the Red Army counts for an undefended victory hex of the enemy that it stands next to."""
OCCUPIED = 1.5
"""How much more all count for a hex that one of them stands in: the enemy cannot enter it."""
STRUCK = {"move": 0.8, "assault": 0.05, "soon": 0.5, "wait": 0.4}
HIT_BACK = {"move": 0.3, "assault": 0.3, "soon": 0.12, "wait": 0.12}
"""How much of what the next assaults of the Red Army, and of the garrison, may bring is counted."""
AHEAD = frozenset({"soon", "wait"})
PRIZE = {SOVIET: 2.0, GERMAN: 0.5}
"""What driving off the defenders of a victory hex is worth beside them, in the eyes of who is to act."""
SILENCE = (1.0, 0.7, 0.45, 0.3, 0.2, 0.12)
"""How gladly the Red Army goes where so many units can fire."""
RETURNING = {"soviet": 0.6, "polish": 1.0}
"""How much a unit that may enter anywhere counts of what it would in the best place."""


def judge(game: Any) -> BreslauJudge:
    return BreslauJudge(game)


class Count(msgspec.Struct):
    """Sums over a position, kept from one look to the next."""

    key: tuple[int, float, bool]
    units: list[Any]
    soviet: Vector
    """By victory hex: what the Red Army can bring there."""
    german: Vector
    troops: float
    crowded: float
    crowds: dict[int, float]
    stale: int = 0


class Front(msgspec.Struct):
    """Sums over the stacks, kept from one look to the next."""

    key: tuple[int, str]
    units: list[Any]
    near: Vector
    """By hex: the Red Army that could strike there after a move."""
    blows: dict[int, float]
    """By hex: what the stack there stands to lose, negative for the garrison's stacks."""
    struck: float
    """What the garrison stands to lose."""
    hit: float
    stale: int = 0


class BreslauJudge:
    """Both scenarios."""

    eager: frozenset[str] = frozenset({"EnterMap", "Reorganisation"})

    def __init__(self, game: Any) -> None:
        self.game = game
        self.tables = game.tables
        self.goals = sorted(self.tables.victory)
        self.at = np.array(self.goals)
        self.weights = np.ones(len(self.goals))
        for hex, more in (
            (self.tables.airport, AIRPORT),
            (self.tables.rathaus, RATHAUS),
            (self.tables.works, DRB),
        ):
            if hex in self.tables.victory:
                self.weights[self.goals.index(hex)] += more
        self.at_start = [hex in self.tables.soviet_at_start for hex in self.goals]
        self.nothing = bytearray(game.board.size)
        self.nowhere = np.zeros(len(self.goals))
        self.days = {side: self.days_to_goals(side) for side in (SOVIET, GERMAN)}
        self.pulls: dict[float, dict[str, list[Vector]]] = {}
        self.nearness: dict[tuple[float, str], Vector] = {}
        self.kernels: dict[int, Vector] = {}
        self.entries: dict[str, Vector] = {}
        self.turn = 0
        self.leaving = False
        """Is the Red Army choosing what to take off the map? Then what waits counts for nothing."""
        self.holds: dict[tuple[tuple[bool, ...], bool], tuple[Vector, Vector, Vector]] = {}
        self.values = {id: self.value_of(counter) for id, counter in game.counters.items()}
        self.counts: Count | None = None
        self.front: Front | None = None
        self.last = {name: entry.turns for name, entry in self.tables.scenarios.items()}

    # --- the ground

    def days_to_goals(self, side: Side) -> Vector:
        """By hex and goal: the turns a unit of the side needs to march there."""
        prices = self.tables.prices[side]
        cost = {kind: row.cost[side] for kind, row in self.tables.chart.items()}
        enter = np.array([cost.get(kind, 0) for kind in self.tables.ground], float)
        table = np.full((self.game.board.size, len(self.goals)), NEVER)
        for number, goal in enumerate(self.goals):
            found = self.game.walker.spread((goal,), FAR, prices, self.nothing)
            there = np.where(found >= 0, np.maximum(found - enter + enter[goal], 0), NEVER * MOVEMENT_POINTS)
            there[goal] = 0.0
            table[:, number] = there / MOVEMENT_POINTS
        return table

    def pull(self, scale: float) -> dict[str, list[Vector]]:
        """By side and hex: how much a unit there counts for each victory hex."""
        if scale not in self.pulls:
            self.pulls[scale] = {}
            for side, days in self.days.items():
                near = self.nearness[scale, side] = np.exp(-days / scale)
                self.pulls[scale][side] = list(near)
        return self.pulls[scale]

    def kernel(self, hex: int) -> Vector:
        """By hex: how surely a Red Army unit here could assault there after one move."""
        if hex not in self.kernels:
            prices = self.tables.prices[SOVIET]
            found = self.game.walker.spread((hex,), 3 * MOVEMENT_POINTS, prices, self.nothing)
            near = np.where(found < 0, 0.0, np.where(found <= MOVEMENT_POINTS, 1.0, 0.0))
            far = np.where((found > MOVEMENT_POINTS) & (found <= 2 * MOVEMENT_POINTS), 0.35, 0.0)
            total = near + far
            beside = np.zeros(len(total))
            for at in self.game.board.hexes:
                beside[at] = max((total[to] for to in self.game.board.near[at]), default=0.0)
            self.kernels[hex] = beside
        return self.kernels[hex]

    # --- the pieces

    @staticmethod
    def value_of(counter: Any) -> tuple[float, float, float]:
        """Worth, weight at a victory hex, strength in an assault."""
        if counter.side == GERMAN:
            return GERMAN_UNIT + BLUE * counter.assault, 1.0 + 0.3 * counter.assault, 1.0 + counter.assault
        if counter.kind == "screen":
            return SCREEN, 0.35, 0.6
        if counter.kind == "artillery":
            return GUN, 0.3, 0.3
        return SOVIET_UNIT + BLUE * counter.assault, 1.0 + 0.3 * counter.assault, 1.0 + counter.assault

    def worth(self, s: Any, unit: Any, fade: float) -> float:
        """What a unit is worth to the Red Army where it is, on the map or off it."""
        worth: float = self.values[unit.id][0]
        if unit.side == SOVIET:
            if unit.hex:
                return fade * worth + (0.0 if unit.fired or self.values[unit.id][2] > 0.3 else READY_GUN)
            return fade * worth * self.waiting(s, unit.box)
        if unit.hex:
            return -fade * (worth + (FANATIC if unit.fanatic else 0.0) - (0.3 if unit.disorganised else 0.0))
        if unit.box == RESERVES:
            return -fade * worth * IN_RESERVE
        if unit.box == NORTH_GERMAN:
            return -fade * worth * IN_NORTH
        return -fade * worth * WORN if unit.box in (BATTLEWORN, WORKS) else 0.0

    @staticmethod
    def waiting(s: Any, box: str) -> float:
        """The share of its worth a Red Army unit keeps off the map."""
        if box.startswith("turn"):
            return max(0.2, 1.0 - LATE * max(1, int(box[4:]) - int(s.turn) + 1))
        return 0.3 if box == NORTH_POLISH else 0.0

    # --- what we have

    def camp(self, s: Any, side: Side) -> str:
        return str(side)

    def standing(self, s: Any, side: Side) -> tuple[Term, ...]:
        sign = 1.0 if side == SOVIET else -1.0
        left = self.last[s.scenario] - s.turn
        fade = self.fade(s)
        soviet, german, troops, crowded = self.counted(s, self.scale_of(left), fade)
        held = self.held(s, soviet, german)
        assembled = self.assembled(s, fade, soviet, german, held)
        return (
            Term("troops", sign * troops, "keeps its units in the fight"),
            Term("ground", sign * self.ground(s, held, left), "holds or wins victory hexes"),
            Term("stores", sign * self.stores(s, fade), "makes good use of Supply and special weapons"),
            Term("north", sign * self.north(s, left, side), "looks after the northern front"),
            Term("order", sign * crowded, "keeps its stacks within the limit"),
            Term("fire", sign * assembled, "has a good chance to hit"),
        )

    def ground(self, s: Any, held: float, left: int) -> float:
        """The victory hexes to be hoped for, and more and more those in hand."""
        firm = 0.5 - 0.35 * left / self.last[s.scenario]
        found: float = GROUND * ((1 - firm) * held + firm * s.tracks["vp"] - s.tracks["needed"])
        return found

    def fade(self, s: Any) -> float:
        """What is left of a unit's worth: the nearer the end, the less it can still do."""
        last: int = self.last[s.scenario]
        return 0.12 + 0.88 * (last - int(s.turn)) / last

    @staticmethod
    def scale_of(left: int) -> float:
        """Over how many turns of marching a unit counts: fewer when few are left."""
        return 0.8 if left >= 3 else 0.7 if left == 2 else 0.6 if left == 1 else 0.45

    def counted(self, s: Any, scale: float, fade: float) -> tuple[Vector, Vector, float, float]:
        """What both sides can bring to the victory hexes, the pieces, the crowding."""
        base = self.counts
        key = (s.turn, scale, isinstance(phase_of(s), Withdrawal))
        self.turn = s.turn
        changed = None if base is None or base.key != key else differences(s.units, base.units)
        self.leaving = key[2]
        if base is None or changed is None:
            base = self.counts = self.count(s, key, scale, fade)
            return base.soviet, base.german, base.troops, base.crowded
        base.stale += len(changed) > STALE
        if base.stale > LOOKS:
            base = self.counts = self.count(s, key, scale, fade)
            changed = []
        soviet, german, troops = base.soviet, base.german, base.troops
        pull = self.pull(scale)
        touched = set()
        for unit, was in changed:
            troops += self.worth(s, unit, fade) - self.worth(s, was, fade)
            if unit.hex == was.hex and unit.box == was.box:
                continue
            move = self.bound(unit, pull) - self.bound(was, pull)
            if unit.side == SOVIET:
                soviet = soviet + move
                touched.add(unit.hex)
                touched.add(was.hex)
            else:
                german = german + move
        touched.discard(0)
        crowded = base.crowded
        for hex in touched:
            crowded += self.crowd(s, hex) - base.crowds.get(hex, 0.0)
        return soviet, german, troops, crowded

    def bound(self, unit: Any, pull: dict[str, list[Vector]]) -> Vector:
        """What a unit counts for the victory hexes: one that cannot move only for its own."""
        if not unit.hex:
            if self.values[unit.id][1] < 1.0 or not unit.box.startswith("turn") or self.leaving:
                return self.nowhere
            return self.returning(unit, int(unit.box[4:]))
        near = pull[unit.side][unit.hex]
        weight = self.values[unit.id][1]
        return weight * (near if self.game.counters[unit.id].mp else np.where(near >= 1.0, near, 0.0))

    def returning(self, unit: Any, turn: int) -> Vector:
        """What a unit on the track counts for: it may enter where it is needed most."""
        nation = self.game.counters[unit.id].nation
        found: Vector = self.values[unit.id][1] * 0.5 ** max(turn - self.turn, 0) * self.entries[nation]
        return found

    def look_for_entries(self, s: Any, pull: dict[str, list[Vector]], sums: dict[Side, Vector]) -> None:
        """The Concentration Hex of each nation from which most is in question."""
        share = self.shares(s, sums[SOVIET], sums[GERMAN])
        question = self.weights * share * (1 - share)
        for nation, hexes in self.tables.concentration.items():
            best = max(hexes, key=lambda hex: float(np.dot(pull[SOVIET][hex], question)))
            self.entries[nation] = RETURNING[nation] * pull[SOVIET][best]

    def crowd(self, s: Any, hex: int) -> float:
        """What the Red Army loses by a stack that is too high."""
        stack = s.stacks.get(hex, ())
        over = len(stack) - self.tables.limit[SOVIET][hex]
        return -CROWDED * over if over > 0 and s.units[stack[0]].side == SOVIET else 0.0

    def count(self, s: Any, key: tuple[int, float, bool], scale: float, fade: float) -> Count:
        pull = self.pull(scale)
        sums = {SOVIET: np.full(len(self.goals), LEAST), GERMAN: np.full(len(self.goals), LEAST)}
        units = list(s.units.values())
        for unit in units:
            if unit.hex:
                sums[unit.side] += self.bound(unit, pull)
        self.look_for_entries(s, pull, sums)
        for unit in units:
            if not unit.hex:
                sums[unit.side] += self.bound(unit, pull)
        troops = sum(self.worth(s, unit, fade) for unit in units)
        crowds = {hex: crowd for hex in s.stacks if (crowd := self.crowd(s, hex))}
        return Count(key, units, sums[SOVIET], sums[GERMAN], troops, sum(crowds.values()), crowds)

    def held(self, s: Any, soviet: Vector, german: Vector) -> float:
        """The victory hexes the Red Army may hope for."""
        return float(np.dot(self.weights, self.shares(s, soviet, german)))

    def shares(self, s: Any, soviet: Vector, german: Vector) -> Vector:
        """By victory hex: the Red Army's chance to have it in the end."""
        hold, ours_at_home, theirs_at_home = self.hold(s)
        ours = soviet + ours_at_home
        theirs = german + theirs_at_home
        ledger = s.ledger
        us = np.frombuffer(ledger["soviet"], np.uint8)[self.at]
        them = np.frombuffer(ledger["german"], np.uint8)[self.at]
        ours = np.where(us, OCCUPIED * (ours + 1), ours)
        theirs = np.where(them, OCCUPIED * (theirs + 1), theirs)
        beside = np.frombuffer(ledger["near_soviet"], np.uint8)[self.at] > 0
        ours = np.where(beside & (them == 0) & (theirs_at_home > 0), DOOR * ours, ours)
        ours = hold * ours * np.sqrt(ours)
        found: Vector = ours / (ours + theirs * np.sqrt(theirs))
        return found

    def hold(self, s: Any) -> tuple[Vector, Vector, Vector]:
        """By victory hex: how much control counts, for both sides; in the garrison's last move it is all."""
        control = s.control
        ours = tuple(
            [
                (control[hex] == SOVIET) if hex in control else start
                for hex, start in zip(self.goals, self.at_start, strict=True)
            ]
        )
        over = s.turn == self.last[s.scenario] and not self.german_move_to_come(s)
        known = self.holds.get((ours, over))
        if known is None:
            held = np.array(ours)
            more = 1e9 if over else HOLD
            at_home = AT_HOME * held
            known = self.holds[ours, over] = (np.where(held, more, 1 / more), at_home, AT_HOME - at_home)
        return known

    def german_move_to_come(self, s: Any) -> bool:
        """In the last turn: can the garrison still move after what is now being decided?"""
        phase = phase_of(s)
        if phase is None:
            return False
        return phase.side == SOVIET or isinstance(phase, AssaultPhase | NorthernDice)

    def stores(self, s: Any, fade: float) -> float:
        """Supply, Goliaths, chemicals against planes and ruses."""
        tracks = s.tracks
        supply = tracks["supply"]
        garrison = SUPPLY * (supply if supply < 24 else 24 + 0.5 * (supply - 24))
        garrison += GOLIATH * tracks["goliaths"] + GAS * tracks["chemicals"]
        army = ANTIFASCISTS * tracks["antifascists"] + CAPTURED * tracks["captured_goliaths"]
        army += PO2 * tracks["po2"] + AIR_POINT * tracks["air"]
        phase = phase_of(s)
        used = 0.0
        if isinstance(phase, AssaultPhase):
            used = USED * len(phase.used) * (1.0 if phase.side == GERMAN else -1.0)
        total: float = fade * (army - garrison + STRIP * len(s.strip)) + used
        return total

    # --- the northern front

    def north(self, s: Any, left: int, side: Side) -> float:
        """What the Poles may still win there; before they are sent, it is the garrison that thinks of it."""
        if not 0 < left <= 10:
            return 0.0
        prize: float = GROUND * NORTH_BANK * min(1.0, left / 5)
        if s.tracks["north"] == OVER:
            return 0.5 * prize if self.poles_are_through(s) else 0.0
        poles = len(boxed(s, NORTH_POLISH)) or 25
        line = len(boxed(s, NORTH_GERMAN))
        if s.tracks["north"] == FIGHTING:
            top = s.flow[-1] if s.flow else None
            if isinstance(top, NorthernDice):
                return prize * self.broken(poles - top.total, top.left, 0)
            return prize * self.broken(poles, 2 * line, min(s.tracks["supply"], 10))
        if side == SOVIET:
            return 0.0
        hoped = 7.0 * line + self.tables.special.north_bonus * min(2 * line, 6, int(s.tracks["supply"]))
        hoped += STANDBY * min(len(boxed(s, RESERVES)), 4)
        fear = max(0.0, 1.0 - hoped / (SAFELY * poles))
        return (FEAR if left < 9 else 0.5 * FEAR) * fear * prize if left >= 4 else 0.0

    @staticmethod
    def poles_are_through(s: Any) -> bool:
        """Have the Poles broken through just now, and come next turn?"""
        if not isinstance(phase_of(s), HoldBack | EnterMap | Withdrawal | BombardmentPhase):
            return False
        counters = s.game.counters
        coming = boxed(s, space(s.turn + 1))
        return len([unit for unit in coming if counters[unit.id].nation == "polish"]) >= MASS

    def broken(self, against: int, dice: int, supply: int) -> float:
        """The chance that so many dice, some of them paid for, stay below a number."""
        mean = 3.5 * dice + self.tables.special.north_bonus * min(supply, dice)
        spread = sqrt(2 * 2.92 * dice)
        if not spread:
            return 1.0 if against > 0 else 0.0
        return 0.5 * (1.0 + erf((against - 0.5 - mean) / spread))

    # --- what is being assembled

    def assembled(self, s: Any, fade: float, soviet: Vector, german: Vector, held: float) -> float:
        """An attack put together and not yet rolled: its chance, times what the target is worth."""
        top = s.flow[-1] if s.flow else None
        if isinstance(top, DefensiveFire):
            if not top.firers:
                return 0.0
        elif not isinstance(top, Assault) or not top.attackers:
            return 0.0
        attack = top.attack()
        chance = chance_in_six(s, attack) / 6
        cost: float = fade * SUPPLY * attack.artillery
        gain = chance * self.loss(s, s.units[attack.target], fade, soviet, german, held)
        return gain + (cost if attack.side == GERMAN else 0.0)

    def loss(self, s: Any, unit: Any, fade: float, soviet: Vector, german: Vector, held: float) -> float:
        """What changes for the Red Army when a unit is Fatigued."""
        scale = self.scale_of(self.last[s.scenario] - s.turn)
        gone = self.bound(unit, self.pull(scale))
        if unit.hex in self.tables.victory and len(s.stacks[unit.hex]) == 1:
            gone = gone + OCCUPIED * (self.at == unit.hex)
        worth = self.values[unit.id][0] * fade
        if unit.side == SOVIET:
            back = self.returning(unit, s.turn + 2) if self.values[unit.id][1] >= 1.0 else self.nowhere
            return -worth * 3 * LATE + GROUND * (self.held(s, soviet - gone + back, german) - held)
        return worth * (1 - WORN) + GROUND * (self.held(s, soviet, german - gone) - held)

    # --- what may soon happen

    def prospects(self, s: Any, side: Side) -> tuple[Term, ...]:
        when = self.moment(s)
        struck, hit = self.blows(s, when)
        ours, theirs = STRUCK[when] * struck, HIT_BACK[when] * hit
        if side == GERMAN:
            ours, theirs = theirs, ours
        return (
            Term("attacks", ours, "can attack with a good chance"),
            Term("danger", -theirs, "is in danger where it stands"),
        )

    @staticmethod
    def moment(s: Any) -> str:
        """Is the Red Army assaulting, moving, about to move, or waiting for the garrison?"""
        phase = phase_of(s)
        if phase is None or phase.side != SOVIET:
            return "wait"
        if not isinstance(phase, TacticalMovement | AssaultPhase | Surplus):
            return "soon"
        return "assault" if isinstance(phase, AssaultPhase) else "move"

    def blows(self, s: Any, when: str) -> tuple[float, float]:
        """What the garrison stands to lose to the next assaults, and the Red Army to the answer."""
        base = self.front
        key = (s.turn, when)
        changed = None if base is None or base.key != key else differences(s.units, base.units)
        if base is None or changed is None:
            base = self.front = self.survey(s, key)
            return base.struck, base.hit
        touched: set[int] = set()
        for unit, was in changed:
            if when in AHEAD and unit.side == SOVIET and unit.hex == was.hex:
                continue
            touched.add(unit.hex)
            touched.add(was.hex)
        touched.discard(0)
        if not touched:
            return base.struck, base.hit
        base.stale += len(touched) > STALE
        if base.stale > LOOKS:
            base = self.front = self.survey(s, key)
            return base.struck, base.hit
        near = self.game.board.near
        struck, hit = base.struck, base.hit
        touched = touched.union(*(near[hex] for hex in touched))
        if when in AHEAD:
            touched = touched.union(*(near[hex] for hex in touched))
        for hex in touched:
            change = -base.blows.get(hex, 0.0)
            if change > 0:
                struck -= change
            else:
                hit += change
            if hex in s.stacks:
                blow = self.blow(s, hex, when, base.near)
                if blow < 0:
                    struck -= blow
                else:
                    hit += blow
        return struck, hit

    def survey(self, s: Any, key: tuple[int, str]) -> Front:
        near = np.zeros(self.game.board.size)
        if key[1] in AHEAD:
            for unit in s.units.values():
                if unit.hex and unit.side == SOVIET and self.game.counters[unit.id].mp:
                    near += self.values[unit.id][2] * self.kernel(unit.hex)
            near = 7.0 * (1.0 - np.exp(-near / 9.0))
        blows = {hex: self.blow(s, hex, key[1], near) for hex in s.stacks}
        struck = -sum(blow for blow in blows.values() if blow < 0)
        hit = sum(blow for blow in blows.values() if blow > 0)
        return Front(key, list(s.units.values()), near, blows, struck, hit)

    def blow(self, s: Any, hex: int, when: str, near: Vector) -> float:
        """What a stack stands to lose to those around it; negative for the garrison."""
        units = s.units
        stack = s.stacks[hex]
        if units[stack[0]].side == GERMAN:
            if when in AHEAD:
                strength = float(near[hex])
                return (
                    -self.silence(s, hex) * self.expected(s, hex, stack, SOVIET, strength)
                    if strength
                    else 0.0
                )
            strength = self.army_around(s, hex)
            return -self.expected(s, hex, stack, SOVIET, strength) if strength else 0.0
        strength = 0.0
        for to in self.game.board.near[hex]:
            for id in s.stacks.get(to, ()):
                if units[id].side != GERMAN:
                    break
                strength += self.values[id][2]
        if not strength:
            return 0.0
        return self.expected(s, hex, stack, GERMAN, strength + min(2.0, 0.1 * s.tracks["supply"]))

    def silence(self, s: Any, hex: int) -> float:
        """How safely the Red Army can come next to a hex: by its two best ways."""
        fire, germans = s.ledger["fire_german"], s.ledger["german"]
        best = second = 0.0
        exits = self.tables.exits[SOVIET]
        for to in self.game.board.near[hex]:
            if germans[to] or not exits[to]:
                continue
            quiet = SILENCE[min(fire[to], 5)]
            if quiet > best:
                best, second = quiet, best
            elif quiet > second:
                second = quiet
        return 0.6 * best + 0.4 * second

    def army_around(self, s: Any, hex: int) -> float:
        """The most of the Red Army that could assault a hex together: one division and the independent."""
        units, counters = s.units, self.game.counters
        alone = 0.0
        divisions: dict[str, float] = {}
        foot = tanks = False
        for to in self.game.board.near[hex]:
            for id in s.stacks.get(to, ()):
                unit = units[id]
                if unit.side != SOVIET:
                    break
                if unit.fired:
                    continue
                counter = counters[id]
                strength = 1.0 + counter.assault
                tanks = tanks or counter.kind == "armor"
                foot = foot or counter.kind != "armor"
                if counter.division:
                    divisions[counter.division] = divisions.get(counter.division, 0.0) + strength
                else:
                    alone += strength
        best = max(divisions.values(), default=0.0)
        others = sum(divisions.values()) - best
        return alone + best + 0.25 * others + (1.0 if foot and tanks else 0.0)

    def expected(self, s: Any, hex: int, stack: tuple[str, ...], by: Side, strength: float) -> float:
        """The worth of a stack that so much strength around it drives off, at its best division."""
        target = self.tables.success[by][hex] - self.tables.modifier[hex]
        fade = self.fade(s)
        bonus = 0.0
        phase = phase_of(s)
        worth = PRIZE[phase.side] if hex in self.tables.victory and phase is not None else 0.0
        for id in stack:
            unit = s.units[id]
            bonus += self.game.counters[id].exposed + unit.disorganised - unit.fanatic
            worth += fade * self.values[id][0] * (1.0 - WORN if by == SOVIET else 3 * LATE)
        size = len(stack)
        missing = target - bonus / size
        best = 0.0
        for hits in range(1, size + 1):
            share = strength / hits
            lacking = missing - share
            chance = (7.0 - max(2.0, lacking)) / 6 if lacking <= 6 else 0.13 * share / (missing - 6)
            best = max(best, hits * (chance + 0.01 * min(share, 6.0)))
        return best * worth / size

    # --- ordering and the end

    def field(self, s: Any, side: Side) -> list[float]:
        """By hex: how near it is to victory hexes that are in question."""
        left = self.last[s.scenario] - s.turn
        fade = self.fade(s)
        scale = self.scale_of(left)
        soviet, german, _, _ = self.counted(s, scale, fade)
        share = self.shares(s, soviet, german)
        question = self.weights * share * (1 - share) + 0.02
        found: list[float] = (self.nearness[scale, side] @ question).tolist()
        return found

    def might(self, s: Any, unit: UnitId) -> float:
        """What a unit adds to the die; of guns to bombard with, first those that can do nothing else."""
        top = s.flow[-1]
        if isinstance(top, Bombardment):
            return 1.0 - 0.1 * float(s.ledger["near_german"][s.units[unit].hex])
        counter = self.game.counters[unit]
        strength: float = 1.0 + counter.assault - (0.1 if counter.exposed else 0.0)
        strength += 0.5 if s.units[unit].fanatic else 0.0
        if counter.division and isinstance(top, Assault | DefensiveFire):
            strength += self.with_its_division(s, counter.division, s.units[top.target].hex)
        return strength

    def with_its_division(self, s: Any, division: str, hex: int) -> float:
        """What a division has around a hex: only one of them can join in an attack."""
        counters = self.game.counters
        found: float = sum(
            1.0 + counters[id].assault
            for to in self.game.board.near[hex]
            for id in s.stacks.get(to, ())
            if counters[id].division == division
        )
        return found

    def margin(self, s: Any, side: Side) -> float:
        """Victory hexes above or below what the Red Army needs."""
        over = float(s.ended.score["held"] - s.ended.score["needed"])
        return over if side == SOVIET else -over


def phase_of(s: Any) -> Any:
    """The decision of the present phase, under what it may have opened."""
    return next((frame for frame in s.flow if isinstance(frame, Decision)), None)


def differences(units: dict[Any, Any], before: list[Any]) -> list[tuple[Any, Any]] | None:
    """The units that are not what they were, each with what it was; None if there are too many to bother."""
    changed = list(compress(zip(units.values(), before, strict=True), map(is_not, units.values(), before)))
    return changed if len(changed) <= AFRESH else None
