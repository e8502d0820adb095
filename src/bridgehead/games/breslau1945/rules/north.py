"""10.1 The 2nd Polish Army and the fights on the northern front."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.actions import Action, Done, Pick
from bridgehead.core.flow import Decision, Procedure, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import UnitId, replace
from bridgehead.games.breslau1945.model.actions import Declare, Reinforce, RollDie, RollRest
from bridgehead.games.breslau1945.model.data import GERMAN, NORTH_GERMAN, NORTH_POLISH, RESERVES, SOVIET
from bridgehead.games.breslau1945.model.events import (
    Arrived,
    LeftTheGame,
    NorthFought,
    NorthOpened,
    NorthRolled,
    NorthSupported,
    PolesDeclared,
    StepOpened,
)
from bridgehead.games.breslau1945.model.state import (
    OUT_OF_PHASE,
    State,
    boxed,
    space,
    spend_supply,
    to_space,
    with_figures,
)
from bridgehead.games.breslau1945.rules.attack import fatigue

QUIET, FIGHTING, OVER = 0, 1, 2
"""The track `north`: nothing declared; fights every turn; broken through or ended."""

NO_SUPPLY = No("6.2b", "not enough Supply: needs {cost}; {left} left")
NOT_IN_BOX = No("10.1.3h", "this unit is not in the box of the 2nd Polish Army on the northern front")
CHOSEN = No("10.1.3h", "this unit is already selected")
LAST_DIE = No("10.1.3b", "only one die is left to roll")


@rule("10.1", "10.1.3a", "4.4a", "4.4.1c")
def northern_front(s: State) -> None:
    """The last part of Phase 1: a fight already begun goes on; a new one may be declared."""
    if s.tracks["north"] == FIGHTING:
        if boxed(s, NORTH_POLISH):
            s.enter(NorthernFight())
        else:
            s.track("north", OVER)
    elif s.tracks["north"] == QUIET and boxed(s, NORTH_POLISH) and not poles_came_this_turn(s):
        s.enter(PolishDeclaration(SOVIET, s.tables.special.polish_price))


@rule("10.1.3a", "10.1.2")
def poles_came_this_turn(s: State) -> bool:
    """The declaration is possible in turns after the event that brings the Poles."""
    letters = s.tables.turns[s.turn].soviet.split()
    return any(s.tables.events[letter].effect == "polish_army" for letter in letters)


@rule("10.1", "10.1.3a", "10.1.4")
class PolishDeclaration(Decision[State], frozen=True):
    """The Red Army may send the Poles into battle, at the price of more victory hexes."""

    words = "Events Phase: the 2nd Polish Army may attack (victory hexes needed +{price})"
    under = "10.1.3a"
    labels = {Done: "Don't attack"}
    price: int = 0
    """Told in the prompt."""

    def options(self, s: State) -> Iterator[Action]:
        yield Declare()
        yield Done()

    def take(self, s: State, action: Action) -> None:
        s.leave()
        if isinstance(action, Declare):
            s.track("north", FIGHTING)
            price = s.tables.special.polish_price
            s.track("needed", s.tracks["needed"] + price)
            s.tell(PolesDeclared(price, s.tracks["needed"]), rule="10.1.4")
            s.enter(NorthernFight())

    def why_not(self, s: State, action: Action) -> No | None:
        return OUT_OF_PHASE


@rule("10.1.3b", "10.1.3d", "10.1.3e", "10.1.3f")
class NorthernFight(Procedure[State], frozen=True):
    """The garrison's dice against the number of Polish units in their box."""

    total: int = 0

    @rule("10.1.3b")
    def german_dice(self, s: State) -> None:
        """Two dice for each German unit on the northern front; none means a total of 0."""
        s.tell(StepOpened("events", "northern_fight"), rule="10.1.3b")
        germans = len(boxed(s, NORTH_GERMAN))
        dice = s.tables.special.north_dice * germans
        s.tell(NorthOpened(germans, dice, len(boxed(s, NORTH_POLISH))), rule="10.1.3b")
        if dice:
            s.enter(northern_dice(s, dice))

    @rule("10.1.3d", "10.1.3e", "10.1.3f", "10.1.3g")
    def outcome(self, s: State) -> None:
        """More than the Poles: four of them are Fatigued. As many: nothing. Fewer: they break through."""
        poles = len(boxed(s, NORTH_POLISH))
        if self.total > poles:
            s.tell(NorthFought(self.total, poles, "north_holds"), rule="10.1.3d")
            s.enter(PolishLosses(SOVIET, min(s.tables.special.polish_losses, poles)))
        elif self.total == poles:
            s.tell(NorthFought(self.total, poles, "north_tie"), rule="10.1.3e")
        else:
            s.tell(NorthFought(self.total, poles, "north_broken"), rule="10.1.3f")
            break_through(s)

    sequence = (german_dice, outcome)


def northern_dice(s: State, left: int, total: int = 0) -> NorthernDice:
    return NorthernDice(GERMAN, left, total, s.tables.supply.north, s.tables.special.north_bonus)


@rule("10.1.3b", "10.1.3c", "6.2b", "2.5")
class NorthernDice(Decision[State], frozen=True):
    """Before each die the garrison may pay one level of Supply to add 2 to it."""

    words = "Events Phase: roll a die, or spend {cost} Supply for +{bonus} ({left} to roll, total {total})"
    under = "10.1.3c"
    fills = ("total",)
    left: int
    total: int = 0
    cost: int = 0
    """Told in the prompt, as the bonus is."""
    bonus: int = 0

    def options(self, s: State) -> Iterator[Action]:
        yield RollDie()
        if s.tracks["supply"] >= s.tables.supply.north:
            yield Reinforce()
        if self.left > 1:
            yield RollRest()

    def take(self, s: State, action: Action) -> None:
        total = self.total
        if isinstance(action, Reinforce):
            total = self.supported(s)
        else:
            for _ in range(self.left if isinstance(action, RollRest) else 1):
                die = s.roll(6)
                total += die
                s.tell(NorthRolled(die, total), rule="10.1.3b")
        left = 0 if isinstance(action, RollRest) else self.left - 1
        if left:
            s.become(replace(self, left=left, total=total))
        else:
            s.leave(total=total)

    def supported(self, s: State) -> int:
        """The total after a die that Supply was spent on."""
        cost, bonus = s.tables.supply.north, s.tables.special.north_bonus
        spend_supply(s, cost)
        die = s.roll(6)
        total = self.total + die + bonus
        s.tell(NorthSupported(cost, s.tracks["supply"], die, bonus, total), rule="10.1.3c")
        return total

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Reinforce():
                return with_figures(NO_SUPPLY, cost=s.tables.supply.north, left=s.tracks["supply"])
            case RollRest():
                return LAST_DIE
        return OUT_OF_PHASE


@rule("10.1.3d", "10.1.3h", "9.7", "9.9")
class PolishLosses(Decision[State], frozen=True):
    """The owner picks the Polish units that are Fatigued; then each rolls for its return."""

    words = "Events Phase: select {left:Polish unit} to become Fatigued"
    under = "10.1.3h"
    clicks = (Pick,)
    unordered = True
    left: int
    chosen: tuple[UnitId, ...] = ()

    def about(self, s: State) -> Subject:
        return Subject(committed=self.chosen)

    def options(self, s: State) -> Iterator[Action]:
        picks = s.tables.picks
        yield from [picks[unit.id] for unit in boxed(s, NORTH_POLISH) if unit.id not in self.chosen]

    def take(self, s: State, action: Action) -> None:
        assert isinstance(action, Pick)
        chosen = (*self.chosen, action.unit)
        if self.left > 1:
            s.become(replace(self, left=self.left - 1, chosen=chosen))
            return
        s.leave()
        for id in chosen:
            fatigue(s, id)

    def why_not(self, s: State, action: Action) -> No | None:
        if not isinstance(action, Pick):
            return OUT_OF_PHASE
        return CHOSEN if action.unit in self.chosen else NOT_IN_BOX


@rule("10.1.3f", "10.1.3i", "7.1.8c")
def break_through(s: State) -> None:
    """The Poles go to the next space, the beaten Germans to the reserves, and the front is no more."""
    poles = tuple(unit.id for unit in boxed(s, NORTH_POLISH))
    germans = tuple(unit.id for unit in boxed(s, NORTH_GERMAN))
    for id in poles:
        to_space(s, id, s.turn + 1)
    for id in germans:
        s.send(id, RESERVES)
    s.track("north", OVER)
    box = s.units[poles[0]].box
    s.tell(LeftTheGame(poles) if box == ELIMINATED else Arrived(poles, space(s.turn + 1)), rule="10.1.3f")
    if germans:
        s.tell(Arrived(germans, RESERVES), rule="10.1.3f")
