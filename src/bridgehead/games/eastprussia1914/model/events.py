"""What happens in this game, told as values."""

from bridgehead.core.events import Event, Fight
from bridgehead.core.refusal import Modifier
from bridgehead.core.values import ChitId, Die, Hex, Side, UnitId, Way


class EventRolled(Event, frozen=True):
    words = "Random event: rolled {roll}, {title}."
    roll: int
    title: str
    dice: tuple[Die, Die]

    def happening(self) -> str:
        return self.title


class HistoricalEvent(Event, frozen=True):
    words = "{title}: {about}"
    title: str
    about: str

    def happening(self) -> str:
        return self.title


class UnitRestored(Event, frozen=True):
    words = "{unit} is brought back to full strength."
    unit: UnitId


class UnitRebuilt(Event, frozen=True):
    words = "{unit} is rebuilt in {hex}."
    unit: UnitId
    hex: Hex


class Arrived(Event, frozen=True):
    words = "{unit} arrives in {hex}."
    unit: UnitId
    hex: Hex


class SentBack(Event, frozen=True):
    words = "{unit} finds no room and waits for the next turn."
    unit: UnitId


class ChitsSelected(Event, frozen=True):
    words = "{side} selects {chits}."
    side: Side
    chits: tuple[ChitId, ...]


class CupFilled(Event, frozen=True):
    words = "The cup holds {german} German and {russian} Russian chits."
    german: int
    russian: int


class ChitsShown(Event, frozen=True):
    words = "Russian wireless in clear: {chits} are in the cup."
    chits: tuple[ChitId, ...]


class ChitDrawn(Event, frozen=True):
    words = "{side} chit drawn: {chit}."
    heading = "phase"
    side: Side
    chit: ChitId

    def happening(self) -> str:
        return self.chit


class ChitVoid(Event, frozen=True):
    words = "{chit} has no effect: its HQ is gone."
    chit: ChitId


class ChitIdle(Event, frozen=True):
    words = "{chit} has no effect: its HQ is isolated."
    chit: ChitId


class HqActivated(Event, frozen=True):
    words = "{unit} is activated, {mode}."
    unit: UnitId
    mode: str


class UnitsActivated(Event, frozen=True):
    words = "Activated: {units}."
    units: tuple[UnitId, ...]


class UnitMoved(Event, frozen=True):
    words = "{unit} {how} by {path}, {cost} spent."
    unit: UnitId
    how: str
    path: Way
    cost: int


class HqOverrun(Event, frozen=True):
    words = "{unit} overruns {hq} in {hex}."
    unit: UnitId
    hq: UnitId
    hex: Hex


class HqRemoved(Event, frozen=True):
    words = "{hq} is removed with its chit: {because}."
    hq: UnitId
    because: str


class HqRelocated(Event, frozen=True):
    words = "{hq}, out of supply, relocates to {hex}."
    hq: UnitId
    hex: Hex


class HqCannotRelocate(Event, frozen=True):
    words = "{hq} finds no hex to relocate to and stays, in Movement Mode."
    hq: UnitId


class Attacked(Event, frozen=True):
    words = (
        "Attack on {target} by {attackers}: {attack} to {defence}, {odds}; {shifts} {column}, "
        "die {die}: {result}."
    )
    attackers: tuple[UnitId, ...]
    target: Hex
    attack: int
    defence: int
    odds: str
    modifiers: tuple[Modifier, ...]
    shifts: str
    column: str
    die: int
    """The die as it counts, an airmen's report added."""
    result: str
    rolled: Die

    def fight(self) -> Fight:
        return Fight(
            hex=self.target,
            result=self.result,
            units=self.attackers,
            column=self.column,
            attack=self.attack,
            defence=self.defence,
        )


class AttackCancelled(Event, frozen=True):
    words = "The attack on {target} falls below 1:2 and is cancelled."
    target: Hex


class CavalryWithdrew(Event, frozen=True):
    words = "Withdrawal from {hex} before combat: {units}."
    units: tuple[UnitId, ...]
    hex: Hex


class StepLost(Event, frozen=True):
    words = "{unit} loses a step."
    unit: UnitId


class LossIgnored(Event, frozen=True):
    words = "The works of {hex} absorb the first step lost."
    hex: Hex


class RetreatIgnored(Event, frozen=True):
    words = "The defenders of {hex} do not retreat from their fortress."
    hex: Hex


class ResultIgnored(Event, frozen=True):
    words = "{target} was cleared: the attacker's loss does not apply."
    target: Hex


class Retreated(Event, frozen=True):
    words = "Retreat to {hex}: {units}."
    units: tuple[UnitId, ...]
    hex: Hex


class RetreatBlocked(Event, frozen=True):
    words = "No way back, hexes not made {left}: {units}."
    units: tuple[UnitId, ...]
    left: int


class Advanced(Event, frozen=True):
    words = "{unit} advances to {hex}."
    unit: UnitId
    hex: Hex


class SupplyChanged(Event, frozen=True):
    words = "{unit} is now {state}."
    unit: UnitId
    state: str


class AttritionRolled(Event, frozen=True):
    words = "Attrition of {unit}: rolled {die}, {effect}."
    unit: UnitId
    die: Die
    effect: str

    def fight(self) -> None:
        """Nobody strikes: hunger does."""


class CreptTo(Event, frozen=True):
    words = "{unit}, isolated, creeps to {hex}."
    unit: UnitId
    hex: Hex


class RailDestroyed(Event, frozen=True):
    words = "{unit} destroys the railway in {hex}."
    unit: UnitId
    hex: Hex


class RailRepaired(Event, frozen=True):
    words = "{unit} repairs the railway in {hex}."
    unit: UnitId
    hex: Hex


class Scored(Event, frozen=True):
    words = "German points {german}, Russian points {russian}, net {net}."
    german: int
    russian: int
    net: int
