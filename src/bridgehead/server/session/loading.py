"""Matches from their rows: set up, then played again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from bridgehead.bots.explain import Reason
from bridgehead.core.codec import load
from bridgehead.core.match import Match, NewDice, replayed
from bridgehead.lessons.judge import Judge, Standing
from bridgehead.lessons.reading import shipped_lesson
from bridgehead.server.session.reasons import BotReasons
from bridgehead.server.store.rows import MatchRow, MoveRow
from bridgehead.toolkit.wargame import AnyWargame, WarState


def begin(game: AnyWargame, scenario: str, seed: int, setting: dict[str, str]) -> Match[WarState]:
    return Match(game, scenario, seed, **setting)


def begin_stored(game: AnyWargame, row: MatchRow) -> Match[WarState]:
    """A match as it began: with its scenario's set-up, or from a saved position."""
    if row.start:
        return Match.from_position(load(row.start, game))
    return begin(game, row.scenario, int(row.seed), msgspec.json.decode(row.setting, type=dict[str, str]))


def replay_moves(match: Match[WarState], reasons: BotReasons, moves: Sequence[MoveRow]) -> Iterator[None]:
    """Play what stands of the moves, each checked; pauses after each so that others may come between."""
    kept = moves_kept(moves)
    for move, _ in zip(kept, replayed(match, [move.body.encode() for move in kept]), strict=True):
        reasons.add(reason_of(move))
        yield


def course_of(match: Match[WarState], lesson: str) -> tuple[Judge, list[Standing]] | None:
    """The judge of a lesson, and where its learner stood after each number of actions."""
    if not lesson:
        return None
    positions = list(match.positions())
    judge = Judge(shipped_lesson(positions[0].game, lesson), positions[0])
    standings = [judge.begin(0, 0)]
    for clock, action in enumerate(match.actions):
        now = standings[-1]
        if now.stage == "done" and not judge.last(now):
            now = standings[-1] = judge.begin(now.at + 1, clock)
        before = [(standings[each], positions[each]) for each in range(now.since, clock)]
        standings.append(judge.after(now, positions[clock], action, positions[clock + 1], before))
    return judge, standings


def moves_kept(moves: Sequence[MoveRow]) -> list[MoveRow]:
    """The actions that stand after every undo."""
    kept: list[MoveRow] = []
    for move in moves:
        if move.kind == "act":
            kept.append(move)
        else:
            to, _, dice = move.body.partition(" ")
            del kept[int(to) :]
            if dice:
                kept.append(msgspec.structs.replace(move, kind="act", body=dice))
    return kept


def taken_back(to: int, dice: NewDice | None) -> str:
    """The body of the row of an undo or a take-back: how many actions stay, and the new dice if any."""
    return str(to) if dice is None else f"{to} {msgspec.json.encode(dice).decode()}"


def reason_of(move: MoveRow) -> Reason | None:
    return msgspec.json.decode(move.reason, type=Reason) if move.reason else None
