"""What somebody who knows one game must learn anew for its sister."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from bridgehead.games import GAMES


class Subject(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One subject in the first game and in the second."""

    subject: str
    rules: tuple[str, str]
    words: tuple[str, str]


class Common(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What holds in both."""

    words: str
    rules: tuple[str, str]


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two games compared."""

    games: tuple[str, str]
    difference: tuple[Subject, ...]
    same: tuple[Common, ...]


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """How something is here and how it was there."""

    subject: str
    here: str
    there: str
    rule: str
    other_rule: str


class Relation(msgspec.Struct, frozen=True, kw_only=True):
    """A game compared with its sister."""

    game: str
    title: str
    """The sister's."""
    differences: tuple[Difference, ...]
    same: tuple[str, ...]


@cache
def pairs() -> tuple[Pair, ...]:
    text = files(__package__).joinpath("family.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)["pair"], tuple[Pair, ...])


def relations(game: str) -> tuple[Relation, ...]:
    """A game seen by those who know its sisters."""
    return tuple(seen_from(pair, pair.games.index(game)) for pair in pairs() if game in pair.games)


def seen_from(pair: Pair, here: int) -> Relation:
    there = 1 - here
    return Relation(
        game=pair.games[there],
        title=GAMES[pair.games[there]],
        differences=tuple(
            Difference(
                subject=each.subject,
                here=each.words[here],
                there=each.words[there],
                rule=each.rules[here],
                other_rule=each.rules[there],
            )
            for each in pair.difference
        ),
        same=tuple(f"{each.words} ({each.rules[here]})" for each in pair.same),
    )
