"""What happens in the game, told as values with the words of the record."""

from bridgehead.core.events import Event, Fight
from bridgehead.core.values import Die, Hex, Side, UnitId


class Deployed(Event, frozen=True):
    words = "{side} units stand as planned ({plan})."
    side: Side
    plan: str


class Placed(Event, frozen=True):
    words = "{unit} is placed in {hex}."
    unit: UnitId
    hex: Hex


class TurnOfDay(Event, frozen=True):
    words = "Game-Turn {turn}: {label}, {clock}."
    heading = "turn"
    turn: int
    label: str
    clock: str


class ChangedMode(Event, frozen=True):
    words = "{unit} changes to {mode}."
    unit: UnitId
    mode: str


class CannotMove(Event, frozen=True):
    words = "{unit} cannot move."
    unit: UnitId


class CameOnTop(Event, frozen=True):
    words = "{unit} comes to the top of its stack in {hex}."
    unit: UnitId
    hex: Hex


class Barraged(Event, frozen=True):
    words = (
        "Barrage on {hex} by {guns}: strength {strength}, column {column}, "
        "die {die} modified to {modified}: {result}."
    )
    hex: Hex
    guns: tuple[UnitId, ...]
    strength: int
    column: str
    die: Die
    modified: int
    result: str

    def fight(self) -> Fight:
        return Fight(
            hex=self.hex, result=self.result, units=self.guns, column=self.column, attack=self.strength
        )


class FiredInVain(Event, frozen=True):
    words = "Barrage on {hex} by {guns}: no effect on armor."
    hex: Hex
    guns: tuple[UnitId, ...]


class Fired(Event, frozen=True):
    words = (
        "Antitank fire at {unit} in {hex} by {firers}: value {value}, column {column}, "
        "die {die} modified to {modified}: {result}."
    )
    unit: UnitId
    hex: Hex
    firers: tuple[UnitId, ...]
    value: int
    column: str
    die: Die
    modified: int
    result: str

    def fight(self) -> Fight:
        return Fight(
            hex=self.hex, result=self.result, units=self.firers, column=self.column, attack=self.value
        )


class ShotCancelled(Event, frozen=True):
    words = "The shot at {unit} is cancelled: the target is gone."
    unit: UnitId


class Attacked(Event, frozen=True):
    words = (
        "Attack on {hex} by {attackers}: {attack} against {defence}, {odds}; {shifts} {column}, "
        "die {die} modified to {modified}: {result}."
    )
    hex: Hex
    attackers: tuple[UnitId, ...]
    attack: int
    defence: int
    odds: str
    shifts: str
    column: str
    die: Die
    modified: int
    result: str

    def fight(self) -> Fight:
        return Fight(
            hex=self.hex,
            result=self.result,
            units=self.attackers,
            column=self.column,
            attack=self.attack,
            defence=self.defence,
        )


class NothingLeft(Event, frozen=True):
    words = "Nothing is left to attack in {hex}."
    hex: Hex


class Caught(Event, frozen=True):
    words = "{unit} is caught retreating in {hex} and eliminated."
    unit: UnitId
    hex: Hex


class Checked(Event, frozen=True):
    words = "{unit} checks morale: die {die} + {added} against {rating}: {outcome}."
    unit: UnitId
    die: Die
    added: int
    rating: int
    outcome: str

    def fight(self) -> None:
        """Part of the fight that was told before."""


class LostStep(Event, frozen=True):
    words = "{unit} loses a step."
    unit: UnitId


class Disrupted(Event, frozen=True):
    words = "{unit} is disrupted."
    unit: UnitId


class Retreated(Event, frozen=True):
    words = "{unit} retreats to {path}."
    unit: UnitId
    path: tuple[Hex, ...]


class LeftMap(Event, frozen=True):
    words = "{unit} leaves the map."
    unit: UnitId


class Overcrowded(Event, frozen=True):
    words = "Retreating {unit} overcrowds {hex}: all units there are disrupted."
    unit: UnitId
    hex: Hex


class NoRetreat(Event, frozen=True):
    words = "{unit} cannot retreat."
    unit: UnitId


class Advanced(Event, frozen=True):
    words = "{unit} advances into {hex}."
    unit: UnitId
    hex: Hex


class RallyRolled(Event, frozen=True):
    words = "{unit} tries to rally: die {die} + {added} against {rating}: {outcome}."
    unit: UnitId
    die: Die
    added: int
    rating: int
    outcome: str

    def fight(self) -> None:
        """Nobody fights."""


class Controlled(Event, frozen=True):
    words = "{side} takes control of {hex}."
    side: Side
    hex: Hex


class Arrived(Event, frozen=True):
    words = "{unit} arrives in {hex}."
    unit: UnitId
    hex: Hex


class Points(Event, frozen=True):
    words = "German Victory Points: {garrison} for the garrison, {eliminated} for eliminated Soviet units."
    garrison: int
    eliminated: int
