"""Setting up, listing and joining matches."""

from __future__ import annotations

from bridgehead.server.wire.base import Role, SeatKind, Struct


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
    lesson: str
    """The lesson it plays, by its name; empty for a game."""
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


class Invitation(Struct):
    """What an invited person is told before joining."""

    game_title: str
    scenario_title: str
    about: str
    length: str
    """How long people take, in words; empty where nobody knows."""
    side: str
    """The name of the side to be played."""
    others: list[str]
    """Who plays the other sides: "Ann, Soviet", "veteran (computer), Soviet"."""
    turn: int
    turns: int
    open: bool
    """False: somebody has taken the seat."""


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
