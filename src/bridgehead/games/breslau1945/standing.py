"""Standing orders: a player says when he wants to be asked for Defensive Fire. Only he knows what he said."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.actions import Action
from bridgehead.core.rules import rule
from bridgehead.core.values import Side
from bridgehead.games.breslau1945.actions import Order
from bridgehead.games.breslau1945.events import OrderGiven
from bridgehead.games.breslau1945.state import State

ALWAYS = "ask_always"
NEVER = "ask_never"
CHANCES = {f"ask_{faces}": faces for faces in range(1, 6)}
"""Ask when the best fire without Artillery Fire hits on at least so many faces of the die."""
ORDERS = (ALWAYS, *CHANCES, NEVER)
ORDER_ACTIONS = {choice: Order(choice) for choice in ORDERS}
ORDER_NAMES = {
    ALWAYS: "ask me every time",
    NEVER: "never ask me",
    **{f"ask_{n}": f"ask me when the best fire without Supply hits on {n} of 6" for n in CHANCES.values()},
}


@rule("7.3.6c")
def order_of(s: State, side: Side) -> str:
    return s.standing.get(side, ALWAYS)


def orders(s: State, side: Side) -> Iterator[Action]:
    """The standing orders a side could give instead of its present one."""
    present = order_of(s, side)
    for choice in ORDERS:
        if choice != present:
            yield ORDER_ACTIONS[choice]


def take_order(s: State, side: Side, choice: str) -> None:
    """Note the order where nobody else can see it."""
    s.standing[side] = choice
    s.touch()
    s.tell(OrderGiven(side, choice), rule="7.3.6c", only=(side,))
