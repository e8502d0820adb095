"""Where we are in the sequence of play: a stack of frames, of decisions and procedures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec

from bridgehead.core.actions import Action
from bridgehead.core.refusal import Modifier, No
from bridgehead.core.roles import name_of_noun, noun_of
from bridgehead.core.values import Hex, Hexside, Side, UnitId, Value

if TYPE_CHECKING:
    from bridgehead.core.state import AnyState

S = TypeVar("S", bound="AnyState", contravariant=True)


class Frame(Value, frozen=True):
    """One level of the flow. Its fields are its local variables: ids and plain values only."""

    fills: ClassVar[tuple[str, ...]] = ()
    """The fields of the frame beneath that it fills when it is left."""


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


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """What a decision is about, for whoever shows it."""

    unit: UnitId = UnitId("")
    """The unit in hand: the one that moves, retreats, is placed."""
    committed: tuple[UnitId, ...] = ()
    """Units already taken into what is being assembled."""
    hexes: tuple[Hex, ...] = ()
    """The places aimed at: a target, a place of battle."""


class Decision(Frame, Generic[S], frozen=True):
    """A place where one side must choose, in positions of a game: `class Moves(Decision[State])`."""

    side: Side
    under: ClassVar[str] = ""
    """The rule under which it is asked; `words` is the prompt."""
    unordered: ClassVar[bool] = False
    """Its picks commute: bots consider them in canonical order only."""
    clicks: ClassVar[tuple[type[Action], ...]] = ()
    """What a click on the map means here: at most one verb for units, one for hexes, one for hexsides."""

    labels: ClassVar[Mapping[type[Action], str]] = {}
    """What actions are called here where their own words say too little: `{Done: "End Movement Phase"}`."""

    def options(self, s: S) -> Iterable[Action]:
        """Every legal action, in a stable order."""
        raise NotImplementedError

    def take(self, s: S, action: Action) -> None:
        """The effect of a legal action."""
        raise NotImplementedError

    def why_not(self, s: S, action: Action) -> No | None:
        """Why an action is not among the options."""
        return None

    def click(self, s: S, on: UnitId | Hex | Hexside) -> Action | None:
        """What a click on something means now, legal or not: a refusal is that verb's refusal."""
        noun = UnitId if isinstance(on, str) else Hexside if isinstance(on, tuple) else Hex
        verb = next((each for each in self.clicks if noun_of(each) == noun), None)
        return verb(**{name_of_noun(verb): on}) if verb is not None else None

    def about(self, s: S) -> Subject:
        """What it is about. A decision with units or hexes among its fields must say."""
        return Subject()

    def over(self, s: S) -> bool:
        """True: leave without asking."""
        return False

    def standing_answer(self, s: S) -> Action | None:
        """What the side said beforehand that it answers. Whoever runs the game plays it for a person."""
        return None

    def route(self, s: S, action: Action) -> Route | None:
        """The way an action would go."""
        return None

    def forecast(self, s: S) -> Forecast | None:
        """What is being assembled, as it stands now."""
        return None

    def forecast_of(self, s: S, action: Action) -> Forecast | None:
        """What an option that rolls at once is rolled on."""
        return self.forecast(s)

    def reminders(self, s: S) -> tuple[Reminder, ...]:
        """What is still undone if the side ends this decision now."""
        return ()


class Procedure(Frame, Generic[S], frozen=True, kw_only=True):
    """A passage of the rulebook that runs by itself, part after part."""

    sequence: ClassVar[tuple[Callable[[Any, Any], None], ...]] = ()
    at: int = 0
    """How many parts of the sequence are done."""

    def again(self, s: S) -> bool:
        """True: begin the sequence again."""
        return False


LONGEST_PASSAGE = 100_000


def settle(s: AnyState) -> None:
    """Run procedures until someone must decide or the game is over."""
    for _ in range(LONGEST_PASSAGE):
        if not step(s):
            return
    raise RuntimeError(f"the flow never comes to a decision: {s.flow}")


def step(s: AnyState) -> bool:
    """Run one part of a procedure, or leave a frame that is over. False where someone must decide."""
    if not s.flow:
        return False
    frame = s.flow[-1]
    if isinstance(frame, Decision):
        if not frame.over(s):
            return False
        s.leave()
        return True
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
    return True
