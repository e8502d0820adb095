"""What happens in this game, and how it reads in the record."""

from bridgehead.core.events import Event, Fight
from bridgehead.core.values import ChitId, Die, Hex, Side, UnitId, Way

# --- the sequence of play


class TurnOpened(Event, frozen=True):
    words = "Turn {turn}, {dates}."
    heading = "turn"
    turn: int
    dates: str


class PhaseOpened(Event, frozen=True):
    """A phase, or a segment that concerns both sides."""

    words = "{phase}."
    heading = "phase"
    phase: str


class SegmentOpened(Event, frozen=True):
    """A segment of an activation (4.1.1)."""

    words = "{unit}: {segment}."
    heading = "phase"
    unit: UnitId
    segment: str


class NothingToDo(Event, frozen=True):
    words = "No effect: {why}."
    why: str


# --- combat


class StepLost(Event, frozen=True):
    words = "{unit} loses a step and is reduced."
    unit: UnitId


class UnitDestroyed(Event, frozen=True):
    words = "{unit} loses its last step in {hex} and is destroyed."
    unit: UnitId
    hex: Hex


class VolkssturmLost(Event, frozen=True):
    words = "{unit} is lost in {hex} and goes back to the Volkssturm Box."
    unit: UnitId
    hex: Hex


class HqRemoved(Event, frozen=True):
    words = "{unit} is lost in {hex}; it leaves the game with its chit."
    unit: UnitId
    hex: Hex


class UnsuppliedAttackHalved(Event, frozen=True):
    words = "{unit}: half attack (out of supply)."
    unit: UnitId


class IsolatedAttackHalved(Event, frozen=True):
    words = "{unit}: half attack (isolated)."
    unit: UnitId


class AttackOverRiverHalved(Event, frozen=True):
    words = "{unit}: half attack (across an unbridged river)."
    unit: UnitId


class IsolatedDefenceHalved(Event, frozen=True):
    words = "{unit}: half defense (isolated)."
    unit: UnitId


class AttackResolved(Event, frozen=True):
    words = (
        "{side} attack on {target} with {units}: {attack} to {defence}, {odds}. Die {die}, {cell}: {effect}."
    )
    side: Side
    target: Hex
    units: tuple[UnitId, ...]
    attack: int
    defence: int
    odds: str
    """The ratio, and how shifts lead from it to the column: "3-1, −1 (town) = 2-1"."""
    column: str
    die: Die
    cell: str
    effect: str

    def fight(self) -> Fight:
        return Fight(
            hex=self.target,
            result=self.cell,
            side=self.side,
            units=self.units,
            column=self.column,
            attack=self.attack,
            defence=self.defence,
        )


class AttackCancelled(Event, frozen=True):
    words = "The attack on {target} is canceled: {odds}, below 1-2. Its units may still attack."
    target: Hex
    odds: str


class BarrageRolled(Event, frozen=True):
    words = "{side} barrage: dice {dice}: {attacks:attack}."
    side: Side
    dice: tuple[Die, ...]
    attacks: int


class BarrageResolved(Event, frozen=True):
    words = "{side} barrage on {target}: {odds}. Die {thrown}, {cell}: {effect}. {left:attack} left."
    side: Side
    target: Hex
    odds: str
    column: str
    die: Die
    thrown: str
    """The die with its modifier: "4 −1 = 3"."""
    cell: str
    effect: str
    left: int

    def fight(self) -> Fight:
        return Fight(hex=self.target, result=self.cell, side=self.side, column=self.column)


class LossIgnored(Event, frozen=True):
    words = "Defenders of {hex} ignore the first step loss ({place})."
    hex: Hex
    place: str


class RetreatIgnored(Event, frozen=True):
    words = "Defenders in {hex} ignore {hexes:hex} of retreat ({place})."
    hex: Hex
    hexes: int
    place: str


class AttackersStay(Event, frozen=True):
    """9.5.7b Out of a settlement attackers ignore the first hex."""

    words = "Attackers in {hex} ignore {hexes:hex} of retreat ({place})."
    hex: Hex
    hexes: int
    place: str


class StarSpared(Event, frozen=True):
    words = "The attackers of {hex} lose nothing (*): the defender did not hold the hex."
    hex: Hex


class Retreated(Event, frozen=True):
    words = "{unit} retreats to {to}."
    unit: UnitId
    to: Hex


class ZocEntered(Event, frozen=True):
    words = "The retreat into an enemy ZOC in {hex} costs 1 step."
    hex: Hex


class RetreatBlocked(Event, frozen=True):
    words = "Retreat from {hex} {hexes:hex} short: lose {hexes:step}."
    hex: Hex
    hexes: int


class CannotRetreat(Event, frozen=True):
    words = "{unit} can't move: it loses {steps:step} instead of retreating."
    unit: UnitId
    steps: int


class Advanced(Event, frozen=True):
    words = "{unit} advances to {path}."
    unit: UnitId
    path: Way


# --- movement


class MovedRegular(Event, frozen=True):
    words = "{unit} moves to {to} ({spent} MP, {left} left)."
    unit: UnitId
    to: Hex
    path: Way
    spent: str
    left: str


class MovedStrategic(Event, frozen=True):
    words = "{unit} moves to {to} by strategic movement ({spent} MP, {left} left)."
    unit: UnitId
    to: Hex
    path: Way
    spent: str
    left: str


class MovedByRail(Event, frozen=True):
    words = "{unit} moves to {to} by rail."
    unit: UnitId
    to: Hex
    path: Way


class GasBurned(Event, frozen=True):
    words = "No Gas: {unit} moves at full strength and loses a step."
    unit: UnitId


class Overrun(Event, frozen=True):
    words = "{unit} overruns {headquarters} alone in {hex}."
    unit: UnitId
    headquarters: UnitId
    hex: Hex


# --- command


class ChitDrawn(Event, frozen=True):
    words = "{chit} is drawn."
    heading = "phase"
    chit: ChitId

    def happening(self) -> str:
        return self.chit


class ChitBeyondLimit(Event, frozen=True):
    words = "{chit} is set aside ({side}: all {limit} activations used, {ruling})."
    chit: ChitId
    side: Side
    limit: int
    ruling: str
    """Whether the limit is printed or ours (2.3d)."""


class HqActivated(Event, frozen=True):
    words = "{unit} is activated ({side}: {number} of {limit}, {ruling})."
    unit: UnitId
    side: Side
    number: int
    limit: int
    ruling: str


class UnitsActivated(Event, frozen=True):
    words = "{unit} activates {units}."
    unit: UnitId
    units: tuple[UnitId, ...]


class ExtrasChosen(Event, frozen=True):
    words = "HGM also moves {units}."
    units: tuple[UnitId, ...]


class NobodyToActivate(Event, frozen=True):
    words = "{chit}: no HQ can be activated."
    chit: ChitId


class CommandEnds(Event, frozen=True):
    words = "No Command Chit in the cup can be used: the Command Phase ends."


class ChitsArrive(Event, frozen=True):
    words = "Added to the cup: {chits}."
    chits: tuple[ChitId, ...]


# --- reinforcements, replacements


class Arrived(Event, frozen=True):
    words = "{unit} arrives in {hex}."
    unit: UnitId
    hex: Hex


class CannotArrive(Event, frozen=True):
    words = "{unit} can't enter the map and is lost."
    unit: UnitId


class PointsReceived(Event, frozen=True):
    words = "{side}: {points:replacement point} (house ruling)."
    side: Side
    points: int


class Restored(Event, frozen=True):
    words = "{unit} is restored to full strength for {points:replacement point}; {left} left."
    unit: UnitId
    points: int
    left: int


class Rebuilt(Event, frozen=True):
    words = "{unit} is rebuilt in {hex} for {points:replacement point}; {left} left."
    unit: UnitId
    hex: Hex
    points: int
    left: int


class Overcrowded(Event, frozen=True):
    words = "{unit} exceeds the stacking limit in {hex}, has nowhere to go and is lost."
    unit: UnitId
    hex: Hex


class VolkssturmCalled(Event, frozen=True):
    words = "{unit} is placed in {hex}."
    unit: UnitId
    hex: Hex


class VolkssturmGoesHome(Event, frozen=True):
    words = "Volkssturm removed from {hexes}."
    hexes: tuple[Hex, ...]


class VolkssturmAdded(Event, frozen=True):
    words = "Soviet Atrocity: {unit} goes into the Volkssturm Box ({number} of {most} in play)."
    unit: UnitId
    number: int
    most: int


# --- air, supply, special


class AirReturns(Event, frozen=True):
    words = "{unit} returns from refit and is ready."
    unit: UnitId


class AirRolls(Event, frozen=True):
    words = "{unit} in refit needs a {needed}: die {die}, it returns."
    unit: UnitId
    needed: int
    die: Die

    def fight(self) -> None:
        # The die is thrown for the airfield.
        return None


class AirWaits(AirRolls, frozen=True):
    words = "{unit} in refit needs a {needed}: die {die}, it stays in refit."


class AirMoved(Event, frozen=True):
    words = "{unit} goes to {box}."
    unit: UnitId
    box: str


class FullAttackFlown(Event, frozen=True):
    words = "{unit} has made a full attack and goes to {box}."
    unit: UnitId
    box: str


class NormalAttackFlown(Event, frozen=True):
    words = "{unit} has made a normal attack and goes to {box}."
    unit: UnitId
    box: str


class SupplyLost(Event, frozen=True):
    words = "{unit} is out of supply."
    unit: UnitId


class BecameIsolated(Event, frozen=True):
    words = "{unit} is isolated."
    unit: UnitId


class SupplyRegained(Event, frozen=True):
    words = "{unit} is in supply again."
    unit: UnitId


class KoenigsbergLimited(Event, frozen=True):
    words = "The Autobahn to Elbing is cut: Königsberg is a Limited Supply Center."


class SourceTurned(Event, frozen=True):
    words = "Soviets capture supply source {hex}."
    hex: Hex


class VictoryHexTaken(Event, frozen=True):
    words = "Soviets take {hex}: {german} German victory hexes left."
    hex: Hex
    german: int


class VictoryHexRetaken(Event, frozen=True):
    words = "Germans retake {hex}: {german} German victory hexes."
    hex: Hex
    german: int


class CorpsReleased(Event, frozen=True):
    words = "{unit} and its units are released and may move freely."
    unit: UnitId


class MikoschTriggered(Event, frozen=True):
    words = "A Soviet unit is within {distance:hex} of Königsberg: Mikosch Division arrives next."
    distance: int


class NoGas(Event, frozen=True):
    words = (
        "No Gas: until the end of the turn full-strength German mechanized units lose a step when they move."
    )


class RefugeesOnTheRoads(Event, frozen=True):
    words = "Refugees: the next HQ activated and its units have 1 MP less and no strategic movement."


class RefugeesMet(Event, frozen=True):
    words = "Refugees slow {unit} and its units: 1 MP less, no strategic movement."
    unit: UnitId


class GdWithdrawn(Event, frozen=True):
    words = "The Grossdeutschland Corps is withdrawn: {units}."
    units: tuple[UnitId, ...]


class GdReturns(Event, frozen=True):
    words = "The Grossdeutschland Corps returns: {units}."
    units: tuple[UnitId, ...]


class RandomEvent(Event, frozen=True):
    words = "Random event {total} (dice {dice}): {event}."
    total: int
    event: str
    dice: tuple[Die, ...]

    def happening(self) -> str:
        return self.event


class ArrivalRolled(Event, frozen=True):
    words = "Die {die}: {group} arrives."
    die: Die
    group: str


class ActivationsLost(Event, frozen=True):
    words = "Die {die}: {lost:activation} lost ({side}); limit {limit}, {used} used."
    die: Die
    side: Side
    lost: int
    limit: int
    used: int


class HipperArrives(Event, frozen=True):
    words = "{unit} arrives in the Frisches Haff."
    unit: UnitId


class HqMovesFreely(Event, frozen=True):
    words = "{unit} is activated to move; its units may not attack."
    unit: UnitId
