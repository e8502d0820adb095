"""Standing orders: a player says when he wants to be asked for Defensive Fire. Only he knows what he said."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.actions import Action, Cancel
from bridgehead.core.flow import Decision
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Side
from bridgehead.games.breslau1945.model.actions import Order
from bridgehead.games.breslau1945.model.events import OrderGiven
from bridgehead.games.breslau1945.model.state import OUT_OF_PHASE, State

ALWAYS = "ask_always"
NEVER = "ask_never"
CHANCES = {f"ask_{faces}": faces for faces in range(1, 6)}
"""Ask when the best fire without Artillery Fire hits on at least so many faces of the die."""
ORDERS = (ALWAYS, *CHANCES, NEVER)
ORDER_ACTIONS = {choice: Order(choice) for choice in ORDERS}
ORDER_NAMES = {
    ALWAYS: "ask me every time",
    NEVER: "never ask me, always hold fire",
    **{f"ask_{n}": f"ask me if I can hit on {n} in 6 without Supply" for n in CHANCES.values()},
}

ORDERED = No("7.3.6c", "you have already changed your standing order here")
AS_BEFORE = No("7.3.6c", "this is already your standing order")


@rule("7.3.6c")
def order_of(s: State, side: Side) -> str:
    return s.standing.get(side, ALWAYS)


@rule("7.3.6c")
class GiveOrder(Decision[State], frozen=True):
    """The side says when it wants to be asked, once in the decision it comes from."""

    words = "Select when to be asked for Defensive Fire"
    under = "7.3.6c"
    fills = ("ordered",)
    labels = {Cancel: "Keep the present order"}

    def options(self, s: State) -> Iterator[Action]:
        present = order_of(s, self.side)
        yield from (ORDER_ACTIONS[choice] for choice in ORDERS if choice != present)
        yield Cancel()

    def take(self, s: State, action: Action) -> None:
        if not isinstance(action, Order):
            s.leave()
            return
        s.leave(ordered=True)
        s.standing[self.side] = action.choice
        s.tell(OrderGiven(self.side, action.choice), rule="7.3.6c", only=(self.side,))

    def why_not(self, s: State, action: Action) -> No | None:
        present = isinstance(action, Order) and action.choice == order_of(s, self.side)
        return AS_BEFORE if present else OUT_OF_PHASE
