"""Dials: single values of a game's data files, named by a path and turned by writing an overlay.

A path is `tables.toml:barrage.reach`: a file, then keys. A key with dots stands in quotation marks
(`crt.column."1.5:1"`), `*` and `?` match several keys (`unit.ge_*.ma`), `[2]` is an element of a list,
and a path that ends in `!` may name a key our file leaves out. A value is put there as it is; a text such as
`+1`, `-2` or `*1.5` changes the number that is there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from importlib import resources
from pathlib import Path
from typing import TypeVar

from bridgehead.core.data import DataError, merged, parsed
from bridgehead.core.play import BadSetup

KEY = re.compile(r'"([^"]*)"|\[(\d+)\]|([^.\[\]"]+)')
CHANGE = re.compile(r"^([+*-])(\d+(?:\.\d+)?)$")
SPAN = re.compile(r"^(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)(?:/(\d+(?:\.\d+)?))?$")
BARE = re.compile(r"^[A-Za-z0-9_-]+$")

Keys = tuple[str | int, ...]
S = TypeVar("S")


def values(given: str | list[S]) -> Sequence[S | int | float | str]:
    """The settings of a dial: a list, `1,2,5`, or a span `-2..2` (by steps: `0..1/0.25`)."""
    if isinstance(given, list):
        return given
    span = SPAN.match(given.strip())
    if span is None:
        return [number_or_text(each.strip()) for each in given.split(",")]
    low, high, step = (number_or_text(each or "1") for each in span.groups())
    if isinstance(low, str) or isinstance(high, str) or isinstance(step, str) or high < low or not step:
        raise BadSetup(f"a dial cannot go over {given!r}: write the smaller end first, as -2..2 or 0..1/0.25")
    count = int((high - low) / step + 1e-9) + 1
    return [low + step * at if isinstance(step, int) else round(low + step * at, 9) for at in range(count)]


def number_or_text(text: str) -> int | float | str:
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    return float(text) if re.fullmatch(r"-?\d+\.\d+", text) else text


class New(str):
    """A key that need not be there."""


def short(path: str) -> str:
    """The last words of a path, for tables and axes."""
    keys = split(path)[1]
    return ".".join(str(key) for key in keys[-2:])


def split(path: str) -> tuple[str, Keys]:
    """The file and the keys a path names."""
    file, colon, rest = path.partition(":")
    file = file.removesuffix(".toml")
    found = KEY.findall(rest.removesuffix("!"))
    keys: Keys = tuple(int(index) if index else quoted or plain for quoted, index, plain in found)
    if rest.endswith("!") and keys:
        keys = (*keys[:-1], New(keys[-1]))
    if not colon or not file or not keys:
        raise BadSetup(f"a dial is written FILE:KEY.KEY, as tables.toml:barrage.reach, not {path!r}")
    return file, keys


def overlay(package: str, folder: Path | None, turned: Mapping[str, object]) -> dict[str, str]:
    """The data files of a variant: those of a folder, with dials turned in them."""
    game = package.rpartition(".")[2]
    home = folder / game if folder is not None else None
    theirs: dict[str, dict[str, object]] = {}
    if home is not None and home.is_dir():
        for each in sorted(home.glob("*.toml")):
            theirs[each.stem] = parsed(each.read_text(encoding="utf-8"), str(each))
    elif folder is not None:
        raise DataError(str(folder), "", f"holds no folder {game}")
    for path, value in turned.items():
        file, keys = split(path)
        ours = resources.files(package) / "data" / f"{file}.toml"
        if not ours.is_file():
            raise DataError(f"{file}.toml", "", f"is not a data file of {game}")
        text = ours.read_text(encoding="utf-8")
        both = merged(parsed(text, f"{file}.toml"), theirs.get(file, {}))
        theirs[file] = merged(theirs.get(file, {}), changes(f"{file}.toml", both, keys, value))
    return {f"{file}.toml": toml(tables) for file, tables in theirs.items()}


def reading(package: str, path: str) -> list[object]:
    """The values a path names in our own files."""
    file, keys = split(path)
    ours = resources.files(package) / "data" / f"{file}.toml"
    if not ours.is_file():
        raise DataError(f"{file}.toml", "", "is not a data file of this game")
    tables = parsed(ours.read_text(encoding="utf-8"), f"{file}.toml")
    return [value for _, value in places(f"{file}.toml", tables, keys)]


def changes(file: str, tables: dict[str, object], keys: Keys, value: object) -> dict[str, object]:
    """The tables that put a value where keys lead: whole lists, single keys."""
    found: dict[str, object] = {}
    for where, old in places(file, tables, keys):
        new = turned_to(file, where, old, value)
        depth = next((at for at, key in enumerate(where) if isinstance(key, int)), len(where))
        if depth < len(where):
            whole = within(merged(tables, found), where[:depth])
            new = with_element(whole, where[depth:], new)
        for key in reversed(where[:depth]):
            new = {key: new}
        assert isinstance(new, dict)
        found = merged(found, new)
    return found


def places(file: str, tables: object, keys: Keys) -> list[tuple[Keys, object]]:
    """Everything keys lead to, in the order of the file. After a pattern, dead ends are passed over."""
    found: list[tuple[Keys, object]] = [((), tables)]
    loose = False
    for key in keys:
        further: list[tuple[Keys, object]] = []
        for where, value in found:
            matching = keys_matching(value, key)
            if not matching and not loose:
                raise DataError(file, dotted((*where, key)), not_there(value))
            further.extend(((*where, each), entry(value, each)) for each in matching)
        loose = loose or (isinstance(key, str) and ("*" in key or "?" in key))
        found = further
    if not found:
        raise DataError(file, dotted(keys), "leads nowhere")
    return found


def keys_matching(value: object, key: str | int) -> list[str | int]:
    """The keys or the index of a value that a key of a path means."""
    if isinstance(key, int):
        return [key] if isinstance(value, list) and key < len(value) else []
    there = list(value) if isinstance(value, dict) else []
    if isinstance(key, New) and isinstance(value, dict):
        return [str(key)]
    return [key] if key in there else [each for each in there if fnmatchcase(each, key)]


def entry(value: object, key: str | int) -> object:
    if isinstance(value, dict):
        return value.get(key)
    assert isinstance(value, list)
    assert isinstance(key, int)
    return value[key]


def not_there(value: object) -> str:
    if isinstance(value, list):
        return f"is not there; the list has {len(value)} elements"
    known = ", ".join(list(value)[:12]) if isinstance(value, dict) else ""
    return f"is not there; there is {known or 'nothing'}"


def turned_to(file: str, where: Keys, old: object, value: object) -> object:
    """The new value: as given, or the old number changed."""
    change = CHANGE.match(value) if isinstance(value, str) else None
    if change is not None and isinstance(old, (int, float)) and not isinstance(old, bool):
        sign, amount = change[1], float(change[2])
        new = old * amount if sign == "*" else old + amount if sign == "+" else old - amount
        return round(new) if isinstance(old, int) else new
    kinds = (int, float) if isinstance(old, float) else (type(old),)
    if old is not None and not isinstance(value, kinds):
        raise DataError(file, dotted(where), f"holds {old!r}; {value!r} does not fit there")
    return value


def within(tables: object, where: Keys) -> object:
    for key in where:
        tables = entry(tables, key)
    return tables


def with_element(whole: object, where: Keys, new: object) -> object:
    """A list (or what is in it) with one element changed."""
    if not where:
        return new
    key, changed = where[0], with_element(entry(whole, where[0]), where[1:], new)
    if isinstance(whole, dict):
        return {**whole, key: changed}
    assert isinstance(whole, list)
    return [changed if at == key else each for at, each in enumerate(whole)]


def dotted(where: Keys) -> str:
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in where).removeprefix(".")


def toml(tables: Mapping[str, object], above: tuple[str, ...] = ()) -> str:
    """Tables as TOML text."""
    plain = [
        f"{key_text(key)} = {value_text(value)}"
        for key, value in tables.items()
        if not isinstance(value, dict)
    ]
    parts = ["\n".join(plain) + "\n"] if plain else []
    if plain and above:
        parts.insert(0, f"[{'.'.join(key_text(key) for key in above)}]\n")
    parts.extend(toml(value, (*above, key)) for key, value in tables.items() if isinstance(value, dict))
    return "".join(parts)


def key_text(key: str) -> str:
    return key if BARE.match(key) else json.dumps(key, ensure_ascii=False)


def value_text(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key_text(k)} = {value_text(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(value_text(each) for each in value) + "]"
    return json.dumps(value, ensure_ascii=False)
