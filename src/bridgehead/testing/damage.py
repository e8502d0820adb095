"""Breaking files on purpose, by seed: a value, a key, an element of what a file holds, or its bytes.

It knows what files are made of (tables, lists, numbers, names), so that most of what it breaks is still
read as far as the rules: a unit gone, a hex of the sea, a strength of 0, a name from another line.
"""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any, TypeAlias

import msgspec

Tree: TypeAlias = Any
"""What JSON or TOML holds: tables, lists, numbers, text."""
Step: TypeAlias = str | int
NUMBERS = (0, -1, 1, 2, 99, 255, 256, 9999, 10**6, 2**31, 2**63 - 1, -(2**63))
ODD: tuple[Tree, ...] = (None, True, 1.5, "", "x", [], {}, [[]], {"type": "Done"}, "\x00", "ż" * 50, 10**30)
DEEP = 4000
"""How deep a list of lists is that was never meant."""


class Damage:
    """A hand that breaks things, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.lots = Random(seed)

    def hurt(self, whole: Tree, times: int = 1) -> tuple[Tree, str]:
        """A copy with something broken in it, and what."""
        whole = deepcopy(whole)
        done = []
        for _ in range(times):
            places = list(places_in(whole))
            if not places:
                break
            done.append(self.hurt_at(whole, *self.lots.choice(places)))
        return whole, "; ".join(done)

    def hurt_at(self, whole: Tree, path: tuple[Step, ...], home: Tree, step: Step) -> str:
        """Break what a table or a list holds at one place."""
        was = home[step]
        ways = [self.other, self.lose, self.twice, self.stranger, self.odd]
        if isinstance(was, int | float) and not isinstance(was, bool):
            ways += [self.number] * 4
        self.lots.choice(ways)(whole, home, step)
        there = step in home if isinstance(home, dict) else int(step) < len(home)
        now = home[step] if there else "gone"
        return f"{'.'.join(map(str, path))}: {shortly(was)} -> {shortly(now)}"

    def number(self, whole: Tree, home: Tree, step: Step) -> None:
        """Another number, near or absurd."""
        was = home[step]
        home[step] = self.lots.choice((*NUMBERS, was + 1, was - 1, -was))

    def other(self, whole: Tree, home: Tree, step: Step) -> None:
        """A value of the same kind from elsewhere in the file."""
        alike = [there[at] for _, there, at in places_in(whole) if type(there[at]) is type(home[step])]
        home[step] = deepcopy(self.lots.choice(alike))

    def stranger(self, whole: Tree, home: Tree, step: Step) -> None:
        """Any value from elsewhere in the file."""
        _, there, at = self.lots.choice(list(places_in(whole)))
        home[step] = deepcopy(there[at])

    def lose(self, whole: Tree, home: Tree, step: Step) -> None:
        del home[step]

    def twice(self, whole: Tree, home: Tree, step: Step) -> None:
        """An element twice; a key under another name."""
        if isinstance(step, int):
            home.insert(self.lots.randrange(len(home) + 1), deepcopy(home[step]))
        else:
            home[self.lots.choice(("x", "", *map(str, home)))] = home.pop(step)

    def odd(self, whole: Tree, home: Tree, step: Step) -> None:
        """Something of another kind."""
        home[step] = deepcopy(self.lots.choice(ODD))

    def scratch(self, text: bytes) -> tuple[bytes, str]:
        """Bytes lost, changed or repeated."""
        at = self.lots.randrange(max(len(text), 1))
        end = min(len(text), at + self.lots.choice((1, 2, 40)))
        match self.lots.randrange(5):
            case 0:
                return text[:at], f"cut short at {at}"
            case 1:
                return text[:at] + text[end:], f"bytes {at} to {end} lost"
            case 2:
                return text[:at] + text[at:end] * 2 + text[end:], f"bytes {at} to {end} twice"
            case 3:
                return text[:at] + self.lots.randbytes(end - at) + text[end:], f"bytes {at} to {end} changed"
        return text[:at] + b"[" * DEEP + text[end:], f"{DEEP} brackets at {at}"


def places_in(tree: Tree, path: tuple[Step, ...] = ()) -> list[tuple[tuple[Step, ...], Tree, Step]]:
    """Every place in a tree: the way to it, the table or list that holds it, and its key there."""
    found: list[tuple[tuple[Step, ...], Tree, Step]] = []
    inside = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for step, value in inside:
        found.append(((*path, step), tree, step))
        found.extend(places_in(value, (*path, step)))
    return found


def shortly(value: Tree) -> str:
    text = msgspec.json.encode(value).decode() if not isinstance(value, int) else str(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def toml(tree: dict[str, Tree]) -> str:
    """Tables as TOML, the inner ones on a line each: for programs, not for people."""
    return "".join(f"{quoted(key)} = {inline(value)}\n" for key, value in tree.items())


def inline(value: Tree) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(key)} = {inline(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return quoted(value) if isinstance(value, str) else str(value)


def quoted(text: str) -> str:
    """A string of TOML; JSON writes it the same way but for DEL."""
    return msgspec.json.encode(text).decode().replace("\x7f", "\\u007f")
