"""How even the scenarios are: what games between equal opponents came to (docs/balance.md)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from bridgehead.core.words import counted


class Balance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games between veterans, and the share of each side, by its name, in percent, a draw shared."""

    games: int
    shares: dict[str, int]


@cache
def balances() -> dict[str, dict[str, Balance]]:
    """By game and scenario."""
    text = files(__package__).joinpath("balance.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, dict[str, Balance]])


def balance_words(game: str, scenario: str) -> str:
    """A sentence for whoever chooses; empty for a scenario nobody has measured."""
    found = balances().get(game, {}).get(scenario)
    if found is None:
        return ""
    shares = ", ".join(f"{side} {share}%" for side, share in found.shares.items())
    return f"Between equal bots: {shares} ({counted(found.games, 'game')}, draws shared)."
