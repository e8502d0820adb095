"""Rows of the tables, and how new ones get their ids."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Literal

import msgspec

SeatKind = Literal["here", "elsewhere", "bot"]
KeyKind = Literal["mine", "invite", "seat", "onlooker"]
MoveKind = Literal["act", "undo", "back"]
EVERYBODY = "*"


class Summary(msgspec.Struct, kw_only=True):
    """What a list of matches shows of a match, kept with it at every move."""

    turn: int
    deciding: str
    result: str


class MatchRow(Summary, kw_only=True):
    id: str
    owner: str
    title: str
    game: str
    data: str
    scenario: str
    setting: str
    seed: str
    seeded: bool
    start: str
    """A saved position, for a match that does not begin with its scenario's set-up."""
    branch_of: str
    created: str
    touched: str
    hints: bool = False
    """Persons may ask a bot what it would do."""
    aloud: bool = False
    """Its bots tell everybody why they act."""
    lesson: str = ""
    """The lesson it plays, by its name."""


class SeatRow(msgspec.Struct, kw_only=True):
    match: str
    side: str
    place: int
    kind: SeatKind
    bot: str
    name: str


class KeyRow(msgspec.Struct, kw_only=True):
    key: str
    match: str
    kind: KeyKind
    sides: str
    """Parted by spaces."""
    taken_by: str = ""
    """The browser that took an invitation."""
    became: str = ""
    """The key it was exchanged for."""


class MoveRow(msgspec.Struct, kw_only=True):
    match: str
    number: int
    kind: MoveKind
    side: str
    body: str
    at: str
    noticed: str = EVERYBODY
    """The viewers who noticed it, parted by spaces; `-` is an onlooker."""
    reason: str = ""
    """Why a bot that thinks aloud did it, as JSON."""


class ChatRow(msgspec.Struct, kw_only=True):
    match: str
    number: int
    who: str
    name: str
    words: str
    at: str


class StoredMatch(msgspec.Struct, kw_only=True):
    """Everything that is stored of a match."""

    match: MatchRow
    seats: list[SeatRow]
    keys: list[KeyRow]
    moves: list[MoveRow]
    chat: list[ChatRow] = []


class Unwritable(ValueError):
    """A text that not every database keeps."""


def row_of(struct: msgspec.Struct) -> dict[str, object]:
    row = msgspec.structs.asdict(struct)
    check_text(*row.values())
    return row


def check_text(*values: object) -> None:
    if not all(is_text(value) for value in values):
        raise Unwritable("A name or a message may not hold the character NUL.")


def is_text(value: object) -> bool:
    """Can every database keep it? PostgreSQL has no NUL in texts."""
    return not isinstance(value, str) or "\0" not in value


def new_key() -> str:
    """A secret nobody guesses."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    return secrets.token_hex(8)


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
