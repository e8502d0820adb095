"""In play: what the server sends to everybody at a match, and its refusals."""

from __future__ import annotations

from typing import Any, Literal

from bridgehead.core.game import View
from bridgehead.server.wire.base import Code, NounKind, Role, Struct, Tell
from bridgehead.server.wire.lessons import LessonInfo
from bridgehead.server.wire.matches import MatchInfo, ResultInfo, SeatInfo


class OptionLine(Struct):
    """One legal action."""

    index: int
    verb: str
    kind: NounKind
    noun: Any
    words: str
    action: Any
    """Send this back in `act`."""


class LogLine(Struct):
    clock: int
    """The action it belongs to; 0 is the set-up."""
    words: str
    rule: str
    event: str
    """The kind of event: `Moved`, `Rolled`, ..."""
    heading: Literal["", "turn", "phase"]
    """What begins with it, if anything."""
    fight: bool
    """Dice decided a fight."""
    by: str
    """The side that struck in it, as far as it is told."""
    dice: list[int]
    """The natural dice it tells of."""
    path: list[int]
    """The hexes something went through."""
    hexes: list[int]
    """Where to look."""
    units: list[str]
    why: int
    """The number to ask `reason` for, where a bot did it thinking aloud; else 0."""


class LogPart(Struct):
    """Forget lines from `start` on, then append these."""

    start: int
    total: int
    lines: list[LogLine]


class ValueLine(Struct):
    """A printed value of a counter, by its name in the rulebook where it has one."""

    title: str
    value: str


class FaceInfo(Struct):
    """A counter's face: what it says, and its drawing as an SVG `<symbol>` with the key as its id."""

    nationality: str
    symbol: str
    size: str
    label: str
    formation: str
    values: str
    value_lines: list[ValueLine]
    reduced: bool
    badges: list[str]
    name: str
    svg: str


class TakeBackInfo(Struct):
    by: str
    to: int
    waiting: list[str]
    """The sides that have not yet agreed."""


class Pace(Struct):
    seconds: float
    paused: bool


class ChatLine(Struct):
    number: int
    who: str
    """A side, `onlooker`, or `server`."""
    name: str
    words: str
    at: str


class Welcome(Tell, tag="welcome"):
    """First on every connection."""

    protocol: int
    match: MatchInfo
    role: Role
    sides: list[str]
    """The seats this connection holds."""
    hidden: bool
    chat: list[ChatLine]


class StateMessage(Tell, tag="state"):
    """The whole position as one side sees it: on joining and after every change."""

    match: str
    stamp: int
    """Grows with every change, undo too; goes back in `act`, `undo` and `take_back`."""
    clock: int
    """Actions taken so far: the position's number in the replay."""
    side: str | None
    """Whose eyes; None is an onlooker's."""
    view: View
    faces: dict[str, str]
    """The face's key, by unit, for every unit in `view.units`."""
    back_faces: list[str]
    """The face's key for each of `view.backs`, in their order."""
    new_faces: dict[str, FaceInfo]
    """Faces not yet sent on this connection, by key."""
    phase: str
    """Where we are in the sequence of play, for everybody: "Soviet: movement phase"."""
    deciding: str | None
    deciding_name: str
    your_turn: bool
    """The options are for this connection to take."""
    prompt: str
    rule: str
    options: list[OptionLine]
    can_undo: bool
    can_take_back: bool
    take_back: TakeBackInfo | None
    hand_over: str | None
    """On a shared screen with hidden information: the side that must sit down and send `look` first."""
    holds_secrets: str | None
    """The side whose secrets this message shows, where the game has any."""
    hidden: bool
    log: LogPart
    result: ResultInfo | None
    seats: list[SeatInfo]
    pace: Pace
    trouble: str
    lesson: LessonInfo | None
    """Where the match is a lesson."""


class Gone(Struct):
    """What is there no more, by name."""

    units: list[str]
    """With their faces."""
    stacks: list[str]
    facts: list[str]


class ChangesMessage(Tell, tag="changes"):
    """Put into the last state it gives the next one: for a connection that asked to be told so."""

    base: int
    """The stamp of the last state; where it is another, ask for the `whole`."""
    stamp: int
    clock: int
    new_faces: dict[str, FaceInfo]
    log: LogPart
    seats: list[SeatInfo]
    pace: Pace
    fields: dict[str, Any]
    """Fields of the state that changed; view and faces are told below."""
    view: dict[str, Any]
    """Fields of the view that changed; units, stacks and facts are told below."""
    facts: dict[str, Any]
    stacks: dict[str, list[str]]
    units: list[dict[str, Any]]
    """Those that changed, in the place of the old ones."""
    come: list[tuple[int, dict[str, Any]]]
    """Those that are seen now and were not: put in at these places, one after the other, when what is gone
    was taken out."""
    faces: dict[str, str]
    gone: Gone
    check: int
    """CRC-32 of what comes of it: for each of `view.units` the four bytes, lowest first, of the CRC-32 of its
    JSON and its face; then the JSON of `view.stacks`. Where it is another, ask for the `whole`."""


class ChatMessage(Tell, tag="chat"):
    line: ChatLine


class PaceMessage(Tell, tag="pace"):
    pace: Pace


class SeatsMessage(Tell, tag="seats"):
    """Somebody came or went."""

    seats: list[SeatInfo]


class ErrorMessage(Tell, tag="error"):
    """Nothing was changed."""

    code: Code
    words: str
    rule: str = ""
    title: str = ""
