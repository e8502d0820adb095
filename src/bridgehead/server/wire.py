"""Every message between server and client, as structs. docs/wire.md explains them.

The names here are a promise to clients: fields are added, never renamed.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from bridgehead.core.game import View

PROTOCOL = 1
MOST_BYTES = 64 * 1024
"""The longest message a client may send over the WebSocket."""
MOST_RECORD_BYTES = 8 * 1024 * 1024
MOST_CHAT = 1000
MOST_NAME = 60

NounKind = Literal["unit", "hex", "hexside", "chit", "box", "choice", ""]
SeatKind = Literal["here", "elsewhere", "bot"]
Role = Literal["player", "onlooker"]
Code = Literal[
    "malformed",
    "too_big",
    "stale",
    "not_yours",
    "illegal",
    "not_now",
    "over",
    "unknown",
    "gone",
    "busy",
    "trouble",
]


class Struct(msgspec.Struct, kw_only=True, omit_defaults=False):
    """Something inside a message."""


# --- the shelf: games, rules, bots


class Named(Struct):
    id: str
    name: str


class ScenarioInfo(Struct):
    id: str
    title: str
    about: str
    turns: int
    first: str
    length: str
    sides: list[str]
    turn_names: list[str]


class OptionInfo(Struct):
    """An optional rule or a choice of set-up; the first choice is the default."""

    id: str
    title: str
    about: str
    rule: str
    choices: list[Named]
    scenarios: list[str]
    """Empty: it belongs to all of them."""


class GameInfo(Struct):
    name: str
    title: str
    about: str
    version: str
    """A digest of the game's data; map, layout and rules change with it."""
    sides: list[Named]
    scenarios: list[ScenarioInfo]
    options: list[OptionInfo]
    overlays: list[Named]
    hidden: bool
    """One side does not see everything of the other."""
    map: str
    """Address of the drawn map; append `&theme=dark` for the dark one."""
    layout: str
    """Address of the layout: where each hex lies in the drawing."""
    rules: str
    """Address of the rule index."""


class GameDetail(Struct):
    """What a client shows of a game beyond the lobby."""

    info: GameInfo
    names: dict[str, str]
    """What ids are called: units, sides, boxes, chits, choices, phases; places under their printed number."""


class RuleInfo(Struct):
    number: str
    title: str
    text: str
    kind: str
    status: str
    provenance: str
    reading: str
    reason: str


class BotInfo(Struct):
    name: str
    title: str
    about: str
    explains: bool
    """It can say why: it gives hints, and may think aloud."""


class ServerInfo(Struct):
    version: str
    protocol: int
    home: bool
    """True on one's own machine: every match on it is yours."""


# --- the lobby


class NewSeat(Struct, forbid_unknown_fields=True):
    kind: SeatKind = "here"
    bot: str = ""
    """The bot's name, for `kind = "bot"`."""
    name: str = ""
    """What the person is called, if that is said."""


class NewMatch(Struct, forbid_unknown_fields=True):
    game: str
    scenario: str
    options: dict[str, str] = {}
    seats: dict[str, NewSeat] = {}
    """By side; a side not named is played here."""
    seed: str = ""
    """Decimal digits; empty lets the server draw one nobody knows. A chosen one is shown to all as such."""
    title: str = ""
    hints: bool | None = None
    """May persons ask a bot what it would do? Not said: yes, unless somebody plays elsewhere."""
    aloud: bool | None = None
    """Do the bots think aloud? That shows their secrets. Not said: yes, unless somebody plays elsewhere."""


class NewFromRecord(Struct, forbid_unknown_fields=True):
    record: str
    """The text of a record, as exported."""
    seats: dict[str, NewSeat] = {}
    title: str = ""
    hints: bool | None = None
    aloud: bool | None = None


class NewBranch(Struct, forbid_unknown_fields=True):
    at: int
    """The action number to go on from; 0 is the set-up."""
    side: str = ""
    """Whose knowledge it starts from, where a key holds several seats of a game with secrets."""
    seats: dict[str, NewSeat] = {}


class Join(Struct, forbid_unknown_fields=True):
    """Take the seat of an invitation."""

    name: str = ""


class SeatInfo(Struct):
    side: str
    side_name: str
    kind: SeatKind
    name: str
    """Of the person or of the bot."""
    present: bool
    """Somebody is connected (a bot always is)."""
    open: bool
    """A person is invited and has not come yet."""


class ResultInfo(Struct):
    winner: str | None
    level: str
    rule: str
    score: dict[str, int]


class MatchInfo(Struct):
    id: str
    title: str
    game: str
    game_title: str
    scenario: str
    scenario_title: str
    setting: dict[str, str]
    seats: list[SeatInfo]
    turn: int
    turns: int
    clock: int
    """Actions taken so far."""
    deciding: str | None
    result: ResultInfo | None
    created: str
    """ISO 8601, UTC; so is `touched`."""
    touched: str
    hidden: bool
    seeded: bool
    """The creator chose the seed and could know the dice."""
    branch_of: str
    """The match this was tried from; empty for a real game."""
    trouble: str
    """Why the match cannot go on (its game changed); empty when all is well."""
    seal: str
    """SHA-256 of `<id>:<seed>`, told from the beginning: the record, open at the end, proves the dice."""
    hints: bool
    """Persons may ask for hints."""
    aloud: bool
    """The bots think aloud: everybody may ask why they did what they did."""


class Link(Struct):
    """A secret address. Whoever has it has the seat."""

    key: str
    path: str
    """The page: `/m/<key>`, or `/join/<key>` for an invitation."""
    role: Role
    sides: list[str]
    words: str
    """Whom to give it to."""


class Created(Struct):
    match: MatchInfo
    mine: Link
    """The creator's own: every seat that is played here, or a view of the bots."""
    links: list[Link]
    """An invitation for each person elsewhere not yet taken, and the onlooker's last."""


class Listed(Struct):
    match: MatchInfo
    mine: Link
    links: list[Link]
    your_turn: bool


class Held(Struct):
    """What a key opens."""

    match: MatchInfo
    role: Role
    sides: list[str]
    your_turn: bool


class Problem(Struct):
    """Every refusal over HTTP."""

    code: str
    words: str


# --- in play: what the client sends


class Ask(msgspec.Struct, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """A message from the client. `id` comes back as `re` in the answer."""

    id: int = 0


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


class AskOverlay(Ask, tag="overlay"):
    name: str
    hex: int = 0
    unit: str = ""


class AskReminders(Ask, tag="reminders"):
    pass


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


class AskHint(Ask, tag="hint"):
    """What would a bot do here? One question at a time on a connection."""

    stamp: int
    bot: str = "veteran"


class DropHint(Ask, tag="drop_hint"):
    """Never mind the hint."""


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
    | AskReminders
    | Undo
    | AskTakeBack
    | AnswerTakeBack
    | Say
    | AskReplay
    | AskLog
    | Look
    | SetPace
    | AskHint
    | DropHint
    | AskReason
)


# --- in play: what the server sends


class Tell(msgspec.Struct, kw_only=True, tag_field="type"):
    """A message from the server; `re` is the `id` of the question it answers, 0 if it was not asked for."""

    re: int = 0


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
    fields: dict[str, Any]
    """What the event holds: ids, hexes, dice; for animation."""
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


class FaceInfo(Struct):
    """A counter's face: what it says, and its drawing as an SVG `<symbol>` with the key as its id."""

    nationality: str
    symbol: str
    size: str
    label: str
    formation: str
    values: str
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
    amount: int
    because: str
    rule: str
    kind: str


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


class Effect(Struct):
    """What would become of a unit."""

    unit: str
    words: str


class OutcomeLine(Struct):
    chance: float
    words: list[str]
    """What the log would say."""
    rolls: list[list[int]]
    """The draws that lead here, counted from 1; at most a few of them."""
    effects: list[Effect]


class EmptyHex(Struct):
    hex: int
    chance: float
    """That no enemy is left in it at once."""
    after_choices: float
    """And when what follows is decided by the first choice offered each time."""


class ForecastMessage(Tell, tag="forecast"):
    forecast: ForecastInfo | None
    outcomes: list[OutcomeLine]
    """Likeliest first."""
    empty: list[EmptyHex]
    covered: float
    """The probability the outcomes add up to; below 1 where there are too many."""
    guessed: bool
    """Made from positions the side could not tell from the true one."""


class OverlayMessage(Tell, tag="overlay"):
    name: str
    title: str
    hexes: dict[int, str]
    lines: list[list[int]]


class ReminderLine(Struct):
    words: str
    hex: int
    unit: str
    duty: bool


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


FromServer = (
    Welcome
    | StateMessage
    | Why
    | RouteMessage
    | ForecastMessage
    | OverlayMessage
    | RemindersMessage
    | ReplayMessage
    | HintMessage
    | ReasonMessage
    | LogMessage
    | ChatMessage
    | PaceMessage
    | SeatsMessage
    | ErrorMessage
)


def schema() -> dict[str, Any]:
    """JSON Schema of what goes over the WebSocket: `client` and `server` messages."""
    (client, server), components = msgspec.json.schema_components(
        (FromClient, FromServer), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "client": client,
        "server": server,
        "$defs": components,
    }
