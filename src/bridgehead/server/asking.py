"""Questions a side asks before it acts: why not, which way, what odds.

Where a game hides anything they are answered from positions the side could not tell from the true one, so
that no answer can say more than the side may know.
"""

from __future__ import annotations

import heapq
import itertools
import time
from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast

import msgspec

from bridgehead.core.actions import Action, Commit
from bridgehead.core.chance import NeedsChance, Script
from bridgehead.core.codec import actions_of
from bridgehead.core.flow import Forecast
from bridgehead.core.game import Overlay
from bridgehead.core.play import deciding, decision, determinize, options, push, view, why_not
from bridgehead.core.refusal import NOT_NOW, No
from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import Hex, Side, UnitId, printed
from bridgehead.core.words import named, say
from bridgehead.server.shelf import AnyGame, hides, name_of, titled
from bridgehead.server.telling import noun_of
from bridgehead.server.wire import (
    Effect,
    EmptyHex,
    ForecastInfo,
    ForecastMessage,
    ModifierLine,
    Noun,
    OutcomeLine,
    OverlayMessage,
    ReminderLine,
    RouteMessage,
    Why,
)
from bridgehead.toolkit.wargame import WarState as State

T = TypeVar("T")

GUESSES = 3
MOST_BRANCHES = 1500
MOST_SECONDS = 0.028
"""What the exact odds of one forecast may cost; what is left out is missing from `covered`."""
MOST_SECONDS_AFTER = 0.008
"""What following the others' choices may cost beyond that."""
MOST_OUTCOMES = 40
MOST_ROLLS = 6
MOST_FOLLOWED = 12
COMMIT = Commit()

UNSEEN = No("", "something you cannot see stands against it, or it is not among the choices of this decision")
NOT_YOURS = No("", "it is not yours to decide now")


class BadQuestion(ValueError):
    """A question that makes no sense in this game."""


class Eyes:
    """The worlds a side could be in."""

    def __init__(self, s: State, side: str, salt: int) -> None:
        self.true = s
        self.side = Side(side)
        self.guessed = hides(s.game)
        self.worlds: list[State] = (
            [determinize(s, self.side, salt * GUESSES + number) for number in range(GUESSES)]
            if self.guessed
            else [s]
        )

    def decides(self) -> bool:
        return deciding(self.true) == self.side

    def worlds_for_odds(self) -> list[State]:
        """One is enough where the side sees no counter from behind."""
        return self.worlds if view(self.true, self.side).backs else self.worlds[:1]

    def common(self, ask: Callable[[State], T]) -> T | None:
        """An answer, if it is the same in every world."""
        first, *others = (ask(world) for world in self.worlds)
        return first if all(other == first for other in others) else None


def action_of(game: AnyGame, sent: dict[str, Any]) -> Action:
    """An action as a client sent it."""
    try:
        return cast("Action", msgspec.convert(sent, actions_of(game.package), strict=True))
    except msgspec.ValidationError as problem:
        raise BadQuestion(f"this is no action of {game.title}: {problem}") from problem


# --- why not


def answer_why_not(eyes: Eyes, action: Action | None, noun: Noun | None) -> Why:
    """The most particular refusal of an action, or of anything that could be done with what was clicked."""
    game = eyes.true.game
    if action is None and noun is None:
        raise BadQuestion("name an action or what was clicked")
    tried = [action] if action is not None else actions_with(game, cast("Noun", noun))
    if not tried:
        return why(eyes, None, NOT_NOW)
    if not eyes.decides():
        return why(eyes, tried[0], NOT_YOURS)
    offered = options(eyes.true)
    for each in tried:
        if each in offered:
            return why(eyes, each, None)
    verbs = {type(each) for each in offered}
    answers = [(each, refusal(eyes, each)) for each in tried]
    said, no = max(answers, key=lambda answer: particular(answer[1], type(answer[0]) in verbs))
    return why(eyes, said, no)


def refusal(eyes: Eyes, action: Action) -> No:
    """The refusal in every world the side could be in, or one that tells nothing."""
    no = eyes.common(lambda world: why_not(world, action))
    return no if no is not None else UNSEEN


def particular(no: No, in_use: bool) -> tuple[bool, bool, int, int]:
    """How much a refusal says: better one with a rule, of a verb in use, deep in the book, and long."""
    return bool(no.rule), in_use, no.rule.count("."), len(no.because) if no not in (NOT_NOW, UNSEEN) else 0


def actions_with(game: AnyGame, noun: Noun) -> list[Action]:
    """What the game's verbs could do with something on the board."""
    if not noun.kind:
        raise BadQuestion("name the kind of thing that was clicked")
    found: list[Action] = []
    for verb in actions_of(game.package).__args__:
        fields = verb.__struct_fields__
        if noun_of(verb) == noun.kind and len(fields) == 1:
            try:
                found.append(msgspec.convert({"type": verb.__name__, noun.kind: noun.value}, verb))
            except msgspec.ValidationError as problem:
                raise BadQuestion(f"this is no {noun.kind}: {problem}") from problem
    return found


def why(eyes: Eyes, action: Action | None, no: No | None) -> Why:
    game = eyes.true.game
    rule = game.rules.get(no.rule) if no is not None else None
    return Why(
        legal=no is None,
        action=action,
        rule=no.rule if no is not None else "",
        title=rule.title if rule is not None else "",
        because=no.because if no is not None else "",
        text=rule.text if rule is not None else "",
        hexes=hexes_of(eyes, action),
    )


def hexes_of(eyes: Eyes, action: Action | None) -> list[int]:
    """Where to look: the hex of an action, and where the unit it names or that is being moved stands."""
    if action is None:
        return []
    found: list[int] = []
    spoken_of = (action, decision(eyes.true)) if eyes.decides() and eyes.true.flow else (action,)
    for value in spoken_of:
        unit = UnitId(getattr(value, "unit", ""))
        hexes = {world.units[unit].hex for world in eyes.worlds if unit in world.units}
        if len(hexes) == 1:
            found.extend(hexes)
        hex = getattr(value, "hex", 0)
        found.extend(getattr(value, "hexside", ()) or ([hex] if isinstance(hex, int) else []))
    return [hex for hex in dict.fromkeys(found) if hex]


# --- routes, overlays, reminders


def answer_route(eyes: Eyes, action: Action) -> RouteMessage:
    way = eyes.common(lambda world: decision(world).route(world, action)) if eyes.decides() else None
    if way is None:
        return RouteMessage(hexes=[], costs=[], stops=False)
    return RouteMessage(hexes=list(way.hexes), costs=list(way.costs), stops=way.stops)


def answer_overlay(eyes: Eyes, name: str, hex: int, unit: str) -> OverlayMessage:
    """What is the same in every world the side could be in."""
    overlays = eyes.true.game.overlays
    if name not in overlays:
        raise BadQuestion(f"there is no overlay {name!r}; there is {', '.join(overlays) or 'none'}")
    if hex and hex not in eyes.true.game.board:
        raise BadQuestion(f"there is no hex {hex} on this map")
    if unit and any(unit not in world.units for world in eyes.worlds):
        raise BadQuestion(f"there is no unit {unit!r}")
    laid: list[Overlay] = [overlays[name](world, eyes.side, Hex(hex), UnitId(unit)) for world in eyes.worlds]
    first, *others = laid
    hexes: dict[int, str] = {
        where: label
        for where, label in first.hexes.items()
        if all(other.hexes.get(where) == label for other in others)
    }
    lines: list[list[int]] = [[*line] for line in first.lines if all(line in other.lines for other in others)]
    return OverlayMessage(name=name, title=first.title, hexes=hexes, lines=lines)


def answer_reminders(eyes: Eyes) -> list[ReminderLine]:
    if not eyes.decides():
        return []
    world = eyes.worlds[0]
    return [
        ReminderLine(words=each.words, hex=each.hex, unit=each.unit, duty=each.duty)
        for each in decision(world).reminders(world)
    ]


# --- odds


def answer_forecast(eyes: Eyes, action: Action | None) -> ForecastMessage:
    """Strengths, modifiers and table of what is being assembled, and its exact outcomes."""
    if not eyes.decides():
        return ForecastMessage(forecast=None, outcomes=[], empty=[], covered=0.0, guessed=eyes.guessed)
    until = time.perf_counter() + MOST_SECONDS
    shown: Forecast | None = None
    tree = Tree(eyes.side)
    worlds = eyes.worlds_for_odds()
    for number, world in enumerate(worlds):
        here, forecast, rolled = assembled(world, action)
        if number == 0:
            shown = forecast
        if rolled is not None:
            share = until - time.perf_counter()
            tree.grow(here, rolled, 1 / len(worlds), share / (len(worlds) - number))
    return ForecastMessage(
        forecast=forecast_info(shown) if shown is not None else None,
        outcomes=tree.outcomes(eyes.true.game),
        empty=tree.empty(MOST_SECONDS_AFTER if shown is not None else 0.0),
        covered=round(min(tree.covered, 1.0), 6),
        guessed=eyes.guessed,
    )


def assembled(s: State, action: Action | None) -> tuple[State, Forecast | None, Action | None]:
    """The position to forecast from, its forecast, and the action to be rolled for."""
    if action is None:
        forecast = decision(s).forecast(s)
        return s, forecast, forecast.commit if forecast is not None else None
    if action not in options(s):
        return s, None, None
    after = s.clone()
    after.script = Script(())
    try:
        push(after, action)
    except NeedsChance:
        return s, decision(s).forecast(s), action
    after.script = None
    if deciding(after) != deciding(s):
        return s, None, action
    forecast = decision(after).forecast(after)
    if forecast is None:
        return s, None, action
    return after, forecast, forecast.commit


class Branch(msgspec.Struct):
    """Outcomes that come to the same position."""

    after: State
    before: State
    chance: float = 0.0
    rolls: list[list[int]] = []


class Tree:
    """Every outcome of an action, the likeliest followed first, equal positions together."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.branches: dict[int, Branch] = {}
        self.covered = 0.0
        self.grown = 0

    def grow(self, s: State, action: Action, weight: float, seconds: float) -> None:
        until = time.perf_counter() + seconds
        count = itertools.count()
        waiting: list[tuple[float, int, tuple[int, ...]]] = [(-weight, next(count), ())]
        while waiting and self.grown < MOST_BRANCHES and time.perf_counter() < until:
            self.grown += 1
            minus, _, draws = heapq.heappop(waiting)
            after = s.clone()
            after.script = Script(draws)
            try:
                push(after, action)
                answered(after, self.side)
            except NeedsChance as needed:
                for way in range(needed.ways):
                    heapq.heappush(waiting, (minus / needed.ways, next(count), (*draws, way)))
            else:
                after.script = None
                self.add(s, after, -minus, draws)

    def add(self, before: State, after: State, chance: float, draws: tuple[int, ...]) -> None:
        branch = self.branches.setdefault(after.key(), Branch(after, before))
        branch.chance += chance
        self.covered += chance
        if len(branch.rolls) < MOST_ROLLS and draws:
            branch.rolls.append([draw + 1 for draw in draws])

    def outcomes(self, game: AnyGame) -> list[OutcomeLine]:
        ordered = sorted(self.branches.values(), key=lambda branch: -branch.chance)
        return [
            OutcomeLine(
                chance=round(branch.chance, 6),
                words=[
                    say(game, told.event)
                    for told in branch.after.log
                    if told.known_to(self.side) and type(told.event).__name__ != "Rolled"
                ],
                rolls=branch.rolls,
                effects=list(effects(game, branch.before, branch.after)),
            )
            for branch in ordered[:MOST_OUTCOMES]
        ]

    def empty(self, seconds: float) -> list[EmptyHex]:
        """The enemy-held hexes that some outcome empties; what follows is looked at for so long at most."""
        until = time.perf_counter() + seconds
        at_once: dict[int, float] = {}
        later: dict[int, float] = {}
        for branch in sorted(self.branches.values(), key=lambda branch: -branch.chance):
            held = enemy_hexes(branch.before, self.side)
            for hex in held - enemy_hexes(branch.after, self.side):
                at_once[hex] = at_once.get(hex, 0.0) + branch.chance
            settled = followed(branch.after, self.side) if time.perf_counter() < until else branch.after
            for hex in held - enemy_hexes(settled, self.side):
                later[hex] = later.get(hex, 0.0) + branch.chance
        return [
            EmptyHex(
                hex=hex,
                chance=round(at_once.get(hex, 0.0), 6),
                after_choices=round(max(at_once.get(hex, 0.0), later.get(hex, 0.0)), 6),
            )
            for hex in sorted(at_once.keys() | later.keys())
        ]


def answered(s: State, side: Side) -> None:
    """Where the others may still add to a fight before its dice are thrown, they add nothing."""
    for _ in range(MOST_FOLLOWED):
        if not s.flow or deciding(s) == side or COMMIT not in options(s):
            break
        told = s.log
        push(s, COMMIT)
        s.log = [*told, *s.log]


def enemy_hexes(s: State, side: Side) -> set[int]:
    return {unit.hex for unit in s.units.values() if unit.hex and unit.side != side}


def followed(s: State, side: Side) -> State:
    """The position once the others have taken the first choice offered each time, while no die is needed."""
    s = s.clone()
    for _ in range(MOST_FOLLOWED):
        if not s.flow or deciding(s) == side:
            break
        before = s.clone()
        s.script = Script(())
        try:
            push(s, options(s)[0])
        except NeedsChance:
            return before
        s.script = None
    return s


def effects(game: AnyGame, before: State, after: State) -> Iterable[Effect]:
    """What became of each unit, in words."""
    for id, unit in after.units.items():
        old = before.units.get(id)
        if old is not unit and old is not None and old != unit:
            words = ", ".join(changes(game, old, unit))
            if words:
                yield Effect(unit=id, words=words)


def changes(game: AnyGame, old: Any, new: Any) -> Iterable[str]:
    if old.hex != new.hex or old.box != new.box:
        if new.hex:
            yield f"to {printed(new.hex)}"
        elif new.box == ELIMINATED:
            yield "eliminated"
            return
        else:
            yield f"to {name_of(game, new.box)}"
    for field in new.__struct_fields__:
        was, now = getattr(old, field), getattr(new, field)
        if field in ("id", "side", "hex", "box") or was == now:
            continue
        said = titled(field).lower()
        if isinstance(now, bool):
            yield said if now else f"no longer {said}"
        else:
            yield f"{said} {named(game, was)} → {named(game, now)}"


def forecast_info(shown: Forecast) -> ForecastInfo:
    return ForecastInfo(
        title=shown.title,
        attack=shown.attack,
        defence=shown.defence,
        odds=shown.odds,
        columns=list(shown.columns),
        column=shown.column,
        rows=[(die, list(cells)) for die, cells in shown.rows],
        modifiers=[
            ModifierLine(amount=each.amount, because=each.because, rule=each.rule, kind=each.kind)
            for each in shown.modifiers
        ],
        commit=shown.commit,
    )
