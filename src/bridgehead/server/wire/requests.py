"""In play: what the client sends."""

from __future__ import annotations

from typing import Any

from bridgehead.server.wire.base import Ask, NounKind, Struct
from bridgehead.server.wire.lessons import LessonStep


class Act(Ask, tag="act"):
    action: dict[str, Any]
    stamp: int
    """The `stamp` of the state the player was looking at."""


class Noun(Struct, forbid_unknown_fields=True):
    kind: NounKind
    value: Any
    """A unit id, a hex number, two hex numbers, a chit, a box, a choice."""


class WhyNot(Ask, tag="why_not"):
    """Either an action, or something that was clicked."""

    action: dict[str, Any] | None = None
    noun: Noun | None = None


class AskRoute(Ask, tag="route"):
    action: dict[str, Any]


class AskForecast(Ask, tag="forecast"):
    """Of what is being assembled; or, with an action, of what it would make of it."""

    action: dict[str, Any] | None = None
    thorough: bool = False
    """Follow more ways than are looked at in passing."""


class AskOverlay(Ask, tag="overlay"):
    name: str
    hex: int = 0
    unit: str = ""


class AskTogether(Ask, tag="together"):
    """Where each of several units could go now, if they were moved one after the other."""

    units: list[str]


class AskPreview(Ask, tag="preview"):
    """What the map would look like after an action that leaves nothing to chance."""

    action: dict[str, Any]


class AskReminders(Ask, tag="reminders"):
    pass


class AskExplain(Ask, tag="explain"):
    """What a hex means here and now; to a unit that may go there, if one is named."""

    hex: int
    unit: str = ""


class AskAdvice(Ask, tag="advice"):
    """What a beginner may overlook now."""


class AskPresent(Ask, tag="present"):
    """Where the game stands on its reference card."""


class AskMoments(Ask, tag="moments"):
    """The great moments of a game that is over."""


class Undo(Ask, tag="undo"):
    stamp: int


class AskTakeBack(Ask, tag="take_back"):
    """Ask the others to go back across dice or a discovery."""

    stamp: int
    to: int | None = None
    """The action number to go back to; without it, to before one's own last action."""


class AnswerTakeBack(Ask, tag="answer_take_back"):
    stamp: int
    agree: bool


class Say(Ask, tag="say"):
    words: str


class AskReplay(Ask, tag="replay"):
    at: int
    side: str | None = None
    """Whose eyes; another's only when the game is over."""


class AskLog(Ask, tag="log"):
    """Earlier lines of the log: `start` up to, not including, `stop`."""

    start: int
    stop: int


class Look(Ask, tag="look"):
    """On a shared screen: show what this side sees (after a hand-over)."""

    side: str


class AskWhole(Ask, tag="whole"):
    """The whole state, with the end of the log and all faces, where changes could not be put together."""


class AskHint(Ask, tag="hint"):
    """What would a bot do here? One question at a time on a connection."""

    stamp: int
    bot: str = "veteran"


class DropHint(Ask, tag="drop_hint"):
    """Cancel the hint."""


class AskReason(Ask, tag="reason"):
    """Why did a bot that thinks aloud do this?"""

    clock: int
    """The action, as `LogLine.why` names it."""


class SetPace(Ask, tag="pace"):
    """How bots play: the pause after each of their actions, and whether they wait."""

    seconds: float = 0.0
    paused: bool = False
    step: bool = False
    """While paused: one action of a bot."""


FromClient = (
    Act
    | WhyNot
    | AskRoute
    | AskForecast
    | AskOverlay
    | AskTogether
    | AskPreview
    | AskReminders
    | AskPresent
    | AskMoments
    | AskAdvice
    | AskExplain
    | Undo
    | AskTakeBack
    | AnswerTakeBack
    | Say
    | AskReplay
    | AskLog
    | Look
    | AskWhole
    | SetPace
    | AskHint
    | DropHint
    | AskReason
    | LessonStep
)
