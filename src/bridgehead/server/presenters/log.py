"""The log of a match as one side may read it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import cast

from bridgehead.core.events import Told
from bridgehead.core.match import Match
from bridgehead.core.perspective import hides
from bridgehead.core.roles import dice_in, hexes_in, units_in, way_of
from bridgehead.core.secrecy import hidden_from, without
from bridgehead.core.values import Side
from bridgehead.core.words import say
from bridgehead.server.presenters.side_view import SideView
from bridgehead.server.wire import LogLine, LogPart
from bridgehead.toolkit.moments import striker
from bridgehead.toolkit.wargame import AnyWargame, WarState

JOINING_LINES = 400
"""How much of the log somebody who joins is given at once."""


class SideLog:
    """The log of a match as one side may read it, kept line by line as the match goes on."""

    def __init__(self, game: AnyWargame, side: str | None, clock: Callable[[int], int]) -> None:
        self.game = game
        self.side = side
        self._clock = clock
        """What the side's clock shows after so many actions."""
        self.lines: list[LogLine] = []
        self._starts: list[int] = []
        """By action number: how many lines came before it."""
        self._phases: list[tuple[int, str]] = []
        self._hidden: dict[int, frozenset[str]] = {}
        self._near: dict[int, WarState] = {}
        """The positions around the action being written down."""

    @property
    def phase(self) -> str:
        """The last phase that was told of; none at the beginning of a turn."""
        return self._phases[-1][1] if self._phases else ""

    def phase_at(self, clock: int) -> str:
        return next((words for when, words in reversed(self._phases) if when <= clock), "")

    def rewind(self, to: int) -> None:
        """Forget what came after so many actions."""
        if len(self._starts) > to + 1:
            del self.lines[self._starts[to + 1] :]
            del self._starts[to + 1 :]
        self._phases = [phase for phase in self._phases if phase[0] <= to]
        self._hidden = {clock: hidden for clock, hidden in self._hidden.items() if clock <= to}

    def update(self, match: Match[WarState], operations: Sequence[int], now: SideView | None = None) -> None:
        """Write down what has happened since; `now` is what the side sees of it, where that is known."""
        if now is not None:
            self._hidden[match.clock] = now.hidden
        for _ in self.catch_up(match, operations):
            pass

    def catch_up(self, match: Match[WarState], operations: Sequence[int]) -> Iterator[None]:
        """Write down what has happened since; pauses after each action so that others may come between."""
        first = len(self._starts)
        if first > match.clock:
            return
        since = max(first - 1, 0)
        for clock, s in enumerate(match.positions(since), since):
            self._near = {number: each for number, each in self._near.items() if number == clock - 1}
            self._near[clock] = s
            if clock < first:
                continue
            self._starts.append(len(self.lines))
            why = operations[clock - 1] if clock else 0
            for told in self.events(match, clock):
                self.lines.append(log_line(self.game, self._clock(clock), told, why))
                if told.event.heading:
                    words = say(self.game, told.event).rstrip(".") if told.event.heading == "phase" else ""
                    self._phases.append((clock, words))
            yield
        self._near = {}

    def events(self, match: Match[WarState], clock: int) -> list[Told]:
        """The events of an action as the side hears of them (core.secrecy, with its views remembered)."""
        known = [told for told in match.events[clock] if told.known_to(cast("Side | None", self.side))]
        if not known or not hides(self.game):
            return known
        hidden = self.hidden_at(match, max(clock - 1, 0)) & self.hidden_at(match, clock)
        return [Told(without(told.event, hidden), told.rule, told.only) for told in known]

    def hidden_at(self, match: Match[WarState], clock: int) -> frozenset[str]:
        if clock not in self._hidden:
            if len(self._hidden) > JOINING_LINES:
                self._hidden.clear()
            s = self._near[clock] if clock in self._near else match.at(clock)
            self._hidden[clock] = hidden_from(s, cast("Side | None", self.side))
        return self._hidden[clock]

    def part(self, start: int, stop: int | None = None) -> LogPart:
        return LogPart(start=start, total=len(self.lines), lines=self.lines[start:stop])

    def lines_of(self, actions: range) -> list[LogLine]:
        """The lines of some actions."""
        stop = self._starts[actions.stop] if actions.stop < len(self._starts) else len(self.lines)
        return self.lines[self._starts[actions.start] : stop]


def log_line(game: AnyWargame, clock: int, told: Told, why: int = 0) -> LogLine:
    event = told.event
    fight = event.fight()
    return LogLine(
        clock=clock,
        words=say(game, event),
        rule=told.rule,
        event=type(event).__name__,
        heading=event.heading,
        fight=fight is not None,
        by=(striker(game, fight) or "") if fight is not None else "",
        dice=list(dice_in(event)),
        path=list(way_of(event)),
        hexes=list(dict.fromkeys(hexes_in(event))),
        units=list(dict.fromkeys(units_in(event))),
        why=why,
    )
