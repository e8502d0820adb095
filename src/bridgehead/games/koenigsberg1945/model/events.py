"""What happens in this game, and how it reads in the record."""

from bridgehead.core.events import Event, Fight
from bridgehead.core.values import ChitId, Die, Hex, Side, UnitId, Way

# --- combat


class StepLost(Event, frozen=True):
    words = "{unit} loses a step and is reduced."
    unit: UnitId


class UnitDestroyed(Event, frozen=True):
    words = "{unit} is destroyed in {hex}."
    unit: UnitId
    hex: Hex


class HqRemoved(Event, frozen=True):
    words = "{unit} is lost in {hex}; it leaves the game with its chit."
    unit: UnitId
    hex: Hex


class AttackResolved(Event, frozen=True):
    words = (
        "{side} attacks {target} with {units}: {attack} to {defence}, {odds}; {shifts} {column}. "
        "Die {die}: {cell}."
    )
    side: Side
    target: Hex
    units: tuple[UnitId, ...]
    attack: int
    defence: int
    odds: str
    shifts: str
    column: str
    die: Die
    cell: str

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
    words = "The attack on {target} falls below 1-2 ({odds}) and does not take place."
    target: Hex
    odds: str


class BarrageRolled(Event, frozen=True):
    words = "{side} rolls {dice} for barrage: {attacks} attacks."
    side: Side
    dice: tuple[Die, ...]
    attacks: int


class BarrageResolved(Event, frozen=True):
    words = "{side} barrage on {target}, column {column}. Die {die}, read as {read}: {cell}."
    side: Side
    target: Hex
    column: str
    die: Die
    read: int
    cell: str

    def fight(self) -> Fight:
        return Fight(hex=self.target, result=self.cell, side=self.side, column=self.column)


class LossIgnored(Event, frozen=True):
    words = "The first step loss in {hex} is ignored."
    hex: Hex


class RetreatIgnored(Event, frozen=True):
    words = "In {hex} {hexes_held} of the retreat are ignored."
    hex: Hex
    hexes_held: str


class Retreated(Event, frozen=True):
    words = "{unit} retreats to {to}."
    unit: UnitId
    to: Hex


class RetreatBlocked(Event, frozen=True):
    words = "{hexes_short} of the retreat from {hex} cannot be made and cost steps."
    hex: Hex
    hexes_short: int


class Advanced(Event, frozen=True):
    words = "{unit} advances to {path}."
    unit: UnitId
    path: Way


# --- movement


class MovedRegular(Event, frozen=True):
    words = "{unit} moves to {to}."
    unit: UnitId
    to: Hex
    path: Way


class MovedStrategic(Event, frozen=True):
    words = "{unit} marches by road to {to}."
    unit: UnitId
    to: Hex
    path: Way


class MovedByRail(Event, frozen=True):
    words = "{unit} goes by rail to {to}."
    unit: UnitId
    to: Hex
    path: Way


class Overrun(Event, frozen=True):
    words = "{unit} overruns the lone {headquarters} in {hex}."
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
    words = "{chit} lies aside: {side} has used its {limit} activations."
    chit: ChitId
    side: Side
    limit: int


class HqActivated(Event, frozen=True):
    words = "{unit} is activated, number {number} of {limit} for {side}."
    unit: UnitId
    side: Side
    number: int
    limit: int


class UnitsActivated(Event, frozen=True):
    words = "It activates {units}."
    units: tuple[UnitId, ...]


class NobodyToActivate(Event, frozen=True):
    words = "{chit}: no headquarters can be activated."
    chit: ChitId


class CommandEnds(Event, frozen=True):
    words = "No more command chits can be used: the Command Phase is over."


class ChitsArrive(Event, frozen=True):
    words = "Into the cup: {chits}."
    chits: tuple[ChitId, ...]


# --- reinforcements, replacements


class Arrived(Event, frozen=True):
    words = "{unit} arrives in {hex}."
    unit: UnitId
    hex: Hex


class CannotArrive(Event, frozen=True):
    words = "{unit} cannot enter the map and is lost."
    unit: UnitId


class Restored(Event, frozen=True):
    words = "{unit} is brought back to full strength for {points} replacement points."
    unit: UnitId
    points: int


class Rebuilt(Event, frozen=True):
    words = "{unit} is rebuilt in {hex} for {points} replacement points."
    unit: UnitId
    hex: Hex
    points: int


class Overcrowded(Event, frozen=True):
    words = "{unit} finds no room in {hex} and is lost."
    unit: UnitId
    hex: Hex


class VolkssturmCalled(Event, frozen=True):
    words = "{unit} is called up in {hex}."
    unit: UnitId
    hex: Hex


class VolkssturmGoesHome(Event, frozen=True):
    words = "Volkssturm goes home from {hexes}."
    hexes: tuple[Hex, ...]


# --- air, supply, special


class AirReturns(Event, frozen=True):
    words = "{unit} is ready again."
    unit: UnitId
    die: Die | None = None
    """Where it needed one."""

    def fight(self) -> None:
        # The die is thrown for the airfield.
        return None


class AirWaits(Event, frozen=True):
    words = "{unit} rolls {die} and stays in refit."
    unit: UnitId
    die: Die

    def fight(self) -> None:
        # The die is thrown for the airfield.
        return None


class AirFlown(Event, frozen=True):
    words = "{unit} flies a {attack} attack and goes to {box}."
    unit: UnitId
    attack: str
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
    words = "The Autobahn to Elbing is cut: Königsberg is a limited supply centre."


class SourceTurned(Event, frozen=True):
    words = "The supply source {hex} turns Soviet."
    hex: Hex


class VictoryHexTaken(Event, frozen=True):
    words = "{hex} falls: the Germans hold {german} victory hexes."
    hex: Hex
    german: int


class VictoryHexRetaken(Event, frozen=True):
    words = "{hex} is German again: the Germans hold {german} victory hexes."
    hex: Hex
    german: int


class CorpsReleased(Event, frozen=True):
    words = "{unit} and its units are released from their front."
    unit: UnitId


class NoGas(Event, frozen=True):
    words = "No gas: full-strength German mechanized units that move lose a step this turn."


class GdWithdrawn(Event, frozen=True):
    words = "The Grossdeutschland Corps is withdrawn: {units}."
    units: tuple[UnitId, ...]


class GdReturns(Event, frozen=True):
    words = "The Grossdeutschland Corps returns: {units}."
    units: tuple[UnitId, ...]


class WithoutEffect(Event, frozen=True):
    words = "{what} has no effect."
    what: str


class RandomEvent(Event, frozen=True):
    words = "Random event {total}: {event}."
    total: int
    event: str
    dice: tuple[Die, ...]

    def happening(self) -> str:
        return self.event


class EventDie(Event, frozen=True):
    words = "Die {die}: {outcome}."
    die: Die
    outcome: str


class HipperArrives(Event, frozen=True):
    words = "{unit} enters the Frisches Haff."
    unit: UnitId


class TurnOpened(Event, frozen=True):
    words = "Turn {turn}, {dates}."
    heading = "turn"
    turn: int
    dates: str


class HqMovesFreely(Event, frozen=True):
    words = "{unit} is activated to move: its units may not attack."
    unit: UnitId
