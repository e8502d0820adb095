"""How much an unknown visitor may ask for: a stock of requests that fills again with time."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable

import msgspec

MOST_KEYS = 10_000
"""Visitors remembered; beyond that those with a full stock are forgotten."""


class Allowance(msgspec.Struct, frozen=True):
    """So many at once, and then so many a second."""

    burst: int
    per_second: float


class Limits(msgspec.Struct, frozen=True):
    """What a server allows: by address, and by connection."""

    changes: Allowance | None = Allowance(120, 0.2)
    """Requests of one address that set up, join, import or delete something."""
    messages: Allowance = Allowance(600, 60.0)
    """Messages of one connection; beyond that they wait."""
    chat: Allowance = Allowance(10, 0.5)
    """Chat lines of one connection."""


AT_HOME = Limits(changes=None)


class Stock:
    """What is left of an allowance, by whoever uses it."""

    def __init__(self, allowance: Allowance, now: Callable[[], float] = time.monotonic) -> None:
        self._allowance = allowance
        self._now = now
        self._left: dict[Hashable, tuple[float, float]] = {}
        """By visitor: what was left, and when."""

    def take(self, who: Hashable = None) -> float:
        """Use one up: 0, or the seconds to wait for the next where there is none left."""
        now, allowance = self._now(), self._allowance
        left, then = self._left.get(who, (float(allowance.burst), now))
        left = min(float(allowance.burst), left + (now - then) * allowance.per_second)
        if left < 1:
            self._left[who] = left, now
            return (1 - left) / allowance.per_second
        self._left[who] = left - 1, now
        if len(self._left) > MOST_KEYS:
            self._forget(now)
        return 0.0

    def _forget(self, now: float) -> None:
        full = self._allowance.burst / self._allowance.per_second
        self._left = {who: (left, then) for who, (left, then) in self._left.items() if now - then < full}
        while len(self._left) > MOST_KEYS:
            del self._left[next(iter(self._left))]
