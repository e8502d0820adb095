"""The mechanical rules of the house's English, held over every text a player reads.

    python -m bridgehead.testing.english [GAME]

Texts are found where they are written: sentences of values (`words`, `labels`), strings of the rules, judges,
server and command, and the data files. Words of the program (docstrings, names, keys) are not among them.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from bridgehead.games import GAMES

HOME = Path(__file__).parent.parent

SPELLING = (
    r"defence|armour|neighbour|\bcentre|organis|colour|honour|\bgrey|\bmetre|favour|motoris|cancelled|harbour"
    r"|recognis|realis|mobilis|\btowards\b|programme|artilleryman's"
)
SIDES = "German|Soviet|Russian|Polish|American"
ACTING = "attacks|moves|fires|draws|wins|loses|rolls|retreats|has|must|may"
GLOSSARY = (
    "overfull|lies? aside|cease fire|limbers? up|goes home|reckoned|onlookers?|as planned|careful plan"
    "|in being|2[KW]6|march(es)? by road|go(es)? by rail|creeps?|motz|harm's way|gains anything|overcrowds?"
)
FAULTS = {
    "American spelling": SPELLING,
    "50%, not 50 %": r"\d %|\} %(?!\w)",
    '"already" stands before its verb': r"\balready\.?$",
    '"per turn", not "a turn"': (
        r"\b(once|twice|times|one|two|three|\d+|points?|units?|hex(es)?|steps?) a (turn|phase|day|game)\b"
        r"|\{x\} (?!is)\w+ a (turn|phase|day|game|second)\b"
    ),
    "a plural that fits its number: {left:hex}": (
        r"(?<!all )(?<!\})\{\w+\} (hexes|units|steps|guns|turns|points|CELs|shots|dice|games|choices)\b"
    ),
    '"German player" acts, "German units" fight': rf"(^|[.:;] )({SIDES}|\{{side\}}) ({ACTING})\b",
    'no "action(s)"': r"\w\(s\)",
    '"you", "this unit"; never "one\'s own", "nobody"': r"\bone's own\b|\bnobody\b",
    "the house's glossary": rf"\b({GLOSSARY})\b",
    "a prompt does not repeat its button": r", or (end|cease|stop)\b",
}
"""What a text must not hold, by the rule it breaks."""
IN_GAMES = {
    "no words of the program": r"\b[a-z]+_[a-z0-9_]+\b",
    "no names of files": r"\b\w+\.(toml|py|json)\b",
    "no editor's notes": r"sister game|least[- ]squares|the text says|the rebuilt map",
}
"""What the rules and the words of a game must not hold besides."""
SHOWN = {
    "rules": ("title", "text", "reading", "reason"),
    "scenarios": ("title", "about", "length", "label", "name"),
    "tables": ("title", "about", "label", "name"),
}
"""Fields of data files that players read."""
OURS = ("hexes", "core", "toolkit", "bots", "server", "cli", "render", "notation")


class Text(msgspec.Struct, frozen=True):
    """A text a player reads."""

    room: str
    """The game, or the room of the house."""
    place: str
    said: str


class Fault(msgspec.Struct, frozen=True):
    text: Text
    rule: str
    found: str


def faults(texts: Iterable[Text]) -> list[Fault]:
    """The rules that texts break."""
    return [
        Fault(text, rule, found[0])
        for text in texts
        for rule, pattern in (FAULTS | IN_GAMES if text.room in GAMES else FAULTS).items()
        if (found := re.search(pattern, plain(text.said), re.IGNORECASE))
    ]


def plain(said: str) -> str:
    """A template whose fields are only told apart by what they are: a side, a counted number, the rest."""
    return re.sub(r"\{(?!side\})\w+\}", "{x}", re.sub(r"\{\w+:\w+\}", "{n}", said))


def texts(room: str) -> Iterator[Text]:
    """The texts of a game, or of the rest of the house."""
    if room not in GAMES:
        yield from of_code(room, HOME / room)
        return
    yield from of_code(room, HOME / "games" / room)
    yield from of_code(room, HOME / "bots" / "judges" / room)
    for name, keys in SHOWN.items():
        file = HOME / "games" / room / "data" / f"{name}.toml"
        yield from of_tables(room, name, tomllib.loads(file.read_text(encoding="utf-8")), keys)


def of_tables(room: str, place: str, value: Any, keys: tuple[str, ...]) -> Iterator[Text]:
    for key, each in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(each, str) and key in keys:
            yield Text(room, f"{place}.{key}", each)
        elif isinstance(each, dict | list):
            yield from of_tables(room, f"{place}.{key}", each, keys)


def of_code(room: str, folder: Path) -> Iterator[Text]:
    for file in sorted(folder.rglob("*.py")):
        if room == "bots" and "judges" in file.parts:
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        prose = docstrings(tree)
        for node in ast.walk(tree):
            said = sentence_of(node)
            if said and id(node) not in prose:
                yield Text(room, f"{file.relative_to(HOME)}:{getattr(node, 'lineno', 0)}", said)


def docstrings(tree: ast.AST) -> set[int]:
    """Strings that explain the code: those that stand alone, and the parts of f-strings."""
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    return alone | inside


def sentence_of(node: ast.AST) -> str:
    """A string of several words, the fields of an f-string shown as {}."""
    if isinstance(node, ast.JoinedStr):
        said = "".join(str(part.value) if isinstance(part, ast.Constant) else "{x}" for part in node.values)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        said = node.value
    else:
        return ""
    return said if len(re.findall(r"[A-Za-z]{2,}", said)) > 1 and " " in said else ""


def main(arguments: list[str]) -> int:
    found = [fault for room in arguments or [*GAMES, *OURS] for fault in faults(texts(room))]
    for fault in found:
        text = fault.text
        sys.stdout.write(f"{text.room} {text.place}: {fault.rule}: {fault.found!r} in {text.said[:120]!r}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
