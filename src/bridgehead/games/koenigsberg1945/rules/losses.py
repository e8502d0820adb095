"""9.4 Step losses."""

from collections.abc import Iterator
from typing import ClassVar

from bridgehead.core.actions import Action, Pick
from bridgehead.core.flow import Decision, Procedure, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import UnitId, replace
from bridgehead.games.koenigsberg1945.model.state import State

ATTACK = "attack"
DEFENCE = "defence"

NOT_STRONGEST = No("9.4.1", "the strongest unit in the combat must lose the first step")
STRONGEST_PAYS = No("9.5.3b", "the strongest unit in the stack must lose the step for the enemy ZOC")
NO_STEPS = No("9.4a", "this unit can't take the loss: only combat units that took part can")


def standing(s: State, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Those of the units that are still on the map."""
    return tuple(unit for unit in units if s.units[unit].hex)


@rule("9.4.1", "9.4.1b")
def strongest(s: State, units: tuple[UnitId, ...], by: str) -> tuple[UnitId, ...]:
    """The units with the highest strength printed on the side now showing; headquarters never count."""
    strengths = {unit: getattr(s.face(unit), by) for unit in units}
    most = max(strengths.values())
    return tuple(unit for unit in units if strengths[unit] == most)


class StepLosses(Procedure[State], frozen=True):
    """9.4 Steps are taken one by one: the first by the rule, the rest as the owner likes."""

    units: tuple[UnitId, ...]
    left: int
    by: str = ""
    """Whose strength makes the first loss: attack, defence, or nobody's."""
    cause: str = "9.4a"

    @rule("9.4.2", "9.4.2b", "9.5.3b")
    def lose_one(self, s: State) -> None:
        """One step. Losses beyond the steps present are ignored."""
        alive = standing(s, self.units)
        if not alive:
            s.become(replace(self, left=0))
            return
        bearers = strongest(s, alive, self.by) if self.by else alive
        s.become(replace(self, left=self.left - 1, by=""))
        if len(bearers) == 1:
            s.lose_step(bearers[0], self.cause)
        else:
            s.enter(ChooseLoss(s.leader(s.counter(bearers[0]).force), bearers, alive, self.cause))

    sequence = (lose_one,)

    def again(self, s: State) -> bool:
        return self.left > 0


class ChooseLoss(Decision[State], frozen=True):
    """9.4.2 The owner says which unit takes the step."""

    words = "Step loss: select the unit to lose a step"
    under: ClassVar[str] = "9.4.2"
    clicks = (Pick,)
    bearers: tuple[UnitId, ...]
    units: tuple[UnitId, ...]
    cause: str

    def about(self, s: State) -> Subject:
        return Subject(hexes=tuple(dict.fromkeys(s.units[unit].hex for unit in self.units)))

    def options(self, s: State) -> Iterator[Action]:
        yield from map(Pick, self.bearers)

    def take(self, s: State, action: Action) -> None:
        assert isinstance(action, Pick)
        s.leave()
        s.lose_step(action.unit, self.cause)

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Pick(unit):
                if unit not in self.units:
                    return NO_STEPS
                return STRONGEST_PAYS if self.cause == STRONGEST_PAYS.rule else NOT_STRONGEST
        return None
