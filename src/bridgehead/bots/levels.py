"""The opponents by name, the weakest first."""

from collections.abc import Callable
from typing import Protocol

from bridgehead.bots import limits
from bridgehead.bots.explain import Reason
from bridgehead.bots.greedy import GreedyBot
from bridgehead.bots.plan import Plan
from bridgehead.bots.planner import PlannerBot
from bridgehead.bots.random_bot import RandomBot
from bridgehead.bots.seat import Seat
from bridgehead.core.actions import Action


class Bot(Protocol):
    """A player that is a program."""

    name: str

    def choose(self, seat: Seat) -> Action: ...

    def reason(self, seat: Seat) -> Reason | None:
        """Why it does what it last chose, if it has a reason."""
        ...

    def ahead(self) -> Plan:
        """What it means to do after what it last chose."""
        ...


def recruit(seed: int) -> GreedyBot:
    """An easy opponent: takes the first step that gains something, and answers at once."""
    return GreedyBot("recruit", limits.RECRUIT, seed)


def veteran(seed: int) -> GreedyBot:
    """A serious opponent: weighs exact odds, foresees danger and supply; up to two seconds a phase."""
    return GreedyBot("veteran", limits.VETERAN, seed)


def general(seed: int) -> PlannerBot:
    """The strongest in most games: tries whole plans against your answer; up to ten seconds a phase."""
    return PlannerBot("general", limits.GENERAL, seed)


BOTS: dict[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "recruit": recruit,
    "veteran": veteran,
    "general": general,
}
"""By name: what makes a bot from a seed."""
