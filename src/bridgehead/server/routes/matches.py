"""Addresses of the lobby: matches and seats."""

from __future__ import annotations

from litestar import MediaType, Response, delete, get, post
from litestar.params import FromQuery, JSONBody

from bridgehead.server import wire
from bridgehead.server.routes.common import (
    FORBIDDEN,
    NOT_NOW,
    TOO_BIG,
    UNKNOWN,
    WRONG,
    Key,
    Matches,
    Name,
    Owner,
)


@post("/api/matches", tags=["matches"], responses={400: WRONG, 404: UNKNOWN, 413: TOO_BIG})
async def create_match(matches: Matches, owner: Owner, data: JSONBody[wire.NewMatch]) -> wire.Created:
    """Set up a match."""
    return await matches.create(data, owner)


@post("/api/lessons", tags=["lessons"], responses={400: WRONG, 404: UNKNOWN, 413: TOO_BIG})
async def begin_lesson(matches: Matches, owner: Owner, data: JSONBody[wire.NewLesson]) -> wire.Created:
    """Begin a lesson."""
    return await matches.begin_lesson(data, owner)


@get("/api/matches", tags=["matches"])
async def my_matches(matches: Matches, owner: Owner) -> list[wire.Listed]:
    """The matches you set up, last touched first."""
    return await matches.matches_of(owner)


@post("/api/records", tags=["matches"], responses={400: WRONG, 404: UNKNOWN, 413: TOO_BIG})
async def import_record(matches: Matches, owner: Owner, data: JSONBody[wire.NewFromRecord]) -> wire.Created:
    """Go on where a record ends."""
    return await matches.import_record(data, owner)


@get("/api/join/{key:str}", tags=["seats"], responses={400: WRONG, 404: UNKNOWN})
async def invitation(matches: Matches, key: Key) -> wire.Invitation:
    """What an invitation is to: game, scenario, side, and against whom."""
    return await matches.invitation(key)


@post("/api/join/{key:str}", tags=["seats"], responses={400: WRONG, 404: UNKNOWN, 409: NOT_NOW, 413: TOO_BIG})
async def join(matches: Matches, owner: Owner, key: Key, data: JSONBody[wire.Join]) -> wire.Link:
    """Take the seat of an invitation."""
    return await matches.join(key, owner, data.name.strip()[: wire.MOST_NAME])


@get("/api/seats/{key:str}", tags=["seats"], responses={400: WRONG, 404: UNKNOWN})
async def seat(matches: Matches, key: Key) -> wire.Held:
    """What a key opens."""
    return await matches.held(key)


@get("/api/seats/{key:str}/record", tags=["seats"], responses={400: WRONG, 404: UNKNOWN, 409: NOT_NOW})
async def record(matches: Matches, key: Key) -> Response[bytes]:
    """The record of a match, as a file."""
    text = await matches.record(key)
    disposition = {"content-disposition": 'attachment; filename="bridgehead-record.json"'}
    return Response(text.encode(), media_type=MediaType.JSON, headers=disposition)


@post(
    "/api/seats/{key:str}/branch",
    tags=["seats"],
    responses={400: WRONG, 403: FORBIDDEN, 404: UNKNOWN, 413: TOO_BIG},
)
async def branch(matches: Matches, owner: Owner, key: Key, data: JSONBody[wire.NewBranch]) -> wire.Created:
    """Try from a position: a private match that cannot touch this one."""
    return await matches.branch(key, data, owner)


@post("/api/matches/{match_id:str}/rematch", tags=["matches"], responses={400: WRONG, 404: UNKNOWN})
async def rematch(
    matches: Matches, owner: Owner, match_id: Name, sides: FromQuery[wire.Sides] = "same"
) -> wire.Created:
    """The same again, with other dice; with sides changed every player takes the next side's seat."""
    return await matches.rematch(match_id, owner, sides)


@delete("/api/matches/{match_id:str}", tags=["matches"], responses={400: WRONG, 404: UNKNOWN})
async def delete_match(matches: Matches, owner: Owner, match_id: Name) -> None:
    """Delete a match for good."""
    await matches.delete(match_id, owner)
