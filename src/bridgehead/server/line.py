"""The positions of a match, in order: the latest at hand, the older ones replayed when asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from bridgehead.bots.explain import Reason
from bridgehead.core.actions import Action
from bridgehead.core.codec import BadFile, actions_of
from bridgehead.core.events import Told
from bridgehead.core.match import Match
from bridgehead.core.play import deciding, play, push
from bridgehead.core.refusal import IllegalAction
from bridgehead.toolkit.wargame import WarState as State

RECENT = 8
"""How many of the latest positions are kept."""
EVERY = 100
"""Of the older ones every so manieth is kept."""


class Line:
    """Seed, actions and what happened. Positions are values: whoever looks must not change them."""

    def __init__(self, start: State) -> None:
        self.actions: list[Action] = []
        self.movers: list[str] = []
        """By action: the side that took it."""
        self.reasons: list[Reason | None] = []
        """By action: why a bot that thinks aloud took it."""
        self.operations: list[int] = []
        """By action with a reason: the number of the first action that was taken for it; else 0."""
        self.told: list[list[Told]] = [start.log]
        self._whispers = [whispers_in(start.log)]
        """By action: how many of its events were not for everybody."""
        self._kept: dict[int, State] = {0: start}

    @property
    def clock(self) -> int:
        """Actions taken so far."""
        return len(self.actions)

    @property
    def now(self) -> State:
        return self._kept[len(self.actions)]

    def after(self, action: Action) -> State:
        """The position an action would lead to, checked. Nothing is changed."""
        return play(self.now, action)

    def add(self, action: Action, after: State, reason: Reason | None = None) -> None:
        """Go on to a position made by `after`."""
        self.now.memo = {}
        self.now.offered = None
        self._kept[len(self.actions) + 1] = after
        mover = deciding(self.now) or ""
        self.operations.append(self._operation(mover, reason))
        self.reasons.append(reason)
        self.movers.append(mover)
        self.told.append(after.log)
        self._whispers.append(whispers_in(after.log))
        self.actions.append(action)
        old = len(self.actions) - RECENT
        if old > 0 and old % EVERY:
            self._kept.pop(old, None)

    def back(self, to: int) -> None:
        """Forget all actions after the first `to`."""
        self._kept[to] = self.at(to)
        del self.actions[to:]
        del self.movers[to:]
        del self.reasons[to:]
        del self.operations[to:]
        del self.told[to + 1 :]
        del self._whispers[to + 1 :]
        self._kept = {clock: s for clock, s in self._kept.items() if clock <= to}

    def _operation(self, mover: str, reason: Reason | None) -> int:
        """Where the operation began that the next action belongs to: steps of one have one reason."""
        if reason is None:
            return 0
        last = next((at for at in reversed(range(self.clock)) if self.movers[at] == mover), None)
        if last is not None and self.reasons[last] == reason:
            return self.operations[last]
        return self.clock + 1

    def at(self, clock: int) -> State:
        """The position after so many actions."""
        if clock in self._kept:
            return self._kept[clock]
        nearest = max(kept for kept in self._kept if kept < clock)
        s = self._kept[nearest].clone()
        for action in self.actions[nearest:clock]:
            push(s, action)
        return s

    def whispered(self) -> bool:
        """Has anything been told to one side alone?"""
        return any(self._whispers)

    def can_undo(self) -> bool:
        """As `core.match`: nothing but one's own harmless action would be taken back."""
        if not self.actions:
            return False
        before, after = self.at(self.clock - 1), self.now
        return (
            before.seed == after.seed
            and before.reveals == after.reveals
            and deciding(before) == deciding(after)
            and after.ended is None
        )


def whispers_in(told: list[Told]) -> int:
    return sum(bool(each.only) for each in told)


def replayed(
    line: Line, actions: Iterable[bytes | msgspec.Raw], package: str, reasons: Sequence[Reason | None] = ()
) -> Iterator[None]:
    """Play actions from their JSON, each checked; pauses after each so that others may come between."""
    kinds: Any = actions_of(package)
    for number, (raw, reason) in enumerate(zip_longest(actions, reasons), 1):
        try:
            action = msgspec.json.decode(raw, type=kinds)
            line.add(action, line.after(action), reason)
        except msgspec.DecodeError as problem:
            raise BadFile(f"the record is wrong at action {number}: {problem}") from problem
        except IllegalAction as problem:
            raise BadFile(f"the record is wrong at action {number}: {problem}") from problem
        yield


def record_of(line: Line, game: Any, scenario: str, seed: int, setting: dict[str, str]) -> str:
    """The record of a match that began from a seed."""
    match: Match[Any] = Match(game, scenario, seed, **setting)
    match.actions = line.actions
    return match.record()
