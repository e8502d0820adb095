"""Remove the cause, gain the option: a refusal is true if the action becomes legal once its reason is gone.

`sampled` plays at random and clicks on units, hexes and hexsides, as a player would who asks "why not?". A
game's tests say, by rule, how the cause that a refusal names is removed from a position, or, for what no
position can change (whose unit it is, what the map shows), how it is seen that the cause is there. `check`
removes one cause after another until the action is offered, and fails where a reason comes back though its
cause is gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

import msgspec

from bridgehead.core.actions import Action
from bridgehead.core.play import clicked, decision, options, push, setup, why_not
from bridgehead.core.refusal import No
from bridgehead.core.values import Hex, Hexside, UnitId
from bridgehead.hexes.board import Board
from bridgehead.toolkit.wargame import AnyWargame, WarState

Remedy = Callable[[Any, Action, No], None]
"""Changes a position (a copy) so that the cause a refusal names is gone, and nothing else."""

Fact = Callable[[Any, Action, No], bool]
"""Is it so as the refusal says? For causes that no position can remove."""

MOST_ALIKE = 6
"""Refusals of one kind that are sampled: same decision, verb, rule and reason."""
NEAR = 4
"""Most clicks fall within so many hexes of what the decision is about."""


class Refusal(msgspec.Struct, frozen=True):
    """An action that was clicked for and refused."""

    s: WarState
    action: Action
    no: No

    @property
    def kind(self) -> tuple[str, str, str, str]:
        return type(decision(self.s)).__name__, type(self.action).__name__, self.no.rule, self.no.because


class FalseReason(AssertionError):
    """A refusal whose reason was not the cause."""


def sampled(game: AnyWargame, scenarios: Sequence[str], seed: int, wanted: int) -> list[Refusal]:
    """Refusals of clicks in random games, of many kinds."""
    found: list[Refusal] = []
    alike: Counter[tuple[str, str, str, str]] = Counter()
    while len(found) < wanted:
        scenario = scenarios[seed % len(scenarios)]
        for refusal in one_game(setup(game, scenario, seed), seed, []):
            if alike[refusal.kind] < MOST_ALIKE:
                alike[refusal.kind] += 1
                found.append(msgspec.structs.replace(refusal, s=refusal.s.clone()))
            if len(found) == wanted:
                break
        seed += 1
    return found


def one_game(start: WarState, seed: int, done: list[Action]) -> Iterator[Refusal]:
    """The refusals of a few clicks at every decision of a random game; what is played goes into `done`.

    The position of a refusal is that of the game itself: who keeps it must copy it.
    """
    rng = Random(seed)
    s = start.clone()
    while s.flow:
        for on in clicks(s, rng):
            action, no = clicked(s, on)
            if action is not None and no is not None:
                yield Refusal(s, action, no)
        done.append(rng.choice(options(s)))
        push(s, done[-1])


def clicks(s: WarState, rng: Random) -> list[UnitId | Hex | Hexside]:
    """Some things to click on: mostly near what the decision is about, or near a unit."""
    board = s.game.board
    about = decision(s).about(s)
    standing = [unit for unit in s.units.values() if unit.hex]
    at = s.units[about.unit].hex if about.unit in s.units else next(iter(about.hexes), Hex(0))
    if not at and standing:
        at = rng.choice(standing).hex
    around = near_to(board, at) if at else board.hexes
    hexes = [rng.choice(around), rng.choice(around), rng.choice(board.hexes)]
    near = [unit.id for unit in standing if unit.hex in around]
    units = [rng.choice(near)] if near else []
    if standing:
        units.append(rng.choice(standing).id)
    here = rng.choice(around)
    sides = [(here, rng.choice(board.near[here]))] if board.near[here] else []
    return [*hexes, *units, *sides]


@cache
def near_to(board: Board, hex: Hex) -> tuple[Hex, ...]:
    """Games come back to the same places."""
    return board.within(hex, NEAR)


def check(refusal: Refusal, remedies: Mapping[str, Remedy], facts: Mapping[str, Fact]) -> list[No]:
    """Remove one cause after another until the action is offered; gives the reasons met on the way.

    Remedies and facts are by rule number; those of refusals without a rule are under their reason.
    """
    s, action, no = refusal.s.clone(), refusal.action, refusal.no
    met: list[No] = []
    while no not in met:
        met.append(no)
        key = no.rule or no.because
        if key in facts and facts[key](s, action, no):
            return met
        if key not in remedies:
            raise FalseReason(f"neither remedy nor fact is known for {no} against {action} at {s.flow[-1]}")
        remedies[key](s, action, no)
        s.touch()
        now = why_not(s, action)
        if now is None:
            return met
        no = now
    raise FalseReason(f"{no} still forbids {action} though its cause is gone, at {s.flow[-1]}; met {met}")
