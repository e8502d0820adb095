"""A position as one side sees it: view, faces, options, prompt. All of it starts from that side's view."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, cast

import msgspec

from bridgehead.bots.explain import Reason
from bridgehead.core.actions import Action, SendTo
from bridgehead.core.flow import Decision
from bridgehead.core.play import decision, options, view
from bridgehead.core.roles import name_of_noun, noun_of
from bridgehead.core.state import Result
from bridgehead.core.values import ChitId, Hex, Hexside, Side, UnitId
from bridgehead.core.words import label, prompt
from bridgehead.server.presenters.counters import CounterFaces
from bridgehead.server.presenters.games import name_of
from bridgehead.server.wire import NounKind, OptionLine, ReasonInfo, ResultInfo
from bridgehead.toolkit.wargame import AnyWargame, WarState

NOUNS: dict[object, NounKind] = {None: "", UnitId: "unit", Hex: "hex", Hexside: "hexside", ChitId: "chit"}


class SideView:
    """A position as one side sees it; None is an onlooker."""

    def __init__(self, s: WarState, side: str | None, faces: CounterFaces) -> None:
        self.view = view(s, cast("Side | None", side))
        self.faces = {shown["id"]: face_of(s, shown, faces) for shown in self.view.units}
        self.back_faces = [faces.of_back(back) for back in self.view.backs]
        self.hidden = frozenset(s.units).difference(self.faces)
        """The units of which it sees at most the back."""

    def keys(self) -> Iterable[str]:
        yield from self.faces.values()
        yield from self.back_faces


def face_of(s: WarState, shown: dict[str, Any], faces: CounterFaces) -> str:
    """The face of a unit as far as the view shows it: a view may hide fields of a unit that is seen."""
    unit = s.units.get(shown["id"])
    key = faces.as_shown(unit, shown) if unit is not None else ""
    if key:
        return key
    try:
        return faces.of_unit(msgspec.convert(shown, s.game.unit))
    except msgspec.ValidationError:
        return faces.of_nothing(shown.get("side", ""))


def option_lines(s: WarState) -> list[OptionLine]:
    """Every legal action, for the side that decides."""
    game, now = s.game, decision(s)
    return [option_line(game, now, index, action) for index, action in enumerate(options(s))]


def option_line(game: AnyWargame, now: Decision[Any], index: int, action: Action) -> OptionLine:
    field = name_of_noun(type(action))
    return OptionLine(
        index=index,
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
