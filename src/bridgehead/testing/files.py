"""Do damaged and absurd files end in a clear error or in a playable game? Breaks thousands and sees.

    python -m bridgehead.testing.files --mutants 5000 --seed 1 --json

Kinds: `record` (a game's actions), `text` (the same to be read), `save` (a position as JSON), `line` (a
position in one line), `overlay` (a player's own data). Each is broken by seed, in whatever game's turn it is,
and read as the program reads it. An error must be one of those that are told in one sentence; what is read
must play on. Anything else, or taking too long, is a failure.
"""

from __future__ import annotations

import argparse
import base64
import json
import re
import resource
import signal
import sys
import tempfile
import time
import tomllib
import traceback
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from bridgehead.core.codec import BadFile, load, save
from bridgehead.core.data import DataError
from bridgehead.core.match import Match, from_record
from bridgehead.core.play import BadSetup, decision, options, push, setup, view
from bridgehead.games import GAMES, build_game, load_game
from bridgehead.notation.position import read_position, write_position
from bridgehead.notation.transcript import read_transcript, write_transcript
from bridgehead.testing.damage import Damage, toml
from bridgehead.toolkit.wargame import AnyWargame, WarState

PATIENCE = 30
"""Seconds of processor time after which reading or playing one file counts as a hang."""
MEMORY = 6 << 30
"""Bytes of address space of the whole process: more is a blow-up."""
ACTIONS = 60
"""Actions of a record that is broken."""
MOVES = 25
"""Actions that are played from what could still be read."""
STRIDE = 17
"""Of a sampled game every so manieth position is kept to be broken."""
SAMPLES = 24
CLEAR = (BadFile, DataError, BadSetup)
PLACE = re.compile(
    r"wrong at (action \d|[\w.]+)|line \d+ holds|has no line|not the text of|is of |damaged|`\w+`"
    r"|(lacks|option|scenario) ['\w]|holds no state|has format|this (file )?is (a|not a)|(made|written) with"
)
"""How a refusal says where a file is wrong, or that it is another file."""
BYTES = 0.1
"""The share of files whose bytes are broken, not their values."""
LETTERS = 0.5
"""The same of texts, which have little else."""


class Hangs(Exception):
    """Reading or playing took too long."""


class Failure(msgspec.Struct, frozen=True):
    """A file that broke the program."""

    kind: str
    game: str
    seed: int
    damage: str
    problem: str
    where: str
    """The place in our code."""


class Tally(msgspec.Struct):
    """What became of the files of one kind."""

    mutants: int = 0
    refused: int = 0
    playable: int = 0
    unnamed: int = 0
    """Refused by a sentence that names no file, key, field or action."""
    slowest: float = 0.0


class Report(msgspec.Struct):
    seed: int
    mutants: int = 0
    seconds: float = 0.0
    kinds: dict[str, Tally] = {}
    failures: list[Failure] = []


# --- what is broken


@cache
def positions(game: AnyWargame) -> tuple[WarState, ...]:
    """Positions of random games, from set-up on, in the midst of whatever was going on."""
    found: list[WarState] = []
    for number, scenario in enumerate(game.scenarios):
        lots = Random(number)
        s = setup(game, scenario, number)
        for at in range(STRIDE * SAMPLES):
            if not s.flow:
                break
            if at % STRIDE == 0:
                found.append(s.clone())
            push(s, lots.choice(options(s)))
    return tuple(found)


@cache
def records(game: AnyWargame) -> tuple[str, ...]:
    """Records of random games: their beginnings."""
    found = []
    for number, scenario in enumerate(game.scenarios):
        match = Match(game, scenario, number)
        lots = Random(number)
        while match.legal and match.clock < ACTIONS:
            match.play(lots.choice(match.legal))
        found.append(match.record())
    return tuple(found)


@cache
def transcripts(game: AnyWargame) -> tuple[str, ...]:
    return tuple(write_transcript(from_record(record, game)) for record in records(game))


Reader = Callable[[], WarState]
"""Reads a broken file as the program does."""


def broken_record(game: AnyWargame, damage: Damage) -> tuple[Reader, str]:
    text, done = broken_json(damage.lots.choice(records(game)), damage)
    return lambda: from_record(text, game).now, done


def broken_text(game: AnyWargame, damage: Damage) -> tuple[Reader, str]:
    """The text of a game with lines or letters broken."""
    text = damage.lots.choice(transcripts(game))
    if damage.lots.random() < LETTERS:
        scratched, done = damage.scratch(text.encode())
        return lambda: read_transcript(scratched.decode(errors="replace"), game).now, done
    lines, done = damage.hurt(text.split("\n"), damage.lots.choice((1, 1, 2)))
    return lambda: read_transcript("\n".join(map(str, lines)), game).now, done


def broken_save(game: AnyWargame, damage: Damage) -> tuple[Reader, str]:
    text, done = broken_json(save(damage.lots.choice(positions(game))), damage)
    return lambda: load(text, game), done


def broken_json(text: str, damage: Damage) -> tuple[bytes, str]:
    """A file whose values are broken, now and then its bytes."""
    if damage.lots.random() < BYTES:
        return damage.scratch(text.encode())
    tree, done = damage.hurt(json.loads(text), damage.lots.choice((1, 1, 1, 2, 4)))
    return json.dumps(tree).encode(), done


def broken_line(game: AnyWargame, damage: Damage) -> tuple[Reader, str]:
    words = write_position(damage.lots.choice(positions(game))).split(" ")
    if damage.lots.random() < BYTES:
        text, done = damage.scratch(" ".join(words).encode())
        return lambda: read_position(text.decode(errors="replace"), game), done
    packed = base64.urlsafe_b64decode(words[-1] + "=" * (-len(words[-1]) % 4))
    tree, done = damage.hurt([json.loads(zlib.decompress(packed))], damage.lots.choice((1, 1, 2)))
    packed = zlib.compress(json.dumps(tree[0] if tree else None).encode())
    line = " ".join((*words[:-1], base64.urlsafe_b64encode(packed).decode().rstrip("=")))
    return lambda: read_position(line, game), done


def broken_overlay(game: AnyWargame, damage: Damage) -> tuple[Reader, str]:
    """A file of a game broken, laid over ours: all that is in it, or only what was broken."""
    name, text = damage.lots.choice(our_files(game))
    if damage.lots.random() < BYTES:
        theirs, done = damage.scratch(text.encode())
    else:
        ours = tomllib.loads(text)
        tree, done = damage.hurt(ours, damage.lots.choice((1, 1, 1, 2, 4)))
        changed = {key: value for key, value in tree.items() if key not in ours or ours[key] != value}
        theirs = toml(changed).encode()
    return lambda: begun_with(game, name, theirs, damage.lots), f"{name}.toml {done}"


def our_files(game: AnyWargame) -> list[tuple[str, str]]:
    home = resources.files(game.package) / "data"
    return [(each.name.removesuffix(".toml"), each.read_text("utf-8")) for each in sorted_files(home)]


def sorted_files(home: Any) -> list[Any]:
    return sorted(home.iterdir(), key=lambda each: str(each.name))


def begun_with(game: AnyWargame, name: str, text: bytes, lots: Random) -> WarState:
    """A game begun with a player's own file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, game.name, f"{name}.toml")
        file.parent.mkdir()
        file.write_bytes(text)
        theirs = build_game(game.name, Path(folder))
    return setup(theirs, lots.choice(list(theirs.scenarios)), lots.getrandbits(32))


KINDS = {
    "record": broken_record,
    "text": broken_text,
    "save": broken_save,
    "line": broken_line,
    "overlay": broken_overlay,
}


# --- what becomes of it


def played_on(s: WarState, lots: Random) -> None:
    """Play what was read for a while, and look at it as the program does."""
    for _ in range(MOVES):
        for side in (*s.game.sides, None):
            view(s, side)
        if not s.flow:
            break
        decision(s).forecast(s)
        decision(s).reminders(s)
        push(s, lots.choice(options(s)))
    load(save(s), s.game)


def tried(kind: str, game: AnyWargame, seed: int, tally: Tally) -> Failure | None:
    """Break one file, read it, and play it on."""
    damage = Damage(seed)
    started = time.process_time()
    read, done = KINDS[kind](game, damage)
    tally.mutants += 1
    try:
        with patience():
            played_on(read().clone(), damage.lots)
        tally.playable += 1
    except CLEAR as refusal:
        tally.refused += 1
        tally.unnamed += not names_something(refusal)
    except Exception as problem:
        return Failure(kind, game.name, seed, done, *told(problem))
    finally:
        tally.slowest = max(tally.slowest, round(time.process_time() - started, 2))
    return None


def names_something(refusal: Exception) -> bool:
    """Does a refusal say what is wrong where: file and key, field, action, or that the file is damaged?"""
    if isinstance(refusal, DataError):
        plain = ("TOML", "cannot be read", "field `")
        return bool(refusal.key) or any(each in refusal.problem for each in plain)
    return bool(PLACE.search(str(refusal)))


def told(problem: Exception) -> tuple[str, str]:
    """An error and the innermost place of ours it came from."""
    ours = [each for each in traceback.extract_tb(problem.__traceback__) if "/bridgehead/" in each.filename]
    last = [each for each in ours if "/testing/" not in each.filename] or ours
    place = f"{last[-1].filename.rpartition('/bridgehead/')[2]}:{last[-1].lineno}"
    return f"{type(problem).__name__}: {problem}"[:200], place


@contextmanager
def patience() -> Iterator[None]:
    """Stop what takes too long."""

    def stop(*_: object) -> None:
        raise Hangs(f"longer than {PATIENCE} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def files(
    mutants: int, seed: int, kinds: Sequence[str] = tuple(KINDS), games: Sequence[str] = tuple(GAMES)
) -> Report:
    """Break so many files of each kind, the games in turn."""
    started = time.monotonic()
    report = Report(seed)
    for kind in kinds:
        tally = report.kinds[kind] = Tally()
        for number in range(mutants):
            game = load_game(games[number % len(games)])
            failure = tried(kind, game, seed * 1_000_003 + number, tally)
            if failure is not None:
                report.failures.append(failure)
    report.mutants = sum(tally.mutants for tally in report.kinds.values())
    report.seconds = round(time.monotonic() - started, 1)
    return report


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bridgehead.testing.files", description=__doc__)
    parser.add_argument("--mutants", type=int, default=500, help="files of each kind, over all games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append", choices=KINDS, help="only this kind; may be repeated")
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game; may be repeated")
    parser.add_argument("--json", action="store_true", help="the report as JSON")
    given = parser.parse_args(arguments)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
    report = files(given.mutants, given.seed, given.kind or tuple(KINDS), given.game or tuple(GAMES))
    if given.json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(report)).decode() + "\n")
    else:
        for kind, tally in report.kinds.items():
            told_of = f"{tally.refused} refused, {tally.playable} playable, slowest {tally.slowest} s"
            sys.stdout.write(f"{kind}: {tally.mutants} mutants, {told_of}\n")
        for each in report.failures:
            sys.stdout.write(f"{each.kind} {each.game} {each.damage}: {each.problem} ({each.where})\n")
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
