"""A position in one line: what it is, in words a person can read, and then the position itself.

    bh1 seelow1945/kustrin data=ab12cd34ef56 turn=3 german:MovementPhase 21+19 stacks=closed; eNq1Vc...

The words say which game, scenario and options (they are needed to read the rest), the turn, who decides what,
and how many units each side has on the map. The last word is no summary but the exact position: its
difference from the set-up of the same scenario with seed 0, as JSON, packed with zlib and written in
base64url. It loads back equal in every field, the seed of chance included, with the same game data only.
"""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any
from urllib.parse import quote, unquote

from bridgehead.core.codec import BadFile, load, save
from bridgehead.core.game import Game
from bridgehead.core.play import BadSetup, setup
from bridgehead.core.state import S
from bridgehead.toolkit.wargame import WarState

MARK = "bh1"
LARGEST = 4_000_000
"""Bytes of JSON that a position may have."""
GONE = "\x00"
"""Stands in a difference for a key that is not there any more."""


def write_position(s: WarState) -> str:
    """A position as one line of text."""
    sides = s.game.scenarios[s.scenario].sides or s.game.sides
    counts = "+".join(str(len(s.on_map(side))) for side in sides)
    frame = s.flow[-1] if s.flow else None
    now = f"{getattr(frame, 'side', '')}:{type(frame).__name__}" if frame is not None else "over"
    chosen = ",".join(f"{quote(name)}={quote(s.setting[name])}" for name in sorted(s.setting)) or "-"
    start = json.loads(save(setup(s.game, s.scenario, 0, **s.setting)))["state"]
    change = difference(start, json.loads(save(s))["state"])
    packed = zlib.compress(json.dumps(change, separators=(",", ":"), ensure_ascii=False).encode(), 9)
    body = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    return (
        f"{MARK} {s.game.name}/{s.scenario} data={s.game.version} turn={s.turn} {now} {counts} "
        f"{chosen}; {body}"
    )


def game_of_position(line: str) -> str:
    """The game a line speaks of."""
    return words_in(line)[1].partition("/")[0]


def words_in(line: str) -> list[str]:
    words = line.strip().split(" ")
    if len(words) != 8 or words[0] != MARK or not words[6].endswith(";"):
        raise BadFile(
            f"this is not a position of Bridgehead: it would begin with {MARK!r} and have eight words"
        )
    return words


def read_position(line: str, game: Game[S, Any]) -> S:
    """The position a line holds."""
    _, where, data, _, _, _, chosen, body = words_in(line)
    name, _, scenario = where.partition("/")
    if name != game.name:
        raise BadFile(f"the position is of {name}, not of {game.name}")
    version = data.removeprefix("data=")
    if version != game.version:
        raise BadFile(f"the position was written with game data {version}; {game.version} is loaded")
    pairs = (each.partition("=") for each in chosen.rstrip(";").split(",") if "=" in each)
    setting = {unquote(option): unquote(choice) for option, _, choice in pairs}
    try:
        start = setup(game, scenario, 0, **setting)
        change = json.loads(unpacked(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))))
    except (ValueError, RecursionError, zlib.error, BadSetup) as problem:
        raise BadFile(f"the position is damaged: {problem}") from problem
    whole = json.loads(save(start))
    whole["state"] = patched(whole["state"], change, "state")
    return load(json.dumps(whole), game)


def unpacked(packed: bytes) -> bytes:
    """What zlib packed; no more than a position can be, whatever a few bytes claim to hold."""
    opened = zlib.decompressobj()
    text = opened.decompress(packed, LARGEST)
    if opened.unconsumed_tail or not opened.eof:
        raise ValueError("it is cut short, or larger than a position can be")
    return text


def difference(before: object, after: object) -> object:
    """What changes one JSON value into another: tables key by key, all else whole."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return [after]
    change: dict[str, object] = {}
    for key, value in after.items():
        if key not in before:
            change[key] = [value]
        elif before[key] != value:
            change[key] = difference(before[key], value)
    for key in before:
        if key not in after:
            change[key] = GONE
    order = list(after)
    if [key for key in before if key in after] + [key for key in after if key not in before] != order:
        return [after]
    return change


def patched(before: object, change: object, at: str) -> object:
    """The value a difference leads to."""
    if isinstance(change, list) and len(change) == 1:
        return change[0]
    if not isinstance(change, dict):
        raise BadFile(f"the position is wrong at {at}: it says neither what is new nor what changes")
    after = dict(before) if isinstance(before, dict) else {}
    for key, value in change.items():
        if value == GONE:
            after.pop(key, None)
        else:
            after[key] = patched(after.get(key), value, f"{at}.{key}")
    return after
