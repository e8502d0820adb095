"""What happens in the game, told as values with the words of the record."""

from bridgehead.core.events import Event, Fight
from bridgehead.core.refusal import Modifier
from bridgehead.core.values import Die, Hex, Side, UnitId, Way
from bridgehead.games.seelow1945.model.data import CombatCell, FireCell
from bridgehead.games.seelow1945.model.sums import added as plus
from bridgehead.games.seelow1945.model.sums import column_sum, die_sum, divided, total_of

Divisor = tuple[int, str]
"""By what a strength is divided, and why."""


def morale_told(printed: int, lower: int) -> str:
    """6.64 The Morale Rating as the log writes it: `2`, or `4 − 2 (disrupted) = 2`."""
    return plus(printed, [(lower, "disrupted")])


class DeploymentBegan(Event, frozen=True):
    words = "{side} deployment."
    heading = "phase"
    side: Side


class Deployed(Event, frozen=True):
    words = "{side} player auto-deploys {units:unit} ({plan})."
    side: Side
    units: int
    plan: str


class Placed(Event, frozen=True):
    words = "{unit} is placed in {hex}."
    unit: UnitId
    hex: Hex


class TurnOfDay(Event, frozen=True):
    words = "Game-Turn {turn}: {label}, {clock}, {date}."
    heading = "turn"
    turn: int
    label: str
    clock: str
    date: str


class RallyBegan(Event, frozen=True):
    words = "Rally Phase."
    heading = "phase"


class SilentNight(Event, frozen=True):
    words = "No antitank fire and no combat at night."


class ChangedMode(Event, frozen=True):
    words = "{unit} switches to {mode}."
    unit: UnitId
    mode: str


class CameOnTop(Event, frozen=True):
    words = "{unit} is now on top of its stack in {hex}."
    unit: UnitId
    hex: Hex


class Marched(Event, frozen=True):
    words = "{unit} moves to {path} ({spent:MP}, {left} left)."
    unit: UnitId
    path: Way
    spent: int
    left: int


class Stopped(Event, frozen=True):
    words = "{unit} moves to {path} and must stop in an enemy ZOC ({spent:MP})."
    unit: UnitId
    path: Way
    spent: int


class Barraged(Event, frozen=True):
    words = "Barrage on {hex} by {guns}: strength {total}, column {shifts}; die {roll}: {meaning}."
    hex: Hex
    guns: tuple[UnitId, ...]
    strengths: tuple[int, ...]
    """What each gun gives."""
    cover: tuple[Divisor, ...]
    strength: int
    columns: tuple[str, ...]
    first: int
    """The column before all shifts."""
    last: int
    modifiers: tuple[Modifier, ...]
    die: Die
    modified: int
    cell: FireCell

    @property
    def total(self) -> str:
        """`5 + 7 = 12 / 2 (town) = 6`."""
        each = [str(strength) for strength in self.strengths]
        return divided(total_of(each, sum(self.strengths)), self.cover, self.strength)

    @property
    def shifts(self) -> str:
        return column_sum(self.columns, self.first, self.modifiers, self.last)

    @property
    def column(self) -> str:
        return self.columns[self.last]

    @property
    def roll(self) -> str:
        return die_sum(self.die, self.modifiers)

    @property
    def result(self) -> str:
        return self.cell.text

    @property
    def meaning(self) -> str:
        return self.cell.meaning

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
        "Antitank fire at {unit} in {hex} by {firers}: value {total}, column {column}; die {roll}: {meaning}."
    )
    unit: UnitId
    hex: Hex
    firers: tuple[UnitId, ...]
    value: int
    values: tuple[tuple[int, tuple[Divisor, ...], int], ...]
    """The value of each firer, what divides it, and what comes of it."""
    column: str
    modifiers: tuple[Modifier, ...]
    die: Die
    modified: int
    cell: FireCell

    @property
    def total(self) -> str:
        """`3 + 5 / 2 (across water) = 3 = 6`."""
        return total_of([divided(str(value), parts, left) for value, parts, left in self.values], self.value)

    @property
    def roll(self) -> str:
        return die_sum(self.die, self.modifiers)

    @property
    def result(self) -> str:
        return self.cell.text

    @property
    def meaning(self) -> str:
        return self.cell.meaning

    def fight(self) -> Fight:
        return Fight(
            hex=self.hex, result=self.result, units=self.firers, column=self.column, attack=self.value
        )


class ShotCancelled(Event, frozen=True):
    words = "The shot at {unit} is canceled: the target has left the hex."
    unit: UnitId


class Attacked(Event, frozen=True):
    words = "Attack on {hex} by {attackers}: {attack} vs. {defence} = {shifts}; die {roll}: {meaning}."
    hex: Hex
    attackers: tuple[UnitId, ...]
    attack: int
    defence: int
    columns: tuple[str, ...]
    first: int
    """The column of the bare ratio."""
    last: int
    modifiers: tuple[Modifier, ...]
    die: Die
    modified: int
    cell: CombatCell

    @property
    def shifts(self) -> str:
        return column_sum(self.columns, self.first, self.modifiers, self.last)

    @property
    def column(self) -> str:
        return self.columns[self.last]

    @property
    def roll(self) -> str:
        return die_sum(self.die, self.modifiers)

    @property
    def result(self) -> str:
        return self.cell.text

    @property
    def meaning(self) -> str:
        return self.cell.meaning

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
    words = "No unit is left to attack in {hex}: no die is rolled."
    hex: Hex


class Caught(Event, frozen=True):
    words = "{unit} retreated to {hex} in this phase and is caught there: eliminated."
    unit: UnitId
    hex: Hex


class Shaken(Event, frozen=True):
    words = "{unit} must retreat: morale {morale} is below {number}."
    unit: UnitId
    printed: int
    lower: int
    """What disruption takes away."""
    number: int

    @property
    def morale(self) -> str:
        return morale_told(self.printed, self.lower)


class Unshaken(Event, frozen=True):
    words = "No {side} unit involved has morale below {number}: none retreats."
    side: Side
    number: int


class Checked(Event, frozen=True):
    words = "{unit} checks morale: die {roll} vs. morale {morale}, passes."
    unit: UnitId
    die: Die
    added: int
    rating: int
    printed: int
    lower: int
    """What disruption takes away."""

    @property
    def roll(self) -> str:
        return plus(self.die, [(self.added, "")])

    @property
    def morale(self) -> str:
        return morale_told(self.printed, self.lower)

    def fight(self) -> None:
        """Part of the fight that was told before."""


class CheckFailed(Checked, frozen=True):
    words = "{unit} checks morale: die {roll} vs. morale {morale}, fails."


class LostStep(Event, frozen=True):
    words = "{unit} loses 1 step, now reduced."
    unit: UnitId


class LostLastStep(LostStep, frozen=True):
    words = "{unit} loses 1 step, its last."


class StepInstead(Event, frozen=True):
    words = "The {side} player takes 1 step loss instead of the retreat."
    side: Side


class Disrupted(Event, frozen=True):
    words = "{unit} is disrupted."
    unit: UnitId


class Retreated(Event, frozen=True):
    words = "{unit} retreats to {path}."
    unit: UnitId
    path: Way


class LeftMap(Event, frozen=True):
    words = "{unit} leaves the map for good."
    unit: UnitId


class Overcrowded(Event, frozen=True):
    words = "{unit} overstacks {hex} in retreat and must go on: all units there are disrupted."
    unit: UnitId
    hex: Hex


class NoRetreat(Event, frozen=True):
    words = "{unit} can't retreat."
    unit: UnitId


class Stayed(Event, frozen=True):
    words = "{unit} can't retreat along and stays."
    unit: UnitId


class Advanced(Event, frozen=True):
    words = "{unit} advances into {hex}."
    unit: UnitId
    hex: Hex


class RallyRolled(Event, frozen=True):
    words = "{unit} tries to rally: die {roll} vs. morale {morale}, recovers."
    unit: UnitId
    die: Die
    added: int
    roll: str
    morale: int

    def fight(self) -> None:
        """Nobody fights."""


class RallyFailed(RallyRolled, frozen=True):
    words = "{unit} tries to rally: die {roll} vs. morale {morale}, still disrupted."


class Controlled(Event, frozen=True):
    words = "The {side} player takes control of {hex}."
    side: Side
    hex: Hex


class Arrived(Event, frozen=True):
    words = "{unit} arrives in {hex} ({spent:MP}, {left} left)."
    unit: UnitId
    hex: Hex
    spent: int
    left: int


class Points(Event, frozen=True):
    words = (
        "German Victory Points: {garrison} for the garrison + {eliminated} for eliminated Soviet units = "
        "{total}; {german} or more is a German victory, {draw} or more a draw."
    )
    garrison: int
    eliminated: int
    total: int
    german: int
    draw: int


class Nightfall(Event, frozen=True):
    words = (
        "Check after Game-Turn {turn}: {near:Soviet unit} in or adjacent to Seelow; {taken:locality} of the "
        "{needed} needed under Soviet control; {west:Soviet unit} west of the Haupt Canal."
    )
    turn: int
    near: int
    taken: int
    needed: int
    west: int


class HeldAtEnd(Event, frozen=True):
    words = (
        "Final check: the Soviet player controls {town:hex} of Seelow out of {towns}, and {road:hex} of "
        "Diedersdorf and its road out of {roads}."
    )
    town: int
    towns: int
    road: int
    roads: int
