"""What Seelow & Küstrin values: troops, the way to heights or garrison, objectives, odds at the front."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from bridgehead.bots.evaluation import Judge, Memory, Term, forget
from bridgehead.bots.judges.seelow1945.figures import GARRISON, POINT, Figures
from bridgehead.bots.judges.seelow1945.front import STALE, Fronts, changes, listed
from bridgehead.bots.judges.seelow1945.lines import FAR, Lines, links
from bridgehead.core.values import NOWHERE, Hex, Side, UnitId
from bridgehead.games.seelow1945.model.data import FOE, GERMAN, SOVIET
from bridgehead.games.seelow1945.model.game import Seelow
from bridgehead.games.seelow1945.model.state import DEPLOYING, ELIMINATED, EXITED, State, Unit
from bridgehead.games.seelow1945.rules.artillery import NightBatteries
from bridgehead.games.seelow1945.rules.sequence import PlayerTurn
from bridgehead.games.seelow1945.rules.victory import garrison_of

OUT = (ELIMINATED, EXITED, DEPLOYING)

# Weights, in points.
COVER = 0.1
MARCH = 3.0
GUARD = {"seelow": 0.45, "kustrin": 0.35}
"""How much the defender gains by standing near what the other side wants."""
ARRIVED = {"seelow": 1.4, "kustrin": 1.0}
"""A goal draws with 1 from next to it; who stands in it holds it."""
TOWN, LOCALITY, ROAD = 60.0, 25.0, 12.0
BESIDE_SEELOW = 220.0
WEST_OF_CANAL = 60.0
LACKING = (1.0, 0.45, 0.15, 0.0)
"""By localities still lacking for the victory at nightfall."""
BEYOND = (1.0, 1.15, 1.25, 1.3)
"""By localities beyond what is enough: one more is safer."""
LINK = 11.0
"""A victory point for a garrison that is linked."""
OPENING = 4
"""The last turns, in which a hex that opens or cuts a line counts for its own sake."""
NOW, LATER, THREAT = 1.0, 0.25, 0.5
"""How much attacks count that come in this Player-Turn, in the next one, and those of the other side."""
SHELLS, BATTERY, TREK = 3.0, 14.0, 4.5
"""A gun's fire in a turn of the first day, its fire on the second day, and the hexes it goes in a turn."""


PHRASES = {
    "kustrin": {
        GERMAN: {
            "troops": "preserves its units",
            "march": "moves toward Küstrin",
            "killed": "destroys Soviet units",
            "garrison": "keeps the garrison alive",
            "ground": "opens a line of communication to the garrison",
        },
        SOVIET: {
            "troops": "preserves its units",
            "march": "bars the way to Küstrin",
            "killed": "denies Victory Points for lost units",
            "garrison": "destroys the garrison",
            "ground": "cuts the garrison off",
        },
    },
    "seelow": {
        SOVIET: {
            "troops": "preserves its units",
            "march": "moves toward Seelow",
            "ground": "takes or holds objectives",
            "clock": "counts toward the check after Game-Turn 7",
        },
        GERMAN: {
            "troops": "preserves its units",
            "march": "bars the way to Seelow",
            "ground": "keeps objectives in German hands",
            "clock": "keeps the Soviets from what wins after Game-Turn 7",
        },
    },
}
"""What a gain is called, by whose it is."""

Shares = tuple[float, float, int, int]
"""Troops, march, and what the scenario counts: beside Seelow and over the canal; or lost units."""


class Sums(msgspec.Struct):
    """What is summed over units, Soviet less German."""

    key: tuple[int, int, str]
    units: list[Unit]
    shares: list[Shares]
    total: Shares
    stale: int = 0
    lines: dict[tuple[tuple[int, Hex, bool], ...], tuple[int, ...]] = {}
    """What bars the lines of communication, by the units that since stand elsewhere or in another order."""


def judge(game: Seelow) -> SeelowJudge:
    return SeelowJudge(game)


class SeelowJudge(Judge[State]):
    """Both battles. Every sum is made for the Soviet side and turned for the German."""

    eager = frozenset({NightBatteries})

    def __init__(self, game: Seelow) -> None:
        self.game = game
        board = game.board
        self.nothing = bytearray(board.size)
        self.town = frozenset(board.marks["seelow"])
        centre = board.marks["seelow"][1]
        self.to_seelow = {hex: float(board.distance(hex, centre)) for hex in board.hexes}
        self.localities = frozenset(board.marks["localities"])
        self.victory = game.tables.victory
        self.nightfall = self.victory.seelow.early_turn
        first_day = enumerate(game.tables.turns[: self.nightfall], 1)
        self.daylight = frozenset(turn for turn, entry in first_day if entry.kind == "day")
        self.evening = max(self.daylight, default=0)
        """The last turn of daylight on the first day."""
        beside_town = frozenset(near for hex in self.town for near in (hex, *board.near[hex]))
        self.marks = (beside_town, game.west_of_canal)
        self.maps: dict[tuple[object, ...], tuple[list[float], float, int]] = {}
        self.nears: dict[tuple[str, Hex, float], NDArray[np.float64]] = {}
        self.reliefs: dict[tuple[Hex, ...], list[float]] = {}
        self.pulls: dict[tuple[object, ...], list[float]] = {}
        self.sums: dict[str, Sums] = {}
        self.halved = [bool(kind) and game.tables.terrain[kind].halves_barrage for kind in board.terrain]
        self.figures = Figures(game)
        self.fronts = Fronts(game, self.figures)
        self.lines = Lines(game)

    def begin_decision(self, memory: Memory) -> None:
        self.sums.clear()
        self.fronts.fronts.clear()
        forget(self.maps, self.reliefs, self.pulls)

    # --- what we have

    def standing(self, s: State, side: Side) -> tuple[Term, ...]:
        sums = self.kustrin(s) if s.battle == "kustrin" else self.seelow(s)
        sign = 1.0 if side == SOVIET else -1.0
        says = PHRASES[s.battle][side]
        return tuple(Term(name, sign * worth, says[name]) for name, worth in sums)

    def counted(
        self, s: State, pull: list[float], marching: Side, marks: Sequence[frozenset[Hex]]
    ) -> tuple[Shares, Sums, list[tuple[int, Unit]]]:
        """Troops and march, Soviet less German, and how many Soviet units stand among the marks; and the sums
        this was counted from, with the units that have changed since."""
        base = self.sums.get(s.scenario)
        key = (id(pull), s.turn, s.phase)
        changed = changes(s, base.units) if base is not None and base.key == key else None
        if base is None or changed is None or base.stale > STALE:
            units = listed(s)
            shares = [self.share(s, unit, pull, marching, marks) for unit in units]
            base = self.sums[s.scenario] = Sums(key, units, shares, summed(shares))
            return base.total, base, []
        base.stale = base.stale + 1 if len(changed) > 4 else 0
        troops, march, first, second = base.total
        for at, unit in changed:
            now, was = self.share(s, unit, pull, marching, marks), base.shares[at]
            troops += now[0] - was[0]
            march += now[1] - was[1]
            first += now[2] - was[2]
            second += now[3] - was[3]
        return (troops, march, first, second), base, changed

    def share(
        self, s: State, unit: Unit, pull: list[float], marching: Side, marks: Sequence[frozenset[Hex]]
    ) -> Shares:
        """What one unit adds."""
        soviet = unit.side == SOVIET
        hex = unit.hex
        if not hex and unit.box in OUT:
            return 0.0, 0.0, int(soviet and not marks and unit.box == ELIMINATED), 0
        battle = s.battle
        one = self.figures.of(battle, unit)
        if not hex:
            return (one.worth if soviet else -one.worth), 0.0, 0, 0
        troops = worth = one.worth
        if one.soft and self.halved[hex] and (marks or not soviet):
            troops += COVER * (worth + one.stake)
        march = worth * pull[hex]
        if unit.side != marching:
            march *= -GUARD[battle]
        elif one.idle:
            march = 0.0
        if not soviet:
            return -troops, march, 0, 0
        if not marks:
            return troops, march, 0, 0
        if one.idle:
            troops += self.battery(s, unit)
        return troops, march, int(hex in marks[0]), int(hex in marks[1])

    def battery(self, s: State, unit: Unit) -> float:
        """What a Soviet gun can still do: fire on the first day, reach the heights on the second."""
        counter = self.game.counters[unit.id]
        if not counter.artillery:
            return 0.0
        turn = s.turn
        way = self.to_seelow[unit.hex]
        if turn > self.nightfall or (turn == self.nightfall and s.phase == "rally"):
            return 0.0 if unit.move_mode else max(1.0, in_range(counter.range, way))
        days = max(0, self.evening - max(turn, 1))
        if not unit.move_mode:
            shelling = SHELLS * max(0, self.evening - 1 - turn)
            return shelling + in_range(counter.range, way - TREK * days)
        if turn in self.daylight and s.phase == "barrage" and s.actor == SOVIET:
            days += 1
        return in_range(counter.range, way - TREK * days)

    def seelow(self, s: State) -> list[tuple[str, float]]:
        early = s.turn <= self.nightfall
        pull, ground, taken = self.map_of(early, s.control)
        (troops, march, near, west), _, _ = self.counted(s, pull, SOVIET, self.marks)
        clock = 0.0
        if early:
            urgency = (s.turn / self.nightfall) ** 2
            clock += BESIDE_SEELOW * urgency * min(near, 2) / 2
            clock += WEST_OF_CANAL * urgency * min(west, 3) / 3
            clock += BESIDE_SEELOW * urgency * self.localities_worth(taken)
        return [
            ("troops", min(1.0, 1.5 - s.turn / 10) * troops),
            ("march", MARCH * march),
            ("ground", ground),
            ("clock", clock),
        ]

    def localities_worth(self, taken: int) -> float:
        """How near so many localities are to the victory at nightfall."""
        beyond = taken - self.victory.seelow.localities
        if beyond >= 0:
            return BEYOND[min(beyond, len(BEYOND) - 1)]
        return LACKING[min(-beyond, len(LACKING) - 1)]

    def map_of(self, early: bool, control: dict[Hex, Side]) -> tuple[list[float], float, int]:
        """By control: what draws the Soviets, what their objectives are worth, localities taken."""
        key = (early, *control.values())
        known = self.maps.get(key)
        if known is None:
            goals = [(hex, 1.0) for hex in sorted(self.town)]
            if early:
                goals += [(hex, 1.0) for hex in sorted(self.marks[0] - self.town)]
                goals += [
                    (hex, 0.8 if control.get(hex) == GERMAN else 0.6) for hex in sorted(self.localities)
                ]
            soviet = [hex for hex, owner in control.items() if owner == SOVIET]
            taken = sum(1 for hex in soviet if hex in self.localities)
            town = sum(1 for hex in soviet if hex in self.town)
            ground = TOWN * town + (LOCALITY if early else 0.0) * taken
            ground += ROAD * (len(soviet) - town - taken)
            known = self.maps[key] = (self.pull("seelow", tuple(goals), 9.0), ground, taken)
        return known

    def kustrin(self, s: State) -> list[tuple[str, float]]:
        hexes = [unit.hex for unit in garrison_of(s) if unit.hex]
        (troops, march, killed, _), base, changed = self.counted(s, self.relief(s, hexes), GERMAN, ())
        moved = tuple(
            [(at, unit.hex, unit.disrupted) for at, unit in changed if shifted(unit, base.units[at])]
        )
        barred = base.lines.get(moved)
        if barred is None:
            barred = base.lines[moved] = self.lines.barred(s, hexes)
        alive = len(hexes)
        late = 0.35 + 0.65 * s.turn / s.campaign.entry.turns
        spent = 1.0 - 0.6 * late
        link = LINK * self.victory.kustrin.connected
        return [
            ("troops", spent * troops),
            ("march", -1.4 * march),
            ("killed", -POINT * self.victory.kustrin.eliminated * killed),
            ("garrison", -GARRISON * alive),
            ("ground", -link * late * links(barred, s.turn)),
        ]

    def relief(self, s: State, garrison: list[Hex]) -> list[float]:
        """What draws the Germans to Küstrin: the garrison while there is one, and the Soviet guns."""
        units = s.units
        guns = [units[id].hex for id in self.game.artillery[SOVIET] if id in units]
        key = (*garrison, NOWHERE, *guns)
        known = self.reliefs.get(key)
        if known is None:
            goals = (*((hex, 1.0) for hex in garrison), *((hex, 0.8) for hex in guns if hex))
            known = self.reliefs[key] = self.pull("kustrin", goals, 7.0)
        return known

    def pull(self, scenario: str, goals: tuple[tuple[Hex, float], ...], scale: float) -> list[float]:
        """How strongly goals draw from each hex: their worth there, fading with the way on foot."""
        key = (scenario, goals, scale)
        if key not in self.pulls:
            total = np.zeros(self.game.board.size)
            for hex, worth in goals:
                total = np.maximum(total, worth * self.nearness(scenario, hex, scale))
                total[hex] = max(total[hex], worth * ARRIVED[scenario])
            self.pulls[key] = total.tolist()
        return self.pulls[key]

    def nearness(self, scenario: str, hex: Hex, scale: float) -> NDArray[np.float64]:
        """By hex: 1 where the goal is, fading with the way on foot."""
        key = (scenario, hex, scale)
        if key not in self.nears:
            prices = self.game.grounds[scenario].prices["foot"]
            foot = np.where(prices < 0, prices, np.minimum(prices & 0xFFFF, 6)).astype(np.int32)
            way = self.game.walker.spread((hex,), FAR, foot, self.nothing)
            self.nears[key] = np.where(way >= 0, np.exp(-np.maximum(way, 0) / scale), 0.0)
        return self.nears[key]

    def field(self, s: State, side: Side) -> list[float]:
        if s.battle != "kustrin":
            return self.map_of(s.turn <= self.nightfall, s.control)[0]
        field = self.relief(s, [unit.hex for unit in garrison_of(s) if unit.hex])
        if s.campaign.entry.turns - s.turn >= OPENING:
            return field
        field = field.copy()
        for hex in self.lines.gates(s, side):
            field[hex] += 1.0
        return field

    def might(self, s: State, unit: UnitId) -> float:
        values = s.values(s.units[unit])
        return float(values.at if s.phase == "antitank" else values.cs)

    def margin(self, s: State, side: Side) -> float:
        """Küstrin: German points. Seelow: the level of victory, then what stands."""
        assert s.ended is not None
        sign = 1.0 if side == SOVIET else -1.0
        if s.battle == "kustrin":
            points = float(s.ended.score["german"])
            return sign * (0.01 * sum(worth for _, worth in self.kustrin(s)) - points)
        level = 2.0 if "Strategic" in s.ended.level else 1.0
        won = 0.0 if s.ended.winner is None else level if s.ended.winner == SOVIET else -level
        return sign * (100.0 * won + 0.1 * sum(worth for _, worth in self.seelow(s)))

    # --- what may soon happen

    def prospects(self, s: State, side: Side) -> tuple[Term, ...]:
        if s.turn == 0:
            return ()
        foe = FOE[side]
        risks = self.fronts.risks(s)
        acting = next((frame.side for frame in s.flow if isinstance(frame, PlayerTurn)), s.actor)
        mine, shots = self.soon(s, side, acting)
        theirs, returned = self.soon(s, foe, acting)
        fought, fired = risks[foe]
        hurt, hit = risks[side]
        return (
            Term("attacks", mine * fought + shots * fired, "sets up attacks at good odds"),
            Term("danger", -THREAT * (theirs * hurt + returned * hit), "is exposed to attack"),
        )

    @staticmethod
    def soon(s: State, side: Side, acting: Side) -> tuple[float, float]:
        """How near a side's assaults are, and its antitank fire."""
        if s.kind == "night":
            return LATER, LATER
        if acting != side:
            return NOW, NOW if s.phase in ("barrage", "movement") else LATER
        if s.phase == "combat":
            return LATER, LATER
        return NOW, LATER if s.phase == "antitank" else NOW


def summed(shares: Sequence[Shares]) -> Shares:
    """The shares of all units together."""
    troops, march, first, second = zip(*shares, strict=True) if shares else ((), (), (), ())
    return sum(troops), sum(march), sum(first), sum(second)


def shifted(unit: Unit, before: Unit) -> bool:
    """Is anything changed that others can feel: where it stands, or whether it has a zone of control?"""
    return unit.hex != before.hex or unit.disrupted != before.disrupted


def in_range(range: int, way: float) -> float:
    """What a gun is worth on the second day at this distance from Seelow."""
    return BATTERY * min(1.3, (range + 4 - way) / 10)
