"""What happens in this game, as values with their sentences."""

from bridgehead.core.events import Event, Fight
from bridgehead.core.values import Die, Hex, Side, UnitId
from bridgehead.games.breslau1945.model.data import SOVIET


class PhaseOpened(Event, frozen=True):
    words = "{phase}."
    heading = "phase"
    phase: str


class StepOpened(PhaseOpened, frozen=True):
    """A step of a phase that has several; told when somebody has something to choose in it."""

    words = "{phase}, {step}."
    step: str


class GunsReady(Event, frozen=True):
    words = "Artillery ready again: {units}."
    units: tuple[UnitId, ...]


class LetteredEvent(Event, frozen=True):
    words = "Event {letter}: {text}."
    letter: str
    text: str

    def happening(self) -> str:
        return self.letter


class Arrived(Event, frozen=True):
    words = "Placed in {box}: {units}."
    units: tuple[UnitId, ...]
    box: str


class LeftTheGame(Event, frozen=True):
    words = "Removed from the game: {units}."
    units: tuple[UnitId, ...]


class AirPointsSet(Event, frozen=True):
    words = "The Red Army has {points:airstrike point}."
    points: int


class AirPointsLost(Event, frozen=True):
    words = "{points:airstrike point} unused and lost."
    points: int


class GoliathsCounted(Event, frozen=True):
    words = "Goliaths: dice {first} + {second} = {number:Goliath} in the Tactical reserves."
    first: Die
    second: Die
    number: int


class ChemicalsCounted(Event, frozen=True):
    words = "Chemical weapons: die {die}, halved and rounded up: {number:counter}."
    die: Die
    number: int


class PolesDeclared(Event, frozen=True):
    words = "The 2nd Polish Army attacks: victory hexes needed +{more}, now {needed}."
    more: int
    needed: int


class NorthOpened(Event, frozen=True):
    words = "Northern front: {germans:German unit} against {poles:Polish unit}; dice to roll: {dice}."
    germans: int
    dice: int
    poles: int


class NorthRolled(Event, frozen=True):
    words = "Northern front: die {die}, total {total}."
    die: Die
    total: int


class NorthSupported(Event, frozen=True):
    words = "Northern front: {spent} Supply spent ({supply} left): die {die}, +{bonus}, total {total}."
    spent: int
    supply: int
    die: Die
    bonus: int
    total: int


class NorthFought(Event, frozen=True):
    words = "Northern front: German total {total} vs. {poles:Polish unit}: {outcome}."
    total: int
    poles: int
    outcome: str


class Delayed(Event, frozen=True):
    words = "{unit} is delayed ({box})."
    unit: UnitId
    box: str


class Placed(Event, frozen=True):
    words = "{unit} is placed in {hex}."
    unit: UnitId
    hex: Hex


class Withdrawn(Event, frozen=True):
    words = "{unit} is withdrawn from {hex} ({box})."
    unit: UnitId
    hex: Hex
    box: str


class Screened(Event, frozen=True):
    words = "{unit} is placed in {hex}."
    unit: UnitId
    hex: Hex


class Boxed(Event, frozen=True):
    words = "{unit} is moved to {box}."
    unit: UnitId
    box: str


class Reorganised(Event, frozen=True):
    words = "{unit} is reorganized: {cost} Supply spent ({supply} left), moved to {box}."
    unit: UnitId
    cost: int
    supply: int
    box: str


class Airstruck(Event, frozen=True):
    words = (
        "Airstrike on {hex}: {points:airstrike point} spent ({left} left), column {column}, "
        "die {die}: {outcome}."
    )
    hex: Hex
    points: int
    left: int
    column: str
    die: Die
    outcome: str

    def fight(self) -> Fight:
        return Fight(hex=self.hex, result=self.outcome, side=SOVIET, column=self.column)


class Bombarded(Event, frozen=True):
    words = "Bombardment of {hex} by {guns}: strength {strength}, column {column}, die {die}: {outcome}."
    hex: Hex
    guns: tuple[UnitId, ...]
    strength: int
    column: str
    die: Die
    outcome: str

    def fight(self) -> Fight:
        return Fight(hex=self.hex, result=self.outcome, side=SOVIET, column=self.column)


class DepotsStruck(Event, frozen=True):
    words = (
        "Airstrike on supply depots: {points:airstrike point} spent ({left} left), column {column}, "
        "die {die}: {outcome}."
    )
    points: int
    left: int
    column: str
    die: Die
    outcome: str


class Raided(Event, frozen=True):
    words = "Po-2 attack on {unit} in {hex}: die {die}, needs {needs}: {outcome}; {left} Po-2 left this turn."
    unit: UnitId
    hex: Hex
    die: Die
    needs: str
    outcome: str
    left: int

    def fight(self) -> Fight:
        return Fight(hex=self.hex, result=self.outcome, side=SOVIET)


class Infiltrated(Event, frozen=True):
    words = "German antifascists disorganize {unit} in {hex} and are removed from the game."
    unit: UnitId
    hex: Hex


class SplitUp(Event, frozen=True):
    words = "{unit} in {hex} is removed from the game and replaced by {parts}."
    unit: UnitId
    parts: tuple[UnitId, ...]
    hex: Hex


class Disorganised(Event, frozen=True):
    words = "Disorganized: {units}."
    units: tuple[UnitId, ...]


class AlreadyDisorganised(Event, frozen=True):
    words = "Already Disorganized, no further effect: {units}."
    units: tuple[UnitId, ...]


class SupplyLost(Event, frozen=True):
    words = "German Supply -{lost}, now {supply}."
    lost: int
    supply: int


class NoSupplyToLose(Event, frozen=True):
    words = "The garrison has no Supply left to lose."


class BecameFanatic(Event, frozen=True):
    words = "Now Fanatic: {units}."
    units: tuple[UnitId, ...]


class Recovered(Event, frozen=True):
    words = "No longer Disorganized: {units}."
    units: tuple[UnitId, ...]


class GasCleared(Event, frozen=True):
    words = "Chemical weapons removed from the game: {hexes}."
    hexes: tuple[Hex, ...]


class Gassed(Event, frozen=True):
    words = "Chemical weapons in {hex}: {unit} returns to {to} and its move ends; {left:counter} left."
    unit: UnitId
    hex: Hex
    to: Hex
    left: int


class FireHeld(Event, frozen=True):
    words = "{side} holds fire on {unit} in {hex}."
    side: Side
    unit: UnitId
    hex: Hex


class ArtillerySpent(Event, frozen=True):
    words = "German Artillery Fire: {spent} Supply spent for +{bonus} ({supply} left)."
    spent: int
    bonus: int
    supply: int


class GoliathSpent(Event, frozen=True):
    words = "A Goliath is used for +{bonus} and removed from the game ({left:Goliath} left)."
    bonus: int
    left: int


class CapturedGoliathsSpent(Event, frozen=True):
    words = "The captured Goliaths are used for +{bonus}; they can't be used again."
    bonus: int


class Attacked(Event, frozen=True):
    words = (
        "{how} on {unit} in {hex} by {attackers}: die {die}, {modifiers}; total {total}, "
        "needs {number} ({ground}): {outcome}."
    )
    how: str
    attackers: tuple[UnitId, ...]
    unit: UnitId
    hex: Hex
    die: Die
    modifiers: str
    """Each by its name."""
    total: int
    number: int
    ground: str
    outcome: str

    def fight(self) -> Fight:
        return Fight(hex=self.hex, result=self.outcome, units=self.attackers, column=str(self.number))


class Fatigued(Event, frozen=True):
    words = "{unit} is Fatigued: moved to {box}."
    unit: UnitId
    box: str


class Damaged(Event, frozen=True):
    words = "{unit} is damaged and removed from the map; it can be repaired in Phase 9."
    unit: UnitId


class FatigueRolled(Event, frozen=True):
    words = "{unit} is Fatigued: die {die}, halved and rounded up: {turns:turn} ({box})."
    unit: UnitId
    die: Die
    turns: int
    box: str

    def fight(self) -> None:
        """How long it rests is no fight."""


class TrainBuilt(Event, frozen=True):
    words = "{unit} is placed in {hex}: {spent} Supply spent ({supply} left)."
    unit: UnitId
    hex: Hex
    spent: int
    supply: int


class StripLaid(Event, frozen=True):
    words = "Landing strip marker {number} of {whole} placed in {hex}: {spent} Supply spent ({supply} left)."
    hex: Hex
    number: int
    whole: int
    spent: int
    supply: int


class SupplyRolled(Event, frozen=True):
    words = (
        "Supply roll: die {die}, {modifiers}; total {total}, halved and rounded up: "
        "+{gain} Supply, now {supply}."
    )
    die: Die
    modifiers: str
    """Each by its name."""
    total: int
    gain: int
    supply: int


class OrderGiven(Event, frozen=True):
    words = "{side}: standing order for Defensive Fire: {choice}."
    side: Side
    choice: str


class VictoryCounted(Event, frozen=True):
    words = "The Red Army controls {held:victory hex}; it needs {needed}."
    held: int
    needed: int


class VictoryCountedByRuling(VictoryCounted, frozen=True):
    """The number needed was set by a house ruling."""

    words = "The Red Army controls {held:victory hex}; it needs {needed} (house ruling)."
