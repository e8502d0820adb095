"""What Seelow & Küstrin values: troops, the way to heights or garrison, objectives, odds at the front."""

from __future__ import annotations

from typing import Any

import numpy as np

from bridgehead.bots.judge import Term
from bridgehead.core.values import Side, UnitId
from bridgehead.hexes.paths import Zoc, uniform

GERMAN, SOVIET = Side("german"), Side("soviet")
FAR = 400

# Weights, in points; a full Soviet rifle regiment is worth about 5.
STEP = {GERMAN: 1.5, SOVIET: 0.8}
DISRUPTED = 0.72
REDUCED_GUN = 0.9
MARCH = 3.0
TOWN, LOCALITY, ROAD = 60.0, 25.0, 12.0
BESIDE_SEELOW = 220.0
WEST_OF_CANAL = 60.0
KILL, GARRISON, LINK = 14.0, 18.0, 55.0
THREAT = 0.55
"""How much of what the other side threatens is counted: it moves first, and we may still answer."""


def judge(game: Any) -> SeelowJudge:
    return SeelowJudge(game)


class SeelowJudge:
    """Both scenarios. Every sum is made for the Soviet side and turned for the German."""

    eager: frozenset[str] = frozenset()

    def __init__(self, game: Any) -> None:
        self.game = game
        self.steps = uniform(game.board, 1)
        self.nothing = bytearray(game.board.size)
        marks = game.board.marks
        self.town = frozenset(marks["seelow"])
        self.localities = frozenset(marks["localities"])
        self.road = frozenset((*marks["diedersdorf"], *marks["diedersdorf_road"]))
        self.garrison = frozenset(game.tables.victory.kustrin.garrison)
        self.west_edge = tuple(marks["west_edge"])
        self.to_town = self.pull(
            game.walker.spread(marks["seelow"], FAR, self.foot("seelow"), self.nothing), 9.0
        )
        self.to_garrison = self.pull(
            game.walker.spread(marks["garrison"], FAR, self.foot("kustrin"), self.nothing), 7.0
        )
        self.beside_town = frozenset(near for hex in self.town for near in (hex, *game.board.near[hex]))
        self.west = self.west_of_canal(marks["canal_west_bank"])
        self.cover = [-game.tables.terrain[kind].shift if kind else 0 for kind in game.board.terrain]
        self.worths = {id: self.worth_of(counter) for id, counter in game.counters.items()}
        self.driven = self.chances_to_drive_off()

    def foot(self, scenario: str) -> Any:
        prices = self.game.grounds[scenario].prices["foot"]
        return np.where(prices < 0, prices, np.minimum(prices & 0xFFFF, 6)).astype(np.int32)

    @staticmethod
    def pull(distance: Any, scale: float) -> list[float]:
        """How strongly a goal draws from each hex: 1 at the goal, fading with distance."""
        return [float(np.exp(-d / scale)) if d >= 0 else 0.0 for d in distance.tolist()]

    def west_of_canal(self, bank: tuple[int, ...]) -> frozenset[int]:
        board = self.game.board
        seen, waiting = set(bank), list(bank)
        while waiting:
            here = waiting.pop()
            for to in board.near[here]:
                if to not in seen and not board.has("stream", here, to):
                    seen.add(to)
                    waiting.append(to)
        return frozenset(seen)

    @staticmethod
    def worth_of(counter: Any) -> tuple[float, float]:
        """The worth of a counter's front and back."""
        front, back = counter.front, counter.back
        if counter.artillery:
            full = front.cs * 1.6 + counter.range * 0.2
            return full, full * REDUCED_GUN
        armor = counter.armor * 0.8 if counter.armored else 0.0

        def of(side: Any) -> float:
            worth: float = side.cs + 0.5 * side.at + 0.4 * side.morale + armor
            return worth

        return of(front), of(back) if counter.two_steps else of(front)

    def chances_to_drive_off(self) -> list[list[float]]:
        """By column and defender's morale 0 to 6: the share of dice that make it retreat or worse."""
        crt = self.game.tables.crt
        table = []
        for column in range(len(crt.columns)):
            cells = [crt.at(die, column).defender for die in range(1, 7)]
            table.append(
                [
                    sum(
                        1 for e in cells if e is not None and (e.eliminated or e.circled or e.number > morale)
                    )
                    / 6
                    for morale in range(7)
                ]
            )
        return table

    def camp(self, s: Any, side: Side) -> str:
        return str(side)

    # --- what we have

    def standing(self, s: Any, side: Side) -> tuple[Term, ...]:
        sums = self.kustrin(s) if s.scenario == "kustrin" else self.seelow(s)
        sign = 1.0 if side == SOVIET else -1.0
        return tuple(Term(name, sign * worth, phrase) for name, worth, phrase in sums)

    def steps_of(self, s: Any, pull: list[float], marching: Side) -> tuple[float, float]:
        """Troops, Soviet less German, and how far the marching side has come."""
        troops = march = 0.0
        counters = self.game.counters
        for unit in s.units.values():
            hex = unit.hex
            if not hex:
                if unit.box == "reinforcements":
                    worth = self.worths[unit.id][0] * STEP[unit.side]
                    troops += worth if unit.side == SOVIET else -worth
                continue
            worth = self.worths[unit.id][1 if unit.reduced or unit.move_mode else 0]
            if unit.disrupted:
                worth *= DISRUPTED
            if unit.side == marching:
                if not counters[unit.id].artillery:
                    march += worth * pull[hex]
            else:
                march -= 0.35 * worth * pull[hex]
            worth *= STEP[unit.side]
            troops += worth if unit.side == SOVIET else -worth
        return troops, march

    def seelow(self, s: Any) -> list[tuple[str, float, str]]:
        troops, march = self.steps_of(s, self.to_town, SOVIET)
        early = s.turn <= 7
        control = s.control
        soviet = [hex for hex, owner in control.items() if owner == SOVIET]
        ground = 0.0
        for hex in soviet:
            if hex in self.town:
                ground += TOWN
            elif hex in self.localities:
                ground += LOCALITY if early else LOCALITY / 3
            else:
                ground += ROAD
        near = west = 0
        for unit in s.units.values():
            if unit.side == SOVIET and unit.hex:
                near += unit.hex in self.beside_town
                west += unit.hex in self.west
        clock = 0.0
        if early:
            urgency = (s.turn / 7) ** 2
            clock += BESIDE_SEELOW * urgency * min(near, 2) / 2
            clock += WEST_OF_CANAL * urgency * min(west, 3) / 3
            taken = sum(1 for hex in soviet if hex in self.localities)
            clock += BESIDE_SEELOW * urgency * min(taken, 3) / 3
        return [
            ("troops", troops, "keeps its troops in being"),
            ("march", MARCH * march, "brings strength toward Seelow"),
            ("ground", ground, f"{len(soviet)} objectives in Soviet hands"),
            ("clock", clock, "is where the turn-7 check looks"),
        ]

    def kustrin(self, s: Any) -> list[tuple[str, float, str]]:
        troops, march = self.steps_of(s, self.to_garrison, GERMAN)
        killed = sum(1 for u in s.units.values() if u.side == SOVIET and u.box == "eliminated")
        links = 0.0
        alive = 0
        for id in self.garrison:
            unit = s.units[id]
            if unit.hex:
                alive += 1
                links += self.link(s, unit.hex)
        late = 0.35 + 0.65 * s.turn / 12
        return [
            ("troops", 0.6 * troops, "keeps its troops in being"),
            ("march", -1.4 * march, "brings strength toward Küstrin"),
            ("killed", -KILL * killed, f"{killed} Soviet units destroyed"),
            ("garrison", -GARRISON * alive, f"{alive} garrison units alive"),
            ("link", -LINK * late * links, "opens the way to the garrison"),
        ]

    def link(self, s: Any, hex: int) -> float:
        """How near a garrison unit is to a line of communication: 1 when it has one."""
        reached = self.game.walker.reach(
            hex, 120, self.steps, s.ledger["soviet"], s.ledger["soviet_zoc"], Zoc(enter=5)
        )
        best = min((reached[edge] for edge in self.west_edge if edge in reached), default=120)
        straight = self.game.board.distance(hex, 1000 + hex % 100)
        return float(np.exp(-max(0, best - straight) / 14))

    def field(self, s: Any, side: Side) -> list[float]:
        return self.to_garrison if s.scenario == "kustrin" else self.to_town

    def might(self, s: Any, unit: UnitId) -> float:
        counter = self.game.counters[unit]
        values = counter.back if s.units[unit].reduced else counter.front
        return float(values.cs)

    def margin(self, s: Any, side: Side) -> float:
        """Küstrin: German points. Seelow: the level of victory, then what stands."""
        sign = 1.0 if side == SOVIET else -1.0
        if s.scenario == "kustrin":
            return -sign * float(s.ended.score["german"])
        level = 2.0 if "Strategic" in s.ended.level else 1.0
        won = 0.0 if s.ended.winner is None else level if s.ended.winner == SOVIET else -level
        return sign * (100.0 * won + 0.1 * sum(worth for _, worth, _ in self.seelow(s)))

    # --- what may soon happen

    def prospects(self, s: Any, side: Side) -> tuple[Term, ...]:
        if s.kind == "night":
            return ()
        foe = GERMAN if side == SOVIET else SOVIET
        mine = self.blows(s, side) if s.actor == side and s.phase in ("barrage", "movement") else 0.0
        theirs = self.blows(s, foe)
        return (
            Term("attacks", mine, "can attack at good odds"),
            Term("danger", -THREAT * theirs, "is in danger where it stands"),
        )

    def blows(self, s: Any, side: Side) -> float:
        """What a side could drive off if it attacked everything it stands next to, each unit counted once."""
        board = self.game.board
        near, level = board.near, board.level
        own = s.ledger[side]
        stacks = s.stacks
        units = s.units
        counters = self.game.counters
        total = 0.0
        for hex, stack in stacks.items():
            if units[stack[0]].side == side:
                continue
            around = [at for at in near[hex] if own[at]]
            if not around:
                continue
            strength = 0.0
            dry = False
            top = 0
            for at in around:
                for id in stacks[at]:
                    unit = units[id]
                    if unit.disrupted or unit.move_mode:
                        continue
                    values = counters[id].back if unit.reduced else counters[id].front
                    strength += values.cs
                    top = max(top, level[at])
                    dry = dry or not board.has("stream", at, hex)
            if strength:
                total += self.blow(s, hex, stack, strength, dry, top)
        return total

    def blow(self, s: Any, hex: int, stack: tuple[str, ...], strength: float, dry: bool, top: int) -> float:
        """The chance to drive the defenders off, times what they are worth."""
        counters = self.game.counters
        defence, morale, worth = 0, 6, 0.0
        for id in stack:
            unit = s.units[id]
            if counters[id].armored:
                continue
            values = counters[id].back if unit.reduced or unit.move_mode else counters[id].front
            defence += values.cs
            morale = min(morale, values.morale - (2 if unit.disrupted else 0))
            worth += self.worths[id][1 if unit.reduced else 0] * STEP[unit.side]
        if not defence:
            return 0.0
        column = (
            min(int(strength // defence), 8) + 1
            if strength >= defence
            else (1 if strength * 2 >= defence else 0)
        )
        column -= self.cover[hex] + (0 if dry else 2) + max(0, self.game.board.level[hex] - top)
        if s.kind == "dusk_dawn":
            column -= 2
        column = max(0, min(column, len(self.driven) - 1))
        chance: float = self.driven[column][max(0, min(morale, 6))]
        return chance * (3.0 + 0.45 * worth)
