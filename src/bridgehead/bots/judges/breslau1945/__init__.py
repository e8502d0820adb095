"""What Festung Breslau values: the victory hexes each side may hope to hold on 6 May, units in hand, Supply.

There is no zone of control and nothing dies: who can bring more to a victory hex, and sooner, will hold it.
So each victory hex is weighed by the units of both sides that could be there soon, by who controls it and
who stands in it. Every sum is made for the Red Army and turned for the garrison.
"""

from __future__ import annotations

from array import array

from bridgehead.bots.evaluation import Judge, Memory, Term, forget
from bridgehead.bots.judges.breslau1945.count import Count
from bridgehead.bots.judges.breslau1945.figures import Figures
from bridgehead.bots.judges.breslau1945.fire import SUPPLY, Fire
from bridgehead.bots.judges.breslau1945.front import Front
from bridgehead.bots.judges.breslau1945.goals import Goals
from bridgehead.bots.judges.breslau1945.march import March
from bridgehead.bots.judges.breslau1945.north import North
from bridgehead.bots.judges.breslau1945.timing import Timing, moment, phase_of
from bridgehead.core.values import Side, UnitId
from bridgehead.games.breslau1945.model.data import GERMAN, SOVIET
from bridgehead.games.breslau1945.model.game import Breslau
from bridgehead.games.breslau1945.model.state import State
from bridgehead.games.breslau1945.rules.assault import AssaultPhase
from bridgehead.games.breslau1945.rules.redeployment import EnterMap
from bridgehead.games.breslau1945.rules.reserves import Reorganisation

# What is in store, in points early in the game; it fades as the days run out.
PLENTY = 24
"""Supply of which each point beyond counts half."""
GOLIATH, GAS = 0.15, 0.6
AIR_POINT, PO2, ANTIFASCISTS, CAPTURED = 0.015, 0.004, 0.3, 0.5
STRIP = 4.0
"""A landing strip marker: what it costs beyond its Supply, for it hardly ever pays."""
USED = 0.06
"""A unit that has assaulted: it cannot help elsewhere."""
STRUCK = {"move": 0.8, "assault": 0.05, "soon": 0.5, "wait": 0.4}
HIT_BACK = {"move": 0.3, "assault": 0.3, "soon": 0.12, "wait": 0.12}
"""How much of what the next assaults of the Red Army, and of the garrison, may bring is counted."""

PHRASES = {
    SOVIET: {
        "troops": "preserves its units",
        "ground": "takes or holds victory hexes",
        "stores": "saves its special weapons or drains German Supply",
        "north": "gains ground on the northern front",
        "order": "avoids overstacked hexes",
        "fire": "attacks at good odds",
    },
    GERMAN: {
        "troops": "preserves its units",
        "ground": "keeps victory hexes from the Red Army",
        "stores": "saves Supply and special weapons",
        "north": "secures the northern front",
        "order": "crowds the Red Army's hexes",
        "fire": "attacks at good odds",
    },
}
"""What a gain is called, by whose it is."""


def judge(game: Breslau) -> BreslauJudge:
    return BreslauJudge(game)


class BreslauJudge(Judge[State]):
    """Both scenarios."""

    eager = frozenset({EnterMap, Reorganisation})

    def __init__(self, game: Breslau) -> None:
        self.timing = Timing(game)
        self.goals = Goals(game, self.timing)
        self.march = March(game, self.goals.hexes)
        figures = Figures(game)
        self.count = Count(game, figures, self.march, self.goals, self.timing)
        self.fire = Fire(game, figures, self.goals, self.count, self.timing)
        self.front = Front(game, figures, self.march, self.timing)
        self.north = North(game)

    def begin_decision(self, memory: Memory) -> None:
        self.count.base = None
        self.front.base = None
        forget(self.goals.holds, self.front.hopes)

    def standing(self, s: State, side: Side) -> tuple[Term, ...]:
        sign = 1.0 if side == SOVIET else -1.0
        says = PHRASES[side]
        sums = self.count.sums(s)
        hoped = self.goals.hoped(s, sums.soviet, sums.german)
        stores = self.stores(s)
        north = self.north.worth(s, self.timing.left(s), side, sums.boxed)
        return (
            Term("troops", sign * sums.troops, says["troops"]),
            Term("ground", sign * self.goals.ground(s, hoped), says["ground"]),
            Term("stores", sign * stores, says["stores"]),
            Term("north", sign * north, says["north"]),
            Term("order", sign * sums.crowded, says["order"]),
            Term("fire", sign * self.fire.promised(s, sums, hoped), says["fire"]),
        )

    def stores(self, s: State) -> float:
        """Supply, Goliaths, chemicals against planes and ruses."""
        tracks = s.tracks
        supply = tracks["supply"]
        garrison = SUPPLY * (supply if supply < PLENTY else PLENTY + 0.5 * (supply - PLENTY))
        garrison += GOLIATH * tracks["goliaths"] + GAS * tracks["chemicals"]
        army = ANTIFASCISTS * tracks["antifascists"] + CAPTURED * tracks["captured_goliaths"]
        army += PO2 * tracks["po2"] + AIR_POINT * tracks["air"]
        phase = phase_of(s)
        used = 0.0
        if isinstance(phase, AssaultPhase):
            used = USED * len(phase.used) * (1.0 if phase.side == GERMAN else -1.0)
        return self.timing.fade(s) * (army - garrison + STRIP * len(s.strip)) + used

    def prospects(self, s: State, side: Side) -> tuple[Term, ...]:
        when = moment(s)
        struck, hit = self.front.blows(s, when)
        ours, theirs = STRUCK[when] * struck, HIT_BACK[when] * hit
        if side == GERMAN:
            ours, theirs = theirs, ours
        return (
            Term("attacks", ours, "sets up attacks at good odds"),
            Term("danger", -theirs, "is exposed to attack"),
        )

    def field(self, s: State, side: Side) -> array[float]:
        """By hex: how near it is to victory hexes that are in question."""
        sums = self.count.sums(s)
        question = self.goals.question(s, sums.soviet, sums.german) + 0.02
        return array("d", self.march.field(self.timing.scale(s), side, question).tobytes())

    def might(self, s: State, unit: UnitId) -> float:
        return self.fire.might(s, unit)

    def margin(self, s: State, side: Side) -> float:
        """Victory hexes above or below what the Red Army needs."""
        assert s.ended is not None
        over = float(s.ended.score["held"] - s.ended.score["needed"])
        return over if side == SOVIET else -over
