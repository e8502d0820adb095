"""The level to beat: any legal action, each as likely as the next."""

from bridgehead.bots.plan import Plan
from bridgehead.bots.seat import Seat
from bridgehead.core.actions import Action
from bridgehead.core.chance import MASK, advanced, mixed


class RandomBot:
    """No opponent at all: any legal move, to see how a game goes."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self.seed = mixed(seed & MASK)

    def choose(self, seat: Seat) -> Action:
        options = seat.options()
        self.seed = advanced(self.seed)
        return options[mixed(self.seed) * len(options) >> 64]

    def reason(self, seat: Seat) -> None:
        """It has none."""

    def ahead(self) -> Plan:
        return Plan()
