"""Why the bots of a match did what they did, beside its actions."""

from __future__ import annotations

from bridgehead.bots.explain import Reason
from bridgehead.core.match import Match
from bridgehead.toolkit.wargame import WarState


class BotReasons:
    def __init__(self, match: Match[WarState]) -> None:
        self._match = match
        self.reasons: list[Reason | None] = []
        """By action: why a bot that thinks aloud took it."""
        self.operations: list[int] = []
        """By action with a reason: the number of the first action that was taken for it; else 0."""

    def add(self, reason: Reason | None) -> None:
        """The reason of the action the match was just played on by."""
        self.operations.append(self._operation(reason))
        self.reasons.append(reason)

    def take_back(self, to: int) -> None:
        del self.reasons[to:]
        del self.operations[to:]

    def of_action(self, number: int) -> Reason | None:
        return self.reasons[number - 1] if 0 < number <= len(self.reasons) else None

    def _operation(self, reason: Reason | None) -> int:
        """Where the operation began that the action belongs to: steps of one have one reason."""
        if reason is None:
            return 0
        movers, done = self._match.movers, len(self.reasons)
        last = next((at for at in reversed(range(done)) if movers[at] == movers[done]), None)
        if last is not None and self.reasons[last] == reason:
            return self.operations[last]
        return done + 1
