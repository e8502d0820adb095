"""Where we are in the sequence of play: a stack of frames, of decisions and procedures."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from bridgehead.core.actions import Action
from bridgehead.core.refusal import Modifier, No
from bridgehead.core.values import Hex, Side, UnitId, Value

if TYPE_CHECKING:
    from bridgehead.core.state import State


class Frame(Value, frozen=True):
    """One level of the flow. Its fields are its local variables: ids and plain values only."""


class Route(msgspec.Struct, frozen=True):
    """The way an action would go, drawn before it is taken: hexes with the running cost at each."""

    hexes: tuple[Hex, ...]
    costs: tuple[str, ...] = ()
    stops: bool = False


class Forecast(msgspec.Struct, frozen=True, kw_only=True):
    """What is about to be rolled, shown before it is committed."""

    title: str
    attack: str
    defence: str
    odds: str = ""
    columns: tuple[str, ...] = ()
    column: str = ""
    rows: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The table: each die with its cells, one a column."""
    modifiers: tuple[Modifier, ...] = ()
    commit: Action | None = None
    """The action whose exact outcomes are to be shown."""


class Reminder(msgspec.Struct, frozen=True):
    """Something left undone when a phase is about to end."""

    words: str
    hex: Hex = Hex(0)
    unit: UnitId = UnitId("")
    duty: bool = False
    """A duty must be done; anything else is only a reminder."""


class Decision(Frame, frozen=True):
    """A place where one side must choose."""

    side: Side
    under: ClassVar[str] = ""
    """The rule under which it is asked; `words` is the prompt."""
    unordered: ClassVar[bool] = False
    """Its picks commute: bots consider them in canonical order only."""

    def options(self, s: Any) -> Iterable[Action]:
        """Every legal action, in a stable order."""
        raise NotImplementedError

    def take(self, s: Any, action: Action) -> None:
        """The effect of a legal action."""
        raise NotImplementedError

    def why_not(self, s: Any, action: Action) -> No | None:
        """Why an action is not among the options."""
        return None

    def over(self, s: Any) -> bool:
        """True: leave without asking."""
        return False

    def route(self, s: Any, action: Action) -> Route | None:
        """The way an action would go."""
        return None

    def forecast(self, s: Any) -> Forecast | None:
        """What is being assembled, as it stands now."""
        return None

    def reminders(self, s: Any) -> tuple[Reminder, ...]:
        """What is still undone if the side ends this decision now."""
        return ()


class Procedure(Frame, frozen=True, kw_only=True):
    """A passage of the rulebook that runs by itself, part after part."""

    sequence: ClassVar[tuple[Callable[[Any, Any], None], ...]] = ()
    at: int = 0
    """How many parts of the sequence are done."""

    def again(self, s: Any) -> bool:
        """True: begin the sequence again."""
        return False


LONGEST_PASSAGE = 100_000


def settle(s: State) -> None:
    """Run procedures until someone must decide or the game is over."""
    for _ in range(LONGEST_PASSAGE):
        if not s.flow:
            return
        frame = s.flow[-1]
        if isinstance(frame, Decision):
            if not frame.over(s):
                return
            s.leave()
            continue
        assert isinstance(frame, Procedure), frame
        if frame.at < len(type(frame).sequence):
            part = type(frame).sequence[frame.at]
            frame = msgspec.structs.replace(frame, at=frame.at + 1)
            s.become(frame)
            part(frame, s)
        elif frame.again(s):
            s.become(msgspec.structs.replace(frame, at=0))
        else:
            s.leave()
    raise RuntimeError(f"the flow never comes to a decision: {s.flow}")
