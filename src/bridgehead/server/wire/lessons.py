"""Lessons: what the lobby lists, and how a learner stands in one."""

from __future__ import annotations

from typing import Any, Literal

from bridgehead.server.wire.base import Ask, Struct, Tell

Stage = Literal["play", "done", "failed"]


class LessonEntry(Struct):
    """A lesson in the list."""

    name: str
    title: str
    goal: str
    """One sentence."""
    side: str
    """The name of the side the learner plays."""
    minutes: int
    beats: int


class LessonList(Struct):
    """The lessons of a game, in the order of learning."""

    game: str
    title: str
    lessons: list[LessonEntry]


class NewLesson(Struct, forbid_unknown_fields=True):
    game: str
    lesson: str


class LessonHint(Struct):
    """As much help as was asked for."""

    step: int
    steps: int
    words: list[str]
    hexes: list[int]
    units: list[str]
    action: Any
    """What to do next, at the last step; None before."""


class LessonRefusal(Struct):
    """A forbidden action that is worth trying."""

    action: Any
    words: str
    rule: str
    ready: bool
    """It would be refused now."""
    seen: bool
    """It was refused."""


class LessonInfo(Struct):
    """How a learner stands in a lesson."""

    game: str
    name: str
    title: str
    goal: str
    scenario: str
    scenario_title: str
    at: int
    """The beat, from 0."""
    beats: int
    beat: str
    """Its title."""
    say: str
    rules: list[str]
    hexes: list[int]
    """Lit on the map; so are the units."""
    units: list[str]
    set_dice: bool
    """The dice of this beat are set."""
    free: bool
    """Whatever the rules allow is played, and only the goal counts."""
    stage: Stage
    over: bool
    """The last beat is done."""
    answer: str
    """To the last action."""
    refusal: LessonRefusal | None
    hint: LessonHint | None
    learned: list[str]
    """The rules of the whole lesson."""
    next: str
    """The name of the next lesson; empty after the last."""
    next_title: str


class LessonStep(Ask, tag="lesson"):
    """Go on after a beat is done, back to its start or to the beginning, past it; or ask for help."""

    do: Literal["next", "again", "restart", "skip", "hint"]
    stamp: int


class LessonMessage(Tell, tag="lesson"):
    """The standing, where the position is the same: after a hint, or a refusal that was promised."""

    lesson: LessonInfo
