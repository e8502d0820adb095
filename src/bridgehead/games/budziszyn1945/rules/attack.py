"""2.2.4 The Combat Phase: duties, and the attacks in the order the attacker likes."""

from __future__ import annotations

from bridgehead.core.actions import Action, Attack, Done
from bridgehead.core.flow import Reminder
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Hexside, Side, UnitId
from bridgehead.games.budziszyn1945.model.actions import (
    Fire,
    Strike,
)
from bridgehead.games.budziszyn1945.model.data import hexside
from bridgehead.games.budziszyn1945.model.state import (
    State,
)
from bridgehead.games.budziszyn1945.rules.artillery import (
    AssembleFire,
    fire_targets,
    objects_in_range,
    why_not_strike,
    why_not_target,
)
from bridgehead.games.budziszyn1945.rules.assault import Assault
from bridgehead.games.budziszyn1945.rules.battle import Battle
from bridgehead.games.budziszyn1945.rules.duties import (
    ALREADY_HIT,
    DUTIES_OPEN,
    SHELLED,
    Duties,
    able_beside,
    anyone_able,
    binders,
    germans_beside,
    must_attack,
    why_not_attacked,
)
from bridgehead.games.budziszyn1945.rules.zoc import occupied_by_foe

FIRED_AT = No("6.4.5", "this hex has already been fired on or attacked this phase")
ATTACKED_DIRECTLY = No("6.4.5", "this hex must be attacked directly and can't be fired on")


@rule("5.1.4d", "5.1.4a", "2.2.4")
def attack_phase(s: State, side: Side) -> AttackPhase:
    """The duties are listed once, as the phase begins."""
    bound = [unit for unit in s.on_map(side) if must_attack(s, unit)]
    poles = {unit.id for unit in bound if germans_beside(s, unit)}
    hexes = sorted({hex for unit in bound if unit.id not in poles for hex in binders(s, unit)})
    return AttackPhase(side, tuple(unit.id for unit in bound), tuple(hexes))


@rule("2.2.4", "5.1.6", "5.1.7", "3.1.1")
class AttackPhase(Duties, frozen=True):
    """2.2.4 The side makes its attacks in any order; compulsory ones must be made before it may stop."""

    words = "select a hex to attack or fire on"
    labels = {Done: "End Combat Phase"}
    under = "5.1.6"
    clicks = (Attack, Strike)

    def click(self, s: State, on: UnitId | Hex | Hexside) -> Action | None:
        """Neighbouring hexes are attacked, those further away are fired at."""
        if isinstance(on, tuple):
            return Strike(hexside(*on))
        if isinstance(on, str):
            return None
        beside = any(each.side == self.side for to in s.game.board.near[on] for each in s.units_in(to))
        return Attack(on) if beside or not occupied_by_foe(s, self.side, on) else Fire(on)

    def options(self, s: State) -> list[Action]:
        closed = {*self.hit, *self.shelled}
        found: list[Action] = [Attack(hex) for hex in sorted(able_beside(s, self.side)) if hex not in closed]
        closed |= self.unshellable(s)
        found.extend(Fire(hex) for hex in fire_targets(s, self.side) if hex not in closed)
        found.extend(Strike(side) for side in objects_in_range(s, self.side))
        if not self.open_duties(s):
            found.append(Done())
        return found

    def take(self, s: State, action: Action) -> None:
        match action:
            case Attack(hex):
                s.enter(Assault(self.side, Battle(self.side, (hex,))))
            case Fire(hex):
                s.enter(AssembleFire(self.side, hex))
            case Strike((a, b)):
                s.enter(AssembleFire(self.side, a, to=b))
            case _:
                s.leave()

    @rule("2.1.4a")
    def over(self, s: State) -> bool:
        """A phase in which nobody can attack or fire passes by itself."""
        return (
            not anyone_able(s, self.side, self.bound)
            and not fire_targets(s, self.side)
            and not objects_in_range(s, self.side)
        )

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Done():
                return DUTIES_OPEN
            case Attack(hex):
                if hex in self.shelled:
                    return SHELLED
                return ALREADY_HIT if hex in self.hit else why_not_attacked(s, self.side, hex)
            case Fire(hex):
                if hex in self.hit or hex in self.shelled:
                    return FIRED_AT
                if hex in self.hexes and self.hex_open(s, hex):
                    return ATTACKED_DIRECTLY
                return why_not_target(s, self.side, hex)
            case Strike(side):
                return why_not_strike(s, self.side, side)
        return None

    def reminders(self, s: State) -> tuple[Reminder, ...]:
        duties = []
        for duty in self.open_duties(s):
            if isinstance(duty, str):
                unit = s.units[duty]
                duties.append(Reminder("must attack", unit.hex, unit.id, duty=True))
            else:
                duties.append(Reminder("must be attacked", duty, duty=True))
        return tuple(duties)
