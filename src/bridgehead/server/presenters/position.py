"""A position as one side sees it: view, faces, options, prompt. All of it starts from that side's view."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from bridgehead.bots.explain import Reason
from bridgehead.core.actions import Action, SendTo
from bridgehead.core.flow import Decision
from bridgehead.core.play import decision, options
from bridgehead.core.roles import name_of_noun, noun_of
from bridgehead.core.state import Result
from bridgehead.core.values import ChitId, Hex, Hexside, UnitId
from bridgehead.core.words import label, prompt
from bridgehead.server.presenters.games import name_of
from bridgehead.server.wire import NounKind, OptionLine, ReasonInfo, ResultInfo
from bridgehead.toolkit.wargame import AnyWargame, WarState

MOST_REMEMBERED = 50_000
NOUNS: dict[object, NounKind] = {None: "", UnitId: "unit", Hex: "hex", Hexside: "hexside", ChitId: "chit"}


class OptionTexts:
    """The options of a game as JSON, each written once for what it is called."""

    def __init__(self) -> None:
        self._of: dict[tuple[str, Action], bytes] = {}

    def of(self, s: WarState) -> bytes:
        """Every legal action, for the side that decides."""
        now = decision(s)
        lines = [
            b'{"index":%d,%b' % (index, self._line(s.game, now, action))
            for index, action in enumerate(options(s))
        ]
        return b"[%b]" % b",".join(lines)

    def _line(self, game: AnyWargame, now: Decision[Any], action: Action) -> bytes:
        """All of an option but its number."""
        known = now.labels.get(type(action), ""), action
        text = self._of.get(known)
        if text is None:
            if len(self._of) > MOST_REMEMBERED:
                self._of.clear()
            text = msgspec.json.encode(option_line(game, now, action)).removeprefix(b'{"index":0,')
            self._of[known] = text
        return text


def option_line(game: AnyWargame, now: Decision[Any], action: Action) -> OptionLine:
    field = name_of_noun(type(action))
    return OptionLine(
        index=0,
        verb=type(action).__name__,
        kind=noun_kind(type(action)),
        noun=getattr(action, field) if field else None,
        words=label(game, now, action),
        action=action,
    )


@cache
def noun_kind(verb: type[Action]) -> NounKind:
    """What is clicked for an action of this kind; empty for a button. Plain text is a box or a choice."""
    return NOUNS.get(noun_of(verb), "box" if issubclass(verb, SendTo) else "choice")


def prompt_of(s: WarState, mine: bool) -> tuple[str, str]:
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


def reason_info(reason: Reason) -> ReasonInfo:
    return msgspec.convert(reason, ReasonInfo, from_attributes=True)
