"""6.5, 7.4, 8.15 What a result does: steps, checks, the exchange of a step for the retreat, retreats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from bridgehead.core.actions import Action, Choose
from bridgehead.core.flow import Decision, Procedure, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Side, UnitId, replace
from bridgehead.games.seelow1945.model.actions import LoseStep
from bridgehead.games.seelow1945.model.data import Effect
from bridgehead.games.seelow1945.model.events import Shaken, StepInstead, Unshaken
from bridgehead.games.seelow1945.model.state import State, places
from bridgehead.games.seelow1945.rules.morale import (
    disrupt,
    lose_step,
    passes_check,
    rated,
    rating,
    remove,
)
from bridgehead.games.seelow1945.rules.retreat import GoAlong, can_retreat, companions, retreats, together

Cause = Literal["antitank", "barrage", "combat"]
NOBODY = UnitId("")

NOT_INVOLVED = No("7.44b", "only a unit involved can lose the step")
TWO_UNITS = No("7.45b", "the two steps must come from different units")
GONE = No("7.44b", "this unit is no longer there")
NOT_ZHUKOV = No("7.44b", "Zhukov can lose the step only if he is alone")
STEP_RULE: dict[Cause, str] = {"antitank": "6.55", "barrage": "8.16a", "combat": "7.45a"}


@rule("6.54", "7.43", "6.51")
def apply_effect(
    s: State, side: Side, involved: tuple[UnitId, ...], effect: Effect | None, cause: Cause
) -> None:
    """6.5, 7.4 Carry out a result on the units involved of one side."""
    if effect is None:
        return
    if effect.eliminated:
        for unit in involved:
            remove(s, unit, rule="7.43" if cause == "combat" else "6.54")
    else:
        s.enter(Suffering(side, involved, effect.number, effect.circled, cause))


class Suffering(Procedure[State], frozen=True):
    """A number result on one side's units: the circled step, who fails, the exchange, the retreats."""

    side: Side
    involved: tuple[UnitId, ...]
    number: int
    circled: bool
    cause: Cause
    stepped: UnitId = NOBODY
    """Who lost the circled step."""
    failing: tuple[UnitId, ...] = ()
    """Who must retreat."""
    along: tuple[UnitId, ...] = ()
    """Who retreats with them of free will."""

    @rule("6.55", "7.45a", "8.16a")
    def lose_circled_step(self, s: State) -> None:
        """7.45 A circled number first costs one unit a step, of the owner's choice."""
        if not self.circled:
            return
        candidates = step_candidates(s, self.involved, NOBODY)
        if len(candidates) == 1:
            s.become(replace(self, stepped=candidates[0]))
            lose_step(s, candidates[0], rule=STEP_RULE[self.cause])
        else:
            s.enter(TakeStep(self.side, candidates, self.cause))

    @rule("6.63a", "7.42a", "8.15a")
    def falter(self, s: State) -> None:
        """7.42 In combat ratings are compared with the number; under fire every unit checks morale (6.6)."""
        alive = [s.units[unit] for unit in self.involved if s.units[unit].hex]
        if self.cause == "combat":
            failing = [unit.id for unit in alive if rating(s, unit) < self.number]
            self.compare(s, failing)
        else:
            failing = [unit.id for unit in alive if not passes_check(s, unit, self.number)]
        s.become(replace(self, failing=tuple(failing)))

    def compare(self, s: State, failing: list[UnitId]) -> None:
        """7.42 Tell whose morale is too low."""
        for unit in failing:
            s.tell(Shaken(unit, *rated(s, s.units[unit]), self.number), rule="7.42a")
        if not failing and any(s.units[unit].hex for unit in self.involved):
            s.tell(Unshaken(self.side, self.number), rule="7.42a")

    @rule("6.63b", "7.44a", "8.16b")
    def exchange(self, s: State) -> None:
        """7.44 The owner may lose one step instead of all retreats; never against antitank fire (6.63b)."""
        switches = s.tables.switches
        offered = {
            "antitank": switches.step_for_retreat_against_antitank_fire,
            "barrage": switches.step_for_retreat_against_barrage,
            "combat": True,
        }[self.cause]
        candidates = step_candidates(s, self.involved, self.stepped)
        if self.failing and offered:
            lost = tuple(unit for unit in self.failing if not has_retreat(s, unit, self.failing))
            kind = StepOrPerish if lost else StepOrRetreat
            s.enter(kind(self.side, candidates, self.failing, self.stepped, lost))

    @rule("6.63a", "7.42a", "7.57a")
    def go_along(self, s: State) -> None:
        """7.57 Who fails is disrupted at once; units beside it may go along."""
        for unit in self.failing:
            disrupt(s, unit, rule="7.42a" if self.cause == "combat" else "6.63a")
        may = companions(s, self.failing)
        if may:
            s.enter(GoAlong(self.side, self.failing, may))

    def retreat(self, s: State) -> None:
        if self.failing:
            s.enter(retreats(s, self.failing, self.along))

    sequence = (lose_circled_step, falter, exchange, go_along, retreat)


@rule("7.44b", "7.45b", "8.16b", "10.13b")
def step_candidates(s: State, involved: tuple[UnitId, ...], stepped: UnitId) -> tuple[UnitId, ...]:
    """7.44 Who may lose the step: Zhukov only when alone, no unit twice if two or more are involved."""
    alive = [unit for unit in involved if s.units[unit].hex]
    troops = [unit for unit in alive if not s.counter(unit).commander]
    if sum(not s.counter(unit).commander for unit in involved) > 1:
        troops = [unit for unit in troops if unit != stepped]
        return tuple(troops)
    return tuple(troops or alive)


@rule("7.45a", "8.16a")
class TakeStep(Decision[State], frozen=True):
    """7.45 The owner says which of the units involved loses the circled step."""

    words = "select a unit to lose 1 step"
    under = "7.45a"
    clicks = (LoseStep,)
    fills = ("stepped",)
    candidates: tuple[UnitId, ...]
    cause: Cause

    def about(self, s: State) -> Subject:
        return Subject(hexes=places(s, self.candidates))

    def options(self, s: State) -> Iterator[Action]:
        return (LoseStep(unit) for unit in self.candidates)

    def take(self, s: State, action: Action) -> None:
        assert isinstance(action, LoseStep)
        s.leave(stepped=action.unit)
        lose_step(s, action.unit, rule=STEP_RULE[self.cause])

    def why_not(self, s: State, action: Action) -> No | None:
        return why_not_step(s, action, NOBODY)


@rule("7.44a", "8.16b")
class StepOrRetreat(Decision[State], frozen=True):
    """7.44 One step from one unit involved, and nobody retreats; or the retreat."""

    words = "{failing}: retreat, or lose a step instead"
    under = "7.44a"
    clicks = (LoseStep,)
    fills = ("failing",)
    candidates: tuple[UnitId, ...]
    failing: tuple[UnitId, ...]
    stepped: UnitId
    lost: tuple[UnitId, ...] = ()
    """Who has no retreat as the units are now (7.58)."""

    def about(self, s: State) -> Subject:
        return Subject(committed=self.failing, hexes=places(s, self.failing))

    def options(self, s: State) -> Iterator[Action]:
        yield from (LoseStep(unit) for unit in self.candidates)
        yield Choose("retreat")

    def take(self, s: State, action: Action) -> None:
        if isinstance(action, LoseStep):
            s.leave(failing=())
            s.tell(StepInstead(self.side), rule="7.44a")
            lose_step(s, action.unit, rule="7.44a")
        else:
            s.leave()

    def why_not(self, s: State, action: Action) -> No | None:
        return why_not_step(s, action, self.stepped)


@rule("7.58a", "7.58b")
class StepOrPerish(StepOrRetreat, frozen=True):
    """7.58 The same choice where a unit has no way out: whoever retreats then loses it."""

    words = "lose a step instead of retreating {failing}? {lost} can't retreat and will be eliminated"
    labels = {Choose: "Retreat; units that can't are eliminated"}


@rule("7.58a", "7.58b")
def has_retreat(s: State, unit: UnitId, failing: tuple[UnitId, ...]) -> bool:
    """7.58 Could the unit retreat, with those that must go from its hex?"""
    one = s.units[unit]
    return can_retreat(s, one, together(s, failing, one.hex))


def why_not_step(s: State, action: Action, stepped: UnitId) -> No | None:
    """7.44 Why a unit may not be the one that loses the step."""
    if not isinstance(action, LoseStep) or action.unit not in s.units:
        return None
    suffering = next(frame for frame in reversed(s.flow) if isinstance(frame, Suffering))
    if action.unit not in suffering.involved:
        return NOT_INVOLVED
    if action.unit == stepped:
        return TWO_UNITS
    return NOT_ZHUKOV if s.units[action.unit].hex else GONE
