"""What every game promises at every position. Tests and `bridgehead fuzz` both check it here."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from bridgehead.core.actions import Action
from bridgehead.core.codec import action_from, actions_of, load, rebuild_ledger, save
from bridgehead.core.match import Match
from bridgehead.core.outcomes import outcomes
from bridgehead.core.play import (
    deciding,
    decision,
    determinize,
    options,
    push,
    replay,
    setup,
    view,
    why_not,
)
from bridgehead.core.secrecy import heard, hidden_from
from bridgehead.core.values import Side
from bridgehead.core.words import line, prompt, say
from bridgehead.toolkit.wargame import WarState as State

MOST_BRANCHES = 4000
"""Outcomes of one action that are counted; beyond this the sum is not checked."""


class BrokenContract(AssertionError):
    """A game broke a promise."""


def hold(condition: bool, promise: str, about: object = "") -> None:
    if not condition:
        raise BrokenContract(f"{promise} {about}".strip())


def check_options(s: State) -> None:
    """Options are there, differ from one another, are legal, and can be said and sent."""
    offered = options(s)
    hold(bool(offered), "options are never empty", s.flow[-1])
    hold(len({msgspec.json.encode(each) for each in offered}) == len(offered), "options differ", offered)
    for action in offered:
        hold(why_not(s, action) is None, "an option is legal", action)
        hold(bool(say(s.game, action)), "an option has words", action)
    sent = offered[s.seed % len(offered)]
    hold(action_from(msgspec.json.encode(sent), s.game) == sent, "an action survives JSON", sent)
    hold(bool(prompt(s.game, decision(s))), "a decision has a prompt")


def check_refusals(s: State, others: list[Action]) -> None:
    """What is not offered is refused with a reason, whatever is asked."""
    offered = options(s)
    for action in others:
        no = why_not(s, action)
        hold((no is None) == (action in offered), "a refusal agrees with the options", action)
        hold(no is None or bool(no.because), "a refusal has a reason", action)
        hold(no is None or not no.rule or no.rule in s.game.rules, "a refusal cites a known rule", no)


def check_help(s: State) -> None:
    """Route, forecast and reminders answer for every decision."""
    now = decision(s)
    for action in islice(options(s), 12):
        way = now.route(s, action)
        hold(way is None or bool(way.hexes), "a route has hexes", action)
    shown = now.forecast(s)
    if shown is not None:
        for modifier in shown.modifiers:
            hold(modifier.rule in s.game.rules, "a modifier cites a known rule", modifier)
        hold(shown.commit is None or shown.commit in options(s), "a forecast commits a legal action", shown)
    now.reminders(s)


def check_clone(s: State, action: Action) -> None:
    """A clone played on leaves the original as it was."""
    before = save(s)
    twin = s.clone()
    push(twin, action)
    hold(save(s) == before, "a clone is isolated", action)


def check_save(s: State) -> None:
    """A saved position loads as the same, and its ledger can be rebuilt."""
    again = load(save(s), s.game)
    hold(again.same_as(s), "save and load are equal")
    hold(again.ledger == s.ledger, "the ledger agrees with the units", ledger_difference(s))


def ledger_difference(s: State) -> str:
    twin = s.clone()
    rebuild_ledger(twin)
    for name, kept in s.ledger.items():
        for hex, (was, should) in enumerate(zip(kept, twin.ledger[name], strict=True)):
            if was != should:
                return f"{name} at {hex:04d} is {was}, should be {should}"
    return ""


def check_stacks(s: State) -> None:
    standing = sorted((unit.hex, unit.id) for unit in s.units.values() if unit.hex)
    stacked = sorted((hex, id) for hex, ids in s.stacks.items() for id in ids)
    hold(standing == stacked, "stacks agree with units", set(standing) ^ set(stacked))
    hold(all(hex in s.game.board for hex, _ in standing), "units stand on the map")


def sides_of(s: State) -> tuple[Side, ...]:
    sides: tuple[Side, ...] = s.game.scenarios[s.scenario].sides or s.game.sides
    return sides


def check_views(s: State, seed: int) -> None:
    """A side cannot tell a determinized position from the true one, and sees no secret."""
    own = {side: view(s, side) for side in (*sides_of(s), None)}
    for side in sides_of(s):
        guess = determinize(s, side, seed)
        hold(view(guess, side) == own[side], "a determinized position looks the same", side)
        again = determinize(determinize(s, side, seed ^ 1), side, seed)
        hold(again.same_as(guess), "a determinized position does not depend on what is hidden", side)
        check_stacks(guess)
        if deciding(s) == side:
            hold(options(guess) == options(s), "a determinized position offers the same", side)
    for viewer, seen in own.items():
        text = msgspec.json.encode(seen).decode()
        known = {unit["id"] for unit in seen.units}
        for owner, theirs in own.items():
            secret = {u["id"] for u in theirs.units if u["side"] == owner and owner != viewer} - known
            for unit in secret:
                hold(f'"{unit}"' not in text, "a view holds no secret", (viewer, unit))


def check_told(before: State, after: State) -> None:
    """Events cite and speak; none told to a side names a unit it could see neither before nor after."""
    for told in after.log:
        hold(not told.rule or told.rule in after.game.rules, "an event cites a known rule", told)
        hold(bool(line(after.game, told)), "an event has words", told)
    for side in (*sides_of(after), None):
        secret = hidden_from(before, side) & hidden_from(after, side)
        for told in heard(after.log, side, before, after):
            words = set(strings_in(json.loads(msgspec.json.encode(told.event))))
            hold(not words & secret, "an event tells no secret", (side, told))
            hold(bool(line(after.game, told)), "an event heard by a side has words", told)


def strings_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from strings_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings_in(each)


def check_outcomes(s: State, action: Action) -> None:
    """The chances of what may follow sum to one."""
    total = 0.0
    for count, (chance, _, _) in enumerate(outcomes(s, action)):
        if count > MOST_BRANCHES:
            return
        total += chance
    hold(math.isclose(total, 1.0), "chances sum to one", (action, total))


def check_match(match: Match[Any]) -> None:
    """The same seed and actions give the same position."""
    start = setup(match.game, match.now.scenario, match.seed, **match.now.setting)
    hold(replay(start, match.actions).same_as(match.now), "a game replays bit for bit")


def check_faces(s: State) -> None:
    for unit in s.units.values():
        hold(bool(s.game.face(s.game, unit).symbol), "a unit has a face", unit.id)
        hold(unit.id in s.game.names, "a unit has a name", unit.id)


def check_position(s: State, action: Action, others: list[Action], seed: int) -> None:
    """All promises about one position and the action about to be taken in it."""
    check_options(s)
    check_refusals(s, others)
    check_help(s)
    check_stacks(s)
    check_save(s)
    check_clone(s, action)
    check_views(s, seed)
    check_outcomes(s, action)


def kinds_of_action(game: Any) -> tuple[type[Action], ...]:
    kinds: tuple[type[Action], ...] = actions_of(game.package).__args__
    return kinds
