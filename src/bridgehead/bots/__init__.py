"""Programs that take a side. They see what a side may see, and nothing else."""

from collections.abc import Callable
from typing import Protocol

from bridgehead.bots.general import General
from bridgehead.bots.officer import recruit, veteran
from bridgehead.bots.random_bot import RandomBot
from bridgehead.bots.reasons import Reason
from bridgehead.bots.seat import Seat
from bridgehead.core.actions import Action


class Bot(Protocol):
    """A player that is a program."""

    name: str

    def choose(self, seat: Seat) -> Action: ...

    def reason(self, seat: Seat) -> Reason | None:
        """Why it does what it last chose, if it has a reason."""
        ...


BOTS: dict[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "recruit": recruit,
    "veteran": veteran,
    "general": General,
}
"""By name: what makes a bot from a seed."""
