"""A whole game as text: sentences for people, and everything a program needs to play it again.

    # Bridgehead game text 1
    # game: seelow1945
    # scenario: kustrin
    # data: ab12cd34ef56
    # seed: 5
    # option: stacks=closed

    Turn 1
    1. German: choose a unit to move, or end the phase. 5.1 (23 ways)
       > Pick 20 Pz/5 :: {"type":"Pick","unit":"ge_20_5"}
       20 Pz/5 moves to 2304. 5.12

A line that begins with `#` before the first turn is a heading, one with `>` is what was done: words, then
`::`, then the action as JSON. All other lines are for people; a program may skip them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from bridgehead.core.codec import UNREADABLE, BadFile
from bridgehead.core.game import AnyGame, Game
from bridgehead.core.match import Match, play_sent
from bridgehead.core.play import BadSetup, decision, options, setting_for
from bridgehead.core.refusal import IllegalAction
from bridgehead.core.state import S
from bridgehead.core.words import line, prompt, say

TITLE = "# Bridgehead game text 1"
DONE = "   > "
JOINT = " :: "


def write_transcript(match: Match[S]) -> str:
    """A game as text."""
    return "\n".join(lines_of(match)) + "\n"


def lines_of(match: Match[S]) -> Iterator[str]:
    game, start = match.game, match.at(0)
    scenario = game.scenarios[start.scenario]
    yield TITLE
    yield f"# {game.title}: {scenario.title}"
    yield f"# game: {game.name}"
    yield f"# scenario: {start.scenario}"
    yield f"# data: {game.version}"
    yield f"# seed: {match.seed}"
    yield from (f"# option: {name}={choice}" for name, choice in sorted(start.setting.items()))
    turn = None
    for told in match.events[0]:
        yield f"   {line(game, told)}"
    for number, (before, action) in enumerate(zip(match.positions(), match.actions, strict=False), 1):
        if before.turn != turn:
            turn = before.turn
            yield ""
            yield turn_line(game, start.scenario, turn)
        yield f"{number}. {prompt(game, decision(before))} ({ways(len(options(before)))})"
        yield f"{DONE}{say(game, action)}{JOINT}{msgspec.json.encode(action).decode()}"
        for told in match.events[number]:
            yield f"   {line(game, told)}"
    ended = match.now.ended
    yield ""
    yield f"= {ended.level} ({ended.rule})" if ended is not None else "= to be continued"


def turn_line(game: AnyGame, scenario: str, turn: int) -> str:
    names = game.scenarios[scenario].turn_names
    named = f", {names[turn - 1]}" if 0 < turn <= len(names) else ""
    return f"Turn {turn}{named}" if turn else "Set-up"


def ways(count: int) -> str:
    return "1 way" if count == 1 else f"{count} ways"


def game_of_transcript(text: str) -> str:
    """The game a text tells of."""
    return headings(text)["game"][0]


def headings(text: str) -> dict[str, list[str]]:
    if not text.startswith(TITLE):
        raise BadFile(f"this is not the text of a game: it would begin with {TITLE!r}")
    found: dict[str, list[str]] = {}
    for each in text.splitlines()[1:]:
        if not each.startswith("# "):
            break
        key, colon, value = each[2:].partition(": ")
        if colon:
            found.setdefault(key, []).append(value)
    missing = [key for key in ("game", "scenario", "seed") if key not in found]
    if missing:
        raise BadFile(f"the text has no line '# {missing[0]}: ...'")
    return found


def read_transcript(text: str, game: Game[S, Any]) -> Match[S]:
    """Play the game of a text again, every action checked."""
    head = headings(text)
    chosen = dict(each.split("=", 1) for each in head.get("option", ()) if "=" in each)
    try:
        setting = setting_for(game, head["scenario"][0], chosen)
        match = Match(game, head["scenario"][0], int(head["seed"][0]), **setting)
    except (BadSetup, ValueError) as problem:
        raise BadFile(f"the text is wrong: {problem}") from problem
    for number, each in enumerate(text.splitlines(), 1):
        if not each.startswith(DONE):
            continue
        _, joint, action = each.rpartition(JOINT)
        if not joint:
            raise BadFile(f"line {number} holds no action: {each.strip()!r}")
        try:
            play_sent(match, action)
        except (*UNREADABLE, IllegalAction) as problem:
            raise BadFile(f"the text is wrong at line {number}: {problem}") from problem
    return match
