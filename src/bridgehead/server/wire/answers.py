"""In play: answers to what a client asks about a position, of now or of before."""

from __future__ import annotations

from typing import Any

from bridgehead.core.game import View
from bridgehead.server.wire.base import Struct, Tell
from bridgehead.server.wire.updates import FaceInfo, LogLine, LogPart
from bridgehead.toolkit.advice import Advice
from bridgehead.toolkit.moments import Moment
from bridgehead.toolkit.reference import Present, Remark


class Why(Tell, tag="why"):
    """The answer to `why_not`."""

    legal: bool
    action: Any
    """The action it speaks of; None where nothing fits what was clicked."""
    rule: str
    title: str
    because: str
    text: str
    """The rule itself, restated."""
    hexes: list[int]


class RouteMessage(Tell, tag="route"):
    hexes: list[int]
    costs: list[str]
    stops: bool


class ModifierLine(Struct):
    amount: str
    """What it does: `+1 column`, `−2 to the die`, `÷2`."""
    because: str
    rule: str
    kind: str
    """`shift` moves the column, `drm` the die; all else changes a strength."""


class ForecastInfo(Struct):
    title: str
    attack: str
    defence: str
    odds: str
    columns: list[str]
    column: str
    rows: list[tuple[str, list[str]]]
    modifiers: list[ModifierLine]
    commit: Any


class FigureLine(Struct):
    """A line of the answer: "Clears Seelow (1410)", 40%."""

    label: str
    held: str
    """If the other side holds on."""
    saved: str
    """If it saves its units."""


class OutcomeLine(Struct):
    """Dice that end alike."""

    chance: float
    share: str
    """The chance in percent."""
    dice: str
    """The faces, or totals, that lead here; empty where they are too many to say."""
    always: bool
    """They lead nowhere else."""
    results: list[str]
    """What the table says."""
    words: list[str]
    """What it means for the units."""


class EmptyHex(Struct):
    hex: int
    chance: float
    """That no enemy is left in it, if the other side holds on."""
    after_choices: float
    """And if it saves its units."""


class ForecastMessage(Tell, tag="forecast"):
    forecast: ForecastInfo | None
    figures: list[FigureLine]
    outcomes: list[OutcomeLine]
    """Likeliest first, if the other side holds on."""
    saving: list[OutcomeLine]
    """The same if it saves its units; empty where that makes no difference."""
    empty: list[EmptyHex]
    covered: float
    """The probability the outcomes add up to; below 1 where there are too many to follow."""
    notes: list[str]
    """How far the figures go."""
    complete: bool
    """False: a thorough answer would follow more ways."""
    guessed: bool
    """Made from positions the side could not tell from the true one."""


class OverlayMessage(Tell, tag="overlay"):
    name: str
    title: str
    hexes: dict[int, str]
    lines: list[list[int]]


class TogetherMessage(Tell, tag="together"):
    hexes: list[int]
    """Those that all of them can reach."""
    stuck: list[str]
    """The units that can reach no hex at all."""


class PreviewMessage(Tell, tag="preview"):
    """The position after an action, as the side would see it; None where chance or a secret has a say."""

    view: View | None
    faces: dict[str, str]
    back_faces: list[str]
    new_faces: dict[str, FaceInfo]


class ReminderLine(Struct):
    words: str
    hex: int
    unit: str
    duty: bool


class ExplainMessage(Tell, tag="explain"):
    hex: int
    ground: list[Remark]
    """What the charts say of it."""
    here: list[Remark]
    """What it is worth just now: to the unit asked about, to whoever defends it."""


class AdviceMessage(Tell, tag="advice"):
    notes: list[Advice]
    """Three at most, the most pressing first."""


class PresentMessage(Tell, tag="present"):
    present: Present


class MomentsMessage(Tell, tag="moments"):
    moments: list[Moment]
    """By the clock of whoever asked."""


class RemindersMessage(Tell, tag="reminders"):
    reminders: list[ReminderLine]


class ReplayMessage(Tell, tag="replay"):
    """A past position as the side saw it."""

    at: int
    clock: int
    """The present action number."""
    side: str | None
    view: View
    faces: dict[str, str]
    back_faces: list[str]
    new_faces: dict[str, FaceInfo]
    phase: str
    lines: list[LogLine]
    """What the action before it brought about."""


class AlternativeLine(Struct):
    words: str
    gain: float


class ReasonInfo(Struct):
    """A move explained."""

    what: str
    """The operation in a phrase: "8 Gds: go to 1710"."""
    plan: list[str]
    """The course it belongs to, one phrase for each thing done."""
    why: str
    gain: float
    """What it is expected to better the position by, in the bot's own points."""
    alternatives: list[AlternativeLine]
    """What else was weighed, best first."""
    hexes: list[int]
    """Where to look."""
    units: list[str]


class HintMessage(Tell, tag="hint"):
    stamp: int
    """Of the position it is about."""
    bot: str
    reason: ReasonInfo
    actions: list[Any]
    """What to do, step by step; the first is an option now."""


class ReasonMessage(Tell, tag="reason"):
    clock: int
    bot: str
    reason: ReasonInfo


class LogMessage(Tell, tag="log"):
    log: LogPart
