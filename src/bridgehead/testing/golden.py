"""Golden replays: a game as text for people to review, one decision a line, and for a test to hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from bridgehead.core.actions import Action
from bridgehead.core.codec import BadFile, action_from
from bridgehead.core.game import AnyGame, Game
from bridgehead.core.match import Match
from bridgehead.core.play import decision, options
from bridgehead.core.state import AnyState, S
from bridgehead.core.words import line


class Heading(msgspec.Struct, frozen=True):
    game: str
    scenario: str
    setting: dict[str, str]
    seed: int


def golden(match: Match[S]) -> str:
    """A heading, what set-up told, then each decision: side, decision, number of options, action, events."""
    start = match.at(0)
    head = Heading(match.game.name, start.scenario, start.setting, match.seed)
    lines = [msgspec.json.encode(head).decode()]
    lines.extend(f"  {line(match.game, told)}" for told in match.events[0])
    for before, action, log in zip(match.positions(), match.actions, match.events[1:], strict=False):
        lines.append(asked(before, action))
        lines.extend(f"  {line(match.game, told)}" for told in log)
    ended = match.now.ended
    lines.append(f"= {ended.level} ({ended.rule})" if ended is not None else "= to be continued")
    return "\n".join(lines) + "\n"


def asked(s: AnyState, action: Action) -> str:
    frame = decision(s)
    said = msgspec.json.encode(action).decode()
    return f"{s.turn} {frame.side} {type(frame).__name__} {len(options(s))} {said}"


def replayed(text: str, game: Game[S, Any]) -> Match[S]:
    """Play the actions of a golden replay again."""
    lines = text.splitlines()
    head = msgspec.json.decode(lines[0], type=Heading)
    match = Match(game, head.scenario, head.seed, **head.setting)
    for action in actions_in(lines[1:], game):
        match.play(action)
    return match


def actions_in(lines: list[str], game: AnyGame) -> Iterator[Action]:
    for number, text in enumerate(lines, 2):
        if text.startswith((" ", "=")):
            continue
        _, brace, rest = text.partition("{")
        if not brace:
            raise BadFile(f"line {number} holds no action: {text!r}")
        yield action_from(brace + rest, game)
