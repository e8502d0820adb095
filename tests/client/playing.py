"""Matches to begin with: new ones, and records of games played up to a point."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from bridgehead.core.match import Match
from bridgehead.core.play import decision, options
from bridgehead.games import load_game
from tests.client.conftest import GAME
from tests.client.table import Json, post

SCENARIO = "kustrin"


def new_match(address: str, stacks: str = "open", aloud: bool | None = None, **seats: Json) -> Json:
    """A new match; sides not named are played here. With closed stacks the game keeps secrets."""
    match: Json = {"game": GAME, "scenario": SCENARIO, "options": {"stacks": stacks}, "seats": seats}
    match |= {"seed": "11", "aloud": aloud}
    made: Json = post(address, "/api/matches", match)
    return made


def played(seed: int, until: Callable[[Any], bool], most: int = 3000) -> str:
    """The record of a game played at random until something is so."""
    return played_on(Match(load_game(GAME), SCENARIO, seed, stacks="open"), seed, until, most)


def played_on(match: Match[Any], seed: int, until: Callable[[Any], bool], most: int = 3000) -> str:
    chance = random.Random(seed)
    for _ in range(most):
        if until(match.now):
            return match.record()
        match.play(chance.choice(options(match.now)))
    raise AssertionError("it never came to that")


def moving(s: Any) -> bool:
    """Somebody moves units, with a good many to choose from."""
    return type(decision(s)).__name__ == "MovementPhase" and len(options(s)) > 8


def attacking(s: Any) -> bool:
    """Attackers are being chosen, and there is one to add."""
    return (
        type(decision(s)).__name__ == "PlanAttack"
        and decision(s).forecast(s) is not None
        and any(type(action).__name__ == "Pick" for action in options(s))
    )


def idling(s: Any) -> bool:
    """A phase could be ended with something left undone."""
    return bool(decision(s).reminders(s)) and any(type(action).__name__ == "Done" for action in options(s))


def from_record(address: str, record: str, **seats: Json) -> Json:
    made: Json = post(address, "/api/records", {"record": record, "seats": seats})
    return made
