"""A new match as it is first stored: its row, its seats and their keys."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from bridgehead.bots import BOTS
from bridgehead.core.chance import MASK
from bridgehead.server import wire
from bridgehead.server.errors import ApiError
from bridgehead.server.presenters.games import sides_of
from bridgehead.server.presenters.matches import summary_of
from bridgehead.server.store.rows import (
    KeyRow,
    MatchRow,
    MoveRow,
    SeatRow,
    StoredMatch,
    new_id,
    new_key,
    now,
)
from bridgehead.toolkit.wargame import AnyWargame, WarState


def new_row(game: AnyWargame, s: WarState, owner: str, title: str, seed: int) -> MatchRow:
    at = now()
    return MatchRow(
        id=new_id(),
        owner=owner,
        title=title.strip()[:120] or game.scenarios[s.scenario].title,
        game=game.name,
        data=game.version,
        scenario=s.scenario,
        setting=msgspec.json.encode(s.setting).decode(),
        seed=str(seed),
        seeded=False,
        start="",
        branch_of="",
        created=at,
        touched=at,
        **msgspec.structs.asdict(summary_of(s)),
    )


def new_match(
    game: AnyWargame,
    row: MatchRow,
    wanted: Mapping[str, wire.NewSeat],
    hints: bool | None,
    aloud: bool | None,
    moves: Iterable[MoveRow] = (),
) -> StoredMatch:
    """Seats and keys for a match. Hints are for those who sit together, reasons for spectators."""
    seats = seats_for(game, row, wanted)
    together = all(seat.kind != "elsewhere" for seat in seats)
    bots = any(seat.kind == "bot" for seat in seats)
    watched = all(seat.kind == "bot" for seat in seats)
    row.hints = together if hints is None else hints
    row.aloud = bots and (watched if aloud is None else aloud)
    return StoredMatch(match=row, seats=seats, keys=keys_for(row, seats), moves=list(moves))


def seats_for(game: AnyWargame, row: MatchRow, wanted: Mapping[str, wire.NewSeat]) -> list[SeatRow]:
    sides = sides_of(game, row.scenario)
    for side in wanted:
        if side not in sides:
            raise ApiError(400, "wrong", f"Unknown side {side}; choose {' or '.join(sides)}")
    seats = []
    for place, side in enumerate(sides):
        seat = wanted.get(side, wire.NewSeat())
        if seat.kind == "bot" and seat.bot not in BOTS:
            raise ApiError(400, "wrong", f"Unknown bot {seat.bot}; choose {' or '.join(BOTS)}")
        seats.append(
            SeatRow(
                match=row.id,
                side=side,
                place=place,
                kind=seat.kind,
                bot=seat.bot if seat.kind == "bot" else "",
                name=seat.name.strip()[: wire.MOST_NAME],
            )
        )
    return seats


def keys_for(row: MatchRow, seats: Sequence[SeatRow]) -> list[KeyRow]:
    """The creator's key, an invitation for each person elsewhere, the onlookers' key."""
    here = " ".join(seat.side for seat in seats if seat.kind == "here")
    return [
        KeyRow(key=new_key(), match=row.id, kind="mine", sides=here),
        *(
            KeyRow(key=new_key(), match=row.id, kind="invite", sides=seat.side)
            for seat in seats
            if seat.kind == "elsewhere"
        ),
        KeyRow(key=new_key(), match=row.id, kind="onlooker", sides=""),
    ]


def seed_from(text: str) -> int:
    """A seed as somebody chose it, or one nobody knows."""
    if not text:
        return secrets.randbits(64)
    if not re.fullmatch(r"[0-9]{1,20}", text) or int(text) > MASK:
        raise ApiError(400, "wrong", f"A seed is a number from 0 to {MASK}.")
    return int(text)
