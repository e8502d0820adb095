"""The odds of what is being assembled, and every outcome of an action."""

from __future__ import annotations

import heapq
import itertools
import time
from collections.abc import Iterable
from typing import Any

import msgspec

from bridgehead.core.actions import Action, Commit
from bridgehead.core.chance import NeedsChance, Script
from bridgehead.core.flow import Forecast
from bridgehead.core.play import deciding, decision, options, push
from bridgehead.core.state import ELIMINATED, State
from bridgehead.core.values import Side, printed
from bridgehead.core.words import named, say
from bridgehead.server.presenters.games import AnyGame, name_of, titled
from bridgehead.server.queries.perspective import Perspective
from bridgehead.server.wire import (
    Effect,
    EmptyHex,
    ForecastInfo,
    ForecastMessage,
    ModifierLine,
    OutcomeLine,
)

MOST_BRANCHES = 1500
MOST_SECONDS = 0.028
"""What the exact odds of one forecast may cost; what is left out is missing from `covered`."""
MOST_SECONDS_AFTER = 0.008
"""What following the others' choices may cost beyond that."""
MOST_OUTCOMES = 40
MOST_ROLLS = 6
MOST_FOLLOWED = 12
COMMIT = Commit()


def answer_forecast(perspective: Perspective, action: Action | None) -> ForecastMessage:
    """Strengths, modifiers and table of what is being assembled, and its exact outcomes."""
    if not perspective.decides():
        return ForecastMessage(forecast=None, outcomes=[], empty=[], covered=0.0, guessed=perspective.guessed)
    until = time.perf_counter() + MOST_SECONDS
    shown: Forecast | None = None
    tree = OutcomeTree(perspective.side)
    worlds = perspective.worlds_for_odds()
    for number, world in enumerate(worlds):
        here, forecast, rolled = assembled(world, action)
        if number == 0:
            shown = forecast
        if rolled is not None:
            share = until - time.perf_counter()
            tree.grow(here, rolled, 1 / len(worlds), share / (len(worlds) - number))
    return ForecastMessage(
        forecast=forecast_info(shown) if shown is not None else None,
        outcomes=tree.outcomes(perspective.state.game),
        empty=tree.empty(MOST_SECONDS_AFTER if shown is not None else 0.0),
        covered=round(min(tree.covered, 1.0), 6),
        guessed=perspective.guessed,
    )


def assembled(s: State, action: Action | None) -> tuple[State, Forecast | None, Action | None]:
    """The position to forecast from, its forecast, and the action to be rolled for."""
    if action is None:
        forecast = decision(s).forecast(s)
        return s, forecast, forecast.commit if forecast is not None else None
    if action not in options(s):
        return s, None, None
    after = s.clone()
    after.script = Script(())
    try:
        push(after, action)
    except NeedsChance:
        return s, decision(s).forecast(s), action
    after.script = None
    if deciding(after) != deciding(s):
        return s, None, action
    forecast = decision(after).forecast(after)
    if forecast is None:
        return s, None, action
    return after, forecast, forecast.commit


class Branch(msgspec.Struct):
    """Outcomes that come to the same position."""

    after: State
    before: State
    chance: float = 0.0
    rolls: list[list[int]] = []


class OutcomeTree:
    """Every outcome of an action, the likeliest followed first, equal positions together."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.branches: dict[int, Branch] = {}
        self.covered = 0.0
        self.grown = 0

    def grow(self, s: State, action: Action, weight: float, seconds: float) -> None:
        until = time.perf_counter() + seconds
        count = itertools.count()
        waiting: list[tuple[float, int, tuple[int, ...]]] = [(-weight, next(count), ())]
        while waiting and self.grown < MOST_BRANCHES and time.perf_counter() < until:
            self.grown += 1
            minus, _, draws = heapq.heappop(waiting)
            after = s.clone()
            after.script = Script(draws)
            try:
                push(after, action)
                answered(after, self.side)
            except NeedsChance as needed:
                for way in range(needed.ways):
                    heapq.heappush(waiting, (minus / needed.ways, next(count), (*draws, way)))
            else:
                after.script = None
                self.add(s, after, -minus, draws)

    def add(self, before: State, after: State, chance: float, draws: tuple[int, ...]) -> None:
        branch = self.branches.setdefault(after.key(), Branch(after, before))
        branch.chance += chance
        self.covered += chance
        if len(branch.rolls) < MOST_ROLLS and draws:
            branch.rolls.append([draw + 1 for draw in draws])

    def outcomes(self, game: AnyGame) -> list[OutcomeLine]:
        ordered = sorted(self.branches.values(), key=lambda branch: -branch.chance)
        return [
            OutcomeLine(
                chance=round(branch.chance, 6),
                words=[
                    say(game, told.event)
                    for told in branch.after.log
                    if told.known_to(self.side) and type(told.event).__name__ != "Rolled"
                ],
                rolls=branch.rolls,
                effects=list(effects(game, branch.before, branch.after)),
            )
            for branch in ordered[:MOST_OUTCOMES]
        ]

    def empty(self, seconds: float) -> list[EmptyHex]:
        """The enemy-held hexes that some outcome empties; what follows is looked at for so long at most."""
        until = time.perf_counter() + seconds
        at_once: dict[int, float] = {}
        later: dict[int, float] = {}
        for branch in sorted(self.branches.values(), key=lambda branch: -branch.chance):
            held = enemy_hexes(branch.before, self.side)
            for hex in held - enemy_hexes(branch.after, self.side):
                at_once[hex] = at_once.get(hex, 0.0) + branch.chance
            settled = followed(branch.after, self.side) if time.perf_counter() < until else branch.after
            for hex in held - enemy_hexes(settled, self.side):
                later[hex] = later.get(hex, 0.0) + branch.chance
        return [
            EmptyHex(
                hex=hex,
                chance=round(at_once.get(hex, 0.0), 6),
                after_choices=round(max(at_once.get(hex, 0.0), later.get(hex, 0.0)), 6),
            )
            for hex in sorted(at_once.keys() | later.keys())
        ]


def answered(s: State, side: Side) -> None:
    """Where the others may still add to a fight before its dice are thrown, they add nothing."""
    for _ in range(MOST_FOLLOWED):
        if not s.flow or deciding(s) == side or COMMIT not in options(s):
            break
        told = s.log
        push(s, COMMIT)
        s.log = [*told, *s.log]


def enemy_hexes(s: State, side: Side) -> set[int]:
    return {unit.hex for unit in s.units.values() if unit.hex and unit.side != side}


def followed(s: State, side: Side) -> State:
    """The position once the others have taken the first choice offered each time, while no die is needed."""
    s = s.clone()
    for _ in range(MOST_FOLLOWED):
        if not s.flow or deciding(s) == side:
            break
        before = s.clone()
        s.script = Script(())
        try:
            push(s, options(s)[0])
        except NeedsChance:
            return before
        s.script = None
    return s


def effects(game: AnyGame, before: State, after: State) -> Iterable[Effect]:
    """What became of each unit, in words."""
    for id, unit in after.units.items():
        old = before.units.get(id)
        if old is not unit and old is not None and old != unit:
            words = ", ".join(changes(game, old, unit))
            if words:
                yield Effect(unit=id, words=words)


def changes(game: AnyGame, old: Any, new: Any) -> Iterable[str]:
    if old.hex != new.hex or old.box != new.box:
        if new.hex:
            yield f"to {printed(new.hex)}"
        elif new.box == ELIMINATED:
            yield "eliminated"
            return
        else:
            yield f"to {name_of(game, new.box)}"
    for field in new.__struct_fields__:
        was, now = getattr(old, field), getattr(new, field)
        if field in ("id", "side", "hex", "box") or was == now:
            continue
        said = titled(field).lower()
        if isinstance(now, bool):
            yield said if now else f"no longer {said}"
        else:
            yield f"{said} {named(game, field, was)} → {named(game, field, now)}"


def forecast_info(shown: Forecast) -> ForecastInfo:
    return ForecastInfo(
        title=shown.title,
        attack=shown.attack,
        defence=shown.defence,
        odds=shown.odds,
        columns=list(shown.columns),
        column=shown.column,
        rows=[(die, list(cells)) for die, cells in shown.rows],
        modifiers=[
            ModifierLine(amount=each.amount, because=each.because, rule=each.rule, kind=each.kind)
            for each in shown.modifiers
        ],
        commit=shown.commit,
    )
