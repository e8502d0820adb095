"""Where fronts touch: what each side may gain by attacks, in this activation and later."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import pairwise
from statistics import median

import numpy as np

from bridgehead.bots.judges.eastprussia1914.count import Count
from bridgehead.bots.judges.eastprussia1914.figures import Figures
from bridgehead.bots.judges.eastprussia1914.ground import Ground
from bridgehead.bots.judges.eastprussia1914.staffs import under_way
from bridgehead.bots.judges.eastprussia1914.sums import Sums
from bridgehead.core.values import NOWHERE, Hex, Side, UnitId
from bridgehead.games.eastprussia1914.model.data import FOE, CombatResult
from bridgehead.games.eastprussia1914.model.game import EastPrussia
from bridgehead.games.eastprussia1914.model.state import COMBAT, State
from bridgehead.games.eastprussia1914.rules.activation import Activation, ChooseIndependents
from bridgehead.games.eastprussia1914.rules.combat import CombatSegment, targets_of
from bridgehead.games.eastprussia1914.rules.movement_segment import MovementSegment
from bridgehead.games.eastprussia1914.rules.odds import EIGHTHS, attack_strength, attacker_hq_shift
from bridgehead.toolkit.combat import Ladder

MOST_IN_ONE_ATTACK = 18.0
GUNS = 0.7
"""The share of its HQs' usual shift to expect when a side attacks."""
DIVISION = 6.0
"""What a step of the attackers is thought to cost where it is not known who they will be."""
FINE = 10
"""Parts of a column of the CRT."""
LOWEST = 3
"""Columns below the first down to which an attack promises anything."""


class Front:
    """The attacks of both sides."""

    def __init__(self, game: EastPrussia, figures: Figures, ground: Ground, count: Count) -> None:
        self.game = game
        self.figures = figures
        self.ground = ground
        self.count = count
        self.hits, self.costs, self.clears = columns(game.tables.crt.results)
        self.column_of = between_columns(game.tables.crt.ladder)
        self.guns = {side: GUNS * usual_shift(game, side) for side in FOE}

    def blows(self, s: State, attacker: Side) -> float:
        """What the other side may lose where a side can come against it."""
        sums = self.count.sums(s)
        threat = sums.threat[attacker]
        guns = self.guns[attacker]
        total = 0.0
        for hex, post in sums.posts.items():
            if post.side != attacker:
                against = threat[hex]
                if against > 1.0:
                    column = self.column_of(min(float(against), MOST_IN_ONE_ATTACK) / post.defence)
                    total += self.gain(column + guns - post.shift, post.step, post.ground, DIVISION)
        return total

    def gain(self, column: float, step: float, ground: float, own: float) -> float:
        """What an attack on a column promises, never less than a trifle that grows with the odds."""
        at = int((column + LOWEST) * FINE)
        if at <= 0:
            return 0.0
        at = min(at, len(self.hits) - 1)
        value = self.hits[at] * step + self.clears[at] * (1.5 + ground) - self.costs[at] * own
        return max(value, 0.0) + 0.004 * at

    def attacks_now(self, s: State, side: Side) -> float:
        """What the units under orders could attack in this activation, each counted once."""
        at = activation(s)
        if at is None or at.side != side:
            return 0.0
        sums = self.count.sums(s)
        targets: dict[Hex, dict[UnitId, float]] = {}
        for unit, strength_by_target in self.fighters(s, at):
            for target, strength in strength_by_target.items():
                targets.setdefault(target, {})[unit] = strength
        total = 0.0
        while targets:
            best, worth = NOWHERE, 0.0
            for target, strengths in targets.items():
                value = self.assault(s, sums, at, target, strengths)
                if value > worth:
                    best, worth = target, value
            if not best:
                break
            total += worth
            used = targets.pop(best)
            targets = {
                target: left
                for target, strengths in targets.items()
                if (left := {unit: each for unit, each in strengths.items() if unit not in used})
            }
        return total

    def fighters(self, s: State, at: Activation) -> Iterator[tuple[UnitId, dict[Hex, float]]]:
        """Units that may still attack, with the strength each can bring against a hex."""
        segment = next((frame for frame in s.flow if isinstance(frame, MovementSegment)), None)
        done = segment.done if segment is not None else ()
        tired = segment.tired if segment is not None else ()
        top = s.flow[-1]
        chosen = top.chosen if isinstance(top, ChooseIndependents) else ()
        enemy = s.ledger[COMBAT[FOE[at.side]]]
        for id in (*at.units, *chosen):
            unit = s.units[id]
            if id in tired or not unit.hex:
                continue
            attack = self.figures.of(s, unit).attack
            if not attack:
                continue
            found = {hex: attack_strength(s, unit, hex) / EIGHTHS for hex in targets_of(s, id, at.side)}
            if id not in done and not under_way(s, id):
                hexes, weights = self.ground.near(unit.hex)
                for hex, weight in zip(hexes.tolist(), weights.tolist(), strict=True):
                    if enemy[hex] and hex not in found:
                        found[hex] = attack * weight
            if found:
                yield id, found

    def assault(
        self, s: State, sums: Sums, at: Activation, target: Hex, strengths: dict[UnitId, float]
    ) -> float:
        """What so much strength promises against a hex."""
        post = sums.posts.get(target)
        if post is None:
            return 0.0
        own = sum(self.figures.of(s, s.units[id]).step for id in strengths) / len(strengths)
        column = self.column_of(sum(strengths.values()) / post.defence)
        shift = self.own_guns(s, at, target, strengths) - post.shift
        return self.gain(column + shift, post.step, post.ground, own)

    def own_guns(self, s: State, at: Activation, target: Hex, strengths: dict[UnitId, float]) -> float:
        """The columns that the guns of the active HQ add."""
        shift = attacker_hq_shift(s, at.hq, tuple(strengths), target)
        return float(shift.amount) if shift is not None else 0.0


def activation(s: State) -> Activation | None:
    """The activation whose units have yet to move and fight."""
    for at, frame in enumerate(s.flow):
        if isinstance(frame, Activation):
            beyond = s.flow[at + 1] if at + 1 < len(s.flow) else None
            return None if beyond is None or isinstance(beyond, CombatSegment) else frame
    return None


def strikes_now(s: State, side: Side) -> bool:
    """Is the side in its Combat Segment? Then a blow put off is worth little."""
    return any(isinstance(frame, CombatSegment) and frame.side == side for frame in s.flow)


def between_columns(ladder: Ladder) -> Callable[[float], float]:
    """Where a ratio stands on the ladder, between the columns as well; nothing stands one below the first."""
    ratios = [0.0, *map(float, ladder.ratios)]
    slopes = [1 / (above - below) for below, above in pairwise(ratios)]
    bases = [at - 1 - slope * ratios[at] for at, slope in enumerate(slopes)]

    def column_of(ratio: float) -> float:
        at = min(bisect_right(ratios, ratio), len(slopes)) - 1
        return slopes[at] * min(ratio, ratios[-1]) + bases[at]

    return column_of


def usual_shift(game: EastPrussia, side: Side) -> float:
    """The ratio shift of most HQs of a side."""
    hqs = [counter for counter in game.counters.values() if counter.is_hq and counter.side == side]
    return median(hq.ratio_shift for hq in hqs)


def columns(results: tuple[tuple[CombatResult, ...], ...]) -> tuple[list[float], list[float], list[float]]:
    """By tenths of a column from the lowest up: steps the defender loses, steps the attacker loses, the
    chance to clear the hex."""
    hits = [sum(cell.defender_steps for cell in column) / len(column) for column in results]
    costs = [
        sum(cell.attacker_steps * (0.4 if cell.asterisk else 1.0) for cell in column) / len(column)
        for column in results
    ]
    clears = [sum(cell.defender_retreat > 0 for cell in column) / len(column) for column in results]
    at = np.arange(-LOWEST * FINE, (len(results) - 1) * FINE + 1) / FINE
    known = np.arange(-1, len(results))

    def fine(figures: list[float], below: float) -> list[float]:
        return [float(each) for each in np.interp(at, known, [below, *figures])]

    return fine(hits, 0.0), fine(costs, 2.0), fine(clears, 0.0)
