"""Every way a fight can go, enumerated without any of the shortcuts that forecasts take.

Nothing is pruned, kept or merged: all dice, all choices of both sides, one after another. What a side prefers
is the same as in forecasts; how it is found is not.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator
from random import Random

from bridgehead.core.actions import Action, Commit, Pick
from bridgehead.core.chance import NeedsChance, Script
from bridgehead.core.flow import Decision, Procedure
from bridgehead.core.play import decision, options, push, setup
from bridgehead.core.roles import hexes_in
from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import Hex, Side
from bridgehead.toolkit.wargame import AnyWargame, WarState

Figures = tuple[float, dict[Side, float]]
"""Hexes cleared, steps lost by side: expected."""


class TooMany(Exception):
    """This fight has more ways than anybody wants to count."""


class Brute:
    def __init__(self, start: WarState, action: Action, most: int) -> None:
        self.start = start
        self.side = decision(start).side
        self.left = most
        about = hexes_in(action) or decision(start).about(start).hexes
        self.targets = [hex for hex in dict.fromkeys(about) if self.enemy_in(start, hex)]
        self.under_way = [(at, type(f)) for at, f in enumerate(start.flow) if isinstance(f, Decision)]
        lowest = self.under_way[0][0]
        self.around = [frame for frame in start.flow[:lowest] if isinstance(frame, Procedure)]

    def enemy_in(self, s: WarState, hex: Hex) -> bool:
        return any(unit.hex == hex and unit.side != self.side for unit in s.units.values())

    def ways(self, s: WarState, action: Action) -> Iterator[tuple[float, WarState]]:
        """All dice of one action, in counting order."""
        open_: list[tuple[float, tuple[int, ...]]] = [(1.0, ())]
        while open_:
            chance, draws = open_.pop()
            self.left -= 1
            if self.left < 0:
                raise TooMany
            after = s.clone()
            after.script = Script(draws)
            try:
                push(after, action)
            except NeedsChance as need:
                if not self.elsewhere(after):
                    open_ += [(chance / need.ways, (*draws, face)) for face in range(need.ways)]
                    continue
            after.script = None
            yield chance, after

    def elsewhere(self, s: WarState) -> bool:
        """Has something else begun?"""
        if any(told.event.heading for told in s.log):
            return True
        if len(self.under_way) > 1 and (
            self.under_way[0] not in [(at, type(f)) for at, f in enumerate(s.flow)]
        ):
            return True
        return any(now != then for now, then in zip(s.flow, self.around, strict=False))

    def done(self, s: WarState) -> bool:
        top = len(s.flow) - 1
        return not s.flow or self.elsewhere(s) or (top, type(s.flow[top])) in self.under_way

    def count(self, s: WarState) -> Figures:
        cleared = sum(not self.enemy_in(s, hex) for hex in self.targets)
        lost: defaultdict[Side, float] = defaultdict(float)
        for id, unit in s.units.items():
            old = self.start.units.get(id)
            if old is None or not old.hex:
                continue
            left = 0 if unit.box == ELIMINATED else s.game.steps(s.game, unit)
            lost[unit.side] += max(s.game.steps(s.game, old) - left, 0)
        return cleared, lost

    def worth(self, who: Side, figures: Figures, stance: str) -> tuple[float, ...]:
        cleared, lost = figures
        own = round(lost.get(who, 0.0), 9)
        others = round(sum(steps for side, steps in lost.items() if side != who), 9)
        cleared = round(cleared, 9)
        if who == self.side:
            return cleared, others - own
        return (-cleared, -own, others) if stance == "hold" else (-own, -cleared, others)

    def expected(self, s: WarState, action: Action, stance: str, seen: tuple[int, ...]) -> Figures | None:
        cleared = 0.0
        lost: defaultdict[Side, float] = defaultdict(float)
        for chance, after in self.ways(s, action):
            found = self.value(after, stance, seen)
            if found is None:
                return None
            cleared += chance * found[0]
            for side, steps in found[1].items():
                lost[side] += chance * steps
        return cleared, lost

    def value(self, s: WarState, stance: str, seen: tuple[int, ...] = ()) -> Figures | None:
        """The best the deciding side can do; None for a way that only comes back to where it was."""
        if self.done(s):
            return self.count(s)
        key = s.key()
        if key in seen:
            return None
        who = decision(s).side
        if who != self.side and Commit() in options(s) and any(isinstance(a, Pick) for a in options(s)):
            raise TooMany  # how others support a fight is not chosen by these figures
        looked = [self.expected(s, action, stance, (*seen, key)) for action in options(s)]
        found = [figures for figures in looked if figures is not None]
        return max(found, key=lambda figures: self.worth(who, figures, stance), default=None)


def attacks(game: AnyWargame, seed: int) -> Iterator[tuple[WarState, Action]]:
    """Rolls that random players are about to make, game after game."""
    for number in itertools.count():
        rng = Random(seed + number)
        s = setup(game, list(game.scenarios)[number % len(game.scenarios)], seed + number)
        while s.flow:
            shown = decision(s).forecast(s)
            commit = shown.commit if shown is not None else None
            if commit is not None and commit in options(s):
                yield s.clone(), commit
            push(s, commit if commit is not None and rng.random() < 0.7 else rng.choice(options(s)))
