"""What might have happened instead: the exact chances of a fight's results, by the rules themselves."""

from __future__ import annotations

from typing import Any

from bridgehead.core.actions import Action
from bridgehead.core.chance import MASK, NeedsChance, Script, advanced, mixed
from bridgehead.core.events import Event, Told
from bridgehead.core.flow import settle
from bridgehead.core.play import decision
from bridgehead.lab.reading import result_in
from bridgehead.toolkit.wargame import WarState as State

MOST_BRANCHES = 1500
STRIDE = advanced(0)
INVERSE = pow(STRIDE, -1, 1 << 64)


def draws_between(seed: int, later: int) -> int:
    """How many draws of chance lie between two seeds."""
    return ((later - seed) & MASK) * INVERSE & MASK


def bits_from(seed: int, draws: int) -> tuple[int, ...]:
    """The random bits of the draws after a seed."""
    return tuple(mixed((seed + STRIDE * (at + 1)) & MASK) for at in range(draws))


class Known(Script):
    """Draws as they were for a while, then scripted ones."""

    bits: tuple[int, ...] = ()

    def next(self, ways: int) -> int:
        if self.used < len(self.bits):
            drawn = self.bits[self.used] * ways >> 64
        elif self.used - len(self.bits) < len(self.draws):
            drawn = self.draws[self.used - len(self.bits)]
        else:
            raise NeedsChance(ways)
        self.used += 1
        return drawn


class Heard(Exception):
    """The event waited for was told."""

    def __init__(self, event: Event) -> None:
        self.event = event


class Waiting(list[Told]):
    """A log that stops the play when an event of a kind is told, after so many others."""

    def __init__(self, kind: type[Event], after: int) -> None:
        super().__init__()
        self.kind = kind
        self.after = after

    def append(self, told: Told) -> None:
        if len(self) >= self.after and type(told.event) is self.kind:
            raise Heard(told.event)
        super().append(told)


def chances(
    before: State, action: Action, kind: type[Event], after: int, bits: tuple[int, ...]
) -> dict[str, float]:
    """The results an event of a kind may tell, with their chances.

    `bits` are the draws of the action that come before the fight's own, `after` the number of events told by
    then. Empty if there are too many ways to count.
    """
    found: dict[str, float] = {}
    waiting: list[tuple[float, tuple[int, ...]]] = [(1.0, ())]
    count = 0
    while waiting:
        chance, draws = waiting.pop()
        count += 1
        if count > MOST_BRANCHES:
            return {}
        answer = told_under(before, action, Waiting(kind, after), Known(draws, bits=bits))
        if isinstance(answer, int):
            waiting.extend((chance / answer, (*draws, way)) for way in reversed(range(answer)))
        else:
            found[answer] = found.get(answer, 0.0) + chance
    return found


def told_under(before: State, action: Action, log: Waiting, script: Script) -> str | int:
    """The result told under scripted draws, or how many ways the next draw has."""
    twin: Any = before.clone()
    twin.script = script
    twin.log = log
    try:
        decision(twin).take(twin, action)
        settle(twin)
    except Heard as heard:
        return result_in(heard.event)
    except NeedsChance as needed:
        return needed.ways
    return ""
