"""What all messages share: their bases, the words they are told apart by, and how long they may be."""

from __future__ import annotations

from typing import Literal

import msgspec

PROTOCOL = 1
MOST_BYTES = 64 * 1024
"""The longest message a client may send over the WebSocket."""
MOST_RECORD_BYTES = 8 * 1024 * 1024
MOST_CHAT = 1000
MOST_NAME = 60

NounKind = Literal["unit", "hex", "hexside", "chit", "box", "choice", ""]
SeatKind = Literal["here", "elsewhere", "bot"]
Sides = Literal["same", "changed"]
"""Who sits where in a rematch."""
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
    "lesson",
]


class Struct(msgspec.Struct, kw_only=True, omit_defaults=False):
    """Something inside a message."""


class Ask(msgspec.Struct, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """A message from the client. `id` comes back as `re` in the answer."""

    id: int = 0


class Tell(msgspec.Struct, kw_only=True, tag_field="type"):
    """A message from the server; `re` is the `id` of the question it answers, 0 if it was not asked for."""

    re: int = 0
