"""What a bot would do in somebody's place, and why it did what it did."""

from __future__ import annotations

import msgspec

from bridgehead.bots.explain import Reason, plain
from bridgehead.bots.greedy import GreedyBot
from bridgehead.bots.levels import Bot
from bridgehead.bots.plan import Plan
from bridgehead.bots.seat import Seat
from bridgehead.core.actions import Action
from bridgehead.core.roles import units_in
from bridgehead.core.secrecy import hidden_from


class Advice(msgspec.Struct, frozen=True):
    actions: tuple[Action, ...]
    """What to do, and what belongs to it."""
    reason: Reason


def advise(bot: Bot, seat: Seat, seed: int) -> Advice:
    """A bot may be kept from one hint to the next, for what it found; no plan it began is."""
    if isinstance(bot, GreedyBot):
        bot.plan = Plan()
    action = bot.choose(seat)
    ahead = bot.ahead()
    world = seat.sample(seed)
    hidden = hidden_from(world, seat.side)
    operation = (action, *ahead.operation(seat))
    whole = (action, *(step for _, step in ahead.steps))
    return Advice(known(operation, hidden), why(bot, seat) or plain(world, whole, hidden))


def why(bot: Bot, seat: Seat) -> Reason | None:
    """The reason for what a bot has just chosen; where there was no choice there is none."""
    return bot.reason(seat) if len(seat.options()) > 1 else None


def known(actions: tuple[Action, ...], hidden: frozenset[str]) -> tuple[Action, ...]:
    """Actions up to the first that speaks of what is only guessed."""
    end = next((at for at, one in enumerate(actions) if hidden.intersection(units_in(one))), len(actions))
    return actions[: max(end, 1)]
