"""What Budziszyn 1945 values: towns, the way to Berlin, levels, supply, guns in place, staffs behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from bridgehead.bots.evaluation import FrontJudge, FrontSums, Memory, Strength, Term, differences
from bridgehead.bots.judges.budziszyn1945.air import Air
from bridgehead.bots.judges.budziszyn1945.figures import Figures, in_a_fight
from bridgehead.bots.judges.budziszyn1945.front import Attacks, debts
from bridgehead.bots.judges.budziszyn1945.outlook import Goals, Known, Outlook, Outlooks
from bridgehead.bots.judges.budziszyn1945.points import Points
from bridgehead.bots.judges.budziszyn1945.rear import Rear
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.budziszyn1945.model.data import ALLIED, GERMAN, SOVIET
from bridgehead.games.budziszyn1945.model.game import Budziszyn
from bridgehead.games.budziszyn1945.model.state import (
    MARKED,
    State,
    Unit,
    camp,
    in_nysa,
)
from bridgehead.games.budziszyn1945.rules.engineering import Pontoons
from bridgehead.games.budziszyn1945.rules.reinforcements import counts_for_berlin

MARCH = 0.9
CUT_OFF = 0.15
"""The share of its worth a unit loses where no supply comes."""
GUNS = 0.35
CAUTION = 2.0
"""How much more than others the Germans of Nysa count what may befall them: they are half as strong."""
LAST_DAY = 0.25
"""What is left of a unit's worth on the last day of an evening."""
MOST_DIFFERENCES = 3000
"""Differences counted, after which sums are made again from nothing."""


def judge(game: Budziszyn) -> BudziszynJudge:
    return BudziszynJudge(game)


Share = tuple[float, float, float, float]
"""Troops, march, posture, and levels on their way to Berlin."""


PHRASES = {
    SOVIET: {
        "ground": "takes towns and ground that scores",
        "berlin": "sends its tanks toward Berlin",
        "works": "bridges the rivers and digs in",
    },
    GERMAN: {
        "ground": "holds its towns and ground that scores",
        "berlin": "keeps the Soviet tanks from Berlin",
        "works": "destroys bridges and digs in",
    },
    ALLIED: {
        "ground": "gains ground that scores",
        "berlin": "keeps the Soviet tanks from Berlin",
        "works": "keeps its bridges and digs in",
    },
}
"""What each side says of what it wants."""


class Tally(msgspec.Struct):
    """Sums over a position, by unit."""

    units: list[Unit]
    views: Mapping[Side, Outlook]
    shares: list[Share]
    sums: Share
    combats: int
    """Combats fought when they were made: guns are barred for so many."""
    front: FrontSums | None = None
    """Made when it is first asked for."""
    differences: int = 0
    """Differences from it that were counted so far: it ages as the phase goes on."""


class PhaseMemory(Memory):
    """What is kept for a bot during a phase, for its next decision."""

    def __init__(self) -> None:
        self.tallies: dict[str, Tally] = {}
        """The sums made last: the shares of units that are still the same are taken from them."""
        self.outlooks: Known = {}


class BudziszynJudge(FrontJudge[State]):
    """All three scenarios. Who fights whom is not who wins together where three play."""

    eager = frozenset({Pontoons})
    our_blows, their_blows = 0.6, 0.5

    def __init__(self, game: Budziszyn) -> None:
        super().__init__(game)
        self.game = game
        self.figures = Figures(game)
        self.goals = Goals(game)
        self.outlooks = Outlooks(game, self.figures, self.goals)
        self.points = Points(self.goals, self.outlooks)
        self.rear = Rear(game, self.outlooks)
        self.attacks = Attacks(game, self.figures, self.outlooks)
        self.air = Air(game, self.outlooks, self.attacks)
        self.tallies: dict[str, Tally] = {}
        self.memory = PhaseMemory()
        self.seen: tuple[State, Side, Tally, list[tuple[int, Unit]]] | None = None

    def new_memory(self) -> PhaseMemory:
        return PhaseMemory()

    def begin_decision(self, memory: Memory) -> None:
        assert isinstance(memory, PhaseMemory)
        super().begin_decision(memory)
        self.tallies.clear()
        self.seen = None
        self.memory = memory
        self.outlooks.begin_decision(memory.outlooks)
        self.air.known.clear()

    def camp(self, s: State, side: Side) -> str:
        """Three players win each for themselves."""
        return str(side) if s.scenario == "two_stars_three" else str(camp(side))

    def bloc(self, s: State, side: Side) -> str:
        return str(side)

    def field(self, s: State, side: Side) -> Sequence[float]:
        return self.outlooks.of(s, side).keen

    def might(self, s: State, unit: UnitId) -> float:
        return self.figures.of(s.units[unit]).attack

    def margin(self, s: State, side: Side) -> float:
        """Towns in Nysa, and all for Berlin; in an evening those beyond a draw; points in Two Stars."""
        assert s.ended is not None
        score = s.ended.score
        if s.scenario == "evening":
            needed = s.game.tables.evening
            over = score["soviet"] - (needed.draw + needed.soviet - 1) / 2
            return over if camp(side) == 0 else -over
        if in_nysa(s):
            berlin = "soviet" not in score
            lead = 150.0 - 5.0 * s.turn if berlin else float(score["soviet"] - score["german"])
            return lead if camp(side) == 0 else -lead
        mine = float(score[side])
        return mine - max(
            float(score[each]) for each in ("soviet", "allied", "german") if each in score and each != side
        )

    # --- what we have

    def standing(self, s: State, side: Side) -> tuple[Term, ...]:
        troops, march, posture, bound = self.tallied(s, side)
        air = self.air.worth(s, side) if s.phase == "air" else 0.0
        own = PHRASES[side]
        later = still_to_do(s)
        return (
            Term("troops", later * troops, "preserves its units"),
            Term("ground", self.points.worth(s, side), own["ground"]),
            Term("berlin", self.points.berlin(s, side, bound), own["berlin"]),
            Term("march", MARCH * march, "moves toward the objectives"),
            Term("posture", later * posture, "sets up its artillery and keeps its HQs behind the front"),
            Term("works", self.rear.works(s, side), own["works"]),
            Term("staffs", self.rear.staffs(s, side), "keeps its HQs with its troops"),
            Term("air", air, "sends aircraft where they help most"),
            Term("debts", debts(s, side), "loses less in this combat"),
        )

    def tallied(self, s: State, side: Side) -> Share:
        base, changed = self.compared(s, side)
        troops, march, posture, bound = base.sums
        for at, unit in changed:
            now, was = self.shared(s, unit, side, base.views), base.shares[at]
            troops += now[0] - was[0]
            march += now[1] - was[1]
            posture += now[2] - was[2]
            bound += now[3] - was[3]
        return troops, march, posture, bound

    def compared(self, s: State, side: Side) -> tuple[Tally, list[tuple[int, Unit]]]:
        """The sums of a position like this one, and the units in which this one differs."""
        views = self.outlooks.all(s)
        base = self.tallies.get(side)
        changed = None
        if base is not None and base.views is views:
            changed = differences(s.units, base.units)
            base.differences += len(changed or ())
        if base is None or changed is None or base.differences > MOST_DIFFERENCES:
            base = self.tallies[side] = self.tally(s, side, views)
            changed = []
        self.seen = (s, side, base, changed)
        return base, changed

    def tally(self, s: State, side: Side, views: Mapping[Side, Outlook]) -> Tally:
        units = list(s.units.values())
        last = self.memory.tallies.get(side)
        if last is not None and last.views is views and last.combats == s.combats:
            shares = [
                share if unit is was else self.shared(s, unit, side, views)
                for unit, was, share in zip(units, last.units, last.shares, strict=True)
            ]
        else:
            shares = [self.shared(s, unit, side, views) for unit in units]
        troops, march, posture, bound = map(sum, zip(*shares, strict=True))
        made = self.memory.tallies[side] = Tally(
            units, views, shares, (troops, march, posture, bound), s.combats
        )
        return made

    def shared(self, s: State, unit: Unit, side: Side, views: Mapping[Side, Outlook]) -> Share:
        """What one unit adds to the sums: its own side's view of it, turned for an enemy."""
        hex = unit.hex
        if not hex:
            return 0.0, 0.0, 0.0, 0.0
        view = views[unit.side]
        counter = self.game.counters[unit.id]
        worth = self.figures.of(unit).worth
        troops, march, posture = worth, 0.0, 0.0
        if not view.lit[hex]:
            troops -= CUT_OFF * worth
        if counter.hq:
            posture = view.staff[hex]
        elif counter.artillery:
            ready = 1.0 if not (counter.guns and unit.transport) else 0.55
            if unit.barred and unit.barred >= s.combats:
                ready *= 0.5
            posture = GUNS * counter.attack[counter.cel - unit.cel] * view.guns[hex] * ready
        elif counter.mp:
            keen = view.keen[hex]
            if unit.done & MARKED and s.phase == "movement":
                keen = max(keen, 0.9 * view.late[hex])
            march = worth * keen
        bound = unit.cel * self.outlooks.to_berlin[hex] if counts_for_berlin(s, unit) else 0.0
        if unit.side == side:
            return troops, march, posture, bound
        if camp(unit.side) == camp(side):
            return 0.2 * troops, 0.0, 0.0, bound
        return -troops, -0.5 * march, -posture, bound

    # --- what may soon happen

    def tempo(self, s: State, bloc: str) -> tuple[float, float]:
        """Our attacks come after our moves, theirs after theirs."""
        early = s.phase in ("air", "barrage", "movement")
        if s.phasing == bloc:
            soon, late = (1.0, 0.6) if early else (0.15, 1.0)
        else:
            soon, late = (0.4, 1.0) if early else (0.8, 0.3)
        return soon, late * (CAUTION if in_nysa(s) and bloc == GERMAN else 1.0)

    def blows(self, s: State, ours: str) -> tuple[float, float]:
        """Asked right after what we have, of the same position: the comparison is not made twice."""
        seen, self.seen = self.seen, None
        if seen is not None and seen[0] is s and seen[1] == ours:
            base, changed = seen[2], seen[3]
        else:
            base, changed = self.compared(s, Side(ours))
        if base.front is None:
            if changed:
                base, changed = self.tally(s, Side(ours), base.views), []
                self.tallies[Side(ours)] = base
            base.front = self.front(s, ours)
        before = base.units
        moved = [(at, unit) for at, unit in changed if in_a_fight(unit) != in_a_fight(before[at])]
        return self.shifted(s, ours, base.front, moved)

    def strength(self, s: State, hex: Hex, ours: str) -> Strength:
        return self.attacks.strength(s, hex, ours)

    def blow(self, s: State, hex: Hex, strengths: dict[Hex, Strength]) -> float:
        return self.attacks.blow(s, hex, strengths)


def still_to_do(s: State) -> float:
    """What is left of a unit's worth: in an evening less every day, for at its end towns alone count."""
    if s.scenario != "evening":
        return 1.0
    days = s.game.scenarios[s.scenario].turns
    return LAST_DAY + (1.0 - LAST_DAY) * (days - s.turn) / days
