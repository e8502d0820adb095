"""What a bot would do in somebody's place, and why it did what it did."""

from __future__ import annotations

from typing import Protocol

import msgspec

from bridgehead.bots.course import Course
from bridgehead.bots.officer import Officer
from bridgehead.bots.reasons import Reason, plain
from bridgehead.bots.seat import Seat
from bridgehead.core.actions import Action
from bridgehead.core.secrecy import hidden_from


class Thinks(Protocol):
    """A bot, as far as it can explain itself."""

    def choose(self, seat: Seat) -> Action: ...

    def reason(self, seat: Seat) -> Reason | None: ...


class Advice(msgspec.Struct, frozen=True):
    actions: tuple[Action, ...]
    """What to do, and what belongs to it."""
    reason: Reason


def why(bot: Thinks, seat: Seat) -> Reason | None:
    """The reason for what a bot has just chosen; where there was no choice there is none."""
    return bot.reason(seat) if len(seat.options()) > 1 else None


def advise(bot: Thinks, seat: Seat, seed: int) -> Advice:
    """A bot's mind may be kept from one hint to the next, for what it found; no course it began is."""
    if isinstance(bot, Officer):
        bot.course = Course()
    action = bot.choose(seat)
    course = following(bot)
    world = seat.sample(seed)
    hidden = hidden_from(world, seat.side)
    operation = (action, *course.operation(seat))
    whole = (action, *(step for _, step in course.steps))
    return Advice(known(operation, hidden), why(bot, seat) or plain(world, whole, hidden))


def following(bot: Thinks) -> Course:
    """What a bot means to do after what it has just chosen."""
    for mind in (bot, getattr(bot, "officer", None)):
        course = getattr(mind, "course", None)
        if isinstance(course, Course) and course.steps:
            return course
    return Course()


def known(course: tuple[Action, ...], hidden: frozenset[str]) -> tuple[Action, ...]:
    """A course up to where it speaks of what is only guessed."""
    end = next((at for at, action in enumerate(course) if getattr(action, "unit", "") in hidden), len(course))
    return course[: max(end, 1)]
