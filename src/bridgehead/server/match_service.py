"""What the lobby asks for: matches set up, listed, joined, branched, exported and deleted."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence

import msgspec

from bridgehead.core.chance import MASK
from bridgehead.core.codec import BadFile, save
from bridgehead.core.match import Match, Record, begun, read_record, replayed
from bridgehead.core.play import BadSetup, determinize, setting_for
from bridgehead.core.state import reseeded
from bridgehead.core.values import Side
from bridgehead.lessons.form import Lesson
from bridgehead.lessons.play import starting_position
from bridgehead.lessons.reading import shipped, shipped_lesson
from bridgehead.server import wire
from bridgehead.server.errors import ApiError
from bridgehead.server.executor import RulesExecutor
from bridgehead.server.games import GameService
from bridgehead.server.new_match import new_match, new_row, seed_from
from bridgehead.server.presenters.games import sides_of
from bridgehead.server.presenters.matches import invitation_of, link, match_info, seat_infos
from bridgehead.server.session.loading import begin
from bridgehead.server.session.manager import SessionManager
from bridgehead.server.session.session import Session
from bridgehead.server.store.rows import KeyRow, MatchRow, MoveRow, SeatRow, StoredMatch
from bridgehead.server.store.store import NoSuchMatch, Store
from bridgehead.toolkit.wargame import AnyWargame, WarState

MOST_ACTIONS = 50_000


class MatchService:
    """Matches on disk and the keys that open them."""

    def __init__(
        self, games: GameService, sessions: SessionManager, store: Store, executor: RulesExecutor
    ) -> None:
        self._games = games
        self._sessions = sessions
        self._store = store
        self._executor = executor

    # --- new matches

    async def create(self, new: wire.NewMatch, owner: str) -> wire.Created:
        game = await self._games.game(new.game)
        try:
            setting = setting_for(game, new.scenario, new.options)
        except BadSetup as problem:
            raise ApiError(400, "wrong", str(problem)) from problem
        seed = seed_from(new.seed)
        match = await self._executor.run(begin, game, new.scenario, seed, setting)
        row = new_row(game, match.now, owner, new.title, seed)
        row.seeded = bool(new.seed)
        return await self._store_new(game, new_match(game, row, new.seats, new.hints, new.aloud))

    async def import_record(self, new: wire.NewFromRecord, owner: str) -> wire.Created:
        """A match that goes on where a record ends."""
        try:
            record = read_record(new.record)
        except BadFile as problem:
            raise ApiError(400, "wrong", str(problem)) from problem
        if len(record.actions) > MOST_ACTIONS:
            raise ApiError(400, "wrong", f"The game file has more than {MOST_ACTIONS} actions.")
        game = await self._games.game(record.game)
        try:
            match = await self._replayed(game, record)
        except (BadFile, BadSetup) as problem:
            raise ApiError(400, "wrong", str(problem)) from problem
        row = new_row(game, match.now, owner, new.title, match.seed & MASK)
        row.seeded = True
        row.start = match.position
        moves = [
            MoveRow(match=row.id, number=number, kind="act", side=mover, body=body, at=row.created)
            for number, (mover, body) in enumerate(zip(match.movers, bodies(record), strict=True), 1)
        ]
        return await self._store_new(game, new_match(game, row, new.seats, new.hints, new.aloud, moves))

    async def _replayed(self, game: AnyWargame, record: Record) -> Match[WarState]:
        match = await self._executor.run(begun, record, game)
        await self._executor.run_in_slices(replayed(match, record.actions))
        return match

    async def branch(self, key: str, new: wire.NewBranch, owner: str) -> wire.Created:
        """A private match that begins from a position of another, as far as its player knows it."""
        found = await self.key(key)
        session = await self.session(found)
        s = await self._executor.run(branch_start, session, found, new)
        game, old = session.game, session.row
        row = new_row(game, s, owner, f"{old.title}, tried from action {new.at}", s.seed)
        row.start = save(s)
        row.branch_of = old.id
        open_to_bots = None if old.hints or session.match.result is not None else False
        return await self._store_new(game, new_match(game, row, new.seats, open_to_bots, open_to_bots))

    async def begin_lesson(self, new: wire.NewLesson, owner: str) -> wire.Created:
        """A match for one who learns. It takes the place of those of the same lesson that nobody sits at."""
        game = await self._games.game(new.game)
        if new.lesson not in shipped(game):
            raise ApiError(404, "unknown", "There is no such lesson.")
        lesson, start = await self._executor.run(lesson_begun, game, new.lesson)
        for old in await self._store.matches_of(owner):
            session = self._sessions.find(old.id)
            if (old.game, old.lesson) == (new.game, new.lesson) and not (session and session.connections):
                self._sessions.delete(old.id)
                await self._store.delete(old.id)
        row = new_row(game, start, owner, lesson.title, start.seed)
        row.seeded = True
        row.start = save(start)
        row.lesson = new.lesson
        bot = wire.NewSeat(kind="bot", bot=lesson.bot)
        seats = {side: bot for side in sides_of(game, row.scenario) if side != lesson.side}
        return await self._store_new(game, new_match(game, row, seats, False, False))

    async def rematch(self, id: str, owner: str, sides: wire.Sides) -> wire.Created:
        old = await self._owned(id, owner)
        seats = await self._store.seats(id)
        before = seats if sides == "same" else [*seats[-1:], *seats[:-1]]
        return await self.create(
            wire.NewMatch(
                game=old.game,
                scenario=old.scenario,
                options=msgspec.json.decode(old.setting),
                seats={
                    seat.side: wire.NewSeat(kind=player.kind, bot=player.bot, name=player.name)
                    for seat, player in zip(seats, before, strict=True)
                },
                title=old.title,
                hints=old.hints,
                aloud=old.aloud,
            ),
            owner,
        )

    async def _store_new(self, game: AnyWargame, new: StoredMatch) -> wire.Created:
        self._games.prepare(game)
        await self._store.create(new)
        listed = self._listed(game, new.match, new.seats, new.keys)
        return wire.Created(match=listed.match, mine=listed.mine, links=listed.links)

    # --- lists

    async def matches_of(self, owner: str) -> list[wire.Listed]:
        rows = await self._store.matches_of(owner)
        ids = [row.id for row in rows]
        seats, keys = await self._store.seats(*ids), await self._store.keys(*ids)
        return [
            self._listed(
                await self._games.game_or_none(row.game),
                row,
                [seat for seat in seats if seat.match == row.id],
                [key for key in keys if key.match == row.id],
            )
            for row in rows
        ]

    def _listed(
        self, game: AnyWargame | None, row: MatchRow, seats: Sequence[SeatRow], keys: Sequence[KeyRow]
    ) -> wire.Listed:
        mine = next(key for key in keys if key.kind == "mine")
        invitations = [key for key in keys if key.kind == "invite" and not key.became]
        others = [*invitations, *(key for key in keys if key.kind == "onlooker")]
        session = self._sessions.find(row.id)
        here = session.sides_present() if session is not None else set()
        missing = "" if game is not None else f"{row.game} is not here"
        trouble = session.trouble if session is not None else missing
        return wire.Listed(
            match=match_info(
                row, seat_infos(game, seats, here, {key.sides for key in invitations}), game, trouble
            ),
            mine=link(game, mine),
            links=[link(game, key) for key in others],
            your_turn=bool(row.deciding) and row.deciding in mine.sides.split(),
        )

    # --- keys

    async def key(self, key: str) -> KeyRow:
        """A key that opens a match."""
        found = await self._store.key(key)
        if found is None or found.kind == "invite":
            raise no_such_key()
        return found

    async def session(self, key: KeyRow) -> Session:
        """The session a key opens."""
        try:
            return await self._sessions.open(key.match)
        except NoSuchMatch as problem:
            raise no_such_key() from problem

    async def held(self, key: str) -> wire.Held:
        """What a key opens."""
        found = await self.key(key)
        row, seats = await self._store.match(found.match), await self._store.seats(found.match)
        keys = await self._store.keys(found.match)
        listed = self._listed(await self._games.game_or_none(row.game), row, seats, keys)
        sides = found.sides.split()
        return wire.Held(
            match=listed.match,
            role="player" if sides else "onlooker",
            sides=sides,
            your_turn=row.deciding in sides,
        )

    async def invitation(self, key: str) -> wire.Invitation:
        """What somebody with an invitation is told before joining: no more than it says on the box."""
        found = await self._store.key(key)
        if found is None or found.kind != "invite":
            raise no_such_key()
        row, seats = await self._store.match(found.match), await self._store.seats(found.match)
        game = await self._games.game(row.game)
        return invitation_of(game, row, seats, found)

    async def join(self, invitation: str, by: str, name: str) -> wire.Link:
        found = await self._store.key(invitation)
        if found is None or found.kind != "invite":
            raise no_such_key()
        seat = await self._store.accept_invitation(invitation, by, name)
        if seat is None:
            raise ApiError(409, "taken", "This seat is already taken.")
        row = await self._store.match(seat.match)
        session = self._sessions.find(seat.match)
        if session is not None:
            session.seat_taken(seat.sides, name)
        return link(await self._games.game_or_none(row.game), seat)

    # --- whole matches

    async def record(self, key: str) -> str:
        """The record, where it gives away nothing another person should keep."""
        found = await self.key(key)
        session = await self.session(found)
        held = found.sides.split()
        alone = all(seat.kind == "bot" or seat.side in held for seat in session.seats)
        if session.match.result is None and not (alone and found.kind == "mine"):
            raise ApiError(
                409, "not_now", "The game file holds the dice to come; it is available when the game is over."
            )
        return await self._executor.run(session.match.record)

    async def delete(self, id: str, owner: str) -> None:
        await self._owned(id, owner)
        self._sessions.delete(id)
        await self._store.delete(id)

    async def _owned(self, id: str, owner: str) -> MatchRow:
        """A match of one's own."""
        try:
            row = await self._store.match(id)
        except NoSuchMatch as problem:
            raise no_such_match() from problem
        if row.owner != owner:
            raise no_such_match()
        return row


def lesson_begun(game: AnyWargame, name: str) -> tuple[Lesson, WarState]:
    lesson = shipped_lesson(game, name)
    return lesson, starting_position(game, lesson)


WHILE_OTHERS_HIDE = "Another player's units are still hidden; what-if games open when the game is over."


def no_such_key() -> ApiError:
    return ApiError(404, "unknown", "Invalid link; the game may have been deleted.")


def no_such_match() -> ApiError:
    return ApiError(404, "unknown", "There is no such game.")


def branch_start(session: Session, key: KeyRow, new: wire.NewBranch) -> WarState:
    """The position to try from: other dice, and guesses where the player does not know."""
    match = session.match
    sides = key.sides.split()
    side = new.side or next(iter(sides), None)
    if side is not None and side not in match.game.sides:
        raise ApiError(400, "wrong", f"There is no side {side}.")
    clock = session.notice.clock(side)
    if not 0 <= new.at <= clock:
        raise ApiError(400, "wrong", f"Choose an action from 0 to {clock}.")
    s = match.at(session.notice.actions(side, new.at)[-1])
    seed = secrets.randbits(64)
    if not session.hidden or match.result is not None:
        return reseeded(s, seed)
    if side not in sides:
        raise ApiError(
            403, "not_yours", "While the game is on, only a player can start a what-if game from it."
        )
    if any(seat.kind != "bot" and seat.side not in sides for seat in session.seats):
        raise ApiError(409, "not_now", WHILE_OTHERS_HIDE)
    return reseeded(determinize(s, Side(side), seed), seed)


def bodies(record: Record) -> Iterator[str]:
    """The actions of a record, each on one line."""
    for raw in record.actions:
        yield msgspec.json.format(bytes(raw), indent=-1).decode()
