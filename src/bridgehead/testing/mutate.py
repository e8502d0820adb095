"""Can the tests fail? Breaks a rule or a table value of a game, again and again, and runs that game's tests.

    python -m bridgehead.testing.mutate seelow1945 --mutants 100 --seed 1 --json

A mutant is one small change: a comparison turned, a condition dropped, a number one off in a function that
cites a rule, or a value changed in a data file. It is made in memory, in a process of its own, before the
game is read; no file is touched. The tests that ran through the changed function come first, then the rest
of the game's tests, the quick ones before the slow ones, until one fails (the mutant is killed) or the
patience is spent (it survives).

What the tests run through is measured once and kept in build/mutate. `tests/games/GAME/equivalent.toml` lists
mutants that change nothing anybody could see, each with its reason; they are told apart and do not count.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import importlib.machinery
import os
import signal
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, TextIO

import msgspec

from bridgehead.core import data

PATIENCE = 60.0
"""Seconds of tests that run elsewhere after which a mutant has survived."""
HANGS = 4
"""A mutant whose tests take so many times the patience goes round in circles: it is noticed, so killed."""
DATA_SHARE = 3
"""One mutant in so many is a value in a data file."""
NOTICED = (1, 2, None)
"""What pytest answers when a test failed, or a file of tests could not even be read; or it took too long."""
HEAVY = ("numba", "pytest")
"""Imported once, before the processes of the mutants part from this one; nothing of ours may be."""
PACKAGE = Path(__file__).parent.parent
PROSE = {
    *(
        "name",
        "title",
        "about",
        "length",
        "note",
        "label",
        "words",
        "formation",
        "symbol",
        "commander",
        "date",
    ),
    *(
        "provenance",
        "rule",
        "words",
        "nation",
        "look",
        "color",
        "colour",
        "colors",
        "short",
        "clock",
        "metres",
        "north",
    ),
}
"""Keys whose values are read by people, not by rules."""
NO_RULES = {"drawing.toml"}
"""Data files that say only how things look."""
DRAWN = {"place", "label", "drawn", "region", "mark"}
"""Tables of a map that are drawn and nothing else."""

Key = tuple[str | int, ...]


class Mutant(msgspec.Struct, frozen=True):
    """One small change to a game."""

    file: str
    """From the game's folder: `rules/combat.py`, `data/tables.toml`."""
    place: str
    """The function, or the key."""
    line: int
    was: str
    now: str
    start: int = 0
    """Where in the text the change is; in data files the place says it."""
    end: int = 0
    key: Key = ()


class Equivalent(msgspec.Struct, frozen=True):
    """A mutant that is no fault, and why."""

    file: str
    place: str
    was: str
    now: str
    why: str


class Equivalents(msgspec.Struct, frozen=True):
    equivalent: list[Equivalent] = []


class Report(msgspec.Struct):
    """What breaking a game came to."""

    game: str
    seed: int
    mutants: int = 0
    killed: int = 0
    equivalent: int = 0
    seconds: float = 0.0
    survivors: list[Mutant] = []


class Trail(msgspec.Struct):
    """What one file of tests ran through, by test."""

    tests: dict[str, float]
    """Seconds, by test."""
    lines: dict[str, dict[str, list[int]]]
    """Lines of the game's files, by test."""
    failed: list[str] = []


# --- what can be broken


@cache
def mutants_of(game: str) -> tuple[tuple[Mutant, ...], tuple[Mutant, ...]]:
    """All changes to rule functions and all changes to data, in a fixed order."""
    home = PACKAGE / "games" / game
    code = tuple(each for file in sorted(home.rglob("*.py")) for each in code_mutants(file, home))
    tables = (file for file in sorted((home / "data").glob("*.toml")) if file.name not in NO_RULES)
    data = tuple(each for file in tables for each in data_mutants(file, home))
    return code, data


def chosen(game: str, number: int, seed: int) -> list[Mutant]:
    """Mutants drawn by a seed, no two of the same place in the same line."""
    rules, cells = mutants_of(game)
    rng = Random(seed)
    code = rng.sample(rules, len(rules))
    by_file: dict[str, list[Mutant]] = {}
    for each in cells:
        by_file.setdefault(each.file, []).append(each)
    found: list[Mutant] = []
    taken: set[tuple[str, str, int]] = set()
    while len(found) < number and (code or by_file):
        if code and (not by_file or rng.randrange(DATA_SHARE)):
            mutant = code.pop()
        else:
            file = by_file[rng.choice(sorted(by_file))]
            mutant = file.pop(rng.randrange(len(file)))
            by_file = {name: left for name, left in by_file.items() if left}
        where = mutant.file, mutant.place, mutant.line
        if where not in taken:
            taken.add(where)
            found.append(mutant)
    return found


# --- code

COMPARED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
RECKONED: dict[type[ast.operator], str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.FloorDiv: "*",
    ast.BitOr: "&",
    ast.BitAnd: "|",
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}


def code_mutants(file: Path, home: Path) -> Iterator[Mutant]:
    """The changes to the functions of a file that cite rules."""
    text = file.read_text(encoding="utf-8")
    starts = line_starts(text)
    name = file.relative_to(home).as_posix()
    for place, function in citing(ast.parse(text)):
        for node, now in changes_in(function):
            start = starts[node.lineno - 1] + columns(text, starts, node.lineno, node.col_offset)
            end_line = node.end_lineno or node.lineno
            end = starts[end_line - 1] + columns(text, starts, end_line, node.end_col_offset or 0)
            yield Mutant(name, place, node.lineno, text[start:end], now, start, end)


def line_starts(text: str) -> list[int]:
    found = [0]
    for line in text.splitlines(keepends=True):
        found.append(found[-1] + len(line))
    return found


def columns(text: str, starts: list[int], line: int, offset: int) -> int:
    """A column counted in characters; the parser counts bytes."""
    whole = text[starts[line - 1] : starts[line]]
    return len(whole.encode()[:offset].decode())


def citing(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Functions and methods that cite a rule, or whose class does; kernels are compiled elsewhere."""
    for each in tree.body:
        if isinstance(each, ast.FunctionDef) and decorated(each, "rule"):
            yield each.name, each
        elif isinstance(each, ast.ClassDef):
            for method in each.body:
                if isinstance(method, ast.FunctionDef) and (
                    decorated(method, "rule") or decorated(each, "rule")
                ):
                    yield f"{each.name}.{method.name}", method


def decorated(node: ast.FunctionDef | ast.ClassDef, name: str) -> bool:
    return any(
        isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id == name
        for each in node.decorator_list
    )


def changes_in(function: ast.FunctionDef) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    for statement in function.body:
        for node in ast.walk(statement):
            yield from changes_of(node)


def changes_of(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """What may be put in the place of a node."""
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARED:
            yield node, f"({ast.unparse(left)} {COMPARED[type(op)]} {ast.unparse(right)})"
        case ast.BoolOp(op=op, values=values):
            other = " or " if isinstance(op, ast.And) else " and "
            yield node, f"({other.join(f'({ast.unparse(each)})' for each in values)})"
            for dropped in values:
                kept = [each for each in values if each is not dropped]
                same = " and " if isinstance(op, ast.And) else " or "
                yield node, f"({same.join(f'({ast.unparse(each)})' for each in kept)})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, f"({ast.unparse(operand)})"
        case ast.If(test=test) | ast.IfExp(test=test):
            yield test, "True"
            yield test, "False"
        case ast.comprehension(ifs=ifs):
            for test in ifs:
                yield test, "True"
        case ast.BinOp(left=left, op=op, right=right) if type(op) in RECKONED and not isinstance(
            left, ast.Constant | ast.JoinedStr
        ):
            yield node, f"({ast.unparse(left)} {RECKONED[type(op)]} {ast.unparse(right)})"
        case ast.Constant(value=bool() as value):
            yield node, str(not value)
        case ast.Constant(value=int() as value):
            yield node, str(value + 1)
        case ast.Call(func=ast.Name(id=name)) if name in CALLED:
            yield node.func, CALLED[name]
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            yield node, "pass"
        case ast.Return(value=ast.Call() | ast.Compare() | ast.BoolOp()):
            yield node, "return None"


# --- data


def data_mutants(file: Path, home: Path) -> Iterator[Mutant]:
    """The changes to the values of a data file."""
    if file.stem == "rules":
        return
    name = file.relative_to(home).as_posix()
    for key, value in leaves(tomllib.loads(file.read_text(encoding="utf-8"))):
        if PROSE & set(key) or (file.stem == "map" and key[0] in DRAWN):
            continue
        for now in other_values(value):
            yield Mutant(name, ".".join(map(str, key)), 0, repr(value)[:80], repr(now)[:80], key=key)


def leaves(value: Any, key: Key = ()) -> Iterator[tuple[Key, Any]]:
    if isinstance(value, dict):
        for name, each in value.items():
            yield from leaves(each, (*key, name))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from leaves(each, (*key, number))
    else:
        yield key, value


def other_values(value: object) -> list[Any]:
    """A number one off, a switch turned, a word of a list left out, a digit of a code changed."""
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1]
        case str() if len(words := value.split()) > 1:
            middle = len(words) // 2
            return [" ".join(words[:middle] + words[middle + 1 :])]
        case str():
            for place, letter in enumerate(value):
                if letter.isdigit():
                    return [value[:place] + str((int(letter) + 1) % 10) + value[place + 1 :]]
    return []


# --- breaking


def break_code(mutant: Mutant, home: Path) -> None:
    """From now on this process reads the changed text instead of the file."""
    file = str(home / mutant.file)
    text = Path(file).read_text(encoding="utf-8")
    changed = (text[: mutant.start] + mutant.now + text[mutant.end :]).encode()
    loader: Any = importlib.machinery.SourceFileLoader
    read, stat = loader.get_data, loader.path_stats

    def get_data(self: Any, path: str) -> bytes:
        return changed if str(path) == file else read(self, path)

    def path_stats(self: Any, path: str) -> Any:
        if str(path) == file:
            raise OSError("a changed file is never compiled beforehand")
        return stat(self, path)

    loader.get_data = get_data
    loader.path_stats = path_stats


def break_data(mutant: Mutant, game: str) -> None:
    """From now on this process reads the file with one value changed."""
    wanted = f"{game}/{mutant.file}"
    parsed = data.parsed

    def changed(text: str, file: str) -> dict[str, Any]:
        tables = parsed(text, file)
        if file == wanted:
            *way, last = mutant.key
            at: Any = tables
            for step in way:
                at = at[step]
            at[last] = other_values(at[last])[0]
        return tables

    data.parsed = changed


# --- tests


class Plan:
    """A pytest plugin: these tests and no others, in this order."""

    def __init__(self, order: Sequence[str]) -> None:
        self.rank = {test: number for number, test in enumerate(order)}

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = sorted(
            (item for item in items if item.nodeid in self.rank), key=lambda item: self.rank[item.nodeid]
        )


class Tracker:
    """A pytest plugin: which lines of the game each test ran through, and how long it took."""

    def __init__(self, home: Path) -> None:
        self.home = f"{home}{os.sep}"
        self.trail = Trail({}, {})
        self.lines: dict[str, set[int]] = {}

    def pytest_runtest_logreport(self, report: Any) -> None:
        spent = self.trail.tests.get(report.nodeid, 0.0)
        self.trail.tests[report.nodeid] = spent + report.duration
        if report.failed:
            self.trail.failed.append(report.nodeid)

    def pytest_runtest_logstart(self, nodeid: str, location: object) -> None:
        self.lines = {}
        sys.settrace(self.enter)

    def pytest_runtest_logfinish(self, nodeid: str, location: object) -> None:
        sys.settrace(None)
        self.trail.lines[nodeid] = {file: sorted(lines) for file, lines in self.lines.items()}

    def enter(self, frame: FrameType, event: str, argument: object) -> None:
        """Called at every call; functions are enough to choose tests by, and much cheaper than lines."""
        code = frame.f_code
        if code.co_filename.startswith(self.home):
            self.lines.setdefault(code.co_filename.removeprefix(self.home), set()).add(code.co_firstlineno)


def in_child(work: Callable[[], int], seconds: float) -> int | None:
    """Do something in a process of its own, silently; its exit code, or None if it took too long."""
    child = os.fork()
    if child == 0:
        code = 70
        try:
            os.setpgrp()
            quiet = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(quiet, stream)
            code = work()
        finally:
            os._exit(code)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def run_tests(files: Sequence[str], *plugins: object, stop: bool) -> int:
    arguments = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly", *files]
    return int(
        importlib.import_module("pytest").main([*(["-x"] if stop else []), *arguments], plugins=list(plugins))
    )


def trails(game: str, tests: Path, say: Callable[[str], None]) -> dict[str, Trail]:
    """What each file of the game's tests runs through, measured anew where something changed."""
    home = PACKAGE / "games" / game
    kept = Path("build/mutate")
    kept.mkdir(parents=True, exist_ok=True)
    shared = [file for file in sorted(tests.rglob("*.py")) if not file.name.startswith("test_")]
    source = digest([*sorted(home.rglob("*.py")), *sorted(home.rglob("*.toml")), *shared])
    found = {}
    for file in sorted(tests.rglob("test_*.py")):
        note = kept / f"{game}-{digest([file])}-{source}.json"
        if not note.is_file():
            say(f"measuring {file}")
            for old in kept.glob(f"{game}-{digest([file])}-*.json"):
                old.unlink()
            in_child(partial(measure, str(file), home, note), 3600)
        found[str(file)] = msgspec.json.decode(note.read_bytes(), type=Trail)
    return found


def measure(file: str, home: Path, note: Path) -> int:
    tracker = Tracker(home)
    run_tests([file], tracker, stop=False)
    note.write_bytes(msgspec.json.encode(tracker.trail))
    return 0


def digest(files: Sequence[Path]) -> str:
    found = sha256()
    for file in files:
        found.update(file.as_posix().encode())
        found.update(file.read_bytes())
    return found.hexdigest()[:16]


def order_for(mutant: Mutant, found: Mapping[str, Trail], home: Path, patience: float) -> list[str]:
    """The tests that may notice, the likeliest first: all that run through it, of the rest as many as the
    patience allows."""
    through = firsts(mutant, home)
    ranked = []
    for trail in found.values():
        for test, seconds in trail.tests.items():
            if test in trail.failed:
                continue
            touched = trail.lines.get(test, {}).get(mutant.file, [])
            ranked.append((not (through & set(touched)) and not is_pin(mutant, test), seconds, test))
    chosen, spent = [], 0.0
    for far, seconds, test in sorted(ranked):
        if spent < patience or not far:
            chosen.append(test)
            spent += seconds if far else 0.0
    return chosen


def is_pin(mutant: Mutant, test: str) -> bool:
    """Tables are held by their own tests."""
    return bool(mutant.key) and ("pin" in test or "table" in test)


def firsts(mutant: Mutant, home: Path) -> set[int]:
    """The first lines (of the decorators, as the interpreter counts) of the functions around a change."""
    if mutant.key:
        return set()
    found = set()
    for node in ast.walk(ast.parse((home / mutant.file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.lineno <= mutant.line <= (node.end_lineno or 0):
            found.add(min([node.lineno, *(each.lineno for each in node.decorator_list)]))
    return found


# --- the run


def survives(mutant: Mutant, game: str, found: Mapping[str, Trail], patience: float) -> bool:
    home = PACKAGE / "games" / game
    order = order_for(mutant, found, home, patience)
    files = list(dict.fromkeys(test.partition("::")[0] for test in order))

    def broken() -> int:
        if mutant.key:
            break_data(mutant, game)
        else:
            break_code(mutant, home)
        return run_tests(files, Plan(order), stop=True)

    code = in_child(broken, patience * HANGS)
    if code not in {0, *NOTICED}:
        raise RuntimeError(f"the tests could not be run ({code}): {described(mutant)}")
    return code == 0


def mutate(
    game: str,
    number: int,
    seed: int,
    tests: Path,
    patience: float = PATIENCE,
    say: Callable[[str], None] = lambda text: None,
) -> Report:
    """Break a game so many times and see what its tests notice."""
    started = time.monotonic()
    report = Report(game, seed)
    folder = tests / "games" / game
    for heavy in HEAVY:
        importlib.import_module(heavy)
    found = trails(game, folder, say)
    known = equivalents(folder)
    for mutant in chosen(game, number, seed):
        if (mutant.file, mutant.place, mutant.was, mutant.now) in known:
            report.equivalent += 1
            continue
        report.mutants += 1
        survived = survives(mutant, game, found, patience)
        if survived:
            report.survivors.append(mutant)
        else:
            report.killed += 1
        fate = "SURVIVES" if survived else "killed"
        say(f"{report.killed}/{report.mutants} {fate}: {described(mutant)}")
    report.seconds = round(time.monotonic() - started, 1)
    return report


def equivalents(folder: Path) -> set[tuple[str, str, str, str]]:
    file = folder / "equivalent.toml"
    if not file.is_file():
        return set()
    listed = msgspec.toml.decode(file.read_bytes(), type=Equivalents)
    return {(each.file, each.place, each.was, each.now) for each in listed.equivalent}


def described(mutant: Mutant) -> str:
    was, now = (" ".join(text.split()) for text in (mutant.was, mutant.now))
    return f"{mutant.file}:{mutant.line or ''} {mutant.place}: {was} -> {now}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bridgehead.testing.mutate", description=__doc__)
    parser.add_argument("game", choices=sorted(each.parent.name for each in PACKAGE.glob("games/*/data")))
    parser.add_argument("--mutants", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", type=Path, default=Path("tests"), help="the folder of the tests")
    parser.add_argument("--patience", type=float, default=PATIENCE, help="seconds of tests a mutant")
    parser.add_argument("--json", action="store_true", help="the report as JSON")
    parser.add_argument("--list", action="store_true", help="only say what would be broken")
    given = parser.parse_args(arguments)
    if given.list:
        for mutant in chosen(given.game, given.mutants, given.seed):
            tell(described(mutant))
        return 0
    if not (given.tests / "games" / given.game).is_dir():
        parser.error(f"{given.tests} has no games/{given.game}: run it where the tests are, or say --tests")
    report = mutate(
        given.game, given.mutants, given.seed, given.tests, given.patience, partial(tell, to=sys.stderr)
    )
    if given.json:
        tell(msgspec.json.format(msgspec.json.encode(report)).decode())
    else:
        tell(f"{report.game}: {report.killed} of {report.mutants} killed, {report.equivalent} equivalent")
        for mutant in report.survivors:
            tell(f"survives: {described(mutant)}")
    return 0


def tell(text: str, to: TextIO | None = None) -> None:
    to = to or sys.stdout
    to.write(f"{text}\n")
    to.flush()


if __name__ == "__main__":
    sys.exit(main())
