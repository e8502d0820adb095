"""5.1.8 Losses by the owner's choice, and 5.6 disorganization: shared by combat, artillery and aircraft."""

from __future__ import annotations

from bridgehead.core.actions import Action
from bridgehead.core.flow import Decision, Procedure, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.budziszyn1945.model.actions import Lose
from bridgehead.games.budziszyn1945.model.events import Recovered, Tested
from bridgehead.games.budziszyn1945.model.state import State, in_play
from bridgehead.games.budziszyn1945.rules.elimination import lose

NOT_INVOLVED = No("5.1.8", "this result does not fall on this unit")
ABILITY_FIRST = No("15.1.7", "a unit that used its ability must lose the first CEL")


@rule("5.1.8", "9.1.4", "15.1.7", "15.4.3", "6.4.8")
class TakeLosses(Decision[State], frozen=True):
    """5.1.8 The owner chooses which of his units lose CELs; first one whose ability was used (15.1.7)."""

    words = "select a unit to lose 1 CEL ({left} left)"
    under = "5.1.8"
    clicks = (Lose,)
    units: tuple[UnitId, ...]
    left: int
    owing: tuple[UnitId, ...] = ()
    """Units that used an ability, of which one must lose a CEL."""
    because: str = "5.1.8"
    striker: str = ""
    """T.35 The nation whose blow it is."""

    def about(self, s: State) -> Subject:
        return Subject(hexes=hexes_of(s, self.units))

    def losers(self, s: State) -> list[UnitId]:
        alive = [id for id in self.units if s.units[id].hex]
        return [id for id in self.owing if id in alive] or alive

    def options(self, s: State) -> list[Action]:
        return [Lose(id) for id in self.losers(s)]

    def take(self, s: State, action: Action) -> None:
        assert isinstance(action, Lose)
        s.become(replace(self, left=self.left - 1, owing=()))
        lose(s, action.unit, self.because, self.striker)

    def why_not(self, s: State, action: Action) -> No | None:
        if not isinstance(action, Lose):
            return None
        return ABILITY_FIRST if action.unit in self.units else NOT_INVOLVED

    def over(self, s: State) -> bool:
        return self.left <= 0 or not any(s.units[id].hex for id in self.units)


def hexes_of(s: State, units: tuple[UnitId, ...]) -> tuple[Hex, ...]:
    """Where units stand, as far as they do."""
    return tuple({s.units[id].hex: None for id in units if s.units[id].hex})


def enter_losses(
    s: State,
    side: Side,
    units: tuple[UnitId, ...],
    levels: int,
    owing: tuple[UnitId, ...],
    because: str,
    striker: str,
) -> None:
    """Ask for losses; where nothing is to be chosen, take them at once."""
    alive = [id for id in units if s.units[id].hex]
    if len(alive) == 1:
        for _ in range(min(levels, s.units[alive[0]].cel)):
            lose(s, alive[0], because, striker)
    elif alive and levels:
        s.enter(TakeLosses(side, tuple(alive), levels, owing, because, striker))


@rule("5.6.2a", "5.6.2b", "5.6.2c", "5.6.2d", "1.8")
def test_units(s: State, units: tuple[UnitId, ...], because: str) -> None:
    """One roll of 2K6 for all; each unit whose morale limit it reaches is disorganized."""
    alive = [id for id in units if s.units[id].hex]
    if not alive:
        return
    first, second = s.roll(6), s.roll(6)
    failed = [id for id in alive if first + second >= s.counter(id).morale]
    s.tell(Tested(first, second, len(failed)), because)
    for id in failed:
        s.disorganize(id, because)


@rule("5.6.5a", "5.6.5b", "11.2.3")
def recover(s: State) -> None:
    """At the end of a phase: who rested for a whole turn on the map is organized again."""
    rest = phases_a_turn(s)
    for unit in list(s.units.values()):
        if unit.hex and unit.disorganized and unit.disorganized + rest <= s.tick:
            s.mark(unit.id, disorganized=0)
            s.note(unit.id, Recovered(unit.id), "5.6.5a")


def phases_a_turn(s: State) -> int:
    """2.2.7, T.17 Six phases a side."""
    return 6 * len(in_play(s))


@rule("6.4.8", "AA.1", "AF.1", "5.6.1")
class FireResult(Procedure[State], frozen=True):
    """What fire from afar or from the air does to a hex: losses first, then disorganization."""

    side: Side
    hex: Hex
    lose: int
    disorganized: bool
    test: bool
    because: str
    striker: str

    def losses(self, s: State) -> None:
        units = s.stacks.get(self.hex, ())
        for id in units:
            s.stir(id)
        enter_losses(s, self.side, units, self.lose, (), self.because, self.striker)

    def shake(self, s: State) -> None:
        units = s.stacks.get(self.hex, ())
        if self.disorganized:
            for id in units:
                s.disorganize(id, self.because)
        elif self.test:
            test_units(s, units, self.because)

    sequence = (losses, shake)
