"""The odds of what is being assembled, and every outcome of an action."""

from __future__ import annotations

import time
from collections.abc import Iterable

import msgspec

from bridgehead.core.actions import Action, Commit
from bridgehead.core.events import Rolled
from bridgehead.core.flow import Forecast
from bridgehead.core.outcomes import Order, Outcome, Tally, certain, outcomes
from bridgehead.core.perspective import Perspective
from bridgehead.core.play import deciding, decision, options, push, view
from bridgehead.core.roles import fields_of
from bridgehead.core.state import ELIMINATED, Unit
from bridgehead.core.values import Hex, Side, printed
from bridgehead.core.words import field_named, say
from bridgehead.server.presenters.games import name_of, titled
from bridgehead.server.wire import (
    Effect,
    EmptyHex,
    ForecastInfo,
    ForecastMessage,
    ModifierLine,
    OutcomeLine,
)
from bridgehead.toolkit.wargame import AnyWargame, WarState

MOST_BRANCHES = 1500
MOST_SECONDS = 0.028
"""What the exact odds of one forecast may cost; what is left out is missing from `covered`."""
MOST_SECONDS_AFTER = 0.008
"""What following the others' choices may cost beyond that."""
MOST_OUTCOMES = 40
MOST_ROLLS = 6
MOST_FOLLOWED = 12
COMMIT = Commit()


def answer_forecast(perspective: Perspective[WarState], action: Action | None) -> ForecastMessage:
    """Strengths, modifiers and table of what is being assembled, and its exact outcomes."""
    if not perspective.decides():
        return ForecastMessage(forecast=None, outcomes=[], empty=[], covered=0.0, guessed=perspective.guessed)
    until = time.perf_counter() + MOST_SECONDS
    shown: Forecast | None = None
    distribution = Distribution(perspective.side)
    worlds = worlds_for_odds(perspective)
    for number, world in enumerate(worlds):
        here, forecast, rolled = assembled(world, action)
        if number == 0:
            shown = forecast
        if rolled is not None:
            now = time.perf_counter()
            share = (until - now) / (len(worlds) - number)
            distribution.add_outcomes(here, rolled, 1 / len(worlds), now + share)
    return ForecastMessage(
        forecast=forecast_info(shown) if shown is not None else None,
        outcomes=distribution.lines(perspective.state.game),
        empty=distribution.emptied(MOST_SECONDS_AFTER if shown is not None else 0.0),
        covered=round(min(distribution.covered, 1.0), 6),
        guessed=perspective.guessed,
    )


def worlds_for_odds(perspective: Perspective[WarState]) -> list[WarState]:
    """One is enough where the side sees no counter from behind."""
    backs = view(perspective.state, perspective.side).backs
    return perspective.worlds if backs else perspective.worlds[:1]


def assembled(s: WarState, action: Action | None) -> tuple[WarState, Forecast | None, Action | None]:
    """The position to forecast from, its forecast, and the action to be rolled for."""
    if action is None:
        forecast = decision(s).forecast(s)
        return s, forecast, forecast.commit if forecast is not None else None
    if action not in options(s):
        return s, None, None
    after = certain(s, action)
    if after is None:
        return s, decision(s).forecast(s), action
    if deciding(after) != deciding(s):
        return s, None, action
    forecast = decision(after).forecast(after)
    if forecast is None:
        return s, None, action
    return after, forecast, forecast.commit


class Branch(msgspec.Struct):
    """Outcomes that come to the same position."""

    after: WarState
    before: WarState
    chance: float = 0.0
    rolls: list[list[int]] = []


class Distribution:
    """Every outcome of an action, equal positions together."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.covered = 0.0
        self._branches: dict[int, Branch] = {}
        self._tally = Tally()

    def add_outcomes(self, s: WarState, action: Action, weight: float, until: float) -> None:
        """The outcomes in one world the side could be in, the likeliest first, until time is up."""
        late = False

        def in_time(_: WarState) -> bool:
            nonlocal late
            late = time.perf_counter() >= until
            return not late

        for outcome in outcomes(
            s,
            action,
            order=Order.LIKELIEST,
            most=MOST_BRANCHES,
            then=self._let_others_pass,
            foresee=in_time,
            tally=self._tally,
        ):
            if late:  # a die was left unthrown: this is no outcome
                break
            self._add(s, outcome, weight)
            if time.perf_counter() >= until:
                break

    def _let_others_pass(self, s: WarState) -> None:
        """Where the others may still add to a fight before its dice are thrown, they add nothing."""
        for _ in range(MOST_FOLLOWED):
            if not s.flow or deciding(s) == self.side or COMMIT not in options(s):
                break
            told = s.log
            push(s, COMMIT)
            s.log = [*told, *s.log]

    def _add(self, before: WarState, outcome: Outcome[WarState], weight: float) -> None:
        branch = self._branches.setdefault(outcome.state.key(), Branch(outcome.state, before))
        branch.chance += outcome.chance * weight
        self.covered += outcome.chance * weight
        if len(branch.rolls) < MOST_ROLLS and outcome.draws:
            branch.rolls.append([draw + 1 for draw in outcome.draws])

    def _likeliest_first(self) -> list[Branch]:
        return sorted(self._branches.values(), key=lambda branch: -branch.chance)

    def lines(self, game: AnyWargame) -> list[OutcomeLine]:
        return [
            OutcomeLine(
                chance=round(branch.chance, 6),
                words=[
                    say(game, told.event)
                    for told in branch.after.log
                    if told.known_to(self.side) and not isinstance(told.event, Rolled)
                ],
                rolls=branch.rolls,
                effects=list(effects(game, branch.before, branch.after)),
            )
            for branch in self._likeliest_first()[:MOST_OUTCOMES]
        ]

    def emptied(self, seconds: float) -> list[EmptyHex]:
        """The enemy-held hexes that some outcome empties; what follows is looked at for so long at most."""
        until = time.perf_counter() + seconds
        at_once: dict[Hex, float] = {}
        later: dict[Hex, float] = {}
        for branch in self._likeliest_first():
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


def enemy_hexes(s: WarState, side: Side) -> set[Hex]:
    return {unit.hex for unit in s.units.values() if unit.hex and unit.side != side}


def followed(s: WarState, side: Side) -> WarState:
    """The position once the others have taken the first choice offered each time, while no die is needed."""
    for _ in range(MOST_FOLLOWED):
        if not s.flow or deciding(s) == side:
            break
        after = certain(s, options(s)[0])
        if after is None:
            break
        s = after
    return s


def effects(game: AnyWargame, before: WarState, after: WarState) -> Iterable[Effect]:
    """What became of each unit, in words."""
    for id, unit in after.units.items():
        old = before.units.get(id)
        if old is not unit and old is not None and old != unit:
            words = ", ".join(changes(game, old, unit))
            if words:
                yield Effect(unit=id, words=words)


def changes(game: AnyWargame, old: Unit, new: Unit) -> Iterable[str]:
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
        if field in Unit.__struct_fields__ or was == now:
            continue
        said = titled(field).lower()
        if isinstance(now, bool):
            yield said if now else f"no longer {said}"
        elif field in fields_of(type(new), Hex):
            yield f"{said} {field_named(game, new, field)}" if now else f"no longer {said}"
        else:
            yield f"{said} {field_named(game, old, field)} → {field_named(game, new, field)}"


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
