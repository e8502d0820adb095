"""A lesson being played: its position, its beats, and what the rules say of its goals."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from bridgehead.core.actions import Action
from bridgehead.core.chance import Script
from bridgehead.core.codec import BadFile
from bridgehead.core.events import Told
from bridgehead.core.play import deciding, decision, push, setup, view, why_not
from bridgehead.core.roles import hints_of
from bridgehead.core.state import ELIMINATED, State
from bridgehead.core.values import Hex, UnitId
from bridgehead.lessons.form import Beat, Goal, Lesson
from bridgehead.lessons.reading import action_of
from bridgehead.toolkit.wargame import AnyWargame, WarState

SHAKEN = frozenset({"disrupted", "disorganized"})
CUT_OFF = frozenset({"out_of_supply", "isolated"})


def starting_position(game: AnyWargame, lesson: Lesson) -> WarState:
    """The scenario after the lesson's opening, with the lesson's changes laid over it."""
    s: WarState = setup(game, lesson.scenario, lesson.seed, **lesson.setting)
    for text in lesson.opening:
        taken(s, action_of(game, text))
    lay_over(s, lesson)
    for text in lesson.position.then:
        taken(s, action_of(game, text))
    s.log = []
    s.offered = None
    return s


def lay_over(s: WarState, lesson: Lesson) -> None:
    changes = lesson.position
    if changes.aside == "all":
        for unit in list(s.units.values()):
            s.send(unit.id, "aside")
    for hex, units in changes.units.items():
        for each in units.split():
            s.put(known(s, UnitId(each)), on_map(s, hex))
    for box, units in changes.boxes.items():
        for each in units.split():
            s.send(known(s, UnitId(each)), box)
    for unit_id, condition in changes.condition.items():
        unit = s.units[known(s, unit_id)]
        unknown = set(condition) - set(unit.__struct_fields__)
        if unknown:
            raise BadFile(f"position.condition.{unit_id}: a unit has no {', '.join(sorted(unknown))}")
        s.mark(unit_id, **condition)
    if changes.turn:
        s.set(turn=changes.turn)
    s.set(**{name: field_of(s, name, value) for name, value in changes.state.items()})


def field_of(s: WarState, name: str, value: object) -> object:
    """What a field of the game's own position is to be."""
    own = set(s.__struct_fields__) - set(State.__struct_fields__)
    if name not in own:
        raise BadFile(f"position.state: a position has no {name}; it has {', '.join(sorted(own)) or 'none'}")
    try:
        return msgspec.convert(value, hints_of(type(s))[name], str_keys=True)
    except msgspec.ValidationError as problem:
        raise BadFile(f"position.state.{name}: {problem}") from problem


def known(s: WarState, unit: UnitId) -> UnitId:
    if unit not in s.units:
        raise BadFile(f"there is no unit {unit}")
    return unit


def on_map(s: WarState, hex: str | int) -> Hex:
    number = int(hex) if str(hex).isdigit() else 0
    if number not in s.game.board:
        raise BadFile(f"there is no hex {hex}")
    return Hex(number)


def taken(s: WarState, action: Action) -> list[Told]:
    """Play an action that must be legal."""
    no = why_not(s, action)
    if no is not None:
        raise BadFile(f"{action} is refused: {no.because} ({no.rule})")
    return push(s, action)


class Look:
    """What a goal looks at: a position, where the lesson began, and what happened in the beat."""

    def __init__(self, lesson: Lesson, began: WarState, s: WarState, told: Collection[str]) -> None:
        self.lesson = lesson
        self.began = began
        self.s = s
        self.told = told

    def reached(self, goal: Goal) -> bool:
        """Does all hold that a goal names? One that names nothing is never reached."""
        return not goal.nothing and all(self.holds(goal))

    def holds(self, goal: Goal) -> Iterator[bool]:
        """Each thing a goal names: is it so?"""
        s, game = self.s, self.s.game
        yield all(s.units[known(s, unit)].hex == hex for unit, hex in goal.at.items())
        yield all(s.units[known(s, unit)].box == ELIMINATED for unit in goal.gone)
        yield not any(SHAKEN & self.badges(unit) for unit in goal.steady)
        yield not any(CUT_OFF & self.badges(unit) for unit in goal.supplied)
        yield all(
            game.steps(game, s.units[known(s, unit)]) < game.steps(game, self.began.units[unit])
            for unit in goal.reduced
        )
        yield all(
            any(unit.side == side for unit in s.units_in(on_map(s, hex))) for hex, side in goal.held.items()
        )
        yield not any(s.stacks.get(on_map(s, hex)) for hex in goal.empty)
        yield not goal.turn or s.turn == goal.turn
        yield not goal.asks or (bool(s.flow) and type(decision(s)).__name__ == goal.asks)
        yield not goal.decides or (bool(s.flow) and deciding(s) == goal.decides)
        yield set(goal.told) <= set(self.told)
        yield self.tracks_reach(goal)

    def badges(self, unit: UnitId) -> set[str]:
        return set(self.s.game.face(self.s.game, self.s.units[known(self.s, unit)]).badges)

    def tracks_reach(self, goal: Goal) -> bool:
        if not goal.tracks:
            return True
        shown = view(self.s, self.lesson.side).facts.get("tracks", ())
        values = {track["name"]: track["value"] for track in shown}
        unknown = set(goal.tracks) - set(values)
        if unknown:
            there = ", ".join(sorted(values))
            raise BadFile(f"there is no track {', '.join(sorted(unknown))}; there is {there}")
        return all(values[name] >= least for name, least in goal.tracks.items())


class Progress:
    """A lesson played by its script, beat by beat."""

    def __init__(self, lesson: Lesson, start: WarState) -> None:
        self.lesson = lesson
        self.began = start
        self.s = start.clone()
        self.at = 0
        self.told: list[str] = []

    @property
    def beat(self) -> Beat:
        return self.lesson.beat[self.at]

    def throw_set_dice(self) -> None:
        """From here on the beat's dice fall, if it has any."""
        if self.beat.dice:
            self.s.script = Script(tuple(die - 1 for die in self.beat.dice))

    def dice_left(self) -> int:
        """Set dice that were not thrown; chance is chance again."""
        script, self.s.script = self.s.script, None
        return len(script.draws) - script.used if script is not None else 0

    def act(self, action: Action) -> None:
        """An action of either side."""
        for told in taken(self.s, action):
            self.told.append(type(told.event).__name__)

    def next(self) -> None:
        self.at += 1
        self.told = []

    @property
    def over(self) -> bool:
        return self.at == len(self.lesson.beat)

    @property
    def look(self) -> Look:
        return Look(self.lesson, self.began, self.s, self.told)

    @property
    def done(self) -> bool:
        return self.beat.done.nothing or self.look.reached(self.beat.done)

    @property
    def failed(self) -> bool:
        return self.look.reached(self.beat.failed)
