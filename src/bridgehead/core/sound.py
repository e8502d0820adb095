"""Could a game have come to a position? Asked of what is read from a file, before the rules rely on it.

Rules take a sound position for granted. What a file holds beyond its types is looked at here: names that
name something, units that the scenario has, a flow in which somebody decides, and a first look through the
eyes of every side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, get_type_hints

from bridgehead.core.flow import Decision, Procedure
from bridgehead.core.play import BadSetup, options, setting_for, setup, view
from bridgehead.core.roles import hints_of, holds, picked
from bridgehead.core.state import AnyState, kept_fields, rebuild_ledger
from bridgehead.core.values import ChitId, Hex, Hexside, Side, UnitId

Fault = tuple[str, str]
"""Where a position is wrong, and what is wrong there."""


def first_fault(s: AnyState) -> Fault | None:
    """The first thing that no game could have come to; None if nothing is."""
    return next(faults(s), None)


def faults(s: AnyState) -> Iterator[Fault]:
    """What is wrong, the plain things first: each check relies on those before it."""
    yield from wrong_setting(s)
    start = setup(s.game, s.scenario, 0, **s.setting)
    yield from wrong_units(s, start)
    yield from wrong_stacks(s)
    yield from wrong_counts(s, start)
    yield from wrong_names(s)
    yield from wrong_flow(s)
    problem = trouble(s)
    if problem:
        yield "flow", problem


def wrong_setting(s: AnyState) -> Iterator[Fault]:
    try:
        setting_for(s.game, s.scenario, s.setting)
    except BadSetup as problem:
        yield "setting", str(problem)


def wrong_units(s: AnyState, start: AnyState) -> Iterator[Fault]:
    """The units of the scenario, no more and no fewer, each as its counter can be."""
    sides = {*s.game.sides, *(unit.side for unit in start.units.values())}
    for id in start.units.keys() ^ s.units.keys():
        yield f"units.{id}", "there is no such unit in this scenario" if id in s.units else "is missing"
    for name, unit in s.units.items():
        if name != unit.id:
            yield f"units.{name}", f"it holds {unit.id}"
        if unit.side not in sides:
            yield f"units.{name}.side", f"there is no side {unit.side!r}"
        if unit.hex and not s.game.has_hex(unit.hex):
            yield f"units.{name}.hex", f"there is no hex {s.game.printed(unit.hex)} on this map"
        if unit.hex and unit.box:
            yield f"units.{name}.box", "it is on the map and in a box"
        problem = s.game.wrong_with(unit)
        if problem:
            yield f"units.{name}", problem


def wrong_stacks(s: AnyState) -> Iterator[Fault]:
    standing = Counter((unit.hex, unit.id) for unit in s.units.values() if unit.hex)
    stacked = Counter((hex, id) for hex, ids in s.stacks.items() for id in ids)
    for hex, unit in standing - stacked:
        yield f"stacks.{hex}", f"units and stacks disagree about {unit}, which is not in it"
    for hex, unit in stacked - standing:
        yield f"stacks.{hex}", f"units and stacks disagree about {unit}, which is not there"
    for hex in (hex for hex, ids in s.stacks.items() if not ids):
        yield f"stacks.{hex}", "a stack of no units is listed"


def wrong_counts(s: AnyState, start: AnyState) -> Iterator[Fault]:
    last = s.game.scenarios[s.scenario].turns
    if not 0 <= s.turn <= last + 1:
        yield "turn", f"there is no turn {s.turn}; the last is {last}"
    for name in start.tracks.keys() - s.tracks.keys():
        yield "tracks", f"{name} is missing"


def wrong_names(s: AnyState) -> Iterator[Fault]:
    """Units, sides and hexes that a position names must be there."""
    hints = get_type_hints(type(s))
    for name in kept_fields(type(s)):
        if name not in ("units", "flow"):
            for problem in unknown(s, hints[name], getattr(s, name)):
                yield name, problem
    for at, frame in enumerate(s.flow):
        for field, hint in hints_of(type(frame)).items():
            for problem in unknown(s, hint, getattr(frame, field, None)):
                yield f"flow.{at}.{field}", problem


def sides_of(s: AnyState) -> set[Side]:
    """The game's own, those of its scenarios, and those that only units are of."""
    played = (side for scenario in s.game.scenarios.values() for side in scenario.sides)
    return {*s.game.sides, *played, *(unit.side for unit in s.units.values())}


def unknown(s: AnyState, hint: Any, value: Any) -> Iterator[str]:
    """What a value names that is not there. A field may name nothing, a list may not hold nothing."""
    if isinstance(value, tuple | frozenset) and "" in value and (holds(hint, UnitId) or holds(hint, ChitId)):
        yield "it lists a nameless thing"
    for unit in picked(hint, value, UnitId):
        if unit not in s.units:
            yield f"there is no unit {unit}"
    for side in picked(hint, value, Side):
        if side not in sides_of(s):
            yield f"there is no side {side!r}"
    ends = [hex for pair in picked(hint, value, Hexside) for hex in pair]
    for hex in (*picked(hint, value, Hex), *ends):
        if hex and not s.game.has_hex(hex):
            yield f"there is no hex {s.game.printed(hex)} on this map"
    for chit in picked(hint, value, ChitId):
        if not s.game.has_chit(chit):
            yield f"there is no chit {chit!r}"


def wrong_flow(s: AnyState) -> Iterator[Fault]:
    """Somebody decides, or the game is over; and everybody can look."""
    if bool(s.flow) == (s.ended is not None):
        yield "flow", "a game is over or somebody must decide"
    for at, frame in enumerate(s.flow):
        if isinstance(frame, Procedure) and not 0 <= frame.at <= len(type(frame).sequence):
            yield f"flow.{at}.at", f"{type(frame).__name__} has no part {frame.at}"
    for at, frame in enumerate(s.flow):
        known = s.flow[at - 1].__struct_fields__ if at else ()
        for field in set(frame.fills).difference(known):
            yield f"flow.{at}", f"{type(frame).__name__} lies on nothing that has `{field}`"
    sides = {*s.game.sides, *s.game.scenarios[s.scenario].sides}
    for at, frame in enumerate(s.flow):
        if isinstance(frame, Decision) and frame.side not in sides:
            yield f"flow.{at}.side", f"{frame.side!r} is no player's side"
    if s.flow and not isinstance(s.flow[-1], Decision):
        yield f"flow.{len(s.flow) - 1}", "it is no side's decision"


def trouble(s: AnyState) -> str:
    """What goes wrong when the ledger is filled, and at a first look at the whole and at what may be done."""
    try:
        rebuild_ledger(s)
        looked_at = s.clone()
        for side in (*s.game.sides, None):
            view(looked_at, side)
        options(looked_at)
        if s.flow:
            now = s.flow[-1]
            assert isinstance(now, Decision)
            if now.over(looked_at):
                return "there is nothing left to decide there"
            now.forecast(looked_at)
            now.reminders(looked_at)
    except Exception as problem:  # whatever the rules stumble over: no game could have come here
        return f"the rules cannot go on from here ({type(problem).__name__}: {problem})"
    return ""
