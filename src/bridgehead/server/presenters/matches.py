"""What everybody who may see a match may know of it."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from datetime import datetime

import msgspec

from bridgehead.core.perspective import hides
from bridgehead.core.play import deciding
from bridgehead.server import wire
from bridgehead.server.presenters.games import name_of
from bridgehead.server.presenters.position import result_info
from bridgehead.server.store.rows import ChatRow, KeyRow, MatchRow, SeatRow, Summary
from bridgehead.toolkit.wargame import AnyWargame, WarState


def chat_line(row: ChatRow) -> wire.ChatLine:
    return wire.ChatLine(number=row.number, who=row.who, name=row.name, words=row.words, at=row.at)


def seat_infos(
    game: AnyWargame | None, seats: Sequence[SeatRow], here: Collection[str], open_sides: Collection[str] = ()
) -> list[wire.SeatInfo]:
    return [
        wire.SeatInfo(
            side=seat.side,
            side_name=name_of(game, seat.side) if game is not None else seat.side,
            kind=seat.kind,
            name=seat.name or seat.bot,
            present=seat.kind == "bot" or seat.side in here,
            open=seat.side in open_sides,
        )
        for seat in seats
    ]


def match_info(
    row: MatchRow, seated: list[wire.SeatInfo], game: AnyWargame | None, trouble: str
) -> wire.MatchInfo:
    """A match as lists and sessions show it."""
    scenario = game.scenarios.get(row.scenario) if game is not None else None
    hidden = hides(game) if game is not None else False
    return wire.MatchInfo(
        id=row.id,
        title=row.title,
        game=row.game,
        game_title=game.title if game is not None else row.game,
        scenario=row.scenario,
        scenario_title=scenario.title if scenario is not None else row.scenario,
        setting=msgspec.json.decode(row.setting),
        seats=seated,
        turn=row.turn,
        turns=scenario.turns if scenario is not None else 0,
        deciding=row.deciding or None,
        result=msgspec.json.decode(row.result, type=wire.ResultInfo | None),
        created=row.created,
        touched=to_the_minute(row.touched) if hidden else row.touched,
        hidden=hidden,
        seeded=row.seeded,
        branch_of=row.branch_of,
        trouble=trouble,
        seal=seal(row),
        hints=row.hints,
        lesson=row.lesson,
        aloud=row.aloud,
    )


def to_the_minute(at: str) -> str:
    """A time that does not tell one secret choice from the next."""
    return datetime.fromisoformat(at).replace(second=0, microsecond=0).isoformat()


def invitation_of(game: AnyWargame, row: MatchRow, seats: Sequence[SeatRow], key: KeyRow) -> wire.Invitation:
    """What an invitation says: no more than stands on the box, and who the others are."""
    scenario = game.scenarios[row.scenario]
    return wire.Invitation(
        game_title=game.title,
        scenario_title=scenario.title,
        about=scenario.about,
        length=scenario.length,
        side=" and ".join(name_of(game, side) for side in key.sides.split()),
        others=[
            f"{player_of(seat)}, {name_of(game, seat.side)}"
            for seat in seats
            if seat.side not in key.sides.split()
        ],
        turn=row.turn,
        turns=scenario.turns,
        open=not key.taken_by,
    )


def player_of(seat: SeatRow) -> str:
    """Who plays a seat, as others are told."""
    if seat.kind == "bot":
        return f"{seat.bot} (computer)"
    return seat.name or ("the host" if seat.kind == "here" else "another invited player")


def summary_of(s: WarState) -> Summary:
    return Summary(
        turn=s.turn,
        deciding=deciding(s) or "",
        result=msgspec.json.encode(result_info(s.ended)).decode(),
    )


def seal(row: MatchRow) -> str:
    """What the seed can be checked against once it is known."""
    return hashlib.sha256(f"{row.id}:{row.seed}".encode()).hexdigest()


def link(game: AnyWargame | None, key: KeyRow) -> wire.Link:
    sides = key.sides.split()
    names = " and ".join(name_of(game, side) if game is not None else side for side in sides)
    words = {
        "mine": f"Your own link: {names or 'watch the bots'}",
        "seat": f"Your own link: {names}",
        "invite": f"Invite a player: {names}",
        "onlooker": "For spectators",
    }[key.kind]
    page = "join" if key.kind == "invite" else "m"
    return wire.Link(
        key=key.key,
        path=f"/{page}/{key.key}",
        role="player" if sides else "onlooker",
        sides=sides,
        words=words,
    )
