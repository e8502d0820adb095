"""What Seelow & Küstrin values: troops, the way to heights or garrison, objectives, odds at the front."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any

import msgspec
import numpy as np

from bridgehead.bots.judge import Term
from bridgehead.bots.war import differences
from bridgehead.core.values import Side, UnitId
from bridgehead.games.seelow1945.data import FOE, GERMAN, SOVIET
from bridgehead.games.seelow1945.sequence import PlayerTurn
from bridgehead.games.seelow1945.state import DEPLOYING, ELIMINATED, EXITED
from bridgehead.games.seelow1945.victory import unbridged
from bridgehead.hexes.paths import CLOSED, ZOC_CLOSED, Zoc

FAR = 400
SEELOW = 1410

# Weights, in points; a full Soviet rifle regiment is worth about 5.
STEP = {"seelow": {GERMAN: 1.5, SOVIET: 0.8}, "kustrin": {GERMAN: 0.9, SOVIET: 0.9}}
DISRUPTED = {GERMAN: 0.6, SOVIET: 0.65}
LIMBERED = 0.9
COVER = 0.1
MARCH = 3.0
GUARD = 0.35
TOWN, LOCALITY, ROAD = 60.0, 25.0, 12.0
BESIDE_SEELOW = 220.0
WEST_OF_CANAL = 60.0
KILL, GARRISON, LINK = 14.0, 18.0, 55.0
NOW, LATER, THREAT = 1.0, 0.25, 0.5
"""How much attacks count that come in this Player-Turn, in the next one, and those of the other side."""
GIVEN, DRIVEN, KILLED, PINNED = 1.0, 0.4, 0.9, 0.5
"""What is lost when a unit is driven off: the ground, a share of its worth; on its last step, or with a step
to spare, where it cannot retreat."""
SHELLS, BATTERY, TREK = 3.0, 14.0, 4.5
"""A gun's fire in a turn of the first day, its fire on the second day, and the hexes it goes in a turn."""
STALE = 8
"""Looks far from the sums last made, after which they are made again."""
MOST_LINES = 4000
BARRED = 20
"""By how many hexes a line would rather be longer than go through one in enemy ZOC."""
OUT = (ELIMINATED, EXITED, DEPLOYING)


class Figure(msgspec.Struct, frozen=True):
    """A counter in one condition."""

    side: Side
    worth: float
    soft: bool
    idle: bool
    """Artillery and Zhukov: they do not march on the objectives."""
    attack: float
    fire: float
    defence: float
    morale: int
    armor: int
    stake: float
    """What is lost with it besides."""
    gun: bool
    last: bool
    """On its last step."""


class Post(msgspec.Struct, frozen=True):
    """A stack in figures."""

    side: Side
    klass: str
    attack: float
    tanks: bool
    fire: float
    defence: float
    morale: int
    worth: float
    """Of the soft units."""
    stake: float
    """What they lose when they are beaten and cannot retreat."""
    stays: bool
    """Artillery never retreats."""
    broken: bool
    """Is one of them disrupted?"""
    armor: tuple[tuple[int, float], ...]
    """Armor Modifier and worth of each armored unit."""


class Sums(msgspec.Struct):
    """What is summed over units, Soviet less German."""

    key: tuple[Any, ...]
    units: list[Any]
    shares: list[tuple[float, float, int, int]]
    """Troops, march, and what the scenario counts: beside Seelow and over the canal; or lost units."""
    total: tuple[float, float, int, int]
    stale: int = 0


class Front(msgspec.Struct):
    """What is summed over hexes."""

    dusk: bool
    units: list[Any]
    posts: dict[int, Post]
    blows: dict[int, tuple[float, float]]
    total: dict[Side, tuple[float, float]]
    """By side: what it may lose where it stands to assaults, and to antitank fire."""
    stale: int = 0


def judge(game: Any) -> SeelowJudge:
    return SeelowJudge(game)


class SeelowJudge:
    """Both scenarios. Every sum is made for the Soviet side and turned for the German."""

    eager: frozenset[str] = frozenset({"NightBatteries"})

    def __init__(self, game: Any) -> None:
        self.game = game
        board = game.board
        self.nothing = bytearray(board.size)
        marks = board.marks
        self.town = frozenset(marks["seelow"])
        self.localities = frozenset(marks["localities"])
        self.garrison = game.tables.victory.kustrin.garrison
        self.west = min(marks["west_edge"], key=lambda hex: abs(hex % 100 - 4))
        beside_town = frozenset(near for hex in self.town for near in (hex, *board.near[hex]))
        self.marks = (beside_town, game.west_of_canal)
        self.maps: dict[tuple[Any, ...], tuple[list[float], int, float, int]] = {}
        self.figures: dict[tuple[str, str, bool, bool, bool], Figure] = {}
        self.nears: dict[tuple[str, int, float], Any] = {}
        self.pulls: dict[tuple[Any, ...], list[float]] = {}
        self.sums: dict[str, Sums] = {}
        self.fronts: dict[str, Front] = {}
        self.cover = [-game.tables.terrain[kind].shift if kind else 0 for kind in board.terrain]
        self.halved = [bool(kind) and game.tables.terrain[kind].halves_barrage for kind in board.terrain]
        self.driven = driven(game.tables.crt)
        self.pierced = pierced(game.tables.fire)
        self.fire_min = game.tables.fire.column_min
        ground = game.grounds["seelow"]
        self.sides = [
            tuple(
                (at, ground.crosses_water(at, hex), self.divisor(ground, at, hex)) for at in board.near[hex]
            )
            for hex in range(board.size)
        ]
        """By hex: the hexes around, whether water lies between, and what divides antitank fire from there."""
        self.discs = [tuple(ground.disc(hex, 2)) if board.near[hex] else () for hex in range(board.size)]
        self.lines = self.line_prices(game.grounds["kustrin"])
        self.into = into(board)
        """By hex: the hexsides one comes in by."""
        self.linked: dict[tuple[tuple[int, ...], bytes, bytes], tuple[int, ...]] = {}

    # --- made once

    @staticmethod
    def divisor(ground: Any, at: int, hex: int) -> float:
        water = 2.0 if ground.crosses_water(at, hex) else 1.0
        level = ground.board.level
        higher: int = max(0, level[hex] - level[at])
        return float(water * (1 << higher))

    def line_prices(self, ground: Any) -> Any:
        """Each hexside a line of communication may cross costs one."""
        s = self.game.state(game=self.game, scenario="kustrin", setting={}, seed=1)
        prices = np.full(self.game.board.size * 6, CLOSED, np.int32)
        for here in ground.hexes:
            for direction, to in enumerate(ground.around[here]):
                if to and not unbridged(s, here, to):
                    prices[here * 6 + direction] = 1
        return prices

    def pull(self, scenario: str, goals: tuple[tuple[int, float], ...], scale: float) -> list[float]:
        """How strongly goals draw from each hex: their worth there, fading with the way on foot."""
        key = (scenario, goals, scale)
        if key not in self.pulls:
            total = np.zeros(self.game.board.size)
            for hex, worth in goals:
                total = np.maximum(total, worth * self.nearness(scenario, hex, scale))
            self.pulls[key] = total.tolist()
        return self.pulls[key]

    def nearness(self, scenario: str, hex: int, scale: float) -> Any:
        """By hex: 1 where the goal is, fading with the way on foot."""
        key = (scenario, hex, scale)
        if key not in self.nears:
            prices = self.game.grounds[scenario].prices["foot"]
            foot = np.where(prices < 0, prices, np.minimum(prices & 0xFFFF, 6)).astype(np.int32)
            way = self.game.walker.spread((hex,), FAR, foot, self.nothing)
            self.nears[key] = np.where(way >= 0, np.exp(-np.maximum(way, 0) / scale), 0.0)
        return self.nears[key]

    def figure(self, scenario: str, unit: Any) -> Figure:
        key = (scenario, unit.id, unit.reduced, unit.disrupted, unit.move_mode)
        known = self.figures.get(key)
        if known is None:
            known = self.figures[key] = self.figured(scenario, unit)
        return known

    def figured(self, scenario: str, unit: Any) -> Figure:
        counter = self.game.counters[unit.id]
        values = counter.back if unit.reduced or unit.move_mode else counter.front
        if counter.artillery:
            worth = (counter.front.cs * 1.6 + counter.range * 0.2) * (LIMBERED if unit.move_mode else 1.0)
        else:
            armor = counter.armor * 0.8 if counter.armored else 0.0
            worth = values.cs + 0.5 * values.at + 0.4 * values.morale + armor
        able = not unit.disrupted and not counter.commander
        stake = 0.0
        if scenario == "kustrin":
            stake = GARRISON if unit.id in self.garrison else KILL if unit.side == SOVIET else 0.0
        return Figure(
            side=unit.side,
            worth=worth * STEP[scenario][unit.side] * (DISRUPTED[unit.side] if unit.disrupted else 1.0),
            soft=not counter.armored,
            idle=counter.artillery or counter.commander,
            attack=values.cs if able and not unit.move_mode else 0.0,
            fire=values.at if able else 0.0,
            defence=0.0 if counter.armored else values.cs,
            morale=values.morale - (2 if unit.disrupted else 0),
            armor=counter.armor if counter.armored else -1,
            stake=stake,
            gun=counter.artillery,
            last=unit.reduced or not counter.two_steps,
        )

    def camp(self, s: Any, side: Side) -> str:
        return str(side)

    # --- what we have

    def standing(self, s: Any, side: Side) -> tuple[Term, ...]:
        sums = self.kustrin(s) if s.scenario == "kustrin" else self.seelow(s)
        sign = 1.0 if side == SOVIET else -1.0
        return tuple(Term(name, sign * worth, phrase) for name, worth, phrase in sums)

    def counted(
        self, s: Any, pull: list[float], marching: Side, marks: Sequence[frozenset[int]]
    ) -> tuple[float, float, int, int]:
        """Troops and march, Soviet less German, and how many Soviet units stand among the marks."""
        base = self.sums.get(s.scenario)
        key = (id(pull), s.turn, s.phase)
        changed = differences(s.units, base.units) if base is not None and base.key == key else None
        if base is None or changed is None or base.stale > STALE:
            units = list(s.units.values())
            shares = [self.share(s, unit, pull, marching, marks) for unit in units]
            total = tuple(map(sum, zip(*shares, strict=True))) if shares else (0.0, 0.0, 0, 0)
            self.sums[s.scenario] = Sums(key, units, shares, total)  # type: ignore[arg-type]
            return total  # type: ignore[return-value]
        base.stale = base.stale + 1 if len(changed) > 4 else 0
        troops, march, first, second = base.total
        for at, unit in changed:
            now, was = self.share(s, unit, pull, marching, marks), base.shares[at]
            troops += now[0] - was[0]
            march += now[1] - was[1]
            first += now[2] - was[2]
            second += now[3] - was[3]
        return troops, march, first, second

    def share(
        self, s: Any, unit: Any, pull: list[float], marching: Side, marks: Sequence[frozenset[int]]
    ) -> tuple[float, float, int, int]:
        """What one unit adds."""
        soviet = unit.side == SOVIET
        hex = unit.hex
        if not hex:
            if unit.box in OUT:
                return 0.0, 0.0, int(soviet and not marks and unit.box == ELIMINATED), 0
            worth = self.figure(s.scenario, unit).worth
            return (worth if soviet else -worth), 0.0, 0, 0
        one = self.figure(s.scenario, unit)
        troops = worth = one.worth
        if one.soft and self.halved[hex] and (marks or not soviet):
            troops += COVER * (worth + one.stake)
        march = worth * pull[hex]
        if unit.side != marching:
            march *= -GUARD
        elif one.idle:
            march = 0.0
        if not soviet:
            return -troops, march, 0, 0
        if not marks:
            return troops, march, 0, 0
        if one.idle:
            troops += self.battery(s, unit)
        return troops, march, int(hex in marks[0]), int(hex in marks[1])

    def battery(self, s: Any, unit: Any) -> float:
        """What a Soviet gun can still do: fire on the first day, reach the heights on the second."""
        counter = self.game.counters[unit.id]
        if not counter.artillery:
            return 0.0
        turn: int = s.turn
        way = float(self.game.board.distance(unit.hex, SEELOW))
        if turn > 7 or (turn == 7 and s.phase == "rally"):
            return 0.0 if unit.move_mode else in_range(counter.range, way)
        days = max(0, 5 - max(turn, 1))
        if not unit.move_mode:
            return float(SHELLS * max(0, 4 - turn)) + in_range(counter.range, way - TREK * days)
        if 2 <= turn <= 5 and s.phase in ("barrage", "movement") and s.actor == SOVIET and not unit.moved:
            days += 1
        return in_range(counter.range, way - TREK * days)

    def seelow(self, s: Any) -> list[tuple[str, float, str]]:
        early = s.turn <= 7
        pull, held, ground, taken = self.map_of(early, s.control)
        troops, march, near, west = self.counted(s, pull, SOVIET, self.marks)
        clock = 0.0
        if early:
            urgency = (s.turn / 7) ** 2
            clock += BESIDE_SEELOW * urgency * min(near, 2) / 2
            clock += WEST_OF_CANAL * urgency * min(west, 3) / 3
            clock += BESIDE_SEELOW * urgency * min(taken, 3) / 3
        return [
            ("troops", min(1.0, 1.5 - s.turn / 10) * troops, "keeps its troops in being"),
            ("march", MARCH * march, "brings strength toward Seelow"),
            ("ground", ground, f"leaves {held} objectives in Soviet hands"),
            ("clock", clock, "counts for the check at nightfall"),
        ]

    def map_of(self, early: bool, control: dict[int, Side]) -> tuple[list[float], int, float, int]:
        """By control: what draws the Soviets, how many objectives they hold, their worth, localities."""
        key = (early, *control.values())
        known = self.maps.get(key)
        if known is None:
            goals = [(hex, 1.0) for hex in sorted(self.town)]
            if early:
                goals += [(hex, 0.8) for hex in sorted(self.localities) if control.get(hex) == GERMAN]
            soviet = [hex for hex, owner in control.items() if owner == SOVIET]
            taken = sum(1 for hex in soviet if hex in self.localities)
            town = sum(1 for hex in soviet if hex in self.town)
            ground = TOWN * town + (LOCALITY if early else 0.0) * taken
            ground += ROAD * (len(soviet) - town - taken)
            known = self.maps[key] = (self.pull("seelow", tuple(goals), 9.0), len(soviet), ground, taken)
        return known

    def kustrin(self, s: Any) -> list[tuple[str, float, str]]:
        hexes = [hex for id in self.garrison if (hex := s.units[id].hex)]
        troops, march, killed, _ = self.counted(s, self.relief(s), GERMAN, ())
        alive = len(hexes)
        late = 0.35 + 0.65 * s.turn / 12
        spent = 1.0 - 0.6 * late
        return [
            ("troops", spent * troops, "keeps its troops in being"),
            ("march", -1.4 * march, "brings strength toward Küstrin"),
            ("killed", -KILL * killed, f"leaves {killed} Soviet units destroyed"),
            ("garrison", -GARRISON * alive, f"leaves {alive} garrison units alive"),
            ("ground", -LINK * late * self.links(s, hexes), "opens the way to the garrison"),
        ]

    def relief(self, s: Any) -> list[float]:
        """What draws the Germans to Küstrin: the garrison while there is one, and the Soviet guns."""
        goals = [(hex, 1.0) for id in self.garrison if (hex := s.units[id].hex)]
        goals += [
            (hex, 0.8) for id in self.game.artillery[SOVIET] if id in s.units and (hex := s.units[id].hex)
        ]
        return self.pull("kustrin", tuple(goals), 7.0)

    def links(self, s: Any, hexes: list[int]) -> float:
        """How near the garrison is to lines of communication; in the end only an open one counts."""
        if not hexes:
            return 0.0
        ledger = s.ledger
        own = np.frombuffer(ledger["german"], np.uint8)
        zoc = np.where(own == 0, np.frombuffer(ledger["soviet_zoc"], np.uint8), 0).tobytes()
        soviet = ledger["soviet"]
        key = (tuple(hexes), zoc, bytes(soviet))
        known = self.linked.get(key)
        if known is None:
            if len(self.linked) > MOST_LINES:
                self.linked.clear()
            known = self.linked[key] = self.detours(hexes, bytearray(zoc), np.flatnonzero(soviet))
        scale = 14.0 - 0.9 * s.turn
        return sum(exp(-more / scale) for more in known)

    def detours(self, hexes: list[int], zoc: bytearray, stacks: Any) -> tuple[int, ...]:
        """What bars each line at the least: five for each ZOC hex, more for an enemy stack."""
        prices = self.lines.copy()
        into = self.into[stacks].ravel()
        prices[into] += np.where(prices[into] > 0, BARRED * 3 // 2, 0)
        reached = self.game.walker.reach(self.west, BARRED * 9, prices, self.nothing, zoc, Zoc(enter=BARRED))
        distance = self.game.board.distance
        longer = [reached.get(hex, BARRED * 9) - distance(self.west, hex) for hex in hexes]
        return tuple(5 * (more // BARRED) for more in longer)

    def field(self, s: Any, side: Side) -> list[float]:
        if s.scenario != "kustrin":
            return self.map_of(s.turn <= 7, s.control)[0]
        field = self.relief(s)
        if s.turn < 9:
            return field
        field = field.copy()
        for hex in self.gates(s, side):
            field[hex] += 1.0
        return field

    def gates(self, s: Any, side: Side) -> list[int]:
        """The hexes where one more unit of the side would open or cut a line of communication."""
        ledger = s.ledger
        own, soviet, zoc = ledger["german"], ledger["soviet"], ledger["soviet_zoc"]
        free = bytearray(0 if own[hex] else zoc[hex] for hex in range(len(zoc)))
        ends = [hex for id in self.garrison if (hex := s.units[id].hex)]

        def lines(closed: bytearray, zoc: bytearray) -> int:
            reached = self.game.walker.reach(self.west, FAR, self.lines, closed, zoc, Zoc(rules=ZOC_CLOSED))
            return sum(hex in reached for hex in ends)

        now = lines(soviet, free)
        controls = s.ground.controls["foot"]
        found = []
        for hex in s.ground.hexes:
            if side == GERMAN:
                if not free[hex]:
                    continue
                then = free.copy()
                then[hex] = 0
                if lines(soviet, then) > now:
                    found.append(hex)
            elif now and not own[hex] and not soviet[hex]:
                then, closed = free.copy(), soviet.copy()
                closed[hex] = 1
                for near in controls[hex]:
                    then[near] = 0 if own[near] else 1
                if lines(closed, then) < now:
                    found.append(hex)
        return found

    def might(self, s: Any, unit: UnitId) -> float:
        values = s.values(s.units[unit])
        return float(values.at if s.phase == "antitank" else values.cs)

    def margin(self, s: Any, side: Side) -> float:
        """Küstrin: German points. Seelow: the level of victory, then what stands."""
        sign = 1.0 if side == SOVIET else -1.0
        if s.scenario == "kustrin":
            points = float(s.ended.score["german"])
            return sign * (0.01 * sum(worth for _, worth, _ in self.kustrin(s)) - points)
        level = 2.0 if "Strategic" in s.ended.level else 1.0
        won = 0.0 if s.ended.winner is None else level if s.ended.winner == SOVIET else -level
        return sign * (100.0 * won + 0.1 * sum(worth for _, worth, _ in self.seelow(s)))

    # --- what may soon happen

    def prospects(self, s: Any, side: Side) -> tuple[Term, ...]:
        if s.turn == 0:
            return ()
        foe = FOE[side]
        risks = self.risks(s)
        mine, shots = self.soon(s, side)
        theirs, returned = self.soon(s, foe)
        fought, fired = risks[foe]
        hurt, hit = risks[side]
        return (
            Term("attacks", mine * fought + shots * fired, "can attack at good odds"),
            Term("danger", -THREAT * (theirs * hurt + returned * hit), "is in danger where it stands"),
        )

    @staticmethod
    def soon(s: Any, side: Side) -> tuple[float, float]:
        """How near a side's assaults are, and its antitank fire."""
        acting = next((frame.side for frame in s.flow if isinstance(frame, PlayerTurn)), s.actor)
        if s.kind == "night":
            return LATER, LATER
        if acting != side:
            return NOW, NOW if s.phase in ("barrage", "movement") else LATER
        if s.phase == "combat":
            return LATER, LATER
        return NOW, LATER if s.phase == "antitank" else NOW

    def risks(self, s: Any) -> dict[Side, tuple[float, float]]:
        """By side: what it stands to lose where fronts touch."""
        dusk = s.kind == "dusk_dawn"
        base = self.fronts.get(s.scenario)
        changed = differences(s.units, base.units) if base is not None and base.dusk == dusk else None
        if base is None or changed is None or base.stale > STALE:
            base = self.fronts[s.scenario] = self.front(s, dusk)
            return base.total
        base.stale = base.stale + 1 if len(changed) > 4 else 0
        return self.shifted(s, base, changed) if changed else base.total

    def shifted(self, s: Any, base: Front, changed: list[tuple[int, Any]]) -> dict[Side, tuple[float, float]]:
        """The sums, counted anew only around the units that changed."""
        touched = {unit.hex for _, unit in changed}
        touched.update(base.units[at].hex for at, _ in changed)
        touched.discard(0)
        posts = base.posts.copy()
        for hex in touched:
            if hex in s.stacks:
                posts[hex] = self.post(s, s.stacks[hex])
            else:
                posts.pop(hex, None)
        total = {side: list(both) for side, both in base.total.items()}
        before = base.blows
        for hex in frozenset[int]().union(*(self.discs[hex] for hex in touched)):
            was = before.get(hex)
            if was is not None:
                losing = total[base.posts[hex].side]
                losing[0] -= was[0]
                losing[1] -= was[1]
            now = posts.get(hex)
            if now is not None:
                assault, fire = self.blow(s, hex, now, posts, base.dusk)
                losing = total[now.side]
                losing[0] += assault
                losing[1] += fire
        return {side: (both[0], both[1]) for side, both in total.items()}

    def front(self, s: Any, dusk: bool) -> Front:
        posts = {hex: self.post(s, stack) for hex, stack in s.stacks.items()}
        blows = {hex: self.blow(s, hex, post, posts, dusk) for hex, post in posts.items()}
        total = {}
        for side in (GERMAN, SOVIET):
            own = [blow for hex, blow in blows.items() if posts[hex].side == side]
            total[side] = (sum(blow[0] for blow in own), sum(blow[1] for blow in own))
        return Front(dusk, list(s.units.values()), posts, blows, total)

    def post(self, s: Any, stack: tuple[str, ...]) -> Post:
        attack = fire = defence = worth = stake = 0.0
        morale = 6
        tanks = broken = stays = False
        klass = "motz"
        armor: tuple[tuple[int, float], ...] = ()
        for id in stack:
            unit = s.units[id]
            one = self.figure(s.scenario, unit)
            fire += one.fire
            if not (unit.attacked or unit.advanced):
                attack += one.attack
                tanks = tanks or (one.armor >= 0 and one.attack > 0)
            if one.soft:
                defence += one.defence
                morale = min(morale, one.morale)
                worth += one.worth
                stake += (one.worth + one.stake) * (KILLED if one.last else PINNED)
                stays = stays or one.gun
                broken = broken or unit.disrupted
                klass = self.game.counters[id].klass
            else:
                armor += ((one.armor, one.worth),)
        return Post(one.side, klass, attack, tanks, fire, defence, morale, worth, stake, stays, broken, armor)

    def blow(self, s: Any, hex: int, post: Post, posts: dict[int, Post], dusk: bool) -> tuple[float, float]:
        """What the enemies around a stack may cost it in an assault, and by antitank fire."""
        side = post.side
        strength = fire = 0.0
        dry = tanks = False
        top = 0
        level = self.game.board.level
        for at, water, divisor in self.sides[hex]:
            there = posts.get(at)
            if there is None or there.side == side:
                continue
            fire += there.fire / divisor
            if there.attack:
                strength += there.attack
                tanks = tanks or there.tanks
                dry = dry or not water
                top = max(top, level[at])
        assault = shot = 0.0
        if strength and post.defence:
            column = ratio_column(strength / post.defence)
            column -= self.cover[hex] + (0 if dry else 2) + max(0, level[hex] - top) + (2 if dusk else 0)
            column += (1 if tanks else 0) - (1 if post.armor else 0) + (2 if post.broken else 0)
            chance = between(self.driven[max(0, post.morale)], column)
            if chance:
                lost = DRIVEN * post.worth if self.way_out(s, hex, post) else post.stake
                assault = chance * (GIVEN + lost)
        if fire and post.armor:
            column = self.fire_column(fire / len(post.armor)) - (2 if dusk else 0)
            shot = sum(worth * between(self.pierced, column - armor) for armor, worth in post.armor)
        return assault, shot

    def fire_column(self, value: float) -> float:
        """The column of a fire value, between the columns if need be."""
        minima = self.fire_min
        for column in range(len(minima) - 1, -1, -1):
            if value >= minima[column]:
                if column == len(minima) - 1:
                    return float(column)
                return float(column + (value - minima[column]) / (minima[column + 1] - minima[column]))
        return value - 1.0

    def way_out(self, s: Any, hex: int, post: Post) -> bool:
        """Could it retreat, as far as one can see at a glance?"""
        ledger = s.ledger
        foe = FOE[post.side]
        own, enemy, zoc = ledger[post.side], ledger[foe], ledger[foe + "_zoc"]
        open_to = s.ground.open[post.klass]
        near = self.game.board.near[hex]
        if post.stays:
            return False
        if s.ground.exits[post.klass][hex] != CLOSED:
            return True
        for first in open_to[hex]:
            if enemy[first] or (zoc[first] and not own[first]):
                continue
            for second in open_to[first]:
                if (
                    second != hex
                    and second not in near
                    and not enemy[second]
                    and (own[second] or not zoc[second])
                ):
                    return True
        return False


def in_range(range: int, way: float) -> float:
    """What a gun is worth on the second day at this distance from Seelow."""
    return BATTERY * min(1.0, max(0.0, (range + 4 - way) / 6))


def into(board: Any) -> Any:
    """By hex: where prices keep the hexsides that lead into it."""
    found = np.zeros((board.size, 6), np.int64)
    for hex in board.hexes:
        for direction, at in enumerate(board.around[hex]):
            if at:
                found[hex, direction] = at * 6 + board.around[at].index(hex)
    return found


def ratio_column(odds: float) -> float:
    """The column of the Combat Results Table for odds, between columns if need be: 1:1 is 2."""
    return (
        min(odds, 8.0) + 1.0
        if odds >= 1
        else max(0.0, 4.0 - 2.0 / max(odds, 0.01))
        if odds > 0.5
        else odds * 2 - 1
    )


def between(row: Sequence[float], column: float) -> float:
    """A value between two columns."""
    if column <= 0:
        return max(0.0, row[0] * (1 + 0.5 * column))
    low = int(column)
    if low >= len(row) - 1:
        return row[-1]
    return row[low] + (row[low + 1] - row[low]) * (column - low)


def driven(crt: Any) -> list[list[float]]:
    """By the defender's morale 0 to 6 and column: the share of dice that make it retreat or worse."""
    cells = [[crt.at(die, column).defender for die in range(1, 7)] for column in range(len(crt.columns))]
    return [
        [
            sum(e is not None and (e.eliminated or e.circled or e.number > morale) for e in column) / 6
            for column in cells
        ]
        for morale in range(7)
    ]


def pierced(fire: Any) -> list[float]:
    """By column: the share of its worth an armored unit of morale 4 loses on average to one shot."""
    found = []
    for column in range(len(fire.columns)):
        total = 0.0
        for die in range(1, 7):
            effect = fire.at(die, column).effect
            if effect is not None:
                flees = min(1.0, max(0.0, (effect.number + 2) / 6))
                total += 1.0 if effect.eliminated else (0.75 if effect.circled else 0.0) + 0.25 * flees
        found.append(total / 6)
    return found
