"""What every game promises at every position. Tests and `bridgehead fuzz` both check it here."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from itertools import islice

import msgspec

from bridgehead.core.actions import Action
from bridgehead.core.codec import action_from, all_subclasses, load, save
from bridgehead.core.events import Event
from bridgehead.core.flow import Decision
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
    standing_answer,
    view,
    why_not,
)
from bridgehead.core.roles import dice_in, fields_of, found_in, name_of_noun, noun_of
from bridgehead.core.secrecy import heard, hidden_from
from bridgehead.core.state import S, rebuild_ledger
from bridgehead.core.values import Die, Hex, Hexside, Side, UnitId, Value
from bridgehead.core.words import label, line, prompt
from bridgehead.toolkit.wargame import AnyWargame, WarState

CLICKABLE = (UnitId, Hex, Hexside)
MOST_BRANCHES = 4000
"""Outcomes of one action that are counted; beyond this the sum is not checked."""


class BrokenContract(AssertionError):
    """A game broke a promise."""


def require(condition: bool, promise: str, about: object = "") -> None:
    if not condition:
        raise BrokenContract(f"{promise} {about}".strip())


def check_standing_answer(s: WarState) -> None:
    """What a standing order answers is an option."""
    answer = standing_answer(s)
    require(answer is None or answer in options(s), "a standing order answers with an option", answer)


def check_options(s: WarState) -> None:
    """Options are there, differ from one another, are legal, and can be said and sent."""
    offered = options(s)
    require(bool(offered), "options are never empty", s.flow[-1])
    require(len({msgspec.json.encode(each) for each in offered}) == len(offered), "options differ", offered)
    for action in offered:
        require(why_not(s, action) is None, "an option is legal", action)
        require(bool(label(s.game, decision(s), action)), "an option has words", action)
    sent = offered[s.seed % len(offered)]
    require(action_from(msgspec.json.encode(sent), s.game) == sent, "an action survives JSON", sent)
    require(bool(prompt(s.game, decision(s))), "a decision has a prompt")


def check_refusals(s: WarState, others: list[Action]) -> None:
    """What is not offered is refused with a reason, whatever is asked."""
    offered = options(s)
    for action in others:
        no = why_not(s, action)
        require((no is None) == (action in offered), "a refusal agrees with the options", action)
        require(no is None or bool(no.because), "a refusal has a reason", action)
        require(no is None or not no.rule or no.rule in s.game.rules, "a refusal cites a known rule", no)


def check_help(s: WarState) -> None:
    """Route, forecast and reminders answer for every decision."""
    now = decision(s)
    for action in islice(options(s), 12):
        way = now.route(s, action)
        require(way is None or bool(way.hexes), "a route has hexes", action)
    shown = now.forecast(s)
    if shown is not None:
        for modifier in shown.modifiers:
            require(modifier.rule in s.game.rules, "a modifier cites a known rule", modifier)
        require(
            shown.commit is None or shown.commit in options(s), "a forecast commits a legal action", shown
        )
    now.reminders(s)


def check_clicks(s: WarState) -> None:
    """A click on whatever an option names means something."""
    now = decision(s)
    for action in options(s):
        verb = type(action)
        if noun_of(verb) in CLICKABLE:
            meant = now.click(s, getattr(action, name_of_noun(verb)))
            require(meant is not None, "a decision says what a click means", (type(now).__name__, action))


def check_clone(s: WarState, action: Action) -> None:
    """A clone played on leaves the original as it was."""
    before = save(s)
    twin = s.clone()
    push(twin, action)
    require(save(s) == before, "a clone is isolated", action)


def check_save(s: WarState) -> None:
    """A saved position loads as the same, and its ledger can be rebuilt."""
    again = load(save(s), s.game)
    require(again.same_as(s), "save and load are equal")
    require(again.ledger == s.ledger, "the ledger agrees with the units", ledger_difference(s))


def ledger_difference(s: WarState) -> str:
    twin = s.clone()
    rebuild_ledger(twin)
    for name, kept in s.ledger.items():
        for hex, (was, should) in enumerate(zip(kept, twin.ledger[name], strict=True)):
            if was != should:
                return f"{name} at {hex:04d} is {was}, should be {should}"
    return ""


def check_stacks(s: WarState) -> None:
    standing = sorted((unit.hex, unit.id) for unit in s.units.values() if unit.hex)
    stacked = sorted((hex, id) for hex, ids in s.stacks.items() for id in ids)
    require(standing == stacked, "stacks agree with units", set(standing) ^ set(stacked))
    require(all(hex in s.game.board for hex, _ in standing), "units stand on the map")


def sides_of(s: WarState) -> tuple[Side, ...]:
    sides: tuple[Side, ...] = s.game.scenarios[s.scenario].sides or s.game.sides
    return sides


def check_views(s: WarState, seed: int) -> None:
    """A side cannot tell a determinized position from the true one, and sees no secret."""
    own = {side: view(s, side) for side in (*sides_of(s), None)}
    for side in sides_of(s):
        guess = determinize(s, side, seed)
        require(view(guess, side) == own[side], "a determinized position looks the same", side)
        again = determinize(determinize(s, side, seed ^ 1), side, seed)
        require(again.same_as(guess), "a determinized position does not depend on what is hidden", side)
        check_stacks(guess)
        if deciding(s) == side:
            require(options(guess) == options(s), "a determinized position offers the same", side)
    for viewer, seen in own.items():
        text = msgspec.json.encode(seen).decode()
        known = {unit["id"] for unit in seen.units}
        for owner, theirs in own.items():
            secret = {u["id"] for u in theirs.units if u["side"] == owner and owner != viewer} - known
            for unit in secret:
                require(f'"{unit}"' not in text, "a view holds no secret", (viewer, unit))


def check_told(before: WarState, after: WarState) -> None:
    """Events cite and speak; none told to a side names a unit it could see neither before nor after."""
    check_chance(before, after)
    for told in after.log:
        require(not told.rule or told.rule in after.game.rules, "an event cites a known rule", told)
        require(bool(line(after.game, told)), "an event has words", told)
    for side in (*sides_of(after), None):
        secret = hidden_from(before, side) & hidden_from(after, side)
        for told in heard(after.log, side, before, after):
            words = set(strings_in(json.loads(msgspec.json.encode(told.event))))
            require(not words & secret, "an event tells no secret", (side, told))
            require(bool(line(after.game, told)), "an event heard by a side has words", told)


def check_chance(before: WarState, after: WarState) -> None:
    """What chance brought is told, as dice or as something that happened; fights say who and where."""
    events = [told.event for told in after.log]
    told_of = any(dice_in(event) or event.happening() for event in events)
    require(before.seed == after.seed or told_of, "what chance brought is told", before.flow[-1])
    for event in events:
        require(all(1 <= die <= 6 for die in dice_in(event)), "a die shows one of its faces", event)
        fight = event.fight()
        if fight is not None:
            require(bool(dice_in(event)), "a fight is decided by dice", event)
            struck = fight.side or fight.units or any(found_in(event, Side))
            require(bool(struck), "a fight says who struck", event)
            require(not fight.hex or fight.hex in after.game.board, "a fight is on the map", event)


def strings_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from strings_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings_in(each)


def check_outcomes(s: WarState, action: Action) -> None:
    """The chances of what may follow sum to one."""
    total = 0.0
    for count, (chance, _, _) in enumerate(outcomes(s, action)):
        if count > MOST_BRANCHES:
            return
        total += chance
    require(math.isclose(total, 1.0), "chances sum to one", (action, total))


def check_match(match: Match[S]) -> None:
    """The same seed and actions give the same position."""
    start = setup(match.game, match.now.scenario, match.seed, **match.now.setting)
    require(replay(start, match.actions).same_as(match.now), "a game replays bit for bit")


def check_roles(game: AnyWargame) -> None:
    """What is told and asked says by itself what it is about: nobody guesses it from names."""
    for kind in all_subclasses(Event, game.package):
        if kind.words and fields_of(kind, Die) and (fields_of(kind, Hex) or fields_of(kind, UnitId)):
            require(says(kind, "fight", Event), "an event with dice says whether it is a fight", kind)
    for kind in all_subclasses(Decision, game.package):
        assert issubclass(kind, Decision)
        if says(kind, "options", Decision) and any(fields_of(kind, role) for role in CLICKABLE):
            require(says(kind, "about", Decision), "a decision says what it is about", kind)
        nouns = [noun_of(verb) for verb in kind.clicks]
        require(set(nouns) <= set(CLICKABLE), "a click is on a unit, a hex or a hexside", kind)
        require(len(set(nouns)) == len(nouns), "a click on one kind of thing means one verb", kind)


def says(kind: type[Value], method: str, base: type[Value]) -> bool:
    """Does a class answer by a method of its own?"""
    return getattr(kind, method) is not getattr(base, method)


def check_faces(s: WarState) -> None:
    for unit in s.units.values():
        require(bool(s.game.face(s.game, unit).symbol), "a unit has a face", unit.id)
        require(unit.id in s.game.names, "a unit has a name", unit.id)


def check_position(s: WarState, action: Action, others: list[Action], seed: int) -> None:
    """All promises about one position and the action about to be taken in it."""
    check_options(s)
    check_standing_answer(s)
    check_refusals(s, others)
    check_help(s)
    check_clicks(s)
    check_stacks(s)
    check_save(s)
    check_clone(s, action)
    check_views(s, seed)
    check_outcomes(s, action)
