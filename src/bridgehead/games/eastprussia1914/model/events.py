"""What happens in this game, told as values."""

from bridgehead.core.events import Event, Fight
from bridgehead.core.refusal import Modifier
from bridgehead.core.values import ChitId, Die, Hex, Side, UnitId, Way


class SegmentBegan(Event, frozen=True):
    words = "{side} {segment}."
    heading = "phase"
    side: Side
    segment: str


class PhaseOfBoth(Event, frozen=True):
    """A phase or segment that is nobody's own."""

    words = "{phase}."
    heading = "phase"
    phase: str


class EventRolled(Event, frozen=True):
    words = "Random event: rolled {roll} ({dice}): {title}. {about}"
    roll: int
    title: str
    about: str
    dice: tuple[Die, Die]

    def happening(self) -> str:
        return self.title


class EventNotUsed(Event, frozen=True):
    words = "{title} has no effect: it is not used in this scenario."
    title: str


class EventLapses(Event, frozen=True):
    words = "{title} has no effect: no brigade can return."
    title: str


class PointsSet(Event, frozen=True):
    words = "Rail Points this turn: German {german}, Russian {russian}."
    german: int
    russian: int


class CommandPointsSet(Event, frozen=True):
    words = "Command Points this turn: German {german}, Russian {russian}."
    german: int
    russian: int


class HistoricalEvent(Event, frozen=True):
    words = "{title}: {about}"
    title: str
    about: str

    def happening(self) -> str:
        return self.title


class UnitRestored(Event, frozen=True):
    words = "{unit} is restored to full strength ({cost:replacement point} spent, {left} left)."
    unit: UnitId
    cost: int
    left: int


class UnitRebuilt(Event, frozen=True):
    words = "{unit} is rebuilt at reduced strength in {hex} ({cost:replacement point} spent, {left} left)."
    unit: UnitId
    hex: Hex
    cost: int
    left: int


class BrigadeReturned(Event, frozen=True):
    words = "{unit} returns in {hex}."
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
    words = "{side} player selects {chits} for turn {turn}."
    side: Side
    chits: tuple[ChitId, ...]
    turn: int


class ChitExchanged(Event, frozen=True):
    words = "German player exchanges {given} for {taken}."
    given: ChitId
    taken: ChitId


class CupFilled(Event, frozen=True):
    words = "The Draw Cup holds {german:German chit} and {russian:Russian chit}."
    german: int
    russian: int


class ChitsShown(Event, frozen=True):
    words = "Wireless in clear, Russian chits in the cup: {chits}."
    chits: tuple[ChitId, ...]


class ChitDrawn(Event, frozen=True):
    words = "{side} chit drawn: {chit} ({left} left in the cup)."
    heading = "phase"
    side: Side
    chit: ChitId
    left: int

    def happening(self) -> str:
        return self.chit


class ChitVoid(Event, frozen=True):
    words = "{chit} has no effect: its HQ has been removed."
    chit: ChitId


class ChitIdle(Event, frozen=True):
    words = "{chit} has no effect: its HQ is isolated."
    chit: ChitId


class HqActivated(Event, frozen=True):
    words = "{unit} is activated in {mode}."
    unit: UnitId
    mode: str


class UnitsActivated(Event, frozen=True):
    words = "Activated: {units}."
    units: tuple[UnitId, ...]


class UnitMoved(Event, frozen=True):
    words = "{unit} moves {path} ({cost:MP})."
    unit: UnitId
    path: Way
    """From where it was."""
    cost: int


class UnitMarched(Event, frozen=True):
    words = "{unit} uses strategic movement {path}."
    unit: UnitId
    path: Way


class UnitRailed(Event, frozen=True):
    words = "{unit} uses rail movement {path} ({cost:Rail Point} spent, {left} left)."
    unit: UnitId
    path: Way
    cost: int
    left: int


class HqOverrun(Event, frozen=True):
    words = "{unit} overruns {hq} in {hex}: the HQ is removed with its chit."
    unit: UnitId
    hq: UnitId
    hex: Hex


class HqLeftAlone(Event, frozen=True):
    words = "{hq} is removed with its chit: all combat units with it were eliminated."
    hq: UnitId


class HqWithoutTroops(Event, frozen=True):
    words = "{hq} is removed with its chit: it has no troops left to command."
    hq: UnitId


class HqWithoutRoom(Event, frozen=True):
    words = "{hq} is removed with its chit: it found no room after a retreat."
    hq: UnitId


class HqRelocated(Event, frozen=True):
    words = "{hq} is out of supply and relocates to {hex}."
    hq: UnitId
    hex: Hex


class HqCannotRelocate(Event, frozen=True):
    words = "{hq} has no hex to relocate to and stays in Movement Mode."
    hq: UnitId


class Attacked(Event, frozen=True):
    words = (
        "{side} attack on {target} by {attackers} against {defenders}: "
        "{strengths}; {odds}; die {count}: {result}, {effect}."
    )
    side: Side
    attackers: tuple[UnitId, ...]
    target: Hex
    defenders: tuple[UnitId, ...]
    attack: int
    defence: int
    strengths: str
    """Both, with what is halved."""
    odds: str
    """The ratio, with its shifts and the column they lead to."""
    modifiers: tuple[Modifier, ...]
    column: str
    count: str
    """The die as it counts, an airmen's report added."""
    result: str
    effect: str
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
    words = "The attack on {target} by {attackers} falls below 1:2 and is canceled."
    attackers: tuple[UnitId, ...]
    target: Hex


class CavalryWithdrew(Event, frozen=True):
    words = "Cavalry withdrawal from {hex} before combat ({left:hex}): {units}."
    units: tuple[UnitId, ...]
    hex: Hex
    left: int


class CavalryStood(Event, frozen=True):
    words = "The cavalry in {hex} stands and fights."
    hex: Hex


class StepLost(Event, frozen=True):
    words = "{unit} ({side}) loses a step."
    unit: UnitId
    side: Side


class LossIgnored(Event, frozen=True):
    words = "The fortress of {hex} absorbs the first step lost."
    hex: Hex


class RetreatIgnored(Event, frozen=True):
    words = "The defenders of {hex} do not retreat from their fortress."
    hex: Hex


class RetreatShortened(Event, frozen=True):
    words = "The units in {hex} ignore 1 hex of retreat: it is a city or town."
    hex: Hex


class ResultIgnored(Event, frozen=True):
    words = "{target} was cleared: the attacker's loss (*) does not apply."
    target: Hex


class Retreated(Event, frozen=True):
    words = "{side} retreat to {hex}: {units}."
    side: Side
    units: tuple[UnitId, ...]
    hex: Hex


class RetreatBlocked(Event, frozen=True):
    words = "{side} retreat {left:hex} short, 1 step lost per hex: {units}."
    side: Side
    units: tuple[UnitId, ...]
    left: int


class Advanced(Event, frozen=True):
    words = "{unit} advances to {hex}."
    unit: UnitId
    hex: Hex


class BackInSupply(Event, frozen=True):
    words = "{unit} ({side}) is back in supply."
    unit: UnitId
    side: Side


class OutOfSupply(Event, frozen=True):
    words = "{unit} ({side}) is now out of supply."
    unit: UnitId
    side: Side


class Isolated(Event, frozen=True):
    words = "{unit} ({side}) is now isolated."
    unit: UnitId
    side: Side


class AttritionSuffered(Event, frozen=True):
    words = "Attrition, {unit} ({side}): die {die}, loses a step."
    unit: UnitId
    side: Side
    die: Die

    def fight(self) -> None:
        """Nobody strikes: hunger does."""


class AttritionEscaped(Event, frozen=True):
    words = "Attrition, {unit} ({side}): die {die}, no effect."
    unit: UnitId
    side: Side
    die: Die

    def fight(self) -> None:
        """Nobody strikes: hunger does."""


class CreptTo(Event, frozen=True):
    words = "{unit} uses isolated movement to {hex}."
    unit: UnitId
    hex: Hex


class RailDestroyed(Event, frozen=True):
    words = "{unit} destroys the railroad in {hex}."
    unit: UnitId
    hex: Hex


class RailRepaired(Event, frozen=True):
    words = "{unit} repairs the railroad in {hex}."
    unit: UnitId
    hex: Hex


class Scored(Event, frozen=True):
    words = (
        "Victory points: German {german} ({german_ground} for ground, {german_units} for units), "
        "Russian {russian} ({russian_ground} for ground, {russian_units} for units); net {net}. "
        "The levels are a house ruling."
    )
    german: int
    german_ground: int
    german_units: int
    russian: int
    russian_ground: int
    russian_units: int
    net: str
