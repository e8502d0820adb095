"""The house: every match there is, those being played in their rooms. It does what the lobby asks for."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from bridgehead.bots import BOTS
from bridgehead.bots.explain import Reason
from bridgehead.core.chance import MASK
from bridgehead.core.codec import BadFile, load, save
from bridgehead.core.match import Record, read_record
from bridgehead.core.play import BadSetup, deciding, determinize, setting_for, setup
from bridgehead.core.refusal import IllegalAction
from bridgehead.core.state import reseeded
from bridgehead.core.values import Side
from bridgehead.games import UnknownGame
from bridgehead.server import wire
from bridgehead.server.connection import DELETED, RESTART
from bridgehead.server.infos import match_info, seat_infos
from bridgehead.server.line import Line, record_of, replayed
from bridgehead.server.pictures import Faces
from bridgehead.server.robots import Thinker
from bridgehead.server.rooms import Room
from bridgehead.server.shelf import AnyGame, Shelf, hides, name_of, sides_of
from bridgehead.server.store import (
    ChatRow,
    Gone,
    KeyRow,
    MatchRow,
    MoveRow,
    SeatRow,
    Store,
    new_id,
    new_key,
    now,
)
from bridgehead.server.telling import result_info
from bridgehead.server.thread import RulesThread
from bridgehead.toolkit.wargame import WarState as State

log = logging.getLogger("bridgehead")

IDLE = 300.0
"""Seconds after which an empty room is put away."""
MOST_ACTIONS = 50_000
HOME = "home"
"""Whoever plays on their own machine."""


class Denied(Exception):
    """A request over HTTP that is not granted."""

    def __init__(self, status: int, code: str, words: str) -> None:
        super().__init__(words)
        self.status = status
        self.problem = wire.Problem(code=code, words=words)


def no_such_key() -> Denied:
    return Denied(404, "unknown", "This link opens nothing; perhaps the match was deleted.")


class House:
    """Matches, rooms and the thread the rules run on."""

    def __init__(self, store: Store, shelf: Shelf) -> None:
        self.store = store
        self.shelf = shelf
        self.rules = RulesThread()
        self.thinker = Thinker()
        self.maps: dict[tuple[str, str], str] = {}
        """Drawn maps, by game and theme."""
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._faces: dict[str, Faces] = {}
        self._sweeper: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self.store.open()
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        if self._sweeper is not None:
            self._sweeper.cancel()
        for room in list(self.rooms.values()):
            room.close(RESTART)
        await asyncio.gather(*(room.finish() for room in self.rooms.values()))
        await self.store.close()
        self.thinker.close()
        self.rules.close()

    # --- games

    async def game(self, name: str) -> AnyGame:
        known = self.shelf.loaded.get(name)
        if known is not None:
            return known
        try:
            return await self.rules(self.shelf.game, name)
        except UnknownGame as problem:
            raise Denied(404, "unknown", str(problem)) from problem

    def faces(self, game: AnyGame) -> Faces:
        return self._faces.setdefault(game.name, Faces(game))

    # --- new matches

    async def create(self, new: wire.NewMatch, owner: str) -> wire.Created:
        game = await self.game(new.game)
        try:
            setting = setting_for(game, new.scenario, new.options)
        except BadSetup as problem:
            raise Denied(400, "wrong", str(problem)) from problem
        seed = seed_of(new.seed)
        s = await self.rules(opening, game, new.scenario, seed, setting)
        row = self._row(game, s, owner, new.title, seed)
        row.seeded = bool(new.seed)
        return await self._begin(game, row, new.seats, [], new.hints, new.aloud)

    async def import_record(self, new: wire.NewFromRecord, owner: str) -> wire.Created:
        """A match that goes on where a record ends."""
        try:
            record = read_record(new.record)
        except BadFile as problem:
            raise Denied(400, "wrong", str(problem)) from problem
        if len(record.actions) > MOST_ACTIONS:
            raise Denied(400, "wrong", f"the record has more than {MOST_ACTIONS} actions")
        game = await self.game(record.game)
        try:
            line = await self._replayed(game, record)
        except (BadFile, BadSetup) as problem:
            raise Denied(400, "wrong", str(problem)) from problem
        row = self._row(game, line.now, owner, new.title, record.seed & MASK)
        row.seeded = True
        row.clock = line.clock
        played = [
            MoveRow(match=row.id, number=number, kind="act", side=mover, body=body, at=row.created)
            for number, (mover, body) in enumerate(zip(line.movers, bodies(record), strict=True), 1)
        ]
        return await self._begin(game, row, new.seats, played, new.hints, new.aloud)

    async def _replayed(self, game: AnyGame, record: Record) -> Line:
        start = await self.rules(opening, game, record.scenario, record.seed, record.setting)
        line = Line(start)
        await self.rules.in_slices(replayed(line, record.actions, game.package))
        return line

    async def branch(self, key: str, new: wire.NewBranch, owner: str) -> wire.Created:
        """A private match that begins from a position of another, as far as its player knows it."""
        found = await self.key(key)
        room = await self.room(found.match)
        s = await self.rules(branch_start, room, found, new)
        row = self._row(room.game, s, owner, f"{room.row.title}, tried from action {new.at}", s.seed)
        row.start = save(s)
        row.branch_of = room.row.id
        free = None if room.row.hints or room.line.now.ended is not None else False
        return await self._begin(room.game, row, new.seats, [], free, free)

    async def rematch(self, id: str, owner: str) -> wire.Created:
        old = await self.owned(id, owner)
        seated = await self.store.seats(id)
        seats = {
            seat.side: wire.NewSeat(
                kind=seat.kind,  # type: ignore[arg-type]
                bot=seat.bot,
                name=seat.name,
            )
            for seat in seated
        }
        return await self.create(
            wire.NewMatch(
                game=old.game,
                scenario=old.scenario,
                options=msgspec.json.decode(old.setting),
                seats=seats,
                title=old.title,
                hints=old.hints,
                aloud=old.aloud,
            ),
            owner,
        )

    def _row(self, game: AnyGame, s: State, owner: str, title: str, seed: int) -> MatchRow:
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
            turn=s.turn,
            clock=0,
            deciding=deciding(s) or "",
            result=msgspec.json.encode(result_info(s.ended)).decode(),
        )

    async def _begin(
        self,
        game: AnyGame,
        row: MatchRow,
        wanted: Mapping[str, wire.NewSeat],
        played: Sequence[MoveRow],
        hints: bool | None,
        aloud: bool | None,
    ) -> wire.Created:
        """Seat everybody, cut the keys, and put the match on disk."""
        seated = seats_for(game, row, wanted)
        together = all(seat.kind != "elsewhere" for seat in seated)
        bots = any(seat.kind == "bot" for seat in seated)
        row.hints = together if hints is None else hints
        row.aloud = bots and (together if aloud is None else aloud)
        cut = keys_for(row, seated)
        await self.store.create(row, seated, cut, played)
        listed = self._listed(game, row, seated, cut)
        return wire.Created(match=listed.match, mine=listed.mine, links=listed.links)

    # --- lists and keys

    async def listed(self, owner: str) -> list[wire.Listed]:
        rows = await self.store.of_owner(owner)
        ids = [row.id for row in rows]
        seated, cut = await self.store.seats(*ids), await self.store.keys(*ids)
        return [
            self._listed(
                await self._game_or_none(row.game),
                row,
                [seat for seat in seated if seat.match == row.id],
                [key for key in cut if key.match == row.id],
            )
            for row in rows
        ]

    def _listed(
        self, game: AnyGame | None, row: MatchRow, seated: Sequence[SeatRow], cut: Sequence[KeyRow]
    ) -> wire.Listed:
        mine = next(key for key in cut if key.kind == "mine")
        others = [key for key in cut if (key.kind == "invite" and not key.became) or key.kind == "onlooker"]
        others.sort(key=lambda key: key.kind == "onlooker")
        room = self.rooms.get(row.id)
        here = {side for each in room.connections for side in each.sides} if room is not None else set()
        waiting = {key.sides for key in others if key.kind == "invite"}
        trouble = room.trouble if room is not None else "" if game is not None else f"{row.game} is not here"
        return wire.Listed(
            match=match_info(row, seat_infos(game, seated, here, waiting), game, trouble),
            mine=link(game, mine),
            links=[link(game, key) for key in others],
            your_turn=bool(row.deciding) and row.deciding in mine.sides.split(),
        )

    async def _game_or_none(self, name: str) -> AnyGame | None:
        try:
            return await self.game(name)
        except Denied:
            return None

    async def key(self, key: str) -> KeyRow:
        """A key that opens a match."""
        found = await self.store.key(key)
        if found is None or found.kind == "invite":
            raise no_such_key()
        return found

    async def held(self, key: str) -> wire.Held:
        found = await self.key(key)
        row, seated = await self.store.match(found.match), await self.store.seats(found.match)
        cut = await self.store.keys(found.match)
        listed = self._listed(await self._game_or_none(row.game), row, seated, cut)
        sides = found.sides.split()
        return wire.Held(
            match=listed.match,
            role="player" if sides else "onlooker",
            sides=sides,
            your_turn=row.deciding in sides,
        )

    async def join(self, invitation: str, by: str, name: str) -> wire.Link:
        found = await self.store.key(invitation)
        if found is None or found.kind != "invite":
            raise no_such_key()
        taken = await self.store.take(invitation, by, name)
        if taken is None:
            raise Denied(409, "taken", "Somebody has already taken this seat.")
        row = await self.store.match(taken.match)
        room = self.rooms.get(taken.match)
        if room is not None:
            room.seat_taken(taken.sides, name)
        return link(await self._game_or_none(row.game), taken)

    async def owned(self, id: str, owner: str) -> MatchRow:
        """A match of one's own."""
        try:
            row = await self.store.match(id)
        except Gone as problem:
            raise Denied(404, "unknown", "There is no such match.") from problem
        if row.owner != owner:
            raise Denied(404, "unknown", "There is no such match.")
        return row

    async def delete(self, id: str, owner: str) -> None:
        await self.owned(id, owner)
        room = self.rooms.pop(id, None)
        if room is not None:
            room.close(DELETED)
        await self.store.delete(id)

    async def record(self, key: str) -> str:
        """The record, where it gives away nothing another person should keep."""
        found = await self.key(key)
        room = await self.room(found.match)
        held = found.sides.split()
        alone = all(seat.kind == "bot" or seat.side in held for seat in room.seats)
        if room.row.start:
            raise Denied(409, "not_now", "A game tried from a position has no record of its own.")
        if room.line.now.ended is None and not (alone and found.kind == "mine"):
            raise Denied(
                409, "not_now", "The record holds the dice to come: it is open when the game is over."
            )
        setting = msgspec.json.decode(room.row.setting, type=dict[str, str])
        return await self.rules(
            record_of, room.line, room.game, room.row.scenario, int(room.row.seed), setting
        )

    # --- rooms

    async def room(self, id: str) -> Room:
        """The room of a match, opened if need be."""
        room = self.rooms.get(id)
        if room is not None:
            return room
        async with self._opening.setdefault(id, asyncio.Lock()):
            if id not in self.rooms:
                try:
                    self.rooms[id] = await self._opened(id)
                except Gone as problem:
                    raise no_such_key() from problem
        self._opening.pop(id, None)
        return self.rooms[id]

    async def _opened(self, id: str) -> Room:
        row = await self.store.match(id)
        seated, moved = await self.store.seats(id), await self.store.moves(id)
        game = await self.game(row.game)
        line, trouble = await self._line(game, row, moved)
        waiting = {key.sides for key in await self.store.keys(id) if key.kind == "invite" and not key.became}
        chat: list[ChatRow] = await self.store.chat(id)
        return Room(
            row=row,
            seats=seated,
            game=game,
            faces=self.faces(game),
            line=line,
            stamp=len(moved),
            chat=chat,
            trouble=trouble,
            open_sides=waiting,
            store=self.store,
            rules=self.rules,
            thinker=self.thinker,
            broken=self._broken,
        )

    async def _line(self, game: AnyGame, row: MatchRow, moved: Sequence[MoveRow]) -> tuple[Line, str]:
        """The positions of a match; and why not all of them, where its game has changed."""
        setting = msgspec.json.decode(row.setting, type=dict[str, str])
        try:
            if row.start:
                start = await self.rules(load, row.start, game)
            else:
                start = await self.rules(opening, game, row.scenario, int(row.seed), setting)
        except (BadFile, BadSetup) as problem:
            raise Denied(409, "trouble", f"The match cannot be opened: {problem}") from problem
        line = Line(start)
        try:
            acts = standing_moves(moved)
            actions, reasons = [move.body.encode() for move in acts], [reason_of(move) for move in acts]
            await self.rules.in_slices(replayed(line, actions, game.package, reasons))
        except (BadFile, IllegalAction) as problem:
            return line, f"The rules have changed since this was played, and it cannot go on: {problem}"
        return line, ""

    def _broken(self, room: Room) -> None:
        """Another server has written to the match: open it anew."""
        if self.rooms.get(room.row.id) is room:
            del self.rooms[room.row.id]
        room.close(RESTART)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(IDLE / 5)
            for id, room in list(self.rooms.items()):
                if room.idle() and time.monotonic() - room.touched > IDLE:
                    del self.rooms[id]


def opening(game: AnyGame, scenario: str, seed: int, setting: dict[str, str]) -> State:
    """The position a match begins with."""
    s: State = setup(game, scenario, seed, **setting)
    return s


def seed_of(text: str) -> int:
    if not text:
        return secrets.randbits(64)
    if not re.fullmatch(r"[0-9]{1,20}", text) or int(text) > MASK:
        raise Denied(400, "wrong", f"a seed is a number from 0 to {MASK}")
    return int(text)


def seats_for(game: AnyGame, row: MatchRow, wanted: Mapping[str, wire.NewSeat]) -> list[SeatRow]:
    sides = sides_of(game, row.scenario)
    for side in wanted:
        if side not in sides:
            raise Denied(400, "wrong", f"{row.scenario} has no side {side!r}; it has {', '.join(sides)}")
    seated = []
    for place, side in enumerate(sides):
        seat = wanted.get(side, wire.NewSeat())
        if seat.kind == "bot" and seat.bot not in BOTS:
            raise Denied(400, "wrong", f"there is no bot {seat.bot!r}; there is {', '.join(BOTS)}")
        seated.append(
            SeatRow(
                match=row.id,
                side=side,
                place=place,
                kind=seat.kind,
                bot=seat.bot if seat.kind == "bot" else "",
                name=seat.name.strip()[: wire.MOST_NAME],
            )
        )
    return seated


def keys_for(row: MatchRow, seated: Sequence[SeatRow]) -> list[KeyRow]:
    """The creator's key, an invitation for each person elsewhere, the onlookers' key."""
    here = " ".join(seat.side for seat in seated if seat.kind == "here")
    return [
        KeyRow(key=new_key(), match=row.id, kind="mine", sides=here),
        *(
            KeyRow(key=new_key(), match=row.id, kind="invite", sides=seat.side)
            for seat in seated
            if seat.kind == "elsewhere"
        ),
        KeyRow(key=new_key(), match=row.id, kind="onlooker", sides=""),
    ]


def link(game: AnyGame | None, key: KeyRow) -> wire.Link:
    sides = key.sides.split()
    names = " and ".join(name_of(game, side) if game is not None else side for side in sides)
    words = {
        "mine": f"Your own: {names or 'watch the bots'}",
        "seat": f"Your own: {names}",
        "invite": f"For whoever plays {names}",
        "onlooker": "For onlookers",
    }[key.kind]
    page = "join" if key.kind == "invite" else "m"
    return wire.Link(
        key=key.key,
        path=f"/{page}/{key.key}",
        role="player" if sides else "onlooker",
        sides=sides,
        words=words,
    )


def branch_start(room: Room, key: KeyRow, new: wire.NewBranch) -> State:
    """The position to try from: other dice, and guesses where the player does not know."""
    if not 0 <= new.at <= room.line.clock:
        raise Denied(400, "wrong", f"there are actions from 0 to {room.line.clock}")
    s = room.line.at(new.at)
    seed = secrets.randbits(64)
    if not hides(room.game) or room.line.now.ended is not None:
        return reseeded(s, seed)
    sides = key.sides.split()
    side = new.side or next(iter(sides), "")
    if side not in sides:
        raise Denied(403, "not_yours", "While the game is on, only a player can try from a position of it.")
    return reseeded(determinize(s, Side(side), seed), seed)


def standing_moves(moved: Sequence[MoveRow]) -> list[MoveRow]:
    """The actions that stand after every undo."""
    standing: list[MoveRow] = []
    for move in moved:
        if move.kind == "act":
            standing.append(move)
        else:
            del standing[int(move.body) :]
    return standing


def reason_of(move: MoveRow) -> Reason | None:
    return msgspec.json.decode(move.reason, type=Reason) if move.reason else None


def bodies(record: Record) -> Iterator[str]:
    """The actions of a record, each on one line."""
    for raw in record.actions:
        yield msgspec.json.format(bytes(raw), indent=-1).decode()
