"""What East Prussia values: victory hexes, the two cities that end the game, corps, staffs, aircraft."""

from __future__ import annotations

import msgspec
import numpy as np

from bridgehead.bots.evaluation import FrontJudge, FrontSums, Memory, Strength, Term, forget
from bridgehead.bots.judges.koenigsberg1945.assault import Assaults, Post, readiness
from bridgehead.bots.judges.koenigsberg1945.changes import Changes, Key, changes, units_of
from bridgehead.bots.judges.koenigsberg1945.figures import Figures
from bridgehead.bots.judges.koenigsberg1945.front import Attacks
from bridgehead.bots.judges.koenigsberg1945.ground import Ground
from bridgehead.bots.judges.koenigsberg1945.march import March
from bridgehead.bots.judges.koenigsberg1945.objectives import Objectives
from bridgehead.bots.judges.koenigsberg1945.staffs import Base, Staffs, Supplies, short_of_supply
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.koenigsberg1945.model.data import GERMAN, SOVIET, camp_of
from bridgehead.games.koenigsberg1945.model.game import Koenigsberg
from bridgehead.games.koenigsberg1945.model.state import GROUNDED, REFIT, State, Unit
from bridgehead.games.koenigsberg1945.rules.activation import ChooseExtras, ChooseIndependents
from bridgehead.games.koenigsberg1945.rules.barrage import BarrageFire
from bridgehead.games.koenigsberg1945.rules.combat import CombatSegment
from bridgehead.games.koenigsberg1945.rules.movement import MovementSegment
from bridgehead.games.koenigsberg1945.rules.replacements import AssignReplacements
from bridgehead.games.koenigsberg1945.rules.victory import german_hexes
from bridgehead.games.koenigsberg1945.rules.volkssturm import VolkssturmDeployment

AIR = {REFIT: 0.55, GROUNDED: 0.2}
INITIATIVE = 1e-4
"""So little that it only decides between things otherwise equal."""
MARCH = 1.2
PUT_OFF = 0.25
"""What an attack still counts for that could be made now."""
AT_POST = 5.0
"""So much that no other hex draws as strongly."""

GERMAN_PHRASES = {
    "troops": "preserves its units",
    "ground": "holds the victory hexes",
    "march": "moves to where the front needs it",
    "doors": "keeps Soviet units out of Königsberg and Elbing",
    "guard": "guards the victory hexes",
    "headquarters": "keeps HQs safe and near their units",
    "air": "keeps its air unit ready",
    "initiative": "activates the units that can do most",
    "supply": "keeps supply lines open",
    "assault": "prepares a counterattack",
}
SOVIET_PHRASES = GERMAN_PHRASES | {
    "ground": "takes victory hexes",
    "march": "moves toward the victory hexes",
    "doors": "gets into Königsberg or Elbing, which ends the game",
    "guard": "draws the guards away from victory hexes",
    "air": "keeps its air units ready",
    "supply": "cuts German supply lines and keeps its own open",
    "assault": "prepares an attack",
}
"""What each term of the judge means to a side, as that side would say it."""


def phrased(name: str, worth: float, camp: str) -> Term:
    return Term(name, worth, (GERMAN_PHRASES if camp == GERMAN else SOVIET_PHRASES)[name])


def judge(game: Koenigsberg) -> KoenigsbergJudge:
    return KoenigsbergJudge(game)


class Standing(msgspec.Struct, frozen=True, gc=False):
    """Sums over a position in which the Soviets count above, the Germans below 0."""

    doors: float
    guard: float
    headquarters: float
    air: float


class Root(msgspec.Struct, frozen=True):
    """A position that others are compared with, and what was found for each by what it changes."""

    units: list[Unit]
    staffs: Base
    short: list[UnitId]
    """The units on the map that lack supply."""
    standing: dict[tuple[Key, frozenset[Hex], frozenset[Hex]], Standing]
    lost: dict[tuple[Key, frozenset[Hex]], float]


class Front(msgspec.Struct, frozen=True):
    """What attacks threaten in a position others are compared with, and what was found for each of them."""

    units: list[Unit]
    sums: FrontSums
    known: dict[tuple[Key, frozenset[Hex]], tuple[float, float]]


class KoenigsbergJudge(FrontJudge[State]):
    """Two camps, however many players lead them. What is lost in the north may be won in the south."""

    eager = frozenset(
        {BarrageFire, AssignReplacements, VolkssturmDeployment, ChooseIndependents, ChooseExtras}
    )
    our_blows, their_blows = 0.4, 0.3

    def __init__(self, game: Koenigsberg) -> None:
        super().__init__(game)
        self.game = game
        self.ground = Ground(game)
        self.figures = Figures(game)
        self.objectives = Objectives(game, self.ground.paces)
        self.march = March(game, self.ground, self.figures, self.objectives)
        self.staffs = Staffs(game, self.ground, self.figures)
        self.supplies = Supplies(self.figures)
        self.attacks = Attacks(game, self.ground, self.objectives.price)
        self.assaults = Assaults(game, self.figures, self.attacks)
        self.root: Root | None = None
        self.rooted = False
        """Is the root a position of this decision?"""
        self.bases: dict[str, Front] = {}
        self.plan: dict[UnitId, Post] | None = None
        """The assault of this activation, as it was when the decision was first looked at."""
        self.striking: str | None = None
        """The camp that may attack now, as it was when the decision was first looked at; "" if nobody may."""

    def begin_decision(self, memory: Memory) -> None:
        super().begin_decision(memory)
        self.march.begin_decision()
        self.rooted = False
        self.supplies.lines.clear()
        self.bases.clear()
        self.plan = None
        self.striking = None
        forget(self.objectives.wanted)

    def camp(self, s: State, side: Side) -> str:
        return str(camp_of(side))

    def bloc(self, s: State, side: Side) -> str:
        return str(camp_of(side))

    def compared(self, s: State) -> tuple[Root, Changes]:
        """The position others are compared with, and what is changed in this one."""
        root = self.root
        changed = None if root is None else changes(s, root.units)
        if root is None or changed is None or not self.rooted:
            units = units_of(s)
            staffs = self.staffs.based(s, None if root is None else root.staffs, changed)
            root = self.root = Root(units, staffs, short_of_supply(units), {}, {})
            changed, self.rooted = Changes(units, [], ((), ())), True
        return root, changed

    # --- what we have

    def standing(self, s: State, side: Side) -> tuple[Term, ...]:
        ours = camp_of(side)
        troops, march = self.march.counted(s, ours)
        held = self.objectives.held(s, ours) - self.objectives.held(s, GERMAN if ours == SOVIET else SOVIET)
        return (
            phrased("troops", troops, ours),
            phrased("ground", held, ours),
            phrased("march", MARCH * march, ours),
            *self.extra(s, ours),
        )

    def field(self, s: State, side: Side) -> list[float]:
        field = self.march.field(s, camp_of(side))
        return self.posted(field) if self.plan and camp_of(side) == SOVIET else field

    def posted(self, field: list[float]) -> list[float]:
        """The hexes an assault needs come before all others."""
        field = field.copy()
        for post in (self.plan or {}).values():
            field[post.hex] += AT_POST
        return field

    def might(self, s: State, unit: UnitId) -> float:
        return self.figures.of(s.units[unit]).attack

    def margin(self, s: State, side: Side) -> float:
        """Victory hexes beyond the turning point; an early end counts for more, troops a little."""
        soviet = self.objectives.turning[s.scenario] - german_hexes(s)
        if s.ended is not None and "Sudden" in s.ended.level:
            soviet = max(soviet, 4.5 + 0.5 * (s.game.scenarios[s.scenario].turns - s.turn))
        troops, march = self.march.counted(s, SOVIET)
        soviet += 0.4 * float(np.tanh((troops + march) / 150.0))
        return soviet if camp_of(side) == SOVIET else -soviet

    def extra(self, s: State, camp: str) -> tuple[Term, ...]:
        """Sums made for the Soviets, turned for the Germans."""
        sign = 1.0 if camp == SOVIET else -1.0
        found = self.sums(s)
        return (
            phrased("doors", sign * found.doors, camp),
            phrased("guard", sign * found.guard, camp),
            phrased("headquarters", sign * found.headquarters, camp),
            phrased("air", sign * found.air, camp),
            phrased("initiative", sign * self.initiative(s), camp),
        )

    def sums(self, s: State) -> Standing:
        root, changed = self.compared(s)
        key = (changed.key, s.taken, s.conquered)
        known = root.standing.get(key)
        if known is None:
            known = root.standing[key] = Standing(
                self.objectives.in_the_doors(s),
                self.objectives.unguarded(s),
                self.staffs.commands(s, root.staffs, changed),
                self.aircraft(s),
            )
        return known

    def aircraft(self, s: State) -> float:
        total = 0.0
        for id in self.game.air:
            worth = AIR.get(s.units[id].box, 1.0)
            total += worth if self.game.counters[id].camp == SOVIET else -worth
        return total

    def initiative(self, s: State) -> float:
        """Who has been activated, by how much it can do: near the enemy and strong."""
        frame = s.flow[-1] if s.flow else None
        units: tuple[UnitId, ...] = ()
        if isinstance(frame, (ChooseIndependents, ChooseExtras)):
            units = frame.chosen
        elif isinstance(frame, MovementSegment):
            units = frame.units
        if not units:
            return 0.0
        total = 0.0
        pieces = self.game.counters
        camp = pieces[units[0]].camp
        zoc = s.ledger["soviet_zoc" if camp == GERMAN else "german_zoc"]
        for id in units:
            unit = s.units[id]
            if unit.hex and pieces[id].combat:
                close = any(self.ground.near(unit.hex)(zoc))
                total += self.figures.of(unit).attack * (2.0 if zoc[unit.hex] else 1.0 if close else 0.4)
        return INITIATIVE * (total if camp == SOVIET else -total)

    # --- what may soon happen

    def prospects(self, s: State, side: Side) -> tuple[Term, ...]:
        lost = self.lost(s)
        camp = camp_of(side)
        sign = 1.0 if camp == SOVIET else -1.0
        return (
            *super().prospects(s, side),
            phrased("supply", sign * lost, camp),
            phrased("assault", self.assault(s, side), camp),
        )

    def lost(self, s: State) -> float:
        """What the Germans lose for want of supply, less what the Soviets do."""
        root, changed = self.compared(s)
        key = (changed.key, s.conquered)
        known = root.lost.get(key)
        if known is None:
            now = {unit.id: unit for _, unit in changed.found}
            short = [id for id in root.short if id not in now] + short_of_supply(now.values())
            known = self.supplies.cut_off(s, GERMAN, short) - self.supplies.cut_off(s, SOVIET, short)
            root.lost[key] = known
        return known

    def blows(self, s: State, ours: str) -> tuple[float, float]:
        base = self.bases.get(ours)
        changed = None if base is None else changes(s, base.units)
        if base is None or changed is None:
            base = self.bases[ours] = Front(units_of(s), self.front(s, ours), {})
            return base.sums.mine, base.sums.theirs
        key = (changed.key, s.taken)
        known = base.known.get(key)
        if known is None:
            known = base.known[key] = self.shifted(s, ours, base.sums, changed.found)
        return known

    def tempo(self, s: State, camp: str) -> tuple[float, float]:
        """Those who may attack now should: what they put off counts for little."""
        if self.striking is None:
            segment = next((frame for frame in s.flow if isinstance(frame, CombatSegment)), None)
            self.striking = "" if segment is None else str(camp_of(segment.side))
        soon = PUT_OFF if self.striking == camp else 1.0
        late = PUT_OFF if self.striking not in ("", camp) else 1.0
        return soon, late

    def assault(self, s: State, side: Side) -> float:
        """How far those activated stand where their assault needs them."""
        if self.plan is None:
            self.plan = self.assaults.plan(s)
        if not self.plan:
            return 0.0
        ready = readiness(s, self.plan)
        camp = self.game.counters[next(iter(self.plan))].camp
        return ready if camp == camp_of(side) else -ready

    def strength(self, s: State, hex: Hex, ours: str) -> Strength:
        attack = defence = worth = 0.0
        mine = False
        for id in s.stacks[hex]:
            unit = s.units[id]
            one = self.figures.of(unit)
            mine = camp_of(unit.side) == ours
            attack += one.attack
            defence += one.defence
            worth += one.worth
        return mine, attack, defence, worth

    def blow(self, s: State, hex: Hex, strengths: dict[Hex, Strength]) -> float:
        return self.attacks.blow(s, hex, strengths)
