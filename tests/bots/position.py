"""Positions in which the right move is plain to a player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from bridgehead.bots import BOTS
from bridgehead.bots.seat import Seat
from bridgehead.core.actions import Action
from bridgehead.core.play import deciding, push

LONGEST = 300


class Seen(msgspec.Struct):
    """What a bot made of a position."""

    before: Any
    after: Any
    actions: list[Action]
    """The bot's own, in order."""


class Position(msgspec.Struct, frozen=True):
    name: str
    """What a player would say: "take the open victory hex"."""
    build: Callable[[], Any]
    right: Callable[[Seen], bool]


def played(position: Position, bot: str, seed: int = 7) -> Seen:
    """The bot's phase played out: until the decision it began in is closed or the turn passes to others."""
    s = position.build()
    before = s.clone()
    side = deciding(s)
    assert side is not None
    base = len(s.flow)
    bots = {side: BOTS[bot](seed)}
    actions: list[Action] = []
    for _ in range(LONGEST):
        who = deciding(s)
        if who is None or len(s.flow) < base or (len(s.flow) == base and who != side):
            break
        if who not in bots:
            bots[who] = BOTS["recruit"](seed)
        action = bots[who].choose(Seat(s, who))
        if who == side:
            actions.append(action)
        push(s, action)
    return Seen(before, s, actions)
