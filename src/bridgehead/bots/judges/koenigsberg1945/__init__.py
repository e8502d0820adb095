"""What East Prussia values: victory hexes, the two cities that end the game, corps, staffs, aircraft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bridgehead.bots.judge import Term, forget
from bridgehead.bots.judges.koenigsberg1945.assault import Assaults, Post, readiness
from bridgehead.bots.judges.koenigsberg1945.figures import Figures
from bridgehead.bots.judges.koenigsberg1945.front import Attacks
from bridgehead.bots.judges.koenigsberg1945.ground import Ground
from bridgehead.bots.judges.koenigsberg1945.objectives import Objectives
from bridgehead.bots.judges.koenigsberg1945.staffs import Staffs, Supplies
from bridgehead.bots.war import Facts, Troop, War, Weights
from bridgehead.core.values import Side, UnitId
from bridgehead.games.koenigsberg1945.model.data import GERMAN, SOVIET, camp_of
from bridgehead.games.koenigsberg1945.model.state import GROUNDED, REFIT
from bridgehead.games.koenigsberg1945.rules.combat import CombatSegment
from bridgehead.games.koenigsberg1945.rules.victory import german_hexes

AIR = {REFIT: 0.55, GROUNDED: 0.2}
INITIATIVE = 1e-4
"""So little that it only decides between things otherwise equal."""
MIDWAY = {GERMAN: 0.2, SOVIET: 0.6}
"""The draw of a place that is neither near nor far."""
PUT_OFF = 0.25
"""What an attack still counts for that could be made now."""
AT_POST = 5.0
"""So much that no other hex draws as strongly."""
FAR = 45
"""Movement points from which a goal still draws."""


def judge(game: Any) -> KoenigsbergJudge:
    return KoenigsbergJudge(game)


class KoenigsbergJudge(War):
    """Two camps, however many players lead them. What is lost in the north may be won in the south."""

    def __init__(self, game: Any) -> None:
        self.ground = Ground(game)
        self.figures = Figures(game)
        self.objectives = Objectives(game, self.ground.paces)
        facts = Facts(
            troop=self.troop,
            camp=lambda s, side: str(camp_of(side)),
            ground=self.objectives.held,
            goals=self.objectives.goals,
            extra=self.extra,
            chance=lambda s, hex, odds: 0.0,
            margin=self.in_hexes,
            tempo=self.tempo,
        )
        weights = Weights(ground=1.0, march=1.2, guard=0.35, blow=0.4, threat=0.3, scale=7.0)
        eager = frozenset(
            {
                "BarrageFire",
                "AssignReplacements",
                "VolkssturmDeployment",
                "ChooseIndependents",
                "ChooseExtras",
            }
        )
        super().__init__(game, facts, weights, eager)
        self.staffs = Staffs(game, self.ground, self.figures)
        self.supplies = Supplies(self.figures)
        self.attacks = Attacks(game, self.ground, self.objectives.price)
        self.assaults = Assaults(game, self.figures, self.attacks)
        self.plan: dict[UnitId, Post] | None = None
        """The assault of this activation, as it was when the decision was first looked at."""
        self.striking: str | None = None
        """The camp that may attack now, as it was when the decision was first looked at; "" if nobody may."""
        self.manned: dict[frozenset[int], list[float]] = {}

    # --- what we have

    def afresh(self, memory: dict[str, Any]) -> None:
        super().afresh(memory)
        self.staffs.base = None
        self.plan = None
        self.striking = None
        forget(self.manned, self.objectives.wanted)

    def troop(self, s: Any, unit: Any) -> Troop:
        return self.figures.of(unit)

    def share(
        self, s: Any, unit: Any, ours: str, want: list[float], guard: list[float]
    ) -> tuple[float, float]:
        """What one unit adds; its place counts by its full strength, so that a step lost is lost once."""
        hex = unit.hex
        if not hex:
            return 0.0, 0.0
        camp = camp_of(unit.side)
        worth = self.figures.of(unit).worth
        ahead, behind = (want, guard) if camp == ours else (guard, want)
        if camp == GERMAN:
            behind = self.posts(s)
        drawn = self.figures.masses[unit.id] * (ahead[hex] + self.weights.guard * behind[hex] - MIDWAY[camp])
        return (worth, drawn) if camp == ours else (-worth, -drawn)

    def pull(self, goals: Mapping[int, float]) -> list[float]:
        """How strongly the goals draw a unit: strongly near them, a little from all over the map."""
        key = tuple(goals.items())
        if key not in self.pulls:
            total = np.zeros(self.game.board.size)
            for hex, worth in key:
                if hex not in self.far:
                    away = self.game.walker.spread((hex,), FAR, self.ground.paces, self.nothing)
                    near = 0.7 * (1.0 - away / FAR) + 0.3 * np.exp(-away / self.weights.scale)
                    self.far[hex] = np.where(away >= 0, near, 0.0)
                total = np.maximum(total, worth * self.far[hex])
            self.pulls[key] = total.tolist()
        return self.pulls[key]

    def posts(self, s: Any) -> list[float]:
        """What draws the Germans where they still hold: the nearest victory hex, whichever it is."""
        known = self.manned.get(s.taken)
        if known is None:
            held = {hex: 1.0 for hex in self.objectives.hexes if hex not in s.taken}
            known = self.manned[s.taken] = self.pull(held)
        return known

    def field(self, s: Any, side: Side) -> list[float]:
        if camp_of(side) == SOVIET:
            return self.posted(super().field(s, side))
        keen = self.weights.guard
        want = self.pull(self.objectives.goals(s, GERMAN))
        return [a + keen * b for a, b in zip(want, self.posts(s), strict=True)]

    def posted(self, field: Sequence[float]) -> list[float]:
        """The hexes an assault needs come before all others."""
        found = list(field)
        for post in (self.plan or {}).values():
            found[post.hex] += AT_POST
        return found

    def in_hexes(self, s: Any, camp: str) -> float:
        """Victory hexes beyond the turning point; an early end counts for more, troops a little."""
        soviet = 7.5 - german_hexes(s)
        if s.ended is not None and "Sudden" in s.ended.level:
            soviet = max(soviet, 4.5 + 0.5 * (10 - s.turn))
        troops, march = self.counted(s, SOVIET)
        soviet += 0.4 * float(np.tanh((troops + march) / 150.0))
        return soviet if camp == SOVIET else -soviet

    def extra(self, s: Any, camp: str) -> tuple[Term, ...]:
        """Sums made for the Soviets, turned for the Germans."""
        sign = 1.0 if camp == SOVIET else -1.0
        doors = self.objectives.in_the_doors(s)
        commands = self.staffs.commands(s)
        return (
            Term("doors", sign * doors, "stands in a city that ends the game"),
            Term("guard", sign * self.objectives.unguarded(s), "guards the victory hexes"),
            Term("headquarters", sign * commands, "keeps headquarters safe and near their corps"),
            Term("air", sign * self.aircraft(s), "keeps its aircraft ready"),
            Term("initiative", sign * self.initiative(s), "gives orders to those who can use them"),
        )

    def aircraft(self, s: Any) -> float:
        total = 0.0
        for id in self.game.air:
            worth = AIR.get(s.units[id].box, 1.0)
            total += worth if self.game.counters[id].camp == SOVIET else -worth
        return total

    def initiative(self, s: Any) -> float:
        """Who has been activated, by how much it can do: near the enemy and strong."""
        frame = s.flow[-1] if s.flow else None
        units = getattr(frame, "chosen", None) or (
            getattr(frame, "units", ()) if type(frame).__name__ == "MovementSegment" else ()
        )
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

    def prospects(self, s: Any, side: Side) -> tuple[Term, ...]:
        lost = self.supplies.cut_off(s, GERMAN) - self.supplies.cut_off(s, SOVIET)
        sign = 1.0 if camp_of(side) == SOVIET else -1.0
        return (
            *super().prospects(s, side),
            Term("supply", sign * lost, "keeps supply flowing"),
            Term("assault", self.assault(s, side), "gathers for an assault"),
        )

    def tempo(self, s: Any, camp: str) -> tuple[float, float]:
        """Those who may attack now should: what they put off counts for little."""
        if self.striking is None:
            segment = next((frame for frame in s.flow if isinstance(frame, CombatSegment)), None)
            self.striking = "" if segment is None else str(camp_of(segment.side))
        soon = PUT_OFF if self.striking == camp else 1.0
        late = PUT_OFF if self.striking not in ("", camp) else 1.0
        return soon, late

    def assault(self, s: Any, side: Side) -> float:
        """How far those activated stand where their assault needs them."""
        if self.plan is None:
            self.plan = self.assaults.plan(s)
        if not self.plan:
            return 0.0
        ready = readiness(s, self.plan)
        camp = self.game.counters[next(iter(self.plan))].camp
        return ready if camp == camp_of(side) else -ready

    def blow(self, s: Any, hex: int, strengths: dict[int, tuple[bool, float, float, float]]) -> float:
        return self.attacks.blow(s, hex, strengths)
