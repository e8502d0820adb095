"""What a side is told of a position: view, faces, options, log. All of it starts from that side's view."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, cast

import msgspec

from bridgehead.core.actions import Action
from bridgehead.core.events import Told
from bridgehead.core.play import decision, options, view
from bridgehead.core.roles import hexes_in, units_in
from bridgehead.core.secrecy import hidden_from, without
from bridgehead.core.state import Result
from bridgehead.core.values import Side
from bridgehead.core.words import prompt, say
from bridgehead.server.line import Line
from bridgehead.server.pictures import Faces
from bridgehead.server.shelf import AnyGame, hides, name_of
from bridgehead.server.wire import LogLine, LogPart, NounKind, OptionLine, ResultInfo
from bridgehead.toolkit.wargame import WarState as State

NOUNS: tuple[NounKind, ...] = ("unit", "hex", "hexside", "chit", "box", "choice")
JOINING_LINES = 400
"""How much of the log somebody who joins is given at once."""


class Sight:
    """A position through the eyes of one side; None is an onlooker."""

    def __init__(self, s: State, side: str | None, faces: Faces) -> None:
        self.view = view(s, cast("Side | None", side))
        self.faces = {shown["id"]: face_of(s, shown, faces) for shown in self.view.units}
        self.back_faces = [faces.of_back(back) for back in self.view.backs]
        self.hidden = frozenset(s.units).difference(self.faces)
        """The units of which it sees at most the back."""

    def keys(self) -> Iterable[str]:
        yield from self.faces.values()
        yield from self.back_faces


def face_of(s: State, shown: dict[str, Any], faces: Faces) -> str:
    """The face of a unit as far as the view shows it: a view may hide fields of a unit that is seen."""
    unit = s.units.get(shown["id"])
    key = faces.as_shown(unit, shown) if unit is not None else ""
    if key:
        return key
    try:
        return faces.of_unit(msgspec.convert(shown, s.game.unit))
    except msgspec.ValidationError:
        return faces.of_nothing(shown.get("side", ""))


def option_lines(s: State) -> list[OptionLine]:
    """Every legal action, for the side that decides."""
    game = s.game
    return [option_line(game, index, action) for index, action in enumerate(options(s))]


def option_line(game: AnyGame, index: int, action: Action) -> OptionLine:
    kind = noun_of(type(action))
    return OptionLine(
        index=index,
        verb=type(action).__name__,
        kind=kind,
        noun=getattr(action, kind) if kind else None,
        words=say(game, action),
        action=action,
    )


@cache
def noun_of(verb: type[Action]) -> NounKind:
    """What is clicked for an action of this kind; empty for a button."""
    return next((noun for noun in NOUNS if noun in verb.__struct_fields__), "")


def prompt_of(s: State, mine: bool) -> tuple[str, str]:
    """The prompt and its rule; those who wait are told for whom."""
    if not s.flow:
        return "The game is over.", ""
    now = decision(s)
    if mine:
        return prompt(s.game, now), now.under
    return f"Waiting for {name_of(s.game, now.side)}.", ""


def result_info(ended: Result | None) -> ResultInfo | None:
    if ended is None:
        return None
    return ResultInfo(winner=ended.winner, level=ended.level, rule=ended.rule, score=dict(ended.score))


# --- the log


class SideLog:
    """The log of a match as one side may read it, kept line by line as the match goes on."""

    def __init__(self, game: AnyGame, side: str | None) -> None:
        self.game = game
        self.side = side
        self.lines: list[LogLine] = []
        self._starts: list[int] = []
        """By action number: how many lines came before it."""
        self._phases: list[tuple[int, str]] = []
        self._hidden: dict[int, frozenset[str]] = {}

    @property
    def phase(self) -> str:
        """The last phase that was told of; none at the beginning of a turn."""
        return self._phases[-1][1] if self._phases else ""

    def phase_at(self, clock: int) -> str:
        return next((words for when, words in reversed(self._phases) if when <= clock), "")

    def back(self, to: int) -> None:
        """Forget what came after so many actions."""
        if len(self._starts) > to + 1:
            del self.lines[self._starts[to + 1] :]
            del self._starts[to + 1 :]
        self._phases = [phase for phase in self._phases if phase[0] <= to]
        self._hidden = {clock: hidden for clock, hidden in self._hidden.items() if clock <= to}

    def follow(self, line: Line, now: Sight | None = None) -> None:
        """Write down what has happened since; `now` is what the side sees of it, where that is known."""
        if now is not None:
            self._hidden[line.clock] = now.hidden
        for clock in range(len(self._starts), line.clock + 1):
            self._starts.append(len(self.lines))
            why = line.operations[clock - 1] if clock else 0
            for told in self.heard(line, clock):
                self.lines.append(log_line(self.game, clock, told, why))
                if told.event.heading:
                    words = say(self.game, told.event).rstrip(".") if told.event.heading == "phase" else ""
                    self._phases.append((clock, words))

    def heard(self, line: Line, clock: int) -> list[Told]:
        """The events of an action as the side hears of them (core.secrecy, with its views remembered)."""
        known = [told for told in line.told[clock] if told.known_to(cast("Side | None", self.side))]
        if not known or not hides(self.game):
            return known
        hidden = self.hidden(line, max(clock - 1, 0)) & self.hidden(line, clock)
        return [Told(without(told.event, hidden), told.rule, told.only) for told in known]

    def hidden(self, line: Line, clock: int) -> frozenset[str]:
        if clock not in self._hidden:
            if len(self._hidden) > JOINING_LINES:
                self._hidden.clear()
            self._hidden[clock] = hidden_from(line.at(clock), cast("Side | None", self.side))
        return self._hidden[clock]

    def part(self, start: int, stop: int | None = None) -> LogPart:
        return LogPart(start=start, total=len(self.lines), lines=self.lines[start:stop])

    def of(self, clock: int) -> list[LogLine]:
        """The lines of one action."""
        stop = self._starts[clock + 1] if clock + 1 < len(self._starts) else len(self.lines)
        return self.lines[self._starts[clock] : stop]


def log_line(game: AnyGame, clock: int, told: Told, why: int = 0) -> LogLine:
    event = told.event
    fields = msgspec.to_builtins(event)
    kind = fields.pop("type")
    return LogLine(
        clock=clock,
        words=say(game, event),
        rule=told.rule,
        event=kind,
        heading=event.heading,
        fields=fields,
        hexes=list(dict.fromkeys(hexes_in(event))),
        units=list(dict.fromkeys(units_in(event))),
        why=why,
    )
